"""The Gram matrix as a picture: its cells, its rows in use, what is said of them (D2–D5); and bars of α."""

import math
from collections.abc import Callable
from functools import cached_property, singledispatch
from itertools import pairwise
from math import isqrt

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, Floats, Ints, is_same_parts, n_trained, trained_points
from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.engine.exact.effort import Cancelled
from perceptron_gui.engine.exact.feature_values import feature_values
from perceptron_gui.engine.model.models import Model, MulticlassModel
from perceptron_gui.engine.run.records.record import VisitRecord
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.training.training_data import WHOLE_GRAM
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.explanation import binary_visit
from perceptron_gui.session.explanation.terms import Value
from perceptron_gui.session.explanation.visit_numbers import input_values
from perceptron_gui.session.formula.line import EXACT, line, sentence
from perceptron_gui.session.formula.nodes import F, X
from perceptron_gui.session.wording import counted, grouped, index_text, number_text, together, words_of, written
from perceptron_gui.session.worker.background import Work, answer_or_failure
from perceptron_gui.translation import tr

MOST_CELLS = 400
"""Cells of a row: where pixels end, a cell is the mean of a block."""
LONGEST_END = 7
"""Letters of a number at an end of the colours that is written in full."""
MOST_WORK = 4 * 10**8
"""Multiplications that a picture may take, in about a second; of wide points fewer are shown for that."""


class GramQuestion(Frozen, eq=False):
    """A request for the Gram matrix of some points under some rules."""

    dataset: Dataset
    settings: TrainingSettings
    by_class: bool = False  # whether the points of a class stand together; else they are in their order
    has_ones: bool = False  # whether K has the 1 of the bias in it, of points with a 1 (W2)

    def is_like(self, other: "GramQuestion | None") -> bool:
        """Whether another question has the same answer."""
        if other is None or self.dataset.X is not other.dataset.X or self.dataset.labels is not other.dataset.labels:
            return False
        is_same = self._rules == other._rules and self.by_class == other.by_class and self.one == other.one
        return is_same and is_same_parts(self.dataset.parts, other.dataset.parts)

    def is_variant_of(self, other: "GramQuestion | None") -> bool:
        """Whether it is about as many points under the same rules: while they are dragged some lie elsewhere."""
        is_same = other is not None and self._rules == other._rules
        return is_same and other is not None and self.dataset.X.shape == other.dataset.X.shape

    def extends(self, other: "GramQuestion | None") -> bool:
        """Whether points have come at the end, and all else is the same: rows and columns more (P9)."""
        if other is None or self._rules != other._rules or self.dataset.n_samples == other.dataset.n_samples:
            return False
        return self.dataset.is_extension_of(other.dataset)

    @property
    def one(self) -> int:
        """What a cell has beside K (D4)."""
        return int(self.has_ones and self.settings.bias)

    @property
    def cell(self) -> str:
        """The symbol of a cell."""
        return "K + 1" if self.one else "K"

    @property
    def _rules(self) -> tuple[object, ...]:
        return self.settings.kernel, self.settings.features, self.settings.bias


class GramPicture(Frozen, eq=False, dict=True):
    """The Gram matrix, or as much of it as can be shown. K has the 1 in it that is asked for."""

    question: GramQuestion
    points: Ints  # shape (n_shown,): the points in the order of the rows; of too many every so manieth
    inputs: Floats  # shape (n_shown, n_features): what the kernel sees of them
    edges: Ints  # shape (n_cells + 1,): the first row of each block, and the one after the last
    cells: Floats  # shape (n_cells, n_cells): K, or its mean over a block of pairs

    @property
    def is_sampled(self) -> bool:
        """Whether there are more points than are shown."""
        return len(self.points) < n_trained(self.question.dataset)

    @property
    def block(self) -> int:
        """The most rows, and columns, that share a cell."""
        return int(np.diff(self.edges).max(initial=1))

    @cached_property
    def largest(self) -> float:
        """The largest size of a cell."""
        return float(np.abs(self.cells).max(initial=0.0))

    @cached_property
    def shares(self) -> tuple[float, float]:
        """The least and the largest cell, as shares of the largest size."""
        if not 0.0 < self.largest < math.inf:
            return 0.0, 0.0
        return float(self.cells.min() / self.largest), float(self.cells.max() / self.largest)

    @cached_property
    def _rows(self) -> Ints:
        """The row of every point, −1 for none."""
        rows = np.full(self.question.dataset.n_samples, -1)
        rows[self.points] = np.arange(len(self.points))
        return rows

    def row_of(self, point: int | None) -> int | None:
        """Return in which row a point stands; None where it is not shown. `point`: its index; None for no point."""
        if point is None or point >= len(self._rows) or self._rows[point] < 0:
            return None
        return int(self._rows[point])

    def row_cells(self, point: int) -> Floats:
        """Return K of one point and the others, as many cells as a row of the picture has (D4).

        `point`: any of the dataset, shown or not. Returns shape (n_cells,): K, or its mean over the columns that share
        a cell.
        """
        x = kernel_inputs(self.question.dataset, self.question.settings, np.array([point]))
        return _means(self.question.settings.kernel.function.values(x, self.inputs), self.edges) + self.question.one

    @cached_property
    def class_rows(self) -> tuple[int, ...]:
        """The rows at which the next class begins, if points are grouped by class."""
        if not self.question.by_class:
            return ()
        labels = self.question.dataset.labels[self.points]
        return tuple((np.flatnonzero(np.diff(labels)) + 1).tolist())


