"""Points from a table as text, wherever the text comes from: a file, or the clipboard (C1)."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.files.cell_rows import parse_table
from perceptron_gui.files.cells import CellReader
from perceptron_gui.files.classes import sort_classes
from perceptron_gui.files.file_errors import FileError
from perceptron_gui.files.lines import TextLines
from perceptron_gui.files.missing import NOTHING, LeftOut
from perceptron_gui.files.names import as_read
from perceptron_gui.files.reading_options import BY_THE_RULES, ReadingOptions
from perceptron_gui.frozen import Frozen

if TYPE_CHECKING:
    from perceptron_gui.files.report import Report


class PointsTable(Frozen, eq=False):
    """The points of a table."""

    # classes sorted (as numbers if all are numbers, else as text), each as first written; perhaps one, or none
    dataset: Dataset
    label_name: str  # name of the label column
    # the rows that were left out since they lack a number or a label, where that was asked for
    left_out: LeftOut = NOTHING


def read_table(
    lines: TextLines,
    options: ReadingOptions = BY_THE_RULES,
    report: Report | None = None,
    most_classes: int | None = None,
) -> PointsTable:
    """Read the points of a table.

    `options`: what was chosen; the rules (C1) if nothing. `report`: is called every half millisecond with the part that
    is done, in 0 … 1. What it raises ends the reading. `most_classes`: a table with more is refused at the first row of
    one too many; without it any number is read. Raises `FileError` when it cannot be read; names the line and what
    would be right.
    """
    table = parse_table(iter(lines), options)
    cells = CellReader(table, options, most_classes)
    for piece in table.pieces:
        cells.add(piece)
        _tell(report, lines)
    X = cells.coordinates()
    classes, places = sort_classes([*map(as_read, cells.labels)], cells.has_commas, lambda: _tell(report, lines))
    dataset = Dataset.of(X, places[cells.codes()], classes, table.header.features, cells.rounded)
    return PointsTable(dataset, table.header.label_name, cells.left_out)


def read_text(
    text: str, name: str, options: ReadingOptions = BY_THE_RULES, most_classes: int | None = None
) -> PointsTable:
    """Read the points of a table in a text: cells are split by tabs, as spreadsheets copy them, or as in a file.

    `text`: with any line ends. `name`: what a sentence about a flaw names as the place. `options`: what was chosen; the
    rules (C1) if nothing. The encoding says nothing here. `most_classes`: see `read_table`. Raises `PointsFileError`
    when it cannot be read; names the line and what would be right.
    """
    data = text.encode("utf-8", "replace")
    try:
        return read_table(TextLines(io.BytesIO(data), len(data)), options, None, most_classes)
    except FileError as flaw:
        raise flaw.in_file(name) from None


def _tell(report: Report | None, lines: TextLines) -> None:
    if report is not None:
        report(lines.part)
