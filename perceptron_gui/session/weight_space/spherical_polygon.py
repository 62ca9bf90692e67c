"""A convex part of the sphere of directions: cut by half-spaces, its sides arcs of great circles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.frozen import Frozen
from perceptron_gui.session.weight_space.holding import across

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats

TOUCH = 1e-12
"""A corner so near a border lies on it."""
LONGEST_SIDE = 0.6 * np.pi
"""Longer sides get a corner in their middle: of one that is half a circle the ends do not say where it runs."""
ARC_STEP = np.radians(6.0)


class SphericalPolygon(Frozen, eq=False):
    """Corners in order, turning to the left as seen from outside."""

    corners: Floats  # shape (n, 3): directions of length 1; none where the polygon is empty
    # shape (n, 3): for the side from corner i to i + 1 the unit normal of its great circle, pointing inwards
    sides: Floats

    @classmethod
    def hemisphere(cls, middle: Floats) -> SphericalPolygon:
        """Return all directions with a positive product with a direction. `middle`: shape (3,): of length 1."""
        first, second = across(middle)
        return cls(np.array([first, second, -first, -second]), np.tile(middle, (4, 1)))

    @property
    def is_empty(self) -> bool:
        """Whether nothing is left."""
        return not len(self.corners)

    def cut(self, normal: Floats) -> SphericalPolygon:
        """Return the part in a half-space (Sutherland and Hodgman 1974, with arcs for lines).

        `normal`: shape (3,): of length 1; what is kept has a product with it that is not negative.
        """
        heights = self.corners @ normal
        is_in = heights >= -TOUCH
        if is_in.all():
            return self
        if not is_in.any():
            return SphericalPolygon(np.empty((0, 3)), np.empty((0, 3)))
        # A convex border leaves the half-space once, and comes back once.
        follows = np.roll(np.arange(len(is_in)), -1)
        leaves, enters = (
            int(np.flatnonzero(is_in & ~is_in[follows])[0]),
            int(np.flatnonzero(~is_in & is_in[follows])[0]),
        )
        kept = (follows[enters] + np.arange((leaves - follows[enters]) % len(is_in) + 1)) % len(is_in)
        out = _between(self.corners, heights, leaves, int(follows[leaves]))
        back = _between(self.corners, heights, int(follows[enters]), enters)
        middle = _middle_of(out, back, normal)
        corners = np.vstack([self.corners[kept], out, middle, back])
        sides = np.vstack([self.sides[kept], np.tile(normal, (1 + len(middle), 1)), self.sides[enters]])
        return SphericalPolygon(corners, sides)

    def outline(self) -> Floats:
        """Return directions along its border, close enough to be joined by straight lines, shape (m, 3)."""
        places = [
            _along(p, side, angle * np.arange(steps) / steps)
            for p, side, angle in zip(self.corners, self.sides, self._lengths(), strict=True)
            for steps in (max(1, int(np.ceil(angle / ARC_STEP))),)
        ]
        return np.concatenate(places) if places else np.empty((0, 3))

    def _lengths(self) -> Floats:
        return np.array(
            [
                _length(p, q, side)
                for p, q, side in zip(self.corners, np.roll(self.corners, -1, axis=0), self.sides, strict=True)
            ]
        )


def cut_by_all(polygon: SphericalPolygon, normals: Floats) -> SphericalPolygon:
    """Return the part of a polygon that lies in all half-spaces. `normals`: shape (n, 3): of length 1 each."""
    for normal in normals:
        if polygon.is_empty:
            break
        polygon = polygon.cut(normal)
    return polygon


def _between(corners: Floats, heights: Floats, inside: int, outside: int) -> Floats:
    """Return where the side between two corners, shorter than half a circle, has the height 0."""
    place: Floats = -heights[outside] * corners[inside] + max(heights[inside], 0.0) * corners[outside]
    return place / np.sqrt(place @ place)


def _middle_of(p: Floats, q: Floats, side: Floats) -> Floats:
    """Return the middle of a side if it is long, shape (1, 3), else none, shape (0, 3)."""
    length = _length(p, q, side)
    return _along(p, side, np.array([length / 2]) if length > LONGEST_SIDE else np.empty(0))


def _length(p: Floats, q: Floats, side: Floats) -> float:
    """Return the angle from p to q to the left around a side's normal; a convex polygon has none above π."""
    angle = float(np.arctan2(side @ np.cross(p, q), p @ q)) % (2 * np.pi)
    return angle if angle < 1.5 * np.pi else 0.0


def _along(p: Floats, side: Floats, angles: Floats) -> Floats:
    """Return the directions at angles from p, to the left around a side's normal, shape (n, 3)."""
    places: Floats = np.outer(np.cos(angles), p) + np.outer(np.sin(angles), np.cross(side, p))
    return places
