"""Title and note of a session, edited in a dialog, and hints on the plane on what to do first.

Each hint disappears once its action was done; Help brings them back. In their place axes with scales of their own are
offered where the points want them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QFormLayout, QLineEdit, QPlainTextEdit, QWidget

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import replace
from perceptron_gui.gui.bars.note_bar import NoteBar
from perceptron_gui.gui.feature import Handlers, WindowCommands, let_go
from perceptron_gui.gui.widgets.checked_field import Buttons, dialog_buttons
from perceptron_gui.gui.widgets.plain_text import readable
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import Document
from perceptron_gui.session.points.point_edits import have_unlike_ranges
from perceptron_gui.session.view.switches import BY_NAME, OWN_SCALES
from perceptron_gui.session.view.view_state import Tool, ViewState
from perceptron_gui.translation import N_, tr

LONGEST_TITLE, LONGEST_NOTE = 200, 1000
"""Letters."""
LINES = 5


class TitleDialog(QDialog):
    """Two fields; what is in them is taken with OK. `chosen`: the title and the note."""

    chosen = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Title and note"))
        self.title, self.note = QLineEdit(), QPlainTextEdit()
        self.title.setMaxLength(LONGEST_TITLE)
        self.note.setTabChangesFocus(True)
        self.note.setPlaceholderText(tr("Text to show below the picture"))
        metrics = self.note.fontMetrics()
        self.note.setMinimumWidth(48 * metrics.averageCharWidth())
        self.note.setFixedHeight(LINES * metrics.lineSpacing() + 2 * self.note.frameWidth() + 12)
        form = QFormLayout(self)
        form.addRow(tr("Title:"), self.title)
        form.addRow(tr("Note:"), self.note)
        form.addRow(dialog_buttons(self, self._take, Buttons.Ok | Buttons.Cancel))

    def set_document(self, document: Document) -> None:
        """Show the title and note of a document."""
        self.title.setText(document.title)
        self.note.setPlainText(document.note)
        self.title.setFocus()
        self.title.selectAll()

    def _take(self) -> None:
        note = readable(self.note.toPlainText().strip()[:LONGEST_NOTE])
        self.chosen.emit(readable(self.title.text().strip()), note)
        self.accept()


class TitleCommands(WindowCommands):
    """Shows the session's note unless hidden, and lets the user edit title and note.

    `bar`: the note; None before the first one (A9).
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._hidden = ""
        self.bar: NoteBar | None = None

    def handlers(self) -> Handlers:
        """Return what to call for each action, by the action's id."""
        return {"file.title": self.show_dialog}

    def begin(self) -> None:
        """Show the note of every document from now on."""
        self._controller.document_changed.connect(self._show_note)
        self._show_note(self._controller.document)

    @cached_property
    def dialog(self) -> TitleDialog:
        """The dialog for title and note; made when first needed (A9)."""
        dialog = TitleDialog(self._window)
        dialog.chosen.connect(self.change)
        dialog.finished.connect(partial(let_go, self, "dialog"))
        return dialog

    def show_dialog(self) -> None:
        """Let title and note be changed."""
        self.dialog.set_document(self._controller.document)
        self.dialog.open()

    def change(self, title: str, note: str) -> None:
        """Give the session another title and another note. `title`, `note`: plain text; empty for none."""
        document = self._controller.document
        if (title, note) != (document.title, document.note):
            self._controller.edit(replace(document, title=title, note=note), N_("title and note"))

    def _show_note(self, document: Document) -> None:
        if self.bar is None and document.note:
            self.bar = NoteBar(wraps=True)
            self.bar.add_button(tr("Edit…"), self.show_dialog)
            # L10n: a button beside a note
            self.bar.add_button(tr("Hide"), self._hide)
            self._window.central_area.add_note(self.bar)
        if self.bar is not None:
            self.bar.say(document.note)
            self.bar.setVisible(bool(document.note) and document.note != self._hidden)

    def _hide(self) -> None:
        self._hidden = self._controller.document.note
        self._show_note(self._controller.document)


