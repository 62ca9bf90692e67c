"""Lessons and answers come back from their files as they were, and what is none is refused in one sentence (L1, L6)."""

from __future__ import annotations

import json
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.files.file_work import FileError, PointsFileError
from perceptron_gui.files.lessons import lesson_file
from perceptron_gui.files.sessions.session_file import write_session
from perceptron_gui.session.document import Document
from perceptron_gui.session.lessons.lesson import Answer, Answers, Lesson, Page, Text
from perceptron_gui.session.lessons.run_questions import Number
from perceptron_gui.session.saved.saved_session import SavedSession
from tests.files.lessons import random_lessons
from tests.files.sessions.json_schema import allows

ROOT = Path(__file__).parents[3]
POINTS = Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, 0])
SESSION = SavedSession(Document(POINTS, title="Three points", note="Look."))
LESSON = Lesson(Text((("", "Why"),)), sessions={"a": SESSION}, pages=(Page("a", 2, ask=Number("f", 3)),))
PLAIN: Any = lesson_file.plain_of(LESSON)
ANSWERS: Any = lesson_file.plain_of(Answers("0f" * 32, "Ada", (Answer(1, "7"),)))
SCHEMAS = lesson_file.schemas()
QUICK = settings(max_examples=8, deadline=None, suppress_health_check=[*HealthCheck])


@QUICK
@given(random_lessons.lessons())
@pytest.mark.seldom
def test_any_lesson_comes_back_and_is_allowed_by_the_schema(lesson: Lesson) -> None:
    plain = json.loads(json.dumps(lesson_file.plain_of(lesson)))
    assert allows(SCHEMAS["lesson.schema.json"], plain)
    assert lesson_file.plain_of(lesson_file.lesson_from(deepcopy(plain))) == plain


@QUICK
@given(random_lessons.answers)
def test_any_answers_come_back_and_are_allowed_by_the_schema(answers: Answers) -> None:
    plain = json.loads(json.dumps(lesson_file.plain_of(answers)))
    assert allows(SCHEMAS["answers.schema.json"], plain)
    assert lesson_file.plain_of(lesson_file.answers_from(deepcopy(plain))) == plain


def test_files_are_read_with_the_digest_of_their_bytes(tmp_path: Path) -> None:
    path = tmp_path / "why.lesson"
    lesson_file.write(path, LESSON)
    read = lesson_file.read_lesson(path)
    assert lesson_file.plain_of(read.lesson) == PLAIN and read.digest == sha256(path.read_bytes()).hexdigest()
    lesson_file.write(tmp_path / "ada.answers", Answers(read.digest, "Ada", (Answer(1, "7"),)))
    assert lesson_file.read_answers(tmp_path / "ada.answers").answers == (Answer(1, "7"),)


def test_a_session_is_a_lesson_of_one_page(tmp_path: Path) -> None:
    path = tmp_path / "three.perceptron"
    write_session(path, SESSION)
    lesson = lesson_file.read_lesson(path).lesson
    assert len(lesson.pages) == 1 and lesson.title.in_language("en") == "Three points"
    assert lesson.pages[0].text.in_language("de") == "Look."
    assert (lesson.session_of(lesson.pages[0]).document.dataset.X == POINTS.X).all()


def test_a_text_may_stand_once_or_in_several_languages() -> None:
    pages = [{"session": "a", "text": {"en": "Why?", "de": "Warum?"}}]
    (page,) = lesson_file.lesson_from(PLAIN | {"pages": pages}).pages
    assert [page.text.in_language(*tags) for tags in (("de", "en"), ("fr", "en"), ("fr", "it"))] == [
        "Warum?",
        "Why?",
        "Why?",
    ]


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_the_published_schemas_are_those_of_the_program(name: str) -> None:
    published = json.loads((ROOT / "docs" / name).read_text(encoding="utf-8"))
    assert published == SCHEMAS[name], "write them anew: python -m perceptron_gui.files.lessons.lesson_file docs"


# What is no lesson


def with_page(**entries: Any) -> Any:
    return PLAIN | {"pages": [{"session": "a", **entries}]}


