"""Several classes at once: W and scores at the cursor, the confusion matrix, and one against the rest (M1–M6, W4)."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.engine.data.dataset import Bools, Dataset, Floats, Ints, trained_points
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.exact.effort import Cancelled
from perceptron_gui.engine.model.grid_scores import PlaneGrid, grid_scores, never
from perceptron_gui.engine.run.followers.against_rest import AgainstRest, Claims
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.training.state import NO_RIVAL, Stop
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.classes.small_plane import positions
from perceptron_gui.session.comparison import ENDS
from perceptron_gui.session.contours.field import LARGEST, Paths, Rectangle
from perceptron_gui.session.contours.tracing import Tracer
from perceptron_gui.session.explanation import step as steps
from perceptron_gui.session.explanation.scores import Number, parameter_rows, scores_at, weights
from perceptron_gui.session.explanation.step import Bar, WeightRow, of_class, parameters_line
from perceptron_gui.session.explanation.terms import written_vector
from perceptron_gui.session.explanation.visit_numbers import bias_value
from perceptron_gui.session.formula.line import Formula, Part, line
from perceptron_gui.session.formula.nodes import ALPHA, COUNTED, COUNTS, B, Noted, Strong, W, Y
from perceptron_gui.session.wording import MINUS, Written, counted, grouped, index_text, joined, written
from perceptron_gui.session.worker.background import Work, answer_or_failure
from perceptron_gui.translation import spelled, tr

MOST_COLUMNS = 6
"""Columns of W, or points with a number in A, that are shown."""


def shown_columns(snapshot: Snapshot) -> tuple[str, ...]:
    """Return the column heads of the weights: features or, with a curved kernel, points that were learned from."""
    if snapshot.expansion is None:
        return snapshot.model.weight_names[:MOST_COLUMNS]
    return tuple(index_text(point) for point in snapshot.expansion.indices[:MOST_COLUMNS].tolist())


def weight_rows(snapshot: Snapshot) -> tuple[WeightRow, ...]:
    """Return the row of every class with points."""
    rows, expansion = parameter_rows(snapshot), snapshot.expansion
    found = tuple(weight_row(snapshot, k, rows[k], MOST_COLUMNS) for k in snapshot.model.rows)
    if expansion is None:
        return found
    counts, is_folded = expansion.counts[:, :MOST_COLUMNS].tolist(), len(expansion.indices) > MOST_COLUMNS
    figures = [tuple(Written(str(count).replace("-", MINUS)) for count in counts[row.index]) for row in found]
    return tuple(replace(row, weights=own, is_folded=is_folded) for row, own in zip(found, figures, strict=True))


def weight_row(snapshot: Snapshot, k: int, row: Sequence[Number], most: int, said: str = "") -> WeightRow:
    """Return a row of θ. `k`: its class. `row`: its entries. `most`: weights that are written. `said`: what of it."""
    settings, n_weights = snapshot.settings, len(row) - snapshot.settings.bias
    bias = written(bias_value(float(row[-1]), snapshot.weight_unit, settings)) if settings.bias else None
    weights = tuple(map(written, row[: min(n_weights, most)]))
    return WeightRow(k, snapshot.dataset.classes[k], weights, n_weights > most, bias, said)


def row_lines(snapshot: Snapshot, rows: Sequence[WeightRow]) -> tuple[Formula, ...]:
    """Return the rows as lines of text, for when there is no room for columns. `rows`: from `weight_rows`."""
    return tuple(steps.row_line(row, W if snapshot.expansion is None else COUNTS) for row in rows)


def score_bars(snapshot: Snapshot, point: int) -> tuple[Bar, ...]:
    """Return bars for the scores of a point under the current parameters. `point`: its index."""
    dataset = snapshot.dataset
    scores = scores_at(snapshot, dataset.X[point].tolist(), is_decimal=point not in dataset.rounded)
    present, label = snapshot.model.rows, int(dataset.labels[point])
    rival = max((k for k in present if k != label), key=lambda k: (scores[k], -k), default=None)
    return steps.bars_of({k: scores[k] for k in present}, dataset.classes, steps.remarks_of(label, rival))


class TwoClasses(Frozen):
    """The comparison of two classes with the binary rule: both rows, their difference, twice the binary parameters.

    With a curved kernel A takes the place of W, and α·y that of w.
    """

    names: tuple[str, str]  # the classes; the second is +
    has_kernel: bool  # whether a curved kernel leaves no w
    rows: tuple[list[Number], list[Number]]  # w of both classes
    biases: tuple[Number, Number] | None  # None without bias
    binary: list[Number]  # w of the binary run
    binary_bias: Number  # its b; 0 without bias
    mistakes: tuple[int, int]  # of the multiclass run, and of the binary one
    had_one_class: bool  # whether all points were of one class for some visits

    @property
    def difference(self) -> list[Number]:
        """w₁ − w₀."""
        return [one - zero for zero, one in zip(*self.rows, strict=True)]

    @property
    def doubled(self) -> list[Number]:
        """2w."""
        return [2 * value for value in self.binary]

    @property
    def is_same(self) -> bool:
        """Whether w₁ − w₀ = 2w, the biases included, to the last digit."""
        biases = self.biases is None or self.biases[1] - self.biases[0] == 2 * self.binary_bias
        return biases and self.difference == self.doubled and self.mistakes[0] == self.mistakes[1]

    @property
    def lines(self) -> tuple[Formula, ...]:
        """All of it as formulas."""
        one, other = map(of_class, self.names)
        w: Part = COUNTS if self.has_kernel else W
        b = self.biases
        rows = [
            _line(line(w, name), row, line(B, name), b[place] if b is not None else None)
            for place, (name, row) in enumerate(zip((one, other), self.rows, strict=True))
        ]
        difference = line(w, other, f" {MINUS} ", w, one)
        between = line(B, other, f" {MINUS} ", B, one)
        twice = line("2 ", Noted(ALPHA, COUNTED), " ", Y) if self.has_kernel else line("2 ", W)
        return (
            *rows,
            _line(difference, self.difference, between, b[1] - b[0] if b is not None else None, is_strong=True),
            _line(twice, self.doubled, line("2 ", B), 2 * self.binary_bias if b is not None else None, is_strong=True),
        )

    @property
    def said(self) -> tuple[str, ...]:
        """Sentences on what the comparison shows."""
        counts = tr("Mistakes: {multiclass} in multiclass, {binary} with the binary rule, where {name} is +.").format(
            multiclass=grouped(self.mistakes[0]), binary=grouped(self.mistakes[1]), name=self.names[1]
        )
        is_exact = all(isinstance(value, Fraction) for value in (*self.difference, *self.doubled))
        if not self.is_same and self.had_one_class:
            words = tr(
                "They differ because at first only one class had points. Multiclass then has no rival and makes no "
                "mistakes, but the binary rule does."
            )
            return counts, words
        if not self.is_same:
            return counts, tr("They differ by rounding: the numbers were added in a different order.")
        if self.has_kernel:
            return counts, tr(
                "The same mistakes, and the difference between the two rows of A is 2·α·y for every point."
            )
        if is_exact:
            return counts, tr("The same mistakes, and the difference between the two rows is 2w, to the last digit.")
        return counts, tr("The same mistakes, and the difference between the two rows is 2w, up to rounding.")


def _line(
    name: Part, values: Sequence[Number], bias_name: Part, bias: Number | None, is_strong: bool = False
) -> Formula:
    vector = written_vector(values)
    b = None if bias is None else written(bias)
    return parameters_line(name, Strong(vector) if is_strong else vector, bias_name, b)


def two_classes(snapshot: Snapshot, binary: Snapshot) -> TwoClasses:
    """Compare a multiclass run of two classes with the binary run of the same points at the same visit.

    `snapshot`: of the multiclass run. `binary`: of the binary run in which the later of the two classes is +.
    """
    zero, one = snapshot.trained.present
    names = snapshot.dataset.classes[zero], snapshot.dataset.classes[one]
    has_kernel, has_bias = snapshot.expansion is not None, snapshot.settings.bias
    both, alone = parameter_rows(snapshot), parameter_rows(binary)
    biases = (both[zero][-1], both[one][-1]) if has_bias else None
    own, single = (_counts(snapshot), _counts(binary)) if has_kernel else (weights(snapshot), weights(binary))
    labels = snapshot.trained.labels
    n_alike = int(np.argmax(labels != labels[0]))  # points before the first of the other class
    return TwoClasses(
        names,
        has_kernel,
        (own[zero], own[one]),
        biases,
        single[0],
        alone[0][-1] if has_bias else Fraction(0),
        (snapshot.mistakes, binary.mistakes),
        any(0 < n <= n_alike for _, n in snapshot.stages),
    )


def _counts(snapshot: Snapshot) -> list[list[Number]]:
    """Return the rows of A, in a binary mode α·y, for the points that are trained on."""
    expansion = snapshot.expansion
    counts = np.zeros((len(snapshot.theta), snapshot.dataset.n_samples), dtype=np.int64)
    if expansion is not None:
        counts[:, expansion.indices] = expansion.counts
    return [[Fraction(value) for value in row] for row in counts[:, trained_points(snapshot.dataset)].tolist()]


class Confusion(Frozen, eq=False):
    """Points by their class and by the class they go to.

    An error counts for its rival, also if the two scores tie, so that all errors lie off the diagonal.
    """

    dataset: Dataset  # the points
    classes: tuple[int, ...]  # the classes with points: the rows, and the columns
    # shape (n_samples,): the class that each error goes to; −1 for the other points, those held out among them (H1)
    rivals: NDArray[np.int32]
    counts: Ints  # shape (n_classes, n_classes): rows are the true classes; points held out are not counted

    @property
    def n_errors(self) -> int:
        """Points beside the diagonal."""
        return int(self.counts.sum() - np.trace(self.counts))

    def points_of(self, row: int, column: int) -> tuple[int, ...]:
        """Return the points that a cell counts, ascending. `row`, `column`: places among `classes`."""
        points = trained_points(self.dataset)
        goes_to = NO_RIVAL if row == column else self.classes[column]
        is_there = (self.dataset.labels[points] == self.classes[row]) & (self.rivals[points] == goes_to)
        return tuple(points[is_there].tolist())

    def said_of(self, row: int, column: int) -> str:
        """Say in a sentence which points a cell counts. `row`, `column`: places among `classes`."""
        count, total = int(self.counts[row, column]), int(self.counts[row].sum())
        true, shown = (self.dataset.classes[self.classes[place]] for place in (row, column))
        if row == column:
            words = tr("Points in {true} that are right: {count} of {total}.")
        else:
            words = tr("Points in {true} that are classified as {shown}: {count} of {total}.")
        return words.format(count=grouped(count), total=grouped(total), true=true, shown=shown)

    @property
    def summary(self) -> str:
        """What the matrix says as a whole."""
        n, wrong = int(self.counts.sum()), self.n_errors
        errors = counted("{count} error off the diagonal", "{count} errors off the diagonal", wrong)
        return tr("{right} of {n} points are right, with {errors}.").format(
            right=grouped(n - wrong), n=grouped(n), errors=errors
        )


def confusion(snapshot: Snapshot) -> Confusion | None:
    """Return the confusion matrix at the cursor; None if it was not requested, or while the run asks."""
    rivals, dataset = snapshot.rivals, snapshot.dataset
    if rivals is None or snapshot.is_veiled or not dataset.n_samples:
        return None
    present = snapshot.trained.present
    return Confusion(dataset, present, rivals.of_points, rivals.counts[np.ix_(present, present)])


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
        """Return the grid on which the runs are evaluated; features beyond the first two are set to their means."""
        left, bottom, right, top = self.rectangle
        nx, ny = (max(round(pixels / CELL), 2) + 1 for pixels in self.size)
        n_features = self.dataset.n_features
        held = self.dataset.X.mean(axis=0) if n_features > 2 else np.zeros(n_features)
        axes = (0, 1 if n_features > 1 else None)
        return PlaneGrid(np.linspace(left, right, nx), np.linspace(bottom, top, ny), axes, held)


class ClaimsPicture(Frozen, eq=False):
    """The drawn areas and lines of all binary runs."""

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
    """Return for each place of the grid whether a label there would cover no point, shape (ny, nx)."""
    is_free = np.ones(grid.shape, dtype=bool)
    rows = np.searchsorted(grid.upwards, places[:MOST_AVOIDED, 1])
    columns = np.searchsorted(grid.across, places[:MOST_AVOIDED, 0])
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        is_free[max(row - AROUND[0], 0) : row + AROUND[0] + 1, max(column - AROUND[1], 0) : column + AROUND[1] + 1] = 0
    return is_free


def _roomiest(marks: Bools, is_free: Bools) -> tuple[int, int, int] | None:
    """Return the marked cell deepest inside its area, off the points if possible; None without marks."""
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
    """Return heights that are positive where one class alone claims a place, where none does, where several do."""
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
        weight_row(
            run, run.positive, parameter_rows(run)[0], MOST_WEIGHTS, " · ".join(_said_counts(run, claims.is_at_end))
        )
        for run in claims.runs
    )


def _said_counts(run: Snapshot, is_at_end: bool) -> list[str]:
    said = [
        counted("{count} mistake", "{count} mistakes", run.mistakes),
        counted("{count} error now", "{count} errors now", run.n_errors),
    ]
    is_over = run.stop is not None and run.stop is not Stop.CYCLE
    return [*said, tr(ENDS[run.stop])] if is_over or is_at_end else said


def when_text(claims: Claims) -> str:
    """Say up to which visit the lines were trained."""
    if claims.is_at_end:
        return tr("One line per class: that class (+) against the rest, each trained until its own run ends.")
    return counted(
        "One line per class: that class (+) against the rest, after {count} visit.",
        "One line per class: that class (+) against the rest, after {count} visits.",
        claims.visit,
    )


def counts_text(claims: Claims) -> str:
    """Say how many points get their class, none, or several."""
    n, right = len(claims.n_claims), claims.n_right
    none, several = claims.n_unclaimed, claims.n_contested
    other = n - right - none - several
    words = tr(
        "{right} of {n} points are claimed only by their own class, {none} by no class, {several} by "
        "several, and {other} by a wrong one."
    )
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
    listed = ",  ".join(
        f"{spelled('f')}({name}) {written(score).after_name}" for name, score in zip(names, scores, strict=True)
    )
    claiming = [name for name, score in zip(names, scores, strict=True) if score > 0]
    if not claiming:
        said = tr("no class claims it")
    elif len(claiming) == 1:
        said = tr("only {name} claims it").format(name=claiming[0])
    else:
        said = tr("{names} claim it").format(names=joined(claiming))
    return tr("{place}: {scores}; {said}.").format(place=place, scores=listed, said=said)


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
    """The one-against-the-rest runs, kept and continued for the next question about the same run."""

    def __init__(self) -> None:
        self._runs: AgainstRest | None = None
        self._trained: ClaimsQuestion | None = None

    def answer(self, question: ClaimsQuestion, work: Work[ClaimsFinding]) -> ClaimsFinding:
        """Return what the binary runs say at a visit, see `Background`."""
        return answer_or_failure(lambda: self._find(question, work), partial(_failed, question))

    def _find(self, question: ClaimsQuestion, work: Work[ClaimsFinding]) -> ClaimsFinding:
        dataset = question.dataset
        if dataset.n_samples * len(dataset.present) > MOST_POINTS:
            return _failed(question, tr("There are too many points to train a line for each class alongside the run."))
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
    """Let a newer question wait if this answer is nearly finished."""
    if work.is_given_up:
        raise Cancelled


def _failed(question: ClaimsQuestion, failure: str) -> ClaimsFinding:
    return ClaimsFinding(question, None, None, failure)
