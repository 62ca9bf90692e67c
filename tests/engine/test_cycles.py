"""The first state that comes back is noticed, the start among them (SPEC T9)."""

from __future__ import annotations

import numpy as np

from perceptron_gui.engine.cycles import CycleWatch
from perceptron_gui.engine.dataset import Dataset
from perceptron_gui.engine.run import Run
from perceptron_gui.engine.settings import TrainingSettings
from tests.engine.cases import cycle_of


def test_the_first_repeat_is_reported_with_its_passes_and_mistakes() -> None:
    for size in (1, 4, 5, 40):  # short states are kept whole, long ones as digests
        watch = CycleWatch()
        states = np.random.default_rng(70).integers(-3, 4, size=(6, size)).astype(float).tolist()
        states = [[float(epoch), *state[1:]] for epoch, state in enumerate(states)]
        assert [watch.look(state, epoch, 3 * epoch, 10 * epoch) for epoch, state in enumerate(states)] == [None] * 6
        assert cycle_of(watch.look(states[2], 9, 31, 90)) == (2, 7, 25)


def test_a_zero_with_a_sign_is_the_same_state() -> None:
    watch = CycleWatch()
    assert watch.look([0.0, -0.0], 0, 0, 0) is None
    assert cycle_of(watch.look([-0.0, 0.0], 1, 2, 4)) == (0, 1, 2)


def test_the_start_is_pass_0_also_where_points_were_placed_one_by_one() -> None:
    # Two equal points of both classes: each pass goes to (x̂) and back to 0.
    points, labels = [(1.0, 0.5), (1.0, 0.5)], [1, 0]
    given = Run(Dataset.of(points, labels), TrainingSettings())
    placed = Run(Dataset.empty(), TrainingSettings())
    for point, label in zip(points, labels, strict=True):
        placed.add_points(placed.dataset.with_points([point], [label]))
    for run in (given, placed):
        run.advance(100)
        assert (run.visit, cycle_of(run.cycle)) == (2, (0, 1, 2))


def test_states_before_an_arrival_are_forgotten() -> None:
    # θ goes (2,0,0) → (1,0,1) → (2,0,0), and the newcomer is right there: the start has come back, but is forgotten.
    run = Run(Dataset.of([(-1.0, 0.0), (-1.0, 0.0)], [1, 0]), TrainingSettings(initial=(2.0, 0.0, 0.0)))
    run.advance(1)
    run.add_points(run.dataset.with_points([(1.0, 0.0)], [1]))
    run.advance(3)
    assert (run.state.theta, run.stop) == ([2.0, 0.0, 0.0], None)
    run.advance(100)
    assert (run.visit, cycle_of(run.cycle)) == (6, (1, 1, 2))
