"""The boundary of θ*, the direction with the largest margin, beside the run's own (T1; multiclass: T6)."""

from __future__ import annotations

from PySide6.QtCore import QLineF, Qt

from perceptron_gui.gui.canvas.geometry.figure import Figure, Stroke, Subject, Word
from perceptron_gui.gui.canvas.geometry.lines import beside_line
from perceptron_gui.session.explanation.margin_facts import optimal_cells

GAP = 14.0
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
    word = Word(name, theme.accent, subject.name_font, beside_line(longest, GAP * theme.scale))
    stroke = Stroke(lines, theme.accent, 2.0 * theme.stroke, Qt.PenStyle.DashLine)
    return Figure([stroke], words=[word])
