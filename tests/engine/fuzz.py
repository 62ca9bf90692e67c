"""Random sets against fractions: `python -m tests.engine.fuzz N [SEED [FIRST]]`.

Set i of a seed is the same at any time: after a difference, `fuzz 1 SEED i` repeats it. Every set is trained, once by
Python and once by the compiled loop, and analysed:

- A fourth of the sets has β > 0 (V4).
- As far as the range rule holds, in fractions, a run has the referee's mistakes, parameters, errors and stop, and says
  that it is exact no further (E2, E3). From there on it goes on in float64, as one on other data does (E4).
- A verdict carries its proof (T1, T6), and no run that ends makes more mistakes than its bound (T2, T4–T6).

Sets have ties, duplicates, a single point, numbers at both ends of the range and features in different units.
Every fifth comes with one under a curved kernel (`fuzz_kernels`), in the dual or in multiclass: among these are near
points of polynomial kernels, and twins of one class and of two. What linear and polynomial kernels are held to beside
their bounds is `fuzz_bounds`.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import numpy as np

from perceptron_gui.engine.run.records.record import parameters
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.theory.separability import analyze
from perceptron_gui.engine.training.factory import train
from perceptron_gui.engine.training.trainer import Trainer
from perceptron_gui.frozen import replace
from tests.arguments import numbers
from tests.engine import fuzz_kernels
from tests.engine.cases import ORDERS, Case, bits, cycle_of, doubles, logged, random_case, using
from tests.engine.certificates import assert_certified, mixed_set, touching_set
from tests.engine.range_rule import FULL, Range, in_held_floats
from tests.engine.referee import Referee, Rules

MODES = ("primal", "dual", "multiclass")
WITH_KERNEL = 5
"""One set of so many comes with one under a curved kernel."""
MOST_VISITS = 400
"""Visits that are compared with fractions; later numbers grow long."""


# Sets


def _rules(rng: np.random.Generator, mode: str, order: str, d: int) -> Rules:
    """Return rules with learning rates and start weights from one end of the range to the other."""
    bias, initial = bool(rng.random() < 0.6), None
    if mode != "multiclass" and rng.random() < 0.5:
        initial = tuple(_extreme(rng) for _ in range(d + bias))
    return Rules(
        mode=mode,
        order=order,
        eta=abs(_extreme(rng)) or 1.0,
        bias=bias,
        initial=initial,
        max_epochs=int(rng.integers(1, 9)),
        max_updates=40 if order == "random" or rng.random() < 0.2 else None,
        seed=int(rng.integers(0, 1000)),
        n_classes=int(rng.integers(2, 5)) if mode == "multiclass" else 2,
    )


def _extreme(rng: np.random.Generator) -> float:
    """Return a number that is likely to stand at an end of some range."""
    kind, sign = int(rng.integers(0, 8)), float(rng.choice([-1.0, 1.0]))
    whole = int(rng.integers(1, 10 ** int(rng.integers(1, 13))))
    made = (
        0.0,
        float(rng.integers(1, 10)),
        10.0 ** float(rng.integers(-6, 13)),
        float(Fraction(whole, 10 ** int(rng.integers(0, 7)))),
        float(Fraction(int(rng.integers(2**50, 2**53)), 10 ** int(rng.integers(4, 7)))),
        2.0 ** float(rng.integers(-20, 39)),
        999_999_999_999.9999,
        float(rng.normal()) * 10.0 ** float(rng.integers(-300, 10)) if rng.random() < 0.3 else 0.1,
    )
    return sign * min(made[kind], 1e12)


def _ends(rng: np.random.Generator, mode: str, order: str) -> Case:
    """Return a few points of such numbers; some stand in the same place."""
    n, d = int(rng.integers(1, 7)), int(rng.integers(1, 4))
    rules = _rules(rng, mode, order, d)
    points = [[_extreme(rng) for _ in range(d)] for _ in range(n)]
    points += [points[int(i)] for i in rng.integers(0, n, size=int(rng.integers(0, 3)))]
    return Case(points, rng.integers(0, rules.n_classes, len(points)).tolist(), rules)


def _outgrowing(rng: np.random.Generator, mode: str, order: str) -> Case:
    """Return points whose numbers leave the exact range within some visits."""
    case = random_case(rng, mode, order)
    size = float(10.0 ** rng.uniform(5.0, 8.5))
    points = np.round(rng.uniform(-size, size, (len(case.points), case.n_features)), int(rng.integers(0, 3)))
    return replace(case, points=points.tolist()).with_rules(max_updates=60 if order == "random" else None)


def _mixed(rng: np.random.Generator, mode: str, order: str) -> Case:
    """Return points whose features are in different units."""
    d = int(rng.integers(2, 6))
    rules = replace(_rules(rng, mode, order, d), eta=float(rng.choice([1.0, 0.1])), initial=None)
    dataset = mixed_set(rng, int(rng.integers(4, 20)), d, rules.n_classes)
    return Case(dataset.X.tolist(), dataset.labels.tolist(), rules)


def _touching(rng: np.random.Generator, mode: str, order: str) -> Case:
    """Return two classes whose hulls share a point or an edge."""
    dataset, rules = touching_set(rng), replace(_rules(rng, mode, order, 2), n_classes=2)
    return Case(dataset.X.tolist(), dataset.labels.tolist(), rules)


SETS: tuple[Callable[[np.random.Generator, str, str], Case], ...] = (random_case, _ends, _outgrowing, _mixed, _touching)


def case_of(seed: int, number: int) -> Case:
    """Return a set; modes, orders and kinds of sets take turns."""
    rng = np.random.default_rng([seed, number])
    mode, order = MODES[number % 3], ORDERS[number // 3 % 5]
    case = SETS[number // 15 % len(SETS)](rng, mode, order)
    return case.with_rules(beta=_margin(seed, number)) if number % 4 == 1 else case


def _margin(seed: int, number: int) -> float:
    """Return a β (V4); drawn apart, so that points and other rules are what they are without it."""
    rng = np.random.default_rng([seed, number, 4])
    return float(rng.choice([0.1, 0.5, 1.0, 2.0, 30.0, 0.012345678, abs(_extreme(rng))]))


# Claims


def check_training(case: Case) -> str:
    """Train, compare, and say in a word how exact it was."""
    trainer = train(case.dataset, case.settings)
    with using(None):
        other = train(case.dataset, case.settings)
    assert bits(trainer.state) == bits(other.state)
    assert (trainer.cycle, logged(trainer)) == (other.cycle, logged(other))
    assert trainer.margins().tobytes() == other.margins().tobytes()
    rule = Range(case)
    if not rule.is_decimal:
        assert trainer.state.exact_visits == 0
        _check_floats(case, trainer)
        return "rounded from the start"
    referee, before = _referee_in_range(case, rule)
    if rule.holds(referee):
        _check_exact(case, referee, rule, trainer)
        return "exact"
    _check_left(case, referee, before, rule, trainer)
    return "left the range"


def _referee_in_range(case: Case, rule: Range) -> tuple[Referee, int]:
    """Return the referee at the end, or behind the first visit that is not exact, and the visits before that."""
    referee = case.referee()
    while rule.holds(referee) and referee.stop is None and referee.visits < MOST_VISITS:
        referee.step()
    return referee, max(referee.visits - 1, 0)


def _check_exact(case: Case, referee: Referee, rule: Range, trainer: Trainer) -> None:
    if _gave_up_early(case, trainer, referee.visits, rule):
        return
    assert trainer.state.exact_visits is None or trainer.state.exact_visits >= referee.visits
    if referee.stop is None:
        run = Run(case.dataset, case.settings)
        run.advance(referee.visits)
        trainer = run.trainer
    else:
        assert trainer.state.stop == referee.stop
        assert cycle_of(trainer.cycle) == referee.cycle
        assert logged(trainer) == referee.log
    _check_place(trainer, referee)
    assert (trainer.margins() <= 0.0).tolist() == referee.errors()
    assert trainer.state.exact_visits is None


def _check_place(trainer: Trainer, referee: Referee) -> None:
    """The trainer stands where the referee stands."""
    state = trainer.state
    assert (state.visits, state.epoch, state.mistakes) == (referee.visits, referee.epoch, referee.mistakes)
    assert (state.near_misses, state.unlearned_near) == (referee.near_misses, referee.unlearned_near)
    assert state.alpha.tolist() == referee.alpha
    assert parameters(trainer).tolist() == doubles(referee.parameters())


def _gave_up_early(case: Case, trainer: Trainer, visits: int, rule: Range) -> bool:
    """Whether a batch sum left the range before the state did, which it may (E3)."""
    ended = trainer.state.exact_visits
    if case.rules.order != "batch" or ended is None or ended >= visits:
        return False
    total = sum(abs(value) for row in case.referee().points for value in row) * 10**rule.k * rule.step
    assert total > FULL
    return True


def _check_left(case: Case, referee: Referee, before: int, rule: Range, trainer: Trainer) -> None:
    """A run that leaves the range says where, and goes on in float64 from what it held then."""
    if _gave_up_early(case, trainer, before, rule):
        return
    assert trainer.state.exact_visits == before
    run = Run(case.dataset, case.settings)
    run.advance(before)
    is_exact = referee.visits > 0
    assert run.is_exact is is_exact
    earlier = case.referee()
    while earlier.visits < before:
        earlier.step()
    _check_place(run.trainer, earlier)
    # Start weights beyond the range are told as they are, but not what floats make of them.
    assert not is_exact or (run.trainer.margins() <= 0.0).tolist() == earlier.errors()
    run.advance(referee.visits)
    assert parameters(run.trainer).tolist() == doubles(referee.parameters())
    going = in_held_floats(case, referee, rule)
    size = run.data.n_entries
    theta = run.state.theta
    going.rows = [theta[i : i + size] for i in range(0, len(theta), size)]
    _go_on(going, case, trainer)


def _check_floats(case: Case, trainer: Trainer) -> None:
    """Data that are not exact are trained on in plain float64."""
    referee = replace(case, rules=_as_primal(case.rules)).referee("floats")
    referee.looks_for_cycle = False
    _go_on(referee, case, trainer)


def _go_on(referee: Referee, case: Case, trainer: Trainer) -> None:
    """Compare the rest of a run with the referee's in floats, whose sums are those of the primal (D3)."""
    referee.rules, referee.known_errors = _as_primal(referee.rules), None
    referee.run()
    if any(abs(value) > 1e300 for row in referee.rows for value in row):
        return
    assert logged(trainer) == referee.log
    assert (trainer.state.stop, trainer.state.visits) == (referee.stop, referee.visits)
    assert trainer.state.theta == [value for row in referee.rows for value in row]


