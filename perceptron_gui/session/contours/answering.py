"""From a model and a part of the plane to the lines and areas that are drawn of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.model.grid_scores import PlaneGrid, grid_scores, never, scores_at_places
from perceptron_gui.session.contours.field import COARSE, FINE, FINEST, Band, Field, FieldQuestion, Level, Paths
from perceptron_gui.session.contours.heights import region_classes, region_heights
from perceptron_gui.session.contours.levels import nice_levels
from perceptron_gui.session.contours.polishing import polish
from perceptron_gui.session.contours.refinement import dips, narrow, with_lines
from perceptron_gui.session.contours.tracing import Tracer

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats

BESIDE = (-0.5, 0.0, 0.5)
"""Where lines are put around a point whose region is narrow, in distances of the grid's lines."""
MOST_MORE = 600
"""Lines that are put between those of a grid; where more are wanted all come closer first."""
MOST_HEIGHTS = 3_000_000
"""Values of all regions on a grid that are worth it: several classes are looked at less closely on a large screen."""
MOST_VOTES = 1e8
"""Votes that are worth it on a grid: a second of work."""
LetGo = Callable[[], object]


@np.errstate(all="ignore")  # a polynomial of large numbers may leave the range: nothing is drawn there
def answer(question: FieldQuestion, let_go: LetGo = never) -> Field:
    """Return what is drawn of a model. `let_go`: called between slices of the work; may raise."""
    grid, heights = _looked_at(question, let_go)
    classes = region_classes(question.model)
    tracers = []
    for height in heights:
        tracers.append(Tracer(grid, height))
        let_go()
    # Each line between two regions is an edge of both: those of the first are edges of the others.
    lines = [_traced(question, k, tracers[k], grid, heights[k], let_go) for k in range(1, len(classes))]
    regions = [Band(k, 0.0, tracer.area(0.0)) for k, tracer in zip(classes, tracers, strict=True)]
    bands, levels = _levelled(question, tracers, heights, let_go) if question.has_levels else ((), ())
    margin = joined([tracer.lines(question.beta) for tracer in tracers]) if question.beta else Paths.none()
    return Field(question, joined(lines), tuple(regions), bands, levels, grid, heights, margin)


def joined(parts: list[Paths]) -> Paths:
    """Return the paths of all parts as one. `parts`: in the order that is wanted."""
    ends = np.cumsum([0, *(len(part.places) for part in parts)])
    offsets = [part.offsets[1:] + begin for part, begin in zip(parts, ends, strict=False)]
    places = np.concatenate([np.empty((0, 2)), *(part.places for part in parts)])
    return Paths(places, np.concatenate([np.zeros(1, dtype=np.int64), *offsets]))


def _looked_at(question: FieldQuestion, let_go: LetGo) -> tuple[PlaneGrid, Floats]:
    """Return a grid that shows all that can be seen, and the heights of the regions on it."""
    grid = question.grid(_cell(question))
    heights = _heights(question, grid, let_go)
    if not question.is_fine or not question.model.is_sum:
        return grid, heights
    across, upwards = _missed(question, grid, heights, let_go)
    closer = question.grid(FINEST)
    if len(across) + len(upwards) > MOST_MORE and _is_worth_it(heights, closer.shape):
        grid, heights = closer, _heights(question, closer, let_go)
        across, upwards = _missed(question, grid, heights, let_go)
    across, upwards = _thinned(across, grid, heights), _thinned(upwards, grid, heights)
    if len(across) + len(upwards):
        finer = question.grid_of(with_lines(grid.across, across), with_lines(grid.upwards, upwards))
        return finer, _heights(question, finer, let_go)
    return grid, heights


def _cell(question: FieldQuestion) -> float:
    """Return how many pixels are between two lines of a grid: of many votes more, so that they are counted soon."""
    if question.model.is_sum or not question.is_fine:
        return FINE if question.is_fine else COARSE
    places = question.size[0] * question.size[1] * question.model.cost
    return next((cell for cell in (FINEST, FINE, 2 * FINE) if places <= MOST_VOTES * cell**2), COARSE)


def _is_worth_it(heights: Floats, shape: tuple[int, int]) -> bool:
    """Return whether all regions can be looked at on a grid with so many lines."""
    return len(heights) * shape[0] * shape[1] <= MOST_HEIGHTS


def _thinned(found: Floats, grid: PlaneGrid, heights: Floats) -> Floats:
    """Return as many of the wanted lines as are worth it, evenly chosen."""
    ny, nx = grid.shape
    most = next((m for m in (MOST_MORE, MOST_MORE // 4) if _is_worth_it(heights, (ny + m, nx + m))), MOST_MORE // 16)
    return found[:: len(found) // most + 1]


def _heights(question: FieldQuestion, grid: PlaneGrid, let_go: LetGo) -> Floats:
    return region_heights(question.model, grid_scores(question.model, grid, let_go))


def _missed(question: FieldQuestion, grid: PlaneGrid, heights: Floats, let_go: LetGo) -> tuple[Floats, Floats]:
    """Return where lines across and upwards are wanted between those of a grid."""
    cell = float(grid.across[1] - grid.across[0]), float(grid.upwards[1] - grid.upwards[0])
    own = narrow(question.points, cell, lambda places: _heights_at(question, places, let_go))
    found = []
    for axis, lines in enumerate((grid.across, grid.upwards)):
        around = [own[:, axis] + share * cell[axis] for share in BESIDE]
        found.append([*around, *(dips(height if axis == 0 else height.T, lines) for height in heights)])
    across, upwards = (np.unique(np.concatenate(places)) for places in found)
    return across, upwards


def _heights_at(question: FieldQuestion, places: Floats, let_go: LetGo) -> Floats:
    X = question.grid_of(places[:1, 0], places[:1, 1]).places(places[:, 0], places[:, 1])
    return region_heights(question.model, scores_at_places(question.model, X, let_go))


def _traced(question: FieldQuestion, k: int, tracer: Tracer, grid: PlaneGrid, height: Floats, let_go: LetGo) -> Paths:
    """Return the edge of a region; at rest each of its corners is where the region is 0 ahead."""
    lines = tracer.lines(0.0)
    if not question.is_fine or not len(lines.places) or not question.model.is_sum:
        return lines

    def height_at(x: Floats, y: Floats) -> Floats:
        heights: Floats = _heights_at(question, np.column_stack([x, y]), let_go)[k]
        return heights

    return Paths(polish(lines.places, grid, height, height_at), lines.offsets)


def _levelled(
    question: FieldQuestion, tracers: list[Tracer], heights: Floats, let_go: LetGo
) -> tuple[tuple[Band, ...], tuple[Level, ...]]:
    """Return the regions cut at round heights, and the lines of these."""
    model, values = question.model, nice_levels(heights)
    bands, levels = [], []
    for tracer, owner in zip(tracers, region_classes(model), strict=True):
        for i, low in enumerate([0.0, *values]):
            high = values[i] if i < len(values) else np.inf
            bands.append(Band(owner, (i + 0.5) / (len(values) + 1), tracer.area(low, high)))
        sign = -1 if tracer is tracers[0] and not model.has_class_rows else 1
        traced = [Level(sign * value, tracer.lines(value)) for value in values]
        levels += [level for level in traced if len(level.lines.places)]
        let_go()
    return tuple(bands), tuple(levels)
