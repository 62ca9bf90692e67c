"""What is done while something is still worked out, or beside a lesson, is about what it was done on (L1, L3, A15)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QInputDialog

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.files.lessons import lesson_file, progress
from perceptron_gui.files.sessions.session_file import read_session
from perceptron_gui.frozen import replace
from perceptron_gui.gui.features.lessons import LessonCommands, class_answers
from perceptron_gui.gui.features.lessons.playing import Playing
from perceptron_gui.session.exercises.visit_questions import RightOrMistake
from perceptron_gui.session.lessons.lesson import Page
from perceptron_gui.session.lessons.questions import Make, Separable
from perceptron_gui.session.lessons.run_questions import Number
from tests.gui.desk import Desk, Key
from tests.gui.features.lessons import made


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep progress in a folder of this test."""
    monkeypatch.setenv("PERCEPTRON_LAB_CONFIG", str(tmp_path / "own"))


def held(monkeypatch: pytest.MonkeyPatch, owner: object, name: str) -> threading.Event:
    """Let what is worked out in other threads wait until an event is set."""
    let, work = threading.Event(), getattr(owner, name)

    def wait(*args: Any) -> Any:
        if threading.current_thread() is not threading.main_thread():
            let.wait(10)
        return work(*args)

    monkeypatch.setattr(owner, name, wait)
    return let


