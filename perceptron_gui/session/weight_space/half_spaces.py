"""The region of solutions: half-spaces θ·(y x̂) > 0, which of them hold it, and its corners (P1, M2)."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, Floats, Ints, targets_of, trained_points
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.feature_values import mapped_points
from perceptron_gui.frozen import Frozen

Pair = tuple[int, int]
"""Two classes with rows of weights of their own: what is shown is the first row less the second."""
PLANE, SPHERE = 2, 3
"""Numbers in θ that can be shown: as a plane of weights, and as a sphere of their directions."""
ROUNDING, UNDERFLOW = 2.0**-48, 1e-300
"""Parts of the sum of |products| by which a sum of three is wrong at most, with room; and more than is lost below."""


class Constraints(Frozen, eq=False):
    """Half-spaces of weights, one for each point that takes part."""

    # shape (n, n_entries): y·x̂ in data units: the weights θ with θ·normal > 0 are right about the point
    normals: Floats
    points: Ints  # shape (n,): whose they are

    def sides_of(self, theta: Sequence[Fraction], which: Ints | None = None) -> Ints:
        """Return the sign of θ·(y x̂) for points: 1 where weights are right, 0 on the border, decided exactly (E1).

        `theta`: the weights, n_entries numbers. `which`: indices of half-spaces; None for all of them. Returns shape
        (n,).
        """
        normals = self.normals if which is None else self.normals[which]
        scores, doubt = np.zeros(len(normals)), np.zeros(len(normals))
        if not any(theta):
            return np.zeros(len(normals), dtype=np.int64)
        with np.errstate(over="ignore", invalid="ignore"):
            for weight, column in zip(map(float, theta), normals.T, strict=True):
                scores += weight * column
                doubt += abs(weight) * np.abs(column)
            # Every number, product and sum is rounded once; what is left in doubt fractions decide.
            is_clear = np.abs(scores) > ROUNDING * doubt + UNDERFLOW
        signs = (scores > 0).astype(np.int64) - (scores < 0)
        for i in np.flatnonzero(~is_clear).tolist():
            exact = sum(v * decimal_fraction(x) for v, x in zip(theta, normals[i].tolist(), strict=True))
            signs[i] = (exact > 0) - (exact < 0)
        return signs

    def errors_under(self, theta: Sequence[Fraction]) -> int:
        """Return how many points are errors under some weights: those with θ·(y x̂) ≤ 0, decided exactly (W5).

        `theta`: the weights.
        """
        return int(np.count_nonzero(self.sides_of(theta) <= 0))


def constraints_of(dataset: Dataset, settings: TrainingSettings, pair: Pair | None = None) -> Constraints:
    """Return the half-spaces of the points of a dataset, but for those held out.

    `settings`: their mode, the bias, and the class that is +. `pair`: where every class has a row of weights: the two
    classes whose points take part. Raises `SettingsError`, `DatasetError` as `targets_of` and `mapped_points`.
    """
    points = trained_points(dataset)
    if pair is not None:
        first, second = pair
        points = points[(dataset.labels[points] == first) | (dataset.labels[points] == second)]
        signs = np.where(dataset.labels[points] == first, 1.0, -1.0)
    else:
        signs = targets_of(dataset, settings)[points].astype(np.float64)
    inputs = mapped_points(dataset, settings.features).X[points] * signs[:, None]
    return Constraints(np.column_stack([inputs, signs]) if settings.bias else inputs, points)


def shown_weights(theta: Floats, pair: Pair | None = None) -> Floats:
    """Return the weights that are shown: the only row, or the difference of two.

    `theta`: shape (..., n_rows, n_entries): rows (w, b), of one state or of many. `pair`: where every class has a row:
    the two that are compared. Returns shape (..., n_entries).
    """
    if pair is None:
        return theta[..., 0, :]
    difference: Floats = theta[..., pair[0], :] - theta[..., pair[1], :]
    return difference


MANY = 256
"""Above so many points those that certainly lie inside of the hull of some are sorted out first."""
DIRECTIONS = 16
DEEP = 1e-5
"""Where the sine of the angle between a border and θ* is smaller, floats sort nothing out."""
DOUBT = 1e-8
"""Part of its size by which a point must lie inside of a hull to lie there certainly."""
Place = tuple[Fraction, ...]


def holding_constraints(normals: Floats, middle: Sequence[Fraction]) -> Ints:
    """Return the indices of the half-spaces that bound the region around its middle, ascending.

    A half-space follows from others where its normal is a sum of theirs with weights ≥ 0 (Farkas). The normals are on
    one side of the plane across θ*: where their rays meet a plane there, the corners of the hull hold the region.

    `normals`: shape (n, n_entries): in data units: each double stands for its decimal (E2). None of them 0. `middle`:
    γ̂·θ*, or other weights with a positive product with every normal, decided exactly. Returns shape (n_holding,): of
    several half-spaces in one place the first.
    """
    kept = _perhaps_outer(normals, np.array([float(value) for value in middle]))
    places: dict[Place, int] = {}
    for index in kept.tolist():
        places.setdefault(_place([decimal_fraction(value) for value in normals[index].tolist()], middle), index)
    ordered = sorted(places)
    corners = {*ordered[:1], *ordered[-1:]}
    if normals.shape[1] > PLANE:
        corners = {*_chain(ordered), *_chain(ordered[::-1])}
    return np.array(sorted(places[corner] for corner in corners), dtype=np.int64)


def across(middle: Floats) -> Floats:
    """Return unit vectors that are perpendicular to a direction and to each other.

    `middle`: shape (2,) or (3,): of length 1. Returns shape (1, 2) or (2, 3): with the direction first they turn to the
    left.
    """
    if len(middle) == PLANE:
        return np.array([[-middle[1], middle[0]]])
    helper = np.zeros(3)
    helper[np.abs(middle).argmin()] = 1.0
    first = np.cross(helper, middle)
    first /= np.sqrt(first @ first)
    return np.array([first, np.cross(middle, first)])


def _place(normal: Sequence[Fraction], middle: Sequence[Fraction]) -> Place:
    """Return where the ray of a normal meets the plane of products 1 with θ*: all coordinates but one say it."""
    depth = sum(a * b for a, b in zip(normal, middle, strict=True))
    largest = max(range(len(middle)), key=lambda j: abs(middle[j]))
    return tuple(value / depth for j, value in enumerate(normal) if j != largest)


def _chain(ordered: Sequence[Place]) -> list[Place]:
    """Return the corners on one side, of different places sorted along a line (Andrew 1979)."""
    chain = list[Place]()
    for place in ordered:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], place) <= 0:
            chain.pop()
        chain.append(place)
    return chain


def _turn(first: Place, second: Place, third: Place) -> Fraction:
    (x, y), (u, v) = ([a - b for a, b in zip(place, first, strict=True)] for place in (second, third))
    return x * v - y * u


def _perhaps_outer(normals: Floats, middle: Floats) -> Ints:
    """Return the indices of normals that may be corners: not those inside of the hull of a few (Akl, Toussaint 1978).

    Floats leave in whatever is in doubt.
    """
    kept = np.arange(len(normals))
    if len(normals) <= MANY:
        return kept
    units, unit = directions(normals), directions(middle[None])[0]
    depth = units @ unit
    if depth.min() < DEEP:
        return kept
    seen = (units @ across(unit).T) / depth[:, None]
    doubt = DOUBT * float(np.abs(seen).max())
    if seen.shape[1] == 1:
        return np.flatnonzero((seen[:, 0] <= seen.min() + doubt) | (seen[:, 0] >= seen.max() - doubt))
    angles = 2 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    frame = seen[[int((seen @ (np.cos(a), np.sin(a))).argmax()) for a in angles]]
    is_outside = np.zeros(len(seen), dtype=np.bool_)
    for start, end in zip(frame, np.roll(frame, -1, axis=0), strict=True):
        x, y = end - start
        if x or y:
            turn = (seen[:, 0] - start[0]) * y - (seen[:, 1] - start[1]) * x
            is_outside |= turn >= -doubt * float(np.abs(seen).max())
    return np.flatnonzero(is_outside)


TOUCH = 1e-12
"""A corner so near a border lies on it."""
LONGEST_SIDE = 0.6 * np.pi
"""Longer sides get a corner in their middle: of one that is half a circle the ends do not say where it runs."""
ARC_STEP = np.radians(6.0)


class SphericalPolygon(Frozen, eq=False):
    """Corners in order, turning to the left as seen from outside."""

    corners: Floats  # shape (n, 3): directions of length 1; none where the polygon is empty
    # shape (n, 3): for the side from corner i to i + 1 the unit normal of its great circle, pointing inwards
    sides: Floats

    @classmethod
    def hemisphere(cls, middle: Floats) -> "SphericalPolygon":
        """Return all directions with a positive product with a direction. `middle`: shape (3,): of length 1."""
        first, second = across(middle)
        return cls(np.array([first, second, -first, -second]), np.tile(middle, (4, 1)))

    @property
    def is_empty(self) -> bool:
        """Whether nothing is left."""
        return not len(self.corners)

    def cut(self, normal: Floats) -> "SphericalPolygon":
        """Return the part in a half-space (Sutherland and Hodgman 1974, with arcs for lines).

        `normal`: shape (3,): of length 1; what is kept has a product with it that is not negative.
        """
        heights = self.corners @ normal
        is_in = heights >= -TOUCH
        if is_in.all():  # of an empty one, too
            return self
        if not is_in.any():
            return SphericalPolygon(np.empty((0, 3)), np.empty((0, 3)))
        # A convex border leaves the half-space once, and comes back once.
        follows = np.roll(np.arange(len(is_in)), -1)
        leaves = int(np.flatnonzero(is_in & ~is_in[follows])[0])
        enters = int(np.flatnonzero(~is_in & is_in[follows])[0])
        kept = (follows[enters] + np.arange((leaves - follows[enters]) % len(is_in) + 1)) % len(is_in)
        out = _between(self.corners, heights, leaves, int(follows[leaves]))
        back = _between(self.corners, heights, int(follows[enters]), enters)
        middle = _middle_of(out, back, normal)
        corners = np.vstack([self.corners[kept], out, middle, back])
        sides = np.vstack([self.sides[kept], np.tile(normal, (1 + len(middle), 1)), self.sides[enters]])
        return SphericalPolygon(corners, sides)

    def outline(self) -> Floats:
        """Return directions along its border, close enough to be joined by straight lines, shape (m, 3)."""
        places = [np.empty((0, 3))]
        for p, q, side in zip(self.corners, np.roll(self.corners, -1, axis=0), self.sides, strict=True):
            angle = _length(p, q, side)
            steps = max(1, int(np.ceil(angle / ARC_STEP)))
            places.append(_along(p, side, angle * np.arange(steps) / steps))
        return np.concatenate(places)


def _between(corners: Floats, heights: Floats, inside: int, outside: int) -> Floats:
    """Return where the side between two corners, shorter than half a circle, has the height 0."""
    place: Floats = -heights[outside] * corners[inside] + max(heights[inside], 0.0) * corners[outside]
    return place / np.sqrt(place @ place)


def _middle_of(p: Floats, q: Floats, side: Floats) -> Floats:
    """Return the middle of a side if it is long, shape (1, 3), else none, shape (0, 3)."""
    length = _length(p, q, side)
    return _along(p, side, np.array([length / 2]) if length > LONGEST_SIDE else np.empty(0))


def _length(p: Floats, q: Floats, side: Floats) -> float:
    """Return the angle from p to q to the left around a side's normal; a convex polygon has none above π."""
    angle = float(np.arctan2(side @ np.cross(p, q), p @ q)) % (2 * np.pi)
    return angle if angle < 1.5 * np.pi else 0.0


