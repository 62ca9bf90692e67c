"""The header row: names of the columns, and which of them is the label (C1)."""

from __future__ import annotations

from dataclasses import dataclass

from perceptron_gui.files.file_errors import FileError, listed
from perceptron_gui.files.names import LONGEST_NAME, is_too_long, length_text
from perceptron_gui.files.numbers import parse_number, with_points
from perceptron_gui.translation import ntr, tr

MAX_FEATURES = 10_000
LABEL_NAMES = ("label", "class", "target", "species", "y")
COORDINATE = "y"
"""A label name that is a coordinate as well: in x,y,class it gives way to the other."""


@dataclass(frozen=True)
class Header:
    """Names of the columns of a points file.

    Attributes
    ----------
    names : tuple of str
        All columns, in order.
    label : int
        Which of them is the label.
    """

    names: tuple[str, ...]
    label: int

    @property
    def label_name(self) -> str:
        """The name of the label column."""
        return self.names[self.label]

    @property
    def features(self) -> tuple[str, ...]:
        """The names of the other columns."""
        return self.names[: self.label] + self.names[self.label + 1 :]


def make_header(cells: list[str]) -> Header:
    """Return the header of a points file.

    Parameters
    ----------
    cells : list of str
        The first row.

    Raises
    ------
    FileError
        When names are missing or ambiguous, or the row is no header at all.
    """
    names = tuple(cell.strip() for cell in cells)
    if not any(names):
        raise FileError(tr("this line is blank, but the first row must name the columns."), 1)
    if len(names) < 2:
        raise FileError(tr("there is one column only, separate at least one number and a label by commas."), 1)
    if len(names) > MAX_FEATURES + 1:
        words = ntr(
            "there is {count} feature column, but at most {most} can be read.",
            "there are {count} feature columns, but at most {most} can be read.",
            len(names) - 1,
        )
        raise FileError(words.format(count=len(names) - 1, most=MAX_FEATURES), 1)
    if _looks_like_a_point(names):
        raise FileError(
            tr("this row looks like a point, but the first row must name the columns, such as x1,x2,label."), 1
        )
    _check_names(names)
    return Header(names, _label_column(names))


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


def _label_column(names: tuple[str, ...]) -> int:
    named = [i for i, name in enumerate(names) if name.casefold() in LABEL_NAMES]
    found = [i for i in named if names[i].casefold() != COORDINATE] or named
    if len(found) > 1:
        words = tr("the columns {names} could all be the label, rename all but one.")
        raise FileError(words.format(names=listed([names[i] for i in found])), 1)
    return found[0] if found else len(names) - 1


def _looks_like_a_point(names: tuple[str, ...]) -> bool:
    """Whether all are numbers, perhaps up to the last; 0,1,label is a header."""
    is_named = any(name.casefold() in LABEL_NAMES for name in names)
    return not is_named and all(parse_number(with_points(name)) is not None for name in names[:-1])
