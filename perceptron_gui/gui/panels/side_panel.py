"""The panels beside the canvas: which page is in front, which has its own window, and their width (G10).

Panels are created after the window's first paint (A9), and fold away while it is narrow.
"""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6 import QtWidgets
from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent, QKeySequence

from perceptron_gui.gui.controller import Controller
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.gui.panels.panel_registry import PANELS, STATIONS, PanelEntry
from perceptron_gui.gui.style.theme import LIGHT, Theme
from perceptron_gui.gui.widgets.choice import PageSwitch, show_checked, width_in_bold
from perceptron_gui.gui.widgets.plain_text import in_column
from perceptron_gui.translation import is_leftwards, tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.settings import TrainingSettings

POLICY = QtWidgets.QSizePolicy.Policy
PANEL_WIDTH = 368
"""Pixels on a desk; where text is larger the panels are wider, as far as the canvas keeps enough."""
LEAST_WIDTH = 260
TOOLS = 58
"""Pixels of the tools beside the canvas, which keeps two thirds of the width: half of the area, with its bars."""
FOLDS_BELOW, COMES_BACK_AT = 986, 1010
"""Widths of the window: below the first the canvas would get under 560 pixels and the panels fold. They come back a
little later than they went, so that nothing flickers while an edge of the window is dragged to and fro."""


