"""A lesson is made in the window: views become pages, every act can be taken back, nothing of it is lost (L1, L3)."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QLineEdit,
    QListWidget,
    QMessageBox,
    QWidget,
)
from shiboken6 import delete, isValid

from perceptron_gui.files.lessons import lesson_file, progress, shipped
from perceptron_gui.files.program import languages
from perceptron_gui.frozen import replace
from perceptron_gui.gui.features.lessons import LessonCommands
from perceptron_gui.gui.features.lessons.author_fields import Lines, Options
from perceptron_gui.gui.features.lessons.maker import LessonMaker
from perceptron_gui.gui.features.lessons.player import Player
from perceptron_gui.gui.filing import copy_folders, file_commands, opening, unsaved_copy
from perceptron_gui.gui.filing.recovery import offer_kept
from perceptron_gui.gui.widgets.author_text import first_words
from perceptron_gui.gui.widgets.checked_field import Complaint
from perceptron_gui.session.folders import state_folder
from perceptron_gui.session.lessons.lesson import MOST_PAGES, Lesson, Page
from perceptron_gui.session.lessons.making import entries_of
from perceptron_gui.session.lessons.questions import KINDS, Choice, Separable
from perceptron_gui.translation import END, LEFT_TO_RIGHT
from tests.files.lessons.random_lessons import lessons
from tests.gui.desk import Button, Desk, Key, Modifier
from tests.gui.features.lessons import made

Buttons = QMessageBox.StandardButton


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what is not saved in a folder of this test."""
    monkeypatch.setenv("PERCEPTRON_LAB_CONFIG", str(tmp_path / "own"))


@pytest.fixture(autouse=True)
def no_lesson_left(desk: Desk) -> Iterator[None]:
    """Let the next lesson be made as the first one: the window of the plane is that of other tests, too."""
    yield
    making = vars(desk.commands.late["making"])
    if "made" not in making or not isValid(desk.window):
        return
    maker: LessonMaker = making.pop("made")
    maker._later.stop()
    looking = desk.window.controller.background._works.pop(maker.window.show_flaws, None)
    if looking is not None:
        looking.stop()
    maker.turn_preview(False)
    maker.file.keeper.drop()
    desk.commands.filing.companions.remove(maker.file)
    for part in (maker.window, maker.file, maker):
        delete(part)


def maker_of(desk: Desk) -> LessonMaker:
    found: LessonMaker = desk.commands.late["making"].made
    return found


def player_of(desk: Desk) -> Player:
    commands: LessonCommands = desk.commands.late["lessons"].made
    return commands.player


def new(desk: Desk) -> LessonMaker:
    """Begin a lesson."""
    desk.do("lessons.new")
    return maker_of(desk)


def working_on(desk: Desk, lesson: Lesson) -> LessonMaker:
    """Work on a lesson that is in no file."""
    maker = maker_of(desk)
    maker.make(lesson, None)
    return maker


def press(desk: Desk, maker: LessonMaker, name: str) -> None:
    desk.qtbot.mouseClick(maker.window.buttons[name], Button.LeftButton)


def add(desk: Desk, maker: LessonMaker) -> None:
    """Add what the window shows as a page."""
    before = len(maker.draft.lesson.pages)
    press(desk, maker, "add_view")
    desk.wait(lambda: len(maker.draft.lesson.pages) == before + 1)


def retake(desk: Desk, maker: LessonMaker) -> None:
    """Let the page show what the window shows."""
    before = maker.draft
    maker.window.form.take_view.click()
    desk.wait(lambda: maker.draft != before)


def type_into(desk: Desk, field: QWidget, words: str) -> None:
    field.setFocus()
    desk.qtbot.keyClicks(field, words)


def settled(desk: Desk) -> None:
    """Wait until the window shows the page as students see it."""
    player = player_of(desk)
    maker = maker_of(desk)
    desk.wait(lambda: not maker._later.isActive() and player.playing is not None)
    made.settled(desk, desk.commands.late["lessons"].made)


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> Callable[[QMessageBox.StandardButton], list[str]]:
    """Return what answers all questions in a way, and gives the list of what was asked."""

    def answer_so(button: QMessageBox.StandardButton) -> list[str]:
        asked: list[str] = []

        def ask(parent: QWidget, sentence: str, answers: object) -> QMessageBox.StandardButton:
            asked.append(sentence)
            return button

        monkeypatch.setattr("perceptron_gui.gui.features.lessons.draft_file.ask", ask)
        monkeypatch.setattr(file_commands, "ask", ask)
        return asked

    return answer_so


