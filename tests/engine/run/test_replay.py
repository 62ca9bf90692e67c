"""A walk stands anywhere in a run's past, bit for bit as the run stood there, and the run does not notice."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.records import record
from perceptron_gui.engine.run.records.record import Replay, VisitRecord
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.training.state import State, Stop
from tests.engine.cases import ORDERS, Case, bits, irrational_case, random_case

MODES = ("primal", "dual", "multiclass")
LONGEST = 160


@pytest.fixture
def dense_checkpoints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a state every 16 visits, so that short runs have many."""
    monkeypatch.setattr(record, "FIRST_SPACING", 16)


def told(visited: VisitRecord | None) -> tuple[Any, ...] | None:
    """Return all of a record in a form that compares bit for bit."""
    if visited is None:
        return None
    arrays = (visited.scores, visited.scores_after, visited.before, visited.after)
    head = (visited.number, visited.epoch, visited.point, visited.target, visited.is_mistake, visited.rival)
    return (*head, *(array.tobytes() for array in arrays), visited.is_exact)


def forward(run: Run, longest: int = LONGEST) -> tuple[list[State], list[VisitRecord]]:
    """Make visits one by one from the cursor on; return the state before each and behind the last, and the records."""
    states, records = [run.state.unpacked()], []
    while run.visit < longest and (visited := run.visit_once()) is not None:
        states.append(run.state.unpacked())
        records.append(visited)
    return states, records


def going_on(state: State) -> tuple[Any, ...]:
    """Return the bits of a state that has been told to go on behind a cycle."""
    copy = state.unpacked()
    copy.stop = None if copy.stop is Stop.CYCLE else copy.stop
    return bits(copy)


def check_walk(run: Run, states: list[State], visits: list[int], first: int = 0) -> None:
    """Walk to `visits` in turn and compare with `states`, the first of which stood at `first`."""
    before, walk = (bits(run.state), run.last, run.frontier, len(run.log)), Replay(run)
    for visit in visits:
        trainer = walk.to(visit)
        assert trainer is not run.trainer
        assert going_on(trainer.state) == going_on(states[visit - first]), visit
        assert not trainer.log.visits
    assert (bits(run.state), run.last, run.frontier, len(run.log)) == before


@pytest.mark.usefixtures("dense_checkpoints")
@pytest.mark.parametrize("mode", MODES)
def test_it_equals_the_run_on_points_that_are_no_decimals(mode: str) -> None:
    rng = np.random.default_rng(6)
    case = irrational_case(rng, mode, "shuffled", 40)
    run = Run(case.dataset, case.settings)
    states, _records = forward(run)
    assert not run.is_exact
    check_walk(run, states, rng.integers(0, run.frontier + 1, 80).tolist())


@pytest.mark.usefixtures("dense_checkpoints")
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("mode", ["dual", "multiclass"])
def test_its_records_are_those_of_the_visits(mode: str, order: str) -> None:
    rng = np.random.default_rng([7, MODES.index(mode), ORDERS.index(order)])
    case = random_case(rng, mode, order).with_rules(max_epochs=None, max_updates=60 if order == "random" else None)
    run = Run(case.dataset, case.settings)
    _states, records = forward(run, 200)
    visits = sorted(rng.choice(len(records), min(40, len(records)), replace=False).tolist())
    visits += rng.permutation(len(records))[:20].tolist()
    walked = Replay(run).visits(visits)
    assert [told(visited) for visited in walked] == [told(records[visit]) for visit in visits]


def with_arrivals(case: Case, first: int, at: list[int]) -> tuple[Run, list[State]]:
    """Return a run into which the points behind the `first` come at the visits `at`, and its states from 0 on."""
    run = Run(case.dataset.first(first), case.settings)
    states = [run.state.unpacked()]
    for n, visit in enumerate(at, start=first + 1):
        while run.visit < visit and run.visit_once() is not None:
            states.append(run.state.unpacked())
        run.add_points(case.dataset.first(n))
        states[-1] = run.state.unpacked()  # with room for the point that came
    while run.visit < LONGEST and run.visit_once() is not None:
        states.append(run.state.unpacked())
    return run, states


