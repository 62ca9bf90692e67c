"""Work on a file: how it says how far it is, beside the window, and in one plain sentence what is wrong with the file.

Nothing that a file brings can act on what shows it (C7): a terminal obeys escape sequences, and signs of direction turn
a line of text round. In JSON, CSV and exports data stays as it is. Only a regular file is read, none too large, and
unchanged until all is read.
"""

import codecs
import contextlib
import errno
import io
import os
import re
import stat
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, Generic, TextIO, TypeVar

from perceptron_gui.files.atomic import FileStamp
from perceptron_gui.frozen import Frozen
from perceptron_gui.translation import N_, ntr, tr

LONGEST_SHOWN = 40
LONGEST_PATH = 4096
REASONS = {
    errno.ENOENT: N_("there is no such file"),
    errno.EISDIR: N_("it is a folder"),
    errno.ENOTDIR: N_("a part of its path is no folder"),
    errno.EACCES: N_("permission is denied"),
    errno.EPERM: N_("permission is denied"),
    errno.ENAMETOOLONG: N_("its name is too long"),
    errno.EROFS: N_("nothing can be written there"),
    errno.ENOSPC: N_("no space is left on the device"),
    errno.EDQUOT: N_("no space is left on the device"),
}


class PointsFileError(ValueError):
    """A points file that cannot be read or written; the message is one plain sentence for the user."""

    flaw: "FileError | None" = None  # what the sentence says, where it stands beside the name of the file


@dataclass
class FileError(Exception):
    """A flaw found where the name of the file is not known."""

    sentence: str  # begins in lower case, ends with a full stop
    line: int | None = None  # line of the file, from 1

    def in_file(self, path: str) -> PointsFileError:
        """Return the error that also names the file. `path`: the file."""
        words = tr("{file}: {sentence}") if self.line is None else tr("{file}, line {line}: {sentence}")
        error = PointsFileError(words.format(file=shown(path, LONGEST_PATH), line=self.line, sentence=self.sentence))
        error.flaw = self
        return error

    @property
    def placed(self) -> str:
        """The sentence with its line, where the name of the file stands already."""
        if self.line is None:
            return self.sentence[:1].upper() + self.sentence[1:]
        return tr("Line {line}: {sentence}").format(line=self.line, sentence=self.sentence)


@contextlib.contextmanager
def named(path: str | os.PathLike[str]) -> Iterator[str]:
    """Let every `FileError` of the block name the file. `path`: the file; returned as text."""
    name = os.fspath(path)
    try:
        yield name
    except FileError as flaw:
        raise flaw.in_file(name) from None


def shown(text: str, longest: int = LONGEST_SHOWN) -> str:
    """Return a text fit for a sentence: on one line, with unprintable characters escaped.

    `text`: any text. `longest`: characters after which it is cut off.
    """
    if len(text) > longest:
        text = text[:longest] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def listed(names: list[str]) -> str:
    """Return names in quotes, as many as fit in a sentence: "A", "B" and "C". `names`: at least one."""
    quoted = [f'"{shown(name)}"' for name in names[:6]]
    if len(names) > 6:
        left_out = len(names) - 6
        quoted.append(ntr("{count} more", "{count} more", left_out).format(count=left_out))
    if len(quoted) == 1:
        return quoted[0]
    return tr("{first} and {last}").format(first=", ".join(quoted[:-1]), last=quoted[-1])


def reason(error: OSError | ValueError) -> str:
    """Return why the system refused, as it follows "because" in a sentence.

    `error`: what opening or writing a file raised.
    """
    if not isinstance(error, OSError):
        return tr("its name cannot be one")
    if known := REASONS.get(error.errno or 0):
        return tr(known)
    return tr("the system says: {answer}").format(answer=(error.strerror or tr("refused")).lower())


