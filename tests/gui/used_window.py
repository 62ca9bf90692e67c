"""One window for many tests, each of which gets it as if it were new: making one takes longer than most tests.

What a window shows of points, rules and a view's state is started over, and its panels make their parts anew. Whatever
else there is to see of it is compared with what was there when it was new: a window that differs is not used again.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QAbstractAnimation, QCoreApplication, QEvent, Qt, SignalInstance
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QLabel, QLineEdit, QMenu, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete, isValid

from perceptron_gui.frozen import asdict, replace
from perceptron_gui.gui.app import opening_document
from perceptron_gui.gui.bars.timeline_scale import LEAST_SPAN
from perceptron_gui.gui.canvas.overlays.axes_bar import AxesBar
from perceptron_gui.gui.canvas.overlays.details import CoordinateEditor
from perceptron_gui.gui.canvas.overlays.hover import HoverCard
from perceptron_gui.gui.commands.commands import Commands
from perceptron_gui.gui.features.by_hand import HandBar
from perceptron_gui.gui.features.curves import CurvesPanel
from perceptron_gui.gui.features.hall.hall_card import BlackScreen, HallCard
from perceptron_gui.gui.features.lessons.lesson_card import LessonCard
from perceptron_gui.gui.features.rules.rules_page import RulesPage
from perceptron_gui.gui.features.runs import RunsPanel
from perceptron_gui.gui.features.step import StepPanel
from perceptron_gui.gui.features.theorem import TheoremPanel
from perceptron_gui.gui.filing.file_commands import FileCommands
from perceptron_gui.gui.key_filter import KeyFilter
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.gui.panels.panel_registry import STATIONS
from perceptron_gui.gui.placement import USUAL_SIZE
from perceptron_gui.gui.widgets.checked_field import Complaint
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.folders import documents_folder
from perceptron_gui.session.output.picture_choice import FilmChoice, PictureChoice
from perceptron_gui.session.points.history import History
from perceptron_gui.session.view.view_state import USUAL_SPEED
from tests.gui.desk import Desk
from tests.gui.leaving import close, let_go
from tests.staying import stay

Made = tuple[MainWindow, Commands]
KEEP_NOTHING = (StepPanel, CurvesPanel, RunsPanel, TheoremPanel)
"""Panels that look like new ones when the run is; others keep a page, an order, a scale or a row of their own."""
FILLED_ANEW = (
    *(AxesBar, CoordinateEditor, HoverCard, RulesPage, Complaint, HandBar, HallCard, BlackScreen, LessonCard, QMenu),
)
"""Parts that are made, or get what is in them, when they are first shown, and are filled whenever they are."""
DONE_HINTS = ("place", "play", "step")
"""All of the first hints."""
TOLD = ("theme", "snapshot", "view_state")
"""What a panel without parts was told by its window."""


def start_over(window: MainWindow, commands: Commands, done_hints: tuple[str, ...] = DONE_HINTS) -> None:
    """Put back what a window shows: the view's state, the speed that was chosen, the document and its past, its files.

    Dialogs are made anew, with what they offer first.

    Parameters
    ----------
    window : MainWindow
    commands : Commands
    done_hints : tuple of str
        Which of the first hints the window does not give.
    """
    controller = window.controller
    if window.windowState() != Qt.WindowState.WindowNoState:
        window.showNormal()
    window.canvas.animation.is_reduced = False
    window.gestures.give_up()
    QApplication.sendEvent(window.canvas.viewport(), QEvent(QEvent.Type.Leave))
    window.cursor_keys.hide()
    for complaint in window.findChildren(Complaint):
        complaint.say("")
    if "page" in vars(commands.settings):
        commands.settings.page.close_page()
    if not controller.training_thread.is_resting:
        controller.play(False)
    _forget_files(commands.filing, window)
    commands.pictures.choice = PictureChoice.of(window.preferences.picture)
    commands.films.choice = FilmChoice.of(window.preferences.film)
    _forget_dialogs(commands)
    _forget_notes(window, commands)
    window.preferences = replace(window.preferences, speed=USUAL_SPEED, done_hints=done_hints)
    was = _room(window)
    with _drawn_later(window):
        _put_back_document(window)
    _put_back_size(window, was)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    with _drawn_later(window):
        window.canvas.fit()
    window.canvas.setFocus()
    window.status.clear_notice()
    for button in window.left.tools.values():
        button._on_toggled(next(iter(button._actions)), True)


def _forget_files(filing: FileCommands, window: MainWindow) -> None:
    """Know of no file, as a window on its first day."""
    filing.opening.cancel()
    filing.saving.cancel()
    filing.preview.cancel()
    filing.aside.forget()
    filing.recent.forget_shown()
    filing.raising.stop()
    filing.files.clear()
    filing._imported.clear()
    filing.folder = window.preferences.folder or documents_folder()
    filing.recent.paths = window.preferences.recent


def _forget_dialogs(commands: Commands) -> None:
    """Let dialogs be made when they are next asked for; those that follow the document are, when it is put back."""
    late = [feature.made for feature in commands.late.values() if "made" in vars(feature)]
    for owner in (*commands.features, *late, commands.filing.preview):
        for name, dialog in [each for each in vars(owner).items() if isinstance(each[1], QDialog)]:
            delattr(owner, name)
            delete(dialog)


def _forget_notes(window: MainWindow, commands: Commands) -> None:
    """Let the lines below the canvas be made when there is something to say, also what somebody has hidden."""
    commands.title._hidden = ""
    filing = commands.filing
    for owner in (commands.title, filing.parts, filing.opening.line, filing.saving.line, commands.films.saving.line):
        if owner.bar is not None:
            window.central_area._notes.remove(owner.bar)  # or the next theme would be given to a note that is gone
            delete(owner.bar)
            owner.bar = None


@contextmanager
def _drawn_later(window: MainWindow) -> Iterator[None]:
    """Let the canvas wait for the first snapshot of a new run, if that has yet to come: all is drawn with it again."""
    canvas, controller = window.canvas, window.controller
    canvas._redraw = _draw_nothing  # type: ignore[method-assign]
    try:
        yield
    finally:
        del canvas._redraw
    if canvas.snapshot is not None and canvas.snapshot.run_id == controller._run_id:
        canvas._redraw()


def _draw_nothing() -> None:
    """Draw it later."""


def _put_back_document(window: MainWindow) -> None:
    """Put back the points and what is chosen beside them, and tell of both at once."""
    controller, document = window.controller, opening_document()
    earlier, was = controller.document, controller.view_state
    controller.history = History(document)
    controller.view_state = was.changed(**asdict(window.preferences.view_state)).fitting(document, earlier)
    window.transport.timeline.span = max(LEAST_SPAN, 4 * document.dataset.n_samples)
    window.requests.update()  # asked for later, the same would come in a second snapshot, and all be drawn again
    controller.load(document, is_fresh=True)
    controller.document_changed.emit(document)
    controller._tell_view(was)


def _put_back_size(window: MainWindow, was: tuple[object, ...]) -> None:
    """Put back the size, and the panel in front; then all has its place. `was`: what these hung on before."""
    window.resize(USUAL_SIZE)
    window.side._last = [station.pages[0] for station in STATIONS]
    window.side.bring_named("step")
    window.side.fit(window.width())  # nobody has chosen panels
    window.side.take_width(0)
    if was != _room(window):
        QApplication.processEvents()


def _room(window: MainWindow) -> tuple[object, ...]:
    """Return what the places of all parts hang on."""
    return window.size(), window.theme, window.controller.view_state.is_presenting


def rest(desk: Desk) -> None:
    """Wait until nothing is awaited, nor comes or goes: what was asked before is answered, too."""
    thread, controller = desk.window.controller.training_thread, desk.window.controller
    desk.wait(lambda: thread.is_resting and thread.mailbox.is_empty and desk.snapshot.run_id == controller._run_id)
    for animation in desk.window.findChildren(QAbstractAnimation):
        is_backward = animation.direction() is QAbstractAnimation.Direction.Backward
        animation.setCurrentTime(0 if is_backward else animation.duration())
    desk.wait(lambda: not controller.clock.is_awake)
    desk.window.status.counts.forget_size()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # buttons of classes that are gone
    desk.wait(lambda: True)


def _let_paint(window: MainWindow) -> None:
    """Let a window that was not painted for a while paint what changes from now on: all of it takes as long as a test.

    Who looks at it has it painted for that. Qt's own way paints all at once.
    """
    disabled = Qt.WidgetAttribute.WA_UpdatesDisabled
    window.setAttribute(Qt.WidgetAttribute.WA_ForceUpdatesDisabled, False)
    for part in (window, *window.findChildren(QWidget)):
        part.setAttribute(disabled, False)
    window.canvas.viewport().update()


def take_apart(panel: Panel) -> None:
    """Leave of a panel what its window told it; it makes its parts when it is next seen."""
    if not panel.is_built or isinstance(panel, KEEP_NOTHING):
        return
    for child in panel.children():
        delete(child)
    told = {name: getattr(panel, name) for name in TOLD}
    new = type(panel)()
    fresh = _own(new)
    delete(new)
    for name in _own(panel):
        delattr(panel, name)
    vars(panel).update(fresh | told)
    panel.set_dataset(panel.snapshot.dataset if panel.snapshot is not None else opening_document().dataset)


def _own(panel: Panel) -> dict[str, object]:
    """Return the attributes of a panel that are not of Qt's making."""
    named = {name: value for name, value in vars(panel).items() if not name.startswith("__")}
    return {name: value for name, value in named.items() if not isinstance(value, SignalInstance)}


