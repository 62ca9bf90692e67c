"""What is wrong with a file, in words: one plain sentence that names the place and what would be right."""

from __future__ import annotations

import errno
from dataclasses import dataclass

LONGEST_SHOWN = 40
LONGEST_PATH = 4096
REASONS = {
    errno.ENOENT: "there is no such file",
    errno.EISDIR: "it is a folder",
    errno.ENOTDIR: "a part of its path is no folder",
    errno.EACCES: "permission is denied",
    errno.EPERM: "permission is denied",
    errno.ENAMETOOLONG: "its name is too long",
    errno.EROFS: "nothing can be written there",
    errno.ENOSPC: "no space is left on the device",
    errno.EDQUOT: "no space is left on the device",
}


class PointsFileError(ValueError):
    """A points file that cannot be read or written; the message is one plain sentence for the user."""


@dataclass
class Flaw(Exception):
    """A flaw found where the name of the file is not known.

    Attributes
    ----------
    sentence : str
        Begins in lower case, ends with a full stop.
    line : int or None
        Line of the file, from 1.
    """

    sentence: str
    line: int | None = None

    def in_file(self, path: str) -> PointsFileError:
        """Return the error that names the file too."""
        place = shown(path, LONGEST_PATH) + (f", line {self.line}" if self.line is not None else "")
        return PointsFileError(f"{place}: {self.sentence}")


def shown(text: str, longest: int = LONGEST_SHOWN) -> str:
    """Return `text` fit for a sentence: on one line, unprintable characters escaped, its end cut off when long."""
    if len(text) > longest:
        text = text[:longest] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def listed(names: list[str]) -> str:
    """Return names in quotes, as many as fit in a sentence: "A", "B" and "C"."""
    quoted = [f'"{shown(name)}"' for name in names[:6]]
    if len(names) > 6:
        quoted.append(f"{len(names) - 6} more")
    return quoted[0] if len(quoted) == 1 else ", ".join(quoted[:-1]) + f" and {quoted[-1]}"


def reason(error: OSError | ValueError) -> str:
    """Return why the system refused, for behind "because"."""
    if not isinstance(error, OSError):
        return "its name cannot be one"
    return REASONS.get(error.errno or 0, f"the system says: {(error.strerror or 'refused').lower()}")
