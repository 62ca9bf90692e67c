"""Where other runs of the same points ended: pinned ones with their letters, a fan as many faint lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPixmap

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.model.models import make_model
from perceptron_gui.engine.run.run_result import RunResult
from perceptron_gui.gui.canvas.background import Layer
from perceptron_gui.gui.canvas.labels import Box
from perceptron_gui.gui.canvas.picture import hidden_values
from perceptron_gui.gui.canvas.scene import Axes
from perceptron_gui.gui.canvas.view_frame import ViewFrame
from perceptron_gui.gui.style.theme import SMALL
from perceptron_gui.session.comparison import Comparison, Pin

FAINT, LEAST_ALPHA = 8.0, 0.05
"""So many lines over each other are as dark as one that is solid; but each can be seen by itself."""
PLATE = 10.0
"""Half the width of the plate under a letter, in pixels."""
STATIONS = tuple(place / 20 for i in range(1, 11) for place in (i, 20 - i))
"""Where along a line its letter may stand, the best first: far from the middle, where the points are."""


class FinalLines(Layer):
    """The last boundaries of the runs of a comparison."""

    def __init__(self) -> None:
        super().__init__(-15)
        self.covered: list[QRectF] = []
        self.meets_points: Callable[[Box], bool] = lambda box: False
        self._comparison: Comparison | None = None
        self._axes: Axes = (0, 1)
        self._is_veiled = False
        self._known: tuple[object, list[tuple[Pin, list[QLineF]]], QPixmap | None] | None = None
        self.setVisible(False)

    def set_comparison(self, comparison: Comparison) -> None:
        """Show other runs.

        Parameters
        ----------
        comparison : Comparison
        """
        self._comparison = comparison
        self._show()

    def follow(self, axes: Axes, is_veiled: bool) -> None:
        """Follow what else is on the canvas.

        Parameters
        ----------
        axes : (int, int or None)
            The features across and upwards.
        is_veiled : bool
            Whether the end of a run would tell what is asked.
        """
        if (axes, is_veiled) != (self._axes, self._is_veiled):
            self._axes, self._is_veiled = axes, is_veiled
            self._show()

    def _show(self) -> None:
        self.setVisible(self._comparison is not None and not self._comparison.is_empty and not self._is_veiled)
        self.update()

    def draw(self, painter: QPainter) -> None:
        """See `Layer.draw`."""
        if self._comparison is None:
            return
        ratio = painter.device().devicePixelRatioF()
        key = self._comparison, self._axes, self.frame, self.theme, ratio
        if self._known is None or self._known[0] != key:
            self._known = key, self._pinned(self._comparison), self._fan(self._comparison, ratio)
        _, pinned, fan = self._known
        if fan is not None:
            painter.drawPixmap(0, 0, fan)
        self._draw_pinned(painter, pinned)

    def _pinned(self, comparison: Comparison) -> list[tuple[Pin, list[QLineF]]]:
        return [
            (pin, final_lines(result, comparison.dataset, self._axes, self.frame))
            for pin, result in comparison.pinned
            if result is not None
        ]

    def _fan(self, comparison: Comparison, ratio: float) -> QPixmap | None:
        """Return all lines of the fan in one picture: to draw hundreds in every frame takes too long (A7)."""
        if comparison.fan is None or not comparison.fan.results:
            return None
        picture = QPixmap(round(self.frame.width * ratio), round(self.frame.height * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = QColor(self.theme.accent)
        colour.setAlphaF(max(min(FAINT / comparison.fan.total, 1.0), LEAST_ALPHA))
        painter.setPen(QPen(colour, 1.5 * self.theme.stroke))
        for result in comparison.fan.results:
            painter.drawLines(final_lines(result, comparison.dataset, self._axes, self.frame))
        painter.end()
        return picture

    def _draw_pinned(self, painter: QPainter, pinned: list[tuple[Pin, list[QLineF]]]) -> None:
        theme, taken = self.theme, list(self.covered)
        for _, lines in pinned:
            painter.setPen(QPen(QColor(theme.muted), 2 * theme.stroke, Qt.PenStyle.DashDotLine))
            painter.drawLines(lines)
        painter.setFont(theme.font(SMALL, QFont.Weight.DemiBold))
        for pin, lines in pinned:
            plate = self._plate(lines, taken)
            if plate is not None:
                taken.append(plate)
                painter.setPen(QPen(QColor(theme.muted), 1.2 * theme.stroke))
                painter.setBrush(QColor(theme.panel))
                painter.drawEllipse(plate)
                painter.setPen(QColor(theme.text))
                painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, pin.letter)

    def _plate(self, lines: Sequence[QLineF], taken: list[QRectF]) -> QRectF | None:
        """Return where a letter stands on its line, away from other letters and from what lies over the canvas."""
        if not lines:
            return None
        longest, radius = max(lines, key=QLineF.length), PLATE * self.theme.scale
        plates = [_around(longest.pointAt(at), radius) for at in STATIONS]
        free = [plate for plate in plates if not any(map(plate.intersects, taken))]
        return next((plate for plate in free if not self.meets_points(_corners(plate))), (free or plates)[0])


def final_lines(result: RunResult, dataset: Dataset, axes: Axes, frame: ViewFrame) -> list[QLineF]:
    """Return the boundary in which a run ended, in pixels.

    Parameters
    ----------
    result : RunResult
    dataset : Dataset
        Its points.
    axes : (int, int or None)
        The features across and upwards.
    frame : ViewFrame
        The part of the plane that is seen.
    """
    model = make_model(result.settings, dataset, result.theta)
    cells = model.cells(model.planes(axes, hidden_values(dataset)), frame.rectangle)
    edges = ((p, q) for cell in cells for p, q, rival in cell.edges() if cell.owner < rival)
    return [QLineF(frame.point(*p), frame.point(*q)) for p, q in edges]


def _around(at: QPointF, radius: float) -> QRectF:
    return QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius)


def _corners(box: QRectF) -> Box:
    return box.left(), box.top(), box.right(), box.bottom()
