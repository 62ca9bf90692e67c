"""What goes with a change of mode or kernel: not every other rule can stay (D5, P5)."""

from __future__ import annotations

from dataclasses import replace

from perceptron_gui.engine.data.kernel import LINEAR, Kernel
from perceptron_gui.engine.data.settings import Mode, TrainingSettings


def with_mode(settings: TrainingSettings, mode: Mode) -> TrainingSettings:
    """Return the rules in another mode: the primal has no kernel, multiclass no start weights.

    Parameters
    ----------
    settings : TrainingSettings
        The rules before.
    mode : Mode
        The mode that is wanted.
    """
    loses_kernel = mode is Mode.PRIMAL and settings.kernel.is_curved
    loses_start = loses_kernel or mode is Mode.MULTICLASS
    return replace(
        settings,
        mode=mode,
        kernel=LINEAR if loses_kernel else settings.kernel,
        initial=None if loses_start else settings.initial,
    )


def with_kernel(settings: TrainingSettings, kernel: Kernel) -> TrainingSettings:
    """Return the rules with another kernel: a curved one turns the primal into the dual, and knows no start weights.

    Parameters
    ----------
    settings : TrainingSettings
        The rules before.
    kernel : Kernel
        The kernel that is wanted.
    """
    mode = Mode.DUAL if kernel.is_curved and settings.mode is Mode.PRIMAL else settings.mode
    is_other_kind = kernel.is_curved != settings.kernel.is_curved
    return replace(settings, mode=mode, kernel=kernel, initial=None if is_other_kind else settings.initial)
