"""The confusion matrix: how many points of each class go to which class now (W4, M2)."""

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.engine.data.dataset import Dataset, Ints
from perceptron_gui.engine.data.parts import trained_points
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.training.state import NO_RIVAL
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.wording import counted, grouped
from perceptron_gui.translation import tr


class Confusion(Frozen, eq=False):
    """Points by their class and by the class they go to.

    An error goes to its rival, also where the two scores tie: the errors are what stands beside the diagonal.
    """

    dataset: Dataset  # the points
    classes: tuple[int, ...]  # the classes with points: the rows, and the columns
    # shape (n_samples,): the class that each error goes to; −1 for the other points, those held out among them (H1)
    rivals: NDArray[np.int32]
    counts: Ints  # shape (n_classes, n_classes): rows are the true classes; points held out are not counted

    @property
    def n_errors(self) -> int:
        """Points beside the diagonal."""
        return int(self.counts.sum() - np.trace(self.counts))

    def points_of(self, row: int, column: int) -> tuple[int, ...]:
        """Return the points that a cell counts, ascending. `row`, `column`: places among `classes`."""
        points = trained_points(self.dataset)
        goes_to = NO_RIVAL if row == column else self.classes[column]
        is_there = (self.dataset.labels[points] == self.classes[row]) & (self.rivals[points] == goes_to)
        return tuple(points[is_there].tolist())

    def said_of(self, row: int, column: int) -> str:
        """Return what a cell counts, as a sentence. `row`, `column`: places among `classes`."""
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
    """Return the confusion matrix at the cursor; None where it was not asked for, or must not be told."""
    rivals, dataset = snapshot.rivals, snapshot.dataset
    if rivals is None or snapshot.is_veiled or not dataset.n_samples:
        return None
    present = snapshot.trained.present
    return Confusion(dataset, present, rivals.of_points, rivals.counts[np.ix_(present, present)])