def _parts(window: MainWindow) -> Iterator[QWidget]:
    """Yield all there is in a window but what its panels are made of."""
    for part in (window.menuBar(), *window.bars, window.centralWidget(), window.statusBar(), window.side.row):
        yield part
        yield from part.findChildren(QWidget)
    yield from window.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)


def _look(widget: QWidget) -> tuple[object, ...]:
    """Return how a widget looks, if anybody can see it; Qt keeps docks behind others outside of the window."""
    if not widget.isVisible() or widget.geometry().right() < 0:
        return (type(widget),)
    words = widget.text() if isinstance(widget, (QLabel, QLineEdit, QAbstractButton)) else None
    is_checked = widget.isChecked() if isinstance(widget, QAbstractButton) else None
    return type(widget), widget.geometry().getRect(), words, is_checked, widget.isEnabled(), widget.toolTip()


@cache
def _is_filled_anew(kind: type) -> bool:
    return issubclass(kind, FILLED_ANEW)


def _not_seen(window: MainWindow) -> set[QWidget]:
    """Return the parts that are like new whenever they are shown, as long as nobody sees them."""
    parts = window.findChildren(QWidget)
    whole = [part for part in parts if _is_filled_anew(type(part)) and not part.isVisible()]
    return {part for each in whole for part in (each, *each.findChildren(QWidget))}


