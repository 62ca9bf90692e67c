"""Where a command's points come from: a points file, or a session, whose rules are then the defaults (C2, C10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.cli.refusals import UsageError
from perceptron_gui.engine.data.class_order import in_class_order
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.files.file_errors import LONGEST_PATH, listed, shown
from perceptron_gui.files.points_file import read_points
from perceptron_gui.files.sessions.session_name import is_session
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset
    from perceptron_gui.session.document import Document


class Source(Frozen, eq=False):
    """Points, and the rules by which they are trained on unless an option says otherwise."""

    # at least one point of each of two classes; of a session also the classes of its palette without points
    dataset: Dataset
    settings: TrainingSettings  # without limits and a + class where nothing says them


def read_source(path: str, most_classes: int | None) -> Source:
    """Read a file of points.

    `path`: a session where its name says so, else a points file. `most_classes`: a points file with more is refused.
    Raises `PointsFileError`, `UsageError` when it cannot be read, or nothing can be learned from it; one sentence.
    """
    if is_session(path):
        # All that a session can hold takes a tenth of a start, which a points file does without.
        from perceptron_gui.files.sessions.session_file import read_session

        source = _of_session(read_session(path).session.document)
        no_points = tr("{file}: there are no points, add at least one of each of two classes.")
    else:
        source = Source(read_points(path, most_classes=most_classes).dataset, TrainingSettings())
        no_points = tr("{file}: there is a header row but no points, add at least one of each of two classes.")
    file, names = shown(path, LONGEST_PATH), with_points(source.dataset)
    if not source.dataset.n_samples:
        raise UsageError(no_points.format(file=file))
    if len(names) < 2:
        words = tr("{file}: all points are of one class, {name}, but at least two classes are needed.")
        raise UsageError(words.format(file=file, name=listed(names)))
    return source


def with_points(dataset: Dataset) -> list[str]:
    """Return the names of the classes that have points."""
    return [dataset.classes[k] for k in dataset.present]


def without_empty(dataset: Dataset, settings: TrainingSettings) -> Source:
    """Return points and rules without classes that have no points: the palette has them, reports do not.

    The run is the same (M1): their start weights go with them, and who is + stays so.

    `settings`: whose + class, where one is named, has points.
    """
    present = dataset.present
    if len(present) == len(dataset.classes):
        return Source(dataset, settings)
    positive, initial = settings.positive, settings.initial
    if initial is not None and not settings.mode.is_binary:
        size = len(settings.features.names(dataset.features)) + settings.bias
        if size and len(initial) % size == 0:
            initial = tuple(value for k in present for value in initial[k * size : (k + 1) * size]) or None
    positive = None if positive is None else present.index(positive)
    return Source(in_class_order(dataset, present), replace(settings, positive=positive, initial=initial))


def _of_session(document: Document) -> Source:
    """Take the rules of a session; a + class without points is none."""
    dataset, settings = document.dataset, document.settings
    has_positive = settings.positive in dataset.present
    return Source(dataset, settings if has_positive else replace(settings, positive=None))