def usual_width(window: QtWidgets.QMainWindow, theme: Theme) -> int:
    """Return the default width of the panels, in pixels."""
    return min(round(PANEL_WIDTH * theme.scale), max(window.width() // 3 - TOOLS, PANEL_WIDTH))


def most_width(window: QtWidgets.QMainWindow) -> int:
    """Return the pixels that the panels of a window may take: the canvas keeps half."""
    return max(window.width() // 2 - TOOLS - 4, LEAST_WIDTH)


class StationName(QtWidgets.QToolButton):
    """A name with room for itself in bold, as it is when its station is in front."""

    def sizeHint(self) -> QSize:
        return super().sizeHint().expandedTo(QSize(width_in_bold(self), 0))


class StationRow(QtWidgets.QWidget):
    """The names of the stations in one row, in equal shares where they are enough. `chosen`: the place of one."""

    chosen = Signal(int)

    def __init__(self, titles: Sequence[str]) -> None:
        super().__init__()
        self.setObjectName("stations")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QtWidgets.QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self._front = 0
        self.buttons = [StationName() for _ in titles]
        for place, button in enumerate(self.buttons):
            button.setCheckable(True)
            button.setSizePolicy(POLICY.Minimum, POLICY.Fixed)  # more than its share where the name needs it
            button.toggled.connect(partial(self._choose, place))
            row.addWidget(button, 1)
        self.show_titles(titles)

    def show_titles(self, titles: Sequence[str]) -> None:
        """Write the names, translated."""
        for button, title in zip(self.buttons, titles, strict=True):
            button.setText(title.replace("&", "&&"))

    def show_front(self, place: int) -> None:
        """Mark the station in front."""
        self._front = place
        for index, button in enumerate(self.buttons):
            show_checked(button, index == place)

    def _choose(self, place: int, _: bool) -> None:
        show_checked(self.buttons[place], place == self._front)
        self.chosen.emit(place)


class PageWindow(QtWidgets.QWidget):
    """A window of its own for a page, as on a second screen. `closed`: the panel goes back to its station."""

    closed = Signal()

    def __init__(self, panel: Panel, title: str, parent: QtWidgets.QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(title)
        self.addActions(parent.actions())
        in_column(self, panel)
        self.resize(panel.size())

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit()


def station_toggle(side: "SidePanel", place: int) -> QAction:
    """Return the entry of the menu for a station, with its key."""
    action = QAction(STATIONS[place].title(None), side, checkable=True, shortcut=QKeySequence(f"Ctrl+{place + 1}"))
    action.triggered.connect(lambda: side.go_on(place))
    return action


PanelType = TypeVar("PanelType", bound=Panel)


class SidePanel(QObject):
    """The pages of the stations, of which one is in front beside the canvas; others may have windows of their own.

    `toggles`: entries of the menu, one a station, each with its key. `panels`: one for each page of the registry, none
    until `make_panels`. `hidden`: other pages than before are nowhere. `changed`: other panels are seen. `folded`: they
    made room by themselves. `came_back`: they are open again.
    """

    hidden = Signal()
    changed = Signal()
    folded = Signal()
    came_back = Signal()

    def __init__(self, window: QtWidgets.QMainWindow, controller: Controller) -> None:
        super().__init__(window)
        self._window, self._controller = window, controller
        self._settings: TrainingSettings | None = None
        self.entry = PANELS[0]  # of the page in front
        self.station = 0  # its place in the row
        self._last = [station.pages[0] for station in STATIONS]
        self._theme = LIGHT
        self._width = self._usual = 0
        self._is_chosen = self.is_folded = self._is_crowded = False
        self.panels: tuple[Panel, ...] = ()
        self.windows: dict[str, PageWindow] = {}
        self._lent: Panel | None = None
        self._offered: Sequence[PanelEntry] = ()  # in the row of pages
        self._hidden: frozenset[str] = frozenset()  # names of pages that are nowhere
        self.row = StationRow([station.title(None) for station in STATIONS])
        self.row.chosen.connect(lambda place: self.bring(self._last[place]))
        self.switch: PageSwitch | None = None
        self._build()
        self.toggles = [station_toggle(self, place) for place in range(len(STATIONS))]
        self.row.show_front(0)
        controller.view_changed.connect(self.show_open)
        self.dock.visibilityChanged.connect(self._tell)

    def _build(self) -> None:
        row = QtWidgets.QWidget()
        row.setSizePolicy(POLICY.Preferred, POLICY.Fixed)  # high texts in a page take nothing of it
        self.stack, self._pages = QtWidgets.QStackedWidget(), QtWidgets.QHBoxLayout(row)
        self._pages.setContentsMargins(12, 10, 8, 0)
        self.detach = QtWidgets.QToolButton()
        self.detach.setText("↗")
        self.detach.setObjectName("detach")
        self.detach.hide()
        self.detach.setToolTip(tr("Open this page in its own window"))
        self.detach.setAccessibleName(self.detach.toolTip())
        self.detach.clicked.connect(lambda: self.take_out())
        self._pages.addStretch(1)
        self._pages.addWidget(self.detach)
        self._away = QtWidgets.QPushButton(tr("Bring this page back"))
        self._away.clicked.connect(lambda: self.windows[self.entry.name].close())
        place = QtWidgets.QWidget()
        in_column(place, self._away, margins=(12, 10, 12, 12)).addStretch(1)
        self.stack.addWidget(place)
        self._empty = QtWidgets.QWidget()
        self.stack.addWidget(self._empty)
        self.stack.setCurrentWidget(self._empty)
        self.stack.setMinimumWidth(LEAST_WIDTH)
        self.dock = QtWidgets.QDockWidget(self._window)
        self.dock.setObjectName("side")
        self.dock.setFeatures(QtWidgets.QDockWidget.DockWidgetFeature.NoDockWidgetFeatures)
        self.dock.setTitleBarWidget(self.row)
        body = QtWidgets.QWidget()
        self._column = in_column(body, row, self.stack, spacing=0)
        self._column.setStretch(1, 1)
        self.dock.setWidget(body)
        areas = Qt.DockWidgetArea
        end = areas.LeftDockWidgetArea if is_leftwards() else areas.RightDockWidgetArea
        self._window.addDockWidget(end, self.dock)

    def make_panels(self) -> None:
        """Make the panels, which the first paint does without (A9), and show the one in front."""
        self.panels = tuple(entry.make() for entry in PANELS)
        for entry, panel in zip(PANELS, self.panels, strict=True):
            panel.setObjectName(entry.name)
            panel.set_theme(self._theme)
            self.stack.addWidget(panel)
        self._controller.document_changed.connect(lambda document: self._offer(document.settings))
        self._offer(self._controller.document.settings)

    def _offer(self, settings: "TrainingSettings") -> None:
        """Offer the pages that there are under these rules."""
        before, self._settings = self._settings, settings
        if before is not None and (before.mode, before.kernel) == (settings.mode, settings.kernel):
            return
        titles = [station.title(settings) for station in STATIONS]
        self.row.show_titles(titles)
        for toggle, title in zip(self.toggles, titles, strict=True):
            toggle.setText(title)
        for name in self.windows.keys() - {page.name for page in self.offered}:
            self.windows[name].close()
        self._show(self.entry)

    # What is in front

    def named(self, name: str) -> Panel | None:
        """Return the panel with an id, if it exists."""
        return next((panel for panel in self.panels if panel.objectName() == name), None)

    def panel(self, kind: type[PanelType]) -> PanelType:
        """Return the panel of a class."""
        return next(panel for panel in self.panels if isinstance(panel, kind))

    @property
    def offered(self) -> tuple[PanelEntry, ...]:
        """The pages that there are in this mode."""
        return tuple(page for station in STATIONS for page in station.offered(self._settings, self._hidden))

    def hide_pages(self, names: frozenset[str]) -> None:
        """Let pages be nowhere: not in the rows, a window of their own or the hall; nor a station without any."""
        if names == self._hidden:
            return
        self._hidden = names
        for name in names & self.windows.keys():
            self.windows[name].close()
        self._show(self.entry)
        self.show_open()
        self.hidden.emit()

    def _show(self, entry: PanelEntry) -> None:
        """Put a page in front or, if the mode lacks it, its station's last shown or first page.

        A hidden station gives way to the first one that is not.
        """
        place = next(place for place, station in enumerate(STATIONS) if entry in station.pages)
        offered = [station.offered(self._settings, self._hidden) for station in STATIONS]
        for pages, button, toggle in zip(offered, self.row.buttons, self.toggles, strict=True):
            button.setVisible(bool(pages))
            toggle.setVisible(bool(pages))
            toggle.setEnabled(bool(pages))
        if not offered[place]:
            place = next((each for each, pages in enumerate(offered) if pages), place)
        self.station = place
        pages = offered[place] or STATIONS[place].offered(self._settings)
        self.entry = next(page for page in (entry, self._last[place], *pages) if page in pages)
        self._last[place] = self.entry
        self.row.show_front(place)
        if not self.panels:
            return
        self._show_switch(pages)
        panel = self.named(self.entry.name)
        assert panel is not None
        if self.entry.name in self.windows:
            self.stack.setCurrentIndex(0)
        elif panel not in (self._lent, self.stack.currentWidget()):
            for layout in (self._pages, self._column):
                layout.activate()  # the row of pages may have come or gone
            panel.setGeometry(self.stack.rect())  # before its first draw
            self.stack.setCurrentWidget(panel)
        self._tell()

    def _show_switch(self, pages: Sequence[PanelEntry]) -> None:
        """Offer pages in a row; where there is but one it needs no row."""
        if self._offered != pages:
            self._offered = pages
            if self.switch is not None:
                self.switch.hide()
                self.switch.deleteLater()
                self.switch = None
            if len(pages) > 1:
                self.switch = PageSwitch(*names_of(pages))
                self.switch.chosen.connect(lambda place: self.bring(pages[place]))
                self._pages.insertWidget(0, self.switch, 100)  # all of the row: it takes the widest form that fits
        self.detach.setVisible(len(pages) > 1)
        if self.switch is not None:
            self.switch.show_page(pages.index(self.entry))

    def _tell(self) -> None:
        """Check the visible station's menu entry, and signal that visible panels may have changed."""
        for place, toggle in enumerate(self.toggles):
            toggle.setChecked(self.is_open and place == self.station)
        self.changed.emit()

    def bring(self, entry: PanelEntry) -> None:
        """Open a page, and give it the keyboard focus."""
        self._is_chosen, self.is_folded = True, False  # kept to until the window is wide again
        self._show(entry)
        self._controller.change_view(has_side_panel=True)
        if self.entry.name in self.windows:
            self.windows[self.entry.name].activateWindow()
        panel = self.named(self.entry.name)
        if panel is not None and panel.is_seen:
            panel.take_focus()
        self._tell()

    def go_on(self, place: int) -> None:
        """Show a station; if it is already visible, its next page."""
        pages = STATIONS[place].offered(self._settings, self._hidden)
        is_seen = self.is_open and self.station == place
        self.bring(pages[(pages.index(self.entry) + 1) % len(pages)] if is_seen else self._last[place])

    def bring_named(self, name: str) -> None:
        """Put a page in front by its id, without opening the panels."""
        for entry in PANELS:
            if entry.name == name:
                self._show(entry)

    def take_out(self) -> None:
        """Give the page in front a window of its own; its station has it again when that is closed."""
        entry, panel = self.entry, self.named(self.entry.name)
        if panel is None or not self.is_open:
            return
        if entry.name not in self.windows:
            own = self.windows[entry.name] = PageWindow(panel, entry.name_in_full, self._window)
            own.closed.connect(partial(self._take_back, entry), Qt.ConnectionType.QueuedConnection)
            own.show()
            panel.show()
            self._show(entry)
        self.windows[entry.name].activateWindow()

    def _take_back(self, entry: PanelEntry) -> None:
        own, panel = self.windows.pop(entry.name), self.named(entry.name)
        if panel is not None:
            if panel is not self._lent:
                self.stack.addWidget(panel)
            own.deleteLater()
            self._show(self.entry)

    def lend(self, panel: Panel | None) -> None:
        """Let a panel be shown elsewhere, also one in a window of its own; one lent before comes home first."""
        earlier, self._lent = self._lent, panel
        if earlier is not None:
            self.stack.addWidget(earlier)
            earlier.set_theme(self._theme)
            self._show(self.entry)
        if panel is not None and panel.objectName() in self.windows:
            self.windows[panel.objectName()].close()

    @property
    def front(self) -> Panel | None:
        """The panel in front beside the canvas; None while there is none."""
        panel = self.stack.currentWidget()
        return panel if isinstance(panel, Panel) and panel.is_seen else None

    # Whether there are any

    @property
    def is_open(self) -> bool:
        """Whether there is any panel beside the canvas."""
        state = self._controller.view_state
        return state.has_side_panel and not state.is_presenting and bool(self.offered)

    def show_open(self) -> None:
        """Show the panels, or put them away, as the view state says."""
        if self.is_open != self.dock.isHidden():
            return
        if not self.is_open and self.dock.isVisible():
            self._width = 0 if self.dock.width() == self._usual else self.dock.width()
        self.dock.setVisible(self.is_open)
        if self.is_open:
            self.take_width()
        self._tell()

    def toggle(self) -> None:
        """Close the panels, or open them again."""
        self._is_chosen, self.is_folded = True, False  # kept to until the window is wide again
        self._controller.change_view(has_side_panel=not self._controller.view_state.has_side_panel)
        self.came_back.emit()

    def set_theme(self, theme: Theme) -> None:
        """Adopt a theme; a default width follows the font size."""
        is_usual = self.dock.isVisible() and self.dock.width() == usual_width(self._window, self._theme)
        self._theme = theme
        if self.switch is not None:
            self.switch.show_names(*names_of(self._offered))
        for panel in self.panels:
            if panel is not self._lent:
                panel.set_theme(theme)
        if is_usual:
            self.take_width(0)

    # Room

    def fit(self, width: int) -> None:
        """Fold the panels in a window of so many pixels if it is narrow, or bring back those that were folded.

        Panels of their usual width take that of the new window, others leave the canvas half of it.
        """
        if self._controller.view_state.is_presenting:
            return
        was_open = self.dock.isVisible()
        has_side_panel = self._controller.view_state.has_side_panel
        if width >= COMES_BACK_AT and not self._is_crowded:
            self._is_chosen = False
            self.unfold()
        elif (width < FOLDS_BELOW or self._is_crowded) and not self._is_chosen and has_side_panel:
            self.is_folded = True
            self._controller.change_view(has_side_panel=False)
            self.folded.emit()
        usual, here, before = usual_width(self._window, self._theme), self.dock.width(), self._usual
        if was_open and self.dock.isVisible():
            # Where the window shrinks Qt has shrunk both by now: what lies between was the usual width, too.
            if self._width in (0, before) and before != usual and (here == before or usual < here < before):
                self.take_width(0)
            elif here > most_width(self._window):
                self.take_width(here)
        self._usual = usual

    def make_room(self, is_needed: bool) -> None:
        """Fold the panels for something else as for a narrow window, or bring them back."""
        if is_needed is not self._is_crowded:
            self._is_crowded = is_needed
            self.fit(self._window.width())

    @property
    def room(self) -> int:
        """The width in pixels that the panels take, or would take."""
        if self.dock.isVisible():
            return self.dock.width()
        return min(self._width, most_width(self._window)) or usual_width(self._window, self._theme)

    def unfold(self) -> None:
        """Open the panels again if they made room by themselves."""
        if self.is_folded:
            self.is_folded = False
            self._controller.change_view(has_side_panel=True)
            self.came_back.emit()

    def noted_width(self) -> int:
        """Return how wide the panels are, or were, in pixels; 0 where that is the usual width."""
        if self.dock.isVisible():
            self._width = self.dock.width()
        return 0 if self._width == usual_width(self._window, self._theme) else self._width

    def take_width(self, width: int | None = None) -> None:
        """Set the width in pixels (0: default; None: the last one); the canvas keeps half the window."""
        if width is not None:
            self._width = max(width, 0)
        self._usual = usual_width(self._window, self._theme)
        wanted = min(self._width, most_width(self._window)) or self._usual
        self._window.resizeDocks([self.dock], [wanted], Qt.Orientation.Horizontal)


def names_of(pages: "Sequence[PanelEntry]") -> tuple[list[str], list[str]]:
    """Return what pages are called, translated: in short, and in full words."""
    return [tr(page.title) for page in pages], [page.name_in_full for page in pages]
