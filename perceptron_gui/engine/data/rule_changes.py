"""What goes with a change of mode or kernel: not every other rule can stay (D5, P5)."""

from __future__ import annotations

from perceptron_gui.engine.data.feature_map import IDENTITY, FeatureMap
from perceptron_gui.engine.data.kernel import LINEAR, Kernel
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.frozen import replace


def with_mode(settings: TrainingSettings, mode: Mode) -> TrainingSettings:
    """Return the rules in another mode: the primal has no kernel, and start weights of one row are none of several.

    `settings`: the rules before. `mode`: the mode that is wanted.
    """
    loses_kernel = mode is Mode.PRIMAL and settings.kernel.is_curved
    loses_start = loses_kernel or mode.is_binary != settings.mode.is_binary
    return replace(
        settings,
        mode=mode,
        kernel=LINEAR if loses_kernel else settings.kernel,
        initial=None if loses_start else settings.initial,
    )


def for_classes(settings: TrainingSettings, count: int) -> TrainingSettings:
    """Return the rules in a mode that tells classes apart: three and more are too many for a binary one (C1).

    `settings`: the rules before; returned as they are where their mode will do. `count`: classes that have points.
    """
    return with_mode(settings, Mode.MULTICLASS) if count > 2 and settings.mode.is_binary else settings


def with_kernel(settings: TrainingSettings, kernel: Kernel) -> TrainingSettings:
    """Return the rules with another kernel: a curved one turns the primal into the dual, and knows no start weights.

    `settings`: the rules before. `kernel`: the kernel that is wanted.
    """
    mode = Mode.DUAL if kernel.is_curved and settings.mode is Mode.PRIMAL else settings.mode
    is_other_kind = kernel.is_curved != settings.kernel.is_curved
    features = IDENTITY if kernel.is_curved else settings.features  # one way to a curve at a time
    initial = None if is_other_kind or features != settings.features else settings.initial
    return replace(settings, mode=mode, kernel=kernel, features=features, initial=initial)


def with_features(settings: TrainingSettings, features: FeatureMap) -> TrainingSettings:
    """Return the rules with other features: start weights do not fit them, and they take the place of a curved kernel.

    `settings`: the rules before. `features`: the features that are wanted.
    """
    kernel = settings.kernel if features.is_identity else LINEAR
    initial = settings.initial if features == settings.features else None
    return replace(settings, features=features, kernel=kernel, initial=initial)