def _along(p: Floats, side: Floats, angles: Floats) -> Floats:
    """Return the directions at angles from p, to the left around a side's normal, shape (n, 3)."""
    places: Floats = np.outer(np.cos(angles), p) + np.outer(np.sin(angles), np.cross(side, p))
    return places


class Region(Frozen, eq=False):
    """All weights without errors, up to their length."""

    # shape (n_entries,): θ*: every solution is less than 90° from it, since θ* is a sum of the y·x̂ with weights ≥ 0
    # (T1)
    middle: Floats
    holding: Ints  # shape (n_holding,): indices of the half-spaces that bound it
    polygon: SphericalPolygon | None = None  # on the sphere
    # shape (2, 2): in the plane: the directions where it begins and where it ends, to the left
    edges: Floats | None = None


def region_around(middle: Floats, normals: Floats, holding: Ints) -> Region:
    """Return the intersection of all half-spaces.

    `middle`: shape (n_entries,): θ*, of length 1, strictly inside all of them: that there is a region is known by then
    (T1). `normals`: shape (n, n_entries): unit normals. `holding`: shape (n_holding,): indices of those that bound it.
    """
    if len(middle) == PLANE:
        return Region(middle, holding, edges=_sector(middle, normals[holding]))
    polygon = SphericalPolygon.hemisphere(middle)
    for normal in normals[holding]:
        polygon = polygon.cut(normal)
    return Region(middle, holding, polygon)


