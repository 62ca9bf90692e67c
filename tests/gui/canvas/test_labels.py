"""Words on the canvas: none covers another, an arrow, the counter or the edge, and places are always the same."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainterPath
from PySide6.QtWidgets import QApplication

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.frozen import replace
from perceptron_gui.gui.canvas.canvas import Canvas
from perceptron_gui.gui.canvas.figures.labels import Label, pieces, place_labels, side_labels
from perceptron_gui.gui.canvas.figures.vectors import ArrowScale
from perceptron_gui.gui.canvas.picture import Picture
from perceptron_gui.gui.canvas.view import ViewFrame
from perceptron_gui.gui.features.step import StepPanel
from perceptron_gui.gui.style.theme import LIGHT
from tests.gui.canvas_words import covers_a_point, crosses, crowded, rectangle
from tests.gui.desk import Desk

AREA = (0.0, 0.0, 600.0, 400.0)
MIDDLE = QPointF(300, 200)


def named(at: QPointF, text: str = "w ÷ 50") -> Label:
    return Label(at + QPointF(8, -6), text, "#000000", anchor=at)


def test_a_lone_word_stands_where_it_is_wanted(qapp: QApplication) -> None:
    label = named(MIDDLE)
    place_labels([label], AREA, [], [])
    assert label.at == MIDDLE + QPointF(8, -6)


def test_words_at_one_place_go_to_different_sides(qapp: QApplication) -> None:
    labels = [named(MIDDLE, f"x{i}") for i in range(5)]
    place_labels(labels, AREA, [], [])
    assert not any(rectangle(a).intersects(rectangle(b)) for a, b in combinations(labels, 2))
    again = [named(MIDDLE, f"x{i}") for i in range(5)]
    place_labels(again, AREA, [], [])
    assert [a.at for a in again] == [b.at for b in labels]


@pytest.mark.parametrize("degrees", range(0, 360, 15))
def test_a_name_at_a_tip_never_covers_its_arrow(qapp: QApplication, degrees: int) -> None:
    line = QLineF.fromPolar(120, degrees)
    line.translate(MIDDLE)
    label = named(line.p2())
    place_labels([label], AREA, [], [line])
    assert not crosses(rectangle(label), line)


@pytest.mark.parametrize("x", [4.0, 300.0, 596.0])
@pytest.mark.parametrize("y", [4.0, 200.0, 396.0])
def test_no_word_leaves_the_canvas(qapp: QApplication, x: float, y: float) -> None:
    label = named(QPointF(x, y))
    place_labels([label], AREA, [], [])
    assert QRectF(0, 0, 600, 400).contains(rectangle(label))


def test_a_word_without_room_stands_where_it_does_least_harm(qapp: QApplication) -> None:
    label = named(MIDDLE)
    place_labels([label], AREA, [AREA], [])
    assert label.at == MIDDLE + QPointF(8, -6)


WALKS = {
    Mode.PRIMAL: ("two-classes", "through-origin", "three-classes", "one-outlier"),
    Mode.DUAL: ("two-classes", "through-origin", "xor", "iris-mixed"),
    Mode.MULTICLASS: ("three-classes", "one-outlier", "xor", "iris-mixed"),
}
"""Each example in two of the modes."""


@pytest.mark.seldom
@pytest.mark.parametrize("mode", WALKS)
def test_along_a_run_no_word_covers_another_a_point_an_arrow_its_head_or_the_counter(desk: Desk, mode: Mode) -> None:
    desk.window.resize(1280, 800)
    desk.window.canvas.animation.is_reduced = True
    for name in WALKS[mode]:
        desk.show(BY_NAME[name].make(), TrainingSettings(mode=mode, bias=name != "through-origin"))
        for way in ("run.step", "run.next_mistake") * 4:
            desk.do(way)
            desk.settle()
            assert not crowded(desk.window), name
            marks = desk.window.canvas._marks
            assert marks.labels
            for label in marks.labels:
                assert not covers_a_point(desk.window.canvas, label), (name, label.text)
                for arrow in marks.arrows:
                    left, top, right, bottom = arrow.head_box()
                    head = QRectF(QPointF(left, top), QPointF(right, bottom))
                    assert not rectangle(label).intersects(head), (name, label.text)


# Points, subscripts, scales


def test_where_there_is_no_room_optional_words_are_left_out(desk: Desk) -> None:
    desk.window.canvas.animation.is_reduced = True
    desk.show(BY_NAME["iris-mixed"].make(), TrainingSettings(mode=Mode.DUAL))
    for _ in range(12):
        desk.do("run.next_mistake")
        desk.settle()
    canvas = desk.window.canvas
    shown = [label for label in canvas._marks.labels if label.text[0] in "×α"]
    assert len(shown) < len(canvas._points.stacks.places) + int((desk.snapshot.alpha > 0).sum())  # type: ignore[operator]
    with_ring, without = canvas._marks.error_marks.counts
    assert without > 0
    assert with_ring + without <= desk.snapshot.n_errors


def test_a_lone_point_keeps_all_its_words_and_its_ring(desk: Desk) -> None:
    desk.show(Dataset.of([[1, 1], [1, 1], [-2, 0]], [1, 1, 0]), TrainingSettings(initial=(-1.0, 0.0, 0.0)))
    marks = desk.window.canvas._marks
    desk.wait(lambda: "×2" in [label.text for label in marks.labels])
    assert marks.error_marks.counts == (3, 0)


def test_while_all_weights_are_0_the_panel_says_that_every_point_is_on_the_boundary(desk: Desk) -> None:
    canvas, panel = desk.window.canvas, desk.window.side.panel(StepPanel)
    desk.show(BY_NAME["textbook"].make())
    desk.wait(lambda: "All weights are 0" in panel.label.text())
    assert not sum(canvas._marks.error_marks.counts)
    desk.do("run.step")
    desk.settle()
    desk.wait(lambda: sum(canvas._marks.error_marks.counts) == desk.snapshot.n_errors > 0)
    desk.wait(lambda: "All weights are 0" not in panel.label.text())


def test_errors_of_start_weights_wear_rings(desk: Desk) -> None:
    desk.show(BY_NAME["textbook"].make(), TrainingSettings(initial=(-1.0, 0.0, 0.0)))
    marks = desk.window.canvas._marks
    desk.wait(lambda: sum(marks.error_marks.counts) > 0)
    assert "All weights are 0" not in desk.window.side.panel(StepPanel).label.text()


@pytest.mark.parametrize("text", ["x₁₀", "x₁₈", "x₂", "x₁₀₀₀", "−ηx₅", "+ηx₂", "+½ηx₁"])
@pytest.mark.parametrize("size", [19, 25, 40])
def test_figures_below_the_line_stand_beside_their_letter(qapp: QApplication, text: str, size: int) -> None:
    font = LIGHT.maths(size, is_italic=True, is_bold=True)
    letter, figures = [QPainterPath(), QPainterPath()]
    for path, (part, face, x, y) in zip((letter, figures), pieces(text, font), strict=True):
        path.addText(x, y, face, part)
    assert 0 <= figures.boundingRect().left() - letter.boundingRect().right() <= 0.06 * size, "beside, without a gap"
    assert figures.boundingRect().bottom() > 0.1 * size, "below the line"


@pytest.mark.parametrize("theme", ["light", "dark", "projector"])
def test_w_in_front_of_a_point_does_not_hide_that_it_is_wrong(desk: Desk, theme: str) -> None:
    """The arrow lay over ring and cross, and the point looked right."""
    desk.window.controller.change_view(theme=theme)
    # w runs along the x-axis to (3, 0), through the ring of (2, 0), and under the cross of (1, −0.15) in a crowd
    points = Dataset.of([[2, 0], [1, 0], [1.02, 0.02], [-2, 1], [3, 2]], [0, 0, 0, 0, 1])
    desk.show(points, TrainingSettings(initial=(3.0, 0.0, 0.0)))
    canvas = desk.window.canvas
    marks = canvas._marks
    desk.wait(lambda: marks.error_marks.counts[0] == 1)
    assert marks.error_marks.counts[1]
    picture, wrong = canvas.grab().toImage(), desk.window.theme.wrong
    ringed, crossed = (places[0].tolist() for places in marks.error_marks.places)
    scale = marks.error_marks.scale
    for x, y in ((ringed[0] + 9.5 * scale, ringed[1] - 10 * scale), crossed):
        assert picture.pixelColor(round(x), round(y)).name() == wrong
    across = [QPointF(ringed[0] - x * scale, ringed[1]) for x in (8, 8.5, 9, 12, 12.5, 13)]
    colours = {picture.pixelColor(at.toPoint()).name() for at in across}
    assert colours - {desk.window.theme.text}, "an edge sets the ring off from the arrow"


def test_in_a_crowd_of_errors_w_is_still_seen(desk: Desk) -> None:
    places = [[0.02 * i, 0.03 * j] for i in range(100) for j in range(-2, 3)]
    desk.show(Dataset.of([*places, [-2, 1]], [0] * 500 + [1]), TrainingSettings(initial=(2.0, 0.0, 0.1)))
    canvas = desk.window.canvas
    desk.wait(lambda: canvas._marks.error_marks.counts[1] > 20)
    picture, arrow = canvas.grab().toImage(), canvas._marks.arrows[-1]
    line = QLineF(arrow.start, arrow.end)
    shaft = [line.pointAt(share / 100).toPoint() for share in range(5, 90)]
    assert sum(picture.pixelColor(at).name() == desk.window.theme.text for at in shaft) > 0.5 * len(shaft)


@pytest.mark.seldom
@pytest.mark.parametrize("name", ["two-classes", "moons"])
def test_the_names_of_the_sides_keep_their_place_while_they_lie_on_it(desk: Desk, name: str) -> None:
    """They went from corner to corner with every mistake."""
    desk.window.canvas.animation.is_reduced = True
    desk.show(BY_NAME[name].make())
    canvas, moves, leaps = desk.window.canvas, 0, 0
    seen: dict[str, QPointF] = {}
    for visit in range(1, 24):
        desk.window.controller.seek(visit)
        desk.settle()
        desk.wait(lambda: canvas.snapshot is desk.snapshot)
        picture = canvas._picture()
        assert picture is not None and picture.line is not None
        a, b, c = picture.line
        for label in canvas._marks.labels:
            if label.text[0] != "S":
                continue
            left, top, right, bottom = label.box
            sign = 1 if label.text[1] == "₊" else -1
            before = seen.get(label.text, label.at)
            if before != label.at:
                moved = before - label.at
                corners = [QPointF(x, y) + moved for x in (left, right) for y in (top, bottom)]
                sides = [sign * (a * x + b * y + c) for x, y in map(lambda at: canvas.frame.data(at), corners)]
                moves += 1
                leaps += min(sides) > 0 and label.text in seen and not _is_taken(canvas, before, label)
            seen[label.text] = label.at
    assert len(seen) == 2
    assert not leaps, f"{leaps} of {moves}"


def _is_taken(canvas: Canvas, at: QPointF, label: Label) -> bool:
    """Whether another word, an arrow or a point stands where a name stood."""
    there = Label(at, label.text, label.colour.name(), label.font)
    box = rectangle(there)
    marks = canvas._marks
    others = [rectangle(other) for other in marks.labels if other is not label]
    heads = [QRectF(QPointF(*arrow.head_box()[:2]), QPointF(*arrow.head_box()[2:])) for arrow in marks.arrows]
    lines = [QLineF(arrow.start, arrow.end) for arrow in marks.arrows]
    is_crossed = any(crosses(box.adjusted(-1, -1, 1, 1), line) for line in lines)
    errors = canvas._layers.surroundings.marked()
    is_marked = errors.meets(there.box)
    return is_crossed or is_marked or any(map(box.intersects, [*others, *heads])) or covers_a_point(canvas, there)


def test_while_a_run_plays_the_names_of_the_sides_stay_whatever_comes_by(desk: Desk) -> None:
    """An arrow that came by took their place, and they were gone or elsewhere."""
    picture = snapshot_picture(desk, is_playing=True)
    first = {label.text: label.at for label in side_labels(picture, None)}
    assert len(first) == 2
    others = {text: at + QPointF(3, 2) for text, at in first.items()}
    again = side_labels(picture, None, others)
    assert {label.text: label.at for label in again} == others
    assert not any(label.is_optional for label in again), "they are drawn whatever comes by"
    covered = [label.box for label in again]
    assert all(label.is_optional for label in side_labels(picture, None, others, covered)), "they may go elsewhere"
    swapped = dict(zip(others, reversed(others.values()), strict=True))
    assert {label.text: label.at for label in side_labels(picture, None, swapped)} == first, "each on its own side"


def snapshot_picture(desk: Desk, is_playing: bool) -> Picture:
    """Return a picture of a run that plays, or stands."""
    desk.show(BY_NAME["two-classes"].make())
    desk.window.controller.seek(5)
    desk.settle()
    canvas = desk.window.canvas
    desk.wait(lambda: canvas.snapshot is desk.snapshot)
    scene = canvas.drawn.with_snapshot(replace(desk.snapshot, is_playing=is_playing))
    return Picture(scene, canvas.frame, canvas.theme, desk.window.controller.view_state)


def factors(desk: Desk, visits: range) -> list[float]:
    """Return the scale of w at every visit."""
    found = []
    for visit in visits:
        desk.window.controller.seek(visit)
        desk.settle()
        desk.wait(lambda: desk.window.canvas.snapshot is desk.snapshot)
        found.append(desk.window.canvas.weight_factor)
    return found


@pytest.mark.seldom
def test_the_scale_of_w_does_not_go_back_and_forth_between_neighbours(desk: Desk) -> None:
    desk.window.canvas.animation.is_reduced = True
    desk.show(BY_NAME["iris-mixed"].make())
    there = factors(desk, range(40))
    assert min(there) < 1, "w must have needed another scale"
    assert there == sorted(there, reverse=True)
    assert factors(desk, range(36, -1, -4)) == there[36::-4], "a place has one scale"


def test_w_is_seen_however_small_it_becomes_again() -> None:
    scale, frame = ArrowScale(), ViewFrame()
    assert scale.fit((1, 1), (0, 0), [(300, 0)], [(300, 0)], frame) < 0.02
    factor = scale.fit((1, 2), (0, 0), [(0.5, 0)], [(0.5, 0)], frame)
    assert factor * 0.5 * frame.units[0] >= 24
    assert scale.fit((2, 0), (0, 0), [(1, 0)], [(1, 0)], frame) == 1, "another run begins anew"


@pytest.mark.parametrize("root", [(0.0, 0.0), (3.9, 0.0), (-3.95, 2.95)])
@pytest.mark.parametrize("w", [(3.0, 1.0), (-300.0, 2.0), (0.01, -0.02), (1e12, 1e12)])
def test_an_arrow_that_begins_at_the_edge_is_drawn_in_a_scale_in_which_it_is_seen(
    root: tuple[float, float], w: tuple[float, float]
) -> None:
    """None fitted where it began within the room that tips keep from the edge: it was drawn as "w ÷ 2·10³⁰"."""
    frame = ViewFrame()
    assert frame.contains(*root)
    factor = ArrowScale().fit((1, 1), root, [w], [w], frame)
    length = factor * math.hypot(*w) * frame.units[0]
    assert 24 <= length <= math.hypot(frame.width, frame.height)


def zoomed(desk: Desk, point: int, across: float, down: float, times: int = 3) -> Canvas:
    """Zoom in, with a point at shares of the width and the height."""
    canvas = desk.window.canvas
    for _ in range(times):
        desk.do("view.zoom_in")
    at = canvas.frame.point(*canvas.positions[point].tolist())
    canvas.pan(QPointF(across * canvas.width(), down * canvas.height()) - at)
    desk.settle()
    return canvas


def test_a_visited_point_out_of_view_has_no_name_at_the_edge(desk: Desk) -> None:
    desk.window.canvas.animation.is_reduced = True
    desk.show(Dataset.of([[0, 0], [4, 0], [5, 5], [-5, 5]], [1, 0, 1, 0]))
    desk.do("run.step")
    desk.settle()
    labels = desk.window.canvas._marks.labels
    assert "x₁" in [label.text for label in labels]
    canvas = zoomed(desk, 0, 0.5, 1.2)
    assert "x₁" not in [label.text for label in canvas._marks.labels]


@pytest.mark.seldom
@pytest.mark.parametrize("name", ["iris-sepals", "penguins-bills"])
def test_in_a_crowd_the_way_to_the_origin_and_the_names_of_the_axes_cover_no_point(desk: Desk, name: str) -> None:
    """Each stood on points that lay where it was wanted."""
    desk.window.canvas.animation.is_reduced = True
    desk.show(BY_NAME[name].make())
    desk.do("run.next_mistake")
    desk.settle()
    seen = named = 0
    for point in range(0, 100, 24):
        canvas = desk.window.canvas
        canvas.fit()
        zoomed(desk, point, 0.12, 0.88)
        crowd, grid = canvas._layers.surroundings.known.crowd, canvas._layers.grid
        for way in (label for label in canvas._marks.labels if label.text.endswith(" 0")):
            left, top, right, bottom = way.box
            assert not crowd.meets((left + 3, top + 3, right - 3, bottom - 3))
            seen += 1
        places, words = dict(grid._still().names), dict((text, box) for box, text in grid._words())
        for text, boxes in places.items():
            free = [box for box in boxes if not crowd.meets((box.left(), box.top(), box.right(), box.bottom()))]
            assert words[text] in free or all(any(map(box.intersects, canvas.covered)) for box in free), text
            named += len(free) < len(boxes)
    assert seen
    assert named


def test_opposite_points_in_one_place_show_both_symbols(desk: Desk) -> None:
    desk.show(Dataset.of([[1, 1], [1, 1], [-2, 0], [-2, 0]], [1, 0, 0, 0]))
    marks = desk.window.canvas._marks
    desk.wait(lambda: [classes for _, classes in marks.mixed] == [(0, 1)])
    picture = desk.window.canvas.grab().toImage()
    (at, _), theme = marks.mixed[0], desk.window.theme
    aside = QPointF(0.45 * desk.window.canvas._points.diameter, 0)
    colours = [picture.pixelColor((at + side).toPoint()).name() for side in (-aside, aside)]
    assert colours == [theme.classes[0], theme.classes[1]]


def test_the_count_of_a_stack_does_not_lie_on_the_cross_of_its_error(desk: Desk) -> None:
    desk.show(Dataset.of([[1, 1], [1, 1], [-2, 0], [-2, 0]], [1, 1, 0, 0]))
    marks = desk.window.canvas._marks
    desk.wait(lambda: [label.text for label in marks.labels] == ["×2", "×2"])
    for at in marks.errors.tolist():
        cross = QRectF(at[0] + 6.5, at[1] - 13, 6, 6)
        assert not any(rectangle(label).intersects(cross) for label in marks.labels)


def test_no_number_of_an_axis_lies_under_a_point_or_a_word(desk: Desk) -> None:
    desk.window.canvas.animation.is_reduced = True
    desk.show(Dataset.of([[2, 0], [2, 0.05], [0, 1], [-3, 2], [4, -2]], [1, 1, 0, 0, 1]), TrainingSettings())
    desk.do("run.next_mistake")
    desk.settle()
    layers = desk.window.canvas._layers
    numbers = layers.grid._words()
    assert "4" in [text for _, text in numbers] or "−2" in [text for _, text in numbers]
    at = layers.frame.point(2, 0)
    assert not any(box.adjusted(-4, -4, 4, 4).contains(at) for box, _ in numbers)
    for label in layers.marks.labels:
        assert not any(rectangle(label).intersects(box) for box, _ in numbers), label.text


def test_the_scale_of_w_is_written_as_all_numbers_are() -> None:
    scale = ArrowScale()
    for factor, text in ((5e7, " × 5·10⁷"), (1e-9, " ÷ 10⁹"), (0.1, " ÷ 10"), (20.0, " × 20"), (1.0, "")):
        scale.factor = factor
        assert scale.text == text


def test_the_visited_stack_says_how_many_lie_there(desk: Desk) -> None:
    desk.show(Dataset.of([(1, 1)] * 5 + [(2, 3), (4, 4)], [0] * 5 + [1, 1]))
    desk.do("run.step")
    desk.settle()
    canvas = desk.window.canvas
    desk.wait(lambda: canvas._marks.visited is not None)
    marks = canvas._marks
    stack = next(label for label in marks.labels if label.text == "×5")
    left, top, right, bottom = stack.box
    at = marks.visited
    outside = max(left - at.x(), at.x() - right, top - at.y(), at.y() - bottom)
    assert 14 <= outside < 30
