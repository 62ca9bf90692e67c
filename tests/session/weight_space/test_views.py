"""How weights are seen: what is in front, what is hidden, and that a place and its weights belong together."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.session.weight_space.half_spaces import directions, half_space, region_around, with_arcs
from perceptron_gui.session.weight_space.views import FlatView, PlaneView, SphereView

GENERATOR = np.random.default_rng(8)
DIRECTIONS = directions(GENERATOR.standard_normal((40, 3)))


def test_turning_keeps_the_sphere_a_sphere() -> None:
    view = SphereView.facing(np.array([0.0, 0.0, 2.0]))
    for across, upwards in GENERATOR.uniform(-2, 2, (2000, 2)):
        view = view.turned(across, upwards)
    assert np.abs(view.turn @ view.turn.T - np.eye(3)).max() < 1e-12
    assert np.linalg.det(view.turn) == pytest.approx(1)


def test_turning_moves_what_is_in_the_middle_with_the_hand() -> None:
    for direction in DIRECTIONS:
        view = SphereView.facing(direction, lift=0.0)
        assert view.places(direction[None]).places == pytest.approx(np.zeros((1, 2)))
        assert view.turned(0.1, 0.2).places(direction[None]).places[0] == pytest.approx((0.1, 0.2), abs=3e-3)
        assert view.turn[1, 2] >= 0  # the last axis points upwards


def test_a_place_of_the_sphere_leads_back_to_its_direction() -> None:
    view = SphereView.facing(np.array([1.0, 2.0, 3.0]))
    seen = view.places(DIRECTIONS)
    for direction, (x, y), is_hidden in zip(DIRECTIONS, seen.places, seen.is_hidden, strict=True):
        back = view.weights_at(x, y)
        assert back is not None
        assert (back == pytest.approx(direction)) is not bool(is_hidden)
    assert view.weights_at(0.8, 0.8) is None


def test_a_great_circle_is_in_front_with_one_half_and_hidden_with_the_other() -> None:
    view = SphereView.facing(np.array([1.0, -1.0, 0.3]))
    fronts, backs = view.borders(DIRECTIONS)
    for normal, front, back in zip(DIRECTIONS, fronts, backs, strict=True):
        for places, side in ((front, 1), (back, -1)):
            depth = side * np.sqrt(np.maximum(1 - (places**2).sum(axis=1), 0))
            assert np.abs(np.column_stack([places, depth]) @ view.turn @ normal).max() < 1e-7


def test_the_seen_and_the_hidden_part_of_a_region_have_its_corners_between_them() -> None:
    region = half_space(np.array([1.0, 0.0, 0.0]))
    seen, hidden = SphereView(np.eye(3)).area(region)
    assert seen[:, 0].min() == pytest.approx(0, abs=1e-9)
    assert np.sort(np.hypot(*seen.T))[-20:] == pytest.approx(np.ones(20))
    assert len(hidden) == len(seen)


def test_on_the_flat_map_great_circles_are_straight_and_every_solution_is_there() -> None:
    for _ in range(30):
        middle = directions(GENERATOR.standard_normal((1, 3)))[0]
        normals = directions(middle + 0.9 * GENERATOR.standard_normal((9, 3)))
        normals = normals[normals @ middle > 0.05]
        if not len(normals):
            continue
        # A sum of normals is at less than 90° from every solution, as θ* is.
        region = region_around(middle, np.vstack([normals, middle]), np.arange(len(normals) + 1))
        view = FlatView(middle, reach=20.0)
        corners, _ = view.area(region)
        assert np.isfinite(corners).all()
        lines, _ = view.borders(normals)
        for normal, line in zip(normals, lines, strict=True):
            for x, y in line:
                weights = view.weights_at(x, y)
                assert weights is not None
                assert abs(weights @ normal) < 1e-9


def test_the_flat_map_shows_nothing_of_the_other_half() -> None:
    view = FlatView(np.array([0.0, 0.0, 1.0]))
    assert np.isnan(view.places(np.array([[0.0, 1.0, -0.5], [1.0, 0.0, 0.0]])).places).all()
    assert view.places(np.array([[1.0, 2.0, 4.0]])).places[0] == pytest.approx(
        [[1.0, 2.0, 4.0] @ axis / 4 for axis in view._axes]
    )


def test_the_plane_shows_weights_where_they_are() -> None:
    view = PlaneView(4.0)
    thetas = np.array([[1.0, 2.0], [-3.0, 0.5]])
    assert np.array_equal(view.places(thetas).places, thetas)
    line = view.borders(np.array([[0.6, 0.8]]))[0][0]
    assert np.abs(line @ [0.6, 0.8]).max() < 1e-9


def test_a_way_through_zero_has_a_gap_and_zero_is_nowhere() -> None:
    thetas = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [-2.0, 0.0, 0.0], [0.0, 3.0, 0.0]])
    trace = SphereView(np.eye(3)).trace(thetas)
    gone = np.isnan(trace.places[:, 0])
    assert gone[0]
    assert trace.begins[np.flatnonzero(gone)[:-1] + 1].all()
    seen = trace.places[~gone]
    assert seen[0] == pytest.approx([1, 0])
    assert seen[1] == pytest.approx([-1, 0])  # nothing between: the line runs through 0
    assert seen[-1] == pytest.approx([0, 1])


def test_arcs_are_those_of_the_line_between_two_weights() -> None:
    start, end = np.array([3.0, 0.0, 1.0]), np.array([-1.0, 2.0, 1.0])
    arc = with_arcs(np.array([start, end]))
    plane = np.cross(start, end)
    assert np.abs(arc @ plane).max() < 1e-9
    assert ((arc[:-1] * arc[1:]).sum(axis=1) > np.cos(np.radians(6.01))).all()
    assert (arc @ (start / np.linalg.norm(start) + end / np.linalg.norm(end)) > 0).all()
