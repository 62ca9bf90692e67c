"""The average of all weights of a run (V1; Freund and Schapire 1999)."""

from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from perceptron_gui.engine.data.dataset import Floats, Ints
from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.model.models import KernelExpansion, Model, make_model
from perceptron_gui.engine.model.point_errors import point_errors
from perceptron_gui.engine.run.records.record import Look, Replay, no_look
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import RunAnswer
from perceptron_gui.engine.training.trainer import Trainer
from perceptron_gui.engine.training.training_data import TrainingData
from perceptron_gui.frozen import Frozen


class UpdateTimes:
    """How often, and when, each point was added to a row of the parameters: enough to sum up all θ_t.

    What is learned at a visit after v others stays in θ_{v+1} … θ_T: T − v times. So Σ θ_t is T·θ₀ and η times the
    sum of y·x̂ weighted by T·α − Σ v, whole numbers.

    `n_rows`, `n_samples`: rows of the parameters, and points.
    """

    def __init__(self, n_rows: int, n_samples: int) -> None:
        self._counts = np.zeros((n_rows, n_samples), dtype=np.int64)
        self._times = np.zeros((n_rows, n_samples), dtype=np.int64)

    def add_log(self, data: TrainingData, visits: Ints, points: Ints, rivals: Ints) -> None:
        """Write many updates down, of any order but batch.

        `visits`, `points`, `rivals`: shape (n_updates,): visits completed before each, the point, and its rival.
        """
        for rows, signs in data.moves(points, rivals):
            np.add.at(self._counts, (rows, points), signs)
            np.add.at(self._times, (rows, points), signs * visits)

    def add(self, data: TrainingData, visit: int, learned: Iterable[tuple[int, int]]) -> None:
        """Write an update down.

        `data`: with these points, and perhaps others. `visit`: visits completed before it. `learned`: the points that
        were learned from, each with its rival.
        """
        points, rivals = np.array([*learned], dtype=np.int64).reshape(-1, 2).T
        self.add_log(data, np.full(len(points), visit), points, rivals)

    def weights(self, visits: int) -> Ints:
        """Return in how many of the θ_t each update is, summed up: shape (n_rows, n_samples).

        `visits`: T, visits completed.
        """
        weights: Ints = visits * self._counts - self._times
        return weights


AT_ONCE = 2_000
"""Terms that are added up between two looks."""


class Total(Frozen, eq=False):
    """Σ θ_t, which judges as the average does, without its fractions of η."""

    model: Model
    rows: tuple[tuple[Fraction, ...], ...]  # its parameters without rounding, row by row


class Averaged(Frozen, eq=False):
    """θ̄ = (1/T) Σ θ_t (V1)."""

    # shape (n_rows, n_entries): in data units; the doubles nearest to the exact values where the run is exact. With a
    # curved kernel b̄ or B̄
    theta: Floats
    exact: tuple[Fraction, ...] | None  # the same without rounding, row by row; None where the run is not exact
    n_errors: int  # training errors by these parameters
    # what stands in the place of w̄ with a curved kernel: in its sum T − v takes the place of 1
    expansion: KernelExpansion | None = None
    total: Total | None = None  # T times all of it; None where it is not exact


def averaged(trainer: Trainer, times: UpdateTimes, look: Look = no_look) -> Averaged:
    """Return the average of the parameters over all visits that a trainer made; θ₀ before the first.

    `times`: of all its updates. `look`: called now and then; it may raise `Cancelled`.
    """
    data, visits = trainer.data, trainer.state.visits
    weights = times.weights(visits)
    rows = _summed(data, weights, visits, look)
    look()
    eta, shape, data_rows = data.settings.eta, (data.n_rows, data.n_entries), rows if data.is_exact else None
    summed = np.array([[float(value) for value in row] for row in rows]).reshape(shape)
    model = make_model(data.settings, data.dataset, summed, _expansion(data, weights, eta))
    n_errors = int(np.count_nonzero(point_errors(model, data.dataset, data_rows))) if data.n_samples else 0
    values = [value / max(visits, 1) for row in rows for value in row]
    theta = np.array([float(value) for value in values]).reshape(shape)
    expansion = _expansion(data, weights, eta / max(visits, 1))
    if trainer.state.exact_visits is not None:
        return Averaged(theta, None, n_errors, expansion)
    return Averaged(theta, tuple(values), n_errors, expansion, Total(model, rows))


