"""What all widgets have in common that paint themselves: colours, size, and a ring while they have the keys."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from perceptron_gui.gui.style.theme import LIGHT, Theme

WIDTH = 200
"""Pixels that it likes to be wide; it takes what it gets."""
RING, CORNER = 2, 4
"""Pixels of the ring around what has the keys, and the radius of its corners."""


class PaintedWidget(QWidget):
    """A picture as wide as its panel, and as high as it needs. Subclasses paint it, and say how high that is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme = LIGHT
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours and sizes."""
        self._theme = theme
        self.updateGeometry()
        self.update()

    def take_input(self, name: str) -> None:
        """Take keys, and follow the mouse. `name`: what it is, for those who do not see it."""
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(name)

    @property
    def usual_height(self) -> float:
        """Pixels where nothing is enlarged; 0 while there is nothing to show."""
        return 0.0

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, round(self.usual_height * self._theme.scale))

    def smooth_painter(self) -> QPainter:
        """Return a painter of this widget, without jagged edges."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        return painter

    def draw_focus(self, painter: QPainter) -> None:
        """Draw a ring while it has the keys."""
        if self.hasFocus():
            draw_ring(painter, self.rect(), self._theme)


def draw_ring(painter: QPainter, rectangle: QRect, theme: Theme) -> None:
    """Draw a ring within the edges of what has the keys."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(theme.accent), RING))
    painter.drawRoundedRect(rectangle.adjusted(1, 1, -1, -1), CORNER, CORNER)
