"""The picture of the Gram matrix (D4, D5): a map on which 0 has the colour of the ground, and its names."""

from collections.abc import Iterable, Mapping

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QHideEvent, QImage, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.frozen import Frozen
from perceptron_gui.gui.style.stamps import shares_image
from perceptron_gui.gui.style.theme import SMALL, Theme, draw_symbol, text_font
from perceptron_gui.gui.widgets.painted_widget import Cell, CellPicture
from perceptron_gui.session.gram import GramPicture, Numbers, scale_ends
from perceptron_gui.session.view.view_state import nice_step
from perceptron_gui.session.wording import index_text
from perceptron_gui.translation import tr

DEEPEST = 0.9
"""Share of the colour where |K| is largest."""


def coloured(values: Floats, largest: float, theme: Theme, depth: float = DEEPEST) -> QImage:
    """Return numbers as colours: one hue for positive, another for negative ones, the ground for 0.

    `values`: shape (n_rows, n_columns). `largest`: the size that gets the deepest colour. `depth`: share of the colour
    there.
    """
    shares = np.clip(np.nan_to_num(values / largest if largest > 0 else 0.0 * values), -1.0, 1.0)
    return shares_image(depth * shares, theme.panel, theme.warn, theme.accent)


MARK, EDGE_STRIP, HEAD_GAP = 8.0, 5.0, 3.0
"""Pixels of a symbol, of the strip of colours beside rows too thin for symbols, and between parts."""
APART = 6.0
"""Pixels between the names of two columns."""


class Heads(Frozen):
    """The labels of a matrix's rows and columns."""

    picture: GramPicture
    theme: Theme

    @property
    def font(self) -> QFont:
        """The font of the names."""
        return self.theme.font(SMALL - 1)

    @property
    def name_width(self) -> float:
        """Pixels of the longest name."""
        points = self.picture.points
        return QFontMetricsF(self.font).horizontalAdvance(index_text(int(points.max()))) if len(points) else 0.0

    @property
    def room(self) -> tuple[float, float]:
        """Pixels that the labels take at the left and above."""
        beside = (MARK + EDGE_STRIP + 3 * HEAD_GAP) * self.theme.scale
        return self.name_width + beside, QFontMetricsF(self.font).height() + beside - HEAD_GAP * self.theme.scale

    def draw(self, painter: QPainter, area: QRectF, rows: Mapping[int, str], columns: Mapping[int, str]) -> None:
        """Draw the labels that have room, and the strips of classes.

        `area`: the matrix, in pixels. `rows`, `columns`: those whose names are wanted first, and the colours of these.
        """
        painter.setFont(self.font)
        self._draw_strips(painter, area)
        height, width = QFontMetricsF(self.font).height(), self.name_width + APART
        n, scale = len(self.picture.points), self.theme.scale
        for row in chosen(n, area.height() / n, height, rows):
            at = area.top() + (row + 0.5) * area.height() / n
            right = area.left() - (EDGE_STRIP + 2 * HEAD_GAP) * scale
            self._draw_symbol(painter, row, QPointF(right - MARK * scale / 2, at))
            place = QRectF(0, at - height / 2, right - (MARK + HEAD_GAP) * scale, height)
            self._draw_name(painter, row, place, Qt.AlignmentFlag.AlignRight, rows)
        for column in chosen(n, area.width() / n, width, columns):
            at = area.left() + (column + 0.5) * area.width() / n
            below = area.top() - (EDGE_STRIP + 2 * HEAD_GAP) * scale
            self._draw_symbol(painter, column, QPointF(at, below - MARK * scale / 2))
            place = QRectF(at - width / 2, 0, width, height)
            self._draw_name(painter, column, place, Qt.AlignmentFlag.AlignHCenter, columns)

    def _draw_name(
        self, painter: QPainter, row: int, place: QRectF, side: Qt.AlignmentFlag, marked: Mapping[int, str]
    ) -> None:
        painter.setPen(QColor(marked.get(row, self.theme.muted)))
        painter.drawText(place, side | Qt.AlignmentFlag.AlignVCenter, index_text(int(self.picture.points[row])))

    def _draw_symbol(self, painter: QPainter, row: int, at: QPointF) -> None:
        label = int(self.picture.question.dataset.labels[self.picture.points[row]])
        draw_symbol(painter, label, at, MARK * self.theme.scale, self.theme)

    def _draw_strips(self, painter: QPainter, area: QRectF) -> None:
        """Draw the colour of every row's class beside it, and over its column."""
        labels = self.picture.question.dataset.labels[self.picture.points]
        n, wide, gap = len(labels), EDGE_STRIP * self.theme.scale, HEAD_GAP * self.theme.scale
        palette = [self.theme.class_colour(label).rgb() for label in range(int(labels.max()) + 1)]
        pixels = np.array(palette, dtype=np.uint32)[labels]
        across = QImage(pixels.data, n, 1, 4 * n, QImage.Format.Format_RGB32)
        painter.drawImage(QRectF(area.left(), area.top() - wide - gap, area.width(), wide), across)
        down = QImage(pixels.data, 1, n, 4, QImage.Format.Format_RGB32)
        painter.drawImage(QRectF(area.left() - wide - gap, area.top(), wide, area.height()), down)


