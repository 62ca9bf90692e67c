"""Writing the worked solution of some visits, or a table of them: whole or not at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from perceptron_gui.engine.data.dataset import DatasetError
from perceptron_gui.files.atomic import Written, write_bytes
from perceptron_gui.files.file_errors import FileError, PointsFileError
from perceptron_gui.session.worked.past import NothingToShow, Stretch
from perceptron_gui.translation import N_

if TYPE_CHECKING:
    from perceptron_gui.files.report import Report
    from perceptron_gui.session.document import Document
    from perceptron_gui.session.saved.place import Place

MOST_TOLD = {
    False: N_("A solution has a hundred of them at most, and says how many it leaves out."),
    True: N_("A table has two thousand of them at most."),
}
"""Limits in words, of a solution and of a table."""


def write_table(path: str, document: Document, place: Place, stretch: Stretch, report: Report) -> Written:
    """Write some visits as a table of LaTeX.

    `path`: the file; what is there is replaced. `place`: says when points came during the run. `stretch`: which visits.
    `report`: is called with the part that is done, see `write_points`. Raises `PointsFileError` when there is no such
    table, or the file cannot be written.
    """
    from perceptron_gui.session.worked.table import run_table  # not before somebody asks (A9)

    return _written(path, lambda: run_table(document, place, stretch, report).encode())


def write_solution(
    path: str,
    document: Document,
    place: Place,
    stretch: Stretch,
    paper: str,
    report: Report,
    paint: Callable[..., bytes] | None = None,
) -> Written:
    """Write the worked solution of some visits.

    `path`: the file; what is there is replaced. `place`: says when points came during the run. `stretch`: which visits.
    `paper`: "a4" or "letter". `report`: is called with the part that is done, see `write_points`. `paint`: returns a
    solution on a paper as bytes; in LaTeX if not given. Raises `PointsFileError` when there is no such visit, or the
    file cannot be written.
    """
    from perceptron_gui.session.worked.latex import solution_latex  # not before somebody asks (A9)
    from perceptron_gui.session.worked.solution import solution_of

    def content() -> bytes:
        solution = solution_of(document, place, stretch, report)
        return solution_latex(solution, paper).encode() if paint is None else paint(solution, paper)

    return _written(path, content)


def _written(path: str, content: Callable[[], bytes]) -> Written:
    try:
        return write_bytes(path, content())
    except (NothingToShow, DatasetError) as reason:
        raise PointsFileError(str(reason)) from None
    except FileError as flaw:
        raise flaw.in_file(path) from None
