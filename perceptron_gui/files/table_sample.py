"""The first bytes of a table, to find out how it is written, and to show how it would be read."""

from __future__ import annotations

import codecs
import io
import os
from collections.abc import Callable
from typing import BinaryIO

from perceptron_gui.files.file_errors import FileError
from perceptron_gui.files.lines import MAX_BYTES, UTF8, UTF16, UTF16_MARKS, WINDOWS, TextLines, too_large
from perceptron_gui.files.opened_file import opened_file
from perceptron_gui.frozen import Frozen

SAMPLE_BYTES = 2**22
BLOCK = 2**20


class TableSample(Frozen):
    """The beginning of a file."""

    data: bytes  # its first bytes, at most `SAMPLE_BYTES`
    encoding: str  # that of the whole file, as far as its bytes tell: one of `lines.ENCODINGS`

    @property
    def is_cut(self) -> bool:
        """Whether the file may go on."""
        return len(self.data) >= SAMPLE_BYTES

    def lines(self, encoding: str | None = None) -> TextLines:
        """Return its lines; the last one may be cut off.

        `encoding`: one of `lines.ENCODINGS`; the one that was found if not given.
        """
        return TextLines(io.BytesIO(self.data), len(self.data), encoding or self.encoding)


def take_sample(path: str | os.PathLike[str], report: Callable[[float], None]) -> TableSample:
    """Return the beginning of a file.

    `path`: a regular file. `report`: is called with the part that is done, in 0 … 1; what it raises ends the work.
    Raises `PointsFileError` when it cannot be read.
    """
    try:
        with opened_file(os.fspath(path), MAX_BYTES, too_large()) as (file, stamp):
            data = file.read(SAMPLE_BYTES)
            return TableSample(data, _encoding_of(data, file, lambda: report(file.tell() / max(1, stamp.size))))
    except FileError as flaw:
        raise flaw.in_file(os.fspath(path)) from None


def _encoding_of(data: bytes, file: BinaryIO, listen: Callable[[], None]) -> str:
    """Return UTF-16 where a mark says so, UTF-8 where all bytes are, else what Windows writes in the west."""
    if data.startswith(UTF16_MARKS):
        return UTF16
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        while data:
            listen()
            decoder.decode(data)
            data = file.read(BLOCK)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return WINDOWS
    return UTF8
