"""What is drawn and taken goes through one map of the plane, whether both axes have one scale or each its own."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtWidgets import QApplication

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.engine.theory.separability import analyze
from perceptron_gui.frozen import replace
from perceptron_gui.gui.canvas.figures.backdrop import LABEL_GAP, grid_steps
from perceptron_gui.gui.canvas.figures.foreground import Arrow
from perceptron_gui.gui.canvas.figures.hand_layer import HandLayer
from perceptron_gui.gui.canvas.figures.theorem_figures import (
    Figure,
    Subject,
    distance_figure,
    dots_in_view,
    radius_figure,
    right_angle_figure,
    street_figure,
)
from perceptron_gui.gui.canvas.figures.vectors import SHORTEST_LONGEST, ArrowScale, Vectors
from perceptron_gui.gui.canvas.picture import Picture
from perceptron_gui.gui.canvas.scene import Scene
from perceptron_gui.gui.canvas.tools.snapping import NO_MODIFIER, PARTS, snap_step
from perceptron_gui.gui.canvas.view import ViewFrame
from perceptron_gui.gui.style.theme import LIGHT
from perceptron_gui.session.document import Document
from perceptron_gui.session.exercises import hand_line
from perceptron_gui.session.exercises.hand_line import Slice
from perceptron_gui.session.points.point_edits import PlaneMap
from perceptron_gui.session.view.view_state import ViewState

EQUAL = ViewFrame(-4.0, -3.0, 4.0, 3.0, 800.0, 600.0)
FRAMES = {
    "one scale": EQUAL,
    "wide": ViewFrame(-40.0, -3.0, 40.0, 3.0, 800.0, 600.0, has_own_scales=True),
    "age and pay": ViewFrame(-10.0, -20_000.0, 70.0, 100_000.0, 800.0, 600.0, has_own_scales=True),
    "tiny upwards": ViewFrame(-4.0, -3e-6, 4.0, 3e-6, 800.0, 600.0, has_own_scales=True),
}
frames = pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)


def two_clouds(frame: ViewFrame) -> Dataset:
    """Return separable points that fill the view, in few decimals."""
    middles = [(500, 150), (650, 220), (560, 90), (300, 480), (180, 400), (250, 330)]
    places = [frame.data(QPointF(*at)) for at in middles]
    size = math.floor(math.log10(frame.top - frame.bottom))
    return Dataset.of([[round(x, 2), round(y, 2 - size)] for x, y in places], [1, 1, 1, 0, 0, 0])


def picture_of(frame: ViewFrame, *switches: str, visits: int | None = None) -> Picture:
    """Return the clouds at the end of their run, or after some visits."""
    dataset, settings = two_clouds(frame), TrainingSettings(max_epochs=50)
    run = Run(dataset, settings)
    while visits is None and run.stop is None:
        run.advance(1000)
    snapshot: Snapshot = take_snapshot(run, run.visit if visits is None else visits, Wants())
    state = ViewState()
    for name in switches:
        state = state.switched(name, True)
    return Picture(Scene.of(dataset, (0, 1), snapshot), frame, LIGHT, state)


def subject_of(frame: ViewFrame) -> Subject:
    dataset = two_clouds(frame)
    document = Document().with_dataset(dataset)
    return Subject(document, analyze(dataset, TrainingSettings()), (0, 1), frame, LIGHT, 13.0)


def cosine(frame: ViewFrame, line: QLineF, vector: tuple[float, float]) -> float:
    """Return that of the angle between a line on the screen and a vector, in the space of the data."""
    (a, b), (c, d) = frame.vector(line.p2() - line.p1()), vector
    return (a * c + b * d) / (math.hypot(a, b) * math.hypot(c, d))


@frames
def test_a_vector_and_its_way_on_the_screen_are_one(frame: ViewFrame) -> None:
    draw = random.Random(1)
    for _ in range(50):
        at, way = QPointF(draw.uniform(0, 800), draw.uniform(0, 600)), QPointF(draw.gauss(0, 90), draw.gauss(0, 90))
        x, y = frame.data(at)
        a, b = frame.vector(way)
        moved = frame.point(x + a, y + b) - at
        assert (moved - way).manhattanLength() < 1e-6
        assert (frame.way(a, b) - way).manhattanLength() < 1e-6
        assert frame.length(a, b) == pytest.approx(math.hypot(way.x(), way.y()))


def test_a_frame_with_one_scale_has_no_aspect_however_coarse_its_numbers_are() -> None:
    assert EQUAL.aspect == 1.0
    assert ViewFrame(1e12, 1e12, 1e12 + 1, 1e12 + 0.7, 800, 600).aspect == 1.0
    assert FRAMES["wide"].aspect == pytest.approx(10.0)


@frames
def test_lines_of_the_grid_are_as_far_apart_as_numbers_need(qapp: QApplication, frame: ViewFrame) -> None:
    steps = grid_steps(frame, LIGHT)
    for step, unit in zip(steps, frame.units, strict=True):
        assert step * unit * (1 + 1e-9) >= LABEL_GAP and step * unit <= 5 * LABEL_GAP
    if not frame.has_own_scales:
        assert steps[0] == steps[1], "squares"


@frames
def test_a_point_snaps_to_a_tenth_of_the_grid_of_each_axis(qapp: QApplication, frame: ViewFrame) -> None:
    for step, unit in zip(grid_steps(frame, LIGHT), frame.units, strict=True):
        fine = snap_step(NO_MODIFIER, step, unit)
        assert fine * PARTS == Fraction(repr(step)) and 9 - 1e-9 <= float(fine) * unit <= 45
        free = snap_step(Qt.KeyboardModifier.AltModifier, step, unit)
        assert float(free) * unit <= 0.1 * (1 + 1e-9)


@frames
def test_a_circle_is_drawn_through_the_map_with_dots_evenly_apart_on_the_screen(frame: ViewFrame) -> None:
    radius = 0.9 * min(frame.right, frame.top, -frame.left, -frame.bottom)
    dots = dots_in_view(radius, frame, 6.0)
    assert len(dots) > 20
    for dot in dots:
        assert math.hypot(*frame.data(dot.p1())) == pytest.approx(radius, rel=1e-3)
    apart = [QLineF(a.p1(), b.p1()).length() for a, b in pairwise(dots)]
    near = [each for each in apart if each < 20]  # of a circle that leaves the view there are several pieces
    assert max(near) <= 6.0 + 0.1 and len(near) >= len(apart) - 4
    if min(frame.units) * radius > 30:  # flatter ones turn back within a dot
        assert min(near) > 5.5


@frames
def test_the_mark_of_a_right_angle_has_two_sides_that_are_at_right_angles_in_the_data(
    qapp: QApplication, frame: ViewFrame
) -> None:
    picture = picture_of(frame, "right_angle")
    figure = right_angle_figure(picture)
    assert figure is not None and picture.line is not None
    across, along = figure.strokes[-1].lines
    a, b, _ = picture.line
    assert abs(cosine(frame, across, (b, -a))) == pytest.approx(1.0), "along the boundary"
    assert abs(cosine(frame, along, (a, b))) == pytest.approx(1.0), "along w"
    assert [across.length(), along.length()] == pytest.approx([13.0, 13.0])


@frames
def test_the_street_is_as_wide_as_the_data_say(qapp: QApplication, frame: ViewFrame) -> None:
    subject = subject_of(frame)
    figure = street_figure(subject)
    assert figure is not None and subject.analysis.verdict is not None
    kerbs, middle = figure.strokes[0].lines, figure.strokes[1].lines[0]
    assert kerbs
    for kerb in kerbs:  # parallel, on the screen, too
        assert abs(QLineF(middle).angleTo(kerb) % 180) == pytest.approx(0, abs=0.01) or abs(
            QLineF(middle).angleTo(kerb) % 180 - 180
        ) == pytest.approx(0, abs=0.01)
    if figure.arrows:  # it leads from a point on a kerb to the middle, at a right angle in the data
        way = QLineF(figure.arrows[0].start, figure.arrows[0].end)
        assert way.length() > 1


@frames
def test_the_way_to_the_boundary_is_the_shortest_in_the_data(qapp: QApplication, frame: ViewFrame) -> None:
    picture = picture_of(frame, "distance")
    figure = distance_figure(picture, 0)
    assert figure is not None and picture.line is not None
    (x, y), (a, b, c) = picture.positions[0].tolist(), picture.line
    foot = frame.data(figure.strokes[0].lines[0].p2())
    assert math.hypot(foot[0] - x, foot[1] - y) == pytest.approx(abs(a * x + b * y + c) / math.hypot(a, b), rel=1e-6)


@frames
def test_arrows_are_seen_and_fit_whatever_the_units(qapp: QApplication, frame: ViewFrame) -> None:
    scale, picture = ArrowScale(), picture_of(frame)
    arrows, _ = Vectors(picture, scale).arrows_and_names()
    assert arrows
    w: Arrow = arrows[-1]
    a, b, _ = picture.planes[0]
    tip = frame.point(a * scale.factor, b * scale.factor)
    assert (w.end - tip).manhattanLength() < 1e-6
    assert SHORTEST_LONGEST <= QLineF(w.start, w.end).length() <= 1000


@frames
def test_an_arrow_that_answers_is_drawn_where_the_mouse_is(qapp: QApplication, frame: ViewFrame) -> None:
    vectors = Vectors(picture_of(frame, visits=2), ArrowScale())
    way = QPointF(60.0, -45.0)
    assert (vectors._pixels_of(frame.vector(way)) - way).manhattanLength() < 1e-6


@frames
@pytest.mark.parametrize("degrees", [15.0, 75.0, -40.0, 180.0])
def test_the_students_line_is_turned_as_the_mouse_turns_it(frame: ViewFrame, degrees: float) -> None:
    steps = grid_steps(frame, LIGHT)
    shown = Slice((0, 1), np.zeros(2), True, steps, frame.aspect)
    middle = frame.data(QPointF(400, 300))
    before = hand_line.first_line(shown, middle)
    after = hand_line.turned(shown, before, middle, degrees)
    a, b, c = shown.plane(after)
    aims = math.degrees(math.atan2(*frame.way(-b, a).toTuple()[::-1]))
    was = math.degrees(math.atan2(*frame.way(0.0, 1.0).toTuple()[::-1]))
    assert (was - aims - degrees + 90) % 180 - 90 == pytest.approx(0, abs=0.6)
    away = abs(a * middle[0] + b * middle[1] + c) / math.hypot(a / frame.units[0], b / frame.units[1])
    assert away < 2, "pixels"


@frames
def test_hatches_of_the_students_line_stand_on_its_plus_side(qapp: QApplication, frame: ViewFrame) -> None:
    picture = picture_of(frame, "by_hand")
    shown = Slice((0, 1), np.zeros(2), True, grid_steps(frame, LIGHT), frame.aspect)
    weights = hand_line.turned(shown, hand_line.first_line(shown, (frame.data(QPointF(400, 300)))), (0.0, 0.0), 30)
    picture.view_state = replace(picture.view_state, hand_line=weights)
    layer = HandLayer()
    layer.follow(picture, grid_steps(frame, LIGHT), lambda _: True)
    assert layer.line is not None
    a, b, c = shown.plane(weights)
    for hatch in layer._hatches(layer.line, 20.0):
        x, y = frame.data(hatch.p2())
        assert a * x + b * y + c > 0
        assert abs(QLineF(hatch).angleTo(layer.line) % 180 - 90) < 0.5, "across it on the screen"


@frames
@pytest.mark.parametrize("degrees", [90, 15, -130])
def test_points_are_turned_as_they_are_seen(frame: ViewFrame, degrees: int) -> None:
    points = two_clouds(frame).X
    fine = [Fraction(repr(step)) / 1000 for step in grid_steps(frame, LIGHT)]
    middle = Fraction(repr(float(points[0, 0]))), Fraction(repr(float(points[0, 1])))
    turned = PlaneMap.turned(middle, degrees, frame.aspect).places(points, (fine[0], fine[1]))
    before, after = frame.pixels(points), frame.pixels(turned)
    assert np.allclose(after[0], before[0], atol=1e-6), "the middle stays"
    angle = math.radians(degrees)
    turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])  # y points down
    assert np.abs((before - before[0]) @ turn.T + before[0] - after).max() < 0.5


def test_the_radius_has_its_name_under_both(qapp: QApplication) -> None:
    for frame in FRAMES.values():
        figure: Figure | None = radius_figure(subject_of(frame))
        if figure is not None:
            assert figure.words and all(line.length() < 10 for line in figure.strokes[0].lines)
