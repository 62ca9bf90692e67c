"""What a snapshot looks like through a frame: regions, lines, arrows and words, in pixels."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF
from PySide6.QtGui import QFont, QFontMetricsF, QPolygonF

from perceptron_gui.engine.dataset import Dataset, Floats
from perceptron_gui.engine.regions import Cell, HalfPlane, binary_cells, class_cells, slice_plane
from perceptron_gui.engine.settings import Mode
from perceptron_gui.engine.snapshot import Snapshot
from perceptron_gui.gui.canvas.arrows import Angle, Arrow
from perceptron_gui.gui.canvas.frame import Frame
from perceptron_gui.gui.canvas.labels import Label, formula_label
from perceptron_gui.gui.canvas.marks import Handle, WayMarks
from perceptron_gui.gui.canvas.weights import WeightScale
from perceptron_gui.gui.text import tr
from perceptron_gui.gui.theme import SMALL, Theme
from perceptron_gui.session.formulas import angle_between, angle_formula, angle_text
from perceptron_gui.session.ways import Vector, Way
from perceptron_gui.session.wording import subscript

OLDEST = 12
"""Updates after which a point's influence is no longer shown."""
LONGEST_NAME = 12
"""Letters of a class name beside an arrow."""
MOST_ALPHAS = 60
"""Points with α > 0 whose α is written on the canvas."""
MOST_MARKS = 2_000
"""Errors outlined while the run moves; the others are only counted (DESIGN §2)."""
SHORTEST_WAY = 70.0
"""Pixels of the shortest arrow that says which way, and of the line that shows which way it was."""
NAME_GAP = 19.0
"""Pixels between the middle of the visited point and its name, which stands outside its ring."""
HANDLE_SHARES = (0.5, 0.35, 0.65, 0.2, 0.8)
"""Where along the boundary b may be taken: the first of these places that is free."""
HANDLE_GAP = 36.0
"""Pixels between that place and the tip of w."""
Axes = tuple[int, int | None]
ORIGIN = (0.0, 0.0)


