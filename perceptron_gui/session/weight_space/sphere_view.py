"""Weight space as the sphere of directions, seen from far away."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np

from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.weight_space.directions import RIM, directions, upright, with_arcs
from perceptron_gui.session.weight_space.views import Trace, after_gaps

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.session.weight_space.region import Region
    from perceptron_gui.session.weight_space.spherical_polygon import SphericalPolygon

HALF_STEPS = 32
"""Straight pieces of half a great circle."""


class SphereView(Frozen, eq=False):
    """The sphere of directions from far away."""

    turn: Floats  # shape (3, 3): directions to the right, upwards and towards the eye, as rows
    reach: float = 1.12  # half of the picture's width, in radii
    is_round: ClassVar[bool] = True

    def with_reach(self, reach: float) -> SphereView:
        """Return the sphere enlarged, or made smaller, see `WeightView`."""
        return replace(self, reach=reach)

    @classmethod
    def facing(cls, direction: Floats, lift: float = 0.35) -> SphereView:
        """Return the sphere with a direction a little below its middle, and the last axis upwards.

        `direction`: shape (3,): not 0. `lift`: by how much the eye stands above it, in radians.
        """
        return cls(upright(direction)).turned(0.0, -lift)

    def turned(self, across: float, upwards: float) -> SphereView:
        """Return the sphere turned under the eye.

        `across`, `upwards`: by how much what is in the middle moves to the right and upwards, in radians.
        """
        c, s = np.cos(across), np.sin(across)
        around = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
        c, s = np.cos(upwards), np.sin(upwards)
        over = np.array([[1, 0, 0], [0, c, s], [0, -s, c]])
        turn = over @ around @ self.turn
        right = turn[0] / np.sqrt(turn[0] @ turn[0])
        front = turn[2] - (turn[2] @ right) * right  # rounding must not add up over a thousand moves
        front /= np.sqrt(front @ front)
        return replace(self, turn=np.array([right, np.cross(front, right), front]))

    def borders(self, normals: Floats) -> tuple[Floats, Floats]:
        """Return great circles in halves, see `WeightView`."""
        seen = normals @ self.turn.T
        first = np.column_stack([-seen[:, 1], seen[:, 0], np.zeros(len(seen))])
        lengths = np.sqrt((first**2).sum(axis=1))
        first[lengths < RIM] = (1.0, 0.0, 0.0)
        first /= np.maximum(np.sqrt((first**2).sum(axis=1)), RIM)[:, None]
        second = np.cross(seen, first)
        second *= np.where(second[:, 2] < 0, -1.0, 1.0)[:, None]
        angles = np.linspace(0, np.pi, HALF_STEPS + 1)
        along, up = np.cos(angles)[None, :, None] * first[:, None, :2], np.sin(angles)[None, :, None]
        return along + up * second[:, None, :2], along - up * second[:, None, :2]

    def area(self, region: Region) -> tuple[Floats, Floats]:
        """Return the two parts of a polygon, see `WeightView`."""
        assert region.polygon is not None
        return self._flat(region.polygon.cut(self.turn[2])), self._flat(region.polygon.cut(-self.turn[2]))

    def _flat(self, polygon: SphericalPolygon) -> Floats:
        return polygon.outline() @ self.turn[:2].T

    def trace(self, thetas: Floats) -> Trace:
        """Return arcs of great circles: where the line from one θ to the next goes, seen from 0; see `WeightView`."""
        return self.places(with_arcs(thetas))

    def places(self, thetas: Floats) -> Trace:
        """Return directions on the sphere, see `WeightView`."""
        seen = directions(thetas) @ self.turn.T
        return Trace(seen[:, :2], seen[:, 2] < 0, after_gaps(seen))

    def weights_at(self, x: float, y: float) -> Floats | None:
        """Return the direction on the near side, see `WeightView`."""
        square = x * x + y * y
        if square > 1:
            return None
        weights: Floats = np.array([x, y, np.sqrt(1 - square)]) @ self.turn
        return weights
