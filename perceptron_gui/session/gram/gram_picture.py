"""The Gram matrix as a picture: K of all pairs of points, or means over blocks of pairs (D4, D5)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from math import isqrt
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.part_codes import is_same_parts
from perceptron_gui.engine.data.parts import n_trained, trained_points
from perceptron_gui.engine.exact.effort import Cancelled
from perceptron_gui.engine.exact.feature_values import feature_values
from perceptron_gui.engine.model.kernel_values import kernel_values
from perceptron_gui.engine.training.kernels import WHOLE_GRAM
from perceptron_gui.frozen import Frozen

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset, Floats, Ints
    from perceptron_gui.engine.data.settings import TrainingSettings

MOST_CELLS = 400
"""Cells of a row: where pixels end, a cell is the mean of a block."""
MOST_WORK = 4 * 10**8
"""Multiplications that a picture may take, in about a second; of wide points fewer are shown for that."""


class GramQuestion(Frozen, eq=False):
    """Points and rules whose Gram matrix is asked for."""

    dataset: Dataset
    settings: TrainingSettings
    by_class: bool = False  # whether the points of a class stand together; else they are in their order

    def is_like(self, other: GramQuestion | None) -> bool:
        """Whether another question has the same answer."""
        if other is None or self.dataset.X is not other.dataset.X or self.dataset.labels is not other.dataset.labels:
            return False
        is_same = self._rules == other._rules and self.by_class == other.by_class
        return is_same and is_same_parts(self.dataset.parts, other.dataset.parts)

    def is_variant_of(self, other: GramQuestion | None) -> bool:
        """Whether it is about as many points under the same rules: while they are dragged some lie elsewhere."""
        is_same = other is not None and self._rules == other._rules
        return is_same and other is not None and self.dataset.X.shape == other.dataset.X.shape

    def extends(self, other: GramQuestion | None) -> bool:
        """Whether points have come at the end, and all else is the same: rows and columns more (P9)."""
        if other is None or self._rules != other._rules or self.dataset.n_samples == other.dataset.n_samples:
            return False
        return self.dataset.is_extension_of(other.dataset)

    @property
    def _rules(self) -> tuple[object, ...]:
        return self.settings.kernel, self.settings.features, self.settings.bias


class GramPicture(Frozen, eq=False, dict=True):
    """The Gram matrix, or as much of it as can be shown."""

    question: GramQuestion
    points: Ints  # shape (n_shown,): the points in the order of the rows; of too many every so manieth
    inputs: Floats  # shape (n_shown, n_features): what the kernel sees of them
    edges: Ints  # shape (n_cells + 1,): the first row of each block, and the one after the last
    cells: Floats  # shape (n_cells, n_cells): K, or its mean over a block of pairs

    @property
    def is_sampled(self) -> bool:
        """Whether there are more points than are shown."""
        return len(self.points) < n_trained(self.question.dataset)

    @property
    def block(self) -> int:
        """The most rows, and columns, that share a cell."""
        return int(np.diff(self.edges).max(initial=1))

    @cached_property
    def largest(self) -> float:
        """The largest |K| of a cell."""
        return float(np.abs(self.cells).max(initial=0.0))

    @cached_property
    def _rows(self) -> Ints:
        """The row of every point, −1 for none."""
        rows = np.full(self.question.dataset.n_samples, -1)
        rows[self.points] = np.arange(len(self.points))
        return rows

    def row_of(self, point: int | None) -> int | None:
        """Return in which row a point stands; None where it is not shown. `point`: its index; None for no point."""
        if point is None or point >= len(self._rows) or self._rows[point] < 0:
            return None
        return int(self._rows[point])

    def row_cells(self, point: int) -> Floats:
        """Return K of one point and the others, as many cells as a row of the picture has (D4).

        `point`: any of the dataset, shown or not. Returns shape (n_cells,): K, or its mean over the columns that share
        a cell.
        """
        x = kernel_inputs(self.question.dataset, self.question.settings, np.array([point]))
        return _means(kernel_values(self.question.settings.kernel, x, self.inputs), self.edges)

    @cached_property
    def class_rows(self) -> tuple[int, ...]:
        """The rows at which another class begins, where the points of a class stand together."""
        if not self.question.by_class:
            return ()
        labels = self.question.dataset.labels[self.points]
        return tuple((np.flatnonzero(np.diff(labels)) + 1).tolist())


def kernel_inputs(dataset: Dataset, settings: TrainingSettings, points: Ints) -> Floats:
    """Return what the kernel sees of points: their coordinates, or φ of them (F1).

    `settings`: their feature map. `points`: shape (n,): which of the dataset. Returns shape (n, n_features).
    """
    X = dataset.X[points]
    if not settings.features.is_identity:
        X = feature_values(settings.features.of(dataset.features).programs, X)[0]
    return np.asfortranarray(X)


def gram_picture(question: GramQuestion, should_stop: Callable[[], bool] = lambda: False) -> GramPicture:
    """Return the picture of a Gram matrix.

    `should_stop`: asked before each row; true gives the work up. Raises `Cancelled` when it was given up.
    """
    dataset, kernel = question.dataset, question.settings.kernel
    points = _shown_points(question)
    inputs = kernel_inputs(dataset, question.settings, points)
    n_cells = min(len(points), MOST_CELLS)
    edges = np.arange(n_cells + 1) * len(points) // max(n_cells, 1)
    cells = np.empty((n_cells, n_cells))
    for row in range(n_cells):
        if should_stop():
            raise Cancelled
        cells[row] = _means(kernel_values(kernel, inputs[edges[row] : edges[row + 1]], inputs), edges)
    return GramPicture(question, points, inputs, edges, cells)


def _means(values: Floats, edges: Ints) -> Floats:
    """Return the mean over all rows of `values`, and over the columns of each block."""
    if len(values) == 1 and len(edges) == values.shape[1] + 1:
        single: Floats = values[0]
        return single
    means: Floats = np.add.reduceat(values.sum(axis=0), edges[:-1]) / (np.diff(edges) * len(values))
    return means


def _shown_points(question: GramQuestion) -> Ints:
    dataset, settings = question.dataset, question.settings
    n_features = len(settings.features.names(dataset.features))
    most = max(min(WHOLE_GRAM, isqrt(MOST_WORK // max(n_features, 1))), 1)
    points = trained_points(dataset)
    points = points[:: max(-(-len(points) // most), 1)]
    return points[np.argsort(dataset.labels[points], kind="stable")] if question.by_class else points
