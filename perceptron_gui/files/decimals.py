"""Which sign the numbers of a table have before their decimals, and where that could be misread (C1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from perceptron_gui.files.numbers import BLANKS, GROUPED, with_points
from perceptron_gui.frozen import Frozen
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.files.cell_rows import Piece


class Cell(Frozen):
    """A cell of a feature column, to be named in a sentence."""

    column: int  # which of the features
    text: str  # as written
    line: int  # line of the file, from 1


class Decimals:
    """Hears of the cells of a table piece by piece.

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
        self._comma: Cell | None = None
        self._point: Cell | None = None

    @property
    def are_commas(self) -> bool:
        """Whether numbers have decimal commas."""
        return self._is_said or self._comma is not None

    def pointed(self, cells: Sequence[str], joined: str) -> Sequence[str]:
        """Return cells with decimal points. `cells`: as written. `joined`: all of their text."""
        return [*map(with_points, cells)] if self.may_be_commas and "," in joined else cells

    def note(self, piece: Piece, joined: str) -> None:
        """Note commas and points. `piece`: rows of numbers. `joined`: all of their text."""
        if not self.may_be_commas:
            return
        if "," in joined:
            self._comma = self._comma or _first_with(",", piece)
            if not self._is_clear:
                commas = (text for _, text, _ in piece.cells if "," in text)
                self._is_clear = not all(GROUPED.fullmatch(text.strip(BLANKS)) for text in commas)
        if self._point is None and "." in joined:
            self._point = _first_with(".", piece)

    def flaw(self) -> tuple[Cell, str, str] | None:
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
                '"{cell}" in column "{column}" has a decimal point, but "{other}" a decimal comma, use one of them'
            )
            return self._point, words, self._comma.text
        if not self._is_clear:
            words = tr('"{cell}" in column "{column}" may mean thousands or decimals, write a decimal point')
            return self._comma, words, ""
        return None


def _first_with(sign: str, piece: Piece) -> Cell:
    return next(Cell(*cell) for cell in piece.cells if sign in cell[1])
