"""Export of pictures of the screen, and of animations of the run."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cached_property, partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from perceptron_gui.files.atomic import FileStamp, Written, write_bytes
from perceptron_gui.files.file_work import FileError, Report
from perceptron_gui.gui.feature import Handlers, let_go
from perceptron_gui.gui.filing.background_work import BackgroundSaving, WritingCommands, ask_for_target
from perceptron_gui.gui.filing.file_commands import FileCommands
from perceptron_gui.gui.filing.unsaved_copy import Draft
from perceptron_gui.gui.paths import python_path
from perceptron_gui.gui.widgets.plain_text import complain
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.folders import file_name
from perceptron_gui.session.output import picture_choice
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.gui.features.pictures.picture_dialog import FilmDialog, PictureDialog
    from perceptron_gui.gui.pictures.drawing import Drawing
    from perceptron_gui.gui.pictures.still import WindowPictures


Content = Callable[[], bytes]
Made = TypeVar("Made")


class PaintingCommands(WritingCommands):
    """Commands that know what the window shows."""

    _filing: FileCommands

    @cached_property
    def pictures(self) -> WindowPictures:
        """Draws parts of the window; its modules are imported when first needed (A9)."""
        from perceptron_gui.gui.pictures.still import WindowPictures

        return WindowPictures(self._window)


class PictureCommands(PaintingCommands):
    """Exports and copies pictures. `choice`: what was chosen last."""

    def __init__(self, window: MainWindow, filing: FileCommands) -> None:
        super().__init__(window, filing)
        self.choice = picture_choice.PictureChoice.of(window.preferences.picture)

    @cached_property
    def dialog(self) -> PictureDialog:
        """The dialog with the export's options; made when first needed (A9)."""
        from perceptron_gui.gui.features.pictures.picture_dialog import PictureDialog

        dialog = PictureDialog(self.choice, self._window)
        dialog.chosen.connect(self._take_choice)
        dialog.saving_asked.connect(self.ask_and_save)
        dialog.copying_asked.connect(self.copy)
        dialog.finished.connect(partial(let_go, self, "dialog"))
        return dialog

    def handlers(self) -> Handlers:
        """Return what to call for each action, by the action's id."""
        return {"file.picture": self.show_dialog, "edit.copy_view": self.copy}

    def show_dialog(self) -> None:
        """Show what can be chosen."""
        names = self.pictures.names
        self.dialog.offer(names, {name: self.pictures.size(name) for name in names})
        self.dialog.show()
        self.dialog.raise_()

    def copy(self) -> None:
        """Copy the picture to the clipboard as pixels, which every program accepts."""
        scale = self.choice.scale if self.choice.form == picture_choice.PNG.name else 2
        image = self._made(lambda drawing: drawing.image(scale))
        if image is not None:
            QGuiApplication.clipboard().setImage(image)
            self._window.status.notice(tr("Copied the picture."))

    def ask_and_save(self) -> None:
        """Ask for a file and write the picture to it."""
        form = picture_choice.FORMS[self.choice.form]
        filters = {f"{form.name.upper()} (*{form.suffix})": form.suffix}
        # L10n: a name for a file
        suggestion = self._suggested(tr("picture"), form.suffix)
        path = ask_for_target(self.dialog, tr("Export picture"), suggestion, filters)
        if path is not None:
            self.write(path)

    def write(self, path: Path) -> None:
        """Write the picture of this moment, without a question. `path`: what is there is replaced."""
        content = self._made(self._content)
        if content is not None:
            self._begin(path, partial(_write, path, content))

    def _made(self, use: Callable[[Drawing], Made]) -> Made | None:
        """Apply `use` to the drawing; if that fails, tell the user and return None."""
        from perceptron_gui.gui.pictures.drawing import PictureError

        try:
            return self.pictures.make(self.choice.what, self.choice.is_on_white, use)
        except PictureError as error:
            complain(self._window, str(error))
            return None

    def _content(self, drawing: Drawing) -> Content:
        """Return what produces the file's bytes; pixels are compressed in the writing thread, as that is slow."""
        from perceptron_gui.gui.pictures.drawing import png

        if self.choice.form == picture_choice.SVG.name:
            return partial(bytes, drawing.svg())
        if self.choice.form == picture_choice.PDF.name:
            return partial(bytes, drawing.pdf(self.choice.paper))
        return partial(png, drawing.image(self.choice.scale))

    def _take_choice(self, choice: picture_choice.PictureChoice) -> None:
        self.choice = choice


