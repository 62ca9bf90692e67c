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
    """A line through weights, as the picture shows it.

    Attributes
    ----------
    places : ndarray of float64, shape (n, 2)
        In units of the view; NaN where weights are not in the picture.
    is_hidden : ndarray of bool, shape (n,)
        Whether a place is behind the sphere.
    begins : ndarray of bool, shape (n,)
        Where the line begins anew: before it there is a gap.
    """

    places: Floats
    is_hidden: Bools
    begins: Bools


class WeightView(Protocol):
    """A picture of weight space; `reach` is half of its width, in its own units."""

    @property
    def reach(self) -> float:
        """Half of the picture's width."""

    @property
    def is_round(self) -> bool:
        """Whether it is the sphere."""

    def with_reach(self, reach: float) -> WeightView:
        """Return the picture enlarged, or made smaller.

        Parameters
        ----------
        reach : float
            Half of its width.
        """

    def borders(self, normals: Floats) -> tuple[Floats, Floats]:
        """Return the borders of half-spaces, what is seen of them and what is hidden, shape (n, n_places, 2) each.

        Parameters
        ----------
        normals : ndarray of float64, shape (n, n_entries)
            Unit normals.
        """

    def area(self, region: Region) -> tuple[Floats, Floats]:
        """Return a region as polygons, what is seen of it and what is hidden, shape (n_places, 2) each.

        Parameters
        ----------
        region : Region
        """

    def trace(self, thetas: Floats) -> Trace:
        """Return a line through weights.

        Parameters
        ----------
        thetas : ndarray of float64, shape (n, n_entries)
            In the order of the line.
        """

    def places(self, thetas: Floats) -> Trace:
        """Return where weights are seen; NaN where they are not in the picture.

        Parameters
        ----------
        thetas : ndarray of float64, shape (n, n_entries)
            The weights.
        """

    def weights_at(self, x: float, y: float) -> Floats | None:
        """Return the weights at a place, shape (n_entries,); None where there are none.

        Parameters
        ----------
        x, y : float
            In units of the view.
        """


def after_gaps(places: Floats) -> Bools:
    """Return which places have none before them, shape (n,).

    Parameters
    ----------
    places : ndarray of float64, shape (n, 2) or (n, 3)
        NaN where there is none.
    """
    is_gap = np.isnan(places[:, 0])
    begins: Bools = np.concatenate([[True], is_gap[:-1]]) if len(places) else np.zeros(0, np.bool_)
    return begins
