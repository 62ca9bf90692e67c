"""What the next visit will do is known beforehand, in every mode and order."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.session.exercises.predict_first import ends_pass, will_update
from perceptron_gui.session.worker import training_worker as moves
from perceptron_gui.session.worker.training_worker import TrainingWorker
from tests.engine.cases import ORDERS, random_case
from tests.session.bench import XOR, Bench


def snapshots(mode: str, order: str, seed: int) -> list[Snapshot]:
    """Make the visits of a random run one by one."""
    case = random_case(np.random.default_rng([51, seed]), mode, order)
    bench = Bench.on(case.dataset, case.settings)
    found = [bench.do(TrainingWorker.pause)]
    while len(found) < 60 and found[-1].upcoming is not None:
        found.append(bench.do(moves.step))
    return found


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("mode", [Mode.DUAL, Mode.MULTICLASS])
def test_it_is_known_beforehand_whether_a_visit_updates(mode: str, order: str) -> None:
    seed = ORDERS.index(order)
    run = snapshots(mode, order, seed)
    for before, after in pairwise(run):
        assert will_update(before) == (after.updates > before.updates)
        assert ends_pass(before) == (order != "random" and (after.visit % after.dataset.n_samples == 0))
    assert len(run) > 60 or run[-1].upcoming is not None or not will_update(run[-1])


def test_a_class_that_comes_in_a_batch_pass_adds_no_update_for_points_shown_before() -> None:
    """The point of A is right at its visit; then C comes, which is ahead of A there: that counts in the next pass."""
    points = Dataset.of([[1.0, 0.0], [-1.0, 0.0]], [0, 1], "ABC")
    start = (1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.5, 1.0, 0.8)
    bench = Bench.on(points, TrainingSettings(mode=Mode.MULTICLASS, order=Order.BATCH, initial=start))
    bench.do(moves.step)
    bench.edit(points.with_points([[0.0, 5.0]], [2]))
    updates = []
    for _ in range(6):
        before = bench.do(TrainingWorker.pause)
        after = bench.do(moves.step)
        assert will_update(before) == (after.updates > before.updates)
        updates.append(after.updates)
    assert updates[1] == 0 and updates[4] == 1, "the first and the second pass"


@pytest.mark.parametrize("order", ["cyclic", "batch", "online"])
def test_points_that_come_behind_a_pass_prolong_it(order: str) -> None:
    bench = Bench.on(XOR, TrainingSettings(order=Order(order), positive=1))
    for point in ([3, 3], [0, 3], [-1, -1]):
        for _ in range(bench.run.data.n_samples):
            before = bench.do(TrainingWorker.pause)
            if before.upcoming is not None:
                after = bench.do(moves.step)
                assert will_update(before) == (after.updates > before.updates)
        bench.edit(bench.document.dataset.with_points([point], [1]))
        before = bench.do(TrainingWorker.pause)
        assert before.upcoming == before.dataset.n_samples - 1
        assert ends_pass(before)
        after = bench.do(moves.step)
        assert will_update(before) == (after.updates > before.updates)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("mode", [Mode.DUAL, Mode.MULTICLASS])
def test_the_engineer_stops_before_every_visit_that_updates(mode: str, order: str) -> None:
    seed = ORDERS.index(order)
    case = random_case(np.random.default_rng([52, seed]), mode, order)
    one_by_one, bench = Bench.on(case.dataset, case.settings), Bench.on(case.dataset, case.settings)
    steps = [one_by_one.do(TrainingWorker.pause)]
    while len(steps) < 50 and steps[-1].upcoming is not None:
        steps.append(one_by_one.do(moves.step))
    for expected in [step.visit for step in steps[:-1] if will_update(step)]:
        shown = bench.do(moves.go_before_next_mistake)
        if shown.stop is Stop.CYCLE and shown.visit < expected:
            shown = bench.do(moves.go_before_next_mistake)  # it pauses there once
        assert (shown.visit, shown.is_playing) == (expected, False)
        assert shown.theta.tolist() == steps[expected].theta.tolist()
        assert bench.do(moves.go_before_next_mistake).visit == expected, "asked again it stays"
        assert bench.do(moves.step).updates == shown.updates + 1
    assert steps[-1].visit > 0


def test_before_the_next_mistake_of_a_run_without_one_is_its_end() -> None:
    bench = Bench.on(XOR.first(2))
    assert bench.do(moves.go_before_next_mistake).visit == 0
    bench.do(moves.step)
    shown = bench.do(moves.go_before_next_mistake)
    assert (str(shown.stop), shown.upcoming) == ("converged", None)
