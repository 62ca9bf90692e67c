"""The model of the run's table: only visible rows are computed, and very long runs show only some millions."""

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QBrush, QColor

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.run.records.record import VisitRecord
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import replace
from perceptron_gui.gui.style.theme import LIGHT, Theme
from perceptron_gui.session.output import run_table
from perceptron_gui.translation import tr

Index = QModelIndex | QPersistentModelIndex
MOST_PAGES = 64
"""Pages that are kept."""
MOST_ROWS = 10_000_000
"""Rows that can be scrolled through, as Qt counts their pixels in 32 bits; of longer runs those around the cursor."""


class RunModel(QAbstractTableModel):
    """Asks for pages of rows as they come into view.

    A row of the model has the number `first` + row among all rows of the run.
    """

    page_wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.selection = run_table.Selection()
        self.columns: tuple[run_table.Column, ...] = run_table.columns_of(TrainingSettings())
        self.total = self.first = 0
        self._pages: dict[int, tuple[VisitRecord, ...]] = {}
        self._asked: set[int] = set()
        self._cells: dict[int, list[str]] = {}
        self._counted = 0
        self._key: object = None
        self._snapshot: Snapshot | None = None
        self._dataset = Dataset.empty()
        self.theme: Theme = LIGHT

    @property
    def seen_selection(self) -> run_table.Selection:
        """The rows that may be seen: while the run asks, those up to the cursor."""
        snapshot = self._snapshot
        return replace(self.selection, until=snapshot.visit if snapshot is not None and snapshot.is_veiled else None)

    def set_dataset(self, dataset: Dataset) -> None:
        """Set all points of the document, as later visits may be of points that arrive after the cursor."""
        self._dataset = dataset

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Fit the number of rows to the run; discard rows of another run."""
        key = (snapshot.run_id, snapshot.settings, len(snapshot.passes), snapshot.dataset.classes, snapshot.is_veiled)
        has_gone_back = self._snapshot is not None and snapshot.visit < self._snapshot.visit
        total = _most_rows(snapshot, self.selection)
        self._snapshot = snapshot
        if key != self._key or total < self.total or (snapshot.is_veiled and has_gone_back):
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
        self.first, self.total = 0, 0
        if snapshot is not None:
            self.columns = run_table.columns_of(snapshot.settings)
            self.total = 0 if is_of_point else _most_rows(snapshot, self.selection)
        self.endResetModel()
        if is_of_point:
            self._count()

    def show_around(self, number: int) -> None:
        """Move the window of rows that can be scrolled so that it holds a row.

        `number`: number of the row among all rows of the run, from 0.
        """
        if self.first <= number < self.first + self.rowCount():
            return
        latest = self.total - self.rowCount()
        self.first = max(0, min(number - MOST_ROWS // 2, latest))
        self._tell_of_change(self.first, self.total)

    def _count(self) -> None:
        """Ask for the last page of the rows of a point: only the run knows how many there are."""
        page = self.total // run_table.PAGE
        if self._snapshot is not None and page not in self._asked:
            self._counted = _most_rows(self._snapshot, self.selection)
            self._ask(page)

    def take_page(self, page: run_table.Page) -> None:
        """Store a computed page, unless it is of another run or reveals what is hidden."""
        request = page.request
        if self._snapshot is None or request.run_id != self._snapshot.run_id:
            return
        if replace(request.selection, until=None) != self.selection or not self._may_see(request.selection.until):
            return
        self._grow(page.total)
        number = request.first // run_table.PAGE
        self._asked.discard(number)
        if len(self._pages) >= MOST_PAGES:
            self._pages.pop(next(iter(self._pages)))
            self._cells.clear()
        self._pages[number] = page.rows
        self._tell_of_change(request.first, request.first + run_table.PAGE)

    def _may_see(self, until: int | None) -> bool:
        """Whether rows up to visit `until` (None: all) may be seen."""
        most = self.seen_selection.until
        return most is None or (until is not None and until <= most)

    def _tell_of_change(self, first: int, end: int) -> None:
        """Tell the view that the rows `first` … `end` − 1 have changed."""
        top, bottom = max(first - self.first, 0), min(end - self.first, self.rowCount()) - 1
        if bottom >= top:
            self.dataChanged.emit(self.index(top, 0), self.index(bottom, len(self.columns) - 1))

    def row(self, row: int) -> VisitRecord | None:
        """Return a row if it is there; else ask for its page and return None. `row`: row of the model."""
        known, page = self.known(row), (self.first + row) // run_table.PAGE
        if known is None and page not in self._asked:
            self._ask(page)
        return known

    def known(self, row: int) -> VisitRecord | None:
        """Return a row if it is there, else None, without asking for it. `row`: row of the model."""
        page, place = divmod(self.first + row, run_table.PAGE)
        rows = self._pages.get(page, ())
        return rows[place] if place < len(rows) else None

    def known_rows(self) -> list[int]:
        """Return the rows that are there, ascending."""
        numbers = sorted(
            page * run_table.PAGE + place for page, rows in self._pages.items() for place in range(len(rows))
        )
        return [number - self.first for number in numbers if 0 <= number - self.first < self.rowCount()]

    def _ask(self, page: int) -> None:
        if self._snapshot is not None:
            self._asked.add(page)
            self.page_wanted.emit(
                run_table.PageRequest(self._snapshot.run_id, self.seen_selection, page * run_table.PAGE)
            )

    def texts(self, row: int) -> list[str]:
        """Return the cells of a row; "…" until they are there. `row`: row of the model."""
        number = self.first + row
        cells = self._cells.get(number)
        if cells is not None:
            return cells
        visited = self.row(row)
        if visited is None or self._snapshot is None:
            return [run_table.PENDING] + [""] * (len(self.columns) - 1)
        dataset = self._dataset if self._snapshot.is_about(self._dataset) else self._snapshot.dataset
        cells = run_table.row_texts(visited, self._snapshot.settings, dataset)
        if visited.point < dataset.n_samples:
            self._cells[number] = cells  # Qt asks for them cell by cell
        return cells

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 — Qt's signature
        return 0 if parent.isValid() else min(self.total, MOST_ROWS)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 — Qt's signature
        return 0 if parent.isValid() else len(self.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation is not Qt.Orientation.Horizontal or section >= len(self.columns):
            return None
        column = self.columns[section]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return column.sign if column.sign and role == Qt.ItemDataRole.DisplayRole else tr(column.name)
        return tr(column.hint) if role == Qt.ItemDataRole.ToolTipRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return self.texts(index.row())[index.column()]
        if role == Qt.ItemDataRole.ForegroundRole and self.columns[index.column()] is run_table.MISTAKE:
            return QBrush(QColor(self.theme.wrong))
        return None

    def _grow(self, total: int) -> None:
        if total <= self.total:
            return
        # A page that was not full is asked for again; its rows stay until then.
        self._asked.discard(self.total // run_table.PAGE)
        before, after = self.rowCount(), min(total, MOST_ROWS)
        if after > before:
            self.beginInsertRows(QModelIndex(), before, after - 1)
        self.total = total
        if after > before:
            self.endInsertRows()


def _most_rows(snapshot: Snapshot, selection: run_table.Selection) -> int:
    """Return how many rows there are; those of a point are among so many."""
    return snapshot.n_logged if selection.only_mistakes else snapshot.frontier
