"""φ(X), the values of features: of decimals the doubles nearest to the exact ones, else plain float64 (E2, F1).

The value at a point depends on that point alone, not on those beside it, so that points can come one by one.
"""

import math
import operator
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property, reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.engine.data import SettingsError
from perceptron_gui.engine.data.dataset import Bools, Dataset, DatasetError, Floats
from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.engine.data.features.feature_program import Arithmetic, Operation, Program
from perceptron_gui.engine.data.growable_array import GrowableArray, GrowablePoints
from perceptron_gui.engine.data.kernels.function import places_of_decimal
from perceptron_gui.engine.exact import fixed_point
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.frozen import Frozen
from perceptron_gui.translation import tr

Numbers = NDArray[Any]
LARGEST_POWER = 300
"""Of ten, in float64; by a larger one nothing but 0 stays below 2^53."""


class WholeColumn(Frozen, eq=False):
    """Decimals times a power of ten."""

    # shape (n,) or (1,): whole numbers. In float64 one is NaN where it, or one that it was made of, is not below 2^53;
    # as objects they are Python's, of any length
    numbers: Numbers
    places: int  # of which power

    @property
    def is_float(self) -> bool:
        """Whether the numbers are held in float64."""
        return bool(self.numbers.dtype == np.float64)

    def with_places(self, places: int) -> "WholeColumn":
        """Return the same decimals times a larger power of ten. `places`: of which power, at least that of this one."""
        more = places - self.places
        if not more:
            return self
        power: float | int = 10.0 ** min(more, LARGEST_POWER) if self.is_float else 10**more
        return _kept(self.numbers * power, places)


def _kept(numbers: Numbers, places: int) -> WholeColumn:
    """Return a column, with what float64 does not hold exactly marked."""
    if numbers.dtype == np.float64 and not float(np.abs(numbers).max(initial=0.0)) < fixed_point.LARGEST:
        numbers = np.where(np.abs(numbers) < fixed_point.LARGEST, numbers, np.nan)
    return WholeColumn(numbers, places)


def _number(value: Fraction, is_float: bool) -> WholeColumn:
    places = places_of_decimal(value)
    whole = int(value * 10**places)
    if not is_float:
        return WholeColumn(np.array([whole], dtype=object), places)
    return WholeColumn(np.array([float(whole) if abs(whole) < fixed_point.LARGEST else np.nan]), places)


def _aligned(operation: Callable[[Numbers, Numbers], Numbers]) -> Callable[[WholeColumn, WholeColumn], WholeColumn]:
    """Return an operation that looks at numbers with the same places."""

    def carried_out(a: WholeColumn, b: WholeColumn) -> WholeColumn:
        places = max(a.places, b.places)
        return _kept(operation(a.with_places(places).numbers, b.with_places(places).numbers), places)

    return carried_out


def _product(a: WholeColumn, b: WholeColumn) -> WholeColumn:
    return _kept(a.numbers * b.numbers, a.places + b.places)


def _power(a: WholeColumn, exponent: int) -> WholeColumn:
    result = a
    for _ in range(exponent - 1):
        result = _product(result, a)
    return result if exponent else WholeColumn(a.numbers * 0 + 1, 0)


def whole_arithmetic(is_float: bool) -> Arithmetic[WholeColumn]:
    """Return the operations of features of decimals. `is_float`: whether numbers are held in float64."""
    return {
        Operation.NUMBER: lambda value: _number(value, is_float),
        Operation.ADD: _aligned(np.add),
        Operation.SUBTRACT: _aligned(np.subtract),
        Operation.MULTIPLY: _product,
        Operation.POWER: _power,
        Operation.NEGATE: lambda a: WholeColumn(-a.numbers, a.places),
        Operation.ABS: lambda a: WholeColumn(np.abs(a.numbers), a.places),
        Operation.MIN: _aligned(np.minimum),
        Operation.MAX: _aligned(np.maximum),
    }


ROWS_AT_ONCE = 2**15
"""Their columns fit into the cache of a processor."""
LARGEST_EXACT_POWER = 22
"""10^22 is the largest power of ten that is a float64."""
LARGEST_EXPONENT = math.log(sys.float_info.max)
UNMISTAKABLE = 1e15
"""A decimal of at most 15 digits is what the double nearest to it stands for."""


