"""Lines of all pairs of classes (M4)."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.frozen import replace
from perceptron_gui.gui.canvas.figures.backdrop import PAIRS, LineLayer, pair_lines
from perceptron_gui.gui.canvas.picture import Picture
from perceptron_gui.gui.canvas.scene import Scene
from perceptron_gui.gui.canvas.view import ViewFrame
from perceptron_gui.gui.style.theme import LIGHT
from perceptron_gui.session.view.view_state import ViewState

CLOUDS = Dataset.of([[-2, -1], [2, -1], [0, 2], [-3, 1]], [0, 1, 2, 3], ("A", "B", "C", "D"))
MULTICLASS = TrainingSettings(mode=Mode.MULTICLASS)
FRAME = ViewFrame(-6.0, -4.5, 6.0, 4.5, 800.0, 600.0)


def layer_of(settings: TrainingSettings, is_on: bool = True) -> tuple[LineLayer, Picture]:
    """Return the layer after it was shown the end of a run."""
    run = Run(CLOUDS, settings)
    run.advance(400)
    snapshot = take_snapshot(run, 1, Wants())
    state = ViewState().switched("pairs", is_on)
    picture = Picture(Scene.of(CLOUDS, (0, 1), snapshot), FRAME, LIGHT, state)
    layer = LineLayer(-11, PAIRS)
    layer.set_lines(pairs=pair_lines(picture))
    return layer, picture


def test_every_pair_has_its_line_on_which_both_scores_tie(qapp: object) -> None:
    layer, picture = layer_of(MULTICLASS)
    assert 3 < len(layer.lines["pairs"]) <= 6
    for line in layer.lines["pairs"]:
        ends = np.array([FRAME.data(line.p1()), FRAME.data(line.p2())])
        scores = picture.model.decision_function(ends)
        gaps = np.abs(scores[:, :, None] - scores[:, None, :]).max(axis=0)[np.triu_indices(4, 1)]
        assert gaps.min() == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(
    ("settings", "is_on"),
    [
        (MULTICLASS, False),
        (TrainingSettings(positive=0), True),
        (replace(MULTICLASS, kernel=Kernel(KernelName.RBF)), True),
    ],
    ids=["switched off", "binary", "curved"],
)
def test_there_are_none_unless_they_are_wanted_and_straight(
    qapp: object, settings: TrainingSettings, is_on: bool
) -> None:
    layer, _ = layer_of(settings, is_on)
    assert not layer.lines["pairs"]
    assert not layer.isVisible()
