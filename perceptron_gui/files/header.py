"""The header row: names of the columns, and which of them is the label (C1)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, count

from perceptron_gui.files.file_errors import FileError, listed
from perceptron_gui.files.names import LONGEST_NAME, is_too_long, length_text
from perceptron_gui.files.numbers import parse_number, with_points
from perceptron_gui.files.reading_options import BY_THE_RULES, ReadingOptions
from perceptron_gui.frozen import Frozen
from perceptron_gui.translation import ntr, tr

MAX_FEATURES = 10_000
LABEL_NAMES = ("label", "class", "target", "species", "y")
COORDINATE = "y"
"""A label name that is a coordinate as well: in x,y,class it gives way to the other."""


class Header(Frozen):
    """Names of the columns of a points file, and what they are for."""

    names: tuple[str, ...]  # all columns, in order
    label: int  # which of them is the label
    chosen: tuple[int, ...] | None = None  # which of them are features, ascending; None for all others

    @property
    def label_name(self) -> str:
        """The name of the label column."""
        return self.names[self.label]

    @property
    def columns(self) -> tuple[int, ...]:
        """The columns that are features."""
        others = range(len(self.names))
        return self.chosen if self.chosen is not None else (*others[: self.label], *others[self.label + 1 :])

    @property
    def features(self) -> tuple[str, ...]:
        """The names of the features."""
        if self.chosen is None:
            return self.names[: self.label] + self.names[self.label + 1 :]
        return tuple(self.names[column] for column in self.chosen)


def make_header(cells: list[str], options: ReadingOptions = BY_THE_RULES) -> Header:
    """Return the header of a table.

    `cells`: the first row. `options`: whether this is a row of names, and which columns are wanted. Raises `FileError`
    when names are missing or ambiguous, or the row is no header at all.
    """
    names = tuple(cell.strip() for cell in cells)
    if not any(names):
        raise FileError(tr("this line is blank, but the first row must name the columns."), 1)
    if len(names) < 2:
        raise FileError(tr("there is one column only, separate at least one number and a label by commas."), 1)
    check_width(len(names))
    if options.has_header is None and looks_like_a_point(names):
        raise FileError(
            tr("this row looks like a point, but the first row must name the columns, such as x1,x2,label."), 1
        )
    label = options.label
    if options.has_header is False:
        label = len(names) - 1 if label is None else label
        names = names_of_columns(len(names), label)
    elif options.has_header:
        names = with_all_names(names)
    _check_names(names)
    label = label if label is not None else _label_column(names)
    is_all = options.features == (*range(label), *range(label + 1, len(names)))
    header = Header(names, label, None if is_all else options.features)
    _check_wanted(header)
    return header


def check_width(n_columns: int) -> None:
    """Raise `FileError` where there are more columns than can be read.

    `n_columns`: how many there are, with the label.
    """
    n_features = n_columns - 1
    if n_features > MAX_FEATURES:
        words = ntr(
            "there is {count} feature column, but at most {most} can be read.",
            "there are {count} feature columns, but at most {most} can be read.",
            n_features,
        )
        raise FileError(words.format(count=n_features, most=MAX_FEATURES), 1)


def names_of_columns(n_columns: int, label: int) -> tuple[str, ...]:
    """Return names for the columns of a table without a header: x1, x2, … and label.

    `n_columns`: how many there are, with the label. `label`: which of them is the label.
    """
    names = [f"x{number}" for number in range(1, n_columns)]
    return (*names[:label], LABEL_NAMES[0], *names[label:])


def with_all_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return names with one for every column that had none, and with a number where another has it already.

    `names`: as they stand in the first row.
    """
    taken, found = {*names}, set[str]()
    numbers = {name: count(2) for name in taken}
    mended = []
    for number, name in enumerate(names, 1):
        if not name or name in found:
            base = name or tr("column {number}").format(number=number)
            candidates = chain([base], (f"{base} ({again})" for again in numbers.setdefault(base, count(2))))
            name = next(candidate for candidate in candidates if candidate not in taken)
        found.add(name)
        taken.add(name)
        mended.append(name)
    return tuple(mended)


def _check_wanted(header: Header) -> None:
    """Raise `FileError` unless all columns that are asked for are there: the file may have been changed since."""
    if max((header.label, *(header.chosen or ()))) >= len(header.names):
        raise FileError(tr("a column that was chosen is no longer there."), 1)
    if not header.columns:
        raise FileError(tr("no column is left to train on, choose at least one."), 1)


def _check_names(names: tuple[str, ...]) -> None:
    if "" in names:
        words = tr("column {number} has no name, give it one or remove the column.")
        raise FileError(words.format(number=names.index("") + 1), 1)
    for number, name in enumerate(names, 1):
        if is_too_long(name):
            words = tr("the name of column {number} has {characters}, but a name has {most} at most.")
            raise FileError(words.format(number=number, characters=length_text(name), most=LONGEST_NAME), 1)
    if len(set(names)) < len(names):
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        raise FileError(tr("two columns are named {name}, give each its own name.").format(name=listed([twice])), 1)


def columns_named_label(names: Sequence[str]) -> list[int]:
    """Return the columns whose names say that they are the label; a coordinate y gives way to another.

    `names`: all columns, in order.
    """
    named = [i for i, name in enumerate(names) if name.casefold() in LABEL_NAMES]
    return [i for i in named if names[i].casefold() != COORDINATE] or named


def _label_column(names: tuple[str, ...]) -> int:
    found = columns_named_label(names)
    if len(found) > 1:
        words = tr("the columns {names} could all be the label, rename all but one.")
        raise FileError(words.format(names=listed([names[i] for i in found])), 1)
    return found[0] if found else len(names) - 1


def looks_like_a_point(names: Sequence[str]) -> bool:
    """Whether all are numbers, perhaps up to the last; 0,1,label is a header.

    `names`: the first row, without white space around the cells.
    """
    is_named = any(name.casefold() in LABEL_NAMES for name in names)
    return not is_named and all(parse_number(with_points(name)) is not None for name in names[:-1])