def _write(path: Path, content: Content, report: Report) -> Written:
    data = content()
    report(0.5)
    try:
        return write_bytes(str(path), data)
    except FileError as flaw:
        raise flaw.in_file(str(path)) from None


class FilmCommands(PaintingCommands):
    """Animations of one window.

    `choice`: what was chosen last. `saving`: of its own: a session is saved while an animation is painted, and is not
    cancelled with it.
    """

    def __init__(self, window: MainWindow, filing: FileCommands) -> None:
        super().__init__(window, filing)
        self.choice = picture_choice.FilmChoice.of(window.preferences.film)
        self.saving = BackgroundSaving(window)

    @cached_property
    def dialog(self) -> FilmDialog:
        """The dialog with the export's options; made when first needed (A9)."""
        from perceptron_gui.gui.features.pictures.picture_dialog import FilmDialog

        dialog = FilmDialog(self.choice, self._window)
        dialog.chosen.connect(self._ask_for_target)
        dialog.finished.connect(partial(let_go, self, "dialog"))
        return dialog

    def handlers(self) -> Handlers:
        """Return what to call for each action, by the action's id."""
        return {"file.film": self.show_dialog}

    def stop(self) -> None:
        """Give up what is being painted."""
        self.saving.cancel()

    def show_dialog(self) -> None:
        """Open the dialog, except while an exercise hides the future."""
        from perceptron_gui.files.output.mp4 import has_ffmpeg

        snapshot = self._controller.snapshot
        if snapshot is not None and not self._is_refused():
            is_limited = bool(self._controller.view_state.asks)
            names = {what: name for what, name in self.pictures.names.items() if what in picture_choice.VIEWS}
            sizes = {what: self._size(what) for what in names}
            self.dialog.offer((names, sizes), snapshot.frontier, is_limited, has_ffmpeg())
            self.dialog.show()
            self.dialog.raise_()

    def _size(self, what: str) -> QSize:
        """Return the film's size in pixels: as on the screen, up to what can be painted."""
        least, most = QSize(*picture_choice.SMALLEST), QSize(*picture_choice.LARGEST)
        return self.pictures.size(what).expandedTo(least).boundedTo(most)

    def _is_refused(self) -> bool:
        """Whether the film would reveal an answer; if so, tell the user."""
        snapshot = self._controller.snapshot
        if snapshot is None or not snapshot.is_veiled:
            return False
        self._window.status.notice(tr("An animation would give the answer away. Answer first, or end the exercise."))
        return True

    def _ask_for_target(self, choice: picture_choice.FilmChoice, first: int, last: int | None) -> None:
        self.choice = choice
        size = self._size(choice.what).toTuple()
        film = picture_choice.Film(choice, first, last, self._window.theme.name, size)
        if choice.form == picture_choice.FOLDER:
            above = QFileDialog.getExistingDirectory(
                self._window, tr("Choose where to put the folder of pictures"), self._filing.folder
            )
            name = file_name(self._controller.document.title, tr("run"))
            target = _new_folder(Path(python_path(above)), python_path(name)) if above else None
        else:
            suffix = f".{choice.form}"
            filters = {f"{choice.form.upper()} (*{suffix})": suffix}
            suggestion = self._suggested(tr("run"), suffix)
            target = ask_for_target(self._window, tr("Export an animation"), suggestion, filters)
        # It may be asked since the dialog was opened.
        if target is not None and not self._is_refused():
            self.write(target, film)

    def write(self, target: Path, film: picture_choice.Film) -> None:
        """Write an animation of the session of this moment, without a question.

        `target`: A file, which is replaced; of pictures, a new folder.
        """
        draft = self._filing.parts.draft(self._controller.document)
        self._begin(target, partial(_paint, target, draft, film))


def _paint(target: Path, draft: Draft, film: picture_choice.Film, report: Report) -> Written:
    """Write the film in the file thread, where waiting for the painting process blocks nothing."""
    from perceptron_gui.gui.features.pictures.painting_process import paint_film

    paint_film(target, draft.complete(), film, report)
    return Written(FileStamp.of(os.stat(target)))


def _new_folder(above: Path, name: str) -> Path:
    """Return a folder that is not there yet."""
    names = (name if number == 1 else f"{name} {number}" for number in count(1))
    return next(above / each for each in names if not os.path.lexists(above / each))
