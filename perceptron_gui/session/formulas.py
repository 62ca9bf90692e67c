"""Parts of formulas as text: names of points, vectors, sums and angles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from perceptron_gui.engine.exact import decimal_fraction
from perceptron_gui.session.wording import number_text

RIGHT_ANGLE = 90.0
MOST_TERMS = 5
"""Terms of a sum that are written out; longer sums are folded."""
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def index_text(point: int) -> str:
    """Return x with the number of a point, from 1."""
    return "x" + str(point + 1).translate(SUBSCRIPTS)


def vector_text(values: Sequence[float], is_exact: bool = True) -> str:
    """Return (a, b, …); a long vector is folded."""
    shown = [number_text(v, is_exact) for v in values[: MOST_TERMS - 1]]
    return "(" + ", ".join([*shown, "…"] if len(values) >= MOST_TERMS else shown) + ")"


def scaled_point(factor: float, point: Sequence[float]) -> list[float]:
    """Return the doubles nearest to factor · point, taken as decimals."""
    exact = decimal_fraction(factor)
    return [float(exact * decimal_fraction(v)) for v in point]


def without_false_equals(line: str) -> str:
    """Return `line` with ≈ in the place of "= ≈": what was rounded does not equal."""
    return line.replace("= ≈ ", "≈ ").replace("= **≈ ", "≈ **")


def folded(terms: list[str]) -> list[str]:
    """Return `terms`, or the first of them and how many more there are."""
    if len(terms) <= MOST_TERMS:
        return terms
    return [*terms[: MOST_TERMS - 1], f"… ({len(terms) - MOST_TERMS + 1} more)"]


def angle_text(angle: float) -> str:
    """Return an angle rounded to three digits, or to more where it would look like 90."""
    if angle in (0.0, RIGHT_ANGLE, 2 * RIGHT_ANGLE):
        return number_text(angle)
    digits = next((n for n in range(3, 17) if float(f"{angle:.{n}g}") != RIGHT_ANGLE), 17)
    return number_text(angle, False, digits)


def angle_between(w: Sequence[float], x: Sequence[float]) -> float | None:
    """Return the angle between w and x in degrees; None where one of them is 0.

    It is exactly 90 only where w·x is 0, and exactly 0 or 180 where they are parallel.
    """
    dot = sum((decimal_fraction(a) * decimal_fraction(b) for a, b in zip(w, x, strict=True)), Fraction(0))
    squared = [sum((decimal_fraction(v) ** 2 for v in vector), Fraction(0)) for vector in (w, x)]
    if not all(squared):
        return None
    # Not the arc cosine: near 0° it loses half of the digits.
    across = math.sqrt(float(squared[0] * squared[1] - dot * dot))
    angle = math.degrees(math.atan2(across, float(dot)))
    return math.nextafter(angle, -dot * math.inf) if dot and angle == RIGHT_ANGLE else angle
