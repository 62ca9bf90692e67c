"""α as bars: no tall one is lost among many, and the rows in use are those that were learned from."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.session.gram import rows_in_use, tallest
from perceptron_gui.session.worker import training_worker as moves
from tests.session.bench import TEXTBOOK, Bench


@pytest.mark.parametrize(("n_samples", "most"), [(0, 5), (1, 5), (5, 5), (6, 5), (11, 5), (1000, 7)])
def test_of_many_points_the_tallest_bar_of_each_place_is_drawn(n_samples: int, most: int) -> None:
    alpha = np.random.default_rng(n_samples).integers(0, 100, n_samples)
    points = tallest(alpha, most)
    assert len(points) == min(n_samples, most)
    assert (np.diff(points) > 0).all()
    if n_samples:
        assert alpha[points].max() == alpha.max()


def test_every_point_has_its_own_bar_where_there_is_room() -> None:
    assert tallest(np.array([0, 3, 0, 1]), 4).tolist() == [0, 1, 2, 3]


def test_the_row_in_use_is_that_of_the_mistake_and_there_is_none_of_a_visit_without() -> None:
    bench = Bench.on(TEXTBOOK, TrainingSettings(mode=Mode.DUAL))
    for visit in range(1, 12):
        snapshot = bench.do(lambda worker, visit=visit: moves.seek(worker, visit))  # type: ignore[misc]
        last = snapshot.last
        assert last is not None
        assert rows_in_use(snapshot) == ((last.point,) if last.is_mistake else ())


def test_a_batch_update_uses_the_rows_of_all_errors_of_its_pass() -> None:
    bench = Bench.on(TEXTBOOK, TrainingSettings(mode=Mode.DUAL, order=Order.BATCH))
    assert rows_in_use(bench.do(lambda worker: moves.seek(worker, 2))) == ()
    assert rows_in_use(bench.do(lambda worker: moves.seek(worker, 3))) == (0, 1, 2)
