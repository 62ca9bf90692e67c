"""What mouse and keys mean on the canvas: place, select, move, scale, turn, paint, erase (G6, G7).

Or, while a question asks which way w will move, draw the arrow of the answer. In a hall they only point (G9), until a
tool is chosen there.
"""

from PySide6.QtCore import QLineF, QObject, QPointF, Qt, Signal

from perceptron_gui.frozen import replace
from perceptron_gui.gui.canvas.canvas import Canvas
from perceptron_gui.gui.canvas.figures.hand_layer import HandGrip
from perceptron_gui.gui.canvas.tools import strokes
from perceptron_gui.gui.canvas.tools.editing import PointEditing
from perceptron_gui.gui.canvas.tools.strokes import WeightDrag
from perceptron_gui.gui.controller import Controller
from perceptron_gui.session.exercises import hand_line
from perceptron_gui.session.exercises.grading import Way
from perceptron_gui.session.view.view_state import Tool, ViewState

SHORTEST_ARROW = 14.0
"""Pixels of the shortest arrow that says which way."""


class ArrowInput(QObject):
    """Lets the user draw an arrow to answer which way a vector will move.

    `pointed`: the arrow that was drawn, in the units of w.
    """

    pointed = Signal(float, float)

    def __init__(self, canvas: Canvas, parent: QObject) -> None:
        super().__init__(parent)
        self._canvas = canvas
        self._way: Way | None = None
        self.is_asked = self.is_held = False

    def show_way(self, way: Way | None, is_asked: bool) -> None:
        """Show a question, or the answer to it.

        `way`: none to show nothing. `is_asked`: whether an arrow can be drawn.
        """
        if (way, is_asked) != (self._way, self.is_asked):
            self.is_held = False
        self._way, self.is_asked = way, is_asked
        self._canvas.set_way(way)

    @property
    def begins_at(self) -> QPointF:
        """The pixel where the arrow begins."""
        return self._canvas.tip_of(self._way.row if self._way is not None else 0)

    def press(self) -> bool:
        """Begin an arrow; return False if no question asks for one."""
        self.is_held = self.is_asked
        return self.is_held

    def aim(self, at: QPointF) -> None:
        """Let the arrow end at a pixel while it is being drawn. `at`: in pixels."""
        if self._way is not None and self.is_asked:
            self._canvas.set_way(replace(self._way, drawn=self._canvas.vector_to(at, self._way.row)))

    def release(self, at: QPointF) -> None:
        """Take the arrow as the answer, if it is long enough to have a direction. `at`: where it ends, in pixels."""
        way, self.is_held = self._way, False
        if way is None or not self.is_asked:
            return
        away = at - self._canvas.tip_of(way.row)
        if away.manhattanLength() < SHORTEST_ARROW:
            self.give_up()
        else:
            self.pointed.emit(*self._canvas.vector_to(at, way.row))

    def give_up(self) -> None:
        """Discard the arrow that is being drawn."""
        self.is_held = False
        if self.is_asked:
            self._canvas.set_way(self._way)


class DragHand(strokes.Stroke):
    """The student's own line, moved or turned; it is no edit of the document. A click means what it does beside it.

    `at`: the pixel of the press. `places`: whether a click places a point.
    """

    def __init__(self, editing: PointEditing, at: QPointF, grip: HandGrip, places: bool) -> None:
        super().__init__(editing, at)
        hand, state = self._canvas.hand, editing.controller.view_state
        assert hand.shown is not None and state.hand_line is not None
        self._shown, self._before, self._moves, self._places = hand.shown, state.hand_line, state.hand_moves, places
        self._about = hand.middle if grip is HandGrip.TURN or not hand.shown.has_bias else None
        self._is_dragged = False
        hand.light(grip)

    def move(self, at: QPointF, modifiers: strokes.Keys) -> None:
        """See `Stroke.move`."""
        self._is_dragged = self._is_dragged or self.is_drag(at)
        if self._is_dragged:
            line = self._line_at(at, modifiers)
            self._editing.controller.change_view(hand_line=line, hand_moves=self._moves + (line != self._before))

    def _line_at(self, at: QPointF, modifiers: strokes.Keys) -> tuple[float, ...]:
        """Return the line with the pointer at a pixel; with Shift it turns to whole steps of 15°."""
        if self._about is None:
            return hand_line.moved(self._shown, self._before, self._editing.coordinates(at, modifiers))
        middle = self._canvas.frame.point(*self._about)
        degrees = QLineF(middle, self._pressed_at).angleTo(QLineF(middle, at))
        if modifiers & strokes.SHIFT:
            angle = hand_line.angle_of(hand_line.seen_across(self._shown, self._before))
            degrees = round((angle + degrees) / strokes.COARSE_DEGREES) * strokes.COARSE_DEGREES - angle
        return hand_line.turned(self._shown, self._before, self._about, degrees)

    def finish(self, at: QPointF, modifiers: strokes.Keys) -> None:
        """See `Stroke.finish`."""
        self.move(at, modifiers)
        self._canvas.hand.light(None)  # a mouse that is still there lights it again, a finger is gone
        if not self._is_dragged and self._places:
            self._editing.place(at, modifiers)

    def give_up(self) -> None:
        self._canvas.hand.light(None)
        if self._is_dragged and self._editing.controller.view_state.hand_line is not None:
            self._editing.controller.change_view(hand_line=self._before, hand_moves=self._moves)


