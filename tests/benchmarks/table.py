"""How measurements are printed: aligned columns, what is aimed at, and the command that repeats a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass
class Table:
    """Rows of text under heads; the first column names the row.

    Attributes
    ----------
    section : str
        What `dev.py bench` is told to measure it again.
    title : str
    heads : sequence of str
    notes : list of str
        Sentences under the table.
    """

    section: str
    title: str
    heads: Sequence[str]
    rows: list[Sequence[str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, *cells: str) -> None:
        """Add a row."""
        self.rows.append(cells)

    def text(self) -> str:
        """Return the table as lines."""
        widths = [max(len(row[i]) for row in (self.heads, *self.rows)) for i in range(len(self.heads))]
        lines = [f"== {self.title}", _line(self.heads, widths), "  ".join("─" * width for width in widths)]
        lines += [_line(row, widths) for row in self.rows]
        return "\n".join([*lines, *self.notes, f"repeat: python3 dev.py bench {self.section}", ""])


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = [cell.ljust(width) if i == 0 else cell.rjust(width) for i, (cell, width) in _pairs(cells, widths)]
    return "  ".join([first, *others]).rstrip()


def _pairs(cells: Sequence[str], widths: Sequence[int]) -> enumerate[tuple[str, int]]:
    return enumerate(zip(cells, widths, strict=True))


def aim(*checks: tuple[str, float, float]) -> str:
    """Return "held", or what misses its limit; each check is (name, value, limit), NaN is not judged."""
    missed = [name for name, value, limit in checks if value > limit]
    return "held" if not missed else "missed: " + ", ".join(missed)
