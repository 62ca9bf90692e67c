"""A run written as a program in numpy, or in scikit-learn where that can say it (P2, D1, D5, E2, F1, H1, M2, M5)."""

import math
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
from jinja2 import Environment

from perceptron_gui.engine.data.dataset import Floats, Ints, targets_of
from perceptron_gui.engine.data.features.feature_program import Arithmetic as Operations
from perceptron_gui.engine.data.features.feature_program import Operation, Program
from perceptron_gui.engine.exact.feature_values import FLOATS, LARGEST_EXPONENT, mapped_points
from perceptron_gui.engine.exact.fixed_point import CERTAIN, NO_PLACES, held_values, places_of
from perceptron_gui.engine.model.models import DualModel, LinearModel, Model, MulticlassModel, model_kind
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.programs.task import CannotBeSaid, Task, heading
from perceptron_gui.session.wording import ORDERS, counted, field_text, grouped, words_of
from perceptron_gui.translation import ISOLATING, tr, translated

NO_DIRECTIONS = dict.fromkeys(map(ord, ISOLATING))
"""Editors warn of signs of direction in a program."""
WIDTH = 100
"""Letters of a line."""
INDENT = " " * 4
TEMPLATES = Path(__file__).parents[2] / "resources/programs"


def comment(text: str) -> str:
    """Return a comment, wrapped. `text`: translated; any characters."""
    return "\n".join(textwrap.wrap(one_line(text), WIDTH, initial_indent="# ", subsequent_indent="# "))


def docstring(text: str) -> str:
    """Return the docstring of a function, but for the indent before it, on one line or wrapped.

    `text`: translated; any characters.
    """
    lines = textwrap.wrap(quotable(text), WIDTH - len(INDENT) - 6, break_long_words=True)
    return '"""' + f"\n{INDENT}".join(lines) + (f'\n{INDENT}"""' if len(lines) > 1 else '"""')


def paragraph(text: str) -> str:
    """Return a paragraph of the docstring of a program. `text`: translated; any characters."""
    return "\n".join(textwrap.wrap(quotable(text), WIDTH))


def quotable(text: str) -> str:
    """Return text that can stand in a docstring: nothing in it ends it, or means something else.

    `text`: any characters.
    """
    return one_line(text).replace("\\", "\\\\").replace('"', "'")


def one_line(text: str) -> str:
    """Return text without breaks of lines, and without what an editor would show as something else.

    `text`: any characters.
    """
    return " ".join("".join(c if c.isprintable() else " " for c in text.translate(NO_DIRECTIONS)).split())


def number(value: float) -> str:
    """Return a number as Python reads it, a whole one without a point. `value`: finite."""
    is_short = float(value).is_integer() and abs(value) < 1e15
    return str(int(value)) if is_short else repr(float(value))


def array(values: Floats) -> str:
    """Return a table of numbers, a row on every line. `values`: shape (n_rows, n_columns): finite."""
    rows = (f"{INDENT}[{', '.join(map(number, row))}]," for row in values.tolist())
    return "np.array([\n" + "\n".join(rows) + "\n], dtype=float)"


def vector(values: Sequence[float]) -> str:
    """Return numbers on one line. `values`: finite."""
    return f"np.array([{', '.join(map(number, values))}], dtype=float)"


def whole_numbers(values: Ints) -> str:
    """Return an array of whole numbers, wrapped. `values`: shape (n,): signs or indices."""
    listed = ", ".join(map(str, values.tolist()))
    if len(listed) < WIDTH - len("y = np.array([])"):
        return f"np.array([{listed}])"
    return "np.array([\n" + textwrap.fill(listed + ",", WIDTH, initial_indent=INDENT, subsequent_indent=INDENT) + "\n])"


def texts(values: Iterable[str]) -> str:
    """Return a list of texts, wrapped. `values`: any characters."""
    return "[\n" + "\n".join(f"{INDENT}{value!r}," for value in values) + "\n]"


@cache
def templates() -> Environment:
    """Return the templates of programs, with the filters and the words that they use."""
    import jinja2  # with the first program (A9)

    found = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    filters = (comment, docstring, paragraph, one_line, number, array, vector, whole_numbers, texts)
    found.filters |= {each.__name__: each for each in filters} | {"quoted": repr}
    found.globals |= {each.__name__: each for each in (counted, field_text, grouped, any, str)}
    found.globals["tr"] = translated  # a program has the names of the program's own symbols
    return found


def program_text(template: str, values: Mapping[str, object]) -> str:
    """Return a program. `template`: its name, without its ending. `values`: what it asks for, by name."""
    return templates().get_template(f"{template}.jinja").render(values)


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
        """The factor before an update, with its multiplication sign; "" for 1."""
        return "" if not self.has_factor else "step * " if self.is_scaled else "eta * "


def arithmetic_of(task: Task) -> Arithmetic:
    """Return how the program represents numbers, so that it reproduces the run bit by bit."""
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
    """Return the templates' values about points, classes and features, by name."""
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
        **{"needs_math": bool(used), "is_notebook": False},
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


LARGEST_SUM = 2.0**53


def numpy_program(task: Task) -> str:
    """Return a numpy program that reproduces the run and prints its result."""
    return program_with(task, {"is_notebook": False, "cell": lambda title="": ""})


