"""Opening and saving, and the question before unsaved points would be lost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QMenu, QMessageBox

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.files.atomic import Written
from perceptron_gui.files.points_file import PointsFile, fitting_label_name
from perceptron_gui.files.preferences import MOST_RECENT
from perceptron_gui.files.stamp import FileStamp
from perceptron_gui.gui.commands.another_window import open_window
from perceptron_gui.gui.commands.background_reading import BackgroundReading
from perceptron_gui.gui.commands.background_saving import BackgroundSaving
from perceptron_gui.gui.commands.export_commands import ExportCommands
from perceptron_gui.gui.commands.feature import Handlers
from perceptron_gui.gui.commands.open_file import OpenFile, playable
from perceptron_gui.gui.commands.unsaved_copy import Keeper, Kept
from perceptron_gui.gui.dialogs.save_target import ask_for_target, points_filter
from perceptron_gui.gui.widgets.plain_text import ask, menu_text, readable
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import Document
from perceptron_gui.translation import tr

SUFFIX = ".csv"
LABEL_NAME = "label"
Buttons = QMessageBox.StandardButton


class FileCommands:
    """Files of one window.

    Parameters
    ----------
    window : MainWindow

    Attributes
    ----------
    is_asking : bool
        Whether the question about unsaved points is on the screen, or the word that they are being saved.
    is_forced : bool
        Whether to leave without the question; the points are kept for the next start.
    """

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._controller = window.controller
        self._files: dict[str, OpenFile] = {}
        self._count = 0
        self.opening = BackgroundReading(window)
        self.saving = BackgroundSaving(window)
        self.exporting = ExportCommands(window)
        self.keeper = Keeper(window.controller)
        self.is_asking = self.is_forced = False
        self.folder = window.preferences.folder
        self.recent_paths = window.preferences.recent
        self.recent = QMenu(tr("Recent files"), window)
        self.recent.aboutToShow.connect(self._fill_recent)

    def handlers(self) -> Handlers:
        """Return what each action does."""
        return {
            "file.new": self.new,
            "file.open": self.open,
            "file.save": self.save,
            "file.save_as": self.save_as,
            "file.window": open_window,
            "file.quit": self._window.close,
        }

    def begin(self) -> None:
        """Open files that are dropped on the window."""
        self._window.files_dropped.connect(self.open_dropped)

    # Opening

    @property
    def path(self) -> Path | None:
        """Where the points on the screen were opened or saved last; undo may have brought back another file's."""
        return self._file.path if self._file is not None else None

    @property
    def _file(self) -> OpenFile | None:
        return self._files.get(self._controller.document.origin)

    def new(self) -> None:
        """Start with an empty plane."""
        if self.may_leave():
            self.show_new(self._document(Dataset.empty(), "", "new"))

    def show_new(self, document: Document, is_safe: bool = True) -> None:
        """Show points that are in no file yet.

        Parameters
        ----------
        document : Document
            Each call gives it another origin, so that it is never saved into the file of another.
        is_safe : bool
            Whether the points can be made again: then nobody is asked before they are discarded.
        """
        self._count += 1
        self._show(replace(document, origin=f"{document.origin} {self._count}"), is_safe)

    def _show(self, document: Document, is_safe: bool = True) -> None:
        self.opening.cancel()
        self._controller.open_document(document, is_safe)
        self._window.canvas.fit()

    def _document(self, dataset: Dataset, title: str, origin: str) -> Document:
        """Return points with the rules of now, as far as these are not about the points of now."""
        settings = replace(self._controller.document.settings, initial=None, positive=None)
        return Document(settings=settings, title=title, origin=origin).with_dataset(dataset)

    def open(self) -> None:
        """Ask for a file and open it."""
        if not self.may_leave():
            return
        name, _ = QFileDialog.getOpenFileName(self._window, tr("Open points"), self.folder, points_filter())
        if name:
            self.open_path(Path(name))

    def open_dropped(self, name: str) -> None:
        """Open a file that was dropped on the window.

        Parameters
        ----------
        name : str
            Its path.
        """
        if self.may_leave():
            self.open_path(Path(name))

    def open_path(self, path: Path) -> None:
        """Read a points file in the background and show it; if that fails, the points on screen stay.

        Parameters
        ----------
        path : Path
        """
        self.opening.begin(path, partial(self._take, path, self._controller.document))

    def open_kept(self, kept: Kept, then: Callable[[], None]) -> None:
        """Show the unsaved points that an earlier start kept; they still count as unsaved.

        Parameters
        ----------
        kept : Kept
        then : callable
            Called when they are on the screen.
        """
        if self.may_leave():
            self.opening.begin(kept.path, partial(self._take_kept, kept, then, self._controller.document))

    def _take(self, path: Path, left: Document, read: PointsFile) -> None:
        if self._may_leave_now(left):
            self._show(self._document(playable(read), readable(path.stem), str(path.resolve())))
            self._remember(OpenFile(path, read.stamp, read.label_name), self._controller.document)

    def _take_kept(self, kept: Kept, then: Callable[[], None], left: Document, read: PointsFile) -> None:
        if self._may_leave_now(left):
            self.show_new(self._document(playable(read), kept.title, "kept"), is_safe=False)
            self.keeper.adopt(kept)
            then()

    def _may_leave_now(self, left: Document) -> bool:
        """Ask again where the points were changed while the file was read."""
        return self._controller.document is left or self.may_leave()

    def _remember(self, file: OpenFile, document: Document) -> None:
        self._files[document.origin] = file
        self.folder = readable(str(file.path.parent))
        name = str(file.path.resolve())
        if readable(name) == name:  # the preferences are UTF-8 text
            self.recent_paths = (name, *(other for other in self.recent_paths if other != name))[:MOST_RECENT]

    def _fill_recent(self) -> None:
        self.recent.clear()
        for name in self.recent_paths:
            self.recent.addAction(menu_text(name), partial(self.open_dropped, name))
        if not self.recent_paths:
            self.recent.addAction(tr("none yet")).setEnabled(False)

    # Saving

    def save(self) -> bool:
        """Save to the file that was opened or saved last, or ask for one; False where there is none.

        The points are those of now, whatever is changed until they are written.
        """
        document = self._controller.document
        if self.saving.is_busy:
            self.saving.then(document.origin, partial(self._save, document))
            return True
        return self._save(document)

    def save_as(self) -> bool:
        """Ask for a file and save to it."""
        return self._save_as(self._controller.document)

    def save_to(self, path: Path) -> None:
        """Save to a file, without a question.

        Parameters
        ----------
        path : Path
            What is there is replaced.
        """
        self._write(path, self._controller.document)

    def _save(self, document: Document) -> bool:
        file = self._files.get(document.origin)
        if file is None:
            return self._save_as(document)
        stamp = FileStamp.at(file.path)
        if stamp is None or stamp == file.stamp:
            return self._write(file.path, document)
        return self._save_changed(file, document)

    def _save_as(self, document: Document) -> bool:
        file = self._files.get(document.origin)
        suggestion = file.path if file else Path(self.folder) / ((document.title or "points") + SUFFIX)
        path = ask_for_target(self._window, tr("Save points"), suggestion)
        return path is not None and self._write(path, document)

    def _save_changed(self, file: OpenFile, document: Document) -> bool:
        """Ask before the work of another program, or of another window, would be lost."""
        sentence = tr("{name} was changed outside this window since it was opened or saved here.")
        answers = {Buttons.Save: tr("Save as…"), Buttons.Yes: tr("Replace it"), Buttons.Cancel: ""}
        answer = ask(self._window, sentence.format(name=readable(file.path.name)), answers)
        if answer == Buttons.Save:
            return self._save_as(document)
        return answer == Buttons.Yes and self._write(file.path, document)

    def _write(self, path: Path, document: Document) -> bool:
        file = self._files.get(document.origin)
        label_name = fitting_label_name(document.dataset.features, file.label_name if file else LABEL_NAME)
        take = partial(self._take_written, path, label_name, document)
        self.saving.then(path, lambda: self.saving.begin(path, document, label_name, take))
        return True

    def _take_written(self, path: Path, label_name: str, document: Document, written: Written) -> None:
        self._remember(OpenFile(path, written.stamp, label_name), document)
        self._controller.history.mark_saved(document)
        self.keeper.note()
        self._window.show_title()
        self._window.status.notice(" ".join([tr("Saved {name}.").format(name=readable(path.name)), *written.remarks]))

    # Leaving

    def may_leave(self) -> bool:
        """Wait for what is being saved, and ask what to do with unsaved points; False to stay."""
        if not self.is_forced:
            self.is_asking = True
            is_left = self.saving.wait() and self._may_lose()
            self.is_asking = False
        return self.is_forced or is_left

    def _may_lose(self) -> bool:
        history = self._controller.history
        if not history.is_changed or not self._controller.document.dataset.n_samples:
            return True
        answers = {Buttons.Save: "", Buttons.Discard: "", Buttons.Cancel: ""}
        answer = ask(self._window, tr("The points were changed and not saved."), answers)
        if answer == Buttons.Save:
            return self.save() and self.saving.wait() and not history.is_changed
        return answer == Buttons.Discard

    def may_close(self) -> bool:
        """Ask what would be lost with the window; False to stay."""
        return self.may_leave() and (self.is_forced or self.exporting.may_stop())

    def close(self) -> None:
        """End what goes on; what was unsaved is saved or given up, or kept where nobody could be asked."""
        self.opening.cancel()
        self.saving.cancel()
        if self.is_forced:
            self.keeper.let_go()
        else:
            self.keeper.drop()
