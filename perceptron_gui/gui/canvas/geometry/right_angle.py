"""The right angle between w and the boundary, and the way from a point to the boundary (P8)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QFont

from perceptron_gui.gui.canvas.geometry.figure import SHARES, Figure, Stroke, Word, foot
from perceptron_gui.gui.canvas.labels import word_box
from perceptron_gui.session.explanation.scores import boundary_distance
from perceptron_gui.session.wording import written

if TYPE_CHECKING:
    from perceptron_gui.engine.model.regions import HalfPlane
    from perceptron_gui.gui.canvas.picture import Picture

SIZE = 13.0
"""Pixels of the sides of a right angle's mark."""
GAP = 6.0
"""Pixels between a segment and its length in figures."""
DIGITS = 4


def right_angle_figure(picture: Picture) -> Figure | None:
    """Return the mark where the line of w meets the boundary; None where no one w is orthogonal to it."""
    plane, frame, theme = picture.line, picture.frame, picture.theme
    if plane is None or not any(plane[:2]):
        return None
    origin = frame.point(0.0, 0.0)
    begin = foot((0.0, 0.0), plane)
    if not frame.contains(0.0, 0.0):
        edges = [edge for cell in picture.cells[:1] for edge in cell.edges()]
        if not edges:
            return None
        (x0, y0), (x1, y1), _ = edges[0]  # w begins in the middle of what is seen of the boundary
        begin, origin = ((x0 + x1) / 2, (y0 + y1) / 2), frame.point((x0 + x1) / 2, (y0 + y1) / 2)
    if not frame.contains(*begin):
        return None
    at = frame.point(*begin)
    way = Stroke([QLineF(origin, at)], theme.muted, 1.4 * theme.stroke, Qt.PenStyle.DotLine)
    return Figure([way, _mark(picture, at, plane)])


def distance_figure(picture: Picture, point: int) -> Figure | None:
    """Return the way from a point to the boundary with its length; None where it is not known, or hidden.

    `point`: index of the point.
    """
    dataset, frame, theme = picture.scene.dataset, picture.frame, picture.theme
    if point >= dataset.n_samples or not picture.scene.is_current:
        return None
    found = boundary_distance(picture.snapshot, dataset.X[point].tolist())
    if found is None:
        return None
    x, y = picture.positions[point].tolist()
    line = QLineF(frame.point(x, y), frame.point(*foot((x, y), found.plane)))
    way = Stroke([line], theme.text, 2.0 * theme.stroke)
    marks = [_mark(picture, line.p2(), found.plane)] if line.length() > 2 * SIZE * theme.scale else []
    font = theme.maths(17, is_bold=True)
    text = str(written(found.length, DIGITS))
    return Figure([way, *marks], words=[Word(text, theme.text, font, _beside(line, text, font, GAP * theme.scale))])


def _mark(picture: Picture, at: QPointF, plane: HalfPlane) -> Stroke:
    """Return the two sides of a right angle at a place of a line, on its + side."""
    size, length = SIZE * picture.theme.scale, math.hypot(plane[0], plane[1])
    up = QPointF(plane[0] * size / length, -plane[1] * size / length)
    along = QPointF(-up.y(), up.x())
    sides = [QLineF(at + up, at + up + along), QLineF(at + up + along, at + along)]
    return Stroke(sides, picture.theme.text, 1.6 * picture.theme.stroke)


def _beside(line: QLineF, text: str, font: QFont, gap: float) -> list[QPointF]:
    """Return middles of a word from which it does not reach the line, however the line runs."""
    length = line.length()
    across = QPointF(-line.dy() / length, line.dx() / length) if length else QPointF(0, 1)
    left, top, right, bottom = word_box(text, font.toString())
    aside = across * (gap + abs(across.x()) * (right - left) / 2 + abs(across.y()) * (bottom - top) / 2)
    return [line.pointAt(share) + aside * side for share in (0.5, *SHARES) for side in (1, -1)]
