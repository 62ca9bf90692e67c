"""What can be read and typed at a place of the canvas: the editor of coordinates, the card of what is there."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF

from perceptron_gui.gui.canvas.coordinate_editor import CoordinateEditor
from perceptron_gui.gui.canvas.hover import Hover

if TYPE_CHECKING:
    from perceptron_gui.gui.canvas.cursor import CanvasCursor
    from perceptron_gui.gui.canvas.gestures import Gestures
    from perceptron_gui.gui.canvas.stage import Stage


class PointDetails(QObject):
    """Opens the editor of coordinates where mouse or keyboard ask for it, and follows the mouse.

    `stage`: tells of other themes. `gestures`: tells when coordinates are to be typed. `cursor`: shown again after the
    editor is closed.
    """

    def __init__(self, stage: Stage, gestures: Gestures, cursor: CanvasCursor) -> None:
        super().__init__(gestures)
        self._stage, self._gestures, self._cursor = stage, gestures, cursor
        self.hover = Hover(gestures)
        stage.theme_changed.connect(self.hover.card.set_theme)
        gestures.edit_asked.connect(lambda index, cursor_at: self.editor.open(index, cursor_at))

    @cached_property
    def editor(self) -> CoordinateEditor:
        """The editor of coordinates; made when it is first asked for (A9)."""
        editor = CoordinateEditor(self._gestures)
        editor.set_theme(self._stage.canvas.theme)
        self._stage.theme_changed.connect(editor.set_theme)
        editor.closed.connect(self._on_closed)
        return editor

    def _on_closed(self, cursor_at: QPointF | None) -> None:
        """Bring the keyboard's cursor back to where it was."""
        if cursor_at is not None:
            self._cursor.show(cursor_at)
