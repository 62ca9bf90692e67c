"""The rules of a run: mode, order, learning rate, bias, start weights, limits (W1, P4–P7), and changes of them (D5)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cached_property
from typing import Annotated

from perceptron_gui.engine.data import LARGEST_SEED, MAX_ABS, NO_SEED, SEED, SettingsError, check_within
from perceptron_gui.engine.data.features.feature_map import IDENTITY, MOST_FEATURES, FeatureMap
from perceptron_gui.engine.data.kernel import LINEAR, Kernel
from perceptron_gui.frozen import Frozen, Meta, replace
from perceptron_gui.translation import N_, ntr, tr

__all__ = ["LARGEST_SEED", "MAX_ABS", "SettingsError"]  # handed on; what is defined here can be imported anyhow

LARGEST_LIMIT = 10**18
"""Of epochs or updates: no run comes so far, and sums of two still are whole numbers of 8 bytes."""
MOST_START_WEIGHTS = 10 * (MOST_FEATURES + 1)
"""Of ten classes (W1), each with a bias."""
RATE, MARGIN, WEIGHT = Meta(gt=0, le=MAX_ABS), Meta(ge=0, le=MAX_ABS), Meta(ge=-MAX_ABS, le=MAX_ABS)
LIMIT, PLACE = Meta(ge=1, le=LARGEST_LIMIT), Meta(ge=0)


class Mode(StrEnum):
    """Which of the three algorithms runs (P2, D1, M2)."""

    PRIMAL = "primal"
    DUAL = "dual"
    MULTICLASS = "multiclass"

    @property
    def is_binary(self) -> bool:
        """Whether labels are −1/+1 in this mode."""
        return self is not Mode.MULTICLASS


class Order(StrEnum):
    """In which order the points are visited (P4)."""

    CYCLIC = "cyclic"
    SHUFFLED = "shuffled"
    RANDOM = "random"
    BATCH = "batch"
    ONLINE = "online"

    @property
    def has_epochs(self) -> bool:
        """Whether a run goes in passes; random errors do not (P7)."""
        return self is not Order.RANDOM


RANDOM_ORDERS = (Order.SHUFFLED, Order.RANDOM)
"""Orders that depend on the seed."""
REPEATING_ORDERS = (Order.CYCLIC, Order.BATCH)
"""Orders whose passes are all alike: the same state at the end of two passes is a cycle."""


class TrainingSettings(Frozen, dict=True):
    """Everything besides the points that a run depends on (P9).

    Raises `SettingsError` when a value is out of its range.
    """

    mode: Mode = Mode.PRIMAL
    order: Order = Order.CYCLIC
    eta: Annotated[float, RATE] = 1.0  # learning rate η, in (0, 10¹²]
    bias: bool = True  # whether θ has the bias as its last entry (P6)
    # start weights θ₀ = (w₁ … w_d, b), without b when `bias` is off (P5); None is all zeros. In multiclass as many for
    # each class, in their order; the last classes may be left out. With a curved kernel only b, since there is no w,
    # and none in multiclass
    initial: Annotated[tuple[Annotated[float, WEIGHT], ...], Meta(max_length=MOST_START_WEIGHTS)] | None = None
    # index of the class that is + in the binary modes; None lets the order of the classes decide (W1)
    positive: Annotated[int, PLACE] | None = None
    # limits at which a run stops (P7), 1 … 10¹⁸; None is no limit
    max_epochs: Annotated[int, LIMIT] | None = None
    max_updates: Annotated[int, LIMIT] | None = None
    seed: Annotated[int, SEED] = 0  # seed of the shuffled and random orders (P4), 0 … 2⁶⁴ − 1
    features: FeatureMap = IDENTITY  # φ: what the model sees instead of the coordinates (F1)
    kernel: Kernel = LINEAR  # curved only in dual and multiclass (D5, M5)
    # β of the margin perceptron, in [0, 10¹²]: points with y·f ≤ β cause an update (V4). 0 is the textbook's rule
    beta: Annotated[float, MARGIN] = 0.0

    def __post_init__(self) -> None:
        """Raise `SettingsError` for a value that is invalid, or does not fit the others."""
        check_within(self.eta, RATE, N_("The learning rate must be a number above 0 and at most 10¹², not {value}."))
        check_within(self.beta, MARGIN, N_("The margin β must be a number from 0 to 10¹², not {value}."))
        for value in self.initial or ():
            check_within(value, WEIGHT, N_("A start weight must be a number from −10¹² to 10¹², not {value}."))
        if self.initial is not None and self.mode is Mode.MULTICLASS and self.kernel.is_curved:
            raise SettingsError(tr("With a curved kernel, multiclass has no start weights: it starts from zero."))
        words = N_("The epoch limit must be a whole number from 1 to 10¹⁸, not {value}.")
        check_within(self.max_epochs, LIMIT, words)
        words = N_("The update limit must be a whole number from 1 to 10¹⁸, not {value}.")
        check_within(self.max_updates, LIMIT, words)
        check_within(self.seed, SEED, NO_SEED)
        check_within(self.positive, PLACE, N_("The + class must be given by its number, counting from 0, not {value}."))
        if self.kernel.is_curved and self.mode is Mode.PRIMAL:
            raise SettingsError(tr("The primal has no kernel: choose the dual or multiclass for a curved boundary."))

    @property
    def has_curved_kernel(self) -> bool:
        """Whether a kernel takes the place of x·z: there is no w then."""
        return self.kernel.is_curved

    @property
    def is_curved(self) -> bool:
        """Whether the boundary may be curved: by a kernel, or by features of the coordinates."""
        return self.has_curved_kernel or not self.features.is_identity

    @property
    def has_start_weights(self) -> bool:
        """Whether the run starts from anything but zero."""
        return self.initial is not None and any(self.initial)

    @cached_property
    def geometry(self) -> TrainingSettings:
        """The rules that verdict and margin depend on; the others have their defaults (T1)."""
        return TrainingSettings(
            mode=self.mode, bias=self.bias, positive=self.positive, features=self.features, kernel=self.kernel
        )

    @cached_property
    def essence(self) -> TrainingSettings:
        """The rules with all settings neutralised that do not change the run.

        The linear dual is primal (D3), kernels do not ask for all of their numbers, some orders ask no seed (P4).
        """
        return replace(
            self,
            mode=Mode.PRIMAL if self.mode.is_binary and not self.has_curved_kernel else self.mode,
            kernel=self.kernel.essence,
            seed=self.seed if self.order in RANDOM_ORDERS else 0,
            initial=self.initial if self.has_start_weights else None,
        )

    def within_a_run(self, positive: int) -> TrainingSettings:
        """Return the rules with primal or dual, and how + was chosen, neutralised, as one run may change these (D3).

        `positive`: the class that is + in the binary modes.
        """
        return replace(self, mode=self.essence.mode, positive=positive if self.mode.is_binary else None)

    def one_against_others(self, positive: int) -> TrainingSettings:
        """Return the rules under which a class is told from all others, from zero (M6). `positive`: the class."""
        mode = Mode.DUAL if self.has_curved_kernel else Mode.PRIMAL
        return replace(self, mode=mode, positive=positive, initial=None)

    def naming(self, positive: int) -> TrainingSettings:
        """Return the rules with the class that is + named; multiclass has none."""
        return replace(self, positive=positive) if self.mode.is_binary else self

    def weight_names(self, columns: tuple[str, ...]) -> tuple[str, ...]:
        """Return what each weight belongs to: the features of the `columns`; none with a curved kernel."""
        return () if self.has_curved_kernel else self.features.names(columns)

    def start_values(self, n_entries: int, n_rows: int) -> tuple[float, ...]:
        """Return θ₀ row after row (P5): 0 in rows that were left out; rows of classes that are not there are none.

        `n_entries`: length of a row of θ. `n_rows`: rows of θ.
        """
        size = n_entries * n_rows
        given = (self.initial or ())[:size]
        return (*given, *(0.0,) * (size - len(given)))

    def with_classes(self, was: Sequence[int], columns: tuple[str, ...]) -> TrainingSettings:
        """Return the rules for classes in another order: that which is + and rows of start weights go with theirs.

        `was`: the index that each class had; −1 for a new one. `columns`: of the points.
        """
        positive = was.index(self.positive) if self.positive in was else None
        initial, has_rows = self.initial, self.initial is not None and not self.mode.is_binary
        # Those of one's own may name columns that there are not, as of a pinned run; their number is known.
        size = self.bias + (len(self.features.own) or len(self.weight_names(columns) if has_rows else ()))
        if initial is not None and has_rows and self._has_rows_of(size):
            rows = [initial[k * size : (k + 1) * size] if k >= 0 else () for k in was]
            n_rows = max((k + 1 for k, row in enumerate(rows) if row), default=0)  # those left out at the end stay so
            initial = sum((row or (0.0,) * size for row in rows[:n_rows]), ()) or None
        return replace(self, positive=positive, initial=initial)

    def check_features(self, n_features: int) -> None:
        """Check that there are as many start weights as entries of θ.

        `n_features`: number of entries of φ(x): with the identity, of coordinates. Raises `SettingsError` unless
        `initial` is None or has one number for each feature, and one more with bias; in multiclass as many for each
        class. With a curved kernel it is the bias alone.
        """
        if self.has_curved_kernel:
            self._check_start_bias()
            return
        expected = n_features + self.bias
        if self.initial is not None and not self._has_rows_of(expected):
            if self.bias:
                what = ntr("{count} weight and the bias", "{count} weights and the bias", n_features)
            else:
                what = ntr("{count} weight, without a bias", "{count} weights, without a bias", n_features)
            words = tr("There must be {expected} start weights ({what}), but there are {found}.")
            if not self.mode.is_binary:
                words = tr("There must be {expected} start weights ({what}) for each class, but there are {found}.")
            what = what.format(count=n_features)
            raise SettingsError(words.format(expected=expected, what=what, found=len(self.initial)))

    def _has_rows_of(self, n_entries: int) -> bool:
        """Whether the start weights are one row of that length, in multiclass some."""
        found = len(self.initial or ())
        return found == n_entries if self.mode.is_binary else n_entries > 0 and found > 0 and found % n_entries == 0

    def _check_start_bias(self) -> None:
        if self.initial is not None and not self.bias:
            raise SettingsError(
                tr("Without a bias, a curved kernel has no start weights: the bias would be the only one.")
            )
        if self.initial is not None and len(self.initial) != 1:
            words = ntr(
                "With a curved kernel the only start weight is the bias, but there is {count} number.",
                "With a curved kernel the only start weight is the bias, but there are {count} numbers.",
                len(self.initial),
            )
            raise SettingsError(words.format(count=len(self.initial)))


def with_mode(settings: TrainingSettings, mode: Mode) -> TrainingSettings:
    """Return the rules in another mode: the primal has no kernel, and start weights of one row are none of several.

    `settings`: the rules before. `mode`: the mode that is wanted.
    """
    loses_kernel = mode is Mode.PRIMAL and settings.kernel.is_curved
    loses_start = loses_kernel or mode.is_binary != settings.mode.is_binary
    return replace(
        settings,
        mode=mode,
        kernel=LINEAR if loses_kernel else settings.kernel,
        initial=None if loses_start else settings.initial,
    )


def for_classes(settings: TrainingSettings, count: int) -> TrainingSettings:
    """Return the rules in a mode that tells classes apart: three and more are too many for a binary one (C1).

    `settings`: the rules before; returned as they are where their mode will do. `count`: classes that have points.
    """
    return with_mode(settings, Mode.MULTICLASS) if count > 2 and settings.mode.is_binary else settings


def with_kernel(settings: TrainingSettings, kernel: Kernel) -> TrainingSettings:
    """Return the rules with another kernel: a curved one turns the primal into the dual, and knows no start weights.

    `settings`: the rules before. `kernel`: the kernel that is wanted.
    """
    mode = Mode.DUAL if kernel.is_curved and settings.mode is Mode.PRIMAL else settings.mode
    is_other_kind = kernel.is_curved != settings.kernel.is_curved
    features = IDENTITY if kernel.is_curved else settings.features  # one way to a curve at a time
    initial = None if is_other_kind or features != settings.features else settings.initial
    return replace(settings, mode=mode, kernel=kernel, features=features, initial=initial)


def with_features(settings: TrainingSettings, features: FeatureMap) -> TrainingSettings:
    """Return the rules with other features: start weights do not fit them, and they take the place of a curved kernel.

    `settings`: the rules before. `features`: the features that are wanted.
    """
    kernel = settings.kernel if features.is_identity else LINEAR
    initial = settings.initial if features == settings.features else None
    return replace(settings, features=features, kernel=kernel, initial=initial)
