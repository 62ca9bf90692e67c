"""Computes lines and areas of a model: values on a refined grid, traced by contourpy, then polished."""

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from perceptron_gui.engine.data.dataset import Bools, Floats, Ints
from perceptron_gui.engine.model.grid_scores import PlaneGrid, grid_scores, never, scores_at_places
from perceptron_gui.session.contours import field
from perceptron_gui.session.view.view_state import nice_step
from perceptron_gui.session.worker.background import Work, answer_or_failure


class Tracer:
    """Traces lines and areas of one height on a grid. `height`: shape (ny, nx): where its lines cross."""

    def __init__(self, grid: PlaneGrid, height: Floats) -> None:
        from contourpy import contour_generator  # 3 ms, and only who draws curves needs it (A9)

        is_undecided = field.undecided(height)
        z = np.ma.array(height, mask=is_undecided) if is_undecided.any() else height
        self._contours: Any = contour_generator(
            grid.across, grid.upwards, z, line_type="ChunkCombinedOffset", fill_type="ChunkCombinedOffset"
        )

    def lines(self, level: float) -> field.Paths:
        """Return the contour lines of one level. `level`: in the units of f."""
        return _paths(*self._contours.lines(level))

    def area(self, low: float, high: float = np.inf) -> field.Paths:
        """Return the rings around where the height is between two values, and around the holes in it.

        `low`, `high`: in the units of f.
        """
        return _paths(*self._contours.filled(low, high))


def _paths(places: Any, offsets: Any) -> field.Paths:
    """Convert contourpy's single chunk to paths; no paths where it has no lines or no heights."""
    if places[0] is None:
        return field.Paths.none()
    return field.Paths(places[0], offsets[0].astype(np.int64))


MOST_LEVELS = 5
SHARE = 0.75
"""Of what is shown of the regions, this share is below the highest level but for one step."""
LEAST = 1e-3
"""Heights below this share of the largest do not count: far from its points a sum of Gaussians is almost 0."""


def nice_levels(heights: Floats) -> list[float]:
    """Return the heights of level lines: multiples of 1, 2 or 5 × 10ᵏ.

    `heights`: shape (n_regions, ny, nx): how far each region is ahead on a grid. Returns ascending, above 0; at most
    five. None where there is no height.
    """
    ahead = heights[heights > 0]
    if not ahead.size or not 1e-300 < (largest := float(ahead.max())) < math.inf:  # 1 over a tiny step is no number
        return []
    usual = float(np.quantile(ahead[ahead > LEAST * largest], SHARE))
    step = nice_step(usual / (MOST_LEVELS - 1))
    # each as exact as a double can be
    found = [i * step if step >= 1 else i / round(1 / step) for i in range(1, MOST_LEVELS + 1)]
    return [value for value in found if value < largest]


HALVINGS = 5
"""Times that the edge with a corner is cut: 2 pixels become less than a tenth."""
STRAIGHT = 0.1
"""Share of an edge that a corner may be off."""
HeightAt = Callable[[Floats, Floats], Floats]
"""The height at places x and y, shape (n,) each."""


def polish(corners: Floats, grid: PlaneGrid, height: Floats, height_at: HeightAt) -> Floats:
    """Move each corner of a line along its grid edge to where the height is exactly 0.

    `corners`: shape (n, 2): where straight lines between the values of the grid are 0, in data units. `height`: shape
    (ny, nx): on the grid. `height_at`: returns the height anywhere. Returns shape (n, 2).
    """
    polished = corners.copy()
    for axis in (0, 1):
        lines, others = (grid.across, grid.upwards) if axis == 0 else (grid.upwards, grid.across)
        table = height if axis == 0 else height.T
        index, is_on = _on_line(corners[:, 1 - axis], others)
        low = np.clip(np.searchsorted(lines, corners[:, axis]) - 1, 0, len(lines) - 2)
        chosen = np.flatnonzero(is_on)
        chosen = chosen[_is_bent(table[index[chosen]], low[chosen])]
        if len(chosen):
            begin, end, fixed = lines[low[chosen]], lines[low[chosen] + 1], corners[chosen, 1 - axis]
            first = table[index[chosen], low[chosen]]
            for _ in range(HALVINGS):
                middle = (begin + end) / 2
                heights = height_at(middle, fixed) if axis == 0 else height_at(fixed, middle)
                is_before = heights * first > 0
                begin, end = np.where(is_before, middle, begin), np.where(is_before, end, middle)
            polished[chosen, axis] = (begin + end) / 2
    return polished


def _on_line(values: Floats, lines: Floats) -> tuple[Ints, Bools]:
    """Return the line that is nearest to each value, and whether the value is on it."""
    right = np.clip(np.searchsorted(lines, values), 1, len(lines) - 1)
    index = right - (values - lines[right - 1] < lines[right] - values)
    return index, np.abs(values - lines[index]) <= 1e-9 * (lines[right] - lines[right - 1])


