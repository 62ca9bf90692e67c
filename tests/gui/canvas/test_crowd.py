"""Which parts of the canvas points cover, against looking at every point."""

from __future__ import annotations

import numpy as np

from perceptron_gui.gui.canvas.crowd import CELL, FEW_QUESTIONS, Crowd
from perceptron_gui.gui.canvas.view_frame import ViewFrame

FRAME = ViewFrame(-4.0, -3.0, 4.0, 3.0, 400.0, 300.0)
BOXES = [(left, top, left + 30.0, top + 12.0) for left in range(0, 360, 20) for top in range(0, 280, 20)]


def test_a_box_is_answered_the_same_however_many_were_asked_about() -> None:
    """A few are looked at one by one, many are told by counts."""
    points = np.random.default_rng(7).uniform(-3, 3, (40, 2))
    crowd = Crowd(points, FRAME, 9.0)
    assert len(BOXES) > FEW_QUESTIONS
    by_count = [crowd.meets(box) for box in BOXES + BOXES][len(BOXES) :]
    one_by_one = [Crowd(points, FRAME, 9.0).meets(box) for box in BOXES]
    assert one_by_one == by_count
    assert True in one_by_one and False in one_by_one


def test_a_box_on_a_point_meets_it_and_one_far_from_all_meets_none() -> None:
    points = np.random.default_rng(8).uniform(-3, 3, (30, 2))
    crowd, pixels = Crowd(points, FRAME, 9.0), FRAME.pixels(points)
    for left, top, right, bottom in BOXES:
        nearest = np.abs(pixels - np.clip(pixels, [left, top], [right, bottom])).max(axis=1).min()
        if nearest == 0:
            assert crowd.meets((left, top, right, bottom))
        elif nearest > 4.5 + 3 * CELL:
            assert not crowd.meets((left, top, right, bottom))


def test_points_are_close_where_another_is_in_a_square_beside_and_twins_are_one() -> None:
    points = np.array([[0.0, 0.0], [0.1, 0.0], [2.0, 2.0], [2.0, 2.0]])
    close = Crowd(points, FRAME, 13.0).is_close(FRAME.pixels(points))
    assert close.tolist() == [True, True, False, False]
    assert Crowd(points, FRAME, 13.0).is_close(np.empty((0, 2))).tolist() == []
