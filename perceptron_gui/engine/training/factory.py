"""Which trainer a mode needs, the state it starts from, and the state after more points arrived (P5, P9)."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, Floats
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.fixed_point import held_values
from perceptron_gui.engine.training import kernel_trainer
from perceptron_gui.engine.training.cycles import CycleDetector, Waypoint
from perceptron_gui.engine.training.lookahead import MulticlassTrainer, PrimalTrainer
from perceptron_gui.engine.training.schedules import SCHEDULES
from perceptron_gui.engine.training.state import KernelSums, State, Stop
from perceptron_gui.engine.training.trainer import Trainer
from perceptron_gui.engine.training.training_data import TrainingData, make_training_data
from perceptron_gui.frozen import replace


def joined_sums(sums: KernelSums, earlier: TrainingData, data: TrainingData) -> KernelSums:
    """Return the sums with columns for the points that came, and rows for the classes.

    `sums`: of the run so far; not changed. `earlier`, `data`: before and after the points arrived.
    """
    joined = KernelSums.zeros(data.n_rows, data.n_samples)
    rows, known = sums.counts.shape
    joined.counts[:rows, :known] = sums.counts
    # in another unit rounded where they outgrow 2^53 or were no whole numbers before; times 1.0 no bit changes
    joined.scores[:rows, :known] = sums.scores * float(earlier.scale.score_unit / data.scale.score_unit)
    joined.scores[:rows, known:] = _scores_of_new(sums, data)
    return joined


def scores_elsewhere(sums: KernelSums, earlier: TrainingData, data: TrainingData) -> Floats:
    """Return the scores of points of which some were moved, by what was learned from them where they were.

    `sums`: of the run, held as `data` are. `earlier`, `data`: before and after they were moved. Returns shape (n_rows,
    n_samples): those of points that stayed are what they were.
    """
    scores = sums.scores.copy()
    moved = np.flatnonzero((earlier.mapped.X != data.mapped.X).any(axis=1))
    support = np.flatnonzero(sums.counts.any(axis=0))
    if len(moved) and len(support):
        there = held_values(earlier.mapped.X[support], data.scale.places)
        values = data.kernel.values(there, data.inputs[moved])
        with np.errstate(over="ignore", invalid="ignore"):
            for row, counts in enumerate(sums.counts[:, support]):
                scores[row, moved] = np.cumsum((data.scale.step * counts)[:, None] * values, axis=0)[-1]
    return scores


def _scores_of_new(sums: KernelSums, data: TrainingData) -> Floats:
    """Return Σ counts·K of the new points, point by point in index order: the same bits however many came at once."""
    rows, known = sums.counts.shape
    scores = np.zeros((rows, data.n_samples - known))
    step = data.scale.step
    with np.errstate(over="ignore", invalid="ignore"):
        for point in np.flatnonzero(sums.counts.any(axis=0)).tolist():
            values = data.gram.entries(point, known, data.n_samples)
            for row in np.flatnonzero(sums.counts[:, point]).tolist():
                scores[row] += (step * float(sums.counts[row, point])) * values
    return scores


def start_state(data: TrainingData) -> State:
    """Return the state before the first visit (P5)."""
    settings = data.settings
    initial = settings.start_values(data.n_entries, data.n_rows)
    theta = data.scale.start(initial)
    n = data.n_samples
    sums = KernelSums.zeros(data.n_rows, n) if settings.has_curved_kernel else None
    state = State(theta=theta, alpha=np.zeros(n, dtype=np.int64), position=n, began_with=n, sums=sums)
    if not data.is_exact:
        state.leave_range(0, None)
    elif not is_exact_state(data, state):
        state.leave_range(0, map(decimal_fraction, initial))
    return state


def joined_state(state: State, earlier: TrainingData, data: TrainingData) -> State:
    """Return the state after more points arrived: rescaled, with room for their α, the run open again (P9).

    Before the first visit no pass has begun, so that the points simply belong to the start; later they are visited at
    the end of the current pass, which is the one begun last, even where it was just completed.

    `state`: of the run so far; it is not changed. `earlier`, `data`: before and after they arrived.
    """
    if state.visits == 0:
        return start_state(data)
    ratio = earlier.scale.weight_unit / data.scale.weight_unit
    joined = replace(
        state,
        theta=_padded(_rescaled(state.theta, ratio), data),
        alpha=np.concatenate([state.alpha, np.zeros(data.n_samples - len(state.alpha), dtype=np.int64)]),
        exact_parameters=None,
        sums=state.sums and joined_sums(state.sums, earlier, data),
    )
    if state.exact_visits is None and not is_exact_state(data, joined):
        unit = earlier.scale.weight_unit
        joined.leave_range(state.visits, [Fraction(value) * unit for value in _padded(state.theta, data)])
    limit = data.settings.max_updates
    joined.end(Stop.UPDATE_LIMIT if limit is not None and state.updates >= limit else None)
    if state.stop is Stop.WEIGHT_LIMIT or not kernel_trainer.are_within_limit(data, joined):
        joined.end(Stop.WEIGHT_LIMIT)
    return joined


def is_exact_state(data: TrainingData, state: State) -> bool:
    """Whether every number derived from a state is exact (E3)."""
    if data.settings.has_curved_kernel:
        return kernel_trainer.are_in_range(data, state)
    return data.is_exact and data.is_in_range(state.theta)


def _rescaled(theta: list[float], ratio: Fraction) -> list[float]:
    return theta.copy() if ratio == 1 else [float(Fraction(value) * ratio) for value in theta]


def _padded(theta: list[float], data: TrainingData) -> list[float]:
    """Add a zero row for every class that was added to the palette."""
    if data.settings.mode.is_binary:
        return theta
    return theta + [0.0] * (data.n_entries * len(data.dataset.classes) - len(theta))


KERNEL_TRAINERS: dict[Mode, type[Trainer]] = {
    Mode.DUAL: kernel_trainer.KernelDualTrainer,
    Mode.MULTICLASS: kernel_trainer.KernelMulticlassTrainer,
}
TRAINERS: dict[Mode, type[Trainer]] = {
    Mode.PRIMAL: PrimalTrainer,
    Mode.DUAL: PrimalTrainer,  # the same run, and α is counted in every one (D3, D4)
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


def detector_from(data: TrainingData, state: State | None = None) -> CycleDetector:
    """Return a detector of cycles for a run over `data` that goes on from `state`; the start is the end of pass 0 (T9).

    `state`: at the end of a pass; None is that before the first visit.
    """
    state = start_state(data) if state is None else state

    def recall(waypoint: Waypoint, visit: int) -> tuple[Sequence[float], int]:
        trainer = make_trainer(data, state_at(data, waypoint))
        trainer.advance(visit)
        return trainer.deciding(), trainer.state.mistakes

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


def train(dataset: Dataset, settings: TrainingSettings) -> Trainer:
    """Train until the run stops, also at a cycle, and return the trainer.

    Returns its state says why it stopped (None without points), its log holds every mistake. Raises `SettingsError`,
    `DatasetError` as `make_training_data`.
    """
    data = make_training_data(dataset, settings)
    trainer = make_trainer(data, watch=detector_from(data))
    while trainer.state.stop is None and data.n_samples:
        trainer.advance(2**62)
    return trainer
