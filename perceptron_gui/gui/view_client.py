"""How the user looks at a document: the one owner of the view state, which tells the training thread and the views."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from perceptron_gui.gui.training_client import TrainingClient

if TYPE_CHECKING:
    from perceptron_gui.session.view_state import ViewState


class ViewClient(TrainingClient):
    """Holds the view's state.

    `view_state`: the first one. `view_state`: speed, selection, what is shown; replaced by `change_view` only.
    `view_changed`: the view's state before, and the one now, which may be equal.
    """

    view_changed = Signal(object, object)

    def __init__(self, view_state: ViewState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.view_state = view_state
        self.moved_or_stood.connect(self._on_moved_or_stood)

    def start(self) -> None:
        """Start the training thread and the frames."""
        super().start()
        self._tell_thread(None)

    def change_view(self, **changes: object) -> None:
        """Change the view's state.

        Controls show it again also where nothing differs, so that one that has changed by itself is put right.

        `changes`: new values, by the names of attributes of `ViewState`.
        """
        earlier, self.view_state = self.view_state, self.view_state.changed(**changes)
        self._tell_view(earlier)

    def _tell_view(self, earlier: ViewState) -> None:
        """Tell the training thread what differs from an earlier state, and everybody that there is a new one."""
        self._tell_thread(earlier)
        self.view_changed.emit(earlier, self.view_state)

    def _tell_thread(self, earlier: ViewState | None) -> None:
        state = self.view_state
        if earlier is None or state.speed != earlier.speed:
            self.post(lambda worker: worker.set_speed(state.speed))
        if earlier is None or state.pauses != earlier.pauses:
            self.post(lambda worker: worker.set_pauses(state.pauses))

    def _on_moved_or_stood(self, is_playing: bool) -> None:
        if is_playing is not self.view_state.is_playing:
            self.change_view(is_playing=is_playing)
