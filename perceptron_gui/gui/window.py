"""The window: its frame, and the frame's parts."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QApplication, QMainWindow, QToolBar, QVBoxLayout, QWidget

from perceptron_gui.engine.settings import Mode
from perceptron_gui.engine.snapshot import Snapshot, Wants
from perceptron_gui.files.preferences import Preferences
from perceptron_gui.gui.actions import ActionSet
from perceptron_gui.gui.failure import FailureWatch
from perceptron_gui.gui.keys import Keys
from perceptron_gui.gui.lab import Lab
from perceptron_gui.gui.leftbar import LeftBar
from perceptron_gui.gui.notebar import NoteBar
from perceptron_gui.gui.placement import Placement
from perceptron_gui.gui.plain import title_text
from perceptron_gui.gui.predict import PredictBar
from perceptron_gui.gui.sidepanel import SidePanel
from perceptron_gui.gui.statusline import StatusLine
from perceptron_gui.gui.style import apply_theme
from perceptron_gui.gui.text import tr
from perceptron_gui.gui.theme import THEMES, Theme
from perceptron_gui.gui.tools import Tool
from perceptron_gui.gui.topbar import TopBar
from perceptron_gui.gui.transport import Transport
from perceptron_gui.gui.wants import combine_wants
from perceptron_gui.session.actions import Situation
from perceptron_gui.session.document import Document

PANEL_EVERY = 5
"""While the run moves, panels are drawn in one of so many frames."""


class Ground(QWidget):
    """Where the canvas will be: tells when the window has been painted for the first time, and then holds the plots.

    It is the central widget from first to last: Qt forgets the widths of docks that were restored beside another one.
    """

    painted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self.painted.emit()


class MainWindow(QMainWindow):
    """Top bar, left bar, canvas, panels, transport and status line around one Lab.

    Signals
    -------
    ready : the canvas is there and shows the document.
    closing : the user asked to close; the answer is in `may_close`.
    files_dropped : a file was dropped on the window.
    """

    ready = Signal()
    closing = Signal()
    files_dropped = Signal(str)

    def __init__(self, document: Document, preferences: Preferences) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.preferences = preferences
        self.theme: Theme = THEMES.get(preferences.theme, THEMES["light"])
        # First of all: a widget keeps the font it was made with when the program's font changes before it is shown.
        apply_theme(self.theme)
        self.lab = Lab(document, self)
        self.failures = FailureWatch(self)
        self.actions_by_id = ActionSet(self)
        self.may_close = True
        self.selection_size = 0
        self._build_bars()
        self.side = SidePanel(self)
        self.docks = self.side.docks
        self.side.changed.connect(self.ask_for_what_is_seen)
        self.side.folded.connect(lambda: self.status.notice(tr("The side panel made room: F9 brings it back.")))
        self._set_frame_theme()
        self._ground = Ground()
        # Queued: the frame is to reach the screen before the plots are imported.
        once = Qt.ConnectionType.QueuedConnection.value | Qt.ConnectionType.SingleShotConnection.value
        self._ground.painted.connect(self._build_canvas, Qt.ConnectionType(once))
        self.setCentralWidget(self._ground)
        self.setAcceptDrops(True)
        self._placement = Placement(self, self.bars)
        self._placement.restore(preferences)
        self.lab.failed.connect(self.failures.show_details)
        self.lab.noticed.connect(self.status.notice)
        self.lab.document_changed.connect(self.show_document)
        self.lab.views.add(self)
        self.lab.views.add(self.status, 3)
        self.lab.views.add(self.transport.timeline, 2)
        # No later snapshot may come: a run that ends in one go is shown once.
        self.transport.timeline.rescaled.connect(self.ask_for_what_is_seen)
        for panel in self.side.panels:
            self.lab.views.add(panel, PANEL_EVERY)
        self._keys = Keys(self)

    # Building

    def _build_bars(self) -> None:
        self.top = TopBar()
        self.left = LeftBar(self.actions_by_id.by_id, self.theme)
        self.transport = Transport(self.actions_by_id.by_id)
        self.status = StatusLine()
        self.bars: list[QToolBar] = []
        for area, widget in (
            (Qt.ToolBarArea.TopToolBarArea, self.top),
            (Qt.ToolBarArea.LeftToolBarArea, self.left),
            (Qt.ToolBarArea.BottomToolBarArea, self.transport),
        ):
            bar = QToolBar()
            bar.setObjectName(widget.objectName() + "Area")
            bar.setMovable(False)
            bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
            bar.addWidget(widget)
            self.addToolBar(area, bar)
            self.bars.append(bar)
        self.statusBar().addWidget(self.status, 1)
        self.statusBar().setSizeGripEnabled(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)

    def _build_canvas(self) -> None:
        """Bring in the plots, after the frame is on the screen: they take longer to import than all the rest."""
        from perceptron_gui.gui.canvas.axesbar import AxesBar
        from perceptron_gui.gui.canvas.cursor import CanvasCursor
        from perceptron_gui.gui.canvas.details import PointDetails
        from perceptron_gui.gui.canvas.following import follow
        from perceptron_gui.gui.canvas.gestures import Gestures
        from perceptron_gui.gui.canvas.plane import Plane
        from perceptron_gui.gui.canvas.stage import Stage
        from perceptron_gui.gui.canvas.touch import Touch

        self.plane, self.axes_bar = Plane(), AxesBar()
        self._ground.column.addWidget(self.plane, 1)
        self._ground.column.addWidget(self.axes_bar)
        self.stage = Stage(self.plane)
        self.counter = self.stage.counter
        self.gestures = Gestures(self.plane, self.lab, self)
        self.lab.travelled.connect(partial(follow, self.plane))
        self.predict = PredictBar(self.lab, lambda: self.plane.axes)
        self.stage.theme_changed.connect(self.predict.set_theme)
        self.predict.changed.connect(self._on_predict_changed)
        self.gestures.pointing.pointed.connect(self.predict.take_arrow)
        self._ground.column.insertWidget(1, self.predict)
        Touch(self.plane)
        self.cursor_keys = CanvasCursor(self.plane, self.gestures)
        self.cursor_keys.hint_changed.connect(self.status.set_mode_keys)
        self.details = PointDetails(self.stage, self.gestures, self.cursor_keys)
        # After Enter the number is done: Space means Play again.
        self.top.field_left.connect(self.plane.setFocus)
        for tool in Tool:
            self.actions_by_id[f"tools.{tool.value}"].toggled.connect(self._show_keys)
        self.gestures.selection_changed.connect(self._on_selection_changed)
        self.lab.views.add(self.plane)
        self.lab.views.add(self.counter)
        self.lab.views.add(self.predict)
        self._set_canvas_theme()
        self.show_document(self.lab.document)
        self.lab.start()
        QTimer.singleShot(0, self._begin)

    def _begin(self) -> None:
        self._placement.keep_in_view()
        if not self.preferences.layout:
            self.side.take_usual_width()
        self.side.leave_half()
        QApplication.processEvents()
        self.plane.fit()
        self.plane.setFocus()
        self.ready.emit()

    def add_note(self, note: NoteBar, floats: bool = False) -> None:
        """Give a line its place below the canvas, or over it, where it `floats` for a moment."""
        if floats:
            note.float_over(self._ground)
        else:
            self._ground.column.addWidget(note)

    @property
    def has_canvas(self) -> bool:
        """Whether the plots have been brought in."""
        return hasattr(self, "gestures")

    # Showing

    def set_theme(self, theme: Theme) -> None:
        """Give all parts other colours."""
        self.theme = theme
        apply_theme(theme)
        self._set_frame_theme()
        self._set_canvas_theme()

    def _set_frame_theme(self) -> None:
        for part in (self.top, self.left, self.transport, self.side):
            part.set_theme(self.theme)

    def _set_canvas_theme(self) -> None:
        self.stage.set_theme(self.theme)

    def show_document(self, document: Document) -> None:
        """Show the points and rules of `document`."""
        self.top.set_document(document)
        self.left.set_dataset(document.dataset)
        current = min(self.gestures.current_class, len(document.dataset.classes) - 1)
        self.set_current_class(current)
        self.plane.set_document(document)
        self.stage.set_empty(not document.dataset.n_samples)
        for panel in self.side.panels:
            panel.set_dataset(document.dataset)
        self.axes_bar.set_dataset(document.dataset, self.plane.axes)
        self.show_title()
        self.update_actions()
        self.ask_for_what_is_seen()

    def show_title(self) -> None:
        """Write the title, with a mark while points are unsaved."""
        title = title_text(self.lab.document.title or tr("untitled"))
        self.setWindowTitle(f"{title}[*] — Perceptron Lab")
        self.setWindowModified(self.lab.history.is_changed)

    def set_current_class(self, index: int) -> None:
        """Let clicks place points of class `index`."""
        self.gestures.current_class = index
        self.left.set_current(index)

    def render_snapshot(self, snapshot: Snapshot) -> None:
        """Keep buttons and actions true to the run."""
        self.transport.set_playing(snapshot.is_playing)
        span = self.transport.timeline.span
        if snapshot.frontier > span or self._visit_was_zero != (snapshot.visit == 0):
            self._visit_was_zero = snapshot.visit == 0
            self.update_actions()
        self.ask_for_what_is_seen()

    _visit_was_zero = True

    def update_actions(self) -> None:
        """Enable what can be done now."""
        history, snapshot = self.lab.history, self.lab.snapshot
        situation = Situation(
            n_points=self.lab.document.dataset.n_samples,
            visit=snapshot.visit if snapshot is not None else 0,
            n_selected=self.selection_size,
            undo_text=history.undo_text,
            redo_text=history.redo_text,
        )
        self.actions_by_id.update(situation)

    def _on_predict_changed(self) -> None:
        """Show on the canvas what is asked about, and nothing that would answer it."""
        self.lab.veil(self.predict.is_on)
        self._show_keys()
        self.plane.set_upcoming(self.predict.upcoming)
        self.gestures.pointing.show_way(self.predict.way, self.predict.asks_way)

    def _show_keys(self) -> None:
        """Say which keys matter now, and what the mouse does."""
        chosen = [tool for tool in Tool if self.actions_by_id[f"tools.{tool.value}"].isChecked()]
        self.status.show_keys(chosen[0] if chosen else Tool.PLACE, self.predict.is_on)

    def _on_selection_changed(self) -> None:
        self.selection_size = len(self.gestures.selected)
        self.update_actions()

    _wanted: Wants | None = None

    def ask_for_what_is_seen(self) -> None:
        """Let only that be copied from the run which a visible view shows."""
        timeline = self.transport.timeline
        is_dual = self.lab.document.settings.mode is Mode.DUAL
        width = max(timeline.width() - 16, 1)
        window = Wants(
            losses=self.actions_by_id["view.loss"].isChecked(),
            alpha=is_dual,
            age=self.actions_by_id["view.influence"].isChecked(),
            ticks=min(width, timeline.span),
            span=timeline.span,
        )
        wants = combine_wants((window, self.side.wants))
        if wants != self._wanted:
            self._wanted = wants
            self.lab.want(wants)

    # Place and size

    def show_fitting(self) -> None:
        """Show the window where it was, or as large as a small screen lets it be."""
        self._placement.show()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.ask_for_what_is_seen()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.side.fit(event.size().width())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        names = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if names:
            self.files_dropped.emit(names[0])

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.has_canvas:
            self.gestures.cancel()
            self.plane.setFocus()  # from wherever the keys were
        else:
            super().keyPressEvent(event)

    def choose_class(self, index: int) -> None:
        """Take class `index` for clicks; selected points become members of it."""
        names = self.lab.document.dataset.classes
        if index >= len(names):
            return
        self.set_current_class(index)
        if self.gestures.relabel_selected(index):
            self.status.notice(tr("The selected points are now of class {name}.").format(name=names[index]))

    def closeEvent(self, event: QCloseEvent) -> None:
        self.closing.emit()
        if not self.may_close:
            event.ignore()
            return
        self._keys.stop()
        self.failures.uninstall()
        self.lab.stop()
        event.accept()
