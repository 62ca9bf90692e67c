"""The nodes of formulas and the lecture's symbols, independent of how they are written."""

from collections.abc import Sequence
from operator import attrgetter

from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.wording import Written

IS_ROUNDED = attrgetter("is_rounded")


class Node:
    """A piece of a formula; equal to one of the same kind with the same content."""

    __slots__ = ()

    @property
    def children(self) -> "Sequence[Node]":
        """The pieces it is made of."""
        return ()

    @property
    def is_rounded(self) -> bool:
        """Whether a number in it is rounded."""
        return any(map(IS_ROUNDED, self.children))


class Verbatim(Node, Frozen):
    """Text that is written literally."""

    text: str  # any characters


class Text(Verbatim):
    """Signs: operators, brackets, the blanks around them; three blanks are a gap."""


class Words(Verbatim):
    """Upright words, such as the name of a class or the words of a sentence."""


class Name(Words):
    """A name that users gave; in a script from right to left it turns nothing else round."""


class Remark(Verbatim):
    """Words at the end of a line, with a gap before them; brackets are set around them."""


class More(Verbatim):
    """Words that say how many terms are left out, with their brackets; views may open them."""


class Symbol(Node, Frozen):
    """A letter with what stands at it."""

    name: str  # the letter, or the name of a function, which is upright
    is_vector: bool = False  # whether it is set in bold
    # subscript and superscript: figures, letters, − or *; empty for none
    lower: str = ""
    upper: str = ""
    has_hat: bool = False  # whether a hat is over it


class Number(Node, Frozen):
    """A number."""

    written: Written  # its ≈ is said by the relation that leads to it

    @property
    def is_rounded(self) -> bool:
        """See `Node.is_rounded`."""
        return not self.written.is_exact


class Relation(Node, Frozen):
    """What parts the sides of a line."""

    sign: str  # one of = ≈ ← ≤ ≥ < >


class Several(Node, Frozen):
    """Nodes one after the other."""

    parts: tuple[Node, ...]  # from left to right

    @property
    def children(self) -> Sequence[Node]:
        """See `Node.children`."""
        return self.parts


class Row(Several):
    """One thing after the other."""

    whole: "Row | None" = None  # the same with w and b as one vector, where some notes write it so


class Vector(Several):
    """(a, b, …). `parts`: the first of its entries."""

    is_folded: bool = False  # whether there are more


class Product(Several):
    """a·b. `parts`: the factors; sums among them have their brackets."""


class Quotient(Node, Frozen):
    """a/b."""

    # without brackets: they are set where a line of text needs them
    over: Node
    under: Node

    @property
    def children(self) -> Sequence[Node]:
        """See `Node.children`."""
        return (self.over, self.under)


class Enclosed(Node, Frozen):
    """A node with one child, such as brackets or a hat."""

    body: Node  # without brackets: they are set where it needs them

    @property
    def children(self) -> Sequence[Node]:
        """See `Node.children`."""
        return (self.body,)


class Power(Enclosed):
    """‖x‖², (a + b)²."""

    exponent: str  # figures, letters, − or *


class Norm(Enclosed):
    """‖a‖."""

    lower: str = ""  # subscript: which norm; empty for the Euclidean one


class Root(Enclosed):
    """√a."""


class Strong(Enclosed):
    """The result of a line, which stands out."""


class Noted(Enclosed):
    """What some notes write in another way than by other symbols (`formula/notation.py`)."""

    role: str  # what it is: one of the roles below


class Count(Text):
    """How often a point was counted in its α, in figures."""


def is_sum(node: Node) -> bool:
    """Whether a node is in brackets above the line of a quotient that is one line of text."""
    return isinstance(node, Row) and any(isinstance(part, Text) and " " in part.text for part in node.parts)


def needs_brackets(node: Node) -> bool:
    """Whether a node is in brackets below that line, in a power, or under a root."""
    if isinstance(node, Number):
        return node.written.is_negative or node.written.power is not None
    return isinstance(node, (Product, Quotient)) or (isinstance(node, Row) and len(node.parts) > 1)


SEEN, ACTIVATION, RATE, COUNTED = "seen", "activation", "rate", "counted"
"""Roles: what the model sees of a point; f with a bias; η before a sum over α; α as a count."""
DECISION, UPDATE = "decision", "update"
"""Roles of what only notes write: what the sign of f decides, and the update of w and b in one."""

W, X = Symbol("w", is_vector=True), Symbol("x", is_vector=True)
B, F, S, Y, K, N, T, LOSS, GRAM, RIVAL = map(Symbol, "bfsyKntLGr")
ETA, ALPHA, BETA, THETA, PHI = map(Symbol, "ηαβθφ")
THETA_STAR = Symbol("θ", upper="*")
X_HAT, RADIUS, MARGIN = (Symbol(name, has_hat=True) for name in "xRγ")
START_W, START_B, START_THETA = Symbol("w", is_vector=True, lower="0"), Symbol("b", lower="0"), Symbol("θ", lower="0")
COUNTS, WRONG, WITNESS, PREDICTED = map(Symbol, ("A", "E", "λ", "ŷ"))
"""α of every class; the set of the points that are wrong; the weights that prove it (T1); the label that f says."""
STREET_W, STREET_B = Symbol("w", is_vector=True, upper="*"), Symbol("b", upper="*")
HALF_WIDTH, PLAIN_RADIUS, PLAIN_MARGIN = map(Symbol, "ρMγ")
"""The widest street, and half its width (T3); the longest x, and the margin, both without the 1 of the bias."""
KERNEL_WIDTH, KERNEL_POWER, KERNEL_SHIFT = map(Symbol, "gpc")
BY_CLASS, BY_POINT, BY_TIME = "k", "j", "t"
"""Indices of sums and of the states of a run."""


def of(symbol: Symbol, lower: str | int) -> Symbol:
    """Return a symbol with a subscript. `lower`: A letter, or a number."""
    return replace(symbol, lower=str(lower))


def squared(symbol: Symbol) -> Symbol:
    """Return the square of a symbol."""
    return replace(symbol, upper=f"{symbol.upper}2")


def point_symbol(index: int) -> Symbol:
    """Return the name of a point: x with its number from 1. `index`: its index, from 0."""
    return of(X, index + 1)
