"""The table of notations: how each kind of lecture notes writes the symbols of the program, and where it differs (G14).

A formula is made of the program's own symbols; what sets it as text, LaTeX or rich text asks `noted` first. Words have
`session/messages/symbol_words.py`.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property

from perceptron_gui.frozen import Frozen, field, replace
from perceptron_gui.session.formula import nodes
from perceptron_gui.session.formula.nodes import Node, Symbol, Text
from perceptron_gui.session.scripts import LOWERED, RAISED, lowered, raised

HAT = "\u0302"
"""Is set over the letter before it."""
SYMBOLS = tuple(value for value in vars(nodes).values() if isinstance(value, Symbol))
"""All that the program has a letter for; each has one meaning."""
VECTORS = {nodes.W, nodes.X, nodes.THETA, nodes.X_HAT}
"""Symbols, without what stands at them, whose product is a scalar product."""
INDICES = {nodes.BY_CLASS, nodes.BY_POINT, nodes.BY_TIME}


class Notation(Frozen, dict=True):
    """How one kind of notes writes formulas; what it does not name is written as the program does."""

    name: str  # of the kind of notes (`session/view/switches.py`)
    symbols: Mapping[Symbol, Symbol] = field(default_factory=dict)
    indices: Mapping[str, str] = field(default_factory=dict)  # letters of indices that are others
    above: frozenset[Symbol] = frozenset()  # symbols whose index stands above, in brackets
    dot: str = "·"  # between two vectors: "·", "" for nothing, or "T" for the first one transposed
    decision: tuple[Node, ...] = ()  # the label that f says, in own symbols; none where notes do not write it
    activation: Node | None = None  # f with a bias, in own symbols, where w and b are one vector
    update: tuple[Node, ...] = ()  # the update of w and b in one, in own symbols; none where notes do not write it
    has_feature_function: bool = False  # whether what the model sees of a point is f(x) even where it is x
    has_rate_in_counts: bool = False  # whether α has η in it

    def writing(self, symbol: Symbol) -> Symbol:
        """Return a symbol as these notes write it, with its indices and exponents."""
        if (symbol.name, symbol.has_hat) not in self._letters:  # most of them
            return self._with_scripts(replace(symbol, lower="", upper=""), symbol, symbol.lower, 0)
        star = "*" if symbol.upper.startswith("*") else ""
        bare = replace(symbol, lower="", upper="", is_vector=False)
        for lower, upper in ((symbol.lower, star), (symbol.lower, ""), ("", star), ("", "")):
            for is_vector in (symbol.is_vector, True):
                key = replace(bare, lower=lower, upper=upper, is_vector=is_vector)
                if key in self.symbols:
                    found = self.symbols[key]
                    if is_vector is not symbol.is_vector:  # an entry of a vector
                        found = replace(found, is_vector=False)
                    return self._with_scripts(found, symbol, symbol.lower.removeprefix(lower), len(upper))
        return self._with_scripts(replace(symbol, lower="", upper=""), symbol, symbol.lower, 0)

    @cached_property
    def _letters(self) -> frozenset[tuple[str, bool]]:
        """The letters with their hats of which some symbols are written otherwise."""
        return frozenset((symbol.name, symbol.has_hat) for symbol in self.symbols)

    def _with_scripts(self, found: Symbol, symbol: Symbol, lower: str, n_upper: int) -> Symbol:
        """Return a writing with the other indices and exponents of the symbol."""
        if set(lower) <= INDICES:
            lower = "".join(self.indices.get(letter, letter) for letter in lower)
        upper = symbol.upper[n_upper:]
        if not lower and not upper:
            return found
        if lower and replace(symbol, lower="", upper="") in self.above:
            return replace(found, upper=f"{found.upper}({lower}){upper}")
        return replace(found, lower=found.lower + lower, upper=found.upper + upper)

    def noted(self, node: Node) -> Node:
        """Return a formula with other symbols in it, and other parts where these notes have such."""
        match node:
            case Symbol():
                return self.writing(node)
            case nodes.Noted():
                return self._part(node)
            case nodes.Count() if self.has_rate_in_counts and node.text != "0":
                figures = "" if node.text == "1" else node.text
                return nodes.Row((nodes.Count(figures), self.writing(nodes.ETA)))
            case nodes.Product() if self.dot != "·" and len(node.parts) == 2 and all(map(_is_vector, node.parts)):
                return self._scalar_product(*map(self.noted, node.parts))
            case nodes.Row() if node.whole is not None and self.activation is not None:
                return self.noted(node.whole)
            case nodes.Row():
                return replace(node, parts=tuple(_flat(map(self.noted, node.parts))))
            case nodes.Several():
                return replace(node, parts=tuple(map(self.noted, node.parts)))
            case nodes.Quotient():
                return nodes.Quotient(self.noted(node.over), self.noted(node.under))
            case nodes.Enclosed():
                return replace(node, body=self.noted(node.body))
        return node

    def _part(self, part: nodes.Noted) -> Node:
        body = self.noted(part.body)
        if part.role == nodes.SEEN and self.has_feature_function:
            return nodes.Row((self.writing(nodes.PHI), Text("("), body, Text(")")))
        if part.role == nodes.ACTIVATION and self.activation is not None:
            return self.noted(self.activation)
        if part.role == nodes.RATE and self.has_rate_in_counts:
            return nodes.Row(())
        if part.role == nodes.COUNTED and self.has_rate_in_counts:
            return nodes.Row((body, Text("/"), self.writing(nodes.ETA)))
        if part.role in (nodes.DECISION, nodes.UPDATE):
            return self.noted(nodes.Row(self.decision if part.role == nodes.DECISION else self.update))
        return body

    def _scalar_product(self, first: Node, second: Node) -> Node:
        if self.dot and isinstance(first, Symbol):
            first = replace(first, upper=first.upper + self.dot)
        elif type(first) is nodes.Row and self.dot:  # a sum in brackets
            first = nodes.Power(nodes.Row(first.parts[1:-1]), self.dot)
        elif self.dot:
            return nodes.Product((first, second))
        return nodes.Row((first, second))


def _is_vector(node: Node) -> bool:
    match node:
        case Symbol():
            return replace(node, lower="", upper="") in VECTORS
        case nodes.Noted():
            return node.role == nodes.SEEN
        case nodes.Row(parts=(Text("("), *inside, Text(")"))):
            return any(map(_is_vector, inside))
    return False


def _flat(parts: Iterator[Node]) -> Iterator[Node]:
    """Yield nodes; what a notation put into the place of one as it would stand in the line itself."""
    for part in parts:
        if type(part) is nodes.Row:
            yield from _flat(iter(part.parts))
        else:
            yield part


def plain(symbol: Symbol) -> str:
    """Return a symbol as it stands in a line of text, as it is."""
    return f"{symbol.name}{HAT * symbol.has_hat}{lowered(symbol.lower)}{raised(symbol.upper)}"


FROM_LOWERED = str.maketrans({glyph: letter for letter, glyph in LOWERED.items()})
FROM_RAISED = str.maketrans({glyph: letter for letter, glyph in RAISED.items()})


def _decision(predicted: Symbol | Text, function: str) -> tuple[Node, ...]:
    """Return ", y = sign f(x)". `predicted`: what stands for the label that f says."""
    sign = Symbol(function)
    return Text(",   "), predicted, nodes.Relation("="), sign, Text("\u202f"), nodes.F, Text("("), nodes.X, Text(")")


UPDATE = (
    *(Text(",   "), nodes.THETA, nodes.Relation("←"), nodes.THETA, Text(" + "), nodes.ETA, Text(" "), nodes.Y),
    *(Text(" "), nodes.X_HAT),
)
"""", θ ← θ + η y x̂"."""


TABLE = """
own  hyperplane  augmented  features  online  objective
w    w           w          w         w       α
b    b           b          w₀        b       α₀
f    f           f          h         f       f
y    y           y          y*        y       y
t    t           t          t         t       k
L    L           L          L         L       D
η    η           η          η         η       λ
α    α           α          α         α       m
θ    θ           ŵ          ŵ         θ       α̂
φ    φ           φ          f         φ       φ
θ*   θ*          w*         ŵ*        θ*      α̂*
x̂    x̂           x̂          f̂         x′      x̂
R̂    R̂           R          R̂         R′      R̂
γ̂    γ̂           γ          γ̂         γ′      γ̂
w₀   w₀          w₀         w⁽⁰⁾      w⁽⁰⁾    α⁽⁰⁾
b₀   b₀          b₀         w₀⁽⁰⁾     b⁽⁰⁾    α₀⁽⁰⁾
θ₀   θ₀          ŵ₀         ŵ₀        θ⁽⁰⁾    α̂⁽⁰⁾
E    M           E          E         E       ℳ
λ    λ           λ          λ         λ       μ
ŷ    y(x)        g(x)       y         h(x)    y*
w*   w*          wᵨ         w*        w*      α*
b*   b*          bᵨ         w₀*       b*      α₀*
M    R           M          M         R       M
γ    γ           δ          γ         γ       γ
g    g           κ          g         g       g
"""
"""The one table: a line for each symbol that some notes write otherwise, in the order of `nodes`."""
_HEAD, *_ROWS = (row.split() for row in TABLE.split("\n") if row)


def _column(name: str) -> dict[Symbol, Symbol]:
    """Return the writings of one kind of notes where they differ. `name`: at the head of its column."""
    symbols, place = {plain(symbol): symbol for symbol in SYMBOLS}, _HEAD.index(name)
    pairs = [(symbols[row[0]], row[place]) for row in _ROWS if row[place] != row[0]]
    return {own: _read(writing, own.is_vector) for own, writing in pairs}


def _read(writing: str, is_vector: bool) -> Symbol:
    """Return a cell of the table as a symbol. `is_vector`: whether it is to be bold."""
    rest = writing.rstrip("".join(RAISED.values()))
    base = rest.rstrip("".join(LOWERED.values()))
    lower, upper = rest[len(base) :].translate(FROM_LOWERED), writing[len(rest) :].translate(FROM_RAISED)
    letter = base.removesuffix(HAT)
    return Symbol(letter, is_vector, lower, upper, has_hat=letter != base)


OWN = Notation("own")
HYPERPLANE = Notation(
    "hyperplane",
    _column("hyperplane"),
    indices={nodes.BY_POINT: "i"},
    dot="",
    decision=_decision(nodes.PREDICTED, "sign"),
    has_rate_in_counts=True,
)
AUGMENTED = Notation(
    "augmented",
    _column("augmented"),
    decision=_decision(nodes.PREDICTED, "sign"),
    activation=nodes.Product((nodes.THETA, nodes.X_HAT)),
    update=UPDATE,
)
FEATURES = Notation(
    "features", _column("features"), decision=_decision(nodes.PREDICTED, "sign"), has_feature_function=True
)
ONLINE = Notation(
    "online",
    _column("online"),
    indices={nodes.BY_POINT: "i"},
    above=frozenset({nodes.X, nodes.Y, nodes.X_HAT, nodes.THETA}),
    dot="T",
    decision=_decision(nodes.PREDICTED, "sign"),
    update=UPDATE,
)
OBJECTIVE = Notation(
    "objective",
    _column("objective"),
    indices={nodes.BY_CLASS: "l", nodes.BY_TIME: "k"},
    dot="T",
    decision=_decision(nodes.PREDICTED, "sgn"),
)
NOTATIONS = (OWN, HYPERPLANE, AUGMENTED, FEATURES, ONLINE, OBJECTIVE)
"""In the order of the menu."""
BY_NAME = {notation.name: notation for notation in NOTATIONS}

_current = OWN


def choose(name: str) -> Notation:
    """Write formulas in a notation from now on, and return it.

    `name`: of one of the table; the program's own where there is none of that name.
    """
    global _current
    _current = BY_NAME.get(name, OWN)
    return _current


def noted(node: Node) -> Node:
    """Return a formula as it is written now: to be set, not to be noted again."""
    return node if _current is OWN else _current.noted(node)
