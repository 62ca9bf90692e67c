"""θ before and after some of a run's updates: what the proof says of each of them (T8)."""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from perceptron_gui.engine.data.dataset import Floats, Ints
from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.engine.run.records.record import Look, Replay, no_look
from perceptron_gui.engine.run.records.visit_record import parameters
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import RunAnswer
from perceptron_gui.engine.training.trainer import Trainer
from perceptron_gui.frozen import replace

MOST_STATES, LEAST_STATES, MOST_NUMBERS = 200, 12, 200_000
"""States that are kept at most: fewer of long θ, so that their numbers stay below the last, down to the second."""
MOST_REPLAYED = 60_000
"""Up to this visit any mistake is found again; after it those that follow a checkpoint, which are near."""


class MistakeStates(RunAnswer, eq=False):
    """Some updates of a run, its first and last among them, in order. All arrays are read-only.

    `settings`, `dataset`: see `RunAnswer`: the points present at its frontier.
    """

    # shape (n_states,): t: how many mistakes the parameters had learned from when the update was made. In batch order
    # an update learns from several
    mistakes: Ints
    learned: Ints  # shape (n_states,): how many of them the update learned from: 1, but in batch order
    visits: Ints  # shape (n_states,): visits completed right after the update
    points: Ints  # shape (n_states,): the point that was visited; in batch order the last of the pass, error or not
    # shape (n_states, n_rows, n_entries): θ, rows as in (W2), in data units
    before: Floats
    after: Floats
    weight_unit: Fraction | None  # the exact θ are whole multiples of it; None where the run's numbers are not exact
    exact_visits: int | None  # the visits up to which they are exact; None while they are

    def __len__(self) -> int:
        """Return how many updates there are."""
        return len(self.visits)

    def until(self, visit: int) -> "MistakeStates":
        """Return the updates up to a visit. `visit`: visits completed."""
        end = int(np.searchsorted(self.visits, visit, side="right"))
        columns = ("mistakes", "learned", "visits", "points", "before", "after")
        return replace(self, **{name: getattr(self, name)[:end] for name in columns})

    def unit_at(self, index: int) -> Fraction | None:
        """Return what the exact θ of an update are whole multiples of; None where they are not exact.

        `index`: which of the updates.
        """
        is_exact = self.exact_visits is None or int(self.visits[index]) <= self.exact_visits
        return self.weight_unit if is_exact else None


def mistake_states_of(run: Run, look: Look = no_look) -> MistakeStates:
    """Find θ around a run's updates up to its frontier; the cursor stays where it is.

    Of many updates some are taken, evenly over t and over log t.

    `look`: called now and then; it may raise `Cancelled`.
    """
    # Not those at the cursor: a class may get its first point after it.
    newest = run.trainer_at(run.frontier)
    size, scale = len(newest.state.theta), newest.data.scale
    most = min(MOST_STATES, max(LEAST_STATES, MOST_NUMBERS // max(2 * size, 1)))
    walk, counts, thetas = Replay(run, look), [], []
    for visit in _updates(run, most, look):
        trainer = walk.to(visit)
        point, known = trainer.next_point(), _n_learned(trainer)
        thetas.append(parameters(trainer))
        trainer = walk.to(visit + 1)
        thetas.append(parameters(trainer))
        counts.append((_n_learned(trainer), _n_learned(trainer) - known, visit + 1, point))
    columns = (frozen(column.copy()) for column in np.array(counts, dtype=np.int64).reshape(-1, 4).T)
    mistakes, learned, visits, points = columns
    before, after = _stacked(thetas, parameters(newest).shape)
    unit = scale.weight_unit if scale.is_exact else None
    data = newest.data
    return MistakeStates(
        data.settings, data.dataset, mistakes, learned, visits, points, before, after, unit, newest.state.exact_visits
    )


def _n_learned(trainer: Trainer) -> int:
    return trainer.state.learned_from


def _stacked(thetas: list[Floats], shape: tuple[int, ...]) -> tuple[Floats, Floats]:
    """Return every second θ, and those between; a class that got its first point later had no row before."""
    stack = np.zeros((len(thetas), *shape))
    for place, theta in enumerate(thetas):
        stack[place, : len(theta)] = theta
    return frozen(stack[::2].copy()), frozen(stack[1::2].copy())


def spread(count: int, most: int) -> Ints:
    """Return whole numbers from 1 to `count`, both ends among them, evenly over their values and their logarithms.

    `count`: the largest number; 0 for none. `most`: how many to return at most, about. Returns shape (n,): ascending.
    """
    if count <= most:
        return np.arange(1, count + 1)
    both = np.concatenate([np.geomspace(1, count, most // 2), np.linspace(1, count, most - most // 2)])
    return np.unique(both.round().astype(np.int64))


def _updates(run: Run, most: int, look: Look) -> list[int]:
    """Return the visits completed before some updates, ascending."""
    last = run.last_update_before(run.frontier + 1)
    if last is None:
        return []
    known = int(run.log.visits[-1]) + 1 if run.log.is_full else last
    n_near = int(np.searchsorted(run.log.visits, min(known, MOST_REPLAYED)))
    is_near = n_near == len(run.log) and not run.log.is_full
    near = run.log.visits[spread(n_near, most if is_near else most // 2) - 1].tolist()
    return near if is_near else sorted({*near, *_after_checkpoints(run, known, most // 2, look), last - 1})


def _after_checkpoints(run: Run, known: int, most: int, look: Look) -> Iterator[int]:
    """Yield the visits completed before the first update after some checkpoints, most of them near the first ones."""
    visits = run.checkpoint_visits()
    visits = visits[visits >= min(known, MOST_REPLAYED)]
    for place in (spread(len(visits), most) - 1).tolist():
        look()
        after = _first_update_after(run, int(visits[place]))
        if after is not None:
            yield after - 1


def _first_update_after(run: Run, visit: int) -> int | None:
    """Return the visits completed right after the first update after `visit`; None where none is found near it."""
    logged = run.log.next_after(visit)
    if logged is not None or not run.log.is_full:
        return logged
    trainer, end = run.trainer_at(visit), run.stages.end_of(run.stages.index_at(visit))
    trainer.updates_goal = trainer.state.updates + 1
    trainer.advance(run.frontier if end is None else end)
    return trainer.state.visits if trainer.state.updates == trainer.updates_goal else None
