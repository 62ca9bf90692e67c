"""The form of points in a session: names of features and classes, and a line of text for each point.

Copies of unsaved work have bytes in base64 instead: a million rows as decimals would take too long.
"""

import binascii
import re
import time
from base64 import b64decode, b64encode
from typing import Annotated, Any

import numpy as np
from msgspec import UNSET, UnsetType
from numpy.typing import NDArray

from perceptron_gui.engine.data.dataset import Dataset, Floats, Ints
from perceptron_gui.engine.data.parts import Part, with_part
from perceptron_gui.files.file_work import FileError, shown
from perceptron_gui.files.names import LONGEST_NAME, is_showable, is_too_long
from perceptron_gui.files.numbers import PLAIN, is_rounded, shortest
from perceptron_gui.files.sessions.forms import DECIMAL, WITHOUT_NUL, Form, Spot, checked, written_text
from perceptron_gui.files.sessions.strict_json import MOST_VALUES, Lines, Plain
from perceptron_gui.frozen import Frozen, Meta
from perceptron_gui.session.points.palette import LARGEST_PALETTE
from perceptron_gui.translation import tr

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
    texts = Lines()
    for first in range(0, dataset.n_samples, at_once):
        part = slice(first, first + at_once)
        rows = np.empty(len(dataset.labels[part]), row)
        rows["x"], rows["label"] = dataset.X[part], dataset.labels[part]
        texts.append(b64encode(rows.tobytes()).decode())
    return texts


def unpacked(texts: list[Plain], n_features: int, n_classes: int, spot: Spot) -> tuple[Floats, Ints]:
    """Return coordinates, shape (n_points, n_features), and classes of packed points.

    Raises `FileError` where texts are no such points.
    """
    row = _row(n_features)
    parts = []
    for i, text in enumerate(texts):
        spot.report(i / len(texts))
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
HELD_OUT = {"validation": Part.VALIDATION, "test": Part.TEST}
"""Entries that are there where points are held out (H1)."""
DIFFERENT = {"uniqueItems": True}
EITHER = {"oneOf": [{"required": ["rows"]}, {"required": ["packed"]}]}


Name = Annotated[str, Meta(extra_json_schema={"pattern": WITHOUT_NUL, "minLength": 1, "maxLength": LONGEST_NAME})]
Point = Annotated[int, Meta(extra_json_schema={"minimum": 0, "maximum": MOST_VALUES - 1})]
SomePoints = Annotated[list[Point], Meta(max_length=MOST_VALUES)]
Row = Annotated[str, Meta(extra_json_schema={"pattern": f"^({DECIMAL.strip('^$')} )+[0-9]$"})]
Piece = Annotated[Any, Meta(extra_json_schema={"type": "string", "pattern": TEXT})]


class Points(Frozen, forbid_unknown_fields=True):
    """Points as they stand in a file; classes in the order of the palette: it gives sign, colour and symbol (W1)."""

    features: Annotated[list[Name], Meta(min_length=1, max_length=MOST_FEATURES, extra_json_schema=DIFFERENT)]
    classes: Annotated[list[Name], Meta(min_length=2, max_length=LARGEST_PALETTE, extra_json_schema=DIFFERENT)]
    rounded: SomePoints  # the points that were written with more digits than their doubles keep (E2)
    # a text for each point: the shortest decimals of its coordinates and the place of its class from 0, with blanks
    # between; or packed where nobody but the program is to read them
    rows: Annotated[list[Row], Meta(max_length=MOST_VALUES)] | UnsetType = UNSET
    packed: Annotated[list[Piece], Meta(max_length=MOST_TEXTS)] | UnsetType = UNSET
    # those that are not trained on, where there are any (H1)
    validation: SomePoints | UnsetType = UNSET
    test: SomePoints | UnsetType = UNSET


def written_points(value: Dataset, is_packed: bool = False) -> Plain:
    """Return points as they stand in a file. `is_packed`: whether they are to be packed, if they fit."""
    if not 2 <= len(value.classes) <= LARGEST_PALETTE:
        raise FileError(tr("a session has 2 to {most} classes.").format(most=LARGEST_PALETTE))
    features, classes = map(_written_names, (value.features, value.classes))
    rows = {"packed": packed(value)} if is_packed and fits(value) else {"rows": _written_rows(value)}
    points: dict[str, Plain] = {"features": features, "classes": classes, **rows, "rounded": [*value.rounded]}
    return points | _written_parts(value)


