"""The lessons that ship are in every language of the program, with the formulas and the menus of the English text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cache

import pytest

from perceptron_gui.files.lessons import lesson_file
from perceptron_gui.files.lessons.shipped import shipped
from perceptron_gui.files.program import languages
from perceptron_gui.session.lessons.lesson import Lesson, Proof, Text, Value
from perceptron_gui.session.lessons.marking import Marking
from perceptron_gui.session.lessons.questions import Choice
from perceptron_gui.session.lessons.standing import Unanswerable
from perceptron_gui.session.wording import name_of
from perceptron_gui.translation import BETWEEN, ENGLISH, begun, is_leftwards
from tests.catalogue import collected
from tests.punctuation import MISPLACED, misplaced

LESSONS = {name: lesson_file.read_lesson(path).lesson for name, path in shipped().items()}
SPOKEN = [name for name in languages.known() if name != ENGLISH]
FORMULA = re.compile(r"\$([^$]+)\$")
QUOTED = re.compile(r"[„“«\"]\s?([^„“”«»\"]{2,60}?)\s?[“”»\"]")


def texts_of(lesson: Lesson) -> Iterator[tuple[str, Text]]:
    """Yield all texts, with where they stand."""
    yield "title", lesson.title
    for number, page in enumerate(lesson.pages, 1):
        yield f"{number} text", page.text
        yield f"{number} notes", page.notes
        if isinstance(page.ask, Choice):
            yield f"{number} why", page.ask.why
            for option in page.ask.options:
                yield f"{number} option", option


def named(text: str) -> list[str]:
    """Return what a text puts in quotes, the steps of a menu one by one."""
    return [step for quoted in QUOTED.findall(FORMULA.sub("", text)) for step in quoted.split(" ▸ ")]


def plain(text: str) -> str:
    """Return the name of an entry, as a sentence mentions it."""
    return name_of(re.sub(r"\(&\w\)|&", "", text.rpartition(BETWEEN)[2]).strip(" …"))


@cache
def translations_in(language: str) -> dict[str, set[str]]:
    """Return what each text of the window is called in a language, one way or the other."""
    catalogue = languages.read(language)
    assert catalogue is not None
    translated: dict[str, set[str]] = {}
    for one, _ in collected():  # "Run" is a menu, and what it is about
        translated.setdefault(plain(one), set()).add(plain(catalogue.gettext(one)))
    return translated


@pytest.mark.drawn
@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("name", LESSONS)
def test_every_text_is_there_with_its_formulas_and_names_what_is_in_the_window(name: str, language: str) -> None:
    translated = translations_in(language)
    for where, text in texts_of(LESSONS[name]):
        if not text.versions:
            continue
        versions = dict(text.versions)
        english, found = versions[ENGLISH], versions[language[:2]]
        assert Counter(FORMULA.findall(found)) == Counter(FORMULA.findall(english)), where
        assert "$" not in FORMULA.sub("", found), where
        for each in named(english):
            assert each not in translated or translated[each] & {*named(found)}, (where, each)


def test_something_is_named() -> None:
    texts = [text.in_language("en") for lesson in LESSONS.values() for _, text in texts_of(lesson)]
    said = [each for text in texts for each in named(text)]
    assert len({*said} & {plain(one) for one, _ in collected()}) >= 5


ANSWERS: tuple[Value, ...] = (
    *(1, 2, "0", "7", "right", "mistake", "towards", ("1", "1", "1"), ("0", "0")),
    *(Proof(True), Proof(False, (1, 2))),
)


def said(lesson: Lesson) -> Iterator[str]:
    """Yield what is said to answers to all questions of a lesson, right ones and wrong ones."""
    judges = Marking(lesson)
    for number, page in enumerate(lesson.pages, 1):
        if page.ask is not None:
            at = judges.standing(number)
            yield page.ask.words(at)
            yield page.ask.solution(at)
            for value in ANSWERS:
                with suppress(Unanswerable, AssertionError):
                    judged = judges.judge(number, value)
                    yield from (judged.brief, judged.why)


@pytest.mark.drawn
@pytest.mark.parametrize("language", MISPLACED)
@pytest.mark.parametrize("name", LESSONS)
def test_what_is_said_to_an_answer_has_its_marks_where_the_script_has_them(name: str, language: str) -> None:
    languages.speak(language)
    try:
        texts = [*said(LESSONS[name])]
        assert len(texts) > 10
        assert [text for text in texts if misplaced(text, language)] == []
        if is_leftwards():  # or a paragraph that begins with a formula would go from the left, words and all
            assert [text for text in texts if begun(text) != text] == []
    finally:
        languages.speak(ENGLISH)
