"""A scheduler in which nothing happens by itself: one thread, and a clock of its own; somebody decides what is next."""

from __future__ import annotations

import math

from perceptron_gui.session.worker.scheduler import LONGEST_WAIT, PriorityGate, Scheduler, Step


class OpenGate(PriorityGate):
    """A gate at which nobody waits."""

    def wait(self, longest: float = LONGEST_WAIT) -> None:
        """Go on."""


class SimulatedWorker:
    """A worker that takes a step when it is told to; `due`: the time from which it has something to do."""

    def __init__(self, scheduler: SimulatedScheduler, step: Step, name: str) -> None:
        self.name, self.due = name, math.inf
        self._scheduler, self._step = scheduler, step

    def wake(self) -> None:
        """See `Worker.wake`."""
        self.due = self._scheduler.now

    def stop(self, seconds: float = math.inf) -> None:
        """See `Worker.stop`."""
        self.due = math.inf
        if self in self._scheduler.workers:
            self._scheduler.workers.remove(self)

    def take_step(self) -> None:
        """Take a step now; what it raises is raised here."""
        self.due = math.inf
        wait = self._step()
        self.due = min(self.due, self._scheduler.now + wait)


class SimulatedScheduler(Scheduler):
    """Workers that wait, and a clock that stands. `now`: seconds. `workers`: those that were begun."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = OpenGate()
        self.now = 0.0
        self.workers: list[SimulatedWorker] = []
        self.clock = self.thread_clock = lambda: self.now

    def begin(self, step: Step, name: str) -> SimulatedWorker:
        """See `Scheduler.begin`."""
        worker = SimulatedWorker(self, step, name)
        self.workers.append(worker)
        return worker

    @property
    def due(self) -> list[SimulatedWorker]:
        """Those that have something to do now."""
        return [worker for worker in self.workers if worker.due <= self.now]

    def work_off(self) -> None:
        """Let all take steps until nobody has anything to do now."""
        while due := self.due:
            for worker in due:
                worker.take_step()
