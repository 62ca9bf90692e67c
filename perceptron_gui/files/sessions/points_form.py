"""The form of points in a session: names of features and classes, and a line of text for each point.

Copies of unsaved work have bytes in base64 instead: a million rows as decimals would take too long.
"""

from __future__ import annotations

import binascii
import re
import time
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, Floats, Ints
from perceptron_gui.engine.data.parts import Part, with_part
from perceptron_gui.files.file_errors import FileError, shown
from perceptron_gui.files.names import LONGEST_NAME, is_too_long
from perceptron_gui.files.numbers import PLAIN, is_rounded, shortest
from perceptron_gui.files.sessions.forms import DECIMAL, WITHOUT_NUL, TextForm, WholeForm, checked
from perceptron_gui.files.sessions.strict_json import MOST_VALUES, Lines, Plain
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.palette import LARGEST_PALETTE
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from perceptron_gui.files.sessions.forms import Schema, Spot


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


MOST_FEATURES = 10_000
ROWS_AT_ONCE = 256
BREATH = 1e-5
"""Seconds of rest after them: a copy is written while somebody works, who waits for the interpreter else (A4)."""
SURELY_KEPT = 15
"""Digits that every double keeps."""
ROWS, PACKED = "rows", "packed"
"""Names of the entry with the points: as decimals, or packed."""
ENTRIES = ("features", "classes", "rounded")
HELD_OUT = {"validation": Part.VALIDATION, "test": Part.TEST}
"""Entries that are there where points are held out (H1)."""
NAME: Schema = {"type": "string", "pattern": WITHOUT_NUL, "minLength": 1, "maxLength": LONGEST_NAME}
POINT: Schema = {"type": "integer", "minimum": 0, "maximum": MOST_VALUES - 1}


class PointsForm(Frozen):
    """Points; classes stand in the order of the palette, which gives them sign, colour and symbol (W1).

    A row is the coordinates as the shortest decimals of their doubles and the place of the class
    from 0, with blanks between; `rounded` names the points that were written with more digits than that (E2),
    `validation` and `test`, where points are held out, those that are not trained on (H1). `packed` stands for `rows`
    where nobody but the program is to read them.
    """

    is_packed: bool = False  # whether points are written packed, where they fit

    def written(self, value: Dataset) -> Plain:
        """See `Form.written`."""
        if not 2 <= len(value.classes) <= LARGEST_PALETTE:
            raise FileError(tr("a session has 2 to {most} classes.").format(most=LARGEST_PALETTE))
        features, classes = map(_written_names, (value.features, value.classes))
        is_packed = self.is_packed and fits(value)
        rows = {PACKED: packed(value)} if is_packed else {ROWS: _written_rows(value)}
        points: dict[str, Plain] = {"features": features, "classes": classes, **rows, "rounded": [*value.rounded]}
        return points | _written_parts(value)

    def read(self, plain: Plain, spot: Spot) -> Dataset:
        """See `Form.read`."""
        if not isinstance(plain, dict) or plain.keys() - HELD_OUT not in ({*ENTRIES, ROWS}, {*ENTRIES, PACKED}):
            names = ", ".join((*ENTRIES, ROWS))
            raise spot.refusal(tr("a group of the entries {names}").format(names=names), plain)
        features = _names(plain["features"], spot.at("features"), 1, MOST_FEATURES)
        classes = _names(plain["classes"], spot.at("classes"), 2, LARGEST_PALETTE)
        if PACKED in plain:
            X, labels = unpacked(plain[PACKED], len(features), len(classes), spot.at(PACKED))
            inexact: list[int] = []
        else:
            X, labels, inexact = _read_rows(plain[ROWS], len(features), len(classes), spot)
        rounded = {*_indices(plain["rounded"], len(X), spot.at("rounded")), *inexact}
        dataset: Dataset = checked(lambda: Dataset.of(X, labels, classes, features, rounded), spot)
        return _with_parts(dataset, plain, spot)

    def schema(self) -> Schema:
        """See `Form.schema`."""
        number = DECIMAL.strip("^$")
        entries = {
            "features": {"type": "array", "items": NAME, "minItems": 1, "maxItems": MOST_FEATURES, "uniqueItems": True},
            "classes": {
                "type": "array",
                "items": NAME,
                "minItems": 2,
                "maxItems": LARGEST_PALETTE,
                "uniqueItems": True,
            },
            ROWS: {
                "type": "array",
                "items": {"type": "string", "pattern": f"^({number} )+[0-9]$"},
                "maxItems": MOST_VALUES,
            },
            PACKED: {
                "type": "array",
                "items": {"type": "string", "pattern": TEXT},
                "maxItems": MOST_TEXTS,
            },
            **{name: {"type": "array", "items": POINT, "maxItems": MOST_VALUES} for name in ("rounded", *HELD_OUT)},
        }
        return {
            "type": "object",
            "properties": entries,
            "required": [*ENTRIES],
            "oneOf": [{"required": [ROWS]}, {"required": [PACKED]}],
            "additionalProperties": False,
        }


