"""What is kept of a lesson for later, and shown of it: going on where one stopped, what was made, proofs, answers."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication

from perceptron_gui.engine.data.dataset import Dataset, in_class_order
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.files.lessons import lesson_file, progress
from perceptron_gui.frozen import replace
from perceptron_gui.gui.features.lessons import LessonCommands
from perceptron_gui.gui.features.lessons.ask_controls import Fields
from perceptron_gui.gui.features.lessons.class_answers import ClassDialog
from perceptron_gui.session.document import Document
from perceptron_gui.session.exercises.visit_questions import RightOrMistake
from perceptron_gui.session.lessons.lesson import Answer, Answers, Page
from perceptron_gui.session.lessons.page_rules import PageRules
from perceptron_gui.session.lessons.questions import Make, Separable
from perceptron_gui.session.lessons.run_questions import Number
from tests.gui.desk import Button, Desk, Key
from tests.gui.features.lessons import made


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep progress in a folder of this test."""
    monkeypatch.setenv("PERCEPTRON_LAB_CONFIG", str(tmp_path / "own"))


# Going on where one stopped


def begin_again(desk: Desk) -> None:
    """Start as the program does: with its example, and a look for what was left in the middle."""
    desk.show(made.THREE)
    desk.commands.offer_lesson()
    desk.wait(lambda: not desk.window.controller.background.is_busy)
    desk.window.controller.background.deliver()


def first_entry(desk: Desk) -> str:
    """Return the words of the first entry of the menu of lessons, as who opens it sees it."""
    menu = desk.window.actions_by_id.menus["lessons"]
    menu.aboutToShow.emit()
    return next(action.text() for action in menu.actions() if action.isVisible())


def test_the_next_start_offers_to_go_on_in_the_place_of_the_hints_and_a_click_does(desk: Desk, tmp_path: Path) -> None:
    commands = made.played(desk, tmp_path)
    made.turned_to(desk, commands, "number")
    desk.do("lessons.end")
    begin_again(desk)
    hints = desk.window.stage.hints
    assert hints.words == "Go on with “A made lesson” (page 4 of 8)"
    assert hints.isVisible()
    desk.qtbot.mouseClick(hints, Button.LeftButton)
    desk.wait(lambda: commands.player.playing is not None)
    assert commands.player.now.number == 4
    assert hints.isHidden()


def test_the_offer_gives_way_to_whatever_else_is_done_first(desk: Desk, tmp_path: Path) -> None:
    commands = made.played(desk, tmp_path)
    commands.player.go_to(3)
    desk.do("lessons.end")
    hints = desk.window.stage.hints
    for act in (lambda: desk.do("run.step"), lambda: desk.window.controller.place([[0.0, 5.0]], [0])):
        begin_again(desk)
        assert "Go on" in hints.words
        act()
        desk.settle()
        assert "Go on" not in hints.words
        assert commands.player.playing is None


def test_the_first_entry_of_the_menu_goes_on_while_no_lesson_is_played(desk: Desk, tmp_path: Path) -> None:
    assert "Go on" not in first_entry(desk)
    commands = made.played(desk, tmp_path)
    assert "Go on" not in first_entry(desk)
    commands.player.go_to(3)
    assert "Go on" not in first_entry(desk)
    desk.do("lessons.end")
    assert first_entry(desk) == "Go on with “A made lesson” (page 3 of 8)"
    next(each for each in desk.window.actions_by_id.menus["lessons"].actions() if each.isVisible()).trigger()
    desk.wait(lambda: commands.player.playing is not None)
    assert commands.player.now.number == 3


@pytest.mark.parametrize("way", ["only opened", "at its end", "the file has changed", "the file has gone"])
def test_nothing_is_offered_where_there_is_nothing_to_go_on_with(desk: Desk, tmp_path: Path, way: str) -> None:
    commands = made.played(desk, tmp_path)
    commands.player.go_to({"only opened": 1, "at its end": 8}.get(way, 3))
    desk.do("lessons.end")
    if way == "the file has changed":
        lesson_file.write(tmp_path / "made.lesson", made.lesson(made.QUESTIONS["choice"]))
    elif way == "the file has gone":
        (tmp_path / "made.lesson").unlink()
    assert progress.unfinished() is None
    begin_again(desk)
    assert "Go on" not in desk.window.stage.hints.words
    assert "Go on" not in first_entry(desk)


