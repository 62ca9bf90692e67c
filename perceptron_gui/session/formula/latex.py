"""A formula as LaTeX (package amsmath), in lines that fit between the margins by an estimate of their widths."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from perceptron_gui.session.formula import nodes
from perceptron_gui.session.formula.line import flat
from perceptron_gui.session.formula.nodes import Node
from perceptron_gui.session.formula.notation import noted
from perceptron_gui.session.scripts import LOWERED, RAISED

NAMES = (
    r"\eta \alpha \beta \gamma \delta \theta \varphi \kappa \lambda \mu \rho \sum \leftarrow \le \ge \approx \cdot "
    r"\dots \infty \angle \nabla \partial \emptyset \pm \| \mathcal{M} \prime"
)
COMMANDS = dict(zip("ηαβγδθφκλμρΣ←≤≥≈·…∞∠∇∂∅±‖ℳ′", NAMES.split(), strict=True))
"""Signs that mathematics has commands for."""
MATHEMATICS = str.maketrans(
    {sign: f" {command} " for sign, command in COMMANDS.items()}
    | {"−": "-", "°": r"^\circ ", "\u202f": r"\,", "{": r"\{", "}": r"\}"}
)
WORDS = str.maketrans(
    {glyph: rf"\textsubscript{{{letter}}}" for letter, glyph in LOWERED.items() if letter not in COMMANDS}
    | {glyph: f"$_{COMMANDS[letter]}$" for letter, glyph in LOWERED.items() if letter in COMMANDS}
    | {glyph: rf"\textsuperscript{{{letter}}}" for letter, glyph in RAISED.items() if letter != glyph}
    | {sign: f"${command}$" for sign, command in COMMANDS.items()}
    | {"<": "$<$", ">": "$>$", "−": "$-$", "°": r"$^\circ$", "\u202f": r"\,", "✗": r"$\times$"}
    | {mark: "\\" + mark for mark in "&%$#_{}"}
    | dict.fromkeys("\u2066\u2067\u2068\u2069\u200f")  # which way a text goes is no matter of LaTeX's fonts
    | {"\0": r"\allowbreak{}", "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
)
"""What LaTeX would take for something else, and what its fonts of text lack."""

DOTS = r"\dots"
LONGEST_WORD, BREAK = 20, "\0"
"""Signs of a word after which a line may end, since TeX finds no syllables in names; and what stands for that place."""


def mathematics(node: Node) -> str:
    """Return a formula in math mode with the current symbols: between dollars, or in an environment."""
    return _mathematics(noted(node))


def _mathematics(node: Node) -> str:
    return " ".join(_node(node).split())


def sentence(line: nodes.Row) -> str:
    """Return a sentence: its words as text, and the formulas between them in dollars."""
    pieces = []
    for is_words, group in groupby(line.parts, key=lambda part: isinstance(part, nodes.Words)):
        parts = tuple(group)
        texts = [words(part.text) for part in parts if isinstance(part, nodes.Words)]
        pieces.append("".join(texts) if is_words else f"${mathematics(nodes.Row(parts))}$")
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
        case nodes.Words() | nodes.More():
            return rf"\text{{{words(node.text)}}}"
        case nodes.Remark():
            return rf"\quad \text{{({words(node.text)})}}"
        case nodes.Text():
            return node.text.translate(MATHEMATICS).replace("   ", r"\quad ")
        case nodes.Symbol():
            return _symbol(node)
        case nodes.Number():
            return _number(node)
        case nodes.Relation():
            return f" {node.sign.translate(MATHEMATICS)} "
        case nodes.Vector():
            return f"({', '.join([*map(_node, node.parts), *[DOTS] * node.is_folded])})"
        case nodes.Product():
            return r" \cdot ".join(map(_node, node.parts))
        case nodes.Strong():
            return rf"\mathbf{{{_node(node.body)}}}"
        case nodes.Row():
            return "".join(map(_node, node.parts))
        case nodes.Noted():
            return _node(node.body)
        case nodes.Quotient():
            return rf"\frac{{{_node(node.over)}}}{{{_node(node.under)}}}"
        case nodes.Power():
            base = _fenced("(", ")", node.body) if nodes.needs_brackets(node.body) else _node(node.body)
            return base + _script("^", node.exponent)
        case nodes.Norm():
            return _fenced(r"\|", r"\|", node.body) + _script("_", node.lower)
        case nodes.Root():
            return rf"\sqrt{{{_node(node.body)}}}"
    raise TypeError(node)


def _symbol(symbol: nodes.Symbol) -> str:
    text = _name(symbol.name)
    bold = r"\boldsymbol" if text in COMMANDS.values() else r"\mathbf"  # which leaves Greek letters thin
    text = rf"{bold}{{{text}}}" if symbol.is_vector else text
    text = rf"\hat{{{text}}}" if symbol.has_hat else text
    scripts = _script("_", symbol.lower) + _script("^", symbol.upper)
    return text + (scripts or " " * (text in COMMANDS.values()))


def _script(mark: str, text: str) -> str:
    """Return a subscript or superscript; names of more than one letter are upright."""
    return f"{mark}{{{_name(text)}}}" if text else ""


def _name(text: str) -> str:
    """Return a letter or figures; letters that are one name are upright."""
    if text in COMMANDS:
        return COMMANDS[text]
    return rf"\mathrm{{{text}}}" if len(text) > 1 and text.isalpha() else text.translate(MATHEMATICS)


def _number(number: nodes.Number) -> str:
    written = number.written
    figures = written.figures.translate(MATHEMATICS)
    if written.power is None:
        return figures
    factor, sign = written.magnitude.figures, "-" * written.is_negative
    return sign + (rf"{factor} \cdot " if factor != "1" else "") + f"10^{{{written.power}}}"


def _fenced(left: str, right: str, body: Node) -> str:
    """Return a formula between two fences that grow to its height."""
    inside = _node(body)
    return rf"\left{left}{inside}\right{right}" if _is_tall(body) else f"{left}{inside}{right}"


def _is_tall(node: Node) -> bool:
    return isinstance(node, nodes.Quotient) or any(map(_is_tall, node.children))


DIGIT, BOLD_DIGIT, LETTER, QUAD = 5.0, 5.75, 5.6, 10.0
SIGN_WIDTHS = {
    **{" ": 0.0, ",": 4.5, "·": 7.3, "…": 16.8},
    **{sign: width for width, signs in {2.8: ".|", 3.9: "()", 5.0: "‖/", 12.3: "+−Σ±"}.items() for sign in signs},
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
        case nodes.Words() | nodes.More():
            return words_width(node.text)
        case nodes.Remark():
            return QUAD + words_width(f"({node.text})")
        case nodes.Text():
            return QUAD * node.text.count("   ") + sum(map(_sign, node.text))
        case nodes.Symbol():
            scripts = max(_script_width(node.lower), _script_width(node.upper))
            return sum(map(_letter, node.name)) + scripts
        case nodes.Number():
            written = node.written
            power = (
                0.0
                if written.power is None
                else 2 * DIGIT + SIGN_WIDTHS["·"] + _script_width(str(written.power)) + SCRIPT
            )
            return sum(map(_sign, written.figures)) + power
        case nodes.Relation():
            return RELATION
        case nodes.Vector():
            inside = sum(map(width_of, node.parts)) + SIGN_WIDTHS[","] * len(node.parts)
            return inside + SIGN_WIDTHS["("] + SIGN_WIDTHS[")"] + SIGN_WIDTHS["…"] * node.is_folded
        case nodes.Product():
            return sum(map(width_of, node.parts)) + SIGN_WIDTHS["·"] * (len(node.parts) - 1)
        case nodes.Strong():
            return width_of(node.body) * BOLD_DIGIT / DIGIT
        case nodes.Quotient():
            return max(width_of(node.over), width_of(node.under)) + 2.4
        case nodes.Power():
            brackets = 2 * SIGN_WIDTHS["("] * nodes.needs_brackets(node.body)
            return width_of(node.body) + brackets + _script_width(node.exponent)
        case nodes.Norm():
            return width_of(node.body) + 2 * SIGN_WIDTHS["‖"] + _script_width(node.lower)
        case nodes.Root():
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
    return DIGIT if sign.isdigit() else SIGN_WIDTHS.get(sign, LETTER if sign.islower() else CAPITAL)


def _script_width(text: str) -> float:
    return SCRIPT * sum(map(_letter, text))


TEXT_WIDTH = 470.0
"""Points between margins of 2 cm, with some to spare: A4 has 484, Letter 502."""
LONGEST_LEFT = 160.0
"""A wider left side stands in a row of its own."""
SIGNS = (" + ", " − ")
Piece = list[Node]


def aligned(lines: Iterable[nodes.Row]) -> str:
    """Return lines in an align* environment, each aligned at its first relation, and broken where it is too long.

    `lines`: one or more, from top to bottom.
    """
    sides = [_sides(noted(line)) for line in lines]
    lefts = [width for left, _ in sides if (width := _width(left)) <= LONGEST_LEFT]
    room = TEXT_WIDTH - max(lefts, default=0.0)
    body = " \\\\\n".join(f"  {row}" for left, right in sides for row in _rows(left, right, room))
    return f"\\begin{{align*}}\n{body}\n\\end{{align*}}"


def rows_of(formula: Sequence[Node], room: float) -> list[Piece]:
    """Return a formula in rows that fit. `formula`: from left to right. `room`: points."""
    rows: list[Piece] = []
    for piece in _pieces(formula, room - QUAD):
        if rows and _width([*rows[-1], *piece]) + QUAD * (len(rows) > 1) <= room:
            rows[-1] += piece
        else:
            rows.append(piece)
    return rows


def _sides(line: Node) -> tuple[Piece, Piece]:
    """Split a line before its first relation."""
    parts = flat(line)
    first = next((i for i, node in enumerate(parts) if isinstance(node, nodes.Relation)), len(parts))
    return parts[:first], parts[first:]


def _rows(left: Piece, right: Piece, room: float) -> Iterator[str]:
    is_apart = _width(left) > LONGEST_LEFT
    if is_apart:
        for k, row in enumerate(rows_of(left, room)):
            yield f"&{_written(row, k > 0)}"
    for k, row in enumerate(rows_of(right, room - QUAD * is_apart)):
        name = _mathematics(nodes.Row(tuple(left))) if k == 0 and not is_apart else ""
        yield " ".join(part for part in (name, f"&{_written(row, is_apart or k > 0)}") if part)
    if not right and not is_apart:
        yield _mathematics(nodes.Row(tuple(left)))


def _written(row: Piece, is_below: bool) -> str:
    """Return a row; one that goes on from the row above is indented, unless a relation begins it."""
    text = _mathematics(nodes.Row(tuple(row)))
    if not is_below or isinstance(row[0], nodes.Relation):
        return text
    is_sign = isinstance(row[0], nodes.Text) and row[0].text.startswith(SIGNS)
    return rf"\quad {'{} ' * is_sign}{text}"


def _pieces(formula: Sequence[Node], room: float) -> Iterator[Piece]:
    """Yield unbreakable pieces, up to the next relation or sign; those that are too long are split further."""
    piece: Piece = []
    for node in formula:
        if piece and _begins(node):
            yield from _short(piece, room)
            piece = []
        piece.append(node)
        if isinstance(node, nodes.Text) and node.text.startswith(","):  # what is listed begins after its comma
            yield from _short(piece, room)
            piece = []
    if piece:
        yield from _short(piece, room)


def _begins(node: Node) -> bool:
    return isinstance(node, nodes.Relation | nodes.Remark) or (
        isinstance(node, nodes.Text) and node.text.startswith(SIGNS)
    )


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
        case nodes.Strong():
            yield from map(nodes.Strong, _parts(node.body, room))
        case nodes.Vector() if width_of(node) > room:
            last = len(node.parts) - 1
            for k, entry in enumerate(node.parts):
                end = "," if k < last or node.is_folded else ")"
                yield nodes.Row((*[nodes.Text("(")] * (k == 0), entry, nodes.Text(end)))
            if node.is_folded:
                yield nodes.Text(" …)")
        case nodes.Words() | nodes.Remark() if width_of(node) > room:
            yield from map(nodes.Words, _cut(f"({node.text})" if isinstance(node, nodes.Remark) else node.text, room))
        case nodes.Row():
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


def _width(piece: Sequence[Node]) -> float:
    return sum(map(width_of, piece))
