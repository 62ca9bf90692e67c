"""The mistakes of the many runs of a trial, a row a set of points, against their bounds (T2, T8)."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from perceptron_gui.engine.run.trial import Case, Question, Trial
from perceptron_gui.gui.panels.plot_scale import PlotScale
from perceptron_gui.gui.style.theme import SMALL
from perceptron_gui.gui.widgets.painted_widget import PaintedWidget
from perceptron_gui.session.wording import counted, grouped, number_text, tick_text
from perceptron_gui.translation import tr

ROW, GAP = 46, 6
"""Pixels of one set where nothing is enlarged, and between things."""
BELOW_ROWS = 40
"""Pixels of the axis with its numbers and its name."""
TICK_SIZE = 11
BELOW_NAME = 0.4
"""Share of a row's height that its name takes: the bound would go through it."""
SPREAD = 0.3
"""Share of a row's height over which its dots are strewn, so that equal ones can be told apart."""


class TrialPlot(PaintedWidget):
    """A row of dots for each set, a dot a run; the bound is a line through the rows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.trial: Trial | None = None
        self.setAccessibleName(tr("The mistakes of every run"))

    def show_trial(self, trial: Trial | None) -> None:
        """Draw the runs so far. `trial`: None where nobody asked for it."""
        self.trial = trial
        self.update()

    @property
    def usual_height(self) -> float:
        """See `PaintedWidget.usual_height`."""
        return len(self.trial.question.cases) * ROW + BELOW_ROWS if self.trial is not None else 0.0

    def scale(self, trial: Trial) -> PlotScale:
        """Return the axis of mistakes."""
        is_log = trial.question is Question.MARGINS
        room = 4.0 if is_log else 1.15
        start = 1.0 if is_log else 0.0
        return PlotScale(start, room * trial.largest_bound, GAP, self.width() - GAP, is_log)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.trial is None:
            return
        painter = self.smooth_painter()
        scale, row, cases = self.scale(self.trial), ROW * self._theme.scale, self.trial.question.cases
        for place, (case, mistakes) in enumerate(zip(cases, self.trial.mistakes, strict=True)):
            area = QRectF(0, place * row, self.width(), row)
            self._draw_runs(painter, scale, area, mistakes)
            self._draw_name(painter, area, self._name(self.trial.question, case), mistakes)
            self._draw_bound(painter, scale, case.bound, area)
        self._draw_axis(painter, scale, len(cases) * row)

    def _name(self, question: Question, case: Case) -> str:
        if question is Question.MARGINS:
            return tr("margin {margin}").format(margin=number_text(case.margin))
        return counted("{count} dimension", "{count} dimensions", case.n_features)

    def _draw_name(self, painter: QPainter, area: QRectF, name: str, mistakes: tuple[int, ...]) -> None:
        painter.setFont(self._theme.font(SMALL))
        painter.setPen(QColor(self._theme.text))
        if mistakes:
            words = tr("{name}: {least} to {most} mistakes")
            name = words.format(name=name, least=grouped(min(mistakes)), most=grouped(max(mistakes)))
        painter.drawText(QPointF(GAP, area.top() + QFontMetricsF(painter.font()).ascent()), name)

    def _draw_runs(self, painter: QPainter, scale: PlotScale, area: QRectF, mistakes: tuple[int, ...]) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        colour = QColor(self._theme.accent)
        colour.setAlphaF(0.45)
        painter.setBrush(colour)
        size, strewn = 3.0 * self._theme.scale, SPREAD * area.height()
        middle = area.top() + 0.68 * area.height()
        xs = scale.place(np.array(mistakes, dtype=np.float64)).tolist()
        for i, x in enumerate(xs):
            painter.drawEllipse(QPointF(x, middle + strewn * ((i * 0.618034) % 1 - 0.5)), size, size)

    def _draw_axis(self, painter: QPainter, scale: PlotScale, y: float) -> None:
        font = self._theme.font(TICK_SIZE)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(QPen(QColor(self._theme.line), 1))
        painter.drawLine(QPointF(scale.start, y), QPointF(scale.end, y))
        painter.setPen(QColor(self._theme.muted))
        for value in scale.ticks(metrics.horizontalAdvance("100") + 4 * GAP):
            text = tick_text(value, value or 1.0)
            x = max(float(scale.place(value)) - metrics.horizontalAdvance(text) / 2, 0.0)
            painter.drawText(QPointF(x, y + metrics.height()), text)
        name = tr("mistakes")
        painter.drawText(QPointF((self.width() - metrics.horizontalAdvance(name)) / 2, y + 2 * metrics.height()), name)

    def _draw_bound(self, painter: QPainter, scale: PlotScale, bound: int, area: QRectF) -> None:
        colour = QColor(self._theme.wrong)
        x = float(scale.place(float(bound)))
        painter.setPen(QPen(colour, 2 * self._theme.stroke))
        painter.drawLine(QPointF(x, area.top() + BELOW_NAME * area.height()), QPointF(x, area.bottom()))
        font = self._theme.font(SMALL, QFont.Weight.Bold)
        painter.setFont(font)
        painter.drawText(QPointF(x + GAP, area.bottom() - GAP), grouped(bound))
