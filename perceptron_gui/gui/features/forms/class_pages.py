"""The pages of the Multiclass panel: W and scores, two classes beside the binary rule, and what the classes do.

W, or A with a curved kernel, and the scores of a point (M1, M5); both runs of two classes at the cursor, and what is
the same (M3); the confusion matrix, whose cells are pointed at and chosen (M2); one against the rest (M6): what the
lines claim, and their numbers. Hatches over the plane show where no class or several claim a place.
"""

import html

import numpy as np
from PySide6 import QtGui
from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.gui.panels.rich_text import Column, RichText, SteadyText
from perceptron_gui.gui.panels.step_html import bars_html, fits_in_columns, heading_html, matrix_html
from perceptron_gui.gui.style.stamps import class_stamp
from perceptron_gui.gui.style.theme import LIGHT, SMALL, TEXT, Theme, blend, drawn, faded
from perceptron_gui.gui.widgets.formula_html import formulas_html
from perceptron_gui.gui.widgets.painted_widget import Cell, CellPicture, PaintedWidget
from perceptron_gui.gui.widgets.plain_text import in_column
from perceptron_gui.session.classes import claims
from perceptron_gui.session.classes.small_plane import positions, rectangle_around
from perceptron_gui.session.contours.field import Paths
from perceptron_gui.session.explanation.step import WeightRow
from perceptron_gui.session.formula.line import text_of, vector
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.session.wording import grouped, index_text
from perceptron_gui.translation import N_, spelled, tr


class TextPage(QWidget):
    """Shows rich text, which is laid out again only if it changes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = LIGHT
        self.text = RichText()
        self._column = Column(self.text)
        in_column(self, self._column)

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours of another theme; the text follows with the next draw."""
        self.theme = theme

    def write(self, *parts: str) -> None:
        """Show other parts of rich text, one below the other."""
        self.text.setText("".join(parts))
        self._column.place()

    def muted(self, words: str) -> str:
        """Return plain text as a paragraph in a muted colour."""
        return f'<p style="color:{self.theme.muted}; margin:8px 0 0 0">{html.escape(words)}</p>'

    def heading(self, words: str) -> str:
        """Return plain text as a heading."""
        return heading_html(html.escape(words.upper()), self.theme, "14px 0 4px 0")


NO_PLANE = (0.0, 0.0, 1.0, 1.0), (2.0, 2.0)
"""Only the runs are asked for: the picture that comes with them is as small as can be."""


class TwoPage(TextPage):
    """The multiclass and the binary run at the cursor, and what they have in common.

    `asked`: runs to make; they arrive at `take_finding`.
    """

    asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._question: claims.ClaimsQuestion | None = None
        self._finding: claims.ClaimsFinding | None = None

    def take_finding(self, finding: claims.ClaimsFinding) -> None:
        """Show computed runs."""
        self._finding = finding

    def draw(self, snapshot: Snapshot, state: ViewState) -> None:
        """Show both runs, if the binary one has reached the other's cursor.

        `state`: unused: the page is about the run.
        """
        why_not = claims.why_not_two(snapshot)
        if why_not:
            self.write(self.muted(why_not))
            return
        question = claims.ClaimsQuestion.about(snapshot, *NO_PLANE)
        if not question.is_like(self._question):
            self._question = question
            self.asked.emit(question)
        known = self._finding.claims if self._finding is not None else None
        is_current = self._finding is not None and question.is_same_run(self._finding.question)
        if known is None or not is_current or known.runs[-1].visit != snapshot.visit:
            self.write(self.muted(tr("looking …")))
            return
        found = claims.two_classes(snapshot, known.runs[-1])
        self.write(formulas_html(found.lines, self.theme), *map(self.muted, found.said))


NO_COUNTS = N_("A counts mistakes: +1 for the class of the point, −1 for the rival. There were none yet.")


