"""Which trainer a mode needs."""

from __future__ import annotations

from dataclasses import replace

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.training.cycles import CycleDetector, Waypoint
from perceptron_gui.engine.training.dual import DualTrainer
from perceptron_gui.engine.training.multiclass import MulticlassTrainer
from perceptron_gui.engine.training.primal import PrimalTrainer
from perceptron_gui.engine.training.schedules import SCHEDULES
from perceptron_gui.engine.training.start import start_state
from perceptron_gui.engine.training.state import State
from perceptron_gui.engine.training.trainer import Trainer
from perceptron_gui.engine.training.training_data import TrainingData, make_training_data

TRAINERS: dict[Mode, type[Trainer]] = {
    Mode.PRIMAL: PrimalTrainer,
    Mode.DUAL: DualTrainer,
    Mode.MULTICLASS: MulticlassTrainer,
}


def make_trainer(data: TrainingData, state: State | None = None, watch: CycleDetector | None = None) -> Trainer:
    """Return a trainer for the mode and the order of `data`.

    Parameters
    ----------
    data : TrainingData
    state : State or None
        Where it goes on, changed in place; None begins before the first visit.
    watch : CycleDetector or None
        Looks for cycles; None looks for none.
    """
    settings = data.settings
    kind, schedule = TRAINERS[settings.mode], SCHEDULES[settings.order]()
    return kind(data, state if state is not None else start_state(data), schedule, watch)


def detector_from(data: TrainingData, state: State) -> CycleDetector:
    """Return a detector of cycles for a run over `data` that goes on from `state`; the start is the end of pass 0 (T9).

    Parameters
    ----------
    data : TrainingData
    state : State
        At the end of a pass.
    """

    def recall(waypoint: Waypoint, visit: int) -> State:
        trainer = make_trainer(data, state_at(data, waypoint))
        trainer.advance(visit)
        return trainer.state

    watch = CycleDetector(recall)
    if state.visits == 0:
        watch.look(state.theta, 0, 0, 0)
    return watch


def state_at(data: TrainingData, waypoint: Waypoint) -> State:
    """Return the state at a waypoint as far as visits depend on it: α and updates are counted from there.

    Parameters
    ----------
    data : TrainingData
    waypoint : Waypoint
    """
    return replace(
        start_state(data),
        theta=waypoint.theta.tolist(),
        visits=waypoint.visit,
        epoch=waypoint.epoch,
        mistakes=waypoint.mistakes,
    )


def detector_from_start(data: TrainingData) -> CycleDetector:
    """Return a detector of cycles for a run over `data` from its first visit on.

    Parameters
    ----------
    data : TrainingData
    """
    return detector_from(data, start_state(data))


def train(dataset: Dataset, settings: TrainingSettings) -> Trainer:
    """Train until the run stops, also at a cycle, and return the trainer.

    Parameters
    ----------
    dataset : Dataset
    settings : TrainingSettings

    Returns
    -------
    Trainer
        Its state says why it stopped (None without points), its log holds every mistake.

    Raises
    ------
    SettingsError, DatasetError
        As `make_training_data`.
    """
    data = make_training_data(dataset, settings)
    trainer = make_trainer(data, watch=detector_from_start(data))
    while trainer.state.stop is None and data.n_samples:
        trainer.advance(2**62)
    return trainer
