"""A task on a points file: the points, the settings, and the checks that only the command line makes (C3, C7)."""

from __future__ import annotations

from dataclasses import dataclass

from perceptron_gui.cli.options import Options
from perceptron_gui.cli.values import UsageError
from perceptron_gui.engine.dataset import Dataset, positive_class
from perceptron_gui.engine.settings import Order, TrainingSettings
from perceptron_gui.files.classes import find_class
from perceptron_gui.files.flaw import LONGEST_PATH, listed, shown
from perceptron_gui.files.points import read_points

MAX_EPOCHS = 10_000
MAX_RANDOM_UPDATES = 1_000_000


@dataclass(frozen=True, eq=False)
class Task:
    """What to do, and on which points."""

    options: Options
    dataset: Dataset
    settings: TrainingSettings

    @property
    def positive(self) -> str | None:
        """The class that is +, as first written; None in multiclass."""
        index = positive_class(self.dataset, self.settings.positive)
        if not self.settings.mode.is_binary or index is None:
            return None
        return self.dataset.classes[index]


def make_task(options: Options) -> Task:
    """Read the points file and settle which rules hold.

    Raises
    ------
    PointsFileError, SettingsError, UsageError
        When the file or an option makes no sense; one sentence.
    """
    dataset = read_points(options.file).dataset
    _check_classes(dataset, options)
    settings = TrainingSettings(
        mode=options.mode,
        order=options.order,
        eta=options.eta,
        bias=options.bias,
        initial=options.initial,
        positive=_positive(dataset, options),
        max_epochs=_max_epochs(options),
        max_updates=_max_updates(options),
        seed=options.seed,
    )
    return Task(options, dataset, settings)


def has_epochs(order: Order) -> bool:
    """Whether a run in `order` goes in passes; random errors do not (P7)."""
    return order.value != "random"


def _max_epochs(options: Options) -> int | None:
    if options.order is Order.ONLINE or not has_epochs(options.order):
        return None
    return options.max_epochs or MAX_EPOCHS


def _max_updates(options: Options) -> int | None:
    return options.max_updates or (None if has_epochs(options.order) else MAX_RANDOM_UPDATES)


def _check_classes(dataset: Dataset, options: Options) -> None:
    file = shown(options.file, LONGEST_PATH)
    if not dataset.n_samples:
        raise UsageError(f"{file}: there is a header row but no points, add at least one of each of two classes.")
    if len(dataset.classes) < 2:
        name = listed([*dataset.classes])
        raise UsageError(f"{file}: all points are of one class, {name}, but at least two classes are needed.")
    if len(dataset.classes) > 2 and options.mode.is_binary and options.positive is None:
        raise UsageError(
            f"{file}: there are {len(dataset.classes)} classes, {listed([*dataset.classes])}, "
            "choose the + class with --positive, or --mode multiclass."
        )


def _positive(dataset: Dataset, options: Options) -> int | None:
    if options.positive is None:
        return None
    index = find_class(dataset.classes, options.positive)
    if index is None:
        file, name = shown(options.file, LONGEST_PATH), shown(options.positive)
        raise UsageError(f'{file}: no point is of the class "{name}", the classes are {listed([*dataset.classes])}.')
    return index
