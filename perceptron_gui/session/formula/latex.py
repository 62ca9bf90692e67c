"""A formula as LaTeX (package amsmath)."""

from __future__ import annotations

from itertools import groupby

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
    Row,
    Strong,
    Symbol,
    Text,
    Vector,
    Words,
    needs_brackets,
)
from perceptron_gui.session.scripts import LOWERED, RAISED

COMMANDS = {
    "η": r"\eta",
    "α": r"\alpha",
    "β": r"\beta",
    "γ": r"\gamma",
    "θ": r"\theta",
    "φ": r"\varphi",
    "Σ": r"\sum",
    "←": r"\leftarrow",
    "≤": r"\le",
    "≥": r"\ge",
    "≈": r"\approx",
    "·": r"\cdot",
    "…": r"\dots",
    "∞": r"\infty",
    "∠": r"\angle",
    "∇": r"\nabla",
    "±": r"\pm",
    "‖": r"\|",
}
"""Signs that mathematics has commands for."""
MATHEMATICS = str.maketrans(
    {sign: f" {command} " for sign, command in COMMANDS.items()} | {"−": "-", "°": r"^\circ ", "\u202f": r"\,"}
)
WORDS = str.maketrans(
    {glyph: rf"\textsubscript{{{letter}}}" for letter, glyph in LOWERED.items()}
    | {glyph: rf"\textsuperscript{{{letter}}}" for letter, glyph in RAISED.items() if letter != glyph}
    | {sign: f"${command}$" for sign, command in COMMANDS.items()}
    | {"<": "$<$", ">": "$>$", "−": "$-$", "°": r"$^\circ$", "\u202f": r"\,", "✗": r"$\times$"}
    | {mark: "\\" + mark for mark in "&%$#_{}"}
    | {"\0": r"\allowbreak{}", "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
)
"""What LaTeX would take for something else, and what its fonts of text lack."""

DOTS = r"\dots"
LONGEST_WORD, BREAK = 20, "\0"
"""Signs of a word after which a line may end, since TeX finds no syllables in names; and what stands for that place."""


def mathematics(node: Node) -> str:
    """Return a formula as it stands in mathematics: between dollars, or in an environment."""
    return " ".join(_node(node).split())


def sentence(line: Row) -> str:
    """Return a sentence: its words as text, and the formulas between them in dollars."""
    pieces = []
    for is_words, group in groupby(line.parts, key=lambda part: isinstance(part, Words)):
        parts = tuple(group)
        texts = [words(part.text) for part in parts if isinstance(part, Words)]
        pieces.append("".join(texts) if is_words else f"${mathematics(Row(parts))}$")
    return "".join(pieces)


def words(text: str) -> str:
    """Return words as text. `text`: may have any character."""
    signs, length = list[str](), 0
    for sign in text:
        if length == LONGEST_WORD and not sign.isspace():
            signs, length = [*signs, BREAK], 0
        signs.append(sign)
        length = 0 if sign.isspace() else length + 1
    return "".join(signs).translate(WORDS)


def _node(node: Node) -> str:
    """Return a node with blanks that may be too many."""
    match node:
        case Words() | More():
            return rf"\text{{{words(node.text)}}}"
        case Remark():
            return rf"\quad \text{{({words(node.text)})}}"
        case Text():
            return node.text.translate(MATHEMATICS).replace("   ", r"\quad ")
        case Symbol():
            return _symbol(node)
        case Number():
            return _number(node)
        case Relation():
            return f" {node.sign.translate(MATHEMATICS)} "
        case Vector():
            return f"({', '.join([*map(_node, node.entries), *[DOTS] * node.is_folded])})"
        case Product():
            return r" \cdot ".join(map(_node, node.factors))
        case Strong():
            return rf"\mathbf{{{_node(node.body)}}}"
        case Row():
            return "".join(map(_node, node.parts))
        case Quotient():
            return rf"\frac{{{_node(node.over)}}}{{{_node(node.under)}}}"
        case Power():
            base = _fenced("(", ")", node.base) if needs_brackets(node.base) else _node(node.base)
            return base + _script("^", node.exponent)
        case Norm():
            return _fenced(r"\|", r"\|", node.body)
        case Root():
            return rf"\sqrt{{{_node(node.body)}}}"
    raise TypeError(node)


def _symbol(symbol: Symbol) -> str:
    text = _name(symbol.name)
    text = rf"\mathbf{{{text}}}" if symbol.is_vector else text
    text = rf"\hat{{{text}}}" if symbol.has_hat else text
    scripts = _script("_", symbol.lower) + _script("^", symbol.upper)
    return text + (scripts or " " * (text in COMMANDS.values()))


def _script(mark: str, text: str) -> str:
    """Return a subscript or superscript; names of more than one letter are upright."""
    if not text:
        return ""
    return f"{mark}{{{_name(text)}}}"


def _name(text: str) -> str:
    """Return a letter or figures; letters that are one name are upright."""
    if text in COMMANDS:
        return COMMANDS[text]
    return rf"\mathrm{{{text}}}" if len(text) > 1 and text.isalpha() else text.translate(MATHEMATICS)


def _number(number: Number) -> str:
    written = number.written
    figures = written.figures.translate(MATHEMATICS)
    if written.power is None:
        return figures
    factor, sign = written.magnitude.figures, "-" * written.is_negative
    return sign + (rf"{factor} \cdot " if factor != "1" else "") + f"10^{{{written.power}}}"


def _fenced(left: str, right: str, body: Node) -> str:
    """Return a formula between two fences, as high as it is."""
    inside = _node(body)
    return rf"\left{left}{inside}\right{right}" if _is_tall(body) else f"{left}{inside}{right}"


def _is_tall(node: Node) -> bool:
    return isinstance(node, Quotient) or any(map(_is_tall, node.children))
