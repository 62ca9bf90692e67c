"""Points, classes and features of a program."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.exact.fixed_point import held_values
from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.session.programs.arithmetic import Arithmetic, is_written_whole
from perceptron_gui.session.programs.feature_code import feature_lines, is_coded, listed
from perceptron_gui.session.programs.text import array, comment, one_line, texts, whole_numbers
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset, Ints
    from perceptron_gui.session.programs.task import Task


def point_lines(task: Task, numbers: Arithmetic) -> list[str]:
    """Return X and y of the points that are trained on, and the features that the model sees of them."""
    lines = [*_coordinates(task, numbers), *_classes(task)]
    if is_coded(task, numbers):
        lines += [*feature_lines(task), "X = phi(X)"]
    return lines


def _coordinates(task: Task, numbers: Arithmetic) -> list[str]:
    mapped, scale = task.run.data.mapped, 10**numbers.places
    names, values = listed(mapped.features), mapped.X
    if is_written_whole(task, numbers):
        words = tr("The inputs, times {scale} and so whole numbers: {names}.").format(scale=scale, names=names)
        values = held_values(values, numbers.places)
    elif task.settings.features.is_identity or is_coded(task, numbers):
        words, values = tr("The points, one in a row: {names}."), task.trained.X
        words = words.format(names=listed(task.trained.features))
    else:
        words = tr("The features of the points, worked out by Perceptron Lab: {names}.").format(names=names)
    return [comment(words), f"X = {array(values)}"]


def _classes(task: Task) -> list[str]:
    trained, targets = task.trained, task.run.data.targets
    if model_kind(task.settings).has_class_rows:
        words = tr("Their classes, as places in the list of names.")
        names = [trained.classes[k] for k in trained.present]
        return [comment(words), f"names = {texts(names)}", f"y = {whole_numbers(targets_in_program(task, targets))}"]
    return [comment(signs_text(trained, targets)), f"y = {whole_numbers(targets)}"]


def targets_in_program(task: Task, targets: Ints) -> Ints:
    """Return targets as a program numbers them: of several classes those without points are left out.

    `targets`: shape (n,): signs, or indices of classes that have points.
    """
    if not model_kind(task.settings).has_class_rows:
        return targets
    return np.searchsorted(np.array(task.trained.present), targets).astype(np.int64)


def signs_text(trained: Dataset, targets: Ints) -> str:
    """Return which class is + and which are −, as a sentence. `targets`: shape (n_samples,): signs."""
    sides = []
    for sign in (1, -1):
        found = np.unique(trained.labels[targets == sign]).tolist()
        sides.append(", ".join(one_line(trained.classes[k]) for k in found) or "-")
    return tr("Their classes: +1 is {plus}, -1 is {minus}.").format(plus=sides[0], minus=sides[1])
