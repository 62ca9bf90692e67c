"""Tables of a run: its log, a row for every update while it goes on (C6), and visits or mistakes of its past."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TextIO

from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.engine.run.record import Replay
from perceptron_gui.engine.run.visit_record import parameters
from perceptron_gui.engine.training.state import EVERY_ERROR, NO_RIVAL
from perceptron_gui.files.atomic import replacing
from perceptron_gui.files.file_errors import FileError
from perceptron_gui.files.names import row_of_names
from perceptron_gui.files.numbers import shortest
from perceptron_gui.files.table_formats import format_of
from perceptron_gui.session.run_table import Selection, count_of, selected_visits
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.run import Run
    from perceptron_gui.engine.run.visit_record import VisitRecord
    from perceptron_gui.engine.training.trainer import Trainer
    from perceptron_gui.engine.training.training_data import TrainingData


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
    try:
        with replacing(path) as new:
            yield RunLog(data, new.file, places)
    except FileError as flaw:
        raise flaw.in_file(path) from None


ROWS_AT_ONCE = 256


def write_table(run: Run, selection: Selection, path: str) -> Iterator[float]:
    """Write rows of a run's table a few at a time, so that the caller can do other things in between.

    `run`: its past must stay as it is; points may come and visits go on. `selection`: which visits are rows. `path`:
    where the file is to be; it is there after the last row. Its suffix says in which form. Returns the part that is
    done, in 0 … 1. Raises `PointsFileError` when it cannot be written.
    """
    total, end, form = count_of(run, selection), run.frontier, format_of(path)
    arrivals = _arrivals_before(run, end)
    try:
        with replacing(path) as new:
            new.file.write(form.header(column_names(run)))
            walk = Replay(run)
            for first in range(0, total, ROWS_AT_ONCE):
                if _arrivals_before(run, end) != arrivals:
                    raise FileError(tr("the file cannot be written because the run was changed meanwhile."))
                visits = selected_visits(run, selection, first, first + ROWS_AT_ONCE)
                new.file.writelines(form.row(_cells(run, visited)) for visited in walk.visits(visits))
                yield min(1.0, (first + ROWS_AT_ONCE) / total)
    except FileError as flaw:
        raise flaw.in_file(path) from None


def _arrivals_before(run: Run, visit: int) -> list[tuple[int, int]]:
    """Return what came during the run, as far as it belongs to what is written: points may come while it is."""
    return [arrival for arrival in run.arrivals if arrival[0] < visit]


def column_names(run: Run) -> list[str]:
    """Return the header: visit, epoch, point, coordinates, class, scores, mistake, near miss, parameters after."""
    rows = model_kind(run.settings).row_classes(len(run.dataset.classes))
    scores = ["f" if k is None else f"s_{k}" for k in rows]
    coordinates = [f"x{j + 1}" for j in range(run.dataset.n_features)]
    learned = ["mistake", *["near_miss"] * bool(run.settings.beta)]
    return ["visit", "epoch", "point", *coordinates, "class", *scores, *learned, *parameter_names(run.data)]


def _cells(run: Run, visited: VisitRecord) -> list[str]:
    x = run.dataset.X[visited.point].tolist()
    label = float(run.dataset.labels[visited.point])
    # + 0.0 makes −0.0 plain 0; a class without points has no score
    scores, after = (visited.scores + 0.0).tolist(), (visited.after + 0.0).ravel().tolist()
    cells = ["" if score == -math.inf else shortest(score) for score in scores]
    head = [str(visited.number), str(visited.epoch or ""), str(visited.point)]
    learned = [float(visited.is_mistake), *[float(visited.is_near_miss)] * bool(run.settings.beta)]
    tail = map(shortest, [*learned, *after])
    return [*head, *map(shortest, [*x, label]), *cells, *tail]
