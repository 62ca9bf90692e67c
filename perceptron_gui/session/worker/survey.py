"""What is computed of a whole run whenever it has gone on: curves, the states of the proof, the way of θ."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from perceptron_gui.engine.exact.effort import Cancelled
from perceptron_gui.engine.run.replay import Look, no_look
from perceptron_gui.session.worker.protocol import FAR, Answer

if TYPE_CHECKING:
    from perceptron_gui.engine.run.run import Run
    from perceptron_gui.engine.run.wants import Wants

SURVEY_EVERY = 0.5
"""Seconds between two looks at a run while it moves."""


class Survey:
    """Looks at a run as a whole while a view shows it: at once when the run rests, else now and then.

    `make`: return what is to be known of a run. `asked`: what of it visible views show, given what they want; false for
    nothing. `clock`: seconds, ascending. `look`: called now and then while it is made; it may raise `Cancelled`.
    `place`: return what it depends on in a run beside its points: how far that came, or where its cursor stands.
    """

    def __init__(
        self,
        make: Callable[[Run, Look], Answer],
        asked: Callable[[Wants], object],
        clock: Callable[[], float],
        look: Look = no_look,
        place: Callable[[Run], int] = lambda run: run.frontier,
    ) -> None:
        self._place = place
        self._make, self._asked, self._clock, self._look = make, asked, clock, look
        self._made_at: tuple[object, ...] | None = None
        self._not_before = 0.0

    def answer(self, run: Run, wants: Wants, now: float) -> Answer | None:
        """Return what is known of a run by now, if a view shows it and it was not made just before.

        None, too, where a look cancelled it: it is lacking then as before.

        `wants`: what the visible views need. `now`: seconds.
        """
        if not self._is_lacking(run, wants) or now < self._not_before:
            return None
        try:
            answer = self._make(run, self._look)
        except Cancelled:
            return None
        self._made_at = self._state(run, wants)
        self._not_before = self._clock() + SURVEY_EVERY
        return answer

    def seconds_until_due(self, run: Run, wants: Wants) -> float:
        """Return how long to wait until it is to be made: a run that stands soon after it has gone on.

        `wants`: what the visible views need.
        """
        return max(0.0, self._not_before - self._clock()) if self._is_lacking(run, wants) else FAR

    def _is_lacking(self, run: Run, wants: Wants) -> bool:
        return bool(self._asked(wants)) and self._made_at != self._state(run, wants)

    def _state(self, run: Run, wants: Wants) -> tuple[object, ...]:
        """Return all that an answer depends on: points may arrive where a run stands, and none ever goes (P9)."""
        return run, run.dataset.n_samples, self._place(run), self._asked(wants)
