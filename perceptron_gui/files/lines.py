"""From a regular file to lines of text: encoding, and limits that keep memory small."""

from __future__ import annotations

import codecs
import contextlib
import io
import re
from collections.abc import Iterator
from typing import BinaryIO

from perceptron_gui.files.file_errors import FileError
from perceptron_gui.files.opened_file import opened_file
from perceptron_gui.files.stamp import FileStamp
from perceptron_gui.translation import tr

MAX_BYTES = 2**30
"""Larger files are refused: their points would not fit into memory."""
LONGEST_LINE = 2**22
"""Characters; ten thousand columns have 400 each."""
BLOCK = 2**16
NEWLINE = re.compile(rb"\r\n|\r|\n")


class TextLines:
    """The lines of a UTF-8 file, with their line ends, without its byte order mark.

    Parameters
    ----------
    file : binary file
        Open at its beginning.
    size : int
        Its length in bytes, as far as it is known.
    """

    def __init__(self, file: BinaryIO, size: int) -> None:
        self._file = file
        self._size = size
        self._n_bytes = 0
        self._n_lines = 0

    @property
    def part(self) -> float:
        """How much has been read, in 0 … 1."""
        return min(1.0, self._n_bytes / self._size) if self._size else 1.0

    def __iter__(self) -> Iterator[str]:
        """Read line by line.

        Raises
        ------
        FileError
            When the file is too large or no UTF-8 text.
        """
        decoder = codecs.getincrementaldecoder("utf-8-sig")()
        rest = ""
        while block := self._next_block(rest):
            # A line end may lie across two blocks: the last line always waits for the next one.
            *lines, rest = io.StringIO(rest + self._decoded(decoder, block, rest), newline="").readlines() or [""]
            yield from lines
            self._n_lines += len(lines)
            if len(rest) > LONGEST_LINE:
                words = tr("this line has more than {count} characters, the most that can be read.")
                raise self._flaw(words.format(count=LONGEST_LINE))
        if rest := rest + self._decoded(decoder, b"", rest):
            yield rest

    def _next_block(self, rest: str) -> bytes:
        block = self._file.read(BLOCK)
        if not self._n_bytes and block.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            raise FileError(tr("the file is UTF-16 text, save it as CSV UTF-8."))
        self._n_bytes += len(block)
        if self._n_bytes > MAX_BYTES:
            raise FileError(_too_large())
        null = block.find(b"\0")
        if null >= 0:
            raise self._flaw(
                tr("there is a NUL byte, so this is no text file, save it as CSV UTF-8."), rest.encode() + block[:null]
            )
        return block

    def _decoded(self, decoder: codecs.IncrementalDecoder, block: bytes, rest: str) -> str:
        try:
            return decoder.decode(block, final=not block)
        except UnicodeDecodeError as error:
            before = rest.encode() + error.object[: error.start]
            raise self._flaw(tr("this line is not UTF-8 text, save the file as CSV UTF-8."), before) from None

    def _flaw(self, sentence: str, before: bytes = b"") -> FileError:
        """Return the flaw found after the bytes `before`, which follow the lines that were handed out."""
        return FileError(sentence, self._n_lines + len(NEWLINE.findall(before)) + 1)


@contextlib.contextmanager
def opened_lines(path: str) -> Iterator[tuple[TextLines, FileStamp]]:
    """Open a file to read its lines.

    Parameters
    ----------
    path : str
        A regular file.

    Yields
    ------
    lines : TextLines
        Its lines.
    stamp : FileStamp
        Tells later whether it was changed.

    Raises
    ------
    FileError
        When it cannot be read, is no regular file, or was changed before the block ends.
    """
    with opened_file(path, MAX_BYTES, _too_large()) as (file, stamp):
        yield TextLines(file, stamp.size), stamp


def _too_large() -> str:
    return tr("the file is larger than 1 GiB, the most that can be read.")
