"""From lines of text to rows of cells, some at a time, each with its line: delimiter, quotes, blank rows."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import accumulate, chain, islice
from typing import TYPE_CHECKING

from perceptron_gui.files.file_errors import FileError
from perceptron_gui.files.header import Header, make_header
from perceptron_gui.files.lines import LONGEST_LINE, NEWLINE
from perceptron_gui.files.names import as_read
from perceptron_gui.files.reading_options import BY_THE_RULES, ReadingOptions
from perceptron_gui.frozen import Frozen, field
from perceptron_gui.translation import ntr, tr

if TYPE_CHECKING:
    from _csv import Reader

DELIMITERS = ("\t", ";", ",")
"""The first of these where several stand equally often: in Länge, cm;Art a name has a comma."""
QUOTED = re.compile(r'"[^"]*+"')
CELLS_AT_ONCE = 2048
"""Cells of a piece: few enough to stay in the processor's cache, and to be read in half a millisecond."""
MOST_BLANK_LINES = 1000
EMPTY = tr("the file is empty, but it needs a header row and a row for every point.")


class Piece(Frozen):
    """Some rows of a table."""

    rows: list[list[str]] = field(default_factory=list)  # the cells of each row
    lines: list[int] = field(default_factory=list)  # the line on which each row begins, from 1

    @property
    def cells(self) -> Iterator[tuple[int, str, int]]:
        """Each cell with its column, from 0, and its line."""
        for row, line in zip(self.rows, self.lines, strict=True):
            for column, text in enumerate(row):
                yield column, text, line

    def only(self, places: Iterable[int]) -> Piece:
        """Return some of the rows. `places`: which of them, from 0."""
        rows = [*places]
        return Piece([self.rows[i] for i in rows], [self.lines[i] for i in rows])

    def split(self, n_rows: int) -> tuple[Piece, Piece]:
        """Return the first rows and the rest. `n_rows`: how many the first part has."""
        return Piece(self.rows[:n_rows], self.lines[:n_rows]), Piece(self.rows[n_rows:], self.lines[n_rows:])


class Table(Frozen):
    """The cells of a file."""

    header: Header
    delimiter: str  # what separates the cells
    # the rows below the header, each as wide as it, without blank ones at the end; some may have no rows. Raises
    # `FileError`
    pieces: Iterator[Piece]


def parse_table(lines: Iterator[str], options: ReadingOptions = BY_THE_RULES) -> Table:
    """Split lines into cells.

    `lines`: with their line ends. `options`: what separates the cells, and whether the first row is a header. Raises
    `FileError` when there is no header. A flaw in the rows below is raised by the iterator of pieces.
    """
    n_above = options.n_above or 0
    first = header_lines(skip(lines, n_above))
    if is_blank(first) and _is_all_blank(lines):
        raise FileError(EMPTY)
    delimiter = options.delimiter or find_delimiter("".join(first))
    has_header = options.has_header is not False
    reader = row_reader(chain(first, lines) if has_header else first, delimiter)
    try:
        header = make_header([*map(as_read, _first_row(reader))], options)
    except FileError as flaw:
        # Who makes the header knows of no lines above it; a flaw of the text below stands where it says.
        raise replace(flaw, line=n_above + 1) if flaw.line == 1 else flaw from None
    if not has_header:
        reader = row_reader(chain(first, lines), delimiter)
    return Table(header, delimiter, _pieces(reader, len(header.names), options.leaves_out_incomplete, n_above))


def skip(lines: Iterator[str], n_lines: int) -> Iterator[str]:
    """Return what is left of a text without its first lines.

    `lines`: with their line ends. `n_lines`: how many are left out.
    """
    for _ in islice(lines, n_lines):
        pass
    return lines


def row_reader(lines: Iterable[str], delimiter: str) -> Reader:
    """Return what splits lines into rows of cells, with quotes as in CSV; it raises `csv.Error`.

    `lines`: with their line ends. `delimiter`: what separates the cells.
    """
    return csv.reader(lines, delimiter=delimiter, strict=True, skipinitialspace=True)


def find_delimiter(header: str) -> str:
    """Return the delimiter that stands most often in the header row, outside quotes. `header`: the row as text."""
    return max(DELIMITERS, key=QUOTED.sub("", header).count)


def is_blank(cells: Iterable[str]) -> bool:
    """Whether there is nothing but white space. `cells`: cells or lines."""
    return not any(cell.strip() for cell in cells)


