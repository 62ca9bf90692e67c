"""Sums, products and vectors as nodes."""

from __future__ import annotations

from collections.abc import Sequence

from perceptron_gui.session.formula.line import Part, flat
from perceptron_gui.session.formula.nodes import More, Node, Number, Product, Row, Strong, Text, Vector
from perceptron_gui.session.wording import MINUS, Written, grouped
from perceptron_gui.translation import ntr

SIGN = Text(MINUS)


def total(terms: Sequence[Part], most: int | None = None, count: int | None = None) -> Row:
    """Return terms with + between them; of more than `most` the first ones, and how many are left out.

    `terms`: one that begins with − is subtracted. No terms are 0. `most`: how many are written out; all of them without
    it. `count`: how many there are, where not all of them are in `terms`.
    """
    count = len(terms) if count is None else count
    if not terms:
        return Row((Text("0"),))
    shown = [flat(term) for term in (terms if most is None or count <= most else terms[: most - 1])]
    parts = shown[0]
    for term in shown[1:]:
        parts += _added(*term)
    if count > len(shown):
        parts += [Text(" + … "), More(more_text(count - len(shown)))]
    return Row(tuple(parts))


def _added(first: Node, *rest: Node) -> list[Node]:
    """Return a term with the sign before it."""
    if first == SIGN:
        return [Text(f" {MINUS} "), *rest]
    if isinstance(first, Number) and first.written.is_negative:
        return [Text(f" {MINUS} "), Number(first.written.magnitude), *rest]
    return [Text(" + "), first, *rest]


def more_text(count: int) -> str:
    """Return how many terms are left out, in brackets. `count`: how many."""
    return ntr("({count} more)", "({count} more)", count).format(count=grouped(count))


def negative(part: Part) -> Row:
    """Return a part with − before it. `part`: no sum, and no negative number."""
    return Row((SIGN, *flat(part)))


def signed(sign: int, part: Part) -> Row:
    """Return a part, with − before it where the sign is negative. `sign`: 1 or −1. `part`: see `negative`."""
    return negative(part) if sign < 0 else Row(tuple(flat(part)))


def added(sign: int) -> str:
    """Return the sign with which a term stands in a sum. `sign`: 1 or −1."""
    return " + " if sign > 0 else f" {MINUS} "


def listed(parts: Sequence[Part]) -> Row:
    """Return parts with commas between them. `parts`: from left to right."""
    return Row(tuple(node for k, part in enumerate(parts) for node in flat(", " if k else "", part)))


def strong(part: Written | Node) -> Strong:
    """Return a result."""
    return Strong(Number(part) if isinstance(part, Written) else part)


def bracketed(part: Part) -> Row:
    """Return a part in brackets."""
    return Row((Text("("), *flat(part), Text(")")))


def factor(number: Written) -> Node:
    """Return a number as it stands inside a sum or product: a negative one in brackets."""
    return bracketed(number) if number.is_negative else Number(number)


def product(*factors: Written | Node) -> Product:
    """Return a·b, negative numbers in brackets. `factors`: sums in their brackets."""
    return Product(tuple(factor(each) if isinstance(each, Written) else each for each in factors))


def vector(numbers: Sequence[Written], is_folded: bool = False) -> Vector:
    """Return (a, b, …). `numbers`: the first entries. `is_folded`: whether there are more."""
    return Vector(tuple(map(Number, numbers)), is_folded)
