"""A trainer's visits by the compiled loop: many passes in one call, and what they leave in the trainer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.native.loader import Go, Job, Library

if TYPE_CHECKING:
    from perceptron_gui.engine.training.trainer import Trainer

MOST_MISTAKES, MOST_PASSES, MOST_NUMBERS = 4096, 512, 1 << 16
"""What one call can write down: mistakes, passes, and numbers of θ at their ends. It returns when that is full."""
MISTAKE_WORK, PASS_WORK, CALL_WORK = 30.0, 1000.0, 10_000.0
"""Work of a mistake and of a pass besides their visits, and of a call (in multiply-adds, about 1 ns each)."""


class CompiledVisits:
    """Makes a trainer's visits by one of the loops of visits.c.

    Parameters
    ----------
    trainer : Trainer
        Its points, targets and settings are those of its problem from first to last.
    library : Library
    """

    def __init__(self, trainer: Trainer, library: Library) -> None:
        problem, size = trainer.problem, len(trainer.state.theta)
        self.library = library
        self.go: Go = library.primal
        self._mistakes = np.empty((3, MOST_MISTAKES), dtype=np.int64)
        self._ends = np.empty((2, min(MOST_PASSES, MOST_NUMBERS // size + 1)), dtype=np.int64)
        self.theta = np.empty(size)
        self._thetas = np.empty((self._ends.shape[1], size))
        self._kept: dict[str, np.ndarray | None] = {}
        self.job = Job(
            n_samples=problem.n_samples, n_entries=problem.n_entries, n_weights=size, step=problem.scale.step
        )
        self.point("theta", self.theta)
        self.point("rows", np.ascontiguousarray(problem.signed))
        self.point("mistake_visits", self._mistakes[0])
        self.point("mistake_points", self._mistakes[1])
        self.point("mistake_rivals", self._mistakes[2])
        self.point("pass_visits", self._ends[0])
        self.point("pass_counts", self._ends[1])
        self.point("pass_thetas", self._thetas)

    @property
    def room(self) -> int:
        """How many mistakes one call can write down."""
        return self._mistakes.shape[1]

    def point(self, field: str, array: np.ndarray | None) -> None:
        """Let a field of the job point to a contiguous `array`, which is kept as long."""
        if self._kept.get(field) is not array:
            self._kept[field] = array
            setattr(self.job, field, None if array is None else array.ctypes.data)

    def visit(self, trainer: Trainer, until: int, work: float) -> float:
        """Make visits towards `until` as far as `work` goes; return what is left of it.

        Stops after an update that reaches a limit or leaves the exact range, and at a pass that ends the run.
        """
        state, visits = trainer.state, trainer.state.visits
        work = self._visit(trainer, until, work)
        while state.visits == visits or state.position == 0:
            # It stopped to ask for a row of the Gram matrix, but a pass that was begun has a visit.
            work = self._visit(trainer, until, work)
        return work

    def _visit(self, trainer: Trainer, until: int, work: float) -> float:
        state, job = trainer.state, self.job
        visits, passes = state.visits, self._most_passes(trainer, work)
        trainer.equip(self)
        job.bound = trainer.range_bound
        job.visits, job.position, job.pass_mistakes = state.visits, state.position, state.pass_mistakes
        job.until = min(until, state.visits + int(min(max(work / job.n_weights, 1), 2**62)))
        job.most_mistakes = int(min(trainer.updates_left, self.room, max(work / MISTAKE_WORK, 1)))
        job.most_passes = passes
        self.go(job)
        self._take(trainer)
        trainer.follow(self)
        made: float = (state.visits - visits) * job.n_weights + job.n_mistakes * MISTAKE_WORK + job.n_passes * PASS_WORK
        return work - made - CALL_WORK

    def _most_passes(self, trainer: Trainer, work: float) -> int:
        """Return how many passes may end within the call: those of another order than the last need a new call."""
        settings = trainer.problem.settings
        if settings.order is not Order.CYCLIC:
            return 1
        room = len(self._thetas)
        left = settings.max_epochs - trainer.state.epoch + 1 if settings.max_epochs is not None else room
        return int(max(1, min(left, room, work / PASS_WORK)))

    def _take(self, trainer: Trainer) -> None:
        """Write down in the trainer what happened, up to a cycle that was closed on the way."""
        state, job = trainer.state, self.job
        gone_through = job.n_passes - (job.position == job.n_samples)  # where it stands at an end, P7 is asked
        watch = trainer.cycle_watch
        if watch is not None and gone_through:
            visits, counts = self._ends[:, :gone_through]
            ends = self._thetas[:gone_through], state.epoch, visits, state.mistakes + counts
            first = watch.look_through(self.library, *ends)
            if first < gone_through:
                self._go_back_to(first, state.pass_mistakes)
                gone_through = first
        self.write_down(trainer)
        state.position, state.pass_mistakes = job.position, job.pass_mistakes
        if gone_through:
            state.epoch += gone_through
            state.began_with = job.n_samples

    def write_down(self, trainer: Trainer) -> None:
        """Write the visits and the mistakes down in the trainer."""
        state, count = trainer.state, self.job.n_mistakes
        visits, points, rivals = self._mistakes[:, :count]
        trainer.log.add_arrays(visits, points, rivals)
        np.add.at(state.alpha, points, 1)
        state.visits = self.job.visits
        state.mistakes += count
        state.updates += count

    def _go_back_to(self, i: int, pass_mistakes: int) -> None:
        """Let the job end with pass `i`, which closed a cycle."""
        job, counts = self.job, self._ends[1]
        self.theta[:] = self._thetas[i]
        job.visits, job.position = int(self._ends[0, i]), job.n_samples
        job.n_passes, job.n_mistakes = i + 1, int(counts[i])
        job.pass_mistakes = int(counts[i] - counts[i - 1]) if i else pass_mistakes + int(counts[0])
        job.is_stale = 1
