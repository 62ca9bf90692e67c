"""A run written down: as a program of its own (P9), as the worked solution of some visits, or a table of them."""

import contextlib
import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TextIO

import numpy as np

from perceptron_gui.engine.data import SettingsError
from perceptron_gui.engine.data.dataset import DatasetError, Ints
from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.engine.run.records.all_points import AllPoints
from perceptron_gui.engine.run.records.record import Replay, VisitRecord, parameters
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.training.state import EVERY_ERROR, NO_RIVAL
from perceptron_gui.engine.training.trainer import Trainer
from perceptron_gui.engine.training.training_data import TrainingData
from perceptron_gui.files.atomic import Written, replacing, write_bytes
from perceptron_gui.files.file_work import FileError, PointsFileError, Report, named
from perceptron_gui.files.spelling import row_of_names, shortest
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.document import Document, Place
from perceptron_gui.session.output.exports import ProgramFormat
from perceptron_gui.session.output.run_table import Selection, count_of, selected_visits
from perceptron_gui.session.programs import task
from perceptron_gui.session.worked.past import NothingToShow, Stretch
from perceptron_gui.translation import N_, tr


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
    except (task.CannotBeSaid, DatasetError, SettingsError) as reason:
        raise PointsFileError(str(reason)) from None
    with named(path):
        written = write_bytes(path, program.encode("utf-8", "replace"))
    remarks = (task.late_points_text(),) * telling.has_late_points
    return replace(written, remarks=(*written.remarks, *remarks))


def _trained(document: Document, telling: Telling, report: Report) -> task.Task:
    task.check_size(document.dataset)
    settings = document.named_settings
    for run in task.training(document.dataset, settings, telling.until):
        report(run.visit / task.MOST_VISITS)
    split = task.split_to_tell(document.dataset, telling.has_test)
    return task.Task(document.title, document.dataset, run, split, telling.until is not None, telling.has_late_points)


MOST_TOLD = {
    False: N_("A solution shows at most 100 visits, and says how many it leaves out."),
    True: N_("A table shows at most 2000 visits."),
}
"""Limits in words, of a solution and of a table."""


def write_latex_table(path: str, document: Document, place: Place, stretch: Stretch, report: Report) -> Written:
    """Write some visits as a table of LaTeX.

    `path`: the file; what is there is replaced. `place`: says when points came during the run. `stretch`: which visits.
    `report`: is called with the part that is done, see `write_points`. Raises `PointsFileError` when there is no such
    table, or the file cannot be written.
    """
    from perceptron_gui.session.worked.solution import run_table, table_latex  # not before somebody asks (A9)

    return _written(path, lambda: table_latex(run_table(document, place, stretch, report)).encode())


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
    # Not before somebody asks (A9).
    from perceptron_gui.session.worked.solution import solution_latex, solution_of

    def content() -> bytes:
        solution = solution_of(document, place, stretch, report)
        return solution_latex(solution, paper).encode() if paint is None else paint(solution, paper)

    return _written(path, content)


def _written(path: str, content: Callable[[], bytes]) -> Written:
    try:
        with named(path):
            return write_bytes(path, content())
    except (NothingToShow, DatasetError) as reason:
        raise PointsFileError(str(reason)) from None


class TableFormat(Frozen):
    """A form of a table."""

    text: str  # what the dialog calls such files; marked for translation
    suffixes: tuple[str, ...]  # with their dots, in small letters; the first is given to a name without one
    header: Callable[[list[str]], str]  # returns what stands before the rows, from the names of the columns
    row: Callable[[list[str]], str]  # returns a row from its cells, with the end of its line

    @property
    def file_filter(self) -> str:
        """What Qt's dialogs call such files."""
        return f"{tr(self.text)} ({' '.join('*' + suffix for suffix in self.suffixes)})"


def _with_commas(cells: list[str]) -> str:
    return ",".join(cells) + "\n"


CSV = TableFormat(N_("Points files"), (".csv", ".tsv", ".txt"), row_of_names, _with_commas)
"""What is written, too, under a suffix that no form claims."""
TABLE_FORMATS: tuple[TableFormat, ...] = (CSV,)


def format_of(path: str) -> TableFormat:
    """Return the form that a file's suffix stands for.

    `path`: the file; capital letters in its suffix are small ones.
    """
    suffix = Path(path).suffix.lower()
    return next((form for form in TABLE_FORMATS if suffix in form.suffixes), CSV)


def suffixes_by_filter() -> dict[str, str]:
    """Return the filters of a dialog, and the suffix that each gives to a name without one."""
    return {form.file_filter: form.suffixes[0] for form in TABLE_FORMATS}


Places = Callable[[Sequence[int]], list[int]]


