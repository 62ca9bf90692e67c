"""The student's own line, moved or turned with mouse, finger or the keys' cursor (P11)."""

from PySide6.QtCore import QLineF, QPointF

from perceptron_gui.gui.canvas.figures.hand_layer import HandGrip
from perceptron_gui.gui.canvas.tools import strokes
from perceptron_gui.gui.canvas.tools.editing import PointEditing
from perceptron_gui.session.by_hand import hand_line


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
        frame = self._canvas.frame
        middle = frame.point(*self._about)
        degrees = QLineF(middle, self._pressed_at).angleTo(QLineF(middle, at))
        if modifiers & strokes.SHIFT:
            angle = hand_line.angle_of(self._shown.plane(self._before))
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
