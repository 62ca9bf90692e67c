"""One against the rest: K binary runs, against K referees in fractions (M6), and K = 2 against the binary rule (M3)."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.samples import BY_NAME
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.exact.effort import Cancelled
from perceptron_gui.engine.run.followers.against_rest import AgainstRest, Claims
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import MOST_ARRIVALS, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.engine.training.factory import train
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.frozen import replace
from tests.engine.cases import ORDERS, Case, doubles, fraction, kernel_case, random_case
from tests.engine.referee import Referee

N_RANDOM = 6


def never() -> bool:
    """Let all be done."""
    return False


def against_rest(case: Case, visit: int | None) -> Claims:
    """Return the claims at a visit, or at the end."""
    runs = AgainstRest(case.dataset, case.settings, ((0, len(case.points)),))
    assert runs.go_to(visit or 0, never)
    if visit is None:
        runs.go_to_end(never)
    return runs.claims(is_at_end=visit is None)


def slow_runs(case: Case, visit: int) -> dict[int, Referee]:
    """Return K runs in fractions, each with another class as +, shown so many visits."""
    return {k: against(case, k).referee().run(until=visit) for k in sorted(set(case.labels))}


def against(case: Case, k: int) -> Case:
    """Return the points with one class as + and the others as −."""
    mode = "dual" if case.rules.kernel else "primal"
    binary = replace(case, labels=[int(label == k) for label in case.labels])
    return binary.with_rules(mode=mode, n_classes=2, initial=start_of(case, k))


def start_of(case: Case, k: int) -> tuple[float, ...] | None:
    """Return the row of a class; of two classes half of how much it is ahead of the other (M3)."""
    given, size, present = case.rules.initial, case.n_features + case.rules.bias, sorted(set(case.labels))
    if given is None:
        return None
    rows = [given[i : i + size] or (0.0,) * size for i in range(0, size * case.rules.n_classes, size)]
    if len(present) != 2:
        return rows[k]
    (other,) = (rows[each] for each in present if each != k)
    return tuple(float((fraction(mine) - fraction(its)) / 2) for mine, its in zip(rows[k], other, strict=True))


def check(claims: Claims, slow: dict[int, Referee], visit: int) -> None:
    """Compare parameters, counts, errors and claims."""
    assert [run.positive for run in claims.runs] == list(slow)
    assert claims.visit == visit
    for run, is_claimed, referee in zip(claims.runs, claims.is_claimed, slow.values(), strict=True):
        assert (run.visit, run.mistakes, run.updates) == (referee.visits, referee.mistakes, len(referee.log))
        assert run.theta.tolist() == doubles(referee.parameters()) if run.expansion is None else True
        assert run.errors.tolist() == referee.errors()
        scores = [referee.score(point) for point in range(len(referee.points))]
        assert is_claimed.tolist() == [score > 0 for score in scores]
    counts = np.sum([[referee.score(i) > 0 for i in range(len(referee.points))] for referee in slow.values()], axis=0)
    assert (claims.n_unclaimed, claims.n_contested) == ((counts == 0).sum(), (counts > 1).sum())


@pytest.mark.parametrize("order", ORDERS)
def test_claims_are_those_of_as_many_binary_runs_in_fractions(order: str) -> None:
    rng = np.random.default_rng([0, ORDERS.index(order)])
    for _ in range(N_RANDOM):
        case = random_case(rng, "multiclass", order)
        visit = int(rng.integers(0, 60))
        check(against_rest(case, visit), slow_runs(case, visit), visit)


@pytest.mark.parametrize("order", ORDERS)
def test_claims_of_kernels_are_those_of_as_many_duals_in_fractions(order: str) -> None:
    rng = np.random.default_rng(ORDERS.index(order))
    for _ in range(N_RANDOM):
        case = kernel_case(rng, "multiclass", order)
        visit = int(rng.integers(0, 40))
        check(against_rest(case, visit), slow_runs(case, visit), visit)


@pytest.mark.parametrize("order", ORDERS)
def test_points_that_arrive_join_all_runs_at_the_same_visit(order: str) -> None:
    rng = np.random.default_rng([7, ORDERS.index(order)])
    for _ in range(N_RANDOM):
        case = random_case(rng, "multiclass", order).with_rules(max_updates=None, max_epochs=None)
        n, first = len(case.points), max(len(case.points) // 2, 1)
        arrival, visit = int(rng.integers(1, 12)), int(rng.integers(12, 40))
        runs = AgainstRest(case.dataset, case.settings, ((0, first), (arrival, n)))
        assert runs.go_to(visit, never)
        slow = {}
        for k in sorted(set(case.labels)):
            binary = against(case, k)
            referee = binary.referee(first=first).run(until=arrival)
            referee.add(binary.points[first:], binary.targets[first:])
            slow[k] = referee.run(until=referee.visits + visit - arrival)
        check(runs.claims(), slow, visit)


def test_going_back_and_forward_is_the_same_as_going_once() -> None:
    rng = np.random.default_rng(3)
    for order in ORDERS:
        case = random_case(rng, "multiclass", order)
        runs = AgainstRest(case.dataset, case.settings, ((0, len(case.points)),))
        for visit in (*rng.integers(0, 60, size=6).tolist(), 60, 0):
            runs.go_to(visit, never)
            check(runs.claims(), slow_runs(case, visit), visit)
            if visit % 3 == 0:
                runs.go_to_end(never)


def test_at_their_ends_all_runs_have_stopped_where_a_run_alone_stops() -> None:
    for name in ("three-classes", "four-classes"):
        dataset = BY_NAME[name].make()
        settings = TrainingSettings(mode=Mode.MULTICLASS, max_epochs=50)
        runs = AgainstRest(dataset, settings, ((0, dataset.n_samples),))
        runs.go_to_end(never)
        for run in runs.claims(is_at_end=True).runs:
            alone = train(dataset, TrainingSettings(positive=run.positive, max_epochs=50))
            assert (run.stop, run.visit, run.mistakes) == (alone.state.stop, alone.state.visits, alone.state.mistakes)


def test_a_cycle_ends_a_run_that_went_round_it_before() -> None:
    """The middle one of three classes in a row has points of the rest on both sides: no line does it."""
    dataset = Dataset.of([[0, 0], [1, 0], [2, 0]], [0, 1, 2], ("A", "B", "C"))
    runs = AgainstRest(dataset, TrainingSettings(mode=Mode.MULTICLASS), ((0, 3),))
    runs.go_to(300, never)
    runs.go_to_end(never)
    claims = runs.claims(is_at_end=True)
    assert [run.stop for run in claims.runs] == [Stop.CONVERGED, Stop.CYCLE, Stop.CONVERGED]
    assert claims.n_right + claims.n_unclaimed + claims.n_contested <= 3
    assert claims.n_right < 3


def test_runs_that_are_held_up_stand_at_the_same_visit() -> None:
    dataset = BY_NAME["three-classes"].make()
    runs = AgainstRest(dataset, TrainingSettings(mode=Mode.MULTICLASS, order=Order.SHUFFLED), ((0, dataset.n_samples),))
    assert not runs.go_to(10**9, lambda: True)
    assert 0 < runs.claims().visit < 10**9
    with pytest.raises(Cancelled):
        AgainstRest(dataset, TrainingSettings(mode=Mode.MULTICLASS), ((0, dataset.n_samples),)).go_to_end(lambda: True)


def test_a_snapshot_tells_when_its_points_came() -> None:
    dataset = BY_NAME["three-classes"].make()
    run = Run(dataset.first(5), TrainingSettings(mode=Mode.MULTICLASS))
    run.advance(7)
    run.add_points(dataset.first(8))
    assert take_snapshot(run, 0, Wants()).stages == ((0, 5), (7, 8))
    run.seek(3)
    assert take_snapshot(run, 0, Wants()).stages == ((0, 5),)


def test_points_that_came_too_often_count_as_if_they_had_been_there_from_the_start() -> None:
    dataset = Dataset.of([[i % 7, i % 5] for i in range(MOST_ARRIVALS + 5)], [i % 3 for i in range(205)], tuple("ABC"))
    run = Run(dataset.first(2), TrainingSettings(mode=Mode.MULTICLASS))
    for n in range(3, MOST_ARRIVALS + 5):
        run.visit_once()
        run.add_points(dataset.first(n))
    assert take_snapshot(run, 0, Wants()).stages == ((0, MOST_ARRIVALS + 4),)


@pytest.mark.parametrize("order", ORDERS)
def test_two_classes_in_multiclass_are_the_binary_rule(order: str) -> None:
    """The same mistakes in the same order, and w₁ − w₀ = 2w (M3)."""
    rng = np.random.default_rng(ORDERS.index(order))
    for _ in range(20):
        case = random_case(rng, "multiclass", order).with_rules(n_classes=2, initial=None)
        case = replace(case, labels=[label % 2 for label in case.labels])
        if len(set(case.labels)) < 2:
            continue
        both, binary = Run(case.dataset, case.settings), Run(case.dataset, case.with_rules(mode="primal").settings)
        visit = int(rng.integers(1, 60))
        both.advance(visit)
        binary.advance(visit)
        one, other = take_snapshot(both, 0, Wants()), take_snapshot(binary, 0, Wants())
        assert (one.visit, one.mistakes) == (other.visit, other.mistakes)
        assert both.log.points.tolist() == binary.log.points.tolist()
        assert (one.theta[1] == -one.theta[0]).all()
        assert (one.theta[1] == other.theta[0]).all()
        assert one.errors.tolist() == other.errors.tolist()
