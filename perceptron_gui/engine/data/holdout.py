"""Which points are held out of training, to validate and to test on: a draw by seed (H1)."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.engine.data.settings import LARGEST_SEED
from perceptron_gui.engine.data.settings_error import SettingsError
from perceptron_gui.frozen import Frozen
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from perceptron_gui.engine.data.dataset import Dataset, Ints

HALF = Fraction(1, 2)


class Split(Frozen, eq=False):
    """The points of a dataset in three parts; each part in the order of the points."""

    # shape (n_part,): indices, ascending; read-only
    training: Ints
    validation: Ints
    test: Ints

    @property
    def n_held_out(self) -> int:
        """Number of points that are not trained on."""
        return len(self.validation) + len(self.test)


class HoldOut(Frozen):
    """Which share of the points is held out. Raises `SettingsError` when a value is out of its range."""

    # shares of each class, at least 0, together below 1; fractions, since a rounded product could lose a point
    validation: Fraction = Fraction(0)
    test: Fraction = Fraction(0)
    seed: int = 0  # random seed of the draw, 0 … 2⁶⁴ − 1

    def __post_init__(self) -> None:
        """Reject what makes no sense."""
        if min(self.validation, self.test) < 0 or self.validation + self.test >= 1:
            words = tr("The shares held out must be 0 or more and together less than 1, not {validation} and {test}.")
            raise SettingsError(words.format(validation=float(self.validation), test=float(self.test)))
        if not 0 <= self.seed <= LARGEST_SEED:
            words = tr("The seed must be a whole number from 0 to {most}, not {value}.")
            raise SettingsError(words.format(most=LARGEST_SEED, value=self.seed))

    def split(self, dataset: Dataset) -> Split:
        """Draw the parts, class by class, so that each has its share of both; one point of each is trained on."""
        words = np.random.Philox(key=self.seed, counter=[0, 0, 2, 0]).random_raw(dataset.n_samples)
        drawn = np.lexsort((words, dataset.labels))  # stable: class by class, in each by ascending word
        sizes = np.bincount(dataset.labels, minlength=len(dataset.classes))
        validation = np.zeros(dataset.n_samples, dtype=bool)
        test = np.zeros(dataset.n_samples, dtype=bool)
        for first, size in zip((np.cumsum(sizes) - sizes).tolist(), sizes.tolist(), strict=True):
            n_validation, n_held_out = self._counts(size)
            validation[drawn[first : first + n_validation]] = True
            test[drawn[first + n_validation : first + n_held_out]] = True
        return Split(_indices(~(validation | test)), _indices(validation), _indices(test))

    def _counts(self, size: int) -> tuple[int, int]:
        """Return how many points of a class are for validation, and how many held out; the test gives back first."""
        most = max(size - 1, 0)
        validation, test = floor(self.validation * size + HALF), floor(self.test * size + HALF)
        return min(validation, most), min(validation + test, most)


def _indices(is_in: NDArray[np.bool_]) -> Ints:
    return frozen(np.flatnonzero(is_in))
