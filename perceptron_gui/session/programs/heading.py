"""What a program says about itself before it begins: points, rules, and what the run came to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.session.messages.stop_line import reached, stop_line
from perceptron_gui.session.programs.task import late_points_text
from perceptron_gui.session.programs.text import one_line, quotable, wrapped
from perceptron_gui.session.wording import counted, field_text
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.session.programs.task import Task

LONGEST_TITLE = 80


def heading(task: Task, library: str, remarks: tuple[str, ...] = ()) -> str:
    """Return the docstring of a program. `library`: what it needs. `remarks`: what else is to be known of it."""
    title = one_line(task.title)[:LONGEST_TITLE] or tr("A run of the perceptron")
    needs = tr("Written by Perceptron Lab. It needs {library} and prints what the run came to.")
    paragraphs = [title, _rules(task), stop_line(task.run) + " " + _reached(task), needs.format(library=library)]
    paragraphs += [late_points_text()] * task.has_late_points
    return '"""' + "\n\n".join(wrapped(quotable(each)) for each in (*paragraphs, *remarks)) + '\n"""'


def _reached(task: Task) -> str:
    return "" if task.run.stop is None else tr("It took {reached}.").format(reached=reached(task.run))


def _rules(task: Task) -> str:
    settings, points = task.settings, counted("{count} point", "{count} points", task.trained.n_samples, str)
    parts = [points, settings.mode.value, settings.order.value, f"eta = {field_text(settings.eta)}"]
    if settings.order in (Order.SHUFFLED, Order.RANDOM):
        parts.append(f"seed = {settings.seed}")
    if settings.beta:
        parts.append(f"beta = {field_text(settings.beta)}")
    if settings.has_curved_kernel:
        parts.append(f"kernel {settings.kernel.name.value}")
    if not settings.features.is_identity:
        parts.append(f"features {one_line(settings.features.text)[:LONGEST_TITLE]}")
    return ", ".join([*parts, tr("with bias") if settings.bias else tr("without bias")])
