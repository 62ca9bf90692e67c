"""What each point adds to the score of a place: η·α·y·K(xᵢ, x), exact where run and kernel are (D2, M5)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.frozen import Frozen

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints
    from perceptron_gui.engine.model.models import KernelExpansion
    from perceptron_gui.engine.run.snapshot import Snapshot

Number = Fraction | float
MOST_EXACT = 2_000
"""Coordinates of points that are multiplied as fractions: the card at the pointer must be there within a frame."""


class KernelTerm(Frozen):
    """What one point adds to a score."""

    point: int  # its index
    count: int  # α·y, or its number in A
    kernel: Number  # K of the point and the place; a float was rounded
    value: Number  # η · count · K


def kernel_terms(snapshot: Snapshot, x: Sequence[float], row: int = 0, is_decimal: bool = True) -> list[KernelTerm]:
    """Return what the points that were learned from add to a score, in their order.

    `snapshot`: of a run with a curved kernel; of others there are no terms. `x`: all coordinates of the place, in data
    units. `row`: which score, where every class has one. `is_decimal`: whether the coordinates are the decimals that
    they print as; else they were rounded.
    """
    expansion = snapshot.model.expansion
    if expansion is None:
        return []
    used = np.flatnonzero(expansion.counts[row])
    indices, counts = expansion.indices[used].tolist(), expansion.counts[row, used].tolist()
    is_exact = is_decimal and _is_exact(snapshot, expansion)
    values = _exact_kernels(expansion, used, x) if is_exact else _rounded_kernels(snapshot, expansion, used, x)
    eta: Number = decimal_fraction(expansion.eta) if is_exact else expansion.eta
    return [
        KernelTerm(point, count, value, eta * count * value)
        for point, count, value in zip(indices, counts, values, strict=True)
    ]


def term_heights(snapshot: Snapshot, x: Sequence[float]) -> tuple[Ints, Floats]:
    """Return which points add to f at a place, and how much, as plain numbers.

    `snapshot`: of a binary run; in the primal no point adds anything. `x`: all coordinates of the place, in data units.
    `indices`: shape (n_support,): of the points, ascending. `heights`: shape (n_support,): what each adds to f.
    """
    model, expansion = snapshot.model, snapshot.model.expansion
    place = model.inputs(np.array([x], dtype=np.float64))
    if expansion is not None:
        kernels = expansion.kernel.function.values(expansion.points, place)[:, 0]
        return expansion.indices, expansion.eta * expansion.counts[0] * kernels
    if "alpha" not in model.parts or snapshot.alpha is None:
        return np.empty(0, dtype=np.int64), np.empty(0)
    used = np.flatnonzero(snapshot.alpha)
    signs = np.where(snapshot.dataset.labels[used] == snapshot.positive, 1.0, -1.0)
    products = model.inputs(snapshot.dataset.X[used]) @ place[0]
    return used, snapshot.settings.eta * snapshot.alpha[used] * signs * products


def kernel_scores(snapshot: Snapshot, x: Sequence[float], is_decimal: bool = True) -> list[Number]:
    """Return f(x), or the score of each class, with a curved kernel; as fractions where they are exact.

    `x`: all coordinates of the place, in data units. `is_decimal`: whether they are the decimals that they print as;
    else they were rounded.
    """
    model = snapshot.model
    assert model.expansion is not None
    if not (is_decimal and _is_exact(snapshot, model.expansion)):
        return list(model.decision_function(np.array([x], dtype=np.float64))[0].tolist())
    biases = [decimal_fraction(value) for value in model.biases.tolist()]
    terms = [kernel_terms(snapshot, x, row) for row in range(len(biases))]
    return [sum((term.value for term in own), Fraction(0)) + bias for own, bias in zip(terms, biases, strict=True)]


def _is_exact(snapshot: Snapshot, expansion: KernelExpansion) -> bool:
    is_plain = snapshot.is_exact and snapshot.model.features.is_identity and expansion.kernel.function.is_decimal
    return is_plain and expansion.points.size <= MOST_EXACT


def _exact_kernels(expansion: KernelExpansion, used: Ints, x: Sequence[float]) -> list[Number]:
    place, function = [decimal_fraction(value) for value in x], expansion.kernel.function
    points = expansion.points[used].tolist()
    return [function.product([decimal_fraction(value) for value in point], place) for point in points]


def _rounded_kernels(snapshot: Snapshot, expansion: KernelExpansion, used: Ints, x: Sequence[float]) -> list[Number]:
    place = snapshot.model.inputs(np.array([x], dtype=np.float64))
    return list(expansion.kernel.function.values(expansion.points[used], place)[:, 0].tolist())
