"""A run as a program in scikit-learn, where it can be said in it: one point after the other, in passes (P2)."""

from __future__ import annotations

import numpy as np

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.run.run import Run
from perceptron_gui.frozen import replace
from perceptron_gui.session.modes import words_of
from perceptron_gui.session.programs.arithmetic import Arithmetic, arithmetic_of, scale_lines
from perceptron_gui.session.programs.inputs import point_lines, uses_functions
from perceptron_gui.session.programs.learners import units_lines
from perceptron_gui.session.programs.loops import SHUFFLED
from perceptron_gui.session.programs.task import CannotBeSaid, Task, heading
from perceptron_gui.session.programs.text import comment, indented, joined, number, vector
from perceptron_gui.session.wording import counted
from perceptron_gui.translation import tr

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
        raise CannotBeSaid(tr("scikit-learn rounds decimals, which with β = 1 makes another run of these points."))
    numbers = replace(exact, is_scaled=False, places=0) if is_alike else exact
    remarks = [tr("scikit-learn does not count mistakes."), *_remark(task, other)]
    blocks = [
        [heading(task, "numpy, scikit-learn", (" ".join(remarks),))],
        _imports(task, numbers),
        point_lines(task, numbers),
        *([scale_lines(task, numbers)] if numbers.is_scaled else []),
        _training(task, numbers),
        *([[*units_lines(numbers)]] if numbers.is_scaled else []),
        _report(task, numbers, is_rounded=exact.is_scaled and is_alike),
    ]
    return joined(blocks)


def why_not(task: Task) -> str:
    """Return why a run cannot be made with scikit-learn, in a sentence; empty where it can."""
    settings, state = task.settings, task.run.state
    if words := words_of(settings).not_in_sklearn:
        return tr(words)
    if settings.has_curved_kernel:
        return tr("scikit-learn has no perceptron with a curved kernel.")
    if settings.order is Order.BATCH:
        return tr("scikit-learn learns from one point at a time, not from the sum over a pass.")
    if settings.order is Order.RANDOM:
        return tr("scikit-learn learns from points in passes, it does not draw errors.")
    if settings.beta not in (0.0, HINGE_MARGIN):
        return tr("scikit-learn knows the margins β = 0 and β = 1 only.")
    if len(np.unique(task.run.data.targets)) < 2:
        return tr("scikit-learn needs points of two classes.")
    if not state.visits or state.position % task.trained.n_samples:
        return tr("scikit-learn trains in whole passes, and this run stops within one.")
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
    """Return what rounding does to a run on decimals."""
    if other is None:
        return []
    if _is_alike(other, task.run):
        words = tr(
            "It rounds decimals, which changes no decision here. Its numbers are those of the run but for that "
            "rounding: where they cancel out, no digit need be right."
        )
        return [words]
    made = counted("{count} mistake", "{count} mistakes", other.state.mistakes, str)
    words = tr(
        "It rounds decimals, so that a tie on paper may be none: as they are, the points would make {mistakes} in as "
        "many visits. So all inputs are whole numbers here."
    )
    column = [tr("The last column stands beside b.")] * task.settings.bias
    return [words.format(mistakes=made), *column]


def _imports(task: Task, numbers: Arithmetic) -> list[str]:
    name = "SGDClassifier" if task.settings.beta else "Perceptron"
    first = [*["import math"] * uses_functions(task, numbers), *["from fractions import Fraction"] * numbers.is_scaled]
    return [*first, *[""] * bool(first), "import numpy as np", f"from sklearn.linear_model import {name}"]


def _training(task: Task, numbers: Arithmetic) -> list[str]:
    settings, is_shuffled = task.settings, task.settings.order is Order.SHUFFLED
    epochs = 1 if is_shuffled else task.run.state.epoch
    eta = numbers.step if numbers.is_scaled else settings.eta
    has_intercept = settings.bias and not numbers.is_scaled
    options = [
        f"eta0={number(eta)}",
        f"fit_intercept={has_intercept}",
        "shuffle=False",
        f"max_iter={epochs}",
        "tol=None",
    ]
    lines = []
    if settings.bias and numbers.is_scaled:
        one = "scale" if numbers.places else "1"
        lines.append(f"X = np.column_stack([X, np.full(len(X), {one})])")
    model = f"Perceptron({', '.join(options)})"
    if settings.beta:
        more = ["penalty=None", 'learning_rate="constant"', *options]
        lines.append(comment(tr("Its hinge loss learns from points with y·f up to 1.")))
        model = f"SGDClassifier({', '.join(more)})"
    return [*lines, *_start(task, numbers, has_intercept), f"model = {model}", *_fit(task, has_intercept, epochs)]


def _start(task: Task, numbers: Arithmetic, has_intercept: bool) -> list[str]:
    start = numbers.start if numbers.is_scaled else task.settings.start_values(task.run.data.n_entries, 1)
    if not any(start) and task.settings.order is not Order.SHUFFLED:
        return []
    weights = start[:-1] if has_intercept else start
    lines = [f"w = {vector(weights)}"]
    return [*lines, *[f"b = {vector(start[-1:])}"] * has_intercept]


def _fit(task: Task, has_intercept: bool, epochs: int) -> list[str]:
    start = ", coef_init=w" + ", intercept_init=b" * has_intercept
    if task.settings.order is not Order.SHUFFLED:
        return [f"model.fit(X, y{start if any(task.settings.initial or ()) else ''})"]
    body = [SHUFFLED, f"model.fit(X[order], y[order]{start})", "w" + ", b" * has_intercept + " = model.coef_[0]"]
    body[-1] += ", model.intercept_" * has_intercept
    return [
        f"seed = {task.settings.seed}",
        f"for epochs in range(1, {task.run.state.epoch + 1}):",
        indented("\n".join(body), 1),
    ]


def _report(task: Task, numbers: Arithmetic, is_rounded: bool) -> list[str]:
    lines, has_bias = [comment(tr("What the run came to."))], task.settings.bias
    if numbers.is_scaled:
        w, b = ("in_units(model.coef_[0, :-1])", "in_units(model.coef_[0, -1])")
        w, b = (w, b) if has_bias else ("in_units(model.coef_[0])", "0.0")
    else:
        w, b = "model.coef_[0].tolist()", "float(model.intercept_[0])" if has_bias else "0.0"
    if is_rounded:
        w, b = '[float(f"{value:.12g}") for value in model.coef_[0]]', f'float(f"{{{b}:.12g}}")' if has_bias else b
    epochs = str(task.run.state.epoch) if task.settings.order is Order.SHUFFLED else "model.n_iter_"
    return [*lines, f'print("epochs =", {epochs})', f'print("w =", {w})', f'print("b =", {b})']
