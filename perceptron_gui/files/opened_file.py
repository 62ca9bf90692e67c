"""Opening a regular file to read it: no pipe, no device, none too large, and unchanged until all is read."""

from __future__ import annotations

import contextlib
import io
import os
import stat
from collections.abc import Iterator
from typing import Any, BinaryIO, TypeVar

from perceptron_gui.files.file_errors import FileError, reason
from perceptron_gui.files.stamp import FileStamp
from perceptron_gui.translation import tr

Answer = TypeVar("Answer", int, bytes)
# Opening a pipe would wait for somebody who writes into it.
OPEN_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


class _Raw(io.FileIO):
    """A file that always has something to read until it ends; what has not is none, whatever the system calls it."""

    def readinto(self, buffer: Any) -> int:
        """See `io.RawIOBase`."""
        answer: int | None = super().readinto(buffer)
        return _answered(answer)

    def readall(self) -> bytes:
        """See `io.RawIOBase`."""
        return _answered(super().readall())


def _answered(answer: Answer | None) -> Answer:
    """Return what reading returned, unless that is the answer of a pipe that waits for somebody to write."""
    if answer is None:
        raise _no_ordinary_file()
    return answer


@contextlib.contextmanager
def opened_file(path: str, most_bytes: int, too_large: str) -> Iterator[tuple[BinaryIO, FileStamp]]:
    """Open a file to read its bytes.

    `path`: a regular file. `most_bytes`: a larger one is refused. `too_large`: the sentence that says so, as in
    `FileError`. `file`: at its beginning. `stamp`: tells later whether it was changed. Raises `FileError` when it
    cannot be read, is no regular file, or was changed before the block ends.
    """
    with _opened(path, most_bytes, too_large) as file:
        stamp = FileStamp.of(os.fstat(file.fileno()))
        try:
            yield file, stamp
        except OSError as error:
            raise _refusal(error) from None
        except FileError:
            _check_unchanged(file, stamp)  # first: a row that is just being written looks like a flaw
            raise
        _check_unchanged(file, stamp)


def _opened(path: str, most_bytes: int, too_large: str) -> BinaryIO:
    try:
        # A device may act on being opened, so it is looked at before; and again, because it may be replaced between.
        _check_regular(os.stat(path), most_bytes, too_large)
        file = io.BufferedReader(_Raw(os.open(path, OPEN_FLAGS), "rb"))
    except (OSError, ValueError) as error:
        raise _refusal(error) from None
    try:
        _check_regular(os.fstat(file.fileno()), most_bytes, too_large)
    except FileError:
        file.close()
        raise
    return file


def _check_unchanged(file: BinaryIO, stamp: FileStamp) -> None:
    if FileStamp.of(os.fstat(file.fileno())) != stamp:
        raise FileError(tr("the file was changed while it was read, open it again.")) from None


def _refusal(error: OSError | ValueError) -> FileError:
    return FileError(tr("the file cannot be read because {reason}.").format(reason=reason(error)))


def _no_ordinary_file() -> FileError:
    return FileError(tr("the file cannot be read because it is no ordinary file."))


def _check_regular(status: os.stat_result, most_bytes: int, too_large: str) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise FileError(tr("the file cannot be read because it is a folder."))
    if not stat.S_ISREG(status.st_mode):
        raise _no_ordinary_file()
    if status.st_size > most_bytes:
        raise FileError(too_large)
