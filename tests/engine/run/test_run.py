"""The past of a run is recomputed and never differs from the way there (P9, D3, A6)."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset, DatasetError
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.records import record
from perceptron_gui.engine.run.records.record import Checkpoints, MistakeLog, parameters
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.training.state import State, Stop
from perceptron_gui.engine.training.trainer import Trainer
from tests.engine.cases import (
    ORDERS,
    WITH_PASSES,
    Case,
    bits,
    cycle_of,
    irrational_case,
    logged_by,
    random_case,
)
from tests.engine.referee import Rules

MODES = ("primal", "dual", "multiclass")
XOR = Case([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], [1, 1, 0, 0], Rules())


@pytest.fixture(autouse=True)
def dense_checkpoints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep checkpoints every few visits, so that short runs have many."""
    monkeypatch.setattr(record, "FIRST_SPACING", 7)


def cases(
    rng: np.random.Generator, count: int, orders: tuple[str, ...] = ORDERS, modes: tuple[str, ...] = MODES[1:]
) -> Iterator[Case]:
    """Return sets without limits of updates; a run is the same in primal and dual, see the test of that."""
    for mode in modes:
        for order in orders:
            for _ in range(count):
                yield random_case(rng, mode, order).with_rules(max_updates=None, max_epochs=None)
            yield irrational_case(rng, mode, order, n=30).with_rules(max_epochs=None)


def advance_to(run: Run, visit: int, rng: np.random.Generator) -> None:
    """Go to `visit`, or as far as the run goes, in random slices, round cycles too."""
    while run.visit < visit:
        before = run.visit
        run.advance(min(visit, before + int(rng.integers(1, 20))), float(rng.choice([1.0, 1e4])))
        if run.visit == before:
            break


def extended(case: Case, rng: np.random.Generator, dataset: Dataset) -> Dataset:
    """Return `dataset` with one to three points of `case` again, some with their label changed, some finer."""
    rows = rng.integers(0, len(case.points), size=int(rng.integers(1, 4)))
    points = np.array(case.points)[rows] / int(rng.choice([1, 1, 2]))
    return dataset.with_points(np.round(points, 5), rng.integers(0, case.rules.n_classes, size=len(rows)))


def played(case: Case, rng: np.random.Generator) -> Run:
    """Return a run of about 100 visits with arrivals, truncations and seeks behind it."""
    run = Run(case.dataset, case.settings)
    for _ in range(int(rng.integers(1, 6))):
        advance_to(run, run.visit + int(rng.integers(1, 40)), rng)
        if rng.random() < 0.5:
            run.seek(int(rng.integers(0, run.frontier + 1)))
        if rng.random() < 0.8:
            run.add_points(extended(case, rng, run.data.dataset))
    advance_to(run, run.visit + 60, rng)
    return run


def settled(run: Run) -> tuple[object, ...]:
    """Return the state's bits as they are when Play goes on behind a cycle."""
    run.trainer.go_on()
    return bits(run.state)


def forward(run: Run) -> list[tuple[object, ...]]:
    """Return the state's bits at every visit of the same run made anew, forward, one visit at a time."""
    anew = Run.replayed(run.dataset, run.settings, [])
    first, arrivals = run.dataset.n_samples - len(run.stages.arrivals), list(run.stages.arrivals)
    anew = Run(run.dataset.first(first), run.settings)
    states = []
    while True:
        while arrivals and arrivals[0][0] == anew.visit:
            anew.add_points(run.dataset.first(arrivals.pop(0)[1] + 1))
        states.append(settled(anew))
        if anew.visit >= run.frontier:
            break
        assert anew.visit_once() is not None
    assert logged_by(anew) == logged_by(run)
    return states


def test_every_visit_of_the_past_is_the_way_there_bit_for_bit() -> None:
    rng = np.random.default_rng(50)
    for case in cases(rng, 1):
        run = played(case, rng)
        states = forward(run)
        assert settled(run) == states[run.visit]
        for visit in rng.integers(0, run.frontier + 1, size=12).tolist():
            assert bits(run.trainer_at(visit).state) == states[visit]
            run.seek(visit)
            assert (run.visit, settled(run)) == (visit, states[visit])
            advance_to(run, min(visit + int(rng.integers(0, 30)), run.frontier), rng)
            assert settled(run) == states[run.visit]
        assert [bits(run.trainer_at(visit).state) for visit in range(run.frontier + 1)] == states


