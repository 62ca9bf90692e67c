"""The widest street: its two kerbs, its middle, half its width, and the points that hold it (T3; without bias T1)."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, Qt

from perceptron_gui.gui.canvas.arrows import Arrow
from perceptron_gui.gui.canvas.geometry.figure import Figure, Stroke, Subject, Word
from perceptron_gui.gui.canvas.geometry.lines import foot, line_in_view
from perceptron_gui.session.explanation.margin_facts import Street, street_facts

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
