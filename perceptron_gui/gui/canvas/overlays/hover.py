"""The mouse over the canvas: where a click would place a point, and, after a rest, a card of what is there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSizeF, Qt, QTimer
from PySide6.QtGui import QFont, QFontMetrics, QGuiApplication
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QWidget

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import replace
from perceptron_gui.gui.canvas.overlays.overlay import beside
from perceptron_gui.gui.canvas.picture import coordinates_at, hidden_values
from perceptron_gui.gui.canvas.tools.gestures import Gestures
from perceptron_gui.gui.override_guard import telling
from perceptron_gui.gui.style.theme import SMALL, TEXT, Theme
from perceptron_gui.gui.widgets.plain_text import go_with_words, plain_label
from perceptron_gui.session.explanation.terms import vector_text
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.session.explanation.facts.place_facts import Facts


GAP = 26.0
"""Pixels between a place and its card: the pointer is somewhere between, and never under the card."""
NOTE = 280
"""Pixels of a sentence, on a desk."""
WIDEST = 260
"""Pixels of a name or a value, on a desk; names may be longer."""


class HoverCard(QFrame):
    """The card of facts about a place; mouse events pass through it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        go_with_words(self)
        self.setObjectName("hoverCard")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.facts: Facts | None = None
        self._title = plain_label()
        self._lines: list[tuple[QLabel, QLabel]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(10, 8, 10, 8)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(2)
        self._grid.addWidget(self._title, 0, 0, 1, 2)
        self._note = plain_label()
        self._note.setParent(self)  # it is in the grid only while there is one: else it would be a window
        self._note.setWordWrap(True)
        self.hide()

    @property
    def text(self) -> str:
        """The whole text of the card, line by line."""
        if self.facts is None:
            return ""
        lines = [self.facts.title, *(" ".join(filter(None, row)) for row in self.facts.rows), self.facts.note]
        return "\n".join(lines if self.facts.note else lines[:-1])

    def set_theme(self, theme: Theme) -> None:
        """Adopt the theme's font size and scale."""
        self._scale = theme.scale
        self._fonts = theme.font(TEXT, QFont.Weight.DemiBold), theme.font(SMALL)
        self._title.setFont(self._fonts[0])
        self._note.setFont(self._fonts[1])
        for label in (label for line in self._lines for label in line):
            label.setFont(self._fonts[1])

    def show_facts(self, facts: Facts, at: QPointF, room: QSizeF, others: Sequence[QRectF] = ()) -> None:
        """Show facts about a place, beside it and in the view.

        `at`: the place in pixels. `room`: size of the canvas in pixels. `others`: what else stands over the canvas, in
        pixels; the first weighs most.
        """
        if facts != self.facts or self.isHidden():
            self._write(facts)
        box = beside(at, QSizeF(self._grid.totalSizeHint()), room, GAP, others)
        if box.contains(at) or box.height() > room.height() or box.width() > room.width():
            self.hide()  # a canvas so small has no place for it
            return
        self.setGeometry(box.toAlignedRect())
        self.show()

    def _write(self, facts: Facts) -> None:
        self.facts = facts
        self._write_into(self._title, facts.title)
        while len(self._lines) < len(facts.rows):
            self._add_line()
        for place, line in enumerate(self._lines):
            words = facts.rows[place] if place < len(facts.rows) else ("", "")
            for label, word in zip(line, words, strict=True):
                self._write_into(label, word)
                label.setVisible(place < len(facts.rows))
        self._write_note(facts.note)
        self._grid.invalidate()
        self._grid.activate()

    def _write_note(self, note: str) -> None:
        """Write a sentence below all lines, in as many as it needs."""
        self._grid.removeWidget(self._note)
        self._note.setVisible(bool(note))
        if note:
            width = round(NOTE * self._scale)
            self._note.setText(note)
            self._note.setFixedSize(width, self._note.heightForWidth(width))
            self._grid.addWidget(self._note, len(self._lines) + 1, 0, 1, 2)

    def _write_into(self, label: QLabel, text: str) -> None:
        widest = round(WIDEST * self._scale)
        label.setText(QFontMetrics(label.font()).elidedText(text, Qt.TextElideMode.ElideRight, widest))

    def _add_line(self) -> None:
        line = plain_label(), plain_label()
        line[0].setObjectName("caption")
        for column, label in enumerate(line):
            label.setFont(self._fonts[1])
            self._grid.addWidget(label, len(self._lines) + 1, column)
        self._lines.append(line)


REST_MS = 450
"""How long the mouse rests before the card comes."""
Target = int | tuple[float, float]
"""A point, or coordinates of a place."""


class Hover(QObject):
    """Follows the mouse while no button is held.

    `gestures`: tells where a click would place a point. `tells`: whether there is a card of what is there.
    """

    def __init__(self, gestures: Gestures) -> None:
        super().__init__(gestures)
        self._gestures = gestures
        self._canvas = gestures.canvas
        self.card = HoverCard(gestures.canvas)
        self._is_card_wanted, self._was_playing = True, False
        self._at: QPointF | None = None
        self._target: Target | None = None
        self._is_over_handle = False
        self.tells = True
        self.editor: QWidget | None = None
        self._landing_waits: Qt.KeyboardModifier | None = None
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._show_card)
        canvas = self._canvas
        canvas.moved.connect(self.on_moved)
        for change in (canvas.pressed, canvas.double_clicked, canvas.menu_asked, gestures.edit_asked):
            change.connect(self.hide_card)
        for change in (canvas.frame_changed, gestures.controller.document_changed):
            change.connect(self.refresh)
        canvas.shown.connect(self._on_shown)
        gestures.controller.ticked.connect(self._on_frame)
        gestures.pointed_at.connect(self.tell_of)
        canvas.installEventFilter(self)
        canvas.viewport().installEventFilter(self)

    def set_view_state(self, state: ViewState) -> None:
        """Follow the switch for the card, and hide it when playing begins."""
        if self._at is not None:
            self._gestures.show_ring(self._at)
        if state.shows("card") is not self._is_card_wanted or (state.is_playing and not self._was_playing):
            self.hide_card()
        self._is_card_wanted, self._was_playing = state.shows("card"), state.is_playing

    # Events

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the keys that change where a point lands, and notice when the mouse leaves."""
        if event.type() in (QEvent.Type.Leave, QEvent.Type.WindowDeactivate) and self._at is not None:
            self.leave()
        elif event.type() in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease) and self._at is not None:
            # Tool and class may change with the key, too: afterwards.
            QTimer.singleShot(0, self, telling(self._look_again))
        return False

    def on_moved(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Show where a click would place a point; start waiting for the card.

        `at`: in pixels. `modifiers`: keys that are held.
        """
        self._at = at
        self._gestures.show_ring(at)
        if self._gestures.is_moving_points:
            self._landing_waits = modifiers  # for the frame that draws the points: it would be painted twice
            return
        self._is_over_handle = self._has_handle_below()
        grip = self._gestures.hand_grip_at(at)
        self._canvas.hand.light(grip)
        self._show_hand(grip is not None or self._gestures.can_drag_weights(at))
        target = self._target_at(at, modifiers)
        if target != self._target:
            self.hide_card()
            self._target = target
        self._light_up(target if isinstance(target, int) else None)
        self._canvas.terms.point_at(self._place_of(target))
        self._show_landing(modifiers)
        if target is not None and self._is_card_wanted and self.card.isHidden():
            self._rest.start()

    def _on_frame(self) -> None:
        if self._landing_waits is not None:
            modifiers, self._landing_waits = self._landing_waits, None
            self._show_landing(modifiers)

    def leave(self) -> None:
        """Hide everything, as the mouse has left the canvas."""
        self._at = None
        self._show_hand(False)
        self._canvas.hand.light(None)
        self._gestures.show_ring(None)
        self._light_up(None)
        self._canvas.terms.point_at(None)
        self._canvas.pointer.show_landing(None)
        self.hide_card()

    def _light_up(self, point: int | None) -> None:
        """Highlight the point under the mouse in the panels."""
        controller = self._gestures.controller
        if point != controller.view_state.lit_point:
            controller.change_view(lit_point=point)

    def refresh(self, *_: object) -> None:
        """Look again at what is under the mouse, after view or points have changed.

        `_`: ignored: what a signal brings.
        """
        self.hide_card()
        self._look_again()

    def _look_again(self) -> None:
        if self._at is not None:
            self.on_moved(self._at, QGuiApplication.queryKeyboardModifiers())
            if self._gestures.controller.view_state.is_playing:
                self._rest.stop()  # who watches the run did not ask for it: no mouse was moved

    def _show_hand(self, is_there: bool) -> None:
        """Show by the pointer's shape whether w or the boundary can be dragged from here."""
        shape = Qt.CursorShape.OpenHandCursor if is_there else Qt.CursorShape.ArrowCursor
        viewport = self._canvas.viewport()
        if viewport.cursor().shape() is not shape:
            viewport.setCursor(shape)

    def _has_handle_below(self) -> bool:
        return self._at is not None and self._canvas.has_ring_at(self._at)

    # Where a point would land

    def _show_landing(self, modifiers: Qt.KeyboardModifier) -> None:
        place = self._gestures.landing_at(self._at, modifiers) if self._at is not None else None
        if place is None:
            self._canvas.pointer.show_landing(None)
            return
        # A card says them, too.
        text = vector_text(place[: self._gestures.dataset.n_features]) if self.card.isHidden() else ""
        self._canvas.pointer.show_landing(self._canvas.frame.point(*place), text, self._gestures.current_class)

    # The card

    def _target_at(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> Target | None:
        gestures = self._gestures
        is_typing = self.editor is not None and self.editor.isVisible()  # the card would lie on it
        is_elsewhere = self._canvas.is_finger or self._canvas.pointer.cross is not None or is_typing
        if gestures.is_busy or is_elsewhere or self._is_over_handle:
            return None
        near = self._canvas.point_near(at)
        if near is not None and gestures.can_drag_weights(at):
            return None  # what the hand takes is w, whose head is nearer
        if near is not None or not gestures.takes_points:
            return near
        return gestures.coordinates(at, modifiers)  # the place that a click would take

    def _place_of(self, target: Target | None) -> tuple[float, float] | None:
        """Return where a target is, in data units."""
        if not isinstance(target, int):
            return target
        x, y = self._canvas.positions[target].tolist()
        return x, y

    def hide_card(self, *_: object) -> None:
        """Hide the card; it comes back after the mouse has moved and rested. `_`: ignored: what a signal brings."""
        self._rest.stop()
        self._target = None
        self.card.hide()

    def tell_of(self, point: int | None) -> None:
        """Show the card of a point at once, if cards are wanted. `point`: its index; None for none."""
        self.hide_card()
        if point is not None and self._is_card_wanted:
            self._target = point
            self._show_card()

    def _on_shown(self, _: object) -> None:
        """Update an open card to the run's state, but not to the frames of an animated update."""
        if self._is_over_handle != self._has_handle_below():
            self.refresh()  # one that was dropped is drawn only now
        elif not self.card.isHidden() and not self._canvas.animation.is_moving:
            self._show_card()

    def _show_card(self) -> None:
        facts, target, frame = self._facts(), self._target, self._canvas.frame
        if facts is None or target is None:
            self.hide_card()
            return
        x, y = self._place_of(target) or (0.0, 0.0)
        distance = self._canvas.figures.distance_box
        others = [*([distance] if distance is not None else []), *self._canvas.covered]
        self.card.show_facts(facts, frame.point(x, y), QSizeF(frame.width, frame.height), others)
        self.card.raise_()
        self._show_landing(QGuiApplication.queryKeyboardModifiers())

    def _facts(self) -> Facts | None:
        """Return the facts about the target, with the votes if these are shown (V2)."""
        facts, place, model = (
            self.facts_of(self._target),
            self._place_of(self._target),
            self._canvas.variants.voted.model,
        )
        snapshot = self._canvas.newest.snapshot
        if facts is None or place is None or model is None or snapshot is None or snapshot.is_veiled:
            return facts
        from perceptron_gui.session.explanation.variant_steps import votes_text

        votes = votes_text(model, self._coordinates(self._target, snapshot, place))
        # L10n: of the voted perceptron: a row with their number
        return replace(facts, rows=(*facts.rows, (tr("votes"), votes)))

    def _coordinates(self, target: Target | None, snapshot: Snapshot, place: tuple[float, float]) -> list[float]:
        """Return the coordinates in all features, of a point or of the place."""
        if isinstance(target, int):
            return list(self._canvas.newest.dataset.X[target].tolist())
        return coordinates_at(snapshot.dataset, self._canvas.newest.axes, place)

    def facts_of(self, target: Target | None) -> Facts | None:
        """Return the facts about a point or place; None where they are not told, or while the run lacks the points."""
        scene = self._canvas.newest
        if scene.snapshot is None or target is None or self._gestures.is_busy or not self.tells:
            return None
        from perceptron_gui.session.explanation.facts.place_facts import (
            hidden_facts,
            place_facts,
            point_facts,
            slice_note,
        )

        if isinstance(target, int) and self._canvas.hides(target):
            return hidden_facts(scene.dataset, target)
        if isinstance(target, int):
            facts, held = point_facts(scene.snapshot, scene.dataset, target), hidden_values(scene.snapshot.dataset)
            if scene.dataset.n_features <= 2:
                return facts
            # Why it is drawn on another side than it lies.
            return replace(facts, note=slice_note(scene.snapshot, scene.dataset, target, scene.axes, held))
        if not scene.is_current or not scene.dataset.n_samples:
            return None
        x = self._coordinates(target, scene.snapshot, target)
        is_full = self._gestures.controller.view_state.shows("full")
        return place_facts(scene.snapshot, x, scene.dataset.n_features <= 2, is_full)
