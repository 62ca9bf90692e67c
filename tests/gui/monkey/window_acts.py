"""What is done to the rest of the window: actions, keys, fields, panels, sizes, and edits from behind its back."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QWidget,
)

from perceptron_gui.engine.data.settings import Mode, Order
from perceptron_gui.files.lessons.shipped import shipped
from perceptron_gui.gui.commands.commands import Commands
from perceptron_gui.gui.features.run_table import TablePanel
from perceptron_gui.gui.features.theorem.proof_plot import ProofPlot
from perceptron_gui.gui.features.weight_space.weight_picture import WeightPicture
from perceptron_gui.gui.panels.axis_plots import Histogram
from perceptron_gui.session.view.view_state import SPEEDS
from tests.gui.monkey.canvas_acts import LEFT, MODIFIER, RIGHT, CanvasActs
from tests.gui.monkey.edits import EDITS_BY_NAME

PICTURES: tuple[type[QWidget], ...] = (WeightPicture, ProofPlot, Histogram)
"""Pictures of panels that are used with the mouse."""


class WindowActs:
    """Acts on one window, each a method called do_ and the kind of the act.

    Parameters
    ----------
    canvas : CanvasActs
        Of the same window.
    commands : Commands
    """

    def __init__(self, canvas: CanvasActs, commands: Commands) -> None:
        self.window = canvas.window
        self.valet = canvas.valet
        self.commands = commands
        self._pixel = canvas.pixel

    def do_menu_of(self, x: float, y: float, number: int) -> None:
        """Open the menu of a place, and sometimes change the points under it."""
        self.valet.leave_popup()
        QTest.mouseClick(self.window.canvas.viewport(), RIGHT, MODIFIER[""], self._pixel(x, y))
        if number % 3 == 0:
            self.do_edit("delete", number)

    def do_action(self, name: str) -> None:
        """Do an action of the table, if it can be done."""
        if name == "file.quit":
            self.valet.close_dialogs()
        action = self.window.actions_by_id[name]
        if action.isEnabled():
            action.trigger()

    def do_key(self, name: str, modifiers: str) -> None:
        """Press a key where the keys go."""
        key: Qt.Key = getattr(Qt.Key, f"Key_{name}")
        target = QApplication.activePopupWidget() or QApplication.focusWidget() or self.window.canvas
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
            self.valet.leave_popup()
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
        self.window.controller.change_settings("order", order=order)

    def do_example(self, name: str) -> None:
        """Open an example."""
        self.window.top.sample_chosen.emit(name)

    def do_lesson(self, number: int) -> None:
        """Open a lesson of the program; questions about what is unsaved and for a name are answered by the valet."""
        paths, filing = [*shipped().values()], self.commands.filing
        filing.open_path(paths[number % len(paths)])

    def do_picture(self, what: str, number: int, x: float, y: float) -> None:
        """Press, move, release or double click in a picture of a panel that is seen."""
        self.valet.leave_popup()
        pictures = [picture for kind in PICTURES for picture in self._seen(kind)]
        if pictures:
            picture = pictures[number % len(pictures)]
            at, hit = self._pixel(x, y, picture), picture
            if isinstance(picture, QAbstractScrollArea):
                hit = picture.viewport()
            if what == "move":
                QTest.mouseMove(hit, at)
            else:
                {"press": QTest.mousePress, "release": QTest.mouseRelease, "double": QTest.mouseDClick}[what](
                    hit, LEFT, MODIFIER[""], at
                )

    def do_speed(self, number: int) -> None:
        """Move the speed slider."""
        self.window.transport.slider.setValue(number % len(SPEEDS))

    def do_timeline(self, part: float) -> None:
        """Click on the timeline."""
        timeline = self.window.transport.timeline
        QTest.mouseClick(timeline, LEFT, MODIFIER[""], self._pixel(part, 0.5, timeline))

    def do_tab(self, number: int) -> None:
        """Bring a panel to the front."""
        self.window.side.go_on(number % 5)

    def do_table(self, number: int, modifiers: str) -> None:
        """Click on a row of the table."""
        panel = self.window.side.panel(TablePanel)
        if panel.is_built and panel.is_seen and (rows := panel.model.rowCount()):
            table = panel.table
            index = panel.model.index(number * 997 % rows, 0)
            table.scrollTo(index)
            QTest.mouseClick(table.viewport(), LEFT, MODIFIER[modifiers], table.visualRect(index).center())

    def do_rename(self, number: int, text: str) -> None:
        """Give a class another name."""
        self.commands.palette.rename(number % len(self.window.controller.document.dataset.classes), text)

    def do_edit(self, name: str, number: int) -> None:
        """Change the points or the rules behind the window's back, as undo or another part of it might."""
        controller, change = self.window.controller, EDITS_BY_NAME[name]
        document = change(controller.document, np.random.default_rng(number))
        if document is not controller.document:
            controller.edit(document, name)

    def do_size(self, width: int, height: int) -> None:
        """Make the window so large; no hand can while it is minimised, and Qt's window then keeps another size."""
        if not (self.window.isFullScreen() or self.window.isMinimized()):
            self.window.resize(width, height)

    def do_minimise(self) -> None:
        """Minimise the window and bring it back."""
        self.do_put_away()
        self.do_bring_back()

    def do_put_away(self) -> None:
        """Minimise the window."""
        self.window.showMinimized()
        QTest.qWait(5)

    def do_bring_back(self) -> None:
        """Bring the window back, as the desktop's list of windows does."""
        self.window.setWindowState(self.window.windowState() & ~Qt.WindowState.WindowMinimized)
        self.window.activateWindow()

    def do_wait(self, milliseconds: int) -> None:
        """Wait."""
        QTest.qWait(milliseconds)

    def do_close_all(self) -> None:
        """Close menus, lists and dialogs."""
        self.valet.close_dialogs()
