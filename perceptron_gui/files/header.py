"""The header row: names of the columns, and which of them is the label (C1)."""

from __future__ import annotations

from dataclasses import dataclass

from perceptron_gui.files.file_errors import Flaw, listed
from perceptron_gui.files.names import too_long
from perceptron_gui.files.numbers import parse_number, with_points

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
    """Return the header that `cells` make.

    Raises
    ------
    Flaw
        When names are missing or ambiguous, or the row is no header at all.
    """
    names = tuple(cell.strip() for cell in cells)
    if not any(names):
        raise Flaw("this line is blank, but the first row must name the columns.", 1)
    if len(names) < 2:
        raise Flaw("there is one column only, separate at least one number and a label by commas.", 1)
    if len(names) > MAX_FEATURES + 1:
        raise Flaw(f"there are {len(names) - 1} feature columns, but at most {MAX_FEATURES} can be read.", 1)
    if _looks_like_a_point(names):
        raise Flaw("this row looks like a point, but the first row must name the columns, such as x1,x2,label.", 1)
    _check_names(names)
    return Header(names, _label_column(names))


def _check_names(names: tuple[str, ...]) -> None:
    if "" in names:
        raise Flaw(f"column {names.index('') + 1} has no name, give it one or remove the column.", 1)
    for number, name in enumerate(names, 1):
        if flaw := too_long(name):
            raise Flaw(f"the name of column {number} {flaw}.", 1)
    if len(set(names)) < len(names):
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        raise Flaw(f"two columns are named {listed([twice])}, give each its own name.", 1)


def _label_column(names: tuple[str, ...]) -> int:
    named = [i for i, name in enumerate(names) if name.casefold() in LABEL_NAMES]
    found = [i for i in named if names[i].casefold() != COORDINATE] or named
    if len(found) > 1:
        raise Flaw(f"the columns {listed([names[i] for i in found])} could all be the label, rename all but one.", 1)
    return found[0] if found else len(names) - 1


def _looks_like_a_point(names: tuple[str, ...]) -> bool:
    """Whether all are numbers, perhaps up to the last; 0,1,label is a header."""
    is_named = any(name.casefold() in LABEL_NAMES for name in names)
    return not is_named and all(parse_number(with_points(name)) is not None for name in names[:-1])
