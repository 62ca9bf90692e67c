"""A run on a part of the points, told with the numbers of all points (H1), also θ around its updates (T8).

The run knows of the points that it trains on only, and numbers these; the window numbers all points.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.engine.data.dataset import Bools, Dataset, Floats, Ints, Part, Split, split_of
from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.engine.model.models import make_model, point_errors
from perceptron_gui.engine.run.records.record import (
    Look,
    Replay,
    VisitRecord,
    exact_parameters,
    expansion_of,
    no_look,
    parameters,
)
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import HeldOut, RunAnswer, Snapshot
from perceptron_gui.engine.training.trainer import Trainer
from perceptron_gui.frozen import Frozen, replace

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

    def until(self, visit: int) -> MistakeStates:
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


def held_out_errors(trainer: Trainer, points: Dataset) -> Bools:
    """Return which points are errors under the current parameters; exact where the run is, up to where it stands.

    `points`: points with the columns and classes of those of the run. Returns shape (n_samples,).
    """
    data, is_exact = trainer.data, trainer.state.exact_visits is None
    model = make_model(data.settings, data.dataset, parameters(trainer), expansion_of(trainer))
    theta, n = exact_parameters(trainer) if is_exact else None, data.n_entries
    rows = None if theta is None else [theta[i * n : (i + 1) * n] for i in range(data.n_rows)]
    return point_errors(model, points, rows)


class AllPoints(Frozen, eq=False):
    """All points of a run and the parts that they are in; the run trains on one part."""

    dataset: Dataset  # all points, those that arrive later included
    split: Split  # their parts; no point of the validation or test part arrives later

    def record(self, record: VisitRecord) -> VisitRecord:
        """Return a visit with the numbers of all points."""
        numbers = self.split.training
        return replace(record, point=int(numbers[record.point]), learned=frozen(numbers[record.learned]))

    def states(self, states: MistakeStates) -> MistakeStates:
        """Return the updates of the proof with the numbers of all points."""
        return replace(states, points=frozen(self.split.training[states.points]))

    def held_out(self, has_test: bool) -> dict[Part, Dataset]:
        """Return the points held out, part by part; of a part without points there is no entry.

        `has_test`: whether the test part is looked at.
        """
        parts = {Part.VALIDATION: self.split.validation}
        if has_test:
            parts[Part.TEST] = self.split.test
        return {part: self.dataset.only(indices) for part, indices in parts.items() if len(indices)}

    def number_in_run(self, point: int) -> int:
        """Return the number that the run gives a point; −1 for one that is held out.

        `point`: its index among all points.
        """
        place = int(np.searchsorted(self.split.training, point))
        return place if place < len(self.split.training) and self.split.training[place] == point else -1

    def snapshot(self, snapshot: Snapshot, errors: Bools, has_test: bool) -> Snapshot:
        """Return the state of a run with the numbers of all points.

        `snapshot`: the run at its cursor, its points perhaps on their way elsewhere. `errors`: shape (n_samples,):
        errors among the points held out, see `errors`. `has_test`: whether errors of the test part are told.
        """
        trained, expansion, losses, rivals = snapshot.dataset, snapshot.expansion, snapshot.losses, snapshot.rivals
        numbers = self.split.training[: trained.n_samples]
        present = self.dataset.first(self.n_before(trained.n_samples))
        n, names = present.n_samples, present.classes[: len(trained.classes)]
        return replace(
            snapshot,
            dataset=present,
            errors=_spread(snapshot.errors, numbers, n, 0),
            rivals=None if rivals is None else replace(rivals, of_points=_spread(rivals.of_points, numbers, n, -1)),
            to_learn=_spread(snapshot.to_learn, numbers, n, 0),
            last=None if snapshot.last is None else self.record(snapshot.last),
            alpha=None if snapshot.alpha is None else _spread(snapshot.alpha, numbers, n, 0),
            age=None if snapshot.age is None else _spread(snapshot.age, numbers, n, -1),
            shown=None if snapshot.shown is None else _spread(snapshot.shown, numbers, n, 1),
            upcoming=None if snapshot.upcoming is None else int(numbers[snapshot.upcoming]),
            losses=None if losses is None else replace(losses, points=frozen(numbers[losses.points])),
            expansion=None if expansion is None else replace(expansion, indices=frozen(numbers[expansion.indices])),
            held_out=HeldOut(self.split, trained.with_classes(names), errors, has_test),
        )

    def errors(self, run: Run, n_samples: int, has_test: bool) -> Bools:
        """Return which points held out are errors at the cursor of a run.

        `n_samples`: points present. `has_test`: whether to look at the test part. Returns shape (n_samples,):
        read-only.
        """
        errors = np.zeros(n_samples, dtype=bool)
        for part in (self.split.validation, self.split.test)[: 1 + has_test]:
            known = part[: int(np.searchsorted(part, n_samples))]
            errors[known] = held_out_errors(run.trainer, self.dataset.only(known))
        return frozen(errors)

    def n_before(self, n_trained: int) -> int:
        """Return how many of all points come before the one that would be trained on next, or all.

        `n_trained`: points that are trained on so far.
        """
        numbers = self.split.training
        return int(numbers[n_trained]) if n_trained < len(numbers) else self.dataset.n_samples


def all_points(dataset: Dataset) -> AllPoints | None:
    """Return the points of a run on a part of them; None where all are trained on."""
    split = split_of(dataset)
    return None if split is None else AllPoints(dataset, split)


def _spread(values: NDArray[Any], numbers: Ints, n_samples: int, rest: int) -> NDArray[Any]:
    """Return a value for each point: that of a point trained on, or `rest`."""
    spread = np.full(n_samples, rest, dtype=values.dtype)
    spread[numbers] = values
    return frozen(spread)
