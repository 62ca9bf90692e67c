"""Pictures of what each feature adds to a score: bars, and a map of the chosen one over the plane (F1)."""

import html

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.gui.style.stamps import diverging_image
from perceptron_gui.gui.style.theme import SMALL, SPACE, TEXT
from perceptron_gui.gui.widgets.painted_widget import PaintedWidget
from perceptron_gui.session.explanation.scores import Contribution, ScoreSum, contribution_over
from perceptron_gui.session.formula.line import EXACT, line, product
from perceptron_gui.session.wording import counted, said_of
from perceptron_gui.translation import tr

ROW = 26
"""Pixels of a row, at scale 1."""
NAME_SHARE, BAR_SHARE, LEAST_BAR_SHARE = 0.3, 0.28, 0.2
"""Of the width: the names, and the bars to both sides of 0, which long names make narrower."""


class ContributionBars(PaintedWidget):
    """Bars with their numbers; a row is chosen by the mouse over it, or by ↑ and ↓.

    `chosen`: another row is looked at.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.take_input(tr("Terms of the score"))
        self._sums: tuple[ScoreSum, ...] = ()
        self._colours: tuple[tuple[str, str], ...] = ()
        self._rows: list[tuple[int, Contribution | None]] = []
        self.current = 0

    @property
    def terms(self) -> list[tuple[ScoreSum, Contribution]]:
        """The rows that can be chosen, from top to bottom."""
        return [(self._sums[i], term) for i, term in self._rows if term is not None]

    def show_sums(self, sums: tuple[ScoreSum, ...], colours: tuple[tuple[str, str], ...]) -> None:
        """Show scores. `colours`: for each of them what takes from it and what adds to it."""
        self._sums, self._colours = sums, colours
        self._rows = [(i, term) for i, each in enumerate(sums) for term in (None, *each.terms)]
        self.current = min(self.current, max(len(self.terms) - 1, 0))
        self.updateGeometry()
        self.update()

    def look_at(self, row: int) -> None:
        """Choose a row. `row`: its place among `terms`."""
        if self.terms and row != self.current:
            self.current = max(0, min(row, len(self.terms) - 1))
            self.update()
            self.chosen.emit(self.current)

    @property
    def usual_height(self) -> float:
        return float(len(self._rows) * ROW)

    @property
    def _height(self) -> int:
        return round(ROW * self._theme.scale)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        if event.key() in steps:
            self.look_at(self.current + steps[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        row = self._term_at(event.position().y())
        if row is not None:
            self.look_at(row)
        term = self.terms[row][1] if row is not None else None
        self.setToolTip(html.escape(said_of(str(term.name), _texts(term)[0])) if term is not None else "")

    def _term_at(self, y: float) -> int | None:
        place = int(y // self._height)
        if not 0 <= place < len(self._rows) or self._rows[place][1] is None:
            return None
        return sum(term is not None for _, term in self._rows[:place])

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, term_place, columns = self.smooth_painter(), 0, self._columns()
        for place, (i, term) in enumerate(self._rows):
            box = QRect(0, place * self._height, self.width(), self._height)
            if term is None:
                self._write_title(painter, box, self._sums[i])
                continue
            if term_place == self.current:
                painter.fillRect(box, QColor(self._theme.background))
            self._draw_term(painter, box, term, self._colours[i], columns)
            term_place += 1
        self.draw_focus(painter)

    def _write_title(self, painter: QPainter, box: QRect, score: ScoreSum) -> None:
        painter.setFont(self._theme.font(SMALL, QFont.Weight.DemiBold))
        painter.setPen(QColor(self._theme.muted))
        more = score.left_out
        text = score.title + (" · " + counted("{count} more", "{count} more", more) if more else "")
        room = box.adjusted(SPACE, 0, 0, 0)
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)

    def _columns(self) -> tuple[int, int]:
        """Return the pixels of names and bars: names as wide as they need, while bars and products have room."""
        metrics = QFontMetrics(self._theme.font(TEXT, QFont.Weight.DemiBold))
        terms = [term for _, term in self._rows if term is not None]
        needed = max((metrics.horizontalAdvance(term.name) for term in terms), default=0) + 2 * SPACE
        products = max((metrics.horizontalAdvance(_texts(term)[-1]) for term in terms), default=0) + 2 * SPACE
        names, bars = round(NAME_SHARE * self.width()), round(BAR_SHARE * self.width())
        if needed > names:
            bars = round(LEAST_BAR_SHARE * self.width())
            names = max(names, min(needed, self.width() - bars - products))
        return names, bars

    def _elision(self, metrics: QFontMetrics, room: int) -> Qt.TextElideMode:
        """Return where to elide long names so that they stay distinct; columns often differ in the middle."""
        names = {term.name for _, term in self._rows if term is not None}
        modes = (Qt.TextElideMode.ElideMiddle, Qt.TextElideMode.ElideRight, Qt.TextElideMode.ElideLeft)
        return max(modes, key=lambda mode: len({metrics.elidedText(name, mode, room) for name in names}))

    def _draw_term(
        self, painter: QPainter, box: QRect, term: Contribution, colours: tuple[str, str], columns: tuple[int, int]
    ) -> None:
        theme, width = self._theme, box.width()
        names, bars = columns
        is_sum = term.entry is None
        font = theme.font(TEXT, QFont.Weight.DemiBold if is_sum else QFont.Weight.Normal)
        if is_sum:
            painter.fillRect(QRect(box.left(), box.top(), width, 1), QColor(theme.line))
        middle, side = names + bars // 2, bars // 2 - 2
        length = round(side * abs(term.share))
        bar = QRect(middle if term.share > 0 else middle - length, box.top() + 6, length, box.height() - 12)
        painter.fillRect(bar, QColor(colours[term.share > 0]))
        painter.fillRect(QRect(middle, box.top() + 3, 1, box.height() - 6), QColor(theme.muted))
        painter.setFont(font)
        painter.setPen(QColor(theme.text))
        metrics, centre = QFontMetrics(font), Qt.AlignmentFlag.AlignVCenter
        name = metrics.elidedText(term.name, self._elision(metrics, names - 2 * SPACE), names - 2 * SPACE)
        painter.drawText(box.adjusted(SPACE, 0, 0, 0), centre | Qt.AlignmentFlag.AlignLeft, name)
        room = box.adjusted(names + bars + SPACE // 2, 0, -SPACE // 2, 0)
        fitting = (text for text in _texts(term) if metrics.horizontalAdvance(text) <= room.width())
        painter.drawText(room, centre | Qt.AlignmentFlag.AlignLeft, next(fitting, "…"))


def _texts(term: Contribution) -> tuple[str, ...]:
    """Return two wordings, "w·φ = product" and the product alone; only the value for the sum's row."""
    alone = str(line(EXACT, term.product))
    return (str(line(product(*term.factors), EXACT, term.product)), alone) if term.factors else (alone,)


