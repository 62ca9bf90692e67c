"""A run written down: as a program of its own (P9), as the worked solution of some visits, or a table of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from perceptron_gui.engine.data.dataset import DatasetError
from perceptron_gui.engine.data.settings_error import SettingsError
from perceptron_gui.files.atomic import Written, write_bytes
from perceptron_gui.files.file_errors import FileError, PointsFileError
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.programs.task import (
    MOST_VISITS,
    CannotBeSaid,
    Task,
    check_size,
    late_points_text,
    split_to_tell,
    training,
)
from perceptron_gui.session.worked.past import NothingToShow, Stretch
from perceptron_gui.translation import N_

if TYPE_CHECKING:
    from perceptron_gui.files.file_work import Report
    from perceptron_gui.session.document import Document
    from perceptron_gui.session.exports import ProgramFormat
    from perceptron_gui.session.saved.place import Place


SUFFIX = ".py"


class Telling(Frozen):
    """How much a program may tell."""

    # only what comes before this many visits are completed: the user is asked about the next one
    until: int | None = None
    has_test: bool = False  # whether the errors of the test part may be told (H1)
    has_late_points: bool = False  # whether it is to tell that points came in the middle of the run that is seen (P9)


def write_program(path: str, document: Document, form: ProgramFormat, telling: Telling, report: Report) -> Written:
    """Train a run to its end, and write it as a program; nothing is written where that cannot be said.

    `path`: the file; what is there is replaced. `document`: points and rules; points that came during a run are there
    from the start. `form`: in which library. `telling`: how much of it may be told. `report`: is called with the part
    that is done, see `write_points`. Raises `PointsFileError` when there is no such program, or the file cannot be
    written.
    """
    try:
        program = form.write(_trained(document, telling, report))
    except (CannotBeSaid, DatasetError, SettingsError) as reason:
        raise PointsFileError(str(reason)) from None
    try:
        written = write_bytes(path, program.encode("utf-8", "replace"))
    except FileError as flaw:
        raise flaw.in_file(path) from None
    remarks = (late_points_text(),) * telling.has_late_points
    return replace(written, remarks=(*written.remarks, *remarks))


def _trained(document: Document, telling: Telling, report: Report) -> Task:
    check_size(document.dataset)
    settings = document.named_settings
    for run in training(document.dataset, settings, telling.until):
        report(run.visit / MOST_VISITS)
    split = split_to_tell(document.dataset, telling.has_test)
    return Task(document.title, document.dataset, run, split, telling.until is not None, telling.has_late_points)


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
    from perceptron_gui.session.worked.solution import run_table  # not before somebody asks (A9)

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
    from perceptron_gui.session.worked.solution import (
        solution_latex,  # not before somebody asks (A9)
        solution_of,
    )

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
