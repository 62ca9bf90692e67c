"""By what a file is known to be a session: its name alone, so that asking costs no start anything (C10)."""

from __future__ import annotations

import os

SUFFIX = ".perceptron"


def is_session(path: str | os.PathLike[str]) -> bool:
    """Whether a file is a session, by its name. `path`: there may be no such file."""
    return os.fspath(path).lower().endswith(SUFFIX)