class WeightsPage(TextPage):
    """W at the cursor, and the scores of the selected point, else of the one that was shown last."""

    def draw(self, snapshot: Snapshot, state: ViewState) -> None:
        """Show the parameters of a snapshot. `state`: which point is selected."""
        if not snapshot.dataset.n_samples:
            self.write(self.muted(tr("Place a point first.")))
            return
        self.write(self._matrix(snapshot), self._scores(snapshot, state))

    def _matrix(self, snapshot: Snapshot) -> str:
        rows, columns = claims.weight_rows(snapshot), claims.shown_columns(snapshot)
        has_kernel = snapshot.expansion is not None
        title = self.heading(tr("A at the cursor") if has_kernel else tr("W at the cursor"))
        if has_kernel and not columns:
            return title + self.muted(tr(NO_COUNTS))
        if fits_in_columns(rows, self.theme):
            return title + matrix_html(rows, columns, self.theme)
        return title + formulas_html(claims.row_lines(snapshot, rows), self.theme)

    def _scores(self, snapshot: Snapshot, state: ViewState) -> str:
        point = state.shown_point(snapshot)
        if point is None:
            return ""
        if snapshot.is_veiled:
            return self.muted(tr("Hidden until you have answered."))
        name = tr("Scores of {point} now").format(point=index_text(point))
        return self.heading(name) + bars_html(claims.score_bars(snapshot, point), self.theme)


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
        is_there = 0 <= row < n and 0 <= column < n
        return (int(row), int(column)) if is_there else None

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
        painter.drawText(above, middle | Qt.AlignmentFlag.AlignHCenter, tr("goes to"))
        painter.drawText(QRectF(0, row, left - 8, row), middle | right, tr("class"))
        painter.setFont(strong)
        metrics = QFontMetricsF(strong)
        for place, k in enumerate(confusion.classes):
            painter.setPen(theme.class_colour(k))
            box, name = self._box((place, place)), confusion.dataset.classes[k]
            column = QRectF(box.left(), row, box.width(), row)
            shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, column.width() - 2)
            painter.drawText(column, Qt.AlignmentFlag.AlignCenter, shown)
            beside = QRectF(0, box.top(), left - 8, box.height())
            shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, beside.width())
            painter.drawText(beside, middle | right, shown)


