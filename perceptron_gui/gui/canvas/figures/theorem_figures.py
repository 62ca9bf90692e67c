"""The figures of what was found about the points: radius, street, θ*, the proof that no line does it.

Imported with the first of them that is shown (A9).
"""

import math
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from itertools import combinations, pairwise, starmap

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from perceptron_gui.engine.data.dataset import Dataset, Floats
from perceptron_gui.engine.model.regions import HalfPlane, binary_cells
from perceptron_gui.engine.theory.separability import Analysis
from perceptron_gui.frozen import Frozen, field
from perceptron_gui.gui.canvas.figures.foreground import Arrow
from perceptron_gui.gui.canvas.figures.labels import Label, word_box
from perceptron_gui.gui.canvas.picture import ORIGIN, Picture, edges_in
from perceptron_gui.gui.canvas.scene import Axes, projected
from perceptron_gui.gui.canvas.view import ViewFrame
from perceptron_gui.gui.style.theme import SMALL, Theme
from perceptron_gui.session.document import Document
from perceptron_gui.session.explanation.facts.margin_facts import Street, optimal_cells, radius_facts, street_facts
from perceptron_gui.session.explanation.facts.witness_facts import Proof, Share, Side, proof_of
from perceptron_gui.session.explanation.scores import boundary_distance
from perceptron_gui.session.explanation.terms import vector_text
from perceptron_gui.session.formula.line import signed, text_of
from perceptron_gui.session.wording import written
from perceptron_gui.translation import spelled


class Stroke(Frozen):
    """Lines of one look."""

    lines: list[QLineF]  # in pixels. Curves are many short ones: Qt takes ten times as long for a path
    colour: str  # as #rrggbb
    width: float  # in pixels
    style: Qt.PenStyle = Qt.PenStyle.SolidLine

    def draw(self, painter: QPainter) -> None:
        """Draw the lines."""
        painter.setPen(QPen(QColor(self.colour), self.width, self.style, Qt.PenCapStyle.FlatCap))
        painter.drawLines(self.lines)


class Ring(Frozen):
    """A ring around something, or a dot."""

    at: QPointF  # its middle, in pixels
    radius: float  # in pixels
    colour: str  # as #rrggbb
    width: float = 0.0  # of its line, in pixels; 0 for a dot

    def draw(self, painter: QPainter) -> None:
        """Draw it."""
        painter.setPen(QPen(QColor(self.colour), self.width) if self.width else Qt.PenStyle.NoPen)
        painter.setBrush(Qt.BrushStyle.NoBrush if self.width else QColor(self.colour))
        painter.drawEllipse(self.at, self.radius, self.radius)


class Word(Frozen, dict=True):
    """Something written beside what it names."""

    text: str
    colour: str  # as #rrggbb
    font: QFont
    middles: Sequence[QPointF]  # where its middle may be, in pixels; the best first
    anchor: QPointF | None = None  # what it names, in pixels, if it may stand on any side of that
    gap: float = 8.0  # pixels between the anchor and the word

    @cached_property
    def _to_baseline(self) -> QPointF:
        left, top, right, bottom = word_box(self.text, self.font.toString())
        return QPointF(-(left + right) / 2, -(top + bottom) / 2)

    def label(self) -> Label:
        """Return it as a label that looks for its place."""
        first, *others = [middle + self._to_baseline for middle in self.middles]
        return Label(first, self.text, self.colour, self.font, others, self.anchor, self.gap)


class Figure(Frozen):
    """One thing of geometry; all of it comes and goes together."""

    strokes: list[Stroke] = field(default_factory=list)
    rings: list[Ring] = field(default_factory=list)
    arrows: list[Arrow] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)

    def draw(self, painter: QPainter) -> None:
        """Draw all but the words."""
        for stroke in self.strokes:
            stroke.draw(painter)
        for arrow in self.arrows:
            arrow.draw(painter)
        for ring in self.rings:
            ring.draw(painter)


