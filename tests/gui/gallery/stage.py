"""A window that is brought into a state and looked at, without pytest: the gallery and the tests over it share it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QWidget
from shiboken6 import isValid

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.files.program.preferences import Preferences
from perceptron_gui.frozen import replace
from perceptron_gui.gui.app import commands_of, make_window
from perceptron_gui.gui.commands.commands import Commands
from perceptron_gui.gui.features.rules.rules_page import RulesPage
from perceptron_gui.gui.panels.panel_registry import PANELS
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import Document
from perceptron_gui.translation import tr
from tests.gui.leaving import close, let_go

PATIENCE = 300.0
"""Seconds until what must come has come, on a machine that is busy with other things or has no compiled loop: a fan of
runs without an end takes 40 there, and more than 120 where four such windows share two cores."""
LOOK_MS = 2
"""Between two looks whether it has come; Qt sleeps meanwhile, whatever comes."""
CALM_LOOKS, CALM_MS = 5, 10
"""So many looks in a row, so far apart, show the same before it counts as laid out."""
FULL_SCREEN = IN_HALL = "F11"
"""The view for the hall on the whole screen; with a size after it, on a screen of that size."""


class Stage:
    """One window, and what is done with it.

    Parameters
    ----------
    preferences : Preferences
        What an earlier start left.
    made : tuple of MainWindow and Commands, or None
        A window that is there, instead of a new one.
    """

    def __init__(self, preferences: Preferences | None = None, made: tuple[MainWindow, Commands] | None = None) -> None:
        self._is_waiting = False
        if made is not None:
            self.window, self.commands = made
            return
        self.window = make_window(preferences or Preferences(switches={"still": True}))
        is_ready: list[bool] = []
        self.window.ready.connect(lambda: is_ready.append(True))
        self.window.show_fitting()
        self.wait(lambda: is_ready and self.window.controller.snapshot is not None)
        self.commands = commands_of(self.window)
        self.settle()

    # What is seen

    @property
    def snapshot(self) -> Snapshot:
        """What the views show."""
        assert self.window.controller.snapshot is not None
        return self.window.controller.snapshot

    @property
    def overlay(self) -> QWidget | None:
        """The menu, list, dialog or page of rules that is open."""
        popup = QApplication.activePopupWidget()
        dialogs = [w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog) and w.isVisible()]
        return popup or (dialogs[-1] if dialogs else self.rules)

    @property
    def rules(self) -> RulesPage | None:
        """The page of rules, while it is open."""
        pages = [page for page in self.window.findChildren(RulesPage) if page.isVisible()]
        return pages[0] if pages else None

    @property
    def shown(self) -> list[QWidget]:
        """The window and what is open before it."""
        return [w for w in QApplication.topLevelWidgets() if w.isVisible() and w.windowHandle() is not None]

    # Patience

    def wait(self, claim: Callable[[], object]) -> None:
        """Let the window live until a claim holds."""
        end = time.monotonic() + PATIENCE
        self._is_waiting = True
        try:
            while not claim():
                assert time.monotonic() < end, "the window did not get there"
                QTest.qWait(LOOK_MS)
        finally:
            self._is_waiting = False

    def settle(self) -> None:
        """Wait until all commands are done, and what they did is shown."""
        controller, verdict = self.window.controller, self.window.top.verdict
        # Twice: what the first answer shows may ask for more, a page of the table for one.
        for _ in range(2):
            done: list[bool] = []
            controller.post(lambda worker: done.append(True))  # noqa: B023
            self.wait(lambda: done)  # noqa: B023
            self.wait(
                lambda: controller.training_thread.mailbox.is_empty and self.snapshot.run_id == controller._run_id
            )
        if not self.snapshot.is_playing:
            self.wait(lambda: self.window.canvas.curves.is_settled)
            self.wait(lambda: verdict.text != tr("computing …") and self.window.canvas.snapshot is self.snapshot)

    def rest(self) -> None:
        """Wait until every part has found its place, too, and what is in front is painted, as a page or as a card."""
        self.settle()
        self.wait(lambda: all(each.updatesEnabled() for each in self.window.side.panels if each.isVisible()))
        calm, earlier = 0, None
        end = time.monotonic() + PATIENCE
        while calm < CALM_LOOKS and time.monotonic() < end:
            QTest.qWait(CALM_MS)
            parts = self.window.findChildren(QWidget)  # where one lies that is hidden, nobody sees
            now = [part.geometry().getRect() if part.isVisible() else None for part in parts]
            calm = calm + 1 if now == earlier else 0
            earlier = now

    # Ways to get somewhere

    def open(self, name: str, **settings: Any) -> None:
        """Open a built-in data set under rules that are the usual ones but for `settings`."""
        self.show(BY_NAME[name].make(), title=tr(BY_NAME[name].title), **settings)

    def show(self, dataset: Dataset, title: str = "points", **settings: Any) -> None:
        """Open points without a file."""
        document = Document(title=title).with_settings(TrainingSettings(**settings)).with_dataset(dataset)
        self.window.controller.open_document(document)
        self.window.canvas.fit()
        self.settle()

    def do(self, *actions: str) -> None:
        """Trigger actions of the table, one after the other."""
        for name in actions:
            self._trigger(name)
            self.settle()

    def _trigger(self, name: str) -> None:
        action = self.window.actions_by_id[name]
        assert action.isEnabled(), f"{name}: {action.toolTip()}"
        action.trigger()

    def mistakes(self, count: int) -> None:
        """Go to a mistake of the run; those on the way need not be shown."""
        for _ in range(count):
            self._trigger("run.next_mistake")
        self.settle()

    def panel(self, name: str) -> None:
        """Bring a panel to the front."""
        self.window.side.bring(next(entry for entry in PANELS if entry.name == name))
        self.settle()

    def key(self, key: Qt.Key, on: QWidget | None = None) -> None:
        """Press a key on the canvas, or on a widget."""
        QTest.keyClick(on or self.window.canvas, key)
        self.settle()

    def pixel(self, x: float, y: float) -> QPoint:
        """Return the pixel of a point of the plane."""
        return self.window.canvas.frame.point(x, y).toPoint()

    def hover(self, x: float, y: float) -> None:
        """Put the mouse on a point of the plane."""
        viewport = self.window.canvas.viewport()
        QTest.mouseMove(viewport, self.pixel(x, y) + QPoint(3, 3))
        QTest.mouseMove(viewport, self.pixel(x, y))
        self.settle()

    def press(self, x: float, y: float) -> None:
        """Press the left button on a point of the plane."""
        QTest.mousePress(self.window.canvas.viewport(), Qt.MouseButton.LeftButton, pos=self.pixel(x, y))

    def carry(self, x: float, y: float) -> None:
        """Move the mouse with its button held, as Qt's own mouseMove cannot."""
        viewport, at = self.window.canvas.viewport(), self.pixel(x, y)
        self.window.canvas.moved.emit(QPointF(at), Qt.KeyboardModifier.NoModifier)
        viewport.update()
        self.settle()

    def release(self, x: float, y: float) -> None:
        """Let the left button go."""
        QTest.mouseRelease(self.window.canvas.viewport(), Qt.MouseButton.LeftButton, pos=self.pixel(x, y))
        self.settle()

    def click(self, x: float, y: float) -> None:
        """Click on a point of the plane."""
        self.press(x, y)
        self.release(x, y)

    # How it looks

    def take_look(self, theme: str, size: str) -> None:
        """Take a theme and a size: "1280x800", F11, or "F11 1280x720"."""
        window, (hall, _, size) = self.window, size.rpartition(" ") if size != FULL_SCREEN else (FULL_SCREEN, "", "")
        if window.theme.name != theme:
            window.controller.change_view(theme=theme)
        if bool(hall) is not window.controller.view_state.is_presenting:
            window.actions_by_id["view.presentation"].trigger()
        if size:
            if window.isFullScreen():
                window.showNormal()
            self._resize(*map(int, size.split("x")))
        self.rest()
        # That the panel made room is news only once.
        window.status.clear_notice()

    def _resize(self, width: int, height: int) -> None:
        """Take a size; a window as large as the screen is maximised, as its user would do it."""
        window, room = self.window, self.window.screen().size()
        if (width, height) == (room.width(), room.height()):
            window.showMaximized()
            return
        if window.isMaximized():
            window.showNormal()
        window.resize(width, height)
        self.wait(lambda: (window.width(), window.height()) == (width, height))

    # What opens before the window

    def with_overlay(self, opens: Callable[[Stage], object], then: Callable[[], object]) -> None:
        """Open a menu, list or dialog, do something while it is there, and close it.

        Parameters
        ----------
        opens : callable
            Opens it; it may return only when it is closed again.
        then : callable
            What to do while it is open.
        """
        done: list[object] = []
        calm, is_opening = 0, True
        end = time.monotonic() + PATIENCE
        timer = QTimer(self.window)

        def look() -> None:
            nonlocal calm
            if is_opening and self._is_waiting:
                return  # half way: a dialog is there, and its list is not
            calm = calm + 1 if self.overlay is not None and self._is_exposed(self.overlay) else 0
            if done or (calm < CALM_LOOKS and time.monotonic() < end):
                return
            timer.stop()
            try:
                done.append(then() if calm else "never opened")
            except BaseException as error:
                # Raised here it would be lost in Qt's event loop.
                done.append(error)
            self.close_overlays()

        timer.timeout.connect(look)
        timer.start(CALM_MS)
        opens(self)
        is_opening = False
        self.wait(lambda: done)
        if isinstance(done[0], BaseException):
            raise done[0]
        assert done[0] != "never opened", "nothing opened"
        self.settle()

    def _is_exposed(self, widget: QWidget) -> bool:
        handle = widget.window().windowHandle()
        return handle is not None and handle.isExposed()

    def close_overlays(self) -> None:
        """Close what is open before the window."""
        if not isValid(self.window):
            return
        for box in self.window.findChildren(QComboBox):
            box.hidePopup()
        while (popup := QApplication.activePopupWidget()) is not None:
            popup.close()
        for widget in self.shown:
            if isinstance(widget, QDialog):
                widget.reject()
        if self.rules is not None:
            self.rules.close_page()
        self.window.activateWindow()

    def menu(self, name: str) -> None:
        """Open a menu of the menu bar where it belongs."""
        bar, menu = self.window.menuBar(), self.window.actions_by_id.menus[name]
        bar.setActiveAction(menu.menuAction())
        if not menu.isVisible():
            menu.popup(bar.mapToGlobal(bar.actionGeometry(menu.menuAction()).bottomLeft()))

    def menu_on_canvas(self, x: float, y: float) -> None:
        """Open the menu of a place on the plane."""
        viewport, at = self.window.canvas.viewport(), self.pixel(x, y)
        self.window.canvas.menu_asked.emit(QPointF(at), viewport.mapToGlobal(at))

    def change(self, **settings: Any) -> None:
        """Change rules of the run."""
        controller = self.window.controller
        controller.set_settings(replace(controller.document.settings, **settings), "rules")
        self.settle()

    def close(self) -> None:
        """Close the window, whatever is unsaved, and let all of it go."""
        self.close_overlays()
        if isValid(self.window):
            close(self.window, self.commands)
        let_go()
