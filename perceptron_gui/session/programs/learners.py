"""What a program learns: w and b, or α and b, or a row for each class, and its kernels (P2, D1, D5, M2, M5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.model.models import DualModel, LinearModel, Model, MulticlassModel, model_kind
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.programs.text import array, aside, comment, docstring, number, vector
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


def kernel_lines(task: Task, numbers: Arithmetic) -> tuple[str, ...]:
    """Return the function `kernel(x)`: K of every point with x, and what it needs."""
    functions = task.run.data.kernel.code(number, numbers.is_scaled, numbers.is_sequential)
    return tuple(
        line for each in functions for line in ("", "", f"def {each.head}:", docstring(tr(each.meaning)), *each.lines)
    )


RIVAL = "r = rival(i)"


def class_learner(task: Task, numbers: Arithmetic) -> Learner:
    """Return the rule of several classes with weights: add to the true class, take from the rival (M2)."""
    has_bias, factor = task.settings.bias, numbers.factor
    step_b = f"{factor}{numbers.input_one}".removesuffix(" * ") or "1"
    update = [RIVAL, f"W[y[i]] = W[y[i]] + {factor}X[i]", f"W[r] = W[r] - {factor}X[i]"]
    update += [f"B[y[i]] = B[y[i]] + {step_b}", f"B[r] = B[r] - {step_b}"] * has_bias
    total = summed(numbers, "signs[joins, None] * X[wrong][joins]")
    batch = [
        "rivals = np.array([rival(i) for i in wrong])",
        "for k in range(len(names)):",
        "    signs = 1 * (y[wrong] == k) - 1 * (rivals == k)",
        "    joins = np.flatnonzero(signs)",
        "    if len(joins):",
        f"        W[k] = W[k] + {factor}{total}",
        *[f"        B[k] = B[k] + {factor}{numbers.input_one}np.sum(signs)"] * has_bias,
    ]
    results = [("W", value_of(numbers, "W")), ("B", value_of(numbers, "B") if has_bias else "[0.0] * len(names)")]
    return Learner(
        start=_start(task, numbers),
        functions=(*_dot_scores(task, numbers), *_margins()),
        update="\n".join(update),
        batch="\n".join(batch),
        state="(*W.ravel(), *B)" if has_bias else "(*W.ravel(),)",
        results=tuple(results),
        held_out="leads(scores(V), v)",
    )


def _start(task: Task, numbers: Arithmetic) -> tuple[str, ...]:
    data, k = task.run.data, len(task.trained.present)
    if not any(numbers.start):
        bias = [f"B = np.zeros({k})"] * task.settings.bias
        return (aside(f"W = np.zeros(({k}, {data.n_weights}))", tr("a row for each class")), *bias)
    rows = np.array(numbers.start).reshape(data.n_rows, data.n_entries)[list(task.trained.present)]
    bias = [f"B = {vector(rows[:, -1].tolist())}"] * task.settings.bias
    return (f"W = {array(rows[:, : data.n_weights])}", *bias)


def _dot_scores(task: Task, numbers: Arithmetic) -> tuple[str, ...]:
    words = tr("The score of every class: s_k(x) = w_k·x + b_k; x is one point, or a table of them.")
    bias = f" + {numbers.input_one}B" * task.settings.bias
    head = ("", "", "def scores(x):", docstring(words))
    if not numbers.is_sequential:
        return (*head, f"    return x @ W.T{bias}")
    loop = ["    total = 0.0", "    for j in range(W.shape[1]):", "        total = total + W[:, j] * x[..., j, None]"]
    return (*head, *loop, f"    return total{bias}")


def _margins(of_one: str = "scores(X[i])", of_all: str = "scores(X)") -> tuple[str, ...]:
    best = tr("The rival of point i: the other class with the largest score, of equals the first.")
    lead = tr("By how much the score of each point's class is above that of its rival.")
    return (
        *("", "", "def rival(i):", docstring(best), f"    others = 1.0 * {of_one}", "    others[y[i]] = -np.inf"),
        "    return int(np.argmax(others))",
        *("", "", "def leads(s, targets):", docstring(lead), "    places = np.arange(len(s)), targets"),
        *(
            "    own, others = s[places], 1.0 * s",
            "    others[places] = -np.inf",
            "    return own - others.max(axis=1)",
        ),
        *("", "", "def margin(i):", docstring(tr("The lead of point i: above 0 it is right."))),
        *(f"    s = {of_one}", "    return s[y[i]] - np.delete(s, y[i]).max(initial=-np.inf)"),
        *("", "", "def margins():", docstring(tr("The leads of all points.")), f"    return leads({of_all}, y)"),
        *("", ""),
    )


def class_kernel_learner(task: Task, numbers: Arithmetic) -> Learner:
    """Return the rule of several classes with a curved kernel: whole numbers A, a row for each class (M5)."""
    has_bias, factor, k = task.settings.bias, numbers.factor, len(task.trained.present)
    step_b = factor.removesuffix(" * ") or "1"
    bias = f" + {numbers.score_one}B" * has_bias
    row = f"{factor}kernel(X[i])"
    update = [RIVAL, "A[y[i], i] = A[y[i], i] + 1", "A[r, i] = A[r, i] - 1"]
    update += [f"sums[y[i]] = sums[y[i]] + {row}", f"sums[r] = sums[r] - {row}"]
    update += [f"B[y[i]] = B[y[i]] + {step_b}", f"B[r] = B[r] - {step_b}"] * has_bias
    of_batch = ["rivals = [rival(i) for i in wrong]", "for i, r in zip(wrong, rivals):"]
    words = tr("sum of A_kj K(x_j, x_i) for every class k and point i")
    of_one, of_all = f"(sums[:, i]{bias})", f"(sums.T{bias})"
    return Learner(
        start=(
            aside(f"A = np.zeros(({k}, len(X)), dtype=int)", tr("what each point adds to each class")),
            aside(f"sums = np.zeros(({k}, len(X)))", words),
            *[f"B = np.zeros({k})"] * has_bias,
        ),
        functions=(*kernel_lines(task, numbers), *_margins(of_one, of_all)),
        update="\n".join(update),
        batch="\n".join([*of_batch, *("    " + line for line in update[1:])]),
        state=f"(*(sums.T{bias}).ravel(),)",
        results=(("A", "A.tolist()"), ("B", value_of(numbers, "B") if has_bias else "[0.0] * len(names)")),
        held_out=f"leads(np.array([{factor}(A @ kernel(x)){bias} for x in V]), v)",
    )


LARGEST_SUM = 2.0**53


def _primal(task: Task, numbers: Arithmetic) -> Learner:
    """Return w ← w + η y x, b ← b + η y (P2)."""
    bias, factor, has_bias = numbers.input_one, numbers.factor, task.settings.bias
    update = [f"w = w + {factor}y[i] * X[i]", *[f"b = b + {factor}{bias}y[i]"] * has_bias]
    total = summed(numbers, "y[wrong, None] * X[wrong]")
    batch = [f"w = w + {factor}{total}", *[f"b = b + {factor}{bias}np.sum(y[wrong])"] * has_bias]
    return Learner(
        start=(_start_of_w(task, numbers), *bias_start(task, numbers)),
        functions=(*dot_function(task, numbers), *binary_margins()),
        update="\n".join(update),
        batch="\n".join(batch),
        state="(*w, b)" if has_bias else "(*w,)",
        results=_weights_printed(task, numbers),
        held_out="v * f(V)",
    )


def _start_of_w(task: Task, numbers: Arithmetic, name: str = "w") -> str:
    n = task.run.data.n_weights
    return f"{name} = {vector(numbers.start[:n])}" if any(numbers.start) else f"{name} = np.zeros({n})"


def _weights_printed(task: Task, numbers: Arithmetic) -> tuple[tuple[str, str], ...]:
    b = value_of(numbers, "b") if numbers.is_scaled else "float(b + 0.0)"
    return ("w", value_of(numbers, "w")), ("b", b if task.settings.bias else "0.0")


def _sums_are_exact(task: Task) -> bool:
    """Return whether sums over α are exact in any order, with all that they have on the way."""
    data, alpha = task.run.data, task.run.state.alpha
    if not task.is_exact:
        return False
    largest = float(np.abs(data.inputs).sum(axis=1).max(initial=0.0)) ** 2
    return largest * max(data.scale.step, 1.0) * (float(alpha.sum()) + 1.0) < LARGEST_SUM


def _dual(task: Task, numbers: Arithmetic) -> Learner:
    """Return α_i ← α_i + 1, b ← b + η y_i, with f as a sum over the points (D1, D2)."""
    has_bias, factor, has_start = task.settings.bias, numbers.factor, any(numbers.start[: task.run.data.n_weights])
    words = tr("The activation of the dual: f(x) = eta * sum of alpha_j y_j K(x_j, x), plus b, with K(x, z) = x·z.")
    started = " + x @ w0" * has_start
    bias = f" + {numbers.input_one}b" * has_bias
    f = ["", "", "def f(x):", docstring(words), f"    return {factor}(x @ X.T) @ (alpha * y){started}{bias}"]
    step_b = f"b = b + {factor}{numbers.input_one}"
    w = f"{'w0 + ' * has_start}{factor}(alpha * y) @ X"
    return Learner(
        start=(
            aside("alpha = np.zeros(len(X), dtype=int)", tr("how often each point was a mistake")),
            *[_start_of_w(task, numbers, "w0")] * has_start,
            *bias_start(task, numbers),
        ),
        functions=(*f, *binary_margins()),
        update="\n".join(["alpha[i] = alpha[i] + 1", *[step_b + "y[i]"] * has_bias]),
        batch="\n".join(["alpha[wrong] = alpha[wrong] + 1", *[step_b + "np.sum(y[wrong])"] * has_bias]),
        state=f"(*({w}), b)" if has_bias else f"(*({w}),)",
        results=(("alpha", "alpha.tolist()"), ("w", value_of(numbers, f"({w})")), _weights_printed(task, numbers)[1]),
        held_out="v * f(V)",
    )


def _dual_with_weights(task: Task, numbers: Arithmetic) -> Learner:
    """Return the dual whose scores are those of w, which it keeps beside α (D3)."""
    primal = _primal(task, numbers)
    words = tr(
        "The dual counts mistakes in alpha. w = eta * sum of alpha_j y_j x_j is kept beside it: f is the same number "
        "then as in the primal, although in floating point the order of a sum matters."
    )
    alpha = aside("alpha = np.zeros(len(X), dtype=int)", tr("how often each point was a mistake"))
    return Learner(
        start=(comment(words), alpha, *primal.start),
        functions=primal.functions,
        update="alpha[i] = alpha[i] + 1\n" + primal.update,
        batch="alpha[wrong] = alpha[wrong] + 1\n" + primal.batch,
        state=primal.state,
        results=(("alpha", "alpha.tolist()"), *primal.results),
        held_out=primal.held_out,
    )


def _kernel_dual(task: Task, numbers: Arithmetic) -> Learner:
    """Return the dual with a curved kernel, which adds a row of the Gram matrix at a mistake (D1, D2, D4)."""
    has_bias, factor = task.settings.bias, numbers.factor
    bias = f" + {numbers.score_one}b" * has_bias
    words = tr("sum of alpha_j y_j K(x_j, x_i) for every point i: a mistake adds a row of the Gram matrix")
    update = ["alpha[i] = alpha[i] + 1", f"sums = sums + y[i] * ({factor}kernel(X[i]))"]
    update += [f"b = b + {factor}y[i]"] * has_bias
    of_one, of_all = f"y[i] * (sums[i]{bias})", f"y * (sums{bias})"
    b = value_of(numbers, "b") if numbers.is_scaled else "float(b + 0.0)"
    return Learner(
        start=(
            aside("alpha = np.zeros(len(X), dtype=int)", tr("how often each point was a mistake")),
            aside("sums = np.zeros(len(X))", words),
            *bias_start(task, numbers),
        ),
        functions=(*kernel_lines(task, numbers), *binary_margins(of_all, of_one)),
        update="\n".join(update),
        batch="for i in wrong:\n" + "\n".join("    " + line for line in update),
        state=f"(*(sums{bias}),)",
        results=(("alpha", "alpha.tolist()"), ("b", b if has_bias else "0.0")),
        held_out=f"v * np.array([{factor}((alpha * y) @ kernel(x)){bias} for x in V])",
    )


def _any_dual(task: Task, numbers: Arithmetic) -> Learner:
    if task.settings.has_curved_kernel:
        return _kernel_dual(task, numbers)
    return _dual(task, numbers) if _sums_are_exact(task) else _dual_with_weights(task, numbers)


def _classes(task: Task, numbers: Arithmetic) -> Learner:
    return (class_kernel_learner if task.settings.has_curved_kernel else class_learner)(task, numbers)


LEARNERS: dict[type[Model], Callable[[Task, Arithmetic], Learner]] = {
    LinearModel: _primal,
    DualModel: _any_dual,
    MulticlassModel: _classes,
}


def learner_of(task: Task, numbers: Arithmetic) -> Learner:
    """Return what the program of a run learns."""
    return LEARNERS[model_kind(task.settings)](task, numbers)
