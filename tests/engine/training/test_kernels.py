"""Curved kernels in dual and multiclass, against fractions and plain floats (D1, D2, D5, M5, T9)."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, SettingsError, TrainingSettings
from perceptron_gui.engine.run.records.curves import gradient_norm, weight_norm
from perceptron_gui.engine.run.records.record import parameters
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import preview_snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.engine.training.factory import train
from perceptron_gui.frozen import replace
from tests.effort import random_sets
from tests.engine.cases import (
    ORDERS,
    Case,
    bits,
    cycle_of,
    doubles,
    irrational_kernel_case,
    kernel_case,
    logged,
    logged_by,
)
from tests.engine.kernel_referee import KernelReferee
from tests.engine.referee import Rules

CURVED = ("dual", "multiclass")
POLY, RBF = Kernel(KernelName.POLY), Kernel(KernelName.RBF)
XOR = Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, 0, 0])


def refereed(case: Case, reading: str = "decimals") -> KernelReferee:
    referee = case.referee(reading)
    assert isinstance(referee, KernelReferee)
    referee.run()
    return referee


@pytest.mark.parametrize("mode", CURVED)
@pytest.mark.parametrize("order", ORDERS)
def test_decimals_under_a_polynomial_kernel_train_as_fractions_do(mode: str, order: str) -> None:
    rng = np.random.default_rng([3, CURVED.index(mode), ORDERS.index(order)])
    n_exact = 0
    while n_exact < 4:
        case = kernel_case(rng, mode, order)
        done = train(case.dataset, case.settings)
        if done.state.exact_visits is not None:
            continue  # two places to the third power soon have too many digits
        n_exact += 1
        referee = refereed(case)
        assert logged(done) == referee.log, case
        assert done.state.stop == referee.stop
        assert cycle_of(done.cycle) == referee.cycle
        assert (done.state.visits, done.state.mistakes, done.state.epoch) == (
            referee.visits,
            referee.mistakes,
            referee.epoch,
        )
        assert done.state.sums is not None
        assert done.state.sums.counts.tolist() == referee.counts
        assert done.state.alpha.tolist() == referee.alpha
        assert parameters(done).tolist() == doubles(referee.parameters())
        scores = done.data.scale.scores(np.atleast_2d(done.scores(0, done.data.n_samples)))
        for row in done.data.present if mode == "multiclass" else [0]:
            assert scores[row].tolist() == [float(referee.score_of(row, i)) for i in range(len(case.points))]


@pytest.mark.parametrize("mode", CURVED)
@pytest.mark.parametrize("order", ORDERS)
def test_other_numbers_train_as_plain_floats_do(mode: str, order: str) -> None:
    rng = np.random.default_rng([4, CURVED.index(mode), ORDERS.index(order)])
    for _ in range(random_sets(5)):
        case = irrational_kernel_case(rng, mode, order, int(rng.integers(5, 40)))
        done, referee = train(case.dataset, case.settings), refereed(case, "floats")
        assert done.state.exact_visits == 0
        assert logged(done) == referee.log, case
        assert done.state.stop == referee.stop


@pytest.mark.parametrize("mode", CURVED)
def test_any_place_of_the_past_has_the_bits_of_the_forward_run(mode: str) -> None:
    rng = np.random.default_rng(5)
    for order in ORDERS:
        for make in (kernel_case, lambda *rules: irrational_kernel_case(*rules, 12)):
            case = make(rng, mode, order)
            run, states = Run(case.dataset, case.settings), []
            while run.visit_once() is not None and run.visit < 60:
                states.append((bits(run.state), run.last.scores_after.tolist() if run.last else None))
            for visit in rng.permutation(len(states))[:12].tolist():
                run.seek(visit + 1)
                assert run.last is not None
                assert (bits(run.state), run.last.scores_after.tolist()) == states[visit]


@pytest.mark.parametrize("mode", CURVED)
def test_points_that_arrive_extend_the_run_as_fractions_say(mode: str) -> None:
    rng = np.random.default_rng(6)
    for number in range(random_sets(10)):
        case = kernel_case(rng, mode, ORDERS[number % 5]).with_rules(max_updates=None, max_epochs=6)
        case = case.with_rules(max_updates=40) if case.rules.order == "random" else case
        first = max(len(case.points) // 2, 1)
        run = Run(case.dataset.first(first), case.settings)
        referee = case.referee(first=first)
        for last in range(first + 1, len(case.points) + 1):
            visits = int(rng.integers(1, 9))
            run.advance(run.visit + visits)
            referee.run(referee.visits + visits)
            run.add_points(case.dataset.first(last))
            referee.add(case.points[last - 1 : last], case.targets[last - 1 : last])
        run.advance(10**6)
        referee.run()
        assert run.is_exact
        assert logged_by(run) == referee.log, case
        assert cycle_of(run.cycle) == referee.cycle


def test_points_that_come_together_or_one_by_one_make_the_same_run() -> None:
    rng = np.random.default_rng(8)
    for number in range(20):
        case = irrational_kernel_case(rng, CURVED[number % 2], "cyclic", 20)
        together, alone = (Run(case.dataset.first(10), case.settings) for _ in range(2))
        for run in (together, alone):
            run.advance(13)
        together.add_points(case.dataset)
        for last in range(11, 21):
            alone.add_points(case.dataset.first(last))
        for run in (together, alone):
            run.advance(10**5)
        assert bits(together.state) == bits(alone.state)
        assert logged_by(together) == logged_by(alone)


def test_two_classes_make_the_mistakes_of_the_dual() -> None:
    rng = np.random.default_rng(9)
    for number in range(20):
        case = kernel_case(rng, "dual", ORDERS[number % 5]).with_rules(initial=None)
        if len(set(case.labels)) < 2:
            continue
        other = case.with_rules(mode="multiclass")
        dual, classes = train(case.dataset, case.settings), train(other.dataset, other.settings)
        assert [entry[:2] for entry in logged(dual)] == [entry[:2] for entry in logged(classes)]
        assert dual.state.sums is not None and classes.state.sums is not None
        assert classes.state.sums.counts[1].tolist() == dual.state.sums.counts[0].tolist()


def test_x_times_z_as_a_kernel_makes_the_mistakes_of_multiclass_without_one() -> None:
    rng = np.random.default_rng(10)
    for number in range(20):
        case = kernel_case(rng, "multiclass", ORDERS[number % 5]).with_rules(kernel=("poly", 1, 0.0))
        plain = case.with_rules(kernel=None)
        assert logged(train(case.dataset, case.settings)) == logged(train(plain.dataset, plain.settings))


def test_a_run_is_exact_as_long_as_its_scores_are_below_2_to_the_53() -> None:
    rng = np.random.default_rng(11)
    left = 0
    for number in range(random_sets(16, least=8)):
        points = np.round(rng.uniform(-1, 1, (6, 2)) * 10.0 ** float(rng.uniform(6.6, 6.85)), 1)
        rules = Rules(mode=CURVED[number % 2], order=ORDERS[number // 2 % 4], max_epochs=30, max_updates=120)
        case = Case(points.tolist(), rng.integers(0, 2, 6).tolist(), replace(rules, kernel=("poly", 1, 1.0)))
        done, referee = train(case.dataset, case.settings), case.referee()
        assert isinstance(referee, KernelReferee)
        unit, exact = done.data.scale.score_unit, done.data.is_exact
        while referee.stop is None and exact:
            before = referee.visits
            referee.step()
            largest = [max(map(abs, grown)) + abs(b) for grown, b in zip(referee.grown, referee.biases, strict=True)]
            # in batch order sums on the way may be larger
            if max(largest) / unit >= 2**53:
                assert done.state.exact_visits is not None and done.state.exact_visits <= before
                left += done.state.exact_visits == before
                break
        else:
            if exact:
                assert done.state.exact_visits is None
                assert logged(done) == referee.log
    assert left >= random_sets(2)


def test_xor_and_a_ring_are_learned() -> None:
    for mode in (Mode.DUAL, Mode.MULTICLASS):
        for kernel in (POLY, RBF):
            assert train(XOR, TrainingSettings(mode=mode, kernel=kernel)).state.stop == "converged"
        angles = np.arange(40) * 0.7
        ring = np.column_stack([np.cos(angles), np.sin(angles)]) * np.repeat([0.5, 2.0], 20)[:, None]
        points = Dataset.of(ring, np.repeat([0, 1], 20))
        assert train(points, TrainingSettings(mode=mode, kernel=RBF)).state.stop == "converged"


def test_what_no_kernel_can_be_is_refused_in_a_sentence() -> None:
    for numbers in ({"degree": 0}, {"degree": 11}, {"coef0": -1.0}, {"coef0": float("inf")}, {"gamma": 0.0}):
        with pytest.raises(SettingsError, match=r"kernel must be"):
            Kernel(KernelName.POLY, **numbers)  # type: ignore[arg-type]
    with pytest.raises(SettingsError, match=r"10¹², not 0\.$"):
        Kernel(KernelName.RBF, gamma=0.0)
    with pytest.raises(SettingsError, match="primal has no kernel"):
        TrainingSettings(kernel=RBF)
    with pytest.raises(SettingsError, match="only start weight is the bias, but there are 3"):
        train(XOR, TrainingSettings(mode=Mode.DUAL, kernel=RBF, initial=(1.0, 2.0, 3.0)))
    with pytest.raises(SettingsError, match="Without a bias"):
        train(XOR, TrainingSettings(mode=Mode.DUAL, kernel=RBF, bias=False, initial=(1.0,)))


def test_numbers_that_a_kernel_does_not_ask_for_make_no_other_rules() -> None:
    plain = TrainingSettings(mode=Mode.DUAL)
    assert replace(plain, kernel=Kernel(degree=5)).essence == plain.essence == TrainingSettings()
    poly, rbf = replace(plain, kernel=POLY), replace(plain, kernel=RBF)
    assert replace(plain, kernel=replace(RBF, degree=7)).essence == rbf.essence != poly.essence
    assert poly.essence.mode is Mode.DUAL


def test_a_point_that_is_dragged_is_judged_by_what_was_learned_from_it_where_it_was() -> None:
    rng = np.random.default_rng(12)
    for number in range(12):
        case = kernel_case(rng, CURVED[number % 2], "cyclic")
        run = Run(case.dataset, case.settings)
        run.advance(7)
        there = np.round(rng.uniform(-2, 2, case.n_features), 2)
        preview = preview_snapshot(run, 0, Wants(), run.dataset.moved([1], there))
        here = take_snapshot(run, 0, Wants())
        (scores,) = here.model.decision_function(there[None])
        label = int(run.dataset.labels[1])
        won = here.model.winners(scores.tolist())
        assert (won != (label,)) == bool(preview.errors[1]) or np.ptp(scores) < 1e-9 or abs(scores).min() < 1e-9
        assert np.delete(preview.errors, 1).tolist() == np.delete(here.errors, 1).tolist()


def test_lengths_among_the_features_are_those_of_weights_that_are_written_out() -> None:
    rng = np.random.default_rng(13)
    for number in range(20):
        case = kernel_case(rng, CURVED[number % 2], "cyclic").with_rules(kernel=("poly", 1, 0.0), initial=None)
        curved, plain = train(case.dataset, case.settings), train(case.dataset, case.with_rules(kernel=None).settings)
        if len(set(case.labels)) > 1:
            assert weight_norm(curved) == pytest.approx(weight_norm(plain), rel=1e-12, abs=1e-12)
            assert gradient_norm(curved) == pytest.approx(gradient_norm(plain), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("mode", CURVED)
def test_a_plane_without_points_has_no_scores_that_could_come_back(mode: str) -> None:
    settings = TrainingSettings(Mode(mode), kernel=RBF)
    run = Run(XOR.first(0), settings)
    run.add_points(XOR)
    run.advance(1000)
    whole = Run(XOR, settings)
    whole.advance(1000)
    assert bits(run.state) == bits(whole.state)
