"""The content of the canvas as one value: points on two features, and the run's state."""

from collections.abc import Iterable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.growable_array import is_same_place
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import Frozen, replace

Places = NDArray[np.float64]
"""Points in data units, shape (n, 2)."""
Axes = tuple[int, int | None]
"""The features across and upwards; None where there is only one."""


class Scene(Frozen, eq=False, dict=True):
    """Points, and a run's state reduced to what is about these points, so that drawing need not compare them.

    An edit is drawn before the training thread hears of it; until then the state is about the former points.
    """

    dataset: Dataset  # the points that are drawn
    axes: Axes  # the features across and upwards
    positions: Places  # shape (n_samples, 2): where the points are drawn, in data units
    snapshot: Snapshot | None = None  # the state that was given, of whatever points
    n_placed: int | None = None  # points of the document; those after them are still being painted. None where all are

    @classmethod
    def of(cls, dataset: Dataset, axes: Axes, snapshot: Snapshot | None = None, n_placed: int | None = None) -> "Scene":
        """Return the scene of points on two of their features.

        `axes`: the features across and upwards. `snapshot`: None where no run has begun. `n_placed`: points of the
        document, where more are being painted.
        """
        return cls(dataset, axes, projected(dataset, axes), snapshot, n_placed)

    def with_snapshot(self, snapshot: Snapshot | None) -> "Scene":
        """Return the same points with another state."""
        return replace(self, snapshot=snapshot)

    @cached_property
    def state(self) -> Snapshot | None:
        """The state as far as it is about the points that are drawn; None where it has other features.

        What it says of points goes with them while they are dragged. Where other points are drawn only its parameters
        are left. Its points are the first of those that are drawn, see `arriving`.
        """
        given = self.snapshot
        if given is None or given.dataset.n_features != self.dataset.n_features:
            return None
        if self._keeps_points(given):
            return given
        return replace(given, errors=np.empty(0, dtype=bool), last=None, alpha=None, age=None, loss=None, losses=None)

    @property
    def is_current(self) -> bool:
        """Whether the state is one of these points where they are, of which the last may be yet to come in the run."""
        return self.snapshot is not None and self.snapshot.is_about(self.dataset)

    @property
    def arriving(self) -> Places:
        """Where the points lie that arrive later in the run."""
        is_known = self.snapshot is not None and self._keeps_points(self.snapshot)
        first = self.snapshot.dataset.n_samples if is_known and self.snapshot else len(self.positions)
        return self.positions[first : self.n_placed]

    def places_of(self, indices: Iterable[int]) -> Places:
        """Return where points lie, in data units; those that are not drawn any more lie nowhere.

        `indices`: rows of the dataset.
        """
        rows = np.fromiter(indices, dtype=np.int64)
        return self.positions[rows[rows < len(self.positions)]]

    def _keeps_points(self, snapshot: Snapshot) -> bool:
        """Whether all points of a state are drawn, in their order, some of them perhaps in another place.

        Those that were moved share the array of labels; points that were opened only may have the same ones.
        """
        known = snapshot.dataset.labels
        is_shared = len(known) <= len(self.dataset.labels) and is_same_place(known, self.dataset.labels)
        return is_shared or snapshot.is_about(self.dataset)


def projected(dataset: Dataset, axes: Axes) -> Places:
    """Return two features of all points; a single feature lies on the line x2 = 0.

    `axes`: the features across and upwards. Returns shape (n_samples, 2): in data units; may be the dataset's own
    array.
    """
    if axes == (0, 1) and dataset.n_features == 2:
        return dataset.X  # copying a million points cost 12 ms with every click
    across = dataset.X[:, axes[0]]
    upwards = dataset.X[:, axes[1]] if axes[1] is not None else np.zeros(dataset.n_samples)
    return np.array([across, upwards]).T
