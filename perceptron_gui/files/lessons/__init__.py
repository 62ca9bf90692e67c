"""Lessons and answers on disk: strict JSON, of the same forms as sessions (L1, L6).

A file is known to be one by its name alone, so that asking costs no start anything.
"""

import os

from perceptron_gui.files.file_work import FileError
from perceptron_gui.translation import tr

SUFFIX, ANSWERS_SUFFIX = ".lesson", ".answers"
FOLDER = "lessons"
"""In which the program keeps how far somebody has come."""


def is_lesson(path: str | os.PathLike[str]) -> bool:
    """Whether a file is a lesson, by its name. `path`: there may be no such file."""
    return os.fspath(path).lower().endswith(SUFFIX)


def are_answers(path: str | os.PathLike[str]) -> bool:
    """Whether a file holds answers to a lesson, by its name. `path`: there may be no such file."""
    return os.fspath(path).lower().endswith(ANSWERS_SUFFIX)


def refuse_as_points(path: str | os.PathLike[str]) -> None:
    """Refuse a file that holds no points, as its name says, before it is read as a table. Raises `PointsFileError`."""
    name = os.fspath(path)
    if is_lesson(name):
        raise FileError(tr("this is a lesson; open it in the window: perceptron-gui FILE.")).in_file(name)
    if are_answers(name):
        words = tr("these are answers to a lesson; open the lesson in the window to read them.")
        raise FileError(words).in_file(name)
