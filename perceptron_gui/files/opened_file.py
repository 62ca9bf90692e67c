"""Opening a regular file to read its bytes or its lines of text: none too large, and unchanged until all is read."""

import codecs
import contextlib
import errno
import io
import os
import re
import stat
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, BinaryIO, TypeVar

from perceptron_gui.files.atomic import FileStamp
from perceptron_gui.files.file_work import FileError, named, reason
from perceptron_gui.frozen import Frozen
from perceptron_gui.translation import N_, tr

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
        except MemoryError:
            raise _refusal(OSError(errno.ENOMEM, "")) from None
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
        raise FileError(tr("the file changed while it was being read; open it again.")) from None


def _refusal(error: OSError | ValueError) -> FileError:
    why = reason(error)
    return FileError(tr("the file cannot be read because {reason}.").format(reason=why), reason=why)


def _no_ordinary_file() -> FileError:
    return FileError(tr("the file cannot be read because it is not a regular file."))


def _check_regular(status: os.stat_result, most_bytes: int, too_large: str) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise FileError(tr("the file cannot be read because it is a folder."))
    if not stat.S_ISREG(status.st_mode):
        raise _no_ordinary_file()
    if status.st_size > most_bytes:
        raise FileError(too_large)


MAX_BYTES = 2**30
"""Larger files are refused: their points would not fit into memory."""
LONGEST_LINE = 2**22
"""Characters; ten thousand columns have 400 each."""
BLOCK = 2**16
NEWLINE = re.compile(r"\r\n|\r|\n")
UTF8, UTF16, WINDOWS = ENCODINGS = ("utf-8", "utf-16", "windows-1252")
UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
FLAWS = {
    UTF8: N_("this line is not UTF-8 text; save the file as CSV UTF-8."),
    UTF16: N_("this line is not UTF-16 text; save the file as CSV UTF-8."),
    WINDOWS: N_("this line has a byte that is not a character in Windows-1252; save the file as CSV UTF-8."),
}


class TextLines:
    """The lines of a text file, with their line ends, without its byte order mark.

    `file`: open at its beginning. `size`: its length in bytes, as far as it is known. `encoding`: one of `ENCODINGS`.
    """

    def __init__(self, file: BinaryIO, size: int, encoding: str = UTF8) -> None:
        self._file = file
        self._size = size
        self._encoding = encoding
        self._codec = "utf-8-sig" if encoding == UTF8 else encoding
        self._n_bytes = 0
        self._n_lines = 0
        self._rest: list[str] = []

    @property
    def part(self) -> float:
        """How much has been read, in 0 … 1."""
        return min(1.0, self._n_bytes / self._size) if self._size else 1.0

    def __iter__(self) -> Iterator[str]:
        """Read line by line. Raises `FileError` when the file is too large or no such text."""
        return chain.from_iterable(self._blocks())

    def _blocks(self) -> Iterator[list[str]]:
        """Yield the lines of each block; when the next is asked for, these were handed out."""
        length = 0
        for text in self._texts():
            has_end = "\n" in text or "\r" in text or "".join(self._rest[-1:]).endswith("\r")
            self._rest.append(text)
            length += len(text)
            if has_end:
                lines = io.StringIO("".join(self._rest), newline="").readlines()
                # What ends with \r may go on with \n in the next block.
                rest = "" if lines[-1].endswith("\n") else lines.pop()
                yield lines
                self._n_lines += len(lines)
                self._rest, length = [rest], len(rest)
            if length > LONGEST_LINE:
                words = tr("this line has more than {count} characters, the most that can be read.")
                raise FileError(words.format(count=LONGEST_LINE), self._n_lines + 1)
        if length:
            yield ["".join(self._rest)]

    def _texts(self) -> Iterator[str]:
        """Yield the text of each block; what is wrong is told with the line on which it stands."""
        block = self._first_block()
        decoder = codecs.getincrementaldecoder(self._codec)()
        while block:
            if self._encoding != UTF16 and b"\0" in block:
                raise self._flaw(_no_text(), self._replaced(block[: block.index(b"\0")]))
            text = self._decoded(decoder, block)
            if "\0" in text:
                raise self._flaw(_no_text(), text[: text.index("\0")])
            yield text
            block = self._next_block()
        yield self._decoded(decoder, b"")

    def _first_block(self) -> bytes:
        block = self._next_block()
        if not block.startswith(UTF16_MARKS):
            self._codec = "utf-16-le" if self._encoding == UTF16 else self._codec
        elif self._encoding == UTF16:
            self._codec = "utf-16-le" if block.startswith(codecs.BOM_UTF16_LE) else "utf-16-be"
            return block[len(codecs.BOM_UTF16_LE) :] or self._next_block()
        elif self._encoding == UTF8:
            raise FileError(tr("the file is UTF-16 text; save it as CSV UTF-8."))
        return block

    def _next_block(self) -> bytes:
        block = self._file.read(BLOCK)
        self._n_bytes += len(block)
        if self._n_bytes > MAX_BYTES:
            raise FileError(too_large())
        return block

    def _decoded(self, decoder: codecs.IncrementalDecoder, block: bytes) -> str:
        try:
            return decoder.decode(block, final=not block)
        except UnicodeDecodeError as error:
            before = self._replaced(error.object[: error.start])
            raise self._flaw(tr(FLAWS[self._encoding]), before) from None

    def _replaced(self, data: bytes) -> str:
        return data.decode(self._codec, "replace")

    def _flaw(self, sentence: str, before: str) -> FileError:
        """Return the flaw found after the text `before`, which follows the rest of the last block."""
        return FileError(sentence, self._n_lines + len(NEWLINE.findall("".join(self._rest) + before)) + 1)


