"""States with several classes: the pages of the panel "Multiclass", and lines of all pairs."""

from __future__ import annotations

from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode
from perceptron_gui.files.points.sample_files import BY_NAME
from tests.gui.gallery.state import FOR_A_HALL, State
from tests.gui.gallery.ways import (
    AGAINST,
    CONFUSION,
    TWO,
    WEIGHTS,
    after,
    multiclass_page,
    opened,
    scattered,
    shown,
    with_panel,
)

ROW = opened("in-a-row", 18, Mode.MULTICLASS)
TEN = shown(scattered(60, 10), 6, Mode.MULTICLASS)
IN_TWO = shown(BY_NAME["textbook"].make(), 9, Mode.MULTICLASS)
BY_KERNEL = shown(BY_NAME["three-classes"].make(), 9, Mode.MULTICLASS, kernel=Kernel(KernelName.RBF))
CLASSES = [
    State("classes", "W and scores", multiclass_page(ROW, WEIGHTS)),
    State("classes", "one against the rest, hatched", multiclass_page(ROW, AGAINST), looks=FOR_A_HALL),
    State("classes", "ten against the rest", multiclass_page(TEN, AGAINST)),
    State("classes", "against the rest with a kernel", multiclass_page(BY_KERNEL, AGAINST)),
    State("classes", "confusion of ten", multiclass_page(TEN, CONFUSION), looks=FOR_A_HALL),
    State("classes", "two classes beside binary", multiclass_page(IN_TWO, TWO)),
    State("classes", "A of a kernel", multiclass_page(BY_KERNEL, WEIGHTS)),
    State("classes", "in a binary mode", with_panel(opened("textbook", 3), "multiclass")),
    State("classes", "lines of all pairs", after(ROW, "show.pairs"), looks=FOR_A_HALL),
]
