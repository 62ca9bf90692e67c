"""Projections of weight space: the sphere of directions, a flat map, a plane; and the initial viewpoint."""

import math
from abc import abstractmethod
from typing import ClassVar, Self

import numpy as np

from perceptron_gui.engine.data.dataset import Bools, Floats
from perceptron_gui.frozen import AbstractFrozen, Frozen, asdict, replace
from perceptron_gui.session.weight_space import half_spaces
from perceptron_gui.session.weight_space.weight_space import Way, WeightSpace

FAR = 3.0
"""Lines and regions without an end are drawn so far, in half-widths of the picture: beyond its edges, but not so far
that Qt takes long over them."""


class Trace(Frozen, eq=False):
    """A line through weights, as the picture shows it."""

    places: Floats  # shape (n, 2): in units of the view; NaN where weights are not in the picture
    is_hidden: Bools  # shape (n,): whether a place is behind the sphere
    begins: Bools  # shape (n,): where the line begins anew: before it there is a gap


class WeightView(AbstractFrozen, eq=False):
    """A picture of weight space."""

    is_round: ClassVar[bool] = False  # whether it is the sphere

    @property
    @abstractmethod
    def reach(self) -> float:
        """Half of the picture's width, in units of the view."""

    def with_reach(self, reach: float) -> Self:
        """Return the picture enlarged, or made smaller. `reach`: half of its width."""
        return replace(self, reach=reach)

    @abstractmethod
    def borders(self, normals: Floats) -> tuple[Floats, Floats]:
        """Return the visible and the hidden part of half-spaces' borders, shape (n, n_places, 2) each.

        `normals`: shape (n, n_entries): unit normals.
        """

    @abstractmethod
    def area(self, region: half_spaces.Region) -> tuple[Floats, Floats]:
        """Return the visible and the hidden part of a region as polygons, shape (n_places, 2) each."""

    def trace(self, thetas: Floats) -> Trace:
        """Return a line through weights: where it goes, seen from 0. `thetas`: shape (n, n_entries): in its order."""
        return self.places(half_spaces.with_arcs(thetas))

    @abstractmethod
    def places(self, thetas: Floats) -> Trace:
        """Return where weights are seen; NaN where they are not in the picture.

        `thetas`: shape (n, n_entries): the weights.
        """

    @abstractmethod
    def weights_at(self, x: float, y: float) -> Floats | None:
        """Return the weights at a place, shape (n_entries,); None where there are none.

        `x`, `y`: in units of the view.
        """


def after_gaps(places: Floats) -> Bools:
    """Return which places have none before them, shape (n,).

    `places`: shape (n, 2) or (n, 3): NaN where there is none.
    """
    is_gap = np.isnan(places[:, 0])
    begins: Bools = np.concatenate([[True], is_gap[:-1]]) if len(places) else np.zeros(0, np.bool_)
    return begins


class FlatView(WeightView, eq=False):
    """The plane that touches the sphere at a pole, seen from its centre (gnomonic): great circles are straight lines.

    At θ* it shows every solution, since none is 90° away from it; a plane b = 1 would show those with b > 0 only.
    """

    pole: Floats  # shape (3,): of length 1
    reach: float = 1.0  # half of the picture's width: the tangent of the angle that is seen

    @property
    def _axes(self) -> Floats:
        return half_spaces.upright(self.pole)[:2]

    def _chart(self, thetas: Floats) -> Floats:
        """Return the place of each θ, NaN for those of the other half, shape (n, 2)."""
        depth = thetas @ self.pole
        seen = np.where(depth > half_spaces.RIM * np.sqrt((thetas**2).sum(axis=1)), depth, np.nan)
        places: Floats = (thetas @ self._axes.T) / seen[:, None]
        return places

    def borders(self, normals: Floats) -> tuple[Floats, Floats]:
        """Return straight lines, see `WeightView`."""
        aside, depth = normals @ self._axes.T, normals @ self.pole
        square = (aside**2).sum(axis=1)
        square[square < half_spaces.RIM**2] = np.nan  # the border of the half that is seen: nowhere near
        nearest = -aside * (depth / square)[:, None]
        chord = np.sqrt(np.maximum((FAR * self.reach) ** 2 - (nearest**2).sum(axis=1), 0.0))
        chord[chord == 0] = np.nan  # too far to be seen
        along = np.column_stack([-aside[:, 1], aside[:, 0]]) * (chord / np.sqrt(square))[:, None]
        return np.stack([nearest - along, nearest + along], axis=1), np.empty((len(normals), 0, 2))

    def area(self, region: half_spaces.Region) -> tuple[Floats, Floats]:
        """Return a polygon with straight sides, cut where it would not end, see `WeightView`."""
        assert region.polygon is not None
        polygon = region.polygon
        for side in np.vstack([self._axes, -self._axes]):
            inwards = self.pole * (FAR * self.reach) - side
            polygon = polygon.cut(inwards / np.sqrt(inwards @ inwards))
        return self._chart(polygon.corners) if not polygon.is_empty else np.empty((0, 2)), np.empty((0, 2))

    def places(self, thetas: Floats) -> Trace:
        """Return places of the map, see `WeightView`."""
        places = self._chart(thetas)
        return Trace(places, np.zeros(len(places), np.bool_), after_gaps(places))

    def weights_at(self, x: float, y: float) -> Floats | None:
        """Return the direction of a place, see `WeightView`."""
        first, second = self._axes
        weights: Floats = self.pole + x * first + y * second
        return weights / np.sqrt(weights @ weights)


