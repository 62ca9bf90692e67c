"""The run as a table, computed in pages on request; its columns are what a student would write down."""

from collections.abc import Callable, Sequence

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, Ints
from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.engine.exact.fixed_point import true_value
from perceptron_gui.engine.model.models import DualModel, LinearModel, Model, MulticlassModel, model_kind
from perceptron_gui.engine.run.records.record import Replay, VisitRecord
from perceptron_gui.engine.run.run import Run
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.explanation.terms import MOST_TERMS, Value, point_values, vector_text
from perceptron_gui.session.wording import grouped, index_text, number_text
from perceptron_gui.translation import N_, spelled

PAGE = 64
"""Rows of a page."""


class Selection(Frozen):
    """Which visits are rows."""

    only_mistakes: bool = False  # only visits that were mistakes
    point: int | None = None  # only the mistakes at this point
    # only visits up to this one: while the run asks, nothing of what comes after the cursor may be seen
    until: int | None = None


class PageRequest(Frozen):
    """A request for the rows of one page."""

    run_id: int  # the run, as in its snapshots
    selection: Selection  # which visits are rows
    first: int  # the first row of the page


class Page(Frozen, eq=False):
    """Rows, and how many there are in all."""

    request: PageRequest  # what they answer
    total: int  # rows of all pages
    rows: tuple[VisitRecord, ...]  # those of this page, `PAGE` at most


def page_of(run: Run, request: PageRequest) -> Page:
    """Compute the rows of a page."""
    visits = selected_visits(run, request.selection, request.first, request.first + PAGE)
    return Page(request, count_of(run, request.selection), tuple(Replay(run).visits(visits)))


def count_of(run: Run, selection: Selection) -> int:
    """Return how many visits are rows."""
    if selection.only_mistakes or selection.point is not None:
        return len(_logged(run, selection))
    return run.frontier if selection.until is None else min(run.frontier, selection.until)


def selected_visits(run: Run, selection: Selection, first: int, last: int) -> list[int]:
    """Return the visits of some rows, as visits completed before each.

    `first`, `last`: the first row, and the one after the last.
    """
    if selection.only_mistakes or selection.point is not None:
        return [int(visit) for visit in _logged(run, selection)[first:last]]
    return list(range(first, min(last, count_of(run, selection))))


def row_of(run: Run, selection: Selection, visit: int) -> int:
    """Return the row of the visit that led to a place of the run, or the last row before it; −1 before the first.

    `visit`: visits completed.
    """
    if selection.only_mistakes or selection.point is not None:
        return int(np.searchsorted(_logged(run, selection), visit)) - 1
    return visit - 1


def _logged(run: Run, selection: Selection) -> Ints:
    """Return the visits completed before each of the logged mistakes that are rows."""
    visits = run.log.visits
    end = len(visits) if selection.until is None else int(np.searchsorted(visits, selection.until))
    return visits[:end] if selection.point is None else visits[:end][run.log.points[:end] == selection.point]


PENDING = "…"
"""Shown in a row that is not loaded yet."""
NONE = "—"
FROZEN = 2
"""Columns that stay where they are when the others are scrolled: visit and point."""

NEAR = "≤ β"
"""Marks a visit whose point was right, but by no more than β, and learned from (V4)."""
SUM = " Σ"
"""Marks the end of a batch pass, where the sum over all its errors was added."""


class Row(Frozen, eq=False):
    """One visit with the points and rules it belongs to."""

    visited: VisitRecord
    dataset: Dataset  # the points, among them that of the visit
    settings: TrainingSettings  # the rules of the run

    @property
    def own(self) -> int:
        """The row of W that belongs to the point: its class."""
        return self.visited.target

    @property
    def rival(self) -> int | None:
        """The other class with the largest score before the visit (M2), also where it was right; None without one."""
        scores = self.visited.scores
        others = [k for k in self.visited.classes if k != self.visited.target]
        return max(others, key=lambda k: (scores[k], -k), default=None)

    def score(self, k: int | None) -> str:
        """Return the score of a class before the visit, as text. `k`: the row of θ; None gives a dash."""
        if k is None:
            return NONE
        return number_text(true_value(float(self.visited.scores[k]), self.visited.score_unit), is_exact=False)

    def x(self) -> str:
        """Return the coordinates of the point, as text."""
        return _vector_text(point_values(self.dataset, self.visited.point, MOST_TERMS))

    def w(self, k: int | None) -> str:
        """Return the weights of a class after the visit, as text. `k`: the row of θ; None gives a dash."""
        if k is None:
            return NONE
        return _vector_text(self._theta(k)[: -1 if self.settings.bias else None])

    def b(self, k: int | None) -> str:
        """Return the bias of a class after the visit, as text. `k`: the row of θ; None gives a dash."""
        return NONE if k is None else number_text(self._theta(k)[-1], is_exact=False)

    def _theta(self, k: int) -> list[Value]:
        return [true_value(value, self.visited.weight_unit) for value in self.visited.after[k].tolist()]


