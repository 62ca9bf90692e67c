"""Pictures that are drawn once and shown often; and what is asked of a painter before one is made."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QSizeF, Qt
from PySide6.QtGui import QPaintEngine, QPainter, QPixmap

SHAPES = (QPaintEngine.Type.SVG, QPaintEngine.Type.Pdf)


def keeps_shapes(painter: QPainter) -> bool:
    """Whether what is drawn stays lines, areas and text (SVG, PDF): then nothing is kept as a picture of dots."""
    return painter.paintEngine().type() in SHAPES


def sharpness_of(painter: QPainter) -> float:
    """Return how many dots there are to a pixel: of a screen, or of a picture that is drawn larger.

    `painter`: not turned.
    """
    return abs(painter.deviceTransform().m11()) or 1.0


def drawn(size: QSizeF, sharpness: float, draw: Callable[[QPainter], object]) -> QPixmap:
    """Return a transparent picture on which `draw` has drawn, smoothly.

    `size`: width and height in pixels of the window. `sharpness`: pixels of the picture per pixel of the window.
    `draw`: gets the painter, whose origin is the left upper corner. Returns A copy: what was painted on keeps the tools
    of its painter for as long as it lives, 200 kB for a word.
    """
    picture = QPixmap(math.ceil(size.width() * sharpness), math.ceil(size.height() * sharpness))
    picture.setDevicePixelRatio(sharpness)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw(painter)
    painter.end()
    return picture.copy()
