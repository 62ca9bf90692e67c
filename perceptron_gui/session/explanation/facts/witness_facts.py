"""Why no line separates the points: the few that prove it, exactly, and the sentence that says why (T1, T6)."""

from fractions import Fraction

from perceptron_gui.engine.theory.verdict import Witness
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.document import Document
from perceptron_gui.session.explanation.terms import decimals, written_vector
from perceptron_gui.session.formula.line import EXACT, alone, line, listed, negative, sentence, total
from perceptron_gui.session.formula.nodes import Node, Number, Product, Quotient, Row, point_symbol
from perceptron_gui.session.wording import ended, index_text, joined, together, written
from perceptron_gui.translation import tr

LARGEST_DENOMINATOR = 999
"""A weight that is no short decimal is written as a quotient up to there."""
DIGITS = 3
"""Of a rounded weight."""
MOST_TERMS = 6
"""Points of a sum that are written out."""


class Share(Frozen):
    """A point of the proof."""

    point: int  # its index
    # above 0. In `Proof.sides` those of a side sum to 1 where the sides share a point, else those of all sides
    weight: Fraction
    rival: str = ""  # where more than two classes take part, the name of the one that it is to be told from; else empty

    @property
    def term(self) -> Node:
        """The point times its weight: a short decimal or a quotient in full, else rounded."""
        name, w = point_symbol(self.point), self.weight
        number = written(w, DIGITS)
        over, under = (Number(written(Fraction(part))) for part in (w.numerator, w.denominator))
        is_short = number.is_exact or w.denominator > LARGEST_DENOMINATOR
        return name if w == 1 else Product((Number(number) if is_short else Quotient(over, under), name))


Side = tuple[Share, ...]


class Proof(Frozen):
    """A witness that points are not separable, as it is told and drawn."""

    # the points of the + and of the − side, of which one may be empty without bias; a single entry, with all of them,
    # where more than two classes take part
    sides: tuple[Side, ...]
    # what both sides are with their weights, a point of both hulls; None without bias, and of more classes
    shared: tuple[Fraction, ...] | None
    # whether all that is about φ(x), or about the features of a kernel, and so cannot be seen in the plane
    is_mapped: bool = False
    # with a curved kernel, why its f cannot be right at all these points, for their names; else empty
    kernel_words: str = ""

    @property
    def shares(self) -> Side:
        """The points of all sides."""
        return tuple(share for side in self.sides for share in side)

    @property
    def sentence(self) -> str:
        """Why these points prove it."""
        if len(self.sides) == 1:
            return _many_classes(self.shares)
        if self.kernel_words:
            return self.kernel_words.format(points=_names(self.shares))
        if self.is_mapped:
            words = tr(
                "{points} prove it: their weighted φ(x) have the same total on both sides, and so do their values of f."
            )
            return words.format(points=_names(self.shares))
        plus, minus = self.sides
        if self.shared is None:
            return _balance(plus, minus)
        few, many = sorted(self.sides, key=len)
        if len(many) == 1:
            words = tr("{points} are in the same place but in opposite classes: every line has them on the same side.")
            return words.format(points=_names(self.shares))
        return _inside(few[0], many) if len(few) == 1 else _crossing(plus, minus, self.shared)


def proof_of(document: Document, witness: Witness) -> Proof:
    """Return a witness as it is told and drawn. `witness`: that its points are not separable."""
    sides = _sides(document, witness)
    if not document.settings.weight_names(document.dataset.features):
        return Proof(sides, None, is_mapped=True, kernel_words=_of_kernel(document, witness))
    if not document.settings.features.is_identity:
        return Proof(sides, None, is_mapped=True)
    if len(sides) == 1 or not document.settings.bias:
        return Proof(sides, None)
    sides = tuple(_normalised(side) for side in sides)
    rows = [decimals(document.dataset.X[share.point].tolist()) for share in sides[0]]
    weighted = [[Fraction(value) * share.weight for value in row] for row, share in zip(rows, sides[0], strict=True)]
    return Proof(sides, tuple(sum(column, Fraction(0)) for column in zip(*weighted, strict=True)))


