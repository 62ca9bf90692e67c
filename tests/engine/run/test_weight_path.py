"""The way of the weights is that of the run: the same numbers at the same visits, however long it is."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.records.curves import AT_EITHER_END, MOST_BETWEEN, weight_path_of
from perceptron_gui.engine.run.records.record import parameters
from perceptron_gui.engine.run.run import Run

MIXED = Dataset.of(
    np.round(np.random.default_rng(91).uniform(-3, 3, (40, 2)), 5),
    np.random.default_rng(92).integers(0, 3, 40).tolist(),
    ["A", "B", "C"],
)
XOR = Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, 0, 0])


@pytest.mark.parametrize("order", list(Order))
@pytest.mark.parametrize("mode", [Mode.DUAL, Mode.MULTICLASS])
def test_every_place_is_a_state_of_the_run(mode: Mode, order: Order) -> None:
    run = Run(MIXED, TrainingSettings(mode=mode, order=order, positive=None if mode is Mode.MULTICLASS else 0))
    run.advance(100)
    path = weight_path_of(run)
    assert run.visit == run.frontier
    assert (int(path.visits[0]), int(path.visits[-1])) == (0, run.frontier)
    for visit, updates, theta in zip(path.visits.tolist(), path.updates.tolist(), path.thetas, strict=True):
        trainer = run.trainer_at(visit)
        assert updates == trainer.state.updates
        assert np.array_equal(theta, parameters(trainer))
    assert set(range(run.state.updates + 1)) == set(path.updates.tolist())
    assert not path.is_thinned


def test_of_a_long_way_the_first_and_the_last_updates_are_all_there() -> None:
    run = Run(MIXED, TrainingSettings(positive=0))
    run.advance(70_000)
    path = weight_path_of(run)
    assert path.is_thinned
    assert len(path.visits) <= 2 * (AT_EITHER_END + MOST_BETWEEN)
    assert path.updates[:AT_EITHER_END].tolist() == list(range(AT_EITHER_END))
    first = path.n_updates - AT_EITHER_END + 1
    assert set(range(first, path.n_updates + 1)) <= set(path.updates.tolist())
    assert np.array_equal(path.thetas[-1], parameters(run.trainer))


def test_a_cycle_begins_and_ends_in_the_same_state() -> None:
    run = Run(XOR, TrainingSettings())
    run.advance(400)
    path = weight_path_of(run)
    assert path.round == (4, 8)
    states = {visit: theta.tolist() for visit, theta in zip(path.visits.tolist(), path.thetas, strict=True)}
    assert states[4] == states[8]
    assert path.until(7).round is None
    assert path.until(7).visits.max() <= 7


def test_points_that_arrive_go_on_with_the_way_also_of_a_new_class() -> None:
    run = Run(Dataset.of([[1, 1], [2, 2]], [0, 1], ["A", "B", "C"]), TrainingSettings(mode=Mode.MULTICLASS))
    run.advance(4)
    run.add_points(run.dataset.with_points([[3.0, -1.0]], [2]))
    run.advance(30)
    path = weight_path_of(run)
    assert np.array_equal(path.thetas[-1], parameters(run.trainer))
    assert path.thetas.shape[1:] == parameters(run.trainer).shape


def test_longer_weights_have_no_way() -> None:
    run = Run(Dataset.of([[1, 2, 3], [4, 5, 7]], [0, 1]), TrainingSettings())
    run.advance(10)
    assert not len(weight_path_of(run).visits)
