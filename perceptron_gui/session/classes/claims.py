"""One against the rest (M6): the lines with their numbers, and which places no class or several claim."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from perceptron_gui.engine.data.dataset import Bools, Dataset, Floats
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.exact.effort import Cancelled
from perceptron_gui.engine.model.grid_scores import PlaneGrid, grid_scores, never
from perceptron_gui.engine.run.followers.against_rest import AgainstRest, Claims
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.training.state import Stop
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.classes.class_scores import weight_row
from perceptron_gui.session.classes.small_plane import positions
from perceptron_gui.session.comparison import ENDS
from perceptron_gui.session.contours.field import LARGEST, Paths, Rectangle
from perceptron_gui.session.contours.tracing import Tracer
from perceptron_gui.session.explanation.scores import parameter_rows, scores_at
from perceptron_gui.session.explanation.step import WeightRow
from perceptron_gui.session.wording import counted, grouped, written
from perceptron_gui.session.worker.background import Work, answer_or_failure
from perceptron_gui.translation import tr

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
    def about(cls, snapshot: Snapshot, rectangle: Rectangle, size: tuple[float, float]) -> "ClaimsQuestion":
        """Return the question about a snapshot. `rectangle`: data units. `size`: pixels."""
        is_at_end = snapshot.stop is not None and snapshot.visit >= snapshot.frontier
        return cls(snapshot.trained, snapshot.settings, snapshot.stages, snapshot.visit, is_at_end, rectangle, size)

    def is_same_run(self, other: "ClaimsQuestion | None") -> bool:
        """Whether another question is about the same points, rules and arrivals."""
        return (
            other is not None
            and self.dataset.X is other.dataset.X
            and self.dataset.labels is other.dataset.labels
            and self.dataset.classes == other.dataset.classes
            and (self.settings, self.stages) == (other.settings, other.stages)
        )

    def is_like(self, other: "ClaimsQuestion | None") -> bool:
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


MOST_WEIGHTS = 3
"""Weights of a line that are written."""


def line_rows(claims: Claims) -> tuple[WeightRow, ...]:
    """Return all binary runs: of each its class that is +, w and b, and mistakes, errors, and how it ended."""
    return tuple(
        weight_row(run, run.positive, parameter_rows(run)[0], MOST_WEIGHTS, " · ".join(_counts(run, claims.is_at_end)))
        for run in claims.runs
    )


def _counts(run: Snapshot, is_at_end: bool) -> list[str]:
    said = [
        counted("{count} mistake", "{count} mistakes", run.mistakes),
        counted("{count} error now", "{count} errors now", run.n_errors),
    ]
    is_over = run.stop is not None and run.stop is not Stop.CYCLE
    return [*said, tr(ENDS[run.stop])] if is_over or is_at_end else said


def when_text(claims: Claims) -> str:
    """Say up to where the lines were trained."""
    if claims.is_at_end:
        return tr("A line for each class, + against the rest, each trained to its own end.")
    return counted(
        "A line for each class, + against the rest, after {count} visit.",
        "A line for each class, + against the rest, after {count} visits.",
        claims.visit,
    )


def counts_text(claims: Claims) -> str:
    """Say how many points get their class, none, or several."""
    n, right = len(claims.n_claims), claims.n_right
    none, several = claims.n_unclaimed, claims.n_contested
    other = n - right - none - several
    words = tr("{right} of {n} points get their class alone, {none} no class, {several} several, {other} a wrong one.")
    return words.format(
        right=grouped(right), n=grouped(n), none=grouped(none), several=grouped(several), other=grouped(other)
    )


def claim_text(claims: Claims, x: Sequence[float], place: str, is_decimal: bool = True) -> str:
    """Say which classes claim a place, with the numbers.

    `x`: all its coordinates, in data units. `place`: what it is called. `is_decimal`: whether they are the decimals
    that they print as.
    """
    scores = [scores_at(run, x, is_decimal)[0] for run in claims.runs]
    names = [run.dataset.classes[run.positive] for run in claims.runs]
    listed = ",  ".join(f"f({name}) {written(score).after_name}" for name, score in zip(names, scores, strict=True))
    claiming = [name for name, score in zip(names, scores, strict=True) if score > 0]
    if not claiming:
        said = tr("no class claims it")
    elif len(claiming) == 1:
        said = tr("{name} alone claims it").format(name=claiming[0])
    else:
        said = tr("{names} claim it").format(names=", ".join(claiming))
    return tr("{place}: {scores}: {said}.").format(place=place, scores=listed, said=said)


MOST_POINTS = 2_000_000
"""Points of all binary runs together that are worth their memory."""


class ClaimsFinding(Frozen, eq=False):
    """The answer."""

    question: ClaimsQuestion
    # after as many visits as were asked for, or fewer where the run on the canvas is faster; None where there are none
    claims: Claims | None
    picture: ClaimsPicture | None
    failure: str = ""  # why there is nothing, in a sentence; else empty


class RestRuns:
    """The runs of one against the rest, which go on where the next question is about the same ones."""

    def __init__(self) -> None:
        self._runs: AgainstRest | None = None
        self._trained: ClaimsQuestion | None = None

    def answer(self, question: ClaimsQuestion, work: Work[ClaimsFinding]) -> ClaimsFinding:
        """Return what the binary runs say at a visit, see `Background`."""
        return answer_or_failure(lambda: self._find(question, work), partial(_failed, question))

    def _find(self, question: ClaimsQuestion, work: Work[ClaimsFinding]) -> ClaimsFinding:
        dataset = question.dataset
        if dataset.n_samples * len(dataset.present) > MOST_POINTS:
            return _failed(question, tr("Too many points to train a line for each class beside the run."))
        if not question.is_same_run(self._trained) or self._runs is None:
            self._trained, self._runs = None, AgainstRest(dataset, question.settings, question.stages)
            self._trained = question
        runs = self._runs
        is_there = runs.go_to(question.visit, work.should_stop)
        if question.is_at_end and is_there:
            runs.go_to_end(work.should_stop)
        claims = runs.claims(question.is_at_end and is_there)
        return ClaimsFinding(question, claims, claims_picture(claims, question, partial(_let_go, work)))


def _let_go(work: Work[ClaimsFinding]) -> None:
    """Go on although there is a newer question: an answer that is nearly there is drawn."""
    if work.is_given_up:
        raise Cancelled


def _failed(question: ClaimsQuestion, failure: str) -> ClaimsFinding:
    return ClaimsFinding(question, None, None, failure)
