"""Built-in data sets, each with a sentence on what to watch. Random ones are seeded: always the same points."""

from collections.abc import Callable, Sequence

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, Floats, Split, with_split
from perceptron_gui.engine.data.features.feature_map import IDENTITY, FeatureMap
from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.engine.data.kernel import LINEAR, Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.translation import N_


def disc_and_ring() -> list[Floats]:
    """Return a disc and a ring around it, rounded to 2 decimals, shape (20, 2) and (28, 2)."""
    generator = np.random.default_rng(5)
    angle = generator.uniform(0, 2 * np.pi, 48)
    radius = np.concatenate([generator.uniform(0, 0.9, 20), generator.uniform(1.7, 2.5, 28)])
    points = _rounded(np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]))
    return [points[:20], points[20:]]


def two_moons() -> list[Floats]:
    """Return two half circles that reach into each other, with some noise, to 2 decimals, shape (24, 2) each."""
    generator, angle = np.random.default_rng(3), np.linspace(0, np.pi, 24)
    arc = np.column_stack([2 * np.cos(angle) - 1, 2 * np.sin(angle) - 0.5])
    return [_rounded(moon + 0.12 * generator.standard_normal(moon.shape)) for moon in (arc, -arc)]


def two_spirals() -> list[Floats]:
    """Return two arms around the origin, one and a half turns each, rounded to 2 decimals, shape (30, 2) each."""
    share = np.linspace(0.12, 1, 30) ** 0.6
    angle, radius = 3 * np.pi * share, 0.3 + 2.6 * share
    arm = _rounded(np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]))
    return [arm, -arm]


def _rounded(points: Floats) -> Floats:
    rounded: Floats = np.round(points, 2)
    return rounded


Group = tuple[tuple[float, float], float, int]
"""Centre, spread and number of points of a cloud."""


def clouds(groups: Sequence[Group], seed: int, places: int = 2) -> Dataset:
    """Return round clouds of points, one a class, the classes taking turns.

    `groups`: centre, standard deviation in data units, and number of points of each cloud. `seed`: random seed.
    `places`: decimals to which coordinates are rounded.
    """
    generator = np.random.default_rng(seed)
    drawn = [
        np.round(np.array(centre) + spread * generator.standard_normal((count, 2)), places)
        for centre, spread, count in groups
    ]
    return taking_turns(drawn)


def opening() -> Dataset:
    """Return what the window opens with: two clouds that were drawn once, (−0.5, −0.4) ± 0.8 and (2.0, 1.1) ± 0.7.

    Written down, since a window would need numpy's generators for nothing else before it is usable (A9).
    """
    first = [
        [-0.24, -0.11], [-0.64, -1.43], [1.67, -1.16], [-0.94, -0.42], [0.76, 1.0], [-0.05, -0.15],
        [-2.1, -0.06], [-1.85, 0.56], [-2.48, 0.46], [-0.56, 0.06], [0.62, 0.36], [-2.62, 0.86],
    ]  # fmt: skip
    second = [
        [2.82, 0.27], [3.11, 0.97], [1.42, 1.55], [1.64, 0.51], [1.31, 1.55], [2.83, 1.44],
        [3.09, -0.13], [1.28, 1.83], [1.44, 0.85], [2.99, 2.11], [1.93, 0.83],
    ]  # fmt: skip
    return taking_turns([np.array(first), np.array(second)])


def taking_turns(groups: Sequence[Floats]) -> Dataset:
    """Return the points of several classes, one of each class in turn.

    `groups`: shape (n_points, n_features): the points of each class; the classes are named A, B, ….
    """
    longest = max(len(group) for group in groups)
    pairs = [(group[i], k) for i in range(longest) for k, group in enumerate(groups) if i < len(group)]
    names = [chr(ord("A") + k) for k in range(len(groups))]
    return Dataset.of([point for point, _ in pairs], [k for _, k in pairs], names)


