"""Rich text in panels: laid out once per text and width, of steady height, in a scrolled column."""

import math
from collections.abc import Mapping, Sequence

from PySide6 import QtGui
from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QScrollArea, QWidget

from perceptron_gui.gui.style.theme import TEXT
from perceptron_gui.gui.widgets.painted_widget import PaintedWidget
from perceptron_gui.gui.widgets.plain_text import ScrollArea
from perceptron_gui.translation import onward, tr


class RichText(QLabel):
    """A label whose height follows from its width.

    Qt's label makes a document of every text anew and lays it out six times until it is painted: 9 ms for a step of
    several classes, which changes ten times a second while the run moves (A8). So the text is laid out and painted by a
    document of its own. Qt's label selects and follows links: it gets the text when the mouse comes.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._heights: dict[int, int] = {}
        self._text = self._parsed = ""
        self._document = QtGui.QTextDocument(self)
        self._document.setDocumentMargin(0)
        self._document.setUndoRedoEnabled(False)

    def text(self) -> str:
        return self._text

    def setText(self, text: str) -> None:
        if text == self._text:
            return
        self._text = text
        self._heights.clear()
        if self.underMouse() or self.hasSelectedText():
            self._tell_label()
        self.updateGeometry()
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        self._heights.clear()
        super().changeEvent(event)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    def sizeHint(self) -> QSize:
        return QSize(0, self.heightForWidth(self.width()))

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = math.ceil(self._laid_out(width).size().height()) if self._text else 0
        return self._heights[width]

    def enterEvent(self, event: QtGui.QEnterEvent) -> None:
        self._tell_label()
        super().enterEvent(event)

    def mousePressEvent(self, event: QtGui.QMouseEvent) -> None:
        self._tell_label()  # a finger comes without entering
        super().mousePressEvent(event)

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        if self.hasSelectedText():
            super().paintEvent(event)
            return
        painter, context = QtGui.QPainter(self), QtGui.QAbstractTextDocumentLayout.PaintContext()
        context.palette = self.palette()
        context.palette.setColor(QtGui.QPalette.ColorRole.Text, self.palette().color(self.foregroundRole()))
        self._laid_out(self.width()).documentLayout().draw(painter, context)

    def _tell_label(self) -> None:
        if super().text() != self._text:
            super().setText(self._text)

    def _laid_out(self, width: int) -> QtGui.QTextDocument:
        """Return the document of the text, laid out at a width."""
        document = self._document
        if document.defaultFont() != self.font():
            document.setDefaultFont(self.font())
        if document.textWidth() != width:
            document.setTextWidth(width)
        if self._parsed != self._text:
            self._parsed = self._text
            document.setHtml(self._text)
            self.setAccessibleName(document.toPlainText())
        return document


def text_area(text: RichText) -> QScrollArea:
    """Return a text that is scrolled where it has too little room, without a stop for Tab."""
    text.setObjectName("inner")
    area = QScrollArea()
    area.setWidget(text)
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return area


class SteadyText(RichText):
    """Keeps the height of its highest text so far while its width stays, so that nothing around it jumps."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._highest: dict[int, int] = {}
        self._longest = RichText(self)
        self._longest.hide()

    def keep_room_for(self, text: str) -> None:
        """Reserve the height for a text that may come."""
        if text != self._longest.text():
            self._longest.ensurePolished()
            self._longest.setText(text)
            self.updateGeometry()

    def changeEvent(self, event: QEvent) -> None:
        self._highest.clear()
        super().changeEvent(event)

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        # A layout asks after other widths too, between those that the text gets.
        if event.size().width() != event.oldSize().width():
            self._highest = {self.width(): self._highest.get(self.width(), 0)}

    def forget_height(self) -> None:
        """Take no more room than the next text needs."""
        self._highest.clear()
        self.updateGeometry()

    def heightForWidth(self, width: int) -> int:
        longest = self._longest.heightForWidth(width) if self._longest.text() else 0
        needed = max(super().heightForWidth(width), longest)
        self._highest[width] = max(needed, self._highest.get(width, 0))
        return self._highest[width]


