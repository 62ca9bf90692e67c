"""Questions answered in a background thread: of each asker only the newest, older ones are dropped (A4, A10)."""

import math
from collections.abc import Callable
from typing import Any, Generic, TypeAlias, TypeVar

from perceptron_gui.engine.exact.effort import Cancelled
from perceptron_gui.session.memory import is_memory_short, no_memory
from perceptron_gui.session.worker.scheduler import FAR, SLICE_SECONDS, Mailbox, Scheduler, Worker

Answer = TypeVar("Answer")

PATIENCE_SECONDS = 0.25
"""How long an answer is worked on although there is a newer question. Points that are dragged come sooner than that; an
answer that was given up for every new place would say nothing as long as the mouse moves."""

LEAST_WAITING = 0.003
"""Seconds that work waits at the gate in any case; beyond that no longer than it takes itself. While a point is
dragged events hardly end, and what waited for them at every look would be a second behind."""

SHORT_SECONDS = 0.016
"""What takes less may be answered in the thread that asks, a frame at most. Two threads that compute in Python take the
interpreter from each other dozens of times a frame: what took 3 ms alone cost both of them 10 ms more."""

LONGEST_END = 1.0
"""Seconds: a folder on a server that does not answer must not hold up the end of the program."""


class Work(Generic[Answer]):
    """The work for one who asks: a question, and how it is answered.

    `then`: takes the answers, in the thread of the window. `wake`: is called where an answer is on its way.
    """

    def __init__(self, scheduler: Scheduler, then: Callable[[Answer], object], wake: Callable[[], None]) -> None:
        self._scheduler, self._then, self._wake = scheduler, then, wake
        self._questions: Mailbox[tuple[int, Question[Answer]]] = Mailbox()
        self._answers: Mailbox[tuple[int, Answer]] = Mailbox()
        self._worker: Worker | None = None
        self._asked = self._answered = self._cancelled = self._number = 0
        self._began = self._waited = self._looked = 0.0
        self._took = math.inf
        self._here_until: float | None = None

    # Who asks

    def ask(self, question: "Question[Answer]") -> None:
        """Answer a question at once, or after the one that is being answered; one that takes long is given up."""
        if self._cancelled >= FAR:
            return
        if self._worker is None:  # most windows need few
            self._worker = self._scheduler.begin(self._step, getattr(self._then, "__qualname__", "work"))
        self._asked += 1
        self._questions.put((self._asked, question))
        self._worker.wake()
        self._wake()

    def cancel(self) -> None:
        """Give up what was asked; no answer to it is passed on any more."""
        self._questions.take()
        self._cancelled = max(self._asked, self._cancelled)

    def stop(self) -> None:
        """Give it up for good, and wait for the end, but never long."""
        self._cancelled = FAR
        if self._worker is not None:
            self._worker.stop(LONGEST_END)

    @property
    def is_busy(self) -> bool:
        """Whether an answer may still come."""
        return max(self._answered, self._cancelled) < self._asked

    @property
    def is_short(self) -> bool:
        """Whether nothing is being answered, and the last answer took so little that the next may be given at once."""
        return not self.is_busy and self._took <= SHORT_SECONDS

    def answer_here(self, question: "Question[Answer]") -> bool:
        """Answer in the thread that asks, if that is expected to be short; the answer is passed on as any other.

        `question`: about as much work as the one before it. Returns False when the last answer was not short, none was
        given yet, or this one turned out not to be: then there is none, and it is for `ask`.
        """
        if not self.is_short:
            return False
        self._here_until = self._scheduler.clock() + SHORT_SECONDS
        try:
            answer = question(self)
        except Cancelled:
            self._took = math.inf
            return False
        finally:
            self._here_until = None
        self._asked = self._answered = self._asked + 1
        self._answers.put((self._asked, answer))
        return True

    def deliver(self) -> None:
        """Pass the newest answer on, once."""
        letter = self._answers.take()
        if letter is not None and letter[0] > self._cancelled:
            self._then(letter[1])

    # Who answers

    def tell(self, answer: Answer) -> None:
        """Pass on how far the answer is by now."""
        self._answers.put((self._number, answer))

    @property
    def is_given_up(self) -> bool:
        """Whether the answer is no longer wanted."""
        return self._number <= self._cancelled and self._here_until is None

    def should_stop(self) -> bool:
        """Let the window's events go first, now and then; return whether the answer is to be given up."""
        clock = self._scheduler.clock
        if self._here_until is not None:  # the two threads never answer at the same time
            return clock() > self._here_until
        if clock() - self._looked < SLICE_SECONDS:
            return False
        self._let_events_go_first()
        self._looked = clock()
        is_stale = not self._questions.is_empty
        return self.is_given_up or (is_stale and self._looked - self._began > PATIENCE_SECONDS)

    def look(self) -> None:
        """Let the window's events go first, now and then; raises `Cancelled` when the answer is to be given up."""
        if self.should_stop():
            raise Cancelled

    def _step(self) -> float:
        letter = self._questions.take()
        if letter is not None:
            self._number, question = letter
            try:
                self._put_answer(question)
            finally:
                self._answered = self._number
        return FAR

    def _put_answer(self, question: "Question[Answer]") -> None:
        self._began = self._looked = self._scheduler.clock()
        self._waited = 0.0
        self._let_events_go_first()  # the one that asked goes on: a frame, mostly
        begin = self._scheduler.thread_clock()
        try:
            self.tell(question(self))
        except Cancelled:
            return
        finally:
            self._took = self._scheduler.thread_clock() - begin

    def _let_events_go_first(self) -> None:
        """Wait at the gate, but not for most of the time."""
        begin = self._scheduler.clock()
        worked = begin - self._began - self._waited
        self._scheduler.gate.wait(max(LEAST_WAITING, worked) - self._waited)
        self._waited += self._scheduler.clock() - begin