LONGEST_MESSAGE = 300
"""Characters: what must be read, and what is to be done, in three lines of a terminal."""
LEAST_LEFT = 24
"""Characters that stay of a quotation."""
MARK = "…"
ACTING = re.compile("[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters but the line feed, other ends of lines, signs of direction, halves of characters."""
QUOTED = re.compile(r'"[^"]*"|\S+')
"""What may be shortened: a quotation, or what has no blank in it, such as a path."""


def visible(text: str) -> str:
    r"""Return a text with what would act on a terminal written out, as in \x1b; lines stay lines.

    `text`: of any number of lines.
    """
    return ACTING.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def said(sentence: str) -> str:
    """Return a sentence as it is said: on one line, with nothing that acts, in at most `LONGEST_MESSAGE` characters.

    Of one that is too long the longest quotations lose their middle, so that its end still says what is to be done.

    `sentence`: it may quote data.
    """
    line = visible(sentence).replace("\n", r"\n")
    while (over := len(line) - LONGEST_MESSAGE) > 0:
        begin, end = max((found.span() for found in QUOTED.finditer(line)), key=lambda span: span[1] - span[0])
        if end - begin <= LEAST_LEFT:
            return _without_middle(line, 0, len(line), LONGEST_MESSAGE)
        line = _without_middle(line, begin, end, max(end - begin - over, LEAST_LEFT))
    return line


def _without_middle(text: str, begin: int, end: int, length: int) -> str:
    """Return a text in which a part is only so long: its beginning and its end."""
    tail = (length - len(MARK)) // 2
    return text[: begin + length - len(MARK) - tail] + MARK + text[end - tail :]


def say(text: str, file: TextIO | None = None) -> None:
    """Print a text; on the terminal nothing in it acts.

    `text`: of any number of lines. `file`: none is standard output, as it is now.
    """
    print(visible(text), file=file or sys.stdout, flush=True)


LONGEST_JOIN = 1.0
"""Seconds: a file on a server that does not answer must not hold up the end of the program."""
Outcome = TypeVar("Outcome")


class Cancelled(Exception):
    """The work was cancelled."""


class FileWork(Generic[Outcome]):
    """A file that is being read or written.

    `path`: the file. `work`: does the work in the thread; is given a function to call about every half millisecond with
    the part done. `wait`: is called as often, and may wait: the window has priority. `tell`: is called with this, in
    the thread, when it is over; not when it was cancelled. `part`: how much is done, in 0 … 1. `outcome`: what came of
    it, or the sentence why nothing did; None before the end.
    """

    def __init__(
        self,
        path: Path,
        work: "Callable[[Report], Outcome]",
        wait: Callable[[], None],
        tell: "Callable[[FileWork[Outcome]], None]",
    ) -> None:
        self.path = path
        self.part = 0.0
        self.outcome: Outcome | PointsFileError | None = None
        self._work = work
        self._wait = wait
        self._tell = tell
        self._is_cancelled = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"work on {path.name!r}", daemon=True)

    @property
    def is_over(self) -> bool:
        """Whether the thread has ended."""
        return not self._thread.is_alive()

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def cancel(self) -> None:
        """Cancel the work; `tell` is not called any more."""
        self._is_cancelled.set()

    def join(self, seconds: float = LONGEST_JOIN) -> None:
        """Wait until the thread has ended, but never long. `seconds`: the longest wait."""
        self._thread.join(seconds)

    def _run(self) -> None:
        try:
            self.outcome = self._work(self._report)
        except PointsFileError as error:
            self.outcome = error
        except Cancelled:
            return
        finally:
            if not self._is_cancelled.is_set():
                self._tell(self)

    def _report(self, part: float) -> None:
        if self._is_cancelled.is_set():
            raise Cancelled
        self.part = part
        self._wait()


Report = Callable[[float], None]
"""Is called with the part of the work that is done, in 0 … 1; what it raises ends the work."""


def tell_nobody(part: float) -> None:
    """Ignore a report. `part`: how much is done, in 0 … 1."""


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
            raise FileError(tr("the file cannot be read because there is not enough memory.")) from None
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


MAX_BYTES = 2**30
"""Larger files are refused: their points would not fit into memory."""
LONGEST_LINE = 2**22
"""Characters; ten thousand columns have 400 each."""
BLOCK = 2**16
NEWLINE = re.compile(r"\r\n|\r|\n")
UTF8, UTF16, WINDOWS = ENCODINGS = ("utf-8", "utf-16", "windows-1252")
UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
FLAWS = {
    UTF8: N_("this line is not UTF-8 text, save the file as CSV UTF-8."),
    UTF16: N_("this line is not UTF-16 text, save the file as CSV UTF-8."),
    WINDOWS: N_("this line has a byte that stands for no letter in Windows-1252, save the file as CSV UTF-8."),
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
            raise FileError(tr("the file is UTF-16 text, save it as CSV UTF-8."))
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
    return tr("there is a NUL byte, so this is no text file, save it as CSV UTF-8.")


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
