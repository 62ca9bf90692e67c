"""Titles of files for a list, names with folders where two are alike; and names of files for a title."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

LONGEST_NAME = 120
"""Bytes of a name without its suffix: less than any system takes."""
NOWHERE_IN_A_NAME = frozenset('<>:"/\\|?*')


def file_name(title: str, otherwise: str) -> str:
    """Return a title as the name of a file that any system takes, without a suffix.

    `title`: any characters. `otherwise`: the name where nothing of the title is left.
    """
    letters = "".join(c if c.isprintable() and c not in NOWHERE_IN_A_NAME else "-" for c in title)
    return letters.encode()[:LONGEST_NAME].decode(errors="ignore").strip(" .-") or otherwise


def file_titles(paths: Sequence[str]) -> list[str]:
    """Return a title for each file that tells it from the others. `paths`: whole paths, no two the same."""
    return [_title(Path(path), [Path(other) for other in paths if other != path]) for path in paths]


def _title(path: Path, others: Sequence[Path]) -> str:
    """Return the name, and of the folders as many as no file of that name shares."""
    folders = [other.parent.parts for other in others if other.name == path.name]
    own, n = path.parent.parts, 1
    while n < len(own) and any(parts[-n:] == own[-n:] for parts in folders):
        n += 1
    return f"{path.name} — {Path(*own[-n:])}" if folders else path.name
