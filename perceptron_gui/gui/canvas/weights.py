"""In which scale w is drawn: true while it fits, else times or divided by 1, 2, 5 × 10^k (DESIGN §3)."""

from __future__ import annotations

from collections.abc import Sequence

from perceptron_gui.gui.canvas.frame import Frame

MARGIN = 36.0
"""Pixels that stay free between the tip of an arrow and the edge of the canvas."""
SHORTEST = 24.0
"""Pixels that the longest arrow must have, if it has any length."""
SLACK = 4.0
"""How many times longer an arrow could be drawn before its scale goes back towards true."""
Vector = tuple[float, float]


class WeightScale:
    """Keeps its factor until an arrow no longer fits or becomes hard to see, so that arrows do not jump."""

    def __init__(self) -> None:
        self.factor = 1.0
        self.is_held = False

    def fit(self, root: Vector, vectors: Sequence[Vector], frame: Frame) -> float:
        """Return the factor by which arrows that begin at `root` are drawn."""
        if self.is_held:
            return self.factor
        longest = max((a * a + b * b for a, b in vectors), default=0.0) ** 0.5
        if longest == 0.0:
            self.factor = 1.0
            return self.factor
        is_good = _fits(self.factor, root, vectors, frame) and self.factor * longest * frame.unit >= SHORTEST
        if not is_good or (self.factor != 1.0 and self._is_slack(root, vectors, frame)):
            self.factor = _nearest_to_true(root, vectors, longest, frame)
        return self.factor

    def _is_slack(self, root: Vector, vectors: Sequence[Vector], frame: Frame) -> bool:
        if self.factor > 1.0:
            return True
        return _fits(min(self.factor * SLACK, 1.0), root, vectors, frame)

    @property
    def text(self) -> str:
        """What stands beside w: nothing when true, else "÷ 50" or "× 20"."""
        if self.factor == 1.0:
            return ""
        return f" ÷ {1 / self.factor:g}" if self.factor < 1 else f" × {self.factor:g}"


def _fits(factor: float, root: Vector, vectors: Sequence[Vector], frame: Frame) -> bool:
    return all(frame.contains(root[0] + a * factor, root[1] + b * factor, MARGIN) for a, b in vectors)


def _nearest_to_true(root: Vector, vectors: Sequence[Vector], longest: float, frame: Frame) -> float:
    """Return 1 if it fits, else the whole step nearest to 1 that does."""
    if _fits(1.0, root, vectors, frame):
        if longest * frame.unit >= SHORTEST:
            return 1.0
        return next(step for step in _steps() if step * longest * frame.unit >= 2 * SHORTEST)
    return next((1 / step for step in _steps() if _fits(1 / step, root, vectors, frame) or step > 1e30), 1.0)


def _steps() -> Sequence[float]:
    """Return 1, 2, 5, 10, … as far as doubles are needed."""
    return [digit * 10.0**power for power in range(31) for digit in (1, 2, 5)] + [1e31]