def feature_values(programs: tuple[Program, ...], X: Floats) -> tuple[Floats, Bools]:
    """Return φ of points.

    `programs`: one for each feature. `X`: shape (n, n_columns): coordinates. `values`: shape (n, n_features): not
    finite where a feature is not. `is_rounded`: shape (n,): points with a value that is not, or need not be, the
    decimal of at most 6 places that its double looks like.
    """
    values, is_rounded = np.empty((len(X), len(programs))), np.zeros(len(X), dtype=bool)
    for start in range(0, len(X), ROWS_AT_ONCE):
        part = slice(start, start + ROWS_AT_ONCE)
        rows = _Rows(X[part])
        for j, program in enumerate(programs):
            values[part, j], rounded = rows.values(program)
            is_rounded[part] |= rounded
    return values, is_rounded


def exact_features(
    programs: tuple[Program, ...], x: Sequence[float], is_decimal: bool = True
) -> list[Fraction | float]:
    """Return φ of a place, to be shown: fractions where they are known, else the floats of training.

    `programs`: one for each feature. `x`: coordinates. `is_decimal`: whether they are the decimals that they print as;
    else they were rounded.
    """
    exact = [decimal_fraction(value) if fixed_point.decimal_places([value]) is not None else None for value in x]
    known = [is_decimal and each.is_decimal and all(exact[k] is not None for k in each.columns) for each in programs]
    values: list[Any] = [
        each.run(exact, FRACTIONS) if is_known else None for each, is_known in zip(programs, known, strict=True)
    ]
    others = [j for j, is_known in enumerate(known) if not is_known]
    if others:
        floats = feature_values(tuple(programs[j] for j in others), np.array([x], dtype=np.float64))[0][0].tolist()
        for j, value in zip(others, floats, strict=True):
            values[j] = value
    return values


class _Rows:
    """A few points, with their columns prepared for both arithmetics, when one is asked for.

    `X`: shape (n, n_columns): coordinates.
    """

    def __init__(self, X: Floats) -> None:
        self._columns = [np.ascontiguousarray(column) for column in X.T]

    @cached_property
    def _decimal_columns(self) -> list[tuple[int, Bools]]:
        """The places of each column, and which of its values are decimals."""
        return [*map(_decimals, self._columns)]

    @cached_property
    def _held(self) -> list[WholeColumn]:
        """The columns in whole numbers, for features that are decimals."""
        held = []
        for column, (places, is_decimal) in zip(self._columns, self._decimal_columns, strict=True):
            numbers = fixed_point.held_values(column, places)
            # From CERTAIN on these are rounded; what is no decimal is no whole number either.
            numbers[~(is_decimal & (np.abs(numbers) < fixed_point.CERTAIN))] = np.nan
            held.append(WholeColumn(numbers, places))
        return held

    def values(self, program: Program) -> tuple[Floats, Bools]:
        """Return a feature at the points, and a mask of the values whose double does not stand for the exact one."""
        n = len(self._columns[0])
        with np.errstate(all="ignore"):
            if not program.is_decimal:
                values = np.broadcast_to(program.run(self._columns, FLOATS), n) + 0.0
                return values, np.ones(n, dtype=bool)
            return self._decimal_values(program, n)

    def _decimal_values(self, program: Program, n: int) -> tuple[Floats, Bools]:
        whole = program.run(self._held, whole_arithmetic(is_float=True))
        numbers = np.broadcast_to(whole.numbers, n) + 0.0
        values = numbers / 10.0**whole.places if whole.places <= LARGEST_EXACT_POWER else np.full(n, np.nan)
        is_rounded = np.zeros(n, dtype=bool)
        unclear = np.flatnonzero(~(np.abs(numbers) < UNMISTAKABLE) | np.isnan(values))
        if len(unclear):
            values[unclear], is_rounded[unclear] = self._unclear_values(program, unclear)
        return values, is_rounded

    def _unclear_values(self, program: Program, rows: np.ndarray) -> tuple[Floats, Bools]:
        """Return the values of rows that float64 does not decide."""
        values = np.broadcast_to(program.run([column[rows] for column in self._columns], FLOATS), len(rows)) + 0.0
        is_decimal = reduce(np.logical_and, [self._decimal_columns[j][1][rows] for j in program.columns], np.True_)
        exact = np.flatnonzero(np.broadcast_to(is_decimal, len(rows)))
        whole = self._whole_values(program, rows[exact])
        power = 10**whole.places
        numbers = np.broadcast_to(whole.numbers, len(exact)).tolist()
        found = np.array([_quotient(number, power) for number in numbers], dtype=np.float64)
        looks_decimal = fixed_point.places_of(np.where(np.isfinite(found), found, 0.5)) < fixed_point.NO_PLACES
        is_rounded = np.ones(len(rows), dtype=bool)
        values[exact], is_rounded[exact] = found, looks_decimal
        for place in np.flatnonzero(looks_decimal & np.isfinite(found)).tolist():
            is_rounded[exact[place]] = decimal_fraction(found[place]) != Fraction(numbers[place], power)
        return values, is_rounded

    def _whole_values(self, program: Program, rows: np.ndarray) -> WholeColumn:
        columns = [WholeColumn(np.empty(0, dtype=object), 0)] * len(self._columns)
        for j in program.columns:
            places = self._decimal_columns[j][0]
            columns[j] = WholeColumn(_wholes(self._columns[j][rows], places), places)
        return program.run(columns, whole_arithmetic(is_float=False))


