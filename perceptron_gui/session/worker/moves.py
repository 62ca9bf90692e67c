"""Commands that move a run in time, or work beside it while it stands; each pauses play first."""

from collections.abc import Callable, Iterator

from perceptron_gui.engine.run.run import Run
from perceptron_gui.session.worker.protocol import Goal
from perceptron_gui.session.worker.training_worker import TrainingWorker


def step(worker: TrainingWorker) -> None:
    """Make one visit."""
    worker.pause()
    if worker.run is not None:
        worker.run.visit_once()


def seek(worker: TrainingWorker, visit: int) -> None:
    """Go to a visit; after the frontier train on until there. `visit`: visits completed."""
    worker.pause()
    if worker.run is not None:
        worker.run.seek(visit)
        if visit > worker.run.frontier:
            worker.goal = Goal(visit)


def step_back(worker: TrainingWorker) -> None:
    """Go back one visit, by training again from a checkpoint."""
    if worker.run is not None:
        seek(worker, max(worker.run.visit - 1, 0))


def go_to_next_mistake(worker: TrainingWorker, is_before: bool = False) -> None:
    """Train until the parameters have changed once more.

    `is_before`: whether to stand before the visit that would do it; the window does not see how it goes on.
    """
    worker.pause()
    if worker.run is not None:
        worker.goal = Goal(updates=worker.run.state.updates + 1, is_before=is_before)


def go_before_next_mistake(worker: TrainingWorker) -> None:
    """Train until the next visit would change the parameters."""
    go_to_next_mistake(worker, is_before=True)


def go_to_previous_mistake(worker: TrainingWorker) -> None:
    """Go back to where the parameters changed last before this place."""
    if worker.run is not None:
        seek(worker, worker.run.last_update_before(worker.run.visit) or 0)


def go_to_next_epoch(worker: TrainingWorker) -> None:
    """Train to the end of the pass."""
    worker.pause()
    if worker.run is not None:
        worker.goal = Goal(worker.run.stages.pass_end_after(worker.run.visit))


def go_to_previous_epoch(worker: TrainingWorker) -> None:
    """Go back to the beginning of the pass."""
    if worker.run is not None:
        seek(worker, worker.run.stages.pass_start_before(worker.run.visit))


def go_to_end(worker: TrainingWorker) -> None:
    """Train until the run stops or closes its cycle."""
    worker.pause()
    if worker.run is not None:
        worker.goal = Goal() if worker.run.cycle is None else Goal(max(worker.run.cycle.visit, worker.run.visit))


def start_job(worker: TrainingWorker, make: Callable[[Run], Iterator[object]]) -> None:
    """Do long work beside the training, a step at a time; the run stands still meanwhile.

    `make`: given the run, returns an iterator over the steps.
    """
    worker.pause()
    if worker.run is not None:
        worker.job = make(worker.run)
