"""Pictures one after the other in a folder of their own: there are all of them, or there is none."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable

from perceptron_gui.files.file_errors import FileError, reason
from perceptron_gui.files.leftovers import sweep, temporary_path
from perceptron_gui.translation import tr

DIGITS = 4
"""Of the number that is the name of a picture, at least."""


def is_folder(path: str) -> bool:
    """Whether a folder is asked for: its name ends as folders do. `path`: as typed."""
    return path.endswith(("/", os.sep))


def check_folder(path: str) -> None:
    """Check what can be known before writing.

    `path`: of the folder: a new one, or one with nothing in it. Raises `FileError` when it is already plain that it
    cannot be written.
    """
    target = os.path.realpath(path)
    try:
        if os.listdir(target):
            raise _refusal(tr("there is something in it, give a new one"))
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as error:
        raise _refusal(reason(error)) from None
    above = os.path.dirname(target)
    if not os.path.isdir(above):
        raise _refusal(tr("there is no such folder"))
    if not os.access(above, os.W_OK):
        raise _refusal(tr("permission is denied"))


def write_folder(path: str, pictures: Iterable[bytes], suffix: str) -> None:
    """Write pictures as 0001.png, 0002.png and so on.

    `path`: of the folder: a new one, or one with nothing in it. `pictures`: the content of each file. `suffix`: of
    their names, with its dot. Raises `FileError` when they cannot be written; nothing is left then.
    """
    check_folder(path)
    target = os.path.realpath(path)
    above = os.path.dirname(target)
    sweep(above)
    temporary = temporary_path(above)
    try:
        os.mkdir(temporary)
        for number, picture in enumerate(pictures, 1):
            with open(os.path.join(temporary, f"{number:0{DIGITS}d}{suffix}"), "xb") as file:
                file.write(picture)
                file.flush()
                os.fsync(file.fileno())
        if os.path.isdir(target):
            os.rmdir(target)  # not every system lets a folder take the place of another
        os.rename(temporary, target)
    except OSError as error:
        raise _refusal(reason(error)) from None
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _refusal(why: str) -> FileError:
    return FileError(tr("the folder cannot be written because {reason}.").format(reason=why))
