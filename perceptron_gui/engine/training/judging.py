"""What all points are under the parameters of a trainer: errors, rivals, the loss and its gradient (W4, M2, P3)."""

import math
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.engine.data.dataset import Bools, Floats, Ints
from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.engine.exact.fixed_point import LARGEST, nearest_doubles
from perceptron_gui.engine.native import loader
from perceptron_gui.engine.native.loader import Library, Question
from perceptron_gui.engine.training.state import NO_RIVAL
from perceptron_gui.engine.training.trainer import Trainer
from perceptron_gui.engine.training.training_data import TrainingData
from perceptron_gui.frozen import Frozen

BLOCK = 64
"""Points that the compiled loop looks at together."""


class ErrorRivals(Frozen, eq=False):
    """Which class each error loses to."""

    of_points: NDArray[np.int32]  # shape (n_samples,): the rival of every error, −1 for a point that is right
    # shape (n_classes, n_classes): points of each class of the palette, by the class they go to: errors to their rival,
    # the others to their own
    counts: Ints


class Judged(Frozen, eq=False):
    """What the points of a trainer are."""

    errors: Bools  # shape (n_samples,): points with a margin of at most 0
    to_learn: Bools  # shape (n_samples,): points with a margin of at most β, from which a visit learns (V4)
    loss: float  # the sum of max(0, −margin) over all points, held
    rivals: ErrorRivals | None  # if asked for, and there are several classes


def judge(trainer: Trainer, has_rivals: bool = False) -> Judged:
    """Return what the points of a trainer are under its parameters. `has_rivals`: whether to tell the rivals."""
    has_rivals = has_rivals and not trainer.data.settings.mode.is_binary
    if loader.library is None or trainer.data.settings.has_curved_kernel:
        return _judged_by_margins(trainer, has_rivals)
    return _judged_by_loop(trainer, loader.library, has_rivals)


def point_question(data: TrainingData, theta: list[float]) -> Question:
    """Return what the compiled loop must know to look at all points.

    `data`: not of a curved kernel. `theta`: in multiclass n_entries numbers a class, one class after the other.
    """
    question = Question(n_samples=data.n_samples, n_entries=data.n_entries, threshold=data.threshold)
    question.point("columns", data.arrays.column_places)
    question.point("theta", np.array(theta))
    if not data.settings.mode.is_binary:
        present = np.array(data.present, dtype=np.int64)
        question.n_present, question.n_classes = len(present), data.n_rows
        question.point("present", present)
        question.point("labels", np.ascontiguousarray(data.targets))
    return question


def _judged_by_loop(trainer: Trainer, library: Library, has_rivals: bool) -> Judged:
    data, rivals = trainer.data, None
    question, errors = point_question(data, trainer.state.theta), np.empty(data.n_samples, dtype=bool)
    to_learn = np.empty_like(errors) if data.threshold else errors
    question.point("errors", errors)
    if to_learn is not errors:
        question.point("to_learn", to_learn)
    if has_rivals:
        rivals = np.empty(data.n_samples, dtype=np.int32), np.zeros((data.n_rows, data.n_rows), dtype=np.int64)
        question.point("rivals", rivals[0])
        question.point("counts", rivals[1])
    loss = library.judge(question)
    told = ErrorRivals(frozen(rivals[0]), frozen(rivals[1])) if rivals is not None else None
    return Judged(frozen(errors), frozen(to_learn), loss, told)


def _judged_by_margins(trainer: Trainer, has_rivals: bool) -> Judged:
    margins, data = trainer.margins(), trainer.data
    errors = frozen(margins <= 0.0)
    to_learn = frozen(margins <= data.threshold) if data.threshold else errors
    rivals = _rivals_of(trainer, errors) if has_rivals else None
    return Judged(errors, to_learn, _loss_of(margins), rivals)