SHIFT = Qt.KeyboardModifier.ShiftModifier


class Gestures(PointEditing):
    """Turns presses, moves and releases into edits. Any change of the document ends a stroke.

    `edit_asked`: the point whose coordinates are to be typed, None for a new one; and the pixel of the keyboard's
    cursor.
    """

    edit_asked = Signal(object, object)

    def __init__(self, canvas: Canvas, controller: Controller, parent: QObject | None = None) -> None:
        super().__init__(canvas, controller, parent)
        self.arrow_input = ArrowInput(canvas, self)
        self.weight_drag = WeightDrag(canvas, controller, self.coordinates, self)
        self._stroke: strokes.Stroke | None = None
        self._selected_before: tuple[int, ...] = ()
        controller.document_changed.connect(self.give_up)  # what it has begun was meant for the points of before
        controller.view_changed.connect(self._on_view_changed)
        canvas.pressed.connect(self.on_pressed)
        canvas.moved.connect(self.on_moved)
        canvas.released.connect(self.on_released)
        canvas.double_clicked.connect(self.on_double_clicked)
        canvas.taken_over.connect(self.give_up)

    @property
    def tool(self) -> Tool | None:
        """What the left button does; None where it only points."""
        return self.controller.view_state.tool_in_hand

    @property
    def takes_points(self) -> bool:
        """Whether the tool takes points, to move them."""
        return self.tool is Tool.PLACE or self.controller.view_state.is_selecting

    def _on_view_changed(self, earlier: ViewState, state: ViewState) -> None:
        """Give up a stroke or drag of another tool."""
        if state.tool_in_hand is not earlier.tool_in_hand and self._stroke is not None:
            self.cancel()

    @property
    def takes_line(self) -> bool:
        """Whether a line can be dragged anywhere; not with selection tools, whose frame may begin on it."""
        return self.tool in (Tool.PLACE, None)

    def can_drag_weights(self, at: QPointF) -> bool:
        """Whether a drag from a place would be one of w or of the boundary. `at`: in pixels."""
        if self.is_busy:
            return self.weight_drag.is_held
        may = self.takes_points and self._takes_lines(at)
        return may and self.canvas.handle_at(at, self.takes_line) is not None

    def hand_grip_at(self, at: QPointF) -> HandGrip | None:
        """Return what of the student's own line a press would take, or a drag holds. `at`: in pixels."""
        if self.is_busy:
            return self.canvas.hand.lit if isinstance(self._stroke, DragHand) else None
        return self.canvas.hand_grip_at(at, self.takes_line) if self._takes_lines(at) else None

    def _takes_lines(self, at: QPointF) -> bool:
        """Whether lines are taken where no grip of the selection is: without a tool only the student's own."""
        may = (self.takes_points or self.tool is None) and not self.arrow_input.is_asked
        return may and self.grips.grip_at(at) is None

    def landing_at(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> tuple[float, float] | None:
        """Return where a press would place a point, or a drag has put one, in data units; None where it would not.

        `at`: in pixels. `modifiers`: keys that are held.
        """
        if self._stroke is not None:
            is_landing = isinstance(self._stroke, strokes.Move) and self.is_moving_points
            return self.coordinates(at, modifiers) if is_landing else None
        may_place = self.tool is Tool.PLACE and self.can_place and not self.arrow_input.is_asked
        if not may_place or self.canvas.is_finger or self.canvas.has_ring_at(at):
            return None
        return self.coordinates(at, modifiers) if self.point_at(at, modifiers) is None else None

    def show_ring(self, at: QPointF | None) -> None:
        """Show how far the brush reaches, if the tool has one.

        `at`: the pointer in pixels; None where it is elsewhere.
        """
        has_ring = self.tool is not None and self.tool.is_wide and not self.arrow_input.is_asked
        self.canvas.tool_layer.set_ring(at if has_ring else None, self.controller.view_state.brush_radius)

    # Giving up

    @property
    def is_moving_points(self) -> bool:
        """Whether points are on their way to the pointer."""
        return self._stroke is not None and self._stroke.dragged is not None

    @property
    def is_busy(self) -> bool:
        """Whether a stroke is in progress, or an arrow is being drawn."""
        return self._stroke is not None or self.arrow_input.is_held

    def cancel(self) -> bool:
        """Cancel a stroke and its selection or, without a stroke, the selection; return False if there was neither."""
        was_stroke, had_any = self._stroke is not None, self.is_busy or bool(self.selected)
        self.give_up()
        self.select(self._selected_before if was_stroke else ())
        return had_any

    def give_up(self) -> None:
        """Cancel a stroke; the selection stays."""
        self.arrow_input.give_up()
        stroke, self._stroke = self._stroke, None
        if stroke is not None:
            stroke.give_up()

    # Mouse

    def on_pressed(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Begin a click or a drag. `at`: in pixels. `modifiers`: keys that are held."""
        self.give_up()  # a release may have gone to another window
        self._selected_before = self.controller.view_state.selection
        if self.arrow_input.press():
            self.arrow_input.aim(at)
        else:
            self._stroke = self._begin(at, modifiers)

    def on_moved(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Continue a drag. `at`: in pixels. `modifiers`: keys that are held."""
        if self.arrow_input.is_held:
            self.arrow_input.aim(at)
        elif self._stroke is not None:
            self._stroke.move(at, modifiers)

    def on_released(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """End a click or a drag. `at`: in pixels. `modifiers`: keys that are held."""
        stroke, self._stroke = self._stroke, None
        if self.arrow_input.is_held:
            self.arrow_input.release(at)
        elif stroke is not None:
            stroke.finish(at, modifiers)

    def on_double_clicked(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Ask for the coordinates of a point; elsewhere, or on points in one place, treat it as a press.

        `at`: in pixels. `modifiers`: keys that are held.
        """
        may_type = self.takes_points and not self.arrow_input.is_asked and not modifiers
        index = self.point_at(at, modifiers) if may_type else None
        if index is None or len(self.canvas.stack_of(index)) > 1:
            self.on_pressed(at, modifiers)
            return
        self.select([index])
        self.edit_asked.emit(index, None)

    def _begin(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> strokes.Stroke | None:
        if self.tool is None:
            hand = self.hand_grip_at(at)
            return strokes.Pointing(self, at) if hand is None else DragHand(self, at, hand, places=False)
        if self.tool is Tool.ERASE:
            return strokes.Erase(self, at)
        if self.tool is Tool.RELABEL:
            return strokes.Relabel(self, at)
        if self.tool.is_wide:
            brush = strokes.Spray if self.tool is Tool.SPRAY else strokes.Brush
            return brush(self, at) if self.can_place else self._click(at, modifiers)
        grip = self.grips.grip_at(at)
        if grip is not None and self.grips.box is not None:
            return (strokes.Turn if grip.turns else strokes.Scale)(self, at, grip, self.grips.box)
        hand = self.hand_grip_at(at)
        if hand is not None:
            return DragHand(self, at, hand, self.tool is Tool.PLACE)
        near = self.canvas.point_near(at)
        if self.weight_drag.press(at, self.takes_line):
            return strokes.DragWeights(self, at, self.weight_drag, near, self.tool is Tool.PLACE)
        if near is None and self.tool is Tool.PLACE:
            near = self.point_at(at, modifiers)
        return self._click(at, modifiers) if near is None else strokes.Move(self, at, self.choose(near, modifiers))

    def _click(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> strokes.Stroke | None:
        """Return the stroke that a press on free ground begins."""
        if self.controller.view_state.is_selecting:
            if not modifiers & SHIFT:
                self.select([])
            return (strokes.Loop if self.tool is Tool.LASSO else strokes.Band)(self, at)
        if self.tool is Tool.PLACE and self.canvas.is_finger:
            return strokes.Tap(self, at)
        self.place(at, modifiers)
        return None