@pytest.mark.new_window
def test_who_has_begun_no_lesson_imports_nothing_of_them_at_a_start(desk: Desk) -> None:
    begin_again(desk)
    assert "made" not in vars(desk.commands.late["lessons"])


def test_a_lesson_of_the_program_is_gone_on_with_wherever_the_program_lies(desk: Desk) -> None:
    path = [*progress.shipped().values()][5]
    digest = lesson_file.read_lesson(path).digest
    progress.keep(progress.Progress(Answers(digest, ""), page=4, path="/nowhere/06.lesson"))
    found = progress.unfinished()
    assert found is not None
    assert found[1] == path


# Wandering off


@pytest.mark.parametrize("way", ["the next page", "back"])
def test_what_is_being_dragged_when_a_page_is_turned_does_not_land_on_it(desk: Desk, tmp_path: Path, way: str) -> None:
    commands = made.played(desk, tmp_path, made.lesson(Page("three", 3), Page("three", 0), Page("three", 3)))
    desk.wait(lambda: desk.settle().visit == 3)
    factor = desk.window.canvas.weight_factor
    desk.drag((2 * factor, 2 * factor), (2.2 * factor, 2.5 * factor), lets_go=False)
    assert desk.window.controller.is_dragging
    if way == "back":
        desk.key(Key.Key_Backspace, on=desk.window.canvas)
    else:
        commands.player.go_to(3)
    made.settled(desk, commands)
    desk.wait(lambda: desk.settle().visit == 3)
    desk.release(3 * factor, 3 * factor)
    assert desk.settle().visit == 3
    assert desk.snapshot.theta.tolist() == [[2, 2, 0]]
    assert desk.document.settings.initial is None
    assert desk.window.score.shown[0] == "2"


def test_an_answer_after_wandering_off_is_followed_by_the_run_of_the_page(desk: Desk, tmp_path: Path) -> None:
    commands = made.played(desk, tmp_path, made.lesson(made.asking(RightOrMistake(), 2)))
    desk.window.controller.start_from((5.0, -5.0, 9.0))
    assert desk.settle().theta.tolist() == [[5, -5, 9]]
    desk.key(Key.Key_2, on=desk.window.canvas)
    desk.wait(lambda: desk.settle().visit == 3)
    assert desk.snapshot.theta.tolist() == [[2, 2, 0]]
    assert commands.player.card.ask.reply.text().startswith("Yes.")
    assert desk.window.score.shown[0] == "2"


# What was made


MAKING = Page("three", 0, made.text("Spoil it."), ask=Make("not_separable", frozenset({"points"})))


def moved(desk: Desk) -> Dataset:
    """Change what may be changed; return the points."""
    desk.window.controller.place([[3.5, 3.0]], [0])
    desk.settle()
    return desk.dataset


def test_what_was_made_is_there_when_the_page_comes_back(desk: Desk, tmp_path: Path) -> None:
    commands = made.played(desk, tmp_path, made.lesson(MAKING, Page("three", 1), MAKING))
    rows = moved(desk).X.tolist()
    for number, n_points in ((2, 3), (3, 3), (1, 4)):
        commands.player.go_to(number)
        made.settled(desk, commands)
        assert desk.dataset.n_samples == n_points, number
    assert desk.dataset.X.tolist() == rows
    assert not desk.window.actions_by_id["edit.undo"].isEnabled()
    desk.key(Key.Key_Backspace, on=desk.window.canvas)
    assert desk.settle().dataset.n_samples == 3, "back is as it was when it was opened"
    commands.player.go_to(2)
    commands.player.go_to(1)
    made.settled(desk, commands)
    assert desk.dataset.n_samples == 3


@pytest.mark.parametrize("is_checked", [True, False])
def test_what_was_made_is_there_when_the_lesson_is_opened_again(desk: Desk, tmp_path: Path, is_checked: bool) -> None:
    commands = made.played(desk, tmp_path, made.lesson(MAKING))
    if is_checked:
        control = commands.player.card.ask.control
        assert control is not None
        made.RIGHT["make"](desk, control)
        desk.wait(lambda: not control.isEnabled())
    else:
        moved(desk)
    desk.do("lessons.end")
    desk.show(made.XOR)
    commands = made.played(desk, tmp_path, made.lesson(MAKING))
    assert desk.dataset.X.tolist() == [[3, 3], [4, 3], [1, 1], [3.5, 3]]
    assert not desk.commands.filing.keeper.has_work, "the lesson keeps it"
    if is_checked:
        desk.wait(lambda: commands.player.card.ask.reply.text().startswith("Yes."))


