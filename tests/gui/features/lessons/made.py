"""A lesson with a page for every kind of question, and right and wrong answers to each, in the hands of a student."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.files.lessons import lesson_file
from perceptron_gui.gui.features.lessons import LessonCommands
from perceptron_gui.gui.features.lessons.ask_controls import AskControl, Choices, Fields
from perceptron_gui.session.document import Document
from perceptron_gui.session.exercises.visit_questions import Direction, RightOrMistake
from perceptron_gui.session.lessons.lesson import Ask, Lesson, Page, Text
from perceptron_gui.session.lessons.questions import Make, Separable, choice_of
from perceptron_gui.session.lessons.run_questions import Number, Weights
from perceptron_gui.session.saved.saved_session import SavedSession
from tests.gui.desk import Button, Desk, Key

THREE = Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, 0])
"""Learned by w = (1, 1), b = −3 after seven mistakes; the first visit is one."""
XOR = Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0]], [0, 0, 1, 1])


def text(words: str) -> Text:
    """Return a text in the one language there is."""
    return Text((("", words),))


def session(dataset: Dataset = THREE) -> SavedSession:
    """Return a session of points."""
    return SavedSession(document=Document(settings=TrainingSettings()).with_dataset(dataset))


QUESTIONS: dict[str, Page] = {
    "right_or_mistake": Page("three", 1, text("Before the second visit."), ask=RightOrMistake()),
    "direction": Page("three", 0, text("Before the first visit."), ask=Direction()),
    "number": Page("three", 1, text("After a visit, what is $f(x₃)$?"), ask=Number("f", 3)),
    "weights": Page("three", 3, text("After three visits."), hide=frozenset({"model", "step"}), ask=Weights()),
    "separable": Page("xor", 0, text("Four points."), hide=frozenset({"verdict"}), ask=Separable()),
    "make": Page("three", 0, text("Spoil it."), ask=Make("not_separable", frozenset({"points"}))),
    "choice": Page("three", 0, text("Which?"), ask=choice_of([text("one"), text("two")], 2)),
}
"""A page for each kind, by its name."""


def lesson(*pages: Page) -> Lesson:
    """Return a lesson of pages, or one with a page for every kind of question after one that only says something."""
    first = Page("three", 0, text("The formula is $w = Σ αᵢ yᵢ xᵢ$."), notes=text("Say it slowly."))
    sessions = {"three": session(), "xor": session(XOR)}
    return Lesson(text("A made lesson"), sessions=sessions, pages=pages or (first, *QUESTIONS.values()))


def asking(ask: Ask, visit: int = 1) -> Page:
    """Return a page with a question about three points."""
    return Page("three", visit, text("A page."), ask=ask)


def played(desk: Desk, folder: Path, made: Lesson | None = None) -> LessonCommands:
    """Open a lesson from a file, as a double click does; return the commands that play it."""
    path = folder / "made.lesson"
    lesson_file.write(path, made or lesson())
    desk.open(path)
    commands: LessonCommands = desk.commands.late["lessons"].made
    desk.wait(lambda: commands.player.playing is not None)
    settled(desk, commands)
    return commands


def settled(desk: Desk, commands: LessonCommands) -> None:
    """Wait until a page is on the screen with its question."""
    desk.wait(lambda: not desk.window.controller.background.is_busy and commands.player.asked is not None)
    desk.settle()


def turned_to(desk: Desk, commands: LessonCommands, kind: str) -> AskControl:
    """Go to the page of a kind of question; return its control."""
    commands.player.go_to(2 + [*QUESTIONS].index(kind))
    settled(desk, commands)
    control = commands.player.card.ask.control
    assert control is not None
    return control


def typed(*texts: str) -> Callable[[Desk, AskControl], None]:
    """Type into the fields, and press Enter in the last."""

    def act(desk: Desk, control: AskControl) -> None:
        assert isinstance(control, Fields)
        for field, each in zip(control.fields, texts, strict=True):
            field.setFocus()
            field.selectAll()
            desk.qtbot.keyClicks(field, each)
        desk.key(Key.Key_Return, on=control.fields[-1])

    return act


def figure(number: int) -> Callable[[Desk, AskControl], None]:
    """Press a figure on the plane."""

    def act(desk: Desk, control: AskControl) -> None:
        desk.key(Key(Key.Key_0 + number), on=desk.window.canvas)

    return act


def marked(*points: int) -> Callable[[Desk, AskControl], None]:
    """Say that they are not separable, and mark points."""

    def act(desk: Desk, control: AskControl) -> None:
        assert isinstance(control, Choices)
        figure(2)(desk, control)
        desk.window.gestures.select([*points])
        desk.qtbot.mouseClick(desk.commands.late["lessons"].made.player.card.ask.check, Button.LeftButton)

    return act


def placed(*places: tuple[float, float, int]) -> Callable[[Desk, AskControl], None]:
    """Place points, and have what is there checked."""

    def act(desk: Desk, control: AskControl) -> None:
        for x, y, label in places:
            desk.window.controller.place([[x, y]], [label])
        desk.settle()
        desk.qtbot.mouseClick(desk.commands.late["lessons"].made.player.card.ask.check, Button.LeftButton)

    return act


RIGHT: dict[str, Callable[[Desk, AskControl], None]] = {
    "right_or_mistake": figure(1),
    "direction": figure(1),
    "number": typed("7"),
    "weights": typed("2", "2", "0"),
    "separable": marked(0, 1, 2, 3),
    "make": placed((3.5, 3.0, 0)),
    "choice": figure(2),
}
WRONG: dict[str, Callable[[Desk, AskControl], None]] = {
    "right_or_mistake": figure(2),
    "direction": figure(2),
    "number": typed("8"),
    "weights": typed("2", "1", "0"),
    "separable": figure(1),
    "make": placed((5.0, 5.0, 1)),
    "choice": figure(1),
}
