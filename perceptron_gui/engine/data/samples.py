"""Built-in data sets, each with a sentence on what to watch. Random ones are seeded: always the same points."""

from __future__ import annotations

from collections.abc import Callable

from perceptron_gui.engine.data.curved_shapes import disc_and_ring, two_moons, two_spirals
from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.feature_map import IDENTITY, FeatureMap
from perceptron_gui.engine.data.kernel import LINEAR, Kernel, KernelName
from perceptron_gui.engine.data.sample_points import (
    clouds,
    in_a_row,
    one_flipped,
    opening,
    order_matters,
    strip,
    taking_turns,
    through_origin,
    touching,
)
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.translation import N_


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
        N_("The line turns only at mistakes; each of them adds one point to w, or takes it away."),
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
        N_("Without a bias radius and margin are 0.1 and allow 1 mistake; with it 2 are made, of at most 101."),
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
    Sample(
        "in-a-row",
        N_("Three in a row"),
        N_("No line has the middle on one side: one against the rest fails; multiclass is there after 5 mistakes."),
        in_a_row,
        Mode.MULTICLASS,
    ),
)

BY_NAME = {sample.name: sample for sample in SAMPLES}
OPENING = BY_NAME["two-classes"]
