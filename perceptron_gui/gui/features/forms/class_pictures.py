"""What the pages of several classes show: W and scores, the confusion matrix, the plane by one against the rest.

Hatches over the plane show where no class or several claim a place (M1–M6).
"""

import html

import numpy as np
from PySide6 import QtGui
from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.gui.panels.step_html import bars_html, fits_in_columns, heading_html, matrix_html
from perceptron_gui.gui.style.stamps import class_stamp
from perceptron_gui.gui.style.theme import SMALL, TEXT, Theme, blend, drawn, faded
from perceptron_gui.gui.widgets.formula_html import formulas_html
from perceptron_gui.gui.widgets.painted_widget import Cell, CellPicture, PaintedWidget
from perceptron_gui.session.classes import claims
from perceptron_gui.session.classes.small_plane import positions
from perceptron_gui.session.contours.field import Paths
from perceptron_gui.session.explanation.step import WeightRow
from perceptron_gui.session.formula.line import text_of, vector
from perceptron_gui.session.wording import grouped, index_text, together
from perceptron_gui.translation import N_, spelled, tr

NO_COUNTS = N_("A counts mistakes: +1 for the class of the point, −1 for the rival. There are none yet.")


def rows_html(snapshot: Snapshot, point: int | None, theme: Theme) -> str:
    """Return W, or A with a curved kernel, and the scores of a point. `point`: None for no scores."""
    if not snapshot.dataset.n_samples:
        return _muted(tr("Place a point first."), theme)
    rows, columns = claims.weight_rows(snapshot), claims.shown_columns(snapshot)
    has_kernel = snapshot.expansion is not None
    title = _heading(tr("A at the cursor") if has_kernel else tr("W at the cursor"), theme, "0 0 4px 0")
    if has_kernel and not columns:
        matrix = _muted(tr(NO_COUNTS), theme)
    elif fits_in_columns(rows, theme):
        matrix = matrix_html(rows, columns, theme)
    else:
        matrix = formulas_html(claims.row_lines(snapshot, rows), theme)
    if point is None:
        return title + matrix
    if snapshot.is_veiled:
        return title + matrix + _muted(tr("Hidden until you have answered."), theme)
    kept = f'<span style="text-transform:none">{index_text(point)}</span>'  # a symbol is no word
    name = heading_html(html.escape(tr("Scores of {point} now")).format(point=kept), theme)
    return title + matrix + name + bars_html(claims.score_bars(snapshot, point), theme)


def two_html(snapshot: Snapshot, binary: Snapshot | None, theme: Theme) -> str:
    """Return a run of two classes beside the binary one. `binary`: None while it is not at the cursor yet."""
    if binary is None:
        return _muted(tr("computing …"), theme)
    found = claims.two_classes(snapshot, binary)
    return formulas_html(found.lines, theme) + "".join(_muted(each, theme) for each in found.said)


def _muted(words: str, theme: Theme) -> str:
    return f'<p style="color:{theme.muted}; margin:8px 0 0 0">{html.escape(words)}</p>'


def _heading(words: str, theme: Theme, margin: str = "14px 0 4px 0") -> str:
    return heading_html(html.escape(words), theme, margin)


HEAD, NAMES, ROW, LOW_ROW = 44, 84, 40, 26
"""Pixels of what stands above, of the names beside the rows, of a row, and of one among many, at scale 1."""
FEW = 6
"""Classes whose rows are high."""
DEEPEST = 0.55
"""Share of the colour where all points of a class are; numbers are to be read on it."""


