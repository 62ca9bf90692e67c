"""A lesson in the window: pages, questions of every kind, tries, what is kept, the keys of a remote (L1, L3, L6)."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.files.lessons import lesson_file, progress
from perceptron_gui.frozen import replace
from perceptron_gui.gui.features.lessons import LessonCommands
from perceptron_gui.gui.features.lessons.ask_controls import CONTROLS
from perceptron_gui.gui.features.point_table import PointsPanel
from perceptron_gui.session.lessons.lesson import Answers, Page
from perceptron_gui.session.lessons.marking import Marking
from perceptron_gui.session.lessons.questions import KINDS
from perceptron_gui.session.lessons.run_questions import Number
from tests.gui.desk import Desk, Key, Modifier
from tests.gui.features.lessons import made


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep progress in a folder of this test."""
    monkeypatch.setenv("PERCEPTRON_LAB_CONFIG", str(tmp_path / "own"))


def test_every_kind_of_question_has_a_control_and_a_page_here() -> None:
    assert CONTROLS.keys() == KINDS.keys() == made.QUESTIONS.keys() == made.RIGHT.keys() == made.WRONG.keys()


def test_a_page_shows_its_session_with_text_and_place_and_the_keys_of_a_remote_stop_at_the_end(
    desk: Desk, tmp_path: Path
) -> None:
    commands = made.played(desk, tmp_path)
    assert "The formula is w = Σ αi yi xi." in commands.player.card.text.accessibleName().replace("\xa0", " ")
    assert commands.player.card.place.text() == "1 / 8"
    made.turned_to(desk, commands, "weights")
    assert desk.settle().visit == 3
    assert commands.player.card.place.text() == "5 / 8"
    for number in (6, 7, 8, 8):
        desk.key(Key.Key_PageDown)
        assert commands.player.card.place.text() == f"{number} / 8"
    desk.key(Key.Key_PageUp)
    assert commands.player.card.place.text() == "7 / 8"


@pytest.mark.seldom
def test_a_right_answer_is_praised_with_its_reason_no_other_one_is_taken_and_handed_in_it_is_right(
    desk: Desk, tmp_path: Path
) -> None:
    commands = made.played(desk, tmp_path)
    for kind in KINDS:
        control = made.turned_to(desk, commands, kind)
        made.RIGHT[kind](desk, control)
        desk.wait(lambda control=control: not control.isEnabled())
        said = commands.player.card.ask.reply.text()
        assert said.startswith("Yes."), kind
        assert len(said) > len("Yes. "), kind
        assert commands.player.card.ask.show_me.isHidden(), kind
        playing = commands.player.playing
        assert playing is not None
        answer = playing.answer_to(playing.number)
        assert answer is not None
        assert answer.tries == 1, kind
    commands.take_name("  Ada   Lovelace ")
    commands.write_answers(tmp_path / "ada.answers")
    answers = lesson_file.read_answers(tmp_path / "ada.answers")
    assert answers.name == "Ada Lovelace"
    assert marks_of(commands, answers) == dict.fromkeys(KINDS, 1)
    assert "7 of 7" in desk.message


def marks_of(commands: LessonCommands, answers: Answers) -> dict[str, int | None]:
    """Return the marks of answers that were handed in, by the kind of question."""
    file = commands.player.now.file
    right = Marking(file.lesson, file.digest).mark(answers).right
    return {kind: right[[*made.QUESTIONS].index(kind)] for kind in KINDS}


@pytest.mark.seldom
def test_after_a_wrong_answer_there_is_a_second_try_and_after_that_what_is_right(desk: Desk, tmp_path: Path) -> None:
    commands = made.played(desk, tmp_path)
    ask = commands.player.card.ask
    for kind in KINDS:
        control = made.turned_to(desk, commands, kind)
        made.WRONG[kind](desk, control)
        desk.wait(ask.reply.text)
        assert ask.reply.text().startswith("No."), kind
        assert "Try again" in ask.reply.text(), kind
        assert control.isEnabled(), kind
        made.WRONG[kind](desk, control)
        desk.wait(lambda control=control: not control.isEnabled())
        assert ask.reply.text().startswith("No."), kind
        assert "Try again" not in ask.reply.text(), kind
        assert commands.player.asked is not None
        assert commands.player.asked.solution in ask.reply.text(), kind
    commands.take_name("Emmy")
    commands.write_answers(tmp_path / "emmy.answers")
    answers = lesson_file.read_answers(tmp_path / "emmy.answers")
    assert marks_of(commands, answers) == dict.fromkeys(KINDS, 0)


