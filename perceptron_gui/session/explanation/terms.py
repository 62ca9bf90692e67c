"""The terms of formulas: numbers, exact where they are known, vectors and angles, and what an update added."""

import math
from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, Ints
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.run.records.record import VisitRecord
from perceptron_gui.frozen import replace
from perceptron_gui.session.formula import nodes
from perceptron_gui.session.formula.line import EXACT, Formula, alone, line, vector
from perceptron_gui.session.formula.nodes import Node, Vector, W, X
from perceptron_gui.session.wording import MINUS, Written, written

Value: TypeAlias = Fraction | float
"""A number: a fraction where it is known, a float where it was rounded on the way."""
RIGHT_ANGLE = 90.0
SHARP_ANGLES = (90.0, 60.0, 45.0, 30.0, 0.0)
"""Degrees whose squared cosine is 0, ¼, ½, ¾ and 1."""
EXACT_ANGLES = (*SHARP_ANGLES, 120.0, 135.0, 150.0, 180.0)
MOST_TERMS = 5
"""Terms of a sum that are written out; longer sums are folded."""
EVERY_TERM = 400
"""Terms that are written out on demand."""


def first_terms(counts: Ints, most: int) -> tuple[list[int], int]:
    """Return the first points whose count is not 0, and how many there are in all.

    `counts`: shape (n_samples,): α, or a row of A. `most`: points that are named. Of a million these are found at once;
    to find all takes 5 ms.
    """
    end, found = most, int(np.count_nonzero(counts))
    while end < len(counts) and np.count_nonzero(counts[:end]) < min(most, found):
        end *= 4
    return np.flatnonzero(counts[:end])[:most].tolist(), found


def decimals(values: Sequence[Value]) -> list[Value]:
    """Return each float as the decimal that it prints as. `values`: fractions, ∞ and NaN stay as they are."""
    return [decimal_fraction(v) if isinstance(v, float) and math.isfinite(v) else v for v in values]


def point_values(dataset: Dataset, index: int, most: int | None = None) -> list[Value]:
    """Return the coordinates of a point: decimals, unless they were written with more digits than were kept.

    `index`: which point. `most`: how many coordinates are wanted; None for all.
    """
    row: list[float] = dataset.X[index, :most].tolist()
    return [*row] if is_rounded(dataset, index) else [*map(decimal_fraction, row)]


def is_rounded(dataset: Dataset, index: int) -> bool:
    """Return whether a point was written with more digits than were kept (E2). `index`: which point."""
    place = bisect_left(dataset.rounded, index)
    return place < len(dataset.rounded) and dataset.rounded[place] == index


def angle_text(angle: float) -> str:
    """Return an angle that stands alone, without its °. `angle`: degrees, from `angle_between`."""
    return str(written_angle(angle))


def written_angle(angle: float) -> Written:
    """Write an angle in full where it is exact, else in tenths, or finer where it would look like 0, 90 or 180.

    `angle`: degrees, from `angle_between`: exactly one of `EXACT_ANGLES` only where the angle is.
    """
    if angle in EXACT_ANGLES:
        return Written(f"{angle:.0f}")
    places = next((n for n in range(1, 17) if round(angle, n) % RIGHT_ANGLE), 17)
    return Written(f"{angle:.{places}f}".removesuffix(".0"), is_exact=False)


def angle_between(w: Sequence[Value], x: Sequence[Value]) -> float | None:
    """Return the angle between w and x in degrees; None where one of them is 0.

    It is exactly one of `EXACT_ANGLES` only where the angle is: of whole degrees no others have a rational squared
    cosine (Niven 1956), which is what two vectors of decimals have.

    `w`, `x`: of the same length; a float counts as the decimal that it prints as.
    """
    exact = [[v if isinstance(v, Fraction) else decimal_fraction(v) for v in vector] for vector in (w, x)]
    dot = sum((a * b for a, b in zip(*exact, strict=True)), Fraction(0))
    squared = [sum((v * v for v in vector), Fraction(0)) for vector in exact]
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


def vector_text(values: Sequence[Value], is_exact: bool = True) -> str:
    """Return a vector as text, "(a, b, …)"; a long one is cut after its first entries.

    `values`: its entries. `is_exact`: whether floats are the decimals that they print as, such as coordinates; else
    they were rounded.
    """
    return str(alone(written_vector(decimals(values[:MOST_TERMS]) if is_exact else values)))


def written_vector(values: Sequence[Value], most: int = MOST_TERMS) -> Vector:
    """Write (a, b, …).

    `values`: its entries; floats were rounded. `most`: a vector of so many entries or more is cut off after `most` − 1.
    """
    return vector([written(value) for value in values[: most - 1]], len(values) >= most)


def angle_formula(angle: float, is_known: bool = True, x: Node = X, w: Node = W) -> Formula:
    """Return an angle as a formula, as in "∠(w, x) ≈ 139.5°".

    `angle`: degrees, from `angle_between`. `is_known`: whether w and x are known without rounding. `x`, `w`: what
    stands for them.
    """
    shown = written_angle(angle)
    return line("∠(", w, ", ", x, ")", EXACT, replace(shown, is_exact=shown.is_exact and is_known), "°")


def step_name(visit: VisitRecord, owner: int | None, rival: int | None = None) -> str:
    """Name the change of the shown weights by an update (P2, M2): ±ηx, or the sum of a batch.

    `owner`: the class whose weights they are; None for those of + against −. `rival`: the class whose weights are
    subtracted, where two are compared.
    """
    times = visit.target if owner is None else _times(visit, owner)
    return _added(visit, times if rival is None else times - _times(visit, rival))


def _times(visit: VisitRecord, k: int) -> int:
    return (visit.target == k) - (visit.rival == k)


def _added(visit: VisitRecord, times: int) -> str:
    if len(visit.learned):
        return str(line(MINUS, nodes.ETA, "∇", nodes.LOSS))
    factor = f"{'+' if times > 0 else MINUS}{abs(times) if abs(times) > 1 else ''}"
    return str(line(factor, nodes.ETA, nodes.point_symbol(visit.point)))
