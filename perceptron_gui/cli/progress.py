"""Progress of a long run, as a line on the terminal if there is one."""

import contextlib
import os
import sys
import time
from types import TracebackType
from typing import TextIO

FIRST_AFTER, THEN_EVERY = 1.0, 0.1
"""Seconds before the first line, and between two."""
USUAL_COLUMNS = 80
"""Where a terminal does not say how wide it is."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, with a sentence on what was reached."""


class Progress:
    """A line that is written over itself, and gone when the block ends.

    `file`: none is standard error. `tells_parts`: whether how much is done is written instead, as a line each, from 0
    to 1, for a program that reads it.
    """

    def __init__(self, file: TextIO | None = None, tells_parts: bool = False) -> None:
        self._file = sys.stderr if file is None else file
        self._tells_parts = tells_parts
        self._is_shown = not tells_parts and _is_terminal(self._file)
        self._next = time.monotonic() + FIRST_AFTER
        self._length = 0

    def __enter__(self) -> "Progress":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._length:
            self._write("")

    @property
    def is_due(self) -> bool:
        """Whether it is time for another line."""
        return self._is_shown and time.monotonic() >= self._next

    def say(self, text: str) -> None:
        """Write the line anew if `is_due`, cut where the terminal ends. `text`: how far the run is."""
        if self.is_due:
            self._next = time.monotonic() + THEN_EVERY
            self._write(text[: self._columns() - 1])

    def say_part(self, part: float) -> None:
        """Write how much is done, if that is to be told. `part`: in 0 … 1."""
        if self._tells_parts:
            with contextlib.suppress(OSError):
                print(f"{part:.3f}", file=self._file, flush=True)

    def _columns(self) -> int:
        try:
            return os.get_terminal_size(self._file.fileno()).columns or USUAL_COLUMNS
        except (OSError, ValueError):
            return USUAL_COLUMNS

    def _write(self, text: str) -> None:
        """Write over what stands there, with blanks: not every terminal knows a code that clears a line."""
        blanks = " " * (self._length - len(text))
        end = "" if text else "\r"
        self._length = len(text)
        try:
            self._file.write(f"\r{text}{blanks}{end}")
            self._file.flush()
        except OSError:  # the terminal is gone, the run is not
            self._is_shown = False


def _is_terminal(file: TextIO | None) -> bool:
    """Whether `file` is a terminal; a program without a console has none at all."""
    try:
        return file is not None and file.isatty()
    except ValueError:
        return False
