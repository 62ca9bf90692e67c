"""A table whose first columns stay when the others are scrolled, and whose first row in view is always whole."""

from PySide6 import QtCore, QtWidgets
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPalette, QResizeEvent

from perceptron_gui.gui.widgets.choice import Index

View = QtWidgets.QAbstractItemView
LEAST_SEEN = 24
"""Pixels of a section at the right edge in which letters can be told from marks."""
EMPTY_MARGIN = 16
"""Pixels around the words that stand in the place of rows."""


class CellDelegate(QtWidgets.QStyledItemDelegate):
    """Paints cells so that one cut by the view's right edge ends in "…": half a number would read like another."""

    def paint(self, painter: QPainter, option: QtWidgets.QStyleOptionViewItem, index: Index) -> None:
        """Paint what is in view of a cell. `option`: its rectangle is the whole cell."""
        view = self.parent()
        if isinstance(view, QtWidgets.QTableView):
            option.rect = option.rect.intersected(view.viewport().rect())
        super().paint(painter, option, index)


class FrozenHeader(QtWidgets.QHeaderView):
    """A header whose first sections stay.

    It does not highlight columns: to know which are selected whole, Qt asks Python for every row.

    `n_frozen`: how many sections stay. `section_clicked`: the section that the left button was pressed and let go on;
    those that stay lie over the others.
    """

    section_clicked = QtCore.Signal(int)

    def __init__(self, n_frozen: int) -> None:
        super().__init__(QtCore.Qt.Orientation.Horizontal)
        self._pressed = -1
        self._n_frozen = n_frozen
        self.setSectionResizeMode(QtWidgets.QHeaderView.ResizeMode.Fixed)
        self.setTextElideMode(QtCore.Qt.TextElideMode.ElideRight)

    def setSelectionModel(self, selection_model: QtCore.QItemSelectionModel) -> None:
        super().setSelectionModel(QtCore.QItemSelectionModel(self.model(), self))

    def frozen_spans(self) -> list[tuple[int, int, int]]:
        """Return (section, left edge, width) of the sections that stay, in pixels."""
        spans, left = [], 0
        for section in range(min(self._n_frozen, self.count())):
            spans.append((section, left, self.sectionSize(section)))
            left += self.sectionSize(section)
        return spans

    def section_at(self, x: int) -> int:
        """Return the section that is seen at a place; -1 where there is none. `x`: pixels from the left edge."""
        kept = (section for section, left, width in self.frozen_spans() if left <= x < left + width)
        return next(kept, self.logicalIndexAt(x))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self._pressed = self.section_at(event.position().toPoint().x())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        section = self.section_at(event.position().toPoint().x())
        if event.button() == QtCore.Qt.MouseButton.LeftButton and section == self._pressed and section >= 0:
            self.section_clicked.emit(section)

    def gap(self) -> tuple[int, int]:
        """Return the left edge and the width of what is seen of a section that is partly covered, in pixels.

        Half a number reads like another number: such a section is left out, unless it is too wide to be seen whole.
        """
        edge = sum(width for _, _, width in self.frozen_spans())
        section = self.logicalIndexAt(edge)
        left, width = self.sectionViewportPosition(section), self.sectionSize(section)
        is_cut = section >= 0 and left < edge and width <= self.viewport().width() - edge
        return edge, left + width - edge if is_cut else 0

    def paintSection(self, painter: QPainter, rect: QtCore.QRect, logicalIndex: int) -> None:
        seen = rect.intersected(self.viewport().rect())
        if seen.width() < min(rect.width(), LEAST_SEEN):
            painter.fillRect(seen, self.palette().brush(QPalette.ColorRole.Base))
        else:
            super().paintSection(painter, seen, logicalIndex)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.offset():
            painter, (edge, width) = QPainter(self.viewport()), self.gap()
            painter.fillRect(0, 0, edge + width, self.height(), self.palette().brush(QPalette.ColorRole.Base))
            for section, left, span in self.frozen_spans():
                self.paintSection(painter, QtCore.QRect(left, 0, span, self.height()), section)


