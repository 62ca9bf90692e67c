"""Lines of mathematics, their sums and products, and the rule that decides where one says = and where ≈; plain text."""

from collections.abc import Callable, Sequence
from itertools import groupby
from string import Formatter
from typing import TypeAlias

from perceptron_gui.session.formula import nodes
from perceptron_gui.session.formula.nodes import Name, Node, Number, Product, Relation, Row, Strong, Text, Vector, Words
from perceptron_gui.session.formula.notation import HAT, noted, plain
from perceptron_gui.session.scripts import lowered, raised
from perceptron_gui.session.wording import MINUS, Written, gap_after, grouped
from perceptron_gui.translation import END, LEFT_TO_RIGHT, RIGHT_TO_LEFT, is_leftwards, isolated, ntr

GAP = "   "


def text_of(node: Node) -> str:
    """Return a formula as plain text, in the symbols currently chosen."""
    return _text(noted(node))


def _text(node: Node) -> str:
    match node:
        case nodes.Text() | nodes.Words() | nodes.More():
            return node.text
        case nodes.Number():
            return node.written.text
        case nodes.Symbol():
            return plain(node)
        case nodes.Relation():
            return f" {node.sign} "
        case nodes.Product():
            return "·".join(map(_text, node.parts))
        case nodes.Vector():
            return f"({', '.join([*map(_text, node.parts), *['…'] * node.is_folded])})"
        case nodes.Strong() | nodes.Noted():
            return _text(node.body)
        case nodes.Row():
            return row_of(node, _text)
        case nodes.Remark():
            return f"{GAP}({node.text})"
        case nodes.Quotient():
            return quotient_of(node, _text)
        case nodes.Power():
            return f"{in_brackets(node.body, _text)}{raised(node.exponent)}"
        case nodes.Norm():
            return f"‖{_text(node.body)}‖{lowered(node.lower)}"
        case nodes.Root():
            return f"√{in_brackets(node.body, _text)}"
    raise TypeError(node)


def letter_of(symbol: nodes.Symbol) -> str:
    """Return the letter of a symbol with its hat."""
    return symbol.name + HAT * symbol.has_hat


def row_of(row: Row, write: Callable[[Node], str]) -> str:
    """Return the parts of a row; a relation at its beginning has no blank before it. `write`: writes a part."""
    text = "".join(map(write, row.parts))
    return text.removeprefix(" ") if row.parts and isinstance(row.parts[0], Relation) else text


def quotient_of(quotient: nodes.Quotient, write: Callable[[Node], str]) -> str:
    """Return a quotient as one line. `write`: writes a part."""
    over = write(quotient.over)
    return f"{f'({over})' if nodes.is_sum(quotient.over) else over}/{in_brackets(quotient.under, write)}"


def in_brackets(node: Node, write: Callable[[Node], str]) -> str:
    """Return a node, in brackets where a line of text needs them. `write`: writes the node."""
    return f"({write(node)})" if nodes.needs_brackets(node) else write(node)


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
    """Return the result below a line: "= 3", or "f = 3" if the line's rounded numbers do not give it exactly.

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
            if isinstance(part, str):
                parts.append(Words(isolated(part)))
            else:
                formula = flat(alone(part) if isinstance(part, Written) else part)
                mark = RIGHT_TO_LEFT if any(map(is_words, formula)) else LEFT_TO_RIGHT
                parts += [Words(mark), *formula, Words(END)] if is_leftwards() else formula
    return Formula(tuple(parts))


def is_words(part: Node) -> bool:
    """Whether a part of a line is words of the language: a line without any is read from left to right everywhere."""
    return isinstance(part, Words) and not isinstance(part, Name)


def with_isolates(formula: Formula) -> Formula:
    """Let what stands between words that go from right to left keep the direction of formulas."""
    kinds = [is_words(part) for part in formula.parts]
    if not is_leftwards() or not any(kinds):
        return formula
    parts: list[Node] = []
    for are_words, pairs in groupby(zip(kinds, formula.parts, strict=True), key=lambda pair: pair[0]):
        nodes_of = tuple(part for _, part in pairs)
        if not are_words and nodes_of[0] == Text(" "):  # between the two: within, it would be at the other end
            parts, nodes_of = [*parts, Words(" ")], nodes_of[1:]
        parts += nodes_of if are_words else (Words(LEFT_TO_RIGHT), *nodes_of, Words(END))
    return Formula(tuple(parts))


def paragraph(*sentences: Formula | str) -> Formula:
    """Return sentences one after the other. `sentences`: a str is words."""
    parts: list[Node] = []
    for each in sentences:
        parts += [Words(" ")] * (bool(parts) and gap_after(text_of(parts[-1])) != "")
        parts += [Words(each)] if isinstance(each, str) else each.parts
    return Formula(tuple(parts))


def alone(part: Part) -> Formula:
    """Return a number or vector without a relation before it; a rounded one gets a ≈."""
    parts = flat(part)
    return Formula((*[Text("≈ ")] * any(each.is_rounded for each in parts), *parts))


def flat(*parts: Part) -> list[Node]:
    """Return parts as nodes, with rows replaced by their contents. `parts`: an empty str is nothing."""
    found: list[Node] = []
    for part in parts:
        if isinstance(part, Row):
            found += flat(*part.parts)
        elif isinstance(part, Node):
            found.append(part)
        elif isinstance(part, Written):
            found.append(Number(part))
        elif part:
            found.append(Text(part))
    return found


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
        parts += [Text(" + … "), nodes.More(more_text(count - len(shown)))]
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
    """Return " + " or " − ", as it stands before a term of a sum. `sign`: 1 or −1."""
    return " + " if sign > 0 else f" {MINUS} "


def listed(parts: Sequence[Part]) -> Row:
    """Return parts with commas between them. `parts`: from left to right."""
    return Row(tuple(node for k, part in enumerate(parts) for node in flat(", " if k else "", part)))


def strong(part: Written | Node) -> Strong:
    """Return a result."""
    return Strong(Number(part) if isinstance(part, Written) else part)


def bracketed(part: Part) -> Row:
    """Return a part in round brackets."""
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
