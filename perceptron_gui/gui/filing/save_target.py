"""Asking where to save: the question before a file is replaced is about the name that is written in the end."""

import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from perceptron_gui.files.atomic import Written
from perceptron_gui.files.sessions import SUFFIX, is_session
from perceptron_gui.gui.feature import WindowCommands
from perceptron_gui.gui.filing.background_work import BackgroundSaving, SaveWork
from perceptron_gui.gui.widgets.plain_text import ask, readable
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.folders import file_name
from perceptron_gui.translation import N_, tr

Buttons = QMessageBox.StandardButton


POINTS = "*.csv *.tsv *.txt"
"""What points are kept in, as Qt's dialogs want it."""


def points_filter() -> str:
    """Return the kinds of files that points are kept in, as Qt's dialogs want them."""
    points = tr("Points files")
    return with_all_files(f"{points} ({POINTS})")


def opened_filter() -> str:
    """Return the kinds of files that can be opened, sessions and points together first, as Qt's dialogs want them."""
    both = tr("Sessions and points files")
    return f"{both} (*{SUFFIX} {POINTS});;{session_filter()};;{points_filter()}"


def session_filter() -> str:
    """Return the kind of files that sessions are, as Qt's dialogs want it."""
    sessions = tr("Sessions")
    return f"{sessions} (*{SUFFIX})"


def with_all_files(*filters: str) -> str:
    """Return the filters of a dialog, the one for all files last. `filters`: as Qt's dialogs want them."""
    others = tr("All files")
    return ";;".join([*filters, f"{others} (*)"])


def ask_for_target(
    parent: QWidget, title: str, suggestion: Path, suffixes: Mapping[str, str] | None = None
) -> Path | None:
    """Ask for the file to write, until it is new or may be replaced.

    `title`: title of the dialog, translated. `suggestion`: the file that is proposed; a name that is typed without a
    suffix gets its suffix. `suffixes`: the filters of the dialog, each with the suffix that it gives instead; those of
    points files if not given. Returns None where the user gave up.
    """
    # The dialog would ask about the name as it was typed, and the suffix comes after that.
    options, proposed = QFileDialog.Option.DontConfirmOverwrite, Path(readable(str(suggestion)))
    filters = with_all_files(*suffixes) if suffixes else points_filter()
    while True:
        name, chosen = QFileDialog.getSaveFileName(parent, title, str(proposed), filters, options=options)
        if not name:
            return None
        proposed = with_suffix(Path(name), (suffixes or {}).get(chosen, suggestion.suffix))
        # Not Path.exists: it raises where a name is too long, or a folder may not be entered; writing says so in words.
        sentence = tr("{name} exists already. Do you want to replace it?").format(name=readable(proposed.name))
        answers = {Buttons.Yes: tr("Replace"), Buttons.Cancel: ""}
        if not os.path.exists(proposed) or ask(parent, sentence, answers) == Buttons.Yes:
            return proposed


def with_suffix(path: Path, suffix: str) -> Path:
    """Return `path`, with a suffix if it has none; a session has its own, whatever else stands in its name.

    `suffix`: with its dot.
    """
    has_one = is_session(path) if suffix == SUFFIX else bool(path.suffix)
    return path if has_one else path.with_name(path.name + suffix)


class Filing(Protocol):
    """What writes the files of a window."""

    folder: str  # where the next dialog begins
    saving: BackgroundSaving


class WritingCommands(WindowCommands):
    """Commands that write files beside the window.

    `filing`: knows the folder, and the session. `saving`: writes, one file after the other. `words`: what is said of a
    file that was written.
    """

    words = N_("Wrote {name}.")

    def __init__(self, window: MainWindow, filing: Filing) -> None:
        super().__init__(window)
        self._filing = filing
        self.saving: BackgroundSaving = filing.saving

    def _suggested(self, name: str, suffix: str) -> Path:
        """Return the file that is proposed: with the title of the session. `name`: of one without a title."""
        return Path(self._filing.folder) / (file_name(self._controller.document.title, name) + suffix)

    def _begin(self, path: Path, work: SaveWork) -> None:
        """Write once the files before it are written. `path`: what is there is replaced."""
        self.saving.then(path, lambda: self.saving.begin(path, work, partial(self._take_written, path)))

    def _take_written(self, path: Path, written: Written) -> None:
        self._filing.folder = readable(str(path.parent))
        words = tr(self.words).format(name=readable(path.name))
        self._window.status.notice(" ".join([words, *written.remarks]))
