"""Where the lines of one against the rest lie, and which places no class or several claim (M6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.model.grid_scores import PlaneGrid, grid_scores, never
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.classes.plane import positions
from perceptron_gui.session.contours.heights import LARGEST
from perceptron_gui.session.contours.tracing import Tracer

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Bools, Dataset, Floats
    from perceptron_gui.engine.data.settings import TrainingSettings
    from perceptron_gui.engine.run.against_rest import Claims
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.session.contours.field import Paths, Rectangle

NOBODY, SEVERAL = -1, -2
"""Whose an area is that no class claims, and one that two or more claim."""
CELL = 2.0
"""Pixels between the lines of the grid."""
AROUND = 8, 20
"""Lines of the grid around a point, upwards and across, that a word keeps clear of."""
MOST_AVOIDED = 1_000
"""Points that words keep clear of."""


class ClaimsQuestion(Frozen, eq=False):
    """A multiclass run at its cursor, and the part of the plane to draw."""

    dataset: Dataset  # the points of the cursor
    settings: TrainingSettings  # of the multiclass run
    stages: tuple[tuple[int, int], ...]  # when the points came, see `Snapshot`
    visit: int  # where the cursor is
    is_at_end: bool  # whether the multiclass run has ended there: then each of the others is trained to its own end
    rectangle: Rectangle  # of the first two features, in data units
    size: tuple[float, float]  # its width and height in pixels

    @classmethod
    def about(cls, snapshot: Snapshot, rectangle: Rectangle, size: tuple[float, float]) -> ClaimsQuestion:
        """Return the question about a snapshot. `rectangle`: data units. `size`: pixels."""
        is_at_end = snapshot.stop is not None and snapshot.visit >= snapshot.frontier
        return cls(snapshot.trained, snapshot.settings, snapshot.stages, snapshot.visit, is_at_end, rectangle, size)

    def is_same_run(self, other: ClaimsQuestion | None) -> bool:
        """Whether another question is about the same points, rules and arrivals."""
        return (
            other is not None
            and self.dataset.X is other.dataset.X
            and self.dataset.labels is other.dataset.labels
            and self.dataset.classes == other.dataset.classes
            and (self.settings, self.stages) == (other.settings, other.stages)
        )

    def is_like(self, other: ClaimsQuestion | None) -> bool:
        """Whether another question has the same answer."""
        return (
            other is not None
            and self.is_same_run(other)
            and (self.visit, self.is_at_end) == (other.visit, other.is_at_end)
            and (self.rectangle, self.size) == (other.rectangle, other.size)
        )

    def grid(self) -> PlaneGrid:
        """Return the lines on which the runs are looked at; features beyond the first two stand at their means."""
        left, bottom, right, top = self.rectangle
        nx, ny = (max(round(pixels / CELL), 2) + 1 for pixels in self.size)
        n_features = self.dataset.n_features
        held = self.dataset.X.mean(axis=0) if n_features > 2 else np.zeros(n_features)
        axes = (0, 1 if n_features > 1 else None)
        return PlaneGrid(np.linspace(left, right, nx), np.linspace(bottom, top, ny), axes, held)


class ClaimsPicture(Frozen, eq=False):
    """What is drawn."""

    # the area that each class claims alone, that of `NOBODY` and that of `SEVERAL`: rings around them
    areas: tuple[tuple[int, Paths], ...]
    lines: tuple[tuple[int, Paths], ...]  # for each class where f is 0
    # for `NOBODY` and `SEVERAL` the place with most room around it, in data units, and how many pixels of room that is;
    # none where there is no such area
    words: tuple[tuple[int, float, float, float], ...]


@np.errstate(all="ignore")  # a polynomial of large numbers may leave the range: nothing is drawn there
def claims_picture(claims: Claims, question: ClaimsQuestion, let_go: Callable[[], object] = never) -> ClaimsPicture:
    """Return areas and lines of all binary runs. `let_go`: called between slices of the work; may raise."""
    grid, classes = question.grid(), [run.positive for run in claims.runs]
    heights = np.array([grid_scores(run.model, grid, let_go)[0] for run in claims.runs])
    heights = np.clip(np.nan_to_num(heights, nan=0.0), -LARGEST, LARGEST)
    lines = tuple((k, Tracer(grid, height).lines(0.0)) for k, height in zip(classes, heights, strict=True))
    owners = [*classes, NOBODY, SEVERAL]
    areas, words, is_free = [], [], _is_free(grid, positions(question.dataset))
    for owner, lead in zip(owners, _leads(heights), strict=True):
        areas.append((owner, Tracer(grid, lead).area(0.0)))
        if owner < 0 and (found := _roomiest(lead > 0.0, is_free)) is not None:
            row, column, steps = found
            words.append((owner, float(grid.across[column]), float(grid.upwards[row]), steps * CELL))
        let_go()
    return ClaimsPicture(tuple(areas), lines, tuple(words))


def _is_free(grid: PlaneGrid, places: Floats) -> Bools:
    """Return where a word would cover no point."""
    is_free = np.ones(grid.shape, dtype=bool)
    rows = np.searchsorted(grid.upwards, places[:MOST_AVOIDED, 1])
    columns = np.searchsorted(grid.across, places[:MOST_AVOIDED, 0])
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        is_free[max(row - AROUND[0], 0) : row + AROUND[0] + 1, max(column - AROUND[1], 0) : column + AROUND[1] + 1] = 0
    return is_free


def _roomiest(marks: Bools, is_free: Bools) -> tuple[int, int, int] | None:
    """Return the mark farthest from what is not marked, off the points if there is one; None without marks."""
    steps, left = 0, marks & is_free if (marks & is_free).any() else marks
    while left.any():
        marks, steps = left, steps + 1
        padded = np.pad(left, 1)
        left = left & padded[:-2, 1:-1] & padded[2:, 1:-1] & padded[1:-1, :-2] & padded[1:-1, 2:]
    if not steps:
        return None
    row, column = np.argwhere(marks)[0].tolist()
    return row, column, steps


def _leads(heights: Floats) -> list[Floats]:
    """Return what is above 0 where a class claims a place alone, where none does, and where several do."""
    if not len(heights):
        return []
    lowest = np.full_like(heights[:1], -LARGEST)
    ranked = np.sort(np.concatenate([heights, lowest]), axis=0)
    largest, second = ranked[-1], ranked[-2]
    alone = [np.minimum(height, -np.where(height == largest, second, largest)) for height in heights]
    return [*alone, -largest, second]
