"""Built-in data sets, each with a sentence on what to watch. Random ones are seeded: always the same points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from perceptron_gui.engine.data.curved_shapes import disc_and_ring, two_moons, two_spirals
from perceptron_gui.engine.data.dataset import Dataset, Floats
from perceptron_gui.engine.data.feature_map import IDENTITY
from perceptron_gui.engine.data.kernel import LINEAR, Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.translation import N_

Group = tuple[tuple[float, float], float, int]
"""Centre, spread and number of points of a cloud."""


@dataclass(frozen=True)
class Sample:
    """A built-in data set.

    Attributes
    ----------
    name : str
        What the command line calls it.
    title : str
        What the menu calls it; marked for translation.
    watch : str
        One sentence on what to watch; marked for translation.
    make : callable
        Returns the Dataset.
    mode : Mode
        The mode it is about: multiclass, or primal for what both binary modes show alike (D3).
    kernel : Kernel
        The kernel it is about; a curved one in the dual.
    initial : tuple of float or None
        Start weights that it opens with (P5).
    """

    name: str
    title: str
    watch: str
    make: Callable[[], Dataset]
    mode: Mode = Mode.PRIMAL
    kernel: Kernel = LINEAR
    initial: tuple[float, ...] | None = None

    def settings_from(self, settings: TrainingSettings) -> TrainingSettings:
        """Return `settings` as the sample opens with them: in its mode, without what belongs to other points.

        Parameters
        ----------
        settings : TrainingSettings
            The rules before; the order, η, the bias, the seed and the limits stay.
        """
        is_kept = settings.mode.is_binary == self.mode.is_binary and not self.kernel.is_curved
        mode = settings.mode if is_kept else self.mode
        bias = settings.bias or self.initial is not None  # its start weights have one
        other = replace(settings, mode=mode, kernel=self.kernel, bias=bias, initial=self.initial, positive=None)
        return replace(other, features=IDENTITY)

    def holds_under(self, settings: TrainingSettings) -> bool:
        """Whether `watch` is true under `settings`: the rules of a first start, in the mode the sample is about.

        Parameters
        ----------
        settings : TrainingSettings
            The seed does not matter, as it changes nothing in the order of placement, nor do start weights of 0.
        """
        initial = settings.initial if settings.has_start_weights else None
        plain = replace(settings, mode=Mode.PRIMAL, kernel=LINEAR, initial=initial, positive=None, seed=0)
        is_kernel = settings.kernel.essence == self.kernel.essence
        is_kind = settings.mode.is_binary == self.mode.is_binary
        return is_kernel and is_kind and plain == TrainingSettings(initial=self.initial)


def clouds(groups: Sequence[Group], seed: int, places: int = 2) -> Dataset:
    """Return round clouds of points, one a class, the classes taking turns.

    Parameters
    ----------
    groups : sequence of (centre, spread, count)
        Centre, standard deviation in data units, and number of points of each cloud.
    seed : int
        Random seed.
    places : int
        Decimals to which coordinates are rounded.
    """
    generator = np.random.default_rng(seed)
    drawn = [
        np.round(np.array(centre) + spread * generator.standard_normal((count, 2)), places)
        for centre, spread, count in groups
    ]
    return taking_turns(drawn)


def taking_turns(groups: Sequence[Floats]) -> Dataset:
    """Return the points of several classes, one of each class in turn.

    Parameters
    ----------
    groups : sequence of ndarray of float64, shape (n_points, n_features)
        The points of each class; the classes are named A, B, ….
    """
    longest = max(len(group) for group in groups)
    pairs = [(group[i], k) for i in range(longest) for k, group in enumerate(groups) if i < len(group)]
    names = [chr(ord("A") + k) for k in range(len(groups))]
    return Dataset.of([point for point, _ in pairs], [k for _, k in pairs], names)


def strip(seed: int, count: int, gap: float, shift: tuple[float, float] = (0.0, 0.0)) -> Dataset:
    """Return points on both sides of a slanted line, rounded to 2 decimals.

    Parameters
    ----------
    seed : int
        Random seed.
    count : int
        Number of points.
    gap : float
        No point is nearer to the line, in data units.
    shift : (float, float)
        What is added to all points.
    """
    generator = np.random.default_rng(seed)
    direction = np.array([0.8, 0.6])
    points = np.round(generator.uniform(-3, 3, (20 * count, 2)), 2)
    distance = points @ direction - 0.3
    points = points[np.abs(distance) >= gap][:count]
    labels = (points @ direction - 0.3 > 0).astype(int)
    return Dataset.of(np.round(points + np.array(shift), 2), labels)


def touching() -> Dataset:
    """Return two triangles that share a point of their edges."""
    return Dataset.of([[-2, 0], [0, 0], [0, 1], [2, 1], [0, -1], [2, -1]], [0, 1, 0, 1, 0, 1])


def one_flipped() -> Dataset:
    """Return two clouds far apart, with one point on the wrong side."""
    separable = clouds([((-1.6, -0.6), 0.5, 11), ((1.6, 0.9), 0.5, 11)], seed=8)
    return separable.with_points([[2.1, 1.3]], [0])


def through_origin() -> Dataset:
    """Return classes that a line through the origin separates."""
    generator = np.random.default_rng(9)
    angle = np.concatenate([generator.uniform(0.12, 3.0, 12), generator.uniform(0.12, 3.0, 12) + np.pi])
    radius = generator.uniform(0.8, 2.6, 24)
    points = np.round(np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]), 2)
    return taking_turns([points[:12], points[12:]])


def order_matters() -> Dataset:
    """Return a set that takes 50 mistakes in the order of placement and 5 when shuffled with seed 0."""
    points = [[4, -3], [-3, 1], [-3, 3], [-1, 0], [4, 3], [0, 0], [-4, -1], [-4, -2], [1, -2]]
    return Dataset.of(points, [0, 1, 1, 0, 1, 0, 1, 0, 0])


SAMPLES = (
    Sample(
        "two-classes",
        N_("Two classes"),
        N_("The line turns only at mistakes; each of them adds one point to w, or takes it away."),
        lambda: clouds([((-0.5, -0.4), 0.8, 12), ((2.0, 1.1), 0.7, 11)], seed=135),
    ),
    Sample(
        "wide",
        N_("A wide street"),
        N_("With a wide street a handful of mistakes is enough."),
        lambda: strip(1, 24, 0.9),
    ),
    Sample(
        "narrow",
        N_("A narrow street"),
        N_("The narrower the street, the more mistakes: the bound grows as 1/γ², γ the margin."),
        lambda: strip(2, 40, 0.08),
    ),
    Sample(
        "far-away",
        N_("Far from the origin"),
        N_("The same street as “wide”, moved away: the radius R grows, and the bias learns slowly."),
        lambda: strip(1, 24, 0.9, shift=(12.0, -7.0)),
    ),
    Sample(
        "through-origin",
        N_("Through the origin"),
        N_("Switch the bias off: the boundary stays on the origin, and that is enough here."),
        through_origin,
    ),
    Sample(
        "textbook",
        N_("Three points: (3,3)+ (4,3)+ (1,1)−"),
        N_("A pencil is enough: follow every number until w = (1, 1), b = −3."),
        lambda: Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, 0]),
    ),
    Sample(
        "head-start",
        N_("Three points, from start weights (1, 1), −1"),
        N_("The same pencil, another start: 4 mistakes instead of 7, and the bound takes the start into account."),
        lambda: Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, 0]),
        initial=(1.0, 1.0, -1.0),
    ),
    Sample(
        "tight",
        N_("The bound reached"),
        N_("2 mistakes of at most 2: no better bound can be proven from margin and radius."),
        lambda: Dataset.of([[1, 0], [-1, 0]], [1, 0]),
    ),
    Sample(
        "bias-counts",
        N_("The bias counts"),
        N_("Without the bias R = γ = 0.1 allow 1 mistake; the run has one and makes 2, as its bound of 101 allows."),
        lambda: Dataset.of([[0.1, 0], [-0.1, 0]], [1, 0]),
    ),
    Sample(
        "order",
        N_("The order decides"),
        N_("In the order of placement 50 mistakes, shuffled with seed 0 only 5: the same points, another path."),
        order_matters,
    ),
    Sample(
        "one-outlier",
        N_("One wrong label"),
        N_("One point among the others makes the set inseparable: the run never comes to rest."),
        one_flipped,
    ),
    Sample(
        "almost",
        N_("One point from impossible"),
        N_("Three corners of a square; place the fourth at (1, 1) as class A and no line will do."),
        lambda: Dataset.of([[0, 0], [0, 1], [1, 0]], [0, 1, 1]),
    ),
    Sample(
        "flip",
        N_("Drag the verdict over"),
        N_("Drag the square at (0.3, 0) to the left, through the discs: the verdict flips where no line is left."),
        lambda: Dataset.of(
            [[-2, 0.2], [1.6, 0.9], [-1.2, 1.1], [2.1, -0.4], [-1.1, -1], [1.2, -1.1], [-2.2, -1.1], [0.3, 0]],
            [0, 1, 0, 1, 0, 1, 0, 1],
        ),
    ),
    Sample(
        "touching",
        N_("Touching classes"),
        N_("The two hulls share a point: no line is strictly between them."),
        touching,
    ),
    Sample(
        "xor",
        N_("XOR"),
        N_("No line separates it: after two passes the weights come back. Y solves it, by a polynomial kernel."),
        lambda: Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, 0, 0]),
    ),
    Sample(
        "ring",
        N_("A ring"),
        N_("No line encloses the middle: it wanders. G encloses it, by a Gaussian kernel."),
        lambda: taking_turns(disc_and_ring()),
    ),
    Sample(
        "moons",
        N_("Two moons"),
        N_("A curve passes between them after 12 mistakes: f is a sum of Gaussians around the points with α > 0."),
        lambda: taking_turns(two_moons()),
        Mode.DUAL,
        Kernel(KernelName.RBF),
    ),
    Sample(
        "spirals",
        N_("Two spirals"),
        N_("The boundary winds between the arms after 28 mistakes; with g = 0.2 it takes 366."),
        lambda: taking_turns(two_spirals()),
        Mode.DUAL,
        Kernel(KernelName.RBF),
    ),
    Sample(
        "three-classes",
        N_("Three classes"),
        N_("Each mistake adds the point to the vector of its class, and takes it from that of the rival."),
        lambda: clouds([((-2.2, -0.8), 0.6, 9), ((1.9, -1.1), 0.6, 9), ((0.1, 2.2), 0.6, 9)], seed=7),
        Mode.MULTICLASS,
    ),
    Sample(
        "four-classes",
        N_("Four classes"),
        N_("Four arrows pull apart; a border is drawn where the two largest scores tie."),
        lambda: clouds(
            [((-2.1, -1.8), 0.6, 8), ((2.1, -1.7), 0.6, 8), ((2.0, 1.9), 0.6, 8), ((-2.0, 1.8), 0.6, 8)], seed=9
        ),
        Mode.MULTICLASS,
    ),
)

BY_NAME = {sample.name: sample for sample in SAMPLES}
OPENING = BY_NAME["two-classes"]
