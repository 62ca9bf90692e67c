"""What a page of a lesson says and asks: a card beside the plane, or above it where the window is narrow or a hall."""

import itertools

from PySide6 import QtCore, QtGui, QtWidgets

from perceptron_gui.gui.features.lessons.ask_controls import AskBox
from perceptron_gui.gui.override_guard import telling
from perceptron_gui.gui.panels.rich_text import RichText
from perceptron_gui.gui.style.style_sheet import letters, style_sheet
from perceptron_gui.gui.style.theme import Theme
from perceptron_gui.gui.widgets import author_text, choice, plain_text
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.gui.window_actions import tip
from perceptron_gui.session.actions import BY_ID
from perceptron_gui.session.wording import ended, together
from perceptron_gui.translation import tr

WIDTH, WIDEST, COLUMNS = 300, 380, 560
"""Pixels on a desk: of the card beside the plane, and of a card above it with two columns."""
LEAST_PLANE = 480
"""Pixels of the plane beside the card, however large letters are."""
LOW, LOW_ABOVE = 480, 450
"""Pixels of the height, on a desk, below which a card beside the plane takes the room of the counter and has its ways
beside its title, and that of the side panel is taken by a card that would stand above the plane."""
MOST_READ = 2000
"""Letters of a page that are read aloud by themselves."""
SHARE = 0.36
"""The part of the width that a card beside the plane takes, where that is within its limits."""
MOST_ABOVE, MOST_ASKED = 0.45, 0.62
"""The part of the height that a card above the plane takes at most, and where its question needs that."""
ASKED = 0.38
"""The part of the width that a question beside its text takes."""
LEAST_READ, LEAST_ABOVE = 66, 48
"""Pixels of the height that a text keeps above its question, beside the plane and above it."""
MARGIN, GAP, SLACK, EDGE = 14, 10, 8, 4


