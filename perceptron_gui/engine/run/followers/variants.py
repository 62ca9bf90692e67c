"""Other outcomes of the same run, each of which follows a trainer from update to update.

The average of all weights (V1) and their votes behind any cursor (V2), both by Freund and Schapire (1999), and the best
weights so far, what a run that cannot end is worth (V3; Gallant 1990).
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from enum import StrEnum
from fractions import Fraction

import numpy as np

from perceptron_gui.engine.data.dataset import Bools, Dataset, Floats, Ints
from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.model.models import KernelExpansion, Model, make_model, point_errors
from perceptron_gui.engine.model.votes import KernelVoters, LinearVoters, Voters, voting_model
from perceptron_gui.engine.run.records.record import Look, Replay, exact_parameters, expansion_of, no_look, parameters
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import RunAnswer, Snapshot
from perceptron_gui.engine.training.factory import start_state
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


MOST_UPDATES, LEAST_UPDATES, MOST_LOOKED_AT = 4_000, 100, 20_000_000
"""Updates after which errors are counted: points times updates stay below the last number, down to the second."""


class Best(Frozen, eq=False):
    """Weights that had fewer errors than all before them."""

    visit: int  # visits completed when they first stood
    # errors over the points then present, and how many these were
    n_errors: int
    n_samples: int
    theta: Floats  # shape (n_rows, n_entries): rows as in (W2), in data units, read-only
    expansion: KernelExpansion | None = None  # what stands in the place of w with a curved kernel


class Pocket(RunAnswer, eq=False):
    """The best weights of a run, each time they were improved on.

    `settings`, `dataset`: see `RunAnswer`: the points present at its frontier.
    """

    # in the order of their visits. An arrival puts the comparison back to the weights of then (V3)
    bests: tuple[Best, ...]
    until: int  # visits completed where errors were counted last; below the frontier after very many updates

    def at(self, visit: int) -> Best | None:
        """Return the best weights up to a visit; None before there are points. `visit`: visits completed."""
        return next((best for best in reversed(self.bests) if best.visit <= visit), None)

    def best_of(self, snapshot: Snapshot) -> Best | None:
        """Return the best weights up to a snapshot: its own where the pocket has none better for the points of now.

        The pocket may not reach it, nor know of points that came since, or of a class that went without any.

        `snapshot`: a state of the same run, maybe of a later visit.
        """
        best, n_samples = self.at(snapshot.visit), snapshot.trained.n_samples
        if best is None:
            return None
        is_of_now = best.n_samples == n_samples and len(best.theta) == len(snapshot.theta)
        if is_of_now and best.n_errors <= snapshot.n_errors:
            return best
        return Best(snapshot.visit, snapshot.n_errors, n_samples, snapshot.theta, snapshot.expansion)


def pocket_of(run: Run, look: Look = no_look) -> Pocket:
    """Find the best weights of a run up to its frontier; its cursor stays where it is.

    `look`: called now and then; it may raise `Cancelled`.
    """
    newest, walk, bests, n_before = run.trainer_at(run.frontier), Replay(run, look), list[Best](), 0
    visits = _visits(run, newest.data.n_samples)
    for visit in visits:
        trainer = walk.to(visit)
        n_samples = trainer.data.n_samples
        n_errors = int(np.count_nonzero(trainer.margins() <= 0.0))
        if n_samples and (n_samples != n_before or n_errors < bests[-1].n_errors):
            bests.append(Best(visit, n_errors, n_samples, parameters(trainer), expansion_of(trainer)))
        n_before = n_samples
    data = newest.data
    return Pocket(data.settings, data.dataset, tuple(bests), visits[-1])


def _visits(run: Run, n_samples: int) -> list[int]:
    """Return the visits after which weights or points changed, including the start."""
    most = min(MOST_UPDATES, max(LEAST_UPDATES, MOST_LOOKED_AT // max(n_samples, 1)))
    updates = run.log.visits[:most] + 1
    until = run.frontier if len(updates) == len(run.log) else updates[-1]
    arrivals = [visit for visit in run.stages.arrival_visits if visit <= until]
    return sorted({0, *arrivals, *updates.tolist()})


MOST_VOTERS, MOST_NUMBERS = 20_000, 4_000_000
"""Different parameters that are asked at most: fewer of long θ, so that their numbers stay below the second."""


class Vote(RunAnswer, eq=False):
    """The votes behind a cursor. `settings`, `dataset`: see `RunAnswer`: the points present at the cursor."""

    visit: int  # T, visits completed there
    model: Model | None  # what they make of any place; None where there are too many to be asked
    n_errors: int  # training errors by them; 0 without a model


class _Changes(Frozen, eq=False):
    """What was learned, one entry for each point and row: visits before, row, point and sign."""

    visits: Ints
    rows: Ints
    points: Ints
    signs: Ints


def vote_at(run: Run, visit: int, look: Look = no_look) -> Vote:
    """Return the votes of all θ_t up to any visit of a run.

    `run`: its cursor stays where it is. `visit`: T, visits completed, between 0 and the frontier. `look`: called now
    and then; it may raise `Cancelled`.
    """
    data = run.trainer_at(visit).data
    count = int(np.searchsorted(run.log.visits, visit))
    size = data.n_rows * (data.n_entries if not data.settings.has_curved_kernel else 1)
    if count > min(MOST_VOTERS, MOST_NUMBERS // max(size, 1)) or (run.log.is_full and count == len(run.log)):
        return Vote(data.settings, data.dataset, visit, None, 0)
    voters = _voters(run, data, visit, _changes(run, data, count, look))
    model = voting_model(data.settings, data.dataset, voters)
    columns = _own_columns(data, voters) if data.n_samples else np.zeros((0, 0))
    margins = model.margins(voters.totals(columns).T, data.dataset.labels) if data.n_samples else np.zeros(0)
    return Vote(data.settings, data.dataset, visit, model, int(np.count_nonzero(margins <= 0)))


def _changes(run: Run, data: TrainingData, count: int, look: Look) -> _Changes:
    log = run.log
    visits, points, rivals = log.visits[:count], log.points[:count].astype(np.int64), log.rivals[:count]
    if run.settings.order is Order.BATCH:  # its log names no points
        walk = Replay(run, look)
        learned = [(before, *one) for before in visits.tolist() for one in sum_at(walk, before)]
        visits, points, rivals = np.array(learned, dtype=np.int64).reshape(-1, 3).T
    moves = [(visits, rows, points, signs) for rows, signs in data.moves(points, rivals)]
    return _Changes(*(np.stack(columns, axis=1).ravel() for columns in zip(*moves, strict=True)))


def _voters(run: Run, data: TrainingData, visit: int, changes: _Changes) -> Voters:
    """Return the voters: each update, and each first point of a class, begins a new one."""
    entered = _entered(run, data, visit)
    begins = np.unique(np.concatenate([[0], changes.visits, entered[(entered > 0) & (entered < visit)]]))
    begins = begins[(begins < visit) | (begins == 0)].astype(np.int64)
    durations = np.diff(np.append(begins, visit)).astype(np.int64)
    takes_part: Bools = entered <= begins[:, None]
    where = np.searchsorted(begins, changes.visits)
    is_binary = data.settings.mode.is_binary
    if data.settings.has_curved_kernel:
        return _kernel_voters(data, durations, takes_part, where, changes)
    thetas = np.zeros((len(begins), data.n_rows, data.n_entries))
    steps = data.scale.step * changes.signs
    np.add.at(thetas, (where, changes.rows), steps[:, None] * data.inputs[changes.points])
    thetas[:1] += np.array(start_state(data).theta).reshape(data.n_rows, data.n_entries)
    np.cumsum(thetas, axis=0, out=thetas)
    merged = _merged(durations, takes_part, thetas, is_binary)
    return LinearVoters(*merged, data.settings.bias, data.scale.places)


def _entered(run: Run, data: TrainingData, visit: int) -> Ints:
    """Return at which visit each row's class got its first point, shape (n_rows,); of those without, a later one."""
    if data.settings.mode.is_binary:
        return np.zeros(1, dtype=np.int64)
    entered = np.full(data.n_rows, visit + 1, dtype=np.int64)
    for stage in run.stages:
        for k in stage.data.dataset.present:
            if k < data.n_rows:
                entered[k] = min(entered[k], stage.visit)
    return entered


