"""Lessons and answers on disk: strict JSON, of the same forms as sessions (L1, L6).

A file is known to be one by its name alone, so that asking costs no start anything.
"""

import os

SUFFIX, ANSWERS_SUFFIX = ".lesson", ".answers"
FOLDER = "lessons"
"""In which the program keeps how far somebody has come."""


def is_lesson(path: str | os.PathLike[str]) -> bool:
    """Whether a file is a lesson, by its name. `path`: there may be no such file."""
    return os.fspath(path).lower().endswith(SUFFIX)


def are_answers(path: str | os.PathLike[str]) -> bool:
    """Whether a file holds answers to a lesson, by its name. `path`: there may be no such file."""
    return os.fspath(path).lower().endswith(ANSWERS_SUFFIX)
