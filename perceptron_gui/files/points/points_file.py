"""Points files: CSV with a header row, numbers, and one label column, read and written (C1)."""

import os
from collections.abc import Sequence
from typing import TextIO

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.files.atomic import FileStamp, Written, replacing
from perceptron_gui.files.file_work import FileError, PointsFileError, Report, listed, named, tell_nobody
from perceptron_gui.files.names import as_read, check_length, class_key, is_showable, quoted, row_of_names, sort_classes
from perceptron_gui.files.numbers import shortest
from perceptron_gui.files.opened_file import opened_lines
from perceptron_gui.files.points.cells import CellReader, LeftOut
from perceptron_gui.files.points.csv_table import BY_THE_RULES, LABEL_NAMES, ReadingOptions, make_header, parse_table
from perceptron_gui.frozen import Frozen
from perceptron_gui.translation import tr

__all__ = ["PointsFile", "PointsFileError", "dump_points", "read_points", "write_points"]


ROWS_AT_ONCE = 512


class PointsFile(Frozen, eq=False):
    """The content of a points file."""

    # classes sorted (as numbers if all are numbers, else as text), each as first written; perhaps one, or none
    dataset: Dataset
    label_name: str  # name of the label column
    stamp: FileStamp  # tells later whether the file was changed since
    # the rows that were left out since they lack a number or a label, where that was asked for
    left_out: LeftOut = LeftOut()


def read_points(
    path: str | os.PathLike[str],
    report: Report = tell_nobody,
    most_classes: int | None = None,
    options: ReadingOptions = BY_THE_RULES,
) -> PointsFile:
    """Read a points file.

    `path`: a regular file. `report`: is called every half millisecond with the part that is done, in 0 … 1. What it
    raises ends the reading. `most_classes`: a file with more is refused at the first row of one too many; without it
    any number is read. `options`: what was chosen; the rules (C1) if nothing. Raises `PointsFileError` when it cannot
    be read; names file, line and what would be right.
    """
    with named(path) as name, opened_lines(name, options.encoding) as (lines, stamp):
        table = parse_table(iter(lines), options)
        cells = CellReader(table, options, most_classes)
        for piece in table.pieces:
            cells.add(piece)
            report(lines.part)
        X = cells.coordinates()
        texts = [*map(as_read, cells.labels)]
        classes, places = sort_classes(texts, cells.has_commas, lambda: report(lines.part))
        dataset = Dataset.of(X, places[cells.codes()], classes, table.header.features, cells.rounded)
        return PointsFile(dataset, table.header.label_name, stamp, cells.left_out)


def write_points(
    path: str | os.PathLike[str], dataset: Dataset, label_name: str = "label", report: Report = tell_nobody
) -> Written:
    """Write a points file that reads back as the same points; the label column is the last.

    The file is replaced when all is written; until then it stays as it is.

    `path`: where the file is to be. `dataset`: the points. `label_name`: name of the label column. `report`: is called
    with the part that is done, see `read_points`. Returns what is on disk now. Raises `PointsFileError` when it cannot
    be written, or names would not read back.
    """
    with named(path) as name:
        _check_writable(dataset, label_name)
        with replacing(name) as new:
            dump_points(new.file, dataset, label_name, report)
        return new.written


def dump_points(file: TextIO, dataset: Dataset, label_name: str = "label", report: Report = tell_nobody) -> None:
    """Write a points file to an open text file, see `write_points`; names are not checked."""
    file.write(row_of_names([*dataset.features, label_name]))
    ends = [f",{quoted(text)}\n" for text in dataset.classes]
    for first in range(0, dataset.n_samples, ROWS_AT_ONCE):
        rows = dataset.X[first : first + ROWS_AT_ONCE].tolist()
        codes = dataset.labels[first : first + ROWS_AT_ONCE].tolist()
        file.writelines(",".join(map(shortest, row)) + ends[code] for row, code in zip(rows, codes, strict=True))
        report(min(1.0, (first + ROWS_AT_ONCE) / dataset.n_samples))


def fitting_label_name(features: Sequence[str], wanted: str) -> str:
    """Return a name for the label column that reads back as one.

    `features`: names of the other columns. `wanted`: returned if it can be told from the features.
    """
    return next((name for name in (wanted, *LABEL_NAMES) if _fits(features, name)), wanted)


def _fits(features: Sequence[str], label_name: str) -> bool:
    try:
        return make_header([*features, label_name]).label == len(features)
    except FileError:
        return False


def _check_writable(dataset: Dataset, label_name: str) -> None:
    """Raise `FileError` unless all names read back as they are."""
    try:
        header = make_header([*dataset.features, label_name])
    except FileError as flaw:
        raise FileError(flaw.sentence) from None
    if header.label != dataset.n_features:
        words = tr("the column {name} would be read as the label, rename it.")
        raise FileError(words.format(name=listed([header.label_name])))
    names = [dataset.classes[k].strip() for k in dataset.present]
    if "" in names:
        raise FileError(tr("a class has no name, give it one."))
    for name in names:
        check_length(name, tr("the name of a class has {characters}, but a name has {most} at most."))
    if len({class_key(name) for name in names}) < len(names):
        words = tr("of the classes {names} two would be read as one, rename one.")
        raise FileError(words.format(names=listed(names)))
    for text in (*header.names, *names):
        if not is_showable(text):
            raise FileError(tr("{name} cannot be written as UTF-8 text, rename it.").format(name=listed([text])))
