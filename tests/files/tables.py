"""Tables that tests read from text, through a file as everybody does."""

import contextlib
import tempfile
from pathlib import Path

from perceptron_gui.files.points.csv_table import ReadingOptions
from perceptron_gui.files.points.points_file import PointsFile, read_points


def read_text(text: str, options: ReadingOptions) -> PointsFile:
    """Return the points of a file named "here"."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        Path("here").write_bytes(text.encode())
        return read_points("here", options=options)
