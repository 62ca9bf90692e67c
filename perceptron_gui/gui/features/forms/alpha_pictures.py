"""α of every point as bars and as a table, w and b from it, and the cost of both forms over the run (D1–D4, P10)."""

import html
from collections.abc import Iterator
from functools import partial

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from perceptron_gui.engine.data.dataset import Dataset, Floats, Ints
from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.gui.panels.panel import set_letters
from perceptron_gui.gui.style.theme import LIGHT, SMALL, TEXT, Theme, faded
from perceptron_gui.gui.widgets.formula_html import formulas_html
from perceptron_gui.gui.widgets.painted_widget import Cell, CellPicture, PaintedWidget
from perceptron_gui.gui.widgets.plain_text import plain_tip
from perceptron_gui.session import both_forms
from perceptron_gui.session.both_forms import cost_curves
from perceptron_gui.session.explanation.binary_visit import dual_parameters, kernel_sum
from perceptron_gui.session.explanation.terms import MOST_TERMS, point_values, vector_text
from perceptron_gui.session.explanation.visit_numbers import VisitNumbers
from perceptron_gui.session.gram import rows_in_use, tallest
from perceptron_gui.session.wording import grouped, index_text
from perceptron_gui.translation import N_, isolated, spelled, tr

HEIGHT, LEAST_HEIGHT, GAP = 104, 70, 6
"""Pixels where nothing is enlarged, where room is short, and between things."""


class CostPlot(PaintedWidget):
    """The cost of both forms over the visits up to the cursor, each line with name and present value."""

    least_height = LEAST_HEIGHT

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.curves: tuple[Floats, Floats, Floats] | None = None
        self.setAccessibleName(tr("Multiplications in primal and dual, visit by visit"))

    @property
    def usual_height(self) -> float:
        return 0.0 if self.curves is None else HEIGHT

    def show_snapshot(self, snapshot: Snapshot | None) -> None:
        """Draw the run up to its cursor. `snapshot`: None for nothing."""
        self.curves = cost_curves(snapshot) if snapshot is not None and snapshot.visit else None
        if self.curves is not None:
            _, primal, dual = self.curves
            words = tr("primal {primal}, dual {dual}")
            said = words.format(primal=grouped(int(primal[-1])), dual=grouped(int(dual[-1])))
            self.setAccessibleDescription(said)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.curves is None:
            return
        painter, theme = self.smooth_painter(), self._theme
        visits, primal, dual = self.curves
        font = theme.font(SMALL, QFont.Weight.DemiBold)
        metrics = QFontMetricsF(font)
        area = QRectF(0, metrics.height(), self.width(), self.height() - 2 * metrics.height())
        most = max(float(primal[-1]), float(dual[-1]), 1.0)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        named = ((tr("primal"), primal, theme.accent, False), (tr("dual"), dual, theme.warn, True))
        painter.setFont(font)
        x = 0.0
        for name, costs, colour, is_dashed in named:
            line = Qt.PenStyle.DashLine if is_dashed else Qt.PenStyle.SolidLine
            painter.setPen(QPen(QColor(colour), 2.2 * theme.stroke, line))
            painter.drawPolyline(_line(visits / visits[-1], costs / most, area))
            text = f"{name} {grouped(int(costs[-1]))}"
            painter.drawText(QPointF(x, metrics.ascent()), text)
            x += metrics.horizontalAdvance(text) + 3 * GAP
        self._draw_axis(painter, area, int(visits[-1]))

    def _draw_axis(self, painter: QPainter, area: QRectF, visits: int) -> None:
        painter.setFont(self._theme.font(SMALL))
        painter.setPen(QColor(self._theme.muted))
        below = QRectF(0, area.bottom(), self.width(), self.height() - area.bottom())
        painter.drawText(below, Qt.AlignmentFlag.AlignLeft, "0")
        painter.drawText(below, Qt.AlignmentFlag.AlignRight, tr("visit {visit}").format(visit=grouped(visits)))


def _line(x: Floats, y: Floats, area: QRectF) -> QPolygonF:
    pixels = np.column_stack([area.left() + x * area.width(), area.bottom() - y * area.height()]).tolist()
    return QPolygonF([QPointF(*pixel) for pixel in pixels])


HEIGHT = 76
"""Pixels where nothing is enlarged."""
WIDEST_BAR = 28.0
"""Pixels of a bar with its gap, at most: two points are no two posters."""
GAP_FROM = 4.0
"""Pixels of a bar from which on there is a gap between two."""