class ConfusionView(CellPicture):
    """The confusion matrix: correct points on the diagonal, errors tinted the deeper the more there are."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Confusion matrix"), parent)
        self.confusion: claims.Confusion | None = None

    def show_confusion(self, confusion: claims.Confusion | None) -> None:
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
        return (int(row), int(column)) if 0 <= row < n and 0 <= column < n else None

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

    def _draw_cell(self, painter: QPainter, confusion: claims.Confusion, cell: Cell) -> None:
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

    def _write_names(self, painter: QPainter, confusion: claims.Confusion) -> None:
        theme, scale = self._theme, self._theme.scale
        small, strong = theme.font(SMALL), theme.font(SMALL, QFont.Weight.DemiBold)
        painter.setFont(small)
        painter.setPen(QColor(theme.muted))
        left, row = NAMES * scale, HEAD * scale / 2
        middle, right = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignRight
        above = QRectF(left, 0, self.width() - left, row)
        # L10n: heads the columns of the confusion matrix: the class that is predicted
        painter.drawText(above, middle | Qt.AlignmentFlag.AlignHCenter, tr("predicted as"))
        painter.drawText(QRectF(0, row, left - 8, row), middle | right, tr("class"))
        painter.setFont(strong)
        metrics = QFontMetricsF(strong)
        for place, k in enumerate(confusion.classes):
            painter.setPen(QColor(theme.class_text(k)))
            box, name = self._box((place, place)), confusion.dataset.classes[k]
            column = QRectF(box.left(), row, box.width(), row)
            shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, column.width() - 2)
            painter.drawText(column, Qt.AlignmentFlag.AlignCenter, shown)
            beside = QRectF(0, box.top(), left - 8, box.height())
            shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, beside.width())
            painter.drawText(beside, middle | right, shown)


HEIGHT = 210
"""Pixels of the picture, at scale 1."""
DOT, STEP = 8.0, 9
"""Pixels of a point, and between the lines of a hatch."""
MOST_POINTS = 2_000
"""Points that are drawn; of more, evenly many are."""
# L10n: more than one class claims the point
WORDS = {claims.NOBODY: N_("no class"), claims.SEVERAL: N_("several")}


class ClaimsMap(PaintedWidget):
    """Draws the newest finding, with the points, and rings one of them.

    `pointed`: the place under the mouse, in data units.
    """

    usual_height = HEIGHT

    pointed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMouseTracking(True)
        self.setAccessibleName(tr("The plane under one against the rest"))
        self.finding: claims.ClaimsFinding | None = None
        self._place: tuple[float, float] | None = None

    @property
    def room(self) -> tuple[float, float]:
        """Width and height to draw on, in pixels."""
        return max(float(self.width()), 16.0), max(float(self.height()), 16.0)

    def show_finding(self, finding: claims.ClaimsFinding | None, place: tuple[float, float] | None) -> None:
        """Draw another finding, or ring another place.

        `finding`: None for nothing. `place`: what is ringed, in data units.
        """
        if (finding, place) != (self.finding, self._place):
            self.finding, self._place = finding, place
            self.update()

    def mouseMoveEvent(self, event: QtGui.QMouseEvent) -> None:
        if self.finding is not None:
            left, bottom, right, top = self.finding.question.rectangle
            x, y = event.position().toTuple()
            width, height = self.room
            self.pointed.emit((left + (right - left) * x / width, top - (top - bottom) * y / height))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(None)

    # Painting

    def paintEvent(self, event: QtGui.QPaintEvent) -> None:
        painter, finding = self.smooth_painter(), self.finding
        if finding is None or finding.picture is None:
            return
        self.draw_kept(painter, finding, lambda other: self._draw(other, finding))
        if self._place is not None:
            (at,) = self._pixels(np.array([self._place]), finding).tolist()
            painter.setPen(QtGui.QPen(QtGui.QColor(self._theme.text), 2.2 * self._theme.stroke))
            painter.drawEllipse(QPointF(*at), 1.2 * DOT * self._theme.scale, 1.2 * DOT * self._theme.scale)

    def _pixels(self, places: Floats, finding: claims.ClaimsFinding) -> Floats:
        left, bottom, right, top = finding.question.rectangle
        width, height = self.room
        scale = np.array([width / (right - left), -height / (top - bottom)])
        return np.asarray((places - np.array([left, top])) * scale)

    def _draw(self, painter: QtGui.QPainter, finding: claims.ClaimsFinding) -> None:
        picture, theme = finding.picture, self._theme
        assert picture is not None
        frame = QRectF(0, 0, *self.room)
        painter.fillRect(frame, QtGui.QColor(theme.panel))
        painter.setPen(Qt.PenStyle.NoPen)
        for owner, rings in picture.areas:
            painter.setBrush(theme.region_colour(owner) if owner >= 0 else hatch(theme, owner == claims.SEVERAL))
            painter.drawPath(self._area(rings, finding))
        for owner, lines in picture.lines:
            painter.setPen(QtGui.QPen(theme.class_colour(owner), 2.2 * theme.stroke))
            painter.drawLines(self._segments(lines, finding))
        self._draw_points(painter, finding)
        for owner, x, y, room in picture.words:
            self._write(painter, tr(WORDS[owner]), self._pixels(np.array([[x, y]]), finding)[0].tolist(), room)
        painter.setPen(QtGui.QPen(QtGui.QColor(theme.line), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(frame.adjusted(0.5, 0.5, -0.5, -0.5))

    def _area(self, rings: Paths, finding: claims.ClaimsFinding) -> QtGui.QPainterPath:
        path = QtGui.QPainterPath()  # what an even number of rings surrounds is outside
        for ring in rings.split(self._pixels(rings.places, finding)):
            path.addPolygon(QtGui.QPolygonF([QPointF(x, y) for x, y in ring.tolist()]))
        return path

    def _segments(self, lines: Paths, finding: claims.ClaimsFinding) -> list[QLineF]:
        pieces = lines.split(self._pixels(lines.places, finding))
        return [QLineF(*ends) for piece in pieces for ends in np.column_stack([piece[:-1], piece[1:]]).tolist()]

    def _draw_points(self, painter: QtGui.QPainter, finding: claims.ClaimsFinding) -> None:
        dataset = finding.question.dataset
        chosen = np.arange(0, dataset.n_samples, dataset.n_samples // MOST_POINTS + 1)
        pixels, labels = self._pixels(positions(dataset)[chosen], finding), dataset.labels[chosen]
        size = DOT * self._theme.scale
        for k in dataset.present:
            stamp = class_stamp(k, size, self._theme.class_colour(k).name(), self._theme.panel)
            stamp.draw(painter, pixels[labels == k])

    def _write(self, painter: QtGui.QPainter, text: str, at: list[float], room: float) -> None:
        """Write a word into an area, where it fits."""
        font = self._theme.font(SMALL, QtGui.QFont.Weight.DemiBold)
        metrics = QtGui.QFontMetricsF(font)
        width, height = metrics.horizontalAdvance(text) + 8, metrics.height()
        if height > 2 * room:
            return
        wide, high = self.room
        x = min(max(at[0] - width / 2, 2.0), wide - width - 2)
        y = min(max(at[1] - height / 2, 2.0), high - height - 2)
        box = QRectF(x, y, width, height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faded(self._theme.panel, 0.85))
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(QtGui.QColor(self._theme.text))
        painter.setFont(font)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def hatch(theme: Theme, is_crossed: bool) -> QtGui.QBrush:
    """Return a hatch: lines in one direction, or in two. `is_crossed`: whether they cross."""
    step = round(STEP * theme.scale)

    def draw(painter: QtGui.QPainter) -> None:
        painter.setPen(QtGui.QPen(faded(theme.text, 0.45), 1.2 * theme.stroke))
        for shift in (-step, 0, step):  # the neighbours' lines have to meet at the edges
            painter.drawLine(QPointF(shift, step), QPointF(shift + step, 0))
            if is_crossed:
                painter.drawLine(QPointF(shift, 0), QPointF(shift + step, step))

    return QtGui.QBrush(drawn(QSizeF(step, step), 1.0, draw))


WHY = N_(
    "Each line was learned on its own, so a place may belong to no class (///) or to several (XXX). Multiclass "
    "compares the scores instead: everywhere except on a border, one class has the largest."
)
PLANE = N_("The picture shows the first two features, the others at their means.")


def claims_heading_html(snapshot: Snapshot, finding: claims.ClaimsFinding | None, theme: Theme) -> str:
    """Return how far the lines were trained, or why there are none."""
    if not snapshot.dataset.n_samples:
        words = tr("Place a point first.")
    elif snapshot.is_veiled:
        words = tr("Hidden until you have answered.")
    elif finding is None:
        words = tr("computing …")
    else:
        words = finding.failure or (claims.when_text(finding.claims) if finding.claims is not None else "")
    return _small(words, theme)


def claims_html(finding: claims.ClaimsFinding | None, theme: Theme) -> str:
    """Return every line with its numbers; empty while none is known."""
    if finding is None or finding.claims is None:
        return ""
    return "".join(_claim_row(row, theme) for row in claims.line_rows(finding.claims))


def claims_why_html(snapshot: Snapshot, finding: claims.ClaimsFinding | None, theme: Theme) -> str:
    """Return why the lines leave places; empty while none is known."""
    if finding is None or finding.claims is None:
        return ""
    plane = tr(PLANE) if snapshot.dataset.n_features > 2 else ""
    return _small(together(tr(WHY), plane), theme)


def _claim_row(row: WeightRow, theme: Theme) -> str:
    colour = theme.class_text(row.index)
    parts = [f"{spelled('w')} = {html.escape(text_of(vector(row.weights, row.is_folded)))}"] if row.weights else []
    parts += [f"{spelled('b')} {row.bias.after_name}"] if row.bias is not None else []
    name = f'<b style="color:{colour}">{html.escape(row.name)}</b>'
    return f'<p style="margin:8px 0 0 0">{name}&nbsp; {", ".join(parts)}</p>{_small(row.change, theme)}'


def _small(words: str, theme: Theme) -> str:
    size = theme.letters(SMALL)
    return f'<span style="color:{theme.muted}; font-size:{size}px">{html.escape(words)}</span>'
