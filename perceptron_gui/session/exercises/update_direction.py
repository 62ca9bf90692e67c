"""Which way a weight vector will move: an arrow that was drawn, compared with the update."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.explanation.terms import angle_between

if TYPE_CHECKING:
    from perceptron_gui.engine.run.visit_record import VisitRecord

RIGHT_WITHIN = 30.0
"""Degrees from the truth up to which an arrow counts as right."""
Vector = tuple[float, float]


class Way(Frozen):
    """A question about a weight vector, on the two features that are shown."""

    row: int  # 0, in multiclass the class whose vector is meant
    drawn: Vector | None = None  # the arrow that was drawn, in the units of w
    truth: Vector | None = None  # by how much the vector moved, once that is known

    def told(self, truth: Vector) -> Way:
        """Return the question with its answer. `truth`: by how much the vector moved."""
        return replace(self, truth=truth)

    @property
    def angle(self) -> float | None:
        """Degrees between the arrow and the truth; None where there is none, as with a vector that stays."""
        if self.drawn is None or self.truth is None:
            return None
        return angle_between(self.drawn, self.truth)


def update_of(last: VisitRecord, row: int) -> list[float]:
    """Return by how much θ, or a row of it, changed at a visit: the doubles nearest to the differences of decimals.

    `row`: 0, in multiclass the class.
    """
    pairs = zip(last.before[row].tolist(), last.after[row].tolist(), strict=True)
    return [float(decimal_fraction(after) - decimal_fraction(before)) for before, after in pairs]


def seen_on(axes: Sequence[int | None], values: Sequence[float]) -> Vector:
    """Return the part of a vector that two axes show.

    `axes`: the features across and upwards; an axis without a feature shows 0. `values`: the vector, one number for
    each feature.
    """
    across, upwards = (values[axis] if axis is not None else 0.0 for axis in axes)
    return across, upwards
