"""Where the scores of any two classes tie, also where a third one is larger (M4)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from perceptron_gui.engine.model.regions import binary_cells
from perceptron_gui.gui.canvas.background import Layer

if TYPE_CHECKING:
    from perceptron_gui.gui.canvas.picture import Picture


class PairLayer(Layer):
    """Faint lines under the borders of the regions; hidden while they are not wanted."""

    def __init__(self) -> None:
        super().__init__(-11)
        self.lines: list[QLineF] = []
        self.hide()

    def follow(self, picture: Picture) -> None:
        """Show the lines of a picture, if they are switched on and there are any."""
        is_wanted = picture.shows("pairs") and picture.model.has_class_rows and bool(picture.planes)
        lines = pair_lines(picture) if is_wanted else []
        if lines or self.lines:
            self.lines = lines
            self.setVisible(bool(lines))
            self.update()

    def draw(self, painter: QPainter) -> None:
        """See `Layer.draw`."""
        faint = QColor(self.theme.text)
        faint.setAlphaF(0.4)
        painter.setPen(QPen(faint, 1.1 * self.theme.stroke, Qt.PenStyle.DotLine))
        painter.drawLines(self.lines)


def pair_lines(picture: Picture) -> list[QLineF]:
    """Return the line of every pair of classes that has one in view.

    `picture`: of a linear model with a score for every class.
    """
    planes, point, found = picture.planes, picture.frame.point, []
    for one, other in combinations(picture.model.rows, 2):
        a, b, c = (first - second for first, second in zip(planes[one], planes[other], strict=True))
        cells = binary_cells((a, b, c), picture.frame.rectangle)[:1]
        found += [QLineF(point(*p), point(*q)) for cell in cells for p, q, _ in cell.edges()]
    return found
