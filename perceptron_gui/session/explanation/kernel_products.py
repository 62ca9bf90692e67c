"""K of two points, exact where both are and the kernel allows it, and K in symbols (D5)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod
from operator import mul
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.model.kernel_values import kernel_values
from perceptron_gui.session.explanation.inputs import input_symbol
from perceptron_gui.session.formula.line import EXACT, Formula, line
from perceptron_gui.session.formula.nodes import Norm, Power, Symbol
from perceptron_gui.session.formula.sums import bracketed, product
from perceptron_gui.session.formula.symbols import BY_POINT, K
from perceptron_gui.session.wording import MINUS, written

if TYPE_CHECKING:
    from perceptron_gui.engine.data.settings import TrainingSettings
    from perceptron_gui.session.explanation.terms import Value

EXP = Symbol("exp")


def dot(point: Sequence[Value], x: Sequence[Value]) -> Value:
    """Return the scalar product of two points, exact where both are.

    `point`, `x`: their coordinates; floats were rounded.
    """
    return sum(map(mul, point, x), Fraction(0))


def kernel_product(kernel: Kernel, point: Sequence[Value], x: Sequence[Value]) -> Value:
    """Return K of two points; of the linear kernel their scalar product.

    `point`, `x`: what the kernel sees of them: their coordinates, or φ of them; floats were rounded.
    """
    if kernel.name is KernelName.LINEAR:
        return dot(point, x)
    if kernel.name is KernelName.POLY:
        constant = decimal_fraction(kernel.coef0)
        return prod([dot(point, x) + constant] * kernel.degree, start=Fraction(1))
    pair = np.array([[*map(float, point)], [*map(float, x)]])
    return float(kernel_values(kernel, pair[:1], pair[1:])[0, 0])


def kernel_symbol(settings: TrainingSettings) -> Formula:
    """Return K(x_j, x); of the linear kernel (x_j·x). `settings`: their kernel and feature map."""
    x, x_j = input_symbol(settings), input_symbol(settings, BY_POINT)
    if settings.has_curved_kernel:
        return line(K, "(", x_j, ", ", x, ")")
    return line(bracketed(product(x_j, x)))


def kernel_rule(settings: TrainingSettings) -> tuple[Formula, ...]:
    """Return what K(x_j, x) is, in a line; nothing for the linear kernel. `settings`: their kernel and feature map."""
    kernel, x, x_j = settings.kernel, input_symbol(settings), input_symbol(settings, BY_POINT)
    if not kernel.is_curved:
        return ()
    if kernel.name is KernelName.POLY:
        constant = (" + ", written(decimal_fraction(kernel.coef0))) if kernel.coef0 else ()
        value = Power(line(product(x_j, x), *constant), str(kernel.degree))
    else:
        factor = (written(decimal_fraction(kernel.gamma)), "·") if kernel.gamma != 1 else ()
        away = Power(Norm(line(x_j, f" {MINUS} ", x)), "2")
        return (line(kernel_symbol(settings), EXACT, EXP, "(", MINUS, *factor, away, ")"),)
    return (line(kernel_symbol(settings), EXACT, value),)
