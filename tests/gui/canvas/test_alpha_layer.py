"""Rings by α: one for every point that was learned from, the larger the more often, and only where they are wanted."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.gui.canvas.figures import point_layer
from perceptron_gui.gui.canvas.figures.point_layer import SIZES, ring_sizes
from tests.gui.desk import Desk
from tests.session.bench import TEXTBOOK


def test_rings_are_larger_for_larger_alpha_and_a_point_without_mistakes_has_none() -> None:
    points, sizes = ring_sizes(np.array([0, 1, 4, 0, 100, 25]))
    assert points.tolist() == [1, 2, 4, 5]
    assert sizes[0] == 0
    assert sizes[2] == SIZES - 1
    assert sizes[0] < sizes[1] < sizes[3] < sizes[2]


def test_where_every_point_was_learned_from_once_all_rings_are_small() -> None:
    assert ring_sizes(np.array([1, 1, 1]))[1].tolist() == [0, 0, 0]


def test_of_too_many_rings_the_largest_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(point_layer, "MOST_RINGS", 2)
    assert ring_sizes(np.array([3, 1, 2, 9]))[0].tolist() == [0, 3]


def test_the_switch_shows_rings_of_the_dual_and_of_no_other_form(desk: Desk) -> None:
    layer = desk.window.canvas._layers.rings
    desk.show(TEXTBOOK, TrainingSettings(mode=Mode.DUAL))
    desk.window.controller.seek(3)
    desk.settle()
    assert not layer.isVisible()
    desk.do("show.rings")
    desk.wait(layer.isVisible)
    alpha = desk.snapshot.alpha
    assert alpha is not None
    assert sum(map(len, layer.rings)) == np.count_nonzero(alpha) > 0
    desk.window.controller.change_settings("mode", mode=Mode.PRIMAL)
    desk.wait(lambda: not layer.isVisible())
