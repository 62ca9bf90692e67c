"""Of lines that look the same one is drawn."""

from __future__ import annotations

import numpy as np

from perceptron_gui.gui.features.weight_space.weight_painter import CELL, distinct_lines


def test_lines_between_the_same_squares_are_one_whichever_way_they_go() -> None:
    starts = np.array([[10.0, 10.0], [50.1, 20.2], [10.2, 10.3], [10.0, 10.0], [7.0, 7.0]])
    ends = np.array([[50.0, 20.0], [10.1, 10.1], [50.3, 20.1], [50.0, 90.0], [7.2, 7.3]])
    assert distinct_lines(starts, ends).tolist() == [0, 3]


def test_every_line_has_one_that_is_drawn_within_a_square() -> None:
    rng = np.random.default_rng(4)
    starts, ends = rng.uniform(-3, 9, (2, 1000, 2))
    kept = distinct_lines(starts, ends)
    assert 1 < len(kept) < 1000
    drawn = np.hstack([starts, ends])[kept]
    drawn = np.vstack([drawn, drawn[:, [2, 3, 0, 1]]])
    for line in np.hstack([starts, ends]):
        is_dot = bool((np.floor(line[:2] / CELL) == np.floor(line[2:] / CELL)).all())
        assert is_dot or np.abs(drawn - line).max(axis=1).min() < CELL


def test_places_far_outside_of_the_picture_are_told_apart_from_those_inside() -> None:
    starts, ends = np.array([[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]), np.array([[1e12, 5.0], [-1e12, 5.0], [1e12, 900.0]])
    assert distinct_lines(starts, ends).tolist() == [0, 1, 2]
    assert distinct_lines(np.empty((0, 2)), np.empty((0, 2))).tolist() == []
