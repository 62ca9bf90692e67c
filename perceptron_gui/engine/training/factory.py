"""Which trainer a mode needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.training.cycles import CycleDetector, Recalled, Waypoint
from perceptron_gui.engine.training.dual import DualTrainer
from perceptron_gui.engine.training.kernel_dual import KernelDualTrainer
from perceptron_gui.engine.training.kernel_multiclass import KernelMulticlassTrainer
from perceptron_gui.engine.training.multiclass import MulticlassTrainer
from perceptron_gui.engine.training.primal import PrimalTrainer
from perceptron_gui.engine.training.schedules import SCHEDULES
from perceptron_gui.engine.training.start import start_state
from perceptron_gui.engine.training.training_data import TrainingData, make_training_data
from perceptron_gui.frozen import replace

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset
    from perceptron_gui.engine.training.state import State
    from perceptron_gui.engine.training.trainer import Trainer

KERNEL_TRAINERS: dict[Mode, type[Trainer]] = {
    Mode.DUAL: KernelDualTrainer,
    Mode.MULTICLASS: KernelMulticlassTrainer,
}
TRAINERS: dict[Mode, type[Trainer]] = {
    Mode.PRIMAL: PrimalTrainer,
    Mode.DUAL: DualTrainer,
    Mode.MULTICLASS: MulticlassTrainer,
}


def make_trainer(data: TrainingData, state: State | None = None, watch: CycleDetector | None = None) -> Trainer:
    """Return a trainer for the mode and the order of `data`.

    `state`: where it goes on, changed in place; None begins before the first visit. `watch`: looks for cycles; None
    looks for none.
    """
    settings = data.settings
    trainers = KERNEL_TRAINERS if settings.has_curved_kernel else TRAINERS
    kind, schedule = trainers[settings.mode], SCHEDULES[settings.order]()
    return kind(data, state if state is not None else start_state(data), schedule, watch)


def detector_from(data: TrainingData, state: State) -> CycleDetector:
    """Return a detector of cycles for a run over `data` that goes on from `state`; the start is the end of pass 0 (T9).

    `state`: at the end of a pass.
    """

    def recall(waypoint: Waypoint, visit: int) -> Recalled:
        trainer = make_trainer(data, state_at(data, waypoint))
        trainer.advance(visit)
        return Recalled(trainer.deciding(), trainer.state.mistakes)

    watch = CycleDetector(recall)
    if state.visits == 0 and data.n_samples:  # without points a kernel has no scores to compare
        watch.look(make_trainer(data, state).deciding(), 0, 0, 0)
    return watch


def state_at(data: TrainingData, waypoint: Waypoint) -> State:
    """Return the state at a waypoint as far as visits depend on it: α and updates are counted from there."""
    start, held = start_state(data), waypoint.held.tolist()
    if start.sums is None:
        start.move_to(held)
    else:  # scores say all, wherever they come from: not from a bias then
        start.move_to([0.0] * len(start.theta))
        start.sums.scores[:] = np.reshape(held, start.sums.scores.shape)
    return replace(start, visits=waypoint.visit, epoch=waypoint.epoch, mistakes=waypoint.mistakes)


def detector_from_start(data: TrainingData) -> CycleDetector:
    """Return a detector of cycles for a run over `data` from its first visit on."""
    return detector_from(data, start_state(data))


def train(dataset: Dataset, settings: TrainingSettings) -> Trainer:
    """Train until the run stops, also at a cycle, and return the trainer.

    Returns its state says why it stopped (None without points), its log holds every mistake. Raises `SettingsError`,
    `DatasetError` as `make_training_data`.
    """
    data = make_training_data(dataset, settings)
    trainer = make_trainer(data, watch=detector_from_start(data))
    while trainer.state.stop is None and data.n_samples:
        trainer.advance(2**62)
    return trainer
