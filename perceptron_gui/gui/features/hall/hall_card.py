"""The card beside the plane, which borrows the panel it shows, and the black screen."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from math import ceil

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QFrame, QStyle, QToolButton, QWidget
from shiboken6 import Shiboken

from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.gui.panels.panel_registry import CARDS
from perceptron_gui.gui.style.style_sheet import style_sheet
from perceptron_gui.gui.style.theme import LEAST_FORMULA, TEXT, Theme
from perceptron_gui.gui.widgets.choice import show_checked
from perceptron_gui.gui.widgets.plain_text import in_column
from perceptron_gui.gui.window import MainWindow, focus_chain
from perceptron_gui.session.actions import ACTIONS
from perceptron_gui.session.view.switches import HALL
from perceptron_gui.translation import tr

NARROWEST, WIDEST = 0.35, 0.45
"""Shares of the window's width."""
FORMULA_LINE = 20
"""Letters as wide as high that a line of formulas has room for, where the plane keeps enough."""
MARGIN, BETWEEN = 10, 12
"""Pixels on a desk, around the names, and at most between them."""
FRAME = 2
"""Pixels of the frame around a name that has the keys."""


def card_width(window: QSize, theme: Theme) -> int:
    """Return how wide the card is in a window."""
    wanted = round(FORMULA_LINE * LEAST_FORMULA * theme.scale)
    return min(max(wanted, round(NARROWEST * window.width())), int(WIDEST * window.width()))


class CardName(QToolButton):
    """The name of a card, always as wide as it is in front, so that none moves when another is chosen."""

    def sizeHint(self) -> QSize:
        self.ensurePolished()
        font = self.font()
        font.setWeight(QFont.Weight.DemiBold)
        wide = ceil(QFontMetricsF(font).horizontalAdvance(self.text())) + 2 * FRAME
        return QSize(wide, super().sizeHint().height())


class CardNames(QWidget):
    """The names of the cards in a row, closer together where there is little room. `chosen`: the place of one.

    Many of them on a narrow screen, and longer words of another language, need a second row.
    """

    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("cardNames")
        self.buttons: list[CardName] = []
        self._between = BETWEEN

    def show_names(self, names: Sequence[str], front: int, between: int) -> None:
        """Write names, and mark the one in front. `between`: most pixels between two of them."""
        self._between = between
        if [button.text() for button in self.buttons] != [*names]:
            for button in self.buttons:
                button.hide()
                button.deleteLater()
            self.buttons = [self._button(place, name) for place, name in enumerate(names)]
        for place, button in enumerate(self.buttons):
            show_checked(button, place == front)
        self.arrange()

    def _button(self, place: int, name: str) -> CardName:
        button = CardName(self)
        button.setText(name)
        button.setCheckable(True)
        button.toggled.connect(partial(self._choose, place))
        button.show()
        return button

    def _choose(self, place: int, is_checked: bool) -> None:
        show_checked(self.buttons[place], not is_checked)
        self.chosen.emit(place)

    def arrange(self) -> None:
        """Put the names in one row, or in rows of equal length if one is too short, and take their height."""
        sizes = {button: button.sizeHint() for button in self.buttons}
        height = 0
        for row in self._rows([size.width() for size in sizes.values()]):
            buttons = self.buttons[row]
            free = (self.width() - sum(sizes[button].width() for button in buttons)) // max(len(buttons) - 1, 1)
            left, top = 0, height
            for button in buttons:
                place = QRect(QPoint(left, top), sizes[button])
                button.setGeometry(QStyle.visualRect(self.layoutDirection(), self.rect(), place))
                left += sizes[button].width() + max(min(free, self._between), 0)
                height = max(height, top + sizes[button].height())
        if height != self.height() or height != self.maximumHeight():
            self.setFixedHeight(height)

    def _rows(self, widths: Sequence[int]) -> list[slice]:
        """Return the fewest rows of about as many names in which none is cut. `widths`: of the names, in pixels."""
        for n_rows in range(1, len(widths) + 1):
            each = ceil(len(widths) / n_rows)
            rows = [slice(first, first + each) for first in range(0, len(widths), each)]
            if all(sum(widths[row]) <= self.width() for row in rows):
                return rows
        return [slice(place, place + 1) for place in range(len(widths))]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.arrange()


