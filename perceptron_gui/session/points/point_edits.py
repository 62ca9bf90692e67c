"""Edits of points on the canvas: where a brush sprays, what it touches; selected points mapped, moved, shaken (E2)."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Sequence
from enum import Enum
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.engine.data.dataset import Bools, Dataset, DatasetError, Floats, Ints
from perceptron_gui.engine.exact import fixed_point
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.frozen import Frozen
from perceptron_gui.translation import tr

SIGNIFICANT = 15
"""Decimal digits that every double keeps."""
MOST_PLACES = 15
"""Up to here a power of ten is a whole number that a double holds."""
FEW = 50
"""Values that are looked at before all: where these are no decimals nobody need look at a million."""


def places_of(values: Floats) -> int | None:
    """Return the fewest places with which decimals are written; None where some have more than `MOST_PLACES`.

    Training is exact up to 6 places (E2), but a narrow view has points at 0.000000001, too.

    `values`: of any shape.
    """
    places = fixed_point.decimal_places(values)
    if places is not None:
        return places
    for some in (values[:FEW], values):
        places = next((k for k in range(fixed_point.MAX_PLACES + 1, MOST_PLACES + 1) if _are_decimals(some, k)), None)
        if places is None:
            return None
    return places


def _are_decimals(values: Floats, places: int) -> bool:
    product = values * 10.0**places
    return bool(((np.rint(product) / 10.0**places == values) & (np.abs(product) < fixed_point.CERTAIN)).all())


def shifted_values(values: Floats, by: Fraction) -> Floats:
    """Return decimals plus a decimal, rounded only once, to the nearest doubles; other numbers in plain float64.

    `values`: shape (n,): in data units. `by`: A decimal.
    """
    places, more = places_of(values), _places_of(by)
    if places is not None and more is not None:
        places = max(places, more)
        if (Fraction(fixed_point.largest_size(values)) + abs(by)) * 10**places < fixed_point.LARGEST:
            held = fixed_point.held_values(values, places) + float(by * 10**places)
            return fixed_point.nearest_doubles(held, Fraction(1, 10**places))
    return without_noise(values + float(by))


def _places_of(value: Fraction) -> int | None:
    """Return with how many places a decimal is written; None for no decimal, and for more than `MOST_PLACES`."""
    return next((k for k in range(MOST_PLACES + 1) if (value * 10**k).denominator == 1), None)


def without_noise(values: Floats) -> Floats:
    """Return sums of decimals rounded to the digits that the largest of them can have.

    `values`: of any shape. Returns of the same shape.
    """
    largest = float(np.abs(values).max(initial=1.0))
    rounded: Floats = np.round(values, SIGNIFICANT - 1 - math.ceil(math.log10(largest))) + 0.0
    return rounded


Row = tuple[Fraction, Fraction]
"""By how much each coordinate of before counts in one of after."""
Steps = tuple[Fraction, Fraction]
"""Distances of the lines of a grid across and upwards, in data units."""
ONE, NONE = Fraction(1), Fraction(0)
LARGEST_HALVES = 16
"""Rows of at most so many halves are worked out in whole numbers: four bits more than those of the coordinates."""


class PlaneMap(Frozen):
    """A linear map around a place that stays where it is: x ↦ c + A·(x − c).

    Mirroring, quarter turns, doubling and halving are exact where decimals of at most 6 places suffice, or of as many
    as the points have, and else rounded to these; of points that are no short decimals themselves they are worked out
    in float64. What any other map says is rounded to a grid.
    """

    rows: tuple[Row, Row]  # the rows of A
    centre: Centre  # c, in data units: a sum of two coordinates, halved

    @classmethod
    def scaled(cls, centre: Centre, across: Fraction, upwards: Fraction) -> PlaneMap:
        """Return the map that stretches. `across`, `upwards`: how many times as wide, and as high."""
        return cls(((across, NONE), (NONE, upwards)), centre)

    @classmethod
    def turned(cls, centre: Centre, degrees: float, aspect: float = 1.0) -> PlaneMap:
        """Return the map that turns to the left.

        `degrees`: counterclockwise. `aspect`: how many times as long a data unit is on the screen upwards as across:
        it turns what is seen there.
        """
        quarters, rest = divmod(degrees, 90)
        angle = math.radians(degrees)
        c, s = (Fraction(math.cos(angle)), Fraction(math.sin(angle))) if rest else _QUARTERS[int(quarters) % 4]
        longer = Fraction(aspect)
        return cls(((c, -s * longer), (s / longer, c)), centre)

    @property
    def stays_on_line(self) -> bool:
        """Whether points of the first axis stay on it, as those of a single feature must."""
        return self.rows[1][0] == 0

    def places(self, points: Floats, steps: Steps) -> Floats:
        """Return the images of points under the map, shape (n, 2).

        `points`: shape (n, 2): in data units. `steps`: of the grid to which places are rounded that are no short
        decimals. Returns shape (n, 2): the doubles nearest to their decimals.
        """
        return np.column_stack([self._coordinate(axis, points, steps[axis]) for axis in range(2)])

    def _coordinate(self, axis: int, points: Floats, step: Fraction) -> Floats:
        row = self.rows[axis]
        if row[axis] == 1 and row[1 - axis] == 0:
            return points[:, axis]
        halves = [2 * factor for factor in row]
        if any(half.denominator != 1 or abs(half) > LARGEST_HALVES for half in halves):
            return fixed_point.nearest_doubles(np.rint(self._in_floats(axis, points) / float(step)), step)
        exact = self._in_whole_numbers(axis, points, [int(half) for half in halves])
        return exact if exact is not None else self._in_floats(axis, points)

    def _in_floats(self, axis: int, points: Floats) -> Floats:
        centre = [float(c) for c in self.centre]
        across, upwards = (float(self.rows[axis][j]) * (points[:, j] - centre[j]) for j in range(2))
        moved: Floats = across + upwards + centre[axis]
        return moved

    def _in_whole_numbers(self, axis: int, points: Floats, halves: list[int]) -> Floats | None:
        """Return one coordinate by a row of halves; None where the points are not exact, or become too large."""
        places, largest = places_of(points), fixed_point.largest_size(points)
        if places is None or max(Fraction(largest), *map(abs, self.centre)) * 10**places >= fixed_point.LARGEST:
            return None
        doubled = [2 * c * 10**places for c in self.centre]
        if any(c.denominator != 1 for c in doubled):
            return None
        held = fixed_point.held_values(points, places).astype(np.int64)
        middle = [int(c) for c in doubled]
        away = (2 * held - middle) @ np.array(halves)
        return _of_quarters(away + 2 * middle[axis], places)


_QUARTERS = ((ONE, NONE), (NONE, ONE), (-ONE, NONE), (NONE, -ONE))
"""Cosine and sine of whole quarter turns."""


def _of_quarters(quarters: Ints, places: int) -> Floats | None:
    """Convert fourths of 10⁻ᵏ to decimals, with up to two more places; None where they are too large."""
    more = 0 if not (quarters % 4).any() else 1 if not (quarters % 2).any() else 2
    more = min(more, max(fixed_point.MAX_PLACES - places, 0))
    if np.abs(quarters).max(initial=0) >= 4 * fixed_point.LARGEST // 10**more:
        return None
    scaled = quarters * 10**more
    whole = (scaled + 1 + ((scaled >> 2) & 1)) >> 2  # the nearest, of two the even one
    return fixed_point.nearest_doubles(whole.astype(np.float64), Fraction(1, 10 ** (places + more)))


def rows_of(selection: Sequence[int]) -> Ints:
    """Return selected points as an array. `selection`: indices of the points. Returns shape (n_selected,)."""
    return np.array(selection, dtype=np.int64)


def of_class(dataset: Dataset, label: int) -> tuple[int, ...]:
    """Return the points of a class. `label`: index of the class."""
    return tuple(np.flatnonzero(dataset.labels == label).tolist())


def others(dataset: Dataset, selection: Sequence[int]) -> tuple[int, ...]:
    """Return the points that are not selected. `selection`: indices of the points that are."""
    stays = np.ones(dataset.n_samples, dtype=bool)
    stays[rows_of(selection)] = False
    return tuple(np.flatnonzero(stays).tolist())


def inside_loop(points: Floats, loop: Floats) -> Bools:
    """Return which points a closed line goes around, an odd number of times where it crosses itself.

    Each side of the loop is compared with the points at its height alone, which are found by their order: a loop of
    hundreds of sides around a million points takes hardly longer than a frame around them.

    `points`: shape (n, 2): in the units of the loop. `loop`: shape (n_corners, 2): corners; the last is joined to the
    first. Returns shape (n,).
    """
    found = np.zeros(len(points), dtype=bool)
    if len(loop) < 3:
        return found
    near = np.flatnonzero(((points >= loop.min(axis=0)) & (points <= loop.max(axis=0))).all(axis=1))
    near = near[np.argsort(points[near, 1], kind="stable")]
    x, y = points[near].T
    is_inside = np.zeros(len(near), dtype=bool)
    for (x1, y1), (x2, y2) in zip(loop.tolist(), np.roll(loop, -1, axis=0).tolist(), strict=True):
        if y1 == y2:
            continue
        at = slice(*np.searchsorted(y, sorted((y1, y2))).tolist())
        is_inside[at] ^= x[at] < x1 + (y[at] - y1) * ((x2 - x1) / (y2 - y1))
    found[near] = is_inside
    return found


Centre = tuple[Fraction, Fraction]
"""A place of the plane, in data units."""


class SelectionBox(Frozen):
    """The smallest rectangle with sides along the axes that holds points."""

    # in data units
    left: float
    bottom: float
    right: float
    top: float

    @classmethod
    def around(cls, points: Floats) -> SelectionBox:
        """Return the box of points. `points`: shape (n, 2): in data units; at least one."""
        x, y = points.T  # column by column: over both at once numpy takes ten times as long
        return cls(float(x.min()), float(y.min()), float(x.max()), float(y.max()))

    @property
    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """From where to where it reaches, across and upwards."""
        return (self.left, self.right), (self.bottom, self.top)

    @property
    def centre(self) -> Centre:
        """Its middle: half the sum of the decimals that its sides stand for."""
        across = decimal_fraction(self.left) + decimal_fraction(self.right)
        return across / 2, (decimal_fraction(self.bottom) + decimal_fraction(self.top)) / 2


def in_plane(dataset: Dataset, rows: Ints) -> Floats:
    """Return where points of one or two features lie in the plane; those of one lie on its first axis.

    `rows`: shape (n,): indices of the points. Returns shape (n, 2).
    """
    points: Floats = dataset.X.take(rows, axis=0)
    return points if dataset.n_features == 2 else np.column_stack([points[:, 0], np.zeros(len(points))])


SHAKE_PARTS = 10
"""A shaken point lands on one of so many places on each side of where it was, the last of them a step away."""
Offset = tuple[int, int]
"""Steps to the right and upwards."""


def require_plane(dataset: Dataset) -> None:
    """Raise `DatasetError` where points have more than two features: a gesture does not say where they go."""
    if dataset.n_features > 2:
        raise DatasetError(tr("These points have more than two features: they cannot be moved in the plane."))


def box_of(dataset: Dataset, rows: Ints) -> SelectionBox:
    """Return the box around points.

    `dataset`: with one or two features. `rows`: shape (n,): indices of the points; at least one.
    """
    return SelectionBox.around(in_plane(dataset, rows))


def mapped(dataset: Dataset, rows: Ints, plane_map: PlaneMap, steps: Steps) -> Dataset:
    """Return the points with some of them mapped.

    `dataset`: with one or two features. `rows`: shape (n,): indices of those that move. `steps`: of the grid to which
    places are rounded, see `PlaneMap.places`. Raises `DatasetError` where a point would lie beyond 10¹², or leave the
    line of a single feature.
    """
    if dataset.n_features == 1 and not plane_map.stays_on_line:
        raise DatasetError(tr("Points with one feature lie on a line, so they cannot be turned."))
    places = plane_map.places(in_plane(dataset, rows), steps)
    return dataset.moved(rows, places[:, : dataset.n_features])


def shifted(dataset: Dataset, rows: Ints, offset: Offset, steps: Steps) -> Dataset:
    """Return the points with some of them a few steps aside.

    `dataset`: with one or two features. `rows`: shape (n,): indices of those that move. `offset`: steps to the right
    and upwards, each as long as `steps` says. Raises `DatasetError` where a point would lie beyond 10¹².
    """
    return dataset.moved(rows, _aside(dataset, rows, offset, steps))


def duplicated(dataset: Dataset, rows: Ints, offset: Offset, steps: Steps) -> Dataset:
    """Return the points, and after them copies of some, a few steps aside where they have a place in the plane.

    `rows`: shape (n,): indices of those that are copied. `offset`: steps to the right and upwards, each as long as
    `steps` says. Raises `DatasetError` where a copy would lie beyond 10¹².
    """
    is_plane = dataset.n_features <= 2
    places = _aside(dataset, rows, offset, steps) if is_plane else dataset.X[rows]
    marks = [] if is_plane else np.flatnonzero(np.isin(rows, dataset.rounded)).tolist()
    return dataset.with_points(places, dataset.labels[rows], marks)


def shaken(dataset: Dataset, rows: Ints, steps: Steps) -> Dataset:
    """Return the points with some of them moved at random, by at most a step; the same points move the same way.

    `dataset`: with one or two features. `rows`: shape (n,): indices of those that move. `steps`: how far, at most.
    Raises `DatasetError` where a point would lie beyond 10¹².
    """
    before = dataset.X[rows]
    chance = np.random.default_rng(zlib.crc32(np.ascontiguousarray(before).tobytes()))
    parts = chance.integers(-SHAKE_PARTS, SHAKE_PARTS + 1, before.shape)
    columns = []
    for j, fine in zip(range(dataset.n_features), (step / SHAKE_PARTS for step in steps), strict=False):
        columns.append(fixed_point.nearest_doubles(np.rint(before[:, j] / float(fine)) + parts[:, j], fine))
    return dataset.moved(rows, np.column_stack(columns))


def _aside(dataset: Dataset, rows: Ints, offset: Offset, steps: Steps) -> Floats:
    """Return the places of points, so many steps away."""
    columns = [shifted_values(dataset.X[rows, j], offset[j] * steps[j]) for j in range(dataset.n_features)]
    return np.column_stack(columns)


def dab(chance: np.random.Generator, count: int, radius: float) -> Floats:
    """Return places evenly spread over a disc around 0.

    `count`: how many places. `radius`: of the disc, in pixels. Returns shape (count, 2): in pixels.
    """
    away, angle = radius * np.sqrt(chance.random(count)), 2 * np.pi * chance.random(count)
    return np.column_stack([away * np.cos(angle), away * np.sin(angle)])


def along(points: Floats, start: tuple[float, float], end: tuple[float, float], radius: float) -> Bools:
    """Return which points a disc covers on its way from one place to another.

    `points`: shape (n, 2): in the units of the radius. `start`, `end`: where the middle of the disc begins, and where
    it ends. `radius`: of the disc. Returns shape (n,).
    """
    begin, way = np.array(start), np.array(end) - np.array(start)
    length = float(way @ way)
    share = np.clip((points - begin) @ way / length, 0, 1) if length else np.zeros(len(points))
    away = points - (begin + share[:, None] * way)
    is_near: Bools = np.hypot(away[:, 0], away[:, 1]) <= radius
    return is_near


Places = NDArray[np.float64]
"""Points in data units, shape (n, 2)."""
AT_ONCE = 100_000
"""Points that are looked at in a third of a millisecond; between so many others may have the interpreter."""


MOST_UNLIKE = 20.0
"""How many times as long one range may be as the other until points look like a line."""


def have_unlike_ranges(positions: Places) -> bool:
    """Whether points would look like a line if both axes had one scale.

    `positions`: shape (n, 2): in data units.
    """
    ranges = [float(column.max() - column.min()) for column in positions.T] if len(positions) else [0.0]
    return 0 < MOST_UNLIKE * min(ranges) < max(ranges)


class Side(Enum):
    """A side of the view."""

    LEFT = "left"
    RIGHT = "right"
    ABOVE = "above"
    BELOW = "below"


Counts = dict[Side, int]


class OutsideQuestion(Frozen, eq=False):
    """A question how many points lie outside the view."""

    positions: Places  # shape (n, 2): in data units
    rectangle: tuple[float, float, float, float]  # left, bottom, right and top in data units


def count_outside(question: OutsideQuestion, listen: Callable[[], None] = lambda: None) -> Counts:
    """Return how many points lie beyond each side of the view; one beyond a corner is left or right of it.

    `listen`: is called every third of a millisecond; what it raises ends the work.
    """
    left, bottom, right, top = question.rectangle
    counts = dict.fromkeys(Side, 0)
    for first in range(0, len(question.positions), AT_ONCE):
        x, y = question.positions[first : first + AT_ONCE].T
        is_left, is_right = x < left, x > right
        is_between = ~(is_left | is_right)
        beyond = {Side.LEFT: is_left, Side.RIGHT: is_right}
        beyond |= {Side.ABOVE: (y > top) & is_between, Side.BELOW: (y < bottom) & is_between}
        for side, points in beyond.items():
            counts[side] += int(np.count_nonzero(points))
        listen()
    return counts
