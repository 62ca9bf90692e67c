"""Labels, message boxes and columns of text; data is always shown as plain text.

Qt guesses: a label, a message box or a tooltip whose text looks like HTML is laid out as HTML, and pictures that it
names are looked for. Names of classes, columns and files are data, and so are sentences that quote them. Here, too, are
lines of text for a bar: a sentence that may have too little room, and counts that change while the run moves; captions;
and parts one below the other, scrolled so that what has the keys is always in view.
"""

import contextlib
import re
from html import escape

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QLabel, QLayout, QMessageBox, QScrollArea, QVBoxLayout, QWidget

from perceptron_gui.files.file_work import said, visible
from perceptron_gui.translation import tr

HATTED, MATHS = re.compile("\\w\u0302"), "STIX Two Text"
"""A letter with a hat, and the font that sets the one over the other."""


def plain_label(text: str = "") -> QLabel:
    """Return a label for text that may quote data."""
    return QLabel(text, textFormat=Qt.TextFormat.PlainText)


def go_with_words(widget: QWidget) -> None:
    """Let a widget go as words do, where what it lies on goes from left to right in every language."""
    widget.setLayoutDirection(QApplication.layoutDirection())


def plain_tip(text: str) -> str:
    """Return a text as a tooltip shows it literally: Qt reads what looks like HTML as HTML."""
    return "<qt>" + escape(text).replace("\n", "<br>") + "</qt>" if "<" in text else text


def menu_text(text: str) -> str:
    """Return a text as a menu or button shows it literally: & would underline the letter after it."""
    return text.replace("&", "&&")


def title_text(text: str) -> str:
    """Return a text as a window's title shows it literally: [*] would be where Qt marks unsaved changes."""
    return text.replace("[*]", "[*][*]")


def readable(name: str) -> str:
    """Return a file name with � for bytes that are no UTF-8, which are single surrogates in Python.

    In a POSIX locale those of a letter beyond ASCII are, too.
    """
    with contextlib.suppress(UnicodeEncodeError):  # halves of a character, which no name of a file has
        name = name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return "".join("\ufffd" if "\ud800" <= letter <= "\udfff" else letter for letter in name)


