"""A feature adds plots of pyqtgraph to the plane, in data units, and the plane goes on as it is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.gui.feature import WindowCommands
from perceptron_gui.gui.pictures.still import paint_plane
from tests.gui.desk import Desk

PAGE = Path(__file__).parents[3] / "docs/architecture.md"
POINTS = Dataset.of([[-2.0, 1.5], [0.5, -1.0], [2.0, 2.0], [1.0, 0.5]], [0, 0, 1, 1])
LINE, CURVE = QColor("#cc0077"), QColor("#00aa55")


def example() -> type[WindowCommands]:
    """Return the class that the documentation shows."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (block,) = (block for block in blocks if "InfiniteLine" in block)
    assert len([line for line in block.split("\n\n\n", 1)[1].splitlines() if line.strip()]) <= 10
    names: dict[str, Any] = {"__name__": "example"}
    exec(compile(block, "architecture.md", "exec"), names)
    found: type[WindowCommands] = names["MeanCommands"]
    return found


def has_colour_near(image: QImage, colour: QColor, at: QPointF, within: int = 3) -> bool:
    """Whether a picture has a colour, or almost, at a place or beside it."""
    x, y = round(at.x()), round(at.y())
    around = [
        QPointF(x + dx, y + dy).toPoint() for dx in range(-within, within + 1) for dy in range(-within, within + 1)
    ]
    seen = [image.pixelColor(each) for each in around if image.rect().contains(each)]
    wanted = (colour.red(), colour.green(), colour.blue())
    return any(sum(abs(a - b) for a, b in zip(wanted, (c.red(), c.green(), c.blue()), strict=True)) < 60 for c in seen)


def seen(desk: Desk) -> QImage:
    return desk.window.canvas.viewport().grab().toImage()


@pytest.fixture
def plotted(desk: Desk) -> Desk:
    """A window in which the example of the documentation was begun."""
    desk.show(POINTS)
    desk.window.canvas.fit()
    example()(desk.window).begin()
    return desk


@pytest.mark.parametrize("is_own", [False, True], ids=["one scale", "own scales"])
def test_the_example_of_the_documentation_draws_in_data_units(plotted: Desk, is_own: bool) -> None:
    canvas = plotted.window.canvas
    if is_own:
        plotted.do("view.own_scales")
    for _ in range(2):
        frame, image = canvas.frame, seen(plotted)
        mean = float(POINTS.X[:, 0].mean())
        for y in (-0.8, 0.9, 1.8):
            assert has_colour_near(image, LINE, frame.point(mean, y)), y
        first, second = POINTS.X[:2]
        for share in (0.3, 0.6):
            assert has_colour_near(image, CURVE, frame.point(*(first + share * (second - first)).tolist()))
        plotted.do("view.zoom_in")


def test_plots_change_nothing_of_the_view_and_are_below_the_points(plotted: Desk) -> None:
    canvas = plotted.window.canvas
    before = canvas.frame
    canvas.box.addItem(pg.PlotDataItem([0, 900], [0, 900]))
    seen(plotted)
    assert canvas.frame == before, "no range follows from what is plotted"
    assert not has_colour_near(seen(plotted), CURVE, canvas.frame.point(2.0, 2.0), within=0), "the point lies over it"


def test_a_plot_is_in_the_pictures_too(plotted: Desk) -> None:
    canvas = plotted.window.canvas
    image = QImage(canvas.size(), QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        paint_plane(painter, canvas)
    assert has_colour_near(image, LINE, canvas.frame.point(float(POINTS.X[:, 0].mean()), 0.9))


def test_who_sets_the_range_of_the_box_moves_the_view_by_the_rules_of_the_plane(desk: Desk) -> None:
    desk.show(POINTS)
    canvas = desk.window.canvas
    canvas.box.setRange(QRectF(10, 20, 4, 1), padding=0)
    frame = canvas.frame
    assert frame.left == pytest.approx(10) and frame.right == pytest.approx(14), "all that was asked for, and more"
    assert frame.units[0] == pytest.approx(frame.units[1]), "with one scale"
    (left, right), (bottom, top) = canvas.box.viewRange()
    assert (left, bottom, right, top) == frame.rectangle
    assert not canvas.is_fitted


@pytest.mark.parametrize("way", ["zoom", "pan", "fit", "resize"])
def test_the_range_of_the_box_is_what_the_plane_shows(desk: Desk, way: str) -> None:
    desk.show(POINTS)
    canvas = desk.window.canvas
    match way:
        case "zoom":
            canvas.zoom(1.7, QPointF(30, 40))
        case "pan":
            canvas.pan(QPointF(37, -12))
        case "fit":
            canvas.fit()
        case _:
            desk.window.resize(desk.window.width() - 100, desk.window.height() - 60)
            desk.wait(lambda: canvas.frame.width == canvas.width())
    (left, right), (bottom, top) = canvas.box.viewRange()
    assert np.allclose((left, bottom, right, top), canvas.frame.rectangle)
    for x, y in POINTS.X.tolist():
        assert (canvas.box.mapViewToScene(QPointF(x, y)) - canvas.frame.point(x, y)).manhattanLength() < 1e-6
