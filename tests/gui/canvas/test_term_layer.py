"""Lines from the mouse to the points that f is made of: as many and as thick as its terms, and no answer given away."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QObject

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.samples import BY_NAME
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import Snapshot, take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.frozen import replace
from perceptron_gui.gui.canvas.figures.point_layer import THICKEST, TermLayer, term_lines
from perceptron_gui.gui.canvas.picture import Picture
from perceptron_gui.gui.canvas.scene import Scene
from perceptron_gui.gui.canvas.view import ViewFrame
from perceptron_gui.gui.style.theme import LIGHT
from perceptron_gui.session.view.view_state import ViewState

RING = BY_NAME["ring"].make()


def ended(mode: Mode = Mode.DUAL, kernel: KernelName = KernelName.RBF, dataset: Dataset = RING) -> Snapshot:
    """Return a run at its end."""
    run = Run(dataset, TrainingSettings(mode=mode, kernel=Kernel(kernel), max_epochs=20))
    run.advance(10**6)
    return take_snapshot(run, 1, Wants(alpha=True))


def picture(snapshot: Snapshot, is_on: bool = True) -> Picture:
    """Return how it looks, with what f is made of switched on."""
    state = ViewState().switched("terms", is_on)
    return Picture(Scene.of(snapshot.dataset, (0, 1), snapshot), ViewFrame(), LIGHT, state)


def test_there_is_a_line_to_every_point_with_alpha_and_the_thickest_adds_the_most() -> None:
    snapshot = ended()
    seen = picture(snapshot)
    lines = term_lines(seen, (0.2, 0.1))
    assert lines[0].width == THICKEST
    widths = [line.width for line in lines]
    assert widths == sorted(widths, reverse=True)
    assert snapshot.alpha is not None
    used = {at.toTuple() for at in seen.frame.points(seen.positions[np.flatnonzero(snapshot.alpha)])}
    assert {line.point.toTuple() for line in lines} <= used
    assert len(lines) > 2


def test_a_line_has_the_colour_of_the_class_its_point_speaks_for() -> None:
    snapshot = ended()
    seen = picture(snapshot)
    at = {place.toTuple(): int(k) for place, k in zip(seen.frame.points(seen.positions), RING.labels, strict=True)}
    assert all(at[line.point.toTuple()] == line.owner for line in term_lines(seen, (0.2, 0.1)))


@pytest.mark.parametrize(
    ("mode", "kernel"), [(Mode.PRIMAL, KernelName.LINEAR), (Mode.MULTICLASS, KernelName.RBF)], ids=["primal", "several"]
)
def test_only_the_dual_is_made_of_points(qapp: QObject, mode: Mode, kernel: KernelName) -> None:
    layer = TermLayer()
    layer.point_at((0.2, 0.1))
    layer.follow(picture(ended(mode, kernel)))
    assert not layer.isVisible()


def test_nothing_is_shown_while_it_is_off_while_the_run_asks_or_while_the_mouse_is_elsewhere(qapp: QObject) -> None:
    layer, snapshot = TermLayer(), ended()
    layer.follow(picture(snapshot))
    assert not layer.isVisible()
    layer.point_at((0.2, 0.1))
    assert layer.isVisible()
    for seen in (picture(snapshot, is_on=False), picture(replace(snapshot, is_veiled=True))):
        layer.follow(seen)
        assert not layer.lines
        assert not layer.isVisible()
        layer.follow(picture(snapshot))
        assert layer.isVisible()
    layer.point_at(None)
    assert not layer.isVisible()