def _as_primal(rules: Rules) -> Rules:
    return rules if rules.mode == "multiclass" else replace(rules, mode="primal")


def check_analysis(case: Case) -> str:
    """Analyse, check the proof, and say in a word what it was."""
    dataset, settings = case.dataset, case.settings
    analysis = analyze(dataset, settings)
    verdict = analysis.verdict
    assert verdict is not None
    if verdict.separable is None:
        assert not Range(case.with_rules(eta=1.0, initial=None)).is_decimal
        return "too close to tell"
    if verdict.margin is None:
        assert len(dataset.present) < 2
        return "one class"
    assert_certified(dataset, settings, verdict)
    if analysis.street is not None:
        assert analysis.bound is not None
        assert analysis.street.rho > 0
        assert analysis.street.bound * (1 if settings.mode.is_binary else 2) >= _plain_bound(case)
    if analysis.bound is not None and Range(case).is_decimal:
        trainer = train(dataset, replace(settings, max_updates=settings.max_updates or MOST_VISITS))
        if trainer.state.exact_visits is None:
            assert trainer.state.learned_from <= analysis.bound.at_most
    return "separable" if verdict.separable else "not separable"


def _plain_bound(case: Case) -> Fraction:
    """Return the bound of T2 or T6 for another order than batch, from zero."""
    rules = replace(case.rules, order="cyclic", initial=None, beta=0.0)
    bound = analyze(case.dataset, replace(case, rules=rules).settings).bound
    assert bound is not None
    assert bound.exact is not None
    return bound.exact


def check(seed: int, number: int) -> tuple[str, ...]:
    """Check one set, and now and then one under a curved kernel; return what runs and verdict were."""
    case = case_of(seed, number)
    try:
        found = check_training(case), check_analysis(case)
    except BaseException:
        print(f"set {number} of seed {seed}: {case}", file=sys.stderr)
        raise
    if number % WITH_KERNEL:
        return found
    return *found, f"{fuzz_kernels.check(seed, number // WITH_KERNEL)} under a kernel"


def run(count: int, seed: int = 0, first: int = 0) -> Counter[str]:
    """Check `count` sets from `first` on; return how many of each kind there were."""
    counts: Counter[str] = Counter()
    for number in range(first, first + count):
        counts.update(check(seed, number))
    return counts


def main(count: int, seed: int = 0, first: int = 0) -> None:
    """Check sets, and tell of them."""
    began = time.monotonic()
    counts = run(count, seed, first)
    told = ", ".join(f"{number} {what}" for what, number in sorted(counts.items()))
    print(f"{count} sets of seed {seed} in {time.monotonic() - began:.0f} s, no difference: {told}.")


if __name__ == "__main__":
    main(*numbers(count=10_000, seed=0, first=0))
