"""Names in a cell: of classes and columns. None may be run by a spreadsheet, and all read back as they are.

A spreadsheet takes a cell that begins with = for a formula, also one from a text file, and some run programs. As people
do there, an apostrophe in front makes it text; reading takes it away again.
"""

from __future__ import annotations

from perceptron_gui.files.numbers import PLAIN
from perceptron_gui.translation import ntr

FORMULA = tuple("=+-@＝＋－＠")
"""What a formula can begin with; some spreadsheets read full-width signs as well."""
HARMLESS = ("+", "-")
"""The names of two classes in many files: a sign alone is no formula."""
TEXT = "'"
LONGEST_NAME = 1000
"""Characters: a page of text in the place of a name would take the window minutes to lay out."""
MUST_QUOTE = set(',;\t"\r\n\ufeff')


def as_read(cell: str) -> str:
    """Return the name that a cell stands for, see `as_written`. `cell`: without its quotes."""
    name = cell.strip()
    return name[len(TEXT) :] if name.startswith(TEXT) and _after_text_marks(name).startswith(FORMULA) else name


def as_written(name: str) -> str:
    """Return the cell for a name, with an apostrophe before what a spreadsheet would run as a formula; without quotes.

    `name`: of a class or a column.
    """
    name = name.strip()
    is_marked = name.startswith(TEXT) and _after_text_marks(name).startswith(FORMULA)
    return TEXT + name if is_marked or _could_run(name) else name


def quoted(name: str) -> str:
    """Return the cell for a name, in quotes where CSV needs them. `name`: of a class or a column."""
    cell = as_written(name)
    return '"' + cell.replace('"', '""') + '"' if MUST_QUOTE & set(cell) else cell


def row_of_names(names: list[str]) -> str:
    """Return names as a CSV row with its line end. `names`: of columns."""
    return ",".join(map(quoted, names)) + "\n"


def is_too_long(name: str) -> bool:
    """Whether a name is longer than the window can show. `name`: of a class or a column."""
    return len(name) > LONGEST_NAME


def length_text(name: str) -> str:
    """Return how many characters a name has, for a sentence. `name`: of a class or a column."""
    return ntr("{count} character", "{count} characters", len(name)).format(count=len(name))


def _could_run(name: str) -> bool:
    return name.startswith(FORMULA) and name not in HARMLESS and not PLAIN.fullmatch(name)


def _after_text_marks(name: str) -> str:
    return name.lstrip(TEXT)
