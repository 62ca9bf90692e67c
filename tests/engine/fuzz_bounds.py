"""Random separable sets against their bounds: `python -m tests.engine.fuzz_bounds N [SEED [FIRST]]`.

No run of any mode, order, learning rate or start makes more mistakes than its bound (T2, T4–T6), with β
no more mistakes and near misses together (T10). Every tenth set is one
that reaches the bound, as a pencil finds out:

- n orthogonal points of one length: every one is a mistake once, and R̂²/γ̂² = n (T2; two classes: T6). Start weights
  orthogonal to all of them and no longer than an update change nothing: n + 1 breaks t·ηγ̂ ≤ √(‖θ₀‖² + t·η²R̂²) (T4).
- n points with one y·x̂, in batch order: all are mistakes in the first pass, and n·R̂²/γ̂² = n (T5).

A third of the separable sets of dual and multiclass is under a polynomial kernel (T7), with twins among the points.

Set i of a seed is the same at any time: after a difference, `fuzz_bounds 1 SEED i` repeats it.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

import numpy as np

from perceptron_gui.engine.theory.separability import analyze
from perceptron_gui.engine.training.factory import train
from perceptron_gui.frozen import replace
from tests.arguments import numbers
from tests.engine.cases import ORDERS, Case
from tests.engine.referee import Rules

MODES = ("primal", "dual", "multiclass")
RATES = (1.0, 0.1, 0.3, 0.007, 2.0, 25.0)
REACHING = 10
"""One set of so many reaches its bound."""
MOST_UPDATES = 3000


def separable(rng: np.random.Generator, mode: str, order: str) -> Case:
    """Return points on a decimal grid, labelled by a rule that leaves none on its boundary."""
    n, d, places = int(rng.integers(2, 15)), int(rng.integers(1, 6)), int(rng.integers(0, 3))
    n_classes = int(rng.integers(2, 6)) if mode == "multiclass" else 2
    bias, span = bool(rng.random() < 0.7), int(rng.integers(2, 60))
    points = rng.integers(-span, span + 1, (n, d))
    weights = rng.integers(-9, 10, (n_classes, d + bias))
    scores = np.column_stack([points, np.full((n, int(bias)), span)]) @ weights.T
    ranked = np.sort(scores, axis=1)
    is_clear = ranked[:, -1] > ranked[:, -2]
    points += bias * int(rng.choice([0, 0, span, 5 * span]))  # the bias follows
    initial = None
    if mode != "multiclass" and rng.random() < 0.5:
        initial = tuple((rng.integers(-3 * span, 3 * span + 1, d + bias) / 10**places).tolist())
    rules = Rules(
        mode=mode,
        order=order,
        eta=float(rng.choice(RATES)),
        bias=bias,
        initial=initial,
        max_updates=MOST_UPDATES,
        seed=int(rng.integers(0, 1000)),
        n_classes=n_classes,
    )
    beta = float(rng.choice([0.0, 0.0, 0.1, 1.0, 7.0, span])) * rules.eta
    rules = replace(rules, beta=round(beta, 6))
    return Case((points[is_clear] / 10**places).tolist(), scores[is_clear].argmax(axis=1).tolist(), rules)


def reaching(rng: np.random.Generator, mode: str, order: str) -> Case:
    """Return points whose run makes exactly as many mistakes as its bound allows."""
    n, unit = int(rng.integers(2, 8)), float(rng.integers(1, 100)) / 10
    rules = Rules(
        mode=mode, order=order, eta=float(rng.choice([1.0, 0.1, 2.0])), bias=False, seed=int(rng.integers(99))
    )
    if order == "batch":
        labels = rng.permutation([0, 1, *rng.integers(0, 2, n - 2)]).tolist()
        return Case([[unit if label else -unit, 0.0] for label in labels], labels, rules)
    labels = [0, 1, *rng.integers(0, 2, n - 2).tolist()]
    points = np.column_stack([np.eye(n) * unit, np.zeros(n)])
    if mode != "multiclass" and rng.random() < 0.5:
        # At most ηu long, below ηu·√((n + 1)/n).
        rules = replace(rules, initial=(*[0.0] * n, round(rules.eta * unit * float(rng.integers(1, 11)) / 10, 4)))
    return Case(points.tolist(), labels, rules)


def under_kernel(case: Case, rng: np.random.Generator) -> Case:
    """Return the points of a separable set, some of them twice, under a kernel with linear features among its own."""
    if case.rules.mode == "primal" or not case.points or rng.random() < 0.67:
        return case
    twins = rng.integers(0, len(case.points), int(rng.integers(0, 4))).tolist()
    kernel = ("poly", int(rng.integers(1, 4)), float(rng.choice([0.5, 1.0, 2.0, 30.0])))
    initial = case.rules.initial[-1:] if case.rules.initial and case.rules.bias else None
    points, labels = ([*values, *(values[i] for i in twins)] for values in (case.points, case.labels))
    return replace(case, points=points, labels=labels).with_rules(kernel=kernel, initial=initial)


def case_of(seed: int, number: int) -> Case:
    """Return a set; modes and orders take turns, and every tenth of each pair reaches its bound."""
    rng = np.random.default_rng([seed, number])
    mode, order = MODES[number % 3], ORDERS[number // 3 % 5]
    if number // 15 % REACHING == 0:
        return reaching(rng, mode, order)
    return under_kernel(separable(rng, mode, order), rng)


def check(seed: int, number: int) -> str:
    """Train on one set and compare; return in a word how near the run came to its bound."""
    case = case_of(seed, number)
    if not case.points or (case.rules.mode == "multiclass" and len(set(case.labels)) < 2):
        return "without a bound"
    try:
        return _nearness(case, reaches=number // 15 % REACHING == 0)
    except BaseException:
        print(f"set {number} of seed {seed}: {case}", file=sys.stderr)
        raise


def _nearness(case: Case, reaches: bool) -> str:
    analysis = analyze(case.dataset, case.settings)
    assert analysis.verdict is not None
    assert analysis.verdict.separable
    assert analysis.bound is not None
    state = train(case.dataset, case.settings).state
    if case.rules.kernel is not None and state.exact_visits is not None:
        return "rounded under a kernel"
    assert state.exact_visits is None
    assert state.learned_from <= analysis.bound.at_most
    if reaches:
        assert state.learned_from == analysis.bound.at_most == len(case.points)
    if state.learned_from == analysis.bound.at_most:
        return "at the bound"
    return "above half of it" if 2 * state.learned_from > analysis.bound.at_most else "below"


def run(count: int, seed: int = 0, first: int = 0) -> Counter[str]:
    """Check `count` sets from `first` on; return how near to their bounds the runs came."""
    return Counter(check(seed, number) for number in range(first, first + count))


def main(count: int, seed: int = 0, first: int = 0) -> None:
    """Check sets, and tell of them."""
    began = time.monotonic()
    told = ", ".join(f"{number} {what}" for what, number in sorted(run(count, seed, first).items()))
    print(f"{count} sets of seed {seed} in {time.monotonic() - began:.0f} s, none above its bound: {told}.")


if __name__ == "__main__":
    main(*numbers(count=10_000, seed=0, first=0))
