"""Averaged, voted and pocket beside θ_t written down after every visit, in fractions (V1, V2, V3)."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.run.followers.variants import VARIANTS, VariantName, averaged_at
from perceptron_gui.engine.run.run import Run
from tests.engine import fuzz_variants
from tests.engine.cases import ORDERS, kernel_case, random_case
from tests.engine.fuzz_variants import outcome_of
from tests.session.bench import TEXTBOOK

MODES = ("primal", "dual", "multiclass")


def test_every_variant_is_what_all_weights_written_down_give() -> None:
    counts = fuzz_variants.run(40)
    assert counts["linear"] > 15
    assert counts["under a kernel"] > 4


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("mode", ["dual", "multiclass"])
def test_the_average_behind_any_cursor_knows_arrivals(mode: str, order: str) -> None:
    rng = np.random.default_rng(40 + MODES.index(mode) * 5 + ORDERS.index(order))
    n_compared = 0
    for number in range(2):
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