class HallCard(QFrame):
    """One card at a time. `shown`: its name; empty for none. `chosen`: that of the card to show instead."""

    chosen = Signal(str)

    def __init__(self, window: MainWindow) -> None:
        super().__init__()
        self._window = window
        self.setObjectName("hallCard")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._cards: tuple[str, ...] = ()
        self._theme: Theme | None = None
        self.shown = ""
        self._panel: Panel | None = None
        self.names = CardNames()
        self.names.chosen.connect(lambda place: self.chosen.emit(self._cards[place]))
        self._top = in_column(None, self.names, margins=None)
        self._column = in_column(self, self._top, margins=(3, 0, 0, 0), spacing=0)
        self.hide()

    def show_card(self, cards: tuple[str, ...], front: str, theme: Theme) -> None:
        """Show one of the cards that there are."""
        self._cards = cards
        if front != self.shown:
            self._give_back()
            self.shown = front
            self._take(front)
        self.fit(theme)
        self.names.show_names([tr(CARDS[card]) for card in cards], cards.index(front), round(BETWEEN * theme.scale))
        self.show()
        self._order_keys()

    def put_away(self) -> None:
        """Give back what is shown, and hide."""
        self.hide()
        self._give_back()
        self.shown = ""

    def fit(self, theme: Theme) -> None:
        """Take colours and sizes, and the width that belongs to them."""
        if theme != self._theme:
            self._theme = theme
            margin = round(MARGIN * theme.scale)
            self._top.setContentsMargins(margin - FRAME, round(margin / 2), FRAME, 0)
            self.setStyleSheet(style_sheet(theme))
        if self._panel is not None and self._panel.theme != theme:
            # Not tables, whose letters shrink where columns are many.
            texts = "QLabel, QAbstractButton, QComboBox, QLineEdit"
            self._panel.setStyleSheet(f"{texts} {{ font-size: {theme.letters(TEXT)}px; }}")
            self._panel.set_theme(theme)
        self.setFixedWidth(card_width(self._window.size(), theme))

    def _take(self, card: str) -> None:
        window = self._window
        panel = window.side.named(card)
        if panel is None:
            self._column.addWidget(window.exercise)
            self._column.addStretch(1)
            window.exercise.show()
            return
        window.side.lend(panel)
        self._panel = panel
        self._column.addWidget(panel, 1)
        panel.show()

    def _give_back(self) -> None:
        panel, self._panel = self._panel, None
        if panel is not None:
            panel.setStyleSheet("")
            self._window.side.lend(None)
        elif self.shown:
            self._column.takeAt(self._column.count() - 1)
            self._window.put_question_below()

    def _order_keys(self) -> None:
        """Let Tab come from the plane to the names, and from there into the panel."""
        canvas, inside = self._window.canvas, set() if self._panel is None else {*self._panel.findChildren(QWidget)}
        parts = [each for each in focus_chain(self._window, canvas) if each in inside]
        stops = [each for each in parts if each.focusPolicy() & Qt.FocusPolicy.TabFocus]
        for one, other in pairwise([canvas, *self.names.buttons, *stops]):
            QWidget.setTabOrder(one, other)


class BlackScreen(QWidget):
    """Lies over the whole window and keeps all keys and clicks from it. `gone`: the picture is wanted again."""

    gone = Signal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.setProperty("takesKeys", True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Black screen"))
        shown = (action for action in ACTIONS if action.group == HALL or action.id == "view.presentation")
        self._keys = {"Esc", *(key for action in shown for key in action.keys)}
        self._before: QWidget | None = None
        self.hide()

    def cover(self, is_black: bool) -> None:
        """Lie over the window, or go and give the keys back."""
        window = self.parentWidget()
        assert isinstance(window, MainWindow)
        if is_black:
            self._before = window.focusWidget()
            self.setGeometry(window.rect())
            self.show()
            self.raise_()
            self.setFocus()
            return
        self.hide()
        before = (
            self._before if Shiboken.isValid(self._before) else None
        )  # maybe made anew meanwhile, as the cards' names are
        (before if before is not None and before.isVisible() else window.canvas).setFocus()

    def event(self, event: QEvent) -> bool:
        """Take every key before it is a shortcut. See `QWidget.event`."""
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.accept()
        if QKeySequence(event.key()).toString() in self._keys:
            self.gone.emit()

    def focusNextPrevChild(self, is_next: bool) -> bool:
        """Stay: what lies below is not to be reached. See `QWidget.focusNextPrevChild`."""
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()
        self.gone.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), Qt.GlobalColor.black)
