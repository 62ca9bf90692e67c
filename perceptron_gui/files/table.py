"""From the bytes of a file to rows of cells, each with its line: encoding, delimiter, quotes."""

from __future__ import annotations

import codecs
import csv
import io
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from perceptron_gui.files.flaw import Flaw, reason
from perceptron_gui.files.header import Header, make_header

if TYPE_CHECKING:
    from _csv import Reader

MAX_BYTES = 2**30
"""Larger files are refused: as a table of Python strings they would not fit into memory."""
FIRST_BYTES = 2**16
DELIMITERS = ("\t", ";", ",")
"""The first of these where several stand equally often: in Länge, cm;Art a name has a comma."""
NEWLINE = re.compile(rb"\r\n|\r|\n")
QUOTED = re.compile(r'"[^"]*"')
HEADER = re.compile(r'(?:[^"\r\n]+|"[^"]*")*')


@dataclass(frozen=True)
class Table:
    """The cells of a file.

    Attributes
    ----------
    header : Header
    rows : list of list of str
        The rows below the header; blank ones at the end are left out.
    lines : list of int
        The line on which each row begins, from 1.
    delimiter : str
    """

    header: Header
    rows: list[list[str]]
    lines: list[int]
    delimiter: str


def read_text(path: str) -> str:
    """Return the text of a UTF-8 file without its byte order mark.

    Raises
    ------
    Flaw
        When it cannot be opened, is empty, too large or no UTF-8 text.
    """
    try:
        data = _read_bytes(path)
    except (OSError, ValueError) as error:
        raise Flaw(f"the file cannot be read because {reason(error)}.") from None
    data = data.removeprefix(codecs.BOM_UTF8)
    if not data.strip():
        raise Flaw("the file is empty, but it needs a header row and a row for every point.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Flaw("this line is not UTF-8 text, save the file as CSV UTF-8.", _line_of(data, error.start)) from None


def _read_bytes(path: str) -> bytes:
    with open(path, "rb") as file:
        # A first piece tells a picture or a device from a table before all of it is in memory.
        data = file.read(FIRST_BYTES)
        _check_bytes(data)
        data += file.read(MAX_BYTES)
    if len(data) > MAX_BYTES:
        raise Flaw("the file is larger than 1 GiB, the most that can be read.")
    _check_bytes(data)
    return data


def _check_bytes(data: bytes) -> None:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise Flaw("the file is UTF-16 text, save it as CSV UTF-8.")
    null = data.find(b"\0")
    if null >= 0:
        raise Flaw("there is a NUL byte, so this is no text file, save it as CSV UTF-8.", _line_of(data, null))


def _line_of(data: bytes, place: int) -> int:
    return len(NEWLINE.findall(data, 0, place)) + 1


def parse_table(text: str) -> Table:
    """Split `text` into cells.

    Raises
    ------
    Flaw
        When quotes are left open, the header is none, or a row has more or fewer cells than the header.
    """
    delimiter = find_delimiter(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True)
    header = make_header(_first_row(reader))
    rows, lines = _other_rows(reader)
    while rows and is_blank(rows[-1]):
        rows.pop()
    table = Table(header, rows, lines[: len(rows)], delimiter)
    _check_widths(table)
    return table


def find_delimiter(text: str) -> str:
    """Return the delimiter that stands most often in the header row, outside quotes."""
    header = HEADER.match(text)
    return max(DELIMITERS, key=QUOTED.sub("", header.group() if header else "").count)


def is_blank(cells: list[str]) -> bool:
    """Whether a row has nothing in it."""
    return not any(cell.strip() for cell in cells)


def _first_row(reader: Reader) -> list[str]:
    try:
        return next(reader)
    except csv.Error as error:
        raise Flaw(_quoting_flaw(str(error)), 1) from None


def _other_rows(reader: Reader) -> tuple[list[list[str]], list[int]]:
    """Return the rows and the lines on which they begin; the last line is that behind them."""
    rows: list[list[str]] = []
    lines = [reader.line_num + 1]
    try:
        for row in reader:
            rows.append(row)
            lines.append(reader.line_num + 1)
    except csv.Error as error:
        raise Flaw(_quoting_flaw(str(error)), lines[-1]) from None
    return rows, lines


def _quoting_flaw(message: str) -> str:
    if "unexpected end" in message:
        return "a quoted cell begins here and is never closed, add the missing quote."
    if "field larger" in message:
        return f"a cell here has more than {csv.field_size_limit()} characters, perhaps a quote is left open."
    return "a quoted cell must end at its closing quote, write a quote inside it twice."


def _check_widths(table: Table) -> None:
    width = len(table.header.names)
    for row, line in zip(table.rows, table.lines, strict=True):
        if len(row) != width:
            raise Flaw(_width_flaw(row, width), line)


def _width_flaw(row: list[str], width: int) -> str:
    if is_blank(row):
        return "this line is blank, remove it."
    cells = "1 cell" if len(row) == 1 else f"{len(row)} cells"
    return f"this row has {cells}, but the header has {width} columns."
