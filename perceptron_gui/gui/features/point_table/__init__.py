"""The table of points, in which the keyboard does what the mouse does on the canvas, and numbers are typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QPushButton, QSizePolicy, QToolButton, QWidget

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.gui.controller import Controller
from perceptron_gui.gui.panels.panel import Panel, set_letters
from perceptron_gui.gui.style.theme import SMALL, TEXT, Theme
from perceptron_gui.gui.widgets.choice import Choice, show_checked
from perceptron_gui.gui.widgets.plain_text import caption, in_column
from perceptron_gui.session.points.point_table import NUMBER, NewPoint, column_name, n_columns, with_cell
from perceptron_gui.session.points.point_table import class_column as class_column_of
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.translation import N_, tr

if TYPE_CHECKING:
    from perceptron_gui.gui.features.point_table.points_table import PointsView

ROW_HEIGHT, ROOM = 26, 16
"""Pixels of a row, and left and right of a cell's text together, where nothing is enlarged."""
WIDEST, WIDEST_NAME = 200, 80
"""Widest column, and widest name above short cells, in pixels where nothing is enlarged: tooltips have the rest."""
FEW = 6
"""Columns that are all measured."""
MOST_LISTED = 60
"""Columns in the list of those to sort by; the headers of all can be clicked."""
MEASURED = 20
"""Rows, evenly spread, whose texts columns are made as wide as."""