class LessonCard(QtWidgets.QFrame):
    """Title, place in the lesson, text and question. `placed`: whether it needs the room of the counter."""

    placed = QtCore.Signal(bool)

    def __init__(self, window: MainWindow, pages: QtWidgets.QMenu) -> None:
        super().__init__()
        self._window, self._text = window, ""
        self._theme: Theme | None = None
        self.setObjectName("lessonCard")
        self.setAccessibleName(tr("Lesson"))
        self.setAttribute(QtCore.Qt.WidgetAttribute.WA_StyledBackground)
        self.title = plain_text.Message()
        self.title.setObjectName("lessonTitle")
        self.title.setMinimumWidth(1)
        self.previous, self.next = self._button("‹", "lessons.previous"), self._button("›", "lessons.next")
        self.back, self.close_button = self._button("↺", "lessons.back"), self._button("✕", "lessons.end")
        self.place = self._button("")
        self.place.setMenu(pages)
        self.place.setPopupMode(QtWidgets.QToolButton.ToolButtonPopupMode.InstantPopup)
        self.place.setToolTip(tr("Contents: all pages of the lesson"))
        self.place.setAccessibleName(self.place.toolTip())
        self.text, self.ask = RichText(), AskBox(window)
        self._head = QtWidgets.QWidget()
        self._top = QtWidgets.QBoxLayout(QtWidgets.QBoxLayout.Direction.TopToBottom, self._head)
        self._body = QtWidgets.QBoxLayout(QtWidgets.QBoxLayout.Direction.TopToBottom)
        self._reading, self._asking = _Part(self.text), _Part(self.ask)
        self._asking.column.insertWidget(1, self.ask.reply)
        self._follows_reply = False
        # Not at once: Qt would go on through the layout from which the card, or its reply, was taken, and crash.
        self._soon = QtCore.QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(telling(self.fit))
        self._lay_out()
        for watched in (window.central_area, self._reading.inside, self._asking.inside):
            watched.installEventFilter(self)
        window.areas.insert(1, self)
        window.stage.theme_changed.connect(self.set_theme)
        self.set_theme(window.stage.theme)

    def _lay_out(self) -> None:
        ways = QtWidgets.QWidget()
        choice.in_a_row(ways, self.previous, self.place, self.next, self.back, self.close_button).insertStretch(4, 1)
        self._top.setContentsMargins(0, 0, 0, 0)
        self._top.setSpacing(2)
        self._top.addWidget(self.title, 1)
        self._top.addWidget(ways)
        self._body.setSpacing(GAP)
        self._body.addWidget(self._reading)
        self._body.addWidget(self._asking, 1)
        self._column = plain_text.in_column(self, self._head, self._body, margins=(MARGIN, 6, GAP, GAP), spacing=6)
        for part in (self._reading, self._asking):
            part.verticalScrollBar().rangeChanged.connect(self._show_reply)
        self._column.setStretch(1, 1)

    def _button(self, sign: str, name: str = "") -> QtWidgets.QToolButton:
        """Return a button with a sign. `name`: of the action that it triggers."""
        button = QtWidgets.QToolButton()
        button.setText(sign)
        button.setObjectName("lessonButton")
        button.setFocusPolicy(QtCore.Qt.FocusPolicy.TabFocus)
        if name:
            action = self._window.actions_by_id[name]
            button.setAccessibleName(action.text())
            button.setToolTip(tip(BY_ID[name]))
            button.clicked.connect(action.trigger)
        return button

    # What is shown

    def show_page(self, title: str, number: int, count: int, text: str) -> None:
        """Show a page; its question comes with `ask`. `number`: of the page, of so many."""
        self.title.say(title)
        self.place.setText(tr("{number} / {n}").format(number=number, n=count))
        self.place.setAccessibleName(tr("Page {number} of {n}").format(number=number, n=count))
        self.previous.setVisible(number > 1)
        self.next.setVisible(number < count)
        self._text, self._follows_reply = text, False
        if self._has_keys():
            self._window.canvas.setFocus()
        self.ask.clear()
        self._write()
        self._reading.verticalScrollBar().setValue(0)
        self.fit()
        told = ended(self.place.accessibleName()), author_text.first_words(text, MOST_READ)
        self._window.told.emit(together(*told))

    def set_theme(self, theme: Theme) -> None:
        """Take colours and sizes, in a hall those of its last row."""
        if theme != self._theme:
            self._theme = theme
            self.setStyleSheet(style_sheet(theme) + letters(theme) if theme.least else "")
            self._write()
            self.fit()

    def _write(self) -> None:
        if self._theme is not None:
            self.text.setText(author_text.text_html(self._text, self._theme))

    def show_reply(self) -> None:
        """Bring what was said to an answer into view, and read it aloud."""
        self._follows_reply = True
        field = QtWidgets.QApplication.focusWidget()
        if isinstance(field, QtWidgets.QLineEdit) and self.isAncestorOf(field):
            field.selectAll()  # what is typed for another try takes the place of the first
        self.fit()
        self._window.told.emit(self.ask.reply.text())
        self._show_reply()

    def _show_reply(self, *_: int) -> None:
        """Scroll to the reply, whose beginning comes first where it has too little room."""
        reply = self.ask.reply
        if self._follows_reply and not reply.isHidden():
            part = self._reading if self._reading.column.indexOf(reply) >= 0 else self._asking
            part.ensureVisible(0, reply.geometry().bottom(), 0, 0)
            part.ensureVisible(0, reply.y(), 0, 0)

    # Keys

    def take_keys(self, are_wanted: bool) -> None:
        """Let Tab go from the answer to the ways on. `are_wanted`: whether the first field has the keys now."""
        control = self.ask.control
        answers = control.stops() if control is not None else []
        ways = [self.previous, self.place, self.next, self.back, self.close_button]
        stops = [self._reading, *answers, self.ask.check, self.ask.show_me, *ways, self._asking]
        for before, after in itertools.pairwise(stops):
            QtWidgets.QWidget.setTabOrder(before, after)
        if are_wanted and answers and isinstance(answers[0], QtWidgets.QLineEdit):
            answers[0].setFocus()

    def shut(self) -> None:
        """Take no answer any more; who has answered by keys goes on by them."""
        has_keys = self._has_keys()
        self.ask.shut()
        if has_keys:
            (self._window.canvas if self.next.isHidden() else self.next).setFocus()

    def _has_keys(self) -> bool:
        focus = QtWidgets.QApplication.focusWidget()
        return focus is not None and self.ask.isAncestorOf(focus)

    # Place

    @property
    def is_beside(self) -> bool:
        """Whether there is room for it next to the plane."""
        return self._fits_beside(self._window.central_area.width())

    def _fits_beside(self, width: int) -> bool:
        """Whether there is room for it next to the plane. `width`: of both, in pixels."""
        scale = self._theme.scale if self._theme is not None else 1.0
        return not self._window.controller.view_state.is_presenting and width >= round(WIDTH * scale) + LEAST_PLANE

    def put_away(self) -> None:
        """Hide it, and give back the room of the side panel."""
        self.hide()
        self._make_room()

    def _make_room(self) -> None:
        """Fold the side panel if the card has room neither next to the plane nor, in a low window, above it."""
        area, side = self._window.central_area, self._window.side
        scale = self._theme.scale if self._theme is not None else 1.0
        width = area.width() - (0 if side.is_open else side.room)
        is_low = area.height() < LOW_ABOVE * scale and not self._window.controller.view_state.is_presenting
        side.make_room(is_low and not self.isHidden() and not self._fits_beside(width))

    def fit(self) -> None:
        """Stand beside the plane or above it, as large as the text needs and the plane leaves."""
        area, theme = self._window.central_area, self._theme
        if theme is None:
            return
        self._make_room()
        is_beside, scale = self.is_beside, theme.scale
        layout = self._window.beside_plane if is_beside else area.column
        if layout.indexOf(self) < 0:
            layout.insertWidget(0, self)
            self.setProperty("place", "beside" if is_beside else "above")
            self.style().polish(self)
        is_low, flow = area.height() < LOW * scale, QtWidgets.QBoxLayout.Direction
        self.placed.emit(not is_beside or is_low)
        self._top.setDirection(flow.TopToBottom if is_beside and not is_low else flow.LeftToRight)
        if is_beside:
            room = min(WIDEST * scale, max(SHARE * area.width(), WIDTH * scale))
            needed = min(self._asking.least_width() + MARGIN + GAP, area.width() - LEAST_PLANE)
            self.setFixedWidth(round(max(room, needed)))
            self.setMinimumHeight(0)
            self.setMaximumHeight(MOST)
            self._flow(None)
            self._share(self.minimumWidth() - MARGIN - GAP, self.height() - self._around())
            return
        self.setMinimumWidth(0)
        self.setMaximumWidth(MOST)
        self._fit_above(area.width() - MARGIN - GAP, area.height())

    def _around(self) -> int:
        return self._head.sizeHint().height() + self._column.spacing() + 6 + GAP

    def _flow(self, asked: int | None) -> None:
        """Let the question stand beside the text with the reply, or above the reply. `asked`: its width beside them."""
        flow, is_asked = QtWidgets.QBoxLayout.Direction, not self.ask.words.isHidden()
        self._body.setDirection(flow.TopToBottom if asked is None else flow.LeftToRight)
        self._body.setStretch(0, int(asked is not None or not is_asked))
        home, other = (self._asking, self._reading) if asked is None else (self._reading, self._asking)
        if home.column.indexOf(self.ask.reply) < 0:
            other.column.removeWidget(self.ask.reply)
            home.column.insertWidget(1, self.ask.reply)
        self._asking.setVisible(is_asked)
        self._asking.setMinimumWidth(asked or 1)
        self._asking.setMaximumWidth(asked or MOST)
        self._reading.setMinimumHeight(1)
        self._reading.setMaximumHeight(MOST)
        for part in (self._reading, self._asking):
            part.set_fits(False)

    def _share(self, width: int, room: int) -> None:
        """Give the question below the text what it needs, and the text the rest. `room`: the height of both."""
        if not self.ask.words.isHidden():
            read, asked = self._reading.needed(width), self._asking.needed(width)
            least = min(read, round((LEAST_READ if self.is_beside else LEAST_ABOVE) * self._window.stage.theme.scale))
            self._reading.setFixedHeight(min(read, max(room - GAP - asked, least)))
            self._reading.set_fits(self._reading.minimumHeight() >= read)
            self._asking.set_fits(room - GAP - self._reading.minimumHeight() >= asked)

    def _fit_above(self, width: int, height: int) -> None:
        """Be as high as the text and the question need, side by side where there is room."""
        scale, is_asked = self._window.stage.theme.scale, not self.ask.words.isHidden()
        has_columns = is_asked and width >= COLUMNS * scale
        wanted = max(round(ASKED * (width - GAP)), self._asking.least_width())
        self._flow(wanted if has_columns else None)
        read = self._reading.needed(width - GAP - wanted if has_columns else width)
        asked = self._asking.needed(wanted if has_columns else width) if is_asked else 0
        least = 0 if has_columns else min(read, round(LEAST_ABOVE * scale)) + GAP
        needed = max(read, asked) if has_columns else read + (asked + GAP) * is_asked
        most, around = round(MOST_ABOVE * height), self._around()
        if is_asked:
            most = max(most, min(asked + least + around, round(MOST_ASKED * height)))
        self.setFixedHeight(min(needed + around, most))
        if not has_columns:
            self._share(width, self.minimumHeight() - around)

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        self._soon.start()

    def eventFilter(self, watched: QtCore.QObject, event: QtCore.QEvent) -> bool:
        is_inside = watched is not self._window.central_area
        if event.type() == (QtCore.QEvent.Type.LayoutRequest if is_inside else QtCore.QEvent.Type.Resize):
            self._soon.start()
        return False