def kernel_inputs(dataset: Dataset, settings: TrainingSettings, points: Ints) -> Floats:
    """Return what the kernel sees of points: their coordinates, or φ of them (F1).

    `settings`: their feature map. `points`: shape (n,): which of the dataset. Returns shape (n, n_features).
    """
    X = dataset.X[points]
    if not settings.features.is_identity:
        X = feature_values(settings.features.of(dataset.features).programs, X)[0]
    return np.asfortranarray(X)


def gram_picture(question: GramQuestion, should_stop: Callable[[], bool] = lambda: False) -> GramPicture:
    """Return the picture of a Gram matrix.

    `should_stop`: asked before each row; true gives the work up. Raises `Cancelled` when it was given up.
    """
    dataset, kernel = question.dataset, question.settings.kernel.function
    points = _shown_points(question)
    inputs = kernel_inputs(dataset, question.settings, points)
    n_cells = min(len(points), MOST_CELLS)
    edges = np.arange(n_cells + 1) * len(points) // max(n_cells, 1)
    cells = np.empty((n_cells, n_cells))
    for row in range(n_cells):
        if should_stop():
            raise Cancelled
        cells[row] = _means(kernel.values(inputs[edges[row] : edges[row + 1]], inputs), edges) + question.one
    return GramPicture(question, points, inputs, edges, cells)


def _means(values: Floats, edges: Ints) -> Floats:
    """Return the mean over all rows of `values`, and over the columns of each block."""
    if len(values) == 1 and len(edges) == values.shape[1] + 1:
        single: Floats = values[0]
        return single
    means: Floats = np.add.reduceat(values.sum(axis=0), edges[:-1]) / (np.diff(edges) * len(values))
    return means


