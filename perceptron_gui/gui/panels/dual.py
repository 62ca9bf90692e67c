"""The dual panel: α of every point, and w and b from them (SPEC D1–D4)."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLabel, QTableView, QVBoxLayout, QWidget

from perceptron_gui.engine.kernels import WHOLE_GRAM
from perceptron_gui.engine.settings import Mode
from perceptron_gui.engine.snapshot import Snapshot
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.gui.panels.step_html import formulas_html
from perceptron_gui.gui.text import tr
from perceptron_gui.session.explanation.dual import dual_parameters
from perceptron_gui.session.formulas import vector_text
from perceptron_gui.session.wording import grouped, index_text

Index = QModelIndex | QPersistentModelIndex


class AlphaModel(QAbstractTableModel):
    """One row a point: its coordinates, its class, α, and how many updates ago it was added last (P10)."""

    HEADERS = ("point", "class", "α", "last added")

    def __init__(self) -> None:
        super().__init__()
        self._snapshot: Snapshot | None = None
        self._rows = 0

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
        if self._snapshot is None or not index.isValid():
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter) if index.column() >= 2 else None
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return self._text(self._snapshot, index.row(), index.column())

    def _text(self, snapshot: Snapshot, row: int, column: int) -> str:
        if column == 0:
            return f"{index_text(row)} {vector_text(snapshot.dataset.X[row].tolist())}"
        if column == 1:
            return snapshot.dataset.classes[int(snapshot.dataset.labels[row])]
        if column == 2:
            return str(int(snapshot.alpha[row])) if snapshot.alpha is not None else "…"
        age = int(snapshot.age[row]) if snapshot.age is not None else -1
        return "—" if age < 0 else tr("just now") if age == 0 else tr("{age} ago").format(age=grouped(age))


class DualPanel(Panel):
    """α as a table, and the sums that give w and b.

    Signals
    -------
    point_chosen : int
    full_toggled : a link was clicked: long sums are to be written out, or folded again.
    """

    point_chosen = Signal(int)
    full_toggled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = AlphaModel()
        self.is_full = False
        self.sums = QLabel()
        self.sums.linkActivated.connect(lambda _: self.full_toggled.emit())
        self.sums.setWordWrap(True)
        self.sums.setTextFormat(Qt.TextFormat.RichText)
        self.table = QTableView()
        self.table.setModel(self.model)
        self.table.verticalHeader().setVisible(False)
        self.table.verticalHeader().setDefaultSectionSize(26)
        self.table.setShowGrid(False)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column, width in ((1, 52), (2, 40), (3, 78)):
            self.table.setColumnWidth(column, max(width, self.table.horizontalHeader().sectionSizeHint(column)))
        self.table.clicked.connect(lambda index: self.point_chosen.emit(index.row()))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 14, 18, 14)
        layout.setSpacing(12)
        layout.addWidget(self.sums)
        layout.addWidget(self.table, 1)

    def draw(self, snapshot: Snapshot) -> None:
        """Show α and what follows from it."""
        self.model.show_snapshot(snapshot)
        is_binary = snapshot.settings.mode is not Mode.MULTICLASS
        self.sums.setText(self._sums_html(snapshot) if is_binary else tr("α counts the mistakes at each point."))

    def set_full(self, is_full: bool) -> None:
        """Write long sums out, or fold them."""
        self.is_full = is_full
        self._draw_if_seen()

    def _sums_html(self, snapshot: Snapshot) -> str:
        formulas = formulas_html(dual_parameters(snapshot, self.is_full), self.theme, is_full=self.is_full)
        return formulas + f'<p style="color:{self.theme.muted}; margin:8px 0 0 0">{_work_text(snapshot)}</p>'


def _work_text(snapshot: Snapshot) -> str:
    """Say what either form has cost so far (D4); b takes no multiplication."""
    n, d = snapshot.dataset.n_samples, snapshot.dataset.n_features
    whole = "" if n <= WHOLE_GRAM else tr(" Rows of the Gram matrix are computed when needed.")
    words = tr("Multiplications to look for mistakes: primal {primal} (n·d a pass), dual {dual} (n a mistake).")
    return words.format(primal=grouped(snapshot.visit * d), dual=grouped(snapshot.mistakes * n)) + whole
