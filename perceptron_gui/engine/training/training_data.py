"""The points of a run as the trainers hold them: augmented, scaled to whole numbers, with their signs (E2).

Arrays are computed when they are first asked for, and continued where points come (P9).
"""

import operator
import sys
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from math import floor, inf
from typing import Any

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, Floats, Ints, has_same_signs, longer_targets, targets_of
from perceptron_gui.engine.data.growable_array import GrowableArray
from perceptron_gui.engine.data.kernels.function import KernelFunction
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.exact import fixed_point
from perceptron_gui.engine.exact.feature_values import longer_mapped_points, mapped_points
from perceptron_gui.engine.exact.fixed_point import LARGEST, held_values, largest_size, n_fitting_rows
from perceptron_gui.engine.native import loader
from perceptron_gui.engine.native.loader import KernelNumbers, Places
from perceptron_gui.frozen import Frozen, Mutable, replace

WHOLE_GRAM = 4_000
"""Up to this many points every row of the Gram matrix is kept (D4)."""
CACHE_BYTES = 128 * 2**20
"""Above that, rows are kept up to this many bytes."""


class Gram:
    """Rows of the Gram matrix, computed when first asked for.

    `inputs`: shape (n_samples, n_features): held points. `places`: shape (n_samples,): where each row lies in memory,
    for the compiled loop; 0 where it is not kept.
    """

    def __init__(self, kernel: KernelFunction, inputs: Floats) -> None:
        self._kernel, self._columns, n = kernel, np.ascontiguousarray(inputs.T), len(inputs)
        numbers = kernel.loop_numbers()
        self._numbers = None if numbers is None else KernelNumbers(*numbers)
        self._n_samples = n
        self._capacity = n if n <= WHOLE_GRAM else max(1, CACHE_BYTES // (8 * n))
        self._rows: OrderedDict[int, Floats] = OrderedDict()
        self.places = np.zeros(n, dtype=np.uintp)

    @property
    def is_whole(self) -> bool:
        """Whether all rows fit the memory; otherwise those not used for longest are dropped."""
        return self._capacity >= self._n_samples

    def row(self, index: int) -> Floats:
        """Return K(x_i, x_j) for one i and all j.

        `index`: i. Returns shape (n_samples,): held values; not to be changed.
        """
        row = self._rows.get(index)
        known = 0 if row is None else len(row)
        if row is None or known < self._n_samples:
            rest = self.entries(index, known, self._n_samples)
            self._keep(index, rest if row is None else np.concatenate([row, rest]))
        else:
            self._rows.move_to_end(index)
        return self._rows[index]

    def take_rows(self, earlier: "Gram") -> None:
        """Take over the rows of fewer points: they get their new columns when they are asked for."""
        self._rows.update(list(earlier._rows.items())[-self._capacity :])

    def _keep(self, index: int, row: Floats) -> None:
        self._rows[index] = row
        self._rows.move_to_end(index)
        self.places[index] = row.ctypes.data
        if len(self._rows) > self._capacity:
            gone, _ = self._rows.popitem(last=False)
            self.places[gone] = 0

    def entries(self, index: int, start: int, stop: int) -> Floats:
        """Return K(x_i, x_j) of one i and some j.

        `index`: i. `start`, `stop`: the first j, and the one after the last. Returns shape (stop − start,).
        """
        if loader.library is not None and self._numbers is not None:
            return loader.library.gram_row(self._numbers, self._columns, index, start, stop)
        left, right = self._columns[:, index : index + 1].T, self._columns[:, start:stop].T
        row: Floats = self._kernel.values(left, right)[0]
        return row


Growable = GrowableArray[np.float64]


class HeldArrays(Mutable, eq=False, dict=True):
    """Arrays derived from a run's points, computed at first use."""

    X: Floats  # shape (n_samples, n_features): coordinates in data units
    signs: Ints | None  # shape (n_samples,): −1 or +1; None in multiclass
    places: int  # after the point, by which the numbers are held
    n_entries: int  # n_features, and one more with bias
    _norm: float = LARGEST

    @cached_property
    def inputs(self) -> Growable:
        """Held x̂, shape (n_samples, n_entries)."""
        return self._filled(None)

    @cached_property
    def signed(self) -> Growable:
        """y·x̂ where there are signs, else x̂, shape (n_samples, n_entries)."""
        return self.inputs if self.signs is None else self._filled(self.signs)

    @cached_property
    def columns(self) -> list[Growable]:
        """The columns of `signed`, each contiguous, of shape (n_samples,)."""
        return [GrowableArray.copied(column) for column in self.signed.array.T]

    @cached_property
    def column_places(self) -> Places:
        """Where the columns lie in memory, shape (n_entries,)."""
        return np.array([column.array.ctypes.data for column in self.columns], dtype=np.uintp)

    @cached_property
    def rows(self) -> list[list[float]]:
        """The rows of `signed` as lists."""
        rows: list[list[float]] = self.signed.array.tolist()
        return rows

    @cached_property
    def largest_weight(self) -> float:
        """The largest |θ_j| that keeps every score exact, where all numbers are whole."""
        signed, norm = self.signed.array, self._norm  # the compiled loop finds it along the way
        return fixed_point.weight_within(norm) if norm < LARGEST else fixed_point.largest_weight(signed)

    @cached_property
    def largest_size(self) -> float:
        """The largest |x_ij|, in data units."""
        return largest_size(self.X)

    @property
    def is_empty(self) -> bool:
        """Whether nothing was computed yet."""
        return not {"inputs", "signed", "columns", "rows"} & self.__dict__.keys()

    def emptied(self, places: int) -> "HeldArrays":
        """Return those of the same points with nothing computed.

        `places`: places after the point by which the numbers are held.
        """
        return HeldArrays(self.X, self.signs, places, self.n_entries)

    def extended(self, X: Floats, signs: Ints | None) -> "HeldArrays":
        """Return the arrays of more points, held alike; those that are there are continued, at the cost of the new.

        `X`: shape (n_longer, n_features): the points of this one, then new ones. `signs`: shape (n_longer,), or None:
        −1 or +1; None in multiclass.
        """
        n, known = len(self.X), self.__dict__
        more = HeldArrays(X[n:], None if signs is None else signs[n:], self.places, self.n_entries)
        longer = HeldArrays(X, signs, self.places, self.n_entries)
        for name, continued in CONTINUED.items():
            if name in known and not (name == "signed" and signs is None):  # that are the inputs then
                longer.__dict__[name] = continued(known[name], getattr(more, name))
        return longer

    def _filled(self, signs: Ints | None) -> Growable:
        return Growable.made((len(self.X), self.n_entries), np.float64, partial(self._fill, signs=signs))

    def _fill(self, inputs: Floats, signs: Ints | None) -> None:
        d, power = self.X.shape[1], 10.0**self.places
        if loader.library is not None and self.X.flags.c_contiguous:
            norm = loader.library.hold(self.X, signs, power, inputs)
            if norm >= 0.0:
                self._norm = norm
                return
        inputs[:, :d] = held_values(self.X, self.places)
        inputs[:, d:] = power
        if signs is not None:
            inputs *= signs[:, None]


def _continued(known: Growable, more: Growable) -> Growable:
    return known.with_rows(more.array)


CONTINUED: dict[str, Callable[[Any, Any], Any]] = {
    "inputs": _continued,
    "signed": _continued,
    "columns": lambda known, more: [*map(_continued, known, more)],
    "rows": operator.add,
    "largest_weight": min,
    "largest_size": max,
}
"""How what is known of some points becomes what is known of them and more."""


def grown_scale(
    scale: fixed_point.Scale, fitting: fixed_point.Scale, dataset: Dataset, settings: TrainingSettings
) -> fixed_point.Scale:
    """Return the scale after the points arrived one by one: those after the first that does not fit leave it as it is.

    `scale`: that of the run so far. `fitting`: the one that all points would fit, inexact where there is none.
    `dataset`: all points so far.
    """
    if not scale.is_exact or fitting.is_exact:
        return fitting if scale.is_exact else scale
    if settings.has_curved_kernel:
        return _scale_of_first(dataset, settings, scale)
    return fixed_point.choose_scale(dataset.X[: n_fitting_points(dataset, scale.places)], settings, scale.places)


def _scale_of_first(dataset: Dataset, settings: TrainingSettings, scale: fixed_point.Scale) -> fixed_point.Scale:
    """Return the scale of as many points, from the first, as there is one for."""
    fits, fails = 0, dataset.n_samples
    while fails - fits > 1:
        middle = (fits + fails) // 2
        is_known = not any(i < middle for i in dataset.rounded)
        if is_known and fixed_point.choose_scale(dataset.X[:middle], settings, scale.places).is_exact:
            fits = middle
        else:
            fails = middle
    return fixed_point.choose_scale(dataset.X[:fits], settings, scale.places)


def n_fitting_points(dataset: Dataset, places: int, first: int = 0, largest: float = 0.0) -> int:
    """Return how many points come before the first that whole numbers cannot hold.

    `places`: decimal places that the run has. `first`: how many points are known to fit. `largest`: the largest |x_ij|
    of those.
    """
    fitting = first + n_fitting_rows(dataset.X[first:], places, largest)
    return min([fitting, *dataset.rounded[:1]])


ROWS_KEPT = 20_000
"""Up to this many points their rows are kept as Python lists, which the scalar loops read fastest."""


class TrainingData(Frozen, eq=False, dict=True):
    """Augmented inputs x̂ = (φ(x), 1) and targets, held as whole numbers where they can be (E2, F1)."""

    dataset: Dataset  # the points present
    mapped: Dataset  # φ of these points; the same object where φ is the identity
    settings: TrainingSettings
    scale: fixed_point.Scale  # how the numbers are held
    is_exact: bool  # whether every held number is whole
    targets: Ints  # shape (n_samples,): −1 or +1 in the binary modes, the class index in multiclass
    arrays: HeldArrays  # what is computed of the points when a trainer first asks for it
    _target_block: GrowableArray[np.int64] | None = None

    @property
    def n_samples(self) -> int:
        """Number of points."""
        return self.dataset.n_samples

    @property
    def n_entries(self) -> int:
        """Length of a row of θ: the features, none with a curved kernel, and one more with bias."""
        return self.n_weights + self.settings.bias

    @property
    def n_weights(self) -> int:
        """Length of w: the features of φ; none with a curved kernel."""
        return 0 if self.settings.has_curved_kernel else self.mapped.n_features

    @property
    def n_rows(self) -> int:
        """Rows of θ: 1, in multiclass the number of classes."""
        return 1 if self.settings.mode.is_binary else len(self.dataset.classes)

    def moves(self, points: Ints, rivals: Ints) -> list[tuple[Ints, Ints]]:
        """Return what updates add their points to: rows of θ, and the signs with which they join them (P2, M2).

        `points`, `rivals`: shape (n,): which points were learned from, and the rival of each. Returns one pair, each of
        shape (n,), or in multiclass one for the true classes and one for the rivals.
        """
        targets = self.targets[points]
        if self.settings.mode.is_binary:
            return [(np.zeros_like(targets), targets)]
        return [(targets, np.ones_like(targets)), (rivals.astype(np.int64), -np.ones_like(targets))]

    @property
    def kernel(self) -> KernelFunction:
        """K of held points: times a power of ten, whole, where the run is exact."""
        function = self.settings.kernel.function
        return function.held(self.scale.places) if self.scale.is_exact else function

    @cached_property
    def largest_kernel(self) -> float:
        """The largest held |K| of two points, where all are whole."""
        return float(fixed_point.largest_value(self.mapped.X, self.settings.kernel.function, self.scale.places))

    @cached_property
    def largest_value(self) -> float:
        """About the largest held |K| of two points: by Cauchy and Schwarz it stands on the diagonal."""
        return float(self.kernel.squares(self.inputs).max(initial=0.0))

    @cached_property
    def gram(self) -> Gram:
        """The Gram matrix; rows that were computed are kept for all trainers of these data."""
        return Gram(self.kernel, self.inputs)

    @property
    def inputs(self) -> Floats:
        """Held x̂, shape (n_samples, n_entries)."""
        return self.arrays.inputs.array

    @property
    def signed(self) -> Floats:
        """y·x̂ in the binary modes, x̂ in multiclass, shape (n_samples, n_entries).

        With the sign put in once, y·f(x) is one sum and an update adds one row; a sign changes no rounding.
        """
        return self.arrays.signed.array

    @property
    def columns(self) -> list[Floats]:
        """The columns of `signed`, each contiguous, of shape (n_samples,)."""
        return [column.array for column in self.arrays.columns]

    def rows(self, start: int, stop: int, order: Ints | None) -> list[list[float]]:
        """Return rows of `signed` in the order of a pass.

        `start`, `stop`: the first position, and the one after the last. `order`: shape (n_samples,), or None: indices
        in the order of the pass; None is the order of placement. Returns stop − start rows of n_entries numbers; not to
        be changed.
        """
        if self.n_samples > ROWS_KEPT:
            some: list[list[float]] = self.signed[_places(start, stop, order)].tolist()
            return some
        if order is None:
            return self.arrays.rows[start:stop]
        rows = self.arrays.rows
        return [rows[i] for i in order[start:stop].tolist()]

    def dot(self, theta: list[float], start: int, stop: int, order: Ints | None = None) -> Floats:
        """Return θ·row for rows of `signed`, summed feature by feature from the left (E4).

        `theta`: n_entries numbers. `start`, `stop`: the first position, and the one after the last. `order`: shape
        (n_samples,), or None: indices in the order of the pass; None is the order of placement. Returns shape (stop −
        start,).
        """
        if order is None and loader.library is not None:
            return loader.library.sums(self.arrays.column_places, theta, start, stop)
        sums: Floats = self.dots(np.array([theta]), start, stop, order)[0]
        return sums

    def dots(self, thetas: Floats, start: int, stop: int, order: Ints | None) -> Floats:
        """Return the same for many θ, by numpy.

        `thetas`: shape (n, n_entries). `start`, `stop`, `order`: see `dot`. Returns shape (n, stop − start).
        """
        places, totals = _places(start, stop, order), np.zeros((len(thetas), stop - start))
        for weights, column in zip(thetas.T, self.columns, strict=True):
            totals += column[places] * weights[:, np.newaxis]
        return totals

    def targets_at(self, start: int, stop: int, order: Ints | None = None) -> Ints:
        """Return the targets of points in the order of a pass, shape (stop − start,); see `rows`."""
        return self.targets[_places(start, stop, order)]

    def without_arrays(self) -> "TrainingData":
        """Return the same points without the arrays that were computed of them."""
        return replace(self, arrays=self.arrays.emptied(self.scale.places))

    @property
    def largest_weight(self) -> float:
        """The largest |θ_j| that keeps every score exact; −1 where the numbers are not whole."""
        return self.arrays.largest_weight if self.is_exact else -1.0

    def is_in_range(self, theta: Sequence[float]) -> bool:
        """Whether every number derived from these parameters is exact (E3). `theta`: held parameters."""
        bound = self.largest_weight
        return max(theta) <= bound and min(theta) >= -bound

    @property
    def largest_updated(self) -> float:
        """The largest |θ_j| that an update can reach without rounding; −1 where the step itself is beyond 2^53."""
        return self.largest_weight if self.scale.step <= LARGEST else -1.0

    @cached_property
    def threshold(self) -> float:
        """Held β: a point whose held margin is at most this causes an update (V4); whole where the numbers are."""
        held = fixed_point.held_margin(self.settings.beta, self.scale)
        if held > sys.float_info.max:  # of a tiny η no margin is more than β/η
            return inf
        return float(floor(held) if self.is_exact else held)

    @property
    def present(self) -> tuple[int, ...]:
        """Indices of the classes with points: the rows of W (W1)."""
        return self.dataset.present


def _places(start: int, stop: int, order: Ints | None) -> slice | Ints:
    return slice(start, stop) if order is None else order[start:stop]


def make_training_data(
    dataset: Dataset, settings: TrainingSettings, earlier: fixed_point.Scale | None = None
) -> TrainingData:
    """Hold `dataset` as `settings` need it.

    `earlier`: the scale of the run so far; it never shrinks, and points that do not fit it leave it as it is. Raises
    `SettingsError` when the start weights do not fit the number of features. Raises `DatasetError` when a binary mode
    has three or more classes and none is chosen as +.
    """
    mapped = mapped_points(dataset, settings.features)
    settings.check_features(mapped.n_features)
    fitting = fixed_point.choose_scale(mapped.X, settings, earlier.places if earlier else 0)
    if mapped.rounded:
        fitting = fixed_point.rounded_scale(settings)
    scale = fitting if earlier is None else grown_scale(earlier, fitting, mapped, settings)
    targets = targets_of(dataset, settings)
    signs = targets if settings.mode.is_binary and not settings.has_curved_kernel else None
    n_entries = mapped.n_features + (settings.bias and not settings.has_curved_kernel)
    arrays = HeldArrays(mapped.X, signs, scale.places, n_entries)
    is_exact = fitting.is_exact and scale.is_exact and fixed_point.holds_margin(settings.beta, scale)
    return TrainingData(dataset, mapped, settings, scale, is_exact, targets, arrays)


def longer_training_data(earlier: TrainingData, dataset: Dataset, has_begun: bool) -> TrainingData:
    """Hold `dataset` as `make_training_data` does, reading only the points that `earlier` does not have.

    `dataset`: the points of `earlier`, then new ones. `has_begun`: whether the run made a visit: then points that do
    not fit the scale leave it as it is. Raises `DatasetError` when a binary mode has three or more classes and none is
    chosen as +.
    """
    settings, scale, before = earlier.settings, earlier.scale, earlier.n_samples
    if settings.has_curved_kernel:
        return _longer_kernel_data(earlier, dataset, has_begun)
    is_longer = dataset.is_extension_of(earlier.dataset)
    if not (is_longer and has_same_signs(earlier.dataset, dataset, settings)):
        return make_training_data(dataset, settings, scale if has_begun else None)
    mapped, fitting = longer_mapped_points(earlier.mapped, dataset, settings.features), before
    if earlier.is_exact:
        fitting = n_fitting_points(mapped, scale.places, before, earlier.arrays.largest_size)
    if not (fitting == dataset.n_samples or has_begun or not scale.is_exact):
        return make_training_data(dataset, settings)
    if scale.is_exact:
        scale = fixed_point.choose_scale(mapped.X[before:fitting], settings, scale.places)
    is_exact = earlier.is_exact and fitting == dataset.n_samples and fixed_point.holds_margin(settings.beta, scale)
    targets = longer_targets(earlier._target_block or GrowableArray(earlier.targets), dataset, settings)
    signs = targets.array if settings.mode.is_binary else None
    known = earlier.arrays if scale == earlier.scale else earlier.arrays.emptied(scale.places)
    arrays = known.extended(mapped.X, signs)
    return TrainingData(dataset, mapped, settings, scale, is_exact, targets.array, arrays, targets)


def _longer_kernel_data(earlier: TrainingData, dataset: Dataset, has_begun: bool) -> TrainingData:
    """Do the same for a curved kernel: what is kept is the Gram matrix."""
    data = make_training_data(dataset, earlier.settings, earlier.scale if has_begun else None)
    if data.scale == earlier.scale and dataset.is_extension_of(earlier.dataset):
        data.gram.take_rows(earlier.gram)
    return data
