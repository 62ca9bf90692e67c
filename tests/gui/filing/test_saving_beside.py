"""Saving never blocks the window: what was on the screen at Save is written, and leaving waits for it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QPushButton

from perceptron_gui.files.atomic import Written
from perceptron_gui.files.file_work import Report
from perceptron_gui.files.sessions import session_file
from perceptron_gui.files.sessions.session_file import write_session
from perceptron_gui.gui.app import EndingSignals
from perceptron_gui.session.saved.saved_session import SavedSession
from tests.gui.desk import Desk
from tests.gui.filing.saved import points_in, write

Buttons = QMessageBox.StandardButton


@pytest.fixture
def two_points(desk: Desk, tmp_path: Path) -> Path:
    """Return a file that is open, with a point more on the screen."""
    path = write(tmp_path / "two.perceptron")
    desk.open(path)
    desk.click(1.5, 2)
    return path


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Let writing stand still in the middle until the event is set; it can be cancelled meanwhile.

    What is kept unasked, packed, is written at once.
    """
    goes_on = threading.Event()

    def write(path: Path, session: SavedSession, report: Report, is_packed: bool = False) -> Written:
        def wait(part: float) -> None:
            report(0.25)
            while not goes_on.wait(0.001):
                report(0.25)

        return write_session(path, session, report if is_packed else wait, is_packed)

    monkeypatch.setattr(session_file, "write_session", write)
    yield goes_on
    goes_on.set()


def wait_until_saved(desk: Desk) -> None:
    desk.wait(lambda: not desk.commands.filing.saving.is_busy)


def count(path: Path) -> int:
    return points_in(path).n_samples


def test_what_was_on_the_screen_at_save_is_written_and_what_came_later_is_unsaved(
    desk: Desk, two_points: Path, slowly: threading.Event
) -> None:
    desk.do("file.save")
    desk.click(1, 2)
    assert count(two_points) == 2
    slowly.set()
    wait_until_saved(desk)
    assert count(two_points) == 3
    assert desk.dataset.n_samples == 4
    assert desk.window.isWindowModified()
    desk.do("edit.undo")
    assert not desk.window.isWindowModified()


def test_a_long_saving_shows_how_far_it_is_and_can_be_cancelled(
    desk: Desk, two_points: Path, slowly: threading.Event
) -> None:
    desk.do("file.save")
    line = desk.commands.filing.saving.line
    desk.wait(lambda: line.bar is not None and line.bar.isVisible() and line.bar.progress.value() == 25)
    assert line.bar is not None
    assert line.bar.text.text() == "Saving two.perceptron …"
    line.bar.findChild(QPushButton).click()
    assert not line.bar.isVisible()
    assert count(two_points) == 2
    assert [path.name for path in two_points.parent.iterdir()] == ["two.perceptron"]
    assert desk.window.isWindowModified()


def test_a_second_save_waits_and_writes_what_was_on_the_screen_then(
    desk: Desk, two_points: Path, slowly: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.do("file.save")
    desk.click(1, 2)
    desk.do("file.save")
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *_, **__: (str(two_points.with_name("b.perceptron")), "")
    )
    desk.do("file.save_as")
    desk.click(2, 2)
    slowly.set()
    wait_until_saved(desk)
    assert not desk.boxes()
    assert [count(two_points), count(two_points.with_name("b.perceptron")), desk.dataset.n_samples] == [4, 4, 5]
    assert desk.window.isWindowModified()
    assert desk.commands.filing.path == two_points.with_name("b.perceptron")


def test_closing_waits_until_all_is_written_and_asks_nothing(
    desk: Desk, two_points: Path, slowly: threading.Event
) -> None:
    desk.do("file.save")
    texts: list[str] = []

    def look() -> None:
        texts.extend(box.text() for box in desk.boxes())
        if texts:
            slowly.set()
            timer.stop()

    timer = QTimer(desk.window)
    timer.timeout.connect(look)
    timer.start(10)
    assert desk.window.close()
    assert texts == ["two.perceptron is still being saved."]
    assert count(two_points) == 3


def test_who_would_rather_go_on_stays(desk: Desk, two_points: Path, slowly: threading.Event) -> None:
    desk.do("file.save")
    texts = desk.answer(Buttons.Cancel)
    assert not desk.window.close()
    assert texts == ["two.perceptron is still being saved."]
    assert desk.commands.filing.saving.is_busy
    slowly.set()
    wait_until_saved(desk)
    assert not desk.window.isWindowModified()


def test_who_saves_on_closing_waits_for_it(desk: Desk, two_points: Path) -> None:
    desk.answer(Buttons.Save)
    assert desk.window.close()
    assert count(two_points) == 3


def test_points_that_could_not_be_saved_on_closing_keep_the_window_open(desk: Desk, two_points: Path) -> None:
    two_points.unlink()
    two_points.mkdir()
    (two_points / "other").touch()

    def look() -> None:
        for box in desk.boxes():
            # The file was changed outside: replace it. The session is unsaved: save it.
            button = box.button(Buttons.Yes) or box.button(Buttons.Save)
            if button is not None:
                button.click()

    timer = QTimer(desk.window)
    timer.timeout.connect(look)
    timer.start(10)
    assert not desk.window.close()
    timer.stop()
    (box,) = desk.boxes()
    assert "it is a folder" in box.text()
    box.close()
    assert desk.window.isWindowModified()


def test_a_signal_while_closing_waits_ends_it(
    desk: Desk, two_points: Path, slowly: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Qt's own exit would end every later event loop of the tests, too.
    monkeypatch.setattr(QApplication, "exit", lambda code: QApplication.activeModalWidget().close())
    ending = EndingSignals(desk.window, desk.commands.filing)
    desk.do("file.save")
    QTimer.singleShot(500, lambda: ending.on_signal(15))
    desk.window.close()
    assert ending.code(0) == 143
    assert count(two_points) == 2
    assert [path.name for path in two_points.parent.iterdir()] == ["two.perceptron"]
