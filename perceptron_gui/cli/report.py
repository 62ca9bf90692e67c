"""Text output of commands: exact numbers in full, rounded ones with ≈ (E5), tables, progress on a terminal."""

import contextlib
import os
import sys
import time
from collections.abc import Sequence
from fractions import Fraction
from types import TracebackType
from typing import Any, TextIO
from unicodedata import category, east_asian_width

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.engine.theory.separability import MistakeBound
from perceptron_gui.files.file_work import shown
from perceptron_gui.session.wording import bound_text, counted, grouped, joined, written
from perceptron_gui.translation import ntr, tr

Rows = Sequence[Sequence[str]]
MOST_ROWS = 24
MOST_NAMES = 12
MOST_PLACES = 30


def exact_text(value: Fraction) -> str:
    """Return a decimal in full; if it has no end, or none within 30 places, rounded with ≈ before it.

    `value`: the exact number.
    """
    if abs(value) > sys.float_info.max:
        return str(written(value))
    for places in range(MOST_PLACES + 1):
        if 10**places % value.denominator == 0:
            return _with_point(int(value * 10**places), places)
    return rounded_text(float(value))


def _with_point(whole: int, places: int) -> str:
    digits = f"{abs(whole):0{places + 1}d}"
    sign = "-" if whole < 0 else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def rounded_text(value: float) -> str:
    """Return a number rounded to 6 digits, with ≈ before it. `value`: finite."""
    return f"≈ {value:.6g}"


def finite(value: float) -> float | None:
    """Return a number for JSON; None for what is not below the largest double, which stands for all beyond (C5)."""
    return value if value < sys.float_info.max else None


def json_text(found: dict[str, Any]) -> str:
    """Return what ``--json`` prints: one object on one line.

    `found`: finite numbers, texts, and lists and dictionaries of them.
    """
    import json  # wanted by few, and 2 % of a start

    return json.dumps(found, allow_nan=False) + "\n"


def shown_width(text: str) -> int:
    """Return how many places a text takes on a terminal: none for the hat of γ̂ or an isolate, two for 花.

    `text`: on one line.
    """
    return sum((1 + (east_asian_width(c) in "WF")) * (category(c) not in ("Mn", "Me", "Cf")) for c in text)


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows of cells as lines: the first column flush left, the others flush right.

    `rows`: all of the same length.
    """
    widths = [max(map(shown_width, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(_padded(row, widths)).rstrip() for row in rows]


def _padded(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    spaces = [" " * (width - shown_width(cell)) for cell, width in zip(row, widths, strict=True)]
    return [row[0] + spaces[0], *(space + cell for space, cell in zip(spaces[1:], row[1:], strict=True))]


def facts(pairs: Sequence[tuple[str, str]]) -> list[str]:
    """Return names and their values, one pair a line. `pairs`: at least one."""
    width = max(shown_width(name) for name, _ in pairs)
    return [f"{name}{' ' * (width - shown_width(name))}  {value}" for name, value in pairs]


def cut(rows: list[Sequence[str]]) -> tuple[list[Sequence[str]], list[str]]:
    """Return the first rows, and a line about the others where they are too many to read.

    `rows`: all rows of a table. `first`: at most `MOST_ROWS`. `more`: one line, or none.
    """
    if len(rows) <= MOST_ROWS:
        return rows, []
    left_out = len(rows) - MOST_ROWS
    line = counted("… and {count} more; --json prints them all", "… and {count} more; --json prints them all", left_out)
    return rows[:MOST_ROWS], [line]


def parameter_table(
    dataset: Dataset, settings: TrainingSettings, features: Sequence[str], columns: Rows, w: str, w_of: str
) -> list[str]:
    """Return parameters as lines: a row for each feature and the bias, a column for each class that has its own.

    `features`: names of the weights. `columns`: numbers as text. `w`: the head of a column; `w_of`: of a class, with a
    field for its {name}.
    """
    names = [*map(shown, features), *[tr("bias b")] * settings.bias]
    kept, more = cut([*zip(names, *columns, strict=True)])
    classes = dataset.classes
    rows = model_kind(settings).row_classes(len(classes))
    heads = [w if k is None else w_of.format(name=shown(classes[k])) for k in rows]
    return aligned([["", *heads], *kept]) + more


def size_text(dataset: Dataset) -> str:
    """Return how many points of how many features there are."""
    features = counted("{count} feature", "{count} features", dataset.n_features)
    return tr("{points} with {features}").format(points=grouped(dataset.n_samples), features=features)


def features_fact(settings: TrainingSettings, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the features of the model as a fact; none for the identity.

    `names`: of the entries of φ(x).
    """
    if settings.features.is_identity:
        return []
    listed = [shown(name) for name in names[:MOST_NAMES]]
    if len(names) > MOST_NAMES:
        listed.append(counted("… and {count} more", "… and {count} more", len(names) - MOST_NAMES))
    return [(tr("features φ"), joined(listed))]


