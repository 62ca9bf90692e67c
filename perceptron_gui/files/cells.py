"""From the cells of a table to coordinates, or to the sentence about the first cell that is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from perceptron_gui.engine.dataset import Floats
from perceptron_gui.engine.settings import MAX_ABS
from perceptron_gui.files.flaw import Flaw, shown
from perceptron_gui.files.numbers import BLANKS, GROUPED, is_coordinate, number_flaw, with_points
from perceptron_gui.files.table import Table

Place = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Cells:
    """The cells of a table, column by column.

    Attributes
    ----------
    table : Table
    features : list of tuple of str
        The feature columns.
    labels : tuple of str
        The label column.
    """

    table: Table
    features: list[tuple[str, ...]]
    labels: tuple[str, ...]

    @classmethod
    def of(cls, table: Table) -> Cells:
        """Take `table` apart into columns."""
        columns: list[tuple[str, ...]] = list(zip(*table.rows, strict=True)) or [()] * len(table.header.names)
        labels = columns.pop(table.header.label)
        return cls(table, columns, labels)

    def has_decimal_commas(self) -> bool:
        """Whether the numbers have decimal commas, as spreadsheets in many countries write them.

        Only where it cannot be misread: the delimiter is no comma, no number has a point, and some number with a
        comma cannot mean thousands.

        Raises
        ------
        Flaw
            When it can be misread.
        """
        commas = self._numbers_with_commas() if self.table.delimiter != "," else []
        if not commas:
            return False
        self._refuse_points(commas[0])
        if all(GROUPED.fullmatch(self._text(place)) for place in commas):
            raise self._flaw(commas[0], "may mean thousands or decimals, write a decimal point")
        return True

    def coordinates(self, has_decimal_commas: bool) -> Floats:
        """Return the numbers, shape (n_samples, n_features).

        Raises
        ------
        Flaw
            When a cell is no plain decimal of at most 10¹².
        """
        X = np.empty((len(self.table.rows), len(self.features)))
        for j, cells in enumerate(self.features):
            values = parse_column([*map(with_points, cells)] if has_decimal_commas else cells)
            if values is None:
                raise self._first_flaw(j, has_decimal_commas)
            X[:, j] = values
        return X

    def check_labels(self) -> None:
        """Raise `Flaw` if a label is empty."""
        if all(map(str.strip, self.labels)):
            return
        line = next(line for line, label in zip(self.table.lines, self.labels, strict=True) if not label.strip())
        raise Flaw(f'the label in column "{shown(self.table.header.label_name)}" is empty, name the class.', line)

    def _numbers_with_commas(self) -> list[Place]:
        return [
            (i, j)
            for j, cells in enumerate(self.features)
            for i, cell in enumerate(cells)
            if "," in cell and is_coordinate(with_points(cell))
        ]

    def _refuse_points(self, comma: Place) -> None:
        for j, cells in enumerate(self.features):
            for i, cell in enumerate(cells):
                if "." in cell and is_coordinate(cell):
                    other = shown(self._text(comma))
                    raise self._flaw((i, j), f'has a decimal point, but "{other}" a decimal comma, use one of them')

    def _first_flaw(self, j: int, has_decimal_commas: bool) -> Flaw:
        cells = [*map(with_points, self.features[j])] if has_decimal_commas else self.features[j]
        i = next(i for i, cell in enumerate(cells) if not is_coordinate(cell))
        return self._flaw((i, j), number_flaw(cells[i]))

    def _text(self, place: Place) -> str:
        i, j = place
        return self.features[j][i].strip(BLANKS)

    def _flaw(self, place: Place, sentence: str) -> Flaw:
        i, j = place
        text, label = self._text(place), self.table.header.label
        cell = f'"{shown(text)}"' if text else "the cell"
        # A text column behind the label is often what was meant as the label: say which column was taken.
        hint = f' (the label is in column "{shown(self.table.header.label_name)}")' if j >= label else ""
        return Flaw(f'{cell} in column "{shown(self.table.header.features[j])}" {sentence}{hint}.', self.table.lines[i])


def parse_column(cells: Sequence[str]) -> Floats | None:
    """Return the numbers of a column, or None if `is_coordinate` is false of some cell."""
    joined = "".join(cells)
    if "_" in joined or not joined.isascii():
        return None
    try:
        values = np.array(list(map(float, cells)), dtype=np.float64)
    except ValueError:
        return None
    return values if bool((np.abs(values) <= MAX_ABS).all()) else None
