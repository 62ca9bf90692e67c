"""Formulas of a text, worked out: what stands between its $ $, in fractions, and roots to forty digits."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from math import isqrt
from typing import Any

SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
NUMBER, NAME = r"\d+(?:\.\d+)?", "[^\\W\\d_]\u0302?\\*?[₀-₉ⱼᵢ]*"
TOKEN = re.compile(rf"\s*({NUMBER}|{NAME}|[-−+·/(),‖√²])")
RELATION = re.compile(r"([=≤≥<>≈←])")
DIGITS = 40
"""Of a root."""
NEAR = Fraction(1, 10**30)
HOLDS: dict[str, Callable[[Any, Any], bool]] = {
    "=": lambda a, b: is_same(a, b),
    "≤": lambda a, b: bool(a <= b),
    "≥": lambda a, b: bool(a >= b),
    "<": lambda a, b: bool(a < b),
    ">": lambda a, b: bool(a > b),
}


class NotKnown(Exception):
    """A symbol that stands for no number here: the formula is a rule, not a number."""


Value = Fraction | tuple[Fraction, ...]
Names = Callable[[str, tuple[Any, ...] | None], Value]
"""What a symbol is worth; of a function also with its arguments."""


def is_same(one: Value, other: Value) -> bool:
    """Whether two values are the same, but for the digits that roots do not have."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(is_same, one, other))
    return not isinstance(one, tuple) and not isinstance(other, tuple) and abs(one - other) < NEAR


def dot(one: tuple[Fraction, ...], other: tuple[Fraction, ...]) -> Fraction:
    """Return the scalar product."""
    return sum((a * b for a, b in zip(one, other, strict=True)), Fraction(0))


def root(value: Fraction) -> Fraction:
    """Return a square root."""
    return Fraction(isqrt(value.numerator * 10 ** (2 * DIGITS) // value.denominator), 10**DIGITS)


def product(one: Value, other: Value) -> Value:
    """Return a scalar product, or a multiple."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return dot(one, other)
    if isinstance(one, tuple):
        one, other = other, one
    assert not isinstance(one, tuple)
    return tuple(one * each for each in other) if isinstance(other, tuple) else one * other


def total(one: Value, other: Value) -> Value:
    """Return a sum."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return tuple(a + b for a, b in zip(one, other, strict=True))
    assert not isinstance(one, tuple)
    assert not isinstance(other, tuple)
    return one + other


class Reading:
    """One expression, read from the left. `names`: what symbols are worth."""

    def __init__(self, text: str, names: Names) -> None:
        self.text, self.names = text.strip(), names
        self.tokens: list[str] = []
        place = 0
        while place < len(self.text):
            found = TOKEN.match(self.text, place)
            if found is None:
                raise NotKnown(self.text[place:])
            self.tokens.append(found[1].replace("-", "−"))
            place = found.end()

    def value(self) -> Value:
        """Return what the expression is worth."""
        found = self._sum()
        if self.tokens:
            raise NotKnown(self.text)
        return found

    def _next(self) -> str:
        return self.tokens[0] if self.tokens else ""

    def _take(self, *wanted: str) -> str:
        if not self.tokens or (wanted and self.tokens[0] not in wanted):
            raise NotKnown(self.text)
        return self.tokens.pop(0)

    def _sum(self) -> Value:
        found = self._product()
        while self._next() in ("+", "−"):
            sign = Fraction(1 if self._take() == "+" else -1)
            found = total(found, product(sign, self._product()))
        return found

    def _product(self) -> Value:
        found = self._signed()
        while self._next() and self._next() not in "+−),‖":
            operator = self._take() if self._next() in ("·", "/") else "·"
            factor = self._signed()
            if operator == "/":
                assert not isinstance(factor, tuple)
                factor = 1 / factor
            found = product(found, factor)
        return found

    def _signed(self) -> Value:
        if self._next() in ("+", "−"):
            sign = Fraction(1 if self._take() == "+" else -1)
            return product(sign, self._signed())
        found = self._atom()
        while self._next() == "²":
            self._take()
            found = product(found, found)
        return found

    def _atom(self) -> Value:
        token = self._take()
        if token == "√":
            under = self._atom()
            assert not isinstance(under, tuple)
            return root(under)
        if token == "‖":
            inner = self._sum()
            self._take("‖")
            assert isinstance(inner, tuple)
            if self._next() == "²":
                self._take()
                return dot(inner, inner)
            return root(dot(inner, inner))
        if token == "(":
            entries = self._entries()
            flat = [part for entry in entries for part in (entry if isinstance(entry, tuple) else (entry,))]
            return entries[0] if len(entries) == 1 else tuple(flat)
        if token[0].isdigit():
            return Fraction(token)
        if self._next() == "(" and token in ("f", "K", "φ", "s", "w", "b"):
            names = self._names_in_parentheses() if token in ("s", "w", "b") else None
            if token not in ("s", "w", "b") or names is not None:
                return self.names(token, names if names is not None else self._arguments())
        return self.names(token, None)

    def _entries(self) -> list[Any]:
        entries = [self._sum()]
        while self._take(",", ")") == ",":
            entries.append(self._sum())
        return entries

    def _arguments(self) -> tuple[Any, ...]:
        self._take("(")
        return tuple(self._entries())

    def _names_in_parentheses(self) -> tuple[str, ...] | None:
        """Return the name of a class in parentheses, as in s(A); None where something else stands there."""
        if len(self.tokens) < 3 or not self.tokens[1].isupper() or self.tokens[2] != ")":
            return None
        _, name, _ = (self._take() for _ in range(3))
        return (name,)


def verdict(formula: str, names: Names) -> bool | None:
    """Return whether all of a formula holds; None where it is a rule, in which not every symbol is a number.

    A formula without a relation holds where it is the coordinates of a point, which `names` is asked for as "at".
    """
    parts = [part.strip() for part in RELATION.split(formula)]
    if len(parts) == 1 and not re.fullmatch(r"\([-−\d./, ]+\)", formula):
        return None
    try:
        values = [Reading(part, names).value() for part in parts[::2]]
        if len(values) == 1:
            return bool(names("at", (values[0],)))
        relations = [HOLDS[relation] for relation in parts[1::2]]
    except (NotKnown, KeyError):
        return None
    return all(holds(a, b) for holds, a, b in zip(relations, values, values[1:], strict=False))
