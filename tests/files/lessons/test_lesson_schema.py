"""What the published schemas of lessons and answers allow is what the readers take, place by place (L1, L6)."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.files.file_work import FileError
from perceptron_gui.files.lessons import lesson_file
from perceptron_gui.session.document import Document
from perceptron_gui.session.exercises import visit_questions
from perceptron_gui.session.lessons import questions, run_questions
from perceptron_gui.session.lessons.lesson import Answer, Answers, Lesson, Made, Page, Proof, Text
from perceptron_gui.session.saved.saved_session import SavedSession
from tests.files.sessions.json_schema import allows, keep
from tests.files.sessions.test_schema import GONE, ODD, changed, places, values_for

SESSION = SavedSession(Document(Dataset.of([[0, 1], [2, 3]], [0, 1])))
BOTH = Text((("en", "Yes"), ("de", "Ja")))
ASKS = (
    *(visit_questions.RightOrMistake(), visit_questions.Direction(), run_questions.Number("f", 1, 2, 3)),
    *(run_questions.Weights(), questions.Separable(), questions.Make("weights", frozenset({"points"}), ("1", "2"))),
    questions.choice_of([BOTH, BOTH], 1),
)
HIDDEN = frozenset({"points"})
FULL = Page("a", 1, BOTH, BOTH, "why", frozenset({"street"}), HIDDEN, HIDDEN, ASKS[0])
PAGES = (FULL, *(Page("a", ask=ask) for ask in ASKS[1:]))
LESSON: Any = lesson_file.plain_of(Lesson(BOTH, "en", 5, {"a": SESSION}, PAGES))
VALUES = ("mistake", 2, ("1", "2"), (("1",), ("2",)), Proof(False, (1, 2)), Made(SESSION))
ANSWERS: Any = lesson_file.plain_of(
    Answers("0f" * 32, "Ada", tuple(Answer(i, value, 1, 2) for i, value in enumerate(VALUES, 1)))
)
KINDS = {
    "lesson.schema.json": (LESSON, lesson_file.lesson_from),
    "answers.schema.json": (ANSWERS, lesson_file.answers_from),
}
SCHEMAS = lesson_file.schemas()
for each_name, (each_plain, _) in KINDS.items():
    keep(SCHEMAS[each_name], each_plain)


def is_asked_of_the_first(path: tuple[str | int, ...]) -> bool:
    """Whether all pages, or all answers, have what stands there."""
    return path[0] in ("pages", "answers") and path[1:2] not in ((), (0,)) and path[2:3] not in (("ask",), ("value",))


PLACES = [
    (name, path, rule)
    for name, (plain, _) in KINDS.items()
    for path, rule in places(SCHEMAS[name], plain)
    # What a session has is asked in its own test.
    if path
    and "document" not in path
    and "view" not in path
    and "place" not in path
    and "canvas" not in path
    and not is_asked_of_the_first(path)
]


def is_read(name: str, plain: Any) -> bool:
    """Whether the reader takes a file; what it refuses it refuses in a sentence."""
    try:
        KINDS[name][1](pickle.loads(pickle.dumps(plain)))  # much quicker than a deep copy
    except FileError as flaw:
        assert flaw.sentence.endswith(".") and flaw.sentence.isprintable() and len(flaw.sentence) < 500
        return False
    return True


WORDS = "session sessions pages a ask point of_class form goal may value vary options salt answer name"
MORE_IS_SAID = {*WORDS.split(), 0, 1}
"""Ends of paths (0, 1: of lists) at which the reader says more than a schema can: it must fit what stands elsewhere."""


@pytest.mark.drawn
@pytest.mark.parametrize(("name", "path", "rule"), PLACES, ids=[".".join(map(str, each[1])) for each in PLACES])
def test_reader_and_schema_agree_at_every_place(name: str, path: tuple[str | int, ...], rule: dict[str, Any]) -> None:
    plain, now = KINDS[name][0], KINDS[name][0]
    for step in path:
        now = now[step]
    tried = [*values_for(rule, now)]
    # A third of the odd values at each place, the others at the next two: a session is asked about all of them.
    place = [each[:2] for each in PLACES].index((name, path))
    for value in (*tried[place % 3 : len(ODD) : 3], *tried[len(ODD) :], *([GONE] if isinstance(path[-1], str) else [])):
        other = changed(plain, path, value)
        is_allowed, is_taken = allows(SCHEMAS[name], other), is_read(name, other)
        is_more_said = is_allowed and path[-1] in MORE_IS_SAID
        assert is_taken == is_allowed or is_more_said, (path, str(value)[:200], is_taken, is_allowed)
