"""A thread that answers the newest question, and gives up an earlier one that takes long (A4, A10)."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from perceptron_gui.engine.data.dataset import DatasetError
from perceptron_gui.engine.data.settings import SettingsError
from perceptron_gui.engine.exact.effort import Cancelled
from perceptron_gui.session.worker.gui_priority_gate import SLICE_SECONDS, PriorityGate
from perceptron_gui.session.worker.protocol import Mailbox

Question = TypeVar("Question")
Answer = TypeVar("Answer")

PATIENCE_SECONDS = 0.25
"""How long an answer is worked on although there is a newer question. Points that are dragged come sooner than that; an
answer that was given up for every new place would say nothing as long as the mouse moves."""

LEAST_WAITING = 0.003
"""Seconds that the thread waits at the gate in any case; beyond that no longer than it works itself. While a point is
dragged events hardly end, and what waited for them at every look would be a second behind."""

SHORT_SECONDS = 0.016
"""What takes less may be answered in the thread that asks, a frame at most. Two threads that compute in Python take the
interpreter from each other dozens of times a frame: what took 3 ms alone cost both of them 10 ms more."""


class BackgroundThread(Generic[Question, Answer]):
    """Answers in the background; a subclass says how.

    `gate`: where it waits while the window handles events. `name`: of the thread. `findings`: the newest answer.
    """

    def __init__(self, gate: PriorityGate, name: str) -> None:
        self.findings: Mailbox[Answer] = Mailbox()
        self._gate = gate
        self._requests: Mailbox[Question] = Mailbox()
        self._wakes = threading.Event()
        self._over = threading.Event()
        self._asked = self._answered = 0
        self._began = self._waited = self._looked = 0.0
        self._took = math.inf
        self._here_until: float | None = None
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread and wait for it."""
        self._over.set()
        self._wakes.set()
        if self._thread.is_alive():
            self._thread.join()

    def ask(self, question: Question) -> None:
        """Answer a question at once, or after the one that is being answered; one that takes long is given up."""
        self._requests.put(question)
        self._asked += 1  # afterwards: who reads it takes this question, or comes back for it
        self._wakes.set()

    @property
    def is_short(self) -> bool:
        """Whether the thread is at rest, and its last answer took so little that the next may be given elsewhere."""
        return not self.is_busy and self._took <= SHORT_SECONDS

    def answer_here(self, question: Question) -> bool:
        """Answer in the thread that asks, if that is expected to be short; the answer is in `findings` then.

        `question`: about as much work as the one before it. Returns False when the last answer was not short, none was
        given yet, or this one turned out not to be: then there is none, and it is for `ask`.
        """
        if not self.is_short:
            return False
        self._here_until = time.perf_counter() + SHORT_SECONDS
        try:
            self.findings.put(self.answer(question))
        except Cancelled:
            self._took = math.inf
            return False
        finally:
            self._here_until = None
        return True

    @property
    def is_busy(self) -> bool:
        """Whether a finding may still come."""
        return self._answered != self._asked

    def _work(self) -> None:
        while True:
            self._wakes.wait()
            self._wakes.clear()
            if self._over.is_set():
                return
            asked = self._asked  # read first: a question that comes now is answered once more, or in vain
            question = self._requests.take()
            if question is not None:
                self._put_answer(question)
            self._answered = asked

    def answer(self, question: Question) -> Answer:
        """Return the answer to a question; may look at `should_stop` now and then.

        Raises `Cancelled` when `should_stop` returned true.
        """
        raise NotImplementedError

    def _put_answer(self, question: Question) -> None:
        self._began = self._looked = time.monotonic()
        self._waited = 0.0
        self._let_events_go_first()  # the one that asked goes on: a frame, mostly
        begin = time.thread_time()
        try:
            self.findings.put(self.answer(question))
        except Cancelled:
            return
        finally:
            self._took = time.thread_time() - begin

    def should_stop(self) -> bool:
        """Let the window's events go first, now and then; return whether the answer is not wanted any more."""
        if self._here_until is not None:  # the two threads never answer at the same time
            return time.perf_counter() > self._here_until
        if time.monotonic() - self._looked < SLICE_SECONDS:
            return False
        self._let_events_go_first()
        self._looked = time.monotonic()
        is_stale = not self._requests.is_empty
        return self._over.is_set() or (is_stale and self._looked - self._began > PATIENCE_SECONDS)

    def _let_events_go_first(self) -> None:
        """Wait at the gate, but not for most of the time."""
        begin = time.monotonic()
        worked = begin - self._began - self._waited
        self._gate.wait(max(LEAST_WAITING, worked) - self._waited)
        self._waited += time.monotonic() - begin


def answer_or_failure(work: Callable[[], Answer], fail: Callable[[str], Answer]) -> Answer:
    """Return an answer, or one that says why there is none: what failed is missing then, but nothing else is.

    `work`: returns the answer. `fail`: given a sentence, or the name and the words of an exception, return the answer
    that says so. Raises `Cancelled` when the work was given up.
    """
    try:
        return work()
    except Cancelled:
        raise
    except (DatasetError, SettingsError) as error:
        return fail(str(error))
    except Exception as error:
        return fail(f"{type(error).__name__}: {error}")