def test_what_is_made_is_on_disk_before_the_page_is_turned_and_when_the_window_closes(
    desk: Desk, tmp_path: Path
) -> None:
    commands = made.played(desk, tmp_path, made.lesson(MAKING))
    digest = commands.player.now.file.digest
    moved(desk)
    assert not desk.window.isWindowModified()
    desk.wait(lambda: progress.kept(digest).left)
    desk.window.controller.place([[9.0, 9.0]], [1])
    desk.window.closing.emit()
    (kept,) = progress.kept(digest).left
    assert kept.value.session.document.dataset.n_samples == 5  # type: ignore[union-attr]


def test_what_is_opened_beside_a_lesson_is_nothing_that_was_made(desk: Desk, tmp_path: Path) -> None:
    commands = made.played(desk, tmp_path, made.lesson(MAKING))
    desk.show(made.XOR)
    assert commands.player.now.left_on(1) is None


def test_who_changes_what_may_not_be_changed_is_told_what_may(desk: Desk, tmp_path: Path) -> None:
    commands = made.played(desk, tmp_path, made.lesson(MAKING))
    moved(desk)
    desk.window.controller.change_settings("η", eta=0.5)
    desk.qtbot.mouseClick(commands.player.card.ask.check, Button.LeftButton)
    said = commands.player.card.ask.reply
    desk.wait(said.text)
    assert "You changed other rules, but here you may only change the points." in said.text()


# Shown


@pytest.mark.parametrize(("session", "figure", "is_shown"), [("three", "street", False), ("xor", "witness", True)])
def test_once_it_is_answered_the_plane_shows_why_points_are_separable_or_not(
    desk: Desk, tmp_path: Path, session: str, figure: str, is_shown: bool
) -> None:
    asking = Page(session, 0, made.text("Can it?"), hide=frozenset({"verdict", "bound", "why"}), ask=Separable())
    commands = made.played(desk, tmp_path, made.lesson(asking, Page(session, 0, hide=asking.hide), asking))
    figures, ask = desk.window.canvas.figures, commands.player.card.ask
    desk.wait(lambda: not desk.window.controller.background.is_busy)
    assert figures._peeked == ""
    assert not figures.layer._figures
    if is_shown:
        ask.show_me.click()
    else:
        for _ in range(2):
            (made.marked(0) if session == "three" else made.figure(1))(desk, ask.control)  # type: ignore[arg-type]
            desk.wait(ask.reply.text)
            desk.wait(lambda: not desk.window.controller.background.is_busy)
    desk.wait(lambda: figures._peeked == figure and figures.layer._figures)
    assert not desk.window.top.verdict.isVisible() or "separable" not in desk.window.top.verdict.text
    commands.player.go_to(2)
    made.settled(desk, commands)
    desk.wait(lambda: figures._peeked == "" and not figures.layer._figures)
    commands.player.go_to(1)
    made.settled(desk, commands)
    desk.wait(lambda: figures._peeked == figure and figures.layer._figures)
    desk.do("lessons.end")
    desk.wait(lambda: figures._peeked == "")


def test_show_me_makes_what_is_to_be_made_and_undo_takes_it_back(desk: Desk, tmp_path: Path) -> None:
    asking = Page("three", 0, ask=Make("mistakes_at_most", frozenset({"start"}), "0"))
    commands = made.played(desk, tmp_path, made.lesson(asking))
    commands.player.card.ask.show_me.click()
    assert "The plane shows one way to do it." in commands.player.card.ask.reply.text()
    desk.wait(lambda: desk.settle().visit == 3)
    assert desk.snapshot.mistakes == 0
    assert desk.document.settings.initial == (1, 1, -3)
    desk.do("edit.undo")
    assert desk.document.settings.initial is None


def test_what_nobody_has_found_is_not_offered_and_that_is_said(desk: Desk, tmp_path: Path) -> None:
    asking = Page("three", 0, ask=Make("mistakes_at_most", frozenset({"order"}), "1"))
    ask = made.played(desk, tmp_path, made.lesson(asking)).player.card.ask
    assert ask.show_me.isHidden()
    assert not ask.check.isHidden()
    assert "found no way to do it" in ask.words.text()


# Keys in a hall


