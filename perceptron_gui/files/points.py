"""Points files: CSV with a header row, numbers, and one label column (SPEC §7)."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TextIO

from perceptron_gui.engine.dataset import Dataset
from perceptron_gui.files.atomic import replacing
from perceptron_gui.files.cells import Cells
from perceptron_gui.files.classes import class_key, sort_classes
from perceptron_gui.files.flaw import Flaw, PointsFileError, listed
from perceptron_gui.files.header import make_header
from perceptron_gui.files.numbers import shortest
from perceptron_gui.files.table import Table, parse_table, read_text

__all__ = ["PointsFile", "PointsFileError", "dump_points", "read_points", "write_points"]

MUST_QUOTE = set(',;\t"\r\n\ufeff')


@dataclass(frozen=True, eq=False)
class PointsFile:
    """What a points file says.

    Attributes
    ----------
    dataset : Dataset
        Classes sorted (as numbers if all are numbers, else as text), each as first written; perhaps one, or none.
    label_name : str
        Name of the label column.
    """

    dataset: Dataset
    label_name: str


def read_points(path: str | os.PathLike[str]) -> PointsFile:
    """Read a points file.

    Raises
    ------
    PointsFileError
        When it cannot be read; names file, line and what would be right.
    """
    name = os.fspath(path)
    try:
        return _points_from(parse_table(read_text(name)))
    except Flaw as flaw:
        raise flaw.in_file(name) from None


def _points_from(table: Table) -> PointsFile:
    cells = Cells.of(table)
    has_commas = cells.has_decimal_commas()
    X = cells.coordinates(has_commas)
    cells.check_labels()
    classes, codes = sort_classes(cells.labels, has_commas)
    return PointsFile(Dataset.of(X, codes, classes, table.header.features), table.header.label_name)


def write_points(path: str | os.PathLike[str], dataset: Dataset, label_name: str = "label") -> None:
    """Write a points file that reads back as the same points; the label column is the last.

    Nothing half-written is left behind: the file is replaced when all is written.

    Raises
    ------
    PointsFileError
        When it cannot be written, or names would not read back.
    """
    name = os.fspath(path)
    try:
        _check_writable(dataset, label_name)
        with replacing(name) as file:
            dump_points(file, dataset, label_name)
    except Flaw as flaw:
        raise flaw.in_file(name) from None


def dump_points(file: TextIO, dataset: Dataset, label_name: str = "label") -> None:
    """Write a points file to an open text file; names are taken as they are."""
    file.write(_line([*dataset.features, label_name]))
    labels = [_quoted(text) for text in dataset.classes]
    for row, code in zip(dataset.X.tolist(), dataset.labels.tolist(), strict=True):
        file.write(",".join(map(shortest, row)) + f",{labels[code]}\n")


def _check_writable(dataset: Dataset, label_name: str) -> None:
    """Raise `Flaw` unless all names read back as they are."""
    try:
        header = make_header([*dataset.features, label_name])
    except Flaw as flaw:
        raise Flaw(flaw.sentence) from None
    if header.label != dataset.n_features:
        raise Flaw(f"the column {listed([header.label_name])} would be read as the label, rename it.")
    names = [dataset.classes[k].strip() for k in dataset.present]
    if "" in names:
        raise Flaw("a class has no name, give it one.")
    if len({class_key(name) for name in names}) < len(names):
        raise Flaw(f"of the classes {listed(names)} two would be read as one, rename one.")
    for text in (*header.names, *names):
        if "\0" in text or not _is_encodable(text):
            raise Flaw(f"{listed([text])} cannot be written as UTF-8 text, rename it.")


def _is_encodable(text: str) -> bool:
    return not any("\ud800" <= c <= "\udfff" for c in text)


def _quoted(text: str) -> str:
    stripped = text.strip()
    return '"' + stripped.replace('"', '""') + '"' if MUST_QUOTE & set(stripped) else stripped


def _line(cells: list[str]) -> str:
    return ",".join(map(_quoted, cells)) + "\n"
