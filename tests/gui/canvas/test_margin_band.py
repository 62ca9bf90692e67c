"""The band of the margin perceptron lies where f is ±β, in multiclass where a class is β ahead (V4)."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import take_snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.frozen import replace
from perceptron_gui.gui.canvas.figures.backdrop import band_labels, band_lines
from perceptron_gui.gui.canvas.figures.curved_boundary import question_about
from perceptron_gui.gui.canvas.picture import Picture
from perceptron_gui.gui.canvas.scene import Scene
from perceptron_gui.gui.canvas.view import ViewFrame
from perceptron_gui.gui.style.theme import LIGHT
from perceptron_gui.session.contours.field import region_heights
from perceptron_gui.session.contours.tracing import answer
from perceptron_gui.session.view.view_state import ViewState
from tests.session.bench import TEXTBOOK

THREE = Dataset.of([[1, 0], [0, 1], [-1, -1], [2, 1]], [0, 1, 2, 0], ["A", "B", "C"])


def picture_of(dataset: Dataset, settings: TrainingSettings) -> Picture:
    """Return the picture of a run at its end."""
    run = Run(dataset, settings)
    run.advance(60)
    return Picture(Scene.of(dataset, (0, 1), take_snapshot(run, 1, Wants(alpha=True))), ViewFrame(), LIGHT, ViewState())


def lead(picture: Picture, at: QPointF) -> float:
    """Return how far the best region is ahead at a place in pixels."""
    scores = np.array([a * x + b * y + c for (x, y) in [picture.frame.data(at)] for a, b, c in picture.planes])
    return float(region_heights(picture.model, scores[:, None]).max())


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("beta", [0.4, 2.0])
def test_on_its_lines_the_best_region_is_beta_ahead(qapp: object, mode: Mode, beta: float) -> None:
    dataset = THREE if mode is Mode.MULTICLASS else TEXTBOOK
    picture = picture_of(dataset, TrainingSettings(mode, beta=beta))
    lines = band_lines(picture)
    assert len(lines) >= 2
    for line in lines:
        assert [lead(picture, line.pointAt(share)) for share in (0.0, 0.4, 1.0)] == pytest.approx([beta] * 3)
    assert [label.text for label in band_labels(picture, lines)] == (
        [] if mode is Mode.MULTICLASS else ["f = β", "f = −β"]
    )


def test_there_is_none_without_beta_nor_before_the_first_update(qapp: object) -> None:
    assert band_lines(picture_of(TEXTBOOK, TrainingSettings())) == []
    start = picture_of(TEXTBOOK, TrainingSettings(beta=2.0))
    start.snapshot = replace(start.snapshot, theta=np.zeros((1, 3)))
    assert band_lines(start) == []


@pytest.mark.parametrize("mode", [Mode.DUAL, Mode.MULTICLASS])
def test_of_a_curved_boundary_it_is_traced_where_a_region_is_beta_ahead(qapp: object, mode: Mode) -> None:
    dataset = THREE if mode is Mode.MULTICLASS else TEXTBOOK
    picture = picture_of(dataset, TrainingSettings(mode, kernel=Kernel(KernelName.RBF), beta=0.1))
    assert band_lines(picture) == []
    field = answer(replace(question_about(picture), is_fine=True))
    assert len(field.band.places) > 10
    grid = picture.model.decision_function(field.band.places)
    scores = np.atleast_2d(grid.T if grid.ndim > 1 else grid)
    assert np.abs(region_heights(picture.model, scores).max(axis=0) - 0.1).max() < 0.02
