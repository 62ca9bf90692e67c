"""A monkey at the real window: it can do each act, whatever is on the screen."""

from __future__ import annotations

import time
import traceback
from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QProcess, Qt, QTimer
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QInputDialog,
    QLineEdit,
    QMenu,
    QWidget,
)
from shiboken6 import isValid

from perceptron_gui.engine.data.settings import Mode, Order
from perceptron_gui.files.preferences import load_preferences
from perceptron_gui.gui.app import make_application, make_window
from perceptron_gui.gui.bars.transport import SPEEDS
from perceptron_gui.gui.panels.table import TablePanel
from tests.gui.monkey.acts import Act
from tests.gui.monkey.edits import EDITS_BY_NAME
from tests.gui.monkey.watch import Watch

MODIFIER = {
    "": Qt.KeyboardModifier.NoModifier,
    "shift": Qt.KeyboardModifier.ShiftModifier,
    "ctrl": Qt.KeyboardModifier.ControlModifier,
    "ctrl+shift": Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    "alt": Qt.KeyboardModifier.AltModifier,
}
LEFT, RIGHT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
VALET_MS = 15
MOST_WINDOWS = 6
"""Dialogs that may stand beside the window."""
LONGEST_MENU = 0.7
"""Seconds that a menu may stay open within one act: a button with a menu waits for it."""
PATIENCE = 20.0


