"""Points files: CSV with a header row, numbers, and one label column, read and written (C1).

From the cells of a table to coordinates and labels, or to the sentence about the first cell that is none. Decimals may
have commas where these cannot be misread; rows that lack a value are refused, or left out.
"""

import os
from collections.abc import Iterable, Sequence
from itertools import chain, repeat
from typing import TextIO

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, Floats, Ints
from perceptron_gui.engine.data.settings import MAX_ABS
from perceptron_gui.files import spelling
from perceptron_gui.files.atomic import FileStamp, Written, replacing
from perceptron_gui.files.file_work import FileError, PointsFileError, Report, listed, named, shown, tell_nobody
from perceptron_gui.files.opened_file import opened_lines
from perceptron_gui.files.points import csv_table
from perceptron_gui.frozen import Frozen
from perceptron_gui.translation import tr


class Decimals:
    """Decides, cell by cell, whether a table has decimal commas.

    Numbers may have decimal commas, as spreadsheets in many countries write them. Where nobody has said so, they are
    read only where they cannot be misread: the delimiter is no comma, no number has a point, and some number with a
    comma cannot mean thousands.

    `delimiter`: what separates the cells. `sign`: what was said: "." or ","; None for nothing. `may_be_commas`: whether
    a comma may be a decimal one.
    """

    def __init__(self, delimiter: str, sign: str | None = None) -> None:
        self.may_be_commas = sign == "," if sign else delimiter != ","
        self._is_said = sign == ","
        self._is_clear = self._is_said
        self._comma: csv_table.Cell | None = None
        self._point: csv_table.Cell | None = None

    @property
    def are_commas(self) -> bool:
        """Whether numbers have decimal commas."""
        return self._is_said or self._comma is not None

    def pointed(self, cells: Sequence[str], joined: str) -> Sequence[str]:
        """Return cells with decimal points. `cells`: as written. `joined`: all of their text."""
        return [*map(spelling.with_points, cells)] if self.may_be_commas and "," in joined else cells

    def note(self, piece: csv_table.Piece, joined: str) -> None:
        """Note commas and points. `piece`: rows of numbers. `joined`: all of their text."""
        if not self.may_be_commas:
            return
        if "," in joined:
            self._comma = self._comma or _first_with(",", piece)
            if not self._is_clear:
                commas = (text for _, text, _ in piece.cells if "," in text)
                self._is_clear = not all(spelling.GROUPED.fullmatch(text.strip(spelling.BLANKS)) for text in commas)
        if self._point is None and "." in joined:
            self._point = _first_with(".", piece)

    def flaw(self) -> tuple[csv_table.Cell, str, str] | None:
        """Return the cell that could be misread, the sentence about it, with fields, and the text of the other one.

        None where all is clear.
        """
        if self._is_said and self._point is not None:
            words = tr('"{cell}" in column "{column}" has a point, but numbers are read with decimal commas')
            return self._point, words, ""
        if self._comma is None:
            return None
        if self._point is not None:
            words = tr(
                '"{cell}" in column "{column}" has a decimal point, but "{other}" has a decimal comma; use one or '
                "the other"
            )
            return self._point, words, self._comma[1]
        if not self._is_clear:
            words = tr('"{cell}" in column "{column}" could mean thousands or decimals; use a decimal point')
            return self._comma, words, ""
        return None


def _first_with(sign: str, piece: csv_table.Piece) -> csv_table.Cell:
    return next(cell for cell in piece.cells if sign in cell[1])


MISSING = frozenset({"", "na", "n/a", "nan", "?"})
"""What spreadsheets and statistics programs write where there is no number; in any case."""
LONGEST = max(map(len, MISSING))


def is_missing(cell: str) -> bool:
    """Whether a cell says that its number is missing. `cell`: as written."""
    text = cell.strip()
    return len(text) <= LONGEST and text.casefold() in MISSING


class LeftOut(Frozen):
    """Rows that were left out."""

    count: int = 0  # how many
    first: int = 0  # the line of the first one; 0 where there is none


PLAIN_LENGTH = 15
"""A cell of at most so many characters, without an exponent, reads back from its double as it is."""


class LabelCodes(dict[str, int]):
    """Numbers the texts of a label column in the order of their appearance."""

    def __missing__(self, text: str) -> int:
        code = self[text] = len(self)
        return code


