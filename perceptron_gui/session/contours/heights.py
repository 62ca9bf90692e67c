"""How far each region is ahead at a place: ±f, or the lead of a class over its best rival (P8, M4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.model.regions import Cell

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Bools, Floats
    from perceptron_gui.engine.model.model import Model

RIM = 3
"""Zeros so many places beside those that are surrounded by zeros belong to them."""
LARGEST = 1e300
"""What differs more is as far apart as can be drawn."""


def region_owners(model: Model) -> tuple[int, ...]:
    """Return whose regions there are: 0 and 1 for S₋ and S₊, else the classes with points."""
    return model.rows if model.has_class_rows else (0, 1)


def region_classes(model: Model) -> tuple[int, ...]:
    """Return the class whose colour each region takes."""
    return tuple(model.class_of_cell(Cell(owner, (), ())) for owner in region_owners(model))


def region_heights(model: Model, scores: Floats) -> Floats:
    """Return how far every region is ahead: above 0 in it, below 0 elsewhere.

    `scores`: shape (n_rows, …): f, or the score of every class. Returns shape (n_regions, …): in the order of
    `region_owners`; a class without a rival is 1 ahead.
    """
    scores = np.clip(np.nan_to_num(scores, nan=0.0), -LARGEST, LARGEST)
    if not model.has_class_rows:
        return np.stack([-scores[0], scores[0]])
    own = scores[list(model.rows)]
    if len(own) == 1:
        return np.ones_like(own)
    best, second = own[0], np.full_like(own[0], -np.inf)
    for score in own[1:]:
        second = np.maximum(second, np.minimum(best, score))
        best = np.maximum(best, score)
    lead: Floats = own - np.where(own == best, second, best)
    return lead


def undecided(height: Floats) -> Bools:
    """Return where a region is 0 ahead on more than a line: without support, where a sum underflows, where classes tie.

    `height`: shape (ny, nx): of one region, on a grid. Returns shape (ny, nx).
    """
    is_zero: Bools = height == 0.0
    if not is_zero.any():
        return is_zero
    above, below, left, right = _beside(is_zero, is_outside=True)
    is_plateau: Bools = is_zero & above & below & left & right
    for _ in range(RIM):
        above, below, left, right = _beside(is_plateau, is_outside=False)
        is_plateau |= is_zero & (above | below | left | right)
    return is_plateau


def _beside(marks: Bools, is_outside: bool) -> tuple[Bools, Bools, Bools, Bools]:
    """Return the marks of the four neighbours of every place."""
    padded = np.pad(marks, 1, constant_values=is_outside)
    return padded[:-2, 1:-1], padded[2:, 1:-1], padded[1:-1, :-2], padded[1:-1, 2:]