def _is_bent(rows: Floats, low: Ints) -> Bools:
    """Return whether the height between two lines is too far from straight, by the values beside them."""
    n, at = rows.shape[1], np.arange(len(low))
    before, first, last, after = (rows[at, np.clip(low + i, 0, n - 1)] for i in (-1, 0, 1, 2))
    bend = np.maximum(np.abs(before - 2 * first + last), np.abs(first - 2 * last + after)) / 8
    # Of values that differ a lot the parabola says little.
    is_wild = np.maximum(np.abs(first), np.abs(last)) > 10 * np.minimum(np.abs(first), np.abs(last))
    is_off = bend > np.where(is_wild, STRAIGHT**2, STRAIGHT) * np.abs(last - first)
    is_crossed: Bools = first * last < 0  # else the corner is a crossing of lines, and right
    return is_off & is_crossed


CLOSEST = 0.1
"""Lines nearer to each other than this share of the usual distance count as one."""
DOUBT = 0.25
"""A region that comes as near to 0 between two lines as this share of what it is on them is looked at."""


def dips(height: Floats, places: Floats) -> Floats:
    """Return where a height may cross 0 and come back between three lines of a grid, by the parabola through it.

    `height`: shape (n_other, n): along the last axis. `places`: shape (n,): of the lines, evenly spaced, in data units.
    Returns places between the lines, in data units; some of them more than once.
    """
    before, here, after = height[:, :-2], height[:, 1:-1], height[:, 2:]
    slope, bend = (after - before) / 2, before - 2 * here + after
    is_dip = (here * bend > 0) & (before * here > 0) & (here * after > 0) & (np.abs(slope) <= np.abs(bend))
    columns = np.nonzero(is_dip)[1]
    h, s, c = here[is_dip], slope[is_dip], bend[is_dip]
    is_deep = (h - s * s / (2 * c)) / h < DOUBT
    # With |x| and the like among the features it may have a kink instead: then straight on from the farther side.
    is_deep |= 2 * np.abs(h) < np.maximum(np.abs(before[is_dip]), np.abs(after[is_dip]))
    columns, shift = columns[is_deep], (-s / c)[is_deep]
    found: Floats = places[columns + 1] + shift * (places[1] - places[0])
    return found


def narrow(places: Floats, reach: tuple[float, float], heights_at: Callable[[Floats], Floats]) -> Floats:
    """Return the places whose region differs from that of all four neighbours.

    `places`: shape (n, 2): in data units. `reach`: how far those are away, across and upwards. `heights_at`: returns
    the height of every region at places, shape (n_regions, n). Returns shape (n_narrow, 2).
    """
    if not len(places):
        return places
    here = np.sign(heights_at(places))
    is_alone = np.ones(here.shape, dtype=bool)
    for aside in ((reach[0], 0.0), (-reach[0], 0.0), (0.0, reach[1]), (0.0, -reach[1])):
        is_alone &= np.sign(heights_at(places + np.array(aside))) != here
    return places[is_alone.any(axis=0)]


def with_lines(lines: Floats, more: Floats) -> Floats:
    """Return the lines of a grid with more between them, but none twice.

    `lines`: shape (n,): evenly spaced, ascending, in data units. `more`: shape (n_more,): between the first and the
    last of them.
    """
    step = CLOSEST * (lines[1] - lines[0])
    rounded = np.unique(np.rint((more - lines[0]) / step))
    is_old = np.rint(rounded * CLOSEST) / CLOSEST == rounded
    new = lines[0] + rounded[~is_old] * step
    return np.unique(np.clip(np.concatenate([lines, new]), lines[0], lines[-1]))


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
def answer(question: field.FieldQuestion, let_go: LetGo = never) -> field.Field:
    """Return what is drawn of a model. `let_go`: called between slices of the work; may raise."""
    grid, heights = _looked_at(question, let_go)
    classes = field.region_classes(question.model)
    tracers = []
    for height in heights:
        tracers.append(Tracer(grid, height))
        let_go()
    # Each line between two regions is an edge of both: those of the first are edges of the others.
    lines = [_traced(question, k, tracers[k], grid, heights[k], let_go) for k in range(1, len(classes))]
    regions = [field.Band(k, 0.0, tracer.area(0.0)) for k, tracer in zip(classes, tracers, strict=True)]
    bands, levels = _levelled(question, tracers, heights, let_go) if question.has_levels else ((), ())
    margin = joined([tracer.lines(question.beta) for tracer in tracers]) if question.beta else field.Paths.none()
    return field.Field(question, joined(lines), tuple(regions), bands, levels, grid, heights, margin)


def joined(parts: list[field.Paths]) -> field.Paths:
    """Return the paths of all parts as one. `parts`: in the order that is wanted."""
    ends = np.cumsum([0, *(len(part.places) for part in parts)])
    offsets = [part.offsets[1:] + begin for part, begin in zip(parts, ends, strict=False)]
    places = np.concatenate([np.empty((0, 2)), *(part.places for part in parts)])
    return field.Paths(places, np.concatenate([np.zeros(1, dtype=np.int64), *offsets]))