WRONG = {
    "another format": ({**PLAIN, "format": "perceptron-session"}, "not a lesson of this program"),
    "newer": ({**PLAIN, "version": 2}, "newer version"),
    "no page": ({**PLAIN, "pages": []}, "at least one page and one session"),
    "too many pages": ({**PLAIN, "pages": [{}] * 201}, "pages must be a list of at most 200 values"),
    "another session": (with_page(session="b"), 'page 1 shows the session "b"'),
    "unknown entry": ({**PLAIN, "author": "Ada"}, 'the file has the entry "author"'),
    "unknown entry of a page": (with_page(titel="x"), 'pages.0 has the entry "titel"'),
    "unknown station": (with_page(station="proof"), 'pages.0.station must be one of "step"'),
    "unknown part": (with_page(hide=["points", "answer"]), "pages.0.hide.1 must be one of"),
    "unknown switch": (with_page(show=["lines"]), "pages.0.show.0 must be one of"),
    "no switch": (with_page(show="street"), "pages.0.show must be a list of texts"),
    "a page far away": (with_page(visit=10**6 + 1), "pages.0.visit must be a whole number from 0 to 1000000"),
    "no text": (with_page(text=3), "pages.0.text must be text"),
    "text in no language": (
        with_page(text={"": "x"}),
        "pages.0.text must be a group of texts, each named by a language code",
    ),
    "no question": (with_page(ask=[]), "pages.0.ask must be a group of entries, not a list of 0 values"),
    "unknown kind": (with_page(ask={"kind": "essay"}), 'pages.0.ask.kind must be one of "right_or_mistake"'),
    "no kind": (with_page(ask={"of": "f"}), "pages.0.ask.kind must be one of"),
    "unknown number": (with_page(ask={"kind": "number", "of": "x"}), 'pages.0.ask.of must be one of "f"'),
    "unknown field": (with_page(ask={"kind": "separable", "of": "x"}), 'pages.0.ask has the entry "of"'),
    "lacking field": (with_page(ask={"kind": "number"}), 'pages.0.ask must have the entry "of"'),
    "no such point": (with_page(ask={"kind": "number", "of": "f", "point": 4}), "page 1: it asks about point 4"),
    "point 0": (with_page(ask={"kind": "number", "of": "f", "point": 0}), "pages.0.ask.point must be a whole number"),
    "a damaged session": (
        {**PLAIN, "sessions": {"a": {"document": {"settings": {"eta": 1}}}}},
        "sessions.a.document.settings.eta must be a decimal as text",
    ),
    "points that do not fit": (
        {**PLAIN, "sessions": {"a": {"document": {"settings": {"initial": ["1"]}}}}},
        "sessions.a.document.settings: There must be 3 start weights",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_lesson_is_refused_in_one_sentence_that_names_the_place(name: str, tmp_path: Path) -> None:
    plain, words = WRONG[name]
    path = tmp_path / "bad.lesson"
    path.write_text(json.dumps(plain), encoding="utf-8")
    with pytest.raises(PointsFileError) as caught:
        lesson_file.read_lesson(path)
    sentence = str(caught.value)
    assert words in sentence and sentence.startswith(str(path)) and sentence.isprintable() and sentence.endswith(".")


STRANGE = {
    "a lesson": (PLAIN, "not answers to a lesson"),
    "no name": ({**ANSWERS, "name": " "}, "name must be a name of 1 to 200 characters"),
    "a line break": ({**ANSWERS, "name": "A\nB"}, "name must be a name"),
    "a bare decimal": ({**ANSWERS, "answers": [{"page": 1, "value": 0.5}]}, "answers.0.value must be text"),
    "truth": ({**ANSWERS, "answers": [{"page": 1, "value": True}]}, "answers.0.value must be text"),
    "page 0": ({**ANSWERS, "answers": [{"page": 0, "value": "1"}]}, "answers.0.page must be a whole number from 1"),
    "no value": ({**ANSWERS, "answers": [{"page": 1}]}, 'answers.0 must have the entry "value"'),
    "what is right": ({**ANSWERS, "answers": [{"page": 1, "value": "1", "right": True}]}, 'has the entry "right"'),
    "a proof of more": (
        {**ANSWERS, "answers": [{"page": 1, "value": {"separable": False, "by": 1}}]},
        'answers.0.value has the entry "by"',
    ),
    "a damaged session": (
        {**ANSWERS, "answers": [{"page": 1, "value": {"session": {"place": {"visit": -1}}}}]},
        "answers.0.value.session.place.visit must be a whole number from 0",
    ),
}


@pytest.mark.parametrize("name", STRANGE)
def test_what_are_no_answers_is_refused_in_one_sentence(name: str) -> None:
    plain, words = STRANGE[name]
    with pytest.raises(FileError) as caught:
        lesson_file.answers_from(json.loads(json.dumps(plain), parse_float=str.encode))
    assert words in caught.value.sentence and caught.value.sentence.endswith(".")


def test_a_name_that_stands_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.lesson"
    path.write_text('{"format": "perceptron-lesson", "version": 1, "pages": [], "pages": []}', encoding="utf-8")
    with pytest.raises(PointsFileError, match='"pages" appears twice'):
        lesson_file.read_lesson(path)