@contextlib.contextmanager
def opened_lines(path: str, encoding: str = UTF8) -> Iterator[tuple[TextLines, FileStamp]]:
    """Open a file to read its lines.

    `path`: a regular file. `encoding`: one of `ENCODINGS`. `lines`: its lines. `stamp`: tells later whether it was
    changed. Raises `FileError` when it cannot be read, is no regular file, or was changed before the block ends.
    """
    with opened_file(path, MAX_BYTES, too_large()) as (file, stamp):
        yield TextLines(file, stamp.size, encoding), stamp


def _no_text() -> str:
    return tr("there is a NUL byte, so this is not a text file; save it as CSV UTF-8.")


def too_large() -> str:
    """Return the sentence about a file that is too large, as in `FileError`."""
    return tr("the file is larger than 1 GiB, the most that can be read.")


SAMPLE_BYTES = 2**22
LARGE_BLOCK = 2**20


class TableSample(Frozen):
    """The beginning of a file."""

    data: bytes  # its first bytes, at most `SAMPLE_BYTES`
    encoding: str  # that of the whole file, as far as its bytes tell: one of `ENCODINGS`

    @property
    def is_cut(self) -> bool:
        """Whether the file may go on."""
        return len(self.data) >= SAMPLE_BYTES

    def lines(self, encoding: str | None = None) -> TextLines:
        """Return its lines; the last one may be cut off.

        `encoding`: one of `ENCODINGS`; the one that was found if not given.
        """
        return TextLines(io.BytesIO(self.data), len(self.data), encoding or self.encoding)


def take_sample(path: str | os.PathLike[str], report: Callable[[float], None]) -> TableSample:
    """Return the beginning of a file.

    `path`: a regular file. `report`: is called with the part that is done, in 0 … 1; what it raises ends the work.
    Raises `PointsFileError` when it cannot be read.
    """
    with named(path) as name, opened_file(name, MAX_BYTES, too_large()) as (file, stamp):
        data = file.read(SAMPLE_BYTES)
        return TableSample(data, _encoding_of(data, file, lambda: report(file.tell() / max(1, stamp.size))))


def _encoding_of(data: bytes, file: BinaryIO, listen: Callable[[], None]) -> str:
    """Return UTF-16 where a mark says so, UTF-8 where all bytes are, else what Windows writes in the west."""
    if data.startswith(UTF16_MARKS):
        return UTF16
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        while data:
            listen()
            decoder.decode(data)
            data = file.read(LARGE_BLOCK)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return WINDOWS
    return UTF8
