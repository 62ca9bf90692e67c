"""The bottom line: where the run stands, and the keys that matter now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QHelpEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from perceptron_gui.files.file_work import said
from perceptron_gui.gui.widgets.choice import in_a_row
from perceptron_gui.gui.widgets.plain_text import Message, SteadyLabel
from perceptron_gui.session.messages.meanings import meaning
from perceptron_gui.session.view.view_state import Tool
from perceptron_gui.translation import N_, tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot

NOTICE_MS = 6_000
"""How long a sentence about something just done stands in the place of the keys."""
MARGIN, SPACE = 16, 24
"""Pixels at both ends, and between the counts and the words."""
GAP = "     "
"""What stands between two counts."""
TIME_KEYS = N_("Space play · → visit · ⇧→ next mistake")
DIGITS, BRUSH_KEYS = N_("1–9 class"), N_("[ ] radius")
TOOL_KEYS = {
    Tool.PLACE: N_("click or Enter to place"),
    Tool.SELECT: N_("click or drag a frame to select · drag a point to move it"),
    Tool.LASSO: N_("draw a loop around points to select them · drag a point to move it"),
    Tool.BRUSH: N_("press and drag to paint"),
    Tool.SPRAY: N_("press to spray"),
    Tool.RELABEL: N_("drag over points to change their class"),
    Tool.ERASE: N_("press and drag to delete"),
}
"""What digits and brackets do with the tools for which they do something, and what the mouse does with each."""


def _keys(tool: Tool, are_letters_on: bool) -> str:
    """Return what keys and mouse do with a tool."""
    digits = tr(DIGITS) if tool is Tool.PLACE or tool.is_wide else ""
    brackets = tr(BRUSH_KEYS) if tool.is_wide and are_letters_on else ""
    return " · ".join(filter(None, (tr(TIME_KEYS), digits, brackets, tr(TOOL_KEYS[tool]))))


class StatusBar(QWidget):
    """Counts on the left; a notice, why the run stopped, a warning, or keys on the right. `noticed`: a notice comes."""

    noticed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("statusLine")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.counts = SteadyLabel()
        self._counts, self._n_left_out, self._names = "", 0, tuple[str, ...]()
        self.counts.installEventFilter(self)
        self.message = Message()
        self.message.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.message.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        in_a_row(self, self.counts, self.message, spacing=SPACE, margins=(MARGIN, 5)).setStretch(1, 1)
        self._keys = _keys(Tool.PLACE, True)
        self._mode_keys = ""
        self._news: tuple[str, ...] = ()
        self._outlasts_run = False
        self._warnings: dict[object, tuple[str, ...]] = {}
        self._notice = QTimer(self, singleShot=True, interval=NOTICE_MS)
        self._notice.timeout.connect(self._show_message)
        self._show_message()

    def show_keys(self, tool: Tool, exercise_keys: str, are_letters_on: bool = True) -> None:
        """Show which keys matter now.

        `tool`: what the left button does on the canvas. `exercise_keys`: what the keys do in the exercise that is on,
        before translation; empty while none is. `are_letters_on`: whether signs alone are commands.
        """
        self._keys = tr(exercise_keys) if exercise_keys else _keys(tool, are_letters_on)
        self._show_message()

    def set_mode_keys(self, text: str) -> None:
        """Show the keys of a mode of the canvas while it lasts.

        `text`: keys and what they do; empty when the mode is over.
        """
        self._mode_keys = text
        self._show_message()

    def clear_notice(self) -> None:
        """Show the keys again at once."""
        self._notice.stop()
        self._show_message()

    def tell_restart(self, text: str) -> None:
        """Show a sentence for `NOTICE_MS`, also where the run that it is about ends before that."""
        self.notice(text)
        self._outlasts_run = True

    def notice(self, text: str, *shorter: str) -> None:
        """Show a sentence for `NOTICE_MS`, or until the run ends. `shorter`: other wordings, from long to short."""
        self._outlasts_run = False
        self._notice.start()
        self.message.say(text, *shorter)
        self._fit()
        self.noticed.emit(text)

    def warn(self, source: object, *wordings: str) -> None:
        """Show a sentence in the place of the keys for as long as it is true; a notice says it at once.

        `source`: ends it by `end_warning`. `wordings`: from long to short.
        """
        if self._warnings.get(source) != wordings:
            self._warnings[source] = wordings
            self.notice(*wordings)

    def end_warning(self, source: object) -> bool:
        """Show the keys again. Returns False where the source had no warning."""
        had_one = self._warnings.pop(source, None) is not None
        if had_one:
            self._show_message()
        return had_one

    def withdraw(self, text: str) -> None:
        """Show the keys again, if a notice is still there. `text`: the notice."""
        if self.message.text() == said(text):
            self.clear_notice()

    def render_snapshot(self, snapshot: Snapshot) -> None:
        """Show where the run is."""
        from perceptron_gui.session.messages.run_end import (
            counts_names,
            counts_text,
            state_news,
        )  # after the first paint (A9)

        self._counts, self._names = counts_text(snapshot), counts_names(snapshot)
        self._fit()
        if not snapshot.frontier:
            self.counts.begin_anew()  # no number of an earlier run needs the room any more
        news = state_news(snapshot)
        if news != self._news:
            self._news = news
            if news and not self._outlasts_run:
                self._notice.stop()
            self._show_message()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Say what the count means that the mouse is on, and all of them where some have no room."""
        if not isinstance(event, QHelpEvent) or event.type() != QEvent.Type.ToolTip:
            return False
        parts, advance = self._counts.split(GAP), self.counts.fontMetrics().horizontalAdvance
        before = [advance(GAP.join(parts[:n])) for n in range(1, len(parts) + 1)]
        place = next((n for n, end in enumerate(before) if event.pos().x() < end), len(parts) - 1)
        left_out = [self._counts] if self._n_left_out else []
        QToolTip.showText(event.globalPos(), "\n".join([*left_out, meaning(self._names[place])]), self.counts)
        return True

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def _fit(self) -> None:
        """Drop the last counts if the text beside them, in its shortest form, has no room, up to half of the line."""
        parts, advance = self._counts.split(GAP), self.counts.fontMetrics().horizontalAdvance
        room = self.width() - 2 * MARGIN - SPACE - min(self.message.least_width(), self.width() // 2)
        shown = next((n for n in range(len(parts), 1, -1) if advance(GAP.join(parts[:n])) <= room), 1)
        is_other, self._n_left_out = len(parts) - shown != self._n_left_out, len(parts) - shown
        self.counts.setText(GAP.join(parts[:shown]))
        if is_other:
            self.counts.forget_size()
            self.counts.setToolTip(self._counts if self._n_left_out else "")
        self.counts.setAccessibleDescription(meaning(*self._names) if self._counts else "")

    def _show_message(self) -> None:
        if not self._notice.isActive():
            warning = next(iter(self._warnings.values()), ())
            self.message.say(*((self._mode_keys,) if self._mode_keys else self._news or warning or (self._keys,)))
            self._fit()
