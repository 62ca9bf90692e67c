"""Who votes, behind any cursor of a run: all θ_t up to there (V2; Freund and Schapire 1999)."""

import numpy as np

from perceptron_gui.engine.data.dataset import Bools, Floats, Ints
from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.model.models import Model
from perceptron_gui.engine.model.votes import KernelVoters, LinearVoters, Voters, voting_model
from perceptron_gui.engine.run.followers.averaged import sum_at
from perceptron_gui.engine.run.records.record import Look, Replay, no_look
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import RunAnswer
from perceptron_gui.engine.training.factory import start_state
from perceptron_gui.engine.training.training_data import TrainingData
from perceptron_gui.frozen import Frozen

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
    """Return who votes: a new voter begins with each update, and where a class got its first point."""
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
