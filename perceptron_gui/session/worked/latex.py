"""The worked solution, and the run as a table, in LaTeX (packages amsmath, and longtable for tables of many pages)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from perceptron_gui.session.explanation.export import as_latex
from perceptron_gui.session.formula import latex
from perceptron_gui.session.formula.latex_lines import aligned
from perceptron_gui.session.programs.text import one_line
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.session.worked.solution import Solution

PREAMBLE = r"""\documentclass[{paper}paper]{{article}}
\usepackage[utf8]{{inputenc}}
\usepackage[T1]{{fontenc}}
\usepackage{{amsmath}}
\usepackage[margin=2cm]{{geometry}}
\setlength{{\parindent}}{{0pt}}
\allowdisplaybreaks
\sloppy
\begin{{document}}
"""
LAST_SIGN = 0xFF
"""The last sign of those that `inputenc` knows without another package (Latin-1)."""
END = "\\end{document}\n"


def solution_latex(solution: Solution, paper: str) -> str:
    """Return a worked solution as a document of LaTeX. `paper`: "a4" or "letter"."""
    parts = [PREAMBLE.format(paper=paper), rf"\section*{{{words(solution.title)}}}", words(solution.rules)]
    if solution.points:
        parts.append(aligned(solution.points))
    parts += [words(solution.more_points)] * bool(solution.more_points)
    for step in solution.steps:
        parts.append("\\bigskip\\hrule\\medskip\n" + as_latex(step))
    parts.append(r"\bigskip\hrule\medskip")
    parts += [words(solution.left_out) + r"\par"] * bool(solution.left_out)
    if solution.parameters:
        parts.append(aligned(solution.parameters))
    return compilable("\n\n".join([*parts, *map(words, solution.end)]) + "\n" + END)


def table_latex(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table of LaTeX that stands by itself: it needs no package.

    `columns`: their names; any characters. `rows`: their cells; any characters.
    """
    note = "% " + one_line(tr("Put it into a document with \\input; of some pages, write longtable for tabular."))
    head = rf"\begin{{tabular}}{{{'l' * len(columns)}}}"
    lines = [note, head, _row(columns), r"\hline", *map(_row, rows), r"\end{tabular}"]
    return compilable("\n".join(lines) + "\n")


def _row(cells: Sequence[str]) -> str:
    return "  " + " & ".join(map(words, cells)) + r" \\"


def words(text: str) -> str:
    """Return text for a document. `text`: any characters."""
    return latex.words(one_line(text))


def compilable(document: str) -> str:
    """Return a document with a ? for every sign that the fonts of LaTeX lack, so that it compiles whatever a name has.

    `document`: of LaTeX.
    """
    return "".join(
        sign if sign == "\n" or (sign.isprintable() and ord(sign) <= LAST_SIGN) else "?" for sign in document
    )