class PointsPanel(Panel):
    """All points, one a row, and one row more to type another point.

    `edited`: the points after an edit, and what the edit is called. `class_chosen`: the class of points to come.
    `complained`: why something typed was not taken.
    """

    edited = Signal(object, str)
    class_chosen = Signal(int)
    complained = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dataset = Dataset.empty()
        self._shown_selection: tuple[int, ...] = ()
        self._is_ours = False
        self._widths: dict[int, tuple[object, int]] = {}

    def build(self) -> None:
        """Make the table and what sorts it. See `Panel.build`."""
        from perceptron_gui.gui.features.point_table.points_table import PointsModel, PointsView

        self.model = PointsModel()
        self.focus_part = self.table = PointsView(self.model)
        self.table.setAccessibleName(tr("Editable table of points"))
        self.sorting, self.descending = Choice(tr("Sorted by {name}")), QToolButton()
        self.sorting.setAccessibleName(tr("Sort the points by"))
        self.reorder, self.add = QPushButton(tr("Use this order")), QPushButton(tr("Add a point"))
        self.hint = caption(
            tr("Enter edits a cell, Tab moves to the next · ⇧↑ ⇧↓ select rows, ⇧Space adds or removes one")
        )
        self._name_controls()
        self._lay_out()
        self._connect(self.table)

    def _name_controls(self) -> None:
        self.sorting.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)  # names may be long
        self.descending.setCheckable(True)
        self.descending.setText("↓")
        self.descending.setToolTip(tr("Largest first"))
        self.descending.setAccessibleName(tr("Largest first"))
        self.reorder.setToolTip(tr("Start a new run that visits the points in the order of these rows"))
        self.add.setToolTip(tr("Type its coordinates in the last row"))

    def _lay_out(self) -> None:
        from perceptron_gui.gui.panels.frozen_table import WholeRows

        self._rows = WholeRows(self.table)
        bar = QGridLayout()
        bar.addWidget(self.sorting, 0, 0, 1, 2)
        bar.addWidget(self.descending, 0, 2)
        bar.addWidget(self.add, 1, 0)
        bar.addWidget(self.reorder, 1, 1, 1, 2)
        bar.setColumnStretch(1, 1)
        in_column(self, bar, self._rows, self.hint, margins=(10, 12, 8, 12)).setStretch(1, 1)

    def _connect(self, table: PointsView) -> None:
        self.sorting.activated.connect(lambda _: self._sort(self.sorting.currentData(), self.descending.isChecked()))
        self.descending.toggled.connect(lambda is_on: self._sort(self.sorting.currentData(), is_on))
        self.reorder.clicked.connect(lambda _: self._reorder())
        self.add.clicked.connect(lambda _: table.edit_cell(self.model.dataset.n_samples, NUMBER + 1))
        self.model.typed.connect(self._on_typed)
        table.chosen.connect(self._choose)
        table.toggled.connect(self._toggle)
        table.finished.connect(self._add)
        table.cells.refused.connect(self.complained)
        table.frozen_header.section_clicked.connect(self._on_header)
        table.horizontalScrollBar().valueChanged.connect(self._on_scrolled)

    def connect_to(self, controller: Controller) -> None:
        """Let points be edited here. See `Panel.connect_to`."""
        self.edited.connect(controller.set_dataset)
        self.class_chosen.connect(lambda label: controller.change_view(current_class=label))
        self.complained.connect(controller.noticed)

    # What is shown

    def set_dataset(self, dataset: Dataset) -> None:
        """Take all points of the document. See `Panel.set_dataset`."""
        self._dataset = dataset
        self._draw_if_seen()

    def set_view_state(self, state: ViewState) -> None:
        """Show what is selected. See `Panel.set_view_state`."""
        super().set_view_state(state)
        if state.selection is not self._shown_selection:
            self._draw_if_seen()

    def draw(self, snapshot: Snapshot) -> None:
        """Show points and selection, if they are others; what the run does changes nothing here. See `Panel.draw`."""
        if self._dataset is not self.model.dataset:
            self._show_points()
        self.model.set_current_class(self.view_state.current_class)
        selection = self.view_state.selection
        if selection is not self._shown_selection:
            self._shown_selection = selection
            self.table.show_selected(selection, follows=not self._is_ours)

    def _show_points(self) -> None:
        is_other = self._dataset.features != self.model.dataset.features
        if not self._is_ours:
            self.table.give_up_editing()
            self.table.forget_anchor()
        self.model.show_points(self._dataset)
        self._shown_selection = ()
        self.model.set_selected(())
        if is_other or not self.sorting.count():
            self._widths.clear()
            self.sorting.clear()
            for column in range(min(n_columns(self._dataset), MOST_LISTED)):
                self.sorting.add(column_name(self._dataset, column), column)
        self._show_order()
        self.fit()
        # Now, not after the first paint: Qt shows or hides the bar in a call that waits.
        self.table.executeDelayedItemsLayout()
        QCoreApplication.sendPostedEvents(self.table, QEvent.Type.MetaCall)

    def _show_order(self) -> None:
        order = self.model.order
        if self.sorting.findData(order.column) < 0:
            self.sorting.add(column_name(self.model.dataset, order.column), order.column)
        self.sorting.setCurrentIndex(self.sorting.findData(order.column))
        show_checked(self.descending, order.is_descending)
        self.reorder.setEnabled(order.points is not None)

    def apply_theme(self, theme: Theme) -> None:
        """Give the table other sizes. See `Panel.apply_theme`."""
        self.table.verticalHeader().setDefaultSectionSize(round(ROW_HEIGHT * theme.scale))
        self._widths.clear()
        self.fit()
        self._rows.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.is_built:
            self.fit()

    def _on_scrolled(self, place: int) -> None:
        # Of few columns all are measured anyway, with two sizes of letters in turn, which scrolls there and back.
        if self.model.columnCount() > FEW:
            self.fit()

    def fit(self) -> None:
        """Fit the visible columns to their contents; with larger fonts only as far as there is room."""
        self._measure(self.theme.letters(TEXT))
        bar, columns = self.table.verticalScrollBar().sizeHint().width(), self.model.columnCount()
        room = self.table.maximumViewportSize().width() - bar  # that the bar comes with more rows changes nothing
        needed = sum(width for _, width in self._widths.values()) if columns <= FEW else 0
        if needed > room:
            self._measure(max(SMALL, self.theme.letters(TEXT) * room // needed))

    def _columns_in_view(self) -> list[int]:
        """Return the visible columns, with the number column; all if there are few."""
        table, n_columns = self.table, self.model.columnCount()
        if n_columns <= FEW:
            return [*range(n_columns)]
        first, last = table.columnAt(0), table.columnAt(table.viewport().width() - 1)
        return [NUMBER, *range(max(first, 0), (last if last >= 0 else n_columns - 1) + 1)]

    def _measure(self, pixels: int) -> None:
        set_letters(self.table, pixels)
        advance = self.table.fontMetrics().horizontalAdvance
        header, scale = self.table.horizontalHeader(), pixels / TEXT
        for column in self._columns_in_view():
            key = (self.model.dataset, pixels)
            if self._widths.get(column, (None, 0))[0] == key:
                continue
            texts = [self.model.text(row, column) for row in self._measured_rows()]
            width = max(map(advance, texts)) + round(ROOM * scale)
            name = min(header.sectionSizeHint(column), round(WIDEST_NAME * scale))
            width = max(min(width, round(WIDEST * scale)), name)
            self._widths[column] = (key, width)
            self.table.setColumnWidth(column, width)

    def _measured_rows(self) -> list[int]:
        n_samples = self.model.dataset.n_samples
        return [*range(0, n_samples, n_samples // MEASURED + 1), *range(max(n_samples - 1, 0), n_samples + 1)]

    # What is done

    def _on_header(self, column: int) -> None:
        """Sort by a column, the other way round if it is that already."""
        order = self.model.order
        self._sort(column, column == order.column and not order.is_descending)

    def _sort(self, column: int, is_descending: bool) -> None:
        self.table.give_up_editing()
        self.table.forget_anchor()
        self.model.sort_by(column, is_descending)
        self._show_order()
        self._widths.clear()
        self.fit()

    def _reorder(self) -> None:
        """Make the order of the rows that of the data."""
        points = self.model.order.points
        if points is None:
            return
        dataset, selected = self._dataset.only(points), self.model.order.rows_of(self.view_state.selection)
        self._sort(NUMBER, is_descending=False)
        # L10n: what is undone, as in “Undo reorder points”
        self._edit(dataset, N_("reorder points"))
        self._choose(tuple(selected.tolist()))

    def _choose(self, points: tuple[int, ...]) -> None:
        self._is_ours = True
        self.points_chosen.emit(points)
        self._is_ours = False

    def _toggle(self, point: int) -> None:
        selection = self.view_state.selection
        has_it = point in selection
        self._choose(tuple(i for i in selection if i != point) if has_it else (*selection, point))

    def _on_typed(self, point: int, column: int, value: float | int) -> None:
        if point >= 0:
            changed = with_cell(self._dataset, point, column, value)
            if changed is not self._dataset:
                self._edit(changed, N_("edit point"))
        elif column == class_column_of(self._dataset):
            self.class_chosen.emit(int(value))

    def _add(self) -> None:
        """Place what was typed into the last row."""
        typed, label = self.model.new_point, self.view_state.current_class
        n_before = self._dataset.n_samples
        self._edit(self._dataset.with_points([typed.coordinates], [label]), N_("place"))
        if self._dataset.n_samples > n_before:
            self.model.set_new_point(NewPoint.of(self._dataset))

    def _edit(self, dataset: Dataset, what: str) -> None:
        self._is_ours = True
        self.edited.emit(dataset, what)
        self._is_ours = False
