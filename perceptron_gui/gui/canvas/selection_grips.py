"""The box around the selected points, with grips that scale and turn them; while a tool selects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QRectF

from perceptron_gui.frozen import Frozen
from perceptron_gui.session.painting.moves import box_of
from perceptron_gui.session.painting.selecting import rows_of

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset, Ints
    from perceptron_gui.gui.canvas.canvas import Canvas
    from perceptron_gui.gui.controller import Controller
    from perceptron_gui.session.painting.selection_box import SelectionBox

PADDING, AWAY, EDGE = 18.0, 26.0, 8.0
"""Pixels between the points and their box, the box and the grip that turns it, a grip and the edge of the canvas."""
REACH, FINGER_REACH = 9.0, 20.0
"""Pixels within which a press means a grip."""


class Grip(Frozen):
    """A place where the box is taken: (1, 0) is the right side, (−1, 1) the top left corner, (0, 0) turns it."""

    # which sides move with it, from −1 to 1
    across: int
    upwards: int

    @property
    def turns(self) -> bool:
        """Whether it turns the box."""
        return not self.across and not self.upwards


TURN = Grip(0, 0)
SIDES = tuple(Grip(across, upwards) for across in (-1, 0, 1) for upwards in (-1, 0, 1) if across or upwards)


class SelectionGrips(QObject):
    """Shows the box and its grips, and says which grip lies at a pixel.

    `box`: around the selected points as they are shown; None where there is nothing to scale or turn. `places`: where
    the grips are, in pixels.
    """

    def __init__(self, canvas: Canvas, controller: Controller, parent: QObject) -> None:
        super().__init__(parent)
        self._canvas = canvas
        self._controller = controller
        self.places: dict[Grip, QPointF] = {}
        self._shown: tuple[object, ...] = ()
        self.box: SelectionBox | None = None
        controller.view_changed.connect(self._on_view_changed)  # after every change of the document, too
        canvas.frame_changed.connect(self._place)

    def _on_view_changed(self) -> None:
        state, dataset = self._controller.view_state, self._controller.document.dataset
        shown = state.tool.is_selecting, state.selection, dataset
        if len(self._shown) != len(shown) or any(a is not b for a, b in zip(shown, self._shown, strict=True)):
            self._shown = shown
            self.show_box_of(dataset)

    def show_box_of(self, dataset: Dataset, rows: Ints | None = None) -> None:
        """Show the box around the selected points where they are now.

        `dataset`: the points of the document, or those that are being dragged. `rows`: shape (n,), or None: indices of
        the selected points, where they are at hand as an array.
        """
        state = self._controller.view_state
        is_wanted = state.tool.is_selecting and len(state.selection) > 1 and dataset.n_features <= 2
        if rows is None or len(rows) != len(state.selection):  # what is dragged need not be selected
            rows = rows_of(state.selection) if is_wanted else None
        box = box_of(dataset, rows) if is_wanted and rows is not None else None
        self.box = box if box is not None and any(high > low for low, high in box.spans) else None
        self._place()

    def grip_at(self, pixel: QPointF) -> Grip | None:
        """Return the grip at a pixel, if there is one. `pixel`: in pixels."""
        reach = FINGER_REACH if self._canvas.is_finger else REACH * self._canvas.theme.scale
        away = {grip: (at - pixel).manhattanLength() for grip, at in self.places.items()}
        nearest = min(away, key=away.__getitem__, default=None)
        return nearest if nearest is not None and away[nearest] <= reach else None

    def _place(self) -> None:
        """Put the box and its grips on the canvas, as far as that is in view."""
        layer, box = self._canvas.tool_layer, self._pixel_box()
        if self.box is None or box is None:
            self.places = {}
            layer.set_box(None, [], None)
            return
        has_width, has_height = (high > low for low, high in self.box.spans)
        is_plane = self._canvas.axes[1] is not None
        middle = box.center()
        self.places = {
            grip: QPointF(
                middle.x() + grip.across * box.width() / 2,
                middle.y() - grip.upwards * box.height() / 2,
            )
            for grip in SIDES
            if (has_width or not grip.across) and (has_height or not grip.upwards)
        }
        sides = list(self.places.values())
        if is_plane:
            self.places[TURN] = self._turn_place(box)
        layer.set_box(box, sides, self.places.get(TURN))

    def _pixel_box(self) -> QRectF | None:
        """Return the box in pixels, with some room around the points; None where it is out of view."""
        if self.box is None:
            return None
        frame, scale = self._canvas.frame, self._canvas.theme.scale
        corners = frame.point(self.box.left, self.box.top), frame.point(self.box.right, self.box.bottom)
        room = PADDING * scale
        whole = QRectF(*corners).adjusted(-room, -room, room, room)
        view = QRectF(EDGE, EDGE, frame.width - 2 * EDGE, frame.height - 2 * EDGE)
        return whole.intersected(view) if whole.intersects(view) else None

    def _turn_place(self, box: QRectF) -> QPointF:
        """Return a place above the box, below it where there is no room, or else inside."""
        away, x = AWAY * self._canvas.theme.scale, box.center().x()
        above, below = box.top() - away, box.bottom() + away
        if above >= EDGE:
            return QPointF(x, above)
        return QPointF(x, below if below <= self._canvas.frame.height - EDGE else box.top() + away)
