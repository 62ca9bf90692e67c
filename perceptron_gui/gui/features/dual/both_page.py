"""The page of the Dual panel with one step in both forms, and what each costs over the run (D2–D4)."""

import html

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.gui.panels.rich_text import RichText, text_area
from perceptron_gui.gui.style.theme import LIGHT, SMALL, Theme
from perceptron_gui.gui.widgets.formula_html import formulas_html
from perceptron_gui.gui.widgets.painted_widget import PaintedWidget
from perceptron_gui.gui.widgets.scroll_area import in_column
from perceptron_gui.session import gram
from perceptron_gui.session.explanation.binary_visit import kernel_sum
from perceptron_gui.session.explanation.visit_numbers import VisitNumbers
from perceptron_gui.session.gram import cost_curves, costs_of, verdict
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.session.wording import grouped
from perceptron_gui.translation import tr

HEIGHT, GAP = 104, 6
"""Pixels where nothing is enlarged, and between things."""


class CostPlot(PaintedWidget):
    """Two lines over the visits up to the cursor, each with its name and its number of now."""

    usual_height = HEIGHT

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.curves: tuple[Floats, Floats, Floats] | None = None
        self.setAccessibleName(tr("Multiplications of primal and dual over the visits"))

    def show_snapshot(self, snapshot: Snapshot | None) -> None:
        """Draw the run up to its cursor. `snapshot`: None for nothing."""
        self.curves = cost_curves(snapshot) if snapshot is not None and snapshot.visit else None
        if self.curves is not None:
            _, primal, dual = self.curves
            words = tr("primal {primal}, dual {dual}")
            said = words.format(primal=grouped(int(primal[-1])), dual=grouped(int(dual[-1])))
            self.setAccessibleDescription(said)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.curves is None:
            return
        painter, theme = self.smooth_painter(), self._theme
        visits, primal, dual = self.curves
        font = theme.font(SMALL, QFont.Weight.DemiBold)
        metrics = QFontMetricsF(font)
        area = QRectF(0, metrics.height(), self.width(), self.height() - 2 * metrics.height())
        most = max(float(primal[-1]), float(dual[-1]), 1.0)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        named = ((tr("primal"), primal, theme.accent, False), (tr("dual"), dual, theme.warn, True))
        painter.setFont(font)
        x = 0.0
        for name, costs, colour, is_dashed in named:
            line = Qt.PenStyle.DashLine if is_dashed else Qt.PenStyle.SolidLine
            painter.setPen(QPen(QColor(colour), 2.2 * theme.stroke, line))
            painter.drawPolyline(_line(visits / visits[-1], costs / most, area))
            text = f"{name} {grouped(int(costs[-1]))}"
            painter.drawText(QPointF(x, metrics.ascent()), text)
            x += metrics.horizontalAdvance(text) + 3 * GAP
        self._draw_axis(painter, area, int(visits[-1]))

    def _draw_axis(self, painter: QPainter, area: QRectF, visits: int) -> None:
        painter.setFont(self._theme.font(SMALL))
        painter.setPen(QColor(self._theme.muted))
        below = QRectF(0, area.bottom(), self.width(), self.height() - area.bottom())
        painter.drawText(below, Qt.AlignmentFlag.AlignLeft, "0")
        painter.drawText(below, Qt.AlignmentFlag.AlignRight, tr("visit {visit}").format(visit=grouped(visits)))


def _line(x: Floats, y: Floats, area: QRectF) -> QPolygonF:
    pixels = np.column_stack([area.left() + x * area.width(), area.bottom() - y * area.height()]).tolist()
    return QPolygonF([QPointF(*pixel) for pixel in pixels])


class BothPage(QWidget):
    """The costs of both forms as lines, f by w and by α, the costs as numbers, and whether the dual pays.

    `switched`: name of a view switch that is to be turned. `is_low`: whether there is little room for formulas.
    """

    switched = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text, self.plot = RichText(), CostPlot()
        self.text.linkActivated.connect(lambda _: self.switched.emit("full"))
        self._theme = LIGHT
        self.is_low = False
        in_column(self, self.plot, text_area(self.text)).setStretch(1, 1)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        self.plot.set_theme(theme)

    def draw(self, snapshot: Snapshot, state: ViewState) -> None:
        """Show the last step of a snapshot, and the costs up to there. `state`: whether long sums are written out."""
        why_not = gram.why_no_primal(snapshot)
        self.plot.setVisible(not why_not)
        if why_not:
            self.text.setText(self._said(why_not) + self._dual_html(snapshot, state.shows("full")))
            return
        self.text.setText(self._step_html(snapshot, state.shows("full")) + self._costs_html(snapshot))
        self.plot.show_snapshot(snapshot)

    def _step_html(self, snapshot: Snapshot, is_full: bool) -> str:
        last = snapshot.last
        if last is None or snapshot.alpha is None:
            return self._said(tr("Make a visit to see f in both forms."))
        numbers = VisitNumbers(snapshot, last, is_full)
        forms = gram.both_forms(numbers)
        primal, dual = gram.form_lines(numbers, forms)
        title = self._said(gram.step_title(numbers))
        lines = formulas_html((*primal, *dual), self._theme, is_full=is_full, is_dense=self.is_low)
        return title + lines + self._said(gram.same_or_not(forms))

    def _dual_html(self, snapshot: Snapshot, is_full: bool) -> str:
        """Return f by α alone."""
        numbers = VisitNumbers(snapshot, snapshot.last, is_full) if snapshot.last is not None else None
        if numbers is None or not numbers.has_alpha:
            return ""
        title = self._said(gram.step_title(numbers))
        return title + formulas_html(kernel_sum(numbers), self._theme, is_full=is_full, is_dense=self.is_low)

    def _costs_html(self, snapshot: Snapshot) -> str:
        costs = costs_of(snapshot)
        words = tr(
            "Multiplications that each form would make: primal {visits} visits × d = {primal}; "
            "dual {mistakes} mistakes × n = {dual}, and once {rows} for its rows of K."
        )
        counted = words.format(
            visits=grouped(costs.visits),
            primal=grouped(costs.primal),
            mistakes=grouped(costs.mistakes),
            dual=grouped(costs.dual),
            rows=grouped(costs.rows),
        )
        return self._said(counted) + self._said(verdict(costs))

    def _said(self, words: str) -> str:
        return f'<p style="color:{self._theme.muted}; margin:8px 0 0 0">{html.escape(words)}</p>'
