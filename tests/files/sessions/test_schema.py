"""What the published schema of sessions allows is what the reader takes, field by field and end by end."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from perceptron_gui.engine.data.dataset import Dataset, Part, with_part
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.files.file_work import FileError
from perceptron_gui.files.sessions.json_forms import LARGEST_WHOLE, MOST_VALUES, Plain
from perceptron_gui.files.sessions.session_file import form_of, plain_of, schema, session_from
from perceptron_gui.session.document import Document, Place
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.view.switches import OWN_SCALES
from perceptron_gui.session.view.view_state import Pin, ViewState
from tests.effort import random_sets
from tests.files.sessions.json_schema import allows, ends, keep, number_fits
from tests.files.sessions.random_sessions import sessions
from tests.pace import within

ROOT = Path(__file__).parents[3]
POINTS = with_part(
    with_part(Dataset.of([[0, 1], [2, 3], [4, 5]], [0, 1, 1], rounded=[1]), [1], Part.VALIDATION), [2], 2
)
RULES = TrainingSettings(initial=(1.0, 2.0, 3.0), positive=1, max_epochs=5, max_updates=7)
VIEW = ViewState(
    speed=5,
    selection=(1, 0),
    marked_visit=3,
    exercise_options=frozenset({"predict_mistakes"}),
    hand_line=(1.0, 2.0, 3.0),
    pins=(Pin("P", RULES),),
).switched(OWN_SCALES, True)
FULL: Any = plain_of(SavedSession(Document(POINTS, RULES), Place(2, (1, 2)), VIEW, front_panels=("step",)))
"""A session in which there is something in every list, so that the schema can be walked along it."""
PACKED: Any = plain_of(SavedSession(Document(POINTS, RULES)), is_packed=True)
SCHEMA = schema()
for each_plain in (FULL, PACKED):
    keep(SCHEMA, each_plain)
ODD: list[Plain] = [
    *(None, True, False, 0, 1, -1, LARGEST_WHOLE, LARGEST_WHOLE + 1, -LARGEST_WHOLE - 1, 10**30, "", "a", "0", "-0"),
    *("0.5", " 1", "1 ", "1\n", "+1", "1e999", "1e-999", "nan", "٣", "1_0", "a\0b", "\u2028", "AAAA", "AB=", "0 0 0"),
    *([], [0], ["a"], ["1"], [None], [[]], ["a", "a"], {}, {"a": 1}, {"name": "linear"}),
]
"""What may stand in the place of anything."""
GONE = object()
TOGETHER = (
    *("document", "document.dataset", "dataset.features", "dataset.classes", "rows", "packed", "rounded", "validation"),
    *("rows.N", "packed.N", "rounded.N", "validation.N", "test.N", "arrivals.N", "selection"),
    *("dataset.test", "settings.initial", "settings.positive", "settings.bias", "settings.mode", "settings.features"),
    *("settings.kernel", "kernel.name", "document.settings", "pins.N.settings", "pins.N", "place.arrivals", "place"),
    *("view", "view.pins"),
)
"""Ends of paths at which the reader says more than a schema can: what stands there must fit what stands elsewhere."""


def is_read(plain: Any) -> bool:
    """Whether the reader takes a session; what it refuses it refuses in a sentence."""
    try:
        session_from(pickle.loads(pickle.dumps(plain)))  # much quicker than a deep copy
    except FileError as flaw:
        assert flaw.sentence.endswith(".") and flaw.sentence.isprintable() and len(flaw.sentence) < 400
        return False
    return True


def places(rule: dict[str, Any], plain: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Yield the path and the schema of everything in a session."""
    for inner in rule.get("anyOf", ()):
        if allows(inner, plain):
            yield from ((at, each if at != path else rule) for at, each in places(inner, plain, path))
            return
    yield path, rule
    if isinstance(plain, dict):
        for name in plain:
            inner = rule.get("properties", {}).get(name) or rule["additionalProperties"]
            yield from places(inner, plain[name], (*path, name))
    elif isinstance(plain, list):
        each = rule.get("prefixItems") or [rule["items"]] * len(plain)
        for i, inner in enumerate(plain):
            yield from places(each[i], inner, (*path, i))


def changed(plain: Any, path: tuple[str | int, ...], value: Any) -> Any:
    """Return a session with another value at a place, or without it."""
    if not path:
        return value
    name, *inside = path
    copy = plain.copy()
    if value is GONE and not inside:
        del copy[name]
    else:
        copy[name] = changed(plain[name], tuple(inside), value)
    return copy


def values_for(rule: dict[str, Any], now: Any) -> Iterator[Any]:
    """Yield what to try at a place: odd values, ends of ranges, lists and groups with too little or too much."""
    yield from ODD
    yield from ends(rule)
    if isinstance(now, dict):
        yield {**now, "of the future": 1}
        yield from ({name: value for name, value in now.items() if name != gone} for gone in now)
    lists = [each for each in (rule, *rule.get("anyOf", ())) if each.get("type") == "array"]
    for each in lists if isinstance(now, list) else ():
        most = each["maxItems"]
        if now and most < MOST_VALUES:
            yield from (now[:1] * n for n in (most, most + 1))
        yield now[:-1]


def assert_agree(plain: Any, path: tuple[str | int, ...], rule: dict[str, Any], value: Any) -> None:
    """Claim that the reader takes a session with that value exactly where the schema allows it."""
    other = changed(plain, path, value)
    is_allowed, is_taken = allows(SCHEMA, other), is_read(other)
    where = ".".join(map(str, path))
    with_range = [each for each in (rule, *rule.get("anyOf", ())) if each.get("type") == "string" and "maximum" in each]
    if is_allowed and isinstance(value, str) and with_range:
        is_allowed = number_fits(with_range[0], value)
    is_more_said = re.sub(r"\.\d+$", ".N", where).endswith(TOGETHER)
    assert is_taken == is_allowed or (is_allowed and is_more_said), (where, str(value)[:100])


