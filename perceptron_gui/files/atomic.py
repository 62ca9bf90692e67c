"""Writing a file all or nothing: others see the old file or the complete new one."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from typing import TextIO

from perceptron_gui.files.attributes import keep_attributes
from perceptron_gui.files.file_errors import FileError, reason
from perceptron_gui.files.leftovers import sweep, temporary_path
from perceptron_gui.files.stamp import FileStamp
from perceptron_gui.frozen import Frozen, Mutable
from perceptron_gui.translation import tr


class Written(Frozen):
    """A file that was written."""

    stamp: FileStamp  # tells later whether another program has changed it since
    remarks: tuple[str, ...] = ()  # sentences on what was lost with the file whose place it took


class NewFile(Mutable):
    """A file while it is written. `written`: what it became; there when it has taken its place."""

    file: TextIO  # what is written to it

    @property
    def written(self) -> Written:
        """What the file became."""
        assert self._written is not None, "the file is still being written"
        return self._written

    @written.setter
    def written(self, written: Written) -> None:
        self._written = written

    _written: Written | None = None


def check_target(path: str) -> None:
    """Check what can be known before writing.

    `path`: where a file is to be written. Raises `FileError` when it is already plain that it cannot.
    """
    target = _target(path)
    try:
        mode = os.stat(target).st_mode
    except FileNotFoundError:
        _check_folder(os.path.dirname(target))
        return
    except (OSError, ValueError) as error:
        raise _refusal(reason(error)) from None
    if stat.S_ISDIR(mode):
        raise _refusal(tr("it is a folder"))
    if not stat.S_ISREG(mode):
        raise _refusal(tr("it is no ordinary file"))
    if not os.access(target, os.W_OK):
        raise _refusal(tr("permission is denied"))
    _check_folder(os.path.dirname(target))


def is_same_file(one: str, other: str) -> bool:
    """Whether two paths lead to the same existing file. `one`, `other`: paths, perhaps through links."""
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
        raise _refusal(tr("there is no such folder"))
    if not os.access(folder, os.W_OK):
        raise _refusal(tr("permission is denied"))


def _refusal(why: str) -> FileError:
    return FileError(tr("the file cannot be written because {reason}.").format(reason=why))


@contextlib.contextmanager
def replacing(path: str) -> Iterator[NewFile]:
    """Open a UTF-8 text file that takes the place of another when the block ends well, and is removed when not.

    After the block, file and folder are on the disk, not only in the system's memory.

    `path`: the file whose place it takes, if there is one. Returns to be written to; its `written` is there after the
    block. Raises `FileError` when it cannot be written.
    """
    check_target(path)
    target = _target(path)
    folder = os.path.dirname(target)
    temporary = temporary_path(folder)
    # Until it has the permissions of the file whose place it takes, nobody else may read what may be private.
    mode = 0o600 if os.path.exists(target) else 0o666
    try:
        with open(
            temporary, "x", encoding="utf-8", newline="", opener=lambda name, flags: os.open(name, flags, mode)
        ) as file:
            new = NewFile(file)
            yield new
            file.flush()
            os.fsync(file.fileno())
        remarks = keep_attributes(target, temporary)
        stamp = FileStamp.of(os.stat(temporary))
        os.replace(temporary, target)
    except OSError as error:
        raise _refusal(reason(error)) from None
    finally:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
    _sync_folder(folder)
    new.written = Written(stamp, remarks)
    sweep(folder)


def write_bytes(path: str, data: bytes) -> Written:
    """Let a file hold some bytes and nothing else, or stay as it was.

    `path`: the file; a new one if there is none. `data`: all of its content. Raises `FileError` when it cannot be
    written.
    """
    with replacing(path) as new:
        new.file.buffer.write(data)
    return new.written


def _sync_folder(folder: str) -> None:
    """Let the new name of a file survive a power cut; not every system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
