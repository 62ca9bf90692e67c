"""Whole numbers in float64: places, the range rule and its edge, going on in floats, exact reporting (E2, E3, E5)."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.exact.fixed_point import (
    choose_scale,
    decimal_places,
    held_values,
    largest_weight,
    nearest_doubles,
)
from perceptron_gui.engine.native import loader
from perceptron_gui.engine.native.loader import Library
from perceptron_gui.engine.run.records.record import parameters, scores_of
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.engine.training.factory import make_trainer, train
from perceptron_gui.engine.training.training_data import make_training_data
from tests.effort import random_sets
from tests.engine.cases import ORDERS, Case, bits, doubles, fraction, logged, logged_by, random_case
from tests.engine.range_rule import FULL, Range, in_held_floats, places_of
from tests.engine.referee import Rules

MODES = ("primal", "dual", "multiclass")


def wide_case(rng: np.random.Generator, mode: str) -> Case:
    """Return points of up to 6 places whose numbers outgrow 2^53 within some passes."""
    order = str(rng.choice(["cyclic", "shuffled", "random", "batch"]))
    case = random_case(rng, mode, order, n_features=2)
    places = int(rng.integers(4, 7))
    grid = rng.integers(-6 * 10**7, 6 * 10**7, size=(len(case.points), 2))
    limit = 80 if order == "random" else None
    return Case((grid / 10**places).tolist(), case.labels, case.rules).with_rules(max_updates=limit, max_epochs=12)


def test_runs_that_leave_the_range_say_when_and_go_on_in_the_same_floats() -> None:
    rng = np.random.default_rng(40)
    broken = exact = 0
    for mode in ("primal", "multiclass"):
        for _ in range(12):
            case = wide_case(rng, mode)
            referee, rule = case.referee(), Range(case)
            while referee.stop is None and rule.holds(referee):
                referee.step()
            trainer = train(case.dataset, case.settings)
            if rule.holds(referee):
                exact += 1
                assert trainer.state.exact_visits is None
                assert parameters(trainer).tolist() == doubles(referee.parameters())
                continue
            broken += 1
            assert trainer.state.exact_visits == max(referee.visits - 1, 0)
            going = in_held_floats(case, referee, rule).run()
            assert logged(trainer) == going.log
            assert (trainer.state.stop, trainer.state.visits) == (going.stop, going.visits)
            assert trainer.state.theta == [v for row in going.rows for v in row]
            as_reported = [[float(Fraction(v) * rule.unit) for v in row] for row in going.rows]
            assert parameters(trainer).tolist() == as_reported
    assert broken > 9
    assert exact >= 3


def test_primal_and_dual_leave_the_range_at_the_same_visit_and_stay_the_same_run() -> None:
    rng = np.random.default_rng(41)
    for _ in range(80):
        case = wide_case(rng, "primal")
        ours = train(case.dataset, case.settings)
        dual = case.with_rules(mode="dual")
        theirs = train(dual.dataset, dual.settings)
        assert logged(ours) == logged(theirs)
        assert bits(ours.state) == bits(theirs.state)
        assert ours.margins().tobytes() == theirs.margins().tobytes()


def exact_visits(points: list[list[float]], initial: tuple[float, ...], bias: bool = False) -> list[int | None]:
    """Return `exact_visits` after one visit, in both binary modes."""
    found = []
    for mode in (Mode.PRIMAL, Mode.DUAL):
        settings = TrainingSettings(mode=mode, bias=bias, initial=initial)
        trainer = make_trainer(make_training_data(Dataset.of(points, [1] * len(points)), settings))
        trainer.advance(1)
        found.append(trainer.state.exact_visits)
    return found


def test_the_range_rule_holds_at_two_to_the_53_and_not_above() -> None:
    x, w = 2.0**20, 2.0**33
    assert exact_visits([[x]], (w,)) == [None, None]
    assert exact_visits([[x]], (w + 1,)) == [0, 0]
    assert exact_visits([[x], [-x - 1]], (w,)) == [0, 0]
    assert exact_visits([[x - 1]], (w, 1.0), bias=True) == [None, None]
    assert exact_visits([[x]], (w, 1.0), bias=True) == [0, 0]
    assert exact_visits([[x]], (1.0, -w), bias=True) == [0, 0]


def test_the_range_rule_sees_a_norm_of_two_to_the_53_and_one() -> None:
    half, least = 2.0**52 / 1e6, 1e-6
    assert decimal_places([half]) == 6
    assert exact_visits([[half, half, 0.0]], (least, least, least)) == [None, None]
    assert exact_visits([[half, half, least]], (least, least, least)) == [0, 0]
    assert largest_weight(np.array([[float(FULL), 1.0]])) == 0.0
    assert largest_weight(np.array([[1.0, 1.0], [-float(FULL), 0.0]])) == 1.0


def test_the_largest_weight_is_the_last_one_the_rule_allows() -> None:
    rng = np.random.default_rng(42)
    for _ in range(300):
        Z = np.rint(rng.normal(size=(4, 3)) * 10.0 ** rng.integers(0, 17))
        widest = max(sum(abs(int(v)) for v in row) for row in Z.tolist())
        assert int(largest_weight(Z)) == (FULL // widest if widest else FULL)


def test_a_gram_entry_beyond_the_range_does_not_reach_the_scores() -> None:
    # x² is odd and above 2^53, while every score of the run stays below.
    x, w = 94906267, -47453133
    case = Case([[float(x)], [float(-x)]], [1, 0], Rules(mode="dual", bias=False, initial=(float(w),), max_epochs=1))
    trainer = train(case.dataset, case.settings)
    assert trainer.state.exact_visits is None
    assert trainer.state.mistakes == 1
    assert trainer.margins().tolist() == [(w + x) * x] * 2


def test_the_visit_whose_update_leaves_the_range_is_the_first_inexact_one() -> None:
    # k = 6, x̂ = (30, 1): two updates keep |θ|·‖x̂‖₁ ≤ 2^53, and a cursor before the third still shows "exact".
    case = Case([[60.000001, 12.5], [-59.999999, -12.5]], [0, 0], Rules(max_epochs=2))
    case = Case([*case.points, [60.0, -70.5]], [0, 1, 1], case.rules)
    referee, rule = case.referee(), Range(case)
    while rule.holds(referee):
        referee.step()
    before = referee.visits - 1
    assert before > 0
    run = Run(case.dataset, case.settings)
    run.advance(before)
    assert run.is_exact
    visited = run.visit_once()
    assert visited is not None
    assert not visited.is_exact
    assert run.state.theta == [float(v / rule.unit) for v in referee.rows[0]]
    assert run.state.exact_visits == before
    assert not take_snapshot(run, 0, Wants()).is_exact
    run.seek(before)
    assert run.is_exact
    assert run.trainer_at(before + 1).state.exact_visits == before
    assert run.trainer_at(before).state.exact_visits is None


LEAVES_AT_ITS_END = ([[768317599.0, 814222200.0, 1.0], [-1934933375.0, 1825844794.0, -124260163.0]], [1, 0])


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("mode", MODES)
def test_no_run_is_exact_that_ends_in_a_state_outside_the_range(mode: str, order: str) -> None:
    case = Case(*LEAVES_AT_ITS_END, Rules(mode, order, bias=False, max_epochs=20, max_updates=20))
    trainer = train(case.dataset, case.settings)
    referee, rule = case.referee(), Range(case)
    while rule.holds(referee):
        referee.step()
    assert trainer.state.exact_visits == referee.visits - 1
    run = Run(case.dataset, case.settings)
    while run.visit_once() is not None and run.visit < 40:
        expected = None if run.visit < referee.visits else referee.visits - 1
        assert run.state.exact_visits == expected
        assert run.last is not None
        assert run.last.is_exact is (expected is None)


def test_parameters_behind_an_update_that_rounds_are_the_nearest_to_the_exact_ones() -> None:
    for mode in ("primal", "dual"):
        for order in ("cyclic", "random", "batch"):
            rules = Rules(mode, order, 0.7, bias=False, initial=(-0.000003,), max_updates=1)
            case = Case([[900000000001.0], [-5.0]], [1, 0], rules)
            trainer = train(case.dataset, case.settings)
            assert trainer.state.exact_visits is not None
            found = parameters(trainer).tolist()
            assert found == doubles(case.referee().run().parameters())
            assert found == [[630000000000.699997]] or order != "cyclic"


def test_start_weights_beyond_the_range_are_reported_as_they_were_typed() -> None:
    rng = np.random.default_rng(46)
    for _ in range(200):
        initial = tuple(np.round(rng.uniform(-1, 1, 2) * 1e12, int(rng.integers(0, 6))).tolist())
        rules = Rules(eta=0.000001, bias=False, initial=initial)
        trainer = make_trainer(
            make_training_data(Dataset.of([(1.0, 2.0)], [0]), Case([[1.0, 2.0]], [0], rules).settings)
        )
        assert parameters(trainer).tolist() == [list(initial)]
        assert trainer.state.exact_visits == 0


def test_a_step_beyond_two_to_the_53_is_never_taken_for_exact() -> None:
    # In whole numbers −1 + (2^53 + 2) rounds to 2^53, which alone would be in range.
    for mode in (Mode.PRIMAL, Mode.DUAL):
        for order in (Order.CYCLIC, Order.RANDOM, Order.BATCH):
            settings = TrainingSettings(
                mode=mode, order=order, eta=9007199254.740994, bias=False, initial=(-0.000001,), max_updates=1
            )
            trainer = train(Dataset.of([(1.0,)], [1]), settings)
            assert trainer.state.exact_visits == 0
            assert parameters(trainer).tolist() == [[float(fraction(9007199254.740994) - Fraction(1, 10**6))]]


def test_a_batch_sum_that_may_not_be_whole_ends_exactness_before_the_visit_that_makes_it() -> None:
    # From zero the range rule holds at every visit of the first pass, but ten numbers near 10^15 make a sum above 2^53.
    points = [[999_999_999_999.0 + i / 1000] for i in range(10)]
    for mode in ("primal", "dual", "multiclass"):
        case = Case([*points, [-1.0]], [1] * 10 + [0], Rules(mode, "batch", bias=False, max_epochs=2))
        run = Run(case.dataset, case.settings)
        run.advance(10)
        assert run.is_exact
        run.advance(11)
        assert run.state.exact_visits == 10
        assert not run.is_exact
        run.seek(10)
        assert run.is_exact
        few = Run(case.dataset.first(8), case.settings)
        few.advance(7)
        assert few.is_exact
        few.advance(8)  # this sum is whole, but with it scores are not
        assert few.state.exact_visits == (None if mode == "multiclass" else 7)  # a single class has no rival


def test_a_later_point_with_more_places_rescales_the_state_exactly() -> None:
    rng = np.random.default_rng(43)
    for mode in ("primal", "dual", "multiclass"):
        for _ in range(10):
            case = random_case(rng, mode, str(rng.choice(["cyclic", "shuffled"])), n_features=2)
            case = case.with_rules(max_updates=None)
            finer = [[round(v / 1000, 5) for v in point] for point in case.points[:2]]
            longer = Case([*case.points, *finer], [*case.labels, *case.labels[:2]], case.rules)
            n, run, referee = len(case.points), Run(case.dataset, case.settings), case.referee()
            at = int(rng.integers(1, 15))
            run.advance(at)
            referee.run(run.visit)
            before = parameters(run.trainer).tolist()
            run.add_points(longer.dataset)
            referee.add(finer, longer.targets[n:])
            assert run.data.scale.places == places_of([v for point in longer.points for v in point])
            assert parameters(run.trainer).tolist() == before
            while run.visit < 60 and run.stop is None:
                run.advance(60)
            referee.run(run.visit)
            assert logged_by(run) == referee.log
            assert run.is_exact
            assert parameters(run.trainer).tolist() == doubles(referee.parameters())


def test_a_point_that_is_no_decimal_ends_exactness_where_it_arrives() -> None:
    case = Case([[0.1, 0.2], [0.3, -0.1], [1.5, 2.0]], [0, 1, 0], Rules(eta=0.1))
    for mode in ("primal", "dual", "multiclass"):
        ours = case.with_rules(mode=mode)
        run = Run(ours.dataset, ours.settings)
        run.advance(5)
        before = parameters(run.trainer).tolist()
        run.add_points(run.dataset.with_points([[math.pi, 1.0]], [0]))
        assert run.state.exact_visits == 5
        assert parameters(run.trainer).tolist() == before
        run.add_points(run.dataset.with_points([[0.5, 1.0]], [0]))
        run.advance(9)
        run.add_points(run.dataset.with_points([[0.25, 1.0]], [0]))
        assert run.state.exact_visits == 5
        assert run.trainer_at(4).state.exact_visits is None


def test_places_are_those_of_the_decimals_as_written() -> None:
    assert decimal_places([]) == 0
    assert decimal_places([1.0, -3.0, 0.0, 1e12]) == 0
    assert decimal_places([0.1, 0.25]) == 2
    assert decimal_places([1e-6]) == 6
    assert decimal_places([1e-7]) is None
    assert decimal_places([1 / 3]) is None
    assert decimal_places([math.pi, 1.0]) is None
    rng = np.random.default_rng(44)
    for k in range(7):
        values = (rng.integers(-(10**9), 10**9, size=200) / 10**k).tolist()
        assert decimal_places(values) == places_of(values)
        held = held_values(np.array(values), 6)
        assert [Fraction(v) for v in held.tolist()] == [fraction(v) * 10**6 for v in values]


def near_the_limit(rng: np.random.Generator) -> float:
    """Return a decimal v of 4–6 places with v·10^k between 2^50 and 2^54, or a double near one."""
    places, whole = int(rng.integers(4, 7)), int(rng.integers(2**50, 2**54))
    value = min(float(Fraction(whole, 10**places)), 1e12) * rng.choice([-1.0, 1.0])
    return float(np.nextafter(value, 0.0)) if rng.random() < 0.3 else float(value)


@pytest.mark.parametrize("library", [loader.library, None])
def test_decimals_near_the_limit_are_decided_on_their_digits(
    library: Library | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loader, "library", library)
    rng, exact = np.random.default_rng(47), 0
    for _ in range(random_sets(200)):
        value, other = near_the_limit(rng), float(rng.integers(-9, 10))
        places = places_of([value])
        assert decimal_places([value, other]) == (places if places <= 6 else None)
        data = make_training_data(Dataset.of([[value, other]], [1]), TrainingSettings(bias=False))
        assert data.is_exact is (places <= 6 and abs(fraction(value) * 10**places) < FULL)
        if data.is_exact:
            exact += 1
            held = data.inputs.ravel().tolist()
            assert [Fraction(v) for v in held] == [fraction(v) * 10**places for v in (value, other)]
            assert data.largest_weight == FULL // sum(map(abs, map(int, held)))
    assert random_sets(100) < exact < random_sets(300)


def test_a_decimal_times_ten_to_the_k_is_below_two_to_the_53() -> None:
    for largest, is_exact in ((4503599627.370497, True), (9100000000.5, False), (999_999_999_999.0, False)):
        data = make_training_data(Dataset.of([(largest, 1.000001)], [1]), TrainingSettings())
        assert data.is_exact is is_exact
        assert make_training_data(Dataset.of([(largest, 1.5)], [1]), TrainingSettings()).is_exact


def test_a_later_point_that_would_take_earlier_ones_out_of_the_range_leaves_the_scale_as_it_is() -> None:
    for mode in (Mode.PRIMAL, Mode.DUAL, Mode.MULTICLASS):
        run = Run(Dataset.of([(-3.5, 2.0), (1e11, 1.0)], [0, 1]), TrainingSettings(mode=mode))
        run.advance(3)
        before = parameters(run.trainer).tolist()
        run.add_points(run.dataset.with_points([(0.000001, 1.0)], [0]))
        assert run.data.scale.places == 1
        assert run.state.exact_visits == 3
        assert parameters(run.trainer).tolist() == before


def test_a_point_that_was_rounded_when_it_was_read_is_not_exact() -> None:
    rounded = Dataset.of([(0.1, 1.0), (2.0, 3.0)], [0, 1], rounded=[1])
    for mode in (Mode.PRIMAL, Mode.DUAL, Mode.MULTICLASS):
        settings = TrainingSettings(mode=mode)
        assert train(rounded, settings).state.exact_visits == 0
        assert train(rounded.without([1]), settings).state.exact_visits is None
        run = Run(Dataset.of([(0.1, 1.0), (2.0, 3.0)], [0, 1]), settings)
        run.advance(2)
        run.add_points(run.dataset.with_points([(0.2, 1.0), (0.00001, 1.0)], [0, 1], rounded=[1]))
        assert (run.state.exact_visits, run.data.scale.places) == (2, 1)


def test_eta_scales_the_step_only_with_start_weights() -> None:
    X = np.array([[0.25, 1.0]])
    zero = choose_scale(X, TrainingSettings(eta=0.1, initial=(0.0, 0.0, 0.0)))
    assert (zero.places, zero.step, zero.weight_unit) == (2, 1.0, Fraction(1, 1000))
    for initial, m in (((1.0, 0.0, 0.0), 3), ((0.0001, 0.0, 0.0), 4)):
        scale = choose_scale(X, TrainingSettings(eta=0.1, initial=initial))
        assert (scale.places, scale.weight_unit) == (2, Fraction(1, 10**m))
        assert scale.step == 10 ** (m - 3)
        assert scale.start(initial)[0] == fraction(initial[0]) * 10**m
    for settings in (TrainingSettings(eta=1 / 3), TrainingSettings(initial=(1 / 3, 0.0, 0.0))):
        scale = choose_scale(X, settings)
        assert (scale.is_exact, scale.places, scale.step, scale.weight_unit) == (False, 0, settings.eta, 1)
        assert scale.start((1 / 3, -2.5)) == [1 / 3, -2.5]


def test_reported_numbers_are_the_doubles_nearest_the_exact_values() -> None:
    rng = np.random.default_rng(45)
    for _ in range(random_sets(3000)):
        unit = Fraction(int(rng.choice([1, 3, 7, 107, 12345, 999_999_999_999])), 10 ** int(rng.integers(0, 19)))
        top = 10 ** int(rng.integers(1, 17))
        held = [float(v) for v in rng.integers(-top, top + 1, size=4)] + [float(FULL // unit.numerator)]
        assert nearest_doubles(held, unit).tolist() == [float(Fraction(v) * unit) for v in held]


def test_a_product_of_two_to_the_53_and_one_is_not_rounded_twice() -> None:
    for factor in (3, 107, 321):
        for j in range(16):
            unit, held = Fraction(factor, 10**j), float((FULL + 1) // factor)
            assert nearest_doubles(held, unit).item() == float(Fraction(held) * unit)


def test_numbers_beyond_the_range_are_reported_too() -> None:
    reported = nearest_doubles([[-math.inf, 2.0**60], [1.5, -(2.0**100)]], Fraction(7, 1))
    assert reported.tolist() == [[-math.inf, 7 * 2.0**60], [10.5, -7 * 2.0**100]]


def test_a_reported_zero_has_no_sign() -> None:
    for unit in (Fraction(1), Fraction(3, 10), Fraction(7, 10**18)):
        assert math.copysign(1.0, nearest_doubles(-0.0, unit).item()) == 1.0
    for mode in (Mode.PRIMAL, Mode.DUAL):
        trainer = make_trainer(make_training_data(Dataset.of([(1.0, 2.0)], [0]), TrainingSettings(mode=mode)))
        assert math.copysign(1.0, scores_of(trainer, 0).item()) == 1.0