IN_A_PIN = ("view", "pins", 0, "settings")
PLACES = [
    *((FULL, path, rule) for path, rule in places(SCHEMA, FULL) if path and (path[:4] != IN_A_PIN or path == IN_A_PIN)),
    *((PACKED, path, rule) for path, rule in places(SCHEMA, PACKED) if "packed" in path),
]
PLACES = [*{id(each[2]): each for each in reversed(PLACES)}.values()][::-1]  # of items that are alike the first


def test_the_sessions_that_are_walked_along_are_allowed_and_have_every_field_of_the_schema() -> None:
    assert allows(schema(), FULL) and is_read(FULL) and allows(schema(), PACKED) and is_read(PACKED)
    named = {path[-1] for _, path, _ in PLACES if isinstance(path[-1], str)}
    assert names_in(schema()) == named


def test_a_pin_has_the_settings_of_a_document() -> None:
    of_pin, of_document = (dict(places(SCHEMA, FULL))[path] for path in (IN_A_PIN, ("document", "settings")))
    assert of_pin == of_document
    for entry in FULL["document"]["settings"]:
        assert not is_read(changed(FULL, (*IN_A_PIN, entry), [[]])), entry


def names_in(rule: dict[str, Any]) -> set[str]:
    """Return the names of all entries in a schema."""
    inner = [*rule.get("properties", {}).values(), *rule.get("anyOf", ()), *rule.get("prefixItems", ())]
    inner += [rule["items"]] if rule.get("items") else []
    return {*rule.get("properties", {})}.union(*map(names_in, inner))


@pytest.mark.drawn
@pytest.mark.parametrize(("plain", "path", "rule"), PLACES, ids=[".".join(map(str, each[1])) for each in PLACES])
def test_reader_and_schema_agree_on_every_field_and_at_every_end(
    plain: Any, path: tuple[str | int, ...], rule: dict[str, Any]
) -> None:
    now = plain
    for name in path:
        now = now[name]
    tried = [*values_for(rule, now)]
    # Half of the odd values at each place, the others at the next: test_wrong_values.py tries others at all of them.
    first = [each[1] for each in PLACES].index(path) % 2
    for value in (*tried[first : len(ODD) : 2], *tried[len(ODD) :]):
        assert_agree(plain, path, rule, value)
    if isinstance(path[-1], str):
        assert_agree(plain, path, {}, GONE)


@pytest.mark.parametrize("entry", ["letter", "settings"])
def test_a_pin_without_what_makes_it_is_refused_in_a_sentence(entry: str) -> None:
    pin = {name: value for name, value in FULL["view"]["pins"][0].items() if name != entry}
    for plain in ({"pins": [pin]}, {"pins": [{}]}):
        with pytest.raises(FileError, match=r"^view\.pins\.0 must have the entry \"\w+\"\.$"):
            session_from({"format": "perceptron-session", "version": 1, "view": plain})


# Lists have an end


def lists_in(rule: dict[str, Any], path: str = "") -> dict[str, dict[str, Any]]:
    """Return the schemas of all lists, by where they stand."""
    found = {path: rule} if rule.get("type") == "array" else {}
    for name, inner in rule.get("properties", {}).items():
        found |= lists_in(inner, f"{path}.{name}")
    for inner in (*rule.get("anyOf", ()), *([rule["items"]] if rule.get("items") else [])):
        found |= lists_in(inner, path if "anyOf" in rule else f"{path}.0")
    return found


LISTS = lists_in(schema())


@pytest.mark.parametrize("path", LISTS)
def test_a_list_has_an_end_in_the_schema_and_a_longer_one_is_refused(path: str) -> None:
    most, names = LISTS[path]["maxItems"], path.strip(".").split(".")
    assert 0 < most <= MOST_VALUES
    plain = PACKED if "packed" in names else FULL
    steps = tuple(int(name) if name.isdigit() else name for name in names)
    now = plain
    for step in steps:
        now = now[step]
    per_point = len(FULL["document"]["dataset"]["rows"]) if most == MOST_VALUES and names[-1] != "rows" else most
    too_long = changed(plain, steps, (now[:1] * (per_point + 1)))
    with pytest.raises(FileError, match=r"a list of|decimals"):
        session_from(too_long)


@pytest.mark.parametrize("path", [("view", "selection"), ("front_panels",), ("place", "arrivals")])
def test_a_list_of_millions_is_refused_at_once(path: tuple[str, ...]) -> None:
    """They took six seconds, and were accepted."""
    plain = changed(FULL, path, [0] * (MOST_VALUES - 100))
    with within(0.6), pytest.raises(FileError, match=r"a list of at most \d+ values, not a list of 3999900 values"):
        session_from(plain)


def test_a_field_with_a_list_that_has_no_end_has_no_form() -> None:
    for kind in (tuple[int, ...], frozenset[str], tuple[tuple[int, ...], int]):
        with pytest.raises(TypeError, match="no most"):
            form_of(kind)


# The schema


def test_the_published_schema_is_that_of_the_program() -> None:
    published = json.loads((ROOT / "docs" / "session.schema.json").read_text(encoding="utf-8"))
    assert published == schema(), (
        "write it anew: python -m perceptron_gui.files.sessions.session_file docs/session.schema.json"
    )


@settings(max_examples=random_sets(12, least=7), deadline=None, suppress_health_check=[*HealthCheck])
@given(sessions())
def test_the_schema_allows_every_session(session: SavedSession) -> None:
    assert allows(schema(), plain_of(session))
    assert allows(schema(), plain_of(session, is_packed=True))