def chosen(n: int, room: float, needed: float, first: Iterable[int] = ()) -> list[int]:
    """Return the rows to label: first the wanted ones, then every 1st, 2nd, 5th, 10th, … that has room.

    `n`: rows. `room`: pixels of a row. `needed`: pixels of a name. `first`: rows wanted first.
    """
    named: list[int] = []
    every = max(int(nice_step(needed / room)), 1)
    for row in [*first, *range(0, n, every)]:
        if row < n and all(abs(row - other) * room >= needed for other in named):
            named.append(row)
    return named


USUAL_SIDE, LEAST_SIDE = 150, 80
"""Pixels of the picture and its heads; and where letters are so large that the words around it need the room."""
STRIP, GAP = 14, 6
"""Pixels of the lit row below the picture and of the scale, and between parts."""
LEAST_SCALE = 220
"""Pixels of the scale with its numbers at least, where the window is wide enough."""
LEAST_BAND = 2.0
"""Pixels of a lit row at least: of 2000 rows one is a sixth of a pixel."""
BELOW_NUMBERS = 0.55
"""Share of the colour where |K| is largest and a number is to be read on it."""
LEAST_LETTERS = 7
"""Pixels of the smallest number in a cell; where one has less room, no cell has a number."""


class Marks(Frozen):
    """The rows that are highlighted in the picture."""

    lit: int | None = None  # the point that is pointed at, here or elsewhere: its row lights up, and its cells
    partner: int | None = None  # the other point of a pair
    in_use: tuple[int, ...] = ()  # the points whose rows the last update added to the scores
    n_before: int | None = None  # points that there were before the last ones came; None where none have come

    @property
    def strip_point(self) -> int | None:
        """The point whose row is shown by itself."""
        if self.lit is not None:
            return self.lit
        return self.in_use[0] if len(self.in_use) == 1 else None


