"""Words on the canvas: none covers another, an arrow, the counter or the edge, and places are always the same."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPolygonF

from perceptron_gui.engine.settings import Mode, TrainingSettings
from perceptron_gui.files.samples import BY_NAME
from perceptron_gui.gui.canvas.labels import Label, place_labels
from tests.gui.desk import Desk

AREA = (0.0, 0.0, 600.0, 400.0)
MIDDLE = QPointF(300, 200)


def rectangle(label: Label) -> QRectF:
    left, top, right, bottom = label.box
    return QRectF(left, top, right - left, bottom - top).adjusted(0.5, 0.5, -0.5, -0.5)


def crosses(box: QRectF, line: QLineF) -> bool:
    inside = QPolygonF(box)
    edges = [QLineF(inside.at(i), inside.at(i + 1)) for i in range(4)]
    hits = [line.intersects(edge)[0] is QLineF.IntersectionType.BoundedIntersection for edge in edges]
    return any(hits) or box.contains(line.p1())


def named(at: QPointF, text: str = "w ÷ 50") -> Label:
    return Label(at + QPointF(8, -6), text, "#000000", anchor=at)


def test_a_lone_word_stands_where_it_is_wanted(desk: Desk) -> None:
    label = named(MIDDLE)
    place_labels([label], AREA, [], [])
    assert label.at == MIDDLE + QPointF(8, -6)


def test_words_at_one_place_go_to_different_sides(desk: Desk) -> None:
    labels = [named(MIDDLE, f"x{i}") for i in range(5)]
    place_labels(labels, AREA, [], [])
    assert not any(rectangle(a).intersects(rectangle(b)) for a, b in combinations(labels, 2))
    again = [named(MIDDLE, f"x{i}") for i in range(5)]
    place_labels(again, AREA, [], [])
    assert [a.at for a in again] == [b.at for b in labels]


@pytest.mark.parametrize("degrees", range(0, 360, 15))
def test_a_name_at_a_tip_never_covers_its_arrow(desk: Desk, degrees: int) -> None:
    line = QLineF.fromPolar(120, degrees)
    line.translate(MIDDLE)
    label = named(line.p2())
    place_labels([label], AREA, [], [line])
    assert not crosses(rectangle(label), line)


@pytest.mark.parametrize("x", [4.0, 300.0, 596.0])
@pytest.mark.parametrize("y", [4.0, 200.0, 396.0])
def test_no_word_leaves_the_canvas(desk: Desk, x: float, y: float) -> None:
    label = named(QPointF(x, y))
    place_labels([label], AREA, [], [])
    assert QRectF(0, 0, 600, 400).contains(rectangle(label))


def test_a_word_without_room_stands_where_it_does_least_harm(desk: Desk) -> None:
    label = named(MIDDLE)
    place_labels([label], AREA, [AREA], [])
    assert label.at == MIDDLE + QPointF(8, -6)


SAMPLES = ("two-classes", "xor", "through-origin", "three-classes")


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("name", SAMPLES)
def test_along_a_run_no_word_covers_another_an_arrow_or_the_counter(desk: Desk, name: str, mode: Mode) -> None:
    desk.window.resize(1280, 800)
    desk.window.plane.beats.is_reduced = True
    desk.show(BY_NAME[name].make(), TrainingSettings(mode=mode, bias=name != "through-origin"))
    for _ in range(8):
        desk.do("run.step")
        desk.settle()
        marks, frame = desk.window.plane._marks, desk.window.plane.frame
        for label in marks.labels:
            assert QRectF(0, 0, frame.width, frame.height).contains(rectangle(label)), label.text
            assert not rectangle(label).intersects(QRectF(0, 0, 240, 100)), label.text
            for arrow in marks.arrows:
                assert not crosses(rectangle(label), QLineF(arrow.start, arrow.end)), label.text
        for one, other in combinations(marks.labels, 2):
            assert not rectangle(one).intersects(rectangle(other)), (one.text, other.text)
