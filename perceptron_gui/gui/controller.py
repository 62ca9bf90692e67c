"""What the window's parts share: the document, what is dragged of it, what is chosen beside it, the training thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from perceptron_gui.engine.data.settings import SettingsError
from perceptron_gui.frozen import replace
from perceptron_gui.gui.document_client import DocumentClient
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset
    from perceptron_gui.session.document import Document


class Controller(DocumentClient):
    """Holds the document and the view's state, and carries what is changed of them to the training thread.

    `previewed`: with points where they are dragged to; the document of now once they were put back.
    """

    previewed = Signal(object)

    def preview(self, dataset: Dataset) -> None:
        """Show the current parameters on points that are being dragged; training pauses meanwhile."""
        document = self.document.with_dataset(dataset)
        if document.problem:
            return  # it stays where it was last
        self.is_dragging = True
        self.post_latest("preview", lambda worker: worker.preview(document))
        self.previewed.emit(document)

    def preview_start(self, initial: tuple[float, ...]) -> None:
        """Show start weights that are being dragged, wherever the run stands; training pauses meanwhile."""
        document = self._begun_with(initial)
        if document is None:
            return  # they stay where they were last
        if not self.is_dragging and self.has_begun:
            self._has_left_run = True
            self.noticed.emit(tr("From these weights the run begins anew; Esc leaves it as it is."))
        self.is_dragging = True
        self.post_latest("preview", lambda worker: worker.preview_start(document))

    def start_from(self, initial: tuple[float, ...]) -> None:
        """Begin a new run from start weights, as one step of undo; from those that there are, without one."""
        document = self._begun_with(initial)
        before = self.document.settings.initial or (0.0,) * len(initial)
        if document is None or initial == before:
            was_begun, self._has_left_run = self.has_begun, False
            self.cancel_preview()
            if document is not None and was_begun:
                self.seek(0)
            return
        self.end_preview()
        self.edit(document, tr("start weights"))

    def _begun_with(self, initial: tuple[float, ...]) -> Document | None:
        """Return the document with other start weights; None, and a sentence, where they cannot be some."""
        try:
            return self.document.with_settings(replace(self.document.settings, initial=initial))
        except SettingsError as error:
            self.noticed.emit(str(error))
            return None

    def end_preview(self) -> None:
        """Let training go on: the drag is over, or was given up."""
        if self.is_dragging:
            self.is_dragging = False
            self.post(lambda worker: worker.end_preview())

    def cancel_preview(self) -> None:
        """Put the document's points back: the drag was given up."""
        self.end_preview()
        if self._has_left_run:
            self.noticed.emit(tr("The run stands where it was."))
        self._has_left_run = False
        self.load(self.document)
        self.previewed.emit(self.document)

    def toggle_play(self) -> None:
        """Play, or pause."""
        if self.document.dataset.n_samples:
            is_wanted = not self.view_state.is_playing
            self.play(is_wanted)
            self.change_view(is_playing=is_wanted)
