"""Request and answer for a curved boundary on the shown plane, and the height of f there (P8, M4)."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.engine.data.dataset import Bools, Floats
from perceptron_gui.engine.model.grid_scores import PlaneGrid
from perceptron_gui.engine.model.models import Model
from perceptron_gui.engine.model.regions import Cell
from perceptron_gui.frozen import Frozen, replace

Rectangle = tuple[float, float, float, float]
Offsets = NDArray[np.int64]
COARSE, FINE, FINEST = 8.0, 2.0, 1.0
"""Pixels between the lines of a grid: while something moves, at rest, and at rest where more is to be seen."""
MOST_LINES = 4096
"""Lines of a grid in one direction, on whatever screen."""


class FieldQuestion(Frozen, eq=False):
    """A request: a model, and the part of the plane on which it is shown."""

    model: Model
    axes: tuple[int, int | None]  # the features across and upwards
    held: Floats  # shape (n_features,): values of the features that are not shown
    rectangle: Rectangle  # in data units
    size: tuple[float, float]  # its width and height in pixels
    # shape (n, 2): places that are looked at by themselves: a Gaussian may be narrow, but it is where its point is
    points: Floats
    is_fine: bool = True  # whether all is at rest: what is drawn is then as accurate as can be seen
    has_levels: bool = False  # whether it is asked how high f is, too
    beta: float = 0.0  # how far a region is ahead at the lines of its margin (V4); 0 for none

    @property
    def pixel(self) -> tuple[float, float]:
        """Width and height of a pixel in data units."""
        left, bottom, right, top = self.rectangle
        return (right - left) / self.size[0], (top - bottom) / self.size[1]

    def is_on_plane_of(self, other: FieldQuestion) -> bool:
        """Whether an answer to another question is about the same features and kind of model, kernel and all."""
        model, before = self.model, other.model
        is_kind = type(model) is type(before) and model.rows == before.rows and model.space == before.space
        return is_kind and self.axes == other.axes and len(self.held) == len(other.held)

    def is_like(self, other: FieldQuestion | None) -> bool:
        """Whether another question has the same answer up to resolution."""
        return other is not None and all(
            is_equal(getattr(self, name), getattr(other, name))
            for name in ("model", "axes", "held", "rectangle", "size", "has_levels", "beta")
        )

    def looked_at_closely(self) -> FieldQuestion:
        """Return the same question at the fine resolution that is used when nothing moves."""
        return replace(self, is_fine=True)

    def grid(self, cell: float) -> PlaneGrid:
        """Return evenly spaced lines, with two at the edges. `cell`: about how many pixels are between two."""
        left, bottom, right, top = self.rectangle
        nx, ny = (min(max(round(pixels / cell), 2), MOST_LINES) + 1 for pixels in self.size)
        return self.grid_of(np.linspace(left, right, nx), np.linspace(bottom, top, ny))

    def grid_of(self, across: Floats, upwards: Floats) -> PlaneGrid:
        """Return the grid of some lines on the plane that is shown.

        `across`, `upwards`: shape (nx,) and (ny,): ascending, in data units.
        """
        return PlaneGrid(across, upwards, self.axes, self.held)


class Paths(Frozen, eq=False):
    """Several lines, or rings around areas, stored as one array of places."""

    places: Floats  # shape (n, 2): in data units
    offsets: Offsets  # shape (n_paths + 1,): where in `places` each path begins, and the end of the last

    @classmethod
    def none(cls) -> Paths:
        """Return no paths."""
        return cls(np.empty((0, 2)), np.zeros(1, dtype=np.int64))

    def split(self, places: Floats) -> list[Floats]:
        """Return places for each path by itself. `places`: shape (n, 2): those of all, perhaps in other units."""
        edges = self.offsets.tolist()
        return [places[begin:end] for begin, end in pairwise(edges)]

    @property
    def paths(self) -> list[Floats]:
        """The places of each path, in data units, shape (n_places, 2) each."""
        return self.split(self.places)


class Band(Frozen, eq=False):
    """The part of a region where its lead lies between two levels."""

    owner: int  # the class of the region
    share: float  # from 0 at the boundary to 1 where it is farthest ahead
    rings: Paths  # around the area; those inside others are holes


class Level(Frozen, eq=False):
    """The line on which a region's lead has one value."""

    value: float  # of f, below 0 in S₋; where every class has a score the lead of the largest
    lines: Paths


