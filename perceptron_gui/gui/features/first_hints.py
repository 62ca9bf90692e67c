"""What to do first, on the plane: each word goes when it was done once, and Help brings them back."""

from functools import partial

from perceptron_gui.frozen import replace
from perceptron_gui.gui.feature import Handlers, WindowCommands
from perceptron_gui.session.document import Document
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.translation import N_, tr

HINTS = {"place": N_("click to place"), "play": N_("Space plays"), "step": N_("→ one visit")}
"""What is done first, by the names under which preferences keep that it was."""


class HintCommands(WindowCommands):
    """Shows what was not done yet."""

    def handlers(self) -> Handlers:
        """Return what each action does."""
        return {"help.hints": lambda: self._take(())}

    def begin(self) -> None:
        """Hear what is done."""
        self._n_points = self._controller.document.dataset.n_samples
        self._is_alone, self._left = False, list[str]()
        self._controller.document_changed.connect(self._on_document)
        self._controller.view_changed.connect(self._on_view)
        for name in ("play", "step"):
            self._window.actions_by_id[f"run.{name}"].triggered.connect(partial(self._note, name))
        self._show()

    def _on_document(self, document: Document) -> None:
        earlier, self._n_points = self._n_points, document.dataset.n_samples
        if self._n_points == earlier + 1:
            self._note("place")
        else:
            self._show()

    def _on_view(self, _: ViewState, state: ViewState) -> None:
        if state.is_presenting != self._is_alone:
            self._is_alone = not self._is_alone
            self._show()

    def _note(self, name: str, *_: object) -> None:
        done = self._window.preferences.done_hints
        if name not in done:
            self._take((*done, name))

    def _take(self, done: tuple[str, ...]) -> None:
        self._window.preferences = replace(self._window.preferences, done_hints=done)
        self._show()

    def _show(self) -> None:
        """Show the words that are left, but not over the invitation to an empty plane, which says them.

        The hall sees them only before anything was done: who presents knows the rest.
        """
        done = self._window.preferences.done_hints
        left = [tr(words) for name, words in HINTS.items() if name not in done]
        before, self._left = self._left, left if self._n_points and not (done and self._is_alone) else []
        if before or self._left:  # with other points it may lie elsewhere
            self._window.stage.show_hints(self._left)