def test_show_me_says_what_is_right_and_ends_the_question(desk: Desk, tmp_path: Path) -> None:
    commands = made.played(desk, tmp_path)
    for kind in ("number", "make"):
        control = made.turned_to(desk, commands, kind)
        commands.player.card.ask.show_me.click()
        assert not control.isEnabled(), kind
        assert commands.player.asked is not None
        shown = " The plane shows one way to do it." if kind == "make" else ""
        assert commands.player.card.ask.reply.text() == f"{commands.player.asked.solution}{shown}" != shown
        assert commands.player.playing is not None
        assert commands.player.playing.answer_to(commands.player.playing.number) is None, kind


@pytest.mark.parametrize("kind", ["right_or_mistake", "direction"])
def test_the_next_visit_waits_for_the_answer_and_then_comes(desk: Desk, tmp_path: Path, kind: str) -> None:
    commands = made.played(desk, tmp_path)
    control = made.turned_to(desk, commands, kind)
    before = desk.settle().visit
    desk.key(Key.Key_Right, on=desk.window.canvas)
    desk.window.controller.seek(before + 3)
    assert desk.settle().visit == before
    assert desk.settle().is_veiled
    made.RIGHT[kind](desk, control)
    desk.wait(lambda: desk.settle().visit == before + 1)
    assert not desk.snapshot.is_veiled


def test_an_arrow_answers_which_way_w_will_move(desk: Desk, tmp_path: Path) -> None:
    commands = made.played(desk, tmp_path)
    control = made.turned_to(desk, commands, "direction")
    tip = desk.window.canvas.frame.point(0, 0)
    assert desk.window.gestures.arrow_input.is_asked
    desk.drag((0.0, 0.0), (0.5, 0.5), (1.0, 1.0))
    assert tip is not None
    desk.wait(lambda: not control.isEnabled())
    assert "Your arrow is" in commands.player.card.ask.reply.text()
    assert not desk.window.gestures.arrow_input.is_asked


def test_what_was_answered_is_there_when_the_lesson_is_opened_again(desk: Desk, tmp_path: Path) -> None:
    commands = made.played(desk, tmp_path)
    control = made.turned_to(desk, commands, "weights")
    made.RIGHT["weights"](desk, control)
    desk.wait(lambda: not control.isEnabled())
    desk.do("lessons.end")
    assert desk.window.controller.page is None
    assert commands.player.card.isHidden()
    commands = made.played(desk, tmp_path)
    assert commands.player.card.place.text() == "5 / 8"
    desk.wait(lambda: commands.player.card.ask.reply.text().startswith("Yes."))
    again = commands.player.card.ask.control
    assert again is not None
    assert not again.isEnabled()


def test_an_answer_is_on_disk_as_soon_as_it_was_judged_and_what_is_no_number_counts_as_no_try(
    desk: Desk, tmp_path: Path
) -> None:
    commands = made.played(desk, tmp_path)
    control = made.turned_to(desk, commands, "number")
    made.typed("seven")(desk, control)
    assert "Type a number" in control.complaint.text()  # type: ignore[attr-defined]
    assert commands.player.playing is not None
    assert commands.player.playing.answer_to(4) is None
    made.WRONG["number"](desk, control)
    desk.wait(lambda: commands.player.card.ask.reply.text())
    kept = progress.kept(commands.player.playing.file.digest)
    assert [(each.page, each.value, each.tries) for each in kept.answers.answers] == [(4, "8", 1)]
    assert kept.page == 4
    field = control.fields[0]  # type: ignore[attr-defined]
    desk.qtbot.keyClicks(field, "7")  # in the place of the first try
    desk.key(Key.Key_Return, on=field)
    desk.wait(lambda: not field.isEnabled())
    kept = progress.kept(commands.player.playing.file.digest)
    assert [(each.page, each.value, each.tries) for each in kept.answers.answers] == [(4, "7", 2)]


def test_a_damaged_file_of_progress_is_a_beginning(desk: Desk, tmp_path: Path) -> None:
    commands = made.played(desk, tmp_path)
    assert commands.player.playing is not None
    digest = commands.player.playing.file.digest
    commands.player.go_to(3)
    (kept_file,) = progress._files(f"{digest[:32]}*")
    kept_file.write_bytes(b"{broken")
    assert progress.kept(digest).page == 1


def test_one_key_returns_from_wherever_the_student_has_wandered(desk: Desk, tmp_path: Path) -> None:
    commands = made.played(desk, tmp_path)
    made.turned_to(desk, commands, "number")
    desk.do("run.end")
    desk.settle()
    desk.window.controller.place([[0.0, 5.0]], [0])
    desk.settle()
    desk.key(Key.Key_Backspace, on=desk.window.canvas)
    assert desk.settle().visit == 1
    assert desk.dataset.n_samples == 3


