"""Pieces of a program that say what is learned, and what its kinds have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.frozen import Frozen
from perceptron_gui.session.programs.text import docstring, number
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.session.programs.arithmetic import Arithmetic
    from perceptron_gui.session.programs.task import Task


class Learner(Frozen):
    """What a program learns."""

    start: tuple[str, ...]  # lines that set the parameters before the first visit
    # lines that define `margin(i)` and `margins()`: y·f of one point and of all, or the lead over the rival
    functions: tuple[str, ...]
    update: str  # lines that learn from point i
    batch: str  # lines that learn from all points of the list `wrong` at once
    state: str  # what decides all that follows, as something that can be looked up: for cycles
    results: tuple[tuple[str, str], ...]  # what is printed at the end: a name, and an expression
    # expression for the margins of other points, V, with their targets, v; empty where there is none
    held_out: str = ""


def bias_start(task: Task, numbers: Arithmetic) -> tuple[str, ...]:
    """Return the line that sets b of a binary rule; none without bias."""
    return (f"b = {number(numbers.start[-1]) if any(numbers.start) else '0.0'}",) if task.settings.bias else ()


def dot_function(task: Task, numbers: Arithmetic) -> tuple[str, ...]:
    """Return the function f of a binary rule with w."""
    words = tr("The activation f(x) = w·x + b; x is one point, or a table of them.")
    if not task.settings.bias:
        words = tr("The activation f(x) = w·x; x is one point, or a table of them.")
    bias = f" + {numbers.input_one}b" * task.settings.bias
    if not numbers.is_sequential:
        return ("", "", "def f(x):", docstring(words), f"    return x @ w{bias}")
    words += " " + tr("It is summed from the left, since in floating point the order of a sum matters.")
    loop = ["    total = 0.0", "    for j in range(len(w)):", "        total = total + w[j] * x[..., j]"]
    return ("", "", "def f(x):", docstring(words), *loop, f"    return total{bias}")


def binary_margins(all_points: str = "y * f(X)", one_point: str = "y[i] * f(X[i])") -> tuple[str, ...]:
    """Return the functions for y·f of one point and of all. `all_points`, `one_point`: expressions."""
    return (
        *(
            "",
            "",
            "def margin(i):",
            docstring(tr("y·f of point i: above 0 it is on its side.")),
            f"    return {one_point}",
        ),
        *("", "", "def margins():", docstring(tr("y·f of all points.")), f"    return {all_points}"),
        *("", ""),
    )


def summed(numbers: Arithmetic, rows: str) -> str:
    """Return an expression for the sum of rows, added one after the other where that matters.

    `rows`: expression of a table.
    """
    return f"np.cumsum({rows}, axis=0)[-1]" if numbers.is_sequential else f"np.sum({rows}, axis=0)"


def value_of(numbers: Arithmetic, name: str) -> str:
    """Return an expression for parameters in the units of the points. `name`: of an array."""
    return f"in_units({name})" if numbers.is_scaled else f"({name} + 0.0).tolist()"


def units_lines(numbers: Arithmetic) -> tuple[str, ...]:
    """Return the function that puts whole numbers back into the units of the points; none where it is not needed."""
    if not numbers.is_scaled:
        return ()
    words = tr("Numbers of the program in the units of the points: multiplied as fractions, then rounded once.")
    return (
        *("", "", "def in_units(values):", docstring(words)),
        "    if np.ndim(values):",
        "        return [in_units(value) for value in values]",
        "    return float(Fraction(float(values)) * unit)",
        *("", ""),
    )