def half_space(normal: Floats) -> Region:
    """Return all weights on one side of a border. `normal`: shape (n_entries,): of length 1, towards them."""
    return region_around(normal, normal[None], np.zeros(1, dtype=np.int64))


def _sector(middle: Floats, normals: Floats) -> Floats:
    """Return the two directions between which a sector around its middle lies, shape (2, 2)."""
    left = across(middle)[0]
    along, aside = np.maximum(normals @ middle, 0.0), normals @ left
    # A half-plane lets go on to the left until it is perpendicular to its normal.
    to_left = np.arctan2(along, -aside).min(where=aside < 0, initial=np.pi / 2)
    to_right = np.arctan2(along, aside).min(where=aside > 0, initial=np.pi / 2)
    angles = np.array([-to_right, to_left])
    edges: Floats = np.outer(np.cos(angles), middle) + np.outer(np.sin(angles), left)
    return edges


RIM = 1e-9
"""Of directions that differ by less neither is to the left of the other."""


def upright(direction: Floats) -> Floats:
    """Return directions to the right, upwards and towards the eye, as rows, with the last axis upwards.

    `direction`: shape (3,): towards the eye; not 0.
    """
    front = direction / np.sqrt(direction @ direction)
    right = np.array([-front[1], front[0], 0.0])
    length = np.sqrt(right @ right)
    right = right / length if length > RIM else np.array([1.0, 0.0, 0.0])
    return np.array([right, np.cross(front, right), front])