def _decimals(column: Floats) -> tuple[int, Bools]:
    """Return the places that hold all decimals of a column, and which of its values are decimals of at most 6."""
    places = fixed_point.decimal_places(column)
    if places is not None:
        return places, np.ones(len(column), dtype=bool)
    each = fixed_point.places_of(column)
    is_decimal = each < fixed_point.NO_PLACES
    return int(each[is_decimal].max(initial=0)), is_decimal


def _wholes(values: Floats, places: int) -> np.ndarray:
    """Return decimals times a power of ten as Python's whole numbers."""
    product = np.rint(values * 10.0**places)
    is_certain = np.abs(product) < fixed_point.CERTAIN
    wholes = np.where(is_certain, product, 0.0).astype(np.int64).astype(object)
    wholes[~is_certain] = [int(decimal_fraction(value) * 10**places) for value in values[~is_certain].tolist()]
    return wholes


def _quotient(number: int, power: int) -> float:
    """Return the double nearest to a fraction."""
    try:
        return number / power
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def _float_power(column: Floats, exponent: int) -> Floats:
    result = column if exponent else np.ones_like(column)
    for _ in range(exponent - 1):
        result = result * column  # numpy's power has other bits on other machines
    return result


def _periodic(function: Callable[[float], float]) -> Callable[[Floats], Floats]:
    """Return sine or cosine of the C library for columns: numpy's differ between processors in the last bit."""

    def carried_out(column: Floats) -> Floats:
        values, is_finite = np.full(len(column), np.nan), np.isfinite(column)
        values[is_finite] = [*map(function, column[is_finite].tolist())]
        return values

    return carried_out


def _exponential(column: Floats) -> Floats:
    values, is_finite = np.where(column > LARGEST_EXPONENT, np.inf, np.nan), column <= LARGEST_EXPONENT
    values[is_finite] = [*map(math.exp, column[is_finite].tolist())]
    return values


FRACTIONS: Arithmetic[Any] = {
    Operation.NUMBER: lambda value: value,
    Operation.ADD: operator.add,
    Operation.SUBTRACT: operator.sub,
    Operation.MULTIPLY: operator.mul,
    Operation.POWER: operator.pow,
    Operation.NEGATE: operator.neg,
    Operation.ABS: abs,
    Operation.MIN: min,
    Operation.MAX: max,
}
FLOATS: Arithmetic[Floats] = {
    Operation.NUMBER: lambda value: np.array([float(value)]),
    Operation.ADD: np.add,
    Operation.SUBTRACT: np.subtract,
    Operation.MULTIPLY: np.multiply,
    Operation.POWER: _float_power,
    Operation.NEGATE: np.negative,
    Operation.SIN: _periodic(math.sin),
    Operation.COS: _periodic(math.cos),
    Operation.EXP: _exponential,
    Operation.ABS: np.abs,
    Operation.MIN: np.minimum,
    Operation.MAX: np.maximum,
}
"""Plain float64, with the same bits on every machine."""


def largest_value(program: Program, size: float) -> float:
    """Return what no |value| of a feature is above at points whose coordinates are at most so large.

    `size`: the largest |coordinate|.
    """
    with np.errstate(all="ignore"):
        columns = [np.float64(size)] * (max(program.columns, default=-1) + 1)
        return float(program.run(columns, SIZES))


