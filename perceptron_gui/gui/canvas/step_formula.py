"""Rule and numbers of this step over the picture, while only the canvas is shown."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QTextDocument, QTextOption
from PySide6.QtWidgets import QWidget

from perceptron_gui.gui.canvas.overlay import GAP, Fade, Overlay
from perceptron_gui.gui.style.theme import RADIUS, Theme
from perceptron_gui.gui.widgets.formula_html import formula_html

if TYPE_CHECKING:
    from perceptron_gui.session.explanation.step_summary import StepSummary

FORMULA = 20
"""Size in pixels on a desk."""
PADDING = 14.0
WIDEST = 0.6
"""Largest share of the canvas's width; longer lines are broken."""


class StepFormula(Overlay):
    """A plate with f in numbers, the verdict, and w and b."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.summary: StepSummary | None = None
        self.fade = Fade(self)
        self._document = QTextDocument(self)
        self._document.setDocumentMargin(0)
        self._document.setDefaultTextOption(QTextOption())

    def set_theme(self, theme: Theme) -> None:
        """Take other colours and sizes. See `Overlay.set_theme`."""
        super().set_theme(theme)
        self._write()

    def show_summary(self, summary: StepSummary | None) -> None:
        """Show a step, or fade out. `summary`: none to fade out; the words stay until it is gone."""
        if summary is not None and summary != self.summary:
            self.summary = summary
            self._write()
        self.fade.set_shown(summary is not None)

    @property
    def text(self) -> str:
        """What it says, as plain text."""
        return self._document.toPlainText()

    def wanted_size(self, room: QSizeF) -> QSizeF:
        """See `Overlay.wanted_size`."""
        padding = PADDING * self.theme.scale
        self._document.setTextWidth(-1)
        widest = max(WIDEST * room.width(), min(room.width() - 2 * GAP, 320.0)) - 2 * padding
        width = min(self._document.idealWidth() + 2, widest * self.narrowness)
        self._document.setTextWidth(width)
        return QSizeF(width + 2 * padding, self._document.size().height() + 1.4 * padding)

    def _write(self) -> None:
        if self.summary is not None:
            self._document.setHtml(summary_html(self.summary, self.theme))
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setOpacity(self.opacity)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QColor(self.theme.panel)
        ground.setAlphaF(0.88)
        painter.setPen(QColor(self.theme.line))
        painter.setBrush(ground)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
        painter.translate(PADDING * self.theme.scale, 0.7 * PADDING * self.theme.scale)
        self._document.drawContents(painter)


def summary_html(summary: StepSummary, theme: Theme) -> str:
    """Return a summary as rich text; names of classes stay plain."""
    size = round(FORMULA * theme.scale)
    style = f"font-family:'STIX Two Text','Inter'; font-size:{size}px; color:{theme.text}; margin:{size // 6}px 0 0 0"
    formulas = [
        f'<p style="{style}">{formula_html(line, theme, stands_out=False)}</p>'
        for line in (*summary.rule, *summary.parameters)
    ]
    colour, words = theme.of_visit(summary.is_mistake, summary.is_near_miss), html.escape(summary.verdict)
    font = f"font-family:'Inter'; font-weight:600; font-size:{round(0.85 * size)}px; margin:{size // 6}px 0 0 0"
    formulas.insert(len(summary.rule), f'<p style="{font}; color:{colour}">{words}</p>')
    return "".join(formulas)
