"""Text 40 % longer, and larger pixels: nothing is cut off, covers another or lies outside the window (G10)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.samples import OPENING
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.files.points.sample_files import BY_NAME
from tests.gui.conftest import Desks
from tests.gui.desk import Desk
from tests.gui.legibility import faults
from tests.pseudo import spoken

USUAL, SMALL = (1280, 800), (960, 600)
SCENES = ("step", "curves", "dual", "table", "theorem", "weights")


@pytest.fixture
def longer() -> Iterator[None]:
    """Let the program speak a wordy language."""
    with spoken():
        yield


def set_out(desk: Desk, size: tuple[int, int]) -> None:
    """Take a size, play to the second mistake."""
    desk.window.resize(*size)
    desk.wait(lambda: (desk.window.width(), desk.window.height()) == size)
    desk.window.canvas.animation.is_reduced = True
    desk.do("run.next_mistake")
    desk.do("run.next_mistake")
    desk.settle()


@pytest.mark.seldom
def test_longer_text_has_room(longer: None, make_desk: Desks) -> None:
    """One window for all of it, which takes longer to make than to look at."""
    desk = make_desk()
    for size in (USUAL, (1024, 768), SMALL):
        desk.show(OPENING.make())
        set_out(desk, size)
        assert desk.rules.bias.text() != "bias"
        desk.rules.close_page()
        for place_, name in enumerate(SCENES if size != SMALL else SCENES[:1]):  # which has no room for panels
            if size != SMALL:
                desk.window.side.bring(desk.window.side.offered[place_])
            assert not faults(desk.window), (size, name)
    desk.window.side.bring_named("step")
    for kernel in (Kernel(KernelName.POLY), Kernel(KernelName.RBF, gamma=0.25)):
        desk.show(BY_NAME["xor"].make(), TrainingSettings(mode=Mode.DUAL, kernel=kernel))
        for size in (USUAL, SMALL):
            set_out(desk, size)
            assert not faults(desk.window), (size, kernel)
    for mode in Mode:
        has_room_for_three_classes_of_four_features_and_a_question(desk, mode)


def has_room_for_three_classes_of_four_features_and_a_question(desk: Desk, mode: Mode) -> None:
    desk.show(BY_NAME["iris"].make(), TrainingSettings(mode=mode))
    for size in (USUAL, SMALL):
        set_out(desk, size)
        assert not faults(desk.window), (size, mode)
        desk.do("run.predict")
        desk.wait(lambda: desk.window.exercise.isVisible())
        assert not faults(desk.window), (size, mode)
        desk.do("run.predict")
        desk.wait(lambda: not desk.window.exercise.isVisible())


@pytest.mark.seldom
@pytest.mark.parametrize("factor", ["1.5", *(pytest.param(factor, marks=pytest.mark.slow) for factor in ("1.25", "2"))])
def test_on_screens_with_smaller_pixels_all_has_room(factor: str) -> None:
    """Qt reads the factor when it starts: a process of its own."""
    environment = {**os.environ, "QT_SCALE_FACTOR": factor}
    done = subprocess.run(
        [sys.executable, "-m", "tests.gui.scaled"], env=environment, capture_output=True, text=True, timeout=120
    )
    told = json.loads(done.stdout.splitlines()[-1]) if done.stdout else done.stderr
    assert told == {"factor": float(factor), "faults": []}