SIZES: Arithmetic[Any] = {
    **FRACTIONS,
    Operation.NUMBER: lambda value: np.float64(float(value)),
    Operation.SUBTRACT: operator.add,
    Operation.NEGATE: abs,
    Operation.SIN: lambda a: np.float64(1.0) if a < np.inf else np.float64(np.inf),
    Operation.COS: lambda a: np.float64(1.0) if a < np.inf else np.float64(np.inf),
    Operation.EXP: np.exp,
    Operation.MIN: np.maximum,
    Operation.MAX: np.maximum,
}
"""Bounds on sizes; a little rounding does not matter to whether they are finite."""


LARGEST_FEATURE = 1e140
"""Squares of features, summed and learned from again and again, stay far below where doubles end (F1)."""


def mapped_points(dataset: Dataset, features: FeatureMap) -> Dataset:
    """Return φ of points, with the features for columns; the same object for the identity.

    `features`: φ. Returns values may be above 10¹², up to 10¹⁴⁰; `rounded` are the points that are not exact (E2).
    Raises `SettingsError` when φ makes no sense for these columns. Raises `DatasetError` when a value is not finite, or
    above 10¹⁴⁰ in size.
    """
    if features.is_identity:
        return dataset
    values, rounded = _values(dataset, features, 0)
    growth = GrowablePoints(GrowableArray.copied(values), GrowableArray(dataset.labels), dataset.present)
    return _as_dataset(dataset, features, growth, rounded)


def longer_mapped_points(earlier: Dataset, dataset: Dataset, features: FeatureMap) -> Dataset:
    """Return φ of points, of which only the new ones are looked at.

    `earlier`: φ of the first points. `dataset`: those points and new ones. `features`: φ. Raises `DatasetError` when a
    value is not finite, or above 10¹⁴⁰ in size.
    """
    if features.is_identity:
        return dataset
    values, rounded = _values(dataset, features, earlier.n_samples)
    known = earlier._growth.X if earlier._growth is not None else GrowableArray(earlier.X)
    growth = GrowablePoints(known.with_rows(values), GrowableArray(dataset.labels), dataset.present)
    return _as_dataset(dataset, features, growth, (*earlier.rounded, *rounded))


def _values(dataset: Dataset, features: FeatureMap, start: int) -> tuple[Floats, tuple[int, ...]]:
    """Return φ of the points from one on, and which of these are not exact."""
    entries = features.of(dataset.features)
    values, is_rounded = feature_values(entries.programs, dataset.X[start:])
    is_good = np.abs(values) <= LARGEST_FEATURE  # NaN is not
    if not is_good.all():
        point, j = (int(place) for place in np.argwhere(~is_good)[0])
        place = ", ".join(format(value, ".15g") for value in dataset.X[start + point, :3].tolist())
        place += ", …" * (dataset.n_features > 3)
        words = tr("The feature {name} is too large at the point ({place}): its values must be from −10¹⁴⁰ to 10¹⁴⁰.")
        if np.isnan(values[point, j]):
            words = tr("The feature {name} cannot be worked out at the point ({place}): part of it is too large.")
        raise DatasetError(words.format(name=entries.names[j], place=place))
    marked = {i for i in dataset.rounded if i >= start}
    return values, tuple(sorted(marked.union((np.flatnonzero(is_rounded) + start).tolist())))


def _as_dataset(dataset: Dataset, features: FeatureMap, growth: GrowablePoints, rounded: tuple[int, ...]) -> Dataset:
    names = features.names(dataset.features)
    return Dataset(growth.X.array, dataset.labels, dataset.classes, names, rounded, None, growth)


def mapping_problem(dataset: Dataset, features: FeatureMap) -> str:
    """Return why φ of points cannot be worked out, in a sentence; "" where it can.

    Points are looked at only where a feature of such large ones might be too large.

    `features`: φ.
    """
    if features.is_identity:
        return ""
    try:
        programs = features.of(dataset.features).programs
        size = fixed_point.largest_size(dataset.X)
        if not all(largest_value(program, size) < LARGEST_FEATURE / 2 for program in programs):
            _values(dataset, features, 0)
    except (SettingsError, DatasetError) as error:
        return str(error)
    return ""
