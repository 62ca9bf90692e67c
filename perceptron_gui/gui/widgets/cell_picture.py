"""A painted table of cells: the mouse points at one, the arrow keys move from one to the next."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from perceptron_gui.gui.widgets.painted_widget import PaintedWidget

Cell = tuple[int, int]
"""Row and column."""
FAR = 10
"""Cells that an arrow key moves with ⇧."""
ARROWS: dict[int, Cell] = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}
PLAIN = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier


class CellPicture(PaintedWidget):
    """Says which of its cells is pointed at. Subclasses paint them, and say how many there are and where.

    Enter gives it the arrow keys, which else move through time; Esc gives them back.

    `name`: what it is, for those who do not see it. `cell`: row and column of the cell that is pointed at. `pointed`:
    another cell is pointed at, or none. `chosen`: a cell was clicked, or Space was pressed in it. `keys_taken`: arrow
    keys move the cell now, or no longer.
    """

    pointed = Signal(object)
    chosen = Signal(object)
    keys_taken = Signal(bool)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cell: Cell | None = None
        self._has_arrows = False
        self.take_input(name)

    @property
    def shape_in_cells(self) -> Cell:
        """Rows and columns; (0, 0) while there is nothing to point at."""
        raise NotImplementedError

    def cell_at(self, at: QPointF) -> Cell | None:
        """Return the cell at a place, if there is one. `at`: in pixels."""
        raise NotImplementedError

    def point_at(self, cell: Cell | None) -> None:
        """Point at another cell, or at none."""
        if cell != self.cell:
            self.cell = cell
            self.pointed.emit(cell)
            self.update()

    # Mouse

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.point_at(self.cell_at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        cell = self.cell_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and cell is not None:
            self.chosen.emit(cell)
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if not self._has_arrows:
            self.point_at(None)

    # Keys

    def event(self, event: QEvent) -> bool:
        """Take the arrows before the timeline does, while they move the cell. See `QWidget.event`."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self._means_cell(event):
            event.accept()
            return True
        return super().event(event)

    def _means_cell(self, event: QKeyEvent) -> bool:
        is_ours = event.key() in ARROWS or event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Escape)
        return self._has_arrows and is_ours and not event.modifiers() & ~PLAIN

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not self._has_arrows and all(self.shape_in_cells):
            self._take_arrows(True)
        elif not self._means_cell(event):
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Escape:
            self._take_arrows(False)
        elif event.key() == Qt.Key.Key_Space:
            self.chosen.emit(self._nearest())
        else:
            fast = FAR if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
            down, right = ARROWS[event.key()]
            self.point_at(self._nearest(fast * down, fast * right))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._take_arrows(False)

    def _take_arrows(self, are_taken: bool) -> None:
        if are_taken == self._has_arrows:
            return
        self._has_arrows = are_taken
        self.setProperty("takesKeys", are_taken)
        self.point_at(self._nearest() if are_taken else None)
        self.keys_taken.emit(are_taken)

    def _nearest(self, down: int = 0, right: int = 0) -> Cell:
        """Return the cell so far from the one that is pointed at, or the last one in that direction."""
        (row, column), (n_rows, n_columns) = self.cell or (0, 0), self.shape_in_cells
        return min(max(row + down, 0), n_rows - 1), min(max(column + right, 0), n_columns - 1)
