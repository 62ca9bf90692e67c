"""The arrow with which somebody says which way w will move: dragged, or put where the keyboard's cursor is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, Signal

from perceptron_gui.frozen import replace

if TYPE_CHECKING:
    from perceptron_gui.gui.canvas.canvas import Canvas
    from perceptron_gui.session.exercises.update_direction import Way

SHORTEST = 14.0
"""Pixels of the shortest arrow that says which way."""


class ArrowInput(QObject):
    """Takes presses, moves and releases while it is asked which way a vector will move.

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
        """Begin an arrow; False where nobody asked for one."""
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
        if away.manhattanLength() < SHORTEST:
            self.give_up()
        else:
            self.pointed.emit(*self._canvas.vector_to(at, way.row))

    def give_up(self) -> None:
        """Take back an arrow that is being drawn."""
        self.is_held = False
        if self.is_asked:
            self._canvas.set_way(self._way)