HEIGHT, LEAST_HEIGHT = 200, 120
"""Pixels, at scale 1; the second where room is short."""
GRID = 72
"""Places across the picture."""
MARGIN = 0.15
"""Of the points' range, around them."""
MOST_POINTS = 300
DOT = 3.0


class ContributionMap(PaintedWidget):
    """The picture of one row of the bars, with the points and the one that is explained."""

    least_height = LEAST_HEIGHT

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("One term of the score, across the plane"))
        self._image: QImage | None = None
        self._snapshot: Snapshot | None = None
        self._ground = (0.0, 0.0, 1.0)
        self._point: int | None = None

    @property
    def usual_height(self) -> float:
        return HEIGHT if self._image is not None else 0.0

    def show_term(
        self, snapshot: Snapshot, score: ScoreSum, term: Contribution, point: int, colours: tuple[str, str]
    ) -> None:
        """Draw what one feature adds.

        `score`: the score it adds to. `point`: the point that is ringed. `colours`: what takes from it and what adds to
        it.
        """
        self._snapshot, self._point = snapshot, point
        self._ground = _ground(snapshot.dataset.X[:, :2])
        heights = contribution_over(snapshot.model, score.theta, term.entry, self._places(snapshot))
        self._image = diverging_image(heights.reshape(GRID, GRID), self._theme, colours=colours)
        self.updateGeometry()
        self.update()

    def clear(self) -> None:
        """Draw nothing."""
        self._image = None
        self.updateGeometry()
        self.update()

    def _places(self, snapshot: Snapshot) -> Floats:
        """Return a grid over the square around the points; other coordinates stand at their means."""
        x, y, side = self._ground
        steps = (np.arange(GRID) + 0.5) / GRID * side
        places = np.repeat(snapshot.dataset.X.mean(axis=0)[None], GRID * GRID, axis=0)
        places[:, 0] = np.tile(x + steps, GRID)
        if places.shape[1] > 1:
            places[:, 1] = np.repeat(y + steps, GRID)
        return places

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._image is None or self._snapshot is None:
            return
        painter = self.smooth_painter()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        side = min(self.width(), self.height())
        box = QRectF((self.width() - side) / 2, 0, side, side)
        painter.drawImage(box, self._image)
        painter.setPen(QPen(QColor(self._theme.line), 1))
        painter.drawRect(box)
        self._draw_points(painter, box, self._snapshot)

    def _draw_points(self, painter: QPainter, box: QRectF, snapshot: Snapshot) -> None:
        x, y, side = self._ground
        rows = np.unique(np.linspace(0, snapshot.dataset.n_samples - 1, MOST_POINTS).astype(np.int64))
        if self._point is not None:
            rows = np.append(rows, self._point)
        size, scale = DOT * self._theme.scale, box.width() / side
        for i in rows.tolist():
            across, upwards = [*snapshot.dataset.X[i, :2].tolist(), y + side / 2][:2]
            at = QPointF(box.left() + (across - x) * scale, box.bottom() - (upwards - y) * scale)
            painter.setPen(QPen(QColor(self._theme.panel), 1))
            painter.setBrush(QColor(self._theme.classes[int(snapshot.dataset.labels[i]) % 10]))
            painter.drawEllipse(at, size, size)
        if self._point is not None:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(self._theme.text), 2))
            painter.drawEllipse(at, 2.2 * size, 2.2 * size)


def _ground(positions: Floats) -> tuple[float, float, float]:
    """Return left, bottom and side of the square around points."""
    low, high = positions.min(axis=0), positions.max(axis=0)
    side = float((high - low).max()) * (1 + 2 * MARGIN) or 2.0
    middle = [*((low + high) / 2).tolist(), 0.0][:2]
    return middle[0] - side / 2, middle[1] - side / 2, side
