"""The numbers of a visit, exact where they are known: what the model sees of a point, K of two, and f."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, Floats
from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.engine.data.kernels.function import Distance, Dot, Piece, Raised
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.feature_values import exact_features
from perceptron_gui.engine.exact.fixed_point import LARGEST, true_value
from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.engine.run.records.record import VisitRecord
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.explanation import terms
from perceptron_gui.session.formula import nodes
from perceptron_gui.session.formula.line import EXACT, Formula, Part, bracketed, line, product
from perceptron_gui.session.wording import MINUS, Written, written

MOST_REMEMBERED = 2 * terms.EVERY_TERM
"""Points whose φ is remembered: those of the sum that is written out, and as many again."""


def input_symbol(settings: TrainingSettings, lower: str | int = "", is_augmented: bool = False) -> nodes.Node:
    """Return x, or φ(x), perhaps of a point.

    `settings`: their feature map. `lower`: which point, a letter or a number; empty for any. `is_augmented`: whether
    it is x̂, with the 1 that the bias is the weight of (W2).
    """
    if is_augmented:
        return nodes.of(nodes.X_HAT, lower) if lower != "" else nodes.X_HAT
    x = nodes.of(nodes.X, lower) if lower != "" else nodes.X
    if settings.features.is_identity:
        return nodes.Noted(x, nodes.SEEN)
    return nodes.Row((nodes.PHI, nodes.Text("("), x, nodes.Text(")")))


def input_values(dataset: Dataset, settings: TrainingSettings, index: int) -> list[terms.Value]:
    """Return the entries of φ(x) of a point, exact where they are known.

    `settings`: their feature map. `index`: which point.
    """
    if settings.features.is_identity:
        return terms.point_values(dataset, index)
    place = dataset.X[index].tobytes()
    return [*_mapped_values(settings.features, dataset.features, place, not terms.is_rounded(dataset, index))]


@lru_cache(maxsize=MOST_REMEMBERED)
def _mapped_values(
    features: FeatureMap, names: tuple[str, ...], place: bytes, is_decimal: bool
) -> tuple[terms.Value, ...]:
    """Return φ of a place, of which a sum over all points asks at every visit; bytes tell 0 from −0."""
    return tuple(exact_features(features.of(names).programs, np.frombuffer(place).tolist(), is_decimal))


def kernel_symbol(settings: TrainingSettings, is_augmented: bool = False) -> Formula:
    """Return K(x_j, x); of the linear kernel (x_j·x).

    `settings`: their kernel and feature map. `is_augmented`: see `input_symbol`.
    """
    x, x_j = (input_symbol(settings, lower, is_augmented) for lower in ("", nodes.BY_POINT))
    if settings.has_curved_kernel:
        return line(nodes.K, "(", x_j, ", ", x, ")")
    return line(bracketed(product(x_j, x)))


def kernel_rule(settings: TrainingSettings) -> tuple[Formula, ...]:
    """Return what K(x_j, x) is, in a line; nothing for the linear kernel. `settings`: their kernel and feature map."""
    if not settings.kernel.is_curved:
        return ()
    pieces = _written_pieces(settings.kernel.function.formula(), settings)
    return (line(kernel_symbol(settings), EXACT, *pieces),)


def _written_pieces(pieces: Sequence[Piece], settings: TrainingSettings) -> Iterator[Part]:
    """Yield what the pieces of a kernel's formula are made of, with x_j and x in it."""
    x, x_j = input_symbol(settings), input_symbol(settings, nodes.BY_POINT)
    for piece in pieces:
        match piece:
            case Dot():
                yield product(x_j, x)
            case Distance():
                norm = nodes.Norm(line(x_j, f" {MINUS} ", x), piece.index)
                yield nodes.Power(norm, piece.power) if piece.power else norm
            case Raised():
                yield nodes.Power(line(*_written_pieces(piece.base, settings)), piece.power)
            case str():
                yield nodes.Symbol(piece) if piece.isalpha() else piece
            case _:
                yield written(decimal_fraction(piece))


def bias_value(nearest: float, unit: Fraction | None, settings: TrainingSettings) -> terms.Value:
    """Return b, which is exact among rounded weights too, where it goes up and down by whole numbers.

    `nearest`: b, as in θ. `unit`: the exact θ are whole multiples of it; None where they are rounded. `settings`: η and
    the start weights are whole or not.
    """
    starts = settings.initial or ()
    steps = (settings.eta, *(starts if model_kind(settings).has_class_rows else starts[-1:]))
    is_whole = all(float(step).is_integer() for step in steps) and abs(nearest) < LARGEST
    return Fraction(int(nearest)) if unit is None and is_whole else true_value(nearest, unit)


