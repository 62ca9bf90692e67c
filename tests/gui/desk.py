"""A real window on a desk, and hands: keys, the mouse in data units, and patience until the run has got somewhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDeadlineTimer, QEvent, QEventLoop, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QAction, QCursor
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.gui.commands.commands import Commands
from perceptron_gui.gui.features.rules.rules_page import RulesPage
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import Document

Key, Modifier, Button = Qt.Key, Qt.KeyboardModifier, Qt.MouseButton
NO_MODIFIER = Modifier.NoModifier
AWAY = 1919, 1079
"""Where the mouse is when a test begins: Qt tells of no move to where it already was, as in the test before."""
PATIENCE_MS = 30_000
"""How long a claim may take to hold: a busy machine is slow, and only a test that fails waits so long."""


def actions_in(window: MainWindow, menu: str) -> list[QAction]:
    """Return the actions of a menu of the menu bar and of the menus inside it."""
    made = window.actions_by_id
    inner = [each for (home, _), each in made.groups.items() if home == menu]
    return [action for each in (made.menus[menu], *inner) for action in each.actions()]


@dataclass
class Desk:
    """A window that is ready, and what a person does with it."""

    qtbot: QtBot
    window: MainWindow
    commands: Commands

    @property
    def rules(self) -> RulesPage:
        """The page of rules, opened."""
        page = self.commands.settings.page
        if not page.isVisible():
            self.commands.settings.switch_page()
        return page

    def __post_init__(self) -> None:
        """Take the mouse away."""
        QCursor.setPos(*AWAY)

    @property
    def made(self) -> tuple[MainWindow, Commands]:
        """The window and its commands."""
        return self.window, self.commands

    # What is seen

    @property
    def document(self) -> Document:
        """The points and rules."""
        return self.window.controller.document

    @property
    def dataset(self) -> Dataset:
        """The points."""
        return self.document.dataset

    @property
    def snapshot(self) -> Snapshot:
        """What the views show."""
        assert self.window.controller.snapshot is not None
        return self.window.controller.snapshot

    @property
    def message(self) -> str:
        """What the status line says."""
        return self.window.status.message.text()

    def wait(self, claim: Callable[[], object], timeout: int = PATIENCE_MS) -> None:
        """Wait until a claim holds, and everything has the place that belongs to it."""
        waiting, look, wait_ms = QEventLoop(), QTimer(singleShot=True), 1
        look.timeout.connect(waiting.quit)
        patience = QDeadlineTimer(timeout)
        while not claim():
            assert not patience.hasExpired(), f"it does not hold after {timeout} ms"
            look.start(wait_ms)
            waiting.exec()
            wait_ms = min(2 * wait_ms, 10)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)

    def settle(self) -> Snapshot:
        """Wait until all commands are done and shown; return the snapshot."""
        done: list[bool] = []
        self.window.controller.post(lambda worker: done.append(True))
        self.wait(lambda: done)
        training_thread, controller = self.window.controller.training_thread, self.window.controller
        self.wait(lambda: training_thread.mailbox.is_empty and self.snapshot.run_id == controller._run_id)
        return self.snapshot

    # Hands

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NO_MODIFIER, on: QWidget | None = None) -> None:
        """Press a key where the focus is, or on a widget."""
        self.qtbot.keyClick(on or QApplication.focusWidget() or self.window.canvas, key, modifiers)

    def pixel(self, x: float, y: float) -> QPoint:
        """Return the pixel of a point of the plane."""
        return self.window.canvas.frame.point(x, y).toPoint()

    def press(self, x: float, y: float, modifiers: Qt.KeyboardModifier = NO_MODIFIER) -> None:
        """Press the left button on a point of the plane."""
        self.qtbot.mousePress(self.window.canvas.viewport(), Button.LeftButton, modifiers, self.pixel(x, y))

    def move(self, x: float, y: float) -> None:
        """Move the mouse over the plane."""
        self.qtbot.mouseMove(self.window.canvas.viewport(), self.pixel(x, y))

    def release(self, x: float, y: float, modifiers: Qt.KeyboardModifier = NO_MODIFIER) -> None:
        """Let the left button go."""
        self.qtbot.mouseRelease(self.window.canvas.viewport(), Button.LeftButton, modifiers, self.pixel(x, y))

    def click(self, x: float, y: float, modifiers: Qt.KeyboardModifier = NO_MODIFIER) -> None:
        """Click on a point of the plane."""
        self.press(x, y, modifiers)
        self.release(x, y, modifiers)

    def drag(self, *path: tuple[float, float], lets_go: bool = True) -> None:
        """Press at the first place, move along, and let go at the last."""
        self.press(*path[0])
        for place in path[1:]:
            self.move(*place)
        if lets_go:
            self.release(*path[-1])

    def do(self, action: str) -> None:
        """Trigger an action of the table."""
        assert self.window.actions_by_id[action].isEnabled(), self.window.actions_by_id[action].toolTip()
        self.window.actions_by_id[action].trigger()

    def menu_at(self, x: float, y: float) -> QMenu:
        """Open the menu of a place on the plane."""
        viewport, at = self.window.canvas.viewport(), self.pixel(x, y)
        self.window.canvas.menu_asked.emit(QPointF(at), viewport.mapToGlobal(at))
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        return menu

    # Ways to start

    def open(self, path: Path | str) -> None:
        """Open a points file and wait until it is on the screen, or a sentence why not."""
        self.commands.filing.open_path(Path(path))
        self.wait_until_read()

    def wait_until_read(self) -> None:
        """Wait until no file is being read."""
        self.wait(lambda: not self.commands.filing.opening.is_busy)

    def save(self, action: str = "file.save") -> None:
        """Save, and wait until the file is written, or a sentence says why not."""
        self.do(action)
        self.wait(lambda: not self.commands.filing.saving.is_busy)

    def show(self, dataset: Dataset, settings: TrainingSettings | None = None) -> Snapshot:
        """Open points without a file."""
        document = Document().with_settings(settings or TrainingSettings()).with_dataset(dataset)
        with self.window.canvas.drawn_once():
            self.window.controller.open_document(document)
            self.window.canvas.fit()
        return self.settle()

    def clear(self) -> None:
        """Start with an empty plane, 8 × 6 units wide or so."""
        self.show(Dataset.empty())

    def set_speed(self, place: int) -> None:
        """Move the speed slider."""
        self.window.transport.slider.setValue(place)

    def boxes(self) -> list[QMessageBox]:
        """Return the questions and complaints on the screen."""
        return [w for w in QApplication.topLevelWidgets() if isinstance(w, QMessageBox) and w.isVisible()]

    def answer(self, button: QMessageBox.StandardButton) -> list[str]:
        """Answer the next question with a button; return a list that its text is put into."""
        texts: list[str] = []
        timer = QTimer(self.window)

        def look() -> None:
            for box in self.boxes():
                texts.append(box.text())
                timer.stop()
                box.button(button).click()

        timer.timeout.connect(look)
        timer.start(10)
        return texts
