"""Work on a file: how it says how far it is, beside the window, and in one plain sentence what is wrong with the file.

Nothing that a file brings can act on what shows it (C7): a terminal obeys escape sequences, and signs of direction turn
a line of text round. In JSON, CSV and exports data stays as it is.
"""

import contextlib
import errno
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TextIO, TypeVar

from perceptron_gui import translation
from perceptron_gui.session.memory import is_memory_short, no_memory
from perceptron_gui.session.wording import joined
from perceptron_gui.translation import N_, capitalised, ntr, tr

LONGEST_SHOWN = 40
LONGEST_PATH = 4096
REASONS = {
    errno.ENOENT: N_("there is no such file"),
    errno.EISDIR: N_("it is a folder"),
    errno.EEXIST: N_("a file with that name already exists"),
    errno.ENOTDIR: N_("part of its path is not a folder"),
    errno.EACCES: N_("permission is denied"),
    errno.EPERM: N_("permission is denied"),
    errno.ENAMETOOLONG: N_("its name is too long"),
    errno.ELOOP: N_("its links form a loop"),
    errno.EROFS: N_("the disk is read-only"),
    errno.ENOSPC: N_("the disk is full"),
    errno.EDQUOT: N_("your disk quota is used up"),
    errno.EFBIG: N_("the system does not allow files that large"),
    errno.EIO: N_("the disk is not working properly"),
    errno.EMFILE: N_("too many files are open"),
    errno.ENFILE: N_("too many files are open"),
    errno.ENOMEM: N_("there is not enough memory"),
}
"""Why the system refuses, in words that follow "because"; what is missing here is said in the system's own words."""


class PointsFileError(ValueError):
    """A points file that cannot be read or written; the message is one plain sentence for the user."""

    flaw: "FileError | None" = None  # what the sentence says, where it stands beside the name of the file


@dataclass
class FileError(Exception):
    """A flaw found where the name of the file is not known."""

    sentence: str  # begins in lower case, ends with a full stop
    line: int | None = None  # line of the file, from 1
    reason: str = ""  # why the system refused, as it follows "because"; empty where it did not

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
            return capitalised(self.sentence)
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
    return tr("{first} and {last}").format(first=joined(quoted[:-1]), last=quoted[-1])


def reason(error: OSError | ValueError) -> str:
    """Return why the system refused, as it follows "because" in a sentence.

    `error`: what opening or writing a file raised.
    """
    if not isinstance(error, OSError):
        return tr("its name is not valid")
    if known := REASONS.get(error.errno or 0):
        return tr(known)
    return tr("the system says: {answer}").format(answer=error.strerror or tr("refused"))


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
    r"""Escape what would act on a terminal, as in \x1b; line breaks stay.

    `text`: of any number of lines.
    """
    return ACTING.sub(lambda found: _escaped(found[0]), text)


def _escaped(sign: str) -> str:
    """Return a sign as it is typed, but for what our own sentences from right to left need."""
    return sign if sign in translation.ISOLATING and translation.is_leftwards() else ascii(sign)[1:-1]


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


def tell(sentence: str) -> None:
    """Say one sentence on standard error, if anybody can hear it."""
    with contextlib.suppress(OSError):
        say(said(sentence), sys.stderr)


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
        except (MemoryError, ImportError, OSError) as error:
            if not is_memory_short(error):
                raise
            self.outcome = PointsFileError(no_memory())
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
