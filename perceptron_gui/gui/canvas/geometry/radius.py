"""The circle around the origin that no point lies beyond (T2, T3)."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF

from perceptron_gui.gui.canvas.geometry.figure import Figure, Stroke, Subject, Word
from perceptron_gui.gui.canvas.geometry.lines import SHARES, dots_in_view
from perceptron_gui.session.explanation.margin_facts import radius_facts

GAP = 30.0
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
    middle, gap = subject.frame.point(0.0, 0.0), GAP * theme.scale
    places = [at for share in SHARES for at in _beside(dots[round(share * (len(dots) - 1))].p1(), middle, gap)]
    word = Word(f"{facts.name} {facts.size.after_name}", theme.accent, subject.name_font, places)
    return Figure([Stroke([*dots], theme.accent, 2.0 * theme.stroke)], words=[word])


def _beside(at: QPointF, middle: QPointF, gap: float) -> list[QPointF]:
    """Return a place inside and one outside of the circle."""
    away = at - middle
    share = gap / (math.hypot(away.x(), away.y()) or 1.0)
    return [at + away * (side * share) for side in (1, -1)]
