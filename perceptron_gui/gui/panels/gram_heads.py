"""The heads of the rows and columns of the Gram matrix: names of points, and the colour and symbol of their classes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter

from perceptron_gui.frozen import Frozen
from perceptron_gui.gui.style.symbols import symbol
from perceptron_gui.gui.style.theme import SMALL, Theme
from perceptron_gui.session.nice_steps import nice_step
from perceptron_gui.session.wording import index_text

if TYPE_CHECKING:
    from perceptron_gui.session.gram.gram_picture import GramPicture

MARK, STRIP, GAP = 8.0, 5.0, 3.0
"""Pixels of a symbol, of the strip of colours beside rows too thin for symbols, and between parts."""
APART = 6.0
"""Pixels between the names of two columns."""


class Heads(Frozen):
    """What stands beside the rows of a picture, and over its columns."""

    picture: GramPicture
    theme: Theme

    @property
    def font(self) -> QFont:
        """The font of the names."""
        return self.theme.font(SMALL - 1)

    @property
    def name_width(self) -> float:
        """Pixels of the longest name."""
        points = self.picture.points
        return QFontMetricsF(self.font).horizontalAdvance(index_text(int(points.max()))) if len(points) else 0.0

    @property
    def room(self) -> tuple[float, float]:
        """Pixels that they take at the left and above."""
        beside = (MARK + STRIP + 3 * GAP) * self.theme.scale
        return self.name_width + beside, QFontMetricsF(self.font).height() + beside - GAP * self.theme.scale

    def draw(self, painter: QPainter, area: QRectF, rows: Mapping[int, str], columns: Mapping[int, str]) -> None:
        """Draw them.

        `area`: the matrix, in pixels. `rows`, `columns`: those whose names are wanted first, and the colours of these.
        """
        painter.setFont(self.font)
        self._draw_strips(painter, area)
        height, width = QFontMetricsF(self.font).height(), self.name_width + APART
        n, scale = len(self.picture.points), self.theme.scale
        for row in chosen(n, area.height() / n, height, rows):
            at = area.top() + (row + 0.5) * area.height() / n
            right = area.left() - (STRIP + 2 * GAP) * scale
            self._draw_symbol(painter, row, QPointF(right - MARK * scale / 2, at))
            place = QRectF(0, at - height / 2, right - (MARK + GAP) * scale, height)
            self._draw_name(painter, row, place, Qt.AlignmentFlag.AlignRight, rows)
        for column in chosen(n, area.width() / n, width, columns):
            at = area.left() + (column + 0.5) * area.width() / n
            below = area.top() - (STRIP + 2 * GAP) * scale
            self._draw_symbol(painter, column, QPointF(at, below - MARK * scale / 2))
            place = QRectF(at - width / 2, 0, width, height)
            self._draw_name(painter, column, place, Qt.AlignmentFlag.AlignHCenter, columns)

    def _draw_name(
        self, painter: QPainter, row: int, place: QRectF, side: Qt.AlignmentFlag, marked: Mapping[int, str]
    ) -> None:
        painter.setPen(QColor(marked.get(row, self.theme.muted)))
        painter.drawText(place, side | Qt.AlignmentFlag.AlignVCenter, index_text(int(self.picture.points[row])))

    def _draw_symbol(self, painter: QPainter, row: int, at: QPointF) -> None:
        label, size = self._label(row), MARK * self.theme.scale
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(at)
        painter.scale(size, size)
        painter.fillPath(symbol(label), self.theme.class_colour(label))
        painter.restore()

    def _draw_strips(self, painter: QPainter, area: QRectF) -> None:
        """Draw the colour of every row's class beside it, and over its column."""
        labels = self.picture.question.dataset.labels[self.picture.points]
        n, wide, gap = len(labels), STRIP * self.theme.scale, GAP * self.theme.scale
        palette = [self.theme.class_colour(label).rgb() for label in range(int(labels.max()) + 1)]
        pixels = np.array(palette, dtype=np.uint32)[labels]
        across = QImage(pixels.data, n, 1, 4 * n, QImage.Format.Format_RGB32)
        painter.drawImage(QRectF(area.left(), area.top() - wide - gap, area.width(), wide), across)
        down = QImage(pixels.data, 1, n, 4, QImage.Format.Format_RGB32)
        painter.drawImage(QRectF(area.left() - wide - gap, area.top(), wide, area.height()), down)

    def _label(self, row: int) -> int:
        return int(self.picture.question.dataset.labels[self.picture.points[row]])


def chosen(n: int, room: float, needed: float, first: Iterable[int] = ()) -> list[int]:
    """Return the rows that are named: those wanted first, and every one of 1, 2, 5, 10, … that has room beside them.

    `n`: rows. `room`: pixels of a row. `needed`: pixels of a name. `first`: rows wanted first.
    """
    named: list[int] = []
    every = max(int(nice_step(needed / room)), 1)
    for row in [*first, *range(0, n, every)]:
        if row < n and all(abs(row - other) * room >= needed for other in named):
            named.append(row)
    return named
