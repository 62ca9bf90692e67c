"""Another document is one step of undo: nothing is asked or lost, and the file from home is not overwritten."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFileDialog, QMessageBox

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode
from perceptron_gui.files.sessions.session_file import read_session
from perceptron_gui.gui.filing import copy_folders, unsaved_copy
from perceptron_gui.gui.filing.copy_folders import find_kept
from perceptron_gui.session.document import Document
from perceptron_gui.session.folders import state_folder
from perceptron_gui.session.points.history import History
from tests.gui.conftest import Desks
from tests.gui.desk import Desk
from tests.gui.filing.saved import points_in, write

Buttons = QMessageBox.StandardButton
FIVE = Dataset.of([[1, 1], [2, 1], [1, 2], [-1, -1], [-2, -1]], [1, 1, 1, 0, 0])


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A session that was prepared at home."""
    return write(tmp_path / "home.perceptron", FIVE)


def generate(desk: Desk) -> None:
    """Put generated points in the place of those that are there."""
    desk.do("data.generate")
    dialog = desk.commands.late["generator"].made.dialog
    desk.wait(lambda: dialog._made is not None)
    dialog.replace.click()
    dialog.reject()


OTHERS: dict[str, Callable[[Desk], object]] = {
    "an example": lambda desk: desk.window.top.sample_chosen.emit("xor"),
    "an example of the gallery": lambda desk: desk.commands.examples._open_from_gallery("iris"),
    "generated points": generate,
    "a new plane": lambda desk: desk.do("file.new"),
}


