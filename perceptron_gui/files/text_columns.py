"""Which columns of a text are numbers of points, and which is the label: with a row of names or without."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.files.file_errors import FileError
from perceptron_gui.files.header import LABEL_NAMES, make_header
from perceptron_gui.files.names import as_read
from perceptron_gui.files.numbers import parse_number, with_points
from perceptron_gui.frozen import Frozen
from perceptron_gui.translation import ntr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset


class TextColumns(Frozen):
    """Where the numbers and the label stand in a row."""

    features: tuple[str, ...]  # names of the numbers
    columns: tuple[int, ...]  # where each of them stands
    label: int | None  # where the label stands; None where there is none
    has_header: bool  # whether the first row names the columns

    @property
    def width(self) -> int:
        """Cells of a row."""
        return len(self.columns) + (self.label is not None)


def text_columns(first: list[str], dataset: Dataset) -> TextColumns:
    """Return where numbers and label stand, as the first row tells.

    `first`: the cells of the first row. `dataset`: the points that there are, whose features count unless there is
    none. Raises `FileError` when the row has too many or too few cells, or its names are ambiguous.
    """
    has_header = _is_header(first)
    names = tuple(as_read(cell) for cell in first)
    if has_header and set(names) == set(dataset.features) and len(names) == dataset.n_features:
        return TextColumns(dataset.features, tuple(map(names.index, dataset.features)), None, True)
    is_free = not dataset.n_samples and len(first) > 1
    if not has_header and len(first) == dataset.n_features:
        return TextColumns(dataset.features, tuple(range(len(first))), None, False)
    if len(first) != dataset.n_features + 1 and not is_free:
        words = ntr(
            "there is {count} column, but a point needs {needed}, and may have its class beside them.",
            "there are {count} columns, but a point needs {needed}, and may have its class beside them.",
            len(first),
        )
        raise FileError(words.format(count=len(first), needed=_numbers_text(dataset.n_features)))
    label = make_header(list(names)).label if has_header else _label_column(first)
    columns = tuple(j for j in range(len(first)) if j != label)
    named = tuple(names[j] for j in columns) if has_header else tuple(f"x{j + 1}" for j in range(len(columns)))
    if not is_free:
        if set(named) == set(dataset.features):
            columns = tuple(columns[named.index(name)] for name in dataset.features)
        named = dataset.features
    return TextColumns(named, columns, label, has_header)


def _numbers_text(count: int) -> str:
    return ntr("{count} number", "{count} numbers", count).format(count=count)


def _is_header(first: list[str]) -> bool:
    """Whether a row names columns: one is the label by its name, or none is a number."""
    has_number = any(parse_number(with_points(cell)) is not None for cell in first)
    return not has_number or any(cell.strip().casefold() in LABEL_NAMES for cell in first[:-1])


def _label_column(first: list[str]) -> int:
    """Return the column that holds no number, if there is just one, else the last."""
    texts = [j for j, cell in enumerate(first) if parse_number(with_points(cell)) is None]
    return texts[0] if len(texts) == 1 else len(first) - 1
