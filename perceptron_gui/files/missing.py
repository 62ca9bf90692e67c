"""Which cells say that a value is missing, and which rows lack none."""

from __future__ import annotations

from collections.abc import Sequence

from perceptron_gui.files.cell_rows import Piece, is_blank
from perceptron_gui.frozen import Frozen

MISSING = frozenset({"", "na", "n/a", "nan", "?"})
"""What spreadsheets and statistics programs write where there is no number; in any case."""
LONGEST = max(map(len, MISSING))


def is_missing(cell: str) -> bool:
    """Whether a cell says that its number is missing. `cell`: as written."""
    text = cell.strip()
    return len(text) <= LONGEST and text.casefold() in MISSING


def complete_rows(piece: Piece, labels: Sequence[str]) -> list[int]:
    """Return the rows that lack nothing.

    `piece`: rows of numbers. `labels`: of these rows; only an empty one is missing, since ? or NA may be the name of a
    class. Returns places in the piece, from 0.
    """
    return [
        place
        for place, (row, label) in enumerate(zip(piece.rows, labels, strict=True))
        if label.strip() and not any(map(is_missing, row))
    ]


class LeftOut(Frozen):
    """Rows that were left out."""

    count: int = 0  # how many
    first: int = 0  # the line of the first one; 0 where there is none

    def with_rows(self, piece: Piece, labels: Sequence[str], kept: Sequence[int]) -> LeftOut:
        """Return these and the rows of a piece that were not kept, but for blank ones.

        `piece`: rows of numbers. `labels`: of these rows. `kept`: those that were kept.
        """
        others = {*range(len(piece.rows))} - {*kept}
        lines = [piece.lines[i] for i in sorted(others) if not is_blank((*piece.rows[i], labels[i]))]
        return LeftOut(self.count + len(lines), self.first or lines[0]) if lines else self


NOTHING = LeftOut()
