"""The first rows of a table as they would be read, and what follows from them where nothing was chosen."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

from perceptron_gui.files.cell_rows import find_delimiter, header_lines, is_blank, row_reader, skip
from perceptron_gui.files.file_errors import FileError
from perceptron_gui.files.header import (
    check_width,
    columns_named_label,
    looks_like_a_point,
    names_of_columns,
    with_all_names,
)
from perceptron_gui.files.missing import is_missing
from perceptron_gui.files.names import as_read
from perceptron_gui.files.numbers import BLANKS, GROUPED, PLAIN, is_coordinate, parse_number, shortest, with_points
from perceptron_gui.files.rows_above import lines_above
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from _csv import Reader

    from perceptron_gui.files.reading_options import ReadingOptions
    from perceptron_gui.files.table_sample import TableSample

OTHER_DELIMITERS = (" ", "|")
MOST_ROWS = 100
MOST_CELLS = 20_000
"""Of so many cells a head is made within a frame or two."""
Rows = Sequence[Sequence[str]]


class TableHead(Frozen, eq=False):
    """The beginning of a table."""

    options: ReadingOptions  # how it is read; delimiter, header, label and features are said
    names: tuple[str, ...]  # all columns
    rows: Rows  # the cells of the first points, as written
    lines: Sequence[int]  # the line of the file on which each row begins, from 1
    numeric: tuple[bool, ...]  # which columns hold numbers: the others can only be the label

    @property
    def label(self) -> int:
        """The column of the classes."""
        assert self.options.label is not None
        return self.options.label

    @property
    def features(self) -> tuple[int, ...]:
        """The columns that are trained on."""
        assert self.options.features is not None
        return self.options.features

    def shown(self, row: int, column: int) -> str:
        """Return a cell as it is read: a number as the double that it becomes; as written where it is none.

        `row`: which of the first points, from 0. `column`: which of the columns, from 0.
        """
        cells = self.rows[row]
        text = cells[column] if column < len(cells) else ""
        if column == self.label:
            return as_read(text)
        pointed = self._pointed(text)
        value = parse_number(pointed) if is_coordinate(pointed) else None
        return text.strip() if value is None else shortest(value)

    def is_wrong(self, row: int, column: int) -> bool:
        """Whether a cell is not what its column needs. `row`, `column`: as in `shown`."""
        cells = self.rows[row]
        text = cells[column] if column < len(cells) else ""
        if column == self.label:
            return not text.strip()
        return column in self.features and not is_coordinate(self._pointed(text))

    def _pointed(self, text: str) -> str:
        return with_points(text) if _may_be_commas(self.options) else text


def head_of(sample: TableSample, chosen: ReadingOptions) -> TableHead:
    """Return the head of a table; what is not chosen is what is most likely, and by the rules where these read it (C1).

    Raises `FileError` when there is no table to be seen.
    """
    if chosen.n_above is None:
        n_above, delimiter = lines_above(iter(sample.lines(chosen.encoding)), chosen.delimiter)
        chosen = replace(chosen, n_above=n_above, delimiter=delimiter)
    delimiter, rows, lines = _first_rows(sample, chosen)
    check_width(len(rows[0]))
    first = [as_read(cell).strip() for cell in rows[0]]
    has_header = chosen.has_header if chosen.has_header is not None else not looks_like_a_point(first)
    points, lines = (rows[1:], lines[1:]) if has_header else (rows, lines)
    options = replace(chosen, delimiter=delimiter, has_header=has_header)
    options = replace(options, decimal=chosen.decimal or _decimal_of(points, delimiter))
    numeric = tuple(_is_numeric(column, options) for column in _columns(points, len(first)))
    names = with_all_names(first) if has_header else ("",) * len(first)
    label = chosen.label if chosen.label is not None else _label_of(first if has_header else names, points, numeric)
    if not has_header:
        names = names_of_columns(len(first), label)
    features = chosen.features
    if features is None:
        is_named = [bool(name) or not has_header for name in first]
        features = tuple(j for j in range(len(first)) if j != label and numeric[j] and is_named[j])
    return TableHead(replace(options, label=label, features=features), names, points, lines, numeric)


def _first_rows(sample: TableSample, chosen: ReadingOptions) -> tuple[str, list[list[str]], list[int]]:
    """Return the delimiter, the first rows that have no flaw as text, and the line of each."""
    n_above = chosen.n_above or 0
    lines = skip(iter(sample.lines(chosen.encoding)), n_above)
    first = header_lines(lines)
    delimiter = chosen.delimiter or _delimiter_of(first)
    rows, begins = _split(row_reader(chain(first, lines), delimiter), sample.is_cut)
    while rows and is_blank(rows[-1]):
        rows.pop()
    if not rows or is_blank(rows[0]):
        raise FileError(tr("no rows can be shown."))
    return delimiter, rows, [n_above + line for line in begins]


def _delimiter_of(first: list[str]) -> str:
    """Return the delimiter of the rules, or another one where that makes no columns."""
    by_the_rules = find_delimiter("".join(first))
    for delimiter in (by_the_rules, *OTHER_DELIMITERS):
        rows, _ = _split(row_reader(first, delimiter), is_cut=False)
        if rows and len(rows[0]) > 1:
            return delimiter
    return by_the_rules


def _split(reader: Reader, is_cut: bool) -> tuple[list[list[str]], list[int]]:
    rows: list[list[str]] = []
    begins, n_cells = [1], 0
    try:
        for row in reader:
            rows.append(row)
            begins.append(reader.line_num + 1)
            n_cells += len(row)
            if len(rows) > MOST_ROWS or n_cells > MOST_CELLS:
                return rows, begins
    except (csv.Error, FileError):
        return rows, begins  # what is wrong below is said when all is read
    return rows[:-1] if is_cut else rows, begins


def _columns(rows: Rows, width: int) -> list[list[str]]:
    return [[row[j] if j < len(row) else "" for row in rows] for j in range(width)]


def _may_be_commas(options: ReadingOptions) -> bool:
    return options.decimal == "," if options.decimal else options.delimiter != ","


def _decimal_of(rows: Rows, delimiter: str) -> str | None:
    """Return a comma where the rules do not take it for a decimal one, but nothing else makes sense; else None.

    With commas between the cells that is where numbers with commas stand in quotes; with others, where each of them
    could mean thousands.
    """
    cells = [cell.strip(BLANKS) for cell in chain.from_iterable(rows)]
    commas = [cell for cell in cells if "," in cell and PLAIN.fullmatch(with_points(cell))]
    has_points = any("." in cell and PLAIN.fullmatch(cell) for cell in cells)
    if not commas or has_points:
        return None
    return "," if delimiter == "," or all(map(GROUPED.fullmatch, commas)) else None


def _is_numeric(cells: Sequence[str], options: ReadingOptions) -> bool:
    """Whether half of the cells that are not missing are numbers: one that is none is then a flaw, not a text."""
    there = [cell for cell in cells if not is_missing(cell)]
    pointed = [with_points(cell) for cell in there] if _may_be_commas(options) else there
    return not cells or 2 * sum(map(is_coordinate, pointed)) >= max(1, len(there))


def _label_of(names: Sequence[str], rows: Rows, numeric: Sequence[bool]) -> int:
    """Return the column with the name of one; else, of those with text, the one most like classes; else the last."""
    if named := columns_named_label(names):
        return named[0]
    columns = [[cell.strip() for cell in column] for column in _columns(rows, len(names))]
    texts = [j for j, cells in enumerate(columns) if not numeric[j] and any(cells)]
    if texts:
        return min(reversed(texts), key=lambda j: _unlike_classes(columns[j]))
    return max((j for j, cells in enumerate(columns) if not cells or any(cells)), default=len(names) - 1)


def _unlike_classes(cells: Sequence[str]) -> tuple[bool, bool, int]:
    """Return what is the less, the more texts are like labels: none is missing, there are two, and few."""
    n_texts = len({*cells})
    return "" in cells, n_texts < 2, n_texts
