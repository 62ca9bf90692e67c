"""The figures of what was found about the points: radius, street, θ*, the proof that no line does it.

Imported with the first of them that is shown (A9).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations
from typing import TYPE_CHECKING

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QFont

from perceptron_gui.gui.canvas.arrows import Arrow
from perceptron_gui.gui.canvas.geometry.figure import (
    SHARES,
    Figure,
    Ring,
    Stroke,
    Subject,
    Word,
    beside_line,
    dots_in_view,
    foot,
    line_in_view,
)
from perceptron_gui.gui.canvas.labels import word_box
from perceptron_gui.gui.style.theme import SMALL
from perceptron_gui.session.explanation.facts.margin_facts import Street, optimal_cells, radius_facts, street_facts
from perceptron_gui.session.explanation.facts.witness_facts import Proof, Share, Side, proof_of
from perceptron_gui.session.explanation.scores import boundary_distance
from perceptron_gui.session.explanation.terms import vector_text
from perceptron_gui.session.formula.line import signed, text_of
from perceptron_gui.session.wording import written

if TYPE_CHECKING:
    from perceptron_gui.engine.model.regions import HalfPlane
    from perceptron_gui.gui.canvas.picture import Picture


OPTIMUM_GAP = 14.0
"""Pixels between the line and the middle of its name."""


def optimum_figure(subject: Subject) -> Figure | None:
    """Return the boundary of θ*, or None where the points are not separable."""
    verdict, frame, theme = subject.analysis.verdict, subject.frame, subject.theme
    if verdict is None or verdict.separator is None:
        return None
    cells = optimal_cells(subject.dataset, subject.document.settings, verdict, subject.axes, frame.rectangle)
    edges = [edge for cell in cells for edge in cell.edges() if cell.owner < edge[2]]
    lines = [QLineF(frame.point(*start), frame.point(*end)) for start, end, _ in edges]
    if not lines:
        return None
    name = "θ*" if verdict.separator.ndim == 1 else "W*"
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
    holders = subject.places(street.holders[:MOST_RINGED])
    arrow = _width_arrow(subject, street)
    words = [_width(subject, street, arrow)] if arrow is not None else []
    rings = [subject.ring(at, theme.good) for at in holders]
    return Figure(strokes, rings, _both_ways(arrow, subject) if arrow is not None else [], words)


def _width_arrow(subject: Subject, street: Street) -> QLineF | None:
    """Return half the width as a line from a point on a kerb to the middle, where that is in view and can be seen."""
    frame = subject.frame
    if street.half * frame.unit < SHORTEST_ARROW:
        return None
    for index in street.holders[:MOST_RINGED]:
        x, y = subject.positions[index].tolist()
        end = foot((x, y), street.plane)
        if frame.contains(x, y) and frame.contains(*end):
            return QLineF(frame.point(x, y), frame.point(*end))
    return None


def _both_ways(line: QLineF, subject: Subject) -> list[Arrow]:
    """Return a double arrow that ends at the edge of the point's symbol."""
    width, colour = 2.0 * subject.theme.stroke, subject.theme.good
    start = line.pointAt(min((subject.diameter / 2 + 5) / line.length(), 0.5))
    return [Arrow(line.center(), line.p2(), colour, width), Arrow(line.center(), start, colour, width)]


def _width(subject: Subject, street: Street, arrow: QLineF) -> Word:
    text = f"{street.name} {street.size.after_name}"
    reach = 34 * subject.theme.scale / arrow.length()
    aside = QPointF(-arrow.dy() * reach, arrow.dx() * reach)
    middles = [arrow.pointAt(share) + aside * side for share in (0.5, 0.7, 0.3) for side in (1, -1)]
    return Word(text, subject.theme.good, subject.name_font, middles, arrow.center(), 12 * subject.theme.scale)


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
        return Figure(
            rings=rings, words=[_word(subject, share, at, 1) for share, at in zip(shares, places, strict=True)]
        )
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
    origin = frame.point(0.0, 0.0)
    begin = foot((0.0, 0.0), plane)
    if not frame.contains(0.0, 0.0):
        edges = [edge for cell in picture.cells[:1] for edge in cell.edges()]
        if not edges:
            return None
        (x0, y0), (x1, y1), _ = edges[0]  # w begins in the middle of what is seen of the boundary
        begin, origin = ((x0 + x1) / 2, (y0 + y1) / 2), frame.point((x0 + x1) / 2, (y0 + y1) / 2)
    if not frame.contains(*begin):
        return None
    at = frame.point(*begin)
    way = Stroke([QLineF(origin, at)], theme.muted, 1.4 * theme.stroke, Qt.PenStyle.DotLine)
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
    size, length = SIZE * picture.theme.scale, math.hypot(plane[0], plane[1])
    up = QPointF(plane[0] * size / length, -plane[1] * size / length)
    along = QPointF(-up.y(), up.x())
    sides = [QLineF(at + up, at + up + along), QLineF(at + up + along, at + along)]
    return Stroke(sides, picture.theme.text, 1.6 * picture.theme.stroke)


def _beside(line: QLineF, text: str, font: QFont, gap: float) -> list[QPointF]:
    """Return middles of a word from which it does not reach the line, however the line runs."""
    length = line.length()
    across = QPointF(-line.dy() / length, line.dx() / length) if length else QPointF(0, 1)
    left, top, right, bottom = word_box(text, font.toString())
    aside = across * (gap + abs(across.x()) * (right - left) / 2 + abs(across.y()) * (bottom - top) / 2)
    return [line.pointAt(share) + aside * side for share in (0.5, *SHARES) for side in (1, -1)]
