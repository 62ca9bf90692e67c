"""Points as text with tabs between cells, as the clipboard carries them from and to a spreadsheet."""

import csv
import io
from _csv import Reader
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, Floats, Ints
from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.files import spelling
from perceptron_gui.files.file_work import FileError, Report, listed, named, tell_nobody
from perceptron_gui.files.points import csv_table
from perceptron_gui.files.points.points_file import ROWS_AT_ONCE, CellReader, fitting_label_name
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.points.palette import LARGEST_PALETTE
from perceptron_gui.session.wording import MINUS
from perceptron_gui.translation import ntr, tr


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
    names = tuple(spelling.as_read(cell) for cell in first)
    n = dataset.n_features
    if names == (*dataset.features, fitting_label_name(dataset.features, "class")):
        return TextColumns(dataset.features, tuple(range(n)), n, True)  # as it was copied, with years as names, say
    has_header = _is_header(first)
    if has_header and set(names) == set(dataset.features) and len(names) == dataset.n_features:
        return TextColumns(dataset.features, tuple(map(names.index, dataset.features)), None, True)
    is_free = not dataset.n_samples and len(first) > 1
    if not has_header and len(first) == dataset.n_features:
        return TextColumns(dataset.features, tuple(range(len(first))), None, False)
    if len(first) != dataset.n_features + 1 and not is_free:
        words = ntr(
            "there is {count} column, but a point needs {needed} and can have its class after them.",
            "there are {count} columns, but a point needs {needed} and can have its class after them.",
            len(first),
        )
        needed = ntr("{count} number", "{count} numbers", dataset.n_features).format(count=dataset.n_features)
        raise FileError(words.format(count=len(first), needed=needed))
    label = csv_table.make_header(list(names)).label if has_header else _label_column(first)
    columns = tuple(j for j in range(len(first)) if j != label)
    named = tuple(names[j] for j in columns) if has_header else tuple(f"x{j + 1}" for j in range(len(columns)))
    if not is_free:
        if set(named) == set(dataset.features):
            columns = tuple(columns[named.index(name)] for name in dataset.features)
        named = dataset.features
    return TextColumns(named, columns, label, has_header)


def _is_header(first: list[str]) -> bool:
    """Whether a row names columns: one is the label by its name, or none is a number."""
    has_number = any(spelling.parse_number(spelling.with_points(cell)) is not None for cell in first)
    return not has_number or any(cell.strip().casefold() in csv_table.LABEL_NAMES for cell in first[:-1])


def _label_column(first: list[str]) -> int:
    """Return the column that holds no number, if there is just one, else the last."""
    texts = [j for j, cell in enumerate(first) if spelling.parse_number(spelling.with_points(cell)) is None]
    return texts[0] if len(texts) == 1 else len(first) - 1


TAB = "\t"
LONGEST_TEXT = 2**26
"""Characters, more than a million points have: of such files the window shows how far it is, of a paste it cannot."""
NO_LABEL = "A"
"""Stands in the cell of the label where there is no such column."""


class PointsText(Frozen, eq=False):
    """Points that were read from a text."""

    X: Floats  # shape (n_points, n_features): data units
    features: tuple[str, ...]  # names of the columns: those of the header, or the usual ones
    classes: tuple[str, ...]  # names of the classes, in the order in which a file would have them
    labels: Ints | None  # shape (n_points,): indices into `classes`; None where there is no column of labels
    rounded: tuple[int, ...]  # rows that were written with more digits than their doubles keep


def points_text(dataset: Dataset, indices: Sequence[int], report: Report = tell_nobody) -> str:
    """Return points as rows with tabs between cells, below the names of the columns; the class is the last.

    `indices`: the points, in the order of the rows. `report`: is called with the part that is done, in 0 … 1.
    """
    names = [*dataset.features, fitting_label_name(dataset.features, "class")]
    lines = [TAB.join(map(spelling.quoted, names))]
    rows = np.asarray(indices, dtype=np.int64)
    ends = [TAB + spelling.quoted(name) for name in dataset.classes]
    for first in range(0, len(rows), ROWS_AT_ONCE):
        part = rows[first : first + ROWS_AT_ONCE]
        cells = zip(dataset.X[part].tolist(), dataset.labels[part].tolist(), strict=True)
        lines += [TAB.join(map(spelling.shortest, row)) + ends[label] for row, label in cells]
        report(min(1.0, (first + ROWS_AT_ONCE) / len(rows)))
    return "\n".join(lines) + "\n"


def read_points_text(text: str, dataset: Dataset, report: Report = tell_nobody) -> PointsText:
    """Read points from the text of a clipboard.

    Cells are separated by tabs, or as in a points file; numbers may have decimal commas. The first row may name the
    columns. A column of labels may follow the numbers, or stand anywhere where it can be told from them.

    `text`: rows of cells. `dataset`: the points that there are, whose features count unless there is none. `report`: is
    called with the part that is done, in 0 … 1. Raises `PointsFileError` when there are no such points; says where and
    what would be right.
    """
    with named(tr("Clipboard")):
        _check_text(text)
        delimiter = TAB if TAB in text else csv_table.find_delimiter(text.partition("\n")[0])
        rows = _numbered(csv_table.row_reader(io.StringIO(text, newline=""), delimiter))
        rows = _with_hyphens(rows) if MINUS in text else rows
        n_lines = text.count("\n") + 1
        return _points_of(rows, delimiter, dataset, lambda n_read: report(min(1.0, n_read / n_lines)))


