"""The canvas: data space with its regions, boundary, vectors and points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, QRectF, Signal
from PySide6.QtWidgets import QWidget

from perceptron_gui.gui.canvas.layers import HIT_RADIUS
from perceptron_gui.gui.canvas.picture import Picture, is_calm
from perceptron_gui.gui.canvas.point_view import PointView
from perceptron_gui.gui.canvas.update_animation import UpdateAnimation
from perceptron_gui.gui.canvas.vectors import Vectors
from perceptron_gui.session.view_state import ViewState

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.gui.canvas.foreground import Handle
    from perceptron_gui.gui.canvas.scene import Axes, Scene
    from perceptron_gui.gui.canvas.view_frame import ViewFrame
    from perceptron_gui.gui.style.theme import Theme
    from perceptron_gui.session.contours.field import Field
    from perceptron_gui.session.document import Document
    from perceptron_gui.session.exercises.update_direction import Vector, Way

LINE_REACH = 5.0
"""Pixels within which a press means the boundary."""
SIGHTS = 4
"""Places along an arrow that count as much as a point each."""


class Canvas(PointView):
    """Shows points at once and snapshots as they come; mouse and keys go to the gestures.

    `shown`: another state is on the canvas.
    """

    shown = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._taken: Snapshot | None = None
        self.covered: list[QRectF] = []
        self.animation = UpdateAnimation(self._show, self)
        self._way: Way | None = None
        self.final_lines, self.variants = self._layers.final_lines, self._layers.variants
        self.variants.moved.connect(self._redraw_marks)
        self._view_state = ViewState()
        self.figures, self.curves, self.terms = self._layers.geometry, self._layers.curves, self._layers.terms
        self.figures.changed.connect(self._redraw_marks)

    # What is shown

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.theme = theme
        self._layers.set_theme(theme)
        self._redraw()

    def set_document(self, document: Document) -> None:
        """Show the points of a document."""
        dataset, d = document.dataset, document.dataset.n_features
        is_same_kind = d == self.drawn.dataset.n_features
        self.figures.set_document(document)
        self._take_points(dataset, self.axes if is_same_kind else (0, 1 if d > 1 else None))
        self._redraw()

    def set_axes(self, axes: Axes) -> None:
        """Show two other features. `axes`: the features across and upwards."""
        self._take_points(self.drawn.dataset, axes)
        self.fit()

    def set_view_state(self, state: ViewState) -> None:
        """Show what is chosen beside the document: rings, speed of updates, what the switches say."""
        earlier, self._view_state = self._view_state, state
        if state.selection != earlier.selection:
            self.ring_points(state.selection)
        if state.switches != earlier.switches:
            self.animation.is_reduced = state.shows("still")
            self._redraw()
        if _pointed(state) != _pointed(earlier):
            self._draw_pointed()
        point = state.lit_point if state.lit_point is not None else state.single_point
        self.figures.measure(point if state.shows("distance") else None)

    @property
    def weight_factor(self) -> float:
        """By how much w is drawn longer than it is."""
        return self._layers.weights.factor

    def handle_at(self, pixel: QPointF, takes_line: bool = False) -> Handle | None:
        """Return which of the start weights can be dragged from a place, if any.

        `pixel`: in pixels. `takes_line`: whether b can be dragged from any place of the boundary, and not only from its
        handle.
        """
        return self._marks.handle_at(pixel, HIT_RADIUS, LINE_REACH if takes_line else 0.0)

    def has_ring_at(self, pixel: QPointF) -> bool:
        """Whether a handle is seen there: at the start of a run each wears a ring, later the pointer tells."""
        return self._marks.shows_handles and self.handle_at(pixel) is not None

    def hold_scale(self, is_held: bool) -> None:
        """Keep the scale of w while its tip is being dragged, or let it change again. `is_held`: whether it is kept."""
        self._layers.weights.is_held = is_held
        self._marks.is_dragging = is_held
        self._redraw()

    def render_snapshot(self, snapshot: Snapshot) -> None:
        """Show a run at its cursor; a single update is shown in two beats."""
        earlier, self._taken = self._taken, snapshot
        self.animation.lead_to(snapshot, earlier, self._view_state.speed)

    def _show(self, snapshot: Snapshot) -> None:
        if self.snapshot is not None and self.snapshot.run_id != snapshot.run_id:
            self._way = None  # a question of the run before, perhaps about a vector that there is no more
        self.drawn = self.drawn.with_snapshot(snapshot)
        self._redraw()
        self.shown.emit(snapshot)

    @property
    def snapshot(self) -> Snapshot | None:
        """The state that is on the canvas."""
        return self.drawn.snapshot

    @property
    def newest(self) -> Scene:
        """What is on the canvas, or will be when the picture has arrived there."""
        return self.drawn.with_snapshot(self._taken)

    @property
    def is_calm(self) -> bool:
        """Whether a person can follow single visits."""
        return self.snapshot is None or is_calm(self.snapshot, self._view_state)

    @property
    def sights(self) -> list[QPointF]:
        """Pixels along the arrows: beside the points what is to be seen."""
        lines = [QLineF(arrow.start, arrow.end) for arrow in self._marks.arrows]
        return [line.pointAt(i / SIGHTS) for line in lines for i in range(1, SIGHTS + 1)]

    def set_covered(self, boxes: list[QRectF]) -> None:
        """Keep words away from what stands over the canvas. `boxes`: in pixels."""
        self.covered = boxes
        if self._layers.set_covered(boxes):
            self._redraw_marks()

    def set_way(self, way: Way | None) -> None:
        """Show an arrow that says which way a vector will move, and the true one beside it.

        `way`: none to show none.
        """
        self._way = way
        self._redraw_marks()

    def tip_of(self, row: int) -> QPointF:
        """Return the pixel of a vector's tip, from where its next move is drawn. `row`: row of the weights."""
        picture = self._picture()
        middle = QPointF(self.frame.width / 2, self.frame.height / 2)
        return (Vectors(picture, self._layers.weights).tip(row) if picture is not None else None) or middle

    def vector_to(self, at: QPointF, row: int) -> Vector:
        """Return the arrow from a vector's tip to a place, in the units of w.

        `at`: in pixels. `row`: row of the weights.
        """
        away = at - self.tip_of(row)
        scale = self.frame.unit * self._layers.weights.factor
        return away.x() / scale, -away.y() / scale

    def take_frame(self, frame: ViewFrame) -> None:
        """See `CanvasView.take_frame`."""
        self._layers.set_frame(frame)
        self._redraw()

    def take_field(self, field: Field) -> None:
        """Show what was worked out about a curved boundary, with the words that depend on it."""
        self.curves.take_field(field)
        self._redraw_marks()

    # Drawing

    def _redraw(self) -> None:
        picture = self._picture()
        if picture is not None:
            self._layers.draw(picture, self._way)
            self._draw_upcoming()
            self._draw_rings()
            self._draw_touched()
            self._draw_pointed()

    def _draw_pointed(self) -> None:
        """Show what is pointed at beside the canvas."""
        picture, state = self._picture(), self._view_state
        if picture is not None:
            lines = picture.lines_of(state.tried_weights) if state.tried_weights is not None else []
            lit = (picture.place_of(point) for point in (state.lit_point, state.lit_partner))
            self._layers.pointed.show_pointed([at for at in lit if at is not None], lines)

    def _redraw_marks(self) -> None:
        picture = self._picture()
        if picture is not None:
            self._layers.draw_marks(picture, self._way)

    def _picture(self) -> Picture | None:
        if self.drawn.state is None:
            return None
        return Picture(self.drawn, self.frame, self.theme, self._view_state)


def _pointed(state: ViewState) -> tuple[object, ...]:
    """Return all that is pointed at beside the canvas."""
    return state.lit_point, state.lit_partner, state.tried_weights
