"""Opening never blocks the window, can be cancelled, and takes only the file that was asked for last."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox

from perceptron_gui.files.file_work import Report
from perceptron_gui.files.points import points_file
from perceptron_gui.files.points.points_file import PointsFile, read_points
from tests.gui.conftest import Desks
from tests.gui.desk import Desk

Buttons = QMessageBox.StandardButton
TEXT = "x1,x2,label\n0.1,0.2,no\n3,4,yes\n"


@pytest.fixture
def two_points(tmp_path: Path) -> Path:
    path = tmp_path / "two.csv"
    path.write_text(TEXT, encoding="utf-8")
    return path


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Let reading stand still until the event is set; it can be cancelled meanwhile."""
    goes_on = threading.Event()

    def read(path: Path, report: Report, most_classes: int) -> PointsFile:
        while not goes_on.wait(0.001):
            report(0.25)
        return read_points(path, report, most_classes)

    monkeypatch.setattr(points_file, "read_points", read)
    yield goes_on
    goes_on.set()


def bar_of(desk: Desk) -> object:
    return desk.commands.filing.opening.line.bar


def sees_bar(desk: Desk) -> Callable[[], bool]:
    return lambda: bar_of(desk) is not None and bar_of(desk).isVisible()  # type: ignore[attr-defined]


def press(desk: Desk, words: str) -> None:
    from PySide6.QtWidgets import QPushButton

    (button,) = [b for b in bar_of(desk).findChildren(QPushButton) if b.text() == words]  # type: ignore[attr-defined]
    button.click()


def test_the_window_goes_on_while_a_file_is_read(desk: Desk, two_points: Path, slowly: threading.Event) -> None:
    desk.commands.filing.open_path(two_points)
    desk.do("run.step")
    desk.wait(lambda: desk.snapshot.visit == 1)
    slowly.set()
    desk.wait_until_read()
    assert desk.dataset.classes == ("no", "yes")


def test_a_long_reading_shows_how_far_it_is_and_can_be_cancelled(
    desk: Desk, two_points: Path, slowly: threading.Event
) -> None:
    before = desk.document
    desk.commands.filing.open_path(two_points)
    assert not sees_bar(desk)()
    desk.wait(sees_bar(desk))
    desk.wait(lambda: bar_of(desk).progress.value() == 25)  # type: ignore[attr-defined]
    assert "two.csv" in bar_of(desk).text.text()  # type: ignore[attr-defined]
    press(desk, "Cancel")
    assert not sees_bar(desk)()
    assert not desk.commands.filing.opening.is_busy
    assert desk.document is before


def test_a_short_reading_shows_nothing(desk: Desk, two_points: Path) -> None:
    desk.open(two_points)
    assert bar_of(desk) is None


def test_of_two_files_the_later_one_comes(
    desk: Desk, two_points: Path, tmp_path: Path, slowly: threading.Event
) -> None:
    other = tmp_path / "other.csv"
    other.write_text(TEXT.replace("no", "later"))
    desk.commands.filing.open_path(two_points)
    desk.commands.filing.open_path(other)
    slowly.set()
    desk.wait_until_read()
    assert desk.dataset.classes == ("later", "yes")
    assert desk.commands.filing.imported(desk.document).path == other  # type: ignore[union-attr]


@pytest.mark.parametrize("action", ["file.new", "example"])
def test_who_starts_something_else_meanwhile_keeps_it(
    desk: Desk, two_points: Path, slowly: threading.Event, action: str
) -> None:
    desk.commands.filing.open_path(two_points)
    if action == "example":
        desk.window.top.sample_chosen.emit("xor")
    else:
        desk.do(action)
    before = desk.document
    slowly.set()
    desk.settle()
    assert desk.document is before


def test_points_placed_while_a_file_is_read_are_asked_about(
    desk: Desk, two_points: Path, slowly: threading.Event
) -> None:
    desk.commands.filing.open_path(two_points)
    desk.click(0.7, 2.2)
    placed = desk.document
    texts = desk.answer(Buttons.Cancel)
    slowly.set()
    desk.wait_until_read()
    desk.wait(lambda: texts)
    assert desk.document is placed


def test_a_window_is_closed_while_a_file_is_read(make_desk: Desks, two_points: Path, slowly: threading.Event) -> None:
    desk = make_desk()
    desk.commands.filing.open_path(two_points)
    desk.wait(sees_bar(desk))
    assert desk.window.close()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_is_a_sentence_and_no_wait(desk: Desk, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.csv")
    desk.open(tmp_path / "pipe.csv")
    (box,) = desk.boxes()
    assert "no ordinary file" in box.text()
    box.close()


def test_a_fault_while_reading_ends_the_reading(desk: Desk, two_points: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(path: Path, report: Report, most_classes: int) -> PointsFile:
        raise ZeroDivisionError

    caught: list[object] = []
    monkeypatch.setattr(threading, "excepthook", caught.append)
    monkeypatch.setattr(points_file, "read_points", read)
    desk.open(two_points)
    assert len(caught) == 1


def test_the_first_picture_of_many_points_takes_the_window_s_thread_a_moment_only(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "many.csv"
    rows = "".join(f"{i % 997},{i % 991},{'AB'[i % 2]}\n" for i in range(200_000))
    path.write_text("x1,x2,label\n" + rows)
    begin = time.thread_time()
    desk.open(path)
    desk.window.grab()
    desk.settle()
    desk.window.grab()
    assert time.thread_time() - begin < 1.0
    assert desk.dataset.n_samples == 200_000
