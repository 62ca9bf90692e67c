"""An example in the gallery: a picture of its points, its title, and a sentence on what to watch."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QAbstractButton, QWidget

from perceptron_gui.gui.style.pictures import drawn
from perceptron_gui.gui.style.theme import LIGHT, RADIUS, SMALL, SPACE, TEXT, Theme, blend
from perceptron_gui.gui.widgets.points_picture import draw_points
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.samples import Sample

PICTURE = QSize(132, 88)
"""Pixels of the picture at scale 1."""
ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End)
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
WRAP = Qt.TextFlag.TextWordWrap.value


class ExampleCard(QAbstractButton):
    """Opens its example when it is clicked, or by Enter or Space. `arrow_pressed`: a key that goes to another card."""

    arrow_pressed = Signal(int)

    def __init__(self, sample: Sample, parent: QWidget) -> None:
        super().__init__(parent)
        self.sample = sample
        self._sentence = ""
        self.set_theme(LIGHT)
        self.setText(tr(sample.title))
        self.setAccessibleName(tr(sample.title))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_sentence(self, sentence: str) -> None:
        """Say another sentence below the title."""
        self._sentence = sentence
        self.setAccessibleDescription(sentence)
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Take other colours and sizes."""
        self._theme = theme
        self._fonts = theme.font(TEXT, QFont.Weight.DemiBold), theme.font(SMALL)
        self.update()

    def heightForWidth(self, width: int) -> int:
        room = QRect(0, 0, width - self._picture_size().width() - 3 * SPACE, 10_000)
        title, sentence = (QFontMetrics(font).boundingRect(room, WRAP, text).height() for font, text in self._lines())
        return max(self._picture_size().height(), title + sentence) + 2 * SPACE

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ARROWS:
            self.arrow_pressed.emit(event.key())
        elif event.key() in ENTER:
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_lit = self.underMouse() or self.isDown()
        ground = blend(QColor(theme.text), QColor(theme.panel), 0.06) if is_lit else QColor(theme.panel)
        edge = QPen(QColor(theme.accent), 2) if self.hasFocus() else QPen(QColor(theme.line), 1)
        painter.setPen(edge)
        painter.setBrush(ground)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), RADIUS, RADIUS)
        size = self._picture_size()
        painter.drawPixmap(QPoint(SPACE, SPACE), picture_of(self.sample, theme, size, self.devicePixelRatioF()))
        room = self.rect().adjusted(size.width() + 2 * SPACE, SPACE, -SPACE, -SPACE)
        for (font, text), colour in zip(self._lines(), (theme.text, theme.muted), strict=True):
            painter.setFont(font)
            painter.setPen(QColor(colour))
            painter.drawText(room, WRAP, text)
            room.setTop(room.top() + painter.boundingRect(room, WRAP, text).height())

    def _lines(self) -> list[tuple[QFont, str]]:
        return list(zip(self._fonts, (self.text(), self._sentence), strict=True))

    def _picture_size(self) -> QSize:
        return PICTURE * self._theme.scale


@lru_cache(maxsize=256)
def picture_of(sample: Sample, theme: Theme, size: QSize, sharpness: float) -> QPixmap:
    """Return the picture of an example's points: drawn from them, once for every theme, size and screen.

    `size`: pixels of the window. `sharpness`: pixels of the picture per pixel of the window.
    """
    box = QRectF(0, 0, size.width(), size.height())

    def draw(painter: QPainter) -> None:
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.setBrush(QColor(theme.panel))
        painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
        draw_points(painter, box, sample.make(), theme)

    return drawn(QSizeF(size), sharpness, draw)
