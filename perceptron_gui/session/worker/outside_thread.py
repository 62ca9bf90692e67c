"""A thread that counts the points outside the view where they are too many to be counted between two frames."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.engine.exact.effort import Cancelled
from perceptron_gui.session.outside import Counts, OutsideQuestion, count_outside
from perceptron_gui.session.worker.background_thread import BackgroundThread

if TYPE_CHECKING:
    from perceptron_gui.session.worker.gui_priority_gate import PriorityGate


class OutsideThread(BackgroundThread[OutsideQuestion, Counts]):
    """Counts for the newest view. `gate`: where it waits while the window handles events."""

    def __init__(self, gate: PriorityGate) -> None:
        super().__init__(gate, "outside")

    def answer(self, question: OutsideQuestion) -> Counts:
        """Return the counts, see `BackgroundThread`."""
        return count_outside(question, self._let_go)

    def _let_go(self) -> None:
        if self.should_stop():
            raise Cancelled