def _of_kernel(document: Document, witness: Witness) -> str:
    """Return why a kernel fails: it sees two points in one place, or sums of K are the same on both sides."""
    X, kernel = document.dataset.X[list(witness.indices)], document.settings.kernel
    if (X[0] == X).all() and len(X) > 1:
        return tr("{points} are in the same place but in opposite classes: f has the same value at both.")
    seen = kernel.function.seen_places(X)
    if document.settings.features.is_identity and len(X) > 1 and (seen == seen[0]).all():
        return tr(
            "The kernel cannot tell {points} apart: K is the same for both, and so is f, but their classes differ."
        )
    return tr(
        "{points} prove it: for every x, their weighted K(xᵢ, x) have the same total on both sides, and so "
        "do their values of f."
    )


def _sides(document: Document, witness: Witness) -> tuple[Side, ...]:
    """Return the points of either side, or all where several classes are told from each other."""
    labels, classes = document.dataset.labels[list(witness.indices)].tolist(), document.dataset.classes
    rivals = witness.rivals or ()
    is_many = len({*labels, *rivals}) > 2 and bool(rivals)
    names = [classes[rival] for rival in rivals] if is_many else [""] * len(labels)
    shares = [Share(*each) for each in zip(witness.indices, witness.weights, names, strict=True)]
    if is_many:
        return (tuple(shares),)
    plus = max(labels) if rivals else document.positive
    pairs = list(zip(shares, labels, strict=True))
    return tuple(share for share, y in pairs if y == plus), tuple(share for share, y in pairs if y != plus)


def _normalised(side: Side) -> Side:
    total = sum(share.weight for share in side)
    return tuple(Share(share.point, share.weight / total) for share in side)


def _inside(inner: Share, outer: Side) -> str:
    words = tr(
        "{inner} lies in the hull of {points}, which are in the other class: any line with all of these on "
        "one side also has {inner} on that side."
    )
    if len(outer) == 2:
        words = tr(
            "{inner} lies on the segment between {points}, which are in the other class: any line with both on "
            "one side also has {inner} on that side."
        )
    elif len(outer) == 3:
        words = tr(
            "{inner} lies inside the triangle {points} of the other class: any line with all three on one side "
            "also has {inner} on that side."
        )
    name = index_text(inner.point)
    told = line(point_symbol(inner.point), EXACT, _sum(outer))
    return together(words.format(inner=name, points=_names(outer)), ended(str(told)))


def _crossing(plus: Side, minus: Side, shared: tuple[Fraction, ...]) -> str:
    words = tr(
        "The hulls of {one} and of {other} share the point {where}: a line between them would have that point "
        "on both sides."
    )
    if len(plus) == len(minus) == 2:
        words = tr(
            "The segments {one} and {other} cross at {where}: a line between them would have that point on both sides."
        )
    where = written_vector(shared)
    said = words.format(one=_names(plus), other=_names(minus), where=alone(where))
    first, second = (line(where, EXACT, _sum(side)) for side in (plus, minus))
    return together(said, ended(str(line(first, *second.parts[1:]))))


def _balance(plus: Side, minus: Side) -> str:
    if len(plus + minus) == 1:
        words = tr("{point} is at the origin, where f = w·x is 0 for every w, so it is always an error.")
        return words.format(point=_names(plus + minus))
    words = tr(
        "{equation}. If all these points were on their own sides, w·x would be positive for those added "
        "and negative for those subtracted, and so positive for the sum. But for the sum it is 0."
    )
    terms = [_sum(plus)] * bool(plus) + [negative(share.term) for share in minus]
    return words.format(equation=line(total(terms), EXACT, "0"))


def _many_classes(shares: Side) -> str:
    words = tr(
        "Weights that get every point right would give each of these points a lead over the rival named "
        "here. But with any weights these leads add up to 0: {terms}."
    )
    each = tr("{term} over {rival}")
    terms = [sentence(each, term=alone(share.term), rival=share.rival) for share in shares]
    return words.format(terms=line(listed(terms)))


def _names(shares: Side) -> str:
    return joined(index_text(i) for i in sorted({share.point for share in shares}))


def _sum(shares: Side) -> Row:
    shown = shares if len(shares) <= MOST_TERMS else shares[: MOST_TERMS - 1]
    return total([*[share.term for share in shown], *["…"] * (len(shown) < len(shares))])
