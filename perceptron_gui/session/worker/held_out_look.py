"""How often points held out are looked at while a run moves: most of the time is for training (A5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Bools
    from perceptron_gui.engine.run.all_points import AllPoints
    from perceptron_gui.engine.run.run import Run

SHARE = 0.1
"""Of the time that the looks may take while a run moves."""
CHEAP = 2e-3
"""Seconds of a look that is made for every snapshot."""


class HeldOutLook:
    """Finds the errors among points held out: of a run that rests always those of now, else maybe some frames old.

    `clock`: seconds, ascending.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._seen: tuple[AllPoints, int, bool] | None = None
        self._errors: Bools | None = None
        self._not_before = 0.0

    def errors(self, points: AllPoints, run: Run, has_test: bool, is_moving: bool) -> Bools:
        """Return which of the points present are held out and errors, see `AllPoints.errors`.

        `has_test`: whether to look at the test part. `is_moving`: whether the run is on its way.
        """
        n_samples, begin = points.n_before(run.data.n_samples), self._clock()
        seen = (points, n_samples, has_test)
        if is_moving and self._errors is not None and self._seen == seen and begin < self._not_before:
            return self._errors
        self._seen, self._errors = seen, points.errors(run, n_samples, has_test)
        end = self._clock()
        cost = end - begin
        self._not_before = end + cost / SHARE if cost > CHEAP else end
        return self._errors
