"""One window for many tests, each of which gets it as if it were new: making one takes longer than most tests.

A test says with the mark ``used_window`` that it shows points of its own before it claims anything, and that its
claim is about what a window shows of points, rules and a view's state. These are started over; a window that differs
in anything else when it comes back, or has made a panel that keeps something of its own, is not used again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QLineEdit
from shiboken6 import isValid

from perceptron_gui.gui.app import opening_document
from perceptron_gui.gui.commands.commands import Commands
from perceptron_gui.gui.panels.curves import CurvesPanel
from perceptron_gui.gui.panels.runs import RunsPanel
from perceptron_gui.gui.panels.theorem import TheoremPanel
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.history import History
from perceptron_gui.session.speeds import USUAL
from tests.staying import stay

Made = tuple[MainWindow, Commands]
KEEP_NOTHING = (CurvesPanel, RunsPanel, TheoremPanel)
"""Panels that look like new ones when the run is; others keep a page, an order, a scale or a row of their own."""


def start_over(window: MainWindow) -> None:
    """Put back what a window shows: the view's state, the speed that was chosen, the document and its past."""
    controller = window.controller
    window.gestures.cancel()
    controller.play(False)
    window.preferences = replace(window.preferences, speed=USUAL)
    controller.change_view(**vars(window.preferences.view_state))
    earlier = controller.document
    controller.history = History(opening_document())
    controller._take_up(earlier, is_fresh=True)
    window.canvas.fit()
    QApplication.sendEvent(window.canvas.viewport(), QEvent(QEvent.Type.Leave))
    window.side.bring(window.docks[0])
    window.side.fit(window.width())  # nobody has chosen panels
    window.canvas.setFocus()
    window.status.clear_notice()


def traces(window: MainWindow, commands: Commands) -> tuple[object, ...]:
    """Return what else tells one window from another."""
    shown = [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]
    return (
        [widget is window for widget in shown],
        window.size(),
        window.windowState(),
        [(dock.isHidden(), dock.isFloating()) for dock in window.docks],
        window.canvas.size(),
        window.controller.view_state,
        commands.filing.recent.paths,
        commands.filing.folder,
        [field.text() for part in (*window.bars, window.centralWidget()) for field in part.findChildren(QLineEdit)],
        [panel.is_built for panel in window.side.panels if not isinstance(panel, KEEP_NOTHING)],
    )


@dataclass
class UsedWindow:
    """Keeps the window that was used last.

    Attributes
    ----------
    made : tuple of MainWindow and Commands, or None
        The window, as long as there is one that is as good as new.
    """

    made: Made | None = None
    _traces: tuple[object, ...] = ()

    def take(self, make: Callable[[], Made]) -> Made:
        """Return the window, or another where there is none; `make` makes one that is ready."""
        if self.made is None:
            self.made = make()
            self._traces = traces(*self.made)
        return self.made

    def give_back(self) -> None:
        """Start the window over, or close it where that does not make it as it was."""
        if self.made is None or not isValid(self.made[0]):
            self.made = None
            return
        start_over(self.made[0])
        if traces(*self.made) != self._traces:
            self.close()
            return
        for thing in (*threading.enumerate(), *QApplication.topLevelWidgets()):
            stay(thing)

    def close(self) -> None:
        """Close the window, if there is one."""
        if self.made is not None and isValid(self.made[0]):
            self.made[1].filing.may_close = lambda: True  # type: ignore[method-assign]
            self.made[0].close()
        self.made = None
