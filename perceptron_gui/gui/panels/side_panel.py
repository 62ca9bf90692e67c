"""The panels beside the canvas: docks with their tabs, what is open, and how wide they are (G10).

Docks are empty until the window is painted (A9), and make room while it is narrow.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeVar

from PySide6 import QtWidgets
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent
from shiboken6 import isValid

from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.gui.controller import Controller
from perceptron_gui.gui.panels.panel import Panel, combine_wants
from perceptron_gui.gui.panels.panel_registry import PANELS, PanelEntry
from perceptron_gui.gui.style.theme import LIGHT, Theme
from perceptron_gui.gui.widgets.choice import show_checked
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.translation import tr

POLICY = QtWidgets.QSizePolicy.Policy
LEFT, TOP = 6, 2
"""Pixels beside and above the tabs."""


class PanelTabs(QtWidgets.QWidget):
    """Names of all panels, the one below it marked; each dock has its own in place of a title.

    Docks ask for the height 2400 times while a window opens: a layout, which Qt asks without Python, holds it as room.

    `titles`: of all panels, in their order. `own`: the panel below. `chosen`: the panel that is to be brought to the
    front.
    """

    chosen = Signal(int)

    def __init__(self, titles: Sequence[str], own: int) -> None:
        super().__init__()
        self.setObjectName("panelTabs")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._titles, self._own = tuple(titles), own
        self._open: tuple[bool, ...] = (True,) * len(self._titles)
        self.buttons: list[QtWidgets.QToolButton] = []
        self._room = QtWidgets.QSpacerItem(0, TOP, POLICY.Ignored, POLICY.Fixed)
        self._column = QtWidgets.QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addSpacerItem(self._room)

    @property
    def is_seen(self) -> bool:
        """Whether somebody can see it; behind another dock Qt calls it visible, too."""
        return self.isVisible() and not self.visibleRegion().isEmpty()

    def set_front(self, is_front: bool) -> None:
        """Make the tabs when the panel first comes to the front: six of seven do not while the program starts.

        `is_front`: whether it is there now.
        """
        if not is_front or self.buttons:
            return
        self.buttons = [self._button(index, title) for index, title in enumerate(self._titles)]
        self.set_open(self._open)
        # At once, or the panel would be drawn first, and then again below them.
        frame = self.parentWidget()
        if frame is not None and (layout := frame.layout()) is not None:
            layout.activate()

    def set_open(self, is_open: Sequence[bool]) -> None:
        """Show the tabs of panels that are open. `is_open`: for each panel, whether it is."""
        self._open = tuple(is_open)
        for button, shows in zip(self.buttons, self._open, strict=False):
            button.setVisible(shows)
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def event(self, event: QEvent) -> bool:
        """See `QWidget.event`: the tabs are placed anew when one takes another size."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._place()
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._place()

    def _button(self, index: int, title: str) -> QtWidgets.QToolButton:
        button = QtWidgets.QToolButton(self)
        button.setText(title.replace("&", "&&"))
        button.setCheckable(True)
        button.setChecked(index == self._own)
        button.toggled.connect(lambda _: self._choose(index))
        return button

    def _choose(self, index: int) -> None:
        show_checked(self.buttons[index], index == self._own)
        self.chosen.emit(index)

    def _place(self) -> None:
        """Place the tabs in rows, and keep as much room as they take."""
        if not self.buttons:
            return
        at, below = QPoint(LEFT, TOP), TOP
        for button in self.buttons:
            if button.isHidden():
                continue
            size = button.sizeHint()
            if at.x() > LEFT and at.x() + size.width() > self.width():
                at = QPoint(LEFT, below)
            button.setGeometry(QRect(at, size))
            at, below = at + QPoint(size.width(), 0), max(below, at.y() + size.height())
        if below != self._room.sizeHint().height():
            self._room.changeSize(0, below, POLICY.Ignored, POLICY.Fixed)
            self._column.invalidate()
            self.updateGeometry()


PANEL_WIDTH = 368
"""Pixels on a desk; where text is larger the panels are wider, as far as the canvas keeps enough."""
LEAST_WIDTH = 260
TOOLS = 58
"""Pixels of the tools beside the canvas, which keeps two thirds of the width: half of the area, with its bars."""


def usual_width(window: QtWidgets.QMainWindow, theme: Theme) -> int:
    """Return the pixels that the panels of a window take which was never changed."""
    return min(round(PANEL_WIDTH * theme.scale), largest_width(window))


def largest_width(window: QtWidgets.QMainWindow) -> int:
    """Return the pixels that the panels of a window may take by themselves."""
    return max(window.width() // 3 - TOOLS, PANEL_WIDTH)


class PanelDock(QtWidgets.QDockWidget):
    """Holds a panel, and tells it when it comes to the front.

    `name`, `title`: identifies it in a saved layout; what it is called. `tabs`: in the place of a title. `panel`: an
    empty one until `hold`.
    """

    def __init__(self, name: str, title: str, tabs: PanelTabs, parent: QtWidgets.QWidget) -> None:
        super().__init__(title, parent)
        self.setObjectName(name)
        self.setTitleBarWidget(tabs)
        self.tabs = tabs
        self.panel = Panel()
        self._place()
        self.visibilityChanged.connect(self._set_front)

    def hold(self, panel: Panel) -> None:
        """Put a panel into the place of the one before."""
        earlier, self.panel = self.panel, panel
        panel.set_open(earlier.is_open)
        self._place()
        earlier.deleteLater()

    def _place(self) -> None:
        self.panel.setMinimumWidth(LEAST_WIDTH)
        self.setWidget(self.panel)

    def _set_front(self, is_front: bool) -> None:
        self.tabs.set_front(is_front)
        self.panel.set_open(is_front)


PanelType = TypeVar("PanelType", bound=Panel)

FOLDS_BELOW, COMES_BACK_AT = 986, 1010
"""Widths of the window: below the first the canvas would get under 560 pixels and the panels fold. They come back a
little later than they went, so that nothing flickers while an edge of the window is dragged to and fro."""


class SidePanel(QObject):
    """The panels of the registry in docks, one before the other.

    `window`: gets the docks, at its right edge. `controller`: its view state says which panels are open. `toggles`:
    entries of the menu, each with its key: they show a panel, and are checked while it is seen. `changed`: another
    panel is seen, or none. `folded`: the panels made room by themselves. `came_back`: they are open again.
    """

    changed = Signal()
    folded = Signal()
    came_back = Signal()

    def __init__(self, window: QtWidgets.QMainWindow, controller: Controller) -> None:
        super().__init__(window)
        self._window, self._controller = window, controller
        self._front: PanelDock | None = None
        self._theme = LIGHT
        self._width = 0
        self._is_chosen = self._is_folded = False
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QtWidgets.QTabWidget.TabPosition.North)
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
        action = QAction(dock.windowTitle(), self, checkable=True, shortcut=QKeySequence(entry.shortcut))
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
        # The keys are of no use in the bars of no height that Qt keeps for panels one before the other.
        for bar in self._window.findChildren(QtWidgets.QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
            bar.setFocusPolicy(Qt.FocusPolicy.NoFocus)
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
        if (front := self.front) is None:
            return
        self._choose()
        closed = self._state.closed_panels | {front.objectName()}
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
