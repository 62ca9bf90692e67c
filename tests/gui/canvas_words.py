"""What a program can tell of the words on the canvas: on each other, points, arrows, or outside."""

from __future__ import annotations

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
    """Return the words that stand where something else does, on a marked error, or leave the canvas."""
    frame, found = window.canvas.frame, []
    everything = labels_on(window)
    for (one, here), (other, there) in combinations(everything, 2):
        if here.intersects(there):
            found.append(f"{one} on {other}")
    view, arrows, marks = QRectF(0, 0, frame.width, frame.height), arrows_on(window), error_boxes(window.canvas)
    for name, box in everything:
        if not view.intersects(box):
            continue  # of a point out of view
        if not view.contains(box):
            found.append(f"{name} outside")
        if any(crosses(box, line) for line in arrows):
            found.append(f"{name} on an arrow")
        found += [f"{name} on the {part} of an error" for part, boxes in marks if any(map(box.intersects, boxes))]
    return [*found, *covered(window)]


def labels_on(window: MainWindow) -> list[tuple[str, QRectF]]:
    """Return every word on the plane, and where it is painted: names, α, ×n, what figures and lines say, plates."""
    canvas = window.canvas
    marks, figures, way = canvas._marks, canvas.figures, canvas._marks.way
    labels = [*marks.labels, *figures.layer.labels, *figures.live.labels, *(way.labels if way is not None else [])]
    plates = (
        [*zip(("plate",) * 9, canvas.variants.plates.boxes, strict=False)] if canvas.variants.plates.isVisible() else []
    )
    letters = canvas.final_lines.letters
    return [
        *((label.text, rectangle(label)) for label in labels),
        *((name, QRectF(QPointF(box[0], box[1]), QPointF(box[2], box[3]))) for name, box in plates),
        *(
            (pin.letter, box)
            for (pin, _), box in zip(letters.pinned, letters.plates, strict=False)
            if letters.isVisible()
        ),
    ]


def arrows_on(window: MainWindow) -> list[QLineF]:
    """Return the arrows that no word may cross."""
    marks = window.canvas._marks
    return [QLineF(arrow.start, arrow.end) for arrow in (*marks.arrows, *window.canvas.figures.arrows)]


def error_boxes(canvas: Canvas) -> list[tuple[str, list[QRectF]]]:
    """Return the squares that the crosses of errors cover, beside their points or on them, and those in their rings."""
    marks = canvas._marks.error_marks
    (ringed, crowd), scale = (places.tolist() for places in marks._places), marks.scale
    beside = [QRectF(x + 6.0 * scale, y - 13.5 * scale, 7 * scale, 7 * scale) for x, y in ringed]
    inside = [QRectF(x - 8.0 * scale, y - 8.0 * scale, 16 * scale, 16 * scale) for x, y in ringed]
    on = [QRectF(x - 3 * scale, y - 3 * scale, 6 * scale, 6 * scale) for x, y in crowd]
    return [("cross", beside + on), ("ring", inside)]


def covered(window: MainWindow) -> list[str]:
    """Return the names of axes that a plate covers, and the plates that cover one another."""
    canvas, stage = window.canvas, window.stage
    plates = {"hints": QRectF(stage.hints.geometry())} if stage.hints.isVisible() else {}
    grid = canvas._layers.grid
    names = [word for word in grid._words() if word[1] in [name for name, _ in grid._still().names]]
    found = [f"{name} under {plate}" for box, name in names for plate, over in plates.items() if box.intersects(over)]
    hints = {"hints": QRectF(stage.hints.geometry())} if stage.hints.isVisible() else {}
    badges = {f"badge {i}": box for i, box in enumerate(stage.edges.boxes)}
    both = combinations((plates | hints | badges).items(), 2)
    return [*found, *(f"{one} on {other}" for (one, here), (other, there) in both if here.intersects(there))]
