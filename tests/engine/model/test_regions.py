"""The cells of a linear classifier tile the rectangle, and each point lies in the cell of its class."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_gui.engine.model.regions import Cell, HalfPlane, binary_cells, class_cells, slice_plane
from tests.effort import random_sets

RECTANGLE = (-3.0, -2.0, 5.0, 4.0)
AREA = 48.0

weights = st.integers(-6, 6).map(float)
planes = st.tuples(weights, weights, weights)


def area(cell: Cell) -> float:
    """Return the area of a polygon by the shoelace formula."""
    x, y = np.array([p[0] for p in cell.corners]), np.array([p[1] for p in cell.corners])
    return 0.5 * float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) if len(cell.corners) else 0.0


def contains(cell: Cell, x: float, y: float, slack: float = 1e-9) -> bool:
    """Whether a point lies in a convex polygon with its corners against the clock."""
    pairs = zip(cell.corners, (*cell.corners[1:], *cell.corners[:1]), strict=True)
    return bool(cell.corners) and all(
        (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]) >= -slack for p, q in pairs
    )


def samples() -> list[tuple[float, float]]:
    """Return points all over the rectangle."""
    left, bottom, right, top = RECTANGLE
    xs, ys = np.linspace(left, right, 17), np.linspace(bottom, top, 13)
    return [(x, y) for x in xs.tolist() for y in ys.tolist()]


@settings(max_examples=random_sets(40))
@given(planes)
def test_the_two_sides_tile_the_rectangle(plane: HalfPlane) -> None:
    cells = binary_cells(plane, RECTANGLE)
    if plane == (0.0, 0.0, 0.0):
        assert cells == []
        return
    assert sum(map(area, cells)) == pytest.approx(AREA)
    for x, y in samples():
        f = plane[0] * x + plane[1] * y + plane[2]
        for cell in cells:
            if f * (1 if cell.owner else -1) > 0:
                assert contains(cell, x, y)


@settings(max_examples=random_sets(50))
@given(st.lists(planes, min_size=1, max_size=6, unique=True))
def test_the_cells_of_classes_tile_the_rectangle(scores: list[HalfPlane]) -> None:
    cells = class_cells(scores, range(len(scores)), RECTANGLE)
    assert [cell.owner for cell in cells] == list(range(len(scores)))
    assert sum(map(area, cells)) == pytest.approx(AREA)
    for x, y in samples():
        values = [a * x + b * y + c for a, b, c in scores]
        best = int(np.argmax(values))
        if sorted(values)[-2:].count(values[best]) == 1:
            assert contains(cells[best], x, y)


@settings(max_examples=random_sets(50))
@given(st.lists(planes, min_size=2, max_size=5, unique=True))
def test_every_line_between_cells_is_a_tie_of_the_two(scores: list[HalfPlane]) -> None:
    for cell in class_cells(scores, range(len(scores)), RECTANGLE):
        for p, q, rival in cell.edges():
            for x, y in (p, q):
                own, other = (scores[k][0] * x + scores[k][1] * y + scores[k][2] for k in (cell.owner, rival))
                assert own == pytest.approx(other, abs=1e-9)


def test_classes_without_points_take_no_part() -> None:
    cells = class_cells([(1, 0, 0), (99, 99, 99), (-1, 0, 0)], [0, 2], RECTANGLE)
    assert [cell.owner for cell in cells] == [0, 2]
    assert [area(cell) for cell in cells] == [30.0, 18.0]


def test_a_single_class_has_the_whole_rectangle() -> None:
    (cell,) = class_cells([(1, 2, 3), (0, 0, 0)], [0], RECTANGLE)
    assert area(cell) == AREA
    assert cell.edges() == []


def test_classes_that_tie_everywhere_have_no_cell() -> None:
    assert class_cells([(0, 0, 0), (0, 0, 0)], [0, 1], RECTANGLE) == []


def test_a_boundary_out_of_sight_leaves_one_side() -> None:
    minus, plus = binary_cells((1.0, 0.0, 100.0), RECTANGLE)
    assert (area(minus), area(plus)) == (0.0, AREA)
    assert plus.edges() == []


def test_a_slice_of_more_features_holds_the_others_still() -> None:
    theta = np.array([1.0, 2.0, 3.0, 4.0, 5.0])
    held = np.array([10.0, 20.0, 30.0, 40.0])
    assert slice_plane(theta, (2, 0), held, True) == (3.0, 1.0, 2.0 * 20 + 4.0 * 40 + 5.0)
    assert slice_plane(theta[:4], (2, 0), held, False) == (3.0, 1.0, 2.0 * 20 + 4.0 * 40)
    assert slice_plane(np.array([2.0, 1.0]), (0, None), np.array([7.0]), True) == (2.0, 0.0, 1.0)
