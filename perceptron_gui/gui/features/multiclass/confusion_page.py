"""The page of the Multiclass panel with the confusion matrix: its cells are pointed at and chosen (M2)."""

import html

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.gui.panels.rich_text import Column, SteadyText
from perceptron_gui.gui.style.theme import SMALL, TEXT, Theme, blend
from perceptron_gui.gui.widgets.painted_widget import Cell, CellPicture
from perceptron_gui.gui.widgets.scroll_area import in_column
from perceptron_gui.session.classes.claims import Confusion, confusion
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.session.wording import grouped
from perceptron_gui.translation import tr

HEAD, NAMES, ROW, LOW_ROW = 44, 84, 40, 26
"""Pixels of what stands above, of the names beside the rows, of a row, and of one among many, at scale 1."""
FEW = 6
"""Classes whose rows are high."""
DEEPEST = 0.55
"""Share of the colour where all points of a class are; numbers are to be read on it."""


class ConfusionView(CellPicture):
    """Draws the counts: right ones on the diagonal, errors in the colour of what is wrong, the deeper the more."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Confusion matrix"), parent)
        self.confusion: Confusion | None = None

    def show_confusion(self, confusion: Confusion | None) -> None:
        """Draw another matrix. `confusion`: None for nothing."""
        self.confusion = confusion
        if self.cell is not None and max(self.cell) >= self.shape_in_cells[0]:
            self.point_at(None)
        self.updateGeometry()
        self.update()

    @property
    def shape_in_cells(self) -> Cell:
        """A row and a column for each class with points. See `CellPicture`."""
        n = len(self.confusion.classes) if self.confusion is not None else 0
        return n, n

    @property
    def usual_height(self) -> float:
        """See `PaintedWidget.usual_height`."""
        n = self.shape_in_cells[0]
        return float(HEAD + n * self._row + 2) if n else 0.0

    @property
    def _row(self) -> int:
        return ROW if self.shape_in_cells[0] <= FEW else LOW_ROW

    def cell_at(self, at: QPointF) -> Cell | None:
        """Return the cell at a place. See `CellPicture`."""
        n = self.shape_in_cells[0]
        if not n:
            return None
        first = self._box((0, 0))
        row, column = (at.y() - first.top()) // first.height(), (at.x() - first.left()) // first.width()
        is_there = 0 <= row < n and 0 <= column < n
        return (int(row), int(column)) if is_there else None

    def _box(self, cell: Cell) -> QRectF:
        scale, n = self._theme.scale, max(self.shape_in_cells[0], 1)
        left, top, height = NAMES * scale, HEAD * scale, self._row * scale
        width = (self.width() - left - 2) / n
        return QRectF(left + cell[1] * width, top + cell[0] * height, width, height)

    def paintEvent(self, event: QPaintEvent) -> None:
        confusion = self.confusion
        if confusion is None:
            return
        painter = self.smooth_painter()
        self._write_names(painter, confusion)
        for row in range(len(confusion.classes)):
            for column in range(len(confusion.classes)):
                self._draw_cell(painter, confusion, (row, column))
        if self.cell is not None:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(self._theme.accent), 2 * self._theme.stroke))
            painter.drawRect(self._box(self.cell))
        self.draw_focus(painter)

    def _draw_cell(self, painter: QPainter, confusion: Confusion, cell: Cell) -> None:
        theme, box = self._theme, self._box(cell)
        count, total = int(confusion.counts[cell]), int(confusion.counts[cell[0]].sum())
        colour = QColor(theme.good if cell[0] == cell[1] else theme.wrong)
        ground = QColor(theme.panel)
        share = 0.12 + (DEEPEST - 0.12) * count / total if count else 0.0
        painter.fillRect(box, blend(colour, ground, share))
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box)
        text = grouped(count)
        font = theme.font(TEXT, QFont.Weight.DemiBold if count else QFont.Weight.Normal)
        if QFontMetricsF(font).horizontalAdvance(text) > box.width() - 4:
            font = theme.font(SMALL - 2)
        painter.setFont(font)
        painter.setPen(QColor(theme.text if count else theme.muted))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def _write_names(self, painter: QPainter, confusion: Confusion) -> None:
        theme, scale = self._theme, self._theme.scale
        small, strong = theme.font(SMALL), theme.font(SMALL, QFont.Weight.DemiBold)
        painter.setFont(small)
        painter.setPen(QColor(theme.muted))
        left, row = NAMES * scale, HEAD * scale / 2
        middle, right = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignRight
        above = QRectF(left, 0, self.width() - left, row)
        painter.drawText(above, middle | Qt.AlignmentFlag.AlignHCenter, tr("goes to"))
        painter.drawText(QRectF(0, row, left - 8, row), middle | right, tr("class"))
        painter.setFont(strong)
        metrics = QFontMetricsF(strong)
        for place, k in enumerate(confusion.classes):
            painter.setPen(theme.class_colour(k))
            box, name = self._box((place, place)), confusion.dataset.classes[k]
            column = QRectF(box.left(), row, box.width(), row)
            shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, column.width() - 2)
            painter.drawText(column, Qt.AlignmentFlag.AlignCenter, shown)
            beside = QRectF(0, box.top(), left - 8, box.height())
            shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, beside.width())
            painter.drawText(beside, middle | right, shown)


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
        in_column(self, self._column)

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
