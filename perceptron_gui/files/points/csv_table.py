"""From lines of text to a table: reading options, header with the label column, rows of cells (C1)."""

import csv
import re
from _csv import Reader
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, chain, count, islice

from perceptron_gui.files.file_work import FileError, listed
from perceptron_gui.files.opened_file import LONGEST_LINE, NEWLINE
from perceptron_gui.files.spelling import as_read, check_length, parse_number, with_points
from perceptron_gui.frozen import Frozen, field
from perceptron_gui.translation import ntr, tr


class ReadingOptions(Frozen):
    """How to read a table; an option that is None follows from the table by the rules for points files (C1)."""

    encoding: str = "utf-8"  # one of `opened_file.ENCODINGS`
    delimiter: str | None = None  # what separates the cells
    decimal: str | None = None  # "." or ",": what all numbers have before their decimals
    # whether the first row names the columns. None: it must, and each must have a name of its own; True: a column
    # without one gets one; False: all get one, and the first row is a point
    has_header: bool | None = None
    label: int | None = None  # the column of the classes, from 0
    features: tuple[int, ...] | None = None  # the columns that are trained on, ascending
    # whether rows that lack a number or a label are left out, and counted; else the first is refused
    leaves_out_incomplete: bool = False
    # lines above the first row, which are left out; None for what is most likely, where a table is only looked at
    n_above: int | None = 0


BY_THE_RULES = ReadingOptions()


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
        return tuple(self.names[column] for column in self.columns)


def make_header(cells: list[str], options: ReadingOptions = BY_THE_RULES) -> Header:
    """Return the header of a table.

    `cells`: the first row. `options`: whether this is a row of names, and which columns are wanted. Raises `FileError`
    when names are missing or ambiguous, or the row is no header at all.
    """
    names = tuple(cell.strip() for cell in cells)
    if not any(names):
        raise FileError(tr("this line is blank, but the first row must name the columns."), 1)
    if len(names) < 2:
        raise FileError(tr("there is only one column; separate at least one number and a label with commas."), 1)
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
        raise FileError(tr("a column that you chose is no longer there."), 1)
    if not header.columns:
        raise FileError(tr("no column is left to train on; choose at least one."), 1)


def _check_names(names: tuple[str, ...]) -> None:
    if "" in names:
        words = tr("column {number} has no name; give it one or remove the column.")
        raise FileError(words.format(number=names.index("") + 1), 1)
    for number, name in enumerate(names, 1):
        words = tr("the name of column {number} has {characters}, but at most {most} are allowed.")
        check_length(name, words, 1, number=number)
    if len(set(names)) < len(names):
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        raise FileError(tr("two columns are named {name}; give each its own name.").format(name=listed([twice])), 1)


def columns_named_label(names: Sequence[str]) -> list[int]:
    """Return the columns whose names say that they are the label; a coordinate y gives way to another.

    `names`: all columns, in order.
    """
    named = [i for i, name in enumerate(names) if name.casefold() in LABEL_NAMES]
    return [i for i in named if names[i].casefold() != COORDINATE] or named


def _label_column(names: tuple[str, ...]) -> int:
    found = columns_named_label(names)
    if len(found) > 1:
        words = tr("the columns {names} could all be the label; rename all but one.")
        raise FileError(words.format(names=listed([names[i] for i in found])), 1)
    return found[0] if found else len(names) - 1


def looks_like_a_point(names: Sequence[str]) -> bool:
    """Whether all are numbers, perhaps up to the last; 0,1,label is a header.

    `names`: the first row, without white space around the cells.
    """
    is_named = any(name.casefold() in LABEL_NAMES for name in names)
    return not is_named and all(parse_number(with_points(name)) is not None for name in names[:-1])


DELIMITERS = ("\t", ";", ",")
"""The first of these where several stand equally often: in Länge, cm;Art a name has a comma."""
QUOTED = re.compile(r'"[^"]*+"')
CELLS_AT_ONCE = 2048
"""Cells of a piece: few enough to stay in the processor's cache, and to be read in half a millisecond."""
MOST_BLANK_LINES = 1000


Cell = tuple[int, str, int]
"""The column of a cell, from 0, its text as written, and its line in the file, from 1."""


class Piece(Frozen):
    """Some rows of a table."""

    rows: list[list[str]] = field(default_factory=list)  # the cells of each row
    lines: list[int] = field(default_factory=list)  # the line on which each row begins, from 1

    @property
    def cells(self) -> Iterator[Cell]:
        """Each cell, row after row."""
        for row, line in zip(self.rows, self.lines, strict=True):
            for column, text in enumerate(row):
                yield column, text, line

    def only(self, places: Iterable[int]) -> "Piece":
        """Return some of the rows. `places`: which of them, from 0."""
        rows = [*places]
        return Piece([self.rows[i] for i in rows], [self.lines[i] for i in rows])


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
        raise FileError(tr("the file is empty, but it needs a header row and a row for every point."))
    delimiter = options.delimiter or find_delimiter("".join(first))
    has_header = options.has_header is not False
    reader = row_reader(chain(first, lines) if has_header else first, delimiter)
    try:
        header = make_header([*map(as_read, next(reader, []))], options)
    except csv.Error as error:
        raise FileError(_quoting_flaw(str(error)), n_above + 1) from None
    except FileError as flaw:
        # Who makes the header knows of no lines above it; a flaw of the text below stands where it says.
        raise replace(flaw, line=n_above + 1) if flaw.line == 1 else flaw from None
    if not has_header:
        reader = row_reader(chain(first, lines), delimiter)
    return Table(header, delimiter, _pieces(reader, len(header.names), options.leaves_out_incomplete, n_above))


def skip(lines: Iterator[str], n_lines: int) -> Iterator[str]:
    """Return the lines after the first `n_lines`.

    `lines`: with their line ends. `n_lines`: how many are left out.
    """
    for _ in islice(lines, n_lines):
        pass
    return lines


def row_reader(lines: Iterable[str], delimiter: str) -> Reader:
    """Return a reader that splits lines into cells, with quotes as in CSV; it raises `csv.Error`.

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
        first_blank = piece.only(range(len(piece.rows))[n_rows : n_rows + 1])
        piece = Piece(piece.rows[:n_rows], piece.lines[:n_rows])
        if not n_rows:
            blank = blank if blank.rows else first_blank
            yield piece
            continue
        if drops_blank and not set(map(len, piece.rows)) <= {width}:
            piece = piece.only(i for i, row in enumerate(piece.rows) if len(row) == width or not is_blank(row))
        elif blank.rows and not drops_blank:
            _check_widths(blank, width)
            yield blank
        _check_widths(piece, width)
        yield piece
        blank = first_blank


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
        return tr("a quoted cell begins here and is never closed; add the missing quotation mark.")
    if "field larger" in message:
        words = tr("a cell here has more than {count} characters; perhaps a closing quotation mark is missing.")
        return words.format(count=csv.field_size_limit())
    return tr("a quoted cell must end at its closing quotation mark; double any quotation mark inside it.")


def _check_widths(piece: Piece, width: int) -> None:
    if set(map(len, piece.rows)) <= {width}:
        return
    row, line = next(each for each in zip(piece.rows, piece.lines, strict=True) if len(each[0]) != width)
    if is_blank(row):
        raise FileError(tr("this line is blank; remove it."), line)
    words = ntr(
        "this row has {count} cell, but the header has {width} columns.",
        "this row has {count} cells, but the header has {width} columns.",
        len(row),
    )
    raise FileError(words.format(count=len(row), width=width), line)
