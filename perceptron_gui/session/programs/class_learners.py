"""What a program of several classes learns: a row of weights, or of counts, for each (M2, M5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.session.programs.kernel_code import kernel_lines
from perceptron_gui.session.programs.learner import Learner, summed, value_of
from perceptron_gui.session.programs.text import array, aside, docstring, vector
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.session.programs.arithmetic import Arithmetic
    from perceptron_gui.session.programs.task import Task

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
