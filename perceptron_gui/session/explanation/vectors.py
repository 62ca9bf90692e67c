"""Vectors in formulas, and the angle between two of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from perceptron_gui.frozen import replace
from perceptron_gui.session.explanation.terms import MOST_TERMS, Value, decimals, written_angle
from perceptron_gui.session.formula.line import EXACT, Formula, alone, line
from perceptron_gui.session.formula.sums import vector
from perceptron_gui.session.formula.symbols import W, X
from perceptron_gui.session.wording import written

if TYPE_CHECKING:
    from perceptron_gui.session.formula.nodes import Node, Vector


def vector_text(values: Sequence[Value], is_exact: bool = True) -> str:
    """Return (a, b, …) as it stands alone; of a long vector the first entries.

    `values`: its entries. `is_exact`: whether floats are the decimals that they print as, such as coordinates; else
    they were rounded.
    """
    return str(alone(written_vector(decimals(values[:MOST_TERMS]) if is_exact else values)))


def written_vector(values: Sequence[Value], most: int = MOST_TERMS) -> Vector:
    """Write (a, b, …).

    `values`: its entries; floats were rounded. `most`: a vector of so many entries or more is cut off after `most` − 1.
    """
    return vector([written(value) for value in values[: most - 1]], len(values) >= most)


def angle_formula(angle: float, is_known: bool = True, x: Node = X) -> Formula:
    """Return "∠(w, x) ≈ 139.5°": what panel and canvas say of an angle.

    `angle`: degrees, from `angle_between`. `is_known`: whether w and x are known without rounding. `x`: what stands for
    x.
    """
    shown = written_angle(angle)
    return line("∠(", W, ", ", x, ")", EXACT, replace(shown, is_exact=shown.is_exact and is_known), "°")
