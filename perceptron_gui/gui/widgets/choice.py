"""Widgets for choosing: lists whose rows explain themselves, on/off buttons, and page switches.

A screen reader turns a button without a click: Qt emits `toggled` then, and not `clicked`. So what a checkable button
does hangs on `toggled`, and what the program knows is shown by `show_checked`.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6 import QtGui, QtWidgets
from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QRectF, QSignalBlocker, QSize, Qt, Signal

from perceptron_gui.gui.style.theme import LEAST_HEIGHT, RADIUS, SMALL, SPACE, TEXT
from perceptron_gui.session.wording import said_of

MEANING = Qt.ItemDataRole.AccessibleDescriptionRole
"""Under this role a row keeps the line that explains it."""
ICON = 24
FRAME = 4
"""Pixels by which the frame of the keys may narrow the room for words."""
Index = QModelIndex | QPersistentModelIndex
ROLES = QtGui.QPalette.ColorRole
Row = tuple[str, str, Any]
"""Its name, a line that explains it, and what it stands for."""


class Rows(QtWidgets.QStyledItemDelegate):
    """Draws a row: its symbol, its name, and below it in small letters what choosing it means.

    The font is that of its combo box, which is its parent; the colours are the program's.
    """

    def _fonts(self) -> tuple[QtGui.QFont, QtGui.QFont]:
        box = self.parent()
        assert isinstance(box, QtWidgets.QWidget)
        name, meaning = QtGui.QFont(box.font()), QtGui.QFont(box.font())
        name.setWeight(QtGui.QFont.Weight.Medium)
        meaning.setPixelSize(round(meaning.pixelSize() * SMALL / TEXT))
        return name, meaning

    def sizeHint(self, option: QtWidgets.QStyleOptionViewItem, index: Index) -> QSize:
        name, meaning = map(QtGui.QFontMetrics, self._fonts())
        text, line = _words(index)
        width = max(name.horizontalAdvance(text), meaning.horizontalAdvance(line))
        height = name.height() + (meaning.height() if line else 0)
        return QSize(width + _indent(index) + 2 * SPACE, height + SPACE + 2)

    def paint(self, painter: QtGui.QPainter, option: QtWidgets.QStyleOptionViewItem, index: Index) -> None:
        box = option.rect
        from PySide6.QtWidgets import QStyle  # see `Choice`

        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        if is_chosen:
            painter.fillRect(box, QtGui.QGuiApplication.palette().color(ROLES.Highlight))
        inside = box.adjusted(SPACE, SPACE // 2, -SPACE, -SPACE // 2)
        icon = index.data(Qt.ItemDataRole.DecorationRole)
        if isinstance(icon, QtGui.QIcon):
            icon.paint(painter, QRect(inside.left(), inside.center().y() - ICON // 2, ICON, ICON))
        self._write(painter, inside.adjusted(_indent(index), 0, 0, 0), _words(index), is_chosen)
        painter.restore()

    def _write(self, painter: QtGui.QPainter, box: QRect, words: tuple[str, str], is_chosen: bool) -> None:
        """Write the name and the line that explains it into `box`."""
        name, meaning = self._fonts()
        palette = QtGui.QGuiApplication.palette()
        painter.setPen(palette.color(ROLES.HighlightedText if is_chosen else ROLES.Text))
        painter.setFont(name)
        top = Qt.AlignmentFlag.AlignTop if words[1] else Qt.AlignmentFlag.AlignVCenter
        room = QtGui.QFontMetrics(name).elidedText(words[0], Qt.TextElideMode.ElideMiddle, box.width())
        painter.drawText(box, top | Qt.AlignmentFlag.AlignLeft, room)
        painter.setPen(palette.color(ROLES.HighlightedText if is_chosen else ROLES.PlaceholderText))
        painter.setFont(meaning)
        painter.drawText(box, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft, words[1])


class Choice(QtWidgets.QComboBox):
    """A combo box that says its choice in a sentence.

    What a style would say of sizes follows from Qt's own hint: the class of styles has 700 names, which take PySide
    7 ms of a start (A9).

    `sentence`: with a place {name} for the name of the chosen row.
    """

    def __init__(self, sentence: str, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self._sentence = sentence
        self._shown = ""

    def add(self, name: str, value: object = None, meaning: str = "", icon: QtGui.QIcon | None = None) -> None:
        """Append a row.

        `name`: the name in the row. `value`: what the row stands for (its user data). `meaning`: a line below the name
        that explains it; none where it is empty.
        """
        self.addItem(name, value)
        row = self.count() - 1
        if meaning:
            self.setItemData(row, meaning, MEANING)
        if icon is not None:
            self.setItemData(row, icon, Qt.ItemDataRole.DecorationRole)

    def set_rows(self, rows: Sequence[Row], take: Callable[[Any], None]) -> None:
        """Offer rows that never change. `take`: gets what the row stands for that the user chooses."""
        for name, meaning, value in rows:
            self.add(name, value, meaning)
        # Not what Qt kept of it: of a StrEnum that is a plain string, none to those who ask with "is".
        self.activated.connect(lambda i: take(rows[i][-1]))

    def offer(self, named: Mapping[Any, str], chosen: object) -> None:
        """Replace the rows if they differ, and choose one, or the first if that is missing; emits no signal.

        `named`: names of rows, by what they stand for. `chosen`: what the chosen row stands for; None for no row.
        """
        was_blocked = self.blockSignals(True)
        if [(self.itemData(i), self.itemText(i)) for i in range(self.count())] != [*named.items()]:
            self.clear()
            for value, name in named.items():
                self.add(name, value)
            for policy in (self.SizeAdjustPolicy.AdjustToContents, self.sizeAdjustPolicy()):
                self.setSizeAdjustPolicy(policy)  # else Qt keeps the size of the rows before until it is shown
        self.setCurrentIndex(-1 if chosen is None else max(self.findData(chosen), 0))
        self.blockSignals(was_blocked)
        self.update()

    @property
    def words(self) -> str:
        """The text on the closed box."""
        return self._said(self.currentText())

    def _said(self, name: str) -> str:
        return self._sentence.replace("{name}", name) + "  ▾"

    def _fitting(self, room: int) -> str:
        """Return the box's text for `room` pixels: a long name is elided in its middle, its sentence never."""
        metrics = self.fontMetrics()
        left = room - metrics.horizontalAdvance(self._said(""))
        return self._said(metrics.elidedText(self.currentText(), Qt.TextElideMode.ElideMiddle, max(left, 0)))

    def sizeHint(self) -> QSize:
        """Return a size in which any row can be chosen without moving what is beside the box."""
        size, line = super().sizeHint(), self.fontMetrics().height()
        width, height = self._room_of_rows()
        return QSize(size.width() - width + self._widest() + 1, size.height() - height + max(line, LEAST_HEIGHT))

    def _widest(self) -> int:
        metrics = self.fontMetrics()
        return max((metrics.horizontalAdvance(self._said(self.itemText(i))) for i in range(self.count())), default=0)

    def _room_of_rows(self) -> tuple[int, int]:
        """Return width and height that Qt's own size hint allows for the rows, without the frame of the box."""
        metrics, icon = self.fontMetrics(), self.iconSize()
        beside = [0 if self.itemIcon(i).isNull() else icon.width() + 4 for i in range(self.count())]
        widths = (metrics.boundingRect(self.itemText(i)).width() + room for i, room in enumerate(beside))
        line = math.ceil(QtGui.QFontMetricsF(self.font()).height()) + 2
        height = max(line, icon.height() + 2 if any(beside) else 0, LEAST_HEIGHT)
        return max(widths, default=0), height

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        self._shown = self._fitting_words()
        super().paintEvent(event)

    def initStyleOption(self, option: QtWidgets.QStyleOptionComboBox) -> None:
        """See `QComboBox.initStyleOption`: what the box says, without the icon."""
        super().initStyleOption(option)
        option.currentText, option.currentIcon = self._shown, QtGui.QIcon()

    def _fitting_words(self) -> str:
        edges = self.sizeHint().width() - self._widest()
        fits = self.fontMetrics().horizontalAdvance(self.words) + edges + FRAME <= self.width()
        return self.words if fits else self._fitting(self._room())

    def _room(self) -> int:
        """Return the width in pixels that the style leaves for text."""
        from PySide6.QtWidgets import QStyle

        option, edit = QtWidgets.QStyleOptionComboBox(), QStyle.SubControl.SC_ComboBoxEditField
        super().initStyleOption(option)
        return self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, edit, self).width()

    def showPopup(self) -> None:
        """Open the list as wide as its longest line, and no wider than the screen."""
        self._fit_list()
        widest = self.view().sizeHintForColumn(0) + 2 * SPACE + 2
        self.view().setMinimumWidth(
            max(min(widest, self.screen().availableGeometry().width() - 2 * SPACE), self.width())
        )
        super().showPopup()

    def _fit_list(self) -> None:
        """Set up the list with our delegate; late, as Qt creates it only when it is first asked for."""
        rows = self.itemDelegate()
        if not isinstance(rows, Rows):
            rows = Rows(self)
            self.setItemDelegate(rows)
        self.view().doItemsLayout()  # it keeps the heights of rows in letters of another size
        # Fusion puts a black frame around the list.
        container = self.view().parentWidget()
        if isinstance(container, QtWidgets.QFrame):
            container.setFrameShape(QtWidgets.QFrame.Shape.NoFrame)


