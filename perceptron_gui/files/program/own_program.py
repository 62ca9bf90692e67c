"""The program on this machine: the command that starts it, the environment for other programs, its menu entry."""

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from perceptron_gui.files.atomic import write_bytes

LIBRARIES = "LD_LIBRARY_PATH"
"""Where a program of Linux looks for libraries first."""
LAUNCHED = "launched"
"""What the installed program of Windows tells Python by -X (packaging/windows/launcher.c)."""


def own_command() -> list[str]:
    """Return the command that starts this program again; arguments may be appended."""
    # What was frozen, or starts Python by itself, is no Python: it takes the arguments of perceptron-gui.
    if getattr(sys, "frozen", False) or LAUNCHED in sys._xoptions:
        return [sys.executable]
    return [sys.executable, "-P", "-m", "perceptron_gui"]  # -P: no import from the current folder


def environment_of_others() -> dict[str, str]:
    """Return the environment for other programs, without the library paths that a frozen build sets for itself."""
    env = dict(os.environ)
    if getattr(sys, "frozen", False):
        before = env.pop(f"{LIBRARIES}_ORIG", None)
        env.pop(LIBRARIES, None)
        if before is not None:
            env[LIBRARIES] = before
    return env


RESOURCES = Path(__file__).parents[2] / "resources/desktop"
ENTRY = "org.perceptronlab.PerceptronLab.desktop"
ICON = "perceptron-lab.svg"
UNWRITABLE = re.compile(r'["$`\\%\n]')
"""What a menu entry cannot say in the path of a program, or only in ways that few desktops read alike."""


def entry_files() -> tuple[Path, Path]:
    """Return where the entry and its icon belong; they may not be there.

    Raises `RuntimeError` for a user without a home.
    """
    chosen = os.environ.get("XDG_DATA_HOME", "")
    data = Path(chosen) if os.path.isabs(chosen) else Path.home() / ".local/share"
    return data / "applications" / ENTRY, data / "icons/hicolor/scalable/apps" / ICON


def can_name(command: Sequence[str]) -> bool:
    """Whether an entry can name a command. `command`: program and arguments."""
    return not any(UNWRITABLE.search(word) for word in command)


def install_entry(command: Sequence[str]) -> Path:
    """Write the entry, in the place of an older one, and return its path.

    `command`: what it starts, without the file to open. Raises `FileError`, `OSError`, `RuntimeError` when it cannot be
    written.
    """
    entry, icon = entry_files()
    words = (RESOURCES / ENTRY).read_text(encoding="utf-8")
    line = " ".join(f'"{word}"' for word in command)
    words = re.sub(r"^Exec=.*$", lambda _: f"Exec={line} %f", words, flags=re.MULTILINE)
    for path, content in ((icon, (RESOURCES / ICON).read_bytes()), (entry, words.encode())):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(str(path), content)
    return entry


def remove_entry() -> bool:
    """Remove the entry and its icon; whether there was one.

    Raises `OSError`, `RuntimeError` when it cannot be removed.
    """
    entry, icon = entry_files()
    was_there = entry.exists()
    for path in (entry, icon):
        path.unlink(missing_ok=True)
    return was_there
