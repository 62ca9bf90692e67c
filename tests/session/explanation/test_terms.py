"""Which terms of a long sum are written out."""

import numpy as np

from perceptron_gui.session.explanation.terms import first_terms


def test_the_first_points_that_count_are_named_and_all_are_counted() -> None:
    rng = np.random.default_rng(31)
    for _ in range(200):
        counts = rng.integers(-2, 3, int(rng.integers(0, 300))) * (rng.random() < rng.random(1))
        used, most = np.flatnonzero(counts).tolist(), int(rng.integers(1, 12))
        assert first_terms(counts, most) == (used[:most], len(used))
    sparse = np.zeros(100_000, dtype=np.int64)
    sparse[[70_000, 99_999]] = 3
    assert first_terms(sparse, 5) == ([70_000, 99_999], 2)
