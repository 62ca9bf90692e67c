"""The box around points: where its middle is, exactly."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.frozen import Frozen

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset, Floats, Ints

Centre = tuple[Fraction, Fraction]
"""A place of the plane, in data units."""


class SelectionBox(Frozen):
    """The smallest rectangle with sides along the axes that holds points."""

    # in data units
    left: float
    bottom: float
    right: float
    top: float

    @classmethod
    def around(cls, points: Floats) -> SelectionBox:
        """Return the box of points. `points`: shape (n, 2): in data units; at least one."""
        x, y = points.T  # column by column: over both at once numpy takes ten times as long
        return cls(float(x.min()), float(y.min()), float(x.max()), float(y.max()))

    @property
    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """From where to where it reaches, across and upwards."""
        return (self.left, self.right), (self.bottom, self.top)

    @property
    def centre(self) -> Centre:
        """Its middle: half the sum of the decimals that its sides stand for."""
        across = decimal_fraction(self.left) + decimal_fraction(self.right)
        upwards = decimal_fraction(self.bottom) + decimal_fraction(self.top)
        return across / 2, upwards / 2


def in_plane(dataset: Dataset, rows: Ints) -> Floats:
    """Return where points of one or two features lie in the plane; those of one lie on its first axis.

    `rows`: shape (n,): indices of the points. Returns shape (n, 2).
    """
    points: Floats = dataset.X.take(rows, axis=0)
    return points if dataset.n_features == 2 else np.column_stack([points[:, 0], np.zeros(len(points))])
