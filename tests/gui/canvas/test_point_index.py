"""Points near a place are those that looking at every one finds, however many there are."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.gui.canvas.figures.point_layer import MOST_LOOSE, PointIndex
from perceptron_gui.gui.canvas.picture import first_true
from perceptron_gui.gui.canvas.scene import Places


def looked_at(points: Places, box: tuple[float, float, float, float]) -> list[int]:
    """Return which points lie in a box by looking at each."""
    left, bottom, right, top = box
    return [i for i, (x, y) in enumerate(points.tolist()) if left <= x <= right and bottom <= y <= top]


def cloud(count: int, kind: str) -> Places:
    """Return many points, on a grid so that some share a place."""
    points = np.random.default_rng(3).normal(0, 2, (count, 2)).round(2)
    if kind == "on a line":
        points[:, 1] = 0.0
    elif kind == "in one place":
        points[:] = 1.5, -2.0
    elif kind == "one far away":
        points[7] = 1e12, -1e12
    return points


@pytest.mark.parametrize("kind", ["spread", "on a line", "in one place", "one far away"])
@pytest.mark.parametrize("count", [0, 1, 50, MOST_LOOSE + 1])
def test_the_points_of_a_box_are_found(count: int, kind: str) -> None:
    points = cloud(max(count, 8), kind)[:count]
    index = PointIndex(points)
    boxes = [(-0.3, -0.2, 0.3, 0.4), (1.5, -2.0, 1.5, -2.0), (-1e13, -1e13, 1e13, 1e13), (50.0, 50.0, 60.0, 60.0)]
    boxes += [(x, y, x, y) for x, y in points[:3].tolist()]
    for box in boxes:
        assert index.within(*box).tolist() == looked_at(points, box)


def test_points_that_came_later_are_found_beside_those_that_were_sorted() -> None:
    points = cloud(MOST_LOOSE + 500, "spread")
    index, box = PointIndex(points[: MOST_LOOSE + 100]), (-0.3, -0.2, 0.3, 0.4)
    assert index.within(*box).tolist() == looked_at(points[: MOST_LOOSE + 100], box)
    index.extend(points)
    assert index.within(*box).tolist() == looked_at(points, box)
    assert index.within(*points[-1], *points[-1]).tolist()[-1] == len(points) - 1


def test_the_first_marks_are_found_wherever_they_are() -> None:
    for true in ([], [0], [3, 400, 999], list(range(1000))):
        marks = np.zeros(1000, dtype=bool)
        marks[true] = True
        for most in (1, 3, 2000):
            assert first_true(marks, most).tolist() == true[:most]