# From views to a file


@pytest.mark.seldom
def test_a_lesson_is_made_of_views_and_played_from_its_file(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker = new(desk)
    window = maker.window
    assert window.isVisible()
    assert not window.buttons["save"].isEnabled()
    type_into(desk, window.title, "Mine")
    desk.do("run.step")
    desk.settle()
    desk.window.side.bring_named("theorem")
    add(desk, maker)
    type_into(desk, window.form.text, "After a visit, $w$ is this.")
    desk.show(made.XOR)
    desk.do("show.levels")
    add(desk, maker)
    window.form.ask.kind.activated.emit(1 + [*KINDS].index("separable"))
    window.form.parts["hide"]["verdict"].click()
    path = tmp_path / "mine.lesson"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(path), ""))
    assert window.isWindowModified()
    press(desk, maker, "save")
    desk.wait(lambda: not maker.file.is_changed)
    assert not window.isWindowModified()
    lesson = lesson_file.read_lesson(path).lesson
    assert lesson.title == made.text("Mine")
    assert [page.visit for page in lesson.pages] == [1, 0]
    assert lesson.pages[0].text == made.text("After a visit, $w$ is this.")
    assert lesson.pages[0].station == "why"
    assert lesson.pages[1].ask == Separable()
    assert lesson.pages[1].hide == {"verdict"}
    assert lesson.session_of(lesson.pages[1]).view.shows("levels")
    assert window.close()
    desk.open(path)
    settled(desk)
    assert player_of(desk).card.place.text() == "1 / 2"


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lesson=lessons())
def test_a_lesson_that_is_opened_and_saved_is_the_same_in_every_byte(
    desk: Desk, tmp_path: Path, lesson: Lesson
) -> None:
    path, other = tmp_path / "one.lesson", tmp_path / "other.lesson"
    lesson_file.write(path, lesson)
    maker = maker_of(desk)
    read = lesson_file.read_lesson(path, is_draft=True)
    maker.make(read.lesson, opening.OpenFile(path, read.stamp))
    for number in range(len(lesson.pages), 0, -1):
        maker.window.pages.setCurrentRow(number - 1)
        assert maker.draft.number == number
    assert not maker.file.is_changed
    assert maker._steps.undo_text == ""
    maker._later.stop()  # a run of any numbers may take long: this is about the file
    lesson_file.write(other, maker.draft.lesson)
    assert path.read_bytes() == other.read_bytes()


def test_a_shipped_lesson_is_edited_as_a_copy(desk: Desk) -> None:
    path = next(iter(shipped.shipped().values()))
    desk.open(path)
    settled(desk)
    player_of(desk).go_to(2)
    desk.do("lessons.edit")
    maker = maker_of(desk)
    assert maker.file.file is None
    assert maker.draft.number == 2
    assert not maker.file.is_changed
    assert lesson_file.plain_of(maker.draft.lesson) == lesson_file.plain_of(lesson_file.read_lesson(path).lesson)


# Undo


def acts(desk: Desk, maker: LessonMaker) -> dict[str, Callable[[], None]]:
    """Return something to do with each part of the window."""
    window, form = maker.window, maker.window.form

    def other_view() -> None:
        desk.do("run.step")
        desk.settle()
        retake(desk, maker)

    return {
        "title": lambda: type_into(desk, window.title, "T"),
        "minutes": lambda: type_into(desk, window.minutes, "9"),
        "language": lambda: type_into(desk, window.language, "g"),
        "text": lambda: type_into(desk, form.text, "abc"),
        "notes": lambda: type_into(desk, form.notes, "abc"),
        "visit": lambda: type_into(desk, form.visit, "1"),
        "station": lambda: form.station.activated.emit(2),
        "hide": form.parts["hide"]["why"].click,
        "lock": form.parts["lock"]["rules"].click,
        "kind": lambda: form.ask.kind.activated.emit(3),
        "add": lambda: add(desk, maker),
        "view": other_view,
        "up": lambda: press(desk, maker, "up"),
        "down": lambda: press(desk, maker, "down"),
        "duplicate": lambda: press(desk, maker, "duplicate"),
        "delete": lambda: press(desk, maker, "delete"),
    }