class GramView(CellPicture):
    """Draws a picture of a Gram matrix, the row that is lit, and a scale of its colours."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Gram matrix"), parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.picture: GramPicture | None = None
        self.marks = Marks()
        self.numbers: Numbers = ()
        self._pixels: QPixmap | None = None

    def set_theme(self, theme: Theme) -> None:
        """Take other colours. See `PaintedWidget.set_theme`."""
        self._pixels = None
        super().set_theme(theme)

    def hideEvent(self, event: QHideEvent) -> None:
        """Let the cells go, too. See `PaintedWidget.hideEvent`."""
        super().hideEvent(event)
        self._pixels = None

    def show_picture(self, picture: GramPicture | None, numbers: Numbers, marks: Marks) -> None:
        """Draw a picture; the same one with other marks costs next to nothing.

        `picture`: None for nothing. `numbers`: what stands in its cells; empty for none.
        """
        if (picture, marks) == (self.picture, self.marks):
            return
        if picture is not self.picture:
            self._pixels = None
        self.picture, self.numbers, self.marks = picture, numbers, marks
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(USUAL_SIDE, USUAL_SIDE)

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST_SIDE, LEAST_SIDE)

    # Places

    @property
    def n_shown(self) -> int:
        """Rows of the picture."""
        return len(self.picture.points) if self.picture is not None else 0

    @property
    def area(self) -> QRectF:
        """The matrix, which is square, in pixels."""
        left, top = Heads(self.picture, self._theme).room if self.picture is not None else (0.0, 0.0)
        below = 2 * (STRIP + GAP) * self._theme.scale
        side = max(min(self.width() - left, self.height() - below - top), 1.0)
        return QRectF(left, top, side, side)

    @property
    def shape_in_cells(self) -> Cell:
        """As many rows and columns as there are points. See `CellPicture`."""
        return self.n_shown, self.n_shown

    def cell_at(self, at: QPointF) -> Cell | None:
        """Return the pair of rows at a place. See `CellPicture`."""
        area = self.area
        away = ((at.y() - area.top()) / area.height(), (at.x() - area.left()) / area.width())
        row, column = (int(each * self.n_shown) if each >= 0 else -1 for each in away)
        is_there = 0 <= row < self.n_shown and 0 <= column < self.n_shown
        return (row, column) if is_there else None

    def points_of(self, cell: Cell | None) -> tuple[int | None, int | None]:
        """Return the points of row and column of a cell; the second None where they are the same."""
        if cell is None or self.picture is None or max(cell) >= self.n_shown:
            return None, None
        one, other = (int(self.picture.points[place]) for place in cell)
        return one, other if other != one else None

    def band(self, row: int) -> QRectF:
        """Return where a row is drawn, in pixels."""
        height = self.area.height() / max(self.n_shown, 1)
        top = self.area.top() + row * height - max(LEAST_BAND - height, 0.0) / 2
        return QRectF(self.area.left(), top, self.area.width(), max(height, LEAST_BAND))

    def column(self, place: int) -> QRectF:
        """Return where a column is drawn, in pixels; see `band`."""
        band, area = self.band(place), self.area
        return QRectF(band.top() - area.top() + area.left(), area.top(), band.height(), area.height())

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        picture = self.picture
        if picture is None or not self.n_shown:
            return
        painter = self.plain_painter()
        letters = self._letters()
        pixels = self._matrix(picture, letters)
        painter.drawPixmap(self.area, pixels, QRectF(pixels.rect()))
        if letters:
            self._draw_numbers(painter, letters)
        self._draw_classes(painter, picture)
        Heads(picture, self._theme).draw(painter, self.area, *self._named(picture))
        self._draw_marks(painter, picture)
        self._draw_strip(painter, picture)
        self._draw_scale(painter, picture)
        self.draw_focus(painter)

    def _named(self, picture: GramPicture) -> tuple[dict[int, str], dict[int, str]]:
        """Return the rows and the columns that are named before others, with the colours of their names."""
        marks, theme = self.marks, self._theme
        lit, partner = picture.row_of(marks.lit), picture.row_of(marks.partner)
        in_use = {row: theme.text for row in map(picture.row_of, marks.in_use) if row is not None}
        rows = {lit: theme.accent} if lit is not None else {}
        columns = {partner: theme.accent} if partner is not None else rows
        return rows | {row: colour for row, colour in in_use.items() if row != lit}, columns

    def _matrix(self, picture: GramPicture, letters: int) -> QPixmap:
        """Return the cells as a picture, made once for a picture, theme and size."""
        side = round(self.area.width() * self.devicePixelRatioF())
        if self._pixels is None or self._pixels.width() != side:
            image = coloured(picture.cells, picture.largest, self._theme, BELOW_NUMBERS if letters else DEEPEST)
            self._pixels = QPixmap.fromImage(image.scaled(side, side))
        return self._pixels

    def _draw_numbers(self, painter: QPainter, letters: int) -> None:
        area, room = self.area, self.area.width() / self.n_shown
        painter.setPen(QColor(self._theme.text))
        painter.setFont(text_font(letters))
        for row, numbers in enumerate(self.numbers):
            for column, text in enumerate(numbers):
                cell = QRectF(area.left() + column * room, area.top() + row * room, room, room)
                painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, text)

    def _letters(self) -> int:
        """Return the size of letters in pixels at which every number fits its cell; 0 if none does."""
        theme, room = self._theme, self.area.width() / max(self.n_shown, 1)
        usual, metrics = theme.letters(SMALL), QFontMetricsF(theme.font(SMALL))
        texts = {text for numbers in self.numbers for text in numbers}
        widest = max(map(metrics.horizontalAdvance, texts), default=0.0)
        if not widest:
            return 0
        size = min(usual, int(0.6 * room), int(usual * (room - 4) / widest))
        return size if size >= theme.letters(LEAST_LETTERS) else 0

    def _draw_classes(self, painter: QPainter, picture: GramPicture) -> None:
        painter.setPen(QPen(QColor(self._theme.text), self._theme.stroke))
        for row in picture.class_rows:
            across, down = self.band(row), self.column(row)
            painter.drawLine(across.topLeft(), across.topRight())
            painter.drawLine(down.topLeft(), down.bottomLeft())

    def _draw_marks(self, painter: QPainter, picture: GramPicture) -> None:
        marks, accent, text = self.marks, QColor(self._theme.accent), QColor(self._theme.text)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if marks.n_before is not None:
            painter.setPen(QPen(QColor(self._theme.good), 2 * self._theme.stroke, Qt.PenStyle.DashLine))
            for row in map(picture.row_of, range(marks.n_before, picture.question.dataset.n_samples)[:USUAL_SIDE]):
                if row is not None:
                    painter.drawRect(self.band(row))
                    painter.drawRect(self.column(row))
        painter.setPen(QPen(text, 2 * self._theme.stroke))
        for row in map(picture.row_of, marks.in_use):
            if row is not None:
                painter.drawRect(self.band(row))
        painter.setPen(QPen(accent, 2 * self._theme.stroke))
        lit, partner = picture.row_of(marks.lit), picture.row_of(marks.partner)
        if lit is not None:
            painter.drawRect(self.band(lit))
        if partner is not None:
            painter.drawRect(self.column(partner))

    def _draw_strip(self, painter: QPainter, picture: GramPicture) -> None:
        """Draw the lit row by itself: among thousands it is less than a pixel high."""
        point = self.marks.strip_point
        if point is None or point >= picture.question.dataset.n_samples:
            return
        scale = self._theme.scale
        row = coloured(picture.row_cells(point)[None, :], picture.largest, self._theme)
        matrix = self.area
        area = QRectF(matrix.left(), matrix.bottom() + GAP * scale, matrix.width(), STRIP * scale)
        painter.drawImage(area, row)
        painter.setPen(QPen(QColor(self._theme.accent if self.marks.lit is not None else self._theme.text), 1))
        painter.drawRect(area)

    def _draw_scale(self, painter: QPainter, picture: GramPicture) -> None:
        scale, (low, high) = self._theme.scale, scale_ends(picture)
        font = self._theme.font(SMALL - 1)
        painter.setFont(font)
        painter.setPen(QColor(self._theme.muted))
        width = min(max(self.area.right(), LEAST_SCALE * scale), self.width())
        area = QRectF(0, self.area.bottom() + (STRIP + 2 * GAP) * scale, width, STRIP * scale)
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, low)
        painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, high)
        room = max(map(QFontMetricsF(font).horizontalAdvance, (low, high))) + GAP
        bar = area.adjusted(room, 3 * scale, -room, -3 * scale)
        least, most = picture.shares
        painter.drawImage(bar, coloured(np.linspace(least, most, 65)[None, :], 1.0, self._theme))
        if least < 0.0 < most:  # a line marks 0
            at = bar.left() + bar.width() * -least / (most - least)
            painter.drawLine(QPointF(at, bar.top() - 2), QPointF(at, bar.bottom() + 2))
