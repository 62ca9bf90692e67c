"""Lines of mathematics: parts from left to right, and the rule that decides where one says = and where ≈."""

from __future__ import annotations

from string import Formatter
from typing import TypeAlias

from perceptron_gui.session.formula.nodes import Node, Number, Relation, Row, Text, Words
from perceptron_gui.session.formula.plain_text import text_of
from perceptron_gui.session.wording import Written

Part: TypeAlias = Node | Written | str
"""What lines are made of: a str is set as it is."""
EXACT, ROUNDED, BECOMES = Relation("="), Relation("≈"), Relation("←")
EQUALITIES = (EXACT.sign, ROUNDED.sign)


class Formula(Row):
    """A line of mathematics, or a sentence with some in it. `parts`: from left to right; no rows among them."""

    def __str__(self) -> str:
        """Return the line as plain text."""
        return text_of(self)

    @property
    def is_continuation(self) -> bool:
        """Whether it goes on from the line above: it begins with = or ≈."""
        first = self.parts[0] if self.parts else None
        return isinstance(first, Relation) and first.sign in EQUALITIES


def line(*parts: Part) -> Formula:
    """Return a line.

    An = that leads to a rounded number becomes ≈, so that no number in a line wears a sign of its own: a line
    without ≈ is exact throughout.

    `parts`: a str is set as it is.
    """
    return Formula(tuple(_with_relations(flat(*parts))))


def result(name: Part, above: Formula, value: Part) -> Formula:
    """Return what a line comes to: "= 3", or "f = 3" below rounded numbers, which do not come to it themselves.

    `name`: what the value is that of. `above`: the line with the numbers. `value`: what they come to; where it is
    rounded, too, ≈ leads to it.
    """
    found = line(EXACT, value)
    return line(name, found) if above.is_rounded and not found.is_rounded else found


def sentence(template: str, **fields: Part) -> Formula:
    """Return a sentence with formulas in it.

    `template`: words, with the names of fields in braces. `fields`: what stands in their places. A number stands alone,
    with its ≈; a str is words.
    """
    parts: list[Node] = []
    for text, field, _, _ in Formatter().parse(template):
        parts += [Words(text)] * bool(text)
        if field is not None:
            part = fields[field]
            parts += (
                [Words(part)] if isinstance(part, str) else flat(alone(part) if isinstance(part, Written) else part)
            )
    return Formula(tuple(parts))


def paragraph(*sentences: Formula | str) -> Formula:
    """Return sentences one after the other. `sentences`: a str is words."""
    parts: list[Node] = []
    for each in sentences:
        parts += [Words(" ")] * bool(parts)
        parts += [Words(each)] if isinstance(each, str) else each.parts
    return Formula(tuple(parts))


def alone(part: Part) -> Formula:
    """Return a number or a vector as it stands where no relation leads to it: a rounded one with ≈."""
    nodes = flat(part)
    return Formula((*[Text("≈ ")] * any(node.is_rounded for node in nodes), *nodes))


def flat(*parts: Part) -> list[Node]:
    """Return parts as nodes, rows as what is in them. `parts`: an empty str is nothing."""
    nodes: list[Node] = []
    for part in parts:
        if isinstance(part, Row):
            nodes += flat(*part.parts)
        elif isinstance(part, Node):
            nodes.append(part)
        elif isinstance(part, Written):
            nodes.append(Number(part))
        elif part:
            nodes.append(Text(part))
    return nodes


def _with_relations(parts: list[Node]) -> list[Node]:
    """Put ≈ in the place of the = before a rounded number, or else after it; before the number where there is only ←.

    A part of a line has neither: the line says it.
    """
    relations = [i for i, part in enumerate(parts) if isinstance(part, Relation) and part.sign in EQUALITIES]
    rounded = [i for i, part in enumerate(parts) if part.is_rounded]
    for i in rounded:
        before, after = [k for k in relations if k < i], [k for k in relations if k > i]
        if before or after:
            parts[before[-1] if before else after[0]] = ROUNDED
    if rounded and not relations and BECOMES in parts:
        parts.insert(rounded[0], Text("≈ "))
    return parts
