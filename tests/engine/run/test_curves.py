"""The curves are the run's own numbers at the places they name, worked out again in fractions."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.records.curves import (
    ALL_SHARES,
    LEAST_SAMPLES,
    MOST_REPLAYED,
    MOST_SAMPLES,
    Curves,
    changes,
    curves_of,
    epoch_counts,
    epoch_ends,
    extremes,
    held_through,
    looked_at,
    thinned,
)
from perceptron_gui.engine.run.records.record import MistakeLog, Replay, parameters
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.training.state import Stop
from tests.engine.cases import WITH_PASSES, Case, random_case
from tests.engine.referee import Referee

MODES = ("primal", "dual", "multiclass")
LONGEST = 100


def check_shape(run: Run, curves: Curves) -> None:
    """Check what holds for all curves."""
    assert curves.visits.tolist() == sorted(set(curves.visits.tolist()))
    assert (int(curves.visits[0]), int(curves.through[-1])) == (0, run.frontier)
    assert (curves.visits <= curves.through).all()
    assert (curves.through[:-1] < curves.visits[1:]).all()
    assert len(curves.visits) <= MOST_SAMPLES
    assert curves.epoch_ends.tolist() == sorted(set(curves.epoch_ends.tolist()))
    assert len(curves.epoch_ends) == len(curves.fewest) == len(curves.most) <= MOST_SAMPLES
    for values in (curves.errors, curves.loss, curves.gradient, curves.norm, curves.bias):
        assert len(values) == len(curves.visits)
        assert not values.flags.writeable
    assert run.frontier == 0 or np.isfinite(curves.norm).all()


def total_mistakes(run: Run, curves: Curves) -> float:
    """Return the mistakes of all epochs that are over, where each of them is told of."""
    assert np.diff(epoch_counts(run, np.append(0, curves.epoch_ends))).tolist() == [1] * len(curves.epoch_ends)
    assert curves.fewest.tolist() == curves.most.tolist()
    return float(curves.most.sum())


def mistakes_in_epochs(run: Run, size: int) -> list[int]:
    """Return the mistakes of every epoch that is over, by training again, visit by visit."""
    again, so_far = Run(run.dataset, run.settings), [0]
    for end in range(size, run.frontier + 1, size):
        while again.visit < end and again.stop in (None, Stop.CYCLE):
            again.advance(end)
        assert again.visit == end
        so_far.append(again.state.mistakes + again.state.near_misses)
    return np.diff(so_far).tolist()


def exact_loss_gradient(referee: Referee) -> list[Fraction]:
    """Return the entries of the gradient of P3, ties included; in multiclass row after row (M2)."""
    rows = [[Fraction(0)] * len(referee.points[0]) for _ in referee.rows]
    for point, is_wrong in enumerate(referee.errors()):
        if not is_wrong:
            continue
        x, target = referee.points[point], referee.targets[point]
        if referee.rules.mode == "multiclass":
            rival = referee.winning_rival(point)
            assert rival is not None
            rows[target] = [a - b for a, b in zip(rows[target], x, strict=True)]
            rows[rival] = [a + b for a, b in zip(rows[rival], x, strict=True)]
        else:
            rows[0] = [a - target * b for a, b in zip(rows[0], x, strict=True)]
    return [value for row in rows for value in row]


def check_against(referee: Referee, curves: Curves) -> None:
    """Compare errors, loss, gradient, ‖w‖ and b after every visit that the curves tell of with fractions."""
    spans = zip(curves.visits.tolist(), curves.through.tolist(), strict=True)
    for i, visit in ((i, visit) for i, (first, last) in enumerate(spans) for visit in range(first, last + 1)):
        referee.run(visit)
        assert referee.visits == visit
        assert int(curves.errors[i]) == sum(referee.errors())
        assert float(curves.loss[i]) == float(referee.loss()), visit
        squared = sum(value**2 for value in exact_loss_gradient(referee))
        assert float(curves.gradient[i]) == pytest.approx(math.sqrt(squared), rel=1e-12)
        rows = referee.parameters()
        d = referee.n_features
        assert float(curves.norm[i]) == pytest.approx(math.sqrt(sum(v**2 for row in rows for v in row[:d])), rel=1e-12)
        if referee.rules.mode != "multiclass" and referee.rules.bias:
            assert float(curves.bias[i]) == float(rows[0][-1])
        else:
            assert math.isnan(float(curves.bias[i]))


@pytest.mark.parametrize("order", WITH_PASSES)
@pytest.mark.parametrize("mode", ["dual", "multiclass"])
def test_after_every_visit_they_equal_fractions(mode: str, order: str) -> None:
    rng = np.random.default_rng([31, MODES.index(mode), WITH_PASSES.index(order)])
    case = random_case(rng, mode, order).with_rules(max_epochs=None, max_updates=None)
    if mode == "multiclass":
        case = Case(case.points, [i % 2 for i in range(len(case.points))], case.rules)
    run = Run(case.dataset, case.settings)
    while run.visit < LONGEST and run.visit_once() is not None:
        pass
    curves = curves_of(run)
    n = case.dataset.n_samples
    check_shape(run, curves)
    assert curves.epoch_ends.tolist() == list(range(n, run.frontier + 1, n))
    assert curves.visits.tolist() == [0, *(run.log.visits + 1).tolist()]
    assert (curves.through[:-1] + 1).tolist() == curves.visits[1:].tolist(), "of every visit something is known"
    check_against(case.referee(), curves)


@pytest.mark.parametrize(("mode", "order"), [("primal", "cyclic"), ("multiclass", "shuffled"), ("dual", "online")])
def test_mistakes_per_epoch_sum_to_all_mistakes(mode: str, order: str) -> None:
    rng = np.random.default_rng([32, MODES.index(mode)])
    case = random_case(rng, mode, order).with_rules(max_epochs=25, max_updates=None)
    run = Run(case.dataset, case.settings)
    while run.stop in (None, Stop.CYCLE) and run.visit < 5000:
        run.advance(5000)
    curves = curves_of(run)
    assert run.visit % case.dataset.n_samples == 0
    assert total_mistakes(run, curves) == run.state.mistakes
    assert curves.most.tolist() == [
        sum(v // case.dataset.n_samples == epoch for v in run.log.visits.tolist()) for epoch in range(len(curves.most))
    ]


def test_mistakes_of_batch_epochs_are_all_errors_of_the_pass() -> None:
    """A pass of batch order makes as many mistakes as there were errors when it began, not one."""
    xor = Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, 0, 0])
    run = Run(xor, TrainingSettings(order=Order.BATCH))
    run.advance(40)
    curves = curves_of(run)
    assert total_mistakes(run, curves) == run.state.mistakes


def test_the_cursor_stays_where_it_is() -> None:
    run = Run(Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, 0]), TrainingSettings())
    run.advance(100)
    run.seek(7)
    last = run.last
    curves_of(run)
    assert (run.visit, run.last) == (7, last)
    assert last is not None


def test_the_textbook_example_by_hand() -> None:
    run = Run(Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, 0]), TrainingSettings())
    run.advance(3)
    curves = curves_of(run)
    assert (curves.epoch_ends.tolist(), curves.fewest.tolist(), curves.most.tolist()) == ([3], [2.0], [2.0])
    # w = (3, 3), b = 1 from visit 1 through 2, then (2, 2) and 0: only x3 = (1, 1) is wrong, f = 7, then 4; before the
    # first visit all lie on the boundary
    assert (curves.visits.tolist(), curves.through.tolist()) == ([0, 1, 3], [0, 2, 3])
    assert (curves.errors.tolist(), curves.loss.tolist()) == ([3, 1, 1], [0.0, 7.0, 4.0])
    assert curves.gradient.tolist() == [math.sqrt(6**2 + 5**2 + 1), math.sqrt(3), math.sqrt(3)]
    assert (curves.norm.tolist(), curves.bias.tolist()) == ([0.0, math.sqrt(18), math.sqrt(8)], [0.0, 1.0, 0.0])


@pytest.mark.parametrize("mode", ["dual", "multiclass"])
@pytest.mark.parametrize("order", ["cyclic", "shuffled", "random", "batch"])
def test_where_the_run_converged_nothing_is_lost(mode: str, order: str) -> None:
    dataset = Dataset.of([[3, 3], [4, 3], [1, 1], [0.5, 0.2]], [1, 1, 0, 0])
    run = Run(dataset, TrainingSettings(mode=Mode(mode), order=Order(order)))
    run.advance(10_000)
    assert run.stop is Stop.CONVERGED
    curves = curves_of(run)
    assert (int(curves.errors[-1]), float(curves.loss[-1]), float(curves.gradient[-1])) == (0, 0.0, 0.0)
    if order != "random":
        assert float(curves.most[-1]) == 0.0


def test_random_order_has_no_epochs() -> None:
    rng = np.random.default_rng(33)
    case = random_case(rng, "primal", "random").with_rules(max_epochs=None, max_updates=200)
    run = Run(case.dataset, case.settings)
    run.advance(200)
    curves = curves_of(run)
    check_shape(run, curves)
    assert (len(curves.epoch_ends), len(curves.most)) == (0, 0)
    check_against(case.referee(), curves)


@pytest.mark.parametrize("order", WITH_PASSES)
def test_points_that_arrive_make_longer_epochs(order: str) -> None:
    rng = np.random.default_rng(34)
    points = np.round(rng.uniform(-3, 3, (8, 2)), 1)
    dataset = Dataset.of(points, [0, 1] * 4)
    arrivals = [(7, 6), (19, 7)] if order != "online" else [(6, 6), (7, 7)]
    run = Run.replayed(dataset, TrainingSettings(order=Order(order), positive=1), arrivals)
    run.advance(70)
    curves = curves_of(run)
    check_shape(run, curves)
    case = Case(points.tolist(), [0, 1] * 4, random_case(rng, "primal", order).rules)
    case = case.with_rules(eta=1.0, bias=True, initial=None, max_epochs=None, max_updates=None, seed=0)
    referee = case.referee(first=6)
    ends: list[int] = []
    mistakes_at = [0]
    for visit in range(run.frontier + 1):
        referee.run(visit)
        comers = [point for at, point in arrivals if at == visit]
        referee.add([case.points[point] for point in comers], [case.targets[point] for point in comers])
        if visit and not referee.waiting:
            ends.append(visit)
            mistakes_at.append(referee.mistakes)
    mistakes = np.diff(mistakes_at).tolist()
    assert curves.epoch_ends.tolist() == ends
    assert {visit for visit, _ in arrivals} <= set(curves.visits.tolist()), "another point is another loss"
    assert total_mistakes(run, curves) == sum(mistakes)
    assert curves.most.tolist() == mistakes


def test_a_run_without_visits_or_without_points_has_a_start() -> None:
    for dataset in (Dataset.of([[1, 2], [3, 4]], [0, 1]), Dataset.empty()):
        curves = curves_of(Run(dataset, TrainingSettings()))
        assert (curves.visits.tolist(), curves.epoch_ends.tolist()) == ([0], [])


def test_long_runs_are_looked_at_in_few_places() -> None:
    rng = np.random.default_rng(35)
    dataset = Dataset.of(np.round(rng.uniform(-3, 3, (50, 2)), 5), rng.integers(0, 2, 50).tolist())
    run = Run(dataset, TrainingSettings())
    run.advance(700_001)
    assert run.frontier > MOST_REPLAYED
    curves = curves_of(run)
    check_shape(run, curves)
    assert int(curves.epoch_ends[-1]) == 700_000
    ends, epochs = [0, *curves.epoch_ends.tolist()], np.bincount(run.log.visits // 50, minlength=14_000).tolist()
    stretches = [epochs[begin // 50 : end // 50] for begin, end in pairwise(ends)]
    assert curves.fewest.tolist() == [min(stretch) for stretch in stretches]
    assert curves.most.tolist() == [max(stretch) for stretch in stretches]
    for i in rng.integers(0, len(curves.visits), 5).tolist():
        for visit in (int(curves.visits[i]), int(curves.through[i])):
            run.seek(visit)
            assert int(curves.errors[i]) == np.count_nonzero(run.trainer.margins() <= 0)


@pytest.mark.seldom
@pytest.mark.parametrize(("order", "beta"), [("cyclic", 0), ("shuffled", 1), ("batch", 1)])
def test_of_more_epochs_than_can_be_shown_the_fewest_and_the_most_mistakes_are_told(order: str, beta: int) -> None:
    """A mean of an epoch with 1 mistake and one with 9 is of no epoch that was."""
    rng = np.random.default_rng([42, len(order)])
    points = np.vstack([[[0, 0], [0, 1], [1, 1], [1, 0]], rng.integers(-3, 4, (7, 2))])  # never all right: XOR
    dataset = Dataset.of(points, [0, 1] * 5 + [0])
    run = Run(dataset, TrainingSettings(order=Order(order), beta=beta, max_epochs=None))
    while run.visit < 11 * 1_000 + 5 and run.stop in (None, Stop.CYCLE):
        run.advance(11 * 1_000 + 5)
    curves, epochs = curves_of(run), mistakes_in_epochs(run, 11)
    assert len(epochs) == 1_000 > MOST_SAMPLES >= len(curves.epoch_ends) > 100
    assert int(curves.epoch_ends[-1]) == 11_000
    stretches = [epochs[begin // 11 : end // 11] for begin, end in pairwise([0, *curves.epoch_ends.tolist()])]
    told = list(zip(curves.fewest.tolist(), curves.most.tolist(), strict=True))
    if order == "batch":  # some epochs of each stretch are looked at
        assert all(min(s) <= low <= high <= max(s) for s, (low, high) in zip(stretches, told, strict=True))
        assert (curves.fewest.min(), curves.most.max()) == (min(epochs[20:]), max(epochs))
    else:
        assert told == [(min(stretch), max(stretch)) for stretch in stretches]
    assert len({*epochs}) > 1


def test_after_a_full_log_mistakes_per_epoch_are_a_mean() -> None:
    rng = np.random.default_rng(43)
    run = Run(Dataset.of(rng.integers(-3, 4, (30, 2)), rng.integers(0, 2, 30).tolist()), TrainingSettings())
    run.log = MistakeLog(200)
    while run.visit < 30_000 and run.stop in (None, Stop.CYCLE):
        run.advance(30_000)
    curves, known = curves_of(run), int(run.log.visits[-1])
    is_late = curves.epoch_ends > known
    assert is_late.any()
    assert (curves.fewest[is_late] == curves.most[is_late]).all()
    epochs = mistakes_in_epochs(run, 30)
    for i in np.flatnonzero(~is_late).tolist():
        begin, end = ([0, *curves.epoch_ends.tolist()][j] // 30 for j in (i, i + 1))
        assert (curves.fewest[i], curves.most[i]) == (min(epochs[begin:end]), max(epochs[begin:end]))


def test_of_too_many_states_some_that_follow_each_other_are_looked_at() -> None:
    """The ends of epochs of a cycle are always the same state: b would be a line, where it goes up and down."""
    run = Run(Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, 0, 0]), TrainingSettings())
    while run.visit < 6_000:
        run.advance(6_000)
    curves = curves_of(run)
    check_shape(run, curves)
    is_next = curves.through[:-1] + 1 == curves.visits[1:]
    assert is_next.mean() > 0.7
    assert not is_next.all()
    last = {float(parameters(Replay(run).to(visit))[0, -1]) for visit in range(5_900, 6_000)}
    late = curves.bias[curves.visits >= 5_900]
    assert set(late.tolist()) == last
    assert len(last) > 1


def test_what_is_not_known_is_not_told() -> None:
    """After a full log nobody knows when the next update is, and a state lasts for the visit that was looked at."""
    rng = np.random.default_rng(38)
    run = Run(Dataset.of(rng.integers(-3, 4, (30, 2)), rng.integers(0, 2, 30).tolist()), TrainingSettings())
    run.log = MistakeLog(200)
    while run.visit < 3_000:
        run.advance(3_000)
    assert run.log.is_full
    curves = curves_of(run)
    check_shape(run, curves)
    is_late = curves.visits > int(run.log.visits[-1])
    assert (curves.visits[is_late] == curves.through[is_late]).all()
    assert is_late.any()
    assert (curves.through[~is_late] >= curves.visits[~is_late]).any()


def test_a_long_run_of_few_updates_is_known_at_every_visit() -> None:
    rng = np.random.default_rng(39)
    points = rng.integers(-100, 101, (100_000, 2))
    is_far = np.abs(points @ [2, 1]) > 20
    labels = (points @ [2, 1] > 0).astype(int)[is_far].tolist()
    run = Run(Dataset.of(points[is_far], labels), TrainingSettings())
    run.advance(1_000_000)
    assert run.stop is Stop.CONVERGED
    assert run.frontier > MOST_REPLAYED
    at, visits, through = looked_at(run, MOST_SAMPLES)
    assert at.tolist() == visits.tolist() == changes(run).tolist()
    assert (through[:-1] + 1).tolist() == visits[1:].tolist()
    assert int(through[-1]) == run.frontier


def test_nothing_is_told_of_the_state_at_the_cursor_where_what_comes_is_hidden() -> None:
    """After a visit without a mistake the errors of the visit before are those of now."""
    run = Run(Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, 0]), TrainingSettings())
    run.advance(6)
    told = {visit: curves_of(run).until(visit, with_errors=False).visits.tolist() for visit in range(7)}
    assert told == {0: [], 1: [0], 2: [0], 3: [0, 1], 4: [0, 1], 5: [0, 1], 6: [0, 1, 3]}
    assert held_through(run, np.array([0, 1, 2, 3, 6])).tolist() == [0, 2, 2, 5, 6]


def test_of_many_numbers_the_lowest_and_the_highest_of_every_stretch_are_kept() -> None:
    rng = np.random.default_rng(40)
    for n, most in ((3, 4), (5, 4), (100, 10), (1_000, 12), (999, 480)):
        values = rng.normal(size=n)
        kept = extremes(values, most)
        assert len(kept) <= most
        assert kept.tolist() == sorted(set(kept.tolist()))
        assert {0, n - 1, int(values.argmin()), int(values.argmax())} <= set(kept.tolist())


def test_large_sets_are_looked_at_in_fewer_places() -> None:
    rng = np.random.default_rng(36)
    dataset = Dataset.of(np.round(rng.uniform(-3, 3, (100_000, 2)), 2), rng.integers(0, 2, 100_000).tolist())
    run = Run(dataset, TrainingSettings())
    run.advance(150_000)
    curves = curves_of(run)
    assert len(curves.visits) <= max(LEAST_SAMPLES, 20)


def test_thinning_keeps_both_ends() -> None:
    places = np.arange(1000, dtype=np.int64)
    thin = thinned(places, 7)
    assert (len(thin), int(thin[0]), int(thin[-1])) == (7, 0, 999)
    assert thinned(places[:5], 7).tolist() == [0, 1, 2, 3, 4]


def test_the_ends_of_epochs_of_a_very_long_run_are_ends_of_epochs() -> None:
    run = Run(Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, 0, 0]), TrainingSettings())
    for _ in range(3):
        run.advance(100_000)
    ends = epoch_ends(run)
    assert len(ends) <= MOST_SAMPLES
    assert all(end % 4 == 0 for end in ends.tolist())
    assert run.frontier - int(ends[-1]) < 4


@pytest.mark.parametrize("mode", MODES)
def test_mistakes_so_far_over_points_so_far_in_online_order(mode: str) -> None:
    rng = np.random.default_rng([37, MODES.index(mode)])
    for _ in range(4):
        case = random_case(rng, mode, "online").with_rules(max_epochs=None, max_updates=None)
        n = case.dataset.n_samples
        run = Run.replayed(case.dataset, case.settings, [(n - 1, n - 1)])
        run.advance(n)
        curves, referee = curves_of(run), case.referee(first=n - 1)
        assert curves.seen.tolist() == list(range(1, n + 1))
        for seen, rate in zip(curves.seen.tolist(), curves.rate.tolist(), strict=True):
            if seen == n:
                referee.add(case.points[-1:], case.targets[-1:])
            referee.run(seen)
            assert rate == float(Fraction(referee.mistakes, seen))
        assert not curves.rate.flags.writeable


def test_of_a_long_online_run_the_share_keeps_its_lowest_and_highest() -> None:
    rng = np.random.default_rng(41)
    n = 3 * ALL_SHARES
    points = rng.integers(-9, 10, (n, 2))
    run = Run(Dataset.of(points, rng.integers(0, 2, n).tolist()), TrainingSettings(order=Order.ONLINE))
    while run.visit < n:
        run.advance(n)
    curves = curves_of(run)
    seen = np.arange(1, n + 1)
    rate = run.updates_before(seen) / seen
    assert len(curves.seen) <= MOST_SAMPLES
    assert (int(curves.seen[0]), int(curves.seen[-1])) == (1, n)
    assert curves.rate.tolist() == rate[curves.seen - 1].tolist()
    assert (curves.rate.min(), curves.rate.max()) == (rate.min(), rate.max())


@pytest.mark.parametrize("order", ["cyclic", "shuffled", "random", "batch"])
def test_only_online_order_has_a_rate(order: str) -> None:
    run = Run(Dataset.of([[0, 0], [1, 1], [0, 1]], [1, 1, 0]), TrainingSettings(order=Order(order)))
    run.advance(5)
    assert (len(curves_of(run).seen), len(curves_of(run).rate)) == (0, 0)


def test_curves_until_a_visit_are_those_of_a_run_that_came_no_further() -> None:
    dataset = Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, 0, 0])
    for order in WITH_PASSES:
        run, shorter = (Run(dataset, TrainingSettings(order=Order(order), seed=4)) for _ in range(2))
        run.advance(20)
        shorter.advance(4)
        cut, fresh = curves_of(run).until(4), curves_of(shorter)
        for name in {*Curves.__struct_fields__} - {"settings", "dataset", "held_out"}:
            assert getattr(cut, name).tolist() == getattr(fresh, name).tolist(), (order, name)
    assert len(curves_of(run).until(0).visits) == 1
    assert len(curves_of(run).until(0, with_errors=False).visits) == 0
    assert max(curves_of(run).until(4, with_errors=False).visits.tolist()) < 4
