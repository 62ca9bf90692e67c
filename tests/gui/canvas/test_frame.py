"""What Fit shows, whatever the size of the numbers."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.gui.canvas.figures.backdrop import GridLayer
from perceptron_gui.gui.canvas.view import ViewFrame, frame_around
from perceptron_gui.gui.style.theme import PROJECTOR
from tests.gui.desk import Desk

SIZE = 800.0, 600.0
CLOUD = np.array([[1.0, 2.0], [-2.0, 0.5], [2.5, -1.5], [0.0, 1.0]])


def fitted(points: np.ndarray) -> ViewFrame:  # type: ignore[type-arg]
    """Return the frame that Fit takes."""
    return ViewFrame(*frame_around(points, *SIZE), *SIZE)


@pytest.mark.parametrize("scale", [1e-149, 1e-23, 1e-12, 1e-9, 1e-7, 1e-3, 1.0, 1e6, 1e11])
def test_points_fill_the_view_whatever_their_scale(scale: float) -> None:
    pixels = fitted(scale * CLOUD).pixels(scale * CLOUD)
    assert float(np.ptp(pixels, axis=0).max()) > 250
    assert (pixels > 0).all() and (pixels < SIZE).all()


@pytest.mark.parametrize("middle", [1e3, 1e6, 1e12])
def test_far_points_that_lie_close_together_fill_the_view(middle: float) -> None:
    points = CLOUD + middle
    assert float(np.ptp(fitted(points).pixels(points), axis=0).max()) > 250


@pytest.mark.parametrize("scale", [1e-151, 1e-300, 5e-324])
def test_points_so_near_that_squares_are_0_count_as_one_place(scale: float) -> None:
    frame = fitted(scale * CLOUD)
    assert frame.right - frame.left > 1
    assert math.isfinite(frame.units[0])


@pytest.mark.parametrize("place", [(0.0, 0.0), (1.0, 1.0), (1e-9, -2e-9), (1e12, 5.0)])
def test_points_in_one_place_are_in_the_middle_of_the_view(place: tuple[float, float]) -> None:
    points = np.array([place, place])
    assert (np.abs(fitted(points).pixels(points)[0] - np.array(SIZE) / 2) < np.array(SIZE) / 3).all()


@pytest.mark.parametrize("other", [(1e-9, 0.0), (0.0, 1e-9), (3.0, 0.0)])
def test_points_on_an_axis_are_all_in_view(other: tuple[float, float]) -> None:
    points = np.array([(0.0, 0.0), other])
    pixels = fitted(points).pixels(points)
    assert np.isfinite(pixels).all()
    assert float(np.ptp(pixels, axis=0).max()) > 250


@pytest.mark.parametrize("left", [-4.0, 0.1, 999_996.0, -1_000_004.0])
def test_no_number_of_the_grid_is_cut_by_the_left_edge(qapp: QApplication, left: float) -> None:
    grid = GridLayer()
    grid.frame, grid.theme = ViewFrame(left, left, left + 8, left + 6), PROJECTOR
    boxes = [box for box, _ in grid._words()]
    assert boxes
    assert min(box.left() for box in boxes) >= 0


@pytest.mark.parametrize("factor", [1.0, 1.7, 2.5])
@pytest.mark.parametrize("bottom", [-4.0, 0.1, 50.0, -50.0])
def test_neither_numbers_nor_names_are_cut_by_an_edge_or_lie_upon_each_other_in_large_letters(
    qapp: QApplication, factor: float, bottom: float
) -> None:
    """On a projector's whole screen the lower half of them was outside."""
    grid, frame = GridLayer(), ViewFrame(3.0, bottom, 11.0, bottom + 6, 1920, 1000)
    grid.frame, grid.theme, grid.names = (
        frame,
        PROJECTOR.for_hall(round(540 * factor)),
        ("length of a leaf", "width of a leaf"),
    )
    boxes = [box for box, _ in grid._words()]
    assert len(boxes) > 4
    assert all(QRectF(0, 0, frame.width, frame.height).contains(box) for box in boxes)
    assert not [(a, b) for a, b in combinations(boxes, 2) if a.adjusted(1, 3, -1, -3).intersects(b)]


def test_thin_lines_of_the_grid_have_a_clip_of_their_own_so_that_qt_draws_them_fast(qapp: QApplication) -> None:
    grid, picture = GridLayer(), QImage(200, 100, QImage.Format.Format_RGB32)
    grid.frame, grid.theme = ViewFrame(-4, -3, 4, 3, 200, 100), PROJECTOR
    with QPainter(picture) as painter:
        grid.draw(painter)
        assert painter.hasClipping()
        assert painter.clipBoundingRect() == QRectF(0, 0, 200, 100)


@pytest.mark.parametrize("theme", ["light", "projector"])
def test_a_number_of_an_axis_gives_way_to_a_point_on_it_and_stays(desk: Desk, theme: str) -> None:
    desk.window.controller.change_view(theme=theme)
    desk.show(Dataset.of([(1, 0), (0, 1), (-1, -1)], [1, 0, 0]))
    canvas = desk.window.canvas
    words = canvas._layers.grid._words()
    ones = [box for box, text in words if text == "1"]
    assert len(ones) == 2, [text for _, text in words]
    for x, y in ((1, 0), (0, 1)):
        at = canvas.frame.point(x, y)
        assert not any(box.contains(at) for box in ones)
        assert min(QLineF(box.center(), at).length() for box in ones) < 40 * desk.window.theme.scale


def test_the_name_of_an_axis_has_blanks_between_its_words(desk: Desk) -> None:
    desk.show(BY_NAME["iris"].make())
    words = {text for _, text in desk.window.canvas._layers.grid._words()}
    assert {"sepal length cm", "sepal width cm"} <= words
