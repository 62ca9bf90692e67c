"""What a program of two classes learns: w and b, or α and b (P2, D1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.session.programs.class_learners import class_kernel_learner, class_learner
from perceptron_gui.session.programs.kernel_code import kernel_lines
from perceptron_gui.session.programs.learner import Learner, bias_start, binary_margins, dot_function, summed, value_of
from perceptron_gui.session.programs.text import aside, comment, docstring, vector
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.session.programs.arithmetic import Arithmetic
    from perceptron_gui.session.programs.task import Task

LARGEST_SUM = 2.0**53


def learner_of(task: Task, numbers: Arithmetic) -> Learner:
    """Return what the program of a run learns."""
    kind, settings = model_kind(task.settings), task.settings
    if kind.has_class_rows:
        return class_kernel_learner(task, numbers) if settings.has_curved_kernel else class_learner(task, numbers)
    if settings.has_curved_kernel:
        return _kernel_dual(task, numbers)
    if not kind.shows_alpha:
        return _primal(task, numbers)
    return _dual(task, numbers) if _sums_are_exact(task) else _dual_with_weights(task, numbers)


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