def _looked_at(question: field.FieldQuestion, let_go: LetGo) -> tuple[PlaneGrid, Floats]:
    """Return a grid fine enough for all visible detail, and the regions' heights on it."""
    grid = question.grid(_cell(question))
    heights = _heights(question, grid, let_go)
    if not question.is_fine or not question.model.is_sum:
        return grid, heights
    across, upwards = _missed(question, grid, heights, let_go)
    closer = question.grid(field.FINEST)
    if len(across) + len(upwards) > MOST_MORE and _is_worth_it(heights, closer.shape):
        grid, heights = closer, _heights(question, closer, let_go)
        across, upwards = _missed(question, grid, heights, let_go)
    across, upwards = _thinned(across, grid, heights), _thinned(upwards, grid, heights)
    if len(across) + len(upwards):
        finer = question.grid_of(with_lines(grid.across, across), with_lines(grid.upwards, upwards))
        return finer, _heights(question, finer, let_go)
    return grid, heights


def _cell(question: field.FieldQuestion) -> float:
    """Return the grid spacing in pixels; wider for many votes, whose counting is slow."""
    if question.model.is_sum or not question.is_fine:
        return field.FINE if question.is_fine else field.COARSE
    places = question.size[0] * question.size[1] * question.model.cost
    return next(
        (cell for cell in (field.FINEST, field.FINE, 2 * field.FINE) if places <= MOST_VOTES * cell**2), field.COARSE
    )


def _is_worth_it(heights: Floats, shape: tuple[int, int]) -> bool:
    """Return whether evaluating all regions on a grid of this shape is affordable."""
    return len(heights) * shape[0] * shape[1] <= MOST_HEIGHTS


def _thinned(found: Floats, grid: PlaneGrid, heights: Floats) -> Floats:
    """Return evenly chosen ones of the wanted lines, as many as are affordable."""
    ny, nx = grid.shape
    most = next((m for m in (MOST_MORE, MOST_MORE // 4) if _is_worth_it(heights, (ny + m, nx + m))), MOST_MORE // 16)
    return found[:: len(found) // most + 1]


def _heights(question: field.FieldQuestion, grid: PlaneGrid, let_go: LetGo) -> Floats:
    return field.region_heights(question.model, grid_scores(question.model, grid, let_go))


def _missed(question: field.FieldQuestion, grid: PlaneGrid, heights: Floats, let_go: LetGo) -> tuple[Floats, Floats]:
    """Return where the grid needs further lines, across and upwards, to show all detail."""
    cell = float(grid.across[1] - grid.across[0]), float(grid.upwards[1] - grid.upwards[0])
    own = narrow(question.points, cell, lambda places: _heights_at(question, places, let_go))
    found = []
    for axis, lines in enumerate((grid.across, grid.upwards)):
        around = [own[:, axis] + share * cell[axis] for share in BESIDE]
        found.append([*around, *(dips(height if axis == 0 else height.T, lines) for height in heights)])
    across, upwards = (np.unique(np.concatenate(places)) for places in found)
    return across, upwards


def _heights_at(question: field.FieldQuestion, places: Floats, let_go: LetGo) -> Floats:
    X = question.grid_of(places[:1, 0], places[:1, 1]).places(places[:, 0], places[:, 1])
    return field.region_heights(question.model, scores_at_places(question.model, X, let_go))


def _traced(
    question: field.FieldQuestion, k: int, tracer: Tracer, grid: PlaneGrid, height: Floats, let_go: LetGo
) -> field.Paths:
    """Return the edge of a region; at rest its corners are polished to where the lead is 0."""
    lines = tracer.lines(0.0)
    if not question.is_fine or not len(lines.places) or not question.model.is_sum:
        return lines

    def height_at(x: Floats, y: Floats) -> Floats:
        heights: Floats = _heights_at(question, np.column_stack([x, y]), let_go)[k]
        return heights

    return field.Paths(polish(lines.places, grid, height, height_at), lines.offsets)


def _levelled(
    question: field.FieldQuestion, tracers: list[Tracer], heights: Floats, let_go: LetGo
) -> tuple[tuple[field.Band, ...], tuple[field.Level, ...]]:
    """Return the bands of the regions between round levels, and the level lines."""
    model, values = question.model, nice_levels(heights)
    bands, levels = [], []
    for tracer, owner, sign in zip(tracers, field.region_classes(model), model.owners.values(), strict=True):
        for i, low in enumerate([0.0, *values]):
            high = values[i] if i < len(values) else np.inf
            bands.append(field.Band(owner, (i + 0.5) / (len(values) + 1), tracer.area(low, high)))
        traced = [field.Level(sign * value, tracer.lines(value)) for value in values]
        levels += [level for level in traced if len(level.lines.places)]
        let_go()
    return tuple(bands), tuple(levels)


def find_field(question: field.FieldQuestion, work: Work[Any]) -> field.Field:
    """Return the field of a model, see `Background`."""
    return answer_or_failure(lambda: answer(question, work.look), partial(field.Field.nothing, question))