class Picture:
    """Draws one snapshot.

    Parameters
    ----------
    snapshot : Snapshot
    positions : ndarray, shape (n, 2)
        Where the points are drawn, in data units; perhaps more points than the snapshot has.
    axes : (int, int or None)
        The features across and upwards.
    frame : Frame
    theme : Theme
    weights : WeightScale
    is_calm : bool
        Whether a person can follow single visits: only then are the visited point, the old boundary and ±ηx shown.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        positions: NDArray[np.float64],
        axes: Axes,
        frame: Frame,
        theme: Theme,
        weights: WeightScale,
        is_calm: bool,
    ) -> None:
        self._snapshot = snapshot
        self._positions = positions
        self._axes = axes
        self._frame = frame
        self._theme = theme
        self._weights = weights
        self._is_calm = is_calm
        self._is_multiclass = snapshot.settings.mode is Mode.MULTICLASS

    # Regions and lines

    @cached_property
    def planes(self) -> list[HalfPlane]:
        """f, or the score of every class, on the plane that is shown."""
        return self._planes(self._snapshot.theta)

    @cached_property
    def cells(self) -> list[Cell]:
        """The regions in view."""
        return self._cells(self.planes)

    def regions(self) -> list[tuple[int, QPolygonF]]:
        """Return (class whose colour it takes, polygon) for every region."""
        point = self._frame.point
        return [(self._owner(cell), QPolygonF([point(x, y) for x, y in cell.corners])) for cell in self.cells]

    def boundary(self) -> list[QLineF]:
        """Return the lines between the regions."""
        return self._edges(self.cells)

    def ghost(self) -> list[QLineF]:
        """Return the lines before the last update, for a moment of comparison."""
        before = self._before()
        return self._edges(self._cells(self._planes(before))) if before is not None else []

    def _before(self) -> Floats | None:
        """Return θ before the visit that led here, where that changed it and can be followed."""
        last = self._snapshot.last
        if last is None or not last.changed or not self._is_calm:
            return None
        return last.before if last.before.shape == self._snapshot.theta.shape else None

    def _planes(self, theta: Floats) -> list[HalfPlane]:
        held = hidden_values(self._snapshot.dataset)
        return [slice_plane(row, self._axes, held, self._snapshot.settings.bias) for row in theta]

    def _cells(self, planes: list[HalfPlane]) -> list[Cell]:
        if self._is_multiclass:
            return class_cells(planes, self._snapshot.dataset.present, self._frame.rectangle)
        return binary_cells(planes[0], self._frame.rectangle)

    def _owner(self, cell: Cell) -> int:
        """Return whose colour a cell takes: in the binary modes + and the class that is − or "the rest"."""
        if self._is_multiclass:
            return cell.owner
        positive = self._snapshot.positive
        if cell.owner == 1:
            return positive
        others = [k for k in self._snapshot.dataset.present if k != positive]
        return others[0] if others else 1 - min(positive, 1)

    def _edges(self, cells: list[Cell]) -> list[QLineF]:
        """Return every line between two cells once."""
        point = self._frame.point
        return [QLineF(point(*p), point(*q)) for cell in cells for p, q, rival in cell.edges() if cell.owner < rival]

    # Arrows

    def arrows_and_names(self) -> tuple[list[Arrow], list[Label]]:
        """Return w, or one w a class, with ±ηx at its tip after a mistake (P8, M2)."""
        owners = self._snapshot.dataset.present if self._is_multiclass else (0,)
        root = self._root()
        if root is None:
            return [], self._way_to_origin()
        factor = self._weights.fit(root, [self.planes[k][:2] for k in owners], self._frame)
        arrows = self._update_arrows(factor) if root == ORIGIN else []
        labels = [] if root == ORIGIN else self._way_to_origin()
        for k in owners:
            arrow = self._arrow(k, root, factor)
            arrows.append(arrow)
            if self.planes[k][:2] != ORIGIN:
                labels.append(self._name(k, arrow))
        return arrows, labels

    def _arrow(self, k: int, root: tuple[float, float], factor: float) -> Arrow:
        a, b, _ = self.planes[k]
        colour = self._theme.classes[k % 10] if self._is_multiclass else self._theme.text
        tip = self._frame.point(root[0] + a * factor, root[1] + b * factor)
        return Arrow(self._frame.point(*root), tip, colour, 4.0 * self._theme.stroke)

    def _name(self, k: int, arrow: Arrow) -> Label:
        name = f"w({shortened(self._snapshot.dataset.classes[k])})" if self._is_multiclass else "w"
        side = QPointF(8, 18) if arrow.end.y() >= arrow.start.y() else QPointF(8, -6)
        text = name + self._weights.text
        return formula_label(arrow.end + side, text, arrow.colour.name(), self._theme, arrow.end)

    def _update_arrows(self, factor: float) -> list[Arrow]:
        """Return the old w, pale, and ±ηx from its tip to the new one."""
        before = self._before()
        if before is None:
            return []
        theme, point = self._theme, self._frame.point
        arrows = []
        for old, new in zip(self._planes(before), self.planes, strict=True):
            if old[:2] != new[:2]:
                old_tip, new_tip = point(old[0] * factor, old[1] * factor), point(new[0] * factor, new[1] * factor)
                arrows.append(Arrow(point(0, 0), old_tip, theme.muted, 2.4 * theme.stroke))
                arrows.append(Arrow(old_tip, new_tip, theme.wrong, 2.4 * theme.stroke, is_dashed=True))
        return arrows

    def _root(self) -> tuple[float, float] | None:
        """Return where w begins: the origin, or the middle of the boundary where the origin is out of view."""
        if self._frame.contains(0, 0):
            return ORIGIN
        edges = [] if self._is_multiclass else [edge for cell in self.cells[:1] for edge in cell.edges()]
        if not edges:
            return None
        (x0, y0), (x1, y1), _ = edges[0]
        return (x0 + x1) / 2, (y0 + y1) / 2

    def _way_to_origin(self) -> list[Label]:
        """Say at the edge of the view where the origin lies."""
        frame = self._frame
        at = frame.point(0, 0)
        x = min(max(at.x(), 30.0), frame.width - 60.0)
        y = min(max(at.y(), 120.0), frame.height - 50.0)
        across = "→" if at.x() > frame.width else "←" if at.x() < 0 else ""
        upwards = "↓" if at.y() > frame.height else "↑" if at.y() < 0 else ""
        font = self._theme.font(SMALL, QFont.Weight.DemiBold)
        return [Label(QPointF(x, y), f"{across}{upwards} 0", self._theme.muted, font)]

    def angle(self) -> tuple[Angle, Label] | None:
        """Return the angle between the old w and the visited point: without a bias it says the class (P8)."""
        last, at = self._snapshot.last, self.visited()
        if last is None or at is None or self._is_multiclass or self._snapshot.settings.bias:
            return None
        if self._snapshot.dataset.n_features != 2 or not self._frame.contains(0, 0):
            return None
        w, x = last.before[0].tolist(), self._positions[last.point].tolist()
        degrees = angle_between(w, x)
        if degrees is None:
            return None
        angle = Angle(self._frame.point(0, 0), self._frame.point(*w), at)
        text = angle_formula(degrees, "{}")
        font = self._theme.font(SMALL, QFont.Weight.DemiBold)
        at = angle.label_at()
        return angle, Label(at, text, self._theme.accent, font, anchor=at + QPointF(14, -5), gap=14)

    # Which way a vector will move

    def tip(self, row: int) -> QPointF | None:
        """Return where a vector's arrow ends; None where it is not in view."""
        root = self._root()
        if root is None or row >= len(self.planes):  # a question of the run before, with a vector for every class
            return None
        a, b = self.planes[row][:2]
        return self._frame.point(root[0] + a * self._weights.factor, root[1] + b * self._weights.factor)

    def way_arrows(self, way: Way) -> WayMarks:
        """Return the arrow that was drawn, and beside it the truth, to scale, and the angle between."""
        tip = self._tip_before(way.row) if way.truth is not None else self.tip(way.row)
        if tip is None:
            tip = QPointF(self._frame.width / 2, self._frame.height / 2)
        if way.drawn is None:
            return WayMarks(tip, [], [])
        theme = self._theme
        drawn = Arrow(tip, tip + at_least(self._pixels_of(way.drawn)), theme.accent, 4.5 * theme.stroke)
        if way.truth is None:
            return WayMarks(tip, [drawn], [])
        moved = self._pixels_of(way.truth)
        truth = Arrow(tip, tip + moved, theme.wrong, 4.5 * theme.stroke, is_dashed=True)
        degrees = way.angle
        if degrees is None:
            return WayMarks(tip, [drawn], [self._side_name(drawn, 1, tr("you"), 1.0)])
        # The angle stands at the arrow's end: between two arrows close to each other there is no room.
        own = tr("you: {angle}° off").format(angle=angle_text(degrees))
        towards = Arrow(tip, tip + at_least(moved), theme.wrong)
        turn = QLineF(tip, drawn.end).angleTo(QLineF(tip, towards.end))
        side = 1 if turn < 180 else -1
        labels = [self._side_name(towards, -side, tr("truth"), 0.55), self._side_name(drawn, side, own, 1.0)]
        return WayMarks(tip, [truth, drawn], labels, Angle(tip, drawn.end, towards.end))

    def _tip_before(self, row: int) -> QPointF | None:
        """Return where a vector's arrow ended before the visit."""
        last = self._snapshot.last
        if last is None or not self._frame.contains(0, 0) or last.before.shape != self._snapshot.theta.shape:
            return None
        a, b = self._planes(last.before)[row][:2]
        return self._frame.point(a * self._weights.factor, b * self._weights.factor)

    def _pixels_of(self, vector: Vector) -> QPointF:
        scale = self._frame.unit * self._weights.factor
        return QPointF(vector[0] * scale, -vector[1] * scale)

    def _side_name(self, arrow: Arrow, side: int, text: str, share: float) -> Label:
        """Name an arrow at a share of its length, to its right (1) or its left (−1)."""
        line = QLineF(arrow.start, arrow.end)
        aside = QLineF.fromPolar(24 * self._theme.scale, line.angle() - 70 * side)
        font = self._theme.font(17, QFont.Weight.Bold)
        metrics = QFontMetricsF(font)
        at, width = line.pointAt(share) + aside.p2(), metrics.horizontalAdvance(text)
        lean = 0.5 - 0.5 * aside.dx() / aside.length()  # beside the arrow, not across it
        x = min(max(at.x() - width * lean, 6), self._frame.width - width - 10)
        y = min(max(at.y() + metrics.capHeight() / 2, 24), self._frame.height - 8)
        return Label(QPointF(x, y), text, arrow.colour.name(), font)

    def handles(self, is_free: Callable[[QPointF], bool]) -> dict[Handle, QPointF]:
        """Return where w and b may be taken and dragged while a binary run on two features is at its start (P5).

        Parameters
        ----------
        is_free : callable
            Whether no point lies at a pixel.
        """
        snapshot = self._snapshot
        if snapshot.visit or self._is_multiclass or snapshot.dataset.n_features != 2 or not snapshot.dataset.n_samples:
            return {}
        a, b = (self._weights.factor * v for v in self.planes[0][:2])
        tip = self._frame.point(a, b)
        handles = {Handle.WEIGHTS: tip} if self._frame.contains(0, 0) and is_free(tip) else {}
        if snapshot.settings.bias:
            line = (edge.pointAt(share) for edge in self.boundary() for share in HANDLE_SHARES)
            far = (at for at in line if (at - tip).manhattanLength() > HANDLE_GAP and is_free(at))
            at = next(far, None)
            handles |= {Handle.BIAS: at} if at is not None else {}
        return handles

    # Points

    def influence(self) -> list[tuple[QPointF, float]]:
        """Return where the last updates came from, with how strongly to show it (P10)."""
        ages = self._snapshot.age
        if ages is None or len(ages) > len(self._positions):
            return []
        recent = np.flatnonzero((ages >= 0) & (ages < OLDEST))
        strengths = 0.75 * (1 - ages[recent] / OLDEST)
        return list(zip(self._at(self._positions[recent]), strengths.tolist(), strict=True))

    def visited(self) -> QPointF | None:
        """Return where the point lies that was shown last."""
        last = self._snapshot.last
        if last is None or not self._is_calm or last.point >= len(self._positions):
            return None
        return self._at(self._positions[last.point])[0]

    def errors(self) -> NDArray[np.float64]:
        """Return where the errors lie; while the run moves not more than can be drawn in time."""
        snapshot = self._snapshot
        if snapshot.is_veiled:
            return np.empty((0, 2))
        wrong = np.flatnonzero(snapshot.errors)
        wrong = wrong[: MOST_MARKS if snapshot.is_playing else 5 * MOST_MARKS]
        return self._frame.pixels(self._positions[wrong[: np.searchsorted(wrong, len(self._positions))]])

    def pending(self) -> list[QPointF]:
        """Return where the points lie that arrive later in the run."""
        return self._at(self._positions[self._snapshot.dataset.n_samples :])

    def _at(self, points: NDArray[np.float64]) -> list[QPointF]:
        return [QPointF(x, y) for x, y in self._frame.pixels(points.reshape(-1, 2)).tolist()]

    # Words

    def point_name(self) -> list[Label]:
        """Return the name of the visited point."""
        at, last = self.visited(), self._snapshot.last
        if at is None or last is None:
            return []
        text = "x" + subscript(last.point + 1)
        return [formula_label(at + QPointF(19, -10), text, self._theme.text, self._theme, at, NAME_GAP)]

    def alpha_labels(self) -> list[Label]:
        """Return α beside its point, where there are few enough to read (D1)."""
        alpha = self._snapshot.alpha
        if alpha is None or self._snapshot.settings.mode is not Mode.DUAL or len(alpha) > len(self._positions):
            return []
        used = np.flatnonzero(alpha)
        if len(used) > MOST_ALPHAS:
            return []
        font = self._theme.font(SMALL, QFont.Weight.DemiBold)
        places = zip(used.tolist(), self._at(self._positions[used]), strict=True)
        return [
            Label(at + QPointF(-26, 22), f"α={alpha[i]}", self._theme.text, font, anchor=at, gap=10) for i, at in places
        ]

    def side_labels(self) -> list[Label]:
        """Name S₊ and S₋ in the corners that lie deepest in them (P8)."""
        if self._is_multiclass or self.planes[0][:2] == ORIGIN:
            return []
        (a, b, c), frame = self.planes[0], self._frame
        right, low = frame.width - 110 * self._theme.scale, frame.height - 24
        corners = [(28.0, 124 * self._theme.scale), (right, 34.0), (28.0, low), (right, low)]
        heights = [(a * x + b * y + c, corner) for corner in corners for x, y in [frame.data(QPointF(*corner))]]
        owners = {cell.owner: self._owner(cell) for cell in self.cells}
        font = self._theme.font(14, QFont.Weight.DemiBold)
        deepest = sorted(heights, reverse=True)
        above = [QPointF(*corner) for height, corner in deepest if height > 0]
        below = [QPointF(*corner) for height, corner in reversed(deepest) if height <= 0]
        return [
            Label(corners[0], text, self._theme.classes[owners[owner] % 10], font, corners[1:])
            for owner, corners, text in ((1, above, tr("S₊  f > 0")), (0, below, tr("S₋  f < 0")))
            if corners
        ]


def shortened(name: str) -> str:
    """Return a class name that fits beside an arrow."""
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def at_least(arrow: QPointF, length: float = SHORTEST_WAY) -> QPointF:
    """Return an arrow, or one of the same direction that is long enough to be seen."""
    line = QLineF(QPointF(0, 0), arrow)
    if 0 < line.length() < length:
        line.setLength(length)
    return line.p2()


def hidden_values(dataset: Dataset) -> Floats:
    """Return where features that are not shown are held: at their means."""
    if dataset.n_features <= 2 or not dataset.n_samples:
        return np.zeros(dataset.n_features)
    means: Floats = dataset.X.mean(axis=0)
    return means
