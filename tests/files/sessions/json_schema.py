"""JSON Schema as far as ours goes: what a schema says about a value, word by word; a new word must be added here."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

from perceptron_gui.files.sessions.json_forms import Plain

TYPES: dict[str, type | tuple[type, ...]] = {
    "array": list,
    "boolean": bool,
    "integer": int,
    "null": type(None),
    "object": dict,
    "string": str,
}


_known: dict[tuple[int, int], bool] = {}
"""What schemas say of lists and groups that stay as they are, by the identities of both."""
_kept: list[tuple[dict[str, Any], Plain]] = []
"""What these identities are of: as long as it lives, no other has them."""


def allows(rule: dict[str, Any], value: Plain) -> bool:
    """Whether a schema allows a value; of what is kept it is known."""
    known = _known.get((id(rule), id(value)))
    return all(WORDS[word](said, value, rule) for word, said in rule.items()) if known is None else known


def keep(rule: dict[str, Any], value: Plain) -> None:
    """Know from now on what a schema says of all there is in a value, which must stay as it is.

    A value that differs from it in one place shares all others with it: these need not be looked at again.
    """
    _kept.append((rule, value))
    _keep_parts(rule, value)


def _keep_parts(rule: dict[str, Any], value: Plain) -> None:
    for inner in (*rule.get("anyOf", ()), *rule.get("oneOf", ())):
        _keep_parts(inner, value)
    if isinstance(value, dict):
        others = rule.get("additionalProperties")
        for name, part in value.items():
            inner = rule.get("properties", {}).get(name, others)
            if isinstance(inner, dict):
                _keep_parts(inner, part)
    elif isinstance(value, list):
        each = rule.get("prefixItems", ())
        for i, part in enumerate(value):
            inner = each[i] if i < len(each) else rule.get("items")
            if isinstance(inner, dict):
                _keep_parts(inner, part)
    if isinstance(value, (dict, list)):
        _known[id(rule), id(value)] = allows(rule, value)


def _is_of(kind: str, value: Any) -> bool:
    return isinstance(value, TYPES[kind]) and (kind != "integer" or not isinstance(value, bool))


def _is_same(one: Any, other: Any) -> bool:
    """Whether two values are equal; to JSON true is not 1."""
    return type(one) is type(other) and bool(one == other)


def _has_pattern(pattern: str, value: Any) -> bool:
    """Whether a text has a pattern in it; a schema's $ is the end alone, and not before a last line feed."""
    return not isinstance(value, str) or re.search(pattern.replace("$", r"\Z"), value) is not None


def _about(kind: type, says: Callable[[Any, Any], bool]) -> Callable[[Any, Any, Any], bool]:
    """Return a word that says something about values of one type only."""
    return lambda said, value, rule: not isinstance(value, kind) or isinstance(value, bool) or says(said, value)


def _allows_items(said: dict[str, Any] | bool, value: Any, rule: dict[str, Any]) -> bool:
    """Whether the items of a list are allowed, those after the ones that have a schema each; `False` allows none."""
    after = value[len(rule.get("prefixItems", ())) :] if isinstance(value, list) else []
    others = {id(each): each for each in after}.values()  # a thousand times the same is looked at once
    return all(isinstance(said, dict) and allows(said, each) for each in others)


def _allows_others(said: bool | dict[str, Any], value: Any, rule: dict[str, Any]) -> bool:
    others = value.keys() - rule.get("properties", {}).keys() if isinstance(value, dict) else []
    return all(said is True or (isinstance(said, dict) and allows(said, value[name])) for name in others)


WORDS: dict[str, Callable[[Any, Any, Any], bool]] = {
    "$schema": lambda said, value, rule: True,
    "$comment": lambda said, value, rule: True,
    "title": lambda said, value, rule: True,
    "default": lambda said, value, rule: True,
    "type": lambda said, value, rule: _is_of(said, value),
    "const": lambda said, value, rule: _is_same(said, value),
    "enum": lambda said, value, rule: any(_is_same(each, value) for each in said),
    "anyOf": lambda said, value, rule: any(allows(each, value) for each in said),
    "oneOf": lambda said, value, rule: sum(allows(each, value) for each in said) == 1,
    "minimum": _about(int, lambda said, value: value >= said),
    "maximum": _about(int, lambda said, value: value <= said),
    "exclusiveMinimum": _about(int, lambda said, value: value > said),
    "pattern": lambda said, value, rule: _has_pattern(said, value),
    "minLength": _about(str, lambda said, value: len(value) >= said),
    "maxLength": _about(str, lambda said, value: len(value) <= said),
    "minItems": _about(list, lambda said, value: len(value) >= said),
    "maxItems": _about(list, lambda said, value: len(value) <= said),
    "uniqueItems": _about(list, lambda said, value: not said or len({*map(str, value)}) == len(value)),
    "prefixItems": _about(list, lambda said, value: all(map(allows, said, value))),
    "items": _allows_items,
    "properties": _about(
        dict, lambda said, value: all(allows(said[name], value[name]) for name in said.keys() & value.keys())
    ),
    "required": _about(dict, lambda said, value: {*said} <= value.keys()),
    "additionalProperties": _allows_others,
}


def ends(rule: dict[str, Any]) -> list[Plain]:
    """Return the values at the ends of all ranges of a schema, and just past them."""
    found: list[Plain] = []
    if rule.get("type") == "integer":
        found += [rule[word] + step for word in ("minimum", "maximum") for step in (-1, 0, 1)]
    if rule.get("type") == "string":
        if "maximum" in rule:
            found += [text for word in ("minimum", "exclusiveMinimum", "maximum") for text in _around(rule.get(word))]
            found += ["0" * (rule["maxLength"] - 1 + more) + "1" for more in (0, 1)]
        found += [
            "x" * (rule[word] + step) for word in ("minLength", "maxLength") if word in rule for step in (-1, 0, 1)
        ]
    found += [each for inner in rule.get("anyOf", ()) for each in ends(inner)]
    return [*found, *rule.get("enum", ())]


def _around(end: float | None) -> list[Plain]:
    if end is None:
        return []
    numbers = (math.nextafter(end, -math.inf), end, math.nextafter(end, math.inf))
    return [repr(number) if math.isfinite(number) else f"{'-' * (number < 0)}1e309" for number in numbers]


def number_fits(rule: dict[str, Any], text: str) -> bool:
    """Whether the number that a decimal stands for is in the range that stands beside its pattern."""
    number = float(text)
    is_above = rule.get("exclusiveMinimum", -math.inf) < number
    return is_above and rule.get("minimum", -math.inf) <= number <= rule["maximum"]