def program_with(task: Task, more: Mapping[str, object]) -> str:
    """Return the text of `numpy_program`. `more`: values for the templates, by name: whether it is cut into cells."""
    numbers, data = arithmetic_of(task), task.run.data
    function, present = task.settings.kernel.function, [*task.trained.present]

    def start_rows() -> tuple[Floats, Floats]:
        """Return the start weights of the classes that have points, and what stands last in each row: their b."""
        rows = np.array(numbers.start).reshape(data.n_rows, data.n_entries)[present]
        return rows[:, : data.n_weights], rows[:, -1]

    kernel = data.kernel if task.settings.has_curved_kernel else None
    values = inputs_of(task, numbers) | heading(task, "numpy")
    values |= {
        **{"n_weights": data.n_weights, "n_classes": len(present)},
        **{"start_rows": start_rows, "held_out": held_out_parts(task, numbers)},
        "kernel_functions": kernel.code(number, numbers.is_scaled, numbers.is_sequential) if kernel else (),
        **{"constants": function.constants(), "owner": function.words.owner},
        **{"has_cycle": task.run.stop is Stop.CYCLE, **more},
    }
    return program_text(LEARNERS[model_kind(task.settings)](task), values)


def _dual(task: Task) -> str:
    if task.settings.has_curved_kernel:
        return "kernel_dual"
    return "dual" if _sums_are_exact(task) else "dual_with_weights"


def _sums_are_exact(task: Task) -> bool:
    """Return whether sums over α are exact in any order, with all that they have on the way."""
    data, alpha = task.run.data, task.run.state.alpha
    if not task.run.is_exact:
        return False
    largest = float(np.abs(data.inputs).sum(axis=1).max(initial=0.0)) ** 2
    return largest * max(data.scale.step, 1.0) * (float(alpha.sum()) + 1.0) < LARGEST_SUM


LEARNERS: dict[type[Model], Callable[[Task], str]] = {
    LinearModel: lambda task: "primal",
    DualModel: _dual,
    MulticlassModel: lambda task: "class_kernels" if task.settings.has_curved_kernel else "classes",
}
"""The template of what each model learns."""


HINGE_MARGIN = 1.0
"""The margin of scikit-learn's hinge loss: y·f up to it is learned from."""


def sklearn_program(task: Task) -> str:
    """Return a program that makes the same run with scikit-learn.

    Raises `CannotBeSaid` where scikit-learn has no such rule.
    """
    if reason := why_not(task):
        raise CannotBeSaid(reason)
    exact = arithmetic_of(task)
    other = _float_run(task) if exact.is_scaled else None
    is_alike = other is None or _is_alike(other, task.run)
    if task.settings.beta and not is_alike:
        raise CannotBeSaid(
            tr("scikit-learn rounds decimals, so with β = 1 its run on these points would be different.")
        )
    numbers = replace(exact, is_scaled=False, places=0) if is_alike else exact
    start = numbers.start if numbers.is_scaled else task.settings.start_values(task.run.data.n_entries, 1)
    remarks = [tr("scikit-learn does not count mistakes."), *_remark(task, other)]
    values = inputs_of(task, numbers) | heading(task, "numpy, scikit-learn", " ".join(remarks))
    values |= {"start": start, "epochs": task.run.state.epoch, "is_rounded": exact.is_scaled and is_alike}
    return program_text("sklearn", values)


def why_not(task: Task) -> str:
    """Return why a run cannot be made with scikit-learn, in a sentence; empty where it can."""
    settings, state = task.settings, task.run.state
    if words := words_of(settings).not_in_sklearn:
        return tr(words)
    if settings.has_curved_kernel:
        return tr("scikit-learn has no perceptron with a curved kernel.")
    if words := ORDERS[settings.order].not_in_sklearn:
        return tr(words)
    if settings.beta not in (0.0, HINGE_MARGIN):
        return tr("scikit-learn supports only the margins β = 0 and β = 1.")
    if len(np.unique(task.run.data.targets)) < 2:
        return tr("scikit-learn needs points from two classes.")
    if not state.visits or state.position % task.trained.n_samples:
        return tr("scikit-learn trains in whole passes, but this run stops in the middle of one.")
    return ""


def _float_run(task: Task) -> Run:
    """Return the same run in plain float64, as scikit-learn makes it: all points count as rounded."""
    points, run = task.trained, task.run
    other = Run(replace(points, rounded=tuple(range(points.n_samples))), task.settings, keeps_past=False)
    other.advance(run.visit)
    return other


def _is_alike(other: Run, run: Run) -> bool:
    """Return whether rounding changed no decision."""
    one, two = other.state, run.state
    return (one.visits, one.mistakes, one.updates) == (two.visits, two.mistakes, two.updates) and np.array_equal(
        one.alpha, two.alpha
    )


def _remark(task: Task, other: Run | None) -> list[str]:
    """Return the remark on how rounding changes a run on decimals; empty if it does not."""
    if other is None:
        return []
    if _is_alike(other, task.run):
        words = tr(
            "It rounds decimals, but that changes no decision here. Its numbers are those of the run, apart "
            "from rounding: where they cancel out, every digit may be wrong."
        )
        return [words]
    made = counted("{count} mistake", "{count} mistakes", other.state.mistakes, str)
    words = tr(
        "It rounds decimals and may miss an exact tie: with the points as they are, it would make "
        "{mistakes} in the same number of visits. So all inputs here are whole numbers."
    )
    column = [tr("The last column belongs to b.")] * task.settings.bias
    return [words.format(mistakes=made), *column]
