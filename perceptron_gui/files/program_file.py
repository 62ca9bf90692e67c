"""Writing a run as a program of its own (P9)."""

from __future__ import annotations

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

if TYPE_CHECKING:
    from perceptron_gui.files.report import Report
    from perceptron_gui.session.document import Document
    from perceptron_gui.session.programs.program_formats import ProgramFormat

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
