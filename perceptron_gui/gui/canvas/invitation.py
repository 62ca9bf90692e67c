"""What an empty plane says: how to begin, and examples to begin with."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from perceptron_gui.files.sample_files import BY_NAME
from perceptron_gui.gui.canvas.overlay import GAP, Overlay
from perceptron_gui.gui.style.theme import RADIUS, Theme
from perceptron_gui.translation import tr

HEADLINE, WORDS = 24, 15
"""Sizes in pixels on a desk."""
EXAMPLES = ("two-classes", "textbook", "xor", "three-classes")
"""The examples that are offered by name; the menu has all."""


class Invitation(Overlay):
    """The words of an empty plane; a click goes through them and places a point."""

    def wanted_size(self, room: QSizeF) -> QSizeF:
        """See `Overlay.wanted_size`."""
        width = min(room.width() - 2 * GAP, 620 * self.theme.scale)
        return QSizeF(width, sum(self._box(text, font, width).height() for text, font in self._lines()) + 12)

    def _lines(self) -> list[tuple[str, QFont]]:
        return [
            (tr("Click to place a point"), self.theme.font(HEADLINE, QFont.Weight.DemiBold)),
            (tr("1 and 2 choose its class; points of two classes make a run."), self.theme.font(WORDS)),
            (tr("Without a mouse: Enter shows a cursor, Space places."), self.theme.font(WORDS)),
            (tr("Or begin with an example, below or in the menu Data:"), self.theme.font(WORDS)),
        ]

    def _box(self, text: str, font: QFont, width: float) -> QRectF:
        flags = Qt.AlignmentFlag.AlignHCenter.value | Qt.TextFlag.TextWordWrap.value
        return QFontMetricsF(font).boundingRect(QRectF(0, 0, width, 1e4), flags, text).adjusted(0, 0, 0, 6)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, top = QPainter(self), 6.0
        ground = QColor(self.theme.panel)
        ground.setAlphaF(0.88)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(self.rect(), RADIUS, RADIUS)
        flags = Qt.AlignmentFlag.AlignHCenter.value | Qt.TextFlag.TextWordWrap.value
        for place, (text, font) in enumerate(self._lines()):
            height = self._box(text, font, self.width()).height()
            painter.setFont(font)
            painter.setPen(QColor(self.theme.muted if place else self.theme.text))
            painter.drawText(QRectF(0, top, self.width(), height), flags, text)
            top += height


class ExampleRow(QWidget):
    """A button for each of a few examples, and one for all of them.

    `chosen`: the name of an example. `all_asked`: all examples are to be shown. `buttons`: by the names of the
    examples; what they are about is told by `Examples`, who knows the rules. `all`: shows all examples.
    """

    chosen = Signal(str)
    all_asked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        self.all = self._button(tr("All examples…"))
        self.all.clicked.connect(self.all_asked)
        self.buttons = {name: self._button(tr(BY_NAME[name].title).partition(":")[0]) for name in EXAMPLES}
        for name, button in self.buttons.items():
            button.clicked.connect(partial(self.chosen.emit, name))
        for button in self._in_order():
            row.addWidget(button)

    def _in_order(self) -> tuple[QPushButton, ...]:
        """Return all buttons; where room is short the last ones are missing."""
        return self.all, *self.buttons.values()

    def _button(self, text: str) -> QPushButton:
        button = QPushButton(text)
        # The canvas keeps the keys, so that Space and Enter mean there what they always mean.
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        return button

    def set_theme(self, theme: Theme) -> None:
        """Take other sizes."""
        for button in self._in_order():
            button.setFont(theme.font(WORDS))
        self.adjustSize()

    def fit(self, width: int) -> None:
        """Show as many examples as there is room for. `width`: the room in pixels."""
        used = 0
        for button in self._in_order():
            used += button.sizeHint().width() + 8
            button.setVisible(used <= width)
        self.adjustSize()
