"""The nodes of a formula: what it is made of, and nothing about how that is written."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

from perceptron_gui.frozen import Frozen

if TYPE_CHECKING:
    from perceptron_gui.session.wording import Written

IS_ROUNDED = attrgetter("is_rounded")


class Node:
    """A piece of a formula; equal to one of the same kind with the same content."""

    __slots__ = ()

    @property
    def children(self) -> Sequence[Node]:
        """The pieces it is made of."""
        return ()

    @property
    def is_rounded(self) -> bool:
        """Whether a number in it is rounded."""
        return any(map(IS_ROUNDED, self.children))


class Verbatim(Node, Frozen):
    """What is set as it is.

    Attributes
    ----------
    text : str
        Any characters.
    """

    text: str


class Text(Verbatim):
    """Signs: operators, brackets, the blanks around them; three blanks are a gap."""


class Words(Verbatim):
    """Upright words, such as the name of a class or the words of a sentence."""


class Remark(Verbatim):
    """Words at the end of a line, with a gap before them; brackets are set around them."""


class More(Verbatim):
    """Words that say how many terms are left out, with their brackets; views may open them."""


class Symbol(Node, Frozen):
    """A letter with what stands at it.

    Attributes
    ----------
    name : str
        The letter, or the name of a function, which is upright.
    is_vector : bool
        Whether it is set in bold.
    lower, upper : str
        Subscript and superscript: figures, letters, − or *; empty for none.
    has_hat : bool
        Whether a hat is over it.
    """

    name: str
    is_vector: bool = False
    lower: str = ""
    upper: str = ""
    has_hat: bool = False


class Number(Node, Frozen):
    """A number.

    Attributes
    ----------
    written : Written
        Its ≈ is said by the relation that leads to it.
    """

    written: Written

    @property
    def is_rounded(self) -> bool:
        """See `Node.is_rounded`."""
        return not self.written.is_exact


class Relation(Node, Frozen):
    """What parts the sides of a line.

    Attributes
    ----------
    sign : str
        One of = ≈ ← ≤ ≥ < >.
    """

    sign: str


class Vector(Node, Frozen):
    """(a, b, …).

    Attributes
    ----------
    entries : tuple of Node
        The first of them.
    is_folded : bool
        Whether there are more.
    """

    entries: tuple[Node, ...]
    is_folded: bool = False

    @property
    def children(self) -> Sequence[Node]:
        """See `Node.children`."""
        return self.entries


class Product(Node, Frozen):
    """a·b.

    Attributes
    ----------
    factors : tuple of Node
        From left to right; sums among them have their brackets.
    """

    factors: tuple[Node, ...]

    @property
    def children(self) -> Sequence[Node]:
        """See `Node.children`."""
        return self.factors


class Quotient(Node, Frozen):
    """a/b.

    Attributes
    ----------
    over, under : Node
        Without brackets: they are set where a line of text needs them.
    """

    over: Node
    under: Node

    @property
    def children(self) -> Sequence[Node]:
        """See `Node.children`."""
        return (self.over, self.under)


class Power(Node, Frozen):
    """‖x‖², (a + b)².

    Attributes
    ----------
    base : Node
        Without brackets: they are set where it needs them.
    exponent : str
        Figures, letters, − or *.
    """

    base: Node
    exponent: str

    @property
    def children(self) -> Sequence[Node]:
        """See `Node.children`."""
        return (self.base,)


class Enclosed(Node, Frozen):
    """Something around one other node.

    Attributes
    ----------
    body : Node
        Without brackets: they are set where a line of text needs them.
    """

    body: Node

    @property
    def children(self) -> Sequence[Node]:
        """See `Node.children`."""
        return (self.body,)


class Norm(Enclosed):
    """‖a‖."""


class Root(Enclosed):
    """√a."""


class Strong(Enclosed):
    """The result of a line, which stands out."""


class Row(Node, Frozen):
    """One thing after the other.

    Attributes
    ----------
    parts : tuple of Node
        From left to right.
    """

    parts: tuple[Node, ...]

    @property
    def children(self) -> Sequence[Node]:
        """See `Node.children`."""
        return self.parts


def is_sum(node: Node) -> bool:
    """Whether a node is in brackets above the line of a quotient that is one line of text.

    Parameters
    ----------
    node : Node
    """
    return isinstance(node, Row) and any(isinstance(part, Text) and " " in part.text for part in node.parts)


def needs_brackets(node: Node) -> bool:
    """Whether a node is in brackets below that line, in a power, or under a root.

    Parameters
    ----------
    node : Node
    """
    if isinstance(node, Number):
        return node.written.is_negative or node.written.power is not None
    return isinstance(node, (Product, Quotient)) or (isinstance(node, Row) and len(node.parts) > 1)
