"""Opening never blocks the window, can be cancelled, and takes only the file that was asked for last."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from perceptron_gui.files.file_work import Report
from perceptron_gui.files.points import points_file
from perceptron_gui.files.points.points_file import PointsFile, read_points
from perceptron_gui.gui import app
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import Document
from tests.gui.conftest import Desks
from tests.gui.desk import Desk, Key
from tests.pace import within

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


EDITS: dict[str, Callable[[Desk], object]] = {
    "a click": lambda desk: desk.click(0.7, 2.2),
    "a drag": lambda desk: desk.drag(tuple(desk.dataset.X[0]), (0, 0), (1, 1)),
    "a key": lambda desk: (desk.window.gestures.select([0]), desk.key(Key.Key_Delete, on=desk.window.canvas)),
    "a command": lambda desk: desk.do("edit.clear"),
    "undo": lambda desk: desk.do("edit.undo"),
    "a rule": lambda desk: desk.window.top.rules_changed.emit("η", {"eta": 0.5}),
    "start weights": lambda desk: desk.window.controller.start_from((1.0, 2.0, 3.0)),
    "a title": lambda desk: desk.commands.title.change("Mine", ""),
}


def test_no_input_reaches_points_that_are_about_to_be_replaced(
    desk: Desk, two_points: Path, slowly: threading.Event
) -> None:
    desk.window.top.sample_chosen.emit("xor")
    desk.commands.filing.open_path(two_points)
    before = desk.document
    for edit, act in EDITS.items():
        desk.window.status.clear_notice()
        assert "Wait a moment" not in desk.message
        act(desk)
        assert desk.document is before, edit
        assert desk.message == "Wait a moment: two.csv is being opened.", edit
    slowly.set()
    desk.wait_until_read()
    assert desk.dataset.classes == ("no", "yes") and not desk.boxes()
    desk.click(1, 1)
    assert desk.dataset.n_samples == 3


@pytest.mark.parametrize("moment", ["canvas_built", "ready"])
def test_a_click_in_the_first_second_after_a_start_with_a_file_changes_nothing_and_asks_nothing(
    make_desk: Desks, two_points: Path, slowly: threading.Event, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """It edited the example, and the question about saving that kept the file from being opened."""
    clicked: list[Document] = []

    def click(window: MainWindow) -> None:
        window.controller.place([[0.7, 2.2]], [0])
        clicked.append(window.controller.document)

    made = app.make_window

    def make(*arguments: object) -> MainWindow:
        window = made(*arguments)  # type: ignore[arg-type]
        getattr(window, moment).connect(lambda: click(window))
        return window

    monkeypatch.setattr("tests.gui.conftest.make_window", make)
    desk = make_desk(path=str(two_points))
    (example,) = clicked
    assert example.dataset.n_samples == app.opening_document().dataset.n_samples
    slowly.set()
    desk.wait(lambda: desk.dataset.classes == ("no", "yes"))
    assert not desk.boxes() and not desk.window.isWindowModified()


def test_a_file_that_cannot_be_read_leaves_points_that_can_be_changed(desk: Desk, tmp_path: Path) -> None:
    desk.open(tmp_path / "gone.csv")
    desk.boxes()[0].close()
    before = desk.dataset.n_samples
    desk.click(0.7, 2.2)
    assert desk.dataset.n_samples == before + 1


def test_who_cancels_the_reading_goes_on_with_the_points(desk: Desk, two_points: Path, slowly: threading.Event) -> None:
    before = desk.dataset.n_samples
    desk.commands.filing.open_path(two_points)
    desk.commands.filing.opening.cancel()
    desk.click(0.7, 2.2)
    assert desk.dataset.n_samples == before + 1


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
    assert "not a regular file" in box.text()
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
    with within(1.0):
        desk.open(path)
        desk.window.grab()
        desk.settle()
        desk.window.grab()
    assert desk.dataset.n_samples == 200_000
