"""Sessions on disk: strict JSON, whose form follows from the values it holds (C10).

A file is known to be one by its name alone, so that asking costs no start anything.
"""

import os

SUFFIX = ".perceptron"


def is_session(path: str | os.PathLike[str]) -> bool:
    """Whether a file is a session, by its name. `path`: there may be no such file."""
    return os.fspath(path).lower().endswith(SUFFIX)
