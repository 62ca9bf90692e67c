"""States in which something that is to be made may hold: tried in turn, those that change the least first (L3)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice, permutations

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Order, SettingsError
from perceptron_gui.engine.model.models import parts_of
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Document
from perceptron_gui.session.lessons.standing import Standing, Unanswerable

MOST_POINTS, MOST_ORDERS, MOST_SEEDS = 40, 120, 20
"""Of more points nothing is tried; orders of the points, and seeds of the shuffled order."""
STEPS = (1.0, 2.0, 3.0, 4.0, 8.0)
"""How far start weights and points are moved along w, and how many times as far out these are."""
SPOILING = ("not_separable", "cycle", "mistakes_at_least")
"""Goals that are reached by making it harder."""


def candidates(at: Standing, may: frozenset[str], goal: str, wanted: tuple[float, ...]) -> Iterator[Document]:
    """Yield documents that differ from a page's by what may be changed.

    `goal`: by its name. `wanted`: weights that the run is to end with, if it is about these.
    """
    page, end = at.document, None
    if page.dataset.n_samples > MOST_POINTS:
        return
    with suppress(Unanswerable):
        end = at.end if "line" in parts_of(page.settings) else None
    yield page
    if "start" in may:
        yield from _starts(page, end, wanted, goal in SPOILING)
    if "order" in may:
        yield from _orders(page)
    if "points" in may:
        sets = (_spoilt if goal in SPOILING else _eased)(page.dataset, end)
        yield from (page.with_dataset(each) for each in sets)


def _starts(page: Document, end: Snapshot | None, wanted: tuple[float, ...], is_away: bool) -> Iterator[Document]:
    """Yield the page with other start weights: those that are wanted, those of the end, or far from them."""
    ways = [wanted] if wanted else []
    if end is not None:
        theta = end.theta.ravel()
        ways += [tuple((step * theta).tolist()) for step in ([-10.0 * s for s in STEPS] if is_away else STEPS[:1])]
    for weights in ways:
        with suppress(SettingsError):
            yield page.with_settings(replace(page.settings, initial=weights))


def _orders(page: Document) -> Iterator[Document]:
    """Yield the page with its points in other orders, and with the shuffled ones."""
    for order in islice(permutations(range(page.dataset.n_samples)), 1, MOST_ORDERS):
        yield page.with_dataset(page.dataset.only(np.array(order, dtype=np.int64)))
    with suppress(SettingsError):
        for seed in range(MOST_SEEDS):
            yield page.with_settings(replace(page.settings, order=Order.SHUFFLED, seed=seed))


def _spoilt(points: Dataset, end: Snapshot | None) -> Iterator[Dataset]:
    """Yield the points with one of them where one of another class is."""
    labels = points.labels.tolist()
    for i, label in enumerate(labels):
        for j, other in enumerate(labels):
            if label != other:
                yield points.moved(np.array([i]), points.X[[j]])


def _eased(points: Dataset, end: Snapshot | None) -> Iterator[Dataset]:
    """Yield the points with one in another class, moved to one of its own, or gone; and all of them farther out."""
    labels = points.labels.tolist()
    for i, label in enumerate(labels):
        yield from (points.relabelled(np.array([i]), k) for k in range(len(points.classes)) if k != label)
    for i, label in enumerate(labels):
        others = [j for j, each in enumerate(labels) if each == label and j != i]
        yield from (points.moved(np.array([i]), points.X[[j]]) for j in others)
        yield points.without([i])
    yield from (_at(points, step * points.X) for step in STEPS[1:])
    if end is not None and end.theta.shape[0] == 1:
        w, y = end.theta[0, : points.n_features], np.where(points.labels == end.positive, 1.0, -1.0)
        yield from (_at(points, points.X + step * y[:, None] * w) for step in STEPS)


def _at(points: Dataset, places: np.ndarray) -> Dataset:
    """Return all points at other places."""
    return points.moved(np.arange(points.n_samples), places)
