"""What decides, by a seed, what happens next: which worker takes a step, which timer rings, how much time passes.

Nothing runs beside the one who decides: training, questions, runs of a fan, frames and all other timers wait until it
is their turn, some of them for many acts. The same seed makes the same story, so that a fault is told again by it.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest.mock import patch

from PySide6.QtCore import QCoreApplication, QTimer
from shiboken6 import isValid

from perceptron_gui.gui import controller as controller_module
from perceptron_gui.session.worker import background
from tests.simulation.scheduler import SimulatedScheduler

PASSES = (0.001, 0.016, 0.016, 0.016, 0.05, 0.3)
"""Seconds that pass at once."""
MOST_AT_ONCE = 16
"""Things that happen between two acts."""
QUICK = 0.3
"""How often the next act comes before anything happens."""
HELD_BACK = 0.08
"""How often one whose turn it is has to wait on, and for how many acts at most."""
LONGEST_HOLD = 25
MOST_UNTIL_REST = 30_000
FAR_AHEAD = 3.0
"""Seconds: what would ring later is not awaited at rest."""

Happening = Callable[[], object]


class SimulatedTimers:
    """Qt's timers that Python has made; they ring when they are told to."""

    def __init__(self, scheduler: SimulatedScheduler) -> None:
        self._scheduler = scheduler
        self.wound: dict[QTimer, float] = {}
        self.once: list[Happening] = []

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """Take the place of Qt's."""
        timers = self

        def start(timer: QTimer, ms: int | None = None) -> None:
            if ms is not None:
                timer.setInterval(ms)
            timers.wound.pop(timer, None)
            timers.wound[timer] = timers._scheduler.now + timer.interval() / 1000

        def single_shot(_: int, *rest: object) -> None:
            call = rest[-1]
            owner = rest[0] if len(rest) > 1 else None
            timers.once.append(lambda: call() if owner is None or isValid(owner) else None)  # type: ignore[operator]

        def fail(error: Exception) -> str:
            raise error

        with (
            patch.object(background, "words_of_fault", fail),  # what nobody expected in the background is a fault
            patch.object(QTimer, "start", start),
            patch.object(QTimer, "stop", lambda timer: timers.wound.pop(timer, None)),
            patch.object(QTimer, "isActive", lambda timer: timer in timers.wound),
            patch.object(QTimer, "singleShot", staticmethod(single_shot)),
        ):
            yield

    def ring(self, timer: QTimer) -> None:
        """Let a timer ring."""
        if not isValid(timer):
            self.wound.pop(timer, None)
            return
        if timer.isSingleShot():
            self.wound.pop(timer, None)
        else:
            self.wound[timer] = self._scheduler.now + max(timer.interval(), 1) / 1000
        timer.timeout.emit()


class Simulation:
    """Acts, and what happens between them. `chance`: decides; a story is a function of its seed."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.scheduler = SimulatedScheduler()
        self.timers = SimulatedTimers(self.scheduler)
        self.n_acts = 0
        self.faults: list[BaseException] = []
        self._held: dict[object, int] = {}

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """Take the place of threads and timers, and of the hook to which Qt tells what its slots raise."""

        def keep(kind: type[BaseException], error: BaseException, trace: object) -> None:
            self.faults.append(error)

        with (
            patch.object(sys, "excepthook", keep),
            patch.object(controller_module, "Scheduler", lambda: self.scheduler),
            self.timers.in_place(),
        ):
            yield

    def breathe(self) -> None:
        """Let some of what is due happen after an act."""
        self.n_acts += 1
        is_quick = self.chance.random() < QUICK
        for _ in range(0 if is_quick else self.chance.randrange(MOST_AT_ONCE)):
            ready = [one for one in self._due() if self._held.get(one, 0) <= self.n_acts]
            if not ready or self.chance.random() < 0.25:
                self.scheduler.now += self.chance.choice(PASSES)
                continue
            one = self.chance.choice(ready)
            if self.chance.random() < HELD_BACK:
                self._held[one] = self.n_acts + self.chance.randrange(1, LONGEST_HOLD)
            else:
                self._let(one)
        self._look_for_events()

    def _look_for_events(self) -> None:
        """Let Qt deliver what it has; raise what a slot has raised."""
        QCoreApplication.processEvents()
        if self.faults:
            raise self.faults.pop(0)

    def rest(self, is_over: Callable[[], bool]) -> None:
        """Let everything happen, until `is_over` and nothing is due any more."""
        self._held.clear()
        for _ in range(MOST_UNTIL_REST):
            if due := self._due():
                self._let(due[0])
            self._look_for_events()
            if due:
                continue
            timers = self.timers.wound
            once = [at for timer, at in timers.items() if timer.isSingleShot()]
            once += [worker.due for worker in self.scheduler.workers]
            if is_over() and min(once, default=math.inf) > self.scheduler.now + FAR_AHEAD:
                return
            self.scheduler.now = min([*once, *timers.values(), self.scheduler.now + FAR_AHEAD])
        raise AssertionError("it does not come to rest")

    def _due(self) -> list[object]:
        now = self.scheduler.now
        rung = [timer for timer, due in self.timers.wound.items() if due <= now]
        return [*self.timers.once, *rung, *self.scheduler.due]

    def _let(self, one: object) -> None:
        if isinstance(one, QTimer):
            self.timers.ring(one)
        elif one in self.timers.once:
            self.timers.once.remove(one)  # type: ignore[arg-type]
            one()  # type: ignore[operator]
        else:
            one.take_step()  # type: ignore[attr-defined]