def with_points_text(dataset: Dataset, found: PointsText, label: int) -> Dataset:
    """Return points with those that were read after them, of classes of the same names as far as there are some.

    `dataset`: with as many features, or without points. `label`: the class of points that were read without one. Raises
    `PointsFileError` when there would be too many classes, or the features are others by now.
    """
    if dataset.n_samples and len(found.features) != dataset.n_features:
        raise FileError(tr("the columns of the points have changed in the meantime; paste again.")).in_file(
            tr("Clipboard")
        )
    if not dataset.n_samples:
        dataset = _empty_like(dataset, found)
    if found.labels is None:
        codes = np.full(len(found.X), label, dtype=np.int64)
    else:
        dataset, places = _with_classes(dataset, found.classes)
        codes = places[found.labels]
    return dataset.with_points(found.X, codes.tolist(), found.rounded)


def _empty_like(dataset: Dataset, found: PointsText) -> Dataset:
    """Return a plane without points that has the columns of a text, and its classes unless it knows one of them."""
    X = frozen(np.empty((0, len(found.features))))
    dataset = replace(dataset, X=X, features=found.features)
    if found.labels is None or any(spelling.find_class(dataset.classes, name) is not None for name in found.classes):
        return dataset
    return spelling.with_partner(dataset.with_classes(found.classes[:LARGEST_PALETTE]))


def _with_classes(dataset: Dataset, names: Sequence[str]) -> tuple[Dataset, Ints]:
    """Return points whose palette has classes of some names, and the index of each."""
    new = [name for name in names if spelling.find_class(dataset.classes, name) is None]
    classes = [*dataset.classes, *new]
    if len(classes) > LARGEST_PALETTE:
        words = tr("the classes {names} would be added, but there can be only {most} in all.")
        raise FileError(words.format(names=listed(new), most=LARGEST_PALETTE)).in_file(tr("Clipboard"))
    places = np.array([spelling.find_class(classes, name) for name in names], dtype=np.int64)
    return dataset.with_classes(classes) if new else dataset, places


def _check_text(text: str) -> None:
    if not text.strip():
        raise FileError(_no_points())
    if len(text) > LONGEST_TEXT:
        raise FileError(tr("there is too much text; save it as a CSV file and import that."))
    if not spelling.is_showable(text):
        raise FileError(tr("this is not plain text; copy the rows of points again."))


def _no_points() -> str:
    return tr("there are no points; copy rows of numbers separated by tabs, each with a class at the end if you like.")


def _numbered(reader: Reader) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows, but blank ones, with the line on which each ends."""
    try:
        for row in reader:
            if row and (row[0] or not csv_table.is_blank(row)):
                yield reader.line_num, row
    except csv.Error:
        raise FileError(
            tr("a quotation mark is not closed or is in the middle of a cell: remove it."), reader.line_num
        ) from None


def _with_hyphens(rows: Iterable[tuple[int, list[str]]]) -> Iterator[tuple[int, list[str]]]:
    """Yield rows whose numbers have the minus of keyboards in place of that of mathematics."""
    for line, row in rows:
        pairs = ((cell.replace(MINUS, "-"), cell) for cell in row)
        yield line, [new if spelling.parse_number(spelling.with_points(new)) is not None else old for new, old in pairs]


def _points_of(
    rows: Iterator[tuple[int, list[str]]], delimiter: str, dataset: Dataset, tell: Callable[[int], None]
) -> PointsText:
    first = next(rows, (1, [""]))
    form = text_columns(first[1], dataset)
    names = (*form.features, fitting_label_name(form.features, "class"))
    reader = CellReader(csv_table.Table(csv_table.Header(names, len(form.features)), delimiter, iter(())))
    body = rows if form.has_header else chain([first], rows)
    n_read = 0
    for piece in _pieces(body, form):
        reader.add(piece)
        n_read += len(piece.rows)
        tell(n_read)
    X = reader.coordinates()
    if not len(X):
        raise FileError(_no_points())
    if form.label is None:
        return PointsText(X, form.features, (), None, tuple(reader.rounded))
    classes, places = spelling.sort_classes([*map(spelling.as_read, reader.labels)], reader.has_commas)
    return PointsText(X, form.features, classes, places[reader.codes()], tuple(reader.rounded))


def _pieces(rows: Iterable[tuple[int, list[str]]], form: TextColumns) -> Iterator[csv_table.Piece]:
    """Yield rows in the order of the features, the label at their end."""
    rows = iter(rows)
    is_straight = form.columns == tuple(range(len(form.columns)))
    while part := [*islice(rows, max(1, csv_table.CELLS_AT_ONCE // form.width))]:
        for line, row in part:
            if len(row) != form.width:
                words = ntr(
                    "there is {count} cell here, but {width} in the first row.",
                    "there are {count} cells here, but {width} in the first row.",
                    len(row),
                )
                raise FileError(words.format(count=len(row), width=form.width), line)
        cells = [row for _, row in part]
        if form.label is None:
            cells = [[*row, NO_LABEL] for row in cells]
        if not is_straight:
            order = (*form.columns, -1 if form.label is None else form.label)
            cells = [[row[j] for j in order] for row in cells]
        yield csv_table.Piece(cells, [line for line, _ in part])
