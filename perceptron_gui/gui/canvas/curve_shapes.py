"""Curves as Qt paints them quickest: areas as paths, lines as many short ones (a path takes ten times as long)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF
from PySide6.QtGui import QPainterPath, QPolygonF

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.gui.canvas.view_frame import ViewFrame
    from perceptron_gui.session.contours.field import Paths

DASH, GAP = 7.0, 5.0
"""Pixels of a dash and of the gap after it."""


def area(rings: Paths, frame: ViewFrame) -> QPainterPath:
    """Return an area in pixels; rings inside others are holes. `rings`: in data units."""
    path = QPainterPath()  # by Qt's first choice what an even number of rings surrounds is outside
    for ring in rings.split(frame.pixels(rings.places)):
        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in ring.tolist()]))
    return path


def segments(lines: Paths, frame: ViewFrame, is_dashed: bool = False, every: int = 1) -> list[QLineF]:
    """Return lines in pixels, as many short ones.

    `lines`: in data units. `is_dashed`: whether there are gaps in them; a pen would begin anew with each short line.
    `every`: so many corners become one.
    """
    pixels = lines.split(frame.pixels(lines.places))
    return [line for path in pixels for line in _line_segments(_fewer(path, every), is_dashed)]


def _fewer(path: Floats, every: int) -> Floats:
    return path if every == 1 else np.concatenate([path[:-1:every], path[-1:]])


def _line_segments(path: Floats, is_dashed: bool) -> list[QLineF]:
    pairs = np.column_stack([path[:-1], path[1:]])
    if is_dashed:
        lengths = np.hypot(*(path[1:] - path[:-1]).T)
        begins = np.cumsum(lengths) - lengths
        pairs = pairs[begins % (DASH + GAP) < DASH]
    return [QLineF(*ends) for ends in pairs.tolist()]