@pytest.mark.parametrize("other", OTHERS)
def test_another_document_asks_nothing_has_no_path_and_undo_takes_it_back(
    desk: Desk, home: Path, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Save was the default of a question, and Enter overwrote the file."""
    desk.open(home)
    desk.window.top.modes[Mode.DUAL].click()
    desk.do("run.pin")
    desk.do("view.zoom_in")
    desk.window.controller.seek(3)
    desk.wait(lambda: desk.snapshot.visit == 3)
    before, written, pins = desk.document, home.read_bytes(), desk.window.controller.view_state.pins
    part = desk.window.canvas.frame.rectangle
    OTHERS[other](desk)
    assert not desk.boxes() and desk.document.origin != before.origin
    assert desk.commands.filing.path is None and "home" not in desk.window.windowTitle()
    assert "Undo brings “home” back" in desk.message
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: ("", ""))
    desk.save()
    assert home.read_bytes() == written
    desk.do("edit.undo")
    assert desk.document is before and desk.commands.filing.path == home
    assert desk.window.windowTitle() == "home[*] — Perceptron Lab" and desk.window.isWindowModified()
    desk.wait(lambda: desk.snapshot.visit == 3)
    desk.settle()
    assert desk.message == "“home” is back as you left it."
    assert desk.window.controller.view_state.pins == pins
    assert desk.window.canvas.frame.rectangle == pytest.approx(part)
    desk.save()
    assert home.read_bytes() != written and not desk.window.isWindowModified()


@pytest.mark.parametrize("other", ["", "an example", "generated points"])
def test_a_title_that_the_user_did_not_choose_gives_way_to_the_name_of_the_file(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: str
) -> None:
    """An example saved as lecture was called “Two classes” for good. "": the one that a start shows."""
    if other:
        OTHERS[other](desk)
    desk.window.controller.place([[0.25] * desk.document.dataset.n_features], [1])
    desk.wait(lambda: desk.window.isWindowModified())
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(tmp_path / "lecture.perceptron"), ""))
    desk.save("file.save_as")
    assert desk.document.title == "lecture"
    desk.open(tmp_path / "lecture.perceptron")
    assert desk.document.title == "lecture"


def test_untitled_points_are_called_so_when_they_are_back(desk: Desk) -> None:
    """The sentence said: “” is back as you left it."""
    desk.do("file.new")
    desk.click(1, 1)
    desk.window.controller.place([[-1, -1]], [0])
    desk.window.top.sample_chosen.emit("xor")
    assert "Undo brings “untitled” back" in desk.message
    desk.do("edit.undo")
    desk.settle()
    assert desk.message == "“untitled” is back as you left it."


def test_generated_points_keep_pinned_runs_and_are_one_document_however_often_they_are_made(
    desk: Desk, home: Path
) -> None:
    desk.open(home)
    desk.do("run.pin")
    pins = desk.window.controller.view_state.pins
    generate(desk)
    first = desk.document
    desk.commands.late["generator"].made.dialog.take_next_seed()
    generate(desk)
    assert desk.document.origin == first.origin and desk.document.title == "Clouds"
    assert desk.window.controller.view_state.pins == pins
    assert not desk.commands.filing.path and not desk.window.controller.history.left
    desk.do("edit.undo")
    assert desk.document is first
    desk.do("edit.undo")
    assert desk.commands.filing.path == home and not desk.window.isWindowModified()


REASONS: dict[str, tuple[Callable[[Desk], object], str]] = {
    "points": (lambda desk: move(desk, 0, 1), "You moved 2 points."),
    "more": (
        lambda desk: (desk.click(3, 2), desk.window.controller.relabel([0], 0)),
        "You changed the class of 1 point",
    ),
    "rules": (lambda desk: desk.window.top.modes[Mode.DUAL].click(), "You switched to Dual."),
    "title": (lambda desk: desk.commands.title.change("Mine", ""), "You changed the title."),
}


def move(desk: Desk, *indices: int) -> None:
    moved = desk.dataset.X[[*indices]] + 0.5
    desk.window.controller.set_dataset(desk.dataset.moved([*indices], moved), "move")


@pytest.mark.parametrize(("way", "reason"), [*(("close", reason) for reason in REASONS), ("open", "points")])
def test_closing_and_opening_another_file_tell_the_reason_and_enter_loses_nothing(
    desk: Desk, home: Path, tmp_path: Path, reason: str, way: str
) -> None:
    desk.open(home)
    change, sentence = REASONS[reason]
    change(desk)
    before, written = desk.document, home.read_bytes()
    defaults: list[object] = []

    def press_enter() -> None:
        for box in desk.boxes():
            defaults.append((box.standardButton(box.defaultButton()), box.text()))
            box.defaultButton().click()

    timer = QTimer(desk.window)
    timer.timeout.connect(press_enter)
    timer.start(10)
    if way == "close":
        assert not desk.window.close()
    else:
        desk.open(write(tmp_path / "other.perceptron"))
        desk.wait(lambda: defaults)
    timer.stop()
    ((button, text),) = defaults
    assert button == Buttons.Cancel and sentence in text and ("“Mine”" if reason == "title" else "“home”") in text
    assert desk.document is before and home.read_bytes() == written


def test_closing_with_an_example_in_front_asks_about_the_work_under_it_and_saves_it_where_it_belongs(
    make_desk: Desks, home: Path
) -> None:
    desk = make_desk(path=str(home))
    desk.wait(lambda: desk.document.title == "home")
    move(desk, 0)
    desk.window.controller.seek(2)
    desk.wait(lambda: desk.snapshot.visit == 2)
    moved = desk.dataset
    desk.window.top.sample_chosen.emit("xor")
    texts = desk.answer(Buttons.Cancel)
    assert not desk.window.close()
    assert texts == ["“home” is not saved. You moved 1 point."]
    texts = desk.answer(Buttons.Save)
    assert desk.window.close() and len(texts) == 1
    assert np.array_equal(points_in(home).X, moved.X)
    assert read_session(home).session.place.visit == 2


def test_several_unsaved_documents_are_one_question(make_desk: Desks, home: Path) -> None:
    desk = make_desk(path=str(home))
    desk.wait(lambda: desk.document.title == "home")
    move(desk, 0)
    desk.window.top.sample_chosen.emit("xor")
    desk.window.controller.place([[0.3, 0.3], [0.4, 0.4]], [0, 1])
    desk.do("file.new")
    texts = desk.answer(Buttons.Discard)
    assert desk.window.close()
    (text,) = texts
    assert text == "“home” is not saved. You moved 1 point. “XOR” is not saved. You added 2 points."
    assert not find_kept()


def test_who_discards_for_another_file_is_not_asked_again_unless_undo_brings_it_back(
    make_desk: Desks, home: Path, tmp_path: Path
) -> None:
    desk = make_desk(path=str(home))
    desk.wait(lambda: desk.document.title == "home")
    move(desk, 0)
    desk.window.top.sample_chosen.emit("xor")
    texts = desk.answer(Buttons.Discard)
    desk.open(write(tmp_path / "other.perceptron"))
    desk.wait(lambda: desk.document.title == "other")
    assert len(texts) == 1 and not desk.commands.filing.unsaved
    desk.do("edit.undo")
    desk.do("edit.undo")
    assert desk.document.title == "home"
    desk.do("edit.redo")
    assert [each.title for each in desk.commands.filing.unsaved] == ["home"]
    texts = desk.answer(Buttons.Discard)
    assert desk.window.close()
    desk.wait(lambda: texts)


def test_who_saves_at_the_question_and_opens_the_same_file_sees_what_was_saved(make_desk: Desks, home: Path) -> None:
    """The file had been read before it was saved, and the points of before the edits were shown as those in it."""
    desk = make_desk(path=str(home))
    desk.wait(lambda: desk.document.title == "home")
    move(desk, 0)
    moved = desk.dataset.X
    texts = desk.answer(Buttons.Save)
    desk.open(home)
    desk.wait(lambda: texts and not desk.commands.filing.opening.is_busy)
    assert len(texts) == 1
    assert np.array_equal(desk.dataset.X, moved) and np.array_equal(points_in(home).X, moved)
    move(desk, 1)
    desk.do("file.save")  # not "changed outside this window"
    desk.wait(lambda: not desk.window.isWindowModified())


def test_a_file_that_cannot_be_read_is_no_reason_to_ask(desk: Desk, home: Path, tmp_path: Path) -> None:
    desk.open(home)
    move(desk, 0)
    desk.open(tmp_path / "gone.csv")
    (box,) = desk.boxes()
    assert "gone.csv" in box.text()
    box.close()
    assert desk.commands.filing.unsaved == [desk.document]


# The copy


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unsaved_copy, "DELAY_MS", 1)


def kept_titles() -> list[str]:
    return sorted(path.stem for path in (state_folder() / copy_folders.FOLDER).glob("*/*.perceptron"))


def test_work_under_an_example_stays_kept_until_it_is_safe(make_desk: Desks, home: Path, at_once: None) -> None:
    """An untouched example in front had the copy of the earlier work removed: a crash would have lost it."""
    desk = make_desk(path=str(home))
    desk.wait(lambda: desk.document.title == "home")
    move(desk, 0)
    moved = desk.dataset
    desk.window.top.sample_chosen.emit("xor")
    desk.window.controller.place([[0.3, 0.3]], [0])
    desk.wait(lambda: kept_titles() == ["XOR", "home"])
    for keeper in desk.commands.filing.keepers:
        keeper._wait()
    (path,) = (state_folder() / copy_folders.FOLDER).glob("*/home.perceptron")
    assert np.array_equal(points_in(path).X, moved.X)
    desk.do("edit.undo")
    desk.do("edit.undo")
    desk.wait(lambda: kept_titles() == ["home"])
    desk.save()
    desk.wait(lambda: not kept_titles())


def test_who_leaves_without_a_question_finds_all_of_it_at_the_next_start(
    make_desk: Desks, home: Path, at_once: None
) -> None:
    desk = make_desk(path=str(home))
    desk.wait(lambda: desk.document.title == "home")
    move(desk, 0)
    desk.window.top.sample_chosen.emit("xor")
    desk.window.controller.place([[0.3, 0.3]], [0])
    desk.commands.filing.is_forced = True
    desk.window.close()
    assert sorted(kept.title for kept in find_kept()) == ["XOR", "home"]


def test_what_the_memory_of_undo_has_no_room_for_is_still_asked_about() -> None:
    history = History(Document(FIVE, origin="home"), budget=1)
    history.push(history.document.with_dataset(FIVE.moved([0], [[5, 5]])), "move")
    unsaved = history.document
    history.push(Document(Dataset.of(np.zeros((5000, 2)), [0] * 5000), origin="example"), "open")
    history.mark_saved()
    assert not history.undo_text and [*history.left.values()] == [unsaved]
