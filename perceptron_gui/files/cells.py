"""From the cells of a table to coordinates and labels, or to the sentence about the first cell that is none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from perceptron_gui.engine.data.dataset import Floats, Ints
from perceptron_gui.engine.data.settings import MAX_ABS
from perceptron_gui.files.cell_rows import Piece, Table
from perceptron_gui.files.classes import Key, class_key
from perceptron_gui.files.file_errors import FileError, shown
from perceptron_gui.files.names import LONGEST_NAME, as_read, is_too_long, length_text
from perceptron_gui.files.numbers import (
    BLANKS,
    GROUPED,
    MOST_DIGITS,
    is_coordinate,
    is_rounded,
    number_flaw,
    significant_digits,
    with_points,
)
from perceptron_gui.translation import tr

PLAIN_LENGTH = 15
"""A cell of at most so many characters, without an exponent, reads back from its double as it is."""


class LabelCodes(dict[str, int]):
    """Numbers the texts of a label column in the order of their appearance."""

    def __missing__(self, text: str) -> int:
        code = self[text] = len(self)
        return code


@dataclass(frozen=True)
class Cell:
    """A cell of a feature column, to be named in a sentence.

    Attributes
    ----------
    text : str
        As written.
    column : int
        Which of the features.
    line : int
        Line of the file, from 1.
    """

    text: str
    column: int
    line: int


class CellReader:
    """Takes the pieces of a table one by one.

    Numbers may have decimal commas, as spreadsheets in many countries write them, but only where they cannot be
    misread: the delimiter is no comma, no number has a point, and some number with a comma cannot mean thousands.

    Parameters
    ----------
    table : Table
    most_classes : int, optional
        Of more classes than these the first row is refused; any number is read unless told.

    Attributes
    ----------
    labels : LabelCodes
        The texts of the label column.
    has_commas : bool
        Whether a number had a decimal comma.
    rounded : list of int
        Rows, from 0, with a number that has more digits than its double keeps (E2).
    """

    def __init__(self, table: Table, most_classes: int | None = None) -> None:
        self._header = table.header
        self._may_have_commas = table.delimiter != ","
        self._numbers: list[Floats] = []
        self._codes: list[Ints] = []
        self._comma: Cell | None = None
        self._point: Cell | None = None
        self._commas_are_decimal = False
        self.labels = LabelCodes()
        self._most_classes = most_classes
        self._classes: set[Key] = set()
        self.rounded: list[int] = []
        self._n_rows = 0

    @property
    def has_commas(self) -> bool:
        """Whether a number had a decimal comma."""
        return self._comma is not None

    def add(self, piece: Piece) -> None:
        """Read the next piece.

        Parameters
        ----------
        piece : Piece
            The rows after those of the last call; their labels are removed from it.

        Raises
        ------
        FileError
            When a cell is no plain decimal of at most 10¹², a label is empty, or there are too many classes.
        """
        label = self._header.label
        texts = [row[label] for row in piece.rows]
        for row in piece.rows:
            del row[label]
        self._numbers.append(self._coordinates(piece).reshape(len(piece.rows), -1))
        n_known = len(self.labels)
        self._codes.append(np.array([*map(self.labels.__getitem__, texts)], dtype=np.int64))
        if len(self.labels) > n_known:
            self._check_labels(texts, piece.lines)

    def coordinates(self) -> Floats:
        """Return all numbers, shape (n_samples, n_features).

        Raises
        ------
        FileError
            When decimal commas can be misread.
        """
        self._check_commas()
        width = len(self._header.features)
        return np.concatenate([np.empty((0, width)), *self._numbers])

    def codes(self) -> Ints:
        """Return the number of every row's label in `labels`, shape (n_samples,)."""
        return np.concatenate([np.empty(0, dtype=np.int64), *self._codes])

    def _coordinates(self, piece: Piece) -> Floats:
        cells = [*chain.from_iterable(piece.rows)]
        joined = "".join(cells)
        numbers = cells
        if self._may_have_commas and "," in joined:
            self._note_commas(piece)
            numbers = [*map(with_points, cells)]
        values = parse_cells(numbers)
        if values is None:
            raise self._first_flaw(piece)
        if self._may_have_commas and self._point is None and "." in joined:
            self._point = self._first_with(".", piece)
        if max(map(len, cells)) > PLAIN_LENGTH or "e" in joined or "E" in joined:
            self._note_rounded(numbers, values.tolist())
        self._n_rows += len(piece.rows)
        return values

    def _note_rounded(self, numbers: Sequence[str], values: Sequence[float]) -> None:
        looked_at: Iterable[int] = range(len(numbers))
        if len(significant_digits(numbers[0])) <= MOST_DIGITS:
            # Most such numbers are what a program has printed of a double: they need no closer look.
            looked_at = (
                k for k, (cell, text) in enumerate(zip(numbers, map(repr, values), strict=True)) if cell != text
            )
        width = len(self._header.features)
        rows: dict[int, None] = {}
        for k in looked_at:
            if k // width not in rows and is_rounded(numbers[k]):
                rows[k // width] = None
        self.rounded += [self._n_rows + row for row in rows]

    def _note_commas(self, piece: Piece) -> None:
        if self._comma is None:
            self._comma = self._first_with(",", piece)
        if not self._commas_are_decimal:
            commas = (cell for cell in chain.from_iterable(piece.rows) if "," in cell)
            self._commas_are_decimal = not all(GROUPED.fullmatch(cell.strip(BLANKS)) for cell in commas)

    def _check_commas(self) -> None:
        if self._comma is None:
            return
        if self._point is not None:
            words = tr(
                '"{cell}" in column "{column}" has a decimal point, but "{other}" a decimal comma, use one of them'
            )
            raise self._flaw(self._point, words, other=shown(self._comma.text))
        if not self._commas_are_decimal:
            words = tr('"{cell}" in column "{column}" may mean thousands or decimals, write a decimal point')
            raise self._flaw(self._comma, words)

    def _first_with(self, sign: str, piece: Piece) -> Cell:
        return next(cell for cell in _cells_of(piece) if sign in cell.text)

    def _first_flaw(self, piece: Piece) -> FileError:
        """Return the flaw of the first cell of `piece` that is no coordinate."""
        for cell in _cells_of(piece):
            number = with_points(cell.text) if self._may_have_commas else cell.text
            if not is_coordinate(number):
                return self._flaw(cell, number_flaw(number))
        raise AssertionError("all cells are coordinates")

    def _check_labels(self, texts: Sequence[str], lines: Sequence[int]) -> None:
        for text, line in zip(texts, lines, strict=True):
            name = as_read(text)
            if not name:
                words = tr('the label in column "{column}" is empty, name the class.')
                raise FileError(words.format(column=shown(self._header.label_name)), line)
            if is_too_long(name):
                words = tr('the label in column "{column}" has {characters}, but a name has {most} at most.')
                column = shown(self._header.label_name)
                raise FileError(words.format(column=column, characters=length_text(name), most=LONGEST_NAME), line)
            self._count_class(text, line)

    def _count_class(self, text: str, line: int) -> None:
        if self._most_classes is None:
            return
        # Where commas may turn out to be decimal, what is then one class is not counted as two.
        self._classes.add(class_key(as_read(text), self._may_have_commas))
        if len(self._classes) > self._most_classes:
            words = tr('"{name}" is one class more than the {most} there can be (the label is in column "{column}").')
            label, name = shown(self._header.label_name), shown(text.strip())
            raise FileError(words.format(name=name, most=self._most_classes, column=label), line)

    def _flaw(self, cell: Cell, words: str, **values: str) -> FileError:
        """Return the flaw of a cell; `words` have fields for the {cell}, its {column}, and `values`."""
        column = shown(self._header.features[cell.column])
        sentence = words.format(cell=shown(cell.text.strip(BLANKS)), column=column, **values)
        # A text column after the label is often what was meant as the label: say which column was taken.
        is_beside = cell.column >= self._header.label
        whole = tr('{sentence} (the label is in column "{label}").') if is_beside else tr("{sentence}.")
        return FileError(whole.format(sentence=sentence, label=shown(self._header.label_name)), cell.line)


def _cells_of(piece: Piece) -> Iterator[Cell]:
    for row, line in zip(piece.rows, piece.lines, strict=True):
        for column, text in enumerate(row):
            yield Cell(text, column, line)


def parse_cells(cells: Sequence[str]) -> Floats | None:
    """Return the numbers in cells, or None if `is_coordinate` is false of some cell.

    Parameters
    ----------
    cells : sequence of str
        With decimal points.

    Returns
    -------
    ndarray of float64, shape (len(cells),), or None
    """
    joined = "".join(cells)
    if "_" in joined or not joined.isascii():
        return None
    try:
        values = np.array(list(map(float, cells)), dtype=np.float64)
    except ValueError:
        return None
    return values if bool((np.abs(values) <= MAX_ABS).all()) else None
