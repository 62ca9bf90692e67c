"""Animations of the run, painted beside the window."""

from __future__ import annotations

import os
from functools import cached_property, partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QFileDialog

from perceptron_gui.files.atomic import Written
from perceptron_gui.files.stamp import FileStamp
from perceptron_gui.gui.commands.background_saving import BackgroundSaving
from perceptron_gui.gui.dialogs.save_target import ask_for_target
from perceptron_gui.gui.widgets.plain_text import readable
from perceptron_gui.session.file_titles import file_name
from perceptron_gui.session.film_choice import FOLDER, VIEWS, Film, FilmChoice
from perceptron_gui.session.picture_choice import LARGEST, SMALLEST
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.files.report import Report
    from perceptron_gui.gui.commands.feature import Handlers
    from perceptron_gui.gui.commands.file_commands import FileCommands
    from perceptron_gui.gui.commands.session_parts import Draft
    from perceptron_gui.gui.dialogs.film_dialog import FilmDialog
    from perceptron_gui.gui.pictures.window_pictures import WindowPictures
    from perceptron_gui.gui.window import MainWindow


class FilmCommands:
    """Animations of one window.

    `filing`: knows the session, and the folder. `choice`: what was chosen last. `saving`: of its own: a session is
    saved while an animation is painted, and is not cancelled with it.
    """

    def __init__(self, window: MainWindow, filing: FileCommands) -> None:
        self._window, self._controller, self._filing = window, window.controller, filing
        self.choice = FilmChoice.of(window.preferences.film)
        self.saving = BackgroundSaving(window)

    @cached_property
    def dialog(self) -> FilmDialog:
        """Where it is chosen; made when it is first asked for (A9)."""
        from perceptron_gui.gui.dialogs.film_dialog import FilmDialog

        dialog = FilmDialog(self.choice, self._window)
        dialog.chosen.connect(self._ask_for_target)
        return dialog

    @cached_property
    def _pictures(self) -> WindowPictures:
        """Knows how large the parts of the window are; what it needs is imported when it is first asked for (A9)."""
        from perceptron_gui.gui.pictures.window_pictures import WindowPictures

        return WindowPictures(self._window)

    def handlers(self) -> Handlers:
        """Return what each action does."""
        return {"file.film": self.show_dialog}

    def begin(self) -> None:
        """Do nothing: all of it is asked for by actions."""

    def stop(self) -> None:
        """Give up what is being painted."""
        self.saving.cancel()

    def show_dialog(self) -> None:
        """Show what can be chosen, unless the user is asked what comes next."""
        from perceptron_gui.files.mp4 import has_ffmpeg

        snapshot = self._controller.snapshot
        if snapshot is not None and not self._is_refused():
            is_limited = bool(self._controller.view_state.exercise)
            names = {what: name for what, name in self._pictures.names.items() if what in VIEWS}
            sizes = {what: self._size(what) for what in names}
            self.dialog.offer((names, sizes), snapshot.frontier, is_limited, has_ffmpeg())
            self.dialog.show()
            self.dialog.raise_()

    def _size(self, what: str) -> QSize:
        """Return how large a film is: as on the screen, as far as it can be painted so."""
        return self._pictures.size(what).expandedTo(QSize(*SMALLEST)).boundedTo(QSize(*LARGEST))

    def _is_refused(self) -> bool:
        """Whether the answer to a question would be seen, which is told."""
        snapshot = self._controller.snapshot
        if snapshot is None or not snapshot.is_veiled:
            return False
        self._window.status.notice(tr("An animation would tell the answer: answer first, or end the exercise."))
        return True

    def _ask_for_target(self, choice: FilmChoice, first: int, last: int | None) -> None:
        self.choice = choice
        size = self._size(choice.what)
        film = Film(choice, first, last, self._controller.view_state.theme, (size.width(), size.height()))
        name = file_name(self._controller.document.title, tr("run"))
        if choice.form == FOLDER:
            above = QFileDialog.getExistingDirectory(
                self._window, tr("Where the folder of pictures is to be"), self._filing.folder
            )
            target = _new_folder(Path(above), name) if above else None
        else:
            suffix = f".{choice.form}"
            filters = {f"{choice.form.upper()} (*{suffix})": suffix}
            suggestion = Path(self._filing.folder) / (name + suffix)
            target = ask_for_target(self._window, tr("Export an animation"), suggestion, filters)
        # It may be asked since the dialog was opened.
        if target is not None and not self._is_refused():
            self.write(target, film)

    def write(self, target: Path, film: Film) -> None:
        """Write an animation of the session of this moment, without a question.

        `target`: A file, which is replaced; of pictures, a new folder.
        """
        draft = self._filing.parts.draft(self._controller.document)
        work = partial(_paint, target, draft, film)
        self.saving.then(target, lambda: self.saving.begin(target, work, partial(self._take_written, target)))

    def _take_written(self, target: Path, written: Written) -> None:
        self._filing.folder = readable(str(target.parent))
        words = tr("Wrote {name}.").format(name=readable(target.name))
        self._window.status.notice(" ".join([words, *written.remarks]))


def _paint(target: Path, draft: Draft, film: Film, report: Report) -> Written:
    """Write in the thread of the file, where waiting for the other process holds nobody up."""
    from perceptron_gui.gui.commands.painting_process import paint_film

    paint_film(target, draft.complete(), film, report)
    return Written(FileStamp.of(os.stat(target)))


def _new_folder(above: Path, name: str) -> Path:
    """Return a folder that is not there yet."""
    names = (name if number == 1 else f"{name} {number}" for number in count(1))
    return next(above / each for each in names if not os.path.lexists(above / each))