def test_in_a_hall_a_question_has_the_keys_and_esc_first_gives_them_back(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk.window, "showFullScreen", lambda: None)
    asking = Page("three", 1, ask=Number("f", 3))
    commands = made.played(desk, tmp_path, made.lesson(asking, asking))
    desk.do("view.presentation")
    field = fields_of(commands).fields[0]
    assert field.hasFocus()
    commands.player.go_to(2)
    made.settled(desk, commands)
    field = fields_of(commands).fields[0]
    desk.wait(field.hasFocus)
    desk.qtbot.keyClicks(field, "7")
    assert field.text() == "7"
    desk.key(Key.Key_Escape)
    assert desk.window.canvas.hasFocus()
    assert desk.window.controller.view_state.is_presenting
    desk.key(Key.Key_Escape)
    assert not desk.window.controller.view_state.is_presenting
    assert commands.player.playing is not None


def fields_of(commands: LessonCommands) -> Fields:
    """Return the fields of the question on the screen."""
    control = commands.player.card.ask.control
    assert isinstance(control, Fields)
    return control


# A page is turned


@pytest.mark.parametrize("is_still", [False, True])
def test_the_boundary_moves_to_that_of_the_next_page_unless_motion_is_reduced(
    desk: Desk, tmp_path: Path, is_still: bool
) -> None:
    commands = made.played(desk, tmp_path, made.lesson(Page("three", 1), Page("three", 18), Page("xor", 4)))
    desk.wait(lambda: desk.settle().visit == 1 and not desk.window.canvas.animation.is_moving)
    desk.window.canvas.animation.is_reduced = False
    if is_still:
        desk.do("view.still")
    drawn: list[list[float]] = []
    desk.window.canvas.shown.connect(lambda snapshot: drawn.append(snapshot.theta[0].tolist()))
    commands.player.go_to(2)
    desk.wait(lambda: drawn and drawn[-1] == [1, 1, -3])
    assert not desk.window.canvas.animation.is_moving
    between = [theta for theta in drawn if theta not in ([3, 3, 1], [1, 1, -3])]
    assert bool(between) is not is_still
    for theta in between:  # on the straight way from the one to the other
        share = (3 - theta[0]) / 2
        assert 0 < share < 1
        assert theta == pytest.approx([3 - 2 * share, 3 - 2 * share, 1 - 4 * share])
    drawn.clear()
    commands.player.go_to(3)
    desk.wait(lambda: drawn and drawn[-1] == [1, 1, 1])
    assert [theta for theta in drawn if theta not in ([1, 1, -3], [1, 1, 1])] == [], (
        "of other points it is there at once"
    )


# Answers that are opened


def handed_in(tmp_path: Path, digest: str) -> Path:
    """Write the answers of a student."""
    folder = tmp_path / "class"
    folder.mkdir()
    lesson_file.write(folder / "ada.answers", Answers(digest, "Ada", (Answer(2, "right"),)))
    return folder / "ada.answers"


@pytest.mark.parametrize("is_played", [True, False])
def test_answers_that_are_opened_show_how_the_class_has_answered(desk: Desk, tmp_path: Path, is_played: bool) -> None:
    commands = made.played(desk, tmp_path)
    digest = commands.player.now.file.digest
    commands.player.go_to(2)
    if not is_played:
        desk.do("lessons.end")
    desk.open(handed_in(tmp_path, digest))
    dialog: ClassDialog = commands.class_answers
    desk.wait(lambda: "1 student" in dialog.summary.text())
    assert dialog.isVisible()
    assert [bar.value() for bar in dialog.bars] == [1, 0, 0, 0, 0, 0, 0]
    dialog.page_chosen.emit(5)
    assert commands.player.playing is None if not is_played else commands.player.now.number == 5
    assert not desk.boxes()
    dialog.close()


def test_answers_to_a_lesson_that_is_not_here_are_one_sentence_that_says_where_they_go(
    desk: Desk, tmp_path: Path
) -> None:
    desk.open(handed_in(tmp_path, "0" * 64))
    (box,) = desk.boxes()
    assert "ada.answers has the answers of Ada to a lesson" in box.text()
    assert "Answers of a class" in box.text()
    box.close()
    QCoreApplication.processEvents()


def test_a_damaged_file_of_answers_is_one_sentence(desk: Desk, tmp_path: Path) -> None:
    path = handed_in(tmp_path, "0" * 64)
    path.write_text("{broken", encoding="utf-8")
    desk.open(path)
    (box,) = desk.boxes()
    assert "column" not in box.text()
    box.close()