KEYS_WIDTH, KEYS_AT = 2.0, 2.0
"""Pixels of the frame of the segment that has the keys, and between it and the edge."""


class Segment(QtWidgets.QPushButton):
    """A button with room for its name in bold, in which the style sheet sets that of the one that is pressed.

    Where the keys are a frame is painted within its borders, which are its neighbours', too.
    """

    def sizeHint(self) -> QSize:
        more = width_in_bold(self) - self.fontMetrics().horizontalAdvance(self.text())
        return super().sizeHint() + QSize(max(0, more), 0)

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            painter, palette = QtGui.QPainter(self), self.palette()
            painter.setRenderHint(QtGui.QPainter.RenderHint.Antialiasing)
            colour = palette.highlightedText() if self.isChecked() else palette.highlight()
            painter.setPen(QtGui.QPen(colour, KEYS_WIDTH))
            inside = KEYS_AT + KEYS_WIDTH / 2
            box = QRectF(self.rect()).adjusted(inside, inside, -inside, -inside)
            painter.drawRoundedRect(box, RADIUS - inside, RADIUS - inside)


def width_in_bold(button: QtWidgets.QAbstractButton) -> int:
    """Return how many pixels wide the name of a button is in bold."""
    bold = QtGui.QFont(button.font())
    bold.setWeight(QtGui.QFont.Weight.DemiBold)
    return QtGui.QFontMetrics(bold).horizontalAdvance(button.text())


