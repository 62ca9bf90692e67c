"""Where something stands that belongs to a place of the canvas: beside it, and in the view."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF

EDGE = 4.0
"""Pixels between it and the edge of the canvas."""


def beside(at: QPointF, size: QSizeF, room: QSizeF, gap: float, others: Sequence[QRectF] = ()) -> QRectF:
    """Return a box of `size` beside a pixel: to its right and below, or where there is more room.

    `at`: the pixel that it must not cover. `size`, `room`: of the box and the canvas, in pixels. `gap`: pixels between
    the pixel and the box, across and upwards. `others`: what else it leaves free: all of it, or where that cannot be at
    least the first.
    """
    right, left = at.x() + gap, at.x() - gap - size.width()
    below, above = at.y() + gap, at.y() - gap - size.height()
    boxes = [QRectF(QPointF(x, y), size) for y in (below, above) for x in (right, left)]
    view = QRectF(EDGE, EDGE, max(room.width() - 2 * EDGE, 1.0), max(room.height() - 2 * EDGE, 1.0))
    for free in (others, others[:1], ()):
        places = [*boxes, *(box for other in free for box in _past(other, boxes[0], view))]
        fitting = [box for box in places if view.contains(box) and not any(map(box.intersects, [*free, _around(at)]))]
        if fitting:
            return fitting[0]
    moved = [_moved_into(box, view) for box in boxes]
    return next((box for box in moved if not box.contains(at)), moved[0])


def _past(other: QRectF, box: QRectF, view: QRectF) -> list[QRectF]:
    """Return where a box lies below something and to its right, in the view; first where it moved least."""
    below, right = QRectF(box), QRectF(box)
    below.moveTop(other.bottom() + EDGE)
    right.moveLeft(other.right() + EDGE)
    moved = [_moved_into(each, view) for each in (below, right)]
    return sorted(moved, key=lambda each: (each.topLeft() - box.topLeft()).manhattanLength())


def _around(at: QPointF) -> QRectF:
    return QRectF(at.x() - EDGE, at.y() - EDGE, 2 * EDGE, 2 * EDGE)


def _moved_into(box: QRectF, view: QRectF) -> QRectF:
    """Return the box moved into the view; one that is larger begins at the view's top left corner."""
    x = max(min(box.left(), view.right() - box.width()), view.left())
    y = max(min(box.top(), view.bottom() - box.height()), view.top())
    return QRectF(QPointF(x, y), box.size())
