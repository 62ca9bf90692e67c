"""α of every point as a table whose columns are as wide as what they hold (D1, P10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from perceptron_gui.gui.panels.letters import set_letters
from perceptron_gui.gui.style.theme import LIGHT, TEXT, Theme
from perceptron_gui.gui.widgets.plain_text import plain_tip
from perceptron_gui.session.explanation.terms import MOST_TERMS, point_values
from perceptron_gui.session.wording import grouped, index_text
from perceptron_gui.translation import N_, tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset
    from perceptron_gui.engine.run.snapshot import Snapshot

ROW_HEIGHT, ROOM = 26, 14
"""Pixels of a row, and left and right of a cell's text together, where nothing is enlarged."""
WIDEST = (90, 200, 110, 200, 200)
"""Widest columns in pixels, where nothing is enlarged: longer texts are in tooltips. α itself is never cut."""
MOST_MEASURED = 200
"""Rows whose points and classes are measured."""
POINT, ALPHA, CLASS, X, AGE = range(5)
STILL = (POINT, CLASS, X)
"""Columns whose texts are those of the points, and stay while a run goes on."""
Index = QModelIndex | QPersistentModelIndex


class AlphaModel(QAbstractTableModel):
    """One row a point: α, its class, its coordinates, and how many updates ago it was added last (P10)."""

    HEADERS = (N_("point"), "α", N_("class"), "x", N_("last added"))

    def __init__(self) -> None:
        super().__init__()
        self._snapshot: Snapshot | None = None
        self._rows = 0

    @property
    def dataset(self) -> Dataset | None:
        """The points whose α is shown."""
        return self._snapshot.dataset if self._snapshot is not None else None

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show α of `snapshot`."""
        self._snapshot = snapshot
        if snapshot.dataset.n_samples != self._rows:
            self.beginResetModel()
            self._rows = snapshot.dataset.n_samples
            self.endResetModel()
        elif self._rows:
            self.dataChanged.emit(self.index(0, 0), self.index(self._rows - 1, len(self.HEADERS) - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 — Qt's signature
        return 0 if parent.isValid() else self._rows

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 — Qt's signature
        return 0 if parent.isValid() else len(self.HEADERS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return tr(self.HEADERS[section])
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """See `QAbstractItemModel.data`."""
        if self._snapshot is None or not index.isValid():
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            is_number = index.column() in (ALPHA, AGE)
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter) if is_number else None
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        text = self._text(self._snapshot, index.row(), index.column())
        return plain_tip(text) if role == Qt.ItemDataRole.ToolTipRole else text

    def _text(self, snapshot: Snapshot, row: int, column: int) -> str:
        if column == POINT:
            return index_text(row)
        if column == ALPHA:
            return str(int(snapshot.alpha[row])) if snapshot.alpha is not None else "…"
        if column == CLASS:
            return snapshot.dataset.classes[int(snapshot.dataset.labels[row])]
        if column == X:
            from perceptron_gui.session.explanation.vectors import vector_text  # after the first paint (A9)

            return vector_text(point_values(snapshot.dataset, row, MOST_TERMS), is_exact=False)
        return _age_text(int(snapshot.age[row]) if snapshot.age is not None else -1)

    def texts(self, column: int) -> Iterator[str]:
        """Yield texts that a column must have room for: its header, and the first cells or its longest number.

        `column`: index of the column.
        """
        yield str(self.headerData(column, Qt.Orientation.Horizontal))
        snapshot = self._snapshot
        if snapshot is None:
            return
        for row in range(min(self._rows, MOST_MEASURED)) if column in STILL else ():
            yield self._text(snapshot, row, column)
        if column == ALPHA and snapshot.alpha is not None:
            yield str(int(snapshot.alpha.max(initial=0)))
        if column == AGE and snapshot.age is not None:
            yield _age_text(0)
            yield _age_text(int(snapshot.age.max(initial=0)))


def _age_text(age: int) -> str:
    return "—" if age < 0 else tr("just now") if age == 0 else tr("{age} ago").format(age=grouped(age))


class AlphaTable(QTableView):
    """Shows an `AlphaModel`; it can be scrolled where its columns do not fit."""

    def __init__(self, model: AlphaModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._theme = LIGHT
        self._needed = [0] * len(model.HEADERS)
        self._known: dict[tuple[int, int], tuple[Dataset | None, int]] = {}
        self.setModel(model)
        self.setAccessibleName(tr("α of every point, as a table"))
        self.setTabKeyNavigation(False)
        self.verticalHeader().setVisible(False)
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours and row heights."""
        self._theme = theme
        self.verticalHeader().setDefaultSectionSize(round(ROW_HEIGHT * theme.scale))
        self.fit()

    def fit(self) -> None:
        """Let every column be as wide as what it holds."""
        self._measure(round(TEXT * self._theme.scale))
        needed, room = sum(self._needed[:AGE]), self.viewport().width()
        if needed > room and self._theme.scale > 1:
            # The coordinates are looked at first: smaller letters, as on a desk, before they have to be scrolled to.
            self._measure(max(TEXT, int(TEXT * self._theme.scale * room / needed)))
        self._spread()

    def _measure(self, pixels: int) -> None:
        """Write in letters of `pixels`, and find how wide the columns are then."""
        set_letters(self, pixels)
        header = self.horizontalHeader()
        room = round(ROOM * self._theme.scale)
        for column, widest in enumerate(WIDEST):
            width = self._text_width(column, pixels) + room
            most = width if column == ALPHA else round(widest * self._theme.scale)
            self._needed[column] = max(min(width, most), header.sectionSizeHint(column))

    def _text_width(self, column: int, pixels: int) -> int:
        """Return the width of the longest text of a column; of one that stays it is measured once for a set of points.

        Two hundred rows would take two frames each time.
        """
        dataset, width = self._known.get((column, pixels), (None, 0))
        if dataset is None or dataset is not self._model.dataset or column not in STILL:
            width = max(map(self.fontMetrics().horizontalAdvance, self._model.texts(column)))
            self._known[column, pixels] = self._model.dataset, width
        return width

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.fit()

    def _spread(self) -> None:
        """Give the coordinates what the other columns leave."""
        left = max(self.viewport().width() - sum(self._needed), 0)
        for column, width in enumerate(self._needed):
            wanted = width + left if column == X else width
            if self.columnWidth(column) != wanted:
                self.setColumnWidth(column, wanted)
