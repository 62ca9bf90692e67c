"""A run as a program in scikit-learn, where it can be said in it: one point after the other, in passes (P2)."""

import numpy as np

from perceptron_gui.engine.run.run import Run
from perceptron_gui.frozen import replace
from perceptron_gui.session.modes import ORDERS, words_of
from perceptron_gui.session.programs.inputs import arithmetic_of, inputs_of
from perceptron_gui.session.programs.task import CannotBeSaid, Task, heading
from perceptron_gui.session.programs.text import program_text
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
