"""Kernels of a program, in the very bits of training (D5, E4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.engine.data.kernel import KernelName
from perceptron_gui.session.programs.text import docstring, number
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.session.programs.arithmetic import Arithmetic
    from perceptron_gui.session.programs.task import Task

SUMMED = """    total = np.zeros(len(X))
    for j in range(X.shape[1]):
        total = total + {term}"""
LOOPED = """    power = total
    for _ in range(p - 1):
        power = power * total
    return power"""
EXPONENTIAL = """    t = np.maximum(t, -800.0)  # e^-800 is 0 in floating point
    twos = np.rint(t * (1.0 / math.log(2.0)))
    rest = (t - twos * float.fromhex("0x1.62e42feep-1")) - twos * float.fromhex("0x1.a39ef35793c76p-33")
    total = np.full_like(rest, 1.0 / math.factorial(13))
    for k in reversed(range(13)):
        total = total * rest + 1.0 / math.factorial(k)
    return np.ldexp(total, twos.astype(int))"""


def kernel_lines(task: Task, numbers: Arithmetic) -> tuple[str, ...]:
    """Return the function `kernel(x)`: K of every point with x."""
    return _gaussian() if task.settings.kernel.name is KernelName.RBF else _polynomial(task, numbers)


def _polynomial(task: Task, numbers: Arithmetic) -> tuple[str, ...]:
    kernel = task.settings.kernel
    factor = f"{number(numbers.kernel_factor)} * " if numbers.kernel_factor != 1 else ""
    constant = number(numbers.kernel_constant) if numbers.is_scaled else "c"
    words = tr("The polynomial kernel of every point with x, a row of the Gram matrix: (x·z + c) to the power of p.")
    product = "    total = X @ x" if not numbers.is_sequential else SUMMED.format(term="X[:, j] * x[j]")
    lines = ["", "", "def kernel(x):", docstring(words), product, f"    total = {factor}total + {constant}"]
    if kernel.degree == 1:
        return (*lines, "    return total")
    if kernel.degree == 2:
        return (*lines, "    return total * total")
    return (
        *lines,
        "    power = total",
        "    for _ in range(p - 1):",
        "        power = power * total",
        "    return power",
    )


def _gaussian() -> tuple[str, ...]:
    words = tr("The Gaussian kernel of every point with x, a row of the Gram matrix: exp(-gamma * distance squared).")
    own = tr(
        "e to the power of t, by sums and products alone: the exp of another library may differ in the last digit, "
        "and where f is 0 on paper that digit would decide."
    )
    squared = SUMMED.format(term="(X[:, j] - x[j]) * (X[:, j] - x[j])")
    return (
        *("", "", "def exponential(t):", docstring(own), EXPONENTIAL),
        *("", "", "def kernel(x):", docstring(words), squared, "    return exponential(-gamma * total)"),
    )
