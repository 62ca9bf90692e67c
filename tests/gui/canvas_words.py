"""What a program can tell of the words on the canvas: on each other, points, arrows, or outside."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPolygonF

from perceptron_gui.gui.canvas.canvas import Canvas
from perceptron_gui.gui.canvas.figures.labels import PADDING, Label
from perceptron_gui.gui.window import MainWindow


def rectangle(label: Label) -> QRectF:
    """Return where a word stands, in pixels."""
    left, top, right, bottom = label.box
    return QRectF(left, top, right - left, bottom - top).adjusted(0.5, 0.5, -0.5, -0.5)


def crosses(box: QRectF, line: QLineF) -> bool:
    """Whether a line touches a box."""
    inside = QPolygonF(box)
    edges = [QLineF(inside.at(i), inside.at(i + 1)) for i in range(4)]
    hits = [line.intersects(edge)[0] is QLineF.IntersectionType.BoundedIntersection for edge in edges]
    return any(hits) or box.contains(line.p1())


def covers_a_point(canvas: Canvas, label: Label) -> bool:
    """Whether a word lies on a point, whose radius is a little less than it is drawn."""
    left, top, right, bottom = label.box
    reach = canvas._points.diameter / 2 - PADDING - 1
    box = QRectF(QPointF(left, top), QPointF(right, bottom)).adjusted(-reach, -reach, reach, reach)
    return any(box.contains(QPointF(*at)) for at in canvas.frame.pixels(canvas.positions).tolist())


def crowded(window: MainWindow) -> list[str]:
    """Return the words that stand where something else does, or leave the canvas."""
    marks, frame, geometry = window.canvas._marks, window.canvas.frame, window.canvas.figures
    labels = [*marks.labels, *geometry.layer.labels, *geometry.live.labels]
    found = [f"{one.text} on {other.text}" for one, other in _pairs(labels)]
    for label in labels:
        box = rectangle(label)
        if not QRectF(0, 0, frame.width, frame.height).intersects(box):
            continue  # of a point out of view
        if not QRectF(0, 0, frame.width, frame.height).contains(box):
            found.append(f"{label.text} outside")
        if any(crosses(box, QLineF(arrow.start, arrow.end)) for arrow in (*marks.arrows, *geometry.arrows)):
            found.append(f"{label.text} on an arrow")
    return [*found, *covered(window)]


def covered(window: MainWindow) -> list[str]:
    """Return the names of axes that a plate covers, and the plates that cover one another."""
    canvas, stage = window.canvas, window.stage
    plates = {"hints": QRectF(stage.hints.geometry())} if stage.hints.isVisible() else {}
    grid = canvas._layers.grid
    names = [word for word in grid._words() if word[1] in [name for name, _ in grid._still().names]]
    found = [f"{name} under {plate}" for box, name in names for plate, over in plates.items() if box.intersects(over)]
    badges = {f"badge {i}": box for i, box in enumerate(stage.edges.boxes)}
    both = combinations((plates | badges).items(), 2)
    return [*found, *(f"{one} on {other}" for (one, here), (other, there) in both if here.intersects(there))]


def _pairs(labels: list[Label]) -> Iterator[tuple[Label, Label]]:
    return ((a, b) for a, b in combinations(labels, 2) if rectangle(a).intersects(rectangle(b)))
