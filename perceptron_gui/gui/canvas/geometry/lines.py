"""Lines and circles as far as they are in view, in pixels."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF

from perceptron_gui.engine.model.regions import HalfPlane, binary_cells

if TYPE_CHECKING:
    from perceptron_gui.gui.canvas.view_frame import ViewFrame

SHARES = (0.85, 0.15, 0.7, 0.3, 0.5, 0.95, 0.05, 0.6, 0.4)
"""Where along a line its name may stand; the best first."""
DOT = 0.4
"""Share of a dot in the spacing of dots."""


def line_in_view(plane: HalfPlane, frame: ViewFrame) -> QLineF | None:
    """Return the part in view of the line a·x + b·y + c = 0; None where there is none. `plane`: in data units."""
    edges = [edge for cell in binary_cells(plane, frame.rectangle)[1:] for edge in cell.edges()]
    if not edges:
        return None
    start, end, _ = edges[0]
    return QLineF(frame.point(*start), frame.point(*end))


def beside_line(line: QLineF, gap: float) -> list[QPointF]:
    """Return places on both sides of a line, the best first.

    `line`: in pixels. `gap`: pixels between the line and each place.
    """
    length = line.length() or 1.0
    aside = QPointF(-line.dy(), line.dx()) * (gap / length)
    return [line.pointAt(share) + aside * side for share in SHARES for side in (1, -1)]


def foot(point: tuple[float, float], plane: HalfPlane) -> tuple[float, float]:
    """Return the place of the line a·x + b·y + c = 0 that is nearest to a point, in data units.

    `point`: in data units. `plane`: with a or b not 0.
    """
    length = math.hypot(plane[0], plane[1])  # divided by first: squares of small weights are 0
    a, b, c = (value / length for value in plane)
    away = a * point[0] + b * point[1] + c
    return point[0] - a * away, point[1] - b * away


@lru_cache(maxsize=4)
def dots_in_view(radius: float, frame: ViewFrame, spacing: float) -> tuple[QLineF, ...]:
    """Return the dots of a circle around the origin, as far as they are in view.

    Only these are made: a pattern of dots along a circle of which little is in view takes Qt seconds. They are kept:
    while a point is dragged it is mostly another one that lies farthest out.

    `radius`: in data units, above 0. `spacing`: pixels from one dot to the next. Returns in pixels, each 0.4 times as
    long as the spacing; around the circle. None where that is smaller than a pixel.
    """
    if radius * frame.unit < 1:
        return ()
    ends = sorted(_crossings(radius, frame)) or [0.0]
    spans = pairwise([*ends, ends[0] + math.tau])
    seen = [(low, high) for low, high in spans if _is_in_view(radius, (low + high) / 2, frame)]
    return tuple(dot for low, high in seen for dot in _dots(radius, low, high, frame, spacing))


def _crossings(radius: float, frame: ViewFrame) -> list[float]:
    """Return the angles in 0 … 2π at which a circle crosses the edges of the view."""
    angles = []
    for x in (frame.left, frame.right):
        if abs(x) < radius:
            angles += [math.acos(x / radius), -math.acos(x / radius)]
    for y in (frame.bottom, frame.top):
        if abs(y) < radius:
            angles += [math.asin(y / radius), math.pi - math.asin(y / radius)]
    return [angle % math.tau for angle in angles]


def _is_in_view(radius: float, angle: float, frame: ViewFrame) -> bool:
    return frame.contains(radius * math.cos(angle), radius * math.sin(angle))


def _dots(radius: float, low: float, high: float, frame: ViewFrame, spacing: float) -> list[QLineF]:
    count = math.ceil((high - low) * radius * frame.unit / spacing)
    begins = [low + (high - low) * i / count for i in range(count)]
    length = DOT * spacing / (radius * frame.unit)

    def at(angle: float) -> QPointF:
        return frame.point(radius * math.cos(angle), radius * math.sin(angle))

    return [QLineF(at(angle), at(angle + length)) for angle in begins]