class ConfusionPage(QWidget):
    """The matrix, and what the cell that is pointed at counts; a chosen cell selects its points.

    `points_chosen`: the points of a cell.
    """

    points_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view, self.note = ConfusionView(), SteadyText()
        self.view.pointed.connect(lambda _: self._say())
        self.view.chosen.connect(self._choose)
        self._why_not = ""
        self._column = Column(self.view, self.note)
        in_column(self, self._column)

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours of another theme."""
        self.view.set_theme(theme)
        self.note.forget_height()

    def draw(self, snapshot: Snapshot, state: ViewState) -> None:
        """Show the matrix of a snapshot. `state`: unused: the matrix is about all points."""
        found = claims.confusion(snapshot)
        is_empty = not snapshot.dataset.n_samples
        self._why_not = tr("Place a point first.") if is_empty else tr("looking …") if found is None else ""
        self.view.show_confusion(found)
        self._say()

    def _say(self) -> None:
        found, cell = self.view.confusion, self.view.cell
        said = [self._why_not] if found is None else [found.summary]
        if found is not None:
            said.append(found.said_of(*cell) if cell is not None else tr("Click a cell to select its points."))
        self.note.setText("<br>".join(html.escape(each) for each in said))
        self.view.setAccessibleDescription(" ".join(said))
        self._column.place()

    def _choose(self, cell: Cell) -> None:
        if self.view.confusion is not None:
            self.points_chosen.emit(self.view.confusion.points_of(*cell))


HEIGHT = 210
"""Pixels of the picture, at scale 1."""
DOT, STEP = 8.0, 9
"""Pixels of a point, and between the lines of a hatch."""
MOST_POINTS = 2_000
"""Points that are drawn; of more, evenly many are."""
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
        self.setAccessibleName(tr("The plane by one against the rest"))
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
    "Each line was learned alone, so that lines may leave a place to no class (///), or to several (XXX). Multiclass "
    "compares the scores with each other: everywhere but on a border one class has the largest."
)
PLANE = N_("The picture shows the first two features, the others at their means.")


class AgainstPage(QWidget):
    """The picture, and below it what is pointed at, the counts, and every line with its numbers.

    `asked`: what to compute; it arrives at `take_finding`.
    """

    asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self._question: claims.ClaimsQuestion | None = None
        self._finding: claims.ClaimsFinding | None = None
        self._snapshot: Snapshot | None = None
        self._state = ViewState()
        self._place: tuple[float, float] | None = None
        self.heading, self.note, self.table = RichText(), SteadyText(), RichText()
        self.map = ClaimsMap()
        self.map.pointed.connect(self._point_at)
        self._column = Column(self.heading, self.map, self.note, self.table)
        in_column(self, self._column)

    def set_theme(self, theme: Theme) -> None:
        """Adopt the colours of another theme."""
        self._theme = theme
        self.map.set_theme(theme)
        self.note.forget_height()
        self._column.place()

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._snapshot is not None and self.isVisible():
            self.draw(self._snapshot, self._state)

    def take_finding(self, finding: claims.ClaimsFinding) -> None:
        """Show a computed answer, unless it is about other points or rules."""
        asked, question = self._question, finding.question
        if asked is not None and asked.is_same_run(question) and asked.size == question.size:
            self._finding = finding

    def draw(self, snapshot: Snapshot, state: ViewState) -> None:
        """Show the binary runs beside a snapshot, as far as they are known. `state`: which point is selected."""
        self._snapshot, self._state = snapshot, state
        self._ask(snapshot)
        finding = self._finding
        point = state.single_point if state.single_point is not None else -1
        is_there = 0 <= point < snapshot.dataset.n_samples
        x, y = positions(snapshot.dataset)[point].tolist() if is_there else (0.0, 0.0)
        self.map.show_finding(finding, (x, y) if is_there else None)
        self.heading.setText(self._muted(self._heading(finding)))
        known = finding.claims if finding is not None else None
        self.table.setText("".join(map(self._row, claims.line_rows(known))) + self._why(snapshot) if known else "")
        self._show_note()
        self._column.place()

    def _ask(self, snapshot: Snapshot) -> None:
        self._column.place()
        room = self.map.room
        question = claims.ClaimsQuestion.about(snapshot, rectangle_around(snapshot.dataset, room), room)
        if question.is_like(self._question):
            return
        if not question.is_same_run(self._question):
            self._finding = None
        self._question = question
        if snapshot.dataset.n_samples:
            self.asked.emit(question)

    def _heading(self, finding: claims.ClaimsFinding | None) -> str:
        if self._snapshot is not None and not self._snapshot.dataset.n_samples:
            return tr("Place a point first.")
        if finding is None:
            return tr("looking …")
        return html.escape(finding.failure) or (claims.when_text(finding.claims) if finding.claims is not None else "")

    def _point_at(self, place: tuple[float, float] | None) -> None:
        self._place = place
        self._show_note()
        self._column.place()

    def _show_note(self) -> None:
        """Say which classes claim the place under the mouse, else the selected point, else count all points."""
        known = self._finding.claims if self._finding is not None else None
        if known is None:
            self.note.setText("")
            return
        assert self._snapshot is not None
        said, point, dataset = claims.counts_text(known), self._state.single_point, self._snapshot.dataset
        if self._place is not None:
            x = dataset.X.mean(axis=0) if dataset.n_features > 2 else np.zeros(dataset.n_features)
            x[: min(2, dataset.n_features)] = self._place[: dataset.n_features]
            said = claims.claim_text(known, x.tolist(), tr("Here"), is_decimal=False)
        elif point is not None and point < dataset.n_samples:
            is_decimal = point not in dataset.rounded
            said = claims.claim_text(known, dataset.X[point].tolist(), index_text(point), is_decimal)
        self.note.setText(html.escape(said))

    def _row(self, row: WeightRow) -> str:
        colour = self._theme.class_colour(row.index).name()
        parts = [f"{spelled('w')} = {html.escape(text_of(vector(row.weights, row.is_folded)))}"] if row.weights else []
        parts += [f"{spelled('b')} {row.bias.after_name}"] if row.bias is not None else []
        counts = self._muted(html.escape(row.change))
        name = f'<b style="color:{colour}">{html.escape(row.name)}</b>'
        return f'<p style="margin:8px 0 0 0">{name}&nbsp; {", ".join(parts)}</p>{counts}'

    def _why(self, snapshot: Snapshot) -> str:
        more = " " + tr(PLANE) if snapshot.dataset.n_features > 2 else ""
        return f'<p style="margin:14px 0 0 0">{self._muted(html.escape(tr(WHY) + more))}</p>'

    def _muted(self, words: str) -> str:
        size = round(SMALL * self._theme.scale)
        return f'<span style="color:{self._theme.muted}; font-size:{size}px">{words}</span>'
