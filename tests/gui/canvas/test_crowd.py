"""Which parts of the canvas points cover, against looking at every point."""

from __future__ import annotations

import numpy as np

from perceptron_gui.gui.canvas.figures.surroundings import CELL, Crowd
from perceptron_gui.gui.canvas.view import ViewFrame

FRAME = ViewFrame(-4.0, -3.0, 4.0, 3.0, 400.0, 300.0)
BOXES = [(left, top, left + 30.0, top + 12.0) for left in range(0, 360, 20) for top in range(0, 280, 20)]


def test_a_box_on_a_point_meets_it_and_one_far_from_all_meets_none() -> None:
    points = np.random.default_rng(8).uniform(-3, 3, (30, 2))
    crowd, pixels = Crowd(points, FRAME, 9.0), FRAME.pixels(points)
    for left, top, right, bottom in BOXES:
        nearest = np.abs(pixels - np.clip(pixels, [left, top], [right, bottom])).max(axis=1).min()
        if nearest == 0:
            assert crowd.meets((left, top, right, bottom))
        elif nearest > 4.5 + 3 * CELL:
            assert not crowd.meets((left, top, right, bottom))


def test_marks_count_in_the_crowd_that_has_them_alone() -> None:
    crowd, box = Crowd(np.array([[-3.0, 2.0]]), FRAME, 9.0), (195.0, 145.0, 205.0, 155.0)
    assert not crowd.meets(box)
    assert crowd.with_marks(np.array([[200.0, 150.0]]), 4.0).meets(box)
    assert not crowd.meets(box)


def test_points_are_close_where_another_is_in_a_square_beside_and_twins_are_one() -> None:
    points = np.array([[0.0, 0.0], [0.1, 0.0], [2.0, 2.0], [2.0, 2.0]])
    close = Crowd(points, FRAME, 13.0).is_close(FRAME.pixels(points))
    assert close.tolist() == [True, True, False, False]
    assert Crowd(points, FRAME, 13.0).is_close(np.empty((0, 2))).tolist() == []