def test_undo_takes_back_what_was_changed_on_this_page_and_never_the_page(desk: Desk, tmp_path: Path) -> None:
    pages = (
        Page("xor", 0, made.text("Four.")),
        Page("three", 0, made.text("Three.")),
        Page("three", 1, made.text("On.")),
    )
    commands = made.played(desk, tmp_path, made.lesson(*pages))
    undo = desk.window.actions_by_id["edit.undo"]
    for number, n_points in ((1, 4), (2, 3), (3, 3), (2, 3), (1, 4)):
        commands.player.go_to(number)
        made.settled(desk, commands)
        assert not undo.isEnabled(), number
        desk.window.controller.undo()
        assert desk.dataset.n_samples == n_points
        desk.window.controller.place([[0.0, 5.0]], [0])
        assert undo.isEnabled()
        desk.do("edit.undo")
        assert desk.dataset.n_samples == n_points
        desk.window.controller.place([[0.0, 5.0]], [0])
        desk.settle()


def test_what_was_changed_on_a_page_comes_back_by_undo_after_the_return_to_it(desk: Desk, tmp_path: Path) -> None:
    made.played(desk, tmp_path, made.lesson(Page("three", 1, made.text("A page."))))
    desk.window.controller.place([[0.0, 5.0]], [0])
    desk.settle()
    desk.key(Key.Key_Backspace, on=desk.window.canvas)
    assert desk.settle().dataset.n_samples == 3
    desk.do("edit.undo")
    assert desk.dataset.n_samples == 4


def test_a_page_knows_nothing_of_what_a_later_one_has_run(desk: Desk, tmp_path: Path) -> None:
    pages = Page("three", 1, made.text("One visit.")), Page("three", 6, made.text("Six visits."))
    commands = made.played(desk, tmp_path, made.lesson(*pages))
    for number, visit in ((2, 6), (1, 1), (2, 6)):
        commands.player.go_to(number)
        desk.wait(lambda visit=visit: desk.settle().visit == visit)
        assert desk.snapshot.frontier == visit


@pytest.mark.parametrize("n", [3, 300])
def test_a_table_keeps_the_keys_of_pages_only_where_it_has_more_rows_than_fit(
    desk: Desk, tmp_path: Path, n: int
) -> None:
    dataset = Dataset.of([[i, i % 2] for i in range(n)], [i % 2 for i in range(n)])
    pages = (Page("many", 0, made.text("One."), station="points"), Page("many", 0, made.text("Two.")))
    made_one = replace(made.lesson(*pages), sessions={"many": made.session(dataset)})
    commands = made.played(desk, tmp_path, made_one)
    table = desk.window.side.panel(PointsPanel).table
    desk.wait(lambda: table.isVisible() and table.model().rowCount() > n)
    table.setFocus()
    bar, before = table.verticalScrollBar(), table.verticalScrollBar().value()
    desk.key(Key.Key_PageDown, on=table)
    assert commands.player.now.number == (2 if n == 3 else 1)
    assert (bar.value() > before) is (n == 300)


def test_esc_on_the_plane_ends_the_lesson_without_a_question(desk: Desk, tmp_path: Path) -> None:
    commands = made.played(desk, tmp_path)
    made.turned_to(desk, commands, "number")
    field = commands.player.card.ask.control.fields[0]  # type: ignore[union-attr]
    field.setFocus()
    desk.key(Key.Key_Escape, on=field)
    assert commands.player.playing is not None
    assert desk.window.canvas.hasFocus()
    desk.key(Key.Key_Escape, on=desk.window.canvas)
    assert commands.player.playing is None
    assert not desk.boxes()


def test_a_lesson_is_answered_by_the_keyboard_alone(desk: Desk, tmp_path: Path) -> None:
    commands = made.played(desk, tmp_path, made.lesson(made.QUESTIONS["number"], made.QUESTIONS["choice"]))
    field = commands.player.card.ask.control.fields[0]  # type: ignore[union-attr]
    for _ in range(60):
        desk.key(Key.Key_Tab)
        if field.hasFocus():
            break
    assert field.hasFocus()
    desk.qtbot.keyClicks(field, "7")
    desk.key(Key.Key_Return)
    desk.wait(lambda: commands.player.card.ask.reply.text().startswith("Yes."))
    desk.key(Key.Key_PageDown)
    made.settled(desk, commands)
    desk.key(Key.Key_2)
    desk.wait(lambda: commands.player.card.ask.reply.text().startswith("Yes."))


def test_a_name_has_its_own_numbers_and_keeps_them(desk: Desk, tmp_path: Path) -> None:
    page = Page("three", 1, made.text("Yours."), ask=Number("f", 3, vary=True))
    commands = made.played(desk, tmp_path, made.lesson(page))
    seen = {}
    for name in ("Ada", "Emmy", "Sofia", "Ada"):
        commands.take_name(name)
        made.settled(desk, commands)
        rows = tuple(map(tuple, desk.dataset.X.tolist()))
        assert seen.setdefault(name, rows) == rows
    assert len(set(seen.values())) > 1


