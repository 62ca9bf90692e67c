"""Points that a program does not train on, and how many of them are errors in the end (H1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.class_targets import targets_of
from perceptron_gui.engine.exact.fixed_point import CERTAIN, NO_PLACES, places_of
from perceptron_gui.engine.exact.mapped_points import mapped_points
from perceptron_gui.session.programs.arithmetic import Arithmetic, is_written_whole
from perceptron_gui.session.programs.feature_code import is_coded
from perceptron_gui.session.programs.inputs import targets_in_program
from perceptron_gui.session.programs.text import array, comment, whole_numbers
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Ints
    from perceptron_gui.session.programs.learner import Learner
    from perceptron_gui.session.programs.task import Task


def held_out_lines(task: Task, numbers: Arithmetic, learner: Learner) -> list[str]:
    """Return the lines that count errors among the points held out; none where that may not be told, or not exactly."""
    if task.split is None or task.is_veiled:
        return []
    parts = {"validation": task.split.validation, "test": task.split.test}
    lines = [comment(tr("Points that were held out of training."))]
    for name, part in parts.items():
        lines += _part(task, numbers, learner, name, part) if len(part) and _can_be_judged(task, numbers, part) else []
    return lines if len(lines) > 1 else []


def _can_be_judged(task: Task, numbers: Arithmetic, part: Ints) -> bool:
    """Return whether the scale of the program holds the points, and each is of a class that was learned."""
    points = task.dataset.only(part)
    if not set(np.unique(points.labels).tolist()) <= set(task.trained.present) or is_written_whole(task, numbers):
        return False
    values = mapped_points(points, task.settings.features).X
    places = places_of(values)
    fits = not numbers.is_scaled or bool((places <= numbers.places).all() and (places < NO_PLACES).all())
    return fits and bool((np.abs(values) * 10.0**numbers.places < CERTAIN).all())


def _part(task: Task, numbers: Arithmetic, learner: Learner, name: str, part: Ints) -> list[str]:
    points = task.dataset.only(part)
    is_mapped = task.settings.features.is_identity or is_coded(task, numbers)
    values = points.X if is_mapped else mapped_points(points, task.settings.features).X
    made = "phi(V)" if is_mapped and not task.settings.features.is_identity else "V"
    scaled = f"np.rint(scale * {made})" if numbers.places else made
    targets = targets_in_program(task, targets_of(points, task.settings))
    lines = [f"V = {array(values)}", *[f"V = {scaled}"] * (scaled != "V"), f"v = {whole_numbers(targets)}"]
    return [*lines, f'print("{name}_errors =", int(np.sum({learner.held_out} <= 0)))']
