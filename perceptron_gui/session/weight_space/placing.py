"""How weight space is looked at first: turned so that the solutions are seen, and as large as the way needs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.session.weight_space.constraints import PLANE
from perceptron_gui.session.weight_space.directions import directions
from perceptron_gui.session.weight_space.flat_view import FlatView
from perceptron_gui.session.weight_space.plane_view import PlaneView
from perceptron_gui.session.weight_space.sphere_view import SphereView

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.session.weight_space.views import WeightView
    from perceptron_gui.session.weight_space.weight_scene import Way
    from perceptron_gui.session.weight_space.weight_space import WeightSpace

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
        if space.n_entries == PLANE:
            return self._kept(plane_for(space, way, eta))
        if is_flat:
            return self._kept(flat_for(space, way))
        self._sphere = sphere_for(space, way, self._sphere)
        return self._sphere

    def _kept(self, view: PlaneView | FlatView) -> WeightView:
        """Return the last view if it is the same as another: what is drawn of it need not be drawn again."""
        if self._last is None or not view.is_like(self._last):
            self._last = view
        return self._last


def front_of(space: WeightSpace, way: Way) -> Floats:
    """Return what is to be seen: θ*, else the cycle, θ, or some direction; of length 1, shape (n_entries,)."""
    if space.middle is not None:
        return space.middle
    states = way.round if len(way.round) else way.current[None]
    middle = np.nan_to_num(directions(states)).sum(axis=0)
    front: Floats = directions(np.array([middle if middle.any() else USUAL_FRONT]))[0]
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
    reach = view.reach if len(theta) == PLANE else min(view.reach, 1.0) * length
    theta = theta if len(theta) == PLANE else theta * length
    places = min(max(math.ceil(-math.log10(reach / PARTS)), 0), MOST_PLACES)
    return tuple(round(value, places) + 0.0 for value in theta.tolist())