class AlphaBars(CellPicture):
    """A bar for α of every point, in its class's colour; with more points than pixels, each pixel's tallest."""

    usual_height = HEIGHT

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._snapshot: Snapshot | None = None
        self._lit: int | None = None
        self._points: Ints = np.empty(0, dtype=np.int64)

    def show_snapshot(self, snapshot: Snapshot, lit: int | None) -> None:
        """Show α of a snapshot. `lit`: the point that is pointed at anywhere."""
        self._snapshot, self._lit = snapshot, lit
        self._choose_points()
        alpha = self._alpha
        if self.remark:
            self.setAccessibleDescription(self.remark)
        elif alpha is not None:
            words = tr("the largest is {alpha}, of {name}")
            largest = int(alpha.argmax())
            self.setAccessibleDescription(words.format(alpha=grouped(int(alpha[largest])), name=index_text(largest)))
        self.update()

    @property
    def remark(self) -> str:
        """Why there are no bars, in a sentence; empty where there are some, or α is not known."""
        alpha = self._alpha
        if self._snapshot is None or alpha is None or alpha.any():
            return ""
        if not len(alpha):
            return tr("Place a point first.")
        if self._snapshot.settings.order is Order.BATCH and self._snapshot.visit:
            return tr("Every α is 0: the update comes at the end of the pass.")
        return tr("Every α is 0: no updates yet.")

    @property
    def _alpha(self) -> Ints | None:
        return self._snapshot.alpha if self._snapshot is not None else None

    def _choose_points(self) -> None:
        if self._alpha is not None:
            self._points = tallest(self._alpha, max(self.width(), 1))

    @property
    def shape_in_cells(self) -> Cell:
        """One row, and a column for every bar. See `CellPicture`."""
        return int(len(self._points) > 0), len(self._points)

    @property
    def _step(self) -> float:
        return min(self.width() / max(len(self._points), 1), WIDEST_BAR * self._theme.scale)

    def cell_at(self, at: QPointF) -> Cell | None:
        """Return the bar whose column a place lies in. See `CellPicture`."""
        place = int(at.x() / self._step) if at.x() >= 0 else -1
        return (0, place) if 0 <= place < len(self._points) else None

    def point_of(self, cell: Cell | None) -> int | None:
        """Return the point whose bar a cell is."""
        return int(self._points[cell[1]]) if cell is not None and cell[1] < len(self._points) else None

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._snapshot is None or self._alpha is None:
            return
        self._choose_points()
        painter = self.plain_painter()
        if remark := self.remark:
            self._write_remark(painter, remark)
        if not len(self._alpha):
            return
        font = self._theme.font(SMALL)
        line = QFontMetricsF(font).height()
        floor = self.height() - line
        bottom = floor - self._mark - 1  # the names stand below the marks of bars
        self._draw_bars(painter, self._snapshot, self._alpha, QRectF(0, line, self.width(), bottom - line))
        painter.setFont(font)
        painter.setPen(QColor(self._theme.muted))
        painter.drawText(QPointF(0, QFontMetricsF(font).ascent()), self._said(self._alpha))
        ends = QRectF(0, floor, min(self._step * len(self._points), self.width()), line)
        painter.drawText(ends, Qt.AlignmentFlag.AlignLeft, index_text(0))
        if len(self._points) * self._step > 60 * self._theme.scale:
            painter.drawText(ends, Qt.AlignmentFlag.AlignRight, index_text(len(self._alpha) - 1))
        self.draw_focus(painter)

    def _write_remark(self, painter: QPainter, remark: str) -> None:
        """Write a sentence in the place of the bars."""
        painter.setFont(self._theme.font(TEXT))
        painter.setPen(QColor(self._theme.muted))
        flags = (
            Qt.AlignmentFlag.AlignVCenter.value | Qt.AlignmentFlag.AlignLeading.value | Qt.TextFlag.TextWordWrap.value
        )
        painter.drawText(self.rect(), flags, remark)

    def _said(self, alpha: Ints) -> str:
        """Return α of the point that is pointed at, or the largest one; empty where that is 0, too."""
        if self._lit is None and not alpha.any():
            return ""
        named = self._lit if self._lit is not None and self._lit < len(alpha) else int(alpha.argmax())
        return f"{index_text(named)}: {spelled('α')} = {grouped(int(alpha[named]))}"

    @property
    def _mark(self) -> float:
        """Pixels below the bar of a point that was learned from last."""
        return 3 * self._theme.stroke

    def _draw_bars(self, painter: QPainter, snapshot: Snapshot, alpha: Ints, area: QRectF) -> None:
        theme, step = self._theme, self._step
        width = step * 0.8 if step >= GAP_FROM else step
        most = max(int(alpha.max()), 1)
        labels, learned = snapshot.dataset.labels, set(rows_in_use(snapshot))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.fillRect(QRectF(0, area.bottom(), area.width(), 1), QColor(theme.line))
        for place, point in enumerate(self._points.tolist()):
            height = area.height() * int(alpha[point]) / most
            bar = QRectF(place * step, area.bottom() - height, width, height)
            painter.fillRect(bar, theme.class_colour(int(labels[point])))
            if point == self._lit:
                column_of_point = QRectF(bar.left(), area.top(), max(width, 2), area.height())
                painter.fillRect(column_of_point, faded(theme.accent, 0.3))
            if point in learned:
                painter.fillRect(QRectF(bar.left(), area.bottom(), max(width, 2), self._mark), QColor(theme.text))


