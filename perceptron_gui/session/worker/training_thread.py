"""The training thread: a worker, its commands, and the gate that lets the window paint."""

from __future__ import annotations

import sys
import threading
import time
import traceback
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from perceptron_gui.engine.exact.effort import Cancelled
from perceptron_gui.session.worker.gui_priority_gate import SLICE_SECONDS, SWITCH_SECONDS, PriorityGate
from perceptron_gui.session.worker.protocol import FAR, Answer, Mailbox, WorkerMessage

if TYPE_CHECKING:
    from perceptron_gui.session.worker.training_worker import Command, TrainingWorker


class TrainingThread:
    """A thread with a `TrainingWorker` in it."""

    def __init__(self) -> None:
        self.mailbox: Mailbox[WorkerMessage] = Mailbox()
        self.gate = PriorityGate()
        self.answers: SimpleQueue[tuple[int, Answer]] = SimpleQueue()
        self._commands: SimpleQueue[Command | None] = SimpleQueue()
        self._posted = 0
        self._done = 0
        self._rested_after = -1
        self._looked = 0.0
        self._thread = threading.Thread(target=self._work, name="training", daemon=True)

    def start(self) -> None:
        """Begin to work; from here on threads hand the interpreter over sooner than Python lets them (A4)."""
        sys.setswitchinterval(SWITCH_SECONDS)
        self._thread.start()

    def stop(self) -> None:
        """End the thread and wait for it."""
        self._commands.put(None)
        self.gate.open()
        if self._thread.is_alive():
            self._thread.join()

    def post(self, command: Command) -> None:
        """Let the thread carry out a command before its next slice of work.

        `command`: is called in the thread with its `TrainingWorker`.
        """
        self._posted += 1
        self._commands.put(command)

    @property
    def n_posted(self) -> int:
        """Commands posted so far; a snapshot with as many in `n_commands` was taken after the last of them."""
        return self._posted

    @property
    def is_resting(self) -> bool:
        """Whether all that was asked is done and published, and nothing more will come unasked.

        The window's thread counts what it posts, the other one writes down how much of it was done when it went to
        rest: neither needs a lock.
        """
        return self._rested_after == self._posted

    def _work(self) -> None:
        # Only now: the frame of the window is painted before runs and trainers are imported (A9).
        from perceptron_gui.session.worker.training_worker import TrainingWorker

        worker = TrainingWorker(self.mailbox, self.answers, look=self._look)
        wait = float(FAR)
        while True:
            try:
                command = self._next_command(wait)
                if command is None:
                    return
                self._done += command is not _nothing
                worker.publication.n_commands = self._done
                wait = self._do(worker, command)
            except Exception:
                worker.fail(traceback.format_exc())
                wait = float(FAR)

    def _next_command(self, wait: float) -> Command | None:
        try:
            if wait <= 0:
                return self._commands.get_nowait()
            if wait >= FAR:
                self._rested_after = self._done
            return self._commands.get(timeout=min(wait, threading.TIMEOUT_MAX))
        except Empty:
            return _nothing

    def _look(self) -> None:
        """Let the window's events go first in long work, and give it up for a command."""
        now = time.perf_counter()
        if now - self._looked < SLICE_SECONDS:
            return
        if not self._commands.empty():
            raise Cancelled
        self.gate.wait()
        self._looked = time.perf_counter()

    def _do(self, worker: TrainingWorker, command: Command) -> float:
        self.gate.wait()
        command(worker)
        return worker.work_once()


def _nothing(worker: TrainingWorker) -> None:
    """Do nothing: the clock, not a command, woke the thread."""
