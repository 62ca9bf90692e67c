"""A thread that trains one against the rest beside the run, and draws who claims what (M6)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from perceptron_gui.engine.exact.effort import Cancelled
from perceptron_gui.engine.run.against_rest import AgainstRest, Claims
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.classes.claims_picture import ClaimsPicture, ClaimsQuestion, claims_picture
from perceptron_gui.session.worker.background_thread import BackgroundThread, answer_or_failure
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.session.worker.gui_priority_gate import PriorityGate

MOST_POINTS = 2_000_000
"""Points of all binary runs together that are worth their memory."""


class ClaimsFinding(Frozen, eq=False):
    """The answer."""

    question: ClaimsQuestion
    # after as many visits as were asked for, or fewer where the run on the canvas is faster; None where there are none
    claims: Claims | None
    picture: ClaimsPicture | None
    failure: str = ""  # why there is nothing, in a sentence; else empty


class ClaimsThread(BackgroundThread[ClaimsQuestion, ClaimsFinding]):
    """Answers the newest question, with the runs of the one before where they are the same.

    `gate`: where it waits while the window handles events.
    """

    def __init__(self, gate: PriorityGate) -> None:
        super().__init__(gate, "one against the rest")
        self._runs: AgainstRest | None = None
        self._trained: ClaimsQuestion | None = None

    def answer(self, question: ClaimsQuestion) -> ClaimsFinding:
        """Return what the binary runs say at a visit, see `BackgroundThread`."""
        return answer_or_failure(lambda: self._compute(question), partial(_failed, question))

    def _compute(self, question: ClaimsQuestion) -> ClaimsFinding:
        dataset = question.dataset
        if dataset.n_samples * len(dataset.present) > MOST_POINTS:
            return _failed(question, tr("Too many points to train a line for each class beside the run."))
        if not question.is_same_run(self._trained) or self._runs is None:
            self._trained, self._runs = None, AgainstRest(dataset, question.settings, question.stages)
            self._trained = question
        runs = self._runs
        is_there = runs.go_to(question.visit, self.should_stop)
        if question.is_at_end and is_there:
            runs.go_to_end(self.should_stop)
        claims = runs.claims(question.is_at_end and is_there)
        return ClaimsFinding(question, claims, claims_picture(claims, question, self._let_go))

    def _let_go(self) -> None:
        if self._over.is_set():
            raise Cancelled


def _failed(question: ClaimsQuestion, failure: str) -> ClaimsFinding:
    return ClaimsFinding(question, None, None, failure)
