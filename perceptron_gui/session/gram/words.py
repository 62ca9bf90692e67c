"""What is said of the Gram matrix: K of a pair, a row in use, and how much of it is shown (D4, D5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.engine.data.parts import n_trained
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
    from perceptron_gui.session.explanation.terms import Value
    from perceptron_gui.session.gram.gram_picture import GramPicture

MOST_WRITTEN = 12
"""Points up to which every K is written in its cell."""
Numbers = tuple[tuple[str, ...], ...]
"""What stands in the cells, row by row."""
MOST_ENTRIES = 2_000
"""Coordinates of two points that are multiplied as fractions: the sentence must be there within a frame."""


def kernel_of_pair(dataset: Dataset, settings: TrainingSettings, one: int, other: int) -> Value:
    """Return K of two points: as a fraction where points and kernel are exact.

    Parameters
    ----------
    dataset : Dataset
    settings : TrainingSettings
        Their kernel and feature map.
    one, other : int
        Which points.
    """
    left, right = (input_values(dataset, settings, point) for point in (one, other))
    if len(left) > MOST_ENTRIES:
        left, right = [float(value) for value in left], [float(value) for value in right]
    return kernel_product(settings.kernel, left, right)


def cell_numbers(picture: GramPicture) -> Numbers:
    """Return what stands in the cells of few points, row by row; nothing of more.

    Parameters
    ----------
    picture : GramPicture
    """
    dataset, settings = picture.question.dataset, picture.question.settings
    if len(picture.points) > MOST_WRITTEN or picture.inputs.size > MOST_ENTRIES:
        return ()
    entries = [input_values(dataset, settings, point) for point in picture.points.tolist()]
    return tuple(tuple(_cell_text(kernel_product(settings.kernel, x, z)) for z in entries) for x in entries)


def _cell_text(value: Value) -> str:
    """Return a number as it stands in a cell: exact in full, rounded ones with two digits."""
    full = written(value)
    return full.text if full.is_exact else f"≈{written(float(value), 2).text}"


def about_pair(dataset: Dataset, settings: TrainingSettings, one: int, other: int) -> str:
    """Say K of two points, with their classes.

    Parameters
    ----------
    dataset : Dataset
    settings : TrainingSettings
        Their kernel and feature map.
    one, other : int
        Which points.
    """
    value = written(kernel_of_pair(dataset, settings, one, other)).after_name
    names = [dataset.classes[int(dataset.labels[point])] for point in (one, other)]
    words = tr("K({one}, {other}) {value} · {own} and {theirs}")
    return words.format(one=index_text(one), other=index_text(other), value=value, own=names[0], theirs=names[1])


def about_row(snapshot: Snapshot, lit: int | None) -> str:
    """Say which row is marked: that of the point that is pointed at, else those of the last update.

    Parameters
    ----------
    snapshot : Snapshot
    lit : int or None
        The point that is pointed at.
    """
    if lit is not None:
        return tr("Row of {name}: K with every point.").format(name=index_text(lit))
    rows, n_samples = rows_in_use(snapshot), snapshot.trained.n_samples
    if len(rows) == 1:
        words = tr("Row of {name}: this mistake adds it to all {count} scores.")
        return words.format(name=index_text(rows[0]), count=grouped(n_samples))
    if rows:
        rows_text = counted("{count} row", "{count} rows", len(rows))
        return tr("This update adds {rows} to all scores.").format(rows=rows_text)
    return tr("A mistake at a point adds its row to all scores.")


def about_picture(picture: GramPicture) -> str:
    """Say how much of the matrix is shown, where that is not all of it.

    Parameters
    ----------
    picture : GramPicture
    """
    said = []
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

    Parameters
    ----------
    n_new, n_samples : int
        How many have come, and how many there are now.
    """
    if not n_new:
        return ""
    if n_new == 1:
        words = tr("{name} is new: one row and one column more.")
        return words.format(name=index_text(n_samples - 1))
    return tr("{count} points are new: as many rows and columns more.").format(count=grouped(n_new))


def scale_ends(picture: GramPicture) -> tuple[str, str]:
    """Return the numbers at both ends of the colours.

    Parameters
    ----------
    picture : GramPicture
    """
    largest = picture.largest
    return number_text(-largest, is_exact=False, digits=3), number_text(largest, is_exact=False, digits=3)
