"""Mirrored, turned, scaled: the numbers that fractions say."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.session.points.point_edits import Centre, PlaneMap, SelectionBox

STEP = Fraction(1, 100), Fraction(1, 100)
Place = tuple[Fraction, Fraction]
Referee = Callable[[Place, Centre], Place]
MAPS: dict[str, tuple[Callable[[Centre], PlaneMap], Referee]] = {
    "across": (lambda c: PlaneMap.scaled(c, Fraction(-1), Fraction(1)), lambda p, c: (2 * c[0] - p[0], p[1])),
    "upwards": (lambda c: PlaneMap.scaled(c, Fraction(1), Fraction(-1)), lambda p, c: (p[0], 2 * c[1] - p[1])),
    "left": (lambda c: PlaneMap.turned(c, 90), lambda p, c: (c[0] - (p[1] - c[1]), c[1] + p[0] - c[0])),
    "right": (lambda c: PlaneMap.turned(c, -90), lambda p, c: (c[0] + p[1] - c[1], c[1] - (p[0] - c[0]))),
    "half": (lambda c: PlaneMap.turned(c, 180), lambda p, c: (2 * c[0] - p[0], 2 * c[1] - p[1])),
    "double": (lambda c: PlaneMap.scaled(c, Fraction(2), Fraction(2)), lambda p, c: (2 * p[0] - c[0], 2 * p[1] - c[1])),
    "halve": (
        lambda c: PlaneMap.scaled(c, Fraction(1, 2), Fraction(1, 2)),
        lambda p, c: ((p[0] + c[0]) / 2, (p[1] + c[1]) / 2),
    ),
}
PLACES_LEFT = {"double": 5, "left": 5, "right": 5, "halve": 4}
"""Places of the coordinates with which what comes out has at most six."""


def decimal_points(seed: int, places: int) -> Floats:
    """Return one to eight points, some of them small, some with nine digits."""
    random = np.random.default_rng(seed)
    whole = random.integers(-(10 ** random.integers(1, 10)), 10**9, (random.integers(1, 9), 2))
    return whole / 10.0**places


def fractions_of(points: Floats) -> list[Place]:
    return [(Fraction(repr(x)), Fraction(repr(y))) for x, y in points.tolist()]


@pytest.mark.parametrize("name", MAPS)
def test_simple_maps_are_what_fractions_say(name: str) -> None:
    make, referee = MAPS[name]
    for seed in range(40):
        points = decimal_points(seed, seed % (1 + PLACES_LEFT.get(name, 6)))
        centre = SelectionBox.around(points).centre
        meant = [list(map(float, referee(place, centre))) for place in fractions_of(points)]
        assert make(centre).places(points, STEP).tolist() == meant


@pytest.mark.parametrize("name", MAPS)
def test_where_more_than_six_places_come_out_they_are_rounded_to_six(name: str) -> None:
    make, referee = MAPS[name]
    unit = Fraction(1, 10**6)
    for seed in range(40):
        points = decimal_points(seed, 6)
        centre = SelectionBox.around(points).centre
        meant = [[float(round(v / unit) * unit) for v in referee(place, centre)] for place in fractions_of(points)]
        assert make(centre).places(points, STEP).tolist() == meant


SERIES = (["left"] * 4, ["across"] * 2, ["upwards"] * 2, ["left", "right"], ["double", "halve"])


@pytest.mark.parametrize("series", SERIES, ids=" ".join)
def test_what_is_turned_or_mirrored_back_is_as_it_was_in_every_bit(series: list[str]) -> None:
    for seed in range(40):
        points = moved = decimal_points(seed, 3)
        for name in series:
            moved = MAPS[name][0](SelectionBox.around(moved).centre).places(moved, STEP)
        assert moved.tobytes() == points.tobytes()


def test_other_angles_and_factors_land_on_the_grid() -> None:
    points = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 2.0]])
    turned = PlaneMap.turned((Fraction(0), Fraction(0)), 15).places(points, STEP)
    assert turned.tolist() == [[0.0, 0.0], [0.97, 0.26], [0.45, 2.19]]
    wider = PlaneMap.scaled((Fraction(0), Fraction(0)), Fraction(13, 10), Fraction(1)).places(points, STEP)
    assert wider.tolist() == [[0.0, 0.0], [1.3, 0.0], [1.3, 2.0]]


def test_tiny_points_stay_short_decimals() -> None:
    points = np.array([[1e-9, 2e-9], [-3e-9, 5e-12], [0, 0]])
    turned = PlaneMap.turned(SelectionBox.around(points).centre, 90).places(points, (Fraction(1, 10**12),) * 2)
    assert turned.tolist() == [[-2e-09, 3e-09], [-5e-12, -1e-09], [0, 2e-09]]


def test_points_that_are_no_short_decimals_are_mirrored_in_float64() -> None:
    points = np.random.default_rng(1).normal(size=(50, 2))
    centre = SelectionBox.around(points).centre
    mirrored = PlaneMap.scaled(centre, Fraction(-1), Fraction(1)).places(points, STEP)
    assert np.abs(mirrored[:, 0] - (2 * float(centre[0]) - points[:, 0])).max() < 1e-15
    assert mirrored[:, 1].tobytes() == points[:, 1].tobytes()


def test_what_would_leave_the_exact_range_is_worked_out_in_float64() -> None:
    points = np.array([[0.0, 0.0], [9e9, 0.000001]])
    doubled = PlaneMap.scaled(SelectionBox.around(points).centre, Fraction(2), Fraction(2)).places(points, STEP)
    assert doubled[:, 0].tolist() == [-4.5e9, 13.5e9]