Question: TypeAlias = Callable[[Work[Answer]], Answer]
"""Works an answer out; raises `Cancelled` where it is to be given up."""


class Background:
    """All that is worked out beside one window. `wake`: is called where an answer is on its way."""

    def __init__(self, scheduler: Scheduler, wake: Callable[[], None]) -> None:
        self._scheduler, self._wake = scheduler, wake
        self._works: dict[Callable[[Any], object], Work[Any]] = {}

    def ask(self, question: Question[Answer] | None, then: Callable[[Answer], object]) -> None:
        """Work an answer out, in place of what was asked before with the same `then`; None asks nothing any more.

        `then`: takes the answer, in the thread of the window, when a frame begins.
        """
        if question is None:
            self.work_for(then).cancel()
        else:
            self.work_for(then).ask(question)

    def work_for(self, then: Callable[[Answer], object]) -> Work[Answer]:
        """Return the work whose answers are taken by `then`."""
        if then not in self._works:
            self._works[then] = Work(self._scheduler, then, self._wake)
        return self._works[then]

    @property
    def is_busy(self) -> bool:
        """Whether an answer may still come."""
        return any(work.is_busy for work in self._works.values())

    def deliver(self) -> None:
        """Pass on what was answered meanwhile."""
        for work in tuple(self._works.values()):
            work.deliver()

    def stop(self) -> None:
        """Give everything up, and wait for the end, but never long."""
        for work in self._works.values():
            work.stop()


def answer_or_failure(work: Callable[[], Answer], fail: Callable[[str], Answer]) -> Answer:
    """Return an answer, or one that says why there is none: what failed is missing then, but nothing else is.

    `work`: returns the answer. `fail`: given a sentence, or the name and the words of an exception, return the answer
    that says so. Raises `Cancelled` when the work was given up.
    """
    from perceptron_gui.engine.data.dataset import DatasetError
    from perceptron_gui.engine.data.settings import SettingsError

    try:
        return work()
    except Cancelled:
        raise
    except (DatasetError, SettingsError) as error:
        return fail(str(error))
    except Exception as error:
        return fail(failure_text(error))


def failure_text(error: Exception) -> str:
    """Return the sentence for an exception in the background: memory is short, or a fault of the program."""
    return no_memory() if is_memory_short(error) else words_of_fault(error)


def words_of_fault(error: Exception) -> str:
    """Return the name and the words of an exception that nobody expected."""
    return f"{type(error).__name__}: {error}"
