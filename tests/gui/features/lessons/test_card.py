"""The card of a lesson: what is asked stays in sight, keys go to the answer, names and files are proposed (L1, L6)."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QInputDialog, QLineEdit, QWidget

from perceptron_gui.files.lessons import shipped
from perceptron_gui.gui.features.lessons import LessonCommands
from perceptron_gui.gui.features.lessons.ask_controls import Choices, Fields, Makes, Option
from perceptron_gui.gui.features.lessons.lesson_card import LessonCard
from perceptron_gui.gui.filing import background_work
from perceptron_gui.session.lessons import lesson
from perceptron_gui.session.lessons.questions import choice_of
from perceptron_gui.session.view.view_state import LIGHT, PROJECTOR
from tests.effort import one_in
from tests.gui.desk import Desk, Key, Modifier
from tests.gui.features.lessons import made


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep progress in a folder of this test."""
    monkeypatch.setenv("PERCEPTRON_LAB_CONFIG", str(tmp_path / "own"))


def shown(desk: Desk, name: str) -> LessonCommands:
    """Open a lesson of the program, without a name."""
    desk.open(shipped.shipped()[name])
    commands: LessonCommands = desk.commands.late["lessons"].made
    desk.wait(lambda: commands.player.playing is not None)
    for dialog in desk.window.findChildren(QInputDialog):
        dialog.reject()
    desk.window.activateWindow()
    desk.wait(desk.window.isActiveWindow)
    made.settled(desk, commands)
    return commands


def is_in_sight(card: QWidget, part: QWidget) -> bool:
    """Whether all of a part is seen within the card."""
    whole = QRect(part.mapTo(card, QPoint()), part.size())
    return part.visibleRegion().boundingRect().size() == part.size() and card.rect().contains(whole)


def question_is_in_sight(desk: Desk, card: LessonCard) -> None:
    """Wait until all of a question is seen, and all that answers it."""
    assert card.ask.control is not None
    assert not card.ask.show_me.isHidden()
    parts = [*card.ask.control.stops(), card.ask.show_me, card.ask.words]
    parts += [] if card.ask.check.isHidden() else [card.ask.check]
    desk.wait(lambda: all(is_in_sight(card, part) for part in parts), 3000)
    nothing_is_beside(card)


def reply_is_in_sight(desk: Desk, card: LessonCard) -> None:
    """Wait until a reply is seen."""
    parts = [card.ask.reply, *(each for each in (card.ask.check, card.ask.show_me) if not each.isHidden())]
    if card.ask.control is not None and card.ask.control.isEnabled():
        desk.wait(lambda: all(is_in_sight(card, part) for part in parts), 3000)
    else:  # what is right and why may be long: then it is scrolled to its beginning
        desk.wait(lambda: not card.ask.reply.visibleRegion().isEmpty(), 3000)
    nothing_is_beside(card)


def nothing_is_beside(card: LessonCard) -> None:
    """Look that text and question are no wider than the card."""
    for inside, part in ((card.text, card._reading), (card.ask, card._asking)):
        assert part.horizontalScrollBar().maximum() == 0
        assert inside.mapTo(part, QPoint()).x() >= 0
        assert inside.mapTo(part, QPoint(inside.width(), 0)).x() <= part.width()


def answered_wrong(desk: Desk, commands: LessonCommands) -> None:
    """Give an answer that is taken, and wrong unless it happens to be right."""
    ask = commands.player.card.ask
    control = ask.control
    if isinstance(control, Fields):
        made.typed(*["-977"] * len(control.fields))(desk, control)
    elif isinstance(control, Makes):
        ask.check.click()
    else:
        assert isinstance(control, Choices)
        asked = commands.player.asked
        assert asked is not None
        control.buttons[-1].click()
        if not ask.check.isHidden():
            ask.check.click()
    desk.wait(ask.reply.text)
    made.settled(desk, commands)


@pytest.mark.seldom
def test_a_text_that_fits_has_no_scroll_bar(desk: Desk) -> None:
    """Once there, Qt's scroll bar made the text so narrow that it was needed."""
    desk.window.resize(1280, 800)
    commands = shown(desk, "line-and-sign")
    reading = commands.player.card._reading
    commands.take_name("Ada")
    for _ in range(11):
        desk.do("lessons.next")
        made.settled(desk, commands)
        desk.wait(lambda: not reading.verticalScrollBar().isVisible())


LOOKS = [(1024, 768, PROJECTOR), (960, 600, LIGHT)]
"""The smallest windows, with the letters that go with each."""


