"""What a script can see of a window: the names in its expressions, and where things are on the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QMenu,
    QMessageBox,
    QWidget,
)
from shiboken6 import isValid

from perceptron_gui.engine.data.settings import Mode
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.files.points.sample_files import ALL_SAMPLES
from perceptron_gui.gui.app import commands_of
from perceptron_gui.gui.canvas.figures.foreground import Handle
from perceptron_gui.gui.features.run_table import TablePanel
from perceptron_gui.gui.panels.side_panel import StationRow
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.view.view_state import SPEEDS

Spot = tuple[QWidget, QPoint]
"""A widget, and a place on it in its own pixels."""


def near(a: Any, b: Any, within: float = 0.03) -> bool:
    """Whether two numbers, or two lists of numbers, are almost the same."""
    if isinstance(a, Iterable):
        return len(list(a)) == len(list(b)) and all(near(x, y, within) for x, y in zip(a, b, strict=True))
    return bool(abs(a - b) <= within)


def snaps(point: Iterable[float], step: float) -> bool:
    """Whether all coordinates of a point are short decimals, multiples of a step."""
    exact = Fraction(repr(step)) if step < 1 else Fraction(step)
    return all((Fraction(repr(value)) / exact).denominator == 1 for value in point)


class Sight:
    """Answers questions about one window."""

    def __init__(self, window: MainWindow, folder: Path) -> None:
        self.window = window
        self.folder = folder
        self.noted: dict[str, Any] = {}
        self.clicked: QWidget | None = None

    def __getitem__(self, name: str) -> Any:
        """Return what a name of an expression means."""
        if name in self.noted:
            return self.noted[name]
        if name.startswith("_") or not hasattr(self, name):
            raise KeyError(name)
        return getattr(self, name)

    near = staticmethod(near)
    snaps = staticmethod(snaps)

    # The run

    @property
    def snapshot(self) -> Snapshot:
        """What the views show."""
        assert self.window.controller.snapshot is not None
        return self.window.controller.snapshot

    visit = property(lambda self: self.snapshot.visit)
    epoch = property(lambda self: self.snapshot.epoch)
    mistakes = property(lambda self: self.snapshot.mistakes)
    updates = property(lambda self: self.snapshot.updates)
    frontier = property(lambda self: self.snapshot.frontier)
    errors = property(lambda self: self.snapshot.n_errors)
    stop = property(lambda self: str(self.snapshot.stop or ""))
    is_playing = property(lambda self: self.snapshot.is_playing)
    theta = property(lambda self: self.snapshot.theta.tolist())
    is_current = property(lambda self: self.snapshot.run_id == self.window.controller._run_id)
    """Whether the run that is shown is the one of the points and rules that are shown."""
    is_seen = property(lambda self: self.is_playing or self.window.canvas.snapshot is self.snapshot)
    """Whether the canvas shows what the other views do: an update comes in two beats."""
    is_idle = property(lambda self: self.window.controller.training_thread.mailbox.is_empty)

    # The points and rules

    @property
    def points(self) -> list[list[float]]:
        """Where the points lie."""
        rows: list[list[float]] = self.window.controller.document.dataset.X.tolist()
        return rows

    @property
    def labels(self) -> list[str]:
        """The name of the class of each point."""
        dataset = self.window.controller.document.dataset
        return [dataset.classes[k] for k in dataset.labels.tolist()]

    classes = property(lambda self: list(self.window.controller.document.dataset.classes))
    features = property(lambda self: list(self.window.controller.document.dataset.features))
    settings = property(lambda self: self.window.controller.document.settings)
    order = property(lambda self: self.settings.order.value)
    mode = property(lambda self: self.settings.mode.value)
    positive = property(lambda self: self.classes[self.window.controller.document.positive])
    is_unsaved = property(lambda self: self.window.isWindowModified())

    def watch(self, title: str) -> str:
        """Return the sentence on what to watch in an example."""
        return next(sample.watch for sample in ALL_SAMPLES if sample.title == title)

    # The window

    title = property(lambda self: self.window.windowTitle().replace("[*]", ""))
    message = property(lambda self: self.window.status.message.text())
    selected = property(lambda self: sorted(self.window.gestures.selected))
    current = property(lambda self: self.classes[self.window.gestures.current_class])
    tool = property(lambda self: self.window.gestures.tool.value)
    verdict = property(lambda self: self.window.top.verdict.text)
    theme = property(lambda self: self.window.theme.name)
    speed = property(lambda self: SPEEDS[self.window.transport.slider.value()])
    width = property(lambda self: self.window.width())
    height = property(lambda self: self.window.height())
    place = property(lambda self: [self.window.x(), self.window.y()])
    scale = property(lambda self: self.window.devicePixelRatioF())
    is_full = property(lambda self: self.window.isFullScreen())
    is_closed = property(lambda self: not self.window.isVisible())
    bars = property(lambda self: [bar.isVisible() for bar in (self.window.top, self.window.left, self.window.status)])
    has_panel = property(lambda self: self.window.side.dock.isVisible())
    focus = property(lambda self: _path_of(self.window, QApplication.focusWidget()))
    panel = property(lambda self: self.window.side.entry.name if self.window.side.front else "")
    _table = property(lambda self: self.window.side.panel(TablePanel))
    row = property(lambda self: self._table.table.currentIndex().row() if self._table.is_built else -1)
    rows = property(lambda self: self._table.model.rowCount() if self._table.is_built else 0)
    question = property(lambda self: str(self.window.exercise.prompt.question or ""))
    asks = property(lambda self: self.window.exercise.text.text() if self.window.exercise.isVisible() else "")
    score = property(lambda self: self.window.exercise.score.text())
    way_arrows = property(
        lambda self: len(self.window.canvas._marks.way.arrows) if self.window.canvas._marks.way else 0
    )
    copied = property(lambda self: QGuiApplication.clipboard().text())
    recent = property(lambda self: [Path(name).name for name in commands_of(self.window).filing.recent.paths])

    def shows(self, name: str) -> bool:
        """Whether a part of the window is on the screen, and inside of it."""
        widget = self._part(name)
        box = QRect(widget.mapTo(self.window, QPoint(0, 0)), widget.size())
        return widget.isVisible() and self.window.rect().contains(box)

    def text(self, name: str) -> str:
        """Return the text of a part of the window."""
        widget: Any = self._part(name)
        return str(widget.currentText() if hasattr(widget, "currentText") else widget.text())

    def complaint(self, rule: str) -> str:
        """Return what is said against the text in a field of the page of rules; empty where it is right."""
        return commands_of(self.window).settings.page.complaints[rule].text()

    def enabled(self, action: str) -> bool:
        """Whether an action of the table can be done."""
        return self.window.actions_by_id[action].isEnabled()

    # The picture

    view = property(lambda self: list(self.window.canvas.frame.rectangle))
    unit = property(lambda self: self.window.canvas.frame.units[0])
    grid_step = property(lambda self: self.window.canvas.grid_steps[0])
    words = property(lambda self: [label.text for label in self.window.canvas._marks.labels])

    def says(self, text: str) -> bool:
        """Whether a text stands on the canvas, perhaps among others."""
        return any(text in word for word in self.words)

    weight_factor = property(lambda self: self.window.canvas.weight_factor)
    rings = property(lambda self: len(self.window.canvas._marks.influence))
    has_angle = property(lambda self: self.window.canvas._marks.angle is not None)
    pending = property(lambda self: len(self.window.canvas._marks.pending))
    has_cursor = property(lambda self: self.window.cursor_keys.at is not None)

    # Dialogs and menus

    @property
    def dialog(self) -> str:
        """The title, or else the text, of the question that is being asked."""
        active = QApplication.activeWindow()
        if not isinstance(active, QDialog) or not active.isVisible() or not active.windowHandle().isExposed():
            return ""
        return active.windowTitle() or (active.text() if isinstance(active, QMessageBox) else "?")

    @property
    def dialog_words(self) -> str:
        """All that the question says."""
        active = QApplication.activeWindow()
        is_dialog = isinstance(active, QDialog)
        return " ".join(label.text() for label in active.findChildren(QLabel)) if is_dialog and active else ""

    @property
    def menu(self) -> list[str]:
        """The entries of the menu that is open."""
        popup = QApplication.activePopupWidget()
        if not isinstance(popup, QMenu) or popup.windowHandle() is None or not popup.windowHandle().isExposed():
            return []
        return [_plain(action.text()) for action in popup.actions() if not action.isSeparator()]

    @property
    def has_its_list(self) -> bool:
        """Whether what was clicked is no box with a list, or its list is open."""
        clicked = self.clicked
        return not (isinstance(clicked, QComboBox) and isValid(clicked)) or clicked.view().isVisible()

    is_active = property(lambda self: self.window.isActiveWindow() and self.window.windowHandle().isExposed())
    is_ready = property(lambda self: self.is_active and self.window.controller.snapshot is not None)

    def written(self, name: str) -> str:
        """Return what is in a file of the script's folder; empty where there is none."""
        path = self.folder / name
        return path.read_text(encoding="utf-8") if path.is_file() else ""

    # Where things are

    def spot(self, kind: str, words: str) -> Spot:
        """Return where a place of a script is."""
        finders: dict[str, Callable[[str], Spot]] = {
            "data": self._data,
            "canvas": self._canvas,
            "tip": self._tip,
            "class": lambda words: _middle(self.window.left.classes[int(words) - 1]),
            "tool": lambda words: _middle(self.window.left.tools[words]),
            "mode": lambda words: _middle(self.window.top.modes[Mode(words)]),
            "button": self._button,
            "menu": self._menu,
            "tab": self._tab,
            "item": self._item,
            "widget": lambda words: _middle(self._part(words)),
            "visit": self._visit,
        }
        spot = finders[kind](words)
        self.clicked = spot[0]
        return spot

    def _part(self, name: str) -> QWidget:
        """Return a part of the window, or of its page of rules, by the names of attributes that lead there."""
        part: Any = commands_of(self.window).settings.page if name.startswith("rules.") else self.window
        for attribute in name.removeprefix("rules.").split("."):
            if isinstance(part, dict):
                part = part[attribute]
            else:
                part = part[int(attribute)] if attribute.isdigit() else getattr(part, attribute)
        assert isinstance(part, QWidget)
        return part

    def _data(self, words: str) -> Spot:
        x, y = map(float, words.split())
        return self._on_plane(self.window.canvas.frame.point(x, y))

    def _canvas(self, words: str) -> Spot:
        across, down = map(float, words.split())
        frame = self.window.canvas.frame
        return self._on_plane(QPointF(across * frame.width, down * frame.height))

    def _tip(self, _: str) -> Spot:
        handle = self.window.canvas._marks.handles.get(Handle.WEIGHTS)
        assert handle is not None, "w has no tip to take"
        return self._on_plane(handle)

    def _on_plane(self, at: QPointF) -> Spot:
        viewport = self.window.canvas.viewport()
        assert viewport.rect().contains(at.toPoint()), f"{at} is out of view"
        return viewport, at.toPoint()

    def _button(self, name: str) -> Spot:
        if name in self.window.transport.buttons:
            return _middle(self.window.transport.buttons[name])
        active = QApplication.activeModalWidget() or QApplication.activeWindow() or self.window
        buttons = [b for b in active.findChildren(QAbstractButton) if b.isVisible() and _plain(b.text()) == name]
        assert len(buttons) == 1, f"{len(buttons)} buttons are called {name}"
        return _middle(buttons[0])

    def _menu(self, name: str) -> Spot:
        bar = self.window.menuBar()
        action = next(action for action in bar.actions() if _plain(action.text()) == name)
        return bar, bar.actionGeometry(action).center()

    def _tab(self, name: str) -> Spot:
        for bar in self.window.findChildren(StationRow):
            for tab in bar.buttons:
                if tab.isVisible() and tab.text() == name:
                    return _middle(tab)
        raise AssertionError(f"no tab is called {name}")

    def _item(self, text: str) -> Spot:
        for box in self.window.findChildren(QComboBox):
            if box.view().isVisible():
                return self._entry(box, text)
        popup = QApplication.activePopupWidget()
        assert isinstance(popup, QMenu), "no menu or list is open"
        assert popup.windowHandle().isExposed(), "the menu is not on the screen yet"
        action = next((a for a in popup.actions() if _plain(a.text()).rstrip("…") == text), None)
        if action is None and (around := _around(popup, text)) is not None:
            popup.setActiveAction(around)  # as the mouse over it does; the question is asked again
        assert action is not None, f"there is no {text!r} among {self.menu}"
        assert action.isEnabled(), f"{text!r} cannot be chosen"
        return popup, popup.actionGeometry(action).center()

    def _entry(self, box: QComboBox, text: str) -> Spot:
        row = next((i for i in range(box.count()) if text in box.itemText(i)), None)
        assert row is not None, f"there is no {text!r} in the list"
        return box.view().viewport(), box.view().visualRect(box.model().index(row, 0)).center()

    def _visit(self, words: str) -> Spot:
        timeline = self.window.transport.timeline
        return timeline, QPoint(round(timeline._picture.x(int(words))), timeline.height() // 2)


def _around(menu: QMenu, text: str) -> QAction | None:
    """Return the entry of a menu whose own menu has an entry of this text."""
    inner = [part for part in menu.findChildren(QMenu) if any(_plain(a.text()) == text for a in part.actions())]
    return next((a for a in menu.actions() if inner and a.text() == inner[0].title()), None)


def native(spot: Spot) -> tuple[int, int, int]:
    """Return the window on the screen that a spot is in, and where in it, in the screen's pixels."""
    widget, at = spot
    top = widget.window()
    inside = widget.mapTo(top, at)
    scale = top.devicePixelRatioF()
    return int(top.winId()), round(inside.x() * scale), round(inside.y() * scale)


QUICK = 80
"""Of 100: how little a picture is compressed; with Qt's own choice it was a sixteenth of the work of a script."""


def picture(path: str) -> None:
    """Save what the screen shows where our windows are."""
    shown = [w for w in QApplication.topLevelWidgets() if w.isVisible() and w.windowHandle() is not None]
    for widget in shown:
        widget.repaint()
    screen, box = QGuiApplication.primaryScreen(), QRect()
    for widget in shown:
        box = box.united(widget.frameGeometry())
    if not any(widget.isActiveWindow() for widget in shown):
        box = screen.geometry()  # a window of another process is in front
    box = box.intersected(screen.geometry())
    screen.grabWindow(0, box.x(), box.y(), box.width(), box.height()).save(path, "PNG", QUICK)


def _middle(widget: QWidget) -> Spot:
    assert widget.isVisible(), f"{widget} cannot be seen"
    return widget, widget.rect().center()


def _path_of(window: MainWindow, widget: QWidget | None) -> str:
    """Return by what name a script would call the widget that has the focus."""
    if widget is None:
        return ""
    if widget is window.canvas or widget is window.canvas.viewport():
        return "plane"
    return widget.objectName() or widget.accessibleName() or type(widget).__name__


def _plain(text: str) -> str:
    return text.replace("&", "")
