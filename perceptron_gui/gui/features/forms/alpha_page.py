"""The page of the Dual panel with α of every point, as bars and as a table, and w and b from them (D1–D4, P10).

Another shows one step in both forms, and what each costs over the run (D2–D4).
"""

import html
from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from perceptron_gui.engine.data.dataset import Dataset, Floats, Ints
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.training.training_data import WHOLE_GRAM
from perceptron_gui.gui.panels.panel import set_letters
from perceptron_gui.gui.panels.rich_text import RichText, text_area
from perceptron_gui.gui.style.theme import LIGHT, SMALL, TEXT, Theme, faded
from perceptron_gui.gui.widgets.formula_html import formulas_html
from perceptron_gui.gui.widgets.painted_widget import Cell, CellPicture, PaintedWidget
from perceptron_gui.gui.widgets.plain_text import in_column, plain_tip
from perceptron_gui.session import gram
from perceptron_gui.session.explanation.binary_visit import dual_parameters, kernel_sum
from perceptron_gui.session.explanation.terms import MOST_TERMS, point_values, vector_text
from perceptron_gui.session.explanation.visit_numbers import VisitNumbers
from perceptron_gui.session.gram import cost_curves, costs_of, rows_in_use, tallest, verdict
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.session.wording import grouped, index_text
from perceptron_gui.translation import N_, spelled, tr

HEIGHT, GAP = 104, 6
"""Pixels where nothing is enlarged, and between things."""


class CostPlot(PaintedWidget):
    """The cost of both forms over the visits up to the cursor, each line with name and present value."""

    usual_height = HEIGHT

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.curves: tuple[Floats, Floats, Floats] | None = None
        self.setAccessibleName(tr("Multiplications of primal and dual over the visits"))

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


class BothPage(QWidget):
    """The costs of both forms as lines, f by w and by α, the costs as numbers, and whether the dual pays.

    `switched`: name of a view switch that is to be turned. `is_low`: whether there is little room for formulas.
    """

    switched = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text, self.plot = RichText(), CostPlot()
        self.text.linkActivated.connect(lambda _: self.switched.emit("full"))
        self._theme = LIGHT
        self.is_low = False
        in_column(self, self.plot, text_area(self.text)).setStretch(1, 1)

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours of another theme."""
        self._theme = theme
        self.plot.set_theme(theme)

    def draw(self, snapshot: Snapshot, state: ViewState) -> None:
        """Show the last step of a snapshot, and the costs up to there. `state`: whether long sums are written out."""
        why_not = gram.why_no_primal(snapshot)
        self.plot.setVisible(not why_not)
        if why_not:
            self.text.setText(self._said(why_not) + self._dual_html(snapshot, state.shows("full")))
            return
        self.text.setText(self._step_html(snapshot, state.shows("full")) + self._costs_html(snapshot))
        self.plot.show_snapshot(snapshot)

    def _step_html(self, snapshot: Snapshot, is_full: bool) -> str:
        last = snapshot.last
        if last is None or snapshot.alpha is None:
            return self._said(tr("Make a visit to see f in both forms."))
        numbers = VisitNumbers(snapshot, last, is_full)
        forms = gram.both_forms(numbers)
        primal, dual = gram.form_lines(numbers, forms)
        title = self._said(gram.step_title(numbers))
        lines = formulas_html((*primal, *dual), self._theme, is_full=is_full, is_dense=self.is_low)
        return title + lines + self._said(gram.same_or_not(forms))

    def _dual_html(self, snapshot: Snapshot, is_full: bool) -> str:
        """Return f by α alone."""
        numbers = VisitNumbers(snapshot, snapshot.last, is_full) if snapshot.last is not None else None
        if numbers is None or not numbers.has_alpha:
            return ""
        title = self._said(gram.step_title(numbers))
        return title + formulas_html(kernel_sum(numbers), self._theme, is_full=is_full, is_dense=self.is_low)

    def _costs_html(self, snapshot: Snapshot) -> str:
        costs = costs_of(snapshot)
        words = tr(
            "Multiplications that each form would make: primal {visits} visits × d = {primal}; "
            "dual {mistakes} mistakes × n = {dual}, and once {rows} for its rows of K."
        )
        counted = words.format(
            visits=grouped(costs.visits),
            primal=grouped(costs.primal),
            mistakes=grouped(costs.mistakes),
            dual=grouped(costs.dual),
            rows=grouped(costs.rows),
        )
        return self._said(counted) + self._said(verdict(costs))

    def _said(self, words: str) -> str:
        return f'<p style="color:{self._theme.muted}; margin:8px 0 0 0">{html.escape(words)}</p>'


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
        if alpha is not None and len(alpha):
            words = tr("the largest is {alpha}, of {name}")
            largest = int(alpha.argmax())
            self.setAccessibleDescription(words.format(alpha=grouped(int(alpha[largest])), name=index_text(largest)))
        self.update()

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
        if self._snapshot is None or self._alpha is None or not len(self._alpha):
            return
        self._choose_points()
        painter = QPainter(self)
        font = self._theme.font(SMALL)
        line = QFontMetricsF(font).height()
        floor = self.height() - line
        self._draw_bars(painter, self._snapshot, self._alpha, QRectF(0, line, self.width(), floor - line))
        painter.setFont(font)
        painter.setPen(QColor(self._theme.muted))
        named = self._lit if self._lit is not None and self._lit < len(self._alpha) else int(self._alpha.argmax())
        said = f"{index_text(named)}: {spelled('α')} = {grouped(int(self._alpha[named]))}"
        painter.drawText(QPointF(0, QFontMetricsF(font).ascent()), said)
        ends = QRectF(0, floor, min(self._step * len(self._points), self.width()), line)
        painter.drawText(ends, Qt.AlignmentFlag.AlignLeft, index_text(0))
        if len(self._points) * self._step > 60 * self._theme.scale:
            painter.drawText(ends, Qt.AlignmentFlag.AlignRight, index_text(len(self._alpha) - 1))
        self.draw_focus(painter)

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
                painter.fillRect(QRectF(bar.left(), area.bottom(), max(width, 2), 3 * theme.stroke), QColor(theme.text))


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
        self.setTabKeyNavigation(False)
        self.verticalHeader().setVisible(False)
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours and the row height of a theme."""
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
        """Set the font size, and measure the columns."""
        set_letters(self, pixels)
        header = self.horizontalHeader()
        room = round(ROOM * self._theme.scale)
        for column, widest in enumerate(WIDEST_COLUMNS):
            width = self._text_width(column, pixels) + room
            most = width if column == ALPHA else round(widest * self._theme.scale)
            self._needed[column] = max(min(width, most), header.sectionSizeHint(column))

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

    def _spread(self) -> None:
        """Give the coordinates what the other columns leave."""
        left = max(self.viewport().width() - sum(self._needed), 0)
        for column, width in enumerate(self._needed):
            wanted = width + left if column == X else width
            if self.columnWidth(column) != wanted:
                self.setColumnWidth(column, wanted)


