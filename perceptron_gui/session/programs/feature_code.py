"""Features of a program: as code where that finds the very values of training (F1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.feature_program import Arithmetic as Operations
from perceptron_gui.engine.data.feature_program import Operation, Program
from perceptron_gui.engine.exact.feature_values import FLOATS, LARGEST_EXPONENT
from perceptron_gui.engine.exact.fixed_point import held_values
from perceptron_gui.engine.exact.mapped_points import mapped_points
from perceptron_gui.session.programs.arithmetic import Arithmetic, is_written_whole
from perceptron_gui.session.programs.text import docstring, number, one_line
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.session.programs.task import Task

MOST_NAMED = 12
"""Columns and features that are named in a comment."""
LONGEST_CODE = 2_000
"""Letters of the code of all features; of more, their values are written."""
FUNCTIONS = {
    Operation.SIN: "math.sin",
    Operation.COS: "math.cos",
    Operation.EXP: f"lambda t: math.exp(t) if t <= {LARGEST_EXPONENT} else math.inf",
}
"""Functions of the C library, for one number: numpy's have other bits on other machines."""


def listed(names: Sequence[str]) -> str:
    """Return the first of some names, with commas. `names`: of columns or features; any characters."""
    return ", ".join([*map(one_line, names[:MOST_NAMED]), *["…"] * (len(names) > MOST_NAMED)])


def is_coded(task: Task, numbers: Arithmetic) -> bool:
    """Return whether the program works out the features itself: where it would find the very values of training."""
    features = task.settings.features
    if features.is_identity or is_written_whole(task, numbers):
        return False
    programs = features.of(task.dataset.features).programs
    if sum(program.run([*map(len, _names(program))], LENGTHS) for program in programs) > LONGEST_CODE:
        return False
    split, used = task.split, task.dataset
    if split is not None:
        used = used.only(np.sort(np.concatenate([split.training, split.validation, split.test])))
    with np.errstate(all="ignore"):
        columns = [np.ascontiguousarray(column) for column in used.X.T]
        found = np.stack([np.broadcast_to(p.run(columns, FLOATS), used.n_samples) + 0.0 for p in programs], axis=1)
    wanted: Floats = mapped_points(used, features).X
    if not numbers.places:
        return np.array_equal(found, wanted)
    return np.array_equal(np.rint(found * 10**numbers.places), held_values(wanted, numbers.places))


def feature_lines(task: Task) -> list[str]:
    """Return the function that makes features of points."""
    programs = task.settings.features.of(task.dataset.features).programs
    used = sorted({step.operation for program in programs for step in program.steps} & FUNCTIONS.keys())
    read = sorted({j for program in programs for j in program.columns})
    left, right = (", ".join(names) for names in ([f"x{j + 1}" for j in read], [f"points[:, {j}]" for j in read]))
    entries = [code_of(each) if each.columns else f"np.full(len(points), {code_of(each)})" for each in programs]
    words = tr("The features: {names}.").format(names=listed(task.run.data.mapped.features))
    lines = [f"{each.value} = np.vectorize({FUNCTIONS[each]}, otypes=[float])" for each in used]
    lines += ["", "", "def phi(points):", docstring(words), *[f"    {left} = {right}"] * bool(read)]
    body = ",\n".join(f"        {entry}" for entry in entries)
    return [*lines, f"    return np.column_stack([\n{body},\n    ])", "", ""]


def uses_functions(task: Task, numbers: Arithmetic) -> bool:
    """Return whether the features need sine, cosine or e to the power of something."""
    if not is_coded(task, numbers):
        return False
    programs = task.settings.features.of(task.dataset.features).programs
    return any(step.operation in FUNCTIONS for program in programs for step in program.steps)


def code_of(program: Program) -> str:
    """Return a feature as an expression of numpy in x1, x2, …: the same operations in the same order."""
    code = program.run(_names(program), CODE)
    return code[1:-1] if _is_bracketed(code) else code


def _names(program: Program) -> list[str]:
    return [f"x{j + 1}" for j in range(max(program.columns, default=-1) + 1)]


def _is_bracketed(code: str) -> bool:
    """Return whether an expression begins with a bracket that only its end closes."""
    depth = 0
    for place, sign in enumerate(code):
        depth += (sign == "(") - (sign == ")")
        if not depth and place < len(code) - 1:
            return False
    return code.startswith("(")


def _two(sign: str) -> Callable[[str, str], str]:
    return lambda left, right: f"({left} {sign} {right})"


def _power(base: str, exponent: int) -> str:
    return "(" + " * ".join([base] * exponent) + ")" if exponent > 1 else base if exponent else f"(0 * {base} + 1)"


def _number(value: Fraction) -> str:
    return number(float(value))


CODE: Operations[str] = {
    Operation.NUMBER: _number,
    Operation.ADD: _two("+"),
    Operation.SUBTRACT: _two("-"),
    Operation.MULTIPLY: _two("*"),
    Operation.POWER: _power,
    Operation.NEGATE: lambda a: f"(-{a})",
    Operation.SIN: lambda a: f"sin({a})",
    Operation.COS: lambda a: f"cos({a})",
    Operation.EXP: lambda a: f"exp({a})",
    Operation.ABS: lambda a: f"np.abs({a})",
    Operation.MIN: lambda a, b: f"np.minimum({a}, {b})",
    Operation.MAX: lambda a, b: f"np.maximum({a}, {b})",
}
"""How each operation is written in numpy; a power is a product, since `**` has other bits on other machines."""
LENGTHS: Operations[int] = {
    Operation.NUMBER: lambda value: len(_number(value)),
    **dict.fromkeys((Operation.ADD, Operation.SUBTRACT, Operation.MULTIPLY), lambda a, b: a + b + 5),
    Operation.POWER: lambda a, exponent: max(exponent, 1) * (a + 3) + 8,
    **dict.fromkeys((Operation.NEGATE, Operation.SIN, Operation.COS, Operation.EXP, Operation.ABS), lambda a: a + 8),
    **dict.fromkeys((Operation.MIN, Operation.MAX), lambda a, b: a + b + 14),
}
"""How many letters each takes at most: powers of powers would fill the memory."""