def _vector_text(values: Sequence[Value]) -> str:
    return vector_text(values, is_exact=False)


class Column(Frozen):
    """A column: its header, what it means, and its cell of a row."""

    # marked for translation; symbols are names, too
    name: str
    hint: str
    text: Callable[[Row], str]  # return its cell of a row
    part: str = ""  # of the parameters that it shows, "w" or "b": where a run has none there is no such column
    sign: str = ""  # its header, where that is no name; what reads aloud says the name


def _class_text(row: Row) -> str:
    return row.dataset.classes[int(row.dataset.labels[row.visited.point])]


def _signed_class_text(row: Row) -> str:
    return f"{_class_text(row)} ({'+' if row.visited.target > 0 else '−'})"


def _rival_text(row: Row) -> str:
    return NONE if row.rival is None else row.dataset.classes[row.rival]


def _mistake_text(row: Row) -> str:
    has_learned = row.settings.order is Order.BATCH and row.visited.has_learned
    mark = "✗" if row.visited.is_mistake else spelled(NEAR) if row.visited.is_near_miss else ""
    return mark + (SUM if has_learned else "")


VISIT = Column(
    N_("visit"), N_("How many visits the run has made, including this one"), lambda row: grouped(row.visited.number)
)
POINT = Column(N_("point"), N_("The point that was visited"), lambda row: index_text(row.visited.point))
# L10n: heads a column with ✗
MISTAKE = Column(N_("mistake"), N_("Whether the point was a mistake"), _mistake_text, sign="✗")
NEAR_OR_MISTAKE = replace(MISTAKE, hint=N_("Whether the point was a mistake, or right by no more than β"))
X = Column("x", N_("The coordinates of the point"), Row.x)
CLASS = Column(N_("class"), N_("The class of the point"), _class_text)
SIGNED_CLASS = replace(CLASS, text=_signed_class_text)
EPOCH = Column(
    N_("epoch"), N_("The pass it belongs to"), lambda row: grouped(row.visited.epoch) if row.visited.epoch else NONE
)
BINARY = (
    VISIT,
    POINT,
    Column("f", N_("The activation f(x) before the update"), lambda row: row.score(0)),
    MISTAKE,
    Column("w", N_("The weights after the visit"), lambda row: row.w(0), part="w"),
    Column("b", N_("The bias after the visit"), lambda row: row.b(0), part="b"),
    X,
    SIGNED_CLASS,
    EPOCH,
)
MULTICLASS = (
    VISIT,
    POINT,
    # L10n: heads a column: score of the point’s own class
    Column(N_("s own"), N_("The score of the point's own class before the update"), lambda row: row.score(row.own)),
    Column(N_("s rival"), N_("The largest score of another class before the update"), lambda row: row.score(row.rival)),
    MISTAKE,
    # L10n: heads a column: weights of the point’s own class
    Column(N_("w own"), N_("The weights of the point's class after the visit"), lambda row: row.w(row.own), part="w"),
    # L10n: heads a column: bias of the point’s own class
    Column(N_("b own"), N_("The bias of the point's class after the visit"), lambda row: row.b(row.own), part="b"),
    CLASS,
    Column(N_("rival"), N_("The other class with the largest score"), _rival_text),
    # L10n: heads a column: weights of its rival
    Column(N_("w rival"), N_("The weights of the rival after the visit"), lambda row: row.w(row.rival), part="w"),
    Column(N_("b rival"), N_("The bias of the rival after the visit"), lambda row: row.b(row.rival), part="b"),
    X,
    EPOCH,
)


COLUMNS: dict[type[Model], tuple[Column, ...]] = {LinearModel: BINARY, DualModel: BINARY, MulticlassModel: MULTICLASS}


def columns_of(settings: TrainingSettings) -> tuple[Column, ...]:
    """Return the columns of a run's table; the first `FROZEN` of them say which row it is.

    `settings`: the rules of the run.
    """
    columns = COLUMNS[model_kind(settings)]
    has = {"w": not settings.has_curved_kernel, "b": settings.bias}
    kept = (column for column in columns if has.get(column.part, True))
    return tuple(NEAR_OR_MISTAKE if column is MISTAKE and settings.beta else column for column in kept)


def n_main(columns: tuple[Column, ...]) -> int:
    """Return the number of leading columns about the visit's effect: scores, weights and bias.

    `columns`: from `columns_of`.
    """
    return next((i for i, column in enumerate(columns) if column in (X, CLASS)), len(columns))


def row_texts(visited: VisitRecord, settings: TrainingSettings, dataset: Dataset) -> list[str]:
    """Return the cells of one visit.

    `settings`: the rules of the run. `dataset`: the points. If the point of the visit is not among them, only the
    visit's number is filled in.
    """
    columns = columns_of(settings)
    if visited.point >= dataset.n_samples:
        return [grouped(visited.number), *[""] * (len(columns) - 1)]
    row = Row(visited, dataset, settings)
    return [column.text(row) for column in columns]
