"""The way of the weights through their space: θ after every mistake, or after some of many (P2, M2)."""

import numpy as np
from numpy.typing import ArrayLike

from perceptron_gui.engine.data.dataset import Floats, Ints
from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.engine.run.records.curves import MOST_REPLAYED, thinned
from perceptron_gui.engine.run.records.record import Look, Replay, no_look
from perceptron_gui.engine.run.records.segments import round_of
from perceptron_gui.engine.run.records.visit_record import parameters
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import RunAnswer
from perceptron_gui.frozen import replace

MOST_ENTRIES = 3
"""Longer θ are not seen as a way: nobody can draw it."""
AT_EITHER_END = 120
"""The first and the last updates are all there: the first ones turn θ most, and the last ones are what happens now."""
MOST_BETWEEN = 240


class WeightPath(RunAnswer, eq=False):
    """θ along a run, up to its frontier. All arrays are read-only.

    `settings`, `dataset`: see `RunAnswer`: the points present at the frontier.
    """

    visits: Ints  # shape (n_places,): visits completed, ascending; the first is 0
    updates: Ints  # shape (n_places,): updates made by then
    # shape (n_places, n_rows, n_entries): parameters in data units; in multiclass rows of classes that had no points
    # yet are 0
    thetas: Floats
    # the visits from which to which the run goes round its cycle once: θ is the same at both (T9)
    round: tuple[int, int] | None = None

    @property
    def n_updates(self) -> int:
        """Updates up to the frontier."""
        return int(self.updates[-1]) if len(self.updates) else 0

    @property
    def is_thinned(self) -> bool:
        """Whether some updates are left out."""
        return bool((np.diff(self.updates) > 1).any())

    def until(self, visit: int) -> "WeightPath":
        """Return the way up to a visit. `visit`: visits completed."""
        end = int(np.searchsorted(self.visits, visit, side="right"))
        known = self.round if self.round is not None and self.round[1] <= visit else None
        visits, updates, thetas = self.visits[:end], self.updates[:end], self.thetas[:end]
        return replace(self, visits=visits, updates=updates, thetas=thetas, round=known)


def weight_path_of(run: Run, look: Look = no_look) -> WeightPath:
    """Compute the way of the weights up to the frontier of a run; its cursor stays where it is.

    `look`: called now and then; it may raise `Cancelled`.
    """
    data = run.trainer_at(run.frontier).data
    if run.data.n_entries > MOST_ENTRIES:
        nothing = frozen(np.empty(0, dtype=np.int64))
        return WeightPath(data.settings, data.dataset, nothing, nothing, frozen(np.empty((0, 1, 1))))
    visits, walk = places_of(run), Replay(run, look)
    states = [(walk.to(int(visit)).state.updates, parameters(walk.to(int(visit)))) for visit in visits]
    n_rows = max(len(theta) for _, theta in states)
    thetas = np.zeros((len(states), n_rows, run.data.n_entries))
    for i, (_, theta) in enumerate(states):
        thetas[i, : len(theta)] = theta
    updates = np.array([count for count, _ in states], dtype=np.int64)
    closed = round_of(run.cycle, run.stages.passes)
    return WeightPath(data.settings, data.dataset, frozen(visits), frozen(updates), frozen(thetas), closed)


def places_of(run: Run) -> Ints:
    """Return the visits after which the weights are looked at, ascending.

    Returns shape (n_places,): visits completed: 0, those after updates, and the frontier.
    """
    known = run.log.visits + 1
    head, tail = known[:AT_EITHER_END], known[-AT_EITHER_END:] if not run.log.is_full else known[:0]
    between = known if run.frontier <= MOST_REPLAYED else run.checkpoint_visits()
    goes_round = round_of(run.cycle, run.stages.passes) or (0, 0)
    inside = known[slice(*np.searchsorted(known, goes_round))]
    some = [thinned(places, MOST_BETWEEN) for places in (between, inside)]
    parts: list[ArrayLike] = [[0], head, *some, tail, goes_round, [run.frontier]]
    return np.unique(np.concatenate(parts)).astype(np.int64)
