"""The page of the Multiclass panel with one against the rest (M6): what the lines claim, and their numbers.

Hatches over the plane show where no class or several claim a place.
"""

import html

import numpy as np
from PySide6 import QtGui
from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtWidgets import QWidget

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.gui.panels.rich_text import Column, RichText, SteadyText
from perceptron_gui.gui.style.pictures import drawn
from perceptron_gui.gui.style.stamps import class_stamp
from perceptron_gui.gui.style.theme import LIGHT, SMALL, Theme, faded
from perceptron_gui.gui.widgets.painted_widget import PaintedWidget
from perceptron_gui.gui.widgets.scroll_area import in_column
from perceptron_gui.session.classes.claims import (
    NOBODY,
    SEVERAL,
    ClaimsFinding,
    ClaimsQuestion,
    claim_text,
    counts_text,
    line_rows,
    when_text,
)
from perceptron_gui.session.classes.small_plane import positions, rectangle_around
from perceptron_gui.session.contours.field import Paths
from perceptron_gui.session.explanation.step import WeightRow
from perceptron_gui.session.formula.line import text_of, vector
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.session.wording import index_text
from perceptron_gui.translation import N_, spelled, tr

HEIGHT = 210
"""Pixels of the picture, at scale 1."""
DOT, STEP = 8.0, 9
"""Pixels of a point, and between the lines of a hatch."""
MOST_POINTS = 2_000
"""Points that are drawn; of more, evenly many are."""
WORDS = {NOBODY: N_("no class"), SEVERAL: N_("several")}


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
        self.finding: ClaimsFinding | None = None
        self._place: tuple[float, float] | None = None

    @property
    def room(self) -> tuple[float, float]:
        """Width and height to draw on, in pixels."""
        return max(float(self.width()), 16.0), max(float(self.height()), 16.0)

    def show_finding(self, finding: ClaimsFinding | None, place: tuple[float, float] | None) -> None:
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

    def _pixels(self, places: Floats, finding: ClaimsFinding) -> Floats:
        left, bottom, right, top = finding.question.rectangle
        width, height = self.room
        scale = np.array([width / (right - left), -height / (top - bottom)])
        return np.asarray((places - np.array([left, top])) * scale)

    def _draw(self, painter: QtGui.QPainter, finding: ClaimsFinding) -> None:
        picture, theme = finding.picture, self._theme
        assert picture is not None
        frame = QRectF(0, 0, *self.room)
        painter.fillRect(frame, QtGui.QColor(theme.panel))
        painter.setPen(Qt.PenStyle.NoPen)
        for owner, rings in picture.areas:
            painter.setBrush(theme.region_colour(owner) if owner >= 0 else hatch(theme, owner == SEVERAL))
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

    def _area(self, rings: Paths, finding: ClaimsFinding) -> QtGui.QPainterPath:
        path = QtGui.QPainterPath()  # what an even number of rings surrounds is outside
        for ring in rings.split(self._pixels(rings.places, finding)):
            path.addPolygon(QtGui.QPolygonF([QPointF(x, y) for x, y in ring.tolist()]))
        return path

    def _segments(self, lines: Paths, finding: ClaimsFinding) -> list[QLineF]:
        pieces = lines.split(self._pixels(lines.places, finding))
        return [QLineF(*ends) for piece in pieces for ends in np.column_stack([piece[:-1], piece[1:]]).tolist()]

    def _draw_points(self, painter: QtGui.QPainter, finding: ClaimsFinding) -> None:
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
        self._question: ClaimsQuestion | None = None
        self._finding: ClaimsFinding | None = None
        self._snapshot: Snapshot | None = None
        self._state = ViewState()
        self._place: tuple[float, float] | None = None
        self.heading, self.note, self.table = RichText(), SteadyText(), RichText()
        self.map = ClaimsMap()
        self.map.pointed.connect(self._point_at)
        self._column = Column(self.heading, self.map, self.note, self.table)
        in_column(self, self._column)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self._theme = theme
        self.map.set_theme(theme)
        self.note.forget_height()
        self._column.place()

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._snapshot is not None and self.isVisible():
            self.draw(self._snapshot, self._state)

    def take_finding(self, finding: ClaimsFinding) -> None:
        """Take what was computed; of other points or rules it is ignored."""
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
        claims = finding.claims if finding is not None else None
        self.table.setText("".join(map(self._row, line_rows(claims))) + self._why(snapshot) if claims else "")
        self._show_note()
        self._column.place()

    def _ask(self, snapshot: Snapshot) -> None:
        self._column.place()
        room = self.map.room
        question = ClaimsQuestion.about(snapshot, rectangle_around(snapshot.dataset, room), room)
        if question.is_like(self._question):
            return
        if not question.is_same_run(self._question):
            self._finding = None
        self._question = question
        if snapshot.dataset.n_samples:
            self.asked.emit(question)

    def _heading(self, finding: ClaimsFinding | None) -> str:
        if self._snapshot is not None and not self._snapshot.dataset.n_samples:
            return tr("Place a point first.")
        if finding is None:
            return tr("looking …")
        return html.escape(finding.failure) or (when_text(finding.claims) if finding.claims is not None else "")

    def _point_at(self, place: tuple[float, float] | None) -> None:
        self._place = place
        self._show_note()
        self._column.place()

    def _show_note(self) -> None:
        """Say what is claimed where the mouse is, else of the selected point, else of all points."""
        claims = self._finding.claims if self._finding is not None else None
        if claims is None:
            self.note.setText("")
            return
        assert self._snapshot is not None
        said, point, dataset = counts_text(claims), self._state.single_point, self._snapshot.dataset
        if self._place is not None:
            x = dataset.X.mean(axis=0) if dataset.n_features > 2 else np.zeros(dataset.n_features)
            x[: min(2, dataset.n_features)] = self._place[: dataset.n_features]
            said = claim_text(claims, x.tolist(), tr("Here"), is_decimal=False)
        elif point is not None and point < dataset.n_samples:
            is_decimal = point not in dataset.rounded
            said = claim_text(claims, dataset.X[point].tolist(), index_text(point), is_decimal)
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
