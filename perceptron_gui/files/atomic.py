"""Writing a file all or nothing: others see the old file or the complete new one."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from typing import TextIO

from perceptron_gui.files.flaw import Flaw, reason


def check_target(path: str) -> None:
    """Raise `Flaw` if it is already plain that `path` cannot be written."""
    target = _target(path)
    try:
        mode = os.stat(target).st_mode
    except FileNotFoundError:
        _check_folder(os.path.dirname(target))
        return
    except (OSError, ValueError) as error:
        raise _refusal(reason(error)) from None
    if stat.S_ISDIR(mode):
        raise _refusal("it is a folder")
    if not stat.S_ISREG(mode):
        raise _refusal("it is no ordinary file")
    if not os.access(target, os.W_OK):
        raise _refusal("permission is denied")
    _check_folder(os.path.dirname(target))


def is_same_file(one: str, other: str) -> bool:
    """Whether two paths lead to the same existing file."""
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False


def _target(path: str) -> str:
    """Return the file that `path` leads to through all links."""
    try:
        return os.path.realpath(path)
    except (OSError, ValueError) as error:
        # no file can have a name with NUL in it
        raise _refusal(reason(error)) from None


def _check_folder(folder: str) -> None:
    if not os.path.isdir(folder):
        raise _refusal("there is no such folder")
    if not os.access(folder, os.W_OK):
        raise _refusal("permission is denied")


def _refusal(why: str) -> Flaw:
    return Flaw(f"the file cannot be written because {why}.")


@contextlib.contextmanager
def replacing(path: str) -> Iterator[TextIO]:
    """Open a UTF-8 text file that takes the place of `path` when the block ends well, and vanishes when not.

    Raises
    ------
    Flaw
        When it cannot be written.
    """
    check_target(path)
    target = _target(path)
    temporary = os.path.join(os.path.dirname(target), f".points-{os.getpid()}-{os.urandom(4).hex()}.tmp")
    try:
        with open(temporary, "x", encoding="utf-8", newline="") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        _keep_mode(target, temporary)
        os.replace(temporary, target)
    except OSError as error:
        raise _refusal(reason(error)) from None
    finally:
        with contextlib.suppress(OSError):
            os.unlink(temporary)


def _keep_mode(target: str, temporary: str) -> None:
    with contextlib.suppress(FileNotFoundError):
        os.chmod(temporary, stat.S_IMODE(os.stat(target).st_mode))