def strip(seed: int, count: int, gap: float, shift: tuple[float, float] = (0.0, 0.0)) -> Dataset:
    """Return points on both sides of a slanted line, rounded to 2 decimals.

    `seed`: random seed. `count`: number of points. `gap`: no point is nearer to the line, in data units. `shift`: what
    is added to all points.
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


def in_a_row() -> Dataset:
    """Return three classes side by side: no line has the one in the middle on one side."""
    left = np.array([[-2, 0.5], [-2.2, -0.6], [-1.8, 0]])
    middle = np.array([[0, 0.4], [0.1, -0.5], [-0.1, 0]])
    right = np.array([[2, 0.3], [1.9, -0.4], [2.1, 0]])
    return taking_turns([left, middle, right])


class Sample(Frozen):
    """A built-in data set."""

    name: str  # what the command line calls it
    title: str  # what the menu calls it; marked for translation
    watch: str  # one sentence on what to watch; marked for translation
    make: Callable[[], Dataset]  # returns the Dataset
    mode: Mode = Mode.PRIMAL  # the mode it is about: multiclass, or primal for what both binary modes show alike (D3)
    kernel: Kernel = LINEAR  # the kernel it is about; a curved one in the dual
    initial: tuple[float, ...] | None = None  # start weights that it opens with (P5)
    features: FeatureMap = IDENTITY  # the features it is about

    def settings_from(self, settings: TrainingSettings) -> TrainingSettings:
        """Return `settings` as the sample opens with them: in its mode, without what belongs to other points.

        `settings`: the rules before; the order, η, the bias, the seed and the limits stay.
        """
        is_kept = settings.mode.is_binary == self.mode.is_binary and not self.kernel.is_curved
        mode = settings.mode if is_kept else self.mode
        bias = settings.bias or self.initial is not None  # its start weights have one
        other = replace(settings, mode=mode, kernel=self.kernel, bias=bias, initial=self.initial, positive=None)
        return replace(other, features=self.features)

    def holds_under(self, settings: TrainingSettings) -> bool:
        """Whether `watch` is true under `settings`: the rules of a first start, in the mode the sample is about.

        `settings`: the seed does not matter, as it changes nothing in the order of placement, nor do start weights of
        0.
        """
        initial = settings.initial if settings.has_start_weights else None
        plain = replace(settings, mode=Mode.PRIMAL, kernel=LINEAR, initial=initial, positive=None, seed=0)
        is_kernel = settings.kernel.essence == self.kernel.essence
        is_kind = settings.mode.is_binary == self.mode.is_binary
        return is_kernel and is_kind and plain == TrainingSettings(initial=self.initial, features=self.features)


SAMPLES = (
    Sample(
        "two-classes",
        N_("Two classes"),
        N_("The line turns only at mistakes: each one adds a point to w, or subtracts it."),
        opening,
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
        N_("The narrower the street, the more mistakes: half the margin allows four times as many."),
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
        N_("Switch the bias off: the boundary then goes through the origin, which is enough here."),
        through_origin,
    ),
    Sample(
        "textbook",
        N_("Three points: (3,3)+ (4,3)+ (1,1)−"),
        N_("Take pencil and paper: follow every number until w = (1, 1), b = −3."),
        lambda: Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, 0]),
    ),
    Sample(
        "head-start",
        N_("Three points, from start weights (1, 1), −1"),
        N_("The same points, another start: 4 mistakes instead of 7, and the bound takes the start into account."),
        lambda: Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, 0]),
        initial=(1.0, 1.0, -1.0),
    ),
    Sample(
        "tight",
        N_("The bound reached"),
        N_("2 mistakes, and the bound is 2: margin and radius cannot prove a better one."),
        lambda: Dataset.of([[1, 0], [-1, 0]], [1, 0]),
    ),
    Sample(
        "bias-counts",
        N_("The bias counts"),
        N_("Without a bias, radius and margin are 0.1: at most 1 mistake. With one it makes 2; the bound is 101."),
        lambda: Dataset.of([[0.1, 0], [-0.1, 0]], [1, 0]),
    ),
    Sample(
        "order",
        N_("The order decides"),
        N_("50 mistakes in the given order, but only 5 when shuffled with seed 0: same points, different path."),
        order_matters,
    ),
    Sample(
        "one-outlier",
        N_("One wrong label"),
        N_("One mislabelled point is enough: no line separates the classes, and the run never converges."),
        one_flipped,
    ),
    Sample(
        "almost",
        N_("Almost XOR"),
        N_("Three corners of a square: add the fourth at (1, 1) as class A, and no line separates them."),
        lambda: Dataset.of([[0, 0], [0, 1], [1, 0]], [0, 1, 1]),
    ),
    Sample(
        "flip",
        N_("Flip the verdict"),
        N_("Drag the square at (0.3, 0) left through the discs: the verdict flips once no line separates them."),
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
        # L10n: exclusive or: the title of an example
        N_("XOR"),
        N_("No line solves this: after two passes the weights repeat. Press Y: a polynomial kernel solves it."),
        lambda: Dataset.of([[0, 0], [1, 1], [0, 1], [1, 0]], [1, 1, 0, 0]),
    ),
    Sample(
        "ring",
        N_("A ring"),
        N_("A line cannot enclose the middle, so it keeps wandering. Press G: a Gaussian kernel can."),
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
        N_("Each mistake adds the point to the weight vector of its class and subtracts it from its rival's."),
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
    Sample(
        "in-a-row",
        N_("Three in a row"),
        N_("No line cuts off the middle class: one against the rest fails, multiclass succeeds after 5 mistakes."),
        in_a_row,
        Mode.MULTICLASS,
    ),
)

BY_NAME = {sample.name: sample for sample in SAMPLES}
OPENING = BY_NAME["two-classes"]


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
    N_("Look at Curves: training errors fall to 0, but validation errors rise from 6 to 15 of 40."),
    overlapping,
    features=FeatureMap.read("poly3"),
)
