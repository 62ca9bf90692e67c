"""What can be read and typed at a place of the canvas: the editor of coordinates, the card of what is there."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPointF

from perceptron_gui.gui.canvas.coordinate_editor import CoordinateEditor
from perceptron_gui.gui.canvas.cursor import CanvasCursor
from perceptron_gui.gui.canvas.gestures import Gestures
from perceptron_gui.gui.canvas.hover import Hover
from perceptron_gui.gui.canvas.stage import Stage


class PointDetails(QObject):
    """Opens the editor of coordinates where mouse or keyboard ask for it, and follows the mouse.

    Parameters
    ----------
    stage : Stage
        Tells of other themes.
    gestures : Gestures
        Tells when coordinates are to be typed.
    cursor : CanvasCursor
        Shown again after the editor is closed.

    Attributes
    ----------
    editor : CoordinateEditor
    hover : Hover
    """

    def __init__(self, stage: Stage, gestures: Gestures, cursor: CanvasCursor) -> None:
        super().__init__(gestures)
        self._cursor = cursor
        self.editor = CoordinateEditor(gestures)
        gestures.edit_asked.connect(self.editor.open)
        self.hover = Hover(gestures)
        for part in (self.editor, self.hover.card):
            stage.theme_changed.connect(part.set_theme)
        self.editor.closed.connect(self._on_closed)

    def _on_closed(self, cursor_at: QPointF | None) -> None:
        """Bring the keyboard's cursor back to where it was."""
        if cursor_at is not None:
            self._cursor.show(cursor_at)
