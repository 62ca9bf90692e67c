"""Why no line separates the points, as a sentence over the picture, beside the points that prove it (T1)."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from perceptron_gui.gui.canvas.overlay import GAP, Fade, Overlay
from perceptron_gui.gui.style.theme import RADIUS, TEXT

PADDING = 12.0
"""Pixels around the words, on a desk."""
WIDEST = 0.5
"""Largest share of the canvas's width."""
LEAST_WIDEST = 420.0
"""Pixels that it may take on a narrow canvas."""
FLAGS = Qt.AlignmentFlag.AlignLeft.value | Qt.AlignmentFlag.AlignTop.value | Qt.TextFlag.TextWordWrap.value


class ProofNote(Overlay):
    """A plate with a sentence."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.sentence = ""
        self.fade = Fade(self)

    def show_sentence(self, sentence: str) -> None:
        """Show a sentence, or fade out. `sentence`: empty to fade out; the words stay until it is gone."""
        if sentence:
            self.sentence = sentence
            self.setAccessibleName(sentence)
            self.update()
        self.fade.set_shown(bool(sentence))

    def wanted_size(self, room: QSizeF) -> QSizeF:
        """Return the size that the wrapped words need. See `Overlay.wanted_size`."""
        border = 2 * PADDING * self.theme.scale
        widest = max(WIDEST * room.width(), min(room.width() - 2 * GAP, LEAST_WIDEST * self.theme.scale))
        limit = QRectF(0, 0, widest * self.narrowness - border, 1e4)
        box = QFontMetricsF(self.theme.font(TEXT)).boundingRect(limit, FLAGS, self.sentence)
        return QSizeF(box.width() + border + 2, box.height() + border + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self.theme
        painter.setOpacity(self.opacity)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.warn), 1.6 * theme.scale))
        painter.setBrush(QColor(theme.warn_tint))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), RADIUS, RADIUS)
        padding = PADDING * theme.scale
        painter.setPen(QColor(theme.text))
        painter.setFont(theme.font(TEXT))
        painter.drawText(
            QRectF(self.rect()).adjusted(padding, padding, -padding + 2, -padding + 2), FLAGS, self.sentence
        )