def test_a_run_is_its_points_its_settings_and_its_arrivals() -> None:
    rng = np.random.default_rng(51)
    for case in cases(rng, 1):
        run = played(case, rng)
        run.seek(run.stages.arrivals[-1][0] if run.stages.arrivals else 0)
        again = Run.replayed(run.dataset, run.settings, run.stages.arrivals)
        assert (again.visit, again.stages.arrivals, again.stages.passes) == (
            run.visit,
            run.stages.arrivals,
            run.stages.passes,
        )
        assert settled(again) == settled(run)
        far = run.frontier + 50
        for ours in (again, run):
            advance_to(ours, far, np.random.default_rng(0))
        assert (settled(again), again.cycle, again.stop) == (settled(run), run.cycle, run.stop)


def test_arrivals_are_those_of_the_referee() -> None:
    rng = np.random.default_rng(52)
    for mode in MODES:
        for order in ORDERS:
            for _ in range(2):
                case = random_case(rng, mode, order).with_rules(max_epochs=12)
                n = int(rng.integers(1, len(case.points)))
                run, referee = Run(case.dataset.first(n), case.settings), case.referee(first=n)
                for i in range(n, len(case.points)):
                    until = run.visit + int(rng.integers(0, 12))
                    advance_to(run, until, rng)
                    referee.run(until)
                    run.add_points(case.dataset.first(i + 1))
                    referee.add(case.points[i : i + 1], case.targets[i : i + 1])
                    assert run.state.stop == referee.stop
                while run.stop is None:
                    run.advance(2**62, 1.0)
                referee.run()
                assert logged_by(run) == referee.log
                assert (run.visit, run.state.epoch, run.stop) == (referee.visits, referee.epoch, referee.stop)
                assert cycle_of(run.cycle) == referee.cycle
                assert run.state.alpha.tolist() == referee.alpha


def test_several_points_at_once_are_the_same_as_one_by_one() -> None:
    inexact, finer, coarse = [math.pi, 0.5], [0.25, -0.75], [-1.0, 0.5]
    for mode in MODES:
        for visit in (0, 3, 8):
            for more in ([inexact, finer], [finer, inexact, coarse], [finer, coarse], [coarse, inexact]):
                start = Case([[0.1, 0.2], [0.4, -0.3], [0.7, 0.1]], [0, 1, 1], Rules(mode=mode, eta=0.1))
                whole, single = (Run(start.dataset, start.settings) for _ in range(2))
                for run in (whole, single):
                    advance_to(run, visit, np.random.default_rng(0))
                whole.add_points(whole.dataset.with_points(more, [0] * len(more)))
                for point in more:
                    single.add_points(single.dataset.with_points([point], [0]))
                again = Run.replayed(whole.dataset, whole.settings, whole.stages.arrivals)
                for run in (whole, single, again):
                    advance_to(run, visit + 20, np.random.default_rng(0))
                assert bits(whole.state) == bits(single.state) == bits(again.state)


def test_points_placed_before_the_first_visit_belong_to_the_start() -> None:
    for mode in MODES:
        for points in ([[0.5, 0.25], [math.pi, 1.0]], [[0.5, 0.25], [1.0, 0.125]]):
            case = Case([[0.5, 1.5], *points], [1, 0, 1], Rules(mode=mode, eta=0.1))
            placed = Run(case.dataset.first(1), case.settings)
            for n in (2, 3):
                placed.add_points(case.dataset.first(n))
            given = Run(case.dataset, case.settings)
            assert placed.stages.arrivals == ()
            assert bits(placed.state) == bits(given.state)
            for run in (placed, given):
                run.advance(25)
            assert bits(placed.state) == bits(given.state)
            assert placed.cycle == given.cycle


