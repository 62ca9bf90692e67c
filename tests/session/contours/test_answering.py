"""The drawn boundary is within a pixel of f = 0, and nothing of f = 0 that can be seen is missing from it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.frozen import asdict
from perceptron_gui.session.contours.field import Field, Paths
from perceptron_gui.session.contours.tracing import answer, nice_levels
from tests.session.contours.curved_models import Height, asked, bumps, known, known_scores

PIXEL = 0.02
"""Data units of a pixel in `asked`."""
LOOKED_AT = 0.4
"""Pixels between the places of the referee."""


def along(lines: Paths) -> Floats:
    """Return places along all lines, less than half a pixel apart."""
    found = [np.empty((0, 2))]
    for path in lines.paths:
        shares = np.linspace(0, 1, 9)[:, None, None]
        found.append((path[:-1] + shares * (path[1:] - path[:-1])).reshape(-1, 2))
    return np.concatenate(found)


def is_crossed_within(height: Height, places: Floats, pixels: float) -> Floats:
    """Return whether the height changes its sign somewhere within so many pixels of each place."""
    angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    signs = [np.sign(height(*places.T))]
    for radius in (pixels / 3, 2 * pixels / 3, pixels):
        around = places[:, None] + radius * PIXEL * np.column_stack([np.cos(angles), np.sin(angles)])
        signs += list(np.sign(height(*around.reshape(-1, 2).T)).reshape(len(places), -1).T)
    return (np.min(signs, axis=0) <= 0) & (np.max(signs, axis=0) >= 0)


def crossings(height: Height) -> Floats:
    """Return where the height changes its sign between neighbours of a very fine grid."""
    x, y = np.arange(-2.99, 2.99, LOOKED_AT * PIXEL), np.arange(-1.99, 1.99, LOOKED_AT * PIXEL)
    signs = np.sign(height(np.tile(x, len(y)), np.repeat(y, len(x)))).reshape(len(y), len(x))
    rows, columns = np.nonzero(signs[:, 1:] * signs[:, :-1] < 0)
    return np.column_stack([x[columns], y[rows]])


def farthest(places: Floats, lines: Floats) -> float:
    """Return how many pixels the one of some places is away from the lines that is farthest."""
    most = 0.0
    order = np.argsort(lines[:, 0])
    lines = lines[order]
    for x, y in places.tolist():
        first, last = np.searchsorted(lines[:, 0], [x - 4 * PIXEL, x + 4 * PIXEL])
        near = lines[first:last]
        most = max(most, float(np.hypot(near[:, 0] - x, near[:, 1] - y).min()) if len(near) else np.inf)
    return most / PIXEL


def of_bumps(count: int, gamma: float, offset: float, seed: int) -> tuple[Height, Floats]:
    """Return a sum of Gaussians as a formula, and where they are."""
    generator = np.random.default_rng(seed)
    centres, weights = generator.uniform(-1.8, 1.8, (count, 2)), generator.choice([-1.0, 1.0], count)
    return bumps(centres, weights, gamma, offset).formula, centres


NOWHERE = np.empty((0, 2))
CIRCLE: Height = lambda x, y: x * x + y * y - 1.3  # noqa: E731
XOR: Height = lambda x, y: (x - 0.3) * (y - 0.2) - 0.004  # noqa: E731
SLANTED_BAND: Height = lambda x, y: (0.8 * x - 0.6 * y) ** 2 - 0.0016  # noqa: E731
KINK: Height = lambda x, y: np.abs(x - y / 3) - 0.022  # noqa: E731
KNOWN: dict[str, Callable[[], tuple[Height, Floats]]] = {
    "circle": lambda: (CIRCLE, NOWHERE),
    "hyperbola of XOR, its branches 3 pixels from the cross": lambda: (XOR, NOWHERE),
    "a slanted band of 4 pixels": lambda: (SLANTED_BAND, NOWHERE),
    "a kink, 2 pixels wide": lambda: (KINK, NOWHERE),
    "broad bumps": lambda: of_bumps(20, 2.0, 0.1, 1),
    "bumps as wide as a coarse cell": lambda: of_bumps(20, 200.0, 0.2, 2),
    "bumps smaller than a fine cell": lambda: of_bumps(20, 10_000.0, 0.05, 3),
}


@pytest.mark.seldom
@pytest.mark.drawn
@pytest.mark.parametrize("name", KNOWN)
def test_at_rest_the_drawn_boundary_is_within_a_pixel_of_f_0_and_f_0_within_a_pixel_of_it(name: str) -> None:
    height, points = KNOWN[name]()
    field = answer(asked(known(height), points))
    drawn = along(field.boundary)
    assert len(drawn)
    assert is_crossed_within(height, drawn, 1.0).all()
    assert farthest(crossings(height), drawn) <= 1.0


def test_narrow_bumps_would_be_missed_without_a_look_at_their_points() -> None:
    height, points = of_bumps(20, 40_000.0, 0.05, 3)
    without, rings = answer(asked(known(height))).boundary, answer(asked(known(height), points)).boundary
    assert len(without.offsets) < len(rings.offsets) / 2
    assert len(rings.offsets) - 1 == (height(*points.T) < 0).sum() > 5


def test_a_coarse_answer_looks_at_few_places() -> None:
    field = answer(asked(known(CIRCLE), is_fine=False))
    assert field.grid.shape == (26, 39)
    assert is_crossed_within(CIRCLE, along(field.boundary), 2.0).all()


def areas(field: Field) -> dict[int, float]:
    """Return the area of each class's region in data units, holes taken out, by the shoelace formula."""
    found: dict[int, float] = {}
    for band in field.regions:
        for ring in band.rings.paths:
            x, y = ring.T
            found[band.owner] = found.get(band.owner, 0.0) + float(np.sum(x[:-1] * y[1:] - x[1:] * y[:-1]) / 2)
    return found