class Monkey:
    """Plays acts on one window after the other, should it close one.

    Parameters
    ----------
    folder : Path
        Where its files go.
    """

    def __init__(self, folder: Path) -> None:
        self.app = make_application()
        self.app.setQuitOnLastWindowClosed(False)
        self.watch = Watch()
        self._folder = folder
        self._decisions = 0
        self._began = time.monotonic()
        self._device = QTest.createTouchDevice()
        self._patch_the_world()
        self._open()
        self._valet = QTimer()
        self._valet.timeout.connect(self._answer_questions)
        self._valet.start(VALET_MS)

    def _patch_the_world(self) -> None:
        """Let no dialog of the system open and no process start: a monkey could not end them."""
        QProcess.startDetached = staticmethod(lambda *_: True)  # type: ignore[method-assign, assignment]
        QFileDialog.getOpenFileName = staticmethod(lambda *_, **__: (self._file_to_open(), ""))  # type: ignore[method-assign, assignment]
        QFileDialog.getSaveFileName = staticmethod(lambda *_, **__: (self._file_to_save(), ""))  # type: ignore[method-assign, assignment]

    def _open(self) -> None:
        self.watch.is_on = False  # to start is allowed to take its time
        self.window, self.commands = make_window(load_preferences())
        ready: list[bool] = []
        self.window.ready.connect(lambda: ready.append(True))
        self.window.lab.failed.connect(lambda details: self.watch.faults.append(f"in the training thread: {details}"))
        self.window.show()
        self.window.activateWindow()
        end = time.monotonic() + PATIENCE
        while (not ready or self.window.lab.snapshot is None) and time.monotonic() < end:
            QTest.qWait(10)
        self.watch.beat()
        self.watch.is_on = True

    def close(self) -> None:
        """Close the window, whatever is unsaved."""
        if isValid(self.window):
            self._close_dialogs()
            self.window.lab.history.mark_saved()
            self.window.close()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def play(self, act: Act) -> list[str]:
        """Do an act; return what was wrong."""
        self.watch.beat()
        self.watch.faults.clear()
        self._began = time.monotonic()
        try:
            getattr(self, f"do_{act.kind}")(*act.values)
        except Exception:
            self.watch.faults.append(traceback.format_exc())
        for _ in range(3):
            QApplication.processEvents()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        self.watch.beat()
        if not isValid(self.window) or not self.window.isVisible():
            self._open()
        return [*self.watch.faults, *self._untrue()]

    def _untrue(self) -> list[str]:
        """Return what should hold after every act and does not."""
        gestures, dataset = self.window.gestures, self.window.lab.document.dataset
        wrong = []
        if any(not 0 <= i < dataset.n_samples for i in gestures.selected):
            wrong.append(f"selected {gestures.selected} of {dataset.n_samples} points")
        if not gestures.is_busy and len(self.window.plane.positions) != dataset.n_samples:
            wrong.append(f"{len(self.window.plane.positions)} points are drawn, there are {dataset.n_samples}")
        if self.window.failures.dialog is not None:
            wrong.append("the window tells of a fault of the program")
        return wrong

    # Files and questions

    def _file_to_open(self) -> str:
        good, bad = self._folder / "good.csv", self._folder / "bad.csv"
        good.write_text("x1,x2,label\n0,1,A\n1,0,B\n0.5,0.25,A\n", encoding="utf-8")
        bad.write_text("x1,x2,label\n0,what,A\n", encoding="utf-8")
        return ("", str(good), str(bad), str(self._folder / "none.csv"))[self._decision() % 4]

    def _file_to_save(self) -> str:
        choice = self._decision()
        return ("", str(self._folder / f"saved{choice % 4}"), "/nowhere/at/all.csv")[choice % 3]

    def _decision(self) -> int:
        """Return a number by which to choose: another one each time, for who asks again wants another answer."""
        self._decisions += 1
        return self._decisions

    def _answer_questions(self) -> None:
        """Answer what waits for an answer; close what there is too much of, and a menu that a button waits for."""
        # Not from here: what waits for an answer in its turn would keep this timer waiting, too.
        if time.monotonic() - self._began > LONGEST_MENU and QApplication.activePopupWidget() is not None:
            QTimer.singleShot(0, self._leave_popup)
        dialogs = [w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog) and w.isVisible()]
        for place, dialog in enumerate(dialogs):
            if (dialog.isModal() or place >= MOST_WINDOWS) and not dialog.property("isAnswered"):
                dialog.setProperty("isAnswered", True)
                QTimer.singleShot(0, dialog, partial(self._answer, dialog))

    def _answer(self, dialog: QDialog) -> None:
        buttons = [button for button in dialog.findChildren(QAbstractButton) if button.isVisible()]
        choice = self._decision()
        dialog.setProperty("isAnswered", False)
        if isinstance(dialog, QInputDialog):
            dialog.setTextValue(f"name {choice % 4}")
        if buttons and choice % 5:
            buttons[choice % len(buttons)].click()
        else:
            dialog.reject()

    def _close_dialogs(self) -> None:
        while (popup := QApplication.activePopupWidget()) is not None:
            popup.close()
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, QDialog) and widget.isVisible():
                widget.reject()

    def _leave_popup(self) -> None:
        """Choose something of a menu or list that is open, or leave it: a mouse cannot click through it."""
        popup = QApplication.activePopupWidget()
        for _ in range(4):
            if popup is None:
                return
            if self._decision() % 2 and isinstance(popup, QMenu):
                QTest.keyClick(popup, Qt.Key.Key_Down)
                QTest.keyClick(popup, Qt.Key.Key_Return)
            else:
                popup.close()
            popup = QApplication.activePopupWidget()

    # The canvas

    def _pixel(self, x: float, y: float, widget: QWidget | None = None) -> QPoint:
        size = (widget or self.window.plane.viewport()).size()
        return QPoint(round(x * size.width()), round(y * size.height()))

    def do_press(self, x: float, y: float, modifiers: str) -> None:
        """Press the left button."""
        self._leave_popup()
        QTest.mousePress(self.window.plane.viewport(), LEFT, MODIFIER[modifiers], self._pixel(x, y))

    def do_press_point(self, number: int, modifiers: str) -> None:
        """Press the left button on a point."""
        self._leave_popup()
        QTest.mousePress(self.window.plane.viewport(), LEFT, MODIFIER[modifiers], self._pixel_of_point(number))

    def do_move_point(self, number: int) -> None:
        """Move the mouse to a point."""
        QTest.mouseMove(self.window.plane.viewport(), self._pixel_of_point(number))

    def _pixel_of_point(self, number: int) -> QPoint:
        """Return where a point is, of those in view; the middle where there is none."""
        plane = self.window.plane
        pixels = plane.frame.pixels(plane.positions)
        seen = pixels[(pixels >= 0).all(axis=1) & (pixels < (plane.frame.width, plane.frame.height)).all(axis=1)]
        return QPointF(*seen[number % len(seen)].tolist()).toPoint() if len(seen) else self._pixel(0.5, 0.5)

    def do_move(self, x: float, y: float) -> None:
        """Move the mouse."""
        QTest.mouseMove(self.window.plane.viewport(), self._pixel(x, y))

    def do_release(self, x: float, y: float, modifiers: str) -> None:
        """Let the left button go."""
        QTest.mouseRelease(self.window.plane.viewport(), LEFT, MODIFIER[modifiers], self._pixel(x, y))

    def do_click(self, x: float, y: float, modifiers: str) -> None:
        """Click."""
        self.do_press(x, y, modifiers)
        self.do_release(x, y, modifiers)

    def do_double(self, x: float, y: float) -> None:
        """Double click."""
        self._leave_popup()
        QTest.mouseDClick(self.window.plane.viewport(), LEFT, MODIFIER[""], self._pixel(x, y))

    def do_hover(self, x: float, y: float, rests: int) -> None:
        """Move the mouse and let it rest for some milliseconds."""
        self.do_move(x, y)
        QTest.qWait(rests)

    def do_menu_of(self, x: float, y: float, number: int) -> None:
        """Open the menu of a place, and sometimes change the points under it."""
        self._leave_popup()
        QTest.mouseClick(self.window.plane.viewport(), RIGHT, MODIFIER[""], self._pixel(x, y))
        if number % 3 == 0:
            self.do_edit("delete", number)

    def do_pan(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """Move the picture with the middle button."""
        viewport = self.window.plane.viewport()
        QTest.mousePress(viewport, MIDDLE, MODIFIER[""], self._pixel(x, y))
        QTest.mouseMove(viewport, self._pixel(to_x, to_y))
        QTest.mouseRelease(viewport, MIDDLE, MODIFIER[""], self._pixel(to_x, to_y))

    def do_wheel(self, x: float, y: float, steps: int, number: int) -> None:
        """Turn the wheel over the canvas, the timeline or a panel."""
        side, plane = self.window.side.panels, self.window.plane.viewport()
        widget = (plane, plane, self.window.transport.timeline, side[number % len(side)])[number % 4]
        at, none = QPointF(self._pixel(x, y, widget)), Qt.MouseButton.NoButton
        turned = QPoint(), QPoint(0, 120 * steps)
        phase = Qt.ScrollPhase.NoScrollPhase
        turn = QWheelEvent(at, widget.mapToGlobal(at), *turned, none, MODIFIER[""], phase, False)
        QApplication.sendEvent(widget, turn)

    def do_touch(self, what: str, *places: float) -> None:
        """Press, move or release fingers."""
        self._leave_popup()
        viewport = self.window.plane.viewport()
        touches = QTest.touchEvent(self.window.windowHandle(), self._device, False)
        for finger in range(len(places) // 2):
            at = viewport.mapTo(self.window, self._pixel(places[2 * finger], places[2 * finger + 1]))
            getattr(touches, what)(finger, at)
        touches.commit()

    # The rest of the window

    def do_action(self, name: str) -> None:
        """Do an action of the table, if it can be done."""
        if name == "file.quit":
            self._close_dialogs()
        action = self.window.actions_by_id[name]
        if action.isEnabled():
            action.trigger()

    def do_key(self, name: str, modifiers: str) -> None:
        """Press a key where the keys go."""
        key: Qt.Key = getattr(Qt.Key, f"Key_{name}")
        target = QApplication.activePopupWidget() or QApplication.focusWidget() or self.window.plane
        QTest.keyClick(target, key, MODIFIER[modifiers])

    def do_write(self, number: int, text: str) -> None:
        """Write into a field that is seen, and press Enter."""
        kinds = (QLineEdit, QAbstractSpinBox)
        fields = [w for kind in kinds for w in self._seen(kind)]
        if fields:
            field = fields[number % len(fields)]
            field.setFocus()
            line = field if isinstance(field, QLineEdit) else field.findChild(QLineEdit)
            if isinstance(line, QLineEdit):
                line.setText(text)
                line.textEdited.emit(text)
            QTest.keyClick(field, Qt.Key.Key_Return)

    def do_widget(self, number: int) -> None:
        """Use a button, box or slider that is seen."""
        widgets = [w for w in self._seen(QWidget) if isinstance(w, QAbstractButton | QComboBox | QAbstractSlider)]
        if widgets:
            widget = widgets[number % len(widgets)]
            at = QPoint(number % max(widget.width(), 1), widget.height() // 2)
            self._leave_popup()
            QTest.mouseClick(widget, LEFT, MODIFIER[""], at)

    def _seen(self, kind: type[QWidget]) -> list[QWidget]:
        return [
            w for w in self.window.findChildren(kind) if w.isVisible() and w.isEnabled() and w.window() is self.window
        ]

    def do_mode(self, number: int) -> None:
        """Take another mode."""
        self.window.top.modes[list(Mode)[number % 3]].click()

    def do_order(self, number: int) -> None:
        """Take another order."""
        order = list(Order)[number % len(Order)]
        self.window.lab.change_settings("order", order=order)

    def do_example(self, name: str) -> None:
        """Open an example."""
        self.window.top.sample_chosen.emit(name)

    def do_speed(self, number: int) -> None:
        """Move the speed slider."""
        self.window.transport.slider.setValue(number % len(SPEEDS))

    def do_timeline(self, part: float) -> None:
        """Click on the timeline."""
        timeline = self.window.transport.timeline
        QTest.mouseClick(timeline, LEFT, MODIFIER[""], self._pixel(part, 0.5, timeline))

    def do_tab(self, number: int) -> None:
        """Bring a panel to the front."""
        dock = self.window.docks[number % len(self.window.docks)]
        dock.show()
        dock.raise_()

    def do_table(self, number: int, modifiers: str) -> None:
        """Click on a row of the table."""
        panel = self.window.side.panel(TablePanel)
        table, rows = panel.table, panel.model.rowCount()
        if table.isVisible() and rows:
            index = panel.model.index(number * 997 % rows, 0)
            table.scrollTo(index)
            QTest.mouseClick(table.viewport(), LEFT, MODIFIER[modifiers], table.visualRect(index).center())

    def do_rename(self, number: int, text: str) -> None:
        """Give a class another name."""
        self.commands.palette.rename(number % len(self.window.lab.document.dataset.classes), text)

    def do_edit(self, name: str, number: int) -> None:
        """Change the points or the rules behind the window's back, as undo or another part of it might."""
        lab, change = self.window.lab, EDITS_BY_NAME[name]
        document = change(lab.document, np.random.default_rng(number))
        if document is not lab.document:
            lab.edit(document, name)

    def do_size(self, width: int, height: int) -> None:
        """Make the window so large."""
        if not self.window.isFullScreen():
            self.window.resize(width, height)

    def do_minimise(self) -> None:
        """Minimise the window and bring it back."""
        self.window.showMinimized()
        QTest.qWait(5)
        self.window.showNormal()
        self.window.activateWindow()

    def do_wait(self, milliseconds: int) -> None:
        """Wait."""
        QTest.qWait(milliseconds)

    def do_close_all(self) -> None:
        """Close menus, lists and dialogs."""
        self._close_dialogs()