def _loss_of(margins: Floats) -> float:
    """Sum the losses in the order of the compiled loop: for whole numbers any would do, for others not (E4)."""
    losses = np.zeros((-(-len(margins) // BLOCK), 8, 8))
    losses.reshape(-1)[: len(margins)] = np.where(margins < 0.0, -margins, 0.0)
    sums = sum((losses[:, row] for row in range(8)), np.zeros((len(losses), 8)))
    pairs = sums[:, :4] + sums[:, 4:]
    blocks = pairs[:, 0] + pairs[:, 1] + pairs[:, 2] + pairs[:, 3]
    return sum(blocks.tolist(), 0.0)


def _rivals_of(trainer: Trainer, errors: Bools) -> ErrorRivals:
    labels, n = trainer.data.targets, trainer.data.n_rows
    rivals = np.where(errors, trainer.all_rivals(), NO_RIVAL).astype(np.int32)
    cells = labels * n + np.where(errors, rivals, labels)
    return ErrorRivals(frozen(rivals), frozen(np.bincount(cells, minlength=n * n).reshape(n, n)))


def leads_of(scores: Floats, targets: Ints) -> tuple[Floats, Ints]:
    """Return s_y − s_r of some points, and their rivals.

    `scores`: shape (n_classes, n_points): −∞ for a class without points; the true class is set to −∞, too. `targets`:
    shape (n_points,): the true class of each point. `leads`: shape (n_points,): +∞ where there is no other class.
    `rivals`: shape (n_points,): the other class with the largest score, of equals the first; −1 where there is none.
    """
    every = np.arange(len(targets))
    true = scores[targets, every]
    scores[targets, every] = -np.inf
    rivals = scores.argmax(axis=0)
    best = scores[rivals, every]
    # A difference of two unequal doubles is never 0 (gradual underflow), so that its sign tells s_r ≥ s_y.
    return true - best, np.where(best > -np.inf, rivals, NO_RIVAL)


def loss(trainer: Trainer) -> float:
    """Return L = Σ max(0, −y·f(x)), in multiclass Σ max(0, s_r − s_y), under the current parameters.

    It is 0 not only where all points are right: an error on the boundary adds nothing to the loss.

    Returns data units; the double nearest to the exact value as long as the numbers are whole (E5).
    """
    margins = trainer.margins()
    return _nearest_sum(-margins[margins < 0.0], trainer.data.scale.score_unit)


def gradient(trainer: Trainer) -> Floats:
    """Return −Σ y·x̂ over the errors, ties included: a batch update takes η times this from the parameters (P3, P4).

    In multiclass an error at (x, y) takes x̂ from the row of y and adds it to that of its rival (M2). Where some f(x)
    is 0 the loss has a bend, and this is one of its subgradients. With a curved kernel it is that of the biases alone,
    as θ is.

    Returns shape (1, n_entries) or (n_classes, n_entries): data units, as `loss`; the bias entry last.
    """
    data = trainer.data
    errors, signs = error_signs(trainer)
    if data.settings.has_curved_kernel:
        return frozen(-signs.sum(axis=1, keepdims=True)[:, : data.n_entries] + 0.0)
    unit = Fraction(1, 10**data.scale.places)
    rows = data.inputs[errors]
    sums = [[_nearest_sum(-sign * column, unit) for column in rows.T] for sign in signs]
    return frozen(np.array(sums))


def error_signs(trainer: Trainer) -> tuple[Ints, Floats]:
    """Return the errors, and what an update would add of each of them to every row: y, in multiclass 1 or −1 (P2, M2).

    `errors`: shape (n_errors,): their indices, ascending. `signs`: shape (n_rows, n_errors): one row, in multiclass one
    for each class.
    """
    errors = np.flatnonzero(trainer.margins() <= 0.0)
    signs = np.zeros((trainer.data.n_rows, len(errors)))
    for rows, added in trainer.data.moves(errors, trainer.all_rivals()[errors]):
        signs[rows, np.arange(len(errors))] += added
    return errors, signs


def _nearest_sum(held: Floats, unit: Fraction) -> float:
    """Return the double nearest to Σ `held` · `unit` where all are whole, else a sum that is rounded once."""
    is_whole = bool((np.rint(held) == held).all())
    if is_whole and np.abs(held).sum() < LARGEST:  # whole all the way: any order of summing is right
        return float(nearest_doubles([held.sum()], unit)[0])
    total = math.fsum(held.tolist())
    if abs(total) >= LARGEST and is_whole:
        return float(Fraction(sum(map(int, held.tolist()))) * unit)
    return float(nearest_doubles([total], unit)[0])
