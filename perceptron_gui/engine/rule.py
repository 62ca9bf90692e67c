"""The perceptron as the notes write it: begin here.

Three learners, each a few lines, in any numbers that add, multiply and compare: fractions give what a pencil gives.
Everything else in the engine makes the same runs, only faster, longer, or from any place; ``tests/engine/test_rule.py``
holds it to these. A learner is shown one point at a time, and learns where that was a mistake. Points are x̂, with a 1
behind the coordinates where there is a bias (W2).
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

Number = Any
Vector = Sequence[Number]


def dot(left: Vector, right: Vector) -> Number:
    """Return the scalar product, summed from the left (E4)."""
    total = left[0] * right[0]
    for a, b in zip(left[1:], right[1:], strict=True):
        total = total + a * b
    return total


class Primal:
    """Two classes, by θ = (w, b); labels y are −1 and +1."""

    def __init__(self, points: Sequence[Vector], labels: Sequence[int], eta: Number, start: Vector) -> None:
        self.points, self.labels, self.eta = points, labels, eta
        self.theta = list(start)  # θ₀ (P5)

    def f(self, i: int) -> Number:
        """Return the activation f(x_i)."""
        return dot(self.theta, self.points[i])  # w·x + b (P1, W3)

    def visit(self, i: int) -> bool:
        """Show point i; return whether it was a mistake."""
        x, y = self.points[i], self.labels[i]
        if y * self.f(i) > 0:  # a tie is a mistake (W4, W5)
            return False
        self.theta = [w + self.eta * y * v for w, v in zip(self.theta, x, strict=True)]  # θ ← θ + η y x̂ (P2)
        return True


class Dual:
    """The same run, by how often each point was a mistake (D3): no weights, only scalar products of points."""

    def __init__(
        self,
        points: Sequence[Vector],
        labels: Sequence[int],
        eta: Number,
        start: Vector,
        kernel: Callable[[Vector, Vector], Number] = dot,
    ) -> None:
        self.labels, self.eta = labels, eta
        self.gram = [[kernel(x, z) for z in points] for x in points]  # once (D4)
        self.alpha = [0] * len(points)  # (D1)
        self.scores = [dot(start, x) for x in points]  # f of every point: w₀·x + b₀ (D2)

    def f(self, i: int) -> Number:
        """Return the activation f(x_i) = η Σ_j α_j y_j K(x_j, x_i) + w₀·x_i + b₀ (D2)."""
        return self.scores[i]

    def visit(self, i: int) -> bool:
        """Show point i; return whether it was a mistake."""
        y = self.labels[i]
        if y * self.f(i) > 0:
            return False
        self.alpha[i] += 1  # α_i ← α_i + 1 (D1)
        row = self.gram[i]
        self.scores = [f + self.eta * y * k for f, k in zip(self.scores, row, strict=True)]  # O(n) a mistake (D4)
        return True


class Multiclass:
    """Several classes, by one row of weights for each; labels y are the numbers of the classes, from 0."""

    def __init__(self, points: Sequence[Vector], labels: Sequence[int], eta: Number, start: Sequence[Vector]) -> None:
        self.points, self.labels, self.eta = points, labels, eta
        self.rows = [list(row) for row in start]

    def scores(self, i: int) -> list[Number]:
        """Return s_k(x_i) of every class."""
        return [dot(row, self.points[i]) for row in self.rows]  # s_k = w_k·x + b_k (M1)

    def visit(self, i: int) -> bool:
        """Show point i; return whether it was a mistake."""
        x, y, s = self.points[i], self.labels[i], self.scores(i)
        rival = max((k for k in range(len(s)) if k != y), key=lambda k: s[k])  # the lowest among equals (M2)
        if s[y] > s[rival]:
            return False
        self.rows[y] = [w + self.eta * v for w, v in zip(self.rows[y], x, strict=True)]  # rewarded (M2)
        self.rows[rival] = [w - self.eta * v for w, v in zip(self.rows[rival], x, strict=True)]  # punished
        return True


class Learner(Protocol):
    """What can be shown a point."""

    def visit(self, i: int) -> bool:
        """Show point i; return whether it was a mistake."""


def train(learner: Learner, passes: Iterable[Sequence[int]]) -> tuple[list[tuple[int, int]], int]:
    """Show the points of one pass after another until a pass has no mistake (P7).

    Returns the mistakes, each as the visits before it and the point, and the number of visits.
    """
    mistakes: list[tuple[int, int]] = []
    visits = 0
    for points in passes:  # cyclic: the same order every time; shuffled: another; online: one pass (P4)
        before = len(mistakes)
        for i in points:
            if learner.visit(i):
                mistakes.append((visits, i))
            visits += 1
        if len(mistakes) == before:
            break
    return mistakes, visits
