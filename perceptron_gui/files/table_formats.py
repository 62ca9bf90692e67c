"""The forms in which a run's table is written: one entry each, and the dialog, its suffixes and the file follow."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from perceptron_gui.files.names import row_of_names
from perceptron_gui.frozen import Frozen
from perceptron_gui.translation import N_, tr


class TableFormat(Frozen):
    """A form of a table."""

    text: str  # what the dialog calls such files; marked for translation
    suffixes: tuple[str, ...]  # with their dots, in small letters; the first is given to a name without one
    header: Callable[[list[str]], str]  # returns what stands before the rows, from the names of the columns
    row: Callable[[list[str]], str]  # returns a row from its cells, with the end of its line

    @property
    def file_filter(self) -> str:
        """What Qt's dialogs call such files."""
        return f"{tr(self.text)} ({' '.join('*' + suffix for suffix in self.suffixes)})"


def _with_commas(cells: list[str]) -> str:
    return ",".join(cells) + "\n"


CSV = TableFormat(N_("Points files"), (".csv", ".tsv", ".txt"), row_of_names, _with_commas)
"""What is written, too, under a suffix that no form claims."""
TABLE_FORMATS: tuple[TableFormat, ...] = (CSV,)


def format_of(path: str) -> TableFormat:
    """Return the form that a file's suffix stands for.

    `path`: the file; capital letters in its suffix are small ones.
    """
    suffix = Path(path).suffix.lower()
    return next((form for form in TABLE_FORMATS if suffix in form.suffixes), CSV)


def suffixes_by_filter() -> dict[str, str]:
    """Return the filters of a dialog, and the suffix that each gives to a name without one."""
    return {form.file_filter: form.suffixes[0] for form in TABLE_FORMATS}