class FrozenTable(QtWidgets.QTableView):
    """A table of rows, not cells, whose first columns stay.

    They are painted over the ones that were scrolled to there: a second view beside this one would ask the model
    for everything twice, and have a selection and a place of its own.

    `n_frozen`: how many columns stay.
    """

    def __init__(self, n_frozen: int) -> None:
        super().__init__()
        self.setLayoutDirection(QtCore.Qt.LayoutDirection.LeftToRight)
        self.empty_text = ""
        self.frozen_header = FrozenHeader(n_frozen)
        self.setHorizontalHeader(self.frozen_header)
        self.setItemDelegate(CellDelegate(self))
        self.horizontalScrollBar().valueChanged.connect(self.frozen_header.viewport().update)
        self.verticalHeader().setVisible(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)  # the arrows do it: Tab would go round in the cells and never leave
        self.setVerticalScrollMode(View.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollMode(View.ScrollMode.ScrollPerPixel)
        self.setSelectionBehavior(View.SelectionBehavior.SelectRows)

    def is_row_selected(self, row: int) -> bool:
        """Return whether a row is painted as selected. `row`: from 0."""
        return self.selectionModel().isSelected(self.model().index(row, 0))

    def rows_in_view(self) -> range:
        """Return the rows that are seen."""
        first, last = self.rowAt(0), self.rowAt(self.viewport().height() - 1)
        if first < 0:
            return range(0)
        return range(first, (last if last >= 0 else self.model().rowCount() - 1) + 1)

    def scrollTo(self, index: Index, hint: View.ScrollHint = View.ScrollHint.EnsureVisible) -> None:
        """Scroll vertically to a row; only the user scrolls sideways."""
        place = self.horizontalScrollBar().value()
        super().scrollTo(index, hint)
        self.horizontalScrollBar().setValue(place)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        if dx:
            self.viewport().update()  # Qt moved the frozen columns along

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.model() is not None and not self.model().rowCount():
            self._paint_empty_text()
        if self.horizontalOffset() and self.model() is not None:
            painter = QPainter(self.viewport())
            for row in self.rows_in_view():
                self._paint_frozen(painter, row)

    def set_empty_text(self, text: str) -> None:
        """Set what is shown while there are no rows. `text`: what will be here, and how to get it."""
        if text != self.empty_text:
            self.empty_text = text
            self._describe()
            self.viewport().update()

    def setModel(self, model: QtCore.QAbstractItemModel | None) -> None:
        """Show rows; the description says why there are none only while there are none."""
        super().setModel(model)
        if model is not None:
            for changed in (model.modelReset, model.rowsInserted, model.rowsRemoved):
                changed.connect(self._describe)
        self._describe()

    def _describe(self) -> None:
        has_rows = self.model() is not None and self.model().rowCount() > 0
        self.setAccessibleDescription("" if has_rows else self.empty_text)

    def _paint_empty_text(self) -> None:
        painter = QPainter(self.viewport())
        painter.setFont(self.font())  # that of the viewport is the desk's, also in a hall
        painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
        place = QtCore.Qt.AlignmentFlag.AlignHCenter | QtCore.Qt.AlignmentFlag.AlignTop
        room = self.viewport().rect().adjusted(EMPTY_MARGIN, EMPTY_MARGIN, -EMPTY_MARGIN, -EMPTY_MARGIN)
        painter.drawText(room, place.value | QtCore.Qt.TextFlag.TextWordWrap.value, self.empty_text)

    def _paint_frozen(self, painter: QPainter, row: int) -> None:
        """Paint the cells of a row that stay, and nothing where the next one is partly covered."""
        option = QtWidgets.QStyleOptionViewItem()
        self.initViewItemOption(option)
        if self.is_row_selected(row):
            option.state |= QtWidgets.QStyle.StateFlag.State_Selected
        top, height, (edge, width) = self.rowViewportPosition(row), self.rowHeight(row), self.frozen_header.gap()
        option.rect = QtCore.QRect(0, top, edge + width, height)
        painter.fillRect(option.rect, self.palette().brush(QPalette.ColorRole.Base))
        self.style().drawPrimitive(QtWidgets.QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, self)
        for column, left, span in self.frozen_header.frozen_spans():
            option.rect = QtCore.QRect(left, top, span, height)
            self.itemDelegate().paint(painter, option, self.model().index(row, column))
        painter.setPen(self.palette().color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text))
        painter.drawLine(edge - 1, top, edge - 1, top + height)


class WholeRows(QtWidgets.QWidget):
    """Limits a table's height to whole rows, as Qt would cut the first one when scrolled to the end."""

    def __init__(self, table: FrozenTable) -> None:
        super().__init__()
        self._table = table
        table.setParent(self)
        table.horizontalScrollBar().rangeChanged.connect(self.fit)
        table.horizontalHeader().geometriesChanged.connect(self.fit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Give the table its room; called when header, rows or scroll bar have other heights. The current row stays."""
        table = self._table
        bar, row = table.horizontalScrollBar(), table.verticalHeader().defaultSectionSize()
        around = 2 * table.frameWidth() + table.horizontalHeader().sizeHint().height()
        around += bar.sizeHint().height() if bar.maximum() > bar.minimum() else 0
        n_rows = max((self.height() - around) // row, 1)
        current = table.currentIndex()
        is_seen = current.row() in table.rows_in_view()
        table.setGeometry(0, 0, self.width(), around + n_rows * row)
        if is_seen:
            table.scrollTo(current)