def _merged(durations: Ints, takes_part: Bools, thetas: Floats, is_binary: bool) -> tuple[Ints, Bools, bool, Floats]:
    """Return each θ once: a run that goes round a cycle has few."""
    keys = np.column_stack([thetas.reshape(len(thetas), -1), takes_part])
    _, first, which = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    together = np.bincount(which.ravel(), durations, len(first)).astype(np.int64)
    return together, takes_part[first], is_binary, thetas[first]


def _kernel_voters(
    data: TrainingData, durations: Ints, takes_part: Bools, where: Ints, changes: _Changes
) -> KernelVoters:
    """Return voters whose scores are held as those of the run: whole numbers where it is exact."""
    support, places = np.unique(changes.points, return_inverse=True)
    scale, settings = data.scale, data.settings
    factor = 10.0**scale.score_places
    start = sum(start_state(data).theta[:1]) * factor if settings.bias and settings.has_start_weights else 0.0
    return KernelVoters(
        durations,
        takes_part,
        settings.mode.is_binary,
        settings.kernel,
        support,
        data.mapped.X[support],
        factor,
        float(settings.bias),
        start,
        (
            where,
            changes.rows,
            places.ravel().astype(np.int64),
            np.asarray(scale.step * changes.signs, dtype=np.float64),
        ),
    )


