"""One symbol a class, so that colour is never the only difference: paths in a box from −½ to ½."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

N_SYMBOLS = 10
DOT = 0.06
"""Radius of the dot in a point to test on, before its outline."""


@cache
def symbol(index: int) -> QPainterPath:
    """Return the symbol of a class as a path in a box from −½ to ½.

    Areas are about equal, so that no class looks more important.

    `index`: index of the class; symbols repeat after `N_SYMBOLS` classes.
    """
    makers = (
        lambda: _circle(1.0),
        lambda: _box(0.9, 0.9),
        lambda: _regular(3, 0.66, -90, shift=0.08),
        lambda: _regular(4, 0.62, -90),
        lambda: _star(5, 0.64, 0.29),
        lambda: _cross(0.52, 0.19),
        lambda: _regular(3, 0.66, 90, shift=-0.08),
        lambda: _regular(5, 0.57, -90),
        lambda: _cross(0.54, 0.17, turn=45),
        lambda: _box(1.15, 0.62),
    )
    return makers[index % N_SYMBOLS]()


@cache
def dotted_symbol(index: int) -> QPainterPath:
    """Return the symbol of a class with a dot in its middle: that of a point to test on.

    `index`: of the class, see `symbol`.
    """
    path = QPainterPath(symbol(index))
    path.addEllipse(QPointF(0, 0), DOT, DOT)
    return path


def _circle(size: float) -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QRectF(-size / 2, -size / 2, size, size))
    return path


def _box(width: float, height: float) -> QPainterPath:
    path = QPainterPath()
    path.addRect(QRectF(-width / 2, -height / 2, width, height))
    return path


def _polygon(points: Sequence[tuple[float, float]]) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
    path.closeSubpath()
    return path


def _polar(radius: float, degrees: float) -> tuple[float, float]:
    return radius * math.cos(math.radians(degrees)), radius * math.sin(math.radians(degrees))


def _regular(corners: int, radius: float, turn: float, shift: float = 0.0) -> QPainterPath:
    points = [_polar(radius, turn + 360 * i / corners) for i in range(corners)]
    return _polygon([(x, y + shift) for x, y in points])


def _star(points: int, outer: float, inner: float) -> QPainterPath:
    step = 180 / points
    return _polygon([_polar(inner if i % 2 else outer, -90 + i * step) for i in range(2 * points)])


def _cross(arm: float, half: float, turn: float = 0.0) -> QPainterPath:
    a, h = arm, half
    corners = [
        (h, h),
        (a, h),
        (a, -h),
        (h, -h),
        (h, -a),
        (-h, -a),
        (-h, -h),
        (-a, -h),
        (-a, h),
        (-h, h),
        (-h, a),
        (h, a),
    ]
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return _polygon([(c * x - s * y, s * x + c * y) for x, y in corners])