class Subject(Frozen, eq=False, dict=True):
    """Points that were analysed, as they are seen."""

    document: Document
    analysis: Analysis  # of its points
    axes: Axes  # the features across and upwards
    frame: ViewFrame
    theme: Theme
    diameter: float  # of a point, in pixels

    @property
    def dataset(self) -> Dataset:
        """The points."""
        return self.document.dataset

    @cached_property
    def positions(self) -> Floats:
        """Where the points are drawn, in data units, shape (n, 2)."""
        return projected(self.dataset, self.axes)

    def places(self, indices: Sequence[int]) -> list[QPointF]:
        """Return where points are drawn, in pixels."""
        return self.frame.points(self.positions[np.array(indices, dtype=np.int64)])

    def ring(self, at: QPointF, colour: str, size: float = 1.0) -> Ring:
        """Return the ring around a point that matters.

        `at`: in pixels. `colour`: as #rrggbb. `size`: how many symbols of points have room in it.
        """
        return Ring(at, size * self.diameter / 2 + 3.5 * self.theme.scale, colour, 2.4 * self.theme.stroke)

    @property
    def name_font(self) -> QFont:
        """The font of names, as that of w."""
        return self.theme.maths(19, is_italic=True, is_bold=True)


SHARES = (0.85, 0.15, 0.7, 0.3, 0.5, 0.95, 0.05, 0.6, 0.4)
"""Where along a line its name may stand; the best first."""
DOT = 0.4
"""Share of a dot in the spacing of dots."""
CORNERS = 1024
"""Places of a circle at which its length on the screen is measured."""


def line_in_view(plane: HalfPlane, frame: ViewFrame) -> QLineF | None:
    """Return the part in view of the line a·x + b·y + c = 0; None where there is none. `plane`: in data units."""
    edges = [edge for cell in binary_cells(plane, frame.rectangle)[1:] for edge in cell.edges()]
    if not edges:
        return None
    start, end, _ = edges[0]
    return QLineF(frame.point(*start), frame.point(*end))


def beside_line(line: QLineF, gap: float, shares: Sequence[float] = SHARES) -> list[QPointF]:
    """Return places on both sides of a line, the best first.

    `line`: in pixels. `gap`: pixels between the line and each place. `shares`: of its length, where they are.
    """
    length = line.length() or 1.0
    aside = QPointF(-line.dy(), line.dx()) * (gap / length)
    return [line.pointAt(share) + aside * side for share in shares for side in (1, -1)]


def foot(point: tuple[float, float], plane: HalfPlane) -> tuple[float, float]:
    """Return the place of the line a·x + b·y + c = 0 that is nearest to a point, in data units.

    `point`: in data units. `plane`: with a or b not 0.
    """
    length = math.hypot(plane[0], plane[1])  # divided by first: squares of small weights are 0
    a, b, c = (value / length for value in plane)
    away = a * point[0] + b * point[1] + c
    return point[0] - a * away, point[1] - b * away


@lru_cache(maxsize=4)
def dots_in_view(radius: float, frame: ViewFrame, spacing: float) -> tuple[QLineF, ...]:
    """Return the dots of a circle around the origin, as far as they are in view.

    Only these are made: a pattern of dots along a circle of which little is in view takes Qt seconds. They are kept:
    while a point is dragged it is mostly another one that lies farthest out.

    `radius`: in data units, above 0. `spacing`: pixels from one dot to the next. Returns in pixels, each 0.4 times as
    long as the spacing; around the circle. None where that is smaller than a pixel.
    """
    if radius * max(frame.units) < 1:
        return ()
    ends = sorted(_crossings(radius, frame)) or [0.0]
    spans = pairwise([*ends, ends[0] + math.tau])
    middles = (((low + high) / 2, low, high) for low, high in spans)
    seen = [ends for at, *ends in middles if frame.contains(radius * math.cos(at), radius * math.sin(at))]
    return tuple(dot for low, high in seen for dot in _dots(radius, low, high, frame, spacing))


def _crossings(radius: float, frame: ViewFrame) -> list[float]:
    """Return the angles in 0 … 2π at which a circle crosses the edges of the view."""
    angles = []
    for x in (frame.left, frame.right):
        if abs(x) < radius:
            angles += [math.acos(x / radius), -math.acos(x / radius)]
    for y in (frame.bottom, frame.top):
        if abs(y) < radius:
            angles += [math.asin(y / radius), math.pi - math.asin(y / radius)]
    return [angle % math.tau for angle in angles]


