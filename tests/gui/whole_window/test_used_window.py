"""A window that was started over is as good as a new one, or is not used again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.gui.features.run_table import TablePanel
from perceptron_gui.gui.window import MainWindow
from tests.gui.conftest import Desks
from tests.gui.desk import Desk, Key
from tests.gui.used_window import KEEP_NOTHING, UsedWindow, rest, start_over, traces
from tests.session.bench import XOR


def seen(desk: Desk) -> list[object]:
    """Return what a new window and one that was started over have in common."""
    window, history = desk.window, desk.window.controller.history
    rest(desk)
    frame = window.canvas.frame
    return [
        *traces(*desk.made),
        (history.undo_text, history.redo_text, history.is_changed, window.windowTitle(), desk.message),
        (desk.dataset.X.tolist(), desk.document.settings, desk.document.title),
        (desk.snapshot.visit, desk.snapshot.frontier, window.gestures.selected),
        (frame.point(0, 0).toTuple(), frame.units[0]),
        (window.focusWidget() is window.canvas, window.side.entry.name == "step"),
        {name: (action.isEnabled(), action.isChecked()) for name, action in window.actions_by_id.by_id.items()},
        [panel.is_built for panel in window.side.panels if not isinstance(panel, KEEP_NOTHING)],
    ]


@pytest.mark.seldom
def test_points_rules_place_view_size_focus_panels_and_what_can_be_done_are_those_of_a_new_window(
    make_desk: Desks, qtbot: QtBot
) -> None:
    used = UsedWindow()
    desk = used.take(qtbot, make_desk)
    new = seen(desk)
    desk.do("view.projector")
    desk.window.resize(1000, 700)
    desk.show(XOR)
    desk.do("run.end")
    desk.settle()
    desk.click(0.3, 0.2)
    desk.drag((0.3, 0.2), (0.5, 0.1))
    desk.key(Key.Key_B)
    desk.do("tools.lasso")
    desk.window.controller.change_view(selection=(1,), current_class=0, speed=5.0)
    desk.window.canvas.zoom(3.0)
    for entry in desk.window.side.offered:
        desk.window.side.bring(entry)
        desk.settle()
    assert seen(desk) != new
    desk.commands.filing.keeper.note()
    used.give_back()
    assert not desk.commands.filing.keeper._timer.isActive(), "it would keep the points in a test that has no window"
    again = used.take(qtbot, make_desk)
    assert again.window is desk.window
    assert seen(again) == new


def test_first_hints_come_again_where_the_window_had_them_at_first(make_desk: Desks, qtbot: QtBot) -> None:
    used = UsedWindow()
    desk = used.take(qtbot, lambda: make_desk(Preferences()))
    new = seen(desk)
    desk.do("run.step")
    desk.settle()
    assert desk.window.preferences.done_hints == ("step",)
    used.give_back()
    again = used.take(qtbot, lambda: make_desk(Preferences()))
    assert again.window is desk.window
    assert seen(again) == new
    assert again.window.preferences.done_hints == ()


def test_panels_forget_filters(make_desk: Desks, qtbot: QtBot) -> None:
    used = UsedWindow()
    side = used.take(qtbot, make_desk).window.side
    table = side.panel(TablePanel)
    table.take_focus()
    table.only_mistakes.setChecked(True)
    used.give_back()
    assert used.take(qtbot, make_desk).window.side is side
    table.take_focus()
    assert not table.only_mistakes.isChecked()
    assert table.model.rowCount() == 0


def test_files_dialogs_and_notes_are_forgotten(make_desk: Desks, qtbot: QtBot, tmp_path: Path) -> None:
    used = UsedWindow()
    desk = used.take(qtbot, make_desk)
    new, filing, title = seen(desk), desk.commands.filing, desk.commands.title
    choice = desk.commands.pictures.choice
    desk.commands.pictures.dialog.sized.scale.setCurrentIndex(0)
    assert desk.commands.pictures.choice != choice
    title.show_dialog()
    title.dialog.close()
    title.change("four points", "read this")
    title._hide()
    filing.save_to(tmp_path / "noted.perceptron")
    desk.wait(lambda: not filing.saving.is_busy)
    assert seen(desk) != new
    used.give_back()
    again = used.take(qtbot, make_desk)
    assert again.window is desk.window
    assert seen(again) == new
    assert desk.commands.pictures.choice == choice
    assert filing.path is filing.shown_file is title.bar is None
    title.change("four points", "read this")
    assert title.bar is not None
    assert title.bar.isVisible()


def test_a_canvas_that_lines_have_made_smaller_shows_what_a_new_one_does(make_desk: Desks, qtbot: QtBot) -> None:
    used = UsedWindow()
    desk = used.take(qtbot, make_desk)
    desk.key(Key.Key_Q)
    desk.settle()
    desk.show(Dataset.of([[1.0, 2.0, 3.0], [3.0, 1.0, 2.0]], [0, 1]))
    used.give_back()
    assert used.take(qtbot, make_desk).window is desk.window


def test_panels_that_somebody_chose_fold_again_in_a_narrow_window(make_desk: Desks) -> None:
    desk = make_desk()
    desk.window.side.bring_named("dual")
    start_over(*desk.made)
    desk.window.resize(960, 600)
    desk.wait(lambda: not desk.window.side.is_open)


@pytest.mark.seldom
@pytest.mark.parametrize(
    "change",
    [
        lambda window: window.side.take_out(),
        QDialog,
        lambda window: window.central_area.setEnabled(False),
    ],
    ids=["place of a panel", "dialog", "what can be done"],
)
def test_a_window_that_differs_in_anything_else_is_not_used_again(
    make_desk: Desks, qtbot: QtBot, change: Callable[[MainWindow], object]
) -> None:
    used = UsedWindow()
    desk = used.take(qtbot, make_desk)
    change(desk.window)
    desk.settle()
    used.give_back()
    assert used.take(qtbot, make_desk).window is not desk.window