def test_the_regions_of_two_classes_fill_the_plane() -> None:
    found = areas(answer(asked(known(CIRCLE))))
    assert found[0] == pytest.approx(np.pi * 1.3, rel=1e-3)
    assert found[0] + found[1] == pytest.approx(24.0, rel=1e-6)


def test_every_class_has_the_region_where_its_score_is_the_largest() -> None:
    turns = np.exp(2j * np.pi * np.arange(7) / 7)
    field = answer(asked(known_scores(*(lambda x, y, z=z: -(np.hypot(x - z.real, y - z.imag) ** 3) for z in turns))))
    found = areas(field)
    assert sorted(found) == list(range(7))
    assert sum(found.values()) == pytest.approx(24.0, rel=1e-3)  # but for the specks where three regions meet
    ends = along(field.boundary)
    angles = np.angle(ends[:, 0] + 1j * ends[:, 1]) * 7 / (2 * np.pi)
    off = np.abs(angles - 0.5 - np.rint(angles - 0.5)) * 2 * np.pi / 7 * np.hypot(*ends.T)
    assert off.max() <= PIXEL


def test_the_lines_between_the_regions_of_three_classes_leave_out_none() -> None:
    field = answer(asked(known_scores(lambda x, y: x, lambda x, y: -x, lambda x, y: y - 1)))
    drawn = along(field.boundary)
    for place in ((0.0, -1.0), (1.0, 1.99), (-0.9, 1.9)):
        assert farthest(np.array([place]), drawn) <= 1.5


def test_where_f_is_0_everywhere_nobody_wins() -> None:
    field = answer(asked(known(lambda x, y: 0 * x)))
    assert field.is_undecided
    assert not len(field.boundary.places)
    assert answer(asked(known_scores(lambda x, y: 0 * x, lambda x, y: 0 * x))).is_undecided
    assert not answer(asked(known(CIRCLE))).is_undecided


def test_where_a_sum_underflows_is_no_region_and_no_line() -> None:
    field = answer(asked(bumps(np.array([[-2.0, 0.0], [2.0, 0.0]]), np.array([1.0, -1.0]), 1000.0)))
    assert not len(field.boundary.places)
    found = areas(field)
    reach = np.pi * 745 / 1000  # e to the power of less than −745 is 0
    assert found == pytest.approx({0: reach, 1: reach}, rel=0.05)


def test_one_class_has_all_of_the_plane() -> None:
    assert areas(answer(asked(known_scores(lambda x, y: x)))) == {0: pytest.approx(24.0)}


def test_values_out_of_range_draw_what_is_in_range() -> None:
    field = answer(asked(known(lambda x, y: np.where(x > 0, np.inf, -1e308) * np.where(y > 1, np.nan, 1.0))))
    assert areas(field)[0] == pytest.approx(9.0, rel=0.03)


def test_levels_are_round_and_cut_the_regions_to_pieces() -> None:
    field = answer(asked(known(CIRCLE), has_levels=True))
    values = [level.value for level in field.levels]
    assert values == [2.0, 4.0, 6.0, 8.0, 10.0]
    for level in field.levels:
        assert np.abs(CIRCLE(*along(level.lines).T) - level.value).max() < 0.01
    whole = sum(areas(field).values())
    assert sum(areas(Field(**(asdict(field) | {"regions": field.bands}))).values()) == pytest.approx(whole)
    shares = [band.share for band in field.bands if band.owner == 1]
    assert shares == sorted(shares)
    assert 0 < shares[0] < shares[-1] < 1


def test_who_asks_to_stop_is_heard() -> None:
    class Enough(Exception):
        pass

    def stop() -> None:
        raise Enough

    with pytest.raises(Enough):
        answer(asked(known(CIRCLE)), stop)


@pytest.mark.parametrize("largest", [5e-324, 1e-310, 1e-300, 1e-290, 1.0, 1e300, np.inf])
def test_levels_are_below_the_largest_height_however_small_or_large(largest: float) -> None:
    """Far from its points a sum of Laplacians is the smallest number there is, and 1 over its step none."""
    levels = nice_levels(np.array([[largest * share for share in (0.1, 0.5, 1.0)]]))
    assert all(0 < level < largest for level in levels)
    assert bool(levels) == (1e-300 < largest < np.inf)
