"""Points and numbers of a program: features and scales by which it finds the values of training (E2, E3, F1, H1)."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np

from perceptron_gui.engine.data.dataset import Floats, Ints, targets_of
from perceptron_gui.engine.data.features.feature_program import Arithmetic as Operations
from perceptron_gui.engine.data.features.feature_program import Operation, Program
from perceptron_gui.engine.exact.feature_values import FLOATS, LARGEST_EXPONENT, mapped_points
from perceptron_gui.engine.exact.fixed_point import CERTAIN, NO_PLACES, held_values, places_of
from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.modes import ORDERS
from perceptron_gui.session.programs.task import Task
from perceptron_gui.session.programs.text import number, one_line


class Arithmetic(Frozen):
    """Numbers of a program."""

    places: int  # decimal places of the inputs: the program multiplies them by 10 to the power of this
    is_scaled: bool  # whether inputs and parameters are held as whole numbers; else w and b stand as they are
    has_factor: bool  # whether an update is multiplied by something that is not 1
    is_sequential: bool  # whether sums must be added in one order, since they are rounded
    threshold: str  # what a margin must be above; "0" without β
    start: tuple[float, ...]  # the start weights as they are held
    step: float  # what an update is multiplied by where numbers are scaled
    unit: Fraction  # what held weights are multiples of
    one: str  # 1 on the scale of f, which stands before b, with its sign of multiplication; empty for 1

    @property
    def factor(self) -> str:
        """What stands before an update, with its sign of multiplication; empty for 1."""
        name = "step * " if self.is_scaled else "eta * "
        return name if self.has_factor else ""


def arithmetic_of(task: Task) -> Arithmetic:
    """Return how the program of a run holds its numbers: so that it computes what the run did, in every bit."""
    data, settings = task.run.data, task.settings
    scale = data.scale
    is_plain = _is_plain(task)
    start = settings.start_values(data.n_entries, data.n_rows)
    is_curved = settings.has_curved_kernel
    name, places = ("score_scale * ", scale.score_places) if is_curved else ("scale * ", scale.places)
    return Arithmetic(
        places=0 if is_plain else scale.places,
        is_scaled=not is_plain,
        has_factor=is_plain or scale.step != 1,
        is_sequential=not task.run.is_exact,
        threshold="0" if not settings.beta else "beta" if is_plain else "threshold",
        start=tuple(value + 0.0 for value in (start if is_plain else scale.start(start))),
        step=scale.step,
        unit=scale.weight_unit,
        one="" if is_plain or not places else name,
    )


def _is_plain(task: Task) -> bool:
    """Return whether w and b, kept as they are with η in them, decide everything as the run did.

    A power of two moves no digit; from start weights the run keeps η in its numbers, too.
    """
    data, settings = task.run.data, task.settings
    scale = data.scale
    if not scale.is_exact:
        return scale.weight_unit == 1 or math.frexp(settings.eta)[0] == 0.5
    if scale.places or scale.score_places:
        return False
    if settings.has_start_weights:
        return scale.weight_unit == 1
    return math.frexp(settings.eta)[0] == 0.5


def is_written_whole(task: Task, numbers: Arithmetic) -> bool:
    """Return whether the inputs are written as whole numbers: they are too large to be scaled in the program."""
    size = abs(task.run.data.mapped.X).max(initial=0.0)
    return numbers.places > 0 and bool(size * 10.0**numbers.places >= CERTAIN)


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


def targets_in_program(task: Task, targets: Ints) -> Ints:
    """Return targets as a program numbers them: of several classes those without points are left out.

    `targets`: shape (n,): signs, or indices of classes that have points.
    """
    if not model_kind(task.settings).has_class_rows:
        return targets
    return np.searchsorted(np.array(task.trained.present), targets).astype(np.int64)


def _can_be_judged(task: Task, numbers: Arithmetic, part: Ints) -> bool:
    """Return whether the scale of the program holds the points, and each is of a class that was learned."""
    points = task.dataset.only(part)
    if not set(np.unique(points.labels).tolist()) <= set(task.trained.present) or is_written_whole(task, numbers):
        return False
    values = mapped_points(points, task.settings.features).X
    places = places_of(values)
    fits = not numbers.is_scaled or bool((places <= numbers.places).all() and (places < NO_PLACES).all())
    return fits and bool((np.abs(values) * 10.0**numbers.places < CERTAIN).all())


def inputs_of(task: Task, numbers: Arithmetic) -> dict[str, object]:
    """Return what the templates ask of points, classes and features, by name."""
    trained, targets = task.trained, task.run.data.targets
    programs = task.settings.features.of(task.dataset.features).programs if is_coded(task, numbers) else ()
    used = {step.operation for program in programs for step in program.steps} & FUNCTIONS.keys()
    columns = sorted({j for program in programs for j in program.columns})

    def side(sign: int) -> str:
        found = np.unique(trained.labels[targets == sign]).tolist()
        return ", ".join(one_line(trained.classes[k]) for k in found) or "-"

    return {
        **{"task": task, "settings": task.settings, "numbers": numbers, "mapped": task.run.data.mapped},
        **{"listed": listed, "side": side, "held_values": held_values, "code_of": code_of},
        "order": ORDERS[task.settings.order],
        "is_written_whole": is_written_whole(task, numbers),
        "names": [trained.classes[k] for k in trained.present] if model_kind(task.settings).has_class_rows else [],
        "targets": targets_in_program(task, targets),
        "programs": programs,
        "functions": [(each, FUNCTIONS[each]) for each in sorted(used)],
        "needs_math": bool(used),
        "columns": [j + 1 for j in columns],
        "columns_read": ", ".join(f"points[:, {j}]" for j in columns),
    }


class HeldOut(Frozen, eq=False):
    """Points held out of training whose errors a program counts."""

    name: str
    values: Floats  # shape (n, n_features)
    targets: Ints  # shape (n,)


def held_out_parts(task: Task, numbers: Arithmetic) -> list[HeldOut]:
    """Return the points held out; none where their errors may not be told, or not exactly."""
    if task.split is None or task.is_veiled:
        return []
    found, is_mapped = [], task.settings.features.is_identity or is_coded(task, numbers)
    for name, part in (("validation", task.split.validation), ("test", task.split.test)):
        if len(part) and _can_be_judged(task, numbers, part):
            points = task.dataset.only(part)
            values = points.X if is_mapped else mapped_points(points, task.settings.features).X
            found.append(HeldOut(name, values, targets_in_program(task, targets_of(points, task.settings))))
    return found
