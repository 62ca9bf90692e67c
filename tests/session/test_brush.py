"""Where a brush puts points, which it touches on its way, and which sizes it has."""

from __future__ import annotations

import numpy as np

from perceptron_gui.session.points.point_edits import along, dab
from perceptron_gui.session.view.view_state import DENSITIES, RADII, USUAL_DENSITY, USUAL_RADIUS, neighbour


def test_a_dab_fills_its_disc_evenly() -> None:
    places = dab(np.random.default_rng(1), 4_000, 10.0)
    away = np.hypot(*places.T)
    assert away.max() <= 10
    inner = np.count_nonzero(away < 5) / 4_000
    assert 0.22 < inner < 0.28, "a quarter of the area"
    assert np.abs(places.mean(axis=0)).max() < 0.4


def test_a_disc_covers_what_lies_beside_its_way() -> None:
    points = np.array([[0, 0], [5, 2], [5, 2.1], [12, 0], [12.1, 0], [-2, 0], [-1.5, -1.5], [11, 2]], dtype=float)
    covered = along(points, (0, 0), (10, 0), 2)
    assert covered.tolist() == [True, True, False, True, False, True, False, False]
    assert along(points, (0, 0), (0, 0), 2).tolist() == [True, False, False, False, False, True, False, False]


def test_sizes_go_up_and_down_and_end() -> None:
    assert neighbour(RADII, USUAL_RADIUS, True) == 48
    assert neighbour(RADII, USUAL_RADIUS, False) == 24
    assert neighbour(RADII, RADII[-1], True) == RADII[-1]
    assert neighbour(DENSITIES, DENSITIES[0], False) == DENSITIES[0]
    assert neighbour(DENSITIES, 4, True) == 5
    assert (USUAL_RADIUS in RADII, USUAL_DENSITY in DENSITIES) == (True, True)
