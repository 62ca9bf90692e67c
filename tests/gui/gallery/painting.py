"""States of painting: brushes with their rings, a loop, the box of selected points while it is scaled and turned."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt

from perceptron_gui.gui.canvas.tools.editing import TURN, Grip
from perceptron_gui.session.view.view_state import Tool
from tests.gui.gallery.stage import Stage
from tests.gui.gallery.state import EVERYWHERE, FOR_A_HALL, IN_ALL_THEMES, State, Way
from tests.gui.gallery.ways import after, opened, scattered, shown

AT_A_MISTAKE = opened("two-classes")
NO_KEYS = Qt.KeyboardModifier.NoModifier
LOOP = ((-3.2, -1.0), (-1.0, -2.0), (0.5, -1.0), (0.2, 1.0), (-1.5, 1.2), (-3.2, 1.0))


def painting(tool: Tool, *way: tuple[float, float]) -> Way:
    """Return an act: a stroke with a tool that is not ended."""

    def act(stage: Stage) -> None:
        stage.window.gestures.cancel()
        stage.window.controller.change_view(tool=tool, current_class=1)
        stage.press(*way[0])
        for place in way[1:]:
            stage.carry(*place)

    return act


def holding(grip: Grip, x: float, y: float) -> Way:
    """Return an act: a grip of the box around some points is held some pixels away from where it was."""

    def act(stage: Stage) -> None:
        gestures, canvas = stage.window.gestures, stage.window.canvas
        gestures.cancel()
        stage.window.controller.change_view(tool=Tool.SELECT, selection=(0, 1, 4, 7))
        at = gestures.grips.places[grip]
        for place in (at, at + QPointF(x, y) / 2, at + QPointF(x, y)):
            (canvas.pressed if place is at else canvas.moved).emit(place, NO_KEYS)
            stage.settle()

    return act


def all_selected(stage: Stage) -> None:
    """Select all points."""
    stage.do("tools.select", "edit.select_all")
    stage.settle()


def tool_menu(stage: Stage) -> None:
    """Open the menu of a button that stands for several tools."""
    stage.window.left.tools["brush"].offer()


PAINTING = [
    State("painting", "spray", AT_A_MISTAKE, looks=EVERYWHERE, acts=painting(Tool.SPRAY, (1, 1), (1.2, 1.2))),
    State("painting", "class brush", AT_A_MISTAKE, looks=IN_ALL_THEMES, acts=painting(Tool.RELABEL, (-2, 0), (0, 0))),
    State("painting", "lasso", AT_A_MISTAKE, looks=FOR_A_HALL, acts=painting(Tool.LASSO, *LOOP)),
    State("painting", "all selected", after(AT_A_MISTAKE, "view.fit"), looks=EVERYWHERE, acts=all_selected),
    State("painting", "scaled", AT_A_MISTAKE, looks=IN_ALL_THEMES, acts=holding(Grip(1, 1), 60, -40)),
    State("painting", "turned", AT_A_MISTAKE, looks=FOR_A_HALL, acts=holding(TURN, 80, 30)),
    State("painting", "ten thousand selected", shown(scattered(10_000), 1), acts=all_selected),
    State(
        "painting",
        "ten classes and a spray",
        shown(scattered(60, 10), 1),
        looks=FOR_A_HALL,
        acts=painting(Tool.SPRAY, (0, 0)),
    ),
    State("painting", "tools of a button", AT_A_MISTAKE, opens=tool_menu),
]
