"""Parts of formulas as text: names of points, vectors, sums and angles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from perceptron_gui.engine.exact import decimal_fraction
from perceptron_gui.session.wording import MINUS, Written, number_text

RIGHT_ANGLE = 90.0
SHARP_ANGLES = (90.0, 60.0, 45.0, 30.0, 0.0)
"""Degrees whose squared cosine is 0, ¼, ½, ¾ and 1."""
EXACT_ANGLES = (*SHARP_ANGLES, 120.0, 135.0, 150.0, 180.0)
MOST_TERMS = 5
"""Terms of a sum that are written out; longer sums are folded."""


def vector_text(values: Sequence[float], is_exact: bool = True) -> str:
    """Return (a, b, …); a long vector is folded."""
    shown = [number_text(v, is_exact) for v in values[: MOST_TERMS - 1]]
    return "(" + ", ".join([*shown, "…"] if len(values) >= MOST_TERMS else shown) + ")"


def signed_text(value: float, is_exact: bool = True) -> str:
    """Return a number that stands inside a sum or product: negative ones in brackets."""
    text = number_text(value, is_exact)
    return f"({text})" if MINUS in text.removeprefix("≈ ")[:1] else text


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


def angle_formula(angle: float, vector: str = "**{}**") -> str:
    """Return "∠(w, x) ≈ 139.5°": what panel and canvas say of an angle.

    Parameters
    ----------
    angle : float
        Degrees, from `angle_between`.
    vector : str
        How the name of a vector is marked; "{}" for plain text.
    """
    names = ", ".join(map(vector.format, "wx"))
    return f"∠({names}) {written_angle(angle).after_name}°"


def angle_text(angle: float) -> str:
    """Return an angle that stands alone, without its °."""
    return str(written_angle(angle))


def written_angle(angle: float) -> Written:
    """Write an angle in full where it is exact, else in tenths, or finer where it would look like 0, 90 or 180.

    Parameters
    ----------
    angle : float
        Degrees, from `angle_between`: exactly one of `EXACT_ANGLES` only where the angle is.
    """
    if angle in EXACT_ANGLES:
        return Written(f"{angle:.0f}")
    places = next((n for n in range(1, 17) if round(angle, n) % RIGHT_ANGLE), 17)
    return Written(f"{angle:.{places}f}".removesuffix(".0"), is_exact=False)


def angle_between(w: Sequence[float], x: Sequence[float]) -> float | None:
    """Return the angle between w and x in degrees; None where one of them is 0.

    It is exactly one of `EXACT_ANGLES` only where the angle is: of whole degrees no others have a rational squared
    cosine (Niven 1956), which is what two vectors of decimals have.
    """
    dot = sum((decimal_fraction(a) * decimal_fraction(b) for a, b in zip(w, x, strict=True)), Fraction(0))
    squared = [sum((decimal_fraction(v) ** 2 for v in vector), Fraction(0)) for vector in (w, x)]
    if not all(squared):
        return None
    cosine_squared = dot * dot / (squared[0] * squared[1])
    if 4 * cosine_squared in range(5):
        sharp = SHARP_ANGLES[int(4 * cosine_squared)]
        return sharp if dot >= 0 else 180.0 - sharp
    # Not the arc cosine: near 0° it loses half of the digits.
    across = math.sqrt(float(squared[0] * squared[1] - dot * dot))
    angle = math.degrees(math.atan2(across, float(dot)))
    if angle not in EXACT_ANGLES:
        return angle
    beside = RIGHT_ANGLE if angle != RIGHT_ANGLE else math.copysign(math.inf, -dot)
    return math.nextafter(angle, beside)