@pytest.mark.usefixtures("dense_checkpoints")
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("mode", ["dual", "multiclass"])
def test_it_walks_across_arrivals(mode: str, order: str) -> None:
    rng = np.random.default_rng([8, MODES.index(mode), ORDERS.index(order)])
    case = random_case(rng, mode, order).with_rules(max_epochs=None, max_updates=None, n_classes=2)
    case = Case(case.points, [i % 2 for i in range(len(case.points))], case.rules)
    n = len(case.points)
    first = max(2, n - 4)
    at = sorted(rng.integers(0, 50, n - first).tolist())
    run, states = with_arrivals(case, first, at)
    run.seek(int(rng.integers(0, run.frontier + 1)))
    check_walk(run, states, list(range(run.frontier + 1)))
    check_walk(run, states, rng.permutation(run.frontier + 1)[:60].tolist())
    check_walk(run, states, [run.frontier, 0, run.frontier, run.frontier])


@pytest.mark.usefixtures("dense_checkpoints")
@pytest.mark.parametrize("order", ["cyclic", "shuffled", "random"])
def test_it_walks_a_run_whose_future_was_forgotten(order: str) -> None:
    rng = np.random.default_rng(9)
    points = np.round(rng.uniform(-3, 3, (9, 2)), 1).tolist()
    dataset = Dataset.of(points, [0, 1] * 4 + [0])
    run = Run(dataset.first(8), TrainingSettings(order=Order(order)))
    states, _records = forward(run, 200)
    assert run.frontier == 200
    run.seek(77)
    run.add_points(dataset)
    states = [*states[:77], *forward(run, 150)[0]]
    assert run.frontier == 150
    check_walk(run, states, list(range(151)))
    check_walk(run, states, rng.permutation(151).tolist())
    for outside in (-1, 151):
        with pytest.raises(ValueError, match="outside 0 … 150"):
            Replay(run).to(outside)


def test_it_may_begin_before_the_run_goes_on() -> None:
    rng = np.random.default_rng(10)
    case = random_case(rng, "primal", "cyclic").with_rules(max_epochs=None, max_updates=None)
    run, reference = Run(case.dataset, case.settings), Run(case.dataset, case.settings)
    states, _records = forward(reference, 100)
    walk = Replay(run)
    for visit in (0, *sorted(rng.integers(1, len(states), 30).tolist())):
        run.advance(visit)
        assert going_on(walk.to(visit).state) == going_on(states[visit])


def test_the_same_run_in_other_words_is_walked_alike() -> None:
    rng = np.random.default_rng(11)
    dataset = Dataset.of(np.round(rng.uniform(-3, 3, (12, 2)), 1), [0, 1] * 6)
    run = Run(dataset, TrainingSettings())
    _states, records = forward(run, 150)
    run.in_mode(Mode.DUAL)
    walked = list(Replay(run).visits(range(150)))
    assert [visited.after.tolist() for visited in walked] == [visited.after.tolist() for visited in records]
    assert [visited.scores.tolist() for visited in walked] == [visited.scores.tolist() for visited in records]


@pytest.mark.usefixtures("dense_checkpoints")
@pytest.mark.parametrize(
    ("mode", "order"),
    [("primal", "cyclic"), ("multiclass", "shuffled"), ("dual", "random"), ("primal", "online")],
)
def test_ages_are_what_a_recount_says(mode: str, order: str) -> None:
    rng = np.random.default_rng([12, MODES.index(mode), ORDERS.index(order)])
    case = random_case(rng, mode, order).with_rules(max_epochs=None, max_updates=None)
    run = Run(case.dataset, case.settings)
    _states, records = forward(run, 150)
    for visit in rng.integers(0, run.frontier + 1, 30).tolist():
        run.seek(visit)
        updated = [visited.point for visited in records[:visit] if visited.is_mistake][::-1]
        ages = run.ages()
        assert ages is not None
        naive = [updated.index(i) if i in updated else -1 for i in range(case.dataset.n_samples)]
        assert ages.tolist() == naive, visit


def test_points_that_arrive_have_no_age_until_they_are_learned_from() -> None:
    dataset = Dataset.of([[3, 3], [4, 3], [1, 1], [-5, -5]], [1, 1, 0, 1])
    run = Run(dataset.first(3), TrainingSettings())
    run.advance(3)
    run.add_points(dataset)
    ages = run.ages()
    assert ages is not None
    assert ages.tolist() == [1, -1, 0, -1]
    run.advance(4)
    ages = run.ages()
    assert ages is not None
    assert ages.tolist() == [2, -1, 1, 0]
    run.seek(2)
    ages = run.ages()
    assert ages is not None
    assert ages.tolist() == [0, -1, -1]


def test_batch_order_tells_no_ages() -> None:
    run = Run(Dataset.of([[3, 3], [1, 1]], [1, 0]), TrainingSettings(order=Order.BATCH))
    run.advance(10)
    assert run.ages() is None
