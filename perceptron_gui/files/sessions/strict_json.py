"""JSON as sessions have it: whole numbers and texts only, no name twice, and no more of it than memory has room for."""

import json
from collections.abc import Iterable, Iterator
from typing import TextIO

from perceptron_gui.files.file_work import FileError, shown
from perceptron_gui.translation import tr

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
    """Return what a file holds.

    `data`: the whole file. Raises `FileError` when it is no such JSON, or too much of it; one sentence, where it can
    with the line; and RecursionError when it is nested too deeply.
    """
    if _is_too_much(data.count(b","), data.count(b"[") + data.count(b"{"), data.count(b":")):
        raise FileError(tr("this is no session: there is too much in it."))
    try:
        text = data.decode("utf-8-sig")
        # Other numbers are kept as they are written, for the sentence at the place where one is read.
        found: Plain = json.loads(text, object_pairs_hook=_object, parse_float=str.encode, parse_constant=str.encode)
    except UnicodeDecodeError:
        raise FileError(tr("this is no session, or a damaged one: it is not UTF-8 text.")) from None
    except json.JSONDecodeError as error:
        raise FileError(tr("the session is damaged here, or this is none."), error.lineno) from None
    except ValueError:  # Python reads no more digits than it can in a moment
        raise FileError(
            tr("a number is too large: there are more digits in it than in any that a session has.")
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
        raise FileError(tr('the entry "{name}" stands there twice.').format(name=shown(twice)))
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