LARGEST_SHARE = 0.6
"""Largest share of the height that the sums may take; longer ones are scrolled."""
SPACING = 12
"""Pixels between sums, bars and table."""
LEAST_ROWS = 4
"""Rows of the table that stay in view beside long sums."""
LEAST_SHARE = 0.25
"""Share of the height that the sums have in any case."""


class AlphaPage(QWidget):
    """α as bars, the sums that give w and b, and α as a table.

    `switched`: name of a view switch that is to be turned. `point_chosen`: the index of the point to select. `is_low`:
    whether there is little room: then the sums are told by what they come to, and their terms stand in the table.
    """

    switched = Signal(str)
    point_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self.is_low = False
        self.model = AlphaModel()
        self.sums = RichText()
        self.sums.linkActivated.connect(lambda _: self.switched.emit("full"))
        self.bars, self.table = AlphaBars(), AlphaTable(self.model)
        self.area = text_area(self.sums)
        self.table.clicked.connect(lambda index: self.point_chosen.emit(index.row()))
        in_column(self, self.bars, self.area, self.table, spacing=SPACING).setStretch(2, 1)

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours, sizes and symbols of a theme."""
        self._theme = theme
        self.bars.setAccessibleName(tr("α of every point, as bars"))
        self.table.setAccessibleName(tr("α of every point, as a table"))
        self.bars.set_theme(theme)
        self.table.set_theme(theme)

    def light_up(self, snapshot: Snapshot, state: ViewState) -> None:
        """Highlight the point under the mouse, without any other redrawing."""
        self.bars.show_snapshot(snapshot, state.lit_point)

    def draw(self, snapshot: Snapshot, state: ViewState) -> None:
        """Show α and the sums that follow from it.

        `state`: what is pointed at, and whether long sums are written out.
        """
        self.model.show_snapshot(snapshot)
        self.bars.show_snapshot(snapshot, state.lit_point)
        has_sums = not snapshot.model.has_class_rows
        html = self._sums_html(snapshot, state.shows("full")) if has_sums else ""
        self.sums.setText(html or tr("α counts the mistakes at each point."))
        self.table.fit()
        self._share_height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_height()

    def _share_height(self) -> None:
        """Give the sums the height they need, except what the table keeps."""
        inside = self.area.maximumViewportSize()  # what it is without the bar that it is to do without
        needed = self.sums.heightForWidth(inside.width()) + self.area.height() - inside.height()
        self.area.setFixedHeight(max(min(needed, self._most_for_sums()), 1))

    def _most_for_sums(self) -> int:
        """Return the largest height of the sums: what bars and a few rows of the table leave."""
        table = self.table
        rows = LEAST_ROWS * table.verticalHeader().defaultSectionSize()
        rows += table.horizontalHeader().sizeHint().height() + table.horizontalScrollBar().sizeHint().height()
        left = self.height() - self.bars.sizeHint().height() - rows - 2 * SPACING
        return max(min(left, round(LARGEST_SHARE * self.height())), round(LEAST_SHARE * self.height()))

    def _sums_html(self, snapshot: Snapshot, is_full: bool) -> str:
        lines = dual_parameters(snapshot, is_full, is_short=self.is_low and not is_full)
        formulas = formulas_html(lines, self._theme, is_full=is_full, is_dense=self.is_low)
        if self.is_low:
            return formulas
        return formulas + f'<p style="color:{self._theme.muted}; margin:8px 0 0 0">{_work_text(snapshot)}</p>'


def _work_text(snapshot: Snapshot) -> str:
    """Say what each form has cost so far; a curved kernel has only the dual one (D4). b is not counted."""
    costs = costs_of(snapshot)
    if snapshot.model.weight_names:
        words = tr(
            "Multiplications to look for mistakes, as each form would make them: primal {primal} (n·d a pass), "
            "dual {dual} (n a mistake)."
        )
        return words.format(primal=grouped(costs.primal), dual=grouped(costs.dual))
    work = tr("Multiplications to look for mistakes: {dual} (n a mistake).").format(dual=grouped(costs.dual))
    if snapshot.trained.n_samples > WHOLE_GRAM:
        work += " " + tr("Rows of the Gram matrix are computed when needed.")
    return work