def test_every_act_is_one_step_that_is_taken_back_and_done_again(desk: Desk) -> None:
    lesson = made.lesson()
    maker = working_on(desk, lesson)
    maker.select(2)
    for name, act in acts(desk, maker).items():
        before, number = maker.draft.lesson, maker.draft.number
        act()
        after = maker.draft.lesson
        assert after != before, name
        press(desk, maker, "undo")
        assert maker.draft.lesson == before, name
        assert maker.draft.number == number, name
        press(desk, maker, "redo")
        assert maker.draft.lesson == after, name
        press(desk, maker, "undo")
    assert maker.draft.lesson == lesson
    assert not maker.file.is_changed


def test_the_keys_of_undo_are_those_of_the_lesson_also_in_a_field(desk: Desk) -> None:
    maker = working_on(desk, made.lesson())
    window = maker.window
    desk.wait(window.isActiveWindow)
    for field in (window.title, window.form.text, window.form.visit):
        before = maker.draft.lesson
        type_into(desk, field, "12")
        assert maker.draft.lesson != before
        desk.key(Key.Key_Z, Modifier.ControlModifier, on=field)
        assert maker.draft.lesson == before
        desk.key(Key.Key_Z, Modifier.ControlModifier | Modifier.ShiftModifier, on=field)
        assert maker.draft.lesson != before
        desk.key(Key.Key_Z, Modifier.ControlModifier, on=field)


def test_undo_goes_to_the_page_of_which_it_takes_something_back(desk: Desk) -> None:
    maker = working_on(desk, made.lesson())
    maker.select(3)
    type_into(desk, maker.window.form.text, "Three. ")
    maker.select(6)
    type_into(desk, maker.window.form.text, "Six. ")
    maker.select(1)
    press(desk, maker, "undo")
    assert maker.draft.number == 6
    press(desk, maker, "undo")
    assert maker.draft.number == 3


@pytest.mark.seldom
def test_whatever_is_done_by_chance_can_be_taken_back_and_done_again(desk: Desk) -> None:
    chance, maker = random.Random(0), working_on(desk, made.lesson())
    window, first = maker.window, maker.draft.lesson
    for _ in range(40):
        fields = [
            widget
            for widget in window.findChildren(QWidget)
            if isinstance(widget, QAbstractButton | QComboBox | QLineEdit | Lines | QListWidget)
            and widget.isVisible()
            and widget.isEnabled()
            and widget not in (window.buttons["save"], window.buttons["save_as"])
        ]
        widget = chance.choice(fields)
        if isinstance(widget, QAbstractButton):
            widget.click()
        elif isinstance(widget, QComboBox):
            row = chance.randrange(widget.count())
            widget.setCurrentIndex(row)
            widget.activated.emit(row)
        elif isinstance(widget, QListWidget) and widget.count():
            widget.setCurrentRow(chance.randrange(widget.count()))
        elif not isinstance(widget, QListWidget):
            type_into(desk, widget, chance.choice(["1", "23", ";", "de", "-0.5", "x $w$", "9" * 20]))
        desk.wait(lambda: not desk.window.controller.background.is_busy)
        plain = lesson_file.plain_of(maker.draft.lesson)
        assert lesson_file.plain_of(lesson_file.lesson_from(plain, is_draft=True)) == plain
    last, n_undone = maker.draft.lesson, 0
    while window.buttons["undo"].isEnabled():
        press(desk, maker, "undo")
        n_undone += 1
    assert maker.draft.lesson == first
    for _ in range(n_undone):
        press(desk, maker, "redo")
    assert maker.draft.lesson == last


