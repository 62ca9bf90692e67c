"""Votes behind any cursor beside θ_t written down after every visit, in fractions (V2), and averages as models (V1)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import LINEAR, Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.followers import variants
from perceptron_gui.engine.run.followers.variants import VariantName, attach, average_at, vote_at
from perceptron_gui.engine.run.run import Run
from perceptron_gui.frozen import replace
from tests.engine.cases import ORDERS, kernel_case, random_case
from tests.engine.fuzz_variants import MODES, added, n_wrong, scores_now, votes
from tests.session.bench import TEXTBOOK, XOR


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("mode", ["dual", "multiclass"])
@pytest.mark.seldom
def test_the_votes_behind_any_cursor_are_those_of_all_weights_written_down(mode: str, order: str) -> None:
    rng, n_compared = np.random.default_rng(70 + MODES.index(mode) * 5 + ORDERS.index(order)), 0
    for number in range(6):
        make = kernel_case if number % 2 and mode != "primal" else random_case
        case = make(rng, mode, order).with_rules(beta=0.4 * (number % 3 == 0), max_epochs=6)
        first, at = max(len(case.points) - 2, 1), int(rng.integers(1, 2 * len(case.points)))
        run, referee = Run(case.dataset.first(first), case.settings), case.referee(first=first)
        total: list[dict[int, Any]] = [{} for _ in referee.points]
        expected = {}
        for visit in range(1, 60):
            referee.go_round()
            if referee.stop is not None or run.visit_once() is None:
                break
            referee.step()
            added(total, votes(scores_now(referee), mode != "multiclass"))
            if visit >= at:
                expected[visit] = n_wrong(referee, total), [dict(of) for of in total]
        last = run.visit
        for visit in {at, at + 3, last} & {*expected} if run.is_exact else ():
            found = vote_at(run, visit)
            assert found.model is not None
            assert found.n_errors == expected[visit][0]
            counted = found.model.decision_function(case.dataset.first(first).X)
            for votes_of_point, scores in zip(expected[visit][1], counted.tolist(), strict=True):
                assert {k: scores[k] for k in votes_of_point} == votes_of_point or number % 2, (
                    "but for a kernel's rounding"
                )
            n_compared += 1
        assert run.visit == last, "the cursor stays"
    assert n_compared > 2


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("mode", ["dual", "multiclass"])
def test_points_that_arrive_are_voted_on_by_all_and_a_new_class_gets_votes_from_then_on(mode: str, order: str) -> None:
    rng = np.random.default_rng(MODES.index(mode) * 5 + ORDERS.index(order))
    X = rng.integers(-9, 10, size=(7, 2)).astype(float)
    labels, names = [0, 1, 0, 1, 0, 2 * (mode == "multiclass"), 1], ["A", "B", "C"][: 2 + (mode == "multiclass")]
    whole = Dataset.of(X.tolist(), labels, names)
    run, totals = Run(whole.first(5), TrainingSettings(Mode(mode), Order(order))), np.zeros((7, len(names)))
    for visit in range(30):
        if visit == 6:
            run.add_points(whole)
        if run.visit_once() is None:
            break
        totals += one_vote(run, whole)
    found = vote_at(run, run.visit)
    assert found.model is not None
    counted = found.model.decision_function(X)
    assert counted.tolist() == totals[:, : counted.shape[1]].tolist()


def one_vote(run: Run, whole: Dataset) -> np.ndarray:
    """Return the vote of the parameters of now at all points, in whole numbers."""
    theta, votes_of = run.state.theta, np.zeros((whole.n_samples, len(whole.classes)))
    rows = np.array(theta, dtype=object).reshape(run.data.n_rows, -1)
    unit = 10**run.data.scale.places
    for i, x in enumerate(whole.X.tolist()):
        scores = [sum(Fraction(w) * Fraction(v) for w, v in zip(row, [*x, 1.0], strict=True)) for row in rows]
        if len(scores) == 1:
            votes_of[i, 0] = (scores[0] > 0) - (scores[0] < 0)
        else:
            present = run.data.present
            votes_of[i, max(present, key=lambda k: (scores[k], -k))] += 1
    assert unit == 1, "the points are whole numbers"
    return votes_of


def test_a_run_that_goes_round_has_few_voters() -> None:
    run = Run(XOR, TrainingSettings())
    run.advance(4000)
    run.advance(8000)
    found = vote_at(run, run.visit)
    model: Any = found.model
    assert model.voters.n_votes == run.visit
    assert len(model.voters) < 10


def test_where_too_many_would_vote_there_is_no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variants, "MOST_VOTERS", 5)
    run = Run(TEXTBOOK, TrainingSettings())
    run.advance(100)
    assert vote_at(run, run.visit).model is None
    assert vote_at(run, 2).model is not None


@pytest.mark.parametrize("mode", ["dual", "multiclass"])
def test_the_average_of_a_kernel_judges_as_the_sum_of_all_does(mode: str) -> None:
    rng, n_compared = np.random.default_rng(8), 0
    for _ in range(12):
        case = kernel_case(rng, mode, "cyclic").with_rules(max_epochs=4)
        run, sums = Run(case.dataset, case.settings), np.zeros((len(case.points), 1 if mode == "dual" else 9))
        while run.visit < 25 and run.visit_once() is not None:
            scores = run.data.scale.scores(run.trainer.scores(0, run.data.n_samples)).reshape(-1, len(case.points)).T
            sums[:, : scores.shape[1]] += np.where(np.isfinite(scores), scores, 0.0)
        found = average_at(run, run.visit).model
        assert found is not None
        judged = found.decision_function(case.dataset.X)
        for k in found.rows:
            assert judged[:, k] == pytest.approx(sums[:, k] / run.visit, rel=1e-9, abs=1e-9)
        n_compared += 1
    assert n_compared == 12


@pytest.mark.parametrize("mode", [Mode.PRIMAL, Mode.DUAL, Mode.MULTICLASS])
@pytest.mark.parametrize("kernel", [LINEAR, Kernel(KernelName.RBF)])
@pytest.mark.parametrize("n_samples", [0, 1, 3])
def test_before_the_first_visit_and_without_points_nobody_has_voted(mode: Mode, kernel: Kernel, n_samples: int) -> None:
    if mode is Mode.PRIMAL and kernel.is_curved:
        return
    dataset = TEXTBOOK.first(n_samples)
    run = Run(dataset, TrainingSettings(mode, kernel=kernel))
    for _ in range(2):
        found, average = vote_at(run, run.visit), average_at(run, run.visit)
        assert found.model is not None
        assert found.model.decision_function(np.array([[1.0, 2.0]])).shape == (1, run.data.n_rows)
        assert found.n_errors <= n_samples
        assert average.model is not None
        run.visit_once()


@pytest.mark.parametrize("mode", [Mode.DUAL, Mode.MULTICLASS])
def test_far_from_all_points_a_vote_is_the_one_of_the_run(mode: Mode) -> None:
    rbf = replace(LINEAR, name=KernelName.RBF).essence
    rng = np.random.default_rng(7)
    sets = [(np.array([[-4, -2], [0, -3], [3, 5]]), np.array([0, 1, 1]))]
    sets += [(rng.integers(-6, 7, (4, 2)), rng.permutation([0, 1, 0, 1])) for _ in range(10)]
    for X, y in sets:
        run = Run(Dataset.of(X, y), TrainingSettings(mode, kernel=rbf, max_epochs=30))
        counted = attach(run, VariantName.VOTED)
        run.advance(10**6)
        assert vote_at(run, run.visit).n_errors == counted.outcome(run.trainer).n_errors, (X, y)
