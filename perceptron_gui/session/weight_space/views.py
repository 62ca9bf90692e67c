"""How weights are seen: what every picture of weight space can say.

A view turns weights into places of a picture, x to the right and y upwards, and says what is hidden behind the sphere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from perceptron_gui.frozen import Frozen

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Bools, Floats
    from perceptron_gui.session.weight_space.region import Region

FAR = 3.0
"""Lines and regions without an end are drawn so far, in half-widths of the picture: beyond its edges, but not so far
that Qt takes long over them."""


class Trace(Frozen, eq=False):
    """A line through weights, as the picture shows it."""

    places: Floats  # shape (n, 2): in units of the view; NaN where weights are not in the picture
    is_hidden: Bools  # shape (n,): whether a place is behind the sphere
    begins: Bools  # shape (n,): where the line begins anew: before it there is a gap


class WeightView(Protocol):
    """A picture of weight space; `reach` is half of its width, in its own units."""

    @property
    def reach(self) -> float:
        """Half of the picture's width."""

    @property
    def is_round(self) -> bool:
        """Whether it is the sphere."""

    def with_reach(self, reach: float) -> WeightView:
        """Return the picture enlarged, or made smaller. `reach`: half of its width."""

    def borders(self, normals: Floats) -> tuple[Floats, Floats]:
        """Return the borders of half-spaces, what is seen of them and what is hidden, shape (n, n_places, 2) each.

        `normals`: shape (n, n_entries): unit normals.
        """

    def area(self, region: Region) -> tuple[Floats, Floats]:
        """Return a region as polygons, what is seen of it and what is hidden, shape (n_places, 2) each."""

    def trace(self, thetas: Floats) -> Trace:
        """Return a line through weights. `thetas`: shape (n, n_entries): in the order of the line."""

    def places(self, thetas: Floats) -> Trace:
        """Return where weights are seen; NaN where they are not in the picture.

        `thetas`: shape (n, n_entries): the weights.
        """

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