def test_in_arabic_a_text_of_another_language_keeps_its_stop_behind_it_in_the_list(desk: Desk) -> None:
    languages.speak("ar")
    try:
        maker = new(desk)
        maker.make(made.lesson(), None)
        rows = [maker.window.pages.item(row).text() for row in range(maker.window.pages.count())]
    finally:
        languages.speak("en")
    assert len(rows) == len(made.QUESTIONS) + 1
    for row, page in zip(rows[1:], made.QUESTIONS.values(), strict=True):
        assert f"{LEFT_TO_RIGHT}{first_words(page.text.in_language('en'), 40)}{END}" in row


def texts_of(maker: LessonMaker) -> list[str]:
    """Return how the pages begin, as the draft has them; the list must say the same."""
    found = [page.text.in_language("en") for page in maker.draft.lesson.pages]
    rows = [maker.window.pages.item(row).text() for row in range(maker.window.pages.count())]
    assert [row.partition("  ")[2][:5] for row in rows] == [text[:5] for text in found]
    assert [row.partition("  ")[0] for row in rows] == [str(number + 1) for number in range(len(found))]
    return found


def test_a_page_that_is_dragged_is_one_step_of_undo(desk: Desk) -> None:
    maker = maker_of(desk)
    for row, to in ((0, 3), (5, 0), (2, 8), (7, 6), (3, 4), (3, 3)):
        maker.make(made.lesson(), None)
        model, before = maker.window.pages.model(), texts_of(maker)
        maker.window.pages.setCurrentRow(row)
        here = maker.window.pages.rootIndex()
        is_moved = model.moveRow(here, row, here, to)  # as Qt does at a drop
        wanted = before[:row] + before[row + 1 :]
        wanted.insert(to - (to > row), before[row])
        desk.wait(lambda wanted=wanted: [page.text.in_language("en") for page in maker.draft.lesson.pages] == wanted)
        assert texts_of(maker) == wanted
        assert is_moved is (wanted != before)
        assert maker.draft.number == maker.window.pages.currentRow() + 1 == wanted.index(before[row]) + 1
        if is_moved:
            press(desk, maker, "undo")
            assert not maker.window.buttons["undo"].isEnabled()
        assert texts_of(maker) == before


def test_the_window_stands_on_the_screen_however_wide_its_buttons_are(desk: Desk) -> None:
    maker = maker_of(desk)
    maker.window.buttons["add_view"].setMinimumWidth(700)
    maker.window.layout().activate()
    new(desk)
    assert maker.window.width() > 700
    frame = maker.window.frameGeometry().width() - maker.window.width()
    assert maker.window.geometry().right() <= desk.window.frameGeometry().right() + frame


def test_keys_of_the_list_move_and_delete_pages_and_no_letters(desk: Desk) -> None:
    maker = working_on(desk, made.lesson())
    window, before = maker.window, texts_of(maker)
    desk.wait(window.isActiveWindow)
    window.pages.setFocus()
    desk.key(Key.Key_Down, Modifier.AltModifier, on=window.pages)
    desk.key(Key.Key_Down, Modifier.AltModifier, on=window.pages)
    assert texts_of(maker) == [*before[1:3], before[0], *before[3:]]
    desk.key(Key.Key_Up, Modifier.AltModifier, on=window.pages)
    assert maker.draft.number == 2
    desk.key(Key.Key_Delete, on=window.pages)
    assert texts_of(maker) == before[1:]
    type_into(desk, window.form.text, "x")
    desk.key(Key.Key_Delete, on=window.form.text)
    assert len(texts_of(maker)) == len(before) - 1


# Questions


def change(desk: Desk, widget: QWidget) -> None:
    """Say something else in a field."""
    if isinstance(widget, Options):
        type_into(desk, widget.rows[0][1], "x")
    elif isinstance(widget, QComboBox):
        widget.activated.emit((widget.currentIndex() + 1) % widget.count())
    elif isinstance(widget, QCheckBox):
        widget.click()
    elif isinstance(widget, QLineEdit):
        widget.selectAll()
        type_into(desk, widget, "2" if widget.text() != "2" else "1")
    else:
        widget.findChildren(QCheckBox)[-1].click()


