"""The numbers of one visit, exact where they are known."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.fixed_point import LARGEST, true_value
from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.explanation.inputs import features_line, input_symbol, input_values
from perceptron_gui.session.explanation.kernel_products import kernel_product
from perceptron_gui.session.explanation.terms import EVERY_TERM, MOST_TERMS, Value
from perceptron_gui.session.explanation.vectors import written_vector
from perceptron_gui.session.wording import Written, written

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.engine.data.settings import TrainingSettings
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.engine.run.visit_record import VisitRecord
    from perceptron_gui.session.formula.line import Formula
    from perceptron_gui.session.formula.nodes import Node, Vector


def bias_value(nearest: float, unit: Fraction | None, settings: TrainingSettings) -> Value:
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

    @property
    def most(self) -> int:
        """Terms of a sum, and entries of a vector, that are written out."""
        return EVERY_TERM if self.is_full else MOST_TERMS

    @property
    def settings(self) -> TrainingSettings:
        """The rules of the run."""
        return self.snapshot.settings

    @property
    def has_bias(self) -> bool:
        """Whether there is a b."""
        return self.settings.bias

    @property
    def has_alpha(self) -> bool:
        """Whether the visit is explained by α: it is what was learned, and the snapshot has it (D1)."""
        return self.snapshot.model.shows_alpha and self.snapshot.alpha is not None

    @cached_property
    def eta(self) -> Fraction:
        """The learning rate."""
        return decimal_fraction(self.settings.eta)

    @cached_property
    def x(self) -> list[Value]:
        """What the model sees of the point that was shown: its coordinates, or φ of them."""
        return self.point(self.last.point)

    def point(self, index: int) -> list[Value]:
        """Return what the model sees of a point: its coordinates, or φ of them. `index`: which point."""
        return input_values(self.snapshot.dataset, self.settings, index)

    def symbol(self, index: int | None = None) -> Node:
        """Return the symbol for what the model sees of a point: x, or φ(x).

        `index`: which point; None for the one that was shown.
        """
        return input_symbol(self.settings, "" if index is None else index + 1)

    @property
    def features_lines(self) -> tuple[Formula, ...]:
        """φ(x) written out, where the model sees that instead of the coordinates."""
        if self.settings.features.is_identity:
            return ()
        return (features_line(self.snapshot.model.weight_names, self.x, self.most),)

    def product(self, index: int) -> Value:
        """Return K of a point and the one that was shown; of the linear kernel their scalar product.

        `index`: which point.
        """
        return kernel_product(self.settings.kernel, self.point(index), self.x)

    def weights(self, theta: Floats) -> list[Value]:
        """Return w before or after the visit. `theta`: shape (n_entries,): a row of `last.before` or `last.after`."""
        return [self._weight(value) for value in theta[: len(theta) - self.has_bias].tolist()]

    def bias(self, theta: Floats) -> Value:
        """Return b before or after the visit; only with bias.

        `theta`: shape (n_entries,): a row of `last.before` or `last.after`.
        """
        return bias_value(float(theta[-1]), self.last.weight_unit, self.settings)

    def bias_text(self, theta: Floats) -> Written | None:
        """Write b before or after the visit, see `bias`; None without bias."""
        return written(self.bias(theta)) if self.has_bias else None

    def _weight(self, value: float) -> Value:
        return true_value(value, self.last.weight_unit)

    def score(self, scores: Floats, k: int = 0) -> Value:
        """Return f, or the score of a class, before or after the visit.

        `scores`: shape (1,) or (n_classes,): `last.scores` or `last.scores_after`. `k`: the class; 0 in the binary
        modes.
        """
        return true_value(float(scores[k]), self.last.score_unit)

    def score_text(self, scores: Floats, k: int = 0) -> Written:
        """Return f, or the score of a class, as text, see `score`."""
        return written(self.score(scores, k))

    def vector(self, values: Sequence[Value]) -> Vector:
        """Write a vector as (a, b, …), with at most `most` − 1 entries. `values`: its entries."""
        return written_vector(values, self.most)

    def step(self) -> list[Value]:
        """Return η·x."""
        return [scaled(self.eta, value) for value in self.x[: self.most]]


def scaled(factor: Fraction, value: Value) -> Value:
    """Return a product, exact where both factors are. `factor`: exact. `value`: a float was rounded."""
    return factor * value if isinstance(value, Fraction) else float(factor) * value
