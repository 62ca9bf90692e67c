"""Whether what a card of a lesson asks, and what it says to an answer, is seen in the smallest windows."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget

from perceptron_gui.gui.features.lessons.lesson_card import LessonCard
from perceptron_gui.session.view.view_state import LIGHT, PROJECTOR
from tests.gui.desk import Desk

LOOKS = (1024, 768, PROJECTOR), (960, 600, LIGHT)
"""The smallest windows, with the letters that go with each."""


def take_look(desk: Desk, look: tuple[int, int, str]) -> None:
    """Let a window be as small, and its letters as large, as they may be."""
    width, height, theme = look
    desk.window.resize(width, height)
    desk.window.controller.change_view(theme=theme)


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