def _dots(radius: float, low: float, high: float, frame: ViewFrame, spacing: float) -> list[QLineF]:
    """Return dots that are evenly spaced on the screen, where the circle may be an ellipse."""
    angles = np.linspace(low, high, CORNERS)
    away = np.concatenate([np.zeros(1), np.cumsum(np.hypot(*np.diff(_on_circle(radius, angles, frame), axis=0).T))])
    count = math.ceil(away[-1] / spacing)
    begins = np.arange(count) * (away[-1] / count)
    ends = (_on_circle(radius, np.interp(at, away, angles), frame) for at in (begins, begins + DOT * spacing))
    return list(starmap(QLineF, np.hstack([*ends]).tolist()))


def _on_circle(radius: float, angles: Floats, frame: ViewFrame) -> Floats:
    """Return the pixels of places on a circle around the origin, shape (n, 2)."""
    return frame.pixels(radius * np.column_stack([np.cos(angles), np.sin(angles)]))


OPTIMUM_GAP = 14.0
"""Pixels between the line and the middle of its name."""


def optimum_figure(subject: Subject) -> Figure | None:
    """Return the boundary of θ*, or None where the points are not separable."""
    verdict, frame, theme = subject.analysis.verdict, subject.frame, subject.theme
    if verdict is None or verdict.separator is None:
        return None
    cells = optimal_cells(subject.dataset, subject.document.settings, verdict, subject.axes, frame.rectangle)
    lines = edges_in(cells, frame)
    if not lines:
        return None
    name = spelled("θ*") if verdict.separator.ndim == 1 else "W*"
    longest = max(lines, key=QLineF.length)
    word = Word(name, theme.accent, subject.name_font, beside_line(longest, OPTIMUM_GAP * theme.scale))
    stroke = Stroke(lines, theme.accent, 2.0 * theme.stroke, Qt.PenStyle.DashLine)
    return Figure([stroke], words=[word])


RADIUS_GAP = 30.0
"""Pixels between the circle and the middle of its name."""

SPACING = 6.0
"""Pixels from one dot of the circle to the next."""


def radius_figure(subject: Subject) -> Figure | None:
    """Return the circle with its name, or None where there is none."""
    facts, theme = radius_facts(subject.dataset, subject.document.settings, subject.analysis), subject.theme
    if facts is None:
        return None
    dots = dots_in_view(facts.length, subject.frame, SPACING * theme.stroke)
    if not dots:
        return None
    middle, gap = subject.frame.point(0.0, 0.0), RADIUS_GAP * theme.scale
    places = [at for share in SHARES for at in _beside_circle(dots[round(share * (len(dots) - 1))].p1(), middle, gap)]
    word = Word(f"{facts.name} {facts.size.after_name}", theme.accent, subject.name_font, places)
    return Figure([Stroke([*dots], theme.accent, 2.0 * theme.stroke)], words=[word])


def _beside_circle(at: QPointF, middle: QPointF, gap: float) -> list[QPointF]:
    """Return a place inside and one outside of the circle."""
    away = at - middle
    share = gap / (math.hypot(away.x(), away.y()) or 1.0)
    return [at + away * (side * share) for side in (1, -1)]


MOST_RINGED = 200
"""Points on the kerbs that are ringed; a grid may have more."""
SHORTEST_ARROW = 12.0
"""Pixels of half the width from which on an arrow says how wide it is."""


def street_figure(subject: Subject) -> Figure | None:
    """Return the street, or None where there is none."""
    street = street_facts(subject.dataset, subject.analysis)
    if street is None:
        return None
    theme, (a, b, c) = subject.theme, street.plane
    kerbs = [line_in_view((a, b, c + side * street.half), subject.frame) for side in (1, -1)]
    middle = line_in_view(street.plane, subject.frame)
    strokes = [
        Stroke([line for line in kerbs if line is not None], theme.good, 1.4 * theme.stroke),
        Stroke([middle] if middle is not None else [], theme.good, 1.6 * theme.stroke, Qt.PenStyle.DashLine),
    ]
    figure = Figure(strokes, [subject.ring(at, theme.good) for at in subject.places(street.holders[:MOST_RINGED])])
    line = _width_line(subject, street)
    if line is not None:  # a double arrow, which ends at the edge of the point's symbol
        start = line.pointAt(min((subject.diameter / 2 + 5) / line.length(), 0.5))
        figure.arrows.extend(Arrow(line.center(), end, theme.good, 2.0 * theme.stroke) for end in (line.p2(), start))
        text = f"{street.name} {street.size.after_name}"
        middles = beside_line(line, 34 * theme.scale, (0.5, 0.7, 0.3))
        word = Word(text, theme.good, subject.name_font, middles, line.center(), 12 * theme.scale)
        figure.words.append(word)
    return figure


