"""Random sets under curved kernels: `python -m tests.engine.fuzz_kernels N [SEED [FIRST]]`.

Every set is trained by Python and by the compiled loop, with the same bits. As long as whole numbers hold, the run is
that of fractions (D5, M5), and it makes no more mistakes than its bound (T7).

Two of five sets are near points of 6 decimals with twins among them, of one class and of two: of a polynomial kernel
their verdict carries its proof in fractions, under the others a margin is not above one of fifty digits.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from decimal import Decimal

import numpy as np

from perceptron_gui.engine.native import loader
from perceptron_gui.engine.theory.separability import Analysis, analyze
from perceptron_gui.engine.theory.verdict import Verdict
from perceptron_gui.engine.training.factory import train
from perceptron_gui.engine.training.trainer import Trainer
from perceptron_gui.frozen import replace
from tests.arguments import numbers
from tests.engine.cases import (
    ORDERS,
    Case,
    bits,
    cycle_of,
    irrational_kernel,
    irrational_kernel_case,
    kernel_case,
    logged,
    using,
)
from tests.engine.gaussian_referee import largest_margin
from tests.engine.kernel_certificates import assert_certified_under_kernel, has_contradiction

MODES = ("dual", "multiclass")


def case_of(seed: int, number: int) -> Case:
    """Return a set; modes, orders and kinds of sets take turns."""
    rng = np.random.default_rng([seed, number])
    mode, order = MODES[number % 2], ORDERS[number // 2 % 5]
    kind = number // 10 % 5
    if kind >= 3:
        return _near_points(rng, mode, order, is_irrational=kind == 4)
    if kind == 0:
        return irrational_kernel_case(rng, mode, order, int(rng.integers(2, 40)))
    case = kernel_case(rng, mode, order)
    if kind == 1:
        return case
    size = 10.0 ** float(rng.uniform(6.0, 6.9)) / (np.abs(case.points).max() or 1.0)
    points = np.round(np.array(case.points) * size, 1)  # the last digits of 2^53 are near
    return replace(case, points=points.tolist()).with_rules(kernel=("poly", 1, 1.0), initial=None)


def _near_points(rng: np.random.Generator, mode: str, order: str, is_irrational: bool) -> Case:
    """Return points that differ late in their digits, some of them there twice, now and then with another label."""
    n_classes = 2 if mode == "dual" else int(rng.integers(2, 5))
    n, d = int(rng.integers(3, 8)), int(rng.integers(1, 3))
    base, span = float(rng.choice([-0.8751, 696.5, 0.0, 12.0])), float(rng.choice([5e-5, 1e-3, 2.0]))
    points = np.round(base + rng.uniform(-span, span, (n, d)), 6)
    labels = rng.integers(0, n_classes, n)
    twins = rng.integers(0, n, int(rng.integers(0, 4)))
    mirrored = np.where(rng.random((len(twins), 1)) < 0.2, -1.0, 1.0)
    others = np.where(rng.random(len(twins)) < 0.3, rng.integers(0, n_classes, len(twins)), labels[twins])
    kernel: tuple[object, ...] = ("poly", int(rng.integers(1, 6)), float(rng.choice([0.0, 1.0, 0.5])))
    if is_irrational:
        kernel = (irrational_kernel(rng), float(rng.choice([0.1, 1.0, 30.0])))
    case = irrational_kernel_case(rng, mode, order, 3).with_rules(kernel=kernel, n_classes=n_classes, max_epochs=30)
    joined = np.vstack([points, mirrored * points[twins]]) + 0.0
    return replace(case, points=joined.tolist(), labels=[*labels.tolist(), *others.tolist()])


def _check_verdict(case: Case, verdict: Verdict | None) -> None:
    """Check the proof of a verdict in fractions, or a margin with fifty digits."""
    dataset, settings = case.dataset, case.settings
    assert verdict is not None
    if len(dataset.present) < 2 and case.rules.mode == "multiclass":
        return
    if settings.kernel.function.is_decimal:
        assert_certified_under_kernel(dataset, settings, verdict)
        assert not (verdict.separable and has_contradiction(dataset))
        return
    assert verdict.separable is not has_contradiction(dataset)
    if verdict.separable and verdict.margin is not None:
        assert Decimal(verdict.margin) <= largest_margin(dataset, settings)


def check(seed: int, number: int) -> str:
    """Check one set; return how exact it was."""
    case = case_of(seed, number)
    try:
        trainer = train(case.dataset, case.settings)
        with using(None):
            other = train(case.dataset, case.settings)
        assert bits(trainer.state) == bits(other.state)
        assert (trainer.cycle, logged(trainer)) == (other.cycle, logged(other))
        analysis = analyze(case.dataset, case.settings)
        _check_bound(analysis, trainer)
        if number // 10 % 5 >= 3:
            _check_verdict(case, analysis.verdict)
        return _checked_by_fractions(case, trainer)
    except BaseException:
        print(f"set {number} of seed {seed} under kernels: {case}", file=sys.stderr)
        raise


def _check_bound(analysis: Analysis, trainer: Trainer) -> None:
    bound = analysis.bound
    if bound is not None and trainer.state.exact_visits is None:
        assert trainer.state.mistakes <= bound.at_most


def _checked_by_fractions(case: Case, trainer: Trainer) -> str:
    exact_visits = trainer.state.exact_visits
    if exact_visits == 0:
        return "rounded from the start"
    referee = case.referee()
    referee.run(exact_visits)
    made = [each for each in logged(trainer) if exact_visits is None or each[0] < exact_visits]
    assert made == referee.log
    if exact_visits is not None:
        return "left the range"
    assert (trainer.state.stop, cycle_of(trainer.cycle)) == (referee.stop, referee.cycle)
    assert (trainer.margins() <= 0.0).tolist() == referee.errors()
    return "exact"


def run(count: int, seed: int = 0, first: int = 0) -> Counter[str]:
    """Check `count` sets from `first` on; return how many of each kind there were."""
    return Counter(check(seed, number) for number in range(first, first + count))


def main(count: int, seed: int = 0, first: int = 0) -> None:
    """Check sets, and tell of them."""
    began = time.monotonic()
    told = ", ".join(f"{number} {what}" for what, number in sorted(run(count, seed, first).items()))
    library = "with" if loader.library is not None else "without"
    print(f"{count} sets of seed {seed} in {time.monotonic() - began:.0f} s {library} the loop, no difference: {told}.")


if __name__ == "__main__":
    main(*numbers(count=1_000, seed=0, first=0))
