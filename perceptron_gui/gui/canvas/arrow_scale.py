"""In which scale w is drawn: true while it fits, else times or divided by 1, 2, 5 × 10^k (G4)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from perceptron_gui.session.wording import factor_text

if TYPE_CHECKING:
    from perceptron_gui.gui.canvas.view_frame import ViewFrame

MARGIN = 36.0
"""Pixels that stay free between the tip of an arrow and the edge of the canvas."""
SHORTEST = 24.0
"""Pixels that the longest arrow must have, if it has any length."""
Vector = tuple[float, float]


class ArrowScale:
    """Remembers from where on in a run a smaller scale was needed: at one place of it arrows always have one scale.

    A scale that was needed once stays for the rest of the run, as long as arrows can be seen in it: it does not go
    back and forth between neighbouring visits.
    """

    def __init__(self) -> None:
        self.factor = 1.0
        self.is_held = False
        self._needed: list[tuple[int, float]] = []
        self._known: object = None

    def fit(
        self, place: tuple[int, int], root: Vector, vectors: Sequence[Vector], shown: Sequence[Vector], frame: ViewFrame
    ) -> float:
        """Return the factor by which arrows are drawn longer than they are.

        `place`: the run, and the visits completed. `root`: where the arrows begin, in data units. `vectors`: what has
        to fit, whichever of them is shown in between, in data units. `shown`: what is shown now: it has to be long
        enough to be seen.
        """
        if self.is_held:
            return self.factor
        run, visit = place
        if self._known != (run, frame):
            self._known, self._needed = (run, frame), []
        needed = _nearest_to_true(root, vectors, frame)
        self._remember(visit, needed)
        before = [factor for earlier, factor in self._needed if earlier <= visit]
        self.factor = min(before, default=1.0)
        if needed is not None and self.factor * _longest(shown) * frame.unit < SHORTEST:
            self.factor = max(needed, self.factor)
        return self.factor

    def _remember(self, visit: int, needed: float | None) -> None:
        """Keep only visits that needed a smaller scale than all before them."""
        if needed is None or any(earlier <= visit and factor <= needed for earlier, factor in self._needed):
            return
        kept = [(other, factor) for other, factor in self._needed if other < visit or factor < needed]
        self._needed = [*kept, (visit, needed)]

    @property
    def text(self) -> str:
        """What stands beside w: nothing when true, else "÷ 50" or "× 20"."""
        if self.factor == 1.0:
            return ""
        sign, factor = ("÷", 1 / self.factor) if self.factor < 1 else ("×", self.factor)
        return f" {sign} {factor_text(factor)}"


def _fits(factor: float, root: Vector, vectors: Sequence[Vector], frame: ViewFrame) -> bool:
    return all(frame.contains(root[0] + a * factor, root[1] + b * factor, MARGIN) for a, b in vectors)


def _longest(vectors: Sequence[Vector]) -> float:
    return max((math.hypot(a, b) for a, b in vectors), default=0.0)


def _nearest_to_true(root: Vector, vectors: Sequence[Vector], frame: ViewFrame) -> float | None:
    """Return 1 if it fits and can be seen, else the whole step nearest to 1 that does; None without any length."""
    pixels = _longest(vectors) * frame.unit
    if not pixels:
        return None
    if not _fits(1.0, root, vectors, frame):
        return next((1 / step for step in _steps() if _fits(1 / step, root, vectors, frame) or step > 1e30), 1.0)
    return 1.0 if pixels >= SHORTEST else next((s for s in _steps() if s * pixels >= 2 * SHORTEST), 1e31)


def _steps() -> Sequence[float]:
    """Return 1, 2, 5, 10, … as far as doubles are needed."""
    return [digit * 10.0**power for power in range(31) for digit in (1, 2, 5)] + [1e31]
