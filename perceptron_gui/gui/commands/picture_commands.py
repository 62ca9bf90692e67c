"""Pictures of what is on the screen, into a file or onto the clipboard."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtGui import QGuiApplication

from perceptron_gui.files.atomic import Written, write_bytes
from perceptron_gui.files.file_errors import FileError
from perceptron_gui.gui.dialogs.save_target import ask_for_target
from perceptron_gui.gui.widgets.plain_text import complain, readable
from perceptron_gui.session.file_titles import file_name
from perceptron_gui.session.picture_choice import FORMS, PDF, PNG, SVG, PictureChoice
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.files.report import Report
    from perceptron_gui.gui.commands.feature import Handlers
    from perceptron_gui.gui.commands.file_commands import FileCommands
    from perceptron_gui.gui.dialogs.picture_dialog import PictureDialog
    from perceptron_gui.gui.pictures.drawing import Drawing
    from perceptron_gui.gui.pictures.window_pictures import WindowPictures
    from perceptron_gui.gui.window import MainWindow

Content = Callable[[], bytes]
Made = TypeVar("Made")


class PictureCommands:
    """Exports and copies pictures, as chosen last.

    `filing`: writes files beside the window. `choice`: what was chosen last.
    """

    def __init__(self, window: MainWindow, filing: FileCommands) -> None:
        self._window = window
        self._filing = filing
        self.choice = PictureChoice.of(window.preferences.picture)

    @cached_property
    def pictures(self) -> WindowPictures:
        """Draws parts of the window; what it needs is imported when it is first asked for (A9)."""
        from perceptron_gui.gui.pictures.window_pictures import WindowPictures

        return WindowPictures(self._window)

    @cached_property
    def dialog(self) -> PictureDialog:
        """Where it is chosen; made when it is first asked for (A9)."""
        from perceptron_gui.gui.dialogs.picture_dialog import PictureDialog

        dialog = PictureDialog(self.choice, self._window)
        dialog.chosen.connect(self._take_choice)
        dialog.saving_asked.connect(self.ask_and_save)
        dialog.copying_asked.connect(self.copy)
        return dialog

    def handlers(self) -> Handlers:
        """Return what each action does."""
        return {"file.picture": self.show_dialog, "edit.copy_view": self.copy}

    def begin(self) -> None:
        """Do nothing: all of it is asked for by actions."""

    def show_dialog(self) -> None:
        """Show what can be chosen."""
        names = self.pictures.names
        self.dialog.offer(names, {name: self.pictures.size(name) for name in names})
        self.dialog.show()
        self.dialog.raise_()

    def copy(self) -> None:
        """Put the picture onto the clipboard, as dots: every program takes these."""
        scale = self.choice.scale if self.choice.form == PNG.name else 2
        image = self._made(lambda drawing: drawing.image(scale))
        if image is not None:
            QGuiApplication.clipboard().setImage(image)
            self._window.status.notice(tr("Copied the picture."))

    def ask_and_save(self) -> None:
        """Ask for a file and write the picture to it."""
        form = FORMS[self.choice.form]
        name = file_name(self._window.controller.document.title, tr("picture"))
        suggestion = Path(self._filing.folder) / (name + form.suffix)
        filters = {f"{form.name.upper()} (*{form.suffix})": form.suffix}
        path = ask_for_target(self.dialog, tr("Export picture"), suggestion, filters)
        if path is not None:
            self.write(path)

    def write(self, path: Path) -> None:
        """Write the picture of this moment, without a question. `path`: what is there is replaced."""
        content, saving = self._made(self._content), self._filing.saving
        if content is not None:
            work = partial(_write, path, content)
            saving.then(path, lambda: saving.begin(path, work, partial(self._take_written, path)))

    def _made(self, use: Callable[[Drawing], Made]) -> Made | None:
        """Return what is made of the drawing; None where it cannot be, which is told."""
        from perceptron_gui.gui.pictures.drawing import PictureError

        try:
            return self.pictures.make(self.choice.what, self.choice.is_on_white, use)
        except PictureError as error:
            complain(self._window, str(error))
            return None

    def _content(self, drawing: Drawing) -> Content:
        """Return what gives the bytes of the file: those of dots are packed in the writing thread, which is slow."""
        from perceptron_gui.gui.pictures.drawing import png

        if self.choice.form == SVG.name:
            return partial(bytes, drawing.svg())
        if self.choice.form == PDF.name:
            return partial(bytes, drawing.pdf(self.choice.paper))
        return partial(png, drawing.image(self.choice.scale))

    def _take_choice(self, choice: PictureChoice) -> None:
        self.choice = choice

    def _take_written(self, path: Path, written: Written) -> None:
        self._filing.folder = readable(str(path.parent))
        words = tr("Wrote {name}.").format(name=readable(path.name))
        self._window.status.notice(" ".join([words, *written.remarks]))


def _write(path: Path, content: Content, report: Report) -> Written:
    data = content()
    report(0.5)
    try:
        return write_bytes(str(path), data)
    except FileError as flaw:
        raise flaw.in_file(str(path)) from None
