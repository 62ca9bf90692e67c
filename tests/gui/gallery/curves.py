"""States with a curved boundary: kernels and features, two to ten classes, and what is shown of f."""

from __future__ import annotations

from perceptron_gui.engine.data.features.feature_map import POLY2
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode
from tests.gui.gallery.stage import Stage
from tests.gui.gallery.state import FOR_A_HALL, IN_ALL_THEMES, OLD, SMALL, USUAL, State, Way, looks
from tests.gui.gallery.ways import after, ended, rules, scattered

POLY, RBF = Kernel(KernelName.POLY), Kernel(KernelName.RBF)
IN_A_BAR = looks(("projector", "light"), (USUAL, OLD, SMALL))
"""Where the fields of a kernel have least room."""


def of_classes(count: int, kernel: Kernel) -> Way:
    """Return the way to the end of a run on a cloud for each of some classes."""

    def reach(stage: Stage) -> None:
        stage.show(scattered(6 * count, count), mode=Mode.MULTICLASS, kernel=kernel, max_epochs=20)
        stage.do("run.end")
        stage.settle()

    return reach


def open_kernels(stage: Stage) -> None:
    """Open the list of kernels on the page of rules."""
    rules(stage)
    stage.commands.settings.page.kernel.choice.showPopup()


def pointed(stage: Stage) -> None:
    """Rest with the mouse between the moons."""
    stage.hover(-1.2, 0.9)
    stage.wait(lambda: stage.window.details.hover.card.isVisible())


MOONS, XOR = ended("moons", mode=Mode.DUAL, kernel=RBF), ended("xor", mode=Mode.DUAL, kernel=POLY)
CURVES = [
    State("curves", "XOR, polynomial kernel", XOR, looks=IN_A_BAR),
    State("curves", "ring, Gaussian kernel", ended("ring", mode=Mode.DUAL, kernel=RBF), looks=FOR_A_HALL),
    State("curves", "moons, heights and level lines", after(MOONS, "show.levels", "show.activation"), looks=FOR_A_HALL),
    State("curves", "spirals", ended("spirals", mode=Mode.DUAL, kernel=RBF), looks=IN_ALL_THEMES),
    State("curves", "ring, features of degree 2", ended("ring", features=POLY2)),
    State("curves", "before the first mistake", lambda s: s.open("moons", mode=Mode.DUAL, kernel=RBF)),
    State("curves", "what f is made of", after(MOONS, "show.terms"), acts=pointed, looks=IN_ALL_THEMES),
    State("curves", "three classes", of_classes(3, RBF), looks=IN_ALL_THEMES),
    State("curves", "seven classes, polynomial kernel", of_classes(7, POLY)),
    State("curves", "ten classes, heights", after(of_classes(10, RBF), "show.levels", "show.activation")),
    State("curves", "levels of a straight boundary", after(ended("two-classes"), "show.levels", "show.activation")),
    State(
        "curves",
        "the list of kernels",
        XOR,
        opens=open_kernels,
        looks=looks(("light", "projector")),
    ),
    State("curves", "menu of what is shown", XOR, opens=lambda s: s.menu("view")),
]
