"""The panels beside the canvas: what is open, and that they make room while the window is narrow (G10)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QTabBar, QTabWidget
from shiboken6 import isValid

from perceptron_gui.gui.combined_wants import combine_wants
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.gui.panels.panel_dock import PanelDock
from perceptron_gui.gui.panels.panel_tabs import PanelTabs
from perceptron_gui.gui.panels.panel_width import largest_width, usual_width
from perceptron_gui.gui.panels.registry import PANELS, PanelEntry
from perceptron_gui.gui.style.theme import LIGHT, Theme
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.wants import Wants
    from perceptron_gui.gui.controller import Controller
    from perceptron_gui.session.view_state import ViewState

PanelType = TypeVar("PanelType", bound=Panel)

FOLDS_BELOW, COMES_BACK_AT = 986, 1010
"""Widths of the window: below the first the canvas would get under 560 pixels and the panels fold. They come back a
little later than they went, so that nothing flickers while an edge of the window is dragged to and fro."""


def keep_keys_from_hidden_bars(window: QMainWindow) -> None:
    """Let nobody find the keys in the bars of no height that Qt keeps for panels one before the other."""
    for bar in window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
        bar.setFocusPolicy(Qt.FocusPolicy.NoFocus)


class SidePanel(QObject):
    """The panels of the registry in docks, one before the other.

    `window`: gets the docks, at its right edge. `controller`: its view state says which panels are open. `toggles`:
    entries of the menu, each with its key: they show a panel, and are checked while it is seen. `changed`: another
    panel is seen, or none. `folded`: the panels made room by themselves. `came_back`: they are open again.
    """

    changed = Signal()
    folded = Signal()
    came_back = Signal()

    def __init__(self, window: QMainWindow, controller: Controller) -> None:
        super().__init__(window)
        self._window, self._controller = window, controller
        self._front: PanelDock | None = None
        self._theme = LIGHT
        self._width = 0
        self._is_chosen = self._is_folded = False
        self.docks: list[PanelDock] = []
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        window.setDockOptions(window.DockOption.AllowTabbedDocks | window.DockOption.AnimatedDocks)
        self.tabs = [PanelTabs([tr(entry.title) for entry in PANELS], own) for own in range(len(PANELS))]
        self.docks = [self._dock(*parts) for parts in zip(PANELS, self.tabs, strict=True)]
        for one, other in pairwise(self.docks):
            window.tabifyDockWidget(one, other)
        self.docks[0].raise_()
        self.toggles = [self._toggle(entry, dock) for entry, dock in zip(PANELS, self.docks, strict=True)]
        controller.view_changed.connect(self.show_open)

    def make_panels(self) -> None:
        """Put the panels into the docks, which the first paint shows empty (A9)."""
        for entry, dock in zip(PANELS, self.docks, strict=True):
            dock.hold(entry.make())
            dock.panel.set_theme(self._theme)

    def _dock(self, entry: PanelEntry, tabs: PanelTabs) -> PanelDock:
        dock = PanelDock(entry.name, tr(entry.title), tabs, self._window)
        tabs.chosen.connect(lambda index: self.bring(self.docks[index]))
        dock.visibilityChanged.connect(self._on_visibility_changed)
        self._window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
        return dock

    @property
    def panels(self) -> tuple[Panel, ...]:
        """In the order of the registry, as are docks and toggles; empty ones until `make_panels`."""
        return tuple(dock.panel for dock in self.docks)

    def _toggle(self, entry: PanelEntry, dock: PanelDock) -> QAction:
        """Return an entry of the menu that brings a panel to the front."""
        action = QAction(dock.windowTitle(), self, checkable=True)
        action.setShortcut(QKeySequence(entry.shortcut))
        dock.visibilityChanged.connect(action.setChecked)
        action.triggered.connect(lambda: self.bring(dock))
        action.triggered.connect(lambda: action.setChecked(self.is_open))  # Qt has turned it
        return action

    def _on_visibility_changed(self) -> None:
        if not isValid(self._window):
            return  # it goes without having been closed, as when the display server has died
        is_open = [not dock.isHidden() for dock in self.docks]
        for dock in self._seen:
            dock.tabs.set_open(is_open)
        keep_keys_from_hidden_bars(self._window)
        self.changed.emit()

    @property
    def _state(self) -> ViewState:
        return self._controller.view_state

    @property
    def is_open(self) -> bool:
        """Whether there is any panel beside the canvas."""
        return self._state.has_side_panel and not self._state.is_presenting

    @property
    def is_wanted(self) -> bool:
        """Whether the user wants panels, though they may have made room in a narrow window."""
        return self._state.has_side_panel or self._is_folded

    def show_open(self) -> None:
        """Show the panels that are open and no others; what was in front before there was none is so again."""
        are_open = [self.is_open and dock.objectName() not in self._state.closed_panels for dock in self.docks]
        were_open = [not dock.isHidden() for dock in self.docks]
        if are_open == were_open:
            return
        self.noted_front()
        for dock, is_open in zip(self.docks, are_open, strict=True):
            dock.setVisible(is_open)
        if not any(were_open):
            self._bring_back()

    def set_theme(self, theme: Theme) -> None:
        """Take other colours; a panel of the usual width is resized with its text."""
        front = self.front
        is_usual = front is not None and front.width() == usual_width(self._window, self._theme)
        self._theme = theme
        for panel in self.panels:
            panel.set_theme(theme)
        if is_usual:
            self.take_usual_width()

    @property
    def wants(self) -> Wants:
        """What the panels that are seen need from the run."""
        return combine_wants(panel.wants for panel in self.panels if panel.is_seen)

    def panel(self, kind: type[PanelType]) -> PanelType:
        """Return the panel of a class."""
        return next(panel for panel in self.panels if isinstance(panel, kind))

    def take_usual_width(self) -> None:
        """Take the width of a window that was never changed."""
        widths = [usual_width(self._window, self._theme)] * len(self.docks)
        self._window.resizeDocks(self.docks, widths, Qt.Orientation.Horizontal)

    def leave_half(self) -> None:
        """Give the canvas half of the window, should the panels have taken more."""
        beside = [dock for dock in self._seen if not dock.isFloating()]
        lacking = self._window.width() // 2 - self._window.centralWidget().width()
        if beside and lacking > 0:
            widths = [dock.width() - -(-lacking // len(beside)) for dock in beside]
            self._window.resizeDocks(beside, widths, Qt.Orientation.Horizontal)

    # What the user wants

    def bring(self, dock: PanelDock) -> None:
        """Open a panel in front of the others, and give it the keyboard focus."""
        self._choose()
        self._controller.change_view(has_side_panel=True, closed_panels=self._state.closed_panels - {dock.objectName()})
        self._front = dock  # also where there is only the canvas for now
        if self.is_open:
            dock.raise_()
            dock.panel.take_focus()

    def close_front(self) -> None:
        """Close the panel in front; with the last one the side panel is closed, which then opens with all of them."""
        if self.front is None:
            return
        self._choose()
        closed = self._state.closed_panels | {self.front.objectName()}
        is_last = all(other.objectName() in closed for other in self.docks)
        self._controller.change_view(has_side_panel=not is_last, closed_panels=frozenset() if is_last else closed)

    def toggle(self) -> None:
        """Close the panels, or open those that were open."""
        self._choose()
        self._controller.change_view(has_side_panel=not self._state.has_side_panel)
        self.came_back.emit()

    def _choose(self) -> None:
        """Keep to what the user did until the window is wide again."""
        self._is_chosen, self._is_folded = True, False

    # Room

    def fit(self, width: int) -> None:
        """Fold the panels in a narrow window, or bring back those that were folded.

        `width`: width of the window in pixels.
        """
        if self._state.is_presenting:
            return
        if width >= COMES_BACK_AT:
            self._is_chosen = False
            self.unfold()
        elif width < FOLDS_BELOW and not self._is_chosen and self._state.has_side_panel:
            self._is_folded = True
            self._controller.change_view(has_side_panel=False)
            self.folded.emit()

    def unfold(self) -> None:
        """Open the panels again if they made room by themselves."""
        if self._is_folded:
            self._is_folded = False
            self._controller.change_view(has_side_panel=True)
            self.came_back.emit()

    def noted_front(self) -> tuple[str, int]:
        """Return the name of the panel that is in front, or was before there was none, and its width in pixels."""
        if self.front is not None:
            self._front, self._width = self.front, self.front.width()
        return (self._front.objectName() if self._front is not None else ""), self._width

    def note_front(self, name: str, width: int) -> None:
        """Have a panel in front when there are any again. `width`: in pixels; 0 is the usual one."""
        self._front = next((dock for dock in self.docks if dock.objectName() == name), None)
        self._width = max(width, 0)

    @property
    def front(self) -> PanelDock | None:
        """The first panel that somebody can see; None while there is none."""
        return next(iter(self._seen), None)

    @property
    def _seen(self) -> list[PanelDock]:
        return [dock for dock in self.docks if dock.panel.is_seen]

    def _bring_back(self) -> None:
        """Put the panel in front that was there, as wide as it was."""
        shown = [dock for dock in self.docks if not dock.isHidden()]
        front = self._front if self._front in shown else next(iter(shown), None)
        if front is not None:
            front.raise_()
            # The window may have been wider when that was noted.
            width = min(self._width or usual_width(self._window, self._theme), largest_width(self._window))
            self._window.resizeDocks([front], [width], Qt.Orientation.Horizontal)
