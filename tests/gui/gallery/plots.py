"""States with the panel of curves in front: few visits, too many for the pixels, one pass (P3, W4)."""

from __future__ import annotations

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.gui.panels.curves import CurvesPanel
from tests.gui.gallery.stage import Stage
from tests.gui.gallery.state import SMALL, THEMES, USUAL, State, Way, looks
from tests.gui.gallery.ways import ended, opened, with_panel

SMALL_AND_USUAL = looks(THEMES, (SMALL, USUAL))


def with_plots(way: Way) -> Way:
    """Return the way to a state with its curves drawn up to where the run came."""

    def reach(stage: Stage) -> None:
        with_panel(way, "curves")(stage)
        panel = stage.window.side.panel(CurvesPanel)
        stage.wait(lambda: panel.told_through == stage.snapshot.frontier)

    return reach


LONG = with_plots(ended("xor", order=Order.RANDOM, max_updates=8_000))
PLOTS = [
    State("plots", "a few visits", with_plots(opened("textbook", 3)), looks=SMALL_AND_USUAL),
    State("plots", "more visits than pixels", LONG, looks=SMALL_AND_USUAL),
    State("plots", "one pass", with_plots(ended("two-classes", order=Order.ONLINE)), looks=SMALL_AND_USUAL),
]
