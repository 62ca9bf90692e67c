"""A feature as a program for a stack: in postfix steps the depth of an expression does not matter (F1)."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import TypeVar

from perceptron_gui.frozen import Frozen

Column = TypeVar("Column")

SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"


class Operation(StrEnum):
    """What a step does; the value is how it is written."""

    COLUMN = "column"
    NUMBER = "number"
    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"
    POWER = "^"
    NEGATE = "negate"
    SIN = "sin"
    COS = "cos"
    EXP = "exp"
    ABS = "abs"
    MIN = "min"
    MAX = "max"


INEXACT = frozenset({Operation.SIN, Operation.COS, Operation.EXP})
"""Of decimals they make no decimals."""
MOST_DEGREE = 100
"""Up to this degree a feature of decimals is computed in whole numbers, whatever their length."""


class Step(Frozen):
    """One step of a program: replaces a number of columns on top of the stack by one."""

    operation: Operation
    n_arguments: int = 0  # how many columns it takes
    # of COLUMN the index (or its name, while points are not known), of NUMBER the number, of POWER the exponent
    value: int | Fraction | str = 0


Arithmetic = Mapping[Operation, Callable[..., Column]]
"""What each operation does with columns; NUMBER takes its number, POWER the exponent after its column."""


class Program(Frozen, dict=True):
    """One feature."""

    steps: tuple[Step, ...]  # in the order in which they are carried out

    def run(self, columns: Sequence[Column], arithmetic: Arithmetic[Column]) -> Column:
        """Return the feature of columns.

        `columns`: one for each coordinate of a point. `arithmetic`: what is done with them.
        """
        stack: list[Column] = []
        for step in self.steps:
            if step.operation is Operation.COLUMN:
                stack.append(columns[int(step.value)])
                continue
            first = len(stack) - step.n_arguments
            arguments = stack[first:]
            del stack[first:]
            has_value = step.operation in (Operation.NUMBER, Operation.POWER)
            stack.append(arithmetic[step.operation](*arguments, *([step.value] if has_value else [])))
        (result,) = stack
        return result

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """The coordinates that it reads, ascending."""
        return tuple(sorted({int(step.value) for step in self.steps if step.operation is Operation.COLUMN}))

    @cached_property
    def is_decimal(self) -> bool:
        """Whether its values at decimals are decimals, and its degree is low enough for computing them exactly."""
        if any(step.operation in INEXACT for step in self.steps):
            return False
        return self.run([1] * (max(self.columns, default=-1) + 1), DEGREES) <= MOST_DEGREE


DEGREES: Arithmetic[int] = {
    Operation.NUMBER: lambda number: 0,
    Operation.ADD: max,
    Operation.SUBTRACT: max,
    Operation.MULTIPLY: lambda a, b: a + b,
    Operation.POWER: lambda a, exponent: a * exponent,
    Operation.NEGATE: lambda a: a,
    Operation.ABS: lambda a: a,
    Operation.MIN: max,
    Operation.MAX: max,
}
"""The degree that an expression has at most, as a polynomial of the coordinates."""


def monomial(columns: Sequence[int]) -> Program:
    """Return the product of coordinates, the same program as of x1^2*x2, as it is typed.

    `columns`: indices, ascending, at least one; one that stands there twice is squared.
    """
    steps: list[Step] = []
    for j, same in groupby(columns):
        is_first, exponent = not steps, len([*same])
        steps.append(Step(Operation.COLUMN, value=j))
        steps += [Step(Operation.POWER, 1, exponent)] if exponent > 1 else []
        steps += [] if is_first else [Step(Operation.MULTIPLY, 2)]
    return Program(tuple(steps))
