"""What is wrong with a file, in words: one plain sentence that names the place and what would be right."""

from __future__ import annotations

import errno
from dataclasses import dataclass

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

    flaw: FileError | None = None  # what the sentence says, where it stands beside the name of the file


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
