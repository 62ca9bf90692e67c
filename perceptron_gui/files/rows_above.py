"""Lines above the header of a table: titles, dates and blank lines, as people put them over what they print."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from perceptron_gui.files.cell_rows import DELIMITERS, is_blank, row_reader
from perceptron_gui.files.file_errors import FileError
from perceptron_gui.files.numbers import parse_number, with_points

MOST_SKIPPED = 1000
"""Lines that can be above a table."""
LOOKED_AT, MOST_CHARACTERS = 100, 2**18
"""Lines of a table that are looked at, and the characters after which no other is: some milliseconds of work."""
LEAST_COLUMNS = 3
"""Of two columns one without a name looks like a title that a spreadsheet made as wide as the table."""


def lines_above(lines: Iterator[str], delimiter: str | None) -> tuple[int, str | None]:
    """Return how many lines most likely stand above the header, and what separates the cells below them.

    Those are above that have one cell with something in it at most; and those that have fewer cells than most rows of
    the table, where a row without numbers follows, which names the columns.

    `lines`: the first lines of a table. `delimiter`: what separates its cells; None where that is not known. `n_lines`:
    from 0 to `LOOKED_AT`. `delimiter`: the one that was given where there are no such lines.
    """
    texts = [*_beginning(lines)]
    found = [(*_above(texts, each), each) for each in ((delimiter,) if delimiter else DELIMITERS)]
    n_rows, n_lines, best = max(found, key=lambda each: each[0])
    return (n_lines, best) if n_rows and n_lines else (0, delimiter)


def _beginning(lines: Iterator[str]) -> Iterator[str]:
    length = 0
    for line in islice(lines, LOOKED_AT):
        yield line
        length += len(line)
        if length > MOST_CHARACTERS:
            break


def _above(texts: Sequence[str], delimiter: str) -> tuple[int, int]:
    """Return how many rows are as wide as most that have columns, and the line on which the first of them begins."""
    rows, begins = _rows(texts, delimiter)
    widths = Counter(len(row) for row in rows if len(row) > 1 and not is_blank(row))
    if not widths:
        return 0, 0
    width, n_rows = max(widths.items(), key=lambda each: (each[1], each[0]))
    for i, row in enumerate(rows):
        n_filled = sum(bool(cell.strip()) for cell in row)
        is_title = n_filled <= 1 and (len(row) != width or width >= LEAST_COLUMNS)
        if is_title or len(row) < width:
            continue
        is_sure = all(sum(bool(cell.strip()) for cell in above) <= 1 for above in rows[:i])
        has_numbers = any(parse_number(with_points(cell)) is not None for cell in row)
        return (n_rows, begins[i]) if is_sure or not has_numbers else (n_rows, 0)
    return 0, 0


def _rows(texts: Sequence[str], delimiter: str) -> tuple[list[list[str]], list[int]]:
    """Return the rows up to the first flaw, and the line above each, from 0."""
    reader = row_reader(texts, delimiter)
    rows: list[list[str]] = []
    begins = [0]
    try:
        for row in reader:
            rows.append(row)
            begins.append(reader.line_num)
    except (csv.Error, FileError):
        pass
    return rows, begins
