"""The worked solution as pages: rich text as on the panel "This step", black on white, its text as text."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QPageSize, QPdfWriter, QTextDocument

from perceptron_gui.gui.panels.step_html import step_html
from perceptron_gui.gui.style.theme import LIGHT
from perceptron_gui.gui.widgets.formula_html import formulas_html

if TYPE_CHECKING:
    from perceptron_gui.session.worked.solution import Solution

PAPERS = {"a4": QPageSize.PageSizeId.A4, "letter": QPageSize.PageSizeId.Letter}
RESOLUTION = 120
"""Pixels of the rich text to an inch: its formulas are eleven points high then."""


def solution_pdf(solution: Solution, paper: str) -> bytes:
    """Return a worked solution as a PDF, on as many pages as it takes. `paper`: "a4" or "letter"."""
    document = QTextDocument()
    document.setHtml(solution_html(solution))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(RESOLUTION)
    writer.setPageSize(QPageSize(PAPERS[paper]))
    writer.setTitle(solution.title)
    document.print_(writer)
    buffer.close()
    return bytes(buffer.data().data())


def solution_html(solution: Solution) -> str:
    """Return a worked solution as rich text."""
    rule = "<hr>"
    parts = [f"<h2>{_words(solution.title)}</h2>", f"<p>{_words(solution.rules)}</p>"]
    parts += [formulas_html(solution.points, LIGHT, stands_out=False, is_full=True)]
    parts += [f"<p>{_words(solution.more_points)}</p>"] * bool(solution.more_points)
    parts += [rule + step_html(step, LIGHT, is_full=True) for step in solution.steps]
    parts += [rule, *[f"<p>{_words(solution.left_out)}</p>"] * bool(solution.left_out)]
    parts += [formulas_html(solution.parameters, LIGHT, is_full=True)]
    parts += [f"<p>{_words(sentence)}</p>" for sentence in solution.end]
    return f"<body style=\"color:{LIGHT.text}; font-family:'Inter'; font-size:15px\">{''.join(parts)}</body>"


def _words(text: str) -> str:
    return html.escape(text)
