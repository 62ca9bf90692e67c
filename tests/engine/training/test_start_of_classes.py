"""Start weights in multiclass: a row for every class, replayed like any other run (P5, M2, P9)."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import take_snapshot
from perceptron_gui.engine.run.wants import Wants
from tests.engine.cases import ORDERS, bits, random_case

POINTS = Dataset.of([[1, 0], [0, 1], [-1, -1]], [0, 1, 2], ("A", "B", "C", "D"))


def started(initial: tuple[float, ...]) -> Run:
    """Return the run of three points from some start weights."""
    return Run(POINTS, TrainingSettings(mode=Mode.MULTICLASS, initial=initial))


def test_rows_that_are_left_out_are_zero_and_those_of_no_class_are_none() -> None:
    theta = take_snapshot(started((1.5, 0.0, -1.0)), 0, Wants()).theta
    assert theta.tolist() == [[1.5, 0, -1], [0, 0, 0], [0, 0, 0], [0, 0, 0]]
    assert take_snapshot(started((0.5,) * 15), 0, Wants()).theta.tolist() == [[0.5] * 3] * 4


def test_weights_that_are_right_from_the_start_make_no_mistake() -> None:
    run = started((1, 0, 0, 0, 1, 0, -1, -1, 0))
    run.advance(100)
    assert (run.visit, run.state.mistakes) == (3, 0)


def test_a_class_that_comes_later_brings_its_own_row() -> None:
    run = started((0, 0, 0) * 3 + (0.25, 0, 7))
    run.advance(2)
    run.add_points(POINTS.with_points([[5, 5]], [3]))
    snapshot = take_snapshot(run, 0, Wants())
    assert snapshot.theta[3].tolist() == [0.25, 0, 7]
    assert snapshot.is_exact


@pytest.mark.parametrize("order", ORDERS)
def test_replay_is_the_same_as_going_forward(order: str) -> None:
    rng = np.random.default_rng(ORDERS.index(order))
    for _ in range(10):
        case = random_case(rng, "multiclass", order)
        size = case.n_features + case.rules.bias
        case = case.with_rules(initial=tuple((rng.integers(-30, 31, size=2 * size) / 10).tolist()))
        run = Run(case.dataset, case.settings)
        run.advance(40)
        end, last = bits(run.state), run.visit
        run.seek(last // 2)
        run.seek(last)
        assert bits(run.state) == end
