"""What is said of the Gram matrix: K of a pair, a row in use, and how much of it is shown (D4, D5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.engine.data.parts import n_trained
from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.engine.training.kernels import WHOLE_GRAM
from perceptron_gui.session.explanation.inputs import input_values
from perceptron_gui.session.explanation.kernel_products import kernel_product
from perceptron_gui.session.gram.rows_in_use import rows_in_use
from perceptron_gui.session.wording import counted, grouped, index_text, number_text, written
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset
    from perceptron_gui.engine.data.settings import TrainingSettings
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.engine.run.visit_record import VisitRecord
    from perceptron_gui.session.explanation.terms import Value
    from perceptron_gui.session.gram.gram_picture import GramPicture

MOST_WRITTEN = 12
"""Points up to which every K is written in its cell."""
Numbers = tuple[tuple[str, ...], ...]
"""What stands in the cells, row by row."""
MOST_ENTRIES = 2_000
"""Coordinates of two points that are multiplied as fractions: the sentence must be there within a frame."""


def cell_symbol(settings: TrainingSettings) -> str:
    """Return what a cell is: K, and 1 more where b is learned with the weights, as in the row that a step adds (D4)."""
    return "K + 1" if settings.bias else "K"


def kernel_of_pair(dataset: Dataset, settings: TrainingSettings, one: int, other: int) -> Value:
    """Return K of two points: as a fraction where points and kernel are exact.

    `settings`: their kernel and feature map. `one`, `other`: which points.
    """
    left, right = (input_values(dataset, settings, point) for point in (one, other))
    if len(left) > MOST_ENTRIES:
        left, right = [float(value) for value in left], [float(value) for value in right]
    return kernel_product(settings.kernel, left, right)


def cell_numbers(picture: GramPicture) -> Numbers:
    """Return what stands in the cells of few points, row by row: what a step adds (D4); nothing of more."""
    dataset, settings = picture.question.dataset, picture.question.settings
    if len(picture.points) > MOST_WRITTEN or picture.inputs.size > MOST_ENTRIES:
        return ()
    entries = [input_values(dataset, settings, point) for point in picture.points.tolist()]
    one = int(settings.bias)
    return tuple(tuple(_cell_text(kernel_product(settings.kernel, x, z) + one) for z in entries) for x in entries)


def _cell_text(value: Value) -> str:
    """Return a number as it stands in a cell: exact in full, rounded ones with two digits."""
    full = written(value)
    return full.text if full.is_exact else f"≈{written(float(value), 2).text}"


def about_pair(dataset: Dataset, settings: TrainingSettings, one: int, other: int) -> str:
    """Say what the cell of two points is, with their classes.

    `settings`: their kernel and feature map. `one`, `other`: which points.
    """
    value = written(kernel_of_pair(dataset, settings, one, other) + int(settings.bias)).after_name
    names = [dataset.classes[int(dataset.labels[point])] for point in (one, other)]
    words = tr("K({one}, {other}){plus_1} {value} · {own} and {theirs}")
    plus_1 = " + 1" if settings.bias else ""
    return words.format(
        one=index_text(one), other=index_text(other), plus_1=plus_1, value=value, own=names[0], theirs=names[1]
    )


def about_row(snapshot: Snapshot, lit: int | None) -> str:
    """Say which row is marked: that of the point that is pointed at, else those of the last update.

    `lit`: the point that is pointed at.
    """
    if lit is not None:
        words = tr("Row of {name}: {cell} with every point.")
        return words.format(name=index_text(lit), cell=cell_symbol(snapshot.settings))
    last, eta = snapshot.last, snapshot.settings.eta
    said = about_update(snapshot)
    if last is None or not rows_in_use(snapshot):
        return said
    times = tr("η stretches it: it counts {eta} times.").format(eta=number_text(eta))
    return said if eta == 1 else f"{said} {times}"


def about_update(snapshot: Snapshot) -> str:
    """Say what the last visit added to the scores, and what it subtracted (D4, M5); before any, what a mistake does."""
    last, rows, classes = snapshot.last, rows_in_use(snapshot), snapshot.dataset.classes
    is_binary, count = not model_kind(snapshot.settings).has_class_rows, grouped(snapshot.trained.n_samples)
    if last is None or not rows:
        if is_binary:
            return tr("A mistake at a point adds its row to all scores, or subtracts it where y = −1.")
        return tr("A mistake at a point adds its row to the scores of its class, and subtracts it from its rival's.")
    if snapshot.settings.order is Order.BATCH:
        return _about_sum(snapshot, last)
    name = index_text(rows[0])
    if not is_binary:
        words = tr("Row of {name}: this update adds it to the scores of {own}, and subtracts it from those of {rival}.")
        return words.format(name=name, own=classes[last.target], rival=classes[last.rival])
    if last.target > 0:
        return tr("Row of {name}, y = +1: this update adds it to all {count} scores.").format(name=name, count=count)
    return tr("Row of {name}, y = −1: this update subtracts it from all {count} scores.").format(name=name, count=count)


def _about_sum(snapshot: Snapshot, last: VisitRecord) -> str:
    """Say what the sum of a batch pass adds to the scores, and what it subtracts."""
    n = len(last.learned)
    if model_kind(snapshot.settings).has_class_rows:
        words = tr("This update adds {rows} to the scores of their classes, and subtracts them from their rivals'.")
        return words.format(rows=counted("{count} row", "{count} rows", n))
    n_plus = int((snapshot.dataset.labels[last.learned] == snapshot.positive).sum())
    plus, minus = (counted("{count} row", "{count} rows", each) for each in (n_plus, n - n_plus))
    if n_plus == n:
        return tr("This update adds {rows} to all scores.").format(rows=plus)
    if not n_plus:
        return tr("This update subtracts {rows} from all scores.").format(rows=minus)
    words = tr("This update adds {plus} to all scores, and subtracts {minus} where y = −1.")
    return words.format(plus=plus, minus=minus)


def about_picture(picture: GramPicture) -> str:
    """Say how much of the matrix is shown, where that is not all of it."""
    said = [tr("A cell is K + 1: the 1 goes with the bias.")] if picture.question.settings.bias else []
    if picture.is_sampled:
        every = grouped(int(-(-n_trained(picture.question.dataset) // len(picture.points))))
        if n_trained(picture.question.dataset) > WHOLE_GRAM:
            words = tr("Above {most} points rows are computed when needed; one point of {every} is shown.")
            said.append(words.format(most=grouped(WHOLE_GRAM), every=every))
        else:
            said.append(tr("Of points with so many features one of {every} is shown.").format(every=every))
    if picture.block > 1:
        said.append(tr("A cell is the mean of up to {block} × {block} pairs.").format(block=picture.block))
    return " ".join(said)


def about_arrival(n_new: int, n_samples: int) -> str:
    """Say that points have come; nothing where none have.

    `n_new`, `n_samples`: how many have come, and how many there are now.
    """
    if not n_new:
        return ""
    if n_new == 1:
        words = tr("{name} is new: one row and one column more.")
        return words.format(name=index_text(n_samples - 1))
    return tr("{count} points are new: as many rows and columns more.").format(count=grouped(n_new))


def scale_ends(picture: GramPicture) -> tuple[str, str]:
    """Return the numbers at both ends of the colours."""
    largest, one = picture.largest, int(picture.question.settings.bias)
    return number_text(one - largest, is_exact=False, digits=3), number_text(one + largest, is_exact=False, digits=3)
