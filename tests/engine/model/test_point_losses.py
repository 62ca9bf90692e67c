"""The loss that a snapshot tells is that of the referee, and its margins are those of its points."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.model.models import MOST_POINTS
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import take_snapshot
from perceptron_gui.engine.run.wants import Wants
from tests.engine.cases import ORDERS, random_case

LOSSES = Wants(losses=True)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("mode", ["dual", "multiclass"])
def test_the_loss_is_exactly_that_of_the_referee(mode: str, order: str) -> None:
    rng = np.random.default_rng([88, ["primal", "dual", "multiclass"].index(mode), ORDERS.index(order)])
    for _ in range(2):
        case = random_case(rng, mode, order)
        run, referee = Run(case.dataset, case.settings), case.referee()
        for visit in range(1, 12):
            run.visit_once()
            referee.run(visit)
            snapshot = take_snapshot(run, 1, LOSSES)
            losses = snapshot.losses
            assert losses is not None
            assert snapshot.loss == referee.loss()
            assert isinstance(snapshot.loss, Fraction)
            assert losses.points.tolist() == list(range(run.data.n_samples))
            if np.isfinite(losses.margins).all():  # a class without a rival
                assert losses.margins.tolist() == [float(margin) for margin in referee.margins()]
            if run.stop is not None:
                break


def test_of_many_points_evenly_many_are_told_and_all_are_summed() -> None:
    n = 5 * MOST_POINTS
    points = Dataset.of([[i % 7 - 3, i % 3] for i in range(n)], [i % 2 for i in range(n)])
    run = Run(points, TrainingSettings())
    run.visit_once()
    snapshot = take_snapshot(run, 1, LOSSES)
    losses = snapshot.losses
    assert losses is not None
    assert len(losses.points) == MOST_POINTS
    assert (losses.points[0], losses.points[-1]) == (0, n - 1)
    assert snapshot.loss == sum(max(0.0, -margin) for margin in run.trainer.margins())


def test_a_loss_that_was_rounded_is_a_float_and_nobody_pays_for_one_that_is_not_wanted() -> None:
    run = Run(Dataset.of([[1 / 3, 0.1], [2 / 7, 0.3]], [1, 0]), TrainingSettings(mode=Mode.PRIMAL))
    run.visit_once()
    assert isinstance(take_snapshot(run, 1, LOSSES).loss, float)
    assert take_snapshot(run, 1, Wants()).losses is None
