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
    """Points, and the rules by which they are trained on unless an option says otherwise.

    Attributes
    ----------
    dataset : Dataset
        At least one point of each of two classes; no class without points.
    settings : TrainingSettings
        Without limits and a + class where nothing says them.
    """

    dataset: Dataset
    settings: TrainingSettings


def read_source(path: str, most_classes: int | None) -> Source:
    """Read a file of points.

    Parameters
    ----------
    path : str
        A session where its name says so, else a points file.
    most_classes : int or None
        A points file with more is refused.

    Raises
    ------
    PointsFileError, UsageError
        When it cannot be read, or nothing can be learned from it; one sentence.
    """
    if is_session(path):
        # All that a session can hold takes a tenth of a start, which a points file does without.
        from perceptron_gui.files.sessions.session_file import read_session

        source = _of_session(read_session(path).session.document)
        no_points = tr("{file}: there are no points, add at least one of each of two classes.")
    else:
        source = Source(read_points(path, most_classes=most_classes).dataset, TrainingSettings())
        no_points = tr("{file}: there is a header row but no points, add at least one of each of two classes.")
    file, names = shown(path, LONGEST_PATH), [*source.dataset.classes]
    if not source.dataset.n_samples:
        raise UsageError(no_points.format(file=file))
    if len(names) < 2:
        words = tr("{file}: all points are of one class, {name}, but at least two classes are needed.")
        raise UsageError(words.format(file=file, name=listed(names)))
    return source


def _of_session(document: Document) -> Source:
    """Leave out classes without points: the palette has them, training does not."""
    dataset, settings = document.dataset, document.settings
    positive = settings.positive
    if len(dataset.present) < len(dataset.classes):
        positive = dataset.present.index(positive) if positive in dataset.present else None
        dataset = in_class_order(dataset, dataset.present)
    return Source(dataset, replace(settings, positive=positive))
