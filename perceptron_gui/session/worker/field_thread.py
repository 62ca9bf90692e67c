"""A thread that works out curved boundaries for the plane on the screen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from perceptron_gui.engine.exact.effort import Cancelled
from perceptron_gui.session.contours.answering import answer
from perceptron_gui.session.contours.field import Field, FieldQuestion
from perceptron_gui.session.worker.background_thread import BackgroundThread, answer_or_failure

if TYPE_CHECKING:
    from perceptron_gui.session.worker.gui_priority_gate import PriorityGate


class FieldThread(BackgroundThread[FieldQuestion, Field]):
    """Works out the newest field that was asked for. `gate`: where it waits while the window handles events."""

    def __init__(self, gate: PriorityGate) -> None:
        super().__init__(gate, "boundary")

    def answer(self, question: FieldQuestion) -> Field:
        """Return the field of a model, see `BackgroundThread`."""
        return answer_or_failure(lambda: answer(question, self._let_go), partial(Field.nothing, question))

    def _let_go(self) -> None:
        if self.should_stop():
            raise Cancelled


class FieldsThread(BackgroundThread[tuple[FieldQuestion, ...], tuple[Field, ...]]):
    """Works out several fields at once: those of the variants (V1–V3).

    `gate`: where it waits while the window handles events.
    """

    def __init__(self, gate: PriorityGate) -> None:
        super().__init__(gate, "variants")

    def answer(self, question: tuple[FieldQuestion, ...]) -> tuple[Field, ...]:
        """Return the fields of several models, see `BackgroundThread`."""
        return tuple(self._field(one) for one in question)

    def _field(self, question: FieldQuestion) -> Field:
        return answer_or_failure(lambda: answer(question, self._let_go), partial(Field.nothing, question))

    def _let_go(self) -> None:
        if self.should_stop():
            raise Cancelled
