"""The program's folders, titles of files in a list, and file names from titles."""

import errno
import os
import stat
import sys
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path

from platformdirs import site_config_dir, user_cache_path, user_config_path, user_documents_path, user_state_path

NAME = "perceptron-lab"


def config_folder() -> Path:
    """Return the folder of the preferences; it may not exist yet."""
    return _folder(user_config_path)


def state_folder() -> Path:
    """Return the folder of what is kept for the next start: unsaved work, reports of faults; it may not exist yet."""
    return _folder(user_state_path, "state")


HEX_DIGITS = 24
"""Of a digest that tells one state folder from another."""


def spare_folders() -> list[Path]:
    """Return folders for what the state folder does not take, the one that lasts longest first; they may not exist yet.

    All but the first lie where everybody may write: `make_private` makes them, and `is_private` says whose they are.
    """
    first = _folder(user_cache_path, "cache") / "state"
    if sys.platform == "win32":
        return [first]
    digest = sha256(os.fsencode(state_folder())).hexdigest()[:HEX_DIGITS]
    shared = ["/var/tmp", os.environ.get("XDG_RUNTIME_DIR", ""), os.environ.get("TMPDIR", "/tmp")]
    return [first, *(Path(each, f"{NAME}-{os.getuid()}-{digest}") for each in shared if os.path.isabs(each))]


def is_private(folder: Path) -> bool:
    """Whether a folder belongs to the user alone: in a temporary folder anybody may have made it."""
    if sys.platform == "win32":
        return folder.is_dir()  # the user's profile keeps others out
    try:
        found = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not stat.S_IMODE(found.st_mode) & 0o077


def make_private(folder: Path) -> None:
    """Make a folder of the user alone. Raises `OSError` where it cannot be made, or belongs to somebody else."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not is_private(folder):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))


def machine_folders() -> list[Path]:
    """Return the folders of what holds for all users of the machine, the one that counts most first."""
    folders = map(Path, site_config_dir(NAME, appauthor=False, multipath=True).split(os.pathsep))
    # First: a user may name others (XDG_CONFIG_DIRS), but nobody else changes what lies here.
    first = [] if sys.platform in ("win32", "darwin") else [Path("/etc", NAME)]
    return [*first, *(folder for folder in folders if folder.is_absolute())]


def documents_folder() -> str:
    """Return the folder in which the user keeps documents, or else the home; "" where there is neither."""
    try:
        return str(next((each for each in (user_documents_path(), Path.home()) if each.is_dir()), ""))
    except (RuntimeError, OSError):
        return ""


def _folder(find: Callable[..., Path], part: str = "") -> Path:
    """Return the user's folder, or a part of a chosen one; without a home directory, one that cannot be created.

    Nothing is kept for who has no home: "~" would be a folder in the current one, and a folder that others can guess
    and make before us is no place for it.
    """
    if override := os.environ.get("PERCEPTRON_LAB_CONFIG"):
        return Path(override) / part
    try:
        return find(NAME, appauthor=False)
    except RuntimeError:
        return Path(os.devnull) / NAME


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
    """Return the file's name with as many of its folders as tell it from files of that name."""
    folders = [other.parent.parts for other in others if other.name == path.name]
    own, n = path.parent.parts, 1
    while n < len(own) and any(parts[-n:] == own[-n:] for parts in folders):
        n += 1
    return f"{path.name} — {Path(*own[-n:])}" if folders else path.name
