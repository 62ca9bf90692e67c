"""A second opinion on training: docs/spec.md written down once more, in fractions, without a line of the engine.

Slow and plain on purpose. Where it and the engine disagree, one of the two misreads docs/spec.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, reduce
from math import lcm
from operator import add
from typing import Any

from perceptron_gui.frozen import Frozen

NUMBERS = {"decimals": lru_cache(lambda value: Fraction(repr(float(value)))), "doubles": Fraction, "floats": float}
"""How a given value is read: as the decimal it stands for, as the double it is, or in plain floating point."""


def philox_words(seed: int, counter: Sequence[int], count: int) -> list[int]:
    """Return the first raw words of Philox4x64-10 (Salmon et al. 2011), which steps its counter before each block."""
    full = 2**64
    words: list[int] = []
    number = sum(word * full**place for place, word in enumerate(counter))
    while len(words) < count:
        number += 1
        c = [number // full**place % full for place in range(4)]
        k = [seed % full, seed // full]
        for _ in range(10):
            first, second = 0xD2E7470EE14C6C93 * c[0], 0xCA5A826395121157 * c[2]
            c = [second // full ^ c[1] ^ k[0], second % full, first // full ^ c[3] ^ k[1], first % full]
            k = [(k[0] + 0x9E3779B97F4A7C15) % full, (k[1] + 0xBB67AE8584CAA73B) % full]
        words += c
    return words[:count]


def shuffled(seed: int, epoch: int, n_samples: int) -> list[int]:
    """Return the order of a pass (P4)."""
    words = philox_words(seed, [0, epoch, 0, 0], n_samples)
    return sorted(range(n_samples), key=lambda i: words[i])


def random_word(seed: int, step: int) -> int:
    """Return word `step` of the random order (P4); a counter stands for four words."""
    return philox_words(seed, [step // 4, 0, 1, 0], 4)[step % 4]


class Rules(Frozen):
    """What a run depends on besides its points; names as in the options (C3)."""

    mode: str = "primal"
    order: str = "cyclic"
    eta: float = 1.0
    bias: bool = True
    initial: tuple[float, ...] | None = None
    max_epochs: int | None = None
    max_updates: int | None = None
    seed: int = 0
    n_classes: int = 2
    beta: float = 0.0
    kernel: tuple[Any, ...] | None = None
    """("poly", p, c) or ("rbf", g)."""


@dataclass
class Referee:
    """One run, visit by visit.

    Attributes
    ----------
    rules : Rules
    n_features : int
    reading : str
        A key of `NUMBERS`.
    points, targets : lists
        x̂ in numbers, and −1/+1 or the class.
    alpha : list of int
    log : list of (visits completed before, point, rival or −1)
        Updates; one of a batch has −1 for its point.
    waiting : list of int
        Points still to be shown in this pass.
    unlearned : list of (point, rival or −1)
        Batch: points shown since the last update that it will learn from, with their rivals at their visits.
    unlearned_near : int
        How many of them are near misses.
    pass_classes : set of int
        The targets that there were when the pass began.
    """

    rules: Rules
    n_features: int = 2
    reading: str = "decimals"
    points: list[list[Any]] = field(default_factory=list)
    targets: list[int] = field(default_factory=list)
    alpha: list[int] = field(default_factory=list)
    log: list[tuple[int, int, int]] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)
    unlearned: list[tuple[int, int]] = field(default_factory=list)
    pass_classes: set[int] = field(default_factory=set)
    visits: int = 0
    epoch: int = 0
    mistakes: int = 0
    near_misses: int = 0
    unlearned_near: int = 0
    known_errors: list[bool] | None = None
    pass_mistakes: int = 0
    stop: str | None = None
    cycle: tuple[int, int, int] | None = None

    def __post_init__(self) -> None:
        """Stand before the first visit."""
        self.number: Callable[[float], Any] = NUMBERS[self.reading]
        self.eta, self.beta = self.number(self.rules.eta), self.number(self.rules.beta)
        size = self.n_features + self.rules.bias
        zero = self.number(0.0)
        rows = self.rules.n_classes if self.rules.mode == "multiclass" else 1
        self.start = [[zero] * size for _ in range(rows)]
        if self.rules.initial is not None:
            given = [self.number(value) for value in self.rules.initial]
            for row in range(len(given) // size):
                self.start[row] = given[row * size : (row + 1) * size]
        self.rows = [list(row) for row in self.start]
        self.gram: list[list[Any]] = []
        self._forget()

    # Points

    def add(self, points: Iterable[Sequence[float]], targets: Iterable[int]) -> Referee:
        """Let points join: at the end of the pass begun last, or in the first one if none has begun (P9)."""
        for point, target in zip(points, targets, strict=True):
            row = [self.number(value) for value in point] + [self.number(1.0)] * self.rules.bias
            self.points.append(row)
            self.targets.append(target)
            self.alpha.append(0)
            if self.rules.mode == "dual":
                for other, entries in zip(self.points, self.gram, strict=False):
                    entries.append(dot(other, row))
                self.gram.append([dot(row, other) for other in self.points])
            if self.epoch:
                self.waiting.append(len(self.points) - 1)
        self._forget()
        self.stop = self.cycle = self.known_errors = None
        if self.rules.order == "random" and self._has_no_errors():
            self.stop = "converged"
        elif self._has_reached_updates():
            self.stop = "update_limit"
        return self

    def _forget(self) -> None:
        """Forget the states of T9; the start is pass 0."""
        self.states = {} if self.epoch else {self.state(): (0, 0)}
        self.looks_for_cycle = self.rules.order in ("cyclic", "batch")

    # Numbers

    def parameters(self) -> list[list[Any]]:
        """Return θ, or the rows of W with B."""
        if self.rules.mode != "dual":
            return self.rows
        signed, columns = self._signed_alpha(), zip(*self.points, strict=True)
        sums = [dot(signed, column) for column in columns] or [self.number(0.0)] * len(self.start[0])
        return [[weight + self.eta * total for weight, total in zip(self.start[0], sums, strict=True)]]

    def _signed_alpha(self) -> list[int]:
        return [alpha * target for alpha, target in zip(self.alpha, self.targets, strict=True)]

    def state(self) -> tuple[Any, ...]:
        """Return what must come back for a cycle (T9)."""
        return tuple(value for row in self.parameters() for value in row)

    def score(self, point: int) -> Any:
        """Return f(x): θ·x̂, or from α and the Gram matrix (P1, D2)."""
        x = self.points[point]
        if self.rules.mode != "dual":
            return dot(self.rows[0], x)
        return self.eta * dot(self._signed_alpha(), self.gram[point]) + dot(self.start[0], x)

    def class_scores(self, point: int) -> dict[int, Any]:
        """Return s_k of the classes that have points (M1, W1)."""
        return {k: dot(self.rows[k], self.points[point]) for k in sorted(set(self.targets))}

    def winning_rival(self, point: int, beta: Any = 0) -> int | None:
        """Return r, the class ≠ y with the largest score, the lowest index among equals, if s_y − s_r ≤ β (M2, V4)."""
        scores = self.class_scores(point)
        own = scores.pop(self.targets[point])
        best = max(scores.values(), default=None)
        return None if best is None or own - best > beta else min(k for k in scores if scores[k] == best)

    def is_error(self, point: int) -> bool:
        """Whether y·f(x) ≤ 0, or s_r ≥ s_y, under the current parameters (W4)."""
        if self.rules.mode != "multiclass":
            return bool(self.targets[point] * self.score(point) <= 0)
        return self.winning_rival(point) is not None

    def errors(self) -> list[bool]:
        """Return which of the points present are errors now; kept until something changes."""
        if self.known_errors is None:
            self.known_errors = [self.is_error(point) for point in range(len(self.points))]
        return self.known_errors

    # Visits

    def next_point(self) -> int:
        """Return the point that the next visit shows."""
        if self.rules.order == "random":
            wrong = self._causes()
            return wrong[random_word(self.rules.seed, self.visits) % len(wrong)]
        return (self.waiting or self._pass(self.epoch + 1))[0]

    def _pass(self, epoch: int) -> list[int]:
        n = len(self.points)
        return shuffled(self.rules.seed, epoch, n) if self.rules.order == "shuffled" else list(range(n))

    def rival(self, point: int) -> int | None:
        """Return the rival of an error or a near miss (binary: −1), or None where nothing is learned (V4)."""
        if self.rules.mode == "multiclass":
            return self.winning_rival(point, self.beta)
        return -1 if self.targets[point] * self.score(point) <= self.beta else None

    def _causes(self) -> list[int]:
        """Return the points that would cause an update now."""
        if not self.rules.beta:
            return [point for point, is_wrong in enumerate(self.errors()) if is_wrong]
        return [point for point in range(len(self.points)) if self.rival(point) is not None]

    def step(self) -> None:
        """Make one visit, and update at a mistake (P2, D1, M2), in batch order at the end of the pass (P4)."""
        point = self.next_point()
        if self.rules.order != "random":
            self._take(point)
        rival = self.rival(point)
        if rival is not None:
            is_near_miss = not self.is_error(point)
            self.mistakes += not is_near_miss
            self.near_misses += is_near_miss
            self.unlearned_near += is_near_miss
            self.pass_mistakes += 1
            self.unlearned.append((point, rival))
        if not (self.rules.order == "batch" and self.waiting):
            if self.unlearned:
                self._update()
            self.unlearned_near = 0
        self.visits += 1
        self._settle()

    def _take(self, point: int) -> None:
        if not self.waiting:
            self.epoch += 1
            self.pass_mistakes = 0
            self.waiting, self.pass_classes = self._pass(self.epoch), set(self.targets)
        assert self.waiting.pop(0) == point

    def _update(self) -> None:
        """Change the parameters once, by η times the sum over the errors shown since the last update."""
        sums: dict[int, list[Any]] = {}
        for point, rival in self.unlearned:
            x, target = self.points[point], self.targets[point]
            self.alpha[point] += 1
            if self.rules.mode == "multiclass":
                added(sums, target, x)
                added(sums, rival, [-value for value in x])
            elif self.rules.mode == "primal":
                added(sums, 0, [target * value for value in x])
        for row, total in sums.items():
            self.rows[row] = [w + self.eta * v for w, v in zip(self.rows[row], total, strict=True)]
        is_batch = self.rules.order == "batch"
        self.log.append((self.visits, -1, -1) if is_batch else (self.visits, *self.unlearned[0]))
        self.unlearned = []
        self.known_errors = None

    def loss(self) -> Any:
        """Return L = Σ max(0, −y f(x)), in multiclass Σ max(0, s_r − s_y) (P3, M2)."""
        return sum((max(-margin, 0) for margin in self.margins()), self.number(0.0))

    def margins(self) -> list[Any]:
        """Return y·f of every point, in multiclass s_y − s_r; without a rival it is 1, which no loss sees."""
        if self.rules.mode != "multiclass":
            return [target * self.score(point) for point, target in enumerate(self.targets)]
        margins = []
        for point, target in enumerate(self.targets):
            scores = self.class_scores(point)
            own = scores.pop(target)
            margins.append(own - max(scores.values()) if scores else 1)
        return margins

    # Stops

    def _has_reached_updates(self) -> bool:
        return self.rules.max_updates is not None and len(self.log) >= self.rules.max_updates

    def _settle(self) -> None:
        """Look for a reason to stop, in P7's order."""
        is_random = self.rules.order == "random"
        is_over = not self.waiting and not is_random
        if is_over and self.rules.order == "online":
            self.stop = "pass_done"
        elif self._has_no_errors() if is_random else is_over and self._was_clean():
            self.stop = "converged"
        elif is_over and self.looks_for_cycle and self._closes_cycle():
            self.stop = "cycle"
        elif self._has_reached_updates():
            self.stop = "update_limit"
        elif is_over and self.rules.max_epochs is not None and self.epoch >= self.rules.max_epochs:
            self.stop = "epoch_limit"

    def _was_clean(self) -> bool:
        """Whether the pass had no update, and its points were compared with all classes."""
        is_whole = self.rules.mode != "multiclass" or self.pass_classes == set(self.targets)
        return is_whole and not self.pass_mistakes

    def _has_no_errors(self) -> bool:
        return bool(self.points) and not self._causes()

    def _closes_cycle(self) -> bool:
        first = self.states.setdefault(self.state(), (self.epoch, self.mistakes))
        if first[0] == self.epoch:
            return False
        self.cycle = (first[0], self.epoch - first[0], self.mistakes - first[1])
        return True

    def go_round(self) -> None:
        """Go on behind a cycle; other limits still hold (T9)."""
        if self.stop == "cycle":
            self.stop, self.looks_for_cycle = None, False
            self._settle()

    def run(self, until: int | None = None) -> Referee:
        """Visit until the run stops, or up to `until` visits, round cycles if need be."""
        while self.points and (until is None or self.visits < until):
            if until is not None:
                self.go_round()
            if self.stop is not None:
                break
            self.step()
        return self


def added(sums: dict[int, list[Any]], row: int, values: list[Any]) -> None:
    """Add `values` to the sum for a row of parameters."""
    total = sums.get(row)
    sums[row] = values if total is None else [a + b for a, b in zip(total, values, strict=True)]


def from_left(terms: Iterable[float]) -> float:
    """Return a sum as floats make it one by one: Python's own corrects itself from 3.12 on."""
    return reduce(add, terms)


def dot(a: Sequence[Any], b: Sequence[Any]) -> Any:
    """Return Σ a_j·b_j: floats from the left, fractions over a common denominator, reduced once at the end."""
    if b and isinstance(b[0], float):
        return from_left(u * v for u, v in zip(a, b, strict=True))
    total, denominator = 0, 1
    for u, v in zip(a, b, strict=True):
        product, own = u.numerator * v.numerator, u.denominator * v.denominator
        if own != denominator:
            common = lcm(own, denominator)
            product, total, denominator = product * (common // own), total * (common // denominator), common
        total += product
    return Fraction(total, denominator)