def test_a_session_opens_as_a_session_and_ends_no_lesson(desk: Desk, tmp_path: Path) -> None:
    commands = made.played(desk, tmp_path)
    desk.commands.filing.save_to(tmp_path / "a.perceptron")
    desk.wait(lambda: not desk.commands.filing.saving.is_busy)
    desk.open(tmp_path / "a.perceptron")
    assert commands.player.playing is not None
    assert desk.window.controller.document.origin.endswith("a.perceptron")


def test_a_lesson_that_cannot_be_read_is_one_sentence(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "bad.lesson"
    path.write_text('{"format": "perceptron-lesson", "version": 1, "pages": [{"hide": ["nothing"]}]}', encoding="utf-8")
    desk.commands.filing.open_path(path)
    desk.wait(desk.boxes)
    assert "bad.lesson" in desk.boxes()[0].text()
    desk.boxes()[0].close()


def test_the_menu_offers_the_lessons_that_come_with_the_program(desk: Desk) -> None:
    from PySide6.QtWidgets import QMenu

    menu = QMenu(desk.window)
    desk.commands.late["lessons"].made.fill_lessons(menu)
    assert any("two forms" in action.text() for action in menu.actions())


@pytest.mark.new_window
def test_who_looks_at_the_pages_of_no_lesson_gets_no_card(desk: Desk) -> None:
    from PySide6.QtWidgets import QMenu

    commands, menu = desk.commands.late["lessons"].made, QMenu(desk.window)
    commands.fill_pages(menu)
    desk.settle()
    assert [action.text() for action in menu.actions()] == ["open a lesson first"]
    assert not commands.player.card.isVisible()


@pytest.mark.new_window
def test_no_start_imports_what_plays_lessons(desk: Desk) -> None:
    assert not {*vars(desk.commands.late["lessons"])} & {"made"}


@pytest.mark.seldom
def test_the_hall_turns_its_cards_with_ctrl_while_a_lesson_is_open(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk.window, "showFullScreen", lambda: None)
    commands = made.played(desk, tmp_path)
    desk.key(Key.Key_F11, on=desk.window.canvas)
    desk.wait(lambda: desk.commands.hall.card.isVisible())
    assert commands.player.card.isVisible()
    front = desk.commands.hall.card.shown
    desk.key(Key.Key_PageDown)
    made.settled(desk, commands)
    assert commands.player.card.place.text() == "2 / 8"
    desk.key(Key.Key_PageDown, Modifier.ControlModifier)
    assert desk.commands.hall.card.shown != front
    assert commands.player.card.place.text() == "2 / 8"
    desk.key(Key.Key_Period)
    assert desk.commands.hall.black.isVisible()
    desk.key(Key.Key_Period)
    desk.key(Key.Key_Escape, on=desk.window.canvas)
    assert not desk.window.controller.view_state.is_presenting
    desk.do("lessons.end")
    assert desk.window.actions_by_id["view.next_card"].shortcut().toString() == "PgDown"


def test_the_lecturer_reads_notes_answer_and_the_next_page(desk: Desk, tmp_path: Path) -> None:
    commands = made.played(desk, tmp_path)
    desk.do("lessons.lecturer")
    lecturer = commands.lecturer
    lecturer.repaint()
    assert "Say it slowly." in lecturer.notes.text()
    assert "Before the second visit." in lecturer.next.text()
    assert lecturer.answer.isHidden()
    made.turned_to(desk, commands, "weights")
    assert commands.player.asked is not None
    assert lecturer.answer.text() == commands.player.asked.solution
    desk.key(Key.Key_PageDown, on=lecturer)
    assert commands.player.card.place.text() == "6 / 8"
    desk.do("lessons.end")
    assert lecturer.isHidden()


def test_the_answers_of_a_class_are_bars_and_bad_files_are_sentences(desk: Desk, tmp_path: Path) -> None:
    commands = made.played(desk, tmp_path)
    folder = tmp_path / "class"
    folder.mkdir()
    for name, kinds in (("Ada", ["number", "choice"]), ("Emmy", ["choice"])):
        for kind in kinds:
            control = made.turned_to(desk, commands, kind)
            if control.isEnabled():
                made.RIGHT[kind](desk, control)
                desk.wait(lambda control=control: not control.isEnabled())
        commands.take_name(name)
        commands.write_answers(folder / f"{name}.answers")
    (folder / "broken.answers").write_bytes(b"{")
    desk.do("lessons.class")
    dialog = commands.class_answers
    dialog.read(folder)
    desk.wait(lambda: dialog.problems.isVisible())
    assert [bar.value() for bar in dialog.bars] == [0, 0, 2, 0, 0, 0, 2]
    assert "broken.answers" in dialog.problems.text()
    buttons = [each for each in dialog.findChildren(QPushButton) if each is dialog.choose]
    assert buttons