def test_points_can_be_placed_on_an_empty_plane() -> None:
    run = Run(Dataset.empty(), TrainingSettings())
    run.advance(10)
    run.seek(5)
    assert (run.visit, run.visit_once(), run.stop) == (0, None, None)
    assert (run.stages.pass_start_before(0), run.stages.pass_end_after(0)) == (0, 0)
    run.add_points(run.dataset.with_points([(1.0, 2.0)], [1]))
    run.advance(10)
    assert (run.stop, run.visit, run.state.mistakes) == (Stop.CONVERGED, 2, 1)
    assert (run.stages.pass_start_before(2), run.stages.pass_end_after(0)) == (1, 1)


def test_a_point_reopens_a_run_that_ended_but_not_its_update_limit() -> None:
    far = [(-3.0, -1.0)]
    one = Dataset.of([(1.0, 2.0)], [1])
    for rules, ended, then in (
        ({}, Stop.CONVERGED, Stop.CONVERGED),
        ({"max_epochs": 1}, Stop.EPOCH_LIMIT, Stop.EPOCH_LIMIT),
        ({"max_updates": 1}, Stop.UPDATE_LIMIT, Stop.UPDATE_LIMIT),
    ):
        run = Run(one, TrainingSettings(**rules))
        run.advance(100)
        assert run.stop is ended
        visit = run.visit
        run.add_points(run.dataset.with_points(far, [0]))
        assert run.stop is (Stop.UPDATE_LIMIT if ended is Stop.UPDATE_LIMIT else None)
        run.advance(100)
        assert run.stop is then
        assert (run.visit > visit) == (then is not Stop.UPDATE_LIMIT)


def test_a_reached_update_limit_holds_behind_stops_that_come_before_it() -> None:
    # The cycle and the end of the online pass are named first, but the limit is reached all the same.
    for rules in ({"max_updates": 7}, {"order": "online", "max_updates": 3}):
        case = XOR.with_rules(**rules)
        run, referee = Run(case.dataset, case.settings), case.referee().run()
        run.advance(1000)
        assert run.stop == referee.stop is not None
        assert run.stop is not Stop.UPDATE_LIMIT
        visit = run.visit
        run.add_points(run.dataset.with_points([(0.0, 0.0)], [0]))
        assert run.stop is Stop.UPDATE_LIMIT
        run.advance(1000)
        assert run.visit == visit


