"""The perceptron loss and its gradient (P3, M2)."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.engine.exact.fixed_point import LARGEST, nearest_doubles

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints
    from perceptron_gui.engine.training.trainer import Trainer


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
    is 0 the loss has a bend, and this is one of its subgradients.

    Returns shape (1, n_entries) or (n_classes, n_entries): data units, as `loss`; the bias entry last.
    """
    data = trainer.data
    errors, signs = error_signs(trainer)
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
    if trainer.data.settings.mode.is_binary:
        return errors, trainer.data.targets[None, errors].astype(np.float64)
    return errors, _signs(trainer, errors)


def _signs(trainer: Trainer, errors: Ints) -> Floats:
    """Return +1 where a class is that of an error, −1 where it is its rival, else 0; shape (n_classes, n_errors)."""
    scores = trainer.scores(0, trainer.data.n_samples)[:, errors]
    targets, every = trainer.data.targets[errors], np.arange(len(errors))
    signs = np.zeros(scores.shape)
    signs[targets, every] = 1.0
    scores[targets, every] = -np.inf
    signs[scores.argmax(axis=0), every] -= 1.0
    return signs


def _nearest_sum(held: Floats, unit: Fraction) -> float:
    """Return the double nearest to Σ `held` · `unit` where all are whole, else a sum that is rounded once."""
    total = math.fsum(held.tolist())
    if abs(total) >= LARGEST and bool((np.rint(held) == held).all()):
        return float(Fraction(sum(map(int, held.tolist()))) * unit)
    return float(nearest_doubles([total], unit)[0])
