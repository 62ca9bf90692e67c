"""The parts of the window that a page of a lesson hides or locks, and its station in front (L1)."""

from collections.abc import Sequence

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from perceptron_gui.gui.panels.panel_registry import CARDS, STATIONS
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.lessons import lesson, page_rules
from perceptron_gui.session.view.view_state import ViewState

TELLING = {"verdict": ("weights",), "model": ("weights", "features")}
"""Pages of stations that would tell what a part hides."""


def hidden_pages(page: page_rules.PageRules) -> frozenset[str]:
    """Return the names of the panels that a page hides; of the station that it shows those alone that it names."""
    hidden = set[str]()
    for name, station in zip(lesson.STATIONS, STATIONS, strict=True):
        names = {each.name for each in station.pages}
        told = {each for part in page.hide for each in TELLING.get(part, ()) if each in names}
        hidden |= names if name in page.hide else set() if name == page.station else told
    return frozenset(hidden)


class PageParts(QObject):
    """Hides and locks parts while a page says so; what hangs on the run or its analysis, others do."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        top = window.top
        self._parts: dict[str, tuple[QWidget, ...]] = {
            "tools": (window.bars[1],),
            "rules": (top.mode_switch, top.rules),
            "counter": (window.score,),  # or the lesson stands in its place
            "timeline": (window.bars[2],),
            "model": (window.model_bar,),
        }
        self._hidden: frozenset[str] = frozenset()
        self._takes_counter = False
        window.controller.page_changed.connect(self._show)
        window.controller.view_changed.connect(self._on_view_changed)

    def take_counter(self, is_needed: bool) -> None:
        """Give the room of the counter to the lesson, or back."""
        if is_needed is not self._takes_counter:
            self._takes_counter = is_needed
            self._show(self._window.controller.page)

    def _show(self, page: page_rules.PageRules | None) -> None:
        hidden = page.hide if page is not None else frozenset()
        hidden |= {"counter"} if page is not None and self._takes_counter else frozenset()
        is_presenting = self._window.controller.view_state.is_presenting
        for name, widgets in self._parts.items():
            for widget in widgets:
                if name in hidden:
                    widget.hide()
                elif name in self._hidden and not (name == "tools" and is_presenting):
                    widget.show()
        self._hidden = hidden
        self._window.side.hide_pages(hidden_pages(page) if page is not None else frozenset())
        self._window.details.hover.tells = page is None or page.tells_places
        self._window.details.hover.hide_card()
        canvas = self._window.canvas
        if hidden != canvas.hidden:
            canvas.hidden = hidden
            self._window.controller.views.draw_again(canvas)
        locked = page.lock if page is not None else frozenset()
        for widget in self._parts["rules"]:
            widget.setEnabled("rules" not in locked)
        self._window.transport.timeline.setEnabled(page is None or not page.holds_run)

    def _on_view_changed(self, earlier: ViewState, state: ViewState) -> None:
        """Keep hidden what comes back when a hall is left."""
        if "tools" in self._hidden and state.is_presenting is not earlier.is_presenting:
            self._parts["tools"][0].hide()

    def bring(self, station: str, named: Sequence[str]) -> None:
        """Put a station in front, beside the plane and in a hall.

        `station`: its name in a lesson. `named`: pages, of which one is in front if it is of this station.
        """
        place, side = lesson.STATIONS.index(station), self._window.side
        names = [page.name for page in STATIONS[place].offered(self._window.controller.document.settings)]
        front = next((name for name in named if name in names), names[0])
        side.bring_named(front)
        card = next((name for name in (front, *names) if name in CARDS), None)
        if card is not None:
            self._window.controller.change_view(card=card)
