"""States with several classes: the pages of the station "Classes", and lines of all pairs."""

from __future__ import annotations

from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode
from perceptron_gui.files.points.sample_files import BY_NAME
from tests.gui.gallery.state import FOR_A_HALL, State
from tests.gui.gallery.ways import (
    after,
    against_the_rest,
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
    State("classes", "W and scores", with_panel(ROW, "multiclass")),
    State("classes", "one against the rest, hatched", against_the_rest(ROW), looks=FOR_A_HALL),
    State("classes", "ten against the rest", against_the_rest(TEN)),
    State("classes", "against the rest with a kernel", against_the_rest(BY_KERNEL)),
    State("classes", "confusion of ten", with_panel(TEN, "confusion"), looks=FOR_A_HALL),
    State("classes", "two classes beside binary", with_panel(IN_TWO, "multiclass")),
    State("classes", "A of a kernel", with_panel(BY_KERNEL, "multiclass")),
    State("classes", "lines of all pairs", after(ROW, "show.pairs"), looks=FOR_A_HALL),
]
