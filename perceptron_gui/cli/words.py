"""Numbers and tables for people: exact numbers in full, rounded ones behind ≈ (E5)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any
from unicodedata import combining, east_asian_width

from perceptron_gui.session.wording import plural

MOST_ROWS = 24
MOST_PLACES = 30


def exact_text(value: Fraction) -> str:
    """Return a decimal in full, or rounded behind ≈ when it has no end, or none within 30 places."""
    for places in range(MOST_PLACES + 1):
        if 10**places % value.denominator == 0:
            return _with_point(int(value * 10**places), places)
    return rounded_text(float(value))


def _with_point(whole: int, places: int) -> str:
    digits = f"{abs(whole):0{places + 1}d}"
    sign = "-" if whole < 0 else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def rounded_text(value: float) -> str:
    """Return a rounded number behind ≈."""
    return f"≈ {value:.6g}"


def json_text(found: dict[str, Any]) -> str:
    """Return what ``--json`` prints: one object on one line.

    Parameters
    ----------
    found : dict
        Finite numbers, texts, and lists and dictionaries of them.
    """
    import json  # wanted by few, and 2 % of a start

    return json.dumps(found, allow_nan=False) + "\n"


def shown_width(text: str) -> int:
    """Return how many places `text` takes on a terminal: none for the hat of γ̂, two for 花."""
    return sum((1 + (east_asian_width(c) in "WF")) * (not combining(c)) for c in text)


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows of cells as lines: the first column flush left, the others flush right."""
    widths = [max(map(shown_width, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(_padded(row, widths)).rstrip() for row in rows]


def _padded(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    spaces = [" " * (width - shown_width(cell)) for cell, width in zip(row, widths, strict=True)]
    return [row[0] + spaces[0], *(space + cell for space, cell in zip(spaces[1:], row[1:], strict=True))]


def facts(pairs: Sequence[tuple[str, str]]) -> list[str]:
    """Return names and what they are, one pair a line."""
    width = max(shown_width(name) for name, _ in pairs)
    return [f"{name}{' ' * (width - shown_width(name))}  {value}" for name, value in pairs]


def cut(rows: list[Sequence[str]]) -> tuple[list[Sequence[str]], list[str]]:
    """Return the first rows, and a line about the others where they are too many to read."""
    if len(rows) <= MOST_ROWS:
        return rows, []
    return rows[:MOST_ROWS], [f"… and {len(rows) - MOST_ROWS} more, --json prints all"]


def counted(count: int, one: str, many: str = "") -> str:
    """Return a count with its word: 1 point, 2 points."""
    return f"{count} {plural(count, one, many)}"
