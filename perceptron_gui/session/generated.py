"""Generated points in a document: in the place of its points, or after them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.frozen import replace
from perceptron_gui.session.palette import with_as_many_classes
from perceptron_gui.session.wording import grouped
from perceptron_gui.translation import ntr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset
    from perceptron_gui.session.document import Document

GENERATED_FEATURES = 2


def in_place_of(document: Document, made: Dataset) -> Document:
    """Return a document with generated points only; what rules say about its points of now goes with them.

    `document`: its classes keep their names.
    """
    classes = with_as_many_classes(document.dataset, len(made.classes)).classes
    plain = document.with_settings(replace(document.settings, initial=None, positive=None))
    return plain.with_dataset(made.with_classes(classes))


def after_those_of(document: Document, made: Dataset) -> Document:
    """Return a document with generated points after its own: the first class of both is one.

    `document`: one that has no `adding_problem`.
    """
    wider = with_as_many_classes(document.dataset, len(made.classes))
    return document.with_dataset(wider.with_points(made.X, made.labels))


def adding_problem(document: Document) -> str:
    """Return why generated points cannot be added to a document, in a sentence; empty where they can."""
    count = document.dataset.n_features
    words = ntr(
        "The points that are there have {count} feature, generated ones have 2.",
        "The points that are there have {count} features, generated ones have 2.",
        count,
    )
    return "" if count == GENERATED_FEATURES else words.format(count=grouped(count))
