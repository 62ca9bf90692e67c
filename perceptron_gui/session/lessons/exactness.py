"""Whether a typed number is the true one: exactly, or to some decimals, half away from zero (L3)."""

from fractions import Fraction
from math import floor, isqrt

from perceptron_gui.frozen import Frozen
from perceptron_gui.session.scripts import typed_fraction
from perceptron_gui.session.wording import root_text, written

MOST_DIGITS = 12
"""Decimals that can be asked for."""
USUAL_DIGITS = 4
"""Decimals of a number that is no fraction, or that was rounded on the way, where a question does not say it."""
UNSURE = Fraction(1, 10**9)
"""Of a number that was rounded on the way: the part of it that may be wrong."""
TEN = Fraction(10)


class Truth(Frozen):
    """A number that is asked for: a fraction, a float that was rounded on the way, or a root."""

    value: Fraction | float = Fraction(0)
    square: Fraction | None = None  # of which it is the root

    @classmethod
    def root(cls, square: Fraction) -> "Truth":
        """Return a root, as a fraction where it is one. `square`: at least 0."""
        over, under = isqrt(square.numerator), isqrt(square.denominator)
        is_fraction = over**2 == square.numerator and under**2 == square.denominator
        return cls(Fraction(over, under)) if is_fraction else cls(square=square)

    def is_met(self, text: str, digits: int | None) -> bool:
        """Whether a typed text is this number. `digits`: decimals that are asked for; None for all there are."""
        typed = typed_fraction(text)
        return typed is not None and self.is_number(typed, digits)

    def is_number(self, typed: Fraction, digits: int | None) -> bool:
        """Whether a number is this one. `digits`: see `is_met`."""
        if digits is None and self.is_fraction:
            return typed == self.value
        places = USUAL_DIGITS if digits is None else digits
        least, most = self._rounded(places)
        return least <= rounded(typed, places) <= most

    @property
    def is_fraction(self) -> bool:
        """Whether it is known as a fraction."""
        return isinstance(self.value, Fraction) and self.square is None

    @property
    def about(self) -> Fraction:
        """A fraction that is this number, or near to it."""
        return self._rounded(MOST_DIGITS)[0] if self.square is not None else Fraction(self.value)

    def _rounded(self, digits: int) -> tuple[Fraction, Fraction]:
        """Return the least and the largest number that this may be to some decimals."""
        if self.square is not None:
            twice = isqrt(floor(4 * self.square * 100**digits))
            found = Fraction((twice + 1) // 2, 10**digits)
            return found, found
        if isinstance(self.value, Fraction):
            found = rounded(self.value, digits)
            return found, found
        about = Fraction(self.value)
        ends = (rounded(about * (1 - UNSURE), digits), rounded(about * (1 + UNSURE), digits))
        return min(ends), max(ends)

    def __str__(self) -> str:
        """Return what follows a name: "= 3", "= 7/3 ≈ 2.33333"."""
        if self.square is not None:
            text = root_text(self.square)
            return text if text.startswith("≈") else f"= {text}"
        shown = written(self.value)
        if isinstance(self.value, Fraction) and not shown.is_exact and self.value.denominator <= LARGEST_DENOMINATOR:
            quotient = f"{'−' if self.value < 0 else ''}{abs(self.value.numerator)}/{self.value.denominator}"
            return f"= {quotient} {shown}"
        return shown.after_name


LARGEST_DENOMINATOR = 10_000
"""Of a quotient that is written out."""


def rounded(value: Fraction, digits: int) -> Fraction:
    """Return a number to some decimals, half away from zero."""
    whole = floor(abs(value) * TEN**digits + Fraction(1, 2))
    return Fraction(whole if value >= 0 else -whole) / TEN**digits
