"""The log of a run: one CSV row for every update, with the parameters after it (C6)."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TextIO

import numpy as np

from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.engine.run.visit_record import parameters, rival_of
from perceptron_gui.engine.training.factory import make_trainer
from perceptron_gui.engine.training.state import EVERY_ERROR, NO_RIVAL, Mistakes
from perceptron_gui.engine.training.training_data import TrainingData
from perceptron_gui.files.atomic import replacing
from perceptron_gui.files.file_errors import FileError
from perceptron_gui.files.names import row_of_names
from perceptron_gui.files.numbers import shortest


class RunLog:
    """Follows a run from mistake to mistake and writes a row for each.

    A visit counts from 1 (the visit that made the update included), an epoch from 1; points and rivals from 0 in the
    order of the file and of the classes. The rival stays empty in the binary modes; a batch update names all its
    points, and their rivals, with spaces between.

    Parameters
    ----------
    data : TrainingData
        The run.
    file : text file
        Open for writing; gets the header at once.
    """

    def __init__(self, data: TrainingData, file: TextIO) -> None:
        # It trains along, since only a trainer knows the parameters at a visit.
        self._trainer = make_trainer(data)
        self._file = file
        file.write(row_of_names(["visit", "epoch", "point", "rival", *parameter_names(data)]))

    def follow(self, mistakes: Mistakes) -> None:
        """Write the rows of mistakes.

        Parameters
        ----------
        mistakes : Mistakes
            Those that the run made since the last call.
        """
        for visit, point, rival in zip(mistakes.visits, mistakes.points, mistakes.rivals, strict=True):
            who = self._errors_at(visit) if point == EVERY_ERROR else [(point, rival)]
            self._trainer.advance(visit + 1)
            self._trainer.log.clear()
            theta = (parameters(self._trainer) + 0.0).ravel().tolist()  # + 0.0 makes −0.0 plain 0
            points = " ".join(str(point) for point, _ in who)
            rivals = " ".join(str(rival) for _, rival in who if rival != NO_RIVAL)
            head = f"{visit + 1},{self._trainer.state.epoch},{points},{rivals},"
            self._file.write(head + ",".join(map(shortest, theta)) + "\n")

    def _errors_at(self, visit: int) -> list[tuple[int, int]]:
        """Return the errors, with their rivals, whose sum the batch update at the end of `visit` adds."""
        self._trainer.advance(visit)
        errors = np.flatnonzero(self._trainer.margins() <= 0.0).tolist()
        return [(point, rival_of(self._trainer, point)) for point in errors]


def parameter_names(data: TrainingData) -> list[str]:
    """Return w1 … wd, b; in multiclass w1_0 … wd_0, b_0, w1_1 … for the classes from 0.

    Parameters
    ----------
    data : TrainingData
        The run.
    """
    names = [f"w{j + 1}" for j in range(data.mapped.n_features)] + ["b"] * data.settings.bias
    rows = model_kind(data.settings).row_classes(len(data.dataset.classes))
    return [name if k is None else f"{name}_{k}" for k in rows for name in names]


@contextlib.contextmanager
def open_log(path: str, data: TrainingData) -> Iterator[RunLog]:
    """Open a log that is there after the block if that ended well, and not otherwise.

    Parameters
    ----------
    path : str
        Where the log is to be.
    data : TrainingData
        The run.

    Yields
    ------
    RunLog
        To be told of mistakes.

    Raises
    ------
    PointsFileError
        When it cannot be written.
    """
    try:
        with replacing(path) as new:
            yield RunLog(data, new.file)
    except FileError as flaw:
        raise flaw.in_file(path) from None
