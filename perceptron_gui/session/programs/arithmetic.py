"""How a program holds its numbers: as they are, or scaled to whole numbers where a tie must stay a tie (E2, E3)."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

from perceptron_gui.engine.exact.fixed_point import CERTAIN
from perceptron_gui.frozen import Frozen

if TYPE_CHECKING:
    from perceptron_gui.session.programs.task import Task


class Arithmetic(Frozen):
    """Numbers of a program."""

    places: int  # decimal places of the inputs: the program multiplies them by 10 to the power of this
    is_scaled: bool  # whether inputs and parameters are held as whole numbers; else w and b stand as they are
    has_factor: bool  # whether an update is multiplied by something that is not 1
    is_sequential: bool  # whether sums must be added in one order, since they are rounded
    threshold: str  # what a margin must be above; "0" without β
    start: tuple[float, ...]  # the start weights as they are held
    step: float  # what an update is multiplied by where numbers are scaled
    unit: Fraction  # what held weights are multiples of
    one: str  # 1 on the scale of f, which stands before b, with its sign of multiplication; empty for 1

    @property
    def factor(self) -> str:
        """What stands before an update, with its sign of multiplication; empty for 1."""
        if not self.is_scaled:
            return "eta * " if self.has_factor else ""
        return "step * " if self.has_factor else ""


def arithmetic_of(task: Task) -> Arithmetic:
    """Return how the program of a run holds its numbers: so that it computes what the run did, in every bit."""
    data, settings = task.run.data, task.settings
    scale = data.scale
    is_plain = _is_plain(task)
    start = settings.start_values(data.n_entries, data.n_rows)
    name, places = "scale * ", scale.places
    if settings.has_curved_kernel:
        name, places = "score_scale * ", scale.score_places
    threshold = "0"
    if settings.beta:
        threshold = "beta" if is_plain else "threshold"
    return Arithmetic(
        places=0 if is_plain else scale.places,
        is_scaled=not is_plain,
        has_factor=is_plain or scale.step != 1,
        is_sequential=not task.is_exact,
        threshold=threshold,
        start=tuple(value + 0.0 for value in (start if is_plain else scale.start(start))),
        step=scale.step,
        unit=scale.weight_unit,
        one="" if is_plain or not places else name,
    )


def _is_plain(task: Task) -> bool:
    """Return whether w and b, kept as they are with η in them, decide everything as the run did.

    A power of two moves no digit; from start weights the run keeps η in its numbers, too.
    """
    data, settings = task.run.data, task.settings
    scale = data.scale
    if not scale.is_exact:
        return scale.weight_unit == 1 or math.frexp(settings.eta)[0] == 0.5
    if scale.places or scale.score_places:
        return False
    if settings.has_start_weights:
        return scale.weight_unit == 1
    return math.frexp(settings.eta)[0] == 0.5


def _is_certain(task: Task) -> bool:
    """Return whether rounding to the nearest whole number finds the right one."""
    size = abs(task.run.data.mapped.X).max(initial=0.0)
    return bool(size * 10.0**task.run.data.scale.places < CERTAIN)


def is_written_whole(task: Task, numbers: Arithmetic) -> bool:
    """Return whether the inputs are written as whole numbers: they are too large to be scaled in the program."""
    return numbers.places > 0 and not _is_certain(task)
