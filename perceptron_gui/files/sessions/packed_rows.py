"""Points as bytes in base64: for copies of unsaved work, where a million rows as decimals would take too long."""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.files.sessions.strict_json import Lines, Plain
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from perceptron_gui.engine.data.dataset import Dataset, Floats, Ints
    from perceptron_gui.files.sessions.form import Spot

BYTES_AT_ONCE = 2**18
"""Bytes of points that stand in one text: a millisecond of work."""
MOST_BYTES = 2**25
"""Of all points: with one in three more as base64, all that a session has besides finds room in its file, too."""
MOST_TEXTS = 1000
"""Five times as many as hold points of 10 000 features, of which each text has but three."""
TEXT = "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"


def _row(n_features: int) -> np.dtype[np.void]:
    """Return what a point is: its coordinates, and the place of its class."""
    return np.dtype([("x", "<f8", (n_features,)), ("label", "u1")])


def fits(dataset: Dataset) -> bool:
    """Whether points are few enough to be packed."""
    return dataset.n_samples * _row(dataset.n_features).itemsize <= MOST_BYTES


def packed(dataset: Dataset) -> Lines:
    """Return points as texts, each of a number of whole points. `dataset`: that `fits`."""
    row = _row(dataset.n_features)
    at_once = max(BYTES_AT_ONCE // row.itemsize, 1)
    texts = Lines(at_once=1)
    for first in range(0, dataset.n_samples, at_once):
        part = slice(first, first + at_once)
        rows = np.empty(len(dataset.labels[part]), row)
        rows["x"], rows["label"] = dataset.X[part], dataset.labels[part]
        texts.append(b64encode(rows.tobytes()).decode())
    return texts


def unpacked(plain: Plain, n_features: int, n_classes: int, spot: Spot) -> tuple[Floats, Ints]:
    """Return coordinates and classes of packed points.

    `plain`: as it stands in a file. `n_features`, `n_classes`: columns, and classes that there are. `spot`: where it
    stands. `X`: shape (n_points, n_features): data units. `labels`: shape (n_points,): places of classes. Raises
    `FileError` when it stands for no such points.
    """
    row = _row(n_features)
    if not isinstance(plain, list):
        raise spot.refusal(tr("a list of texts"), plain)
    if len(plain) > MOST_TEXTS:
        raise spot.refusal(tr("a list of at most {count} texts").format(count=MOST_TEXTS), plain)
    parts = []
    for i, text in enumerate(plain):
        spot.report(i / len(plain))
        parts.append(_part(text, row, spot.at(str(i))))
        if parts[-1]["label"].max(initial=0) >= n_classes:
            raise spot.at(str(i)).refusal(tr("points of {count} classes").format(count=n_classes), text)
    rows = np.concatenate(parts) if parts else np.empty(0, row)
    return rows["x"].astype(np.float64), rows["label"].astype(np.int64)


def _part(text: Plain, row: np.dtype[np.void], spot: Spot) -> NDArray[np.void]:
    try:
        return np.frombuffer(b64decode(text.encode(), validate=True), row)  # type: ignore[union-attr]
    except (AttributeError, UnicodeError, binascii.Error, ValueError):
        words = tr("points of {count} bytes each in base64").format(count=row.itemsize)
        raise spot.refusal(words, text) from None