def test_each_field_of_each_kind_is_there_says_what_the_question_has_and_changes_it(desk: Desk) -> None:
    for kind in KINDS:
        maker = working_on(desk, made.lesson(Page("three", 1, made.text("A page."))))
        form = maker.window.form.ask
        form.kind.activated.emit(1 + [*KINDS].index(kind))
        begun = maker.draft.page
        assert begun is not None
        assert begun.ask is not None
        assert [*form.fields] == [entry.name for entry in entries_of(KINDS[kind])]
        for entry in entries_of(KINDS[kind]):
            before = maker.draft
            if before.page is None or before.session is None or before.page.ask is None:
                raise AssertionError
            is_idle = entry.name in before.page.ask.idle(before.session)
            assert form.fields[entry.name].isHidden() is is_idle, entry.name
            if is_idle:
                continue
            change(desk, form.fields[entry.name])
            page = maker.draft.page
            assert page is not None
            assert getattr(page.ask, entry.name) != getattr(before.page.ask, entry.name), entry.name
            press(desk, maker, "undo")
            assert maker.draft.lesson == before.lesson, entry.name
        form.kind.activated.emit(0)
        assert maker.draft.page is not None
        assert maker.draft.page.ask is None


def test_a_field_that_is_left_with_what_is_no_number_shows_what_is_in_force_and_says_why(desk: Desk) -> None:
    maker = working_on(desk, made.lesson(made.QUESTIONS["number"]))
    window = maker.window
    desk.wait(window.isActiveWindow)
    window.form.visit.setFocus()
    window.form.visit.selectAll()
    desk.qtbot.keyClicks(window.form.visit, "2x")
    assert maker.draft.page is not None
    assert maker.draft.page.visit == 2
    (said,) = (each for each in window.findChildren(Complaint) if each.isVisible())
    assert said.text() == "“2x” is not a whole number: type 0 or more."
    window.title.setFocus()
    assert window.form.visit.text() == "2"
    assert said.text().endswith("It stays 2.")
    press(desk, maker, "undo")
    assert window.form.visit.text() == "1"


def test_the_right_option_stays_right_where_others_come_and_go(desk: Desk) -> None:
    maker = working_on(desk, made.lesson(made.QUESTIONS["choice"]))
    options = maker.window.form.ask.fields["options"]
    assert isinstance(options, Options)

    def now() -> tuple[list[str], int | None]:
        ask = maker.draft.page.ask if maker.draft.page is not None else None
        assert isinstance(ask, Choice)
        return [text.in_language("en") for text in ask.options], ask.right

    assert now() == (["one", "two"], 2)
    assert not options.rows[0][2].isEnabled()
    options.more.click()
    type_into(desk, options.rows[2][1], "three")
    assert now() == (["one", "two", "three"], 2)
    options.rows[1][0].click()
    assert options.rows[1][0].isChecked()
    options.rows[2][0].click()
    assert now() == (["one", "two", "three"], 3)
    options.rows[0][2].click()
    assert now() == (["two", "three"], 2)
    assert [row[0].isChecked() for row in options.rows] == [False, True]


def test_a_number_of_points_that_are_not_there_is_told_and_kept(desk: Desk, tmp_path: Path) -> None:
    maker = working_on(desk, made.lesson(made.QUESTIONS["number"]))
    point = maker.window.form.ask.fields["point"]
    type_into(desk, point, "9")
    assert maker.window.form.ask.problem.text() == "It asks about point 39, but there are only 3."
    desk.wait(lambda: maker.window.flaws.count())
    assert "Page 1: it asks about point 39, but there are only 3." in maker.window.flaws.item(0).text()
    lesson_file.write(tmp_path / "a.lesson", maker.draft.lesson)
    assert lesson_file.read_lesson(tmp_path / "a.lesson", is_draft=True).lesson.pages == maker.draft.lesson.pages


# What is seen


def test_the_text_is_counted_and_its_formulas_are_shown(desk: Desk) -> None:
    maker = working_on(desk, made.lesson())
    form = maker.window.form
    assert form.count.text() == "9 of 60 words"
    desk.wait(lambda: "w = Σ" in form.rendered.accessibleName().replace("\xa0", " "))
    form.text.setPlainText("word " * 61)
    assert form.count.text() == "61 of 60 words"
    assert form.count.objectName() == "problem"
    assert form.rendered.isHidden()


