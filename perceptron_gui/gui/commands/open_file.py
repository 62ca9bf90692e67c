"""The file that the points on the screen belong to, and the points of a file as the window needs them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from perceptron_gui.engine.data.rule_changes import for_classes
from perceptron_gui.files.classes import with_partner
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.wording import counted

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset
    from perceptron_gui.files.points_file import PointsFile
    from perceptron_gui.files.stamp import FileStamp
    from perceptron_gui.session.document import Document


class OpenFile(Frozen):
    """The file that a session or points came from, or were saved to last."""

    path: Path
    stamp: FileStamp  # of the file as this window knows it
    label_name: str = "label"  # name of its label column, where it is a points file


def playable(read: PointsFile) -> Dataset:
    """Return the points of a file, with at least two classes to place points of."""
    return read.dataset if len(read.dataset.classes) > 1 else with_partner(read.dataset)


def drawable(dataset: Dataset, axes: tuple[int, ...]) -> Dataset:
    """Return points of two features in the order in which these are drawn; of more features the canvas takes two.

    `axes`: the features across and upwards, where they were chosen.
    """
    return dataset.with_features(axes) if dataset.n_features == 2 and axes == (1, 0) else dataset


def in_fitting_mode(document: Document) -> tuple[Document, list[str]]:
    """Return the points of a file in a mode that tells all their classes apart, and the sentence that says so.

    Three and more classes are opened in multiclass: in a binary mode one of them would be against all others, unasked.
    Kernel, order and rate stay, and what is in a mode with a row for each class already stays as it is.

    `document`: fresh from a points file, with the rules of before.
    """
    n_classes, before = len(document.dataset.present), document.settings
    settings = for_classes(before, n_classes)
    if settings is before:
        return document, []
    said = counted("{count} class: opened in multiclass.", "{count} classes: opened in multiclass.", n_classes)
    return document.with_settings(settings), [said]
