"""What a variant says of points held out of training, beside all weights written down in fractions (H1, V1–V3)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perceptron_gui.engine.run.followers.variants import VariantName, attach, vote_at
from perceptron_gui.engine.run.run import Run
from tests.engine.cases import ORDERS, kernel_case, random_case
from tests.engine.fuzz_variants import MODES, added, n_wrong, scores_now, votes

Rows = Sequence[Sequence[Any]]


def judged(rows: Rows, points: Rows, bias: bool, classes: Sequence[int]) -> list[dict[int, Any]]:
    """Return f, or s_k of the classes with points, of places by some weights, in fractions."""
    places = [[Fraction(repr(value)) for value in point] + [Fraction(1)] * bias for point in points]
    used = classes if len(rows) > 1 else [0]
    return [{k: sum(w * v for w, v in zip(rows[k], x, strict=True)) for k in used} for x in places]


def wrong(scores: list[dict[int, Any]], targets: Sequence[int], is_binary: bool) -> list[bool]:
    if is_binary:
        return [target * of[0] <= 0 for target, of in zip(targets, scores, strict=True)]
    return [any(of[k] >= of[t] for k in of if k != t) for t, of in zip(targets, scores, strict=True)]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("mode", ["dual", "multiclass"])
def test_a_variant_judges_points_that_it_never_saw_as_fractions_do(mode: str, order: str) -> None:
    rng, n_compared = np.random.default_rng(90 + MODES.index(mode) * 5 + ORDERS.index(order)), 0
    for _ in range(2):
        case = random_case(rng, mode, order).with_rules(max_epochs=5)
        first, is_binary, bias = len(case.points) - 2, mode != "multiclass", case.rules.bias
        trained, held = case.dataset.first(first), case.dataset.only(np.arange(first, len(case.points)))
        if len(trained.present) < len(case.dataset.present):
            continue
        run, referee = Run(trained, case.settings), case.referee(first=first)
        outcomes = {}
        for name in VariantName:
            one = Run(trained, case.settings, keeps_past=False)
            variant = attach(one, name)
            one.advance(60)
            outcomes[name] = variant.outcome(one.trainer)
        run.advance(60)
        if not run.visit or not run.is_exact:
            continue
        points, targets = case.points[first:], case.targets[first:]
        rows = [[Fraction(0)] * len(row) for row in referee.parameters()]
        total: list[dict[int, Any]] = [{} for _ in points]
        best = n_wrong(referee, scores_now(referee)), [list(row) for row in referee.parameters()]
        for _ in range(run.visit):
            referee.go_round()
            referee.step()
            now = referee.parameters()
            rows = [[a + b for a, b in zip(one, other, strict=True)] for one, other in zip(rows, now, strict=True)]
            added(total, votes(judged(now, points, bias, trained.present), is_binary))
            best = min(
                best, (n_wrong(referee, scores_now(referee)), [list(row) for row in now]), key=lambda pair: pair[0]
            )
        expected = {
            VariantName.AVERAGED: wrong(judged(rows, points, bias, trained.present), targets, is_binary),
            VariantName.POCKET: wrong(judged(best[1], points, bias, trained.present), targets, is_binary),
        }
        for name, errors in expected.items():
            assert outcomes[name].errors(held).tolist() == errors, name
        model = vote_at(run, run.visit).model
        assert model is not None
        assert (model.margins(model.decision_function(held.X), held.labels) <= 0).tolist() == wrong(
            total, targets, is_binary
        )
        n_compared += 1
    assert n_compared >= 1


@pytest.mark.parametrize("mode", ["dual", "multiclass"])
def test_with_a_kernel_the_average_judges_as_the_sum_of_all_scores(mode: str) -> None:
    rng, n_compared = np.random.default_rng(4), 0
    for _ in range(12):
        case = kernel_case(rng, mode, "cyclic").with_rules(max_epochs=4)
        first = len(case.points) - 2
        trained, held = case.dataset.first(first), case.dataset.only(np.arange(first, len(case.points)))
        run = Run(trained, case.settings)
        variant = attach(run, VariantName.AVERAGED)
        run.advance(40)
        outcome = variant.outcome(run.trainer)
        if len(trained.present) < 2 or not run.visit:
            continue
        assert outcome.model is not None
        if run.is_exact:
            assert int(np.count_nonzero(outcome.errors(trained))) == outcome.n_errors
        scores = outcome.model.decision_function(held.X)
        margins = outcome.model.margins(scores, held.labels)
        clear = np.abs(margins) > 1e-6 * np.abs(scores).max(initial=0.0)
        assert (outcome.errors(held) == (margins <= 0))[clear].all(), "where floats can tell"
        n_compared += 1
    assert n_compared > 5
