"""The run as a table with a row per visit, or per mistake, of which as many columns are shown as find room."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QGridLayout, QPushButton, QWidget

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.gui.panels.panel import Panel, set_letters
from perceptron_gui.gui.style.theme import SMALL, TEXT, Theme
from perceptron_gui.gui.widgets.plain_text import caption, in_column
from perceptron_gui.session.output.run_table import FROZEN, Page, Selection, n_main
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.session.wording import grouped, index_text
from perceptron_gui.translation import N_, isolated, ntr, tr

if TYPE_CHECKING:
    from perceptron_gui.gui.features.run_table.run_model import Index

ROOM = 12
"""Pixels left and right of a cell's text together."""
WIDEST = 420
"""Widest column in pixels: names of classes may be very long."""
LEAST_SHARE = 0.85
"""Of the usual size of letters: so small they may be for the main columns to find room."""
ROW_HEIGHT = 26
NO_BREAK = "\u00a0"
EXPORT_HINT = N_("Write these rows to a CSV file")
VEILED_HINT = N_("Write the rows up to the question to a CSV file")


class TablePanel(Panel):
    """The table with its filters; a click goes to the visit."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dataset: Dataset | None = None
        self._measured: set[int] = set()
        self._widths: list[int] = []

    def build(self) -> None:
        """Make the filters and the table. See `Panel.build`."""
        from perceptron_gui.gui.features.run_table.run_model import RunModel
        from perceptron_gui.gui.panels.frozen_table import FrozenTable

        self.model = RunModel()
        if self._dataset is not None:
            self.model.set_dataset(self._dataset)
        self.model.page_wanted.connect(self.page_wanted)
        self.only_mistakes, self.only_point = QCheckBox(), QCheckBox(tr("of one point"))
        self._name_filters()
        self.export = QPushButton(tr("Export…"))
        self.export.setToolTip(tr(EXPORT_HINT))
        self.export.clicked.connect(lambda: self.export_asked.emit(self.model.seen_selection))
        self.focus_part = self.table = FrozenTable(FROZEN)
        self.table.setModel(self.model)
        self.table.setAccessibleName(tr("The run, visit by visit"))
        self.table.clicked.connect(self._on_clicked)
        self.table.activated.connect(self._on_clicked)  # Enter
        self.only_mistakes.toggled.connect(self._on_filter)
        self.only_point.toggled.connect(self._on_filter)
        self.model.modelReset.connect(self._take_widths)
        self.model.dataChanged.connect(self._give_room)
        self.table.verticalScrollBar().valueChanged.connect(self._give_room)
        self.table.horizontalHeader().setMinimumSectionSize(1)  # a sign needs less than Qt gives a name
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.selectionModel().currentRowChanged.connect(self._tell_rest)
        self._lay_out()

    def _lay_out(self) -> None:
        from perceptron_gui.gui.panels.frozen_table import WholeRows
        from perceptron_gui.gui.panels.rich_text import SteadyText

        # One below the other: side by side, longer words have no room.
        filters = QGridLayout()
        filters.addWidget(self.only_mistakes, 0, 0)
        filters.addWidget(self.only_point, 1, 0)
        filters.addWidget(self.export, 0, 1, 2, 1)
        filters.setColumnStretch(0, 1)
        self._rows, self.rest, self.part = WholeRows(self.table), SteadyText(), caption()
        self.rest.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.part.hide()
        in_column(self, filters, self._rows, self.rest, self.part, margins=(10, 12, 8, 12)).setStretch(1, 1)

    def apply_theme(self, theme: Theme) -> None:
        """Give the table other colours and row heights. See `Panel.apply_theme`."""
        self.model.theme = theme
        self.table.verticalHeader().setDefaultSectionSize(round(ROW_HEIGHT * theme.scale))
        self._take_widths()
        self._rows.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.is_built and event.oldSize().width() != event.size().width():
            self._take_widths()

    def _take_widths(self) -> None:
        """Fit columns to header and visible cells anew, forgetting the widths for an earlier run."""
        self.rest.forget_height()
        self._measure(self.theme.letters(TEXT))

    def _measure(self, pixels: int) -> None:
        """Set the font size, and measure the columns."""
        set_letters(self.table, pixels)
        self._measured.clear()
        header = self.table.horizontalHeader()
        for section in range(header.count()):
            header.showSection(section)  # Qt says of a hidden one that it needs no room
        self._widths = [header.sectionSizeHint(section) for section in range(header.count())]
        self._give_room()

    def _give_room(self) -> None:
        """Widen columns for the visible cells; they never become narrower, so that nothing jumps."""
        rows = self._new_rows() if self.is_seen else []
        if self.snapshot is not None:
            rows.append([grouped(self.snapshot.frontier)])  # long runs have long numbers
        advance, most = self.table.fontMetrics().horizontalAdvance, round(WIDEST * self.theme.scale)
        for cells in rows:
            needed = [min(advance(text) + ROOM, most) for text in cells]
            self._widths[: len(needed)] = map(max, self._widths, needed)
        if self.is_seen:
            self._leave_nothing_to_scroll()
            self._tell_rest()

    def _leave_nothing_to_scroll(self) -> None:
        """Reduce the font, down to a legible size, until the main columns fit; then show what finds room."""
        bar = self.table.verticalScrollBar().sizeHint().width()  # that it comes with more rows changes nothing
        room, main = self.table.maximumViewportSize().width() - bar, sum(self._widths[: n_main(self.model.columns)])
        pixels, least = self.table.font().pixelSize(), round(LEAST_SHARE * TEXT * self.theme.scale)
        least = max(SMALL, self.theme.least, least)
        if main > room and pixels > least:
            self._measure(max(least, min(pixels - 1, pixels * room // main)))
            return
        for section, width in enumerate(self._widths):
            is_shown = section < FROZEN or width <= room
            room -= width if is_shown else 0
            self.table.setColumnHidden(section, not is_shown)
            if is_shown and self.table.columnWidth(section) != width:
                self.table.setColumnWidth(section, width)

    def _tell_rest(self) -> None:
        """Say of the row of the cursor what found no room in the table."""
        row, hidden = self.table.currentIndex().row(), self.table.isColumnHidden
        has_row = 0 <= row < self.model.rowCount() and self.model.known(row) is not None
        cells = self.model.texts(row) if has_row else []
        parts = [
            f"{tr(column.name)} {isolated(text)}".replace(" ", NO_BREAK)
            for place, (column, text) in enumerate(zip(self.model.columns, cells, strict=False))
            if hidden(place)
        ]
        words = tr("Visit {visit}: {rest}").format(visit=cells[0], rest=" · ".join(parts)) if parts else ""
        self.rest.setText(html.escape(words))

    def _new_rows(self) -> list[list[str]]:
        """Return the rows in view that were not measured yet."""
        rows = []
        for row in self.table.rows_in_view():
            number = self.model.first + row
            if number not in self._measured:
                rows.append(self.model.texts(row))
                if self.model.known(row) is not None:
                    self._measured.add(number)
        return rows

    def set_dataset(self, dataset: Dataset) -> None:
        """Take all points of the document. See `Panel.set_dataset`."""
        self._dataset = dataset
        if self.is_built:
            self.model.set_dataset(dataset)

    def take_answer(self, answer: object) -> None:
        """Show rows that were computed. See `Panel.take_answer`."""
        if self.is_built and isinstance(answer, Page):
            self.model.take_page(answer)
            self._draw_if_seen()

    @property
    def point(self) -> int | None:
        """The point that is selected; None unless exactly one is."""
        return self.view_state.single_point

    def set_view_state(self, state: ViewState) -> None:
        """Where the table is filtered by point, list the newly selected one's visits. See `Panel.set_view_state`."""
        earlier = self.point
        super().set_view_state(state)
        if self.is_built and self.point != earlier:
            self._name_filters()
            if self.only_point.isChecked():
                self._on_filter()

    def has_come(self, snapshot: Snapshot) -> bool:
        """Whether the row of the cursor is there. See `Panel.has_come`."""
        row = self.table.currentIndex().row()
        return row < 0 or self.model.known(row) is not None

    def draw(self, snapshot: Snapshot) -> None:
        """Follow the run and its cursor. See `Panel.draw`."""
        self.model.show_snapshot(snapshot)
        self._name_filters()
        self.export.setToolTip(tr(VEILED_HINT if snapshot.is_veiled else EXPORT_HINT))
        selection = self.model.selection
        number = (snapshot.updates if selection.only_mistakes else snapshot.visit) - 1
        if selection.point is None:
            self._show_row(number)
        self.table.set_empty_text(empty_text(snapshot, selection))
        self._give_room()
        self._tell_part()

    def _name_filters(self) -> None:
        """Name the filters for this run's order, with a tooltip; in batch order mistakes are learned from together."""
        settings = self.snapshot.settings if self.snapshot is not None else TrainingSettings()
        is_batch, has_margin = settings.order is Order.BATCH, settings.beta > 0
        self.only_mistakes.setText(tr("only updates") if is_batch or has_margin else tr("only mistakes"))
        has_point = self.point is not None and not is_batch
        self.only_point.setEnabled(has_point)
        if is_batch:
            hint = tr("In batch order all errors of a pass share one update")
        elif not has_point:
            hint = tr("Select one point first")
        elif has_margin:
            hint = tr("Only the updates at the point selected on the canvas")
        else:
            hint = tr("Only the mistakes at the point selected on the canvas")
        self.only_point.setToolTip(hint)
        if not has_point:
            self.only_point.setChecked(False)

    def _tell_part(self) -> None:
        """Say which rows can be scrolled through where they are not all."""
        n_rows, first, total = self.model.rowCount(), self.model.first, self.model.total
        words = tr("Rows {first} to {last} of {total}, around the cursor. Use the timeline to reach the others.")
        self.part.setText(words.format(first=grouped(first + 1), last=grouped(first + n_rows), total=grouped(total)))
        self.part.setVisible(n_rows < total)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    def copy_focused(self) -> str:
        """Copy the chosen rows while the table has the keys."""
        return self.copy() if self.is_built and self.table.hasFocus() else ""

    def copy(self) -> str:
        """Put the chosen rows on the clipboard, with tabs between cells, as far as they are there; say how many."""
        chosen = self.table.selectionModel().selection()
        rows = [row for row in self.model.known_rows() if chosen.contains(self.model.index(row, 0))]
        names = "\t".join(column.name for column in self.model.columns)
        lines = [names, *("\t".join(self.model.texts(row)) for row in rows)]
        QGuiApplication.clipboard().setText("\n".join(lines).replace("−", "-"))
        wanted = sum(part.height() for part in chosen)  # type: ignore[attr-defined]
        if len(rows) == wanted:
            return ntr("Copied {count} row.", "Copied {count} rows.", wanted).format(count=grouped(wanted))
        told = tr("Copied {count} of {wanted} rows: only those in view. Export… writes them all.")
        return told.format(count=grouped(len(rows)), wanted=grouped(wanted))

    def _show_row(self, number: int) -> None:
        """Go to row `number` of the run; −1 for its start, before all rows."""
        if max(number, 0) >= self.model.total:
            return
        self.model.show_around(max(number, 0))
        index = self.model.index(number - self.model.first, 0)
        flags = QItemSelectionModel.SelectionFlag
        self.table.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self.table.scrollTo(index if number >= 0 else self.model.index(0, 0))

    def _on_clicked(self, index: Index) -> None:
        visited = self.model.row(index.row())
        if visited is not None:
            self.sought.emit(visited.number)

    def _on_filter(self) -> None:
        point = self.point if self.only_point.isChecked() else None
        self.model.selection = Selection(self.only_mistakes.isChecked() or point is not None, point)
        self.model.reset()
        if self.snapshot is not None:
            self.table.set_empty_text(empty_text(self.snapshot, self.model.selection))


def empty_text(snapshot: Snapshot, selection: Selection) -> str:
    """Say why there are no rows, and how to get some. `selection`: the rows that were asked for."""
    if not snapshot.dataset.n_samples:
        return tr("Every visit of the run will be a row here: place a point, then press Space.")
    if snapshot.visit if snapshot.is_veiled else snapshot.frontier:
        if snapshot.settings.beta:
            return tr("No updates so far.")
        if selection.point is None:
            return tr("No mistakes so far.")
        return tr("No mistakes at {name} so far.").format(name=index_text(selection.point))
    if snapshot.is_veiled:
        return tr("Every visit of the run will be a row here: answer the question to make the first.")
    return tr("Every visit of the run will be a row here: press Space to play, or → for one visit.")
