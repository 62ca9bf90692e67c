"""The lessons to look at: of every page its plane, its text and its question, in a language that the lesson has."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from perceptron_gui import translation
from perceptron_gui.files.lessons.lesson_file import LessonFile, read_lesson
from perceptron_gui.files.lessons.shipped import shipped
from perceptron_gui.session.formula import line
from perceptron_gui.session.formula.line import Formula
from perceptron_gui.session.lessons.lesson import Lesson
from perceptron_gui.session.lessons.marking import Marking
from perceptron_gui.session.lessons.page_rules import rules_of
from perceptron_gui.session.lessons.sheet import Item, Plane, sheet_of
from perceptron_gui.session.lessons.typed_formula import text_parts
from perceptron_gui.session.worked.solution import MOST_POINTS
from website.markdown import left_to_right

SCALE = 2.0
"""Dots of a picture to a pixel."""


class LessonPage(NamedTuple):
    """A page as it is read."""

    text: Markup
    item: Item | None  # its question, as on paper


class LessonText(NamedTuple):
    """A lesson in one language."""

    name: str
    title: str
    minutes: int | None
    pages: tuple[LessonPage, ...]

    @property
    def n_questions(self) -> int:
        """How many pages ask something."""
        return sum(page.item is not None for page in self.pages)


def read() -> dict[str, LessonFile]:
    """Return the lessons that come with the program, by their names."""
    return {name: read_lesson(str(path)) for name, path in shipped().items()}


def tag() -> str:
    """Return the language that is shown, as lessons name it."""
    return translation.language().split("_")[0]


def in_language(name: str, file: LessonFile) -> LessonText | None:
    """Return a lesson in the language that is shown; None where it is not written in it."""
    lesson = file.lesson
    if tag() not in dict(lesson.title.versions) and tag() != lesson.language:
        return None
    items = _items(file)
    texts = (page.text.in_language(tag(), lesson.language) for page in lesson.pages)
    pages = tuple(LessonPage(_html(text), items.get(number)) for number, text in enumerate(texts, 1))
    return LessonText(name, lesson.title.in_language(tag(), lesson.language), lesson.minutes, pages)


def _items(file: LessonFile) -> dict[int, Item]:
    sheet = sheet_of(Marking(file.lesson, file.digest, tag()), language=tag())
    return dict(zip(file.lesson.asked(), sheet.items, strict=True))


def _html(text: str) -> Markup:
    """Return an author's text: what stands between $ $ are formulas, which go from left to right in every language."""
    parts = (Markup.escape(each) if isinstance(each, str) else formula(each) for each in text_parts(text))
    return Markup("").join(Markup(f"<p>{each}</p>") for each in Markup("").join(parts).split("\n") if each)


def formula(written: Formula) -> Markup:
    """Return a line of mathematics."""
    return left_to_right(line.text_of(written), "formula")


def planes(file: LessonFile) -> dict[int, Plane]:
    """Return what the plane shows on the pages that have points: what is asked for is hidden as on paper."""
    lesson, items = file.lesson, _items(file)
    found = {number: items[number].plane if number in items else _plane(lesson, number) for number in _numbers(lesson)}
    return {number: plane for number, plane in found.items() if plane is not None}


def _numbers(lesson: Lesson) -> range:
    return range(1, len(lesson.pages) + 1)


def _plane(lesson: Lesson, number: int) -> Plane | None:
    page = lesson.pages[number - 1]
    session = lesson.session_of(page)
    has_points = session.document.dataset.n_samples > 0
    return Plane(session, rules_of(page, is_open=True), MOST_POINTS) if has_points else None


def paint(files: dict[str, LessonFile], folder: Path) -> None:
    """Paint the planes of all pages, each as NAME-NUMBER.png."""
    from perceptron_gui.gui.pictures.drawing import png
    from perceptron_gui.gui.pictures.paper import plane_drawing
    from perceptron_gui.gui.pictures.still import ready_to_paint

    ready_to_paint()
    for name, file in files.items():
        for number, plane in planes(file).items():
            with plane_drawing(plane) as drawing:
                (folder / f"{name}-{number}.png").write_bytes(png(drawing.image(SCALE)))