def message_box(parent: QWidget, icon: QMessageBox.Icon, sentence: str) -> QMessageBox:
    """Return a message box with a sentence as plain text. `sentence`: what is said; it may quote data."""
    box = QMessageBox(icon, tr("Perceptron Lab"), "", parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(visible(sentence))
    return box


def complain(parent: QWidget, sentence: str) -> None:
    """Open a message box that says what went wrong. `sentence`: what went wrong; it may quote data."""
    box = message_box(parent, QMessageBox.Icon.Warning, said(sentence))
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()


def ask(parent: QWidget, sentence: str, answers: dict[QMessageBox.StandardButton, str]) -> QMessageBox.StandardButton:
    """Ask a question and return the button that answers it; Enter takes the first answer.

    `sentence`: the question; it may quote data. `answers`: the words on the buttons; the usual ones where they are
    empty. With Cancel among them Esc is Cancel.
    """
    box = message_box(parent, QMessageBox.Icon.Question, sentence)
    for button, words in answers.items():
        made = box.addButton(button)
        if words:
            made.setText(words)
    box.setDefaultButton(next(iter(answers)))
    answer = box.exec()
    box.deleteLater()
    return QMessageBox.StandardButton(answer)


BETWEEN_KEYS = " · "


class Message(QLabel):
    """Shows the longest wording of a message, or as many keys, as fits; the tooltip has it all.

    Only where nothing shorter is known does a sentence end in ….
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, textFormat=Qt.TextFormat.PlainText)
        self._shorter: tuple[str, ...] = ()

    def say(self, text: str, *shorter: str) -> None:
        """Show `text`, or the first of `shorter` that fits where it does not.

        `text`: the whole sentence, or keys. `shorter`: other wordings, from long to short.
        """
        self._shorter = tuple(map(said, shorter))
        self.setText(said(text))
        self.setToolTip(plain_tip(self.text()))
        self.update()

    def least_width(self) -> int:
        """Return how many pixels its shortest wording needs: of keys the first one."""
        shortest = self._shorter[-1] if self._shorter else self.text()
        return self.fontMetrics().horizontalAdvance(shortest.split(BETWEEN_KEYS)[0]) + 1

    def paintEvent(self, event: QPaintEvent) -> None:
        text = self._elided(self.fitting())
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), self.alignment(), text)

    def fitting(self) -> str:
        """Return what there is room for: whole sentences or keys, and at least the first key."""
        fitting = next((text for text in (self.text(), *self._shorter) if self._fits(text)), None)
        keys = (self._shorter[-1] if self._shorter else self.text()).split(BETWEEN_KEYS)
        while fitting is None and len(keys) > 1 and not self._fits(BETWEEN_KEYS.join(keys)):
            keys.pop()
        return fitting or BETWEEN_KEYS.join(keys)

    def _fits(self, text: str) -> bool:
        # Not by the advance: that is rounded to a pixel, and a sentence that is wider by less would be cut.
        return self._elided(text) == text

    def _elided(self, text: str) -> str:
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, self.width())


class SteadyLabel(QLabel):
    """A label that keeps the width of its longest text so far; digits all have one width.

    Qt lays a whole window out again whenever the text of a label changes, unless the label has a fixed size.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, textFormat=Qt.TextFormat.PlainText)
        self._longest = 0

    def setText(self, text: str) -> None:
        super().setText(text)
        self._longest = max(self._longest, len(text))
        if self.minimumSize() != (size := self.sizeHint()):
            self.setFixedSize(size)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.forget_size()

    def forget_size(self) -> None:
        """Shrink or grow to the present text; the fixed size must be lifted first, as Qt's hint is never below it."""
        text, self._longest = self.text(), 0
        self.setMinimumSize(0, 0)
        super().setText("")
        self.setText(text)

    def begin_anew(self) -> None:
        """Shrink to the present text if it is shorter than earlier ones."""
        if len(self.text()) < self._longest:
            self.forget_size()


Margins = tuple[int, int, int, int]


def caption(text: str = "", name: str = "caption") -> QLabel:
    """Return lines of plain text that wrap. `name`: how they look, as in the style sheet."""
    label = plain_label(text)
    label.setWordWrap(True)
    label.setObjectName(name)
    return label


def in_column(
    owner: QWidget | None, *parts: QWidget | QLayout, margins: Margins | None = (0, 0, 0, 0), spacing: int | None = None
) -> QVBoxLayout:
    """Lay out the parts of a widget one below the other.

    `owner`: None for a part of another layout. `margins`, `spacing`: None for those of the style.
    """
    layout = QVBoxLayout() if owner is None else QVBoxLayout(owner)
    if margins is not None:
        layout.setContentsMargins(*margins)
    if spacing is not None:
        layout.setSpacing(spacing)
    for part in parts:
        if isinstance(part, QLayout):
            layout.addLayout(part)
        else:
            layout.addWidget(part)
    return layout


LARGE, LEAST_SEEN = 0.3, 0.4
"""From this share of the room on a part is large, and then so much of it must be in view."""


class ScrollArea(QScrollArea):
    """Scrolls vertically only, and to whatever gets keyboard focus; Qt does that only for Tab.

    Where there is more than can be seen, Tab stops at it, too: a text has no part that could get the keys.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(tr("Scrollable text"))
        self.verticalScrollBar().rangeChanged.connect(self._take_keys)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        QApplication.instance().focusChanged.connect(self._follow)  # type: ignore[union-attr]

    def _take_keys(self, least: int, most: int) -> None:
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if most > least else Qt.FocusPolicy.NoFocus)

    def _follow(self, before: QWidget | None, now: QWidget | None) -> None:
        inside = self.widget()
        if now is None or inside is None or not inside.isAncestorOf(now):
            return
        room = self.viewport().height()
        # What is large may be cut, as a text is; to scroll to all of it would take what stands above it out of view.
        is_large, seen = now.height() > LARGE * room, now.visibleRegion().boundingRect().height()
        if seen < (LEAST_SEEN if is_large else 1.0) * now.height():
            self.ensureWidgetVisible(now)