class Segments(QtWidgets.QWidget):
    """Buttons side by side, one of which is pressed.

    `names`: what the buttons say, translated; at least two. `chosen`: the place of the one that was pressed, from 0.
    """

    chosen = Signal(int)

    def __init__(self, names: Sequence[str], parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("modeSwitch")
        self.row = in_a_row(self)
        group = QtWidgets.QButtonGroup(self)
        self.buttons = [Segment(name, self) for name in names]
        ends = {0: "first", len(names) - 1: "last"}
        if self.isRightToLeft():
            ends = {0: "last", len(names) - 1: "first"}  # the sheet knows left and right
        for index, button in enumerate(self.buttons):
            button.setCheckable(True)
            button.setObjectName(ends.get(index, "middle"))
            button.toggled.connect(partial(self._on_toggled, index))
            group.addButton(button)
            self.row.addWidget(button)

    def _on_toggled(self, index: int, is_on: bool) -> None:
        if is_on:
            self.chosen.emit(index)


def in_a_row(
    owner: QtWidgets.QWidget, *parts: QtWidgets.QWidget, spacing: int = 0, margins: tuple[int, int] = (0, 0)
) -> QtWidgets.QHBoxLayout:
    """Return the layout of a widget that has its parts side by side. `margins`: at the sides; above and below."""
    row, (side, above) = QtWidgets.QHBoxLayout(owner), margins
    row.setContentsMargins(side, above, side, above)
    row.setSpacing(spacing)
    for part in parts:
        row.addWidget(part)
    return row


def with_caption(text: str, widget: QtWidgets.QWidget, spacing: int) -> QtWidgets.QWidget:
    """Return a row of a caption and a widget, within the widget's former parent."""
    box = QtWidgets.QWidget(widget.parentWidget())
    caption = QtWidgets.QLabel(text, box)
    caption.setObjectName("caption")
    in_a_row(box, caption, widget, spacing=spacing)
    return box


def _words(index: Index) -> tuple[str, str]:
    """Return the name of a row and the line that explains it."""
    return str(index.data(Qt.ItemDataRole.DisplayRole) or ""), str(index.data(MEANING) or "")


def _indent(index: Index) -> int:
    """Return how far in the words of a row begin: after its symbol."""
    return ICON + SPACE if isinstance(index.data(Qt.ItemDataRole.DecorationRole), QtGui.QIcon) else 0


def show_checked(button: QtWidgets.QAbstractButton, is_on: bool) -> None:
    """Check or uncheck a button without a signal; in a group the button checked before is released."""
    with QSignalBlocker(button):
        button.setChecked(is_on)


FORMS = ("", "narrow", "tight")
"""How much room there is beside the words of the buttons, the most first, as in the style sheet."""


class PageSwitch(Segments):
    """A row of buttons, one per page; that of the shown page is pressed. What fits is in full words, from the left.

    `chosen`: index of the page. `names`: short ones. `full`: all of what they stand for, which is read when pointed at.
    """

    def __init__(self, names: Sequence[str], full: Sequence[str], parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(names, parent)
        self.row.addStretch(1)
        self._form = FORMS[0]
        self._words: list[tuple[str, str]] = []
        self._needed: dict[str, list[tuple[int, int]]] = {}  # pixels of short and full words, by the form
        self.setMinimumWidth(1)  # the form of now keeps no panel wide
        self.show_names(names, full)
        self.show_page(0)

    def show_names(self, names: Sequence[str], full: Sequence[str]) -> None:
        """Say what pages are called now, translated: in short, and in full words."""
        words = list(zip(names, full, strict=True))
        if words == self._words:
            return
        self._words = words
        for button, (short, name) in zip(self.buttons, words, strict=True):
            button.setToolTip(name)
            # With what the button shows, for who says that to the computer.
            button.setAccessibleName(name if short.lower() in name.lower() else said_of(short, name))
        self._needed.clear()
        self._fit()

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        """Use the widest wording of the buttons that fits."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Measure the texts again after a change of font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._needed.clear()
            self.setMinimumWidth(1)
            self._fit()

    def _fit(self) -> None:
        for form in FORMS:
            if form not in self._needed:
                self._measure(form)
            left = self.width() - sum(short for short, _ in self._needed[form])
            if left >= 0:
                break
        self._take(form)
        for button, words, (short, full) in zip(self.buttons, self._words, self._needed[form], strict=True):
            is_full = full - short <= left
            left -= full - short if is_full else 0
            if button.text() != words[is_full]:
                button.setText(words[is_full])

    def _measure(self, form: str) -> None:
        self._take(form)
        needed = []
        for button, words in zip(self.buttons, self._words, strict=True):
            widths = []
            for text in words:
                button.setText(text)
                widths.append(button.sizeHint().width())
            needed.append((widths[0], widths[1]))
        self._needed[form] = needed
        if form == FORMS[-1]:
            self.setMinimumWidth(sum(short for short, _ in needed))

    def _take(self, form: str) -> None:
        if form != self._form:  # else no style is asked for: making its class takes a part of the start (A9)
            self._form = form
            for button in self.buttons:
                button.setProperty("room", form)
                button.style().unpolish(button)
                button.style().polish(button)
                button.updateGeometry()

    def show_page(self, index: int) -> None:
        """Press the button of a page without switching to it."""
        show_checked(self.buttons[index], True)