def _own_columns(data: TrainingData, voters: Voters) -> Floats:
    """Return what the points of the run themselves are judged by: whole numbers where it is exact."""
    if isinstance(voters, KernelVoters):
        rows = [data.gram.row(i) for i in voters.support.tolist()]
        return np.array(rows).reshape(len(rows), data.n_samples)
    columns: Floats = data.inputs.T
    return columns


class VariantName(StrEnum):
    """What else can be made of the weights of a run."""

    AVERAGED = "averaged"
    VOTED = "voted"
    POCKET = "pocket"


class Outcome(Frozen, eq=False):
    """The result of a variant at a place of the run."""

    # shape (n_rows, n_entries): its parameters in data units; None for votes, which are no parameters
    theta: Floats | None
    exact: tuple[Fraction, ...] | None  # the same without rounding, row by row; None where they were rounded
    n_errors: int  # training errors by it
    expansion: KernelExpansion | None = None  # what stands in the place of w with a curved kernel; None for votes
    # what judges places as it does, perhaps with all scores multiplied by a number; None where that is not known
    model: Model | None = None
    rows: tuple[tuple[Fraction, ...], ...] | None = None  # the parameters of that model without rounding

    def errors(self, points: Dataset) -> Bools:
        """Return which points it is wrong about, among those that it was not learned from (H1); with a model only.

        `points`: with the columns and classes of those of the run. Returns shape (n_samples,).
        """
        assert self.model is not None, "whoever asks sees to it"
        if self.model.is_sum:
            return point_errors(self.model, points, self.rows)
        is_error: Bools = self.model.margins(self.model.decision_function(points.X), points.labels) <= 0
        return is_error


class Variant(ABC):
    """Follows one trainer from before its first visit on; its points stay the same.

    `trainer`: before its first visit.
    """

    @abstractmethod
    def __init__(self, trainer: Trainer) -> None: ...

    @abstractmethod
    def follow(self, trainer: Trainer) -> None:
        """Take in the update that the trainer has just made."""

    @abstractmethod
    def outcome(self, trainer: Trainer) -> Outcome:
        """Return this variant's result for the run up to here. `trainer`: after its last visit."""


class AveragedVariant(Variant):
    """The average of all θ_t (V1). `trainer`: before its first visit."""

    def __init__(self, trainer: Trainer) -> None:
        self._times = UpdateTimes(trainer.data.n_rows, trainer.data.n_samples)
        self._is_batch = trainer.data.settings.order is Order.BATCH

    @property
    def takes_stretches(self) -> bool:
        """Whether `collect` is enough, which holds up no loop: not in batch, whose log does not name points."""
        return not self._is_batch

    def collect(self, trainer: Trainer) -> None:
        """Record the updates in the trainer's log."""
        log = trainer.log
        visits, points, rivals = (np.array(column, dtype=np.int64) for column in (log.visits, log.points, log.rivals))
        self._times.add_log(trainer.data, visits, points, rivals)

    def follow(self, trainer: Trainer) -> None:
        """Write a batch update down, see `Variant`."""
        self._times.add(trainer.data, trainer.log.visits[-1], trainer.batch)

    def outcome(self, trainer: Trainer) -> Outcome:
        """Return the average, see `Variant`."""
        found, data = averaged(trainer, self._times), trainer.data
        if found.total is not None:
            model, rows = found.total.model, found.total.rows
        else:
            model, rows = make_model(data.settings, data.dataset, found.theta, found.expansion), None
        return Outcome(found.theta, found.exact, found.n_errors, found.expansion, model, rows)