def _written_names(names: tuple[str, ...]) -> list[Plain]:
    for name in names:
        if not name or is_too_long(name):
            words = tr("a name has 1 to {most} characters, rename {name}.")
            raise FileError(words.format(most=LONGEST_NAME, name=f'"{shown(name)}"'))
    return [TextForm().written(name) for name in names]


def _names(plain: Plain, spot: Spot, least: int, most: int) -> tuple[str, ...]:
    right = tr("a list of {least} to {most} different names").format(least=least, most=most)
    if not (isinstance(plain, list) and least <= len(plain) <= most):
        raise spot.refusal(right, plain)
    names = tuple(TextForm().read(name, spot) for name in plain)
    if len(set(names)) < len(names) or "" in names or any(map(is_too_long, names)):
        raise spot.refusal(right, plain)
    return names


def _written_parts(dataset: Dataset) -> dict[str, Plain]:
    """Return the points held out, by the name of their part; nothing where all are trained on."""
    if dataset.parts is None:
        return {}
    return {name: [*np.flatnonzero(dataset.parts == part).tolist()] for name, part in HELD_OUT.items()}


def _with_parts(dataset: Dataset, plain: dict[str, Plain], spot: Spot) -> Dataset:
    """Return the points in their parts: no point in two, and one to train on."""
    known = {name: _indices(plain.get(name, []), dataset.n_samples, spot.at(name)) for name in HELD_OUT}
    held_out = [index for indices in known.values() for index in indices]
    if held_out and (len({*held_out}) < len(held_out) or len(held_out) == dataset.n_samples):
        right = tr("points that are in one part only, and leave one to train on")
        raise spot.at("validation").refusal(right, plain.get("validation", []))
    for name, indices in known.items():
        dataset = with_part(dataset, indices, HELD_OUT[name])
    return dataset


def _written_rows(dataset: Dataset) -> Lines:
    """Return a text for each point."""
    rows = Lines()
    for first in range(0, dataset.n_samples, ROWS_AT_ONCE):
        part = slice(first, first + ROWS_AT_ONCE)
        pairs = zip(dataset.X[part].tolist(), dataset.labels[part].tolist(), strict=True)
        rows += [" ".join([*map(shortest, row), str(code)]) for row, code in pairs]
        time.sleep(BREATH)
    return rows


def _read_rows(plain: Plain, n_features: int, n_classes: int, spot: Spot) -> tuple[Floats, Ints, list[int]]:
    """Return coordinates, classes, and the points with more digits than their doubles keep."""
    rows = _texts(plain, spot.at(ROWS))
    X, labels = np.empty((len(rows), n_features)), np.empty(len(rows), dtype=np.int64)
    inexact = []
    for i, (values, label, is_inexact) in enumerate(_points(rows, n_features, n_classes, spot)):
        X[i], labels[i] = values, label
        if is_inexact:
            inexact.append(i)
    return X, labels, inexact


def _texts(plain: Plain, spot: Spot) -> list[str]:
    if not (isinstance(plain, list) and len(plain) <= MOST_VALUES and all(isinstance(row, str) for row in plain)):
        raise spot.refusal(tr("a list of texts"), plain)
    return plain  # type: ignore[return-value]


def _indices(plain: Plain, n_samples: int, spot: Spot) -> list[int]:
    if not isinstance(plain, list):
        raise spot.refusal(tr("a list of whole numbers"), plain)
    if len(plain) > n_samples:
        raise spot.refusal(tr("a list of points, each at most once"), plain)
    found = [WholeForm().read(each, spot) for each in plain]
    if any(not 0 <= each < n_samples for each in found):
        raise spot.refusal(tr("a list of points, from 0 to {last}").format(last=n_samples - 1), plain)
    return found


def _points(
    rows: Sequence[str], n_features: int, n_classes: int, spot: Spot
) -> Iterator[tuple[list[float], int, bool]]:
    """Yield coordinates, class, and whether a coordinate has more digits than its double keeps."""
    pattern = re.compile(f"(?:{PLAIN.pattern} ){{{n_features}}}[0-{n_classes - 1}]")
    for i, row in enumerate(rows):
        if i % ROWS_AT_ONCE == 0:
            spot.report(i / len(rows))
        if not pattern.fullmatch(row):
            right = tr("{count} decimals and the place of a class from 0 to {last}, with blanks between")
            right = right.format(count=n_features, last=n_classes - 1)
            raise spot.at("rows").at(str(i)).refusal(right, row)
        *cells, label = row.split(" ")
        values = [*map(float, cells)]
        # What is written is the shortest: then no digit need be looked at.
        is_exact = len(row) <= SURELY_KEPT or [*map(shortest, values)] == cells or not any(map(is_rounded, cells))
        yield values, int(label), not is_exact
