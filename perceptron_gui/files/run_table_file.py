"""Writing the run as a table: one row a visit or a mistake, in plain numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.engine.run.replay import Replay
from perceptron_gui.files.atomic import replacing
from perceptron_gui.files.file_errors import FileError
from perceptron_gui.files.numbers import shortest
from perceptron_gui.files.run_log import parameter_names
from perceptron_gui.files.table_formats import format_of
from perceptron_gui.session.run_table import Selection, count_of, selected_visits
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.run import Run
    from perceptron_gui.engine.run.visit_record import VisitRecord

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
