"""Session files of the tests: written without a window, and read without one."""

from __future__ import annotations

from pathlib import Path

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.files.sessions.session_file import read_session, write_session
from perceptron_gui.session.document import Document
from perceptron_gui.session.saved.saved_session import SavedSession

TWO = Dataset.of([[0.1, 0.2], [3, 4]], [0, 1], ("no", "yes"))


def write(path: Path, dataset: Dataset = TWO) -> Path:
    """Write a session with points."""
    write_session(path, SavedSession(Document(dataset)))
    return path


def points_in(path: Path) -> Dataset:
    """Return the points of a session."""
    return read_session(path).session.document.dataset