def test_what_is_kept_of_a_lesson_is_read_again_as_it_was(desk: Desk, tmp_path: Path) -> None:
    commands = made.played(desk, tmp_path, made.lesson(MAKING, Page("three", 1)))
    moved(desk)
    commands.player.go_to(2)
    kept = commands.player.now.kept
    again = progress.kept(kept.answers.lesson)
    assert replace(again, left=()) == replace(kept, left=())
    (left,), (other,) = again.left, kept.left
    assert left.page == other.page == 1
    assert left.value.session.document.dataset.X.tolist() == other.value.session.document.dataset.X.tolist()  # type: ignore[union-attr]
    assert again.path == str((tmp_path / "made.lesson").resolve())


def test_what_was_made_has_no_selection_and_no_class_that_it_has_not(desk: Desk, tmp_path: Path) -> None:
    """Those of the lesson were joined with points of which the student had deleted one."""
    three = made.session(made.THREE.with_classes(["A", "B", "C"]))
    three = replace(three, view=replace(three.view, selection=(2,), current_class=2))
    pages = Page("three", 0, ask=Make("not_separable", frozenset({"points"}))), Page("three", 0)
    commands = made.played(desk, tmp_path, replace(made.lesson(), sessions={"three": three}, pages=pages))
    desk.window.controller.delete([0])
    desk.commands.palette.remove(2)
    desk.settle()
    for number in (2, 1):
        commands.player.go_to(number)
        made.settled(desk, commands)
    state = desk.window.controller.view_state
    assert (desk.dataset.n_samples, state.selection, state.current_class) == (2, (), 1)


def test_the_mode_and_the_names_of_a_page_are_its_own(desk: Desk, tmp_path: Path) -> None:
    """Back, which makes it as it was, left it in dual, and so was the next one, on which nobody could change it."""
    pages = Page("three", 0), Page("three", 2, lock=frozenset({"rules"}))
    commands = made.played(desk, tmp_path, made.lesson(*pages))

    def is_as_made() -> bool:
        made.settled(desk, commands)
        return (desk.document.settings.mode, desk.dataset.classes) == (Mode.PRIMAL, made.THREE.classes)

    assert is_as_made()
    for act in (lambda: desk.do("lessons.back"), lambda: commands.player.go_to(2)):
        desk.do("run.dual")
        desk.window.controller.set_dataset(desk.dataset.with_classes(["no", "yes"]), "rename class")
        desk.settle()
        assert not is_as_made()
        act()
        assert is_as_made()


def test_where_rules_stay_points_may_make_another_number_of_classes(desk: Desk, tmp_path: Path) -> None:
    """Which class is + was named, or no longer, and that was refused as another rule."""
    points = Dataset.of([[3, 3], [4, 3], [1, 1], [0, 4]], [0, 0, 1, 2], ["A", "B", "C"])
    lesson = replace(made.lesson(Page("three", 0, lock=frozenset({"rules"}))), sessions={"three": made.session(points)})
    made.played(desk, tmp_path, lesson)
    desk.window.controller.delete([3])
    assert desk.dataset.n_samples == 3
    desk.window.controller.place([[0.0, 4.0]], [2])
    assert desk.dataset.n_samples == 4
    before = desk.document.positive
    desk.window.controller.change_settings("+", positive=0 if before else 1)
    assert desk.document.positive == before


@pytest.mark.parametrize("mode", [Mode.PRIMAL, Mode.MULTICLASS])
@pytest.mark.parametrize("positive", [None, 0, 2])
def test_where_rules_stay_points_may_go_and_classes_move(mode: Mode, positive: int | None) -> None:
    points = Dataset.of([[3, 3], [4, 3], [1, 1], [0, 4]], [0, 0, 1, 2], ["A", "B", "C"])
    rules = PageRules(lock=frozenset({"rules"}))
    now = Document(settings=TrainingSettings(mode, positive=positive)).with_dataset(points)
    fewer = points.without([3]), points.without([0, 1]), points.without(range(4))
    for dataset in (*fewer, points.with_points([[9, 9]], [2]), in_class_order(points, [2, 0, 1])):
        assert not rules.refusal(now, now.with_dataset(dataset))
    assert rules.refusal(now, now.with_settings(replace(now.settings, eta=0.5)))
    other = (now.positive + 1) % 3
    assert rules.refusal(now, now.with_settings(replace(now.settings, positive=other)))