def directions(thetas: Floats) -> Floats:
    """Return weights at length 1; NaN for 0, which has no direction. `thetas`: shape (n, n_entries): the weights."""
    largest = np.abs(thetas).max(axis=1, initial=0.0)
    scaled = thetas / np.where(largest > 0, largest, np.nan)[:, None]
    unit: Floats = scaled / np.sqrt((scaled**2).sum(axis=1))[:, None]
    return unit


def with_arcs(thetas: Floats) -> Floats:
    """Return directions along the line through weights, close enough to be joined by straight lines.

    `thetas`: shape (n, 3): the weights, in the order of the line. Returns shape (m, 3): NaN where the line passes
    through 0 and so jumps to the other side.
    """
    units = directions(thetas)
    if len(units) < 2:
        return units
    cosines = np.clip((units[:-1] * units[1:]).sum(axis=1), -1.0, 1.0)
    steps = np.maximum(np.ceil(np.arccos(np.nan_to_num(cosines, nan=1.0)) / ARC_STEP), 1).astype(np.int64)
    starts = np.repeat(np.arange(len(steps)), steps)
    share = (np.arange(steps.sum()) - np.repeat(np.cumsum(steps) - steps, steps)) / steps[starts]
    # As the line itself goes: from θ to θ + η y x̂, evenly; a long arc has its pieces where they are needed by angle.
    angles = np.arccos(cosines)[starts]
    sine = np.sin(angles)
    is_short, is_turn = sine < RIM, cosines[starts] < 0
    with np.errstate(invalid="ignore", divide="ignore"):
        first = np.where(is_short, 1 - share, np.sin((1 - share) * angles) / sine)
        second = np.where(is_short, share, np.sin(share * angles) / sine)
    places = first[:, None] * units[starts] + second[:, None] * units[starts + 1]
    places[is_short & is_turn] = np.nan
    whole = share == 0
    places[whole] = units[starts[whole]]
    return np.vstack([places, units[-1:]])