def bound_value(bound: MistakeBound) -> str:
    """Return a bound before rounding down: in full where it is known exactly, and beyond all doubles."""
    if bound.exact is None and finite(bound.unrounded) is not None:
        return rounded_text(bound.unrounded)
    return exact_text(bound.exact if bound.exact is not None else Fraction(bound.at_most))


def bound_with_count(value: str, at_most: int, names_orders: bool = False) -> str:
    """Return a bound on mistakes, and the whole number of mistakes that it allows.

    `value`: the bound as text. `at_most`: the most mistakes. `names_orders`: whether to say in which orders, as where
    none is set.
    """
    words = ntr("{value} ({count} mistake at most)", "{value} ({count} mistakes at most)", at_most)
    if names_orders:
        words = ntr(
            "{value} ({count} mistake at most, in every order but batch)",
            "{value} ({count} mistakes at most, in every order but batch)",
            at_most,
        )
    return words.format(value=value, count=bound_text(at_most, 10**MOST_PLACES))


FIRST_AFTER, THEN_EVERY = 1.0, 0.1
"""Seconds before the first line, and between two."""
USUAL_COLUMNS = 80
"""Where a terminal does not say how wide it is."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C was pressed; the message says how far the command came."""


class Progress:
    """A progress line on a terminal, overwritten at each step and erased when the block ends.

    `file`: none is standard error. `tells_parts`: whether how much is done is written instead, as a line each, from 0
    to 1, for a program that reads it.
    """

    def __init__(self, file: TextIO | None = None, tells_parts: bool = False) -> None:
        self._file = sys.stderr if file is None else file
        self._tells_parts = tells_parts
        self._is_shown = not tells_parts and _is_terminal(self._file)
        self._next = time.monotonic() + FIRST_AFTER
        self._length = 0

    def __enter__(self) -> "Progress":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._length:
            self._write("")

    @property
    def is_due(self) -> bool:
        """Whether it is time for another line."""
        return self._is_shown and time.monotonic() >= self._next

    def say(self, text: str) -> None:
        """Write the line anew if `is_due`, cut where the terminal ends. `text`: how far the run is."""
        if self.is_due:
            self._next = time.monotonic() + THEN_EVERY
            self._write(text[: self._columns() - 1])

    def say_part(self, part: float) -> None:
        """Write how much is done, if that is to be told. `part`: in 0 … 1."""
        if self._tells_parts:
            with contextlib.suppress(OSError):
                print(f"{part:.3f}", file=self._file, flush=True)

    def _columns(self) -> int:
        try:
            return os.get_terminal_size(self._file.fileno()).columns or USUAL_COLUMNS
        except (OSError, ValueError):
            return USUAL_COLUMNS

    def _write(self, text: str) -> None:
        """Overwrite the line, padded with blanks, as not every terminal has a code that clears it."""
        blanks = " " * (self._length - len(text))
        end = "" if text else "\r"
        self._length = len(text)
        try:
            self._file.write(f"\r{text}{blanks}{end}")
            self._file.flush()
        except OSError:  # the terminal is gone, the run is not
            self._is_shown = False


def _is_terminal(file: TextIO | None) -> bool:
    """Whether `file` is a terminal; a program without a console has none at all."""
    try:
        return file is not None and file.isatty()
    except ValueError:
        return False
