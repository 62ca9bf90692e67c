"""Lines of LaTeX that fit between the margins: a longer one goes on below, from a relation, a sign or a comma."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from perceptron_gui.session.formula.latex import mathematics
from perceptron_gui.session.formula.latex_width import QUAD, width_of, words_width
from perceptron_gui.session.formula.line import flat
from perceptron_gui.session.formula.nodes import Node, Relation, Remark, Row, Strong, Text, Vector, Words

TEXT_WIDTH = 470.0
"""Points between margins of 2 cm, with some to spare: A4 has 484, Letter 502."""
LONGEST_LEFT = 160.0
"""A wider left side stands in a row of its own."""
SIGNS = (" + ", " − ")
Piece = list[Node]


def aligned(lines: Iterable[Row]) -> str:
    """Return lines in an align* environment, each aligned at its first relation, and broken where it is too long.

    `lines`: one or more, from top to bottom.
    """
    sides = [_sides(line) for line in lines]
    lefts = [width for left, _ in sides if (width := _width(left)) <= LONGEST_LEFT]
    room = TEXT_WIDTH - max(lefts, default=0.0)
    body = " \\\\\n".join(f"  {row}" for left, right in sides for row in _rows(left, right, room))
    return f"\\begin{{align*}}\n{body}\n\\end{{align*}}"


def rows_of(nodes: Sequence[Node], room: float) -> list[Piece]:
    """Return a formula in rows that fit. `nodes`: from left to right. `room`: points."""
    rows: list[Piece] = []
    for piece in _pieces(nodes, room - QUAD):
        if rows and _width([*rows[-1], *piece]) + QUAD * (len(rows) > 1) <= room:
            rows[-1] += piece
        else:
            rows.append(piece)
    return rows


def _sides(line: Row) -> tuple[Piece, Piece]:
    """Return what stands before the first relation of a line, and the rest."""
    nodes = flat(line)
    first = next((i for i, node in enumerate(nodes) if isinstance(node, Relation)), len(nodes))
    return nodes[:first], nodes[first:]


def _rows(left: Piece, right: Piece, room: float) -> Iterator[str]:
    is_apart = _width(left) > LONGEST_LEFT
    if is_apart:
        for k, row in enumerate(rows_of(left, room)):
            yield f"&{_written(row, k > 0)}"
    for k, row in enumerate(rows_of(right, room - QUAD * is_apart)):
        name = mathematics(Row(tuple(left))) if k == 0 and not is_apart else ""
        yield " ".join(part for part in (name, f"&{_written(row, is_apart or k > 0)}") if part)
    if not right and not is_apart:
        yield mathematics(Row(tuple(left)))


def _written(row: Piece, is_below: bool) -> str:
    """Return a row; one that goes on from the row above is indented, unless a relation begins it."""
    text = mathematics(Row(tuple(row)))
    if not is_below or isinstance(row[0], Relation):
        return text
    is_sign = isinstance(row[0], Text) and row[0].text.startswith(SIGNS)
    return rf"\quad {'{} ' * is_sign}{text}"


def _pieces(nodes: Sequence[Node], room: float) -> Iterator[Piece]:
    """Yield what stays together: up to the next relation or sign; what is still too long in parts."""
    piece: Piece = []
    for node in nodes:
        if piece and _begins(node):
            yield from _short(piece, room)
            piece = []
        piece.append(node)
        if isinstance(node, Text) and node.text.startswith(","):  # what is listed begins after its comma
            yield from _short(piece, room)
            piece = []
    if piece:
        yield from _short(piece, room)


def _begins(node: Node) -> bool:
    return isinstance(node, Relation | Remark) or (isinstance(node, Text) and node.text.startswith(SIGNS))


def _short(piece: Piece, room: float) -> Iterator[Piece]:
    """Yield a piece, or where that is too long its parts: the entries of vectors, the words of names."""
    if _width(piece) <= room:
        yield piece
        return
    part: Piece = []
    for node in (each for whole in piece for each in _parts(whole, room)):
        if part and _width([*part, node]) > room:
            yield part
            part = []
        part.append(node)
    yield part


def _parts(node: Node, room: float) -> Iterator[Node]:
    match node:
        case Strong():
            yield from map(Strong, _parts(node.body, room))
        case Vector() if width_of(node) > room:
            last = len(node.entries) - 1
            for k, entry in enumerate(node.entries):
                end = "," if k < last or node.is_folded else ")"
                yield Row((*[Text("(")] * (k == 0), entry, Text(end)))
            if node.is_folded:
                yield Text(" …)")
        case Words() | Remark() if width_of(node) > room:
            yield from map(Words, _cut(f"({node.text})" if isinstance(node, Remark) else node.text, room))
        case Row():
            for each in node.parts:
                yield from _parts(each, room)
        case _:
            yield node


def _cut(text: str, room: float) -> Iterator[str]:
    """Yield words in parts that fit, cut after blanks where there are some."""
    part = ""
    *first, last = text.split(" ")
    for word in (*(f"{each} " for each in first), last):
        for more in (word,) if words_width(word) <= room else word:  # letter by letter
            if part and words_width(part + more.rstrip()) > room:
                yield part
                part = ""
            part += more
    yield part


def _width(nodes: Sequence[Node]) -> float:
    return sum(map(width_of, nodes))
