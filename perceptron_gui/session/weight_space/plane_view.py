"""Weight space as a plane: every place is the weights themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.weight_space.views import FAR, Trace

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.session.weight_space.region import Region


class PlaneView(Frozen, eq=False):
    """The plane of w, or of (w, b) where there is one feature."""

    reach: float = 1.0  # half of the picture's width, in units of w
    is_round: ClassVar[bool] = False

    def is_like(self, other: object) -> bool:
        """Whether another view shows the same."""
        return isinstance(other, PlaneView) and other.reach == self.reach

    def with_reach(self, reach: float) -> PlaneView:
        """Return the plane enlarged, or made smaller, see `WeightView`."""
        return replace(self, reach=reach)

    def borders(self, normals: Floats) -> tuple[Floats, Floats]:
        """Return lines through 0, see `WeightView`."""
        along = np.column_stack([-normals[:, 1], normals[:, 0]]) * (FAR * self.reach)
        return np.stack([-along, along], axis=1), np.empty((len(normals), 0, 2))

    def area(self, region: Region) -> tuple[Floats, Floats]:
        """Return a sector, see `WeightView`."""
        assert region.edges is not None
        first, last = region.edges
        # Half-way corners keep the far side outside of the picture, however wide the sector is.
        bends = [first + region.middle, region.middle, region.middle + last]
        corners = np.array([np.zeros(2), first, *bends, last]) * (FAR * self.reach)
        return corners, np.empty((0, 2))

    def trace(self, thetas: Floats) -> Trace:
        """Return straight lines, see `WeightView`."""
        return self.places(thetas)

    def places(self, thetas: Floats) -> Trace:
        """Return the weights themselves, see `WeightView`."""
        return Trace(thetas, np.zeros(len(thetas), np.bool_), np.arange(len(thetas)) == 0)

    def weights_at(self, x: float, y: float) -> Floats | None:
        """Return the place itself, see `WeightView`."""
        return np.array([x, y])
