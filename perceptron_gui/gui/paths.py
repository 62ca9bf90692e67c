"""Names of files between Python and Qt, which takes their bytes for UTF-8 in any locale, and knows no others.

Python has a single surrogate for each byte that it cannot read: in a POSIX locale, without its UTF-8 mode, for every
byte of a letter beyond ASCII.
"""

import os
from functools import cache


def python_path(name: str) -> str:
    """Return the name of a file that Qt, or a text, has told, as Python opens it."""
    return name if os.name == "nt" else os.fsdecode(name.encode("utf-8", "replace"))


def qt_path(path: str | os.PathLike[str]) -> str:
    """Return a name by which Qt opens a file; where a folder is no UTF-8, Linux knows that by a number, too.

    `path`: a whole one, that ends in UTF-8.
    """
    parts = os.fsencode(path).split(os.fsencode(os.sep))
    ends = [end for end, part in enumerate(parts, 1) if "\ufffd" in part.decode("utf-8", "replace")]
    if not ends:
        return os.sep.join(part.decode() for part in parts)
    folder, rest = parts[: ends[-1]], parts[ends[-1] :]
    return os.sep.join([f"/proc/self/fd/{_descriptor(b'/'.join(folder))}", *(part.decode() for part in rest)])


@cache
def _descriptor(folder: bytes) -> int:
    """Return the number of an open folder; it is open as long as the process runs."""
    return os.open(folder, os.O_RDONLY)
