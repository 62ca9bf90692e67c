"""The table of points as it is handled: rows are selected as on the canvas, cells are changed in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent, QShortcut
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QWidget

from perceptron_gui.gui.panels.frozen_table import FrozenTable
from perceptron_gui.gui.panels.points_cells import PointCells
from perceptron_gui.session.point_table.point_cells import NUMBER

if TYPE_CHECKING:
    from perceptron_gui.gui.panels.points_model import PointsModel

SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
Hint = QAbstractItemDelegate.EndEditHint


class PointsView(FrozenTable):
    """Shows a `PointsModel`. What is selected is the window's to know: a selection of Qt's would be a second one.

    `chosen`: the points to select. `toggled`: the point to select as well, or no more. `finished`: what was typed into
    the last row is to be a point.
    """

    chosen = Signal(object)
    toggled = Signal(int)
    finished = Signal()

    def __init__(self, model: PointsModel) -> None:
        super().__init__(1)
        self._points = model
        self._anchor: int | None = None
        self.cells = PointCells(self, model)
        self.setModel(model)
        self.setItemDelegate(self.cells)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked)
        self.frozen_header.setStretchLastSection(True)
        toggle = QShortcut(QKeySequence("Shift+Space"), self, context=Qt.ShortcutContext.WidgetShortcut)
        toggle.activated.connect(lambda: self._toggle(self.currentIndex().row()))

    def is_row_selected(self, row: int) -> bool:
        """Return whether the point of a row is selected. See `FrozenTable.is_row_selected`."""
        return self._points.is_selected(row)

    def forget_anchor(self) -> None:
        """Begin the next selection of several rows anew: the rows are others."""
        self._anchor = None

    def show_selected(self, points: tuple[int, ...], follows: bool) -> None:
        """Show which points are selected.

        `points`: their indices. `follows`: whether to go to the first of them, unless one is in view.
        """
        self._points.set_selected(points)
        self.viewport().update()
        known = np.fromiter(points, dtype=np.int64, count=len(points))
        rows = self._points.order.rows_of(known[known < self._points.dataset.n_samples])
        seen = self.rows_in_view()
        if follows and rows.size and not ((rows >= seen.start) & (rows < seen.stop - 1)).any():
            self.go_to(int(rows.min()))

    def go_to(self, row: int, column: int | None = None) -> QModelIndex:
        """Make a cell the one that keys are about, and bring it into view; return its index.

        `row`: from 0. `column`: None for the one of now.
        """
        column = column if column is not None else max(self.currentIndex().column(), NUMBER + 1)
        index = self._points.index(row, column)
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
        self.scrollTo(index)
        return index

    # Editing

    def edit_cell(self, row: int, column: int) -> None:
        """Let a cell be changed.

        `row`, `column`: from 0; of a cell that cannot be changed the first coordinate beside it.
        """
        self.give_up_editing()
        if not self._points.is_editable(row, column):
            column = NUMBER + 1
        index = self.go_to(row, column)
        super(FrozenTable, self).scrollTo(index)  # sideways, too: it is about to be typed in
        self.edit(index)

    def give_up_editing(self) -> None:
        """Close a field without taking what was typed: it was meant for the points of before."""
        editor = self.cells.editor
        if editor is not None:
            self.closeEditor(editor, Hint.RevertModelCache)

    def closeEditor(self, editor: QWidget, hint: Hint) -> None:
        """Go on to the next cell where it was asked for; see `QAbstractItemView.closeEditor`."""
        row, column = self.currentIndex().row(), self.currentIndex().column()
        super().closeEditor(editor, Hint.NoHint)
        is_new, step = self._points.is_new(row), {Hint.EditNextItem: 1, Hint.EditPreviousItem: -1}.get(hint, 0)
        if step and self._points.is_editable(row, column + step):
            self.edit_cell(row, column + step)
        elif is_new and (step > 0 or hint == Hint.SubmitModelCache):
            self._finish()

    def _finish(self) -> None:
        """Let the last row be a point, or go to what it lacks."""
        missing = self._points.new_point.missing
        if missing is None:
            self.finished.emit()
            self.edit_cell(self._points.dataset.n_samples, NUMBER + 1)
        elif not self._points.new_point.is_empty:
            self.edit_cell(self._points.dataset.n_samples, missing + 1)

    # Selecting

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self._choose(self.rowAt(event.position().toPoint().y()), event.modifiers())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not event.buttons() & Qt.MouseButton.LeftButton or self._anchor is None:
            super().mouseMoveEvent(event)
            return
        row = self.rowAt(event.position().toPoint().y())
        if row >= 0 and row != self.currentIndex().row():
            self.go_to(row)
            self._choose(row, SHIFT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.currentIndex().row()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.edit_cell(max(row, 0), self.currentIndex().column())
            return
        super().keyPressEvent(event)
        now = self.currentIndex().row()
        if event.key() in MOVES and now != row and not event.modifiers() & CONTROL:
            self._choose(now, event.modifiers(), since=row)

    def _choose(self, row: int, modifiers: Qt.KeyboardModifier, since: int | None = None) -> None:
        """Select a row, with Shift all from where the selection began, with Ctrl one more or less."""
        if not 0 <= row < self._points.dataset.n_samples:
            return
        if modifiers & SHIFT:
            first = self._anchor if self._anchor is not None else since
            self._anchor = row if first is None or first < 0 else min(first, self._points.dataset.n_samples - 1)
            self.chosen.emit(self._points.order.points_of(self._anchor, row))
        elif modifiers & CONTROL:
            self._toggle(row)
        else:
            self._anchor = row
            self.chosen.emit((self._points.order.point(row),))

    def _toggle(self, row: int) -> None:
        if 0 <= row < self._points.dataset.n_samples:
            self._anchor = row
            self.toggled.emit(self._points.order.point(row))

    def event(self, event: QEvent) -> bool:
        """See `QWidget.event`: keys that write in a field are no shortcuts."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self.cells.editor:
            is_plain = not event.modifiers() & ~(SHIFT | Qt.KeyboardModifier.KeypadModifier)
            if is_plain and event.key() != Qt.Key.Key_Escape:
                event.accept()
                return True
        return super().event(event)