class VisitNumbers(Frozen, dict=True):
    """The numbers from which explanations are made."""

    snapshot: Snapshot
    last: VisitRecord  # the visit that led there
    is_full: bool = False  # whether long sums, vectors and matrices are written out
    is_augmented: bool = False  # whether the bias is one weight more, of points with a 1 (W2); where there are weights

    @property
    def most(self) -> int:
        """Terms of a sum, and entries of a vector, that are written out."""
        return terms.EVERY_TERM if self.is_full else terms.MOST_TERMS

    @property
    def settings(self) -> TrainingSettings:
        """The rules of the run."""
        return self.snapshot.settings

    @property
    def has_bias(self) -> bool:
        """Whether there is a b beside the weights."""
        return self.settings.bias and not self.is_augmented

    @property
    def has_weights(self) -> bool:
        """Whether there is a w, to which the features of the points are added (D5)."""
        return bool(self.snapshot.model.weight_names)

    @property
    def has_alpha(self) -> bool:
        """Whether the visit is explained by α: the mode learns it, and the snapshot contains it (D1)."""
        return "alpha" in self.snapshot.model.parts and self.snapshot.alpha is not None

    @cached_property
    def eta(self) -> Fraction:
        """The learning rate."""
        return decimal_fraction(self.settings.eta)

    @cached_property
    def x(self) -> list[terms.Value]:
        """What the model sees of the point that was shown: its coordinates, or φ of them."""
        return self.point(self.last.point)

    def point(self, index: int) -> list[terms.Value]:
        """Return what the model sees of a point: its coordinates, or φ of them. `index`: which point."""
        values = input_values(self.snapshot.dataset, self.settings, index)
        return [*values, Fraction(1)] if self.is_augmented else values

    @property
    def weight_symbol(self) -> nodes.Symbol:
        """The symbol for the weights: w, or θ with the bias in it."""
        return nodes.THETA if self.is_augmented else nodes.W

    @property
    def augmented(self) -> "VisitNumbers":
        """The same visit with the bias as one weight more; itself where there is no bias, or no weights."""
        return replace(self, is_augmented=self.settings.bias and self.has_weights)

    def symbol(self, index: int | None = None) -> nodes.Node:
        """Return the symbol for what the model sees of a point: x, or φ(x).

        `index`: which point; None for the one that was shown.
        """
        return input_symbol(self.settings, "" if index is None else index + 1, self.is_augmented)

    @property
    def features_lines(self) -> tuple[Formula, ...]:
        """φ(x) written out, where the model sees that instead of the coordinates, or x̂, where that has a 1."""
        if self.is_augmented:
            inner = line("(", input_symbol(self.settings), ", 1)")
            return (line(nodes.X_HAT, EXACT, inner, EXACT, self.vector(self.x)),)
        if self.settings.features.is_identity:
            return ()
        names = self.snapshot.model.features.names(self.snapshot.model.columns)
        entries = nodes.Vector(tuple(map(nodes.Words, names[: self.most - 1])), len(names) >= self.most)
        return (line(nodes.PHI, "(", nodes.X, ")", EXACT, entries, EXACT, self.vector(self.x)),)

    def product(self, index: int) -> terms.Value:
        """Return K of a point and the one that was shown; of the linear kernel their scalar product.

        `index`: which point.
        """
        return self.settings.kernel.function.product(self.point(index), self.x)

    def weights(self, theta: Floats) -> list[terms.Value]:
        """Return w before or after the visit, or θ.

        `theta`: shape (n_entries,): a row of `last.before` or `last.after`.
        """
        n_weights = len(theta) - self.settings.bias
        values = [true_value(value, self.last.weight_unit) for value in theta[:n_weights].tolist()]
        return [*values, self.bias(theta)] if self.is_augmented else values

    def bias(self, theta: Floats) -> terms.Value:
        """Return b before or after the visit; only with bias.

        `theta`: shape (n_entries,): a row of `last.before` or `last.after`.
        """
        return bias_value(float(theta[-1]), self.last.weight_unit, self.settings)

    def bias_text(self, theta: Floats) -> Written | None:
        """Write b before or after the visit, see `bias`; None without bias."""
        return written(self.bias(theta)) if self.has_bias else None

    def score(self, scores: Floats, k: int = 0) -> terms.Value:
        """Return f, or the score of a class, before or after the visit.

        `scores`: shape (1,) or (n_classes,): `last.scores` or `last.scores_after`. `k`: the class; 0 in the binary
        modes.
        """
        if scores is self.last.scores and self._is_first:
            return decimal_fraction(float(scores[k]))
        return true_value(float(scores[k]), self.last.score_unit)

    @property
    def _is_first(self) -> bool:
        """Whether a curved kernel had learned nothing yet: its sum was empty, and a score the start bias, unrounded."""
        return self.settings.has_curved_kernel and self.snapshot.n_learned <= self.last.is_learned_from

    def score_text(self, scores: Floats, k: int = 0) -> Written:
        """Return f, or the score of a class, as text, see `score`."""
        return written(self.score(scores, k))

    def vector(self, values: Sequence[terms.Value]) -> nodes.Vector:
        """Write a vector as (a, b, …), with at most `most` − 1 entries. `values`: its entries."""
        return terms.written_vector(values, self.most)

    def of_owner(self, row: int) -> Part:
        """Return the class that a row of θ belongs to, in brackets; empty for the row of + against −."""
        owner = self.snapshot.model.row_classes(len(self.snapshot.dataset.classes))[row]
        return "" if owner is None else bracketed(nodes.Name(self.snapshot.dataset.classes[owner]))

    def step(self) -> list[terms.Value]:
        """Return η·x."""
        return [scaled(self.eta, value) for value in self.x[: self.most]]


def scaled(factor: Fraction, value: terms.Value) -> terms.Value:
    """Return a product, exact where both factors are. `factor`: exact. `value`: a float was rounded."""
    return factor * value if isinstance(value, Fraction) else float(factor) * value
