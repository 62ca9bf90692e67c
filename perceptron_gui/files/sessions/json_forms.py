"""How values stand in a session: in JSON without floats, no name twice, no more than memory has room for (C10).

Shape, lengths and names of entries are left to msgspec. Ours is what it has no word for: decimals as text, ranges of
any numbers, texts that a window can show, the sentence that tells where something else stands. A point is a line of
text; copies of unsaved work have bytes in base64 instead: a million rows as decimals would take too long.
"""

import binascii
import json
import re
import sys
import time
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated, Any, TextIO

import numpy as np
from msgspec import UNSET, UnsetType
from numpy.typing import NDArray

from perceptron_gui.engine.data.dataset import Dataset, Floats, Ints, Part, with_part
from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.files.file_work import FileError, Report, listed, shown, tell_nobody
from perceptron_gui.files.spelling import LONGEST_NAME, is_rounded, is_showable, is_too_long, shortest
from perceptron_gui.frozen import Frozen, Meta, is_within
from perceptron_gui.session.points.palette import LARGEST_PALETTE
from perceptron_gui.session.scripts import PLAIN
from perceptron_gui.translation import ntr, tr

Plain = bool | int | str | bytes | list["Plain"] | dict[str, "Plain"] | None
"""What JSON holds here: decimals are texts, so that no digit is lost; bytes are a number that is no such text."""
MAX_BYTES = 2**26
MOST_VALUES, MOST_GROUPS, MOST_ENTRIES = 4_000_000, 50_000, 200_000
"""Commas, brackets that open, and colons: each may become an object many times as large as its letters."""
LIMITS = (
    f"At most {MAX_BYTES} bytes, {MOST_VALUES} commas, {MOST_ENTRIES} colons, {MOST_GROUPS} brackets; no name twice."
)
LARGEST_WHOLE = 2**64
AT_ONCE = 2**13
"""Letters of a list that are written in one call: much less than half a millisecond of work."""
SHORT = 100
"""Letters of a list that stands on one line."""


class Lines(list["Plain"]):
    """Texts that stand on a line each, however short."""


def parse(data: bytes) -> Plain:
    """Parse a file's JSON into plain values.

    `data`: the whole file. Raises `FileError` when it is no such JSON, or too much of it; one sentence, where it can
    with the line; and RecursionError when it is nested too deeply.
    """
    if _is_too_much(data.count(b","), data.count(b"[") + data.count(b"{"), data.count(b":")):
        raise FileError(tr("the file holds more than this program can read."))
    try:
        text = data.decode("utf-8-sig")
        # Other numbers are kept as they are written, for the sentence at the place where one is read.
        found: Plain = json.loads(text, object_pairs_hook=_object, parse_float=str.encode, parse_constant=str.encode)
    except UnicodeDecodeError:
        raise FileError(tr("the file is damaged: it is not UTF-8 text.")) from None
    except json.JSONDecodeError as error:
        raise FileError(tr("the file is damaged here: this is not JSON."), error.lineno) from None
    except ValueError:  # Python reads no more digits than it can in a moment
        raise FileError(
            tr("a number is too large: it has more digits than any number that this program writes.")
        ) from None
    return found


def _is_too_much(n_commas: int, n_groups: int, n_colons: int) -> bool:
    return n_commas > MOST_VALUES or n_groups > MOST_GROUPS or n_colons > MOST_ENTRIES


