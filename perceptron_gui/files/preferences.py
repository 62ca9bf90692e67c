"""What the program remembers of its user: theme, speed, the window's place. A damaged file is set aside."""

from __future__ import annotations

import json
import zlib
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from perceptron_gui.files.atomic import write_bytes
from perceptron_gui.files.file_errors import FileError
from perceptron_gui.session.folders import config_folder

VERSION = 1
FILE_NAME = "preferences.json"
LARGEST_FILE = 2**20
"""Bytes beyond which a file is no preferences of ours."""
MOST_RECENT = 8
"""Files that are remembered."""
SEALED = ("geometry", "layout")
"""What Qt wrote, and must get back unchanged: a damaged layout can make it read memory that is not its own."""


@dataclass(frozen=True)
class Preferences:
    """Remembered choices, all with a good default.

    Attributes
    ----------
    theme : str
        "light" or "dark".
    speed : int
        Place of the speed slider.
    geometry : str
        The window's place and size, as Qt writes it, in hexadecimal digits.
    layout : str
        Where the panels are, likewise.
    folder : str
        Where files were opened or saved last.
    is_still : bool
        Whether motion is reduced.
    has_card : bool
        Whether a card at the pointer shows the facts about that place.
    recent : tuple of str
        Files that were open, the newest first.
    """

    theme: str = "light"
    speed: int = 3
    geometry: str = ""
    layout: str = ""
    folder: str = ""
    is_still: bool = False
    has_card: bool = True
    recent: tuple[str, ...] = ()


def preferences_path() -> Path:
    """Return the path of the user's preferences."""
    return config_folder() / FILE_NAME


def load_preferences(path: Path | None = None) -> Preferences:
    """Read the preferences; what is missing, damaged or of the wrong kind takes its default.

    Parameters
    ----------
    path : Path or None
        The file; None is the user's own.
    """
    data = _read(path or preferences_path())
    if data.get("version") != VERSION:
        return Preferences()
    defaults = Preferences()
    if data.get("seal") != _seal(data.get("geometry"), data.get("layout")):
        data = {name: value for name, value in data.items() if name not in SEALED}
    good = {
        field.name: data[field.name]
        for field in fields(Preferences)
        if type(data.get(field.name)) is type(getattr(defaults, field.name)) and _is_usable(data[field.name])
    }
    recent = data.get("recent")
    if isinstance(recent, list):
        good["recent"] = tuple(name for name in recent if isinstance(name, str) and _is_usable(name))[:MOST_RECENT]
    return Preferences(**good)


def _read(path: Path) -> dict[str, Any]:
    """Return the JSON object in a file; empty where it is no ordinary file of a sensible size with one object."""
    try:
        if not path.is_file() or path.stat().st_size > LARGEST_FILE:
            return {}
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _seal(*written: object) -> int:
    """Return a number that changes when what Qt wrote is damaged."""
    return zlib.crc32(repr(written).encode("ascii", "backslashreplace"))


def _is_usable(value: object) -> bool:
    """Whether `value` is not a text that Qt aborts at: half a pair of surrogates; nor does NUL stand in a path."""
    return not isinstance(value, str) or not any(letter == "\0" or "\ud800" <= letter <= "\udfff" for letter in value)


def save_preferences(preferences: Preferences, path: Path | None = None) -> bool:
    """Write the preferences, whole or not at all.

    Parameters
    ----------
    preferences : Preferences
    path : Path or None
        The file; None is the one from which they are loaded at the start.

    Returns
    -------
    bool
        False where the folder cannot be written.
    """
    target = path or preferences_path()
    seal = _seal(preferences.geometry, preferences.layout)
    data = {"version": VERSION, **asdict(preferences), "seal": seal}
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(str(target), json.dumps(data, indent=1).encode())
    except (OSError, FileError):
        return False
    return True