def _expansion(data: TrainingData, weights: Ints, eta: float) -> KernelExpansion | None:
    settings = data.settings
    if not settings.has_curved_kernel:
        return None
    support = np.flatnonzero(weights.any(axis=0))
    return KernelExpansion(settings.kernel, eta, support, data.mapped.X[support], weights[:, support])


def averaged_at(run: Run, visit: int, look: Look = no_look) -> Averaged | None:
    """Return the average of the parameters up to any visit of a run; None after more updates than are logged.

    Points that arrived on the way belong to it: what was learned from them is in the θ_t since then.

    `run`: its cursor stays where it is. `visit`: visits completed, between 0 and the frontier. `look`: called now and
    then; it may raise `Cancelled`.
    """
    trainer, walk, log = run.trainer_at(visit), Replay(run, look), run.log
    count = int(np.searchsorted(log.visits, visit))
    if log.is_full and count == len(log):
        return None
    times = UpdateTimes(trainer.data.n_rows, trainer.data.n_samples)
    is_batch = run.settings.order is Order.BATCH
    if is_batch:
        for before in log.visits[:count].tolist():
            times.add(trainer.data, before, sum_at(walk, before))
    else:
        times.add_log(trainer.data, log.visits[:count], log.points[:count], log.rivals[:count])
    return averaged(trainer, times, look)


def sum_at(walk: Replay, visit: int) -> list[tuple[int, int]]:
    """Return what a batch update learned from; it is made with the points of before, whoever arrives right after it.

    `walk`: through the run. `visit`: visits completed before the one that ends the pass. Returns each point with its
    rival.
    """
    trainer = walk.to(visit)
    trainer.advance(visit + 1)
    return trainer.batch


def _summed(data: TrainingData, weights: Ints, visits: int, look: Look) -> tuple[tuple[Fraction, ...], ...]:
    """Return Σ θ_t in data units, row by row; before the first visit θ₀."""
    settings, step = data.settings, decimal_fraction(data.settings.eta) / 10**data.scale.places
    starts = [decimal_fraction(value) * max(visits, 1) for value in settings.start_values(data.n_entries, data.n_rows)]
    rows = []
    for k, of_row in enumerate(weights):
        initial = starts[k * data.n_entries : (k + 1) * data.n_entries]
        support = np.flatnonzero(of_row)
        counts = [int(count) for count in of_row[support]]
        sums = [_dot(counts, column, look) for column in _columns(data, support)]
        rows.append(tuple(start + step * total for start, total in zip(initial, sums, strict=True)))
    return tuple(rows)


def _dot(counts: list[int], values: list[float], look: Look) -> Fraction:
    """Return Σ count · value, a slice at a time: the thread must let others go on (A4)."""
    total = Fraction(0)
    for begin in range(0, len(counts), AT_ONCE):
        part = slice(begin, begin + AT_ONCE)
        if all(value.is_integer() for value in values[part]):
            total += sum(count * int(value) for count, value in zip(counts[part], values[part], strict=True))
        else:
            total += sum(count * Fraction(value) for count, value in zip(counts[part], values[part], strict=True))
        look()
    return total


def _columns(data: TrainingData, points: Ints) -> list[list[float]]:
    """Return the held entries of x̂ that θ has weights for."""
    if not data.settings.has_curved_kernel:
        return [column.tolist() for column in data.inputs[points].T]
    return [[10.0**data.scale.places] * len(points)] * data.settings.bias


class Average(RunAnswer, eq=False):
    """The average behind a cursor. `settings`, `dataset`: see `RunAnswer`: the points present at the cursor."""

    visit: int  # T, visits completed there
    found: Averaged | None  # None after more updates than are logged

    @property
    def model(self) -> Model | None:
        """What it makes of any place; None where it is not known."""
        found = self.found
        return None if found is None else make_model(self.settings, self.dataset, found.theta, found.expansion)


def average_at(run: Run, visit: int, look: Look = no_look) -> Average:
    """Return the average behind a cursor, see `averaged_at`.

    `run`: its cursor stays where it is. `visit`: visits completed, between 0 and the frontier. `look`: called now and
    then; it may raise `Cancelled`.
    """
    data = run.stages.data_of(run.stages.index_at(visit))
    return Average(data.settings, data.dataset, visit, averaged_at(run, visit, look))
