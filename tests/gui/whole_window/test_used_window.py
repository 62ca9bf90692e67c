"""A window that was started over is as good as a new one, or is not used again."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from perceptron_gui.gui.window import MainWindow
from tests.gui.conftest import Desks
from tests.gui.desk import Desk, Key
from tests.gui.used_window import KEEP_NOTHING, UsedWindow, start_over, traces
from tests.session.bench import XOR


def seen(desk: Desk) -> list[object]:
    """Return what a new window and one that was started over have in common."""
    window, history = desk.window, desk.window.controller.history
    desk.settle()
    frame = window.canvas.frame
    return [
        *traces(*desk.made),
        (history.undo_text, history.redo_text, history.is_changed, window.windowTitle(), desk.message),
        (desk.dataset.X.tolist(), desk.document.settings, desk.document.title),
        (desk.snapshot.visit, desk.snapshot.frontier, window.gestures.selected),
        (frame.point(0, 0).toTuple(), frame.unit),
        (window.focusWidget() is window.canvas, window.side.front is window.docks[0]),
        {name: (action.isEnabled(), action.isChecked()) for name, action in window.actions_by_id.by_id.items()},
    ]


def test_points_rules_place_view_focus_and_what_can_be_done_are_those_of_a_new_window(make_desk: Desks) -> None:
    desk = make_desk()
    new = seen(desk)
    desk.show(XOR)
    desk.do("run.end")
    desk.settle()
    desk.click(0.3, 0.2)
    desk.drag((0.3, 0.2), (0.5, 0.1))
    desk.key(Key.Key_B)
    desk.window.controller.change_view(selection=(1,), current_class=0, speed=5.0)
    desk.window.canvas.zoom(3.0)
    for kind in KEEP_NOTHING:
        dock = desk.window.docks[desk.window.side.panels.index(desk.window.side.panel(kind))]
        desk.window.side.bring(dock)
        desk.settle()
    assert seen(desk) != new
    start_over(desk.window)
    assert seen(desk) == new


def test_panels_that_somebody_chose_fold_again_in_a_narrow_window(make_desk: Desks) -> None:
    desk = make_desk()
    desk.window.side.bring(desk.window.docks[2])
    start_over(desk.window)
    desk.window.resize(960, 600)
    desk.wait(lambda: not desk.window.side.is_open)


@pytest.mark.parametrize(
    "change",
    [
        lambda window: window.resize(1000, 700),
        lambda window: window.docks[1].setFloating(True),
        lambda window: window.side.bring(window.docks[-1]),
        lambda window: window.actions_by_id["view.projector"].trigger(),
    ],
    ids=["size", "place of a panel", "order in a panel", "height of the status line"],
)
def test_a_window_that_differs_in_anything_else_is_not_used_again(
    make_desk: Desks, change: Callable[[MainWindow], object]
) -> None:
    desk, used = make_desk(), UsedWindow()
    assert used.take(lambda: desk.made) == desk.made
    change(desk.window)
    desk.settle()
    used.give_back()
    assert used.made is None
