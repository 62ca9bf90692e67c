"""The student's line goes where it is dragged, in few decimals, on any two of its features."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from perceptron_gui.session.exercises.hand_line import LEAST_LENGTH, Slice, angle_of, first_line, moved, turned


def height(shown: Slice, weights: tuple[float, ...], at: tuple[float, float]) -> float:
    """Return how far a place is from the line on the slice."""
    a, b, c = shown.plane(weights)
    return abs(a * at[0] + b * at[1] + c) / math.hypot(a, b)


def a_slice(draw: random.Random) -> Slice:
    d = draw.randint(2, 4)
    axes = draw.sample(range(d), 2)
    return Slice(
        (axes[0], axes[1]),
        np.array([draw.uniform(-3, 3) for _ in range(d)]),
        True,
        (step := 10.0 ** draw.randint(-3, 3), step),
    )


@pytest.mark.parametrize("seed", range(40))
def test_a_line_that_is_moved_goes_through_the_place_and_keeps_its_direction(seed: int) -> None:
    draw = random.Random(seed)
    shown = a_slice(draw)
    weights = tuple(round(draw.uniform(-2, 2), 2) for _ in range(len(shown.held) + 1))
    to = draw.uniform(-9, 9) * shown.steps[0] / 2, draw.uniform(-9, 9) * shown.steps[0] / 2
    after = moved(shown, weights, to)
    assert after[:-1] == weights[:-1], "a parallel line has the same w, also in what is not shown"
    assert height(shown, after, to) <= shown.steps[0] / 50


@pytest.mark.parametrize("seed", range(40))
def test_a_line_that_is_turned_keeps_its_middle_and_the_length_of_w(seed: int) -> None:
    draw = random.Random(seed)
    shown = a_slice(draw)
    about = draw.uniform(-9, 9) * shown.steps[0] / 2, draw.uniform(-9, 9) * shown.steps[0] / 2
    before = moved(shown, tuple(round(draw.uniform(-2, 2), 2) for _ in range(len(shown.held) + 1)), about)
    degrees = draw.uniform(-180, 180)
    after = turned(shown, before, about, degrees)
    assert height(shown, after, about) <= shown.steps[0] / 20
    (a, b, _), (c, d, _) = shown.plane(before), shown.plane(after)
    assert math.hypot(c, d) == pytest.approx(math.hypot(a, b), rel=0.02)
    turn = (angle_of((c, d)) - angle_of((a, b)) - degrees + 180) % 360 - 180
    assert abs(turn) <= 0.5
    hidden = [j for j in range(len(shown.held)) if j not in shown.axes]
    assert [after[j] for j in hidden] == [before[j] for j in hidden]


def test_decimals_are_few_enough_for_a_pencil() -> None:
    shown = Slice((0, 1), np.zeros(2), True, (1.0, 1.0))
    assert first_line(shown, (2.5, 1.0)) == (1.0, 0.0, -2.5)
    assert moved(shown, (1.0, 0.0, -2.5), (3.1, 7.0)) == (1.0, 0.0, -3.1)
    assert turned(shown, (1.0, 0.0, -2.5), (2.5, 1.0), 90) == (0.0, 1.0, -1.0)
    assert turned(shown, (1.0, 0.0, 0.0), (0.0, 0.0), 45) == (0.71, 0.71, 0.0)


def test_without_a_bias_it_begins_at_the_origin_and_turns_about_it() -> None:
    shown = Slice((0, 1), np.zeros(2), False, (1.0, 1.0))
    weights = first_line(shown, (9.0, 9.0))
    assert weights == (1.0, -1.0)
    assert shown.plane(turned(shown, weights, (0.0, 0.0), 30))[2] == 0


def test_a_single_feature_has_an_upright_line() -> None:
    shown = Slice((0, None), np.zeros(1), True, (1.0, 1.0))
    assert moved(shown, first_line(shown, (1.5, 0.0)), (2.5, 4.0)) == (1.0, -2.5)


@pytest.mark.parametrize("step", [1e-9, 1e-6, 1.0, 1e9])
def test_it_can_be_put_between_points_however_close_they_are(step: float) -> None:
    shown = Slice((0, 1), np.zeros(2), True, (step, step))
    to = 7 * step, 3 * step
    weights = moved(shown, first_line(shown, (2 * step, 0.0)), to)
    assert height(shown, weights, to) <= step / 50


def test_a_w_too_short_for_its_figures_becomes_one() -> None:
    shown = Slice((0, 1), np.zeros(2), True, (1.0, 1.0))
    assert turned(shown, (LEAST_LENGTH / 100, 0.0, 0.0), (0.0, 0.0), 90)[:2] == (0.0, 1.0)
