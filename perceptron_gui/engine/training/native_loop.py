"""Visits by the compiled loop, many in one call, and their results in the trainer (A12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.native.call import LoopCall

if TYPE_CHECKING:
    from perceptron_gui.engine.native.loader import Go, Library
    from perceptron_gui.engine.training.trainer import Trainer

UPDATE_WORK, PASS_WORK, CALL_WORK = 30.0, 1000.0, 10_000.0
"""Work of an update and of a pass besides their visits, and of a call (in multiply-adds, about 1 ns each)."""
SHUFFLE_WORK, ROW_WORK = 20.0, 8.0
"""Work of a point in drawing the order of a pass, and in a row of the Gram matrix that is computed."""
MOST_SHUFFLED = 2**16
"""Up to this many points the loop draws the order of further passes by itself."""


def make_call(trainer: Trainer) -> LoopCall:
    """Return reusable memory for calls of the compiled loop. `trainer`: its data stay the same through all calls."""
    data = trainer.data
    return LoopCall(data.signed, trainer.n_deciding, data.scale.step, data.threshold)


def record_call(trainer: Trainer, call: LoopCall) -> None:
    """Record the visits and updates of a call in the trainer; the caller sets the position in the pass.

    `call`: as the loop left it.
    """
    visits, points, rivals, is_near = call.updates
    trainer.log.add_arrays(visits, points, rivals)
    trainer.state.record(call.job.visits - trainer.state.visits, points, int(is_near.sum()))


def row_work_of(trainer: Trainer, call: LoopCall) -> float:
    """Return the work of the row of the Gram matrix that a call ended for, if it did. `call`: as the loop left it."""
    return ROW_WORK * trainer.data.n_samples if call.job.lacks_row >= 0 else 0.0


class NativePasses:
    """Goes through passes by the compiled loop, many in one call."""

    def __init__(self, trainer: Trainer, library: Library) -> None:
        self._library = library
        self._call = make_call(trainer)
        settings, n = trainer.data.settings, trainer.data.n_samples
        if settings.order is Order.SHUFFLED and n <= MOST_SHUFFLED:
            self._call.job.seed = settings.seed
            self._call.make_room_for_order()

    def visit(self, trainer: Trainer, go: Go, until: int, work: float) -> float:
        """Make visits as far as the work goes.

        Stops after an update that reaches a limit or leaves the exact range, and at a pass that ends the run.

        `go`: the loop to call, see `Library`. `until`: visits completed, counted from the start of the run. `work`:
        budget in multiply-adds. Returns the work that is left, perhaps below 0.
        """
        state, visits = trainer.state, trainer.state.visits
        work = self._visit(trainer, go, until, work)
        while state.visits == visits or state.position == 0:
            # It stopped to ask for a row of the Gram matrix, but a pass that was begun has a visit.
            work = self._visit(trainer, go, until, work)
        return work

    def _visit(self, trainer: Trainer, go: Go, until: int, work: float) -> float:
        state, job = trainer.state, self._call.job
        visits, passes = state.visits, self._most_passes(trainer, work)
        trainer.load_inputs(self._call)
        job.bound, job.epoch = trainer.range_bound, state.epoch
        job.visits, job.position, job.pass_updates = state.visits, state.position, state.pass_updates
        per_visit, per_update = trainer.visit_work, trainer.update_work + UPDATE_WORK
        job.until = min(until, state.visits + int(min(max(work / per_visit, 1), 2**62)))
        most = min(trainer.updates_left, trainer.certain_updates, self._call.most_updates)
        job.most_updates = int(min(most, max(work / per_update, 1)))
        job.most_passes = passes
        go(job)
        self._take(trainer)
        trainer.read_results(self._call)
        made = (state.visits - visits) * per_visit + int(job.n_updates) * per_update + row_work_of(trainer, self._call)
        return work - made - int(job.n_passes) * self._pass_work - CALL_WORK

    def _most_passes(self, trainer: Trainer, work: float) -> int:
        """Return how many passes may end within the call: those whose order Python draws need a new call."""
        settings = trainer.data.settings
        if settings.order is not Order.CYCLIC and not self._draws_orders:
            return 1
        room = self._call.most_passes
        left = settings.max_epochs - trainer.state.epoch + 1 if settings.max_epochs is not None else room
        return int(max(1, min(left, room, work / self._pass_work)))

    @property
    def _pass_work(self) -> float:
        return PASS_WORK + (SHUFFLE_WORK * int(self._call.job.n_samples) if self._draws_orders else 0.0)

    @property
    def _draws_orders(self) -> bool:
        return self._call.drawn_order is not None

    def _take(self, trainer: Trainer) -> None:
        """Record in the trainer what happened, up to the first pass that may close a cycle."""
        state, job = trainer.state, self._call.job
        gone_through = job.n_passes - (
            job.position == job.n_samples
        )  # at the end of a pass the trainer decides on a stop (P7)
        watch = trainer.cycle_detector
        if watch is not None and gone_through:
            held, visits, mistakes = self._call.pass_ends(gone_through)
            thetas = trainer.deciding_of(held)
            first = watch.look_through(self._library, thetas, state.epoch, visits, state.mistakes + mistakes)
            if first < gone_through:
                self._call.go_back_to(first, state.pass_updates)
                gone_through = first
        record_call(trainer, self._call)
        state.go_through(gone_through, job.n_samples, job.position, job.pass_updates)
        if gone_through and self._call.drawn_order is not None:
            trainer.order = self._call.drawn_order.copy()
