"""All built-in data sets by what they teach: made ones, and measured ones, of flowers, penguins and wines.

These are parts of files that come with the program. Where they are from, under which licence, and which rows were left
out, stands beside the files (README.md).
"""

from functools import cache, partial
from pathlib import Path

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.samples import OVERFIT, SAMPLES, Sample
from perceptron_gui.engine.data.settings import Mode
from perceptron_gui.frozen import Frozen
from perceptron_gui.translation import N_

DATA = Path(__file__).parents[2] / "resources" / "data"
IRIS, PENGUINS, WINE = (DATA / f"{name}.csv" for name in ("iris", "penguins", "wine"))
SEPAL, PETAL = (0, 1), (2, 3)
BILL, DEPTH_AND_MASS, ALL_FOUR = (0, 1), (1, 3), (0, 1, 2, 3)
PHENOLS = (5, 6)
FLAVANOIDS_AND_COLOUR = (6, 9)
ALL_THIRTEEN = (*FLAVANOIDS_AND_COLOUR, *(j for j in range(13) if j not in FLAVANOIDS_AND_COLOUR))
"""All measures of a wine, those first that the canvas shows first."""


@cache
def _whole(path: Path) -> Dataset:
    from perceptron_gui.files.points.points_file import read_points

    return read_points(path).dataset


def part_of(path: Path, names: tuple[str, ...], features: tuple[int, ...]) -> Dataset:
    """Return some classes and columns of a file, row after row.

    `path`: a points file. `names`: the classes, in their order. `features`: the measures, as columns of the file.
    """
    whole = _whole(path)
    places = np.array([names.index(name) if name in names else -1 for name in whole.classes])
    labels = places[whole.labels]
    chosen = labels >= 0
    return Dataset.of(whole.X[chosen][:, list(features)], labels[chosen], names, [whole.features[j] for j in features])


IRIS_SAMPLES = (
    Sample(
        "iris-petals",
        N_("Iris: setosa and versicolor, petals"),
        N_("Two kinds far apart: the line is found after a few mistakes."),
        partial(part_of, IRIS, ("setosa", "versicolor"), PETAL),
    ),
    Sample(
        "iris-sepals",
        N_("Iris: setosa and versicolor, sepals"),
        N_("The same flowers, measured by their sepals: a narrow street far from the origin takes many mistakes."),
        partial(part_of, IRIS, ("setosa", "versicolor"), SEPAL),
    ),
    Sample(
        "iris-mixed",
        N_("Iris: versicolor and virginica, petals"),
        N_("These two kinds overlap: no line separates them, so the run never converges."),
        partial(part_of, IRIS, ("versicolor", "virginica"), PETAL),
    ),
    Sample(
        "iris-three",
        N_("Iris: three kinds, petals"),
        N_("Soon most mistakes are between versicolor and virginica, and they never stop."),
        partial(part_of, IRIS, ("setosa", "versicolor", "virginica"), PETAL),
        Mode.MULTICLASS,
    ),
    Sample(
        "iris",
        N_("Iris: three kinds, all four measurements"),
        N_("Four features: the canvas shows any two of them, and the run uses all four."),
        partial(part_of, IRIS, ("setosa", "versicolor", "virginica"), ALL_FOUR),
        Mode.MULTICLASS,
    ),
)
PENGUIN_SAMPLES = (
    Sample(
        "penguins-bills",
        N_("Penguins: Adelie and Gentoo, bills"),
        N_("Bill length and depth separate them after 23 mistakes; the bound allows 26514."),
        partial(part_of, PENGUINS, ("Adelie", "Gentoo"), BILL),
    ),
    Sample(
        "penguins-mass",
        N_("Penguins: Adelie and Gentoo, depth and mass"),
        N_("The same birds, with grams next to millimetres: nothing is scaled, so it takes 6937 mistakes."),
        partial(part_of, PENGUINS, ("Adelie", "Gentoo"), DEPTH_AND_MASS),
    ),
    Sample(
        "penguins-similar",
        N_("Penguins: Adelie and Chinstrap, bills"),
        N_("Almost separable: in 300 passes the pocket finds a line with 4 errors of 219; the run never converges."),
        partial(part_of, PENGUINS, ("Adelie", "Chinstrap"), BILL),
    ),
    Sample(
        "penguins",
        N_("Penguins: three kinds, all four measurements"),
        N_("All four measurements separate the classes, but no two do: overlap on the plane proves nothing."),
        partial(part_of, PENGUINS, ("Adelie", "Chinstrap", "Gentoo"), ALL_FOUR),
        Mode.MULTICLASS,
    ),
)
WINE_SAMPLES = (
    Sample(
        "wine-phenols",
        N_("Wine: cultivars 1 and 3, phenols"),
        N_("Two of the thirteen measurements are enough for these two: it takes 3 mistakes."),
        partial(part_of, WINE, ("cultivar 1", "cultivar 3"), PHENOLS),
    ),
    Sample(
        "wine",
        N_("Wine: three cultivars, all thirteen measurements"),
        N_("All thirteen separate the classes, no two do, and slowly: proline reaches 1680, flavanoids 5.08."),
        partial(part_of, WINE, ("cultivar 1", "cultivar 2", "cultivar 3"), ALL_THIRTEEN),
        Mode.MULTICLASS,
    ),
)
REAL_SAMPLES = (*IRIS_SAMPLES, *PENGUIN_SAMPLES, *WINE_SAMPLES)


ALL_SAMPLES = (*SAMPLES, OVERFIT, *REAL_SAMPLES)
BY_NAME = {sample.name: sample for sample in ALL_SAMPLES}


class Topic(Frozen):
    """Data sets that belong together in a menu."""

    title: str  # marked for translation
    names: tuple[str, ...]  # names of the data sets, in the order of the menu

    @property
    def samples(self) -> tuple[Sample, ...]:
        """The data sets."""
        return tuple(BY_NAME[name] for name in self.names)


TOPICS = (
    Topic(N_("First steps"), ("two-classes", "textbook", "head-start", "through-origin", "order")),
    Topic(N_("Margin and bound"), ("wide", "narrow", "far-away", "tight", "bias-counts")),
    Topic(N_("No line will do"), ("one-outlier", "almost", "flip", "touching", "xor", "ring")),
    Topic(N_("Dual and kernels"), ("moons", "spirals")),
    Topic(N_("More than two classes"), ("three-classes", "four-classes", "in-a-row")),
    Topic(N_("Held-out points"), ("overfit",)),
    Topic(N_("Real data: flowers"), tuple(sample.name for sample in IRIS_SAMPLES)),
    Topic(N_("Real data: penguins and wines"), tuple(sample.name for sample in (*PENGUIN_SAMPLES, *WINE_SAMPLES))),
)
"""All data sets by what they teach: one long list does not fit a small screen."""
