"""The state before the first visit, and after more points arrived (P5, P9)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.training.joined_sums import joined_sums
from perceptron_gui.engine.training.kernel_range import are_in_range, are_within_limit
from perceptron_gui.engine.training.kernel_sums import KernelSums
from perceptron_gui.engine.training.state import State, Stop
from perceptron_gui.frozen import replace

if TYPE_CHECKING:
    from perceptron_gui.engine.training.training_data import TrainingData


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
    if state.stop is Stop.WEIGHT_LIMIT or not are_within_limit(data, joined):
        joined.end(Stop.WEIGHT_LIMIT)
    return joined


def is_exact_state(data: TrainingData, state: State) -> bool:
    """Whether every number derived from a state is exact (E3)."""
    if data.settings.has_curved_kernel:
        return are_in_range(data, state)
    return data.is_exact and data.is_in_range(state.theta)


def _rescaled(theta: list[float], ratio: Fraction) -> list[float]:
    return theta.copy() if ratio == 1 else [float(Fraction(value) * ratio) for value in theta]


def _padded(theta: list[float], data: TrainingData) -> list[float]:
    """Add a zero row for every class that was added to the palette."""
    if data.settings.mode.is_binary:
        return theta
    return theta + [0.0] * (data.n_entries * len(data.dataset.classes) - len(theta))
