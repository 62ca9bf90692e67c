"""A run as a program in plain numpy, which prints the same numbers (P2, D1, D5, M2, M5)."""

from collections.abc import Callable

import numpy as np

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.model.models import DualModel, LinearModel, Model, MulticlassModel, model_kind
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.session.programs.inputs import arithmetic_of, held_out_parts, inputs_of
from perceptron_gui.session.programs.task import Task, heading
from perceptron_gui.session.programs.text import number, program_text

LARGEST_SUM = 2.0**53


def numpy_program(task: Task) -> str:
    """Return a program that makes the same run and prints what it came to."""
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
        **{"has_cycle": task.run.stop is Stop.CYCLE},
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
