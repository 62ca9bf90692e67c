"""A window's files: saving, and the question before work is lost; `Opening` opens them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtWidgets import QMessageBox

from perceptron_gui.files.atomic import FileStamp, Written
from perceptron_gui.files.file_work import Report
from perceptron_gui.files.sessions import SUFFIX
from perceptron_gui.frozen import replace
from perceptron_gui.gui.feature import Handlers
from perceptron_gui.gui.filing import background_work
from perceptron_gui.gui.filing.background_work import ask_for_target, session_filter
from perceptron_gui.gui.filing.open_files import open_window
from perceptron_gui.gui.filing.opening import OpenFile, Opening
from perceptron_gui.gui.filing.table_export import ExportCommands
from perceptron_gui.gui.filing.unsaved_copy import CopyKeeper, Draft
from perceptron_gui.gui.widgets.plain_text import ask, readable
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import Document
from perceptron_gui.session.folders import file_name
from perceptron_gui.session.wording import together
from perceptron_gui.translation import tr

Buttons = QMessageBox.StandardButton


class Companion(Protocol):
    """Other work of a window that is lost with it."""

    @property
    def keeper(self) -> CopyKeeper:
        """What keeps a copy of it."""

    def may_close(self) -> bool:
        """Ask what would be lost; False to stay."""

    def close(self, is_forced: bool) -> None:
        """Stop. `is_forced`: nobody was asked; what is not saved is kept for the next start."""


class FileCommands(Opening):
    """Files of one window.

    `companions`: other work that is kept and asked about with the session. `is_asking`: whether the question about
    unsaved work is on the screen, or the word that it is being saved. `is_forced`:
    whether to leave without the question; what is unsaved is kept for the next start.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.saving = background_work.BackgroundSaving(window)
        self.exporting = ExportCommands(window)
        self.companions: list[Companion] = []
        self.is_asking = self.is_forced = False

    def handlers(self) -> Handlers:
        """Return what to call for each action, by the action's id."""
        return {
            "file.new": self.new,
            "file.open": self.open,
            "file.save": self.save,
            "file.save_as": self.save_as,
            "file.window": open_window,
            "file.quit": self._window.close,
        }

    def begin(self) -> None:
        """Open files that are dropped on the window, and bring back with undo how documents were looked at."""
        self.aside.begin()
        self._window.files_dropped.connect(self.open_dropped)

    # Saving

    def save(self) -> bool:
        """Save to the file that was opened or saved last, or ask for one; False where there is none.

        It is saved as it is now, whatever is changed until it is written.
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
        """Save to a file, without a question. `path`: what is there is replaced."""
        self._write(path, self._controller.document)

    def _save(self, document: Document) -> bool:
        file = self.files.get(document.origin)
        if file is None:
            return self._save_as(document)
        stamp = FileStamp.at(file.path)
        if stamp is None or stamp == file.stamp:
            return self._write(file.path, document)
        return self._save_changed(file, document)

    def _save_as(self, document: Document) -> bool:
        file, imported = self.files.get(document.origin), self.imported(document)
        folder = imported.path.parent if imported else Path(self.folder)
        # L10n: a name for a file
        suggestion = file.path if file else folder / (file_name(document.title, tr("session")) + SUFFIX)
        path = ask_for_target(self._window, tr("Save the session"), suggestion, {session_filter(): SUFFIX})
        return path is not None and self._write(path, document)

    def ask_changed(self, file: OpenFile) -> QMessageBox.StandardButton:
        """Ask before the work of another program, or of another window, would be lost."""
        sentence = tr("{name} has changed outside this window since you opened or saved it here.")
        answers = {Buttons.Save: tr("Save as…"), Buttons.Yes: tr("Replace it"), Buttons.Cancel: ""}
        return ask(self._window, sentence.format(name=readable(file.path.name)), answers)

    def _save_changed(self, file: OpenFile, document: Document) -> bool:
        answer = self.ask_changed(file)
        if answer == Buttons.Save:
            return self._save_as(document)
        return answer == Buttons.Yes and self._write(file.path, document)

    def _write(self, path: Path, document: Document) -> bool:
        # Written without it, so that a file that is renamed is called by its new name.
        named = replace(document, title="") if self.is_named_by_file(document) else document
        draft = self.aside.draft(document)
        draft = replace(draft, session=replace(draft.session, document=named))
        take = partial(self._take_written, path, document)
        work = partial(_write_draft, path, draft)
        self.saving.then(path, lambda: self.saving.begin(path, work, take))
        return True

    def _take_written(self, path: Path, document: Document, written: Written) -> None:
        if self.is_named_by_file(document) and document.title != (name := readable(path.stem)):
            self._controller.retitle(partial(_renamed, document.origin, document.title, name))
            document = replace(document, title=name)
        self.files[document.origin] = OpenFile(path, written.stamp)
        self._remember(path)
        if document.origin != self._controller.document.origin:
            self.recent.forget_shown()
        self._controller.history.mark_saved(document, is_whole=True)
        self.keeper.note()
        self.aside.tidy()
        self._window.show_title()
        self._window.status.notice(together(tr("Saved {name}.").format(name=readable(path.name)), *written.remarks))

    # Leaving

    def may_leave(self) -> bool:
        """Ask what to do with unsaved work before another file takes its place; False to stay.

        What is to be discarded is not asked about again, unless undo brings it back.
        """
        may_go = self._asks(self._may_lose)
        if may_go and not self.is_forced:
            self._controller.history.give_up()
            self.aside.tidy()
        return may_go

    def _asks(self, ask_all: Callable[[], bool]) -> bool:
        """Whether what is asked about may go; nobody is asked where it has to."""
        if not self.is_forced:
            self.is_asking = True
            may_go = ask_all()
            self.is_asking = False
        return self.is_forced or may_go

    @property
    def unsaved(self) -> list[Document]:
        """What would be lost with the window: documents that undo brings back, and the one on the screen."""
        history = self._controller.history
        left = [each for each in history.left.values() if each.has_content]
        return [*left, history.document] if self.keeper.has_work else left

    def _may_lose(self) -> bool:
        """Wait for what is being saved, and ask about unsaved work: Enter does not lose anything."""
        if not self.saving.wait():
            return False
        if not (unsaved := self.unsaved):
            return True
        answers = {Buttons.Cancel: "", Buttons.Save: "", Buttons.Discard: ""}
        answer = ask(self._window, together(*map(self._reason, unsaved)), answers)
        if answer == Buttons.Save:
            return all(self._save(each) and self.saving.wait() for each in unsaved) and not self.unsaved
        return answer == Buttons.Discard

    def _reason(self, document: Document) -> str:
        from perceptron_gui.session.messages.changes import changes_text  # nobody who has saved needs it (A9)

        words, title = tr("“{title}” is not saved."), document.name
        return together(words.format(title=title), changes_text(self._controller.history.safe(document), document))

    def may_close(self) -> bool:
        """Ask what would be lost with the window; False to stay."""
        return self._asks(
            lambda: self._may_lose() and all(each.may_close() for each in self.companions) and self.exporting.may_stop()
        )

    @property
    def keepers(self) -> list[CopyKeeper]:
        """What keeps copies of unsaved work."""
        return [*self.aside.keepers, *(each.keeper for each in self.companions)]

    def close(self) -> None:
        """Stop all work; unsaved points were saved or discarded by now, or are kept for the next start."""
        self.opening.cancel()
        self.preview.cancel()
        self.saving.cancel()
        self.recent.take_picture()
        for each in self.companions:
            each.close(self.is_forced)
        for keeper in self.aside.keepers:
            if self.is_forced:
                keeper.let_go()
            else:
                keeper.drop()


def _renamed(origin: str, title: str, name: str, document: Document) -> Document:
    """Return a document with another title, where it has that origin and title; else as it is."""
    return replace(document, title=name) if (document.origin, document.title) == (origin, title) else document


def _write_draft(path: Path, draft: Draft, report: Report) -> Written:
    """Write a session in the file thread, where waiting for the run's place blocks nothing."""
    from perceptron_gui.files.sessions.session_file import write_session

    return write_session(path, draft.complete(), report)
