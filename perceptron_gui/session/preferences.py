"""What the program remembers of its user: theme, speed, the window's place. A damaged file is set aside."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from perceptron_gui.session.folders import config_folder

VERSION = 1
FILE_NAME = "preferences.json"


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
    recent : tuple of str
        Files that were open, the newest first.
    """

    theme: str = "light"
    speed: int = 3
    geometry: str = ""
    layout: str = ""
    folder: str = ""
    is_still: bool = False
    recent: tuple[str, ...] = ()


def preferences_path() -> Path:
    """Return where the preferences lie."""
    return config_folder() / FILE_NAME


def load_preferences(path: Path | None = None) -> Preferences:
    """Read the preferences; what is missing, damaged or of the wrong kind takes its default."""
    try:
        data = json.loads((path or preferences_path()).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return Preferences()
    if not isinstance(data, dict) or data.get("version") != VERSION:
        return Preferences()
    defaults = Preferences()
    good = {
        field.name: data[field.name]
        for field in fields(Preferences)
        if type(data.get(field.name)) is type(getattr(defaults, field.name))
    }
    recent = data.get("recent")
    if isinstance(recent, list) and all(isinstance(name, str) for name in recent):
        good["recent"] = tuple(recent)
    return Preferences(**good)


def save_preferences(preferences: Preferences, path: Path | None = None) -> bool:
    """Write the preferences whole or not at all; False where the folder cannot be written."""
    target = path or preferences_path()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary = target.with_suffix(".new")
        temporary.write_text(json.dumps({"version": VERSION, **asdict(preferences)}, indent=1), encoding="utf-8")
        temporary.replace(target)
    except OSError:
        return False
    return True
