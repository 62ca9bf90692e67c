"""The range rule in fractions, beside a referee (E2, E3)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import floor

from perceptron_gui.frozen import replace
from tests.engine.cases import Case, fraction
from tests.engine.referee import Referee

FULL = 2**53


def places_of(values: Iterable[float]) -> int:
    """Return the fewest k with v·10^k whole for all `values` as they are written."""
    exact, k = [fraction(v) for v in values], 0
    while any((v * 10**k).denominator != 1 for v in exact):
        k += 1
    return k


class Range:
    """The range rule in fractions, beside a referee: places, units and the first visit that breaks it."""

    def __init__(self, case: Case) -> None:
        zero_start = not any(case.rules.initial or ())
        flat = [v for point in case.points for v in point]
        k, e, p = (places_of(values) for values in (flat, [case.rules.eta], case.rules.initial or ()))
        eta, beta = fraction(case.rules.eta), fraction(case.rules.beta)
        self.k = k
        self.is_decimal = max(k, e, p) <= 6 and max(map(abs, map(fraction, flat))) * 10**k < FULL
        self.unit = eta / 10**k if zero_start else Fraction(1, 10 ** max(p, k + e))
        self.score_unit = self.unit / 10**k
        self.beta = beta / self.score_unit
        self.step = eta / self.unit / 10**k
        # Where all points are 0 the weights themselves must be whole.
        self.widest = max(1, *(sum(abs(v) for v in row) * 10**k for row in case.referee().points))

    def holds(self, referee: Referee) -> bool:
        """Whether all that is said about the state is exact, the step that led there included."""
        if self.beta >= FULL or (self.step > FULL and referee.log):
            return False
        return max(abs(v) for row in referee.parameters() for v in row) / self.unit * self.widest <= FULL


def in_held_floats(case: Case, referee: Referee, rule: Range) -> Referee:
    """Return `referee` going on in float64, in the whole numbers the program holds."""
    going = Referee(replace(case.rules, initial=None), case.n_features, "floats")
    going.points = [[float(v * 10**rule.k) for v in row] for row in referee.points]
    going.rows = [[float(v / rule.unit) for v in row] for row in referee.parameters()]
    going.eta = float(rule.step)
    going.beta = float(floor(rule.beta) if rule.beta < FULL else rule.beta)
    for name in ("targets", "alpha", "log", "waiting", "unlearned"):
        setattr(going, name, list(getattr(referee, name)))
    for name in ("visits", "epoch", "mistakes", "near_misses", "unlearned_near", "pass_mistakes", "stop"):
        setattr(going, name, getattr(referee, name))
    going.pass_classes = referee.pass_classes
    going.looks_for_cycle = False
    going.go_round()
    return going