class NoteLines(PaintedWidget):
    """A few lines of plain text, each cut where it has no room; they take as much height when they are empty.

    `count`: how many lines.
    """

    told_as = "StaticText"

    def __init__(self, count: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = count
        self.lines: tuple[str, ...] = ()

    def show_lines(self, lines: Sequence[str]) -> None:
        """Show other lines. `lines`: from the top; those beyond the room are left out."""
        if tuple(lines) != self.lines:
            self.lines = tuple(lines)
            self.setAccessibleName("\n".join(self.lines))
            self.update()

    @property
    def _line_height(self) -> int:
        return QtGui.QFontMetrics(self._theme.font(TEXT)).lineSpacing()

    def sizeHint(self) -> QSize:
        return QSize(100, self._count * self._line_height)

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        painter, height = QtGui.QPainter(self), self._line_height
        painter.setFont(self._theme.font(TEXT))
        painter.setPen(self._theme.text)
        metrics = painter.fontMetrics()
        for i, line in enumerate(self.lines[: self._count]):
            shown = metrics.elidedText(line, Qt.TextElideMode.ElideRight, self.width())
            painter.drawText(0, i * height, self.width(), height, Qt.AlignmentFlag.AlignVCenter, shown)


class Fold(QPushButton):
    """A line that shows what is secondary, or puts it away. `is_offered`: whether a column has it."""

    is_offered = True

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self.setObjectName("fold")
        self.setCheckable(True)
        self.toggled.connect(lambda _: self._say())
        self._say()

    def sizeHint(self) -> QSize:
        return super().sizeHint() if self.is_offered else QSize(0, 0)

    def _say(self) -> None:
        self.setText(onward(("▾ " if self.isChecked() else "▸ ") + self._words))


SIDE, TOP, GAP = 18, 14, 16
"""Pixels beside, above and below the column, and between its parts."""


class Column(ScrollArea):
    """A column that places its parts itself, as Qt's layouts would first paint a text in its old place.

    `parts`: from top to bottom, what matters most first; each as high as it needs at this width, or as its size hint.
    `gap`: pixels between them; what has no height has none. Pictures give way where that is enough for all to be seen.
    Else the last parts wait behind a line to click; only who unfolds them has to scroll, or who looks at a first part
    that is too high alone.
    """

    def __init__(self, *parts: QWidget, gap: int = GAP) -> None:
        super().__init__()
        self._parts, self._gap = parts, gap
        self._inner = inner = QWidget()
        inner.setObjectName("inner")
        # L10n: a button that unfolds a text
        self.more = Fold(tr("More"), inner)
        self.more.toggled.connect(self._unfold)
        for part in parts:
            part.setParent(inner)
        self.setWidget(inner)

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place()

    def place(self) -> None:
        """Give every part the height that it needs now, below the one before."""
        # The scroll bar has room beside the text, which stays as wide when the bar comes or goes.
        whole = self.maximumViewportSize()
        width, room = whole.width() - 2 * SIDE, whole.height() - 2 * TOP + self._gap
        line = self.more.sizeHint().height() + self._gap
        heights = {part: height + self._gap for part in self._parts if (height := _height(part, width))}
        shown, missing = [*heights], sum(heights.values()) - room
        if missing > sum(map(_to_spare, shown)):
            shown, missing = _first_that_fit(heights, room - line)
        is_folded = 0 < len(shown) < len(heights)
        above = len(shown)
        if not shown or (is_folded and self.more.isChecked()):
            shown, missing = [*heights], 0
        self.more.setVisible(is_folded)
        y = TOP
        for place, part in enumerate(heights):
            if is_folded and place == above:
                self.more.setGeometry(SIDE, y, width, line - self._gap)
                y += line
            if part in shown:
                given = min(max(missing, 0), _to_spare(part))
                missing -= given
                part.setGeometry(SIDE, y, width, heights[part] - self._gap - given)
                y += heights[part] - given
        for part in self._parts:
            part.setVisible(part in shown)
        at = self.viewport().size()
        self._inner.resize(at.width(), max(y - self._gap + TOP, at.height()))

    def _unfold(self, is_open: bool) -> None:
        self.place()
        self.verticalScrollBar().setValue(self.more.y() - TOP if is_open else 0)


def _height(part: QWidget, width: int) -> int:
    part.ensurePolished()  # what is not seen has no letters of its own yet
    return part.heightForWidth(width) if part.hasHeightForWidth() else part.sizeHint().height()


def _to_spare(part: QWidget) -> int:
    return int(getattr(part, "to_spare", 0))  # of a picture: painted, or with axes, which come with pyqtgraph


def _first_that_fit(heights: Mapping[QWidget, int], room: int) -> tuple[list[QWidget], int]:
    """Return the first parts that find room together, and by how much pictures among them have to give way for it."""
    shown, missing, spare = list[QWidget](), -room, 0
    for part, height in heights.items():
        if missing + height > spare + _to_spare(part):
            break
        shown.append(part)
        missing, spare = missing + height, spare + _to_spare(part)
    return shown, missing
