"""The view for a hall (G9): score, plane and model with one card beside it, cards that take turns, a black screen."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, Qt

from perceptron_gui.gui.feature import Handlers, WindowCommands
from perceptron_gui.gui.panels.panel_registry import CARDS, QUESTION
from perceptron_gui.gui.widgets.checked_field import CheckedField
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.actions import BY_ID
from perceptron_gui.session.view.view_state import Tool, ViewState
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.gui.features.hall.hall_card import BlackScreen, HallCard


class HallCommands(WindowCommands):
    """Enters and leaves the view, and says what the card shows.

    What keys and a presenter's remote do here changes how things are shown, never the document or the run.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._was_maximized = False
        self._geometry_before = QByteArray()
        self._is_asked_in_front = False
        self._was_asked = False
        self._is_open = False
        self._controller.view_changed.connect(self._on_view_changed)

    def handlers(self) -> Handlers:
        """Return what to call for each action, by the action's id."""
        return {
            "view.presentation": self._enter_or_leave,
            "view.next_card": partial(self._turn, +1),
            "view.previous_card": partial(self._turn, -1),
            "view.blank": lambda: self._change(is_blank=not self._state.is_blank),
        }

    def begin(self) -> None:
        """Hear what changes what there is to show. See `FeatureCommands.begin`."""
        window = self._window
        window.escaped.connect(self._go_back)
        window.exercise.changed.connect(self._on_exercise_changed)
        window.canvas.frame_changed.connect(self._fit)
        window.stage.theme_changed.connect(lambda _: self._fit())
        self._controller.document_changed.connect(lambda _: self._show_card())
        self._controller.document_changed.connect(lambda _: self._name_tool())
        self._controller.page_changed.connect(lambda _: self._change(hall_tool=self._tool_of_page))
        window.side.hidden.connect(self._show_card)

    @cached_property
    def card(self) -> HallCard:
        """The card; made when it is first seen (A9)."""
        from perceptron_gui.gui.features.hall.hall_card import HallCard

        card = HallCard(self._window)
        card.chosen.connect(self._choose)
        self._window.beside_plane.addWidget(card)
        return card

    @cached_property
    def black(self) -> BlackScreen:
        """What lies over the window while the screen is black."""
        from perceptron_gui.gui.features.hall.hall_card import BlackScreen

        black = BlackScreen(self._window)
        black.gone.connect(lambda: self._change(is_blank=False))
        return black

    @property
    def _state(self) -> ViewState:
        return self._controller.view_state

    def _change(self, **changes: object) -> None:
        self._controller.change_view(**changes)

    # Which card

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards that there are in this mode."""
        offered = {page.name for page in self._window.side.offered}
        return tuple(card for card in CARDS if card in offered or (card == QUESTION and self._window.exercise.is_on))

    @property
    def front(self) -> str:
        """The card in front; where the mode has none such, the first. That of a question comes there by itself."""
        name = QUESTION if self._is_asked_in_front else self._state.card
        return name if name in self.cards else self.cards[0]

    def _turn(self, by: int) -> None:
        """Show the card so many places on; one that was put away comes back first."""
        if not self._state.shows("formula"):
            self._window.actions_by_id["view.formula"].trigger()
            return
        cards = self.cards
        if not cards:
            return
        self._choose(cards[(cards.index(self.front) + by) % len(cards)])

    def _choose(self, card: str) -> None:
        """Show a card, and its page when the hall has gone."""
        self._is_asked_in_front = card == QUESTION
        if card != QUESTION:
            self._change(card=card)
            self._window.side.bring_named(card)
        self._show_card()

    def _on_exercise_changed(self) -> None:
        is_asked = self._window.exercise.is_on
        if is_asked is not self._was_asked:
            self._was_asked = self._is_asked_in_front = is_asked
            self._show_card()

    def _show_card(self) -> None:
        """Show the card in front, or put it away."""
        state = self._state
        if state.is_presenting and state.shows("formula") and self.cards:
            self._is_open = True
            self.card.show_card(self.cards, self.front, self._window.stage.theme)
            self._window.side.changed.emit()
        elif self._is_open:
            self._is_open = False
            self.card.put_away()
            self._window.side.changed.emit()

    def _fit(self) -> None:
        """Keep what lies beside and over the plane as large as it is to be."""
        if self._is_open:
            self.card.fit(self._window.stage.theme)
        if self._state.is_blank:
            self.black.setGeometry(self._window.rect())

    # Coming and going

    def _enter_or_leave(self) -> None:
        """Turn the view on, with the card of the page in front where it has one, or off."""
        page = self._window.side.entry.name
        card = page if page in CARDS and not self._state.is_presenting else self._state.card
        self._change(is_presenting=not self._state.is_presenting, card=card, hall_tool=self._tool_of_page)

    def _go_back(self) -> None:
        """Close the question that can be seen, put the tool away, or leave."""
        if self._window.exercise.is_on:
            self._controller.let_ask("")
        elif self._state.hall_tool is not None:
            self._change(hall_tool=None)
        else:
            self._change(is_presenting=False)

    # The tool, which no bar shows

    @property
    def _tool_of_page(self) -> Tool | None:
        """The tool that is in hand at first: one where a page of a lesson asks to make something on the plane."""
        page = self._controller.page
        return Tool.PLACE if page is not None and page.takes_plane else None

    def _name_tool(self) -> None:
        """Show which tool was chosen, and the class of what it makes."""
        state, classes = self._state, self._controller.document.dataset.classes
        tool, words = state.hall_tool, ""
        if tool is not None:
            words = tr(BY_ID[f"tools.{tool.value}"].text)
            if tool is Tool.PLACE or tool.is_wide:
                words = tr("{tool}, class {name}").format(tool=words, name=classes[state.current_class])
            # L10n: of a tool, which no bar shows in the view for the hall
            words = tr("{tool} · Esc puts it away").format(tool=words)
        self._window.stage.show_tool(words)
        self._window.stage.set_pointing(state.tool_in_hand is None)

    def _on_view_changed(self, earlier: ViewState, state: ViewState) -> None:
        if state.is_presenting is earlier.is_presenting:
            self._show_changed_card(earlier, state)
        else:
            self._window.rearranged.emit(False)
            try:
                with self._window.canvas.drawn_once():
                    self._come_or_go(earlier, state)
            finally:
                self._window.rearranged.emit(True)
        if state.is_blank is not earlier.is_blank:
            self.black.cover(state.is_blank)
        self._name_tool()

    def _show_changed_card(self, earlier: ViewState, state: ViewState) -> None:
        seen = (state.is_presenting, state.switches, state.card)
        if seen != (earlier.is_presenting, earlier.switches, earlier.card):
            self._show_card()

    def _come_or_go(self, earlier: ViewState, state: ViewState) -> None:
        """Enter the view with its card, or leave it."""
        self._present(state.is_presenting)
        self._show_changed_card(earlier, state)
        if not state.is_presenting:
            # The panels came back beside card and large score, and had what those left.
            lay_out = partial(QCoreApplication.sendPostedEvents, None, QEvent.Type.LayoutRequest)
            lay_out()
            self._window.side.take_width()
            lay_out()

    def _present(self, is_on: bool) -> None:
        """Enter the view, or leave it; the window system may have taken the whole screen away meanwhile."""
        window = self._window
        for part in (window.menuBar(), window.statusBar(), *window.bars[:2]):
            part.setVisible(not is_on)
        if is_on:
            self._was_maximized, self._geometry_before = window.isMaximized(), window.saveGeometry()
            window.showFullScreen()
            focus = window.focusWidget()
            if not window.plane.isAncestorOf(focus):
                # The keys were in a panel, maybe: Qt would hand them to the next button. What was half typed in a field
                # is not taken: nobody has said that it is done.
                while isinstance(focus, CheckedField) and focus.isUndoAvailable():
                    focus.undo()
                window.canvas.setFocus(Qt.FocusReason.OtherFocusReason)
        elif window.isFullScreen():
            window.showMaximized() if self._was_maximized else window.showNormal()
        window.stage.set_presenting(is_on)

    def restore_frame(self) -> QByteArray:
        """Bring back bars and panels that are away for the moment, so that the next window has them.

        Returns where the next window belongs, as Qt writes it: where this one was before it had the whole screen, which
        a window system takes away only later.
        """
        geometry = self._geometry_before if self._state.is_presenting else self._window.saveGeometry()
        self._change(is_presenting=False)
        self._window.side.unfold()
        return geometry
