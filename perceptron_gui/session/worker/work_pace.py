"""How much to train at a time: slices of work at full speed, visits by the clock at a limited one (A5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from perceptron_gui.session.worker.protocol import FAR

if TYPE_CHECKING:
    from perceptron_gui.engine.run.run import Run

SLICE_SECONDS = 0.0005
"""How long the thread works between two looks at the gate and its commands."""
FIRST_WORK_RATE = 3e8
"""Multiply-adds a second, before anything was measured."""
LEAST_SHARE = 0.5
"""Of the best rate that was measured, with which the next slice is given work in any case. A slice has costs beside its
work, most of all the wait for an interpreter that others hold: measured alone, a slice that cost more than it worked
would make the next one smaller, and that one the next, down to single visits."""
MOST_BEHIND = 0.1
"""Seconds of visits that a limited speed catches up, after a frame or a busy moment; older ones are let go."""


class WorkPace:
    """Measures how fast the machine trains, and computes how many visits are due.

    `clock`: seconds, ascending. `speed`: visits a second; None is as fast as possible. `work_rate`: multiply-adds a
    second, as measured.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.speed: float | None = None
        self.work_rate = FIRST_WORK_RATE
        self._best_rate = 0.0
        self._clock = clock
        self._due = 0.0

    def restart(self) -> None:
        """Let the next visit be due now, and the others after it."""
        self._due = self._clock()

    def visits_due(self, now: float) -> int:
        """Return how many visits to make. `now`: seconds."""
        if self.speed is None:
            return FAR
        if now < self._due:
            return 0
        # A machine that cannot keep up falls behind quietly instead of hurrying after the clock.
        self._due = max(self._due, now - MOST_BEHIND)
        return int((now - self._due) * self.speed) + 1

    def count(self, visits: int) -> None:
        """Take note of visits that were made: the next one is due as much later. `visits`: how many more."""
        if self.speed is not None:
            self._due += visits / self.speed

    def seconds_until_due(self) -> float:
        """Return how long to wait for the next visit."""
        return 0.0 if self.speed is None else max(0.0, self._due - self._clock())

    def advance(self, run: Run, until: int, updates: int | None = None) -> None:
        """Train for about half a millisecond, and learn from it how much work that is.

        `until`: visits completed. `updates`: where to pause, see `Run.advance`.
        """
        if until == run.visit + 1:
            run.visit_once()
            return
        budget, begin = self.work_rate * SLICE_SECONDS, self._clock()
        used = budget - run.advance(until, budget, updates)
        seconds = self._clock() - begin
        if used > 0 and seconds > 0 and used >= budget:
            self._take_measured(used / seconds)

    def _take_measured(self, rate: float) -> None:
        """Follow a measured rate slowly; the best one is forgotten more slowly still, where the machine has changed."""
        self.work_rate += 0.1 * (rate - self.work_rate)
        self._best_rate = max(rate, 0.99 * self._best_rate)
        self.work_rate = max(self.work_rate, LEAST_SHARE * self._best_rate)
