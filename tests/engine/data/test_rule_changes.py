"""A change of mode or kernel takes along what cannot stay, and leaves the rest."""

from __future__ import annotations

import pytest

from perceptron_gui.engine.data.kernel import LINEAR, Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings, with_kernel, with_mode
from perceptron_gui.frozen import replace

RBF = Kernel(KernelName.RBF, gamma=0.5)
STARTED = TrainingSettings(order=Order.SHUFFLED, eta=0.5, seed=3, initial=(1.0, 2.0, -1.0))


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("kernel", [LINEAR, RBF])
@pytest.mark.parametrize("wanted", Mode)
def test_every_mode_can_be_chosen_under_every_rule(mode: Mode, kernel: Kernel, wanted: Mode) -> None:
    if kernel.is_curved and mode is Mode.PRIMAL:
        return
    changed = with_mode(TrainingSettings(mode=mode, kernel=kernel, eta=0.5), wanted)
    assert changed.mode is wanted
    assert changed.kernel == (LINEAR if wanted is Mode.PRIMAL else kernel)
    assert changed.eta == 0.5


def test_start_weights_stay_from_primal_to_dual_and_go_where_there_are_none() -> None:
    assert with_mode(STARTED, Mode.DUAL) == replace(STARTED, mode=Mode.DUAL)
    assert with_mode(STARTED, Mode.MULTICLASS).initial is None
    only_bias = TrainingSettings(mode=Mode.DUAL, kernel=RBF, initial=(2.0,))
    assert with_mode(only_bias, Mode.PRIMAL).initial is None


def test_a_curved_kernel_turns_the_primal_into_the_dual_and_forgets_w() -> None:
    assert with_kernel(STARTED, RBF) == replace(STARTED, mode=Mode.DUAL, kernel=RBF, initial=None)
    assert with_kernel(STARTED, LINEAR) == STARTED
    several = TrainingSettings(mode=Mode.MULTICLASS)
    assert with_kernel(several, RBF).mode is Mode.MULTICLASS
    only_bias = TrainingSettings(mode=Mode.DUAL, kernel=RBF, initial=(2.0,))
    assert with_kernel(only_bias, replace(RBF, gamma=2.0)).initial == (2.0,)
    assert with_kernel(only_bias, LINEAR).initial is None
