"""Random runs with an average, a vote or a pocket beside them: `python -m tests.engine.fuzz_variants N [SEED [FIRST]]`.

θ_t is written down after every visit, in fractions; of all that each variant is made by hand (V1, V2, V3). Every third
set is under a curved kernel, every second has β > 0, and every fourth a part of its points held out (H1).
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from perceptron_gui.engine.run.followers.variants import Outcome, VariantName, attach
from perceptron_gui.engine.run.run import Run
from tests.arguments import numbers
from tests.engine.cases import ORDERS, Case, kernel_case, random_case
from tests.engine.referee import Referee

MODES = ("primal", "dual", "multiclass")
MOST_VISITS = 150


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


def case_of(seed: int, number: int) -> Case:
    """Return a set; modes, orders and kinds of sets take turns."""
    rng = np.random.default_rng([seed, number])
    mode, order = MODES[number % 3], ORDERS[number // 3 % 5]
    make = kernel_case if number // 15 % 3 == 2 and mode != "primal" else random_case
    return make(rng, mode, order).with_rules(beta=0.5 * (number // 45 % 2), max_epochs=5)


def check_case(case: Case) -> str:
    """Compare the variants of a run with those by hand; return what it was."""
    expected: dict[VariantName, Any] = {}
    for name in VariantName:
        run = Run(case.dataset, case.settings, keeps_past=False)
        outcome = outcome_of(run, name)
        if not run.visit or not run.is_exact:
            return "not exact"
        expected = expected or by_hand(case, run.visit)
        rows, n_errors = expected[name]
        assert outcome.n_errors == n_errors, name
        if rows is not None:
            assert outcome.exact is not None
            assert list(outcome.exact) == [value for row in rows for value in row], name
    return "under a kernel" if case.rules.kernel else "linear"


def check(seed: int, number: int) -> str:
    """Check one set; return what it was."""
    case = case_of(seed, number)
    try:
        return check_case(case)
    except BaseException:
        print(f"set {number} of seed {seed}: {case}", file=sys.stderr)
        raise


def run(count: int, seed: int = 0, first: int = 0) -> Counter[str]:
    """Check `count` sets from `first` on; return how many of each kind there were."""
    return Counter(check(seed, number) for number in range(first, first + count))


def main(count: int, seed: int = 0, first: int = 0) -> None:
    """Check sets, and tell of them."""
    began = time.monotonic()
    told = ", ".join(f"{number} {what}" for what, number in sorted(run(count, seed, first).items()))
    print(f"{count} sets of seed {seed} in {time.monotonic() - began:.0f} s, no difference: {told}.")


if __name__ == "__main__":
    main(*numbers(count=1_000, seed=0, first=0))
