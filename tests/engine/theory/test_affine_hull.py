"""The corral keeps its weights while vectors join and leave (T1)."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.exact.effort import Effort
from perceptron_gui.engine.exact.integer_solve import gram_of, weights_of_ones
from perceptron_gui.engine.theory.min_norm_point import AffineHull, Precision
from perceptron_gui.engine.theory.separability import never
from tests.effort import random_sets


def exact_weights(rows: list[list[int]]) -> list[float]:
    """Return the weights of the nearest point of the affine hull of `rows`, by whole numbers."""
    parts = weights_of_ones([[product + 1 for product in row] for row in gram_of(rows)], Effort(never))
    assert parts is not None
    return [part / sum(parts) for part in parts]


@pytest.mark.parametrize(("dtype", "tolerance"), [(np.float32, 1e-3), (np.float64, 1e-11), (np.longdouble, 1e-11)])
def test_weights_are_right_after_any_vectors_joined_and_left(dtype: Precision, tolerance: float) -> None:
    rng = np.random.default_rng(91)
    for _ in range(random_sets(4)):
        corral, rows = AffineHull(30.0, 20, dtype), list[list[int]]()
        for _ in range(60):
            if len(rows) > 1 and rng.random() < 0.45:
                place = int(rng.integers(0, len(rows)))
                corral.drop(place)
                del rows[place]
            elif len(rows) < 12:
                row = rng.integers(-9, 10, size=20)
                assert corral.add(row.astype(float))
                rows.append(row.tolist())
            assert corral.affine_weights() == pytest.approx(exact_weights(rows), rel=tolerance, abs=tolerance)


def test_a_weight_that_large_terms_came_and_went_from_is_right() -> None:
    # Two vectors that nearly agree have weights of 10^6 against each other; when one leaves, they are gone.
    first, second, other = [10**7, 0, 3], [10**7, 1, 3], [2, 3 * 10**6, 10**6]
    corral = AffineHull(1e7, 3)
    for row in (other, first, second):
        assert corral.add(np.array(row, dtype=float))
    assert abs(corral.affine_weights()).max() > 1e5
    corral.drop(1)
    assert corral.affine_weights() == pytest.approx(exact_weights([other, second]), rel=1e-6)