def test_the_window_shows_the_page_as_students_see_it_while_it_is_written(desk: Desk) -> None:
    maker = working_on(desk, made.lesson())
    player, window = player_of(desk), maker.window
    assert player.playing is None
    window.preview.click()
    settled(desk)
    assert "The formula is" in player.card.text.accessibleName()
    type_into(desk, window.form.text, "New words. ")
    desk.wait(lambda: "New words. The formula" in player.card.text.accessibleName().replace("\xa0", " "))
    window.form.parts["hide"]["model"].click()
    desk.wait(lambda: not desk.window.model_bar.isVisible())
    maker.select(4)
    settled(desk)
    assert player.card.place.text() == "4 / 8"
    window.preview.click()
    assert player.playing is None
    assert desk.window.controller.page is None
    assert desk.window.model_bar.isVisible()


def test_pages_that_are_turned_in_the_window_are_those_that_are_worked_on(desk: Desk) -> None:
    maker = working_on(desk, made.lesson())
    press(desk, maker, "play")
    settled(desk)
    player_of(desk).go_to(2)
    assert maker.draft.number == 2
    assert maker.window.pages.currentRow() == 1
    desk.do("lessons.end")
    assert not maker.window.preview.isChecked()


def test_an_author_answers_without_a_trace(desk: Desk, tmp_path: Path) -> None:
    maker = working_on(desk, made.lesson())
    maker.select(2 + [*made.QUESTIONS].index("number"))
    press(desk, maker, "play")
    settled(desk)
    control = player_of(desk).card.ask.control
    assert control is not None
    made.RIGHT["number"](desk, control)
    desk.wait(lambda: player_of(desk).card.ask.reply.text().startswith("Yes."))
    assert not (state_folder() / progress.FOLDER).exists()


def test_points_that_are_in_no_page_are_asked_about_before_another_page_is_shown(
    desk: Desk, answer: Callable[[QMessageBox.StandardButton], list[str]]
) -> None:
    maker = working_on(desk, made.lesson())
    desk.click(0.7, 2.2)
    asked, before = answer(Buttons.Cancel), desk.document
    maker.window.preview.click()
    assert asked == ["“Two classes” is not saved. You added 1 point."]
    assert not maker.window.preview.isChecked()
    assert desk.document is before
    retake(desk, maker)
    maker.window.preview.click()
    settled(desk)
    assert len(asked) == 1


def test_what_is_amiss_is_listed_with_its_page_and_saving_stays_possible(desk: Desk) -> None:
    maker = working_on(desk, made.lesson(Page("three", 10**6), replace(made.QUESTIONS["separable"], hide=frozenset())))
    window = maker.window
    desk.wait(lambda: window.flaws.count() == 2)
    said = [window.flaws.item(row).text() for row in range(2)]
    assert said[0].startswith("Page 1: The run ends after")
    assert said[1] == "Page 2: the answer is visible here. Hide: Verdict, Why."
    assert window.buttons["save"].isEnabled()
    window.flaws.itemClicked.emit(window.flaws.item(1))
    assert maker.draft.number == 2
    for part in ("verdict", "why"):
        window.form.parts["hide"][part].click()
    desk.wait(lambda: window.flaws.count() == 1)


def test_a_second_language_stands_beside_the_first(desk: Desk) -> None:
    maker = working_on(desk, made.lesson())
    window = maker.window
    assert window.tongues.isHidden()
    type_into(desk, window.another, "de")
    desk.key(Key.Key_Return, on=window.another)
    assert window.form.text.words() == ""
    type_into(desk, window.form.text, "Die Formel.")
    page = maker.draft.page
    assert page is not None
    assert dict(page.text.versions) == {"en": "The formula is $w = Σ αᵢ yᵢ xᵢ$.", "de": "Die Formel."}
    assert window.tongues.isVisible()
    window.tongues.activated.emit(0)
    assert window.form.text.words().startswith("The formula")


