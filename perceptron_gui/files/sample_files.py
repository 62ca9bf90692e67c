"""All built-in data sets: the made ones, and Fisher's Iris, which is read from its file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.held_out_samples import OVERFIT
from perceptron_gui.engine.data.samples import SAMPLES, Sample
from perceptron_gui.engine.data.settings import Mode
from perceptron_gui.files.points_file import read_points
from perceptron_gui.translation import N_

IRIS = Path(__file__).parents[1] / "resources" / "data" / "iris.csv"
SEPAL, PETAL = (0, 1), (2, 3)


@cache
def _iris() -> Dataset:
    return read_points(IRIS).dataset


def iris_part(names: tuple[str, ...], features: tuple[int, ...]) -> Dataset:
    """Return part of Fisher's Iris.

    Parameters
    ----------
    names : tuple of str
        The kinds of flowers.
    features : tuple of int
        The measures, as columns of the file.
    """
    whole = _iris()
    kinds = [whole.classes.index(name) for name in names]
    chosen = np.isin(whole.labels, kinds)
    labels = np.searchsorted(kinds, whole.labels[chosen])
    columns = whole.X[chosen][:, list(features)]
    return Dataset.of(columns, labels.tolist(), names, [whole.features[j] for j in features])


IRIS_SAMPLES = (
    Sample(
        "iris-petals",
        N_("Iris: setosa and versicolor, petals"),
        N_("Two kinds far apart: a few mistakes, and the line is found."),
        partial(iris_part, ("setosa", "versicolor"), PETAL),
    ),
    Sample(
        "iris-sepals",
        N_("Iris: setosa and versicolor, sepals"),
        N_("The same flowers by their sepals: a narrow street far from the origin takes many mistakes."),
        partial(iris_part, ("setosa", "versicolor"), SEPAL),
    ),
    Sample(
        "iris-mixed",
        N_("Iris: versicolor and virginica, petals"),
        N_("These two kinds overlap: no line separates them, and the run never rests."),
        partial(iris_part, ("versicolor", "virginica"), PETAL),
    ),
    Sample(
        "iris-three",
        N_("Iris: three kinds, petals"),
        N_("Before long most mistakes are between versicolor and virginica, and never end."),
        partial(iris_part, ("setosa", "versicolor", "virginica"), PETAL),
        Mode.MULTICLASS,
    ),
    Sample(
        "iris",
        N_("Iris: three kinds, all four measures"),
        N_("Four features: the canvas shows any two of them, the run uses all."),
        partial(iris_part, ("setosa", "versicolor", "virginica"), (0, 1, 2, 3)),
        Mode.MULTICLASS,
    ),
)
ALL_SAMPLES = (*SAMPLES, OVERFIT, *IRIS_SAMPLES)
BY_NAME = {sample.name: sample for sample in ALL_SAMPLES}


@dataclass(frozen=True)
class Topic:
    """Data sets that belong together in a menu.

    Attributes
    ----------
    title : str
        Marked for translation.
    names : tuple of str
        Names of the data sets, in the order of the menu.
    """

    title: str
    names: tuple[str, ...]

    @property
    def samples(self) -> tuple[Sample, ...]:
        """The data sets."""
        return tuple(BY_NAME[name] for name in self.names)


TOPICS = (
    Topic(N_("First steps"), ("two-classes", "textbook", "head-start", "through-origin", "order")),
    Topic(N_("Margin and bound"), ("wide", "narrow", "far-away", "tight", "bias-counts")),
    Topic(N_("No line will do"), ("one-outlier", "almost", "flip", "touching", "xor", "ring")),
    Topic(N_("Curves"), ("moons", "spirals")),
    Topic(N_("More than two classes"), ("three-classes", "four-classes", "in-a-row")),
    Topic(N_("Held-out points"), ("overfit",)),
    Topic(N_("Flowers: Fisher's Iris"), tuple(sample.name for sample in IRIS_SAMPLES)),
)
"""All data sets by what they teach: one long list does not fit a small screen."""
