"""What a window does without while it starts (A9)."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QDialog, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.gui import window as gui_window
from perceptron_gui.gui.app import commands_of, make_window
from perceptron_gui.gui.canvas.view import CanvasView
from perceptron_gui.gui.commands.commands import Commands
from perceptron_gui.gui.style.style_sheet import apply_theme
from perceptron_gui.gui.style.theme import THEMES
from perceptron_gui.gui.window import MainWindow
from tests.gui.conftest import MakeDesk
from tests.gui.desk import Desk


class StyleChanges(QObject):
    """Counts the widgets that take a style sheet anew."""

    count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.StyleChange
        return False


def test_a_window_makes_no_dialog_and_no_editor_before_somebody_opens_it(desk: Desk) -> None:
    assert not desk.window.findChildren(QDialog)
    assert not [part for part in desk.window.canvas.children() if part.objectName() == "coordinateEditor"]


def frame_of(window: MainWindow) -> list[object]:
    """Return where the parts of the frame are, and what its bars say; but for the verdict, which is found later."""
    titles = [action.text() for action in window.menuBar().actions()]
    inner = [part for bar in (window.top, window.left, window.transport) for part in bar.findChildren(QWidget)]
    seen = [part for part in inner if part.isVisible() and part is not window.top.verdict]
    parts = (window.menuBar(), *window.bars, window.statusBar(), *seen)
    docks = window.side.dock.geometry().getRect()
    texts = [part.text() for part in seen if isinstance(part, QAbstractButton | QLabel | QLineEdit)]
    can = [button.isEnabled() for button in window.transport.buttons.values()]
    said = window.status.message.text()
    return [titles, texts, docks, can, said, *(part.geometry().getRect() for part in parts)]


def test_commands_come_when_the_frame_is_painted_and_nothing_in_it_moves_any_more(qtbot: QtBot) -> None:
    window = make_window(Preferences())
    painted: list[tuple[Commands | None, list[object]]] = []
    window.central_area.painted.connect(lambda: painted.append((commands_of(window), frame_of(window))))
    assert window.focusWidget() is window.central_area, "no button of a bar lights up for a blink"
    with qtbot.waitSignal(window.ready):
        window.show()
    assert painted[0] == (None, frame_of(window))
    assert commands_of(window).handlers()
    window.close()


def test_a_theme_that_the_program_has_already_is_not_taken_anew(desk: Desk) -> None:
    changes = StyleChanges()
    desk.window.top.verdict.installEventFilter(changes)
    apply_theme(THEMES["light"])
    assert not changes.count
    desk.do("view.dark")
    assert changes.count


def test_the_canvas_is_painted_only_in_its_place_and_with_all_points_in_view(
    make_desk: MakeDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[tuple[int, bool]] = []
    paint = CanvasView.paintEvent

    def watched(view: CanvasView, event: QPaintEvent) -> None:
        painted.append((view.width(), view.is_fitted))
        paint(view, event)

    monkeypatch.setattr(CanvasView, "paintEvent", watched)
    desk = make_desk()
    desk.wait(lambda: painted)
    assert set(painted) == {(desk.window.canvas.width(), True)}


def test_who_starts_with_a_file_sees_no_other_points_before(
    monkeypatch: pytest.MonkeyPatch, make_desk: MakeDesk, tmp_path: Path
) -> None:
    # First, and so put back last: Qt crashes where a window outlives the paint that it was made with.
    monkeypatch.setattr(gui_window, "MOST_STILL_MS", 60_000)
    path = tmp_path / "three.csv"
    path.write_text("x1,x2,class\n0,0,A\n1,0,B\n2,1,B\n")
    painted: list[tuple[int, int]] = []
    paint = CanvasView.paintEvent

    def watched(view: CanvasView, event: QPaintEvent) -> None:
        controller = cast("MainWindow", view.window()).controller
        marked = controller.snapshot.dataset.n_samples if controller.snapshot is not None else 0
        painted.append((controller.document.dataset.n_samples, marked))
        paint(view, event)

    monkeypatch.setattr(CanvasView, "paintEvent", watched)
    make_desk(path=str(path)).wait(lambda: painted)
    assert set(painted) == {(3, 3)}, "nor the errors of others at these points"


def test_the_examples_are_listed_once_for_the_bar_and_the_menu(desk: Desk) -> None:
    (entry,) = [action for action in desk.window.actions_by_id.menus["points"].actions() if action.text() == "Examples"]
    assert entry.menu() is desk.window.top.examples.menu()


def test_the_window_itself_is_never_told_not_to_update(make_desk: MakeDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that was moved into the screen meanwhile stayed grey from then on, until somebody touched it (X11)."""
    told: list[bool] = []
    monkeypatch.setattr(MainWindow, "setUpdatesEnabled", lambda window, on: told.append(on))
    desk = make_desk()
    desk.wait(lambda: desk.window.canvas.is_fitted)
    assert told == []