class Measured:
    """A text file that is written, and what is too much of it to be read again."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._n_bytes = self._n_commas = self._n_groups = self._n_colons = 0

    def write(self, text: str) -> None:
        """Write a text. `text`: a piece of JSON."""
        self._file.write(text)
        self._n_bytes += len(text.encode())
        self._n_commas += text.count(",")
        self._n_groups += text.count("[") + text.count("{")
        self._n_colons += text.count(":")

    @property
    def is_too_much(self) -> bool:
        """Whether `parse` would refuse all that was written."""
        return self._n_bytes > MAX_BYTES or _is_too_much(self._n_commas, self._n_groups, self._n_colons)


def _object(pairs: list[tuple[str, Plain]]) -> dict[str, Plain]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in found if names.count(name) > 1)
        raise FileError(tr('the entry "{name}" appears twice.').format(name=shown(twice)))
    return found


def dump(file: Measured, value: Plain, line: str = "\n") -> Iterator[float]:
    """Write a value as JSON: an entry a line, and short lists on one.

    Long lists are used up: whoever gives them has them no longer. Returns now and then, the part that is done of the
    longest list, in 0 … 1.
    """
    if isinstance(value, dict) and value:
        yield from _dump_entries(file, "{}", ((f"{_text(name)}: ", each) for name, each in value.items()), line)
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        yield from _dump_entries(file, "[]", (("", each) for each in value), line)
    elif value and (isinstance(value, Lines) or (isinstance(value, list) and _is_long(value))):
        yield from _dump_lines(file, value, line)
    else:
        file.write(_text(value))


def _is_long(values: list[Plain]) -> bool:
    return len(values) > SHORT or len(_text(values)) > SHORT


def _dump_entries(file: Measured, ends: str, entries: Iterable[tuple[str, Plain]], line: str) -> Iterator[float]:
    for i, (name, each) in enumerate(entries):
        file.write(f"{',' if i else ends[0]}{line} {name}")
        yield from dump(file, each, line + " ")
    file.write(line + ends[1])


def _dump_lines(file: Measured, values: list[Plain], line: str) -> Iterator[float]:
    """Write many values in a few calls: a million of them one by one would take three times as long.

    What is written is given up piece by piece: all at once would hold every other thread for a tenth of a second.
    """
    n_values, at_once = len(values), max(1, AT_ONCE // max(16, len(str(values[0]))))
    values.reverse()
    for first in range(0, n_values, at_once):
        part = values[-at_once:][::-1]
        del values[-at_once:]
        texts = json.dumps(part, ensure_ascii=False, separators=(f",{line} ", ": "))
        file.write(f"{',' if first else '['}{line} {texts[1:-1]}")
        yield first / n_values
    file.write(f"{line}]")


def _text(value: Plain) -> str:
    return json.dumps(value, ensure_ascii=False)


Schema = dict[str, Any]
"""Of JSON Schema."""


class Spot(Frozen):
    """A place in a file that is read."""

    path: str = ""  # names of the entries that lead there, with points between; empty for the whole
    # is called in long work with the part that is done, in 0 … 1; what it raises ends the work
    report: Report = tell_nobody
    n_points: int = MOST_VALUES  # how many points there are, or can be where they have not been read yet

    def at(self, name: str) -> "Spot":
        """Return the place of an entry. `name`: of the entry, in the group that stands here."""
        return Spot(f"{self.path}.{name}" if self.path else name, self.report, self.n_points)

    @property
    def name(self) -> str:
        """What stands here, as a sentence begins with it."""
        return shown(self.path, 100) or tr("the file")

    def refusal(self, right: str, found: Plain) -> FileError:
        """Return the error that tells what stands here. `right`: as it follows "must be", translated."""
        words = tr("{entry} must be {right}, not {found}.")
        return FileError(words.format(entry=self.name, right=right, found=_shown(found)))

    def misfit(self, rule: Schema, found: Plain) -> FileError:
        """Return the error that tells what stands here instead of what a schema allows."""
        return self.refusal(_right(rule, found), found)


def _shown(found: Plain) -> str:
    if isinstance(found, bytes):
        return shown(found.decode())
    if isinstance(found, str):
        return f'"{shown(found)}"'
    if isinstance(found, dict):
        return tr("a group of entries")
    if isinstance(found, list):
        return ntr("a list of {count} value", "a list of {count} values", len(found)).format(count=len(found))
    return shown(json.dumps(found))


def _right(rule: Schema, found: Plain) -> str:
    """Return what a schema allows, worded to follow "must be"."""
    rule = rule.get("anyOf", [rule])[0]
    if "enum" in rule:
        return tr("one of {names}").format(names=listed(rule["enum"]))
    if rule["type"] == "array":
        return _right_list(rule, found)
    if "maximum" in rule:
        return _right_number(rule, found)
    words = tr("text of at most {count} characters, without NUL or lone surrogates")
    text = words.format(count=rule["maxLength"]) if "maxLength" in rule else tr("text")
    return {"object": tr("a group of entries"), "boolean": tr("true or false")}.get(rule["type"], text)


def _right_list(rule: Schema, found: Plain) -> str:
    if "prefixItems" in rule:
        return tr("a list of {count} values").format(count=rule["maxItems"])
    if "uniqueItems" in rule:
        words = tr("a list of {least} to {most} different names")
        return words.format(least=rule["minItems"], most=rule["maxItems"])
    if isinstance(found, list):
        words = ntr("a list of at most {count} value", "a list of at most {count} values", rule["maxItems"])
        return words.format(count=rule["maxItems"])
    kinds = {"string": tr("a list of texts"), "integer": tr("a list of whole numbers")}
    return kinds.get(rule["items"].get("type", ""), tr("a list"))


def _right_number(rule: Schema, found: Plain) -> str:
    is_whole, is_limited = rule["type"] == "integer", rule["maximum"] < LARGEST_WHOLE
    if is_whole and not (is_limited or isinstance(found, int)):
        return tr("a whole number")
    if not (is_whole or (is_limited and isinstance(found, str))):
        return tr('a decimal as text, such as "0.5"')
    words = tr("a whole number from {least} to {most}") if is_whole else tr("a decimal as text, from {least} to {most}")
    if "exclusiveMinimum" in rule:
        words = tr("a decimal as text, above {least} and at most {most}")
    least: float = rule["minimum"] if "minimum" in rule else rule["exclusiveMinimum"]
    return words.format(least=shortest(least), most=shortest(rule["maximum"]))


def checked(make: Callable[[], Any], spot: Spot) -> Any:
    """Return what `make` returns; what it refuses, a ValueError with one sentence, is told with its place."""
    try:
        return make()
    except ValueError as error:
        raise FileError(f"{spot.name}: {error}") from None


class Form(Frozen):
    """How values of a type stand in a file."""

    type: Any  # what msgspec reads there
    written: Callable[[Any], Plain]  # raises `FileError` when a value cannot be written
    read: Callable[[Any, Spot], Any]  # the value that stands for what msgspec has read; raises `FileError`


DECIMAL = r"^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?$"
LONGEST_NUMBER = 100


def number_form(kind: type[int] | type[float], limits: Meta) -> Form:
    """Return the form of a number in a range; a decimal is the shortest text that its double stands for."""
    rule: Schema = {"type": "integer"}
    largest: float = LARGEST_WHOLE
    if kind is float:
        rule, largest = {"type": "string", "pattern": DECIMAL, "maxLength": LONGEST_NUMBER}, sys.float_info.max
    least, most = -largest if limits.ge is None else limits.ge, largest if limits.le is None else limits.le
    within = Meta(ge=least, le=most) if limits.gt is None else Meta(gt=limits.gt, le=most)
    rule |= {"minimum": kind(least)} if limits.gt is None else {"exclusiveMinimum": kind(limits.gt)}
    rule |= {"maximum": kind(most)}

    def read(found: Any, spot: Spot) -> float:
        is_number = kind is int or (len(found) <= LONGEST_NUMBER and PLAIN.fullmatch(found))
        if not (is_number and is_within(kind(found), within)):
            raise spot.misfit(rule, found)
        return kind(found)

    written = int if kind is int else lambda value: shortest(float(value))
    return Form(Annotated[int if kind is int else str, Meta(extra_json_schema=rule)], written, read)


WITHOUT_NUL = r"^[^\u0000]*$"
LONGEST_TEXT = 20_000
TEXT_RULE: Schema = {"type": "string", "pattern": WITHOUT_NUL, "maxLength": LONGEST_TEXT}


def written_text(value: str) -> Plain:
    """Return a text that the reader takes. Raises `FileError` where it would not."""
    if len(value) > LONGEST_TEXT or not is_showable(value):
        raise FileError(tr("{name} cannot be written as UTF-8 text; rename it.").format(name=listed([value])))
    return value


def _read_text(found: str, spot: Spot) -> str:
    if len(found) > LONGEST_TEXT or not is_showable(found):
        raise spot.misfit(TEXT_RULE, found)
    return found


def _read_features(found: str, spot: Spot) -> FeatureMap:
    text = _read_text(found, spot)
    features: FeatureMap = checked(lambda: FeatureMap.read(text), spot)
    return features


TEXT = Annotated[str, Meta(extra_json_schema=TEXT_RULE)]
SIMPLE_FORMS: dict[Any, Form] = {
    bool: Form(bool, lambda value: value, lambda found, spot: found),
    int: number_form(int, Meta()),
    float: number_form(float, Meta()),
    str: Form(TEXT, written_text, _read_text),
    FeatureMap: Form(TEXT, lambda value: value.text, _read_features),  # as it is written on the command line
}


def choice_form(names: Sequence[str], make: Callable[[str], Any] = str) -> Form:
    """Return the form of one name of a few. `make`: of a name, what it stands for."""
    rule = {"enum": [*names]}

    def read(found: str, spot: Spot) -> Any:
        if found not in names:
            raise spot.misfit(rule, found)
        return make(found)

    return Form(Annotated[str, Meta(extra_json_schema=rule)], str, read)


BYTES_AT_ONCE = 2**18
"""Bytes of points that stand in one text: a millisecond of work."""
MOST_BYTES = 2**25
"""Of all points: with one in three more as base64, all that a session has besides finds room in its file, too."""
MOST_TEXTS = 1000
"""Five times as many as hold points of 10 000 features, of which each text has but three."""
PACKED = "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"


def _row(n_features: int) -> np.dtype[np.void]:
    """Return the record type of a point: its coordinates and the index of its class."""
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
Piece = Annotated[Any, Meta(extra_json_schema={"type": "string", "pattern": PACKED})]


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
        raise FileError(tr('{entry} must have exactly one of the entries "rows" and "packed".').format(entry=spot.name))
    rounded = {*_indices(found.rounded, len(X), spot.at("rounded")), *inexact}
    dataset: Dataset = checked(lambda: Dataset.of(X, labels, classes, features, rounded), spot)
    return _with_parts(dataset, found, spot)


POINTS = Form(Annotated[Points, Meta(extra_json_schema=EITHER)], written_points, read_points)


def _written_names(names: tuple[str, ...]) -> list[Plain]:
    for name in names:
        if not name or is_too_long(name):
            words = tr("a name must have 1 to {most} characters; rename {name}.")
            raise FileError(words.format(most=LONGEST_NAME, name=f'"{shown(name)}"'))
    return [*map(written_text, names)]


def _names(names: list[str], spot: Spot) -> tuple[str, ...]:
    known: set[str] = set()
    for i, name in enumerate(names):
        if name in known or not name or is_too_long(name) or not is_showable(name):
            words = tr("a name of 1 to {most} characters that differs from those before it")
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
        right = tr("points that are each in only one part, with at least one left to train on")
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
            right = tr("{count} decimals and the number of a class from 0 to {last}, separated by spaces")
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
                tr("the number of a point, from 0 to {last}").format(last=n_samples - 1), index
            )
    return found
