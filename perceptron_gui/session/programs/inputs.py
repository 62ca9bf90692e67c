"""Points, classes and features of a program, by code that finds the values of training; points held out (F1, H1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.dataset import targets_of
from perceptron_gui.engine.data.features.feature_program import Arithmetic as Operations
from perceptron_gui.engine.data.features.feature_program import Operation, Program
from perceptron_gui.engine.exact.feature_values import FLOATS, LARGEST_EXPONENT, mapped_points
from perceptron_gui.engine.exact.fixed_point import CERTAIN, NO_PLACES, held_values, places_of
from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.session.programs.arithmetic import Arithmetic, is_written_whole
from perceptron_gui.session.programs.text import array, comment, docstring, number, one_line, texts, whole_numbers
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset, Floats, Ints
    from perceptron_gui.session.programs.learners import Learner
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


def point_lines(task: Task, numbers: Arithmetic) -> list[str]:
    """Return X and y of the points that are trained on, and the features that the model sees of them."""
    lines = [*_coordinates(task, numbers), *_classes(task)]
    if is_coded(task, numbers):
        lines += [*feature_lines(task), "X = phi(X)"]
    return lines


def _coordinates(task: Task, numbers: Arithmetic) -> list[str]:
    mapped, scale = task.run.data.mapped, 10**numbers.places
    names, values = listed(mapped.features), mapped.X
    if is_written_whole(task, numbers):
        words = tr("The inputs, times {scale} and so whole numbers: {names}.").format(scale=scale, names=names)
        values = held_values(values, numbers.places)
    elif task.settings.features.is_identity or is_coded(task, numbers):
        words, values = tr("The points, one in a row: {names}."), task.trained.X
        words = words.format(names=listed(task.trained.features))
    else:
        words = tr("The features of the points, worked out by Perceptron Lab: {names}.").format(names=names)
    return [comment(words), f"X = {array(values)}"]


def _classes(task: Task) -> list[str]:
    trained, targets = task.trained, task.run.data.targets
    if model_kind(task.settings).has_class_rows:
        words = tr("Their classes, as places in the list of names.")
        names = [trained.classes[k] for k in trained.present]
        return [comment(words), f"names = {texts(names)}", f"y = {whole_numbers(targets_in_program(task, targets))}"]
    return [comment(signs_text(trained, targets)), f"y = {whole_numbers(targets)}"]


def targets_in_program(task: Task, targets: Ints) -> Ints:
    """Return targets as a program numbers them: of several classes those without points are left out.

    `targets`: shape (n,): signs, or indices of classes that have points.
    """
    if not model_kind(task.settings).has_class_rows:
        return targets
    return np.searchsorted(np.array(task.trained.present), targets).astype(np.int64)


def signs_text(trained: Dataset, targets: Ints) -> str:
    """Return which class is + and which are −, as a sentence. `targets`: shape (n_samples,): signs."""
    sides = []
    for sign in (1, -1):
        found = np.unique(trained.labels[targets == sign]).tolist()
        sides.append(", ".join(one_line(trained.classes[k]) for k in found) or "-")
    return tr("Their classes: +1 is {plus}, -1 is {minus}.").format(plus=sides[0], minus=sides[1])


def held_out_lines(task: Task, numbers: Arithmetic, learner: Learner) -> list[str]:
    """Return the lines that count errors among the points held out; none where that may not be told, or not exactly."""
    if task.split is None or task.is_veiled:
        return []
    parts = {"validation": task.split.validation, "test": task.split.test}
    lines = [comment(tr("Points that were held out of training."))]
    for name, part in parts.items():
        lines += _part(task, numbers, learner, name, part) if len(part) and _can_be_judged(task, numbers, part) else []
    return lines if len(lines) > 1 else []


def _can_be_judged(task: Task, numbers: Arithmetic, part: Ints) -> bool:
    """Return whether the scale of the program holds the points, and each is of a class that was learned."""
    points = task.dataset.only(part)
    if not set(np.unique(points.labels).tolist()) <= set(task.trained.present) or is_written_whole(task, numbers):
        return False
    values = mapped_points(points, task.settings.features).X
    places = places_of(values)
    fits = not numbers.is_scaled or bool((places <= numbers.places).all() and (places < NO_PLACES).all())
    return fits and bool((np.abs(values) * 10.0**numbers.places < CERTAIN).all())


def _part(task: Task, numbers: Arithmetic, learner: Learner, name: str, part: Ints) -> list[str]:
    points = task.dataset.only(part)
    is_mapped = task.settings.features.is_identity or is_coded(task, numbers)
    values = points.X if is_mapped else mapped_points(points, task.settings.features).X
    made = "phi(V)" if is_mapped and not task.settings.features.is_identity else "V"
    scaled = f"np.rint(scale * {made})" if numbers.places else made
    targets = targets_in_program(task, targets_of(points, task.settings))
    lines = [f"V = {array(values)}", *[f"V = {scaled}"] * (scaled != "V"), f"v = {whole_numbers(targets)}"]
    return [*lines, f'print("{name}_errors =", int(np.sum({learner.held_out} <= 0)))']
