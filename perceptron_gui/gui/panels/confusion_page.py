"""The page of the Multiclass panel with the confusion matrix (M2)."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from perceptron_gui.gui.panels.column import Column
from perceptron_gui.gui.panels.confusion_view import ConfusionView
from perceptron_gui.gui.panels.steady_text import SteadyText
from perceptron_gui.session.classes.confusion import confusion
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.gui.style.theme import Theme
    from perceptron_gui.gui.widgets.cell_picture import Cell
    from perceptron_gui.session.view_state import ViewState


class ConfusionPage(QWidget):
    """The matrix, and what the cell that is pointed at counts; a chosen cell selects its points.

    `points_chosen`: the points of a cell.
    """

    points_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view, self.note = ConfusionView(), SteadyText()
        self.view.pointed.connect(lambda _: self._say())
        self.view.chosen.connect(self._choose)
        self._why_not = ""
        self._column = Column(self.view, self.note)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._column)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.view.set_theme(theme)
        self.note.forget_height()

    def draw(self, snapshot: Snapshot, state: ViewState) -> None:
        """Show the matrix of a snapshot. `state`: unused: the matrix is about all points."""
        found = confusion(snapshot)
        is_empty = not snapshot.dataset.n_samples
        self._why_not = tr("Place a point first.") if is_empty else tr("looking …") if found is None else ""
        self.view.show_confusion(found)
        self._say()

    def _say(self) -> None:
        found, cell = self.view.confusion, self.view.cell
        said = [self._why_not] if found is None else [found.summary]
        if found is not None:
            said.append(found.said_of(*cell) if cell is not None else tr("Click a cell to select its points."))
        self.note.setText("<br>".join(html.escape(each) for each in said))
        self.view.setAccessibleDescription(" ".join(said))
        self._column.place()

    def _choose(self, cell: Cell) -> None:
        if self.view.confusion is not None:
            self.points_chosen.emit(self.view.confusion.points_of(*cell))
