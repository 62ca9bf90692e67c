"""Numbers and states in words: what the window and the command line say alike."""

from __future__ import annotations

import math
from decimal import Decimal

from perceptron_gui.engine.cycles import Cycle
from perceptron_gui.engine.state import Stop

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


def stop_text(stop: Stop | None, mistakes: int, errors: int, n_samples: int, cycle: Cycle | None) -> str:
    """Return in a sentence why a run stands; empty while it can go on."""
    match stop:
        case None:
            return ""
        case Stop.CONVERGED:
            return f"Converged: a whole pass without a mistake, after {counted(mistakes, 'mistake')}."
        case Stop.PASS_DONE:
            return f"The pass is done: {counted(mistakes, 'mistake')} on {counted(n_samples, 'point')}."
        case Stop.CYCLE if cycle is not None:
            length = counted(cycle.length_epochs, "epoch")
            return (
                f"A cycle: the weights after epoch {cycle.entered_epoch} came back {length} later, "
                f"with {counted(cycle.mistakes, 'mistake')} a round. No line separates these points."
            )
        case Stop.UPDATE_LIMIT:
            return f"Stopped at the limit of updates, with {counted(errors, 'error')} left."
        case _:
            return f"Stopped at the limit of epochs, with {counted(errors, 'error')} left."


def counted(count: int, noun: str) -> str:
    """Return "1 mistake" or "12 mistakes"."""
    return f"{grouped(count)} {noun}" if count == 1 else f"{grouped(count)} {noun}s"


def grouped(count: int) -> str:
    """Return a whole number with its figures in groups of three."""
    return f"{count:,}".replace(",", "\u202f")