def _is_all_blank(lines: Iterator[str]) -> bool:
    """Whether no more than some blank lines follow: after many it is no longer worth while to look for others."""
    looked_at = [*islice(lines, MOST_BLANK_LINES)]
    return len(looked_at) < MOST_BLANK_LINES and is_blank(looked_at)


def header_lines(lines: Iterator[str]) -> list[str]:
    """Return the lines of the first row: names in quotes may have line ends in them.

    `lines`: with their line ends; those after the row are left in it.
    """
    first: list[str] = []
    n_quotes = length = 0
    for line in lines:
        first.append(line)
        n_quotes, length = n_quotes + line.count('"'), length + len(line)
        if n_quotes % 2 == 0 or length > LONGEST_LINE:
            break
    return first


def _first_row(reader: Reader) -> list[str]:
    try:
        return next(reader, [])
    except csv.Error as error:
        raise FileError(_quoting_flaw(str(error)), 1) from None


def _pieces(reader: Reader, width: int, drops_blank: bool, n_above: int) -> Iterator[Piece]:
    """Yield the rows below the header, checked for their width; blank ones only where others follow.

    Of blank rows one after the other the first is enough: it is refused, or all are dropped. Where there are but blank
    rows an empty piece is yielded, so that who reads may give up.
    """
    blank = Piece()
    for piece in _raw_pieces(reader, max(1, CELLS_AT_ONCE // width), n_above):
        n_rows = len(piece.rows)
        while n_rows and is_blank(piece.rows[n_rows - 1]):
            n_rows -= 1
        piece, more_blank = piece.split(n_rows) if n_rows < len(piece.rows) else (piece, Piece())
        first_blank, _ = more_blank.split(1)
        if not n_rows:
            blank = blank if blank.rows else first_blank
            yield piece
            continue
        if drops_blank:
            piece = _without_blank(piece, width)
        elif blank.rows:
            _check_widths(blank, width)
            yield blank
        _check_widths(piece, width)
        yield piece
        blank = first_blank


def _without_blank(piece: Piece, width: int) -> Piece:
    """Return the rows without blank ones of another width."""
    if set(map(len, piece.rows)) <= {width}:
        return piece
    return piece.only(i for i, row in enumerate(piece.rows) if len(row) == width or not is_blank(row))


def _raw_pieces(reader: Reader, n_rows: int, n_above: int) -> Iterator[Piece]:
    """Yield the rows as they are; those before a flaw are yielded before it is raised."""
    rows = [[""]]
    while rows:
        begin, rows, flaw = n_above + reader.line_num + 1, [], ""
        try:
            rows.extend(islice(reader, n_rows))
        except csv.Error as error:
            flaw = _quoting_flaw(str(error))
        is_line_by_line = not flaw and n_above + reader.line_num + 1 == begin + len(rows)
        lines = [*range(begin, begin + len(rows) + 1)] if is_line_by_line else _begins(rows, begin)
        yield Piece(rows, lines[:-1])
        if flaw:
            raise FileError(flaw, lines[-1])


def _begins(rows: list[list[str]], begin: int) -> list[int]:
    """Return the line on which each row begins, and the one after the last: cells in quotes may have line ends."""
    return [*accumulate((1 + len(NEWLINE.findall("\0".join(row))) for row in rows), initial=begin)]


def _quoting_flaw(message: str) -> str:
    if "unexpected end" in message:
        return tr("a quoted cell begins here and is never closed, add the missing quote.")
    if "field larger" in message:
        words = tr("a cell here has more than {count} characters, perhaps a quote is left open.")
        return words.format(count=csv.field_size_limit())
    return tr("a quoted cell must end at its closing quote, write a quote inside it twice.")


def _check_widths(piece: Piece, width: int) -> None:
    if set(map(len, piece.rows)) <= {width}:
        return
    for row, line in zip(piece.rows, piece.lines, strict=True):
        if len(row) != width:
            raise FileError(_width_flaw(row, width), line)


def _width_flaw(row: list[str], width: int) -> str:
    if is_blank(row):
        return tr("this line is blank, remove it.")
    words = ntr(
        "this row has {count} cell, but the header has {width} columns.",
        "this row has {count} cells, but the header has {width} columns.",
        len(row),
    )
    return words.format(count=len(row), width=width)