class RunLog:
    """Writes a row for each update of a run, while the run goes on.

    A visit counts from 1 (the visit that made the update included), an epoch from 1; points and rivals from 0 in the
    order of the file and of the classes. With a curved kernel the only parameter is the bias: α counts the rows that
    name a point. The rival stays empty in the binary modes; a batch update names all its
    points, and their rivals, with spaces between.

    `data`: the run. `file`: open for writing; gets the header at once. `places`: where points of the run stand in the
    file; not where they stand in the run if some are held out (H1).
    """

    def __init__(self, data: TrainingData, file: TextIO, places: Places = list) -> None:
        self._file, self._places = file, places
        file.write(row_of_names(["visit", "epoch", "point", "rival", *parameter_names(data)]))

    def write(self, trainer: Trainer) -> None:
        """Write the row of an update.

        `trainer`: right after the update; the last entry of its log is the mistake that made it.
        """
        point, rival = trainer.log.points[-1], trainer.log.rivals[-1]
        who = trainer.batch if point == EVERY_ERROR else [(point, rival)]
        theta = (parameters(trainer) + 0.0).ravel().tolist()  # + 0.0 makes −0.0 plain 0
        points = " ".join(map(str, self._places([point for point, _ in who])))
        rivals = " ".join([str(rival) for _, rival in who if rival != NO_RIVAL])
        head = [str(trainer.state.visits), str(trainer.state.epoch), points, rivals]
        self._file.write(",".join([*head, *map(shortest, theta)]) + "\n")


def parameter_names(data: TrainingData) -> list[str]:
    """Return w1 … wd, b; in multiclass w1_0 … wd_0, b_0, w1_1 … for the classes from 0. `data`: the run."""
    names = [f"w{j + 1}" for j in range(data.n_weights)] + ["b"] * data.settings.bias
    rows = model_kind(data.settings).row_classes(len(data.dataset.classes))
    return [name if k is None else f"{name}_{k}" for k in rows for name in names]


@contextlib.contextmanager
def open_log(path: str, data: TrainingData, places: Places = list) -> Iterator[RunLog]:
    """Open a log that is there after the block if that ended well, and not otherwise.

    `path`: where the log is to be. `data`: the run. `places`: where points of the run stand in the file. Returns to be
    told of updates. Raises `PointsFileError` when it cannot be written.
    """
    with named(path), replacing(path) as new:
        yield RunLog(data, new.file, places)


ROWS_AT_ONCE = 256


def write_table(run: Run, selection: Selection, path: str, points: AllPoints | None = None) -> Iterator[float]:
    """Write rows of a run's table a few at a time, so that the caller can do other things in between.

    `run`: its past must stay as it is; points may come and visits go on. `selection`: which visits are rows. `path`:
    where the file is to be; it is there after the last row. Its suffix says in which form. `points`: all, if some are
    held out, whose numbers are told and selected (H1). Returns the part that is done, in 0 … 1. Raises
    `PointsFileError` when it cannot be written.
    """
    if points is not None and selection.point is not None:
        selection = replace(selection, point=points.number_in_run(selection.point))
    # The newest, since the run may stand before points, and classes, that are in later rows.
    total, end, form, newest = count_of(run, selection), run.frontier, format_of(path), run.stages.data_of(-1)
    n_rows, numbers = newest.n_rows, np.arange(newest.n_samples) if points is None else points.split.training
    arrivals = _arrivals_before(run, end)
    with named(path), replacing(path) as new:
        new.file.write(form.header(column_names(run)))
        walk = Replay(run)
        for first in range(0, total, ROWS_AT_ONCE):
            if _arrivals_before(run, end) != arrivals:
                raise FileError(tr("the file cannot be written because the run has changed in the meantime."))
            visits = selected_visits(run, selection, first, first + ROWS_AT_ONCE)
            new.file.writelines(form.row(_cells(run, each, numbers, n_rows)) for each in walk.visits(visits))
            yield min(1.0, (first + ROWS_AT_ONCE) / total)


def _arrivals_before(run: Run, visit: int) -> list[tuple[int, int]]:
    """Return what came during the run, as far as it belongs to what is written: points may come while it is."""
    return [arrival for arrival in run.stages.arrivals if arrival[0] < visit]


def column_names(run: Run) -> list[str]:
    """Return the header: visit, epoch, point, coordinates, class, scores, mistake, near miss, parameters after."""
    rows = model_kind(run.settings).row_classes(len(run.dataset.classes))
    scores = ["f" if k is None else f"s_{k}" for k in rows]
    head = ["visit", "epoch", "point", *(f"x{j + 1}" for j in range(run.dataset.n_features)), "class", *scores]
    parameters_after = parameter_names(run.stages.data_of(-1))
    return [*head, "mistake", *["near_miss"] * bool(run.settings.beta), *parameters_after]


def _cells(run: Run, visited: VisitRecord, numbers: Ints, n_rows: int) -> list[str]:
    """Return the cells of a row. `numbers`: of points, as they are told. `n_rows`: those of θ that have columns."""
    x = run.dataset.X[visited.point].tolist()
    label = float(run.dataset.labels[visited.point])
    # + 0.0 makes −0.0 plain 0; a class without points has no score
    scores, after = (visited.scores + 0.0).tolist(), (visited.after + 0.0).ravel().tolist()
    n_later = n_rows - len(scores)  # a class that came later had no score yet, and zeros for weights (M1)
    cells = ["" if score == -math.inf else shortest(score) for score in scores] + [""] * n_later
    after += [0.0] * n_later * visited.after.shape[1]
    head = [str(visited.number), str(visited.epoch or ""), str(numbers[visited.point])]
    learned = [float(visited.is_mistake), *[float(visited.is_near_miss)] * bool(run.settings.beta)]
    tail = map(shortest, [*learned, *after])
    return [*head, *map(shortest, [*x, label]), *cells, *tail]
