"""Axes of plots whose numbers are written as everywhere else."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtGui import QFont, QFontMetrics

from perceptron_gui.session.nice_steps import nice_step
from perceptron_gui.session.wording import grouped, tick_text

TICK_GAP = 16
"""Least room between two numbers, in pixels."""


class NumberAxis(pg.AxisItem):  # type: ignore[misc]
    """An axis whose numbers are written as everywhere else."""

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        """Return the numbers as text."""
        return [tick_text(value * scale, spacing * scale) for value in values]


class WholeNumberAxis(NumberAxis):
    """An axis of counts: there is no visit between two visits."""

    is_whole = True

    def set_font(self, font: QFont) -> None:
        """Set the font of the numbers."""
        self._metrics = QFontMetrics(font)
        self.setTickFont(font)

    def tickSpacing(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, float]]:
        """Return one level of ticks (spacing, offset), as far apart as their numbers need."""
        if not self.is_whole:
            return list(super().tickSpacing(minVal, maxVal, size))
        is_across = self.orientation == "bottom"
        widest = self._metrics.horizontalAdvance(grouped(int(maxVal)))
        room = widest + TICK_GAP if is_across else 2 * self._metrics.height()
        return [(nice_step(max(1.0, (maxVal - minVal) * room / max(size, 1.0))), 0.0)]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        """Return the numbers in full, with their figures in groups of three."""
        if not self.is_whole:
            return list(super().tickStrings(values, scale, spacing))
        return [grouped(round(value)) for value in values]