@pytest.fixture
def judging(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """An event before which no answer is judged beside the window."""
    let = held(monkeypatch, Playing, "judge")
    yield let
    let.set()


def at_rest(desk: Desk, let: threading.Event) -> None:
    """Let what waits be worked out, and wait for it."""
    let.set()
    desk.wait(lambda: not desk.window.controller.background.is_busy)
    desk.settle()


def answers_of(commands: LessonCommands) -> list[tuple[int, object, int | None]]:
    """Return page, value and tries of what was answered, as it is on the disk."""
    kept = progress.kept(commands.player.now.file.digest)
    return [(answer.page, answer.value, answer.tries) for answer in kept.answers.answers]


def turn(desk: Desk, commands: LessonCommands) -> None:
    commands.player.go_to(5)


def look_again(desk: Desk, commands: LessonCommands) -> None:
    desk.key(Key.Key_Backspace, on=desk.window.canvas)


def have_it_shown(desk: Desk, commands: LessonCommands) -> None:
    commands.player.card.ask.show_me.click()


def take_a_name(desk: Desk, commands: LessonCommands) -> None:
    commands.take_name("Ada")


@pytest.mark.parametrize("act", [turn, look_again, have_it_shown, take_a_name])
def test_an_answer_counts_whatever_is_done_before_it_is_judged(
    desk: Desk, tmp_path: Path, judging: threading.Event, act: Callable[[Desk, LessonCommands], None]
) -> None:
    commands = made.played(desk, tmp_path)
    made.RIGHT["number"](desk, made.turned_to(desk, commands, "number"))
    act(desk, commands)
    at_rest(desk, judging)
    assert answers_of(commands) == [(4, "7", 1)]
    assert commands.player.now.kept.told == (4,)


def test_an_answer_counts_though_the_lesson_is_put_away_before_it_is_judged(
    desk: Desk, tmp_path: Path, judging: threading.Event
) -> None:
    commands = made.played(desk, tmp_path)
    made.RIGHT["number"](desk, made.turned_to(desk, commands, "number"))
    digest = commands.player.now.file.digest
    commands.end()
    at_rest(desk, judging)
    assert [answer.value for answer in progress.kept(digest).answers.answers] == ["7"]


def test_an_answer_that_is_not_judged_yet_is_handed_in(desk: Desk, tmp_path: Path, judging: threading.Event) -> None:
    commands = made.played(desk, tmp_path)
    commands.take_name("Ada")
    made.RIGHT["number"](desk, made.turned_to(desk, commands, "number"))
    commands.write_answers(tmp_path / "ada.answers")
    assert [each.value for each in lesson_file.read_answers(tmp_path / "ada.answers").answers] == ["7"]
    at_rest(desk, judging)


def test_after_a_right_answer_no_other_is_taken_though_it_is_not_judged_yet(
    desk: Desk, tmp_path: Path, judging: threading.Event
) -> None:
    commands = made.played(desk, tmp_path)
    control = made.turned_to(desk, commands, "choice")
    made.RIGHT["choice"](desk, control)
    made.WRONG["choice"](desk, control)
    at_rest(desk, judging)
    assert answers_of(commands) == [(8, 2, 1)]


def test_who_has_the_answer_shown_after_answering_sees_one_visit(
    desk: Desk, tmp_path: Path, judging: threading.Event
) -> None:
    commands = made.played(desk, tmp_path)
    control = made.turned_to(desk, commands, "right_or_mistake")
    before = desk.settle().visit
    made.RIGHT["right_or_mistake"](desk, control)
    have_it_shown(desk, commands)
    at_rest(desk, judging)
    assert desk.snapshot.visit == before + 1


def test_an_answer_in_a_lesson_that_is_tried_is_none_to_the_one_that_its_author_makes_of_it(
    desk: Desk, tmp_path: Path, judging: threading.Event
) -> None:
    commands = made.played(desk, tmp_path)
    here = commands.player.now
    tried = [Playing(here.path, here.file, "en", replace(here.kept, page=4), is_tried=True) for _ in range(2)]
    commands.begin_with(tried[0])
    made.settled(desk, commands)
    made.RIGHT["number"](desk, commands.player.card.ask.control)  # type: ignore[arg-type]
    commands.begin_with(tried[1])
    at_rest(desk, judging)
    assert [len(each.kept.answers.answers) for each in tried] == [1, 0]
    assert not commands.player.card.ask.reply.text()


VARIED = Page("three", 1, made.text("Yours."), ask=Number("f", 3, vary=True))


def test_what_was_answered_to_the_numbers_of_another_name_goes_with_it(desk: Desk, tmp_path: Path) -> None:
    commands = made.played(desk, tmp_path, made.lesson(VARIED, made.QUESTIONS["choice"]))
    for dialog in desk.window.findChildren(QInputDialog):
        dialog.reject()
    made.typed("7")(desk, commands.player.card.ask.control)  # type: ignore[arg-type]
    desk.wait(commands.player.card.ask.reply.text)
    commands.player.go_to(2)
    made.settled(desk, commands)
    made.RIGHT["choice"](desk, commands.player.card.ask.control)  # type: ignore[arg-type]
    desk.wait(commands.player.card.ask.reply.text)
    commands.take_name("Ada")
    made.settled(desk, commands)
    assert [page for page, *_ in answers_of(commands)] == [2]
    assert commands.player.now.is_open(1)
    commands.player.go_to(1)
    made.settled(desk, commands)
    made.typed("1")(desk, commands.player.card.ask.control)  # type: ignore[arg-type]
    desk.wait(commands.player.card.ask.reply.text)
    commands.take_name("  ADA ")  # the same numbers
    assert [page for page, *_ in answers_of(commands)] == [2, 1]


def test_who_hands_in_without_a_name_types_it_and_hands_in(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = made.played(desk, tmp_path)
    asked: list[Path] = []
    name = "perceptron_gui.gui.features.lessons.ask_for_target"
    monkeypatch.setattr(name, lambda _window, _title, suggestion, _filters: asked.append(suggestion))
    desk.do("lessons.hand_in")
    (dialog,) = desk.window.findChildren(QInputDialog)
    dialog.setTextValue("Ada")
    dialog.accept()
    assert [path.name.startswith("Ada, made") for path in asked] == [True]
    assert commands.player.now.name == "Ada"


def test_a_proof_is_of_the_points_that_were_marked_though_others_were_deleted(desk: Desk, tmp_path: Path) -> None:
    five = Dataset.of([[5, 5], [0, 0], [1, 1], [0, 1], [1, 0]], [1, 0, 0, 1, 1])
    page = Page("s", 0, made.text("Five."), hide=frozenset({"verdict"}), ask=Separable())
    commands = made.played(desk, tmp_path, replace(made.lesson(page), sessions={"s": made.session(five)}))
    desk.window.gestures.select([0])
    desk.do("edit.delete")
    desk.settle()
    made.marked(0, 1, 2, 3)(desk, commands.player.card.ask.control)  # type: ignore[arg-type]
    desk.wait(commands.player.card.ask.reply.text)
    assert commands.player.card.ask.reply.text().startswith("Yes.")
    assert answers_of(commands)[0][1].points == (2, 3, 4, 5)  # type: ignore[attr-defined]


def test_what_was_changed_before_an_answer_comes_back_by_undo(desk: Desk, tmp_path: Path) -> None:
    commands = made.played(desk, tmp_path, made.lesson(made.asking(RightOrMistake())))
    desk.window.controller.place([[0.0, 5.0]], [0])
    desk.settle()
    made.figure(1)(desk, commands.player.card.ask.control)  # type: ignore[arg-type]
    desk.wait(commands.player.card.ask.reply.text)
    desk.settle()
    assert desk.dataset.n_samples == 3
    desk.do("edit.undo")
    assert desk.dataset.n_samples == 4


def test_a_click_before_the_points_of_a_name_are_there_is_none_on_its_page(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = Make("not_separable", frozenset({"points"}), vary=True)
    pages = Page("three", 0, made.text("Look.")), Page("three", 0, made.text("Spoil it."), ask=make)
    commands = made.played(desk, tmp_path, made.lesson(*pages))
    commands.take_name("Emmy")
    made.settled(desk, commands)
    let = held(monkeypatch, Playing, "asked")
    commands.player.go_to(2)
    desk.settle()
    desk.window.controller.place([[0.0, 5.0]], [0])
    let.set()
    made.settled(desk, commands)
    assert commands.player.asked is not None
    assert desk.dataset.X.tolist() == commands.player.asked.session.document.dataset.X.tolist()


def test_marks_of_a_lesson_that_is_no_longer_played_do_not_come(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = made.played(desk, tmp_path)
    (tmp_path / "class").mkdir()
    commands.take_name("Ada")
    commands.write_answers(tmp_path / "class" / "Ada.answers")
    desk.do("lessons.class")
    let = held(monkeypatch, class_answers, "marks_of")
    commands.class_answers.read(tmp_path / "class")
    desk.settle()
    other = tmp_path / "other.lesson"
    lesson_file.write(other, made.lesson(made.QUESTIONS["choice"]))
    desk.open(other)
    desk.wait(lambda: commands.player.now.path == other)
    desk.do("lessons.class")
    at_rest(desk, let)
    assert "folder" in commands.class_answers.summary.text()


def test_a_window_in_which_nothing_was_answered_leaves_what_another_one_has(desk: Desk, tmp_path: Path) -> None:
    commands = made.played(desk, tmp_path)
    here = commands.player.now
    there = Playing(here.path, here.file, "en", progress.kept(here.file.digest))
    there.turn(8)
    there.record(there.judge(8, 2, ""))
    progress.keep(there.kept)
    desk.do("lessons.end")
    assert [answer.page for answer in progress.kept(here.file.digest).answers.answers] == [8]


def beside(desk: Desk, folder: Path) -> LessonCommands:
    """Play a lesson, open a session beside it, and place a point in that."""
    commands = made.played(desk, folder)
    desk.commands.filing.save_to(folder / "own.perceptron")
    desk.wait(lambda: not desk.commands.filing.saving.is_busy)
    desk.open(folder / "own.perceptron")
    desk.window.controller.place([[0.0, 5.0]], [0])
    desk.settle()
    return commands


def test_what_is_unsaved_beside_a_lesson_is_asked_about_before_a_page_comes(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = beside(desk, tmp_path)
    said: list[bool] = []
    monkeypatch.setattr(desk.commands.filing, "may_leave", lambda: said.append(False) or False)
    desk.key(Key.Key_PageDown)
    assert said == [False]
    assert (commands.player.now.number, desk.dataset.n_samples) == (1, 4)


def test_beside_a_lesson_a_second_start_finds_the_session_that_is_shown(desk: Desk, tmp_path: Path) -> None:
    beside(desk, tmp_path)
    assert desk.commands.filing.raising.shows(str(tmp_path / "own.perceptron"))


def test_a_page_is_not_saved_into_the_file_of_another_one(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = [Page("three", visit, made.text("A page.")) for visit in (0, 1)]
    commands = made.played(desk, tmp_path, made.lesson(*pages))
    desk.window.controller.place([[0.0, 5.0]], [0])
    path = tmp_path / "mine.perceptron"
    desk.commands.filing.save_to(path)
    desk.wait(lambda: not desk.commands.filing.saving.is_busy)
    commands.player.go_to(2)
    made.settled(desk, commands)
    desk.window.controller.place([[9.0, 9.0]], [1])
    monkeypatch.setattr(desk.commands.filing, "_save_as", lambda _document: False)
    desk.do("file.save")
    desk.wait(lambda: not desk.commands.filing.saving.is_busy)
    assert [0.0, 5.0] in read_session(path).session.document.dataset.X.tolist()


@pytest.mark.parametrize("comes_another", [False, True])
def test_a_name_is_for_the_lesson_that_asked_for_it(desk: Desk, tmp_path: Path, comes_another: bool) -> None:
    commands, done = made.played(desk, tmp_path), list[bool]()
    commands.ask_name(lambda: done.append(True))
    (dialog,) = [each for each in desk.window.findChildren(QInputDialog) if each.isVisible()]
    commands.end()
    if comes_another:
        commands = made.played(desk, tmp_path, made.lesson(made.QUESTIONS["choice"]))
    dialog.setTextValue("Emmy")
    dialog.accept()
    assert not done and (commands.player.playing is None or not commands.player.now.name)
