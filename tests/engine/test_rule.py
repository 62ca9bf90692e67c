"""Every path of the engine makes the run of the textbook rule (P, D, M): same mistakes, same weights, same α."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import repeat

import numpy as np
import pytest

from perceptron_gui.engine.rule import Dual, Multiclass, Primal, Vector, dot, train
from perceptron_gui.engine.run.records.record import parameters
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.training.factory import start_state
from perceptron_gui.engine.training.training_data import make_training_data
from tests.engine.cases import Case, fraction, kernel_case, logged_by, random_case
from tests.engine.referee import shuffled

MODES = ("primal", "dual", "multiclass")
ORDERS = ("cyclic", "shuffled", "online")
MOST_EPOCHS = 20
Learner = Primal | Dual | Multiclass


def learner_of(case: Case) -> Learner:
    """Return the textbook's learner for the points and rules of a case, in fractions."""
    rules = case.rules
    points = [[fraction(value) for value in row] + [Fraction(1)] * rules.bias for row in case.points]
    eta, size = fraction(rules.eta), len(points[0])
    if rules.mode != "multiclass":
        start = [fraction(value) for value in rules.initial or [0.0] * size]
        return (Dual if rules.mode == "dual" else Primal)(points, case.targets, eta, start)
    rows = [[Fraction(0)] * size for _ in range(rules.n_classes)]
    given = [fraction(value) for value in rules.initial or ()]
    for row in range(len(given) // size):
        rows[row] = given[row * size : (row + 1) * size]
    return Multiclass(points, case.targets, eta, rows)


def passes_of(case: Case) -> Iterator[list[int]]:
    """Return the order of every pass."""
    n, epochs = len(case.points), case.rules.max_epochs or MOST_EPOCHS
    if case.rules.order == "shuffled":
        return (shuffled(case.rules.seed, epoch, n) for epoch in range(1, epochs + 1))
    return repeat(list(range(n)), 1 if case.rules.order == "online" else epochs)


def run_of(case: Case, visits: int) -> Run:
    """Return the engine's run, round its cycles, up to as many visits."""
    run = Run(case.dataset, case.settings)
    before = -1
    while before < run.visit < visits and run.data.n_samples:
        before = run.visit
        run.advance(visits)
    return run


def cases(mode: str, order: str, count: int) -> Iterator[Case]:
    """Return random points and rules of which each class has points: the others have no row to compare (W1)."""
    rng = np.random.default_rng([23, MODES.index(mode), ORDERS.index(order)])
    while count:
        case = random_case(rng, mode, order).with_rules(max_updates=None)
        if len(set(case.labels)) == case.rules.n_classes:
            count -= 1
            yield case


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("mode", MODES)
def test_the_engine_makes_the_run_of_the_textbook(mode: str, order: str) -> None:
    for case in cases(mode, order, 12):
        learner = learner_of(case)
        mistakes, visits = train(learner, passes_of(case))
        run = run_of(case, visits)
        assert run.visit == visits
        assert [(visit, point) for visit, point, _ in logged_by(run)] == mistakes
        told = parameters(run.trainer).tolist()
        if isinstance(learner, Dual):
            assert run.state.alpha.tolist() == learner.alpha
            assert (run.trainer.margins() <= 0).tolist() == [
                y * f <= 0 for y, f in zip(case.targets, learner.scores, strict=True)
            ]
        else:
            rows = [learner.theta] if isinstance(learner, Primal) else learner.rows
            assert told == [[float(value) for value in row] for row in rows]


@pytest.mark.parametrize("order", ORDERS)
def test_the_linear_dual_is_the_run_of_the_notes_in_every_bit(order: str) -> None:
    """Scores grow by rows of the Gram matrix in the notes, and are found from θ in the engine (D3, D4)."""
    left = 12
    for case in cases("dual", order, 3 * left):
        data = make_training_data(case.dataset, case.settings)
        held = [[int(value) for value in row] for row in data.inputs.tolist()]
        learner = Dual(held, case.targets, int(data.scale.step), [int(value) for value in start_state(data).theta])
        mistakes, visits = train(learner, passes_of(case))
        run = run_of(case, visits)
        if run.state.exact_visits is not None:
            continue  # too many digits for whole numbers (E3)
        left -= 1
        assert [(visit, point) for visit, point, _ in logged_by(run)] == mistakes
        assert run.state.alpha.tolist() == learner.alpha
        assert [value.hex() for value in run.trainer.scores(0, run.data.n_samples) + 0.0] == [
            float(score).hex() for score in learner.scores
        ]
    assert left <= 0, "too few of them were exact"


@pytest.mark.parametrize("order", ORDERS)
def test_primal_dual_and_two_classes_make_one_run(order: str) -> None:
    for case in cases("primal", order, 12):
        primal, dual = learner_of(case), learner_of(case.with_rules(mode="dual"))
        assert isinstance(primal, Primal)
        assert isinstance(dual, Dual)
        half = [Fraction(value) / 2 for value in primal.theta]
        two = Multiclass(primal.points, case.labels, primal.eta, [[-value for value in half], half])
        mistakes, visits = train(primal, passes_of(case))
        assert train(dual, passes_of(case)) == (mistakes, visits)
        assert [primal.f(i) for i in range(len(case.points))] == dual.scores  # (D3)
        two.eta = primal.eta / 2  # w₁ − w₀ = 2w (M3)
        assert train(two, passes_of(case)) == (mistakes, visits)
        assert two.rows == [[-value / 2 for value in primal.theta], [value / 2 for value in primal.theta]]


def power(degree: int, constant: Fraction, bias: bool) -> Callable[[Vector, Vector], Fraction]:
    """Return the polynomial kernel, with bias K + 1 (D5)."""
    return lambda x, z: (dot(x, z) + constant) ** degree + bias


@pytest.mark.parametrize("order", ORDERS)
def test_the_engine_makes_the_run_of_the_textbook_under_a_polynomial_kernel(order: str) -> None:
    rng, left = np.random.default_rng([24, ORDERS.index(order)]), 12
    while left:
        case = kernel_case(rng, "dual", order).with_rules(max_updates=None)
        assert case.rules.kernel is not None
        _, degree, constant = case.rules.kernel
        points = [[fraction(value) for value in row] for row in case.points]
        start = fraction((case.rules.initial or (0.0,))[0]) if case.rules.bias else Fraction(0)

        kernel = power(degree, fraction(constant), case.rules.bias)
        learner = Dual(points, case.targets, fraction(case.rules.eta), [Fraction(0)] * len(points[0]), kernel)
        learner.scores = [start] * len(points)
        mistakes, visits = train(learner, passes_of(case))
        run = run_of(case, visits)
        if run.state.exact_visits is not None:
            continue  # too many digits for whole numbers (E3)
        left -= 1
        assert [(visit, point) for visit, point, _ in logged_by(run)] == mistakes
        assert run.state.alpha.tolist() == learner.alpha


def test_the_page_of_the_textbook_set_is_made_by_ten_lines() -> None:
    points, labels = [(3, 3, 1), (4, 3, 1), (1, 1, 1)], [1, 1, -1]
    primal, dual = Primal(points, labels, 1, (0, 0, 0)), Dual(points, labels, 1, (0, 0, 0))
    mistakes, visits = train(primal, repeat(range(3)))
    assert (mistakes, visits) == ([(0, 0), (2, 2), (5, 2), (8, 2), (9, 0), (11, 2), (14, 2)], 18)
    assert train(dual, repeat(range(3))) == (mistakes, visits)
    assert primal.theta == [1, 1, -3]
    assert dual.alpha == [2, 0, 5]
