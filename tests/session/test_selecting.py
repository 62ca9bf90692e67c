"""Which points a loop, a class or the rest selects."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset, Floats
from perceptron_gui.session.points.point_edits import inside_loop, of_class, others

SQUARE = np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]])
FOUR = Dataset.of([[0, 0], [1, 1], [2, 2], [3, 3]], [0, 1, 1, 0], ["A", "B", "C"])


def test_a_class_and_the_rest_are_selected() -> None:
    assert of_class(FOUR, 1) == (1, 2)
    assert of_class(FOUR, 2) == ()
    assert others(FOUR, [2, 0]) == (1, 3)
    assert others(FOUR, []) == (0, 1, 2, 3)


@pytest.mark.parametrize("loop", [SQUARE, SQUARE[::-1], np.roll(SQUARE, 1, axis=0)])
def test_a_loop_holds_what_lies_inside_whichever_way_it_goes(loop: Floats) -> None:
    points = np.array([[2.0, 2.0], [3.9, 0.1], [-0.1, 2.0], [2.0, 4.1], [9.0, 9.0]])
    assert inside_loop(points, loop).tolist() == [True, True, False, False, False]


def test_a_point_on_the_line_between_two_loops_belongs_to_one_of_them() -> None:
    points = np.array([[4.0, 1.0], [4.0, 2.5]])
    assert (inside_loop(points, SQUARE) ^ inside_loop(points, SQUARE + np.array([4.0, 0.0]))).all()


def test_a_bay_and_what_is_encircled_twice_stay_out() -> None:
    bay = np.array([[0.0, 0.0], [6.0, 0.0], [6.0, 6.0], [3.0, 1.0], [0.0, 6.0]])
    assert inside_loop(np.array([[3.0, 3.0], [0.5, 3.0], [5.5, 3.0], [3.0, 0.5]]), bay).tolist() == [
        False,
        True,
        True,
        True,
    ]
    twice = np.vstack([SQUARE, SQUARE])
    assert not inside_loop(np.array([[2.0, 2.0]]), twice).any()


def test_it_agrees_with_the_winding_of_many_random_loops() -> None:
    random = np.random.default_rng(4)
    for _ in range(20):
        loop, points = random.normal(size=(random.integers(3, 30), 2)), random.normal(size=(100, 2))
        ends = np.roll(loop, -1, axis=0)
        crossings = np.zeros(100, dtype=int)
        for (x1, y1), (x2, y2) in zip(loop, ends, strict=True):
            spans = (points[:, 1] < y1) != (points[:, 1] < y2)
            side = (x2 - x1) * (points[:, 1] - y1) - (y2 - y1) * (points[:, 0] - x1)
            crossings += spans & ((side > 0) == (y2 > y1))
        assert (inside_loop(points, loop) == (crossings % 2 == 1)).all()


@pytest.mark.parametrize("corners", [0, 1, 2])
def test_less_than_a_triangle_holds_nothing(corners: int) -> None:
    assert not inside_loop(np.array([[0.0, 0.0], [4.0, 0.0]]), SQUARE[:corners]).any()
