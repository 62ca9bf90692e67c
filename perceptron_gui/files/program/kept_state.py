"""Keeps unsaved work and answers for the next start, in the state folder, or in a spare one while that fails."""

import contextlib
from collections.abc import Callable
from pathlib import Path

from perceptron_gui.files.file_work import PointsFileError, reason
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.folders import is_private, make_private, spare_folders, state_folder
from perceptron_gui.translation import tr


class Trouble(Frozen):
    """The state folder takes nothing."""

    reason: str  # why, in words that follow a colon, without a full stop
    folder: Path | None = None  # the spare folder that took it; None where none did


def write_kept(write: Callable[[Path], object]) -> Trouble | None:
    """Write something into the state folder, or else into the first spare folder that takes it; in any thread.

    `write`: gets the folder. Returns None where the state folder took it.
    """
    state, *spares = state_folder(), *spare_folders()
    try:
        write(state)
    except (OSError, PointsFileError, MemoryError) as error:
        why = _reason(error)
    else:
        return None
    for folder in spares:
        try:
            make_private(folder)
            write(folder)
        except (OSError, PointsFileError, MemoryError):
            continue
        return Trouble(why, folder)
    return Trouble(why)


def _reason(error: OSError | PointsFileError | MemoryError) -> str:
    if isinstance(error, MemoryError):
        return tr("there is not enough memory")
    if isinstance(error, OSError):
        return reason(error)
    flaw = error.flaw
    return (flaw.reason or flaw.sentence if flaw is not None else str(error)).rstrip(".")


def folders_of_copies() -> list[Path]:
    """Return the folders where something may be kept: the state folder, and the spare ones that are the user's own."""
    return [state_folder(), *filter(is_private, spare_folders())]


def tidy(name: str) -> None:
    """Remove an empty folder from the spare ones, and those that are empty then. `name`: of the folder."""
    for folder in filter(is_private, spare_folders()):
        for each in (folder / name, folder):
            with contextlib.suppress(OSError):
                each.rmdir()
