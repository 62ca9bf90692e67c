"""The log of mistakes and near misses, which a trainer fills and a run keeps (P9)."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from perceptron_gui.frozen import Mutable, field

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Ints

NO_RIVAL = -1
EVERY_ERROR = -1
"""Stands for the point in the log of a batch update, which is about all errors of a pass."""


Numbers: TypeAlias = "array[int]"


def no_numbers() -> Numbers:
    """Return an empty array of int64."""
    return array("q")


class Mistakes(Mutable):
    """Mistakes in the order they happened, column by column."""

    visits: Numbers = field(default_factory=no_numbers)  # visits completed before each
    # the point, and the rival class (−1 in the binary modes)
    points: Numbers = field(default_factory=no_numbers)
    rivals: Numbers = field(default_factory=no_numbers)

    def add(self, visits: Iterable[int], points: Iterable[int], rivals: Iterable[int]) -> None:
        """Append mistakes.

        `visits`, `points`, `rivals`: one number for each mistake, as in the columns of these names.
        """
        self.visits.extend(visits)
        self.points.extend(points)
        self.rivals.extend(rivals)

    def add_arrays(self, visits: Ints, points: Ints, rivals: Ints) -> None:
        """Append many mistakes, given as arrays of int64, shape (n_mistakes,); see `add`."""
        self.visits.frombytes(visits.tobytes())
        self.points.frombytes(points.tobytes())
        self.rivals.frombytes(rivals.tobytes())

    def clear(self) -> None:
        """Remove all."""
        del self.visits[:], self.points[:], self.rivals[:]
