"""How wide a formula is in LaTeX: an estimate in points, rather too wide, after Computer Modern at 10 pt."""

from __future__ import annotations

from perceptron_gui.session.formula.nodes import (
    More,
    Node,
    Norm,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Remark,
    Root,
    Strong,
    Symbol,
    Text,
    Vector,
    Words,
    needs_brackets,
)

DIGIT, BOLD_DIGIT, LETTER, QUAD = 5.0, 5.75, 5.6, 10.0
SIGNS = {
    " ": 0.0,
    ".": 2.8,
    ",": 4.5,
    "(": 3.9,
    ")": 3.9,
    "|": 2.8,
    "‖": 5.0,
    "/": 5.0,
    "·": 7.3,
    "+": 12.3,
    "−": 12.3,
    "…": 16.8,
    "Σ": 12.3,
    "±": 12.3,
}
"""Of signs in mathematics, with the blanks that it sets around them."""
WIDE = {**dict.fromkeys("mwMW", 10.3), **dict.fromkeys("iIjlft.,;:'!()[]|", 4.5), " ": 3.4}
"""Of letters of words, where they are not about as wide as most."""
CAPITAL = 7.9
SCRIPT = 0.8
"""Part of the size that subscripts and exponents have."""
RELATION = 13.4


def width_of(node: Node) -> float:
    """Return how wide a formula is set, in points."""
    match node:
        case Words() | More():
            return words_width(node.text)
        case Remark():
            return QUAD + words_width(f"({node.text})")
        case Text():
            return QUAD * node.text.count("   ") + sum(map(_sign, node.text))
        case Symbol():
            scripts = max(_script(node.lower), _script(node.upper))
            return sum(map(_letter, node.name)) + scripts
        case Number():
            written = node.written
            power = 0.0 if written.power is None else 2 * DIGIT + SIGNS["·"] + _script(str(written.power)) + SCRIPT
            return sum(map(_sign, written.figures)) + power
        case Relation():
            return RELATION
        case Vector():
            inside = sum(map(width_of, node.entries)) + SIGNS[","] * len(node.entries)
            return inside + SIGNS["("] + SIGNS[")"] + SIGNS["…"] * node.is_folded
        case Product():
            return sum(map(width_of, node.factors)) + SIGNS["·"] * (len(node.factors) - 1)
        case Strong():
            return width_of(node.body) * BOLD_DIGIT / DIGIT
        case Quotient():
            return max(width_of(node.over), width_of(node.under)) + 2.4
        case Power():
            brackets = 2 * SIGNS["("] * needs_brackets(node.base)
            return width_of(node.base) + brackets + _script(node.exponent)
        case Norm():
            return width_of(node.body) + 2 * SIGNS["‖"]
        case Root():
            return width_of(node.body) + QUAD
    return sum(map(width_of, node.children))


def words_width(text: str) -> float:
    """Return how wide words are set, in points. `text`: any characters."""
    return sum(map(_letter, text))


def _letter(sign: str) -> float:
    if sign in WIDE:
        return WIDE[sign]
    return LETTER if sign.islower() or sign.isdigit() or not sign.isalpha() else CAPITAL


def _sign(sign: str) -> float:
    return DIGIT if sign.isdigit() else SIGNS.get(sign, LETTER if sign.islower() else CAPITAL)


def _script(text: str) -> float:
    return SCRIPT * sum(map(_letter, text))
