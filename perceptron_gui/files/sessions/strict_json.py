"""JSON as sessions have it: whole numbers and texts only, no name twice, and no more of it than memory has room for."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TextIO

from perceptron_gui.files.file_errors import FileError, shown
from perceptron_gui.translation import tr

Plain = bool | int | str | list["Plain"] | dict[str, "Plain"] | None
"""What JSON holds here: decimals are texts, so that no digit of them is lost."""
MAX_BYTES = 2**26
MOST_VALUES, MOST_GROUPS, MOST_ENTRIES = 4_000_000, 50_000, 200_000
"""Commas, brackets that open, and colons: each may become an object many times as large as its letters."""
LARGEST_WHOLE = 2**64
ROWS_AT_ONCE = 512
SHORT = 100
"""Characters of a list that stands on one line."""


class Lines(list["Plain"]):
    """Texts or numbers that stand on a line each; perhaps a million. Whoever writes them uses them up.

    `items`: what they are at first. `at_once`: how many are written in one call.
    """

    def __init__(self, items: Iterable[Plain] = (), at_once: int = ROWS_AT_ONCE) -> None:
        super().__init__(items)
        self.at_once = at_once


def parse(data: bytes) -> Plain:
    """Return what a file holds.

    `data`: the whole file. Raises `FileError` when it is no such JSON, or too much of it; one sentence, where it can
    with the line.
    """
    if _is_too_much(data.count(b","), data.count(b"[") + data.count(b"{"), data.count(b":")):
        raise FileError(tr("this is no session: there is too much in it."))
    try:
        text = data.decode("utf-8-sig")
        found: Plain = json.loads(text, object_pairs_hook=_object, parse_float=_no_float, parse_constant=_no_float)
    except UnicodeDecodeError:
        raise FileError(tr("this is no session, or a damaged one: it is not UTF-8 text.")) from None
    except json.JSONDecodeError as error:
        raise FileError(tr("the session is damaged here, or this is none."), error.lineno) from None
    except RecursionError:
        raise FileError(tr("this is no session: it is nested too deeply.")) from None
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


def _no_float(text: str) -> Plain:
    words = tr('{number} is not written as sessions write decimals: as text, such as "0.5".')
    raise FileError(words.format(number=shown(text)))


def dump(file: Measured, value: Plain) -> Iterator[float]:
    """Write a value as JSON: an entry a line, and short lists on one.

    Returns now and then, the part that is done of the longest list, in 0 … 1.
    """
    yield from _dump(file, value, "\n")
    file.write("\n")


def _dump(file: Measured, value: Plain, line: str) -> Iterator[float]:
    if isinstance(value, dict) and value:
        named = ((f"{_text(name)}: ", each) for name, each in value.items())
        yield from _dump_entries(file, "{}", named, len(value), line)
    elif isinstance(value, Lines) and value:
        yield from _dump_lines(file, value, line)
    elif isinstance(value, list) and _are_simple(value):
        yield from _dump_lines(file, Lines(value), line)
    elif isinstance(value, list) and len(_text(value)) > SHORT:
        yield from _dump_entries(file, "[]", (("", each) for each in value), len(value), line)
    else:
        file.write(_text(value))


def _dump_entries(
    file: Measured, ends: str, entries: Iterable[tuple[str, Plain]], n_entries: int, line: str
) -> Iterator[float]:
    file.write(ends[0])
    for count, (name, each) in enumerate(entries, start=1):
        file.write(f"{line} {name}")
        yield from _dump(file, each, line + " ")
        file.write("," if count < n_entries else line)
    file.write(ends[1])


def _dump_lines(file: Measured, lines: Lines, line: str) -> Iterator[float]:
    """Write many texts in a few calls: a million of them one by one would take three times as long.

    What is written is given up piece by piece: all at once would hold every other thread for a tenth of a second.
    """
    n_lines = len(lines)
    lines.reverse()
    file.write("[")
    for first in range(0, n_lines, lines.at_once):
        part = lines[-lines.at_once :][::-1]
        del lines[-lines.at_once :]
        rows = json.dumps(part, ensure_ascii=False, separators=(f",{line} ", ":"))
        file.write(("," if first else "") + f"{line} " + rows[1:-1])
        yield first / n_lines
    file.write(f"{line}]")


def _are_simple(values: list[Plain]) -> bool:
    """Whether values are too many for one line, and none is a group: points of a part, perhaps a million."""
    return len(values) > SHORT and not any(isinstance(each, list | dict) for each in values)


def _text(value: Plain) -> str:
    return json.dumps(value, ensure_ascii=False)
