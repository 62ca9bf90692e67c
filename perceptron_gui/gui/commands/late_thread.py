"""A thread beside the window that is made when something is asked of it: most windows never need it (A9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from perceptron_gui.gui.controller import Controller
    from perceptron_gui.session.worker.background_thread import BackgroundThread
    from perceptron_gui.session.worker.gui_priority_gate import PriorityGate

Question = TypeVar("Question")
Answer = TypeVar("Answer")


class LateThread(Generic[Question, Answer]):
    """Takes questions to a thread, and its answers back; frames come as long as it is at work.

    `make`: given the gate at which it waits while events are handled, return the thread, not started.
    """

    def __init__(
        self, controller: Controller, make: Callable[[PriorityGate], BackgroundThread[Question, Answer]]
    ) -> None:
        self._controller = controller
        self._make = make
        self._thread: BackgroundThread[Question, Answer] | None = None
        controller.clock.add_work(lambda: self.is_busy)

    @property
    def is_busy(self) -> bool:
        """Whether an answer is on its way."""
        return self._thread is not None and self._thread.is_busy

    def ask(self, question: Question) -> None:
        """Ask something in place of what was asked before. See `BackgroundThread.ask`."""
        if self._thread is None:
            self._thread = self._make(self._controller.training_thread.gate)
            self._thread.start()
        self._thread.ask(question)
        self._controller.clock.wake()

    def take(self) -> Answer | None:
        """Return the newest answer, once; None where there is no new one."""
        return self._thread.findings.take() if self._thread is not None else None

    def stop(self) -> None:
        """End the thread, if there is one, and wait for it."""
        if self._thread is not None:
            self._thread.stop()