class _Part(plain_text.ScrollArea):
    """A half of the card, scrolled where it has too little room: the text, or the question; the reply is in one."""

    def __init__(self, first: QtWidgets.QWidget) -> None:
        super().__init__()
        self.inside = QtWidgets.QWidget()
        self.inside.setObjectName("inner")
        self.column = plain_text.in_column(self.inside, first, margins=(0, 0, SLACK, 0), spacing=GAP)
        self.column.addStretch(1)
        self.setFrameShape(QtWidgets.QFrame.Shape.NoFrame)
        self.setMinimumSize(1, 1)
        self.setWidgetResizable(True)
        self.setWidget(self.inside)

    def least_width(self) -> int:
        """Return the width below which it would be cut."""
        self._settle()
        return self.column.totalMinimumSize().width() + EDGE

    def needed(self, width: int) -> int:
        """Return the height at which nothing is scrolled."""
        self._settle()
        return self.column.totalHeightForWidth(width - EDGE) + EDGE

    def set_fits(self, fits: bool) -> None:
        """Let go of the scroll bar where it is not needed: Qt keeps one whose own width makes the text too long."""
        policy = QtCore.Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(policy.ScrollBarAlwaysOff if fits else policy.ScrollBarAsNeeded)

    def _settle(self) -> None:
        """Let every part know what it needs now, the innermost first."""
        for part in reversed(self.inside.findChildren(QtWidgets.QWidget)):
            part.ensurePolished()
            if (layout := part.layout()) is not None:
                layout.activate()
        self.column.activate()


MOST = 16_777_215
"""Qt's own largest size of a widget."""
