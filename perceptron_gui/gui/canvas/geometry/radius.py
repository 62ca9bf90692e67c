"""The circle around the origin that no point lies beyond (T2, T3)."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPolygonF

from perceptron_gui.gui.canvas.geometry.figure import Figure, Stroke, Subject, Word
from perceptron_gui.gui.canvas.geometry.lines import SHARES, arcs_in_view
from perceptron_gui.session.explanation.margin_facts import radius_facts

GAP = 30.0
"""Pixels between the circle and the middle of its name."""


def radius_figure(subject: Subject) -> Figure | None:
    """Return the circle with its name, or None where there is none.

    Parameters
    ----------
    subject : Subject
    """
    facts, theme = radius_facts(subject.dataset, subject.document.settings, subject.analysis), subject.theme
    if facts is None:
        return None
    arcs = arcs_in_view(facts.length, subject.frame)
    circle = Stroke(arcs, theme.accent, 1.8 * theme.stroke, Qt.PenStyle.DotLine)
    middles = [middle for arc in arcs for middle in _beside(arc, subject)]
    text = f"{facts.name} {facts.size.after_name}"
    return Figure([circle], words=[Word(text, theme.accent, subject.name_font, middles)] if middles else [])


def _beside(arc: QPolygonF, subject: Subject) -> list[QPointF]:
    """Return places inside and outside of an arc."""
    origin, places = subject.frame.point(0.0, 0.0), []
    for share in SHARES:
        at = arc.at(round(share * (arc.size() - 1)))
        away = at - origin
        share_of_it = GAP * subject.theme.scale / (math.hypot(away.x(), away.y()) or 1.0)
        places += [at + away * (side * share_of_it) for side in (1, -1)]
    return places
