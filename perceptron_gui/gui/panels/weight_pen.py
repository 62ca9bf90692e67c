"""Draws into the picture of weight space: where its places are in pixels, and how lines and words look there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from perceptron_gui.gui.style.theme import SMALL, Theme, blend

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.session.weight_space.views import WeightView

EDGE = 12.0
"""Pixels beyond the edge of the picture at which a word may begin that is moved into it."""
STRAIGHT = 2
"""Places of a border that is a straight line, and numbers of θ in a plane."""


class WeightPen:
    """What all parts of the picture are drawn with. `box`: where the picture is, in pixels."""

    def __init__(self, painter: QPainter, theme: Theme, view: WeightView, box: QRectF) -> None:
        self.painter, self.theme, self.view = painter, theme, view
        self._box, self.middle = box, box.center()
        self.unit = min(box.width(), box.height()) / 2 / view.reach
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def pixels(self, places: Floats) -> list[QPointF]:
        """Return places in pixels. `places`: shape (n, 2): in units of the view."""
        x, y = self.pixel_places(places).T
        return list(map(QPointF, x.tolist(), y.tolist()))

    def pixel_places(self, places: Floats) -> Floats:
        """Return places in pixels as an array, shape (n, 2). `places`: shape (n, 2): in units of the view."""
        return np.array([self.middle.x(), self.middle.y()]) + places * (self.unit, -self.unit)

    def place(self, theta: Floats) -> tuple[QPointF, bool] | None:
        """Return where weights are seen, and whether they are hidden; None where they are not in the picture.

        `theta`: shape (n_entries,).
        """
        found = self.view.places(theta[None])
        if np.isnan(found.places).any():
            return None
        return self.pixels(found.places)[0], bool(found.is_hidden[0])

    def ink(self, colour: str, share: float = 1.0) -> QColor:
        """Return a colour, thinned. `share`: how much of it covers what is below."""
        ink = QColor(colour)
        ink.setAlphaF(share)
        return ink

    def take(self, colour: str, width: float, share: float = 1.0) -> QPen:
        """Draw lines of a colour from here on, and nothing inside of them; return what they are drawn with.

        `width`: pixels on a desk. `share`: share of the colour in that of the line, which is opaque: Qt takes ten times
        as long over others.
        """
        pen = QPen(blend(QColor(colour), QColor(self.theme.panel), share), width * self.theme.stroke)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        self.painter.setPen(pen)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        return pen

    def fill(self, places: Floats, colour: str, share: float) -> None:
        """Fill a polygon; one that is not seen as a whole is left out.

        `places`: shape (n, 2): in units of the view. `share`: how much of the colour covers what is below.
        """
        if len(places) > STRAIGHT and not np.isnan(places).any():
            self.painter.setPen(Qt.PenStyle.NoPen)
            self.painter.setBrush(self.ink(colour, share))
            self.painter.drawPolygon(QPolygonF(self.pixels(places)))

    def fill_dot(self, at: QPointF, size: float, colour: str) -> None:
        """Draw a small dot. `at`: in pixels. `size`: half its width, in pixels on a desk."""
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(QColor(colour))
        self.painter.drawEllipse(at, size * self.theme.scale, size * self.theme.scale)

    def write(self, at: QPointF, text: str, colour: str) -> None:
        """Write a word with a halo, so that lines do not cut it, as a whole; not what belongs out of the picture.

        `at`: where it begins, in pixels. `text`, `colour`: what is written, and how.
        """
        if not self._box.adjusted(-EDGE, -EDGE, EDGE, EDGE).contains(at):
            return
        path, font = QPainterPath(), self.theme.font(SMALL, QFont.Weight.DemiBold)
        most = self._box.right() - QFontMetricsF(font).horizontalAdvance(text) - 3
        path.addText(QPointF(min(at.x(), most), max(at.y(), self._box.top() + font.pixelSize())), font, text)
        self.painter.strokePath(path, QPen(QColor(self.theme.panel), 3.0))
        self.painter.fillPath(path, QColor(colour))
