"""Where other runs of the same points ended: pinned ones with their letters, a fan as many faint lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPixmap

from perceptron_gui.engine.model.models import make_model, parts_of
from perceptron_gui.gui.canvas.backdrop import Layer
from perceptron_gui.gui.canvas.labels import free_place, longest
from perceptron_gui.gui.canvas.picture import hidden_values
from perceptron_gui.gui.style.pictures import keeps_shapes, sharpness_of
from perceptron_gui.gui.style.theme import SMALL

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset, Floats
    from perceptron_gui.engine.data.settings import TrainingSettings
    from perceptron_gui.engine.run.run import RunResult
    from perceptron_gui.gui.canvas.labels import Box
    from perceptron_gui.gui.canvas.scene import Axes
    from perceptron_gui.gui.canvas.view import ViewFrame
    from perceptron_gui.session.comparison import Comparison
    from perceptron_gui.session.view.view_state import Pin

FAINT, LEAST_ALPHA = 8.0, 0.05
"""So many lines over each other are as dark as one that is solid; but each can be seen by itself."""
PLATE = 10.0
"""Half the width of the plate under a letter, in pixels."""


class PinLetters(Layer):
    """The letters of pinned runs on their lines.

    `pinned`: runs and their boundaries, in pixels. `covered`: what stands over the canvas, in pixels. `plates`: where
    they were painted.
    """

    def __init__(self) -> None:
        super().__init__(-4)  # over all lines, below the points
        self.pinned: list[tuple[Pin, list[QLineF]]] = []
        self.covered: list[QRectF] = []
        self.plates: list[QRectF] = []
        self._taken: list[QRectF] = []
        self._meets: Callable[[Box], bool] = lambda box: False

    def make_way(self, plates: Iterable[QRectF], meets: Callable[[Box], bool]) -> None:
        """Keep away from other plates, and from points and arrows if possible.

        `plates`: in pixels. `meets`: whether a box covers points or arrows.
        """
        self._taken, self._meets = list(plates), meets

    def draw(self, painter: QPainter) -> None:
        """See `Layer.draw`."""
        theme, taken, size = self.theme, [*self.covered, *self._taken], 2 * PLATE * self.theme.scale
        self.plates = []
        painter.setFont(theme.font(SMALL, QFont.Weight.DemiBold))
        painter.setBrush(QColor(theme.panel))
        for pin, lines in self.pinned:
            plate = free_place(longest(lines), (size, size), taken, self.boundingRect(), self._meets)
            if plate is not None:
                taken.append(plate)
                self.plates.append(plate)
                painter.setPen(QPen(QColor(theme.muted), 1.2 * theme.stroke))
                painter.drawEllipse(plate)
                painter.setPen(QColor(theme.text))
                painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, pin.letter)


class FinalLines(Layer):
    """The last boundaries of the runs of a comparison. `letters`: painted over all lines."""

    def __init__(self) -> None:
        super().__init__(-15)
        self.letters = PinLetters()
        self._comparison: Comparison | None = None
        self._axes: Axes = (0, 1)
        self._is_veiled = False
        self._known: tuple[object, list[tuple[Pin, list[QLineF]]], QPixmap | None] | None = None
        self.setVisible(False)

    def set_comparison(self, comparison: Comparison) -> None:
        """Show other runs."""
        self._comparison = comparison
        self._show()

    def follow(self, axes: Axes, is_veiled: bool) -> None:
        """Follow what else is on the canvas.

        `axes`: the features across and upwards. `is_veiled`: whether the end of a run would tell what is asked.
        """
        if (axes, is_veiled) != (self._axes, self._is_veiled):
            self._axes, self._is_veiled = axes, is_veiled
            self._show()

    def _show(self) -> None:
        is_shown = self._comparison is not None and not self._comparison.is_empty and not self._is_veiled
        self.setVisible(is_shown)
        self.letters.setVisible(is_shown)
        self.update()

    def draw(self, painter: QPainter) -> None:
        """See `Layer.draw`."""
        if self._comparison is None:
            return
        if keeps_shapes(painter):
            self._draw_fan(painter, self._comparison)
            self._draw_pinned(painter, self._pinned(self._comparison))
            return
        ratio = sharpness_of(painter)
        key = self._comparison, self._axes, self.frame, self.theme, ratio
        if self._known is None or self._known[0] != key:
            self._known = key, self._pinned(self._comparison), self._fan(self._comparison, ratio)
        _, pinned, fan = self._known
        if fan is not None:
            painter.drawPixmap(0, 0, fan)
        self._draw_pinned(painter, pinned)

    def _pinned(self, comparison: Comparison) -> list[tuple[Pin, list[QLineF]]]:
        return [(pin, self._lines(result, comparison)) for pin, result in comparison.pinned if result is not None]

    def _fan(self, comparison: Comparison, ratio: float) -> QPixmap | None:
        """Return all lines of the fan in one picture: to draw hundreds in every frame takes too long (A7)."""
        if comparison.fan is None or not comparison.fan.results:
            return None
        picture = QPixmap(round(self.frame.width * ratio), round(self.frame.height * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_fan(painter, comparison)
        painter.end()
        return picture

    def _draw_fan(self, painter: QPainter, comparison: Comparison) -> None:
        if comparison.fan is None or not comparison.fan.results:
            return
        colour = QColor(self.theme.accent)
        colour.setAlphaF(max(min(FAINT / comparison.fan.total, 1.0), LEAST_ALPHA))
        painter.setPen(QPen(colour, 1.5 * self.theme.stroke))
        for result in comparison.fan.results:
            painter.drawLines(self._lines(result, comparison))

    def _lines(self, result: RunResult, comparison: Comparison) -> list[QLineF]:
        if comparison.dataset.n_features <= max(axis for axis in self._axes if axis is not None):
            return []  # points with fewer features are here before the picture of them
        return boundary_of(result.settings, comparison.dataset, result.theta, self._axes, self.frame)

    def _draw_pinned(self, painter: QPainter, pinned: list[tuple[Pin, list[QLineF]]]) -> None:
        painter.setPen(QPen(QColor(self.theme.muted), 2 * self.theme.stroke, Qt.PenStyle.DashDotLine))
        for _, lines in pinned:
            painter.drawLines(lines)
        self.letters.pinned = pinned  # they are painted later


def boundary_of(
    settings: TrainingSettings, dataset: Dataset, theta: Floats, axes: Axes, frame: ViewFrame
) -> list[QLineF]:
    """Return the boundary of some weights, in pixels; none where it is curved.

    `settings`: the rules by which they were learned. `dataset`: the points they were learned from. `theta`: shape
    (n_rows, n_entries): rows as in (W2), in data units. `axes`: the features across and upwards. `frame`: the part of
    the plane that is seen.
    """
    model = make_model(settings, dataset, theta)
    if "line" not in parts_of(settings):
        return []
    cells = model.cells(model.planes(axes, hidden_values(dataset)), frame.rectangle)
    edges = ((p, q) for cell in cells for p, q, rival in cell.edges() if cell.owner < rival)
    return [QLineF(frame.point(*p), frame.point(*q)) for p, q in edges]
