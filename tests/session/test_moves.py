"""Points a step aside, shaken, twice: which places they get, and what stays as it was."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset, DatasetError
from perceptron_gui.session.points.point_edits import (
    PlaneMap,
    box_of,
    duplicated,
    mapped,
    require_plane,
    shaken,
    shifted,
    shifted_values,
)

TENTH = Fraction(1, 10), Fraction(1, 10)
THREE = Dataset.of([[0.1, 0.2], [1.1, 2.0], [5, 5]], [0, 1, 1])
ROWS = np.array([0, 1])
LINE = Dataset.of([[1.0], [2.0], [4.0]], [0, 0, 1])


def test_points_go_aside_by_exact_decimals_and_the_others_stay() -> None:
    moved = shifted(THREE, ROWS, (2, -1), TENTH)
    assert moved.X.tolist() == [[0.3, 0.1], [1.3, 1.9], [5, 5]]
    assert shifted(moved, ROWS, (-2, 1), TENTH).X.tobytes() == THREE.X.tobytes()


def test_a_hundred_steps_there_and_back_leave_every_bit() -> None:
    rows, moved = np.arange(200), Dataset.of(np.random.default_rng(1).integers(-999, 999, (200, 2)) / 1000, [0] * 200)
    before = moved.X
    for offset in [(1, 3)] * 100 + [(-1, -3)] * 100:
        moved = shifted(moved, rows, offset, (Fraction(1, 500), Fraction(1, 500)))
    assert moved.X.tobytes() == before.tobytes()


def test_sums_are_those_of_fractions_at_any_size() -> None:
    for scale, step in ((1e-6, "0.000001"), (1.0, "0.005"), (1e9, "2000000")):
        values = np.round(np.random.default_rng(2).integers(-999, 999, 50) * scale, 6)
        meant = [float(Fraction(repr(v)) + 7 * Fraction(step)) for v in values.tolist()]
        assert shifted_values(values, 7 * Fraction(step)).tolist() == meant


def test_copies_stand_after_the_points_with_their_classes() -> None:
    copied = duplicated(THREE, ROWS, (1, -1), TENTH)
    assert copied.X[3:].tolist() == [[0.2, 0.1], [1.2, 1.9]]
    assert copied.labels.tolist() == [0, 1, 1, 0, 1]
    assert copied.is_extension_of(THREE)


def test_copies_of_points_in_space_lie_where_the_points_do() -> None:
    space = Dataset.of(np.eye(4), [0, 1, 0, 1], rounded=[2])
    copied = duplicated(space, np.array([1, 2]), (1, 1), TENTH)
    assert copied.X[4:].tolist() == space.X[1:3].tolist()
    assert copied.rounded == (2, 5)
    with pytest.raises(DatasetError, match="more than two features"):
        require_plane(space)


def test_shaken_points_stay_within_a_step_and_the_same_points_are_shaken_the_same_way() -> None:
    cloud = Dataset.of(np.zeros((300, 2)), [0, 1] * 150)
    once = shaken(cloud, np.arange(200), TENTH)
    assert once.X.tobytes() == shaken(cloud, np.arange(200), TENTH).X.tobytes()
    assert np.abs(once.X).max() == 0.1
    assert not once.X[200:].any()
    assert {float(Fraction(repr(v)) * 100 % 1) for v in once.X.ravel().tolist()} == {0.0}
    assert len(np.unique(once.X[:200], axis=0)) > 100
    assert shaken(once, np.arange(200), TENTH).X.tobytes() != once.X.tobytes()


def test_points_of_one_feature_are_mirrored_scaled_and_shifted_but_not_turned() -> None:
    rows = np.arange(3)
    centre = box_of(LINE, rows).centre
    assert mapped(LINE, rows, PlaneMap.scaled(centre, Fraction(-1), Fraction(1)), TENTH).X.ravel().tolist() == [4, 3, 1]
    assert mapped(LINE, rows, PlaneMap.scaled(centre, Fraction(2), Fraction(2)), TENTH).X.ravel().tolist() == [
        -0.5,
        1.5,
        5.5,
    ]
    assert shifted(LINE, rows, (1, 5), TENTH).X.ravel().tolist() == [1.1, 2.1, 4.1]
    with pytest.raises(DatasetError, match="cannot be turned"):
        mapped(LINE, rows, PlaneMap.turned(centre, 90), TENTH)


def test_no_point_goes_beyond_what_is_accepted() -> None:
    far = Dataset.of([[0, 0], [1e12, 0]], [0, 1])
    with pytest.raises(DatasetError, match="10¹²"):
        mapped(far, ROWS, PlaneMap.scaled(box_of(far, ROWS).centre, Fraction(2), Fraction(2)), TENTH)
    with pytest.raises(DatasetError, match="10¹²"):
        shifted(far, ROWS, (1, 0), TENTH)
