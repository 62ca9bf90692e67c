"""The training beside the window: a worker of the scheduler, its commands, and how it lets the window paint."""

from __future__ import annotations

import sys
import traceback
from functools import cached_property
from queue import SimpleQueue
from typing import TYPE_CHECKING

from perceptron_gui.engine.exact.effort import Cancelled
from perceptron_gui.session.memory import is_memory_short
from perceptron_gui.session.worker.scheduler import (
    FAR,
    SLICE_SECONDS,
    SWITCH_SECONDS,
    Answer,
    Mailbox,
    Scheduler,
    Worker,
    WorkerMessage,
)

if TYPE_CHECKING:
    from perceptron_gui.session.worker.training_worker import Command, TrainingWorker


class TrainingThread:
    """Has a `TrainingWorker` carry out commands and train on, a slice at a time.

    `n_posted`: commands posted so far; a snapshot with as many in `n_commands` was taken after the last of them.
    """

    def __init__(self, scheduler: Scheduler) -> None:
        self.mailbox: Mailbox[WorkerMessage] = Mailbox()
        self.answers: SimpleQueue[tuple[int, Answer]] = SimpleQueue()
        self._scheduler = scheduler
        self._commands: SimpleQueue[Command] = SimpleQueue()
        self.n_posted = 0
        self._done = 0
        self._rested_after = -1
        self._looked = 0.0
        self._thread: Worker | None = None

    def start(self) -> None:
        """Begin to work; from here on threads hand the interpreter over sooner than Python lets them (A4)."""
        sys.setswitchinterval(SWITCH_SECONDS)
        self._thread = self._scheduler.begin(self._step, "training")
        self._thread.wake()

    def stop(self) -> None:
        """End the work and wait for that; what was asked before is done, such as to let go of a file."""
        self._commands.put(_nothing)  # what takes long is given up for it
        self._scheduler.gate.open()
        if self._thread is None:
            return
        self._thread.stop()
        while not self._commands.empty():
            self._step()
        self._thread = None
        del self._worker  # and with it a file that is half written

    def post(self, command: Command) -> None:
        """Let a command be carried out before the next slice of work; it is called with the `TrainingWorker`."""
        self.n_posted += 1
        self._commands.put(command)
        if self._thread is not None:
            self._thread.wake()

    @property
    def is_resting(self) -> bool:
        """Whether all that was asked is done and published, and nothing more will come unasked.

        The window's thread counts what it posts, the other one writes down how much of it was done when it went to
        rest: neither needs a lock.
        """
        return self._rested_after == self.n_posted

    @cached_property
    def _worker(self) -> TrainingWorker:
        # Only now: the frame of the window is painted before runs and trainers are imported (A9).
        from perceptron_gui.session.worker.training_worker import TrainingWorker

        return TrainingWorker(self.mailbox, self.answers, self._scheduler.clock, self._look)

    def _step(self) -> float:
        """Carry out a command, if there is one, and work; return the seconds until there is more to do unasked."""
        worker = self._worker
        try:
            command = _nothing if self._commands.empty() else self._commands.get()
            self._done += command is not _nothing
            worker.publication.n_commands = self._done
            self._scheduler.gate.wait()
            command(worker)
            wait = worker.work_once()
        except Exception as error:
            worker.fail("" if is_memory_short(error) else traceback.format_exc())
            wait = FAR
        if wait >= FAR:
            self._rested_after = self._done
        return wait if self._commands.empty() else 0.0

    def _look(self) -> None:
        """Let the window's events go first in long work, and give it up for a command."""
        now = self._scheduler.clock()
        if now - self._looked < SLICE_SECONDS:
            return
        if not self._commands.empty():
            raise Cancelled
        self._scheduler.gate.wait()
        self._looked = self._scheduler.clock()


def _nothing(worker: TrainingWorker) -> None:
    """Do nothing: the clock, not a command, woke the worker."""