class Field(Frozen, eq=False, dict=True):
    """The answer."""

    question: FieldQuestion
    boundary: Paths  # where f is 0, or the two largest scores tie (M4)
    regions: tuple[Band, ...]  # each region as one
    bands: tuple[Band, ...]  # the regions cut at the levels; none where it was not asked for
    levels: tuple[Level, ...]  # lines of the same height
    grid: PlaneGrid  # the lines that f was looked at on
    heights: Floats  # shape (n_regions, ny, nx): how far each region is ahead where they cross
    band: Paths  # where a region is β ahead (V4)
    failure: str = ""  # why there is nothing to show; else empty

    @classmethod
    def nothing(cls, question: FieldQuestion, failure: str) -> Field:
        """Return an empty answer, for when nothing could be computed. `failure`: why, in a sentence."""
        grid = question.grid(COARSE)
        heights = np.zeros((len(question.model.rows), *grid.shape))
        return cls(question, Paths.none(), (), (), (), grid, heights, Paths.none(), failure)

    def heights_at(self, region: int, x: Floats, y: Floats) -> Floats:
        """Return about how far a region is ahead at places.

        `region`: its place among the regions. `x`, `y`: shape (n,): in data units. Returns shape (n,).
        """
        rows = np.minimum(np.searchsorted(self.grid.upwards, y), len(self.grid.upwards) - 1)
        columns = np.minimum(np.searchsorted(self.grid.across, x), len(self.grid.across) - 1)
        heights: Floats = self.heights[region, rows, columns]
        return heights

    @cached_property
    def is_undecided(self) -> bool:
        """Whether f is 0 in all that is shown, or all classes tie."""
        return not any(len(band.rings.places) for band in self.regions)


def is_equal(one: object, other: object) -> bool:
    """Compare models, arrays, numbers, or sequences of these by value."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return np.array_equal(one, other)
    if isinstance(one, Frozen):
        return all(is_equal(getattr(one, name), getattr(other, name)) for name in one.__struct_fields__)
    if isinstance(one, tuple | list) and isinstance(other, tuple | list):
        return len(one) == len(other) and all(map(is_equal, one, other))
    return one == other


RIM = 3
"""Zeros so many places beside those that are surrounded by zeros belong to them."""
LARGEST = 1e300
"""What differs more is as far apart as can be drawn."""


def region_classes(model: Model) -> tuple[int, ...]:
    """Return the class whose colour each region takes."""
    return tuple(model.class_of_cell(Cell(owner, (), ())) for owner in model.owners)


def region_heights(model: Model, scores: Floats) -> Floats:
    """Return how far every region is ahead, see `Model.leads`; `scores` need not be finite."""
    return model.leads(np.clip(np.nan_to_num(scores, nan=0.0), -LARGEST, LARGEST))


def undecided(height: Floats) -> Bools:
    """Return where the lead is 0 on whole areas: outside a kernel's support, by underflow, or where classes tie.

    `height`: shape (ny, nx): of one region, on a grid. Returns shape (ny, nx).
    """
    is_zero: Bools = height == 0.0
    if not is_zero.any():
        return is_zero
    above, below, left, right = _beside(is_zero, is_outside=True)
    is_plateau: Bools = is_zero & above & below & left & right
    for _ in range(RIM):
        above, below, left, right = _beside(is_plateau, is_outside=False)
        is_plateau |= is_zero & (above | below | left | right)
    return is_plateau


def _beside(marks: Bools, is_outside: bool) -> tuple[Bools, Bools, Bools, Bools]:
    """Return the marks of the four neighbours of every place."""
    padded = np.pad(marks, 1, constant_values=is_outside)
    return padded[:-2, 1:-1], padded[2:, 1:-1], padded[1:-1, :-2], padded[1:-1, 2:]
