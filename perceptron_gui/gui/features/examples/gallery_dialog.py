"""All examples, topic by topic, each as a card with the picture of its points and what to watch."""

from collections.abc import Callable
from functools import partial

from PySide6 import QtGui
from PySide6.QtCore import QPoint, QRect, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtWidgets import QAbstractButton, QDialog, QLabel, QVBoxLayout, QWidget

from perceptron_gui.engine.data.samples import Sample
from perceptron_gui.files.points.sample_files import TOPICS, Topic
from perceptron_gui.gui.placement import resize_within_screen
from perceptron_gui.gui.style.theme import LIGHT, RADIUS, SMALL, SPACE, TEXT, Theme, blend, drawn
from perceptron_gui.gui.widgets.painted_widget import draw_points
from perceptron_gui.gui.widgets.plain_text import ScrollArea
from perceptron_gui.translation import tr

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
        self._kept: tuple[object, QtGui.QPixmap] | None = None
        self.set_theme(LIGHT)
        self.setText(tr(sample.title))
        self.setAccessibleName(tr(sample.title))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_sentence(self, sentence: str) -> None:
        """Set the sentence below the title."""
        self._sentence = sentence
        self.setAccessibleDescription(sentence)
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours and sizes of a theme."""
        self._theme = theme
        self._fonts = theme.font(TEXT, QtGui.QFont.Weight.DemiBold), theme.font(SMALL)
        self.update()

    def heightForWidth(self, width: int) -> int:
        room = QRect(0, 0, width - self._picture_size().width() - 3 * SPACE, 10_000)
        title, sentence = (
            QtGui.QFontMetrics(font).boundingRect(room, WRAP, text).height() for font, text in self._lines()
        )
        return max(self._picture_size().height(), title + sentence) + 2 * SPACE

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        if event.key() in ARROWS:
            self.arrow_pressed.emit(event.key())
        elif event.key() in ENTER:
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        painter, theme = QtGui.QPainter(self), self._theme
        painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
        is_lit = self.underMouse() or self.isDown()
        ground = (
            blend(QtGui.QColor(theme.text), QtGui.QColor(theme.panel), 0.06) if is_lit else QtGui.QColor(theme.panel)
        )
        edge = QtGui.QPen(QtGui.QColor(theme.accent), 2) if self.hasFocus() else QtGui.QPen(QtGui.QColor(theme.line), 1)
        painter.setPen(edge)
        painter.setBrush(ground)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), RADIUS, RADIUS)
        size = self._picture_size()
        key = theme, size, self.devicePixelRatioF()
        if self._kept is None or self._kept[0] != key:
            self._kept = key, picture_of(self.sample, *key)
        painter.drawPixmap(QPoint(SPACE, SPACE), self._kept[1])
        room = self.rect().adjusted(size.width() + 2 * SPACE, SPACE, -SPACE, -SPACE)
        for (font, text), colour in zip(self._lines(), (theme.text, theme.muted), strict=True):
            painter.setFont(font)
            painter.setPen(QtGui.QColor(colour))
            painter.drawText(room, WRAP, text)
            room.setTop(room.top() + painter.boundingRect(room, WRAP, text).height())

    def _lines(self) -> list[tuple[QtGui.QFont, str]]:
        return list(zip(self._fonts, (self.text(), self._sentence), strict=True))

    def _picture_size(self) -> QSize:
        return PICTURE * self._theme.scale


def picture_of(sample: Sample, theme: Theme, size: QSize, sharpness: float) -> QtGui.QPixmap:
    """Return the picture of an example's points, drawn from them.

    `size`: pixels of the window. `sharpness`: pixels of the picture per pixel of the window.
    """
    box = QRectF(0, 0, size.width(), size.height())

    def draw(painter: QtGui.QPainter) -> None:
        painter.setPen(QtGui.QPen(QtGui.QColor(theme.line), 1))
        painter.setBrush(QtGui.QColor(theme.panel))
        painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
        draw_points(painter, box, sample.make(), theme)

    return drawn(QSizeF(size), sharpness, draw)


SIZE = QSize(980, 680)
NARROWEST = 330
"""Pixels of a card at least, at scale 1; cards stand side by side where there is room for more than one."""
HEADING = TEXT + 2
"""Pixels of the letters of a heading."""


class GalleryPage(QWidget):
    """A heading for each topic, and the cards of its examples below, in columns of one width.

    `cards`: by the names of the examples, in order.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inner")
        self._theme: Theme = LIGHT
        self._headings = {topic: QLabel(tr(topic.title), self) for topic in TOPICS}
        self.cards = {sample.name: ExampleCard(sample, self) for topic in TOPICS for sample in topic.samples}
        for card in self.cards.values():
            card.arrow_pressed.connect(partial(self._go, card))
        self.n_columns = 1
        self._arranged: tuple[int, Theme] | None = None

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours and sizes of a theme."""
        self._theme = theme
        for heading in self._headings.values():
            heading.setFont(theme.font(HEADING, QtGui.QFont.Weight.DemiBold))
        for card in self.cards.values():
            card.set_theme(theme)
        if self.isVisible():
            self.arrange()

    def showEvent(self, event: QtGui.QShowEvent) -> None:
        super().showEvent(event)
        self.arrange()

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.isVisible():
            self.arrange()

    def arrange(self) -> None:
        """Lay out the page for its width and font; its height follows."""
        if self._arranged == (self.width(), self._theme):
            return
        self._arranged = self.width(), self._theme
        room = self.width() - 2 * SPACE
        self.n_columns = max(1, (room + SPACE) // round(NARROWEST * self._theme.scale + SPACE))
        top = SPACE
        for topic, heading in self._headings.items():
            heading.setGeometry(SPACE, top, room, heading.sizeHint().height())
            top = self._put_rows(topic, heading.geometry().bottom() + SPACE, room) + SPACE
        self.setMinimumHeight(top)

    def _put_rows(self, topic: Topic, top: int, room: int) -> int:
        """Put the cards of a topic below `top`; return where the next thing may stand."""
        cards, width = [self.cards[name] for name in topic.names], (room + SPACE) // self.n_columns - SPACE
        for first in range(0, len(cards), self.n_columns):
            row = cards[first : first + self.n_columns]
            height = max(card.heightForWidth(width) for card in row)
            for column, card in enumerate(row):
                card.setGeometry(SPACE + column * (width + SPACE), top, width, height)
            top += height + SPACE
        return top

    def _go(self, card: ExampleCard, key: int) -> None:
        """Move the focus to the next card, or to the nearest in the row above or below."""
        cards = list(self.cards.values())
        place = cards.index(card)
        if key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            target = cards[0 if key == Qt.Key.Key_Home else -1]
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            target = cards[min(max(place + (1 if key == Qt.Key.Key_Right else -1), 0), len(cards) - 1)]
        else:
            target = self._in_next_row(card, is_down=key == Qt.Key.Key_Down)
        target.setFocus(Qt.FocusReason.TabFocusReason)

    def _in_next_row(self, card: ExampleCard, is_down: bool) -> ExampleCard:
        rows = sorted({other.y() for other in self.cards.values()})
        place = rows.index(card.y()) + (1 if is_down else -1)
        if not 0 <= place < len(rows):
            return card
        row = [other for other in self.cards.values() if other.y() == rows[place]]
        return min(row, key=lambda other: abs(other.x() - card.x()))


class GalleryDialog(QDialog):
    """The gallery of all examples; emits the clicked one. `chosen`: the name of an example."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Gallery of examples"))
        self.page = GalleryPage()
        area = ScrollArea()
        area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        area.setWidgetResizable(True)
        area.setWidget(self.page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(area)
        for name, card in self.page.cards.items():
            card.clicked.connect(partial(self.chosen.emit, name))

    def show_gallery(self, theme: Theme, sentence: Callable[[Sample], str], name: str) -> None:
        """Show the examples, the keys at one of them, as large as a hall needs them where one looks on.

        `sentence`: returns what is said below the title of an example. `name`: the example that has the keys, if there
        is one of that name; else the first one.
        """
        for card in self.page.cards.values():
            card.set_sentence(sentence(card.sample))
        self.page.set_theme(theme)
        resize_within_screen(self, SIZE * theme.scale)
        self.show()
        self.raise_()
        self.activateWindow()
        self.page.cards.get(name, next(iter(self.page.cards.values()))).setFocus(Qt.FocusReason.TabFocusReason)
