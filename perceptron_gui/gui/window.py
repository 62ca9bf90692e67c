"""The window: its frame, and the frame's parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from PySide6 import QtGui
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QMainWindow, QToolBar, QVBoxLayout, QWidget

from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.gui.bars.settings_bar import SettingsBar
from perceptron_gui.gui.bars.status_bar import StatusBar
from perceptron_gui.gui.bars.tool_bar import ToolBar
from perceptron_gui.gui.bars.transport import Transport
from perceptron_gui.gui.controller import Controller
from perceptron_gui.gui.failure_watch import FailureWatch
from perceptron_gui.gui.override_guard import telling
from perceptron_gui.gui.panels.side_panel import SidePanel
from perceptron_gui.gui.placement import Placement
from perceptron_gui.gui.style.looks import theme_for
from perceptron_gui.gui.style.style_sheet import apply_theme, letters
from perceptron_gui.gui.style.theme import LIGHT, Theme
from perceptron_gui.gui.widgets.plain_text import in_column, title_text
from perceptron_gui.gui.window_actions import ActionSet
from perceptron_gui.session.view.switches import OWN_SYMBOLS
from perceptron_gui.translation import is_leftwards, tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.gui.bars.note_bar import NoteBar
    from perceptron_gui.session.points.history import History


MOST_STILL_MS = 300
"""As long as a small file takes to be opened; who opens a large one sees that the program is there."""


class CentralArea(QWidget):
    """Tells when the window has been painted for the first time, and then holds the plots.

    It is the central widget from first to last: Qt forgets the widths of docks that were restored beside another one.

    `column`: what stands below one another. `painted`: the area was painted.
    """

    painted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._theme: Theme = LIGHT
        self._notes: list[QWidget] = []
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)
        self._still = QTimer(self, singleShot=True, interval=MOST_STILL_MS)
        self._still.timeout.connect(self._go_on)

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        super().paintEvent(event)
        self.painted.emit()

    def keep_still(self, controller: Controller) -> None:
        """Paint nothing until another document is there and its run is drawn, but for a moment only."""
        self.setUpdatesEnabled(False)
        self._still.start()
        self._controller = controller
        # Drawn after the canvas, which was added before.
        views, once = controller.views, Qt.ConnectionType.SingleShotConnection
        controller.document_changed.connect(lambda _: views.add(self), once)

    def begin(self) -> None:
        """Paint from now on, unless it is kept still."""
        if not self._still.isActive():
            self.setUpdatesEnabled(True)

    def render_snapshot(self, snapshot: Snapshot) -> None:
        """Paint again, with the run of the new points."""
        if snapshot.dataset.X is self._controller.document.dataset.X:
            self._controller.views.remove(self)
            self._go_on()

    def _go_on(self) -> None:
        self._still.stop()
        self.setUpdatesEnabled(True)

    def set_theme(self, theme: Theme) -> None:
        """Write the notes below the canvas as large as what stands on it."""
        self._theme = theme
        for note in self._notes:
            note.setStyleSheet(letters(theme))

    def add_note(self, note: QWidget) -> None:
        """Give a line its place below the canvas."""
        self._notes.append(note)
        note.setStyleSheet(letters(self._theme))
        self.column.addWidget(note)

    def float_note(self, note: NoteBar) -> None:
        """Let a line lie over the canvas for a moment."""
        self._notes.append(note)
        note.setStyleSheet(letters(self._theme))
        note.float_over(self)


def focus_chain(window: QWidget, start: QWidget) -> list[QWidget]:
    """Return the parts of a window in the order of Tab, whether it stops at them or not, from after `start` all round.

    PySide takes each for a child of the one before it, and with any that goes forgets those of Qt's own behind it: so
    no step leads to the window, and `findChildren` makes all the others its own.
    """
    chain, last = [window], window.previousInFocusChain()
    while chain[-1] is not last:
        after = chain[-1].nextInFocusChain()
        assert after is not None
        chain.append(after)
    window.findChildren(QWidget)
    place = chain.index(start)
    return [*chain[place + 1 :], *chain[1:place]]


def go_round(window: QWidget, is_next: bool, is_inside: Callable[[QWidget], bool]) -> bool:
    """Give the keys to the next control that is seen, or the one before. `is_inside`: whether one is among them."""
    before: QWidget | None = window.focusWidget()
    chain = focus_chain(window, before or window)
    for here in chain if is_next else reversed(chain):
        if takes_tab(here) and is_inside(here):
            here.setFocus(Qt.FocusReason.TabFocusReason if is_next else Qt.FocusReason.BacktabFocusReason)
            return True
    return False


def takes_tab(widget: QWidget) -> bool:
    """Whether Tab stops at a widget; macOS may be told to stop at fields alone."""
    stops = QtGui.QGuiApplication.styleHints().tabFocusBehavior()
    wanted = Qt.FocusPolicy.TabFocus if stops == Qt.TabFocusBehavior.TabFocusAllControls else Qt.FocusPolicy.StrongFocus
    is_wanted = widget.focusPolicy() & wanted == wanted and widget.focusProxy() is None
    return is_wanted and widget.isVisible() and widget.isEnabled()


def stops_in(area: QWidget) -> Iterator[QWidget]:
    """Yield where Tab stops in a part of a window, in its order."""
    control: QWidget | None = area
    while control is not None:
        if (control is area or area.isAncestorOf(control)) and takes_tab(control):
            yield control
        control = control.nextInFocusChain()
        if control is area:
            return


FIRST_CLASSES = ("A", "B")
"""Those of new points: the bar shows them until there is a document."""
BEHIND_THE_START = ("run.reset", "run.step_back")
"""What cannot be done before the first visit."""


class MainWindow(QMainWindow):
    """Top bar, left bar, canvas, panels, transport and status line around one controller.

    `make_history`: return that of the document that is shown first; called when the frame is on the screen.
    `preferences`: of the last start. `framed`: the frame is on the screen; nobody can do anything with it yet.
    `canvas_built`: the canvas is there, and empty. `canvas_placed`: the canvas shows the document. `ready`: the canvas
    shows the document, and everything does what it says. `closing`: the user asked to close; the answer is in
    `may_close`. `closed`: the window goes. `files_dropped`: a file was dropped on the window.

    `restyled`: False before all widgets take another style sheet, some of them many times; True when that is over.
    `rearranged`: the same when parts of the window come, go or change their size.

    `escaped`: Esc in the hall, when no stroke can be cancelled. `left_by_keys`: Esc on the plane, when nothing can be
    cancelled. `told`: sentences for a screen reader, wherever the focus is. `language_chosen`: another language, or ""
    for that of the desktop. `take_digit`: tells whether a digit answers a question on the screen. `areas`: the parts
    that F6 visits, in this order; a feature adds its own.
    """

    framed = Signal()
    canvas_built = Signal()
    canvas_placed = Signal()
    ready = Signal()
    closing = Signal()
    closed = Signal()
    files_dropped = Signal(str)
    restyled = Signal(bool)
    rearranged = Signal(bool)
    escaped = Signal()
    language_chosen = Signal(str)
    left_by_keys = Signal()
    told = Signal(str)

    def __init__(self, make_history: Callable[[], History], preferences: Preferences) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.preferences = preferences
        self._make_history = make_history
        state = preferences.view_state
        self.theme: Theme = theme_for(state)
        if state.symbols != OWN_SYMBOLS:  # else no start needs it (A9)
            use_symbols(state.symbols)
        # First of all: a widget keeps the font it was made with when the program's font changes before it is shown.
        apply_theme(self.theme)
        self.controller = Controller(preferences.view_state, self)
        self.failures = FailureWatch(self)
        self.actions_by_id = ActionSet(self, self.menuBar())
        if why := preferences.policy.why_locked("theme"):
            self.actions_by_id.lock("theme", why)
        self.may_close = True
        self._is_closed = False
        self._build_bars()
        self.side = SidePanel(self, self.controller)
        made_room = tr("The side panel is hidden to make room. Press F9 to bring it back.")
        self.side.folded.connect(lambda: self.status.notice(made_room))
        self.side.came_back.connect(lambda: self.status.withdraw(made_room))
        self._set_frame_theme()
        self.central_area = CentralArea()
        # Queued: the frame is to reach the screen before the plots are imported.
        once = Qt.ConnectionType.QueuedConnection.value | Qt.ConnectionType.SingleShotConnection.value
        self.central_area.painted.connect(self._build, Qt.ConnectionType(once))
        self.setCentralWidget(self.central_area)
        self.setAcceptDrops(True)
        self._show_first_frame()
        self._placement = Placement(self)
        self._placement.restore(preferences)
        self.side.bring_named(preferences.front_panel)
        self.side.show_open()
        self.side.take_width(preferences.panel_width)
        self.controller.failed.connect(self.failures.show_details)
        self.failures.noted.connect(self.status.notice)
        self.controller.noticed.connect(self.status.notice)
        self.controller.restarted.connect(self.status.tell_restart)

    # Building

    def _build_bars(self) -> None:
        # From the outside to the inside: what gets another parent takes the style sheet anew, with all that is in it.
        areas = Qt.ToolBarArea
        # Where a language begins: Qt mirrors layouts, and not what lies at the edges of a window.
        beside = areas.RightToolBarArea if is_leftwards() else areas.LeftToolBarArea
        top, left, bottom = self.bars = [
            self._bar(area) for area in (areas.TopToolBarArea, beside, areas.BottomToolBarArea)
        ]
        self.top = SettingsBar(top)
        self.left = ToolBar(self.actions_by_id.by_id, self.theme, left)
        self.transport = Transport(self.actions_by_id.by_id, bottom)
        self.status = StatusBar(self.statusBar())
        for bar, widget in zip(self.bars, (self.top, self.left, self.transport), strict=True):
            bar.setObjectName(widget.objectName() + "Area")
            bar.addWidget(widget)
        self.statusBar().addWidget(self.status, 1)
        self.statusBar().setSizeGripEnabled(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)

    def _bar(self, area: Qt.ToolBarArea) -> QToolBar:
        bar = QToolBar(self)
        bar.setMovable(False)
        bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.addToolBar(area, bar)
        return bar

    def _show_first_frame(self) -> None:
        """Show what will be there when all is built, as far as it can be known: nothing jumps then."""
        state = self.controller.view_state
        self.left.set_classes(FIRST_CLASSES, 1)
        self.left.set_current(state.current_class)
        self.actions_by_id.show_view_state(state)
        for name in BEHIND_THE_START:
            self.actions_by_id[name].setEnabled(False)
        self.transport.show_speed(state.speed)
        self.central_area.setFocus()  # or Qt would choose the first button of the top bar

    def _build(self) -> None:
        """Make what the frame is for, when that is on the screen: the document, panels, commands and the canvas."""
        if self._is_closed:
            return
        from perceptron_gui.gui.data_requests import DataRequests

        # Until all has its place, or it would be painted in three sizes. Not the window itself: moved into the screen
        # meanwhile, it stays grey until something touches it.
        self.central_area.setUpdatesEnabled(False)
        self.controller.open_first(self._make_history())
        self.side.make_panels()
        self.requests = DataRequests(self.controller, self.transport.timeline, self.side)
        self.framed.emit()
        self._build_canvas()
        self.canvas_built.emit()
        self.controller.start()
        self.requests.update()
        QTimer.singleShot(0, self, telling(self._begin))

    def _build_canvas(self) -> None:
        """Bring in the plots."""
        from perceptron_gui.gui.bars.exercise_bar import ExerciseBar
        from perceptron_gui.gui.bars.plane_bars import ModelBar, ScoreStrip
        from perceptron_gui.gui.canvas.canvas import Canvas, follow
        from perceptron_gui.gui.canvas.overlays.axes_bar import AxesBar
        from perceptron_gui.gui.canvas.overlays.details import PointDetails
        from perceptron_gui.gui.canvas.overlays.overlay_placement import OverlayPlacement
        from perceptron_gui.gui.canvas.tools.cursor import CanvasCursor
        from perceptron_gui.gui.canvas.tools.gestures import Gestures
        from perceptron_gui.gui.canvas.tools.touch import Touch

        self.canvas, self.axes_bar = Canvas(), AxesBar()
        self.score, self.model_bar = ScoreStrip(), ModelBar()
        self.plane = QWidget()
        in_column(self.plane, self.canvas, self.axes_bar, spacing=0).setStretch(0, 1)
        self.beside_plane = QHBoxLayout()
        self.beside_plane.addWidget(self.plane, 1)
        column = self.central_area.column
        column.addWidget(self.score)
        column.addLayout(self.beside_plane, 1)
        column.addWidget(self.model_bar)
        self.stage = OverlayPlacement(self.canvas)
        self.canvas.figures.proof_told.connect(self.score.show_proof)
        self.gestures = Gestures(self.canvas, self.controller, self)
        self.controller.travelled.connect(partial(follow, self.canvas))
        self.controller.answered.connect(self.canvas.variants.take_answer)
        self.exercise = ExerciseBar(self.controller, lambda: self.canvas.axes)
        for part in (self.exercise, self.axes_bar, self.score, self.model_bar, self.central_area):
            self.stage.theme_changed.connect(part.set_theme)
        self.stage.grown.connect(self.transport.grow)
        self.gestures.arrow_input.pointed.connect(self.exercise.take_arrow)
        self.put_question_below()
        Touch(self.canvas)
        self.cursor_keys = CanvasCursor(self.canvas, self.gestures)
        self.cursor_keys.hint_changed.connect(self.status.set_mode_keys)
        self.details = PointDetails(self.stage, self.gestures, self.cursor_keys)
        self.areas: list[QWidget] = [self.canvas, self.top, self.left, self.transport, self.side.dock]
        self.stage.set_theme(self.theme)
        self.take_digit = self.answer_exercise

    def put_question_below(self) -> None:
        """Let an exercise ask below the plane."""
        layout = self.plane.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.insertWidget(1, self.exercise)
        self.exercise.setVisible(self.exercise.is_on)

    def answer_exercise(self, digit: int) -> bool:
        """Answer the question of an exercise; False where there is none, or where a figure is no answer."""
        return digit in (1, 2) and self.exercise.answer(digit)

    def _begin(self) -> None:
        if self._is_closed:
            return
        self._placement.keep_in_view()
        self.side.take_width()
        QApplication.processEvents()
        self._show_canvas()

    def _show_canvas(self) -> None:
        if self._is_closed:
            return  # and perhaps gone, with all that was in it
        self.canvas.fit()
        self.canvas.setFocus()
        self.canvas_placed.emit()
        self.ready.emit()
        # Not before: what is to be painted by then is painted, though a file is opened that keeps all still.
        self.central_area.begin()

    @property
    def has_canvas(self) -> bool:
        """Whether the plots have been brought in."""
        return hasattr(self, "gestures")

    # Showing

    def take_theme(self, theme: Theme) -> None:
        """Give all parts other colours and symbols, if they are others."""
        if theme == self.theme:
            return
        if theme.symbols != self.theme.symbols:
            use_symbols(theme.symbols)
            self.actions_by_id.name_all()
        self.theme = theme
        self.restyled.emit(False)
        try:
            apply_theme(theme)
        finally:
            self.restyled.emit(True)
        self._set_frame_theme()
        self.stage.set_theme(self.theme)

    def _set_frame_theme(self) -> None:
        for part in (self.top, self.left, self.transport, self.side):
            part.set_theme(self.theme)

    def show_title(self) -> None:
        """Write the title, with a mark while points are unsaved."""
        title = title_text(self.controller.document.name)
        self.setWindowTitle(f"{title}[*] — Perceptron Lab")
        self.setWindowModified(self.controller.history.is_changed)

    # Place and size

    def show_fitting(self) -> None:
        """Show the window where it was, or as large as a small screen lets it be."""
        self._placement.show()

    def showEvent(self, event: QtGui.QShowEvent) -> None:
        super().showEvent(event)
        if not self.has_canvas:
            self.side.take_width()

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        self.side.fit(event.size().width())

    def dragEnterEvent(self, event: QtGui.QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QtGui.QDropEvent) -> None:
        names = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if names:
            self.files_dropped.emit(names[0])

    # Keys

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.has_canvas:
            if self.controller.view_state.is_presenting and not self.gestures.is_busy:
                # A field gives the keys back first.
                self.canvas.setFocus() if isinstance(self.focusWidget(), QLineEdit) else self.escaped.emit()
                return
            is_idle = self.canvas.hasFocus() and not self.gestures.is_busy and self.cursor_keys.at is None
            self.gestures.cancel()
            self.canvas.setFocus()  # from wherever the keys were
            if is_idle:
                self.left_by_keys.emit()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QtGui.QCloseEvent) -> None:
        self.closing.emit()
        if not self.may_close:
            event.ignore()
            return
        self._is_closed = True
        self.closed.emit()
        self.failures.uninstall()
        self.controller.stop()
        event.accept()


def use_symbols(name: str) -> None:
    """Write formulas and words in other symbols from now on. `name`: of the notes that have them."""
    from perceptron_gui.session.messages.symbol_words import use

    use(name)