def traces(window: MainWindow, commands: Commands) -> tuple[object, ...]:
    """Return what else tells one window from another."""
    shown = [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]
    not_seen = _not_seen(window)
    return (
        [widget is window for widget in shown],
        window.size(),
        window.windowState(),
        (window.side.dock.isHidden(), window.side.windows),
        window.controller.view_state,
        [round(number, 6) for number in (*window.canvas.frame.point(0, 0).toTuple(), window.canvas.frame.units[0])],
        commands.filing.recent.paths,
        commands.filing.folder,
        Counter(_look(part) for part in _parts(window) if part not in not_seen),
    )


@dataclass
class UsedWindow:
    """Keeps the window that was used last.

    Attributes
    ----------
    made : tuple of MainWindow and Commands, or None
        The window, as long as there is one that may be as good as new.
    """

    made: Made | None = None
    _done_hints: tuple[str, ...] = DONE_HINTS
    _traces: tuple[object, ...] = ()

    def take(self, qtbot: QtBot, make: Callable[[], Desk]) -> Desk:
        """Return the window, or another where there is none that is like a new one; `make` makes one that is ready."""
        if self.made is not None:
            desk = Desk(qtbot, *self.made)
            if self.is_as_new(desk):
                return desk
            self.close()
            let_go()
        desk = make()
        rest(desk)
        self.made, self._traces = desk.made, traces(*desk.made)
        self._done_hints = desk.window.preferences.done_hints
        return desk

    def is_as_new(self, desk: Desk) -> bool:
        """Start the window over, and return whether it is as it was once it is at rest; its plane is painted, then."""
        keys = desk.window.findChild(KeyFilter)
        keys.look(False)  # at five hundred events, none of them a key
        desk.window.setUpdatesEnabled(False)
        start_over(*desk.made, self._done_hints)
        desk.window.canvas.painted.emit()  # for what looks at the canvas when it has been painted
        desk.window.activateWindow()
        rest(desk)
        for panel in desk.window.side.panels:
            take_apart(panel)
        _let_paint(desk.window)
        keys.look(True)
        return traces(*desk.made) == self._traces

    def give_back(self) -> None:
        """Keep the window as it is, since what the test has put in the place of parts is still there; or close it.

        It is closed where something stands over it.
        """
        if self.made is None or not isValid(self.made[0]):
            self.made = None
            return
        if [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()] != [self.made[0]]:
            self.close()
            return
        if "made" in vars(self.made[1].late["lessons"]):
            self.made[1].late["lessons"].made.end()  # its progress belongs into the folder of this test
        self.made[1].filing.aside.forget()  # it would keep unsaved points while a test without a window runs
        for thing in (*threading.enumerate(), *QApplication.topLevelWidgets()):
            stay(thing)

    def close(self) -> None:
        """Close the window, if there is one."""
        if self.made is not None and isValid(self.made[0]):
            close(*self.made)
        self.made = None
