"""Where a plate stands on the line that it names: away from other plates, points and arrows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF

if TYPE_CHECKING:
    from perceptron_gui.gui.canvas.labels import Box

STATIONS = tuple(place / 20 for i in range(1, 11) for place in (i, 20 - i))
"""Where along a line its plate may stand, the best first: far from the middle, where the points are."""
MOST_LINES = 3
"""The longest lines, where a boundary consists of several."""


def free_place(
    lines: Sequence[QLineF],
    size: tuple[float, float],
    taken: Sequence[QRectF],
    inside: QRectF,
    meets: Callable[[Box], bool] = lambda box: False,
    stations: Sequence[float] = STATIONS,
) -> QRectF | None:
    """Return where words stand on one of some lines, away from what is taken, and from points if possible.

    `lines`: in pixels; the best first. `size`: width and height of the words. `taken`: where other things stand.
    `inside`: where they must stand. `meets`: whether a box covers points or arrows. `stations`: where along a line they
    may stand, as shares of its length; the best first. Returns None where there is no line.
    """
    places = [around(line.pointAt(at), size) for line in lines for at in stations]
    free = [place for place in places if inside.contains(place) and not any(map(place.intersects, taken))]
    good = (place for place in free if not meets((place.left(), place.top(), place.right(), place.bottom())))
    return next((place for choice in (good, free, places) for place in choice), None)


def around(at: QPointF, size: tuple[float, float]) -> QRectF:
    """Return a box by its middle. `size`: width and height."""
    return QRectF(at.x() - size[0] / 2, at.y() - size[1] / 2, *size)


def longest(lines: Sequence[QLineF]) -> list[QLineF]:
    """Return the longest few of some lines, the longest first."""
    return sorted(lines, key=QLineF.length, reverse=True)[:MOST_LINES]
