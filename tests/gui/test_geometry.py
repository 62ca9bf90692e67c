"""Geometry on the canvas: where it is drawn, what it names, and about which points."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.theory.bounds import analyze
from perceptron_gui.gui.canvas.geometry.figure import Figure, Subject
from perceptron_gui.gui.canvas.geometry.layer import PALE
from perceptron_gui.gui.canvas.geometry.lines import dots_in_view, line_in_view
from perceptron_gui.gui.canvas.geometry.optimum import optimum_figure
from perceptron_gui.gui.canvas.geometry.radius import radius_figure
from perceptron_gui.gui.canvas.geometry.street import street_figure
from perceptron_gui.gui.canvas.view_frame import ViewFrame
from perceptron_gui.gui.style.theme import LIGHT
from perceptron_gui.session.document import Document
from tests.gui.desk import Desk

THREE = Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, 0])
"""Those of the lecture notes: ρ² = 2, M = 5."""
FRAME = ViewFrame(-1.0, -1.0, 7.0, 5.0, 800.0, 600.0)


def subject(dataset: Dataset = THREE, frame: ViewFrame = FRAME, **settings: object) -> Subject:
    rules = TrainingSettings(**settings)  # type: ignore[arg-type]
    document = Document(dataset, rules)
    return Subject(document, analyze(dataset, rules), (0, 1), frame, LIGHT, 13.0)


def painted(figure: Figure | None, frame: ViewFrame = FRAME) -> QImage:
    """Return a figure on a white ground."""
    assert figure is not None
    image = QImage(round(frame.width), round(frame.height), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    figure.draw(painter)
    painter.end()
    return image


def has_ink(image: QImage, at: QPointF, colour: str) -> bool:
    """Whether a pixel is nearer to a colour than to the ground."""
    found, ink = QColor(image.pixel(int(at.x()), int(at.y()))), QColor(colour)
    return sum(abs(a - b) for a, b in zip(found.getRgb(), ink.getRgb(), strict=True)) < 160


def test_the_kerbs_go_through_the_points_that_hold_them_and_the_middle_lies_between(qapp: QApplication) -> None:
    image = painted(street_figure(subject()))
    for x, y in [(6.0, 0.0), (5.0, 1.0), (2.0, 0.0), (0.0, 2.0)]:  # on x + y = 6 and on x + y = 2
        assert has_ink(image, FRAME.point(x, y), LIGHT.good)
    dashes = [has_ink(image, FRAME.point(x, 4 - x), LIGHT.good) for x in (0.01 * i for i in range(250, 450))]
    assert any(dashes)
    assert not all(dashes)


def test_the_points_that_hold_the_street_are_ringed_and_no_others(qapp: QApplication) -> None:
    figure = street_figure(subject())
    assert figure is not None
    assert [FRAME.data(ring.at) for ring in figure.rings] == [(3, 3), (1, 1)]
    assert [word.text for word in figure.words] == ["ρ ≈ 1.414"]


def test_the_arrow_of_the_width_goes_from_a_point_to_the_middle(qapp: QApplication) -> None:
    figure = street_figure(subject())
    assert figure is not None
    assert FRAME.data(figure.arrows[0].end) == pytest.approx((2, 2))
    x, y = FRAME.data(figure.arrows[1].end)
    assert x == pytest.approx(y)
    assert 2.8 < x < 3.0, "not at the edge of the point's symbol"


def test_the_circle_goes_through_the_farthest_point(qapp: QApplication) -> None:
    figure = radius_figure(subject())
    assert figure is not None
    assert [word.text for word in figure.words] == ["M = 5"]
    corners = [FRAME.data(end) for dot in figure.strokes[0].lines for end in (dot.p1(), dot.p2())]
    assert {round(math.hypot(x, y), 9) for x, y in corners} == {5.0}
    assert min(math.hypot(x - 4, y - 3) for x, y in corners) < 0.05


def test_without_bias_the_circle_is_named_r(qapp: QApplication) -> None:
    figure = radius_figure(subject(Dataset.of([[3, 4], [-1, 0]], [1, 0]), bias=False))
    assert figure is not None
    assert [word.text for word in figure.words] == ["R = 5"]


def test_the_line_of_the_optimum_is_that_of_the_separator(qapp: QApplication) -> None:
    figure = optimum_figure(subject())
    assert figure is not None
    theta = analyze(THREE, TrainingSettings()).verdict.separator  # type: ignore[union-attr]
    (line,) = figure.strokes[0].lines
    for end in (line.p1(), line.p2()):
        x, y = FRAME.data(end)
        assert theta[0] * x + theta[1] * y + theta[2] == pytest.approx(0, abs=1e-12)


def test_of_a_circle_that_is_much_larger_than_the_view_only_the_dots_in_view_are_made() -> None:
    """Qt takes seconds for the dots of a whole one."""
    frame = ViewFrame(999.0, -1.0, 1001.5, 1.0, 800.0, 640.0)
    dots = dots_in_view(1000.0, frame, 8.0)
    assert len(dots) in (80, 81)
    assert all(-1 <= dot.x1() <= 801 and -1 <= dot.y1() <= 641 for dot in dots)
    assert {round(min(dot.y1() for dot in dots)), round(max(dot.y1() for dot in dots))} == {8, 640}


def test_a_circle_in_view_is_whole_and_one_out_of_view_is_nothing() -> None:
    frame = ViewFrame(-2.0, -2.0, 2.0, 2.0, 400.0, 400.0)
    dots = dots_in_view(1.0, frame, 8.0)
    assert len(dots) == math.ceil(200 * math.pi / 8)
    steps = {round(math.hypot(a.x1() - b.x1(), a.y1() - b.y1()), 3) for a, b in pairwise([*dots, dots[0]])}
    assert len(steps) == 1
    assert dots_in_view(5.0, frame, 8.0) == []


def test_a_line_out_of_view_is_nothing() -> None:
    assert line_in_view((1.0, 0.0, -100.0), FRAME) is None


# In the window


def geometry_of(desk: Desk) -> list[str]:
    """Return the words of the geometry on the canvas."""
    return [label.text for label in desk.window.canvas._layers.geometry.layer.labels]


def opacity(desk: Desk) -> float:
    return desk.window.canvas._layers.geometry.layer.opacity()


def test_a_switch_shows_the_street_and_it_follows_a_dragged_point_before_the_mouse_lets_go(desk: Desk) -> None:
    layer = desk.window.canvas._layers.geometry.layer
    desk.show(Dataset.of([[0, 0], [0, 2], [4, 0]], [0, 0, 1]))
    assert not layer.isVisible()
    desk.do("show.street")
    desk.wait(lambda: geometry_of(desk) == ["ρ = 2"])
    assert layer.isVisible()
    desk.do("tools.select")
    desk.drag((4, 0), (3.5, 0), (3, 0), lets_go=False)
    desk.wait(lambda: geometry_of(desk) == ["ρ = 1.5"])
    assert desk.dataset.X[2, 0] == 4, "the mouse has not let go yet"
    assert desk.window.top.verdict.text.startswith("separable")
    desk.release(3, 0)
    desk.wait(lambda: opacity(desk) == 1)
    assert geometry_of(desk) == ["ρ = 1.5"]
    desk.do("show.street")
    assert not layer.isVisible()


def test_what_is_about_points_that_moved_on_is_pale_until_it_is_about_those_on_the_screen(desk: Desk) -> None:
    desk.show(Dataset.of([[0, 0], [0, 2], [4, 0]], [0, 0, 1]))
    desk.do("show.street")
    desk.wait(lambda: opacity(desk) == 1 and geometry_of(desk))
    desk.do("tools.select")
    desk.drag((4, 0), (3.5, 0), lets_go=False)
    assert opacity(desk) == PALE
    desk.wait(lambda: opacity(desk) == 1)
    desk.window.gestures.cancel()
    assert opacity(desk) == PALE
    desk.wait(lambda: opacity(desk) == 1)
    assert geometry_of(desk) == ["ρ = 2"]


def test_other_points_are_never_shown_with_the_street_of_those_before(desk: Desk) -> None:
    desk.show(Dataset.of([[0, 0], [0, 2], [4, 0]], [0, 0, 1]))
    desk.do("show.street")
    desk.wait(lambda: geometry_of(desk))
    desk.window.controller.change_settings("bias", bias=False)
    assert geometry_of(desk) != ["ρ = 2"]
