"""Keeps the parts of the window true to the document, the run and the view's state."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication

from perceptron_gui.engine.data.dataset import has_test
from perceptron_gui.engine.model.models import parts_of
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.gui.style.looks import theme_for
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.actions import Situation
from perceptron_gui.session.document import Document
from perceptron_gui.session.exercises.exercise import hidden_points, seen_by
from perceptron_gui.session.view.switches import HIDDEN_LABELS, LETTERS_ON
from perceptron_gui.session.view.view_state import ViewState


class Presenter(QObject):
    """Shows documents and snapshots in bars, actions, panels and canvas.

    `window`: its canvas may come later; then the document is shown in it.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._controller = window.controller
        self._was_at_start = True
        self._controller.document_changed.connect(self.show_document)
        self._controller.page_changed.connect(lambda _: self.update_actions())
        views = self._controller.views
        views.add(self)
        views.add(window.transport.timeline, is_read=True)
        for panel in window.side.panels:
            views.add(panel, is_read=True)
        window.canvas_built.connect(self._on_canvas_built)

    def _on_canvas_built(self) -> None:
        window = self._window
        window.exercise.changed.connect(self._on_exercise_changed)
        window.cursor_keys.hint_changed.connect(self._invite)
        window.canvas.painted.connect(self._controller.on_painted)
        self._controller.view_changed.connect(self._show_view_state)
        hints = QGuiApplication.styleHints()
        for wish in (hints.colorSchemeChanged, hints.accessibility().contrastPreferenceChanged):
            wish.connect(self._take_wished_theme)
        window.ready.connect(self._follow_motion, Qt.ConnectionType.QueuedConnection)
        for view in (window.canvas, window.exercise):
            self._controller.views.add(view)
        for bar in (window.score, window.status, window.model_bar):
            self._controller.views.add(bar, is_read=True)
        self.show_document(self._controller.document)
        self._show_view_state(ViewState(), self._controller.view_state)
        self._show_keys()

    def show_document(self, document: Document) -> None:
        """Show the points and settings of a document."""
        window, dataset = self._window, document.dataset
        window.top.set_settings(document.settings)
        is_binary = document.settings.mode.is_binary
        window.left.set_classes(dataset.classes, document.positive if is_binary else None)
        window.left.set_current(self._controller.view_state.current_class)
        window.show_title()
        self._veil()
        window.canvas.set_document(document)
        self._invite()
        for panel in window.side.panels:
            panel.set_dataset(dataset)
        window.axes_bar.set_dataset(dataset, window.canvas.axes)
        self.update_actions()
        window.requests.update()

    def _invite(self) -> None:
        """Invite to begin where there are no points, but not over the cursor of who begins with the keys."""
        is_empty = not self._controller.document.dataset.n_samples
        self._window.stage.set_empty(is_empty and self._window.cursor_keys.at is None)

    def render_snapshot(self, snapshot: Snapshot) -> None:
        """Update buttons and actions."""
        self._hide_pages(snapshot.hides_labels)
        is_at_start = snapshot.visit == 0
        if snapshot.frontier > self._window.transport.timeline.span or is_at_start != self._was_at_start:
            self._was_at_start = is_at_start
            self.update_actions()
        self._window.requests.update()

    def update_actions(self) -> None:
        """Enable what can be done now."""
        history, snapshot, window = self._controller.history, self._controller.snapshot, self._window
        dataset, state = self._controller.document.dataset, self._controller.view_state
        situation = Situation(
            n_points=dataset.n_samples,
            visit=snapshot.visit if snapshot is not None else 0,
            n_selected=len(state.selection),
            undo_text=history.undo_text,
            redo_text=history.redo_text,
            parts=parts_of(self._controller.document.settings),
            has_held_out=dataset.parts is not None,
            has_hidden_test=has_test(dataset) and not state.shows_test,
            is_presenting=state.is_presenting,
            is_in_lesson=self._controller.page is not None,
            closed=self._controller.page.closed if self._controller.page is not None else frozenset(),
        )
        window.actions_by_id.update(situation)

    def _show_view_state(self, earlier: ViewState, state: ViewState) -> None:
        """Apply a changed view state to the window's parts."""
        window = self._window
        window.take_theme(theme_for(state))
        window.actions_by_id.use_letters(state.letters)
        if state.shows(HIDDEN_LABELS) is not earlier.shows(HIDDEN_LABELS):
            self._veil()
        window.canvas.set_view_state(state)
        window.stage.set_view_state(state)
        window.details.hover.set_view_state(state)
        for panel in window.side.panels:
            panel.set_view_state(state)
        window.actions_by_id.show_view_state(state)
        window.left.set_current(state.current_class)
        window.left.brush.show_brush(state)
        window.transport.set_playing(state.is_playing)
        window.transport.show_speed(state.speed)
        window.transport.timeline.show_mark(state.marked_visit)
        if (state.tool, state.letters) != (earlier.tool, earlier.letters):
            self._show_keys()
        changes = (len(state.selection), state.shows_test, state.is_presenting)
        if changes != (len(earlier.selection), earlier.shows_test, earlier.is_presenting):
            self.update_actions()

    def _take_wished_theme(self) -> None:
        """Follow the desktop, where nothing else is chosen."""
        self._window.take_theme(theme_for(self._controller.view_state))

    def _follow_motion(self) -> None:
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        app.applicationStateChanged.connect(self._ask_for_motion)  # who wishes something else comes back from there
        self._ask_for_motion(app.applicationState())

    def _ask_for_motion(self, state: Qt.ApplicationState) -> None:
        from perceptron_gui.gui.style import motion  # no first picture needs it (A9)

        if state is Qt.ApplicationState.ApplicationActive:
            motion.ask(self, self._take_wished_motion)

    def _take_wished_motion(self, is_reduced: bool) -> None:
        state = self._controller.view_state.wished(is_reduced)
        self._controller.change_view(switches=state.switches, is_stillness_wished=is_reduced)

    def _on_exercise_changed(self) -> None:
        """Show on the canvas what is asked about, and nothing that would answer it."""
        prompt = self._window.exercise.prompt
        self._veil()
        self._show_keys()
        self._window.canvas.set_upcoming(prompt.point)
        self._window.gestures.arrow_input.show_way(prompt.way, prompt.takes_arrow)

    def _veil(self) -> None:
        """Hide what an exercise hides, and labels that are to be predicted first."""
        exercise, state = self._window.exercise.exercise, self._controller.view_state
        hide = exercise.hide if exercise is not None else None
        self._controller.veil(self._hide if state.shows(HIDDEN_LABELS) else hide)
        self._hide_pages(hidden_points(self._controller.document, state, self._controller.snapshot) is not None)

    def _hide(self, snapshot: Snapshot) -> Snapshot:
        seen = seen_by(self._controller.document, self._controller.view_state, snapshot)
        exercise = self._window.exercise.exercise
        return exercise.hide(seen) if exercise is not None else seen

    def _hide_pages(self, hides_labels: bool) -> None:
        """Cover what would tell labels beside the plane."""
        for panel in self._window.side.panels:
            panel.set_hidden(hides_labels)
        self._window.top.verdict.setVisible(not hides_labels)

    def _show_keys(self) -> None:
        """Say which keys matter now, and what the mouse does."""
        entry = self._window.exercise.entry
        state = self._controller.view_state
        keys = entry.keys if entry is not None else ""
        self._window.status.show_keys(state.tool, keys, state.letters == LETTERS_ON)
