"""What a page of a lesson says and asks: a card beside the plane, or above it where the window is narrow or a hall."""

from PySide6 import QtCore, QtGui, QtWidgets

from perceptron_gui.gui.features.lessons.ask_controls import AskBox
from perceptron_gui.gui.panels.rich_text import RichText
from perceptron_gui.gui.style.style_sheet import letters, style_sheet
from perceptron_gui.gui.style.theme import Theme
from perceptron_gui.gui.widgets import author_text, choice, plain_text
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.gui.window_actions import tip
from perceptron_gui.session.actions import BY_ID
from perceptron_gui.translation import tr

WIDTH, WIDEST, LEAST_PLANE, COLUMNS = 300, 380, 480, 560
"""Pixels on a desk: of the card beside the plane, of the plane beside it, and of a card above it with two columns."""
LOW = 480
"""Pixels of the height, on a desk, below which the counter gives its room to the card beside the plane."""
MOST_READ = 2000
"""Letters of a page that are read aloud by themselves."""
SHARE = 0.36
"""The part of the width that a card beside the plane takes, where that is within its limits."""
MOST_ABOVE = 0.45
"""The part of the height that a card above the plane takes at most; the rest is scrolled."""
ASKED = 0.38
"""The part of the width that a question beside its text takes."""
MARGIN, GAP, SLACK = 14, 10, 8


def announce(part: QtWidgets.QWidget, words: str) -> None:
    """Have a screen reader say words, wherever the keys are."""
    QtGui.QAccessible.updateAccessibility(QtGui.QAccessibleAnnouncementEvent(part, words))


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
        self.text, self.ask = RichText(), AskBox(window)
        self._head, self._inside = QtWidgets.QWidget(), QtWidgets.QWidget()
        self._top = QtWidgets.QBoxLayout(QtWidgets.QBoxLayout.Direction.TopToBottom, self._head)
        self._body = QtWidgets.QBoxLayout(QtWidgets.QBoxLayout.Direction.TopToBottom, self._inside)
        self._area = plain_text.ScrollArea()
        self._lay_out()
        window.central_area.installEventFilter(self)
        self._inside.installEventFilter(self)
        window.stage.theme_changed.connect(self.set_theme)
        self.set_theme(window.stage.theme)

    def _lay_out(self) -> None:
        ways = QtWidgets.QWidget()
        choice.in_a_row(ways, self.previous, self.place, self.next, self.back, self.close_button).insertStretch(4, 1)
        self._top.setContentsMargins(0, 0, 0, 0)
        self._top.setSpacing(2)
        self._top.addWidget(self.title, 1)
        self._top.addWidget(ways)
        self._inside.setObjectName("inner")
        self._body.setContentsMargins(0, 0, SLACK, 0)
        self._body.setSpacing(2 * GAP)
        self._body.addWidget(self.text)
        self._body.addWidget(self.ask, 0, QtCore.Qt.AlignmentFlag.AlignTop)
        self._body.addStretch(1)
        self._area.setFrameShape(QtWidgets.QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setWidget(self._inside)
        self._column = plain_text.in_column(self, self._head, self._area, margins=(MARGIN, 6, GAP, GAP), spacing=6)
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
        place = tr("{number} / {n}").format(number=number, n=count)
        self.place.setText(place)
        self.place.setAccessibleName(tr("Page {number} of {n}").format(number=number, n=count))
        self.previous.setVisible(number > 1)
        self.next.setVisible(number < count)
        self._text = text
        self.ask.clear()
        self._write()
        self._area.verticalScrollBar().setValue(0)
        self.fit()
        announce(self, f"{self.place.accessibleName()}. {author_text.first_words(text, MOST_READ)}")

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
        self.fit()
        announce(self, self.ask.reply.text())
        self._area.ensureWidgetVisible(self.ask.reply)

    # Place

    @property
    def is_beside(self) -> bool:
        """Whether there is room beside the plane."""
        state, scale = self._window.controller.view_state, self._theme.scale if self._theme is not None else 1.0
        return not state.is_presenting and self._window.central_area.width() >= round((WIDTH + LEAST_PLANE) * scale)

    def fit(self) -> None:
        """Stand beside the plane or above it, as large as the text needs and the plane leaves."""
        area, theme = self._window.central_area, self._theme
        if theme is None:
            return
        is_beside, scale = self.is_beside, theme.scale
        layout = self._window.beside_plane if is_beside else area.column
        if layout.indexOf(self) < 0:
            layout.insertWidget(0, self)
            self.setProperty("place", "beside" if is_beside else "above")
            self.style().polish(self)
        self.placed.emit(not is_beside or area.height() < LOW * scale)
        flow = QtWidgets.QBoxLayout.Direction
        self._top.setDirection(flow.TopToBottom if is_beside else flow.LeftToRight)
        if is_beside:
            self._flow(has_columns=False)
            self.ask.setMaximumWidth(MOST)
            self.ask.setMinimumWidth(0)
            self.setFixedWidth(round(min(max(SHARE * area.width(), WIDTH * scale), WIDEST * scale)))
            self.setMinimumHeight(0)
            self.setMaximumHeight(MOST)
            return
        self.setMinimumWidth(0)
        self.setMaximumWidth(MOST)
        self._fit_above(area.width() - MARGIN - GAP - SLACK, area.height())

    def _flow(self, has_columns: bool) -> None:
        """Let the question stand beside the text, or below it."""
        flow = QtWidgets.QBoxLayout.Direction
        self._body.setDirection(flow.LeftToRight if has_columns else flow.TopToBottom)
        self._body.setStretch(0, int(has_columns))
        self._body.setStretch(2, int(not has_columns))

    def _fit_above(self, width: int, height: int) -> None:
        """Be as high as the text and the question need, side by side where there is room."""
        theme, spacing = self._window.stage.theme, self._body.spacing()
        is_asked = not self.ask.words.isHidden()
        has_columns = is_asked and width >= COLUMNS * theme.scale
        layout = self.ask.layout()
        assert layout is not None
        layout.activate()
        wanted = max(round(ASKED * (width - spacing)), layout.minimumSize().width())
        asked = min(wanted, width // 2) if has_columns else width
        self._flow(has_columns)
        self.ask.setFixedWidth(asked)
        heights = [
            self.text.heightForWidth(width - spacing - asked if has_columns else width),
            layout.totalHeightForWidth(asked) if is_asked else 0,
        ]
        needed = max(heights) if has_columns else sum(heights) + spacing * is_asked
        around = self._head.sizeHint().height() + self._column.spacing() + 6 + GAP + SLACK
        self.setFixedHeight(min(needed + around, round(MOST_ABOVE * height)))

    def eventFilter(self, watched: QtCore.QObject, event: QtCore.QEvent) -> bool:
        if event.type() == (QtCore.QEvent.Type.LayoutRequest if watched is self._inside else QtCore.QEvent.Type.Resize):
            self.fit()
        return False


MOST = 16_777_215
"""Qt's own largest size of a widget."""
