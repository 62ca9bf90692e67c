"""What a lecturer sees on another screen: notes, the answer, the next page and a clock."""

import time

from PySide6 import QtCore, QtGui, QtWidgets

from perceptron_gui.gui.features.lessons.player import Player
from perceptron_gui.gui.features.lessons.playing import Asked, Playing
from perceptron_gui.gui.panels.rich_text import RichText
from perceptron_gui.gui.placement import resize_within_screen
from perceptron_gui.gui.style.theme import SPACE, Theme
from perceptron_gui.gui.widgets import author_text, choice, plain_text
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.translation import tr

SECOND_MS = 1000
SIZE = QtCore.QSize(460, 560)
"""Pixels of the window at first."""
FIGURES = str.maketrans("٠١٢٣٤٥٦٧٨٩", "0123456789")
"""The figures in which Qt writes the time in Arabic, and those of all other numbers."""
WAYS = (("‹", "lessons.previous"), ("›", "lessons.next"))


class LecturerWindow(QtWidgets.QDialog):
    """Follows the lesson; its keys do what they do in the other window, but for Esc, which puts it away."""

    def __init__(self, window: MainWindow, player: Player) -> None:
        super().__init__(window, QtCore.Qt.WindowType.Window)
        self._player = player
        player.changed.connect(self._follow)
        self.setObjectName("lecturer")
        self.addActions(window.actions())
        self._theme: Theme = window.theme
        self._playing: Playing | None = None
        self._asked: Asked | None = None
        self._began = time.monotonic()
        self.place, self.clock = plain_text.plain_label(), plain_text.SteadyLabel()
        self.notes, self.answer, self.next = RichText(), plain_text.plain_label(), RichText()
        self.answer.setWordWrap(True)
        inside = QtWidgets.QWidget()
        inside.setObjectName("inner")
        self._captions = [
            # L10n: a heading in capitals, of what the lecturer has noted
            plain_text.caption(tr("NOTES")),
            plain_text.caption(tr("ANSWER")),
            plain_text.caption(tr("NEXT PAGE")),
        ]
        parts = zip(self._captions, (self.notes, self.answer, self.next), strict=True)
        column = plain_text.in_column(inside, *(each for pair in parts for each in pair), spacing=SPACE)
        column.addStretch(1)
        area = plain_text.ScrollArea()
        area.setFrameShape(QtWidgets.QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setWidget(inside)
        plain_text.in_column(self, self._head(window), area, margins=(14, 10, 14, 10), spacing=10).setStretch(1, 1)
        resize_within_screen(self, SIZE)
        self._seconds = QtCore.QTimer(self, interval=SECOND_MS)
        self._seconds.timeout.connect(self._tell_time)
        window.stage.theme_changed.connect(self._take_theme)

    def _head(self, window: MainWindow) -> QtWidgets.QWidget:
        """Return the row with the place in the lesson, the ways through it, and the clock."""
        head = QtWidgets.QWidget(self)
        row = choice.in_a_row(head, self.place, spacing=SPACE)
        for sign, name in WAYS:
            button, action = QtWidgets.QPushButton(head), window.actions_by_id[name]
            button.setText(sign)
            button.setAutoDefault(False)
            button.setToolTip(action.toolTip())
            button.setAccessibleName(action.text())
            button.clicked.connect(action.trigger)
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self.clock)
        head.setSizePolicy(QtWidgets.QSizePolicy.Policy.Preferred, QtWidgets.QSizePolicy.Policy.Fixed)
        return head

    def _follow(self) -> None:
        """Show the page of now, and its question, once that is worked out."""
        if self._player.playing is not self._playing:
            self._began = time.monotonic()
        self._playing, self._asked = self._player.playing, self._player.asked
        if self.isVisible():
            self._write()

    def open(self) -> None:
        """Come to the front."""
        self._follow()
        self._write()
        self._tell_time()
        self._seconds.start()
        self.show()
        self.raise_()
        self.activateWindow()

    def _take_theme(self, _: Theme) -> None:
        window = self.parentWidget()
        assert isinstance(window, MainWindow)
        self._theme = window.theme  # never as large as in the hall
        self._follow()

    def _write(self) -> None:
        playing = self._playing
        if playing is None:
            self.close()
            return
        lesson, number, count = playing.file.lesson, playing.number, len(playing.pages)
        self.setWindowTitle(plain_text.title_text(playing.title))
        self.place.setText(tr("{number} / {n}").format(number=number, n=count))
        notes = playing.page.notes.in_language(playing.language, lesson.language)
        solution = self._asked.solution if self._asked is not None else ""
        following = playing.text_of(number + 1) if number < count else tr("This is the last page.")
        for label, text in ((self.notes, notes), (self.next, following)):
            label.setText(author_text.text_html(text, self._theme))
        self.answer.setText(solution)
        for heading, part, is_there in (
            (self._captions[0], self.notes, bool(notes)),
            (self._captions[1], self.answer, bool(solution)),
        ):
            heading.setVisible(is_there)
            part.setVisible(is_there)

    def _tell_time(self) -> None:
        minutes, seconds = divmod(round(time.monotonic() - self._began), 60)
        now = QtCore.QLocale().toString(
            QtCore.QDateTime.currentDateTime().time(), QtCore.QLocale.FormatType.ShortFormat
        )
        planned = self._playing.file.lesson.minutes if self._playing is not None else None
        since = tr("{minutes}:{seconds:02} of {planned} min") if planned else tr("{minutes}:{seconds:02}")
        words = since.format(minutes=minutes, seconds=seconds, planned=planned)
        self.clock.setText(tr("{now} · {since}").format(now=now.translate(FIGURES), since=words))

    def hideEvent(self, event: QtGui.QHideEvent) -> None:
        super().hideEvent(event)
        self._seconds.stop()
