"""Crash reports: that of this process, if it comes to that, and those of earlier ones."""

import contextlib
import faulthandler
import os
import sys
from pathlib import Path
from typing import TextIO

if sys.platform != "win32":
    import fcntl

FOLDER = "faults"
MOST_REPORTS = 5
"""Reports that are kept, the newest ones."""
LARGEST_REPORT = 100_000
"""Bytes of a report that are read."""


class FaultLog:
    """A file for what this process reports while it crashes; it is removed when the process ends well.

    An abort inside a library (Qt, numpy) ends Python without an exception: only `faulthandler` can still write then,
    into a file that is open already.

    `state`: the folder of what is kept for the next start. `about`: what a report needs to know of program and machine;
    its first line.
    """

    def __init__(self, state: Path, about: str) -> None:
        self._folder = state / FOLDER
        self._about = about + "\n"
        self._file: TextIO | None = None

    def open(self) -> list[str]:
        """Begin to catch faults; return the reports of earlier processes, each once, the oldest first.

        A folder that cannot be written is no reason not to start: faults then go to standard error, as ever.
        """
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            self._file = self._new_file()
            faulthandler.enable(self._file)
        return self._earlier_reports()

    def describe(self, about: str) -> None:
        """Rewrite the first line while it is the only one, as most libraries are loaded after the start.

        `about`: what a report needs to know by now.
        """
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.seek(0)
                self._file.truncate()
                self._file.write(about + "\n")
                self._file.flush()

    def write(self, details: str) -> None:
        """Write the details of an exception that ends the program, if the disk has room. `details`: its traceback."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.write(details + "\n")
                self._file.flush()

    def close(self) -> None:
        """Stop catching faults; remove the file if none came."""
        if self._file is None:
            return
        faulthandler.disable()
        path, self._file = self._close(self._file), None
        with contextlib.suppress(OSError):
            if not self._has_report(path):
                path.unlink()

    def _new_file(self) -> TextIO:
        name = self._folder / f"{os.getpid()}-{os.urandom(4).hex()}.txt"
        # Open as long as the process runs.
        file = open(name, "x", encoding="utf-8", errors="backslashreplace")  # noqa: SIM115
        try:
            if sys.platform != "win32":
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            file.write(self._about)
            file.flush()
        except OSError:
            self._close(file).unlink(missing_ok=True)
            raise
        return file

    @staticmethod
    def _close(file: TextIO) -> Path:
        with contextlib.suppress(OSError):  # what could not be written is tried again, and the file is closed
            file.close()
        return Path(file.name)

    def _has_report(self, path: Path) -> bool:
        """Whether more than the first line is there; of another version's file that line has another length."""
        return path.read_bytes().partition(b"\n")[2] != b""

    def _earlier_reports(self) -> list[str]:
        """Return the reports of ended processes, remove the files without a report, keep the last few."""
        found = []
        for path in sorted(self._folder.glob("*-*.txt"), key=_age):
            # One that cannot be read, or marked as seen, keeps none of the others back.
            with contextlib.suppress(OSError):
                found += self._taken(path)
        for path in sorted(self._folder.glob("*.seen"), key=_age)[:-MOST_REPORTS]:
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)
        return found

    def _taken(self, path: Path) -> list[str]:
        """Return the report in a file, if there is one and its process is gone, and mark it as seen."""
        if _is_in_use(path):
            return []
        if not self._has_report(path):
            path.unlink(missing_ok=True)
            return []
        report = path.read_bytes()[:LARGEST_REPORT].decode("utf-8", "replace")
        path.replace(path.with_suffix(".seen"))
        return [report]


def _age(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # another start swept it
        return 0.0


def _is_in_use(path: Path) -> bool:
    """Whether the process that writes it is alive."""
    if sys.platform == "win32":
        # There a file that somebody has open cannot be renamed.
        try:
            path.rename(path)
        except OSError:
            return True
        return False
    try:
        with open(path, "rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    return False
