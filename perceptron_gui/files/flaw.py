"""What is wrong with a file, in words: one plain sentence that names the place and what would be right."""

from __future__ import annotations

from dataclasses import dataclass

LONGEST_SHOWN = 40
LONGEST_PATH = 4096


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
    """Return why the system refused, in a few plain words."""
    words: dict[type[Exception], str] = {
        FileNotFoundError: "there is no such file",
        IsADirectoryError: "it is a folder",
        NotADirectoryError: "a part of the path is no folder",
        PermissionError: "permission is denied",
    }
    system = (error.strerror or "") if isinstance(error, OSError) else str(error)
    return words.get(type(error)) or system[:1].lower() + system[1:] or "the system refused"
