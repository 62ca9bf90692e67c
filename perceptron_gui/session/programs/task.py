"""The input of a written program: points, rules, the run trained to its end; and the program's heading."""

from collections.abc import Iterator

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, Split, split_of, trained_part
from perceptron_gui.engine.data.settings import RANDOM_ORDERS, TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.messages.run_end import reached, stop_line
from perceptron_gui.session.wording import grouped
from perceptron_gui.translation import tr

MAX_EPOCHS, MAX_RANDOM_UPDATES = 10_000, 1_000_000
"""Where runs end that have no limit of their own, as on the command line (C3)."""
MOST_NUMBERS = 100_000
"""Coordinates that a program may have: some megabytes of text."""
MOST_VISITS = 10_000_000
"""Visits that a program makes: about half a minute."""
SLICE = 1e6
"""Work between two looks, in multiply-adds: about a millisecond."""


def late_points_text() -> str:
    """Return the remark that points arrived in the middle of the run, for the program and its user."""
    return tr("Points arrived during this run; the program has all of them from the start, so its run is different.")


class CannotBeSaid(ValueError):
    """There is no such program; the message is one plain sentence for the user."""


class Task(Frozen, eq=False):
    """Points, rules and result."""

    title: str  # what the points are called; empty for none
    dataset: Dataset  # all points, those held out among them
    run: Run  # of those that are trained on, at its end, or where the program is to stop
    split: Split | None = None  # which points are held out, and may be told of (H1)
    is_veiled: bool = False  # whether the user is asked for an error, so that errors may not be told
    # whether points came in the middle of the run that was seen: here all are there from the start
    has_late_points: bool = False

    @property
    def settings(self) -> TrainingSettings:
        """The rules of the run, with the limits that end it."""
        return self.run.settings

    @property
    def last_visit(self) -> int | None:
        """The visit after which the program stops before its end; None where it goes on to the end."""
        return self.run.visit if self.run.stop is None else None

    @property
    def trained(self) -> Dataset:
        """The points that are trained on."""
        return self.run.data.dataset


def limited(settings: TrainingSettings) -> TrainingSettings:
    """Return rules under which every run ends (P7)."""
    if settings.order.has_epochs:
        return replace(settings, max_epochs=settings.max_epochs or MAX_EPOCHS)
    return replace(settings, max_updates=settings.max_updates or MAX_RANDOM_UPDATES)


def training(dataset: Dataset, settings: TrainingSettings, until: int | None = None) -> Iterator[Run]:
    """Train a run on the points that are not held out, all there from the start, and yield it again and again.

    `dataset`: all points. `until`: visits after which to stop, where the end may not be told. Raises `CannotBeSaid`
    when there are too many points for a program, or the run ends at the limit of weights (P7).
    """
    check_size(dataset)
    run, last = Run(trained_part(dataset), limited(settings), keeps_past=False), MOST_VISITS if until is None else until
    while run.stop is None and run.visit < last:
        run.advance(last, SLICE)
        yield run
    if run.stop is Stop.WEIGHT_LIMIT:
        raise CannotBeSaid(
            tr("The numbers in this run grow too large for a program: choose a lower degree or simpler features.")
        )
    yield run


def check_size(dataset: Dataset) -> None:
    """Raise `CannotBeSaid` where there are no points, or more than fit a program."""
    if not dataset.n_samples:
        raise CannotBeSaid(tr("There are no points: add one first."))
    if dataset.X.size > MOST_NUMBERS:
        words = tr(
            "A program can hold at most {most} coordinates, but these points have {count}: export them as a file."
        )
        raise CannotBeSaid(words.format(most=grouped(MOST_NUMBERS), count=grouped(dataset.X.size)))


def split_to_tell(dataset: Dataset, has_test: bool) -> Split | None:
    """Return the parts of the points, without the test part if that may not be revealed.

    `dataset`: all points. `has_test`: whether the test part was looked at (H1).
    """
    split = split_of(dataset)
    return split if split is None or has_test else replace(split, test=np.empty(0, dtype=np.int64))


def heading(task: Task, library: str, remarks: str = "") -> dict[str, object]:
    """Return the values for the template of the program's docstring, by name. `library`: what the program needs.

    `remarks`: what else is to be known of it.
    """
    return {
        **{"library": library, "remarks": remarks, "draws": task.settings.order in RANDOM_ORDERS},
        **{"stop_line": stop_line, "reached": reached, "late_points_text": late_points_text},
    }
