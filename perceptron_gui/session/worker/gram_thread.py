"""A thread that computes pictures of Gram matrices for the points on the screen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from perceptron_gui.frozen import Frozen
from perceptron_gui.session.gram.gram_picture import GramPicture, GramQuestion, gram_picture
from perceptron_gui.session.gram.words import Numbers, cell_numbers
from perceptron_gui.session.worker.background_thread import BackgroundThread, answer_or_failure

if TYPE_CHECKING:
    from perceptron_gui.session.worker.gui_priority_gate import PriorityGate


class GramFinding(Frozen, eq=False):
    """The answer."""

    question: GramQuestion
    picture: GramPicture | None  # None where there is none
    numbers: Numbers = ()  # what stands in the cells of few points, row by row; empty for more
    failure: str = ""  # why not, in a sentence; else empty


class GramThread(BackgroundThread[GramQuestion, GramFinding]):
    """Computes the newest picture that was asked for. `gate`: where it waits while the window handles events."""

    def __init__(self, gate: PriorityGate) -> None:
        super().__init__(gate, "gram matrix")

    def answer(self, question: GramQuestion) -> GramFinding:
        """Return the picture of a Gram matrix, see `BackgroundThread`."""
        return answer_or_failure(lambda: self._compute(question), partial(_failed, question))

    def _compute(self, question: GramQuestion) -> GramFinding:
        picture = gram_picture(question, self.should_stop)
        return GramFinding(question, picture, cell_numbers(picture))


def _failed(question: GramQuestion, failure: str) -> GramFinding:
    return GramFinding(question, None, failure=failure)
