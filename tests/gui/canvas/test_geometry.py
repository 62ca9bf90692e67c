"""Geometry on the canvas: where it is drawn, what it names, and about which points."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.engine.theory.separability import analyze
from perceptron_gui.engine.theory.verdict import Witness
from perceptron_gui.frozen import replace
from perceptron_gui.gui.canvas.figures.geometry import PALE
from perceptron_gui.gui.canvas.figures.theorem_figures import (
    Figure,
    Stroke,
    Subject,
    distance_figure,
    dots_in_view,
    foot,
    line_in_view,
    optimum_figure,
    radius_figure,
    right_angle_figure,
    street_figure,
    witness_figure,
)
from perceptron_gui.gui.canvas.picture import Picture
from perceptron_gui.gui.canvas.scene import Scene
from perceptron_gui.gui.canvas.view import ViewFrame
from perceptron_gui.gui.style.theme import LIGHT
from perceptron_gui.session.document import Document
from perceptron_gui.session.exercises.exercise import hide_future
from perceptron_gui.session.view.view_state import ViewState
from tests.gui.canvas_words import crosses
from tests.gui.desk import Desk, Key
from tests.session.bench import XOR

THREE = Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, 0])
"""Those of the lecture notes: ρ² = 2, M = 5."""
FRAME = ViewFrame(-1.0, -1.0, 7.0, 5.0, 800.0, 600.0)


RING = Witness((0, 1, 2), (Fraction(1, 3),) * 3, None, (1, 2, 0))
"""Three points in one place, each of another class."""


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


def test_without_bias_the_circle_has_the_radius_of_the_theorem(qapp: QApplication) -> None:
    figure = radius_figure(subject(Dataset.of([[3, 4], [-1, 0]], [1, 0]), bias=False))
    assert figure is not None
    assert [word.text for word in figure.words] == ["R̂ = 5"]


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
    assert dots_in_view(5.0, frame, 8.0) == ()


@pytest.mark.parametrize("radius", [0.009, 1e-300, 0.0])
def test_a_circle_that_is_smaller_than_a_pixel_is_nothing(radius: float) -> None:
    assert dots_in_view(radius, ViewFrame(-2.0, -2.0, 2.0, 2.0, 400.0, 400.0), 8.0) == ()


@pytest.mark.parametrize("size", [1.0, 1e-200, 1e200])
def test_the_foot_of_a_point_does_not_depend_on_the_length_of_the_weights(size: float) -> None:
    assert foot((5.0, 5.0), (3 * size, 4 * size, 10 * size)) == pytest.approx((-0.4, -2.2))


def test_a_line_out_of_view_is_nothing() -> None:
    assert line_in_view((1.0, 0.0, -100.0), FRAME) is None


# The proof that no line does it

CROSSING = Dataset.of([[0, 0], [4, 4], [1, 4], [3, 0.5]], [1, 1, 0, 0])
"""The segments cross at (32/15 …): no decimal."""


@pytest.mark.parametrize(
    ("dataset", "settings"),
    [
        (CROSSING, {}),
        (Dataset.of([[0, 0], [5, 0], [0, 4], [1, 1.3]], [1, 1, 1, 0]), {}),
        (Dataset.of([[2, 3], [2, 3], [0, 0]], [1, 0, 0]), {}),
        (Dataset.of([[0, 0], [4, 2], [1, 0.5]], [1, 1, 0]), {}),
        (CROSSING, {"mode": Mode.MULTICLASS}),
    ],
)
def test_the_shared_point_is_painted_where_exact_arithmetic_puts_it(
    qapp: QApplication, dataset: Dataset, settings: dict[str, object]
) -> None:
    seen = subject(dataset, **settings)
    figure = witness_figure(seen)
    witness = seen.analysis.verdict.witness  # type: ignore[union-attr]
    assert figure is not None and witness is not None
    plus = [(w, i) for w, i in zip(witness.weights, witness.indices, strict=True) if dataset.labels[i] == 1]
    total = sum(w for w, _ in plus)
    x, y = (sum(w * decimal_fraction(dataset.X[i, j]) for w, i in plus) / total for j in (0, 1))
    # In fractions as far as the pixel: the view is 8 units on 800 pixels.
    across, down = (x + 1) * 100, (5 - y) * 100
    image = painted(figure)
    ink = [
        (i, j)
        for i in range(round(across) - 12, round(across) + 13)
        for j in range(round(down) - 12, round(down) + 13)
        if QColor(image.pixel(i, j)) == QColor(LIGHT.text)
    ]
    middle = [sum(axis) / len(ink) + 0.5 for axis in zip(*ink, strict=True)]
    assert middle == pytest.approx([float(across), float(down)], abs=0.5)


def test_the_proof_joins_the_points_of_each_class_in_its_colour(qapp: QApplication) -> None:
    figure = witness_figure(subject(CROSSING))
    assert figure is not None
    colours = [QColor(stroke.colour) for stroke in figure.strokes]
    assert colours == [LIGHT.class_colour(1), LIGHT.class_colour(0)]
    assert [len(stroke.lines) for stroke in figure.strokes] == [1, 1]
    triangle = witness_figure(subject(Dataset.of([[0, 0], [5, 0], [0, 4], [1, 1]], [1, 1, 1, 0])))
    assert triangle is not None
    assert [len(stroke.lines) for stroke in triangle.strokes] == [3, 0]


def test_without_bias_the_arrows_of_the_proof_sum_to_nothing(qapp: QApplication) -> None:
    figure = witness_figure(subject(Dataset.of([[1, 0], [-1, 1], [1, 2]], [1, 1, 0]), bias=False))
    assert figure is not None
    total = sum((arrow.end - arrow.start for arrow in figure.arrows), QPointF())
    assert total.manhattanLength() == pytest.approx(0, abs=1e-9)
    assert [word.text for word in figure.words] == ["0.5·x₁", "1/3·x₂", "−1/6·x₃"]


def test_of_three_classes_each_point_of_the_proof_names_its_rival(qapp: QApplication) -> None:
    ring = Dataset.of([[0, 0], [0, 0], [0, 0], [2, 1]], [0, 1, 2, 0], "ABC")
    seen = subject(ring, mode=Mode.MULTICLASS)
    verdict = seen.analysis.verdict
    assert verdict is not None and verdict.witness is not None
    seen = replace(seen, analysis=replace(seen.analysis, verdict=replace(verdict, witness=RING)))
    figure = witness_figure(seen)
    assert figure is not None
    assert [word.text for word in figure.words] == ["1/3·x₁ > B", "1/3·x₂ > C", "1/3·x₃ > A"]
    assert len(figure.rings) == 3


@pytest.mark.parametrize("features", [1, 3])
def test_one_feature_has_all_of_it_and_three_have_the_line_alone(qapp: QApplication, features: int) -> None:
    points = [[1.0, 0.0, 0.0], [2.0, 0.0, 1.0], [4.0, 1.0, 0.0], [5.0, 1.0, 1.0]]
    seen = subject(Dataset.of([row[:features] for row in points], [0, 0, 1, 1]))
    seen = replace(seen, axes=(0, 1 if features > 1 else None))
    figures = [make(seen) for make in (street_figure, radius_figure, optimum_figure)]
    assert [figure is not None for figure in figures] == [features == 1, features == 1, True]


def test_what_is_separable_has_no_proof_that_it_is_not(qapp: QApplication) -> None:
    assert witness_figure(subject()) is None


# In the window


def geometry_of(desk: Desk) -> list[str]:
    """Return the words of the geometry on the canvas."""
    return [label.text for label in desk.window.canvas.figures.layer.labels]


def opacity(desk: Desk) -> float:
    return desk.window.canvas.figures.layer.opacity()


def test_a_switch_shows_the_street_and_it_follows_a_dragged_point_before_the_mouse_lets_go(desk: Desk) -> None:
    layer = desk.window.canvas.figures.layer
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
    desk.wait(lambda: opacity(desk) == PALE)
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


def test_the_verdict_shows_why_under_the_mouse_by_the_focus_and_for_good_when_clicked(desk: Desk) -> None:
    desk.show(XOR)
    pill, score = desk.window.top.verdict, desk.window.score
    desk.wait(lambda: pill.text == "not separable")
    at = QPoint(pill.width() - 20, pill.height() // 2)
    desk.qtbot.mouseMove(pill, at)
    desk.wait(lambda: "cross" in score.news.reason and "(0.5, 0.5)" in geometry_of(desk))
    assert score.news.reason.startswith("The segments x₁, x₂ and x₃, x₄ cross at (0.5, 0.5)")
    pill.leaveEvent(QEvent(QEvent.Type.Leave))
    desk.wait(lambda: "cross" not in score.news.reason and not geometry_of(desk))
    pill.setFocus(Qt.FocusReason.TabFocusReason)
    desk.wait(lambda: "cross" in score.news.reason)
    desk.key(Key.Key_Return, on=pill)
    assert desk.window.controller.view_state.shows("witness")
    desk.window.canvas.setFocus()
    assert "cross" in score.news.reason
    desk.qtbot.mouseClick(pill, Qt.MouseButton.LeftButton, pos=at)
    assert not desk.window.controller.view_state.shows("witness")


def test_beside_its_words_the_verdict_does_not_answer(desk: Desk) -> None:
    desk.show(XOR)
    pill = desk.window.top.verdict
    desk.window.resize(1280, 800)
    desk.wait(lambda: pill.text == "not separable" and pill.width() > 200)
    desk.qtbot.mouseMove(pill, QPoint(5, pill.height() // 2))
    desk.qtbot.mouseClick(pill, Qt.MouseButton.LeftButton, pos=QPoint(5, pill.height() // 2))
    assert not pill.is_pointed
    assert not desk.window.controller.view_state.shows("witness")


def test_the_sentence_goes_while_a_point_moves_and_comes_back_with_the_proof_of_where_it_is(desk: Desk) -> None:
    desk.show(XOR)
    desk.do("show.witness")
    score = desk.window.score
    desk.wait(lambda: "cross" in score.news.reason)
    desk.do("tools.select")
    desk.drag((1, 1), (1, 0.8), lets_go=False)
    desk.wait(lambda: "cross" not in score.news.reason)
    desk.wait(lambda: "cross" in score.news.reason)
    assert "cross at ≈ (0.555556, 0.444444)" in score.news.reason
    desk.release(1, 0.8)


# What follows from the parameters on the screen


def seen_by(dataset: Dataset, theta: list[list[float]], **settings: object) -> Picture:
    """Return a picture of parameters that were not learned."""
    run = Run(dataset, TrainingSettings(**settings))  # type: ignore[arg-type]
    snapshot = replace(take_snapshot(run, 1, Wants()), theta=np.array(theta), weight_unit=Fraction(1))
    return Picture(Scene.of(dataset, (0, 1), snapshot), FRAME, LIGHT, ViewState())


def corners_of(stroke: Stroke) -> list[tuple[float, float]]:
    return [FRAME.data(end) for line in stroke.lines for end in (line.p1(), line.p2())]


def test_the_right_angle_stands_where_the_line_of_w_meets_the_boundary(qapp: QApplication) -> None:
    figure = right_angle_figure(seen_by(THREE, [[1.0, 1.0, -4.0]]))
    assert figure is not None
    way, mark = figure.strokes
    assert corners_of(way) == [pytest.approx((0, 0)), pytest.approx((2, 2))]
    up, across = corners_of(mark)[0], corners_of(mark)[-1]
    assert up[0] == pytest.approx(up[1])
    assert up[0] > 2, "not on the + side"
    assert sum(across) == pytest.approx(4)


def test_there_is_no_right_angle_where_w_is_0_or_not_orthogonal_to_a_line(qapp: QApplication) -> None:
    assert right_angle_figure(seen_by(THREE, [[0.0, 0.0, 1.0]])) is None
    classes = seen_by(THREE, [[1.0, 1.0, 0.0], [0.0, 0.0, 0.0]], mode=Mode.MULTICLASS)
    assert right_angle_figure(classes) is None


def test_the_way_to_the_boundary_ends_at_its_foot_and_has_the_exact_length(qapp: QApplication) -> None:
    figure = distance_figure(seen_by(THREE, [[3.0, 4.0, -11.0]]), 0)
    assert figure is not None
    assert [word.text for word in figure.words] == ["2"]
    assert corners_of(figure.strokes[0]) == [pytest.approx((3, 3)), pytest.approx((1.8, 1.4))]


@pytest.mark.parametrize("turn", np.linspace(0.0, np.pi, 9).tolist())
def test_the_length_of_the_way_stands_beside_it_however_it_runs(qapp: QApplication, turn: float) -> None:
    figure = distance_figure(seen_by(THREE, [[math.cos(turn), math.sin(turn), 0.3]]), 0)
    assert figure is not None
    (line,), (word,) = figure.strokes[0].lines, figure.words
    label = word.label()
    for at in label.ways():
        label.at = at
        left, top, right, bottom = label.box
        assert not crosses(QRectF(left, top, right - left, bottom - top), line), at


def test_of_several_classes_the_way_leads_to_the_nearest_line(qapp: QApplication) -> None:
    three = Dataset.of([[0, 3], [3, 0], [-2, 0]], [0, 1, 2], "ABC")
    figure = distance_figure(seen_by(three, [[0, 2, 0], [2, 0, 0], [-4, 0, 0]], mode=Mode.MULTICLASS), 1)
    assert figure is not None
    assert corners_of(figure.strokes[0])[1] == pytest.approx((1.5, 1.5))
    assert [word.text for word in figure.words] == ["≈ 2.121"]


def test_while_it_asks_no_distance_is_told(qapp: QApplication) -> None:
    picture = seen_by(THREE, [[3.0, 4.0, -11.0]])
    hidden = Picture(picture.scene.with_snapshot(hide_future(picture.snapshot)), FRAME, LIGHT, ViewState())
    assert distance_figure(hidden, 0) is None


def test_what_is_drawn_of_the_points_is_the_same_at_every_visit_so_that_it_answers_no_question(desk: Desk) -> None:
    """Street, radius, θ* and witness follow from the points alone: predict first need not hide them."""
    desk.show(THREE)
    for name in ("street", "radius", "optimum"):
        desk.do(f"show.{name}")
    desk.do("run.predict")
    desk.wait(lambda: len(geometry_of(desk)) == 3)
    before = geometry_of(desk)
    desk.do("run.predict")
    desk.do("run.end")
    desk.wait(lambda: desk.settle().stop is not None)
    assert geometry_of(desk) == before


def test_the_distance_of_the_selected_point_is_shown_and_goes_with_the_selection(desk: Desk) -> None:
    desk.show(THREE)
    desk.do("run.end")
    desk.wait(lambda: desk.settle().stop is not None)
    live = desk.window.canvas.figures.live
    desk.do("show.distance")
    assert not live.isVisible()
    desk.window.controller.change_view(selection=(1,))
    desk.wait(live.isVisible)
    assert [label.text for label in live.labels] == ["≈ 2.828"]
    # The run ends with the boundary x + y = 3: from (4, 3) the way goes to (2, 1).
    canvas = desk.window.canvas
    image = canvas.viewport().grab().toImage()
    assert has_ink(image, canvas.frame.point(3.5, 2.5) * image.devicePixelRatio(), LIGHT.text)
    desk.window.controller.change_view(selection=())
    assert not live.isVisible()
