"""States with points held out: hollow ones, curves of the parts, the one look, the dialog (H1)."""

from __future__ import annotations

from fractions import Fraction

from perceptron_gui.engine.data.dataset import Dataset, HoldOut, with_split
from perceptron_gui.engine.data.features.feature_map import POLY3
from perceptron_gui.engine.data.settings import Mode
from perceptron_gui.gui.features.curves import CurvesPanel
from perceptron_gui.gui.features.curves.curve_plots import ACCURACY_PLOT
from tests.gui.gallery.stage import Stage
from tests.gui.gallery.state import EVERYWHERE, FOR_A_HALL, IN_ALL_THEMES, State, Way
from tests.gui.gallery.ways import after, ended, gram_matrix, scattered, shown, with_panel

LEARNED_BY_HEART = ended("overfit", features=POLY3)


def drawn(dataset: Dataset) -> Dataset:
    """Return points, a quarter of each class to validate and a quarter to test on."""
    return with_split(dataset, HoldOut(Fraction(1, 4), Fraction(1, 4), 1).split(dataset))


def with_curves(way: Way) -> Way:
    """Return the way to a state with its curves drawn, which are computed when the run rests."""

    def reach(stage: Stage) -> None:
        with_panel(way, "curves")(stage)
        panel = stage.window.side.panel(CurvesPanel)
        stage.wait(lambda: panel.plots is not None and ACCURACY_PLOT in panel.plots.plots)

    return reach


def dialog(stage: Stage) -> None:
    """Ask for a draw."""
    stage.do("data.hold_out")


HELD_OUT = [
    State("held out", "learned by heart", with_curves(LEARNED_BY_HEART), looks=EVERYWHERE),
    State(
        "held out",
        "looked at",
        with_curves(after(LEARNED_BY_HEART, "data.look")),
        looks=FOR_A_HALL,
    ),
    State("held out", "ten classes", shown(drawn(scattered(120, 10)), 6, Mode.MULTICLASS), looks=IN_ALL_THEMES),
    State("held out", "dense", shown(drawn(scattered(10_000)), 3), looks=IN_ALL_THEMES),
    State("held out", "Gram matrix", gram_matrix(shown(drawn(scattered(24)), 5, Mode.DUAL)), looks=FOR_A_HALL),
    State("held out", "theorem", with_panel(LEARNED_BY_HEART, "theorem")),
    State("held out", "the dialog", LEARNED_BY_HEART, opens=dialog, looks=IN_ALL_THEMES),
]
