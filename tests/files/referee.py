"""Reads a points file the slow way, all cells at once, for comparison; it knows no line numbers."""

from __future__ import annotations

import csv
import io

from perceptron_gui.files.points.csv_table import make_header
from perceptron_gui.files.spelling import GROUPED, as_read, is_coordinate, sort_classes, with_points

Points = tuple[list[list[float]], list[str], tuple[str, ...], tuple[str, ...], str]


def read(text: str, delimiter: str) -> Points | None:
    """Return coordinates, the class of each row, classes, features and the label's name; None where it is refused."""
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True))
        header = make_header([as_read(name) for name in rows.pop(0)])
    except Exception:
        return None
    while rows and not any(cell.strip() for cell in rows[-1]):
        rows.pop()
    if any(len(row) != len(header.names) for row in rows):
        return None
    labels = [as_read(row.pop(header.label)) for row in rows]
    cells = [cell for row in rows for cell in row]
    commas = [cell for cell in cells if "," in cell and delimiter != ","]
    if commas:
        points = [cell for cell in cells if "." in cell]
        if points or all(GROUPED.fullmatch(cell.strip()) for cell in commas):
            return None
        rows = [[with_points(cell) for cell in row] for row in rows]
    if not all(is_coordinate(cell) for row in rows for cell in row) or not all(labels):
        return None
    classes, codes = sort_classes(labels, bool(commas))
    X = [[float(cell) for cell in row] for row in rows]
    return X, [classes[k] for k in codes], classes, header.features, header.label_name
