"""States of the table of points, and of points that lie outside the view."""

from __future__ import annotations

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.gui.features.point_table import PointsPanel
from tests.gui.gallery.held_out import drawn
from tests.gui.gallery.stage import Stage
from tests.gui.gallery.state import EVERYWHERE, FOR_A_HALL, State, Way
from tests.gui.gallery.ways import ended, long_named, opened, scattered, shown, with_panel


def table(way: Way) -> Way:
    """Return the way to a state with the table of points beside it."""
    return with_panel(way, "points")


def panel_of(stage: Stage) -> PointsPanel:
    """Return the table of points."""
    return stage.window.side.panel(PointsPanel)


def selected(stage: Stage) -> None:
    """Select some rows, far from the first ones."""
    stage.window.gestures.select([14, 15, 17])


def typing(stage: Stage) -> None:
    """Type what is no number."""
    panel = panel_of(stage)
    panel.table.edit_cell(1, 1)
    editor = panel.table.cells.editor
    if editor is not None:
        editor.setText("1.2.3")  # type: ignore[attr-defined]
        editor.check()  # type: ignore[attr-defined]


def zoomed_in(stage: Stage) -> None:
    """Look so closely that points lie outside on all sides."""
    stage.window.canvas.fit()
    stage.window.canvas.zoom(3.0)


POINT_TABLE = [
    State("points", "outside the view", opened("two-classes"), acts=zoomed_in, looks=EVERYWHERE),
    State("points", "outside the view at the end", ended("two-classes"), acts=zoomed_in, looks=FOR_A_HALL),
    State("points", "ten thousand outside", shown(scattered(10_000), 1), acts=zoomed_in, looks=FOR_A_HALL),
    State("points", "opening example", table(opened("two-classes")), looks=EVERYWHERE),
    State("points", "selected rows", table(opened("two-classes")), acts=selected, looks=FOR_A_HALL),
    State("points", "no number", table(opened("two-classes")), acts=typing, looks=FOR_A_HALL),
    State("points", "four features", table(ended("iris")), looks=FOR_A_HALL),
    State("points", "held out", table(shown(drawn(scattered(60)), 3)), looks=FOR_A_HALL),
    State("points", "long names", table(shown(long_named())), looks=FOR_A_HALL),
    State("points", "long numbers", table(shown(scattered(30, middle=1e6), 2)), looks=FOR_A_HALL),
    State("points", "ten thousand", table(shown(scattered(10_000), 1))),
    State("points", "empty plane", table(lambda stage: stage.show(Dataset.empty())), looks=FOR_A_HALL),
]
