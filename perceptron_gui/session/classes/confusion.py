"""The confusion matrix: how many points of each class go to which class now (W4, M2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.parts import trained_points
from perceptron_gui.session.wording import counted, grouped
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset, Ints
    from perceptron_gui.engine.run.snapshot import Snapshot

NOWHERE = -1
"""Where a point goes that is held out."""


@dataclass(frozen=True, eq=False)
class Confusion:
    """Points by their class and by the class they go to.

    An error goes to its rival, also where the two scores tie: the errors are what stands beside the diagonal.

    Attributes
    ----------
    dataset : Dataset
        The points.
    classes : tuple of int
        The classes with points: the rows, and the columns.
    goes_to : ndarray of int64, shape (n_samples,)
        The class that each point goes to; `NOWHERE` for those held out, which are not counted (H1).
    counts : ndarray of int64, shape (n_classes, n_classes)
        Rows are the true classes.
    """

    dataset: Dataset
    classes: tuple[int, ...]
    goes_to: Ints
    counts: Ints

    @property
    def n_errors(self) -> int:
        """Points beside the diagonal."""
        return int(self.counts.sum() - np.trace(self.counts))

    def points_of(self, row: int, column: int) -> tuple[int, ...]:
        """Return the points that a cell counts, ascending.

        Parameters
        ----------
        row, column : int
            Places among `classes`.
        """
        true, shown = self.classes[row], self.classes[column]
        return tuple(np.flatnonzero((self.dataset.labels == true) & (self.goes_to == shown)).tolist())

    def said_of(self, row: int, column: int) -> str:
        """Return what a cell counts, as a sentence.

        Parameters
        ----------
        row, column : int
            Places among `classes`.
        """
        count, total = int(self.counts[row, column]), int(self.counts[row].sum())
        true, shown = (self.dataset.classes[self.classes[place]] for place in (row, column))
        if row == column:
            words = tr("{count} of {total} points of {true} are right.")
        else:
            words = tr("{count} of {total} points of {true} go to {shown}.")
        return words.format(count=grouped(count), total=grouped(total), true=true, shown=shown)

    @property
    def summary(self) -> str:
        """What the matrix says as a whole."""
        n, wrong = int(self.counts.sum()), self.n_errors
        errors = counted("{count} error beside the diagonal", "{count} errors beside the diagonal", wrong)
        return tr("{right} of {n} points are right, {errors}.").format(
            right=grouped(n - wrong), n=grouped(n), errors=errors
        )


def confusion(snapshot: Snapshot) -> Confusion | None:
    """Return the confusion matrix at the cursor; None where it was not asked for, or must not be told.

    Parameters
    ----------
    snapshot : Snapshot
    """
    rivals, dataset = snapshot.rivals, snapshot.dataset
    if rivals is None or snapshot.is_veiled or not dataset.n_samples:
        return None
    present, points = snapshot.trained.present, trained_points(dataset)
    places = np.zeros(len(dataset.classes), dtype=np.int64)
    places[list(present)] = np.arange(len(present))
    goes_to = np.full(dataset.n_samples, NOWHERE)
    goes_to[points] = np.where(rivals[points] < 0, dataset.labels[points], rivals[points])
    cells = places[dataset.labels[points]] * len(present) + places[goes_to[points]]
    counts = np.bincount(cells, minlength=len(present) ** 2).reshape(len(present), len(present))
    return Confusion(dataset, present, goes_to, counts)
