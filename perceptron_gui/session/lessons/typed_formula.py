"""Formulas that an author types between $ $ in a text, as the program's own: letters, subscripts, relations."""

import re
from collections.abc import Iterator

from perceptron_gui.session.formula import nodes
from perceptron_gui.session.formula.line import Formula
from perceptron_gui.session.formula.notation import HAT
from perceptron_gui.session.scripts import LOWERED, RAISED
from perceptron_gui.session.wording import MINUS

FORMULA = re.compile(r"\$([^$]+)\$")
LOWER, UPPER = ({each: figure for figure, each in table.items()} for table in (LOWERED, RAISED))
"""What stands for a subscript and a superscript, by its sign in a line of text; * and ′ stand for themselves."""
SUBS, SUPS = (re.escape("".join(table)) for table in (LOWER, UPPER))
SCRIPT = r"(?:\{([^{}]*)\}|([A-Za-z0-9]))"
LETTERS = r"A-Za-z\u00c0-\u017f\u0370-\u03ff"
SYMBOL = re.compile(rf"([{LETTERS}]+)({HAT}?)([{SUBS}]*)(?:_{SCRIPT})?([{SUPS}]*)(?:\^{SCRIPT})?")
RELATION = re.compile(r" ?(<=|>=|[=≈←≤≥<>]) ?")
SIGNS = {"<=": "≤", ">=": "≥"}
SUMS = "ΣΠ"
"""Signs of sums and products, which are upright."""
VECTORS = "wx"
"""Letters of vectors, which are bold; with a figure below it, as w₁, the first is one of its entries."""


def text_parts(text: str) -> list[str | Formula]:
    """Return words and formulas of a text in their order; a $ without another one is a sign as any."""
    parts: list[str | Formula] = []
    for place, part in enumerate(FORMULA.split(text)):
        parts += [typed_formula(part) if place % 2 else part] if part else []
    return parts


def typed_formula(text: str) -> Formula:
    """Return what is typed as a formula; what is no letter and no relation stands there as it is."""
    return Formula(tuple(_nodes(" ".join(text.split()))))


def _nodes(text: str) -> Iterator[nodes.Node]:
    at = 0
    while at < len(text):
        if found := RELATION.match(text, at):
            yield nodes.Relation(SIGNS.get(found[1], found[1]))
        elif found := SYMBOL.match(text, at):
            yield from _symbols(found)
        else:
            yield nodes.Text(MINUS if text[at] == "-" else text[at])
            at += 1
            continue
        at = found.end()


def _letter(letter: str) -> nodes.Node:
    return nodes.Text(letter) if letter in SUMS else nodes.Symbol(letter)


def _symbols(found: re.Match[str]) -> Iterator[nodes.Node]:
    """Yield a letter with its scripts; of several Greek letters each one for itself, of Latin ones a name."""
    name, hat, subs, *below, sups, braced, plain = found.groups()
    lower = "".join(LOWER[each] for each in subs) + "".join(filter(None, below))
    upper = "".join(UPPER[each] for each in sups) + (braced or plain or "")
    if not name.isascii():
        yield from (_letter(letter) for letter in name[:-1])
        name = name[-1]
    if name in SUMS and not lower + upper:
        yield _letter(name)
        return
    is_vector = name in VECTORS and not (name == "w" and lower.isdigit())
    yield nodes.Symbol(name, is_vector, lower, upper, bool(hat))
