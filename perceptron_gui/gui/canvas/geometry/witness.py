"""The points that prove that no line does it, and how: crossing segments, a triangle, vectors that balance (T1)."""

from __future__ import annotations

from itertools import combinations

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QFont

from perceptron_gui.gui.canvas.arrows import Arrow
from perceptron_gui.gui.canvas.geometry.figure import Figure, Ring, Stroke, Subject, Word
from perceptron_gui.gui.style.theme import SMALL
from perceptron_gui.session.explanation.vectors import vector_text
from perceptron_gui.session.explanation.witness_facts import Proof, Share, Side, proof_of
from perceptron_gui.session.formula.plain_text import text_of
from perceptron_gui.session.formula.sums import signed

MOST_JOINED = 4
"""Points of a side that are all joined with each other; of more only with what they share."""
DOT = 4.5
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
    radius, theme = DOT * subject.theme.scale, subject.theme
    return [Ring(at, 1.7 * radius, theme.panel), Ring(at, radius, theme.text)]


def _word(subject: Subject, share: Share, at: QPointF, sign: int) -> Word:
    term = text_of(signed(sign, share.term))
    return _named(subject, f"{term} > {share.rival}" if share.rival else term, at)


def _named(subject: Subject, text: str, at: QPointF) -> Word:
    gap = subject.diameter / 2 + 8 * subject.theme.scale
    font = subject.theme.font(SMALL + 1, QFont.Weight.DemiBold)
    return Word(text, subject.theme.text, font, [at + QPointF(0, -2.2 * gap)], at, gap)
