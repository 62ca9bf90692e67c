"""Averaged, voted and pocket beside θ_t written down after every visit, in fractions (V1, V2, V3)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.run.averaged import averaged_at
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.variants import VARIANTS, Outcome, VariantName, attach
from tests.engine.cases import ORDERS, Case, kernel_case, random_case
from tests.engine.referee import Referee
from tests.session.bench import TEXTBOOK

MODES = ("primal", "dual", "multiclass")


def scores_now(referee: Referee) -> list[dict[int, Any]]:
    """Return f of every point under 0, in multiclass s_k of the classes that have points."""
    if referee.rules.mode == "multiclass":
        return [referee.class_scores(i) for i in range(len(referee.points))]
    return [{0: referee.score(i)} for i in range(len(referee.points))]


def n_wrong(referee: Referee, scores: Sequence[dict[int, Any]]) -> int:
    """Return how many points are errors by some scores, or votes."""
    if referee.rules.mode != "multiclass":
        return sum(target * of[0] <= 0 for target, of in zip(referee.targets, scores, strict=True))
    return sum(
        any(of[k] >= of[target] for k in of if k != target) for target, of in zip(referee.targets, scores, strict=True)
    )


def added(totals: list[dict[int, Any]], more: list[dict[int, Any]]) -> None:
    for total, one in zip(totals, more, strict=True):
        for k, value in one.items():
            total[k] = total.get(k, Fraction(0)) + value


def votes(scores: list[dict[int, Any]], is_binary: bool) -> list[dict[int, int]]:
    if is_binary:
        return [{0: (of[0] > 0) - (of[0] < 0)} for of in scores]
    return [{k: int(k == max(of, key=lambda c: (of[c], -c))) for k in of} for of in scores]


def by_hand(case: Case, visits: int) -> dict[VariantName, tuple[list[list[Fraction]] | None, int]]:
    """Return parameters and errors of each variant by going through all visits."""
    referee, is_binary = case.referee(), case.rules.mode != "multiclass"
    best = (n_wrong(referee, scores_now(referee)), [list(row) for row in referee.parameters()])
    sums = [[Fraction(0)] * len(row) for row in referee.parameters()]
    total: list[dict[int, Any]] = [{} for _ in referee.points]
    voted: list[dict[int, Any]] = [{} for _ in referee.points]
    for _ in range(visits):
        referee.go_round()
        referee.step()
        rows = referee.parameters()
        sums = [[a + b for a, b in zip(one, other, strict=True)] for one, other in zip(sums, rows, strict=True)]
        added(total, scores_now(referee))
        added(voted, votes(scores_now(referee), is_binary))
        count = n_wrong(referee, scores_now(referee))
        best = min(best, (count, [list(row) for row in rows]), key=lambda pair: pair[0])
    mean = [[value / visits for value in row] for row in sums]
    return {
        VariantName.AVERAGED: (mean, n_wrong(referee, total)),
        VariantName.VOTED: (None, n_wrong(referee, voted)),
        VariantName.POCKET: (best[1], best[0]),
    }


def outcome_of(run: Run, name: VariantName) -> Outcome:
    variant = attach(run, name)
    while run.stop is None and run.visit < 150 and run.data.n_samples:
        run.advance(min(run.visit + 40, 150))
    return variant.outcome(run.trainer)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("mode", MODES)
def test_every_variant_is_what_all_weights_written_down_give(mode: str, order: str) -> None:
    rng = np.random.default_rng(MODES.index(mode) * 5 + ORDERS.index(order))
    n_compared = 0
    for number in range(9):
        make = kernel_case if number % 3 == 2 and mode != "primal" else random_case
        case = make(rng, mode, order).with_rules(beta=0.5 * (number % 2), max_epochs=5)
        expected: dict[VariantName, Any] = {}
        for name in VariantName:
            run = Run(case.dataset, case.settings, keeps_past=False)
            outcome = outcome_of(run, name)
            if not run.visit or not run.is_exact:
                break
            n_compared += 1
            expected = expected or by_hand(case, run.visit)
            rows, n_errors = expected[name]
            assert outcome.n_errors == n_errors, name
            if rows is not None:
                assert outcome.exact is not None
                assert list(outcome.exact) == [value for row in rows for value in row], name
    assert n_compared > 15


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("mode", MODES)
def test_the_average_behind_any_cursor_knows_arrivals(mode: str, order: str) -> None:
    rng = np.random.default_rng(40 + MODES.index(mode) * 5 + ORDERS.index(order))
    n_compared = 0
    for number in range(4):
        make = kernel_case if number % 2 and mode != "primal" else random_case
        case = make(rng, mode, order).with_rules(max_epochs=6)
        first, at = len(case.points) - 2, int(rng.integers(1, 2 * len(case.points)))
        run, referee = Run(case.dataset.first(first), case.settings), case.referee(first=first)
        rows = [[Fraction(0)] * len(row) for row in referee.parameters()]
        means = {}
        for visit in range(1, 60):
            referee.go_round()
            if referee.stop is not None or run.visit_once() is None:
                break
            referee.step()
            if visit == at:
                run.add_points(case.dataset)
                referee.add(case.points[first:], case.targets[first:])
            now = referee.parameters()
            rows = [[a + b for a, b in zip(one, other, strict=True)] for one, other in zip(rows, now, strict=True)]
            means[visit] = [value / visit for row in rows for value in row]
        last = run.visit
        for visit in {1, at, at + 1, last} & {*means} if run.is_exact else ():
            found = averaged_at(run, visit)
            assert found is not None
            assert found.exact is not None
            assert list(found.exact) == means[visit]
            n_compared += 1
        assert run.visit == last, "the cursor stays"
    assert n_compared > 2


def test_the_average_of_the_textbook_run_is_the_one_by_pencil() -> None:
    outcome = outcome_of(Run(TEXTBOOK, TrainingSettings(), keeps_past=False), VariantName.AVERAGED)
    assert outcome.exact == (Fraction(31, 18), Fraction(31, 18), Fraction(-23, 18))


def test_before_the_first_visit_a_variant_is_the_start() -> None:
    run = Run(TEXTBOOK, TrainingSettings(initial=(1.0, 1.0, -2.0)))
    for name in (VariantName.AVERAGED, VariantName.POCKET):
        outcome = VARIANTS[name](run.trainer).outcome(run.trainer)
        assert outcome.exact == (1, 1, -2)
