"""The margin perceptron: an update wherever y·f ≤ β, mistakes and near misses told apart, against fractions (V4)."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import MAX_ABS, Mode, Order, SettingsError, TrainingSettings
from perceptron_gui.engine.native import loader
from perceptron_gui.engine.run.records.record import parameters
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.training.factory import train
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.frozen import replace
from tests.engine.cases import (
    ORDERS,
    bits,
    cycle_of,
    doubles,
    irrational_case,
    irrational_kernel_case,
    kernel_case,
    logged,
    logged_by,
    random_case,
    using,
)
from tests.engine.referee import Referee

MODES = ("primal", "dual", "multiclass")
MARGINS = (0.1, 0.5, 1.0, 3.0, 0.0123)


def assert_stands_where(run: Run, referee: Referee) -> None:
    state = run.state
    assert (state.visits, state.epoch, state.mistakes) == (referee.visits, referee.epoch, referee.mistakes)
    assert (state.near_misses, state.updates) == (referee.near_misses, len(referee.log))
    assert (state.unlearned, state.unlearned_near) == (len(referee.unlearned), referee.unlearned_near)
    assert state.alpha.tolist() == referee.alpha
    assert parameters(run.trainer).tolist() == doubles(referee.parameters())


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("mode", ["dual", "multiclass"])
def test_a_run_with_a_margin_is_the_referees_with_arrivals_and_kernels(mode: str, order: str) -> None:
    rng = np.random.default_rng(MODES.index(mode) * 5 + ORDERS.index(order))
    n_near = 0
    for number in range(4):
        make = kernel_case if number % 3 == 2 and mode != "primal" else random_case
        case = make(rng, mode, order).with_rules(beta=float(rng.choice(MARGINS)), max_epochs=6)
        first, at = max(2, len(case.points) - 2), int(rng.integers(0, 2 * len(case.points)))
        run, referee = Run(case.dataset.first(first), case.settings), case.referee(first=first)
        run.advance(at)
        run.advance(at)
        referee.run(at)
        run.add_points(case.dataset)
        referee.add(case.points[first:], case.targets[first:])
        run.advance(150)
        run.advance(150)  # round the cycle, if there is one
        referee.run(150)
        assert_stands_where(run, referee)
        assert (run.state.stop, logged_by(run)) == (referee.stop, referee.log)
        n_near += referee.near_misses
    assert n_near


@pytest.mark.parametrize("mode", ["dual", "multiclass"])
def test_a_cycle_with_a_margin_is_found_at_its_first_repeat_and_counts_its_mistakes(mode: str) -> None:
    rng, found, with_near_misses = np.random.default_rng(5), 0, 0
    for _ in range(9):
        case = random_case(rng, mode, "cyclic", 1).with_rules(beta=float(rng.choice(MARGINS)), max_updates=None)
        case = case.with_rules(max_epochs=150)
        trainer, referee = train(case.dataset, case.settings), case.referee().run()
        assert (trainer.state.stop, cycle_of(trainer.cycle)) == (referee.stop, referee.cycle)
        assert (trainer.state.mistakes, trainer.state.near_misses) == (referee.mistakes, referee.near_misses)
        found += trainer.state.stop is Stop.CYCLE
        with_near_misses += trainer.state.stop is Stop.CYCLE and referee.near_misses > 0
    assert found > 3
    assert with_near_misses > 1


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("mode", ["dual", "multiclass"])
@pytest.mark.skipif(loader.library is None, reason="needs the compiled loop")
def test_python_and_the_compiled_loop_have_the_same_bits_with_a_margin(mode: str, order: str) -> None:
    rng, n_near = np.random.default_rng(3), 0
    for n in (9, 300):
        case = irrational_case(rng, mode, order, n).with_rules(beta=0.07)
        trainer = train(case.dataset, case.settings)
        with using(None):
            other = train(case.dataset, case.settings)
        assert bits(trainer.state) == bits(other.state)
        assert logged(trainer) == logged(other)
        n_near += trainer.state.near_misses
    assert n_near > 0


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("mode", ["dual", "multiclass"])
def test_a_gaussian_kernel_with_a_margin_is_the_referees_in_floats(mode: str, order: str) -> None:
    rng = np.random.default_rng(8)
    case = irrational_kernel_case(rng, mode, order, 12).with_rules(beta=0.05, kernel=("rbf", 1.0))
    run, referee = Run(case.dataset, case.settings), case.referee("floats")
    referee.looks_for_cycle = False
    run.advance(60)
    referee.run(60)
    assert logged_by(run) == referee.log
    assert (run.state.mistakes, run.state.near_misses) == (referee.mistakes, referee.near_misses)


@pytest.mark.parametrize("order", Order)
def test_with_a_margin_of_zero_nothing_is_a_near_miss(order: Order) -> None:
    case = random_case(np.random.default_rng(1), "primal", order.value)
    trainer = train(case.dataset, replace(case.settings, beta=0.0))
    assert trainer.state.near_misses == 0
    assert trainer.state.learned_from == trainer.state.mistakes - trainer.state.unlearned


def test_a_margin_of_exactly_beta_is_an_update_and_a_little_more_is_none() -> None:
    """On paper: after the first update f(0.3) = 0.1·(0.3·0.3 + 1) = 0.109, which floats would not hit."""
    for beta, updates in ((0.109, 2), (0.1089, 1), (0.1089999999999, 1), (0.10900001, 2)):
        settings = TrainingSettings(eta=0.1, beta=beta, max_epochs=9, positive=1)
        trainer = train(Dataset.of([[0.3]], [1], ("A", "B")), settings)
        assert (trainer.state.updates, trainer.state.mistakes) == (updates, 1)
        assert trainer.state.stop is Stop.CONVERGED
        assert trainer.state.exact_visits is None


def test_a_margin_that_whole_numbers_cannot_hold_makes_a_run_inexact_and_says_so() -> None:
    dataset = Dataset.of([[0.01, 0.3], [0.25, -1.0]], [0, 1])
    exact, other = (Run(dataset, TrainingSettings(beta=beta)) for beta in (1e11, 1e12))
    assert exact.is_exact
    assert not other.is_exact, "10¹² has 10¹⁶ hundredths of hundredths, more than 2^53"


@pytest.mark.parametrize("name", ["rbf", "laplacian"])
@pytest.mark.parametrize("mode", [Mode.DUAL, Mode.MULTICLASS])
@pytest.mark.parametrize("order", [Order.CYCLIC, Order.BATCH])
def test_a_margin_beyond_every_double_is_learned_from_at_every_visit(name: str, mode: Mode, order: Order) -> None:
    """With a kernel whose values are no decimals β is held as β/η, here more than 10³⁰⁸."""
    rules = TrainingSettings(mode, order, eta=5e-324, beta=1.0)
    rules = replace(rules, kernel=replace(rules.kernel, name=name, gamma=1.0))
    run = Run(Dataset.of([[0.5], [1.0], [-1.5]], [1, 1, 0]), rules)
    run.advance(30)
    assert run.visit == 30 and run.data.threshold == float("inf")
    assert run.state.mistakes + run.state.near_misses == 30
    plain, gained = replace(rules, eta=1.0, beta=1e12), []
    for each in (rules, plain):
        run = Run(Dataset.of([[0.5], [1.0], [-1.5]], [1, 1, 0]), each)
        run.advance(30)
        gained.append(run.state.updates)
    assert gained[0] == gained[1]


@pytest.mark.parametrize("beta", [-0.1, float("nan"), float("inf"), 2 * MAX_ABS])
def test_a_margin_that_makes_no_sense_is_refused(beta: float) -> None:
    with pytest.raises(SettingsError, match="β"):
        TrainingSettings(beta=beta)


def test_a_visit_says_whether_it_was_a_near_miss() -> None:
    run = Run(Dataset.of([[1.0], [-1.0]], [1, 0]), TrainingSettings(beta=3.0, positive=1))
    kinds = []
    while (visited := run.visit_once()) is not None:
        kinds.append((visited.is_mistake, visited.is_near_miss, visited.changed))
    # f = 0 at first; then θ = (1, 1), f(−1) = 0; then θ = (2, 0): both lie at 2 ≤ 3 once more, then at 4.
    assert kinds[:3] == [(True, False, True), (True, False, True), (False, True, True)]
    assert kinds[-2:] == [(False, False, False)] * 2
    assert run.stop is Stop.CONVERGED
    assert run.settings.mode is Mode.PRIMAL