def _shown_points(question: GramQuestion) -> Ints:
    dataset, settings = question.dataset, question.settings
    n_features = len(settings.features.names(dataset.features))
    most = max(min(WHOLE_GRAM, isqrt(MOST_WORK // max(n_features, 1))), 1)
    points = trained_points(dataset)
    points = points[:: max(-(-len(points) // most), 1)]
    return points[np.argsort(dataset.labels[points], kind="stable")] if question.by_class else points


MOST_ROWS = 200
"""Rows that are marked, of the errors of a batch pass."""


def rows_in_use(snapshot: Snapshot) -> tuple[int, ...]:
    """Return the points that the last visit learned from: none where it was no mistake, or is not known."""
    last = snapshot.last
    if last is None or not last.has_learned:
        return ()
    return tuple(last.learned[:MOST_ROWS].tolist()) if len(last.learned) else (last.point,)


MOST_WRITTEN = 12
"""Points up to which every K is written in its cell."""
Numbers = tuple[tuple[str, ...], ...]
"""What stands in the cells, row by row."""
MOST_ENTRIES = 2_000
"""Coordinates of two points that are multiplied as fractions: the sentence must be there within a frame."""


def kernel_of_pair(dataset: Dataset, settings: TrainingSettings, one: int, other: int) -> Value:
    """Return K of two points: as a fraction where points and kernel are exact.

    `settings`: their kernel and feature map. `one`, `other`: which points.
    """
    left, right = (input_values(dataset, settings, point) for point in (one, other))
    if len(left) > MOST_ENTRIES:
        left, right = [float(value) for value in left], [float(value) for value in right]
    return settings.kernel.function.product(left, right)


def cell_numbers(picture: GramPicture) -> Numbers:
    """Return the numbers in the cells row by row (D4); none if there are too many points."""
    dataset, settings = picture.question.dataset, picture.question.settings
    if len(picture.points) > MOST_WRITTEN or picture.inputs.size > MOST_ENTRIES:
        return ()
    entries = [input_values(dataset, settings, point) for point in picture.points.tolist()]
    one, kernel = picture.question.one, settings.kernel.function
    return tuple(tuple(_cell_text(kernel.product(x, z) + one) for z in entries) for x in entries)


def _cell_text(value: Value) -> str:
    """Format a number for a cell: exact ones in full, rounded ones with two digits."""
    full = written(value)
    return full.text if full.is_exact else f"≈{written(value, 2).text}"


def about_pair(question: GramQuestion, one: int, other: int) -> str:
    """Describe the cell of two points, with their classes. `one`, `other`: which points."""
    dataset = question.dataset
    value = written(kernel_of_pair(dataset, question.settings, one, other) + question.one).after_name
    names = [dataset.classes[int(dataset.labels[point])] for point in (one, other)]
    words = tr("K({one}, {other}){plus_1} {value} · {own} and {theirs}")
    plus_1 = " + 1" if question.one else ""
    return words.format(
        one=index_text(one), other=index_text(other), plus_1=plus_1, value=value, own=names[0], theirs=names[1]
    )


def about_row(question: GramQuestion, snapshot: Snapshot, lit: int | None) -> str:
    """Say which row is marked: that of the point that is pointed at, else those of the last update.

    `lit`: the point that is pointed at.
    """
    if lit is not None:
        return tr("Row of {name}: {cell} with every point.").format(name=index_text(lit), cell=question.cell)
    last, eta = snapshot.last, snapshot.settings.eta
    said = about_update(snapshot)
    if last is None or not rows_in_use(snapshot):
        return said
    times = tr("It is multiplied by η = {eta}.").format(eta=number_text(eta))
    return said if eta == 1 else together(said, times)


def about_update(snapshot: Snapshot) -> str:
    """Say what the last visit added to the scores, and what it subtracted (D4, M5); before any, what a mistake does."""
    last, rows = snapshot.last, rows_in_use(snapshot)
    if last is None or not rows:
        return tr(words_of(snapshot.settings).of_rows)
    about = _about_sum if snapshot.settings.order is Order.BATCH else _about_row
    return about(snapshot.model, snapshot, last)


@singledispatch
def _about_row(model: Model, snapshot: Snapshot, last: VisitRecord) -> str:
    """Say what the row of a point adds to the scores, or subtracts."""
    name, count = index_text(last.point), grouped(snapshot.trained.n_samples)
    if last.target > 0:
        return tr("Row of {name}, y = +1: this update adds it to all {count} scores.").format(name=name, count=count)
    return tr("Row of {name}, y = −1: this update subtracts it from all {count} scores.").format(name=name, count=count)


@_about_row.register(MulticlassModel)
def _about_row_of_classes(model: Model, snapshot: Snapshot, last: VisitRecord) -> str:
    words = tr("Row of {name}: this update adds it to the scores of {own}, and subtracts it from those of {rival}.")
    own, rival = (snapshot.dataset.classes[k] for k in (last.target, last.rival))
    return words.format(name=index_text(last.point), own=own, rival=rival)


@singledispatch
def _about_sum(model: Model, snapshot: Snapshot, last: VisitRecord) -> str:
    """Say what the sum of a batch pass adds to the scores, and what it subtracts."""
    n = len(last.learned)
    n_plus = int((snapshot.dataset.labels[last.learned] == snapshot.positive).sum())
    plus, minus = (counted("{count} row", "{count} rows", each) for each in (n_plus, n - n_plus))
    if n_plus == n:
        return tr("This update adds {rows} to all scores.").format(rows=plus)
    if not n_plus:
        return tr("This update subtracts {rows} from all scores.").format(rows=minus)
    words = tr("This update adds {plus} to all scores, and subtracts {minus} where y = −1.")
    return words.format(plus=plus, minus=minus)


@_about_sum.register(MulticlassModel)
def _about_sum_of_classes(model: Model, snapshot: Snapshot, last: VisitRecord) -> str:
    words = tr("This update adds {rows} to the scores of their classes, and subtracts them from their rivals'.")
    return words.format(rows=counted("{count} row", "{count} rows", len(last.learned)))


def about_picture(picture: GramPicture) -> str:
    """Say how much of the matrix is shown; "" if all of it is."""
    said = [_about_bias(picture.question)]
    if picture.is_sampled:
        dataset = picture.question.dataset
        words = tr("With so many features, only one point in {every} is shown.")
        if n_trained(dataset) > WHOLE_GRAM and picture.question.settings.weight_names(dataset.features):
            words = tr("With more than {most} points, only one in {every} is shown.")
        elif n_trained(dataset) > WHOLE_GRAM:  # the run itself has rows
            words = tr(
                "With more than {most} points, rows are computed when needed; only one point in {every} is shown."
            )
        every = -(-n_trained(dataset) // len(picture.points))
        said.append(words.format(most=grouped(WHOLE_GRAM), every=grouped(every)))
    if picture.block > 1:
        said.append(tr("A cell is the mean of up to {block} × {block} pairs.").format(block=picture.block))
    return together(*said)


def _about_bias(question: GramQuestion) -> str:
    """Say how the bias comes into the scores, where there is one: in each cell, or beside the matrix."""
    settings = question.settings
    if not settings.bias:
        return ""
    if question.one:
        return tr("A cell is K + 1: the 1 goes with the bias.")
    score = line(F, "(", X, ")", EXACT, binary_visit.kernel_symbols(settings))
    words = tr("The bias is not in the matrix. Each update changes it too: {score}, and {bias}.")
    return str(sentence(words, score=score, bias=binary_visit.bias_symbols(settings)))


def about_arrival(n_new: int, n_samples: int) -> str:
    """Say that points have come; nothing where none have.

    `n_new`, `n_samples`: how many have come, and how many there are now.
    """
    if not n_new:
        return ""
    if n_new == 1:
        words = tr("{name} is new: it adds one row and one column.")
        return words.format(name=index_text(n_samples - 1))
    return tr("{count} points are new: each adds one row and one column.").format(count=grouped(n_new))


def scale_ends(picture: GramPicture) -> tuple[str, str]:
    """Return the least and the largest cell; short numbers that are known in full."""
    if not picture.cells.size:
        return _end_text(0, 0.0), _end_text(0, 0.0)
    return _cell_end(picture, int(picture.cells.argmin())), _cell_end(picture, int(picture.cells.argmax()))


def _cell_end(picture: GramPicture, place: int) -> str:
    cell, question = float(picture.cells.flat[place]), picture.question
    if picture.block > 1:  # a cell is of more than two points
        return _end_text(cell, cell)
    pair = [int(picture.points[k]) for k in np.unravel_index(place, picture.cells.shape)]
    return _end_text(kernel_of_pair(question.dataset, question.settings, *pair) + question.one, cell)


def _end_text(exact: Value, rounded: float) -> str:
    full = written(exact)
    is_short = full.is_exact and len(full.text) <= LONGEST_END
    return full.text if is_short else str(written(rounded if math.isfinite(rounded) else exact, 3))


def tallest(alpha: Ints, most: int) -> Ints:
    """Return the point whose bar is drawn in each place, in the order of the points.

    `alpha`: shape (n_samples,): mistakes at each point. `most`: places there are, at least 1. Returns shape
    (min(n_samples, most),): every point where there is a place for each; else that with the largest α of every place,
    the first of equals.
    """
    n_samples = len(alpha)
    if n_samples <= most:
        return np.arange(n_samples)
    edges = (np.arange(most + 1) * n_samples // most).tolist()
    return np.array([first + int(alpha[first:end].argmax()) for first, end in pairwise(edges)])


class GramFinding(Frozen, eq=False):
    """The answer."""

    question: GramQuestion
    picture: GramPicture | None  # None where there is none
    numbers: Numbers = ()  # what stands in the cells of few points, row by row; empty for more
    failure: str = ""  # why not, in a sentence; else empty


def find_gram(question: GramQuestion, work: Work[GramFinding]) -> GramFinding:
    """Return the picture of a Gram matrix, see `Background`."""

    def find() -> GramFinding:
        picture = gram_picture(question, work.should_stop)
        return GramFinding(question, picture, cell_numbers(picture))

    return answer_or_failure(find, lambda failure: GramFinding(question, None, failure=failure))