@pytest.mark.seldom
@pytest.mark.parametrize(("turn", "name"), one_in(9, enumerate(shipped.shipped())))
def test_each_lesson_plays_by_the_remote_and_all_that_is_asked_and_said_is_in_sight(
    desk: Desk, turn: int, name: str
) -> None:
    """To its middle in one of the smallest windows, from there in the other."""
    commands = shown(desk, name)
    player, pages = commands.player, commands.player.now.pages
    looks = LOOKS if turn % 2 else LOOKS[::-1]
    for number, page in enumerate(pages, 1):
        if number in (1, len(pages) // 2 + 1):
            *size, theme = looks[number > 1]
            desk.window.resize(*size)
            desk.window.controller.change_view(theme=theme)
        made.settled(desk, commands)
        assert player.now.number == number
        wanted = player.now.file.lesson.session_of(page).place.visit
        desk.wait(lambda wanted=wanted: desk.settle().visit == wanted)
        if page.station is not None and desk.window.side.is_open:
            assert desk.window.side.front is not None
        if page.ask is not None:
            all_is_in_sight(desk, commands)
        desk.key(Key.Key_PageDown)
    assert not desk.boxes()


def all_is_in_sight(desk: Desk, commands: LessonCommands) -> None:
    """Look at a question, answer it, and have the answer shown unless it was right."""
    card, asked = commands.player.card, commands.player.asked
    assert asked is not None
    assert asked.is_asked and asked.solution, asked.words
    question_is_in_sight(desk, card)
    answered_wrong(desk, commands)
    reply_is_in_sight(desk, card)
    if not card.ask.show_me.isHidden():
        card.ask.show_me.click()
        assert card.ask.reply.text().startswith(asked.solution)
        assert card.ask.control is None or not card.ask.control.isEnabled()
        desk.settle()


def test_the_first_field_has_the_keys_page_keys_still_turn_and_who_has_answered_goes_on_by_keys(
    desk: Desk, tmp_path: Path
) -> None:
    commands = made.played(desk, tmp_path)
    control = made.turned_to(desk, commands, "number")
    assert isinstance(control, Fields)
    before = desk.window.gestures.current_class
    desk.wait(control.fields[0].hasFocus)
    desk.qtbot.keyClicks(QApplication.focusWidget(), "41")
    assert control.fields[0].text() == "41"
    assert desk.window.gestures.current_class == before
    place = commands.player.card.place.text()
    desk.key(Key.Key_PageDown)
    assert commands.player.card.place.text() != place
    made.settled(desk, commands)
    desk.key(Key.Key_PageUp)
    assert commands.player.card.place.text() == place
    made.settled(desk, commands)
    control = commands.player.card.ask.control
    assert control is not None
    made.RIGHT["number"](desk, control)
    desk.wait(commands.player.card.next.hasFocus)
    desk.key(Key.Key_Return)
    assert commands.player.card.place.text() == "5 / 8"


@pytest.mark.seldom
def test_in_a_hall_the_remote_turns_pages_also_from_the_field_of_a_question(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk.window, "showFullScreen", lambda: None)
    commands = made.played(desk, tmp_path)
    desk.key(Key.Key_F11, on=desk.window.canvas)
    made.turned_to(desk, commands, "number")
    assert isinstance(QApplication.focusWidget(), QLineEdit)
    place = commands.player.now.number
    desk.key(Key.Key_PageDown)
    assert commands.player.now.number == place + 1


def test_tab_goes_from_the_answer_over_its_buttons_to_the_ways_on_and_nothing_overlaps(
    desk: Desk, tmp_path: Path
) -> None:
    commands = made.played(desk, tmp_path)
    control = made.turned_to(desk, commands, "weights")
    assert isinstance(control, Fields)
    card = commands.player.card
    desk.wait(control.fields[0].hasFocus)
    ways = [card.previous, card.place, card.next, card.back, card.close_button]
    for wanted in (*control.fields[1:], card.ask.check, card.ask.show_me, *ways):
        desk.key(Key.Key_Tab)
        assert QApplication.focusWidget() is wanted
        assert wanted.grab().toImage() != unfocused(desk, wanted)
        wanted.setFocus()
    parts = [card.title, card._reading, card._asking]
    places = [QRect(part.mapTo(card, QPoint()), part.size()) for part in parts]
    assert not any(one.intersects(other) for one, other in itertools.combinations(places, 2))


def unfocused(desk: Desk, widget: QWidget) -> object:
    """Return how a widget looks without the keys."""
    desk.window.canvas.setFocus()
    return widget.grab().toImage()


def test_space_presses_what_has_the_keys_and_plays_nothing(desk: Desk, tmp_path: Path) -> None:
    commands = made.played(desk, tmp_path)
    ask = commands.player.card.ask
    for kind in ("number", "choice", "separable"):
        control = made.turned_to(desk, commands, kind)
        if isinstance(control, Fields):
            control.fields[0].setText("7")
        button = {"number": ask.check, "choice": control.stops()[-1], "separable": ask.show_me}[kind]
        button.setFocus()
        desk.key(Key.Key_Space, on=button)
        desk.wait(ask.reply.text)
        assert not desk.settle().is_playing, kind
        assert not control.isEnabled(), kind


def test_a_long_option_wraps_and_says_all_its_words(desk: Desk, tmp_path: Path) -> None:
    words = "the numbers of points and of features, and how far from each other the classes are"
    page = lesson.Page("three", 0, made.text("Which?"), ask=choice_of([made.text(words), made.text("none")], 1))
    desk.window.resize(960, 600)
    commands = made.played(desk, tmp_path, made.lesson(page))
    control = commands.player.card.ask.control
    assert isinstance(control, Choices)
    for is_pressed in (False, True):
        control.show_value(control.asked.choices[0][0] if is_pressed else "")
        for button in control.buttons:
            assert isinstance(button, Option)
            font = button.font()
            font.setBold(is_pressed)
            lines = button.text().split("\n")
            assert " ".join(lines) == button.accessibleName()
            assert max(map(QFontMetrics(font).horizontalAdvance, lines)) < button.width()
            assert button.height() >= len(lines) * QFontMetrics(font).height()
    assert "\n" in control.buttons[0].text()


def test_answers_are_handed_in_beside_the_users_files_under_name_and_lesson(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    proposed: list[Path] = []

    def dialog(parent: object, title: str, name: str, *_: object, **__: object) -> tuple[str, str]:
        proposed.append(Path(name))
        return "", ""

    monkeypatch.setattr(background_work.QFileDialog, "getSaveFileName", dialog)
    desk.commands.filing.folder = str(tmp_path)
    commands = shown(desk, "no-line-will-do")
    commands.take_name("Ada")
    commands.hand_in()
    desk.do("lessons.edit")
    desk.commands.late["making"].made.file.save_as()
    assert [each.parent for each in proposed] == [tmp_path, tmp_path]
    assert proposed[0].name == "Ada, 08-no-line-will-do.answers"


def test_the_last_name_is_proposed_and_one_that_is_too_long_is_refused(desk: Desk, tmp_path: Path) -> None:
    commands = made.played(desk, tmp_path)
    commands.take_name("Ada")
    desk.do("lessons.end")
    other = made.lesson(made.QUESTIONS["choice"])
    commands = made.played(desk, tmp_path, other)
    assert commands.player.now.name == ""
    commands.ask_name()
    (dialog,) = [each for each in desk.window.findChildren(QInputDialog) if each.isVisible()]
    assert dialog.textValue() == "Ada"
    dialog.setTextValue("A" * (lesson.LONGEST_NAME + 1))
    dialog.accept()
    assert str(lesson.LONGEST_NAME) in desk.boxes()[0].text()
    assert commands.player.now.name == ""
    desk.boxes()[0].close()


def test_f6_reaches_the_lesson_at_its_text_or_answer_and_goes_on(desk: Desk) -> None:
    commands = shown(desk, "line-and-sign")
    window, card = desk.window, commands.player.card
    window.canvas.setFocus()
    for way, area in (
        (Modifier.NoModifier, card),
        (Modifier.NoModifier, window.top),
        (Modifier.ShiftModifier, card),
        (Modifier.ShiftModifier, window.canvas),
    ):
        desk.key(Key.Key_F6, way)
        now = QApplication.focusWidget()
        assert now is area or area.isAncestorOf(now)
    while card.ask.control is None or not card.ask.control.stops():
        desk.do("lessons.next")
        made.settled(desk, commands)
    window.canvas.setFocus()
    desk.key(Key.Key_F6)
    first = QApplication.focusWidget()
    assert first in (card._reading, card.ask.control.stops()[0]), "not at the ways through the lesson"
    desk.do("lessons.end")
    window.canvas.setFocus()
    desk.key(Key.Key_F6)
    assert window.top.isAncestorOf(QApplication.focusWidget()), "a lesson that is put away is left out"