ROW_HEIGHT, ROOM = 26, 14
"""Pixels of a row, and left and right of a cell's text together, where nothing is enlarged."""
WIDEST_COLUMNS = (90, 200, 110, 200, 200)
"""Widest columns in pixels, where nothing is enlarged: longer texts are in tooltips. α itself is never cut."""
MOST_MEASURED = 200
"""Rows whose points and classes are measured."""
POINT, ALPHA, CLASS, X, AGE = range(5)
STILL = (POINT, CLASS, X)
"""Columns whose texts are those of the points, and stay while a run goes on."""
Index = QModelIndex | QPersistentModelIndex


class AlphaModel(QAbstractTableModel):
    """One row a point: α, its class, its coordinates, and how many updates ago it was added last (P10)."""

    # L10n: heads a column: how long ago a point was added
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
    if age < 0:
        return "—"
    # L10n: when a point was added last: at this visit
    return isolated(tr("just now") if age == 0 else tr("{age} ago").format(age=grouped(age)))


GIVE_WAY = AGE, CLASS
"""Columns without which the table does where room is short, the first of them first: nothing is scrolled sideways."""


class AlphaTable(QTableView):
    """Shows an `AlphaModel`, as many of its columns as fit."""

    def __init__(self, model: AlphaModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self._model = model
        self._theme = LIGHT
        self._known: dict[tuple[int, int], tuple[Dataset | None, int]] = {}
        self.setModel(model)
        self.setTabKeyNavigation(False)
        self.verticalHeader().setVisible(False)
        self.setShowGrid(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours and the row height of a theme."""
        self._theme = theme
        self.verticalHeader().setDefaultSectionSize(round(ROW_HEIGHT * theme.scale))
        self.fit()

    def fit(self) -> None:
        """Let every column be as wide as what it holds, and the coordinates take what is left."""
        pixels, room = self._theme.letters(TEXT), self.viewport().width()
        set_letters(self, pixels)
        needed = {column: self._needed(column, pixels) for column in range(len(WIDEST_COLUMNS))}
        for column in GIVE_WAY:
            is_short = sum(needed.values()) > room
            self.setColumnHidden(column, is_short)
            if is_short:
                needed.pop(column)
        needed[X] = max(room - sum(needed.values()) + needed[X], self.horizontalHeader().sectionSizeHint(X))
        for column, width in needed.items():
            if self.columnWidth(column) != width:
                self.setColumnWidth(column, width)

    def _needed(self, column: int, pixels: int) -> int:
        """Return how wide a column likes to be."""
        width = self._text_width(column, pixels) + round(ROOM * self._theme.scale)
        most = width if column == ALPHA else round(WIDEST_COLUMNS[column] * self._theme.scale)
        return max(min(width, most), self.horizontalHeader().sectionSizeHint(column))

    def _text_width(self, column: int, pixels: int) -> int:
        """Return the width of a column's longest text; for constant columns it is measured once per set of points.

        Measuring two hundred rows takes two frames.
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


def sums_html(snapshot: Snapshot, theme: Theme, is_full: bool, is_low: bool) -> str:
    """Return the sums of α that give w and b. `is_low`: whether room is short: then only what they come to."""
    lines = dual_parameters(snapshot, is_full, is_short=is_low and not is_full)
    return formulas_html(lines, theme, is_full=is_full, is_dense=is_low)


def both_html(snapshot: Snapshot, why_not: str, theme: Theme, is_full: bool, is_low: bool) -> tuple[str, str]:
    """Return f of the last step by w and by α, and what both cost. `why_not`: why there is the dual alone."""

    def said(words: str) -> str:
        return f'<p style="color:{theme.muted}; margin:8px 0 0 0">{html.escape(words)}</p>'

    numbers = VisitNumbers(snapshot, snapshot.last, is_full) if snapshot.last is not None else None
    if numbers is not None and not numbers.has_alpha:
        numbers = None
    written = partial(formulas_html, theme=theme, is_full=is_full, is_dense=is_low)
    if why_not:
        step = said(both_forms.step_title(numbers)) + written(kernel_sum(numbers)) if numbers is not None else ""
        return said(why_not) + step, said(both_forms.dual_work_text(snapshot))
    costs = both_forms.costs_of(snapshot)
    told = said(both_forms.costs_text(costs)) + said(both_forms.verdict(costs))
    if numbers is None:
        return said(tr("Make a visit to see f in both forms.")), told
    forms = both_forms.both_forms(numbers)
    primal, dual = both_forms.form_lines(numbers, forms)
    return said(both_forms.step_title(numbers)) + written((*primal, *dual)) + said(both_forms.same_or_not(forms)), told