def test_a_language_is_its_letters_and_never_nothing(desk: Desk) -> None:
    maker = working_on(desk, made.lesson())
    window = maker.window
    type_into(desk, window.another, 'd e/"zh-Hant')
    assert window.another.text() == "dezh-Hant"
    window.another.clear()
    desk.wait(window.isActiveWindow)
    window.language.setFocus()
    window.language.selectAll()
    desk.key(Key.Key_Backspace, on=window.language)
    assert not window.language.text()
    window.title.setFocus()
    assert window.language.text() == maker.draft.lesson.language == "en"


def test_without_a_page_nothing_of_the_last_one_is_left(desk: Desk) -> None:
    maker = working_on(desk, made.lesson(made.QUESTIONS["number"]))
    maker.turn_preview(True)
    settled(desk)
    assert maker.window.form.text.words()
    press(desk, maker, "delete")
    assert player_of(desk).playing is None
    assert not maker.window.preview.isChecked()
    assert not maker.window.form.isEnabled()
    assert not maker.window.form.text.words() + maker.window.form.visit.text()
    assert not maker.window.form.ask.fields
    desk.wait(lambda: not maker.window.check.text())
    press(desk, maker, "undo")
    assert maker.window.form.text.words() == "After a visit, what is $f(x₃)$?"
    assert maker.window.form.ask.fields


def test_there_are_two_hundred_pages_at_most(desk: Desk) -> None:
    many = made.lesson(*[Page("three", 0, made.text(f"Page {number}.")) for number in range(MOST_PAGES - 10)])
    maker = working_on(desk, many)
    for _ in range(30):
        press(desk, maker, "duplicate")
    assert len(maker.draft.lesson.pages) == maker.window.pages.count() == MOST_PAGES
    assert not maker.window.buttons["duplicate"].isEnabled()
    assert not maker.window.buttons["add_view"].isEnabled()
    press(desk, maker, "delete")
    assert maker.window.buttons["add_view"].isEnabled()


def test_a_file_that_is_no_lesson_is_told_and_the_lesson_that_is_made_stays(desk: Desk, tmp_path: Path) -> None:
    maker = working_on(desk, made.lesson())
    path, before = tmp_path / "other.lesson", maker.draft
    path.write_text('{"format": "perceptron-lesson", "version": 1, "pages": [{"session": "q"}]}')
    maker.open_path(path)
    desk.wait(lambda: desk.window.findChildren(QMessageBox))
    (box,) = desk.window.findChildren(QMessageBox)
    assert "shows the session" in box.text()
    box.close()
    assert maker.draft == before
    assert maker.file.file is None


def test_where_nothing_can_be_written_that_is_told_and_the_lesson_counts_as_unsaved(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker = working_on(desk, made.lesson())
    type_into(desk, maker.window.title, "x")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(tmp_path / "no/x.lesson"), ""))
    press(desk, maker, "save")
    desk.wait(lambda: desk.window.findChildren(QMessageBox))
    (box,) = desk.window.findChildren(QMessageBox)
    assert "cannot be written because there is no such folder" in box.text()
    box.close()
    assert maker.window.isWindowModified()
    assert maker.file.file is None


# Nothing is lost


def kept_files() -> list[Path]:
    return sorted((state_folder() / copy_folders.FOLDER).glob("*/*.lesson"))


def test_what_is_not_saved_is_kept_within_a_moment_and_offered_at_the_next_start(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unsaved_copy, "DELAY_MS", 1)
    maker = working_on(desk, made.lesson())
    type_into(desk, maker.window.form.text, "Kept. ")
    wanted = maker.draft.lesson
    desk.wait(kept_files)
    keeper = maker.file.keeper
    keeper._wait()
    keeper.keep_now()
    assert lesson_file.plain_of(lesson_file.read_lesson(kept_files()[0]).lesson) == lesson_file.plain_of(wanted)
    # The process is gone: nobody holds its lock.
    assert keeper._lock is not None
    keeper._lock.unlock()
    keeper._folder = keeper._lock = None
    maker.file._saved = maker.draft.lesson
    offer = offer_kept(desk.window, desk.commands.filing)
    assert offer is not None
    assert "A made lesson" in offer.bar.text.text()
    offer.open_button.click()
    desk.wait(lambda: maker.file._saved is None)
    assert lesson_file.plain_of(maker.draft.lesson) == lesson_file.plain_of(wanted)
    assert maker.window.isVisible()
    assert maker.file.is_changed


