"""Numbers and places of a run in words: what the window and the command line say alike."""

from __future__ import annotations

import math
from decimal import Decimal

LONGEST_EXACT = 12
"""Digits of an exact number that is printed in full; a longer one is rounded and wears ≈."""
SMALLEST_PLAIN = 9
"""Places up to which a small number is written without a power of ten."""
MINUS = "−"
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def number_text(value: float, is_exact: bool = True, digits: int = 6) -> str:
    """Return `value` as a student would write it: exact in full, or rounded to `digits` with a ≈ before it.

    Parameters
    ----------
    value : float
    is_exact : bool
        Whether `value` is the double nearest to the true number, whose decimals are then few.
    digits : int
        Significant digits of a rounded number.
    """
    if not math.isfinite(value):
        return "∞" if value > 0 else f"{MINUS}∞"
    full = _plain(value)
    if is_exact and sum(c.isdigit() for c in full) <= LONGEST_EXACT:
        return full.replace("-", MINUS)
    rounded = float(f"{value:.{digits}g}")
    return ("≈ " if rounded != value or not is_exact else "") + _plain(rounded).replace("-", MINUS)


def field_text(value: float) -> str:
    """Return `value` for a field in which it can be changed: in full, so that what is read back is the same number."""
    return repr(value + 0.0).removesuffix(".0").replace("-", MINUS)


def _plain(value: float) -> str:
    """Return the shortest decimal that reads back as `value`, without .0 and −0; far out with a power of ten."""
    mantissa, _, power = repr(value + 0.0).partition("e")
    if not power:
        return mantissa.removesuffix(".0")
    if -SMALLEST_PLAIN <= int(power) < 0:
        return format(Decimal(repr(value)), "f")
    return f"{mantissa}·10{str(int(power)).translate(SUPERSCRIPTS)}"


def signed_text(value: float, is_exact: bool = True) -> str:
    """Return a number that stands inside a sum or product: negative ones in brackets."""
    text = number_text(value, is_exact)
    return f"({text})" if MINUS in text.removeprefix("≈ ")[:1] else text


def place_text(visit: int, epoch: int, is_heading: bool = False) -> str:
    """Return "visit 5 · epoch 2"; without an epoch in random order, which has no passes and counts none."""
    words = [f"visit {grouped(visit)}", *([f"epoch {grouped(epoch)}"] if epoch else [])]
    text = " · ".join(words)
    return text.upper() if is_heading else text


def counted(count: int, noun: str) -> str:
    """Return "1 mistake" or "12 mistakes"."""
    return f"{grouped(count)} {noun}" if count == 1 else f"{grouped(count)} {noun}s"


def grouped(count: int) -> str:
    """Return a whole number with its figures in groups of three."""
    return f"{count:,}".replace(",", "\u202f")