_Numbers = tuple[str, Sequence[str], Floats]
"""The numbers of a piece: all text of its cells, the cells with decimal points, what they mean."""


class CellReader:
    """Takes the pieces of a table one by one.

    `options`: what numbers look like, and what becomes of rows that lack one. `most_classes`: of more classes than
    these the first row is refused; any number is read unless told. `labels`: the texts of the label column. `rounded`:
    rows, from 0, with a number that has more digits than its double keeps (E2). `left_out`: the rows that were left out
    because they lack something; blank ones are no rows.
    """

    def __init__(
        self,
        table: csv_table.Table,
        options: csv_table.ReadingOptions = csv_table.BY_THE_RULES,
        most_classes: int | None = None,
    ) -> None:
        self._header = table.header
        self._chosen = table.header.chosen
        self._decimals = Decimals(table.delimiter, options.decimal)
        self._leaves_out = options.leaves_out_incomplete
        self._numbers: list[Floats] = []
        self._codes: list[Ints] = []
        self.labels = LabelCodes()
        self._most_classes = most_classes
        self._classes: set[spelling.Key] = set()
        self.rounded: list[int] = []
        self.left_out = LeftOut()
        self._n_rows = 0

    @property
    def has_commas(self) -> bool:
        """Whether numbers have decimal commas."""
        return self._decimals.are_commas

    def add(self, piece: csv_table.Piece) -> None:
        """Read the next piece.

        `piece`: the rows after those of the last call; only their features are left in it. Raises `FileError` when a
        cell is no plain decimal of at most 10¹², a label is empty, or there are too many classes.
        """
        if not piece.rows:
            return
        texts = self._take_labels(piece)
        numbers = self._read(piece)
        if self._leaves_out and (numbers is None or not all(map(str.strip, texts))):
            piece, texts = self._complete(piece, texts)
            numbers = self._read(piece)
        if numbers is None:
            raise self._first_flaw(piece)
        self._note(piece, numbers)
        n_known = len(self.labels)
        self._codes.append(np.fromiter(map(self.labels.__getitem__, texts), dtype=np.int64, count=len(texts)))
        if len(self.labels) > n_known:
            self._check_labels(texts, piece.lines)

    def coordinates(self) -> Floats:
        """Return all numbers, shape (n_samples, n_features). Raises `FileError` when decimal commas can be misread."""
        if flaw := self._decimals.flaw():
            cell, words, other = flaw
            raise self._flaw(cell, words, other=shown(other))
        return np.concatenate([np.empty((0, len(self._header.columns))), *self._numbers])

    def codes(self) -> Ints:
        """Return the number of every row's label in `labels`, shape (n_samples,)."""
        return np.concatenate([np.empty(0, dtype=np.int64), *self._codes])

    def _take_labels(self, piece: csv_table.Piece) -> list[str]:
        """Return the labels, and leave the features in the rows."""
        label = self._header.label
        if self._chosen is None:
            return [*map(list.pop, piece.rows, repeat(label))]
        texts = [row[label] for row in piece.rows]
        piece.rows[:] = [[row[j] for j in self._chosen] for row in piece.rows]
        return texts

    def _complete(self, piece: csv_table.Piece, labels: Sequence[str]) -> tuple[csv_table.Piece, list[str]]:
        """Return the rows that lack nothing, and their labels; count the others, but for blank ones.

        Only an empty label is missing, since ? or NA may be the name of a class.
        """
        kept, lines = [], []
        for i, (row, label) in enumerate(zip(piece.rows, labels, strict=True)):
            if label.strip() and not any(map(is_missing, row)):
                kept.append(i)
            elif not csv_table.is_blank((*row, label)):
                lines.append(piece.lines[i])
        if lines:
            self.left_out = LeftOut(self.left_out.count + len(lines), self.left_out.first or lines[0])
        return piece.only(kept), [labels[i] for i in kept]

    def _read(self, piece: csv_table.Piece) -> _Numbers | None:
        cells = [*chain.from_iterable(piece.rows)]
        joined = "".join(cells)
        texts = self._decimals.pointed(cells, joined)
        values = parse_cells(texts, joined)
        return None if values is None else (joined, texts, values)

    def _note(self, piece: csv_table.Piece, numbers: _Numbers) -> None:
        """Keep numbers, and note what they look like."""
        joined, texts, values = numbers
        self._numbers.append(values.reshape(len(piece.rows), len(self._header.columns)))
        self._decimals.note(piece, joined)
        if max(map(len, texts), default=0) > PLAIN_LENGTH or "e" in joined or "E" in joined:
            self._note_rounded(texts, values.tolist())
        self._n_rows += len(piece.rows)

    def _note_rounded(self, numbers: Sequence[str], values: Sequence[float]) -> None:
        looked_at: Iterable[int] = range(len(numbers))
        if not spelling.has_many_digits(numbers[0]):
            # Most such numbers are what a program has printed of a double: they need no closer look.
            looked_at = (
                k for k, (cell, text) in enumerate(zip(numbers, map(repr, values), strict=True)) if cell != text
            )
        width = len(self._header.columns)
        rows: dict[int, None] = {}
        for k in looked_at:
            if k // width not in rows and spelling.is_rounded(numbers[k]):
                rows[k // width] = None
        self.rounded += [self._n_rows + row for row in rows]

    def _first_flaw(self, piece: csv_table.Piece) -> FileError:
        """Return the flaw of the first cell of `piece` that is no coordinate."""
        for cell in piece.cells:
            number = spelling.with_points(cell[1]) if self._decimals.may_be_commas else cell[1]
            if not spelling.is_coordinate(number):
                return self._flaw(cell, spelling.number_flaw(number))
        raise AssertionError("all cells are coordinates")

    def _check_labels(self, texts: Sequence[str], lines: Sequence[int]) -> None:
        column, most = shown(self._header.label_name), self._most_classes
        for text, line in zip(texts, lines, strict=True):
            name = spelling.as_read(text)
            if not name:
                words = tr('the label in column "{column}" is empty; name the class.')
                raise FileError(words.format(column=column), line)
            words = tr('the label in column "{column}" has {characters}, but at most {most} are allowed.')
            spelling.check_length(name, words, line, column=column)
            if most is None:
                continue
            # Where commas may turn out to be decimal, what is then one class is not counted as two.
            self._classes.add(spelling.class_key(name, self._decimals.may_be_commas))
            if len(self._classes) > most:
                words = tr(
                    '"{name}" is one class too many; there can be at most {most} (the label is in column "{column}").'
                )
                raise FileError(words.format(name=shown(text.strip()), most=most, column=column), line)

    def _flaw(self, cell: csv_table.Cell, words: str, **values: str) -> FileError:
        """Return the flaw of a cell; `words` have fields for the {cell}, its {column}, and `values`."""
        header, (column, text, line) = self._header, cell
        place = header.columns[column]
        sentence = words.format(cell=shown(text.strip(spelling.BLANKS)), column=shown(header.names[place]), **values)
        # A text column after the label is often what was meant as the label: say which column was taken.
        whole = tr('{sentence} (the label is in column "{label}").') if place > header.label else tr("{sentence}.")
        return FileError(whole.format(sentence=sentence, label=shown(header.label_name)), line)


def parse_cells(cells: Sequence[str], joined: str | None = None) -> Floats | None:
    """Return the numbers in cells, or None if `is_coordinate` is false of some cell.

    `cells`: with decimal points. `joined`: all of their text, where it is known. Returns shape (len(cells),), or None.
    """
    joined = "".join(cells) if joined is None else joined
    if "_" in joined or not joined.isascii():
        return None
    try:
        values = np.fromiter(map(float, cells), dtype=np.float64, count=len(cells))
    except ValueError:
        return None
    return values if bool((np.abs(values) <= MAX_ABS).all()) else None


__all__ = ["PointsFile", "PointsFileError", "dump_points", "read_points", "write_points"]


ROWS_AT_ONCE = 512


class PointsFile(Frozen, eq=False):
    """The content of a points file."""

    # classes sorted (as numbers if all are numbers, else as text), each as first written; perhaps one, or none
    dataset: Dataset
    label_name: str  # name of the label column
    stamp: FileStamp  # tells later whether the file was changed since
    # the rows that were left out since they lack a number or a label, where that was asked for
    left_out: LeftOut = LeftOut()


def read_points(
    path: str | os.PathLike[str],
    report: Report = tell_nobody,
    most_classes: int | None = None,
    options: csv_table.ReadingOptions = csv_table.BY_THE_RULES,
) -> PointsFile:
    """Read a points file.

    `path`: a regular file. `report`: is called every half millisecond with the part that is done, in 0 … 1. What it
    raises ends the reading. `most_classes`: a file with more is refused at the first row of one too many; without it
    any number is read. `options`: what was chosen; the rules (C1) if nothing. Raises `PointsFileError` when it cannot
    be read; names file, line and what would be right.
    """
    with named(path) as name, opened_lines(name, options.encoding) as (lines, stamp):
        table = csv_table.parse_table(iter(lines), options)
        cells = CellReader(table, options, most_classes)
        for piece in table.pieces:
            cells.add(piece)
            report(lines.part)
        X = cells.coordinates()
        texts = [*map(spelling.as_read, cells.labels)]
        classes, places = spelling.sort_classes(texts, cells.has_commas, lambda: report(lines.part))
        dataset = Dataset.of(X, places[cells.codes()], classes, table.header.features, cells.rounded)
        return PointsFile(dataset, table.header.label_name, stamp, cells.left_out)


def write_points(
    path: str | os.PathLike[str], dataset: Dataset, label_name: str = "label", report: Report = tell_nobody
) -> Written:
    """Write a points file that reads back as the same points; the label column is the last.

    The file is replaced when all is written; until then it stays as it is.

    `path`: where the file is to be. `dataset`: the points. `label_name`: name of the label column. `report`: is called
    with the part that is done, see `read_points`. Returns what is on disk now. Raises `PointsFileError` when it cannot
    be written, or names would not read back.
    """
    with named(path) as name:
        _check_writable(dataset, label_name)
        with replacing(name) as new:
            dump_points(new.file, dataset, label_name, report)
        return new.written


def dump_points(file: TextIO, dataset: Dataset, label_name: str = "label", report: Report = tell_nobody) -> None:
    """Write a points file to an open text file, see `write_points`; names are not checked."""
    file.write(spelling.row_of_names([*dataset.features, label_name]))
    ends = [f",{spelling.quoted(text)}\n" for text in dataset.classes]
    for first in range(0, dataset.n_samples, ROWS_AT_ONCE):
        rows = dataset.X[first : first + ROWS_AT_ONCE].tolist()
        codes = dataset.labels[first : first + ROWS_AT_ONCE].tolist()
        file.writelines(
            ",".join(map(spelling.shortest, row)) + ends[code] for row, code in zip(rows, codes, strict=True)
        )
        report(min(1.0, (first + ROWS_AT_ONCE) / dataset.n_samples))


def fitting_label_name(features: Sequence[str], wanted: str) -> str:
    """Return a name for the label column that reads back as one.

    `features`: names of the other columns. `wanted`: returned if it can be told from the features.
    """
    return next((name for name in (wanted, *csv_table.LABEL_NAMES) if _fits(features, name)), wanted)


def _fits(features: Sequence[str], label_name: str) -> bool:
    try:
        return csv_table.make_header([*features, label_name]).label == len(features)
    except FileError:
        return False


def _check_writable(dataset: Dataset, label_name: str) -> None:
    """Raise `FileError` unless all names read back as they are."""
    try:
        header = csv_table.make_header([*dataset.features, label_name])
    except FileError as flaw:
        raise FileError(flaw.sentence) from None
    if header.label != dataset.n_features:
        words = tr("the column {name} would be read as the label; rename it.")
        raise FileError(words.format(name=listed([header.label_name])))
    names = [dataset.classes[k].strip() for k in dataset.present]
    if "" in names:
        raise FileError(tr("a class has no name; give it one."))
    for name in names:
        spelling.check_length(name, tr("the name of a class has {characters}, but at most {most} are allowed."))
    if len({spelling.class_key(name) for name in names}) < len(names):
        words = tr("two of the classes {names} would be read as the same one; rename one.")
        raise FileError(words.format(names=listed(names)))
    for text in (*header.names, *names):
        if not spelling.is_showable(text):
            raise FileError(tr("{name} cannot be written as UTF-8 text; rename it.").format(name=listed([text])))
