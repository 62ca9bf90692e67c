"""States with the panel of curves in front (few visits, too many for the pixels, one pass), and of a slice (P3, W4)."""

from __future__ import annotations

from perceptron_gui.engine.data.settings import Mode, Order
from perceptron_gui.gui.canvas.picture import hidden_values
from perceptron_gui.gui.features.curves import CurvesPanel
from perceptron_gui.session.explanation.facts.place_facts import misplaced
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


def off_the_slice(stage: Stage) -> None:
    """Rest with the mouse on a point that is drawn on another side than it lies."""
    canvas = stage.window.canvas
    x, y = canvas.newest.positions[misplaced_points(stage)[0]].tolist()
    stage.hover(x, y)
    stage.wait(lambda: stage.window.details.hover.card.isVisible())


def misplaced_points(stage: Stage) -> list[int]:
    """Return the points that wear the mark."""
    scene = stage.window.canvas.newest
    held = hidden_values(scene.dataset)
    found: list[int] = misplaced(stage.snapshot, scene.positions, scene.axes, held).tolist()
    return found


IRIS = ended("iris", positive=0)
LONG = with_plots(ended("xor", order=Order.RANDOM, max_updates=8_000))
PLOTS = [
    State("plots", "a few visits", with_plots(opened("textbook", 3)), looks=SMALL_AND_USUAL),
    State("plots", "more visits than pixels", LONG, looks=SMALL_AND_USUAL),
    State("plots", "one pass", with_plots(ended("two-classes", order=Order.ONLINE)), looks=SMALL_AND_USUAL),
    State("plots", "points off the slice", IRIS, looks=SMALL_AND_USUAL, acts=off_the_slice),
    State("plots", "points off the slice of three classes", opened("iris", 60, Mode.MULTICLASS), looks=SMALL_AND_USUAL),
]
