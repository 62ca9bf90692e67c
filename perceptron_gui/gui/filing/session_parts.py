"""What the window's parts give to a saved session, and take from one that is opened (C10)."""

from queue import Empty, SimpleQueue

from PySide6.QtCore import QRectF

from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.gui.bars.note_bar import NoteBar
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import Document, Place, Return, return_text
from perceptron_gui.session.saved import saved_fields
from perceptron_gui.session.saved.saved_session import CanvasView, SavedSession
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.translation import tr

LONGEST_WAIT = 2.0
"""Seconds: a training thread that does not answer must not keep a session from being saved."""


class Draft(Frozen):
    """A session of this moment, but for the place of the run, which the training thread tells."""

    session: SavedSession  # without its place
    places: SimpleQueue[Place]  # gets the place

    def complete(self) -> SavedSession:
        """Return the session with its place, in any thread; without an answer it is the start of the run."""
        try:
            return replace(self.session, place=self.places.get(timeout=LONGEST_WAIT))
        except Empty:
            return self.session


class SessionParts:
    """Gathers a session from its owners in a window, and hands one out to them.

    `window`: with its canvas. `bar`: says that a run is another one than when it was saved; None before it had to (A9).
    """

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._controller = window.controller
        self.bar: NoteBar | None = None
        self._controller.answered.connect(self._tell_difference)

    def draft(self, document: Document) -> Draft:
        """Return the session of now. `document`: the one that is shown."""
        places: SimpleQueue[Place] = SimpleQueue()
        self._controller.post(lambda worker: worker.tell_place(places.put))
        side, view = self._window.side, self._controller.view_state
        view = replace(view, has_side_panel=view.has_side_panel or side.is_folded)
        return Draft(SavedSession(document, Place(), view, self._canvas_view(), (side.entry.name,)), places)

    def take(self, session: SavedSession, document: Document, is_safe: bool) -> None:
        """Show a session in the place of what is shown.

        `document`: its document, with an origin. `is_safe`: whether it counts as saved.
        """
        if self.bar is not None:
            self.bar.hide()
        self._controller.open_document(document, is_safe, session.place)
        view = {name: getattr(session.view, name) for name in saved_fields(ViewState)}
        self._controller.change_view(**view)
        self._show_canvas(session.canvas, document.dataset.n_features)
        for name in reversed(session.front_panels):  # of versions that had several, the first
            self._window.side.bring_named(name)
        self._window.side.fit(self._window.width())

    def _tell_difference(self, answer: object) -> None:
        """Say where the run of a session is another one than when it was saved, until that is read."""
        if not isinstance(answer, Return):
            return
        sentence = return_text(answer)
        if sentence and self.bar is None:
            self.bar = NoteBar(wraps=True)
            self.bar.add_button(tr("Close"), self.bar.hide)
            self._window.central_area.add_note(self.bar)
        if self.bar is not None:
            self.bar.say(sentence)
            self.bar.setVisible(bool(sentence))

    def _canvas_view(self) -> CanvasView:
        canvas = self._window.canvas
        across, upwards = canvas.axes
        axes = across, 1 if upwards is None else upwards
        if canvas.is_fitted:
            return CanvasView(axes=axes)  # all points will be shown, whatever the size of the window
        wanted = canvas.wanted
        return CanvasView(wanted.left(), wanted.top(), wanted.right(), wanted.bottom(), axes)

    def show_axes(self, axes: tuple[int, ...]) -> None:
        """Draw two features, where there are more to choose from. `axes`: the features across and upwards."""
        dataset = self._controller.document.dataset
        if dataset.n_features > 2 and len(axes) == 2:
            self._window.canvas.set_axes((axes[0], axes[1]))
            self._window.axes_bar.set_dataset(dataset, self._window.canvas.axes)

    def _show_canvas(self, view: CanvasView, n_features: int) -> None:
        canvas = self._window.canvas
        if max(view.axes) < n_features and min(view.axes) >= 0:
            self.show_axes(view.axes)
        canvas.fit()
        if view.fits(n_features):
            canvas.is_fitted = False
            canvas.show_wanted(QRectF(view.left, view.bottom, view.right - view.left, view.top - view.bottom))
