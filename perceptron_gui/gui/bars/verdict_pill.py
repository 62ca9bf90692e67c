"""The pill in the top bar that says whether the points are separable, with hats over its letters."""

import html

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from perceptron_gui.gui.style.theme import LIGHT, Theme
from perceptron_gui.gui.widgets.plain_text import HATTED, MATHS
from perceptron_gui.session.messages.meanings import meaning
from perceptron_gui.session.messages.verdict_text import shortest_verdicts
from perceptron_gui.translation import is_leftwards, tr

LARGER = 1.15
"""By how much letters with a hat are larger: in one size they are lower than those of the text."""


def laid_out(text: str, font: QFont) -> QTextLayout:
    """Return a line of text with its letters in their fonts, in the order of its language. `font`: of the text."""
    maths = QTextCharFormat()
    maths.setFontFamilies([MATHS, *font.families()])
    maths.setProperty(QTextCharFormat.Property.FontPixelSize, round(LARGER * font.pixelSize()))
    layout, option, ranges = QTextLayout(text, font), QTextOption(), []
    option.setTextDirection(Qt.LayoutDirection.RightToLeft if is_leftwards() else Qt.LayoutDirection.LeftToRight)
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    layout.setTextOption(option)
    for found in HATTED.finditer(text):
        ranges.append(QTextLayout.FormatRange())
        ranges[-1].start, ranges[-1].length, ranges[-1].format = found.start(), len(found[0]), maths
    layout.setFormats(ranges)
    layout.beginLayout()
    layout.createLine().setLineWidth(0)  # all of it stands in one line
    layout.endLayout()
    return layout


def width_of(text: str, font: QFont) -> float:
    """Return how many pixels a text takes."""
    return laid_out(text, font).maximumWidth() if text else 0


def draw_text(painter: QPainter, room: QRectF, text: str, font: QFont) -> None:
    """Write a text from the left, in the middle of its room's height."""
    metrics, layout = QFontMetricsF(font), laid_out(text, font)
    y = room.center().y() + (metrics.ascent() - metrics.descent()) / 2
    line = layout.lineAt(0)
    layout.draw(painter, QPointF(room.left() - line.naturalTextRect().left(), y - line.ascent()))


def hats_html(text: str) -> str:
    """Return a text as rich text for a tooltip. `text`: plain; may have any character."""
    span = f"<span style=\"font-family:'{MATHS}'\">"
    words = HATTED.sub(lambda found: f"{span}{found[0]}</span>", html.escape(text))
    return f"<qt>{words.replace(chr(10), '<br>')}</qt>" if text else ""


LEFT, RIGHT = 31, 15
"""Pixels before the text, with the dot among them, and after it."""


class VerdictPill(QWidget):
    """Shows verdict, margin and bound in the longest wording that fits; mouse or keys open the reason.

    `hint`: what its tooltip says, as plain text. `is_pointed`: whether the mouse or the keyboard's focus is on it.
    `pointed`: `is_pointed` has changed to this. `clicked`: it was clicked, or Enter was pressed on it.
    """

    told_as = "Button"
    pointed = Signal(bool)
    clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts: tuple[str, ...] = ("",)
        self._is_good: bool | None = None
        self.is_pointed, self.hint = False, ""
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(tr("no verdict"))
        self.set_theme(LIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        # As high as the buttons beside it: none in its row may be higher. Letters of other scripts may be.
        line = self.fontMetrics().size(0, self._texts[0]).height()
        return QSize(round(self._width(self._texts[0])), max(line, 18) + 14)

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours of another theme."""
        self._theme = theme
        self._font = theme.font(13, QFont.Weight.DemiBold)
        # It says at least this much; the same for all verdicts, so that the bar does not jump.
        self.setMinimumWidth(round(max(self._width(text) for text in shortest_verdicts())) + 1)
        self.updateGeometry()
        self.update()

    def show_verdict(self, texts: tuple[str, ...], is_good: bool | None, hint: str = "", bound: str = "bound") -> None:
        """Show a verdict, in the longest wording that fits.

        `texts`: wordings, from long to short. `is_good`: True is shown in green, False in amber, None in grey. `hint`:
        the tooltip. `bound`: the name of what the bound means, see `OrderWords`.
        """
        if (texts, is_good, hint) == (self._texts, self._is_good, self.hint):
            return
        self._texts, self._is_good, self.hint = texts, is_good, hint
        names = {True: ("separable", "margin", bound), False: ("not separable",), None: ()}[is_good]
        told = "\n".join(filter(None, (hint, meaning(*names)))) if hint else ""
        self.setToolTip(hats_html(told))
        self.setAccessibleName(texts[0] or tr("no verdict"))
        self.setAccessibleDescription(told)
        self.update()

    @property
    def text(self) -> str:
        """What it says when there is room."""
        return self._texts[0]

    def _width(self, text: str) -> float:
        return width_of(text, self._font) + LEFT + RIGHT

    @property
    def _shown_text(self) -> str:
        return next((t for t in self._texts if self._width(t) <= self.width()), self._texts[-1])

    @property
    def _pill(self) -> QRectF:
        """Where it is painted: at the end of the bar, as wide as its words."""
        width = min(self._width(self._shown_text), self.width()) if self._shown_text else 0
        return QRectF(0 if self.isRightToLeft() else self.width() - width, 0, width, self.height())

    # Mouse and keys

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_pointed(self._pill.contains(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._set_pointed(self.hasFocus())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._pill.contains(event.position()):
            self.clicked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.clicked.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._set_pointed(True)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            below = self.mapToGlobal(self._pill.bottomLeft().toPoint())  # what the mouse reads, keys read, too
            QToolTip.showText(below, self.toolTip(), self)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._set_pointed(False)

    def _set_pointed(self, is_pointed: bool) -> None:
        if is_pointed != self.is_pointed:
            self.is_pointed = is_pointed
            self.pointed.emit(is_pointed)

    def paintEvent(self, event: QPaintEvent) -> None:
        text, pill = self._shown_text, self._pill
        if not text:
            return
        front, back = self._colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(self._theme.text), 3) if self.hasFocus() else Qt.PenStyle.NoPen)
        painter.setBrush(back)
        inner = pill.adjusted(1.5, 1.5, -1.5, -1.5) if self.hasFocus() else pill
        painter.drawRoundedRect(inner, inner.height() / 2, inner.height() / 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(front)
        painter.drawEllipse(QPointF(pill.left() + 19, pill.center().y()), 4.5, 4.5)
        painter.setPen(front)
        draw_text(painter, pill.adjusted(LEFT, 0, 0, 0), text, self._font)

    def _colours(self) -> tuple[QColor, QColor]:
        """Return the colours of the words and of the pill."""
        theme = self._theme
        if self._is_good is None:
            return QColor(theme.muted), QColor(theme.background)
        front, back = (theme.good, theme.good_tint) if self._is_good else (theme.warn, theme.warn_tint)
        return QColor(front), QColor(back)
