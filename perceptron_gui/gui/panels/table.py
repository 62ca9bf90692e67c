"""The run as a table: one row a visit, or a mistake; ten million rows scroll, since only those in view are computed."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QItemSelectionModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QGridLayout,
    QHeaderView,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from perceptron_gui.engine.dataset import Dataset
from perceptron_gui.engine.settings import Mode, Order
from perceptron_gui.engine.snapshot import Snapshot
from perceptron_gui.engine.visited import Visited
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.gui.text import tr
from perceptron_gui.gui.theme import LIGHT, Theme
from perceptron_gui.session.formulas import index_text, vector_text
from perceptron_gui.session.table import PAGE, Page, PageRequest, Selection
from perceptron_gui.session.wording import counted, grouped, number_text

Index = QModelIndex | QPersistentModelIndex
HEADERS = ("visit", "epoch", "point", "x", "class", "f", "mistake", "w, b after")
ROOM = 14
"""Pixels left and right of a number together."""
WIDTHS = (50, 48, 46, 118, 54, 72, 58, 220)
SUM = " Σ"
"""Marks the end of a batch pass, where the sum over all its errors was added."""
MOST_PAGES = 64
"""Pages that are kept."""


class RunModel(QAbstractTableModel):
    """Asks for pages of rows as they come into view.

    Signals
    -------
    page_wanted : PageRequest
    """

    page_wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.selection = Selection()
        self._pages: dict[int, tuple[Visited, ...]] = {}
        self._asked: set[int] = set()
        self._cells: dict[int, list[str]] = {}
        self._total = self._counted = 0
        self._key: object = None
        self._snapshot: Snapshot | None = None
        self._dataset = Dataset.empty()
        self.theme: Theme = LIGHT

    def set_dataset(self, dataset: Dataset) -> None:
        """Know the points that arrive behind the cursor, too: the run has visits of theirs."""
        self._dataset = dataset

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Let the number of rows follow the run; rows of another run are forgotten."""
        key = (snapshot.run_id, snapshot.settings, len(snapshot.passes), snapshot.dataset.classes)
        total = _most_rows(snapshot, self.selection)
        self._snapshot = snapshot
        if key != self._key or total < self._total:
            self._key = key
            self.reset()
        elif self.selection.point is None:
            self._grow(total)
        elif total > self._counted:
            self._count()

    def reset(self) -> None:
        """Forget all rows."""
        snapshot, is_of_point = self._snapshot, self.selection.point is not None
        self.beginResetModel()
        self._pages, self._asked, self._cells = {}, set(), {}
        self._total = _most_rows(snapshot, self.selection) if snapshot is not None and not is_of_point else 0
        self.endResetModel()
        if is_of_point:
            self._count()

    def _count(self) -> None:
        """Ask for the last page of the rows of a point: only the run knows how many there are."""
        page = self._total // PAGE
        if self._snapshot is not None and page not in self._asked:
            self._counted = _most_rows(self._snapshot, self.selection)
            self._ask(page)

    def take_page(self, page: Page) -> None:
        """Show a page that was computed."""
        request = page.request
        if self._snapshot is None or request.run_id != self._snapshot.run_id or request.selection != self.selection:
            return
        rows, total = page.rows, page.total
        if self._snapshot.is_veiled:
            rows = tuple(row for row in rows if row.number <= self._snapshot.visit)
            total = min(total, _most_rows(self._snapshot, self.selection))
        self._grow(total)
        number = request.first // PAGE
        self._asked.discard(number)
        if len(self._pages) >= MOST_PAGES:
            self._pages.pop(next(iter(self._pages)))
            self._cells.clear()
        self._pages[number] = rows
        last = min(request.first + PAGE, self._total) - 1
        if last >= request.first:
            self.dataChanged.emit(self.index(request.first, 0), self.index(last, len(HEADERS) - 1))

    def row(self, number: int) -> Visited | None:
        """Return a row if it is there, else ask for its page."""
        known, page = self.known(number), number // PAGE
        if known is None and page not in self._asked:
            self._ask(page)
        return known

    def known(self, number: int) -> Visited | None:
        """Return a row if it is there, and ask for nothing."""
        page, place = divmod(number, PAGE)
        rows = self._pages.get(page, ())
        return rows[place] if place < len(rows) else None

    def known_rows(self) -> list[int]:
        """Return the numbers of the rows that are there, ascending."""
        return sorted(page * PAGE + place for page, rows in self._pages.items() for place in range(len(rows)))

    def _ask(self, page: int) -> None:
        if self._snapshot is not None:
            self._asked.add(page)
            self.page_wanted.emit(PageRequest(self._snapshot.run_id, self.selection, page * PAGE))

    def texts(self, number: int) -> list[str]:
        """Return the cells of a row; "…" until they are there."""
        cells = self._cells.get(number)
        if cells is not None:
            return cells
        visited = self.row(number)
        if visited is None or self._snapshot is None:
            return ["…"] + [""] * (len(HEADERS) - 1)
        has_all = self._dataset.is_extension_of(self._snapshot.dataset)
        dataset = self._dataset if has_all else self._snapshot.dataset
        cells = row_texts(visited, self._snapshot, dataset)
        if visited.point < dataset.n_samples:
            self._cells[number] = cells  # Qt asks for them cell by cell
        return cells

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 — Qt's signature
        return 0 if parent.isValid() else self._total

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 — Qt's signature
        return 0 if parent.isValid() else len(HEADERS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return tr(HEADERS[section])
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return self.texts(index.row())[index.column()]
        if role == Qt.ItemDataRole.ForegroundRole and index.column() == HEADERS.index("mistake"):
            return QBrush(QColor(self.theme.wrong))
        return None

    def _grow(self, total: int) -> None:
        if total > self._total:
            # A page that was not full is asked for again; its rows stay until then.
            self._asked.discard(self._total // PAGE)
            self.beginInsertRows(QModelIndex(), self._total, total - 1)
            self._total = total
            self.endInsertRows()


def _most_rows(snapshot: Snapshot, selection: Selection) -> int:
    """Return how many rows there are; those of a point are among so many."""
    return snapshot.n_logged if selection.only_mistakes else snapshot.frontier


def row_texts(visited: Visited, snapshot: Snapshot, dataset: Dataset | None = None) -> list[str]:
    """Return the cells of one visit; `dataset` has the points that arrive behind the cursor, too."""
    dataset, exact = dataset or snapshot.dataset, visited.is_exact
    if visited.point >= dataset.n_samples:
        return [str(visited.number)] + [""] * (len(HEADERS) - 1)
    is_multiclass = snapshot.settings.mode is Mode.MULTICLASS
    has_learned = snapshot.settings.order is Order.BATCH and visited.changed
    own = visited.target if is_multiclass else 0
    after = visited.after[own].tolist()
    label = dataset.classes[int(dataset.labels[visited.point])]
    return [
        grouped(visited.number),
        grouped(visited.epoch) if visited.epoch else "—",
        index_text(visited.point),
        vector_text(dataset.X[visited.point].tolist()),
        label if is_multiclass else f"{label} ({'+' if visited.target > 0 else '−'})",
        number_text(float(visited.scores[own]), exact),
        ("✗" if visited.is_mistake else "") + (SUM if has_learned else ""),
        (f"{label}: " if is_multiclass else "") + vector_text(after, exact),
    ]


class TablePanel(Panel):
    """The table with its filters; a click goes to the visit.

    Signals
    -------
    sought : int
        The visit to go to.
    export_asked : Selection
    """

    sought = Signal(object)
    export_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = RunModel()
        self.point: int | None = None
        self.only_mistakes, self.only_point = QCheckBox(), QCheckBox(tr("of one point"))
        self._name_filters(is_batch=False)
        export = QPushButton(tr("Export…"))
        export.setToolTip(tr("Write these rows to a CSV file"))
        export.clicked.connect(lambda: self.export_asked.emit(self.model.selection))
        self.table = _table(self.model)
        self.table.clicked.connect(self._on_clicked)
        self.table.activated.connect(self._on_clicked)  # Enter
        self.only_mistakes.toggled.connect(self._on_filter)
        self.only_point.toggled.connect(self._on_filter)
        # One below the other: side by side, longer words have no room.
        filters = QGridLayout()
        filters.addWidget(self.only_mistakes, 0, 0)
        filters.addWidget(self.only_point, 1, 0)
        filters.addWidget(export, 0, 1, 2, 1)
        filters.setColumnStretch(0, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 12)
        column.addLayout(filters)
        column.addWidget(self.table, 1)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours, and the room that larger words need."""
        super().set_theme(theme)
        header = self.table.horizontalHeader()
        for section, width in enumerate(WIDTHS):
            self.table.setColumnWidth(section, max(round(width * theme.scale), header.sectionSizeHint(section)))

    def _give_room(self, number: str) -> None:
        """Let visits and epochs be read in full: long runs have long numbers."""
        width = self.table.fontMetrics().horizontalAdvance(number) + ROOM
        for section in (0, 1):
            if self.table.columnWidth(section) < width:
                self.table.setColumnWidth(section, width)

    def take_focus(self) -> None:
        """Let the arrow keys read the rows, and Enter go to one."""
        self.table.setFocus()

    def set_point(self, point: int | None) -> None:
        """Filter by another point, if by one at all."""
        self.point = point
        if self.only_point.isChecked():
            self._on_filter()

    def draw(self, snapshot: Snapshot) -> None:
        """Follow the run and its cursor."""
        self._give_room(grouped(snapshot.frontier))
        self.model.theme = self.theme
        self.model.show_snapshot(snapshot)
        self._name_filters(snapshot.settings.order is Order.BATCH)
        selection = self.model.selection
        row = (snapshot.updates if selection.only_mistakes else snapshot.visit) - 1
        if selection.point is None and row >= 0:
            self._show_row(row)

    def _name_filters(self, is_batch: bool) -> None:
        """Say what the filters mean: in batch order mistakes are learned from together."""
        self.only_mistakes.setText(tr("only updates") if is_batch else tr("only mistakes"))
        self.only_point.setEnabled(not is_batch)
        share = tr("In batch order all errors of a pass share one update")
        self.only_point.setToolTip(share if is_batch else tr("Only the mistakes at the point selected on the canvas"))
        if is_batch:
            self.only_point.setChecked(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    def copy(self) -> str:
        """Put the chosen rows on the clipboard, with tabs between cells, as far as they are there; say how many."""
        chosen = self.table.selectionModel().selection()
        rows = [row for row in self.model.known_rows() if chosen.contains(self.model.index(row, 0))]
        lines = ["\t".join(HEADERS), *("\t".join(self.model.texts(row)) for row in rows)]
        QGuiApplication.clipboard().setText("\n".join(lines).replace("−", "-"))
        wanted = sum(part.height() for part in chosen)  # type: ignore[attr-defined]
        if len(rows) == wanted:
            return tr("Copied {rows}.").format(rows=counted(len(rows), "row"))
        told = tr("Copied {count} of {wanted} rows, those that were in view; Export… writes all.")
        return told.format(count=grouped(len(rows)), wanted=grouped(wanted))

    def _show_row(self, row: int) -> None:
        if row < self.model.rowCount():
            index = self.model.index(row, 0)
            flags = QItemSelectionModel.SelectionFlag
            self.table.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
            self.table.scrollTo(index)

    def _on_clicked(self, index: Index) -> None:
        visited = self.model.row(index.row())
        if visited is not None:
            self.sought.emit(visited.number)

    def _on_filter(self) -> None:
        point = self.point if self.only_point.isChecked() else None
        self.model.selection = Selection(self.only_mistakes.isChecked() or point is not None, point)
        self.model.reset()


class PlainHeader(QHeaderView):
    """A header that does not highlight columns: to know which are selected whole, Qt asks Python for every row."""

    def setSelectionModel(self, selection_model: QItemSelectionModel) -> None:
        super().setSelectionModel(QItemSelectionModel(self.model(), self))


def _table(model: RunModel) -> QTableView:
    table = QTableView()
    table.setHorizontalHeader(PlainHeader(Qt.Orientation.Horizontal))
    table.setModel(model)
    table.verticalHeader().setVisible(False)
    table.verticalHeader().setDefaultSectionSize(26)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    return table
