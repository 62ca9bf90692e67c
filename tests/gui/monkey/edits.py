"""Edits of a document that no single click makes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, in_class_order
from perceptron_gui.engine.data.settings import Mode, Order
from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Document
from perceptron_gui.session.points.palette import LARGEST_PALETTE, with_as_many_classes

Edit = Callable[[Document, np.random.Generator], Document]
MANY, MOST = 2_000, 30_000


def _delete(document: Document, chance: np.random.Generator) -> Document:
    n = document.dataset.n_samples
    gone = chance.choice(n, chance.integers(1, n + 1), replace=False).tolist() if n else []
    return document.with_dataset(document.dataset.without(gone)) if gone else document


def _relabel(document: Document, chance: np.random.Generator) -> Document:
    n, k = document.dataset.n_samples, int(chance.integers(len(document.dataset.classes)))
    return document.with_dataset(document.dataset.relabelled([int(chance.integers(n))], k)) if n else document


def _clear(document: Document, _: np.random.Generator) -> Document:
    return document.with_dataset(document.dataset.without(range(document.dataset.n_samples)))


def _placed(document: Document, points: np.ndarray, chance: np.random.Generator) -> Document:  # type: ignore[type-arg]
    labels = chance.integers(0, len(document.dataset.classes), len(points)).tolist()
    return document.with_dataset(document.dataset.with_points(points[:, : document.dataset.n_features], labels))


def _place_many(document: Document, chance: np.random.Generator) -> Document:
    if document.dataset.n_samples > MOST:
        return document
    return _placed(document, np.round(chance.normal(size=(MANY, max(document.dataset.n_features, 2))), 2), chance)


def _place_at(scale: float) -> Edit:
    def edit(document: Document, chance: np.random.Generator) -> Document:
        points = chance.choice([-1.0, 0.0, 1.0], (2, max(document.dataset.n_features, 2))) * scale
        return _placed(document, points, chance)

    return edit


def _one_class(document: Document, _: np.random.Generator) -> Document:
    return document.with_dataset(document.dataset.relabelled(range(document.dataset.n_samples), 0))


def _add_class(document: Document, _: np.random.Generator) -> Document:
    n_classes = min(len(document.dataset.classes) + 1, LARGEST_PALETTE)
    return document.with_dataset(with_as_many_classes(document.dataset, n_classes))


def _features(count: int) -> Edit:
    def edit(document: Document, chance: np.random.Generator) -> Document:
        dataset = document.dataset
        X = np.zeros((dataset.n_samples, count))
        X[:, : min(count, dataset.n_features)] = dataset.X[:, :count]
        points = X if len(X) else np.empty((0, count))
        made = Dataset.of(points, dataset.labels.tolist(), dataset.classes, [f"x{j + 1}" for j in range(count)])
        return document.with_dataset(made)

    return edit


def _start_weights(document: Document, chance: np.random.Generator) -> Document:
    settings, dataset = document.settings, document.dataset
    rows = len(dataset.classes) if settings.mode is Mode.MULTICLASS else 1
    count = rows * (dataset.n_features + settings.bias)
    if settings.has_curved_kernel or not settings.features.is_identity:  # then another number of them is asked for
        return document
    initial = tuple(np.round(chance.normal(size=count), 2).tolist())
    return document.with_settings(replace(document.settings, initial=initial))


def _rule(**changes: object) -> Edit:
    def edit(document: Document, _: np.random.Generator) -> Document:
        return document.with_settings(replace(document.settings, initial=None, **changes))  # type: ignore[arg-type]

    return edit


def _order_of_classes(document: Document, _: np.random.Generator) -> Document:
    count = len(document.dataset.classes)
    return document.with_dataset(in_class_order(document.dataset, [*range(1, count), 0]))


def _without_class(document: Document, chance: np.random.Generator) -> Document:
    dataset, every = document.dataset, range(len(document.dataset.classes))
    empty = [k for k in every if k not in dataset.present]
    if len(every) < 3 or not empty:
        return document
    gone = int(chance.choice(empty))
    return document.with_dataset(in_class_order(dataset, [k for k in every if k != gone]))


def _renamed(document: Document, chance: np.random.Generator) -> Document:
    names = list(document.dataset.classes)
    names[int(chance.integers(len(names)))] = f"<i>{int(chance.integers(1000))} a long name, longer than others"
    return document.with_dataset(document.dataset.with_classes(names))


def _copied(document: Document, _: np.random.Generator) -> Document:
    dataset = document.dataset
    return document.with_dataset(dataset.with_points(dataset.X[:3], dataset.labels[:3].tolist()))


def _opposed(document: Document, _: np.random.Generator) -> Document:
    """Put points of another class onto the first ones: no line is between them."""
    dataset = document.dataset
    others = ((dataset.labels[:3] + 1) % len(dataset.classes)).tolist()
    return document.with_dataset(dataset.with_points(dataset.X[:3], others))


EDITS_BY_NAME: dict[str, Edit] = {
    "delete": _delete,
    "relabel": _relabel,
    "clear": _clear,
    "place many": _place_many,
    "place far": _place_at(1e12),
    "place tiny": _place_at(1e-6),
    "place huge": _place_at(1e11),
    "one class": _one_class,
    "add class": _add_class,
    "rename class": _renamed,
    "remove class": _without_class,
    "move class": _order_of_classes,
    "third feature": _features(3),
    "one feature": _features(1),
    "same points": _copied,
    "opposite points": _opposed,
    "without bias": _rule(bias=False),
    "batch": _rule(order=Order.BATCH),
    "start weights": _start_weights,
}