HINTS = {"place": N_("click to place"), "play": N_("Space plays"), "step": N_("→ one visit")}
"""What is done first, by the names under which preferences keep that it was."""


NO_OFFER: tuple[list[str], Callable[[], None] | None] = [], None


class HintCommands(WindowCommands):
    """Shows what was not done yet, or what can be gone on with."""

    def handlers(self) -> Handlers:
        """Return what to call for each action, by the action's id."""
        return {"help.hints": lambda: self._take(())}

    def begin(self) -> None:
        """Hear what is done."""
        self._document = self._controller.document
        self._left, self._offer, self._has_ended = list[str](), NO_OFFER, False
        self._scales = NO_OFFER  # the latest offer of axes with scales of their own
        self._controller.views.add(self)
        self._controller.document_changed.connect(self._on_document)
        self._controller.page_changed.connect(lambda _: self._show())
        self._controller.view_changed.connect(self._on_view)
        self._window.axes_bar.axes_chosen.connect(self._offer_scales)
        for action, name in {"play": "play", "end": "play", "step": "step", "next_mistake": "step"}.items():
            self._window.actions_by_id[f"run.{action}"].triggered.connect(partial(self._note, name))
        self._offer_scales()

    def offer(self, words: str, then: Callable[[], None]) -> None:
        """Say in the place of the hints what can be gone on with, until something else is done. `then`: by a click."""
        self._offer = [words], then
        self._show()

    def render_snapshot(self, snapshot: Snapshot) -> None:
        """Offer no further visit where the run has ended."""
        if (snapshot.stop is not None) is not self._has_ended:
            self._has_ended = not self._has_ended
            self._show()

    def _on_document(self, document: Document) -> None:
        self._offer = NO_OFFER
        earlier, self._document = self._document, document
        before, now = earlier.dataset, document.dataset
        if now.n_samples == before.n_samples + 1 and now.is_extension_of(before):
            self._note("place")
        elif document.origin != earlier.origin or now.features != before.features or not before.n_samples:
            self._offer_scales()
        else:
            self._show()

    def _offer_scales(self, *_: object) -> None:
        """Offer each axis its own scale where the points that have come would be a line. `_`: what a signal brings."""
        positions, state = self._window.canvas.positions, self._controller.view_state
        if state.shows(OWN_SCALES) or not have_unlike_ranges(positions):
            self._offer = NO_OFFER
            self._show()
            return
        turn = self._window.actions_by_id[BY_NAME[OWN_SCALES].action].trigger
        self.offer(tr("The axes have very different ranges: give each its own scale"), turn)
        self._scales = self._offer

    def _on_view(self, earlier: ViewState, state: ViewState) -> None:
        seen, before = ((each.tool_in_hand, each.is_playing, each.shows(OWN_SCALES)) for each in (state, earlier))
        if seen != before:
            self._offer = NO_OFFER
            self._show()

    def _note(self, name: str, *_: object) -> None:
        done = self._window.preferences.done_hints
        if self._offer != self._scales or name != "step":  # it is not answered by a look at the next visit
            self._offer = NO_OFFER
        if name not in done:
            self._take((*done, name))
        else:
            self._show()

    def _take(self, done: tuple[str, ...]) -> None:
        self._window.preferences = replace(self._window.preferences, done_hints=done)
        self._show()

    def _show(self) -> None:
        """Show the remaining hints, except on a run that moves, in a lesson, and where an invitation says them."""
        done, state = self._window.preferences.done_hints, self._controller.view_state
        if state.tool_in_hand is not Tool.PLACE or self._controller.document.dataset.n_features > 2:
            done = (*done, "place")  # a click does something else
        if self._has_ended:
            done = (*done, "step")
        offered, then = self._offer
        left = offered or [tr(words) for name, words in HINTS.items() if name not in done]
        is_free = self._document.dataset.n_samples and self._controller.page is None and not state.is_playing
        before, self._left = self._left, left if is_free else []
        if before or self._left:  # with other points it may lie elsewhere
            self._window.stage.show_hints(self._left, then)