class PlaneView(WeightView, eq=False):
    """The plane of w, or of (w, b) where there is one feature."""

    reach: float = 1.0  # half of the picture's width, in units of w

    def borders(self, normals: Floats) -> tuple[Floats, Floats]:
        """Return lines through 0, see `WeightView`."""
        along = np.column_stack([-normals[:, 1], normals[:, 0]]) * (FAR * self.reach)
        return np.stack([-along, along], axis=1), np.empty((len(normals), 0, 2))

    def area(self, region: half_spaces.Region) -> tuple[Floats, Floats]:
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


HALF_STEPS = 32
"""Straight pieces of half a great circle."""


class SphereView(WeightView, eq=False):
    """The sphere of directions from far away."""

    turn: Floats  # shape (3, 3): directions to the right, upwards and towards the eye, as rows
    reach: float = 1.12  # half of the picture's width, in radii
    is_round: ClassVar[bool] = True

    @classmethod
    def facing(cls, direction: Floats, lift: float = 0.35) -> "SphereView":
        """Return the sphere with a direction a little below its middle, and the last axis upwards.

        `direction`: shape (3,): not 0. `lift`: by how much the eye stands above it, in radians.
        """
        return cls(half_spaces.upright(direction)).turned(0.0, -lift)

    def turned(self, across: float, upwards: float) -> "SphereView":
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
        first[lengths < half_spaces.RIM] = (1.0, 0.0, 0.0)
        first /= np.maximum(np.sqrt((first**2).sum(axis=1)), half_spaces.RIM)[:, None]
        second = np.cross(seen, first)
        second *= np.where(second[:, 2] < 0, -1.0, 1.0)[:, None]
        angles = np.linspace(0, np.pi, HALF_STEPS + 1)
        along, up = np.cos(angles)[None, :, None] * first[:, None, :2], np.sin(angles)[None, :, None]
        return along + up * second[:, None, :2], along - up * second[:, None, :2]

    def area(self, region: half_spaces.Region) -> tuple[Floats, Floats]:
        """Return the two parts of a polygon, see `WeightView`."""
        assert region.polygon is not None
        return self._flat(region.polygon.cut(self.turn[2])), self._flat(region.polygon.cut(-self.turn[2]))

    def _flat(self, polygon: half_spaces.SphericalPolygon) -> Floats:
        return polygon.outline() @ self.turn[:2].T

    def places(self, thetas: Floats) -> Trace:
        """Return directions on the sphere, see `WeightView`."""
        seen = half_spaces.directions(thetas) @ self.turn.T
        return Trace(seen[:, :2], seen[:, 2] < 0, after_gaps(seen))

    def weights_at(self, x: float, y: float) -> Floats | None:
        """Return the direction on the near side, see `WeightView`."""
        square = x * x + y * y
        if square > 1:
            return None
        weights: Floats = np.array([x, y, np.sqrt(1 - square)]) @ self.turn
        return weights


