"""The document of a window and its edits, each of which the training thread takes up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from perceptron_gui.engine.data.feature_map import IDENTITY
from perceptron_gui.frozen import replace
from perceptron_gui.gui.view_client import ViewClient
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from perceptron_gui.engine.data.dataset import Dataset
    from perceptron_gui.engine.data.settings import TrainingSettings
    from perceptron_gui.session.document import Document
    from perceptron_gui.session.history import History
    from perceptron_gui.session.saved.place import Place
    from perceptron_gui.session.view_state import ViewState


class DocumentClient(ViewClient):
    """Holds the document, and carries what is changed of it to the training thread.

    `view_state`: what is chosen beside the document at first. `document_changed`: the points or the rules are others
    now. `travelled`: undo or redo has brought another document: the one before, and the one now. `noticed`: a sentence
    for the status line.
    """

    document_changed = Signal(object)
    travelled = Signal(object, object)
    noticed = Signal(str)

    history: History  # the document and those before it; there is none until `start`

    def __init__(self, view_state: ViewState, parent: QObject | None = None) -> None:
        super().__init__(view_state, parent)
        self._has_left_run = False

    def open_first(self, history: History) -> None:
        """Take the first document. `history`: of that document."""
        self.history = history
        self.view_state = self.view_state.fitting(self.document, self.document)

    def start(self) -> None:
        """Start the training thread and the frames, and train on the document."""
        super().start()
        self.load(self.document, is_fresh=True)

    # The document

    @property
    def document(self) -> Document:
        """The current document."""
        return self.history.document

    @property
    def has_begun(self) -> bool:
        """Whether there is a run behind what is shown: of dragged start weights a preview stands at its own start."""
        return self._has_left_run or (self.snapshot is not None and self.snapshot.frontier > 0)

    def edit(self, document: Document, what: str, series: object = None) -> None:
        """Make another document the current one, with a step of undo.

        `what`: name of the step, translated. `series`: what makes it one step with the edit before, see `History.push`.
        """
        earlier, problem = self.document, document.problem
        if problem:
            self.document_changed.emit(earlier)  # what was typed or dropped gives way to what is
            self.noticed.emit(problem)
            return
        self.history.push(document, what, series)
        self._take_up(earlier)
        from perceptron_gui.gui.restart_notice import restart_notice  # after the first paint (A9)

        notice = restart_notice(earlier, document) if self.has_begun else ""
        self._has_left_run = False
        if notice:
            self.noticed.emit(notice)

    def undo(self) -> None:
        """Take back the last edit."""
        earlier, what = self.document, self.history.undo_text
        if what:
            self._travel(earlier, self.history.undo(), tr("undone: {what}").format(what=what))

    def redo(self) -> None:
        """Do again what was taken back."""
        earlier, what = self.document, self.history.redo_text
        if what:
            self._travel(earlier, self.history.redo(), tr("done again: {what}").format(what=what))

    def open_document(self, document: Document, is_safe: bool = True, place: Place | None = None) -> None:
        """Start over with another document.

        `is_safe`: whether it counts as saved. `place`: where its run was saved, with all of the document; None where
        only its points are safe.
        """
        earlier = self.document
        if document.problem:
            document = document.with_settings(replace(document.settings, features=IDENTITY, initial=None))
        self.history.push(document, tr("open {title}").format(title=document.title).strip())
        if is_safe:
            self.history.mark_saved(is_whole=place is not None)
        self._take_up(earlier, is_fresh=True, place=place)

    def set_dataset(self, dataset: Dataset, what: str, series: object = None) -> None:
        """Change the points.

        `what`: name of the step of undo, translated. `series`: what makes it one step with the edit before, see
        `History.push`.
        """
        self.edit(self.document.with_dataset(dataset), what, series)

    def set_settings(self, settings: TrainingSettings, what: str) -> None:
        """Change the settings. `what`: name of the step of undo, translated."""
        self.edit(self.document.with_settings(settings), what)

    def change_settings(self, what: str, **changes: object) -> None:
        """Change some of the settings.

        `what`: name of the step of undo, translated. `changes`: new values, by the names of fields of
        `TrainingSettings`.
        """
        self.set_settings(replace(self.document.settings, **changes), what)

    def place(self, points: ArrayLike, labels: Iterable[int]) -> None:
        """Add points at the end.

        `points`: shape (n_points, n_features): in data units. `labels`: index of the class of each point.
        """
        self.set_dataset(self.document.dataset.with_points(points, labels), tr("place"))

    def delete(self, indices: Sequence[int]) -> None:
        """Remove points. `indices`: rows of the dataset."""
        if indices:
            self.set_dataset(self.document.dataset.without(indices), tr("delete"))

    def relabel(self, indices: Sequence[int], label: int) -> None:
        """Put points into another class. `indices`: rows of the dataset. `label`: index of the class."""
        if indices:
            self.set_dataset(self.document.dataset.relabelled(indices, label), tr("relabel"))

    def _take_up(self, earlier: Document, is_fresh: bool = False, place: Place | None = None) -> None:
        """Train on the document of now, and say that it is another one; the view's state fits it by then."""
        if place is None:
            self.load(self.document, is_fresh)
        else:
            self.restore(self.document, place)
        state, self.view_state = self.view_state, self.view_state.fitting(self.document, earlier)
        self.document_changed.emit(self.document)
        self._tell_view(state)

    def _travel(self, earlier: Document, document: Document, what: str) -> None:
        self._take_up(earlier, is_fresh=True)
        self.travelled.emit(earlier, document)
        self.noticed.emit(what)