def _width_line(subject: Subject, street: Street) -> QLineF | None:
    """Return half the width as a line from a point on a kerb to the middle, where that is in view and can be seen."""
    frame = subject.frame
    for index in street.holders[:MOST_RINGED]:
        x, y = subject.positions[index].tolist()
        end = foot((x, y), street.plane)
        if frame.contains(x, y) and frame.contains(*end):
            line = QLineF(frame.point(x, y), frame.point(*end))
            return line if line.length() >= SHORTEST_ARROW else None
    return None


MOST_JOINED = 4
"""Points of a side that are all joined with each other; of more only with what they share."""
SHARED_DOT = 4.5
"""Pixels of the radius of the shared point."""


def witness_figure(subject: Subject) -> Figure | None:
    """Return the proof, or None where the points are separable."""
    verdict = subject.analysis.verdict
    if verdict is None or verdict.witness is None:
        return None
    proof = proof_of(subject.document, verdict.witness)
    shares = proof.shares
    places = subject.places([share.point for share in shares])
    # Symbols of opposite points in one place stand beside each other.
    is_one_place = len(places) == len(proof.sides) == 2 and places[0] == places[1]
    rings = [subject.ring(at, subject.theme.warn, 2.2 if is_one_place else 1.0) for at in places]
    if len(proof.sides) == 1:
        words = [_word(subject, share, at, 1) for share, at in zip(shares, places, strict=True)]
        return Figure(rings=rings, words=words)
    if proof.is_mapped:  # sums of φ(x) are nowhere in the plane
        return Figure(rings=rings)
    return _hulls(subject, proof, rings) if proof.shared is not None else _vectors(subject, proof, rings)


def _hulls(subject: Subject, proof: Proof, rings: list[Ring]) -> Figure:
    """Return segments and triangles on both sides, and the point that they share."""
    assert proof.shared is not None
    at = shared_place(subject, proof)
    strokes = [_joined(subject, side, at) for side in proof.sides]
    words = [_word(subject, share, place, 1) for share, place in _placed(subject, proof.shares) if place != at]
    words.append(_named(subject, str(vector_text(proof.shared)), at))
    return Figure(strokes, [*_mark(subject, at), *rings], words=words)


def shared_place(subject: Subject, proof: Proof) -> QPointF:
    """Return where the shared point is drawn, in pixels: as any point is, from its exact coordinates.

    `proof`: with a shared point.
    """
    assert proof.shared is not None
    across, upwards = subject.axes
    y = float(proof.shared[upwards]) if upwards is not None else 0.0
    return subject.frame.point(float(proof.shared[across]), y)


def _joined(subject: Subject, side: Side, at: QPointF) -> Stroke:
    """Return the lines between the points of a side, in the colour of their class."""
    places = [place for _, place in _placed(subject, side)]
    pairs = combinations(places, 2) if len(places) <= MOST_JOINED else ((place, at) for place in places)
    colour = subject.theme.class_colour(int(subject.dataset.labels[side[0].point])).name()
    return Stroke([QLineF(*pair) for pair in pairs], colour, 2.6 * subject.theme.stroke)


def _vectors(subject: Subject, proof: Proof, rings: list[Ring]) -> Figure:
    """Return the vectors λ·y·x, which add up to 0, as arrows from the origin."""
    theme, origin = subject.theme, subject.frame.point(0.0, 0.0)
    figure = Figure(rings=[*rings, *_mark(subject, origin)])
    for sign, side in zip((1, -1), proof.sides, strict=True):
        for share, place in _placed(subject, side):
            tip = origin + (place - origin) * (sign * float(share.weight))
            colour = theme.class_colour(int(subject.dataset.labels[share.point])).name()
            figure.strokes.append(Stroke([QLineF(place, origin)], colour, 1.4 * theme.stroke, Qt.PenStyle.DotLine))
            figure.arrows.append(Arrow(origin, tip, colour, 2.6 * theme.stroke))
            figure.words.append(_word(subject, share, tip, sign))
    return figure


