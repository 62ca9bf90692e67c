"""Half of the sphere of directions as a flat map."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.weight_space.directions import RIM, upright, with_arcs
from perceptron_gui.session.weight_space.views import FAR, Trace, after_gaps

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.session.weight_space.region import Region


class FlatView(Frozen, eq=False):
    """The plane that touches the sphere at a pole, seen from its centre (gnomonic): great circles are straight lines.

    At θ* it shows every solution, since none is 90° away from it; a plane b = 1 would show those with b > 0 only.
    """

    pole: Floats  # shape (3,): of length 1
    reach: float = 1.0  # half of the picture's width: the tangent of the angle that is seen
    is_round: ClassVar[bool] = False

    def is_like(self, other: object) -> bool:
        """Whether another view shows the same."""
        is_same = isinstance(other, FlatView) and other.reach == self.reach
        return is_same and isinstance(other, FlatView) and np.array_equal(other.pole, self.pole)

    def with_reach(self, reach: float) -> FlatView:
        """Return the map enlarged, or made smaller, see `WeightView`."""
        return replace(self, reach=reach)

    @property
    def _axes(self) -> Floats:
        return upright(self.pole)[:2]

    def _chart(self, thetas: Floats) -> Floats:
        """Return the place of each θ, NaN for those of the other half, shape (n, 2)."""
        depth = thetas @ self.pole
        seen = np.where(depth > RIM * np.sqrt((thetas**2).sum(axis=1)), depth, np.nan)
        places: Floats = (thetas @ self._axes.T) / seen[:, None]
        return places

    def borders(self, normals: Floats) -> tuple[Floats, Floats]:
        """Return straight lines, see `WeightView`."""
        aside, depth = normals @ self._axes.T, normals @ self.pole
        square = (aside**2).sum(axis=1)
        square[square < RIM**2] = np.nan  # the border of the half that is seen: nowhere near
        nearest = -aside * (depth / square)[:, None]
        chord = np.sqrt(np.maximum((FAR * self.reach) ** 2 - (nearest**2).sum(axis=1), 0.0))
        chord[chord == 0] = np.nan  # too far to be seen
        along = np.column_stack([-aside[:, 1], aside[:, 0]]) * (chord / np.sqrt(square))[:, None]
        return np.stack([nearest - along, nearest + along], axis=1), np.empty((len(normals), 0, 2))

    def area(self, region: Region) -> tuple[Floats, Floats]:
        """Return a polygon with straight sides, cut where it would not end, see `WeightView`."""
        assert region.polygon is not None
        polygon = region.polygon
        for side in np.vstack([self._axes, -self._axes]):
            inwards = self.pole * (FAR * self.reach) - side
            polygon = polygon.cut(inwards / np.sqrt(inwards @ inwards))
        return self._chart(polygon.corners) if not polygon.is_empty else np.empty((0, 2)), np.empty((0, 2))

    def trace(self, thetas: Floats) -> Trace:
        """Return lines between those in view, see `WeightView`."""
        return self.places(with_arcs(thetas))

    def places(self, thetas: Floats) -> Trace:
        """Return places of the map, see `WeightView`."""
        places = self._chart(thetas)
        return Trace(places, np.zeros(len(places), np.bool_), after_gaps(places))

    def weights_at(self, x: float, y: float) -> Floats | None:
        """Return the direction of a place, see `WeightView`."""
        first, second = self._axes
        weights: Floats = self.pole + x * first + y * second
        return weights / np.sqrt(weights @ weights)
