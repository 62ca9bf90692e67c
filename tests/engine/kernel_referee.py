"""The referee with a curved kernel: D1, D2, D5 and M5 written down once more, without a line of the engine."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

from tests.engine.referee import Referee

DISTANCES: dict[str, Callable[[Any], Any]] = {"rbf": lambda difference: difference**2, "laplacian": abs}
"""What a difference of coordinates adds to D, of the kernels exp(−g·D)."""


@dataclass
class KernelReferee(Referee):
    """One run with a curved kernel, visit by visit.

    Attributes
    ----------
    counts : list of list of int
        α_i·y_i in one row, or A.
    biases : list
        b, or B.
    steps : dict
        ηK of pairs of points that were asked for.
    """

    counts: list[list[int]] = field(default_factory=list)
    biases: list[Any] = field(default_factory=list)
    grown: list[list[Any]] = field(default_factory=list)
    steps: dict[tuple[int, int], Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Stand before the first visit."""
        n_rows = self.rules.n_classes if self.rules.mode == "multiclass" else 1
        start = (self.rules.initial or (0.0,))[0]
        self.number = {"decimals": _decimal, "floats": float}[self.reading]
        self.biases = [self.number(start if self.rules.bias else 0.0)] * n_rows
        self.counts, self.grown = [[] for _ in range(n_rows)], [[] for _ in range(n_rows)]
        super().__post_init__()
        self.start = []

    def product(self, x: list[Any], z: list[Any]) -> Any:
        """Return K(x, z) (D5)."""
        assert self.rules.kernel is not None
        name, *numbers = self.rules.kernel
        x, z = x[: self.n_features], z[: self.n_features]
        if name in DISTANCES:
            return math.exp(-numbers[0] * sum(DISTANCES[name](a - b) for a, b in zip(x, z, strict=True)))
        assert name == "poly"
        degree, constant = numbers
        base = sum((a * b for a, b in zip(x, z, strict=True)), self.number(0.0)) + self.number(constant)
        return math.prod([base] * int(degree))

    def step_between(self, point: int, other: int) -> Any:
        """Return ηK of two points, worked out once."""
        if (point, other) not in self.steps:
            self.steps[point, other] = self.eta * self.product(self.points[point], self.points[other])
        return self.steps[point, other]

    def add(self, points: Any, targets: Any) -> Referee:
        """Let points join, their scores summed up from the points before; see `Referee`."""
        points, zero = list(points), self.number(0.0)
        for point in points:
            x = [self.number(value) for value in point]
            products = [self.product(other, x) for other in self.points]
            for counts, grown in zip(self.counts, self.grown, strict=True):
                grown.append(sum((self.eta * c * k for c, k in zip(counts, products, strict=False)), zero))
            self.points.append(x)
        del self.points[len(self.points) - len(points) :]
        for counts in self.counts:
            counts += [0] * len(points)
        return super().add(points, targets)

    def parameters(self) -> list[list[Any]]:
        """Return b, or B: there is no w."""
        return [[bias] for bias in self.biases] if self.rules.bias else [[] for _ in self.biases]

    def state(self) -> tuple[Any, ...]:
        """Return the scores (T9)."""
        return tuple(self.score_of(row, i) for row in range(len(self.counts)) for i in range(len(self.points)))

    def score_of(self, row: int, point: int) -> Any:
        """Return η Σ counts·K + b."""
        return self.grown[row][point] + self.biases[row]

    def score(self, point: int) -> Any:
        """Return f(x) (D2)."""
        return self.score_of(0, point)

    def class_scores(self, point: int) -> dict[int, Any]:
        """Return s_k of the classes that have points (M5)."""
        return {k: self.score_of(k, point) for k in sorted(set(self.targets))}

    def _update(self) -> None:
        """Change A, or α, once for every error shown since the last update."""
        for point, rival in self.unlearned:
            self.alpha[point] += 1
            changes = [(0, self.targets[point])]
            if self.rules.mode == "multiclass":
                changes = [(self.targets[point], 1), (rival, -1)]
            for row, sign in changes:
                self.counts[row][point] += sign
                for i in range(len(self.points)):
                    self.grown[row][i] += sign * self.step_between(point, i)
                if self.rules.bias:
                    self.biases[row] += self.eta * sign
        is_batch = self.rules.order == "batch"
        self.log.append((self.visits, -1, -1) if is_batch else (self.visits, *self.unlearned[0]))
        self.unlearned = []
        self.known_errors = None


@lru_cache
def _decimal(value: float) -> Fraction:
    return Fraction(repr(float(value)))
