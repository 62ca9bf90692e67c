"""Whatever stands wherever in a session: it is opened as the schema allows, or one sentence names the place."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from perceptron_gui.files.file_work import FileError, PointsFileError
from perceptron_gui.files.sessions.json_forms import Plain, parse
from perceptron_gui.files.sessions.session_file import read_session, session_from
from tests.files.sessions.json_schema import allows
from tests.files.sessions.test_schema import PLACES, SCHEMA, changed

DEEP: Any = []
for _ in range(300):
    DEEP = [DEEP]
WRONG: dict[str, Any] = {
    "null": None,
    "true": True,
    "a number": 7,
    "a negative one": -1,
    "more than 64 bits": 2**80,
    "four thousand digits": 10**4000,
    "a bare decimal": 0.5,
    "NaN": float("nan"),
    "1e400": float("inf"),
    "1e400 as text": "1e400",
    "nothing as text": "",
    "a long text": "x" * 30_000,
    "NUL": "a\0b",
    "half a letter": "\ud800",
    "another script": "٣",
    "an empty list": [],
    "a list of lists": [[[]]] * 3,
    "deep lists": DEEP,
    "an empty group": {},
    "a name that looks like a place": {"a` - at `$.view.pins[0]": 1},
    "a name with half a letter": {"\ud800": 1},
    "nothing and everything": {"": {"format": "perceptron-session"}},
}


def flaw_of(plain: Any) -> str:
    """Return the sentence that refuses a session; empty where it is opened."""
    # Python would write Infinity.
    data = json.dumps(plain).replace("Infinity", "1e400").encode()
    try:
        session_from(parse(data))
    except FileError as flaw:
        return flaw.sentence
    return ""


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_value_anywhere_is_refused_in_a_sentence_with_its_place_or_the_schema_allows_it(name: str) -> None:
    for plain, path, _ in PLACES:
        other: Plain = changed(plain, path, WRONG[name])
        sentence, steps = flaw_of(other), [*map(str, path)]
        if not sentence:
            assert allows(SCHEMA, other), path
            continue
        assert sentence.endswith(".") and sentence.count(". ") == 0 and sentence.isprintable(), sentence
        assert len(sentence) < 400
        if steps[0] in ("format", "version"):
            continue  # it is none, or of another version
        if allows(SCHEMA, other):  # it does not fit what stands elsewhere
            assert re.match(r"(\w+)", sentence)[0] in SCHEMA["properties"], (path, sentence)  # type: ignore[index]
        else:  # the place itself, one in it, or the group that it is an entry of
            assert sentence.startswith(".".join(steps[:-1] or steps)), (path, sentence)


def test_a_name_that_looks_like_a_place_to_msgspec_is_told_as_it_is() -> None:
    for plain in ({"a` - at `$.view": 1}, {"document": {"a` - at `$.title": 1}}):
        told = {"format": "perceptron-session", "version": 1, **plain}
        assert 'has the entry "a` - at `$.' in flaw_of(told)


@pytest.mark.parametrize("depth", [100, 480, 900, 960, 990, 20_000])
@pytest.mark.parametrize(
    "place", ['"view": {"new": %s}', '"view": {"\\ud800": %s}', '"document": {"dataset": {"packed": %s}}']
)
def test_what_is_nested_deeply_is_refused_in_a_sentence_or_ignored(depth: int, place: str, tmp_path: Path) -> None:
    path = tmp_path / "deep.perceptron"
    deep = "[" * depth + '"\\ud800"' + "]" * depth
    path.write_text('{"format": "perceptron-session", "version": 1, ' + place % deep + "}")
    try:
        read_session(path)
    except PointsFileError as error:
        assert "nested too deeply" in str(error) or "document.dataset must have the entry" in str(error)
