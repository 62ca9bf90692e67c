"""Every page of the stations where room is least and letters are largest: 1024×768 in the projector theme."""

from __future__ import annotations

from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode
from perceptron_gui.files.points.sample_files import BY_NAME
from tests.gui.gallery import ways
from tests.gui.gallery.state import OLD, State, Way, looks
from tests.gui.gallery.ways import MODES, after, ended, opened, shown, with_panel

IN_A_SMALL_HALL = looks(("projector",), (OLD,))
PRIMAL, DUAL = (opened(MODES[mode], 4, mode) for mode in (Mode.PRIMAL, Mode.DUAL))
CLASSES = opened("three-classes", 4, Mode.MULTICLASS)
BY_KERNEL = shown(BY_NAME["ring"].make(), 9, Mode.DUAL, kernel=Kernel(KernelName.RBF))
PAGES: dict[str, Way] = {
    **{
        name: with_panel(PRIMAL, name)
        for name in ("step", "loss", "features", "theorem", "curves", "table", "runs", "points")
    },
    "step without bias": with_panel(lambda s: (s.open("through-origin", bias=False), s.mistakes(2)), "step"),
    "step in dual": with_panel(DUAL, "step"),
    "step of a kernel": with_panel(BY_KERNEL, "step"),
    "step of classes": with_panel(CLASSES, "step"),
    "loss of classes": with_panel(CLASSES, "loss"),
    "features of classes": with_panel(CLASSES, "features"),
    "weight space": ways.in_weight_space(PRIMAL),
    "weight space, flat": ways.flat_map(PRIMAL),
    "dual": ways.dual_page(DUAL, ways.ALPHA),
    "Gram matrix": ways.dual_page(DUAL, ways.GRAM),
    "primal = dual": ways.dual_page(DUAL, ways.BOTH),
    "rows of W": ways.multiclass_page(CLASSES, ways.WEIGHTS),
    "one against the rest": ways.multiclass_page(CLASSES, ways.AGAINST),
    "confusion": ways.multiclass_page(CLASSES, ways.CONFUSION),
    "two beside binary": ways.multiclass_page(CLASSES, ways.TWO),
    "theorem, all switches": with_panel(
        after(ended("two-classes"), "show.linear", "show.ones", "show.influence"), "theorem"
    ),
    "step, bias as one more feature": with_panel(after(PRIMAL, "show.ones"), "step"),
    "loss of a kernel": with_panel(BY_KERNEL, "loss"),
    "loss at the start": with_panel(lambda s: s.open("two-classes"), "loss"),
    "trials": ways.trial_made,
    "influences": with_panel(PRIMAL, "influences"),
    "fan": ways.fan_trained(ways.Variation.ORDERS),
}
STATIONS = [State("stations", name, way, looks=IN_A_SMALL_HALL) for name, way in PAGES.items()]
