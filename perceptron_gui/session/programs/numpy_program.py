"""A run as a program in plain numpy, which prints the same numbers (P2, D1, M2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.session.programs.arithmetic import Arithmetic, arithmetic_of, scale_lines
from perceptron_gui.session.programs.inputs import held_out_lines, point_lines, uses_functions
from perceptron_gui.session.programs.learners import Learner, learner_of, units_lines
from perceptron_gui.session.programs.loops import loop_lines
from perceptron_gui.session.programs.task import heading
from perceptron_gui.session.programs.text import aside, comment, joined, number
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.session.programs.task import Task

CYCLE = (
    ("entered_epoch", "entered"),
    ("length_epochs", "epochs - entered"),
    ("cycle_mistakes", "mistakes - before"),
)
"""What is printed of a cycle: names, and expressions."""


def numpy_program(task: Task) -> str:
    """Return a program that makes the same run and prints what it came to."""
    numbers = arithmetic_of(task)
    learner = learner_of(task, numbers)
    blocks = [
        [heading(task, "numpy")],
        _imports(task, numbers),
        point_lines(task, numbers),
        _rules(task, numbers),
        scale_lines(task, numbers),
        [comment(tr("The parameters before the first visit.")), *learner.start],
        [*learner.functions],
        [comment(tr("Training: one point after the other.")), *loop_lines(task, numbers, learner)],
        [*units_lines(numbers)],
        _report(task, learner),
        held_out_lines(task, numbers, learner),
    ]
    return joined([block for block in blocks if block])


def _imports(task: Task, numbers: Arithmetic) -> list[str]:
    needs_math = task.settings.kernel.function.needs_math or uses_functions(task, numbers)
    first = [*["import math"] * needs_math, *["from fractions import Fraction"] * numbers.is_scaled]
    return [*first, *[""] * bool(first), "import numpy as np"]


def _rules(task: Task, numbers: Arithmetic) -> list[str]:
    settings, kernel = task.settings, task.settings.kernel.function
    lines = [aside(f"eta = {number(settings.eta)}", tr("learning rate"))]
    if settings.beta:
        lines.append(
            aside(f"beta = {number(settings.beta)}", tr("margin: points with y·f up to it are learned from, too"))
        )
    if settings.order in (Order.SHUFFLED, Order.RANDOM):
        lines.append(f"seed = {settings.seed}")
    if constants := kernel.constants():
        names, values = zip(*constants, strict=True)
        lines.append(aside(f"{', '.join(names)} = {', '.join(map(number, values))}", tr(kernel.words.owner)))
    return lines


def _report(task: Task, learner: Learner) -> list[str]:
    names = ["status", *["epochs"] * task.settings.order.has_epochs, "visits", "mistakes"]
    names += [*["near_misses"] * bool(task.settings.beta), "updates"]
    lines = [f'print("{name} =", {"repr(status)" if name == "status" else f"int({name})"})' for name in names]
    lines += [f'print("{name} =", {expression})' for name, expression in learner.results]
    if task.run.stop is Stop.CYCLE:
        lines += [f"entered, before = seen[{learner.state}]"]
        lines += [f'print("{name} =", int({expression}))' for name, expression in CYCLE]
    if not task.is_veiled:
        lines.append('print("training_errors =", int(np.sum(margins() <= 0)))')
    return [comment(tr("What the run came to.")), *lines]
