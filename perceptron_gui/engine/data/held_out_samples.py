"""A built-in data set whose points are in three parts: it is learned by heart, and the parts held out show it (H1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.feature_map import FeatureMap
from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.engine.data.holdout import Split
from perceptron_gui.engine.data.parts import with_split
from perceptron_gui.engine.data.sample_points import taking_turns
from perceptron_gui.engine.data.samples import Sample
from perceptron_gui.translation import N_

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset

N_TRAINED, N_HELD_OUT = 18, 40
"""Points to train on, and in each of the parts held out; half of each in either class."""
CENTRE, SPREAD = (1.0, 0.4), 1.1
SEED = 54


def overlapping() -> Dataset:
    """Return two clouds that overlap, few points to train on and many to validate and to test on.

    A straight line is as right as can be; degree 3 has as many weights as it takes to be right about the few.
    """
    generator, n = np.random.default_rng(SEED), N_TRAINED // 2 + N_HELD_OUT
    groups = [np.round(sign * np.array(CENTRE) + SPREAD * generator.standard_normal((n, 2)), 1) for sign in (-1, 1)]
    points = np.arange(2 * n)
    middle, last = N_TRAINED, N_TRAINED + N_HELD_OUT
    split = Split(*(frozen(part) for part in (points[:middle], points[middle:last], points[last:])))
    return with_split(taking_turns(groups), split)


OVERFIT = Sample(
    "overfit",
    N_("Learned by heart: degree 3"),
    N_("Look at Curves: errors in training fall to 0, and in validation they rise from 6 to 15 of 40."),
    overlapping,
    features=FeatureMap.read("poly3"),
)
