"""A formula as plain text."""

from __future__ import annotations

from collections.abc import Callable

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
    is_sum,
    needs_brackets,
)
from perceptron_gui.session.scripts import lowered, raised

GAP = "   "
HAT = "\u0302"
"""Is set over the letter before it."""


def text_of(node: Node) -> str:
    """Return a formula as plain text."""
    match node:
        case Text() | Words() | More():
            return node.text
        case Number():
            return node.written.text
        case Symbol():
            return f"{letter_of(node)}{lowered(node.lower)}{raised(node.upper)}"
        case Relation():
            return f" {node.sign} "
        case Product():
            return "·".join(map(text_of, node.factors))
        case Vector():
            return f"({', '.join([*map(text_of, node.entries), *['…'] * node.is_folded])})"
        case Strong():
            return text_of(node.body)
        case Row():
            return row_of(node, text_of)
        case Remark():
            return f"{GAP}({node.text})"
        case Quotient():
            return quotient_of(node, text_of)
        case Power():
            return f"{in_brackets(node.base, text_of)}{raised(node.exponent)}"
        case Norm():
            return f"‖{text_of(node.body)}‖"
        case Root():
            return f"√{in_brackets(node.body, text_of)}"
    raise TypeError(node)


def letter_of(symbol: Symbol) -> str:
    """Return the letter of a symbol with its hat."""
    return symbol.name + HAT * symbol.has_hat


def row_of(row: Row, write: Callable[[Node], str]) -> str:
    """Return the parts of a row; a relation at its beginning has no blank before it. `write`: writes a part."""
    text = "".join(map(write, row.parts))
    return text.removeprefix(" ") if row.parts and isinstance(row.parts[0], Relation) else text


def quotient_of(quotient: Quotient, write: Callable[[Node], str]) -> str:
    """Return a quotient as one line. `write`: writes a part."""
    over = write(quotient.over)
    return f"{f'({over})' if is_sum(quotient.over) else over}/{in_brackets(quotient.under, write)}"


def in_brackets(node: Node, write: Callable[[Node], str]) -> str:
    """Return a node, in brackets where a line of text needs them. `write`: writes the node."""
    return f"({write(node)})" if needs_brackets(node) else write(node)
