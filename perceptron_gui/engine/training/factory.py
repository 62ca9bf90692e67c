"""Which trainer a mode needs."""

from __future__ import annotations

from dataclasses import replace

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.training.cycles import CycleWatch, Waypoint
from perceptron_gui.engine.training.dual import DualTrainer
from perceptron_gui.engine.training.multiclass import MulticlassTrainer
from perceptron_gui.engine.training.primal import PrimalTrainer
from perceptron_gui.engine.training.schedules import SCHEDULES
from perceptron_gui.engine.training.start import start_state
from perceptron_gui.engine.training.state import State
from perceptron_gui.engine.training.trainer import Trainer
from perceptron_gui.engine.training.training_data import Problem, make_problem

TRAINERS: dict[Mode, type[Trainer]] = {
    Mode.PRIMAL: PrimalTrainer,
    Mode.DUAL: DualTrainer,
    Mode.MULTICLASS: MulticlassTrainer,
}


def make_trainer(problem: Problem, state: State | None = None, watch: CycleWatch | None = None) -> Trainer:
    """Return a trainer for `problem` that stands at `state` (None: before the first visit)."""
    settings = problem.settings
    kind, schedule = TRAINERS[settings.mode], SCHEDULES[settings.order]()
    return kind(problem, state if state is not None else start_state(problem), schedule, watch)


def watch_from(problem: Problem, state: State) -> CycleWatch:
    """Return who watches a run over `problem` for cycles from `state` on; the start is the end of pass 0 (T9)."""

    def recall(waypoint: Waypoint, visit: int) -> State:
        trainer = make_trainer(problem, state_at(problem, waypoint))
        trainer.advance(visit)
        return trainer.state

    watch = CycleWatch(recall)
    if state.visits == 0:
        watch.look(state.theta, 0, 0, 0)
    return watch


def state_at(problem: Problem, waypoint: Waypoint) -> State:
    """Return the state at a waypoint as far as the run depends on it: α and updates are counted from there."""
    return replace(
        start_state(problem),
        theta=waypoint.theta.tolist(),
        visits=waypoint.visit,
        epoch=waypoint.epoch,
        mistakes=waypoint.mistakes,
    )


def watch_from_start(problem: Problem) -> CycleWatch:
    """Return who watches a run for cycles from its first visit on."""
    return watch_from(problem, start_state(problem))


def train(dataset: Dataset, settings: TrainingSettings) -> Trainer:
    """Train to the end, stopping at a cycle, and return the trainer as it stands then.

    The log of the trainer holds every mistake.
    """
    problem = make_problem(dataset, settings)
    trainer = make_trainer(problem, watch=watch_from_start(problem))
    while trainer.state.stop is None and problem.n_samples:
        trainer.advance(2**62)
    return trainer
