"""θ around the mistakes of a run: what the proof is drawn from (T8)."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.records.all_points import MOST_REPLAYED, MOST_STATES, mistake_states_of, spread
from perceptron_gui.engine.run.records.record import FIRST_SPACING, parameters
from perceptron_gui.engine.run.run import Run
from tests.session.bench import TEXTBOOK, XOR

NOISE = Dataset.of(
    np.round(np.random.default_rng(5).normal(size=(30, 2)), 1), np.random.default_rng(6).integers(0, 2, 30).tolist()
)
"""Not separable: its run goes on for long."""


def test_all_mistakes_of_a_short_run_are_there_with_theta_before_and_after() -> None:
    run = Run(TEXTBOOK, TrainingSettings())
    run.advance(1000)
    states = mistake_states_of(run)
    assert states.mistakes.tolist() == [1, 2, 3, 4, 5, 6, 7]
    assert states.points.tolist() == [0, 2, 2, 2, 0, 2, 2]
    assert states.learned.tolist() == [1] * 7
    assert states.after[:, 0].tolist()[-1] == [1, 1, -3]
    assert states.before[1:].tolist() == states.after[:-1].tolist()
    assert (run.visit, run.frontier) == (run.frontier, run.frontier), "the cursor stays"


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("mode", [Mode.DUAL, Mode.MULTICLASS])
def test_every_state_is_that_of_the_run(mode: Mode, order: Order) -> None:
    run = Run(NOISE, TrainingSettings(mode=mode, order=order, eta=0.5, max_updates=12))
    run.advance(900)
    states = mistake_states_of(run)
    assert states.visits.tolist() == (run.log.visits + 1).tolist()
    for place, visit in enumerate(states.visits.tolist()):
        assert np.array_equal(states.before[place], parameters(run.trainer_at(visit - 1)))
        after = run.trainer_at(visit)
        assert np.array_equal(states.after[place], parameters(after))
        assert states.mistakes[place] == after.state.mistakes - after.state.unlearned
    assert np.cumsum(states.learned).tolist() == states.mistakes.tolist()
    assert (states.learned > 1).any() == (order is Order.BATCH)


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("mode", [Mode.DUAL, Mode.MULTICLASS])
def test_with_a_kernel_theta_is_the_bias_and_without_bias_nothing(mode: Mode, bias: bool) -> None:
    run = Run(XOR, TrainingSettings(mode=mode, kernel=Kernel(KernelName.RBF), bias=bias))
    run.advance(20)
    states = mistake_states_of(run)
    assert len(states) > 2
    assert states.before.shape == states.after.shape == (len(states), *parameters(run.trainer).shape)
    assert np.array_equal(states.after[-1], parameters(run.trainer))


def test_of_a_long_run_few_are_taken_the_first_and_the_last_among_them() -> None:
    run = Run(NOISE, TrainingSettings(order=Order.SHUFFLED, max_updates=None, max_epochs=None))
    while run.visit < 3 * MOST_REPLAYED:  # a state is kept at the end of a slice at the earliest
        run.advance(run.visit + FIRST_SPACING)
    states = mistake_states_of(run)
    assert 50 < len(states) <= MOST_STATES + 2
    assert states.mistakes[0] == 1
    assert states.mistakes[-1] == run.state.mistakes
    assert (np.diff(states.visits) > 0).all()
    late = int(np.searchsorted(states.visits, MOST_REPLAYED + FIRST_SPACING))
    assert late < len(states) - 10, "some lie after those that are found one by one"
    for place in (late, late + 5, len(states) - 1):
        visit = int(states.visits[place])
        assert np.array_equal(states.after[place], parameters(run.trainer_at(visit)))
        assert not np.array_equal(states.before[place], states.after[place])


def test_after_a_full_log_the_updates_near_checkpoints_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perceptron_gui.engine.run.records.record.LOG_CAPACITY", 500)
    run = Run(NOISE, TrainingSettings(order=Order.RANDOM, max_updates=None))
    run.advance(2 * MOST_REPLAYED)
    states = mistake_states_of(run)
    assert run.log.is_full
    assert states.mistakes[-1] == 2 * MOST_REPLAYED
    assert np.diff(states.visits).max() < MOST_REPLAYED, "no stretch is left out"
    assert len(states) < MOST_STATES


def test_a_run_without_a_mistake_has_no_states() -> None:
    states = mistake_states_of(Run(XOR, TrainingSettings()))
    assert (len(states), states.after.shape) == (0, (0, 1, 3))


def test_points_that_arrive_with_a_new_class_leave_the_earlier_rows_at_zero() -> None:
    run = Run(TEXTBOOK, TrainingSettings(mode=Mode.MULTICLASS))
    run.advance(5)
    more = TEXTBOOK.with_classes(["A", "B", "C"]).with_points([[-2.0, 5.0]], [2])
    run.add_points(more)
    run.advance(1000)
    states = mistake_states_of(run)
    assert states.after.shape[1:] == (3, 3)
    assert not states.after[0, 2].any()
    assert states.after[-1, 2].any()


def test_states_until_a_visit_end_with_it() -> None:
    run = Run(TEXTBOOK, TrainingSettings())
    run.advance(1000)
    states = mistake_states_of(run)
    visit = int(states.visits[3])
    assert len(states.until(visit)) == 4
    assert len(states.until(visit - 1)) == 3
    assert len(states.until(0)) == 0


def test_numbers_are_spread_over_values_and_logarithms() -> None:
    assert spread(5, 9).tolist() == [1, 2, 3, 4, 5]
    assert spread(0, 9).tolist() == []
    numbers = spread(10**6, 60)
    assert (numbers[0], numbers[-1]) == (1, 10**6)
    assert len(numbers) <= 60
    assert numbers[:5].tolist() == [1, 2, 3, 4, 7]
    assert int((numbers > 500_000).sum()) > 10