def read_points(found: Points, spot: Spot) -> Dataset:
    """Return the points that stand for what was read. Raises `FileError` where they are none."""
    features = _names(found.features, spot.at("features"))
    classes = _names(found.classes, spot.at("classes"))
    inexact: list[int] = []
    if isinstance(found.rows, list) and found.packed is UNSET:
        X, labels, inexact = _read_rows(found.rows, len(features), len(classes), spot.at("rows"))
    elif isinstance(found.packed, list) and found.rows is UNSET:
        X, labels = unpacked(found.packed, len(features), len(classes), spot.at("packed"))
    else:
        raise FileError(tr('{entry} must have the entry "rows" or "packed", one of them.').format(entry=spot.name))
    rounded = {*_indices(found.rounded, len(X), spot.at("rounded")), *inexact}
    dataset: Dataset = checked(lambda: Dataset.of(X, labels, classes, features, rounded), spot)
    return _with_parts(dataset, found, spot)


POINTS = Form(Annotated[Points, Meta(extra_json_schema=EITHER)], written_points, read_points)


def _written_names(names: tuple[str, ...]) -> list[Plain]:
    for name in names:
        if not name or is_too_long(name):
            words = tr("a name has 1 to {most} characters, rename {name}.")
            raise FileError(words.format(most=LONGEST_NAME, name=f'"{shown(name)}"'))
    return [*map(written_text, names)]


def _names(names: list[str], spot: Spot) -> tuple[str, ...]:
    known: set[str] = set()
    for i, name in enumerate(names):
        if name in known or not name or is_too_long(name) or not is_showable(name):
            words = tr("a name of 1 to {most} characters, other than those before it")
            raise spot.at(str(i)).refusal(words.format(most=LONGEST_NAME), name)
        known.add(name)
    return tuple(names)


def _written_parts(dataset: Dataset) -> dict[str, Plain]:
    """Return the points held out, by the name of their part; nothing where all are trained on."""
    if dataset.parts is None:
        return {}
    return {name: [*np.flatnonzero(dataset.parts == part).tolist()] for name, part in HELD_OUT.items()}


def _with_parts(dataset: Dataset, found: Points, spot: Spot) -> Dataset:
    """Return the points in their parts: no point in two, and one to train on."""
    known = {name: _indices(getattr(found, name), dataset.n_samples, spot.at(name)) for name in HELD_OUT}
    held_out = [index for indices in known.values() for index in indices]
    if held_out and (len({*held_out}) < len(held_out) or len(held_out) == dataset.n_samples):
        right = tr("points that are in one part only, and leave one to train on")
        raise spot.at("validation").refusal(right, [*known["validation"]])
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


def _read_rows(rows: list[str], n_features: int, n_classes: int, spot: Spot) -> tuple[Floats, Ints, list[int]]:
    """Return coordinates, classes, and the points with more digits than their doubles keep."""
    X, labels, inexact = np.empty((len(rows), n_features)), np.empty(len(rows), dtype=np.int64), []
    pattern = re.compile(f"(?:{PLAIN.pattern} ){{{n_features}}}[0-{n_classes - 1}]")
    for i, row in enumerate(rows):
        if i % ROWS_AT_ONCE == 0:
            spot.report(i / len(rows))
        if not pattern.fullmatch(row):
            right = tr("{count} decimals and the place of a class from 0 to {last}, with blanks between")
            raise spot.at(str(i)).refusal(right.format(count=n_features, last=n_classes - 1), row)
        *cells, labels[i] = row.split(" ")
        X[i] = values = [*map(float, cells)]
        # What is written is the shortest: then no digit need be looked at.
        if len(row) > SURELY_KEPT and [*map(shortest, values)] != cells and any(map(is_rounded, cells)):
            inexact.append(i)
    return X, labels, inexact


def _indices(found: list[int] | UnsetType, n_samples: int, spot: Spot) -> list[int]:
    if isinstance(found, UnsetType):
        return []
    if len(found) > n_samples:
        raise spot.refusal(tr("a list of points, each at most once"), [*found])
    for i, index in enumerate(found):
        if not 0 <= index < n_samples:
            raise spot.at(str(i)).refusal(
                tr("the place of a point, from 0 to {last}").format(last=n_samples - 1), index
            )
    return found
