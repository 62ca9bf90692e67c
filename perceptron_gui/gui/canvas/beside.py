"""Where something stands that belongs to a place of the canvas: beside it, and in the view."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF

EDGE = 4.0
"""Pixels between it and the edge of the canvas."""


def beside(at: QPointF, size: QSizeF, room: QSizeF, gap: float) -> QRectF:
    """Return a box of `size` beside a pixel: to its right and below, or where there is more room.

    Parameters
    ----------
    at : QPointF
        The pixel that it must not cover.
    size, room : QSizeF
        Of the box and the canvas, in pixels.
    gap : float
        Pixels between the pixel and the box, across and upwards.
    """
    right, left = at.x() + gap, at.x() - gap - size.width()
    below, above = at.y() + gap, at.y() - gap - size.height()
    boxes = [QRectF(QPointF(x, y), size) for y in (below, above) for x in (right, left)]
    view = QRectF(EDGE, EDGE, max(room.width() - 2 * EDGE, 1.0), max(room.height() - 2 * EDGE, 1.0))
    fitting = next((box for box in boxes if view.contains(box)), None)
    if fitting is not None:
        return fitting
    moved = [_moved_into(box, view) for box in boxes]
    return next((box for box in moved if not box.contains(at)), moved[0])


def _moved_into(box: QRectF, view: QRectF) -> QRectF:
    """Return the box moved into the view; one that is larger begins at the view's top left corner."""
    x = max(min(box.left(), view.right() - box.width()), view.left())
    y = max(min(box.top(), view.bottom() - box.height()), view.top())
    return QRectF(QPointF(x, y), box.size())