ROOM = 1.15
"""The picture is larger than what is in it by this factor."""
LARGEST_REACH, LEAST_REACH = 2.0, 1e-6
"""Of a flat map that is not enlarged by hand, as the tangent of an angle."""
OUT_OF_SIGHT = 0.25
"""A direction this little towards the eye, or less, is at the edge of the sphere or behind it."""
USUAL_FRONT = (0.6, -0.6, 0.5)
"""What is in front where nothing is known yet."""
PARTS = 100
"""Places of weights that can be told apart, from the middle of the picture to its edge."""
MOST_PLACES = 6
"""Decimal places with which training is still exact (E2)."""


class ViewChoice:
    """How weight space is seen now: as it was turned or enlarged by hand, else so that the solutions are seen.

    `by_hand`: as the user left it.
    """

    def __init__(self) -> None:
        self.by_hand: WeightView | None = None
        self._sphere: SphereView | None = None
        self._last: WeightView | None = None

    def forget(self) -> None:
        """See it as at first."""
        self.by_hand = self._sphere = None

    def view(self, space: WeightSpace, way: Way, eta: float, is_flat: bool) -> WeightView:
        """Return how it is seen.

        `eta`: learning rate η. `is_flat`: whether a flat map is wanted in place of the sphere.
        """
        if self.by_hand is not None:
            return self.by_hand
        if space.n_entries == half_spaces.PLANE:
            return self._kept(plane_for(space, way, eta))
        if is_flat:
            return self._kept(flat_for(space, way))
        self._sphere = sphere_for(space, way, self._sphere)
        return self._sphere

    def _kept(self, view: WeightView) -> WeightView:
        """Return the last view if it equals this one, so that its picture is reused."""
        last = self._last
        if type(view) is type(last) and all(map(np.array_equal, asdict(view).values(), asdict(last).values())):
            return last
        self._last = view
        return view


def front_of(space: WeightSpace, way: Way) -> Floats:
    """Return what is to be seen: θ*, else the cycle, θ, or some direction; of length 1, shape (n_entries,)."""
    if space.middle is not None:
        return space.middle
    states = way.round if len(way.round) else way.current[None]
    middle = np.nan_to_num(half_spaces.directions(states)).sum(axis=0)
    front: Floats = half_spaces.directions(np.array([middle if middle.any() else USUAL_FRONT]))[0]
    return front


def sphere_for(space: WeightSpace, way: Way, earlier: SphereView | None) -> SphereView:
    """Return the sphere as it stood, or turned where the solutions would not be seen.

    `earlier`: how it was seen before.
    """
    front = front_of(space, way)
    is_sought = space.middle is not None or len(way.round)
    if earlier is not None and (not is_sought or earlier.turn[2] @ front > OUT_OF_SIGHT):
        return earlier
    return SphereView.facing(front)


def flat_for(space: WeightSpace, way: Way) -> FlatView:
    """Return the map around θ*, or around θ, as large as the solutions need."""
    view = FlatView(front_of(space, way))
    if space.region is None:
        return view
    size = float(np.abs(view.area(space.region)[0]).max(initial=0.0))
    return view.with_reach(min(max(ROOM * size, LEAST_REACH), LARGEST_REACH))


def plane_for(space: WeightSpace, way: Way, eta: float) -> PlaneView:
    """Return the plane as large as the way needs, or the first step. `eta`: learning rate η."""
    size = float(np.nan_to_num(np.abs(way.thetas)).max(initial=0.0))
    reach = ROOM * max(size, eta * space.radius) or 1.0
    # In steps, so that the picture does not grow with every mistake.
    return PlaneView(2.0 ** math.ceil(math.log2(reach)))


def rounded(theta: Floats, view: WeightView, length: float = 1.0) -> tuple[float, ...]:
    """Return weights that were pointed at as decimals, as fine as the picture shows them.

    `theta`: shape (n_entries,): the weights. `length`: by what directions are multiplied, the places of a sphere or of
    its map: above 0.
    """
    reach = view.reach if len(theta) == half_spaces.PLANE else min(view.reach, 1.0) * length
    theta = theta if len(theta) == half_spaces.PLANE else theta * length
    places = min(max(math.ceil(-math.log10(reach / PARTS)), 0), MOST_PLACES)
    return tuple(round(value, places) + 0.0 for value in theta.tolist())
