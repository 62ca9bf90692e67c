"""The log of a run: one CSV row for every update, with the parameters after it (C6)."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TextIO

from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.engine.run.visit_record import parameters
from perceptron_gui.engine.training.mistakes import EVERY_ERROR, NO_RIVAL
from perceptron_gui.files.atomic import replacing
from perceptron_gui.files.file_errors import FileError
from perceptron_gui.files.names import row_of_names
from perceptron_gui.files.numbers import shortest

if TYPE_CHECKING:
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