@pytest.mark.parametrize("closes", ["the lesson", pytest.param("all", marks=pytest.mark.new_window)])
def test_closing_asks_as_for_sessions(
    desk: Desk,
    closes: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    answer: Callable[[QMessageBox.StandardButton], list[str]],
) -> None:
    maker = working_on(desk, made.lesson())
    closing = maker.window if closes == "the lesson" else desk.window
    type_into(desk, maker.window.title, "Other: ")
    asked = answer(Buttons.Cancel)
    assert not closing.close()
    assert asked == ["The lesson is not saved. You changed the title."]
    assert maker.window.isVisible()
    path = tmp_path / "saved.lesson"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(path), ""))
    answer(Buttons.Save)
    assert closing.close()
    assert "Other: " in path.read_text(encoding="utf-8")
    assert not kept_files()


@pytest.mark.new_window
def test_what_is_discarded_is_gone_and_nobody_is_asked_twice(
    desk: Desk, answer: Callable[[QMessageBox.StandardButton], list[str]]
) -> None:
    maker = working_on(desk, made.lesson())
    type_into(desk, maker.window.title, "x")
    asked = answer(Buttons.Discard)
    assert maker.window.close()
    assert desk.window.close()
    assert len(asked) == 1


@pytest.mark.new_window
def test_who_is_made_to_leave_finds_the_lesson_at_the_next_start(desk: Desk) -> None:
    maker = working_on(desk, made.lesson())
    type_into(desk, maker.window.title, "x")
    desk.commands.filing.is_forced = True
    assert desk.window.close()
    assert len(kept_files()) == 1


def test_a_lesson_that_was_changed_outside_is_asked_about(
    desk: Desk, tmp_path: Path, answer: Callable[[QMessageBox.StandardButton], list[str]]
) -> None:
    path = tmp_path / "a.lesson"
    lesson_file.write(path, made.lesson())
    maker = maker_of(desk)
    maker.open_path(path)
    desk.wait(lambda: maker.draft.lesson.pages)
    type_into(desk, maker.window.title, "x")
    lesson_file.write(path, made.lesson(made.QUESTIONS["choice"]))
    asked = answer(Buttons.Cancel)
    assert not maker.file.save()
    assert asked == ["a.lesson has changed outside this window since you opened or saved it here."]
    answer(Buttons.Yes)
    assert maker.file.save()
    desk.wait(lambda: not maker.file.is_changed)
    assert len(lesson_file.read_lesson(path).lesson.pages) == 8


def test_all_of_it_is_reached_by_tab(desk: Desk) -> None:
    maker = working_on(desk, made.lesson(made.QUESTIONS["choice"]))
    window, seen = maker.window, set[QWidget]()
    desk.wait(window.isActiveWindow)
    window.title.setFocus()
    for _ in range(120):
        focus = window.focusWidget()
        assert focus is not None
        if focus in seen and focus is window.title:
            break
        seen.add(focus)
        desk.key(Key.Key_Tab, on=focus)
    for widget in window.findChildren(QWidget):
        if widget.isVisible() and widget.isEnabled() and isinstance(widget, QLineEdit | QCheckBox | QComboBox):
            assert widget in seen, widget.accessibleName()


def test_what_comes_while_a_view_is_taken_is_not_in_the_lesson_and_is_asked_about(desk: Desk) -> None:
    """The points of the moment in which the page was there counted as kept, and nobody asked about them."""
    maker = working_on(desk, made.lesson())
    waits = threading.Event()
    desk.window.controller.post(lambda worker: waits.wait(30))
    before = maker.draft
    maker.window.form.take_view.click()
    desk.window.controller.place([[9.0, 9.0]], [1])
    waits.set()
    desk.wait(lambda: maker.draft != before)
    assert maker.draft.session is not None
    assert maker.draft.session.document.dataset.n_samples == desk.dataset.n_samples - 1
    assert desk.window.controller.history.is_changed