def _placed(subject: Subject, shares: Side) -> list[tuple[Share, QPointF]]:
    return list(zip(shares, subject.places([share.point for share in shares]), strict=True))


def _mark(subject: Subject, at: QPointF) -> list[Ring]:
    """Return a dot that is seen on lines of any colour."""
    radius, theme = SHARED_DOT * subject.theme.scale, subject.theme
    return [Ring(at, 1.7 * radius, theme.panel), Ring(at, radius, theme.text)]


def _word(subject: Subject, share: Share, at: QPointF, sign: int) -> Word:
    term = text_of(signed(sign, share.term))
    return _named(subject, f"{term} > {share.rival}" if share.rival else term, at)


def _named(subject: Subject, text: str, at: QPointF) -> Word:
    gap = subject.diameter / 2 + 8 * subject.theme.scale
    font = subject.theme.font(SMALL + 1, QFont.Weight.DemiBold)
    return Word(text, subject.theme.text, font, [at + QPointF(0, -2.2 * gap)], at, gap)


FIGURES: dict[str, Callable[[Subject], Figure | None]] = {
    "radius": radius_figure,
    "street": street_figure,
    "optimum": optimum_figure,
    "witness": witness_figure,
}
"""What is drawn for each view switch, from the ground up."""


SIZE = 13.0
"""Pixels of the sides of a right angle's mark."""
GAP = 6.0
"""Pixels between a segment and its length in figures."""
DIGITS = 4


def right_angle_figure(picture: Picture) -> Figure | None:
    """Return the mark where the line of w meets the boundary; None where no one w is orthogonal to it."""
    plane, frame, theme = picture.line, picture.frame, picture.theme
    if plane is None or not any(plane[:2]):
        return None
    root = picture.root()
    begin = foot(ORIGIN, plane) if root == ORIGIN else root
    if root is None or begin is None or not frame.contains(*begin):
        return None
    at = frame.point(*begin)
    way = Stroke([QLineF(frame.point(*root), at)], theme.muted, 1.4 * theme.stroke, Qt.PenStyle.DotLine)
    return Figure([way, _square(picture, at, plane)])


def distance_figure(picture: Picture, point: int) -> Figure | None:
    """Return the way from a point to the boundary with its length; None where it is not known, or hidden.

    `point`: index of the point.
    """
    dataset, frame, theme = picture.scene.dataset, picture.frame, picture.theme
    if point >= dataset.n_samples or not picture.scene.is_current:
        return None
    found = boundary_distance(picture.snapshot, dataset.X[point].tolist())
    if found is None:
        return None
    x, y = picture.positions[point].tolist()
    line = QLineF(frame.point(x, y), frame.point(*foot((x, y), found.plane)))
    way = Stroke([line], theme.text, 2.0 * theme.stroke)
    marks = [_square(picture, line.p2(), found.plane)] if line.length() > 2 * SIZE * theme.scale else []
    font = theme.maths(17, is_bold=True)
    text = str(written(found.length, DIGITS))
    return Figure([way, *marks], words=[Word(text, theme.text, font, _beside(line, text, font, GAP * theme.scale))])


def _square(picture: Picture, at: QPointF, plane: HalfPlane) -> Stroke:
    """Return the two sides of a right angle at a place of a line, on its + side."""
    size, (a, b, _) = SIZE * picture.theme.scale, plane
    up, along = (picture.frame.way(*way) * (size / picture.frame.length(*way)) for way in ((a, b), (b, -a)))
    sides = [QLineF(at + up, at + up + along), QLineF(at + up + along, at + along)]
    return Stroke(sides, picture.theme.text, 1.6 * picture.theme.stroke)


def _beside(line: QLineF, text: str, font: QFont, gap: float) -> list[QPointF]:
    """Return middles of a word from which it does not reach the line, however the line runs."""
    length = line.length()
    across = QPointF(-line.dy() / length, line.dx() / length) if length else QPointF(0, 1)
    left, top, right, bottom = word_box(text, font.toString())
    aside = across * (gap + abs(across.x()) * (right - left) / 2 + abs(across.y()) * (bottom - top) / 2)
    return [line.pointAt(share) + aside * side for share in (0.5, *SHARES) for side in (1, -1)]