class VotedVariant(Variant):
    """Every θ_t votes: by the sign of f, in multiclass for its largest score (V2).

    All points are judged after every update, and count as often as visits pass until the next one.

    `trainer`: before its first visit.
    """

    def __init__(self, trainer: Trainer) -> None:
        self._totals = np.zeros((trainer.data.n_rows, trainer.data.n_samples), dtype=np.int64)
        self._votes, self._since = votes_of(trainer), 1

    def follow(self, trainer: Trainer) -> None:
        """Count the votes of the parameters before the update, see `Variant`."""
        visits = trainer.state.visits
        self._totals += (visits - self._since) * self._votes
        self._votes, self._since = votes_of(trainer), visits

    def outcome(self, trainer: Trainer) -> Outcome:
        """Return how many points are voted wrong; a tie is an error, see `Variant`."""
        totals = self._totals + (trainer.state.visits + 1 - self._since) * self._votes
        targets = trainer.data.targets
        if trainer.data.settings.mode.is_binary:
            return Outcome(None, None, int(np.count_nonzero(totals[0] * targets <= 0)))
        every = np.arange(len(targets))
        own = totals[targets, every].copy()
        totals[targets, every] = -1
        is_wrong = totals.max(axis=0, initial=-1) >= own
        return Outcome(None, None, int(np.count_nonzero(is_wrong & (len(trainer.data.present) > 1))))


class PocketVariant(Variant):
    """The parameters with the fewest errors, of θ₀ and those after each update, the first among equals (V3).

    It costs a look at all points after every update.

    `trainer`: before its first visit.
    """

    def __init__(self, trainer: Trainer) -> None:
        self._best = _as_they_are(trainer)

    def follow(self, trainer: Trainer) -> None:
        """Keep the parameters if they are better, see `Variant`."""
        if _n_errors(trainer) < self._best.n_errors:
            self._best = _as_they_are(trainer)

    def outcome(self, trainer: Trainer) -> Outcome:
        """Return the best parameters, see `Variant`."""
        return self._best


VARIANTS: dict[VariantName, type[Variant]] = {
    VariantName.AVERAGED: AveragedVariant,
    VariantName.VOTED: VotedVariant,
    VariantName.POCKET: PocketVariant,
}


def attach(run: Run, name: VariantName) -> Variant:
    """Return a variant that goes along with a run. `run`: before its first visit. `name`: which variant."""
    variant = VARIANTS[name](run.trainer)
    if isinstance(variant, AveragedVariant) and variant.takes_stretches:
        run.collect = variant.collect
    else:
        run.follow = variant.follow
    return variant


def votes_of(trainer: Trainer) -> Ints:
    """Return the votes of the current parameters at the points.

    Returns shape (1, n_samples) or (n_classes, n_samples): −1, 0 or +1; in multiclass 1 for the class with the largest
    score, of equals the first.
    """
    n = trainer.data.n_samples
    scores = trainer.scores(0, n)
    if trainer.data.settings.mode.is_binary:
        return np.sign(scores).astype(np.int64)[None, :]
    votes = np.zeros(scores.shape, dtype=np.int64)
    votes[scores.argmax(axis=0), np.arange(n)] = 1
    return votes


def _n_errors(trainer: Trainer) -> int:
    return int(np.count_nonzero(trainer.margins() <= 0.0))


def _as_they_are(trainer: Trainer) -> Outcome:
    exact, data, n = exact_parameters(trainer), trainer.data, trainer.data.n_entries
    theta, expansion = parameters(trainer), expansion_of(trainer)
    rows = None if exact is None else tuple(tuple(exact[i * n : (i + 1) * n]) for i in range(data.n_rows))
    model = make_model(data.settings, data.dataset, theta, expansion)
    return Outcome(theta, None if exact is None else tuple(exact), _n_errors(trainer), expansion, model, rows)
