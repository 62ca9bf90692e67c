"""What a picture of weight space shows at one moment, as a value."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.exact.fixed_point import true_value
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.explanation.step_name import step_name
from perceptron_gui.session.weight_space.constraints import Pair, shown_weights

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.engine.run.weight_path import WeightPath
    from perceptron_gui.session.weight_space.weight_space import WeightSpace


class Step(Frozen, eq=False):
    """One update."""

    before: Floats  # shape (n_entries,): θ before it
    name: str  # what was added: ±η times the point


class Way(Frozen, eq=False):
    """The way of θ up to the cursor."""

    # shape (n_places, n_entries): the last is θ at the cursor; a row of NaN where it is not known yet how it came there
    thetas: Floats
    # shape (n_round, n_entries): the states of the cycle, once it is closed: the last is the first again; else none
    round: Floats
    n_updates: int  # updates up to the cursor
    values: tuple[Fraction, ...]  # θ at the cursor: exactly, as long as the run is exact
    step: Step | None = None  # the update that was just made

    @property
    def current(self) -> Floats:
        """θ at the cursor, shape (n_entries,)."""
        current: Floats = self.thetas[-1]
        return current

    @property
    def is_thinned(self) -> bool:
        """Whether places are left out, or not known yet."""
        return self.n_places < self.n_updates + 1

    @property
    def n_places(self) -> int:
        """How many places are known."""
        return int(np.count_nonzero(~np.isnan(self.thetas[:, 0])))


def way_of(snapshot: Snapshot, path: WeightPath | None, pair: Pair | None) -> Way:
    """Return the way to the cursor; nothing of what comes after it.

    `path`: what is known of the run; it may lag behind. `pair`: where every class has a row of weights: the two that
    are compared.
    """
    now = shown_weights(snapshot.theta, pair)
    known = path.until(snapshot.visit) if path is not None and fits(path, snapshot) else None
    thetas = closed = np.empty((0, len(now)))
    if known is not None and path is not None:
        every = shown_weights(known.thetas, pair)
        thetas = every[known.updates < snapshot.updates]
        if path.visits[-1] < snapshot.visit and known.updates[-1] < snapshot.updates - 1:
            thetas = np.vstack([thetas, np.full(len(now), np.nan)])
        if known.round is not None:
            start, end = known.round
            closed = every[(known.visits >= start) & (known.visits <= end)]
    return Way(np.vstack([thetas, now]), closed, snapshot.updates, _values(snapshot, pair), _last_step(snapshot, pair))


def _values(snapshot: Snapshot, pair: Pair | None) -> tuple[Fraction, ...]:
    """Return the weights that are shown, of which a difference of doubles would be rounded once more."""
    rows = [[Fraction(true_value(v, snapshot.weight_unit)) for v in row] for row in snapshot.theta.tolist()]
    if pair is None:
        return tuple(rows[0])
    return tuple(a - b for a, b in zip(rows[pair[0]], rows[pair[1]], strict=True))


def _last_step(snapshot: Snapshot, pair: Pair | None) -> Step | None:
    """Return the update that led to the cursor, where it has moved what is shown."""
    last = snapshot.last
    if last is None or not last.changed or last.before.shape != snapshot.theta.shape:
        return None
    before = shown_weights(last.before, pair)
    if np.array_equal(before, shown_weights(last.after, pair)):
        return None
    return Step(before, step_name(last, pair))


def fits(path: WeightPath, snapshot: Snapshot) -> bool:
    """Whether a way may be that of a snapshot's run: its θ has as many numbers."""
    rows, entries = snapshot.theta.shape
    return len(path.visits) > 0 and path.thetas.shape[2] == entries and path.thetas.shape[1] >= rows


class WeightScene(Frozen, eq=False):
    """All that is drawn."""

    space: WeightSpace
    way: Way
    names: tuple[str, ...]  # of the numbers in θ
    lit: int | None = None  # the half-space that is pointed at, an index into those that are drawn
    tried: tuple[float, ...] | None = None  # weights that the user asks about
    can_start: bool = False  # whether θ is the start weights, and can be dragged
    is_veiled: bool = False  # whether nothing may be seen that answers the question on the screen