def test_visits_that_take_long_have_checkpoints_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Under a kernel 4096 visits of 5000 points took half a second to make again."""
    monkeypatch.setattr(record, "FIRST_SPACING", 4096)
    monkeypatch.setattr(record, "FIRST_WORK", 20_000.0)
    rng, rules = np.random.default_rng(54), Rules(mode="dual", order="random", kernel=("poly", 2, 1.0))
    case = Case(rng.normal(size=(100, 2)).tolist(), rng.integers(0, 2, 100).tolist(), rules)
    run = Run(case.dataset, case.settings)
    while run.visit < 1_000:
        run.advance(1_000, 5_000.0)
    assert np.diff(np.append(run.checkpoint_visits(), run.visit)).max() < 200


@pytest.mark.slow
def test_thinned_checkpoints_change_nothing_but_the_time_it_takes() -> None:
    rng = np.random.default_rng(53)
    for case in cases(rng, 1, ("shuffled",)):
        run = Run(case.dataset, case.settings)
        first = State([0.0], np.zeros(0, dtype=np.int64)).nbytes
        run.checkpoints = Checkpoints(int(rng.choice([0, 4 * first, 12 * first])))
        run.checkpoints.pin(0, run.state)
        advance_to(run, 150, rng)
        run.add_points(extended(case, rng, run.data.dataset))
        advance_to(run, 300, rng)
        loose = [kept for kept in run.checkpoints._kept if not kept.is_pinned]
        assert not loose or run.checkpoints.nbytes <= run.checkpoints._budget
        states = forward(run)
        for visit in rng.integers(0, run.frontier + 1, size=10).tolist():
            assert bits(run.trainer_at(visit).state) == states[visit]
            run.seek(visit)
            assert settled(run) == states[visit]


@pytest.mark.usefixtures("dense_checkpoints")
def test_a_run_that_keeps_no_past_goes_the_same_way_and_shows_itself_once_after_every_update() -> None:
    rng = np.random.default_rng(61)
    for case in cases(rng, 1):
        full, bare = Run(case.dataset, case.settings), Run(case.dataset, case.settings, keeps_past=False)
        told: dict[int, object] = {}

        def follow(trainer: Trainer, run: Run = bare, told: dict[int, object] = told) -> None:
            assert trainer is run.trainer, "nobody trains along"
            told[trainer.log.visits[-1]] = parameters(trainer).tolist()

        bare.follow = follow
        for run in (full, bare):
            advance_to(run, 150, np.random.default_rng(3))
            run.add_points(extended(case, np.random.default_rng(4), run.dataset))
            advance_to(run, 300, np.random.default_rng(5))
        assert (bits(bare.state), bare.stop, bare.cycle) == (bits(full.state), full.stop, full.cycle)
        assert list(told) == full.log.visits.tolist()
        for visit in [*told][::7]:
            assert told[visit] == parameters(full.trainer_at(visit + 1)).tolist()
        assert (len(bare.log), len(bare.checkpoint_visits())) == (0, len(set(bare.stages)))
        middle = full.frontier // 2
        assert bits(bare.trainer_at(middle).state) == bits(full.trainer_at(middle).state)
        bare.seek(middle)
        bare.advance(full.frontier)
        assert len(told) == len(full.log)


def test_stages_that_the_cursor_left_keep_only_what_they_are() -> None:
    run = Run(XOR.dataset, XOR.settings)
    for i in range(1, 5):
        run.advance(5 * i)
        run.add_points(run.dataset.with_points([(float(i), 0.0)], [1]))
    run.seek(7)
    assert [stage.data.arrays.is_empty for stage in run.stages] == [True, False, True, True, True]


def test_a_forgotten_future_leaves_no_trace() -> None:
    rng = np.random.default_rng(54)
    for case in cases(rng, 1):
        run = Run(case.dataset, case.settings)
        advance_to(run, 120, rng)
        at = int(rng.integers(0, run.frontier + 1))
        more = extended(case, rng, run.dataset)
        run.seek(at)
        run.add_points(more)
        fresh = Run(case.dataset, case.settings)
        advance_to(fresh, at, rng)
        fresh.add_points(more)
        assert (run.frontier, run.cycle, run.stages.passes) == (at, None, fresh.stages.passes)
        for ours in (run, fresh):
            advance_to(ours, at + 90, np.random.default_rng(1))
        assert settled(run) == settled(fresh)
        assert logged_by(run) == logged_by(fresh)
        assert (run.cycle, run.frontier) == (fresh.cycle, fresh.frontier)


def test_a_refused_arrival_leaves_the_run_as_it_was() -> None:
    case = XOR.with_rules(n_classes=3)
    settings = TrainingSettings()
    run = Run(case.dataset, settings)
    run.advance(8)
    run.seek(3)
    log = logged_by(run)
    with pytest.raises(DatasetError, match="choose which one is"):
        run.add_points(run.dataset.with_points([(2.0, 2.0)], [2]))
    assert (run.visit, run.frontier, logged_by(run), run.stages.arrivals) == (3, 8, log, ())


def test_arrivals_that_no_run_has_are_refused() -> None:
    dataset = Dataset.of([(1.0, 0.0), (-1.0, 0.0), (2.0, 0.0)], [1, 0, 1])
    with pytest.raises(ValueError, match="visit 50"):
        Run.replayed(dataset, TrainingSettings(), [(50, 2)])


def test_modes_of_one_run_keep_the_place_and_everything() -> None:
    rng = np.random.default_rng(55)
    for case in cases(rng, 1, ("cyclic", "random", "batch"), MODES[:2]):
        run = played(case, rng)
        run.seek(int(rng.integers(0, run.frontier + 1)))
        other = Mode.DUAL if case.rules.mode == "primal" else Mode.PRIMAL
        states, was = forward(run), (run.visit, run.frontier, run.cycle, run.stop, run.last)
        stages = run.stages.arrivals, run.stages.passes
        log, here = logged_by(run), settled(run)
        run.in_mode(other)
        assert run.settings.mode is other
        assert (run.visit, run.frontier, run.cycle, run.stop, run.last) == was
        assert (run.stages.arrivals, run.stages.passes) == stages
        assert (logged_by(run), settled(run)) == (log, here)
        for visit in rng.integers(0, run.frontier + 1, size=5).tolist():
            run.seek(visit)
            assert settled(run) == states[visit]
        run.add_points(extended(case, rng, run.data.dataset))
        advance_to(run, run.visit + 40, rng)
        assert settled(run) == forward(run)[-1]


def test_a_switch_of_mode_does_not_hide_a_cycle() -> None:
    for visits in (0, 3, 4, 6):
        run = Run(XOR.dataset, XOR.settings)
        run.advance(visits)
        run.in_mode(Mode.DUAL)
        run.advance(100)
        assert (run.visit, run.stop, cycle_of(run.cycle)) == (8, Stop.CYCLE, (1, 1, 4))


def test_a_cycle_pauses_once_and_play_goes_round_again() -> None:
    run = Run(XOR.dataset, XOR.settings)
    run.advance(1000)
    assert (run.visit, run.stop) == (8, Stop.CYCLE)
    run.advance(1000)
    assert (run.visit, run.stop, run.frontier) == (1000, None, 1000)
    run.seek(8)
    assert (run.visit, run.stop, cycle_of(run.cycle)) == (8, Stop.CYCLE, (1, 1, 4))
    run.seek(0)
    run.advance(2000)
    assert (run.visit, run.stop) == (2000, None)


def test_a_cycle_is_found_after_looking_back() -> None:
    for back in range(8):
        run = Run(XOR.dataset, XOR.settings)
        run.advance(7)
        run.seek(back)
        run.advance(1000)
        assert (run.visit, cycle_of(run.cycle)) == (8, (1, 1, 4))


def test_behind_a_cycle_the_limits_hold() -> None:
    for rules, end in (({"max_epochs": 2}, 8), ({"max_epochs": 5}, 20), ({"max_updates": 9}, 10)):
        case = XOR.with_rules(**rules)
        run = Run(case.dataset, case.settings)
        run.advance(1000)
        assert (run.visit, run.stop) == (8, Stop.CYCLE)
        run.advance(1000)
        assert run.visit == end
        assert run.state.stop is (Stop.UPDATE_LIMIT if "max_updates" in rules else Stop.EPOCH_LIMIT)


def test_passes_are_those_counted_on_the_way() -> None:
    rng = np.random.default_rng(56)
    for case in cases(rng, 1, WITH_PASSES):
        run = played(case, rng)
        passes, at, epochs = run.stages.passes, 0, [0]
        run.seek(0)
        while run.visit < run.frontier:
            run.visit_once()
            epochs.append(run.state.epoch)
        for passes_of_a_size, following in zip(passes, (*passes[1:], None), strict=True):
            end = following.visit if following else run.frontier
            for at in range(passes_of_a_size.visit, end):
                assert epochs[at + 1] == passes_of_a_size.epoch + (at - passes_of_a_size.visit) // passes_of_a_size.size
        for visit in range(1, run.frontier + 1):
            start = next(v for v in range(visit, -1, -1) if v == 0 or epochs[v] < epochs[visit])
            assert run.stages.pass_start_before(visit) == start
            ends = [v for v in range(visit, run.frontier) if epochs[v + 1] > epochs[visit]]
            if ends and ends[0] > visit:
                assert run.stages.pass_end_after(visit) == ends[0]
        assert run.stages.pass_start_before(0) == 0


def test_where_the_last_pass_is_complete_an_arrival_prolongs_it() -> None:
    run = Run(XOR.dataset, XOR.settings)
    run.advance(4)
    assert run.stages.pass_end_after(4) == 8
    run.add_points(run.dataset.with_points([(3.0, 3.0)], [1]))
    assert (run.stages.pass_start_before(4), run.stages.pass_end_after(4), run.state.epoch) == (0, 5, 1)
    run.advance(5)
    assert (run.state.epoch, run.last, run.stages.pass_end_after(5)) == (1, None, 10)


def test_seeking_shows_the_visit_that_led_there() -> None:
    rng = np.random.default_rng(57)
    for case in cases(rng, 1, ("cyclic", "shuffled", "random", "online")):
        run = played(case, rng)
        by_visit = {visit: (point, rival) for visit, point, rival in logged_by(run)}
        for visit in rng.integers(1, run.frontier + 1, size=8).tolist():
            run.seek(visit)
            last = run.last
            assert last is not None
            assert last.number == visit
            assert last.is_mistake == (visit - 1 in by_visit)
            if last.is_mistake:
                assert (last.point, last.rival) == by_visit[visit - 1]
            assert last.is_mistake == bool((last.before != last.after).any()) or not case.rules.bias
        run.seek(-5)
        assert (run.visit, run.last) == (0, None)
        run.seek(10**9)
        assert run.visit == run.frontier


def test_seeking_in_batch_order_shows_mistakes_at_their_visits_and_the_change_at_the_end_of_the_pass() -> None:
    rng = np.random.default_rng(63)
    changes = 0
    for case in cases(rng, 1, ("batch",)):
        run = played(case, rng)
        updates = {visit for visit, _, _ in logged_by(run)}
        for visit in range(1, run.frontier + 1):
            run.seek(visit)
            last = run.last
            assert last is not None
            assert last.is_mistake == (run.state.mistakes > run.trainer_at(visit - 1).state.mistakes)
            assert (last.rival >= 0) == (last.is_mistake and case.rules.mode == "multiclass")
            assert last.changed <= (visit - 1 in updates)
            changes += last.changed
    assert changes > 15


def test_a_random_order_has_no_passes() -> None:
    case = XOR.with_rules(order="random", max_updates=50)
    run = Run(case.dataset, case.settings)
    run.advance(9)
    assert (run.stages.pass_start_before(9), run.stages.pass_end_after(9), run.state.epoch) == (0, 9, 0)
    run.add_points(run.dataset.with_points([(3.0, 3.0)], [1]))
    run.advance(1000)
    assert (run.stop, run.visit, run.state.epoch) == (Stop.UPDATE_LIMIT, 50, 0)
    assert (run.stages.pass_start_before(20), run.stages.pass_end_after(20)) == (0, 20)


def test_points_that_arrive_behind_a_batch_update_get_one_of_their_own() -> None:
    # Two + points are wrong at f = 0: w = (3, 0), b = 2. A − point at (3, 0) is wrong too: w = (0, 0), b = 1. So is the
    # last. In multiclass the first two have no rival.
    case = Case([[1.0, 0.0], [2.0, 0.0], [3.0, 0.0], [-1.0, 0.0]], [1, 1, 0, 0], Rules(order="batch"))
    for mode in MODES:
        ours = case.with_rules(mode=mode)
        run, referee = Run(ours.dataset.first(2), ours.settings), ours.referee(first=2)
        for at, n in ((2, 3), (3, 4)):
            run.advance(at)
            referee.run(at)
            run.add_points(ours.dataset.first(n))
            referee.add(ours.points[n - 1 : n], ours.targets[n - 1 : n])
        run.advance(4)
        assert logged_by(run) == referee.run(4).log
        assert [visit for visit, _, _ in logged_by(run)] == ([1, 2, 3] if mode != "multiclass" else [2, 3])
        assert run.state.alpha.tolist() == referee.alpha
        assert run.state.mistakes == sum(referee.alpha)
        assert run.state.epoch == 1


def test_a_visit_outside_the_run_has_no_state() -> None:
    run = Run(XOR.dataset, XOR.settings)
    run.advance(5)
    for visit in (-1, 6):
        with pytest.raises(ValueError, match="outside"):
            run.trainer_at(visit)


def test_a_run_that_ended_makes_no_visit() -> None:
    run = Run(Dataset.of([(1.0, 2.0)], [1]), TrainingSettings())
    run.advance(100)
    assert (run.visit_once(), run.visit) == (None, 2)


def test_mistakes_are_counted_up_to_any_visit() -> None:
    rng = np.random.default_rng(58)
    for case in cases(rng, 1):
        run = played(case, rng)
        visits = [visit for visit, _, _ in logged_by(run)]
        places = np.arange(-1, run.frontier + 3)
        assert run.updates_before(places).tolist() == [sum(v < place for v in visits) for place in places]
        for place in range(run.frontier + 2):
            assert run.log.next_after(place) == min((v + 1 for v in visits if v >= place), default=None)
            assert run.log.last_before(place) == max((v + 1 for v in visits if v + 1 < place), default=None)


def test_behind_a_full_log_the_curve_is_coarse_and_monotone_and_before_it_right() -> None:
    rng = np.random.default_rng(59)
    for capacity in (0, 1, 20, 50):
        case = Case(rng.normal(size=(60, 2)).tolist(), rng.integers(0, 2, size=60).tolist(), Rules())
        full, run = Run(case.dataset, case.settings), Run(case.dataset, case.settings)
        run.log = MistakeLog(capacity)
        for ours in (full, run):
            advance_to(ours, 700, np.random.default_rng(2))
        assert len(full.log) > len(run.log) == capacity
        places = np.arange(0, run.frontier + 1)
        true, coarse = full.updates_before(places), run.updates_before(places)
        assert (np.diff(coarse) >= 0).all()
        reach = int(run.log.visits[-1]) + 1 if capacity else 0
        assert (coarse[: reach + 1] == true[: reach + 1]).all()
        for kept in run.checkpoints._kept:
            assert coarse[kept.state.visits] == kept.state.mistakes == true[kept.state.visits]
        assert coarse[-1] == true[-1]
        assert np.abs(coarse - true).max() <= 30
        # a log that was cut while full goes on as if it had never been full
        if capacity == 50:
            at = int(full.log.visits[30])
            for ours in (full, run):
                ours.seek(at)
                ours.add_points(ours.dataset.with_points([(9.0, 9.0)], [0]))
                advance_to(ours, at + 10, np.random.default_rng(3))
            assert logged_by(run) == logged_by(full)[:50]


@pytest.mark.slow
def test_after_a_full_log_the_last_update_before_a_visit_is_found_by_training_again() -> None:
    rng = np.random.default_rng(60)
    for mode in (Mode.DUAL, Mode.MULTICLASS):
        for order in Order:
            case = Case(rng.normal(size=(60, 2)).tolist(), rng.integers(0, 2, size=60).tolist(), Rules(mode, order))
            full, run = Run(case.dataset, case.settings), Run(case.dataset, case.settings)
            run.log = MistakeLog(int(rng.integers(0, 9)))
            for ours in (full, run):
                advance_to(ours, 150, np.random.default_rng(2))
                ours.add_points(ours.dataset.with_points([(9.0, 9.0)], [0]))
                advance_to(ours, 200, np.random.default_rng(2))
            for visit in range(run.frontier + 1):
                assert run.last_update_before(visit) == full.log.last_before(visit)


def test_a_log_grows_with_its_mistakes() -> None:
    case = XOR.with_rules()
    run = Run(case.dataset, case.settings)
    while run.visit < 5000:
        run.advance(5000)
    log = logged_by(run)
    assert len(log) == run.state.mistakes > 2 * 1024
    assert log[-4:] == [(v, v % 4, -1) for v in range(4996, 5000)]


def test_a_rival_may_be_any_of_many_classes() -> None:
    n = 300
    dataset = Dataset.of([[math.cos(i), math.sin(i)] for i in range(n)], range(n), [str(i) for i in range(n)])
    run = Run(dataset, TrainingSettings(mode=Mode.MULTICLASS))
    run.advance(2 * n)
    assert max(run.log.rivals.tolist()) > 127
