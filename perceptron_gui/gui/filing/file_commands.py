"""A window's files: opening, import with preview, saving, export, and the question before work is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QFileDialog, QMessageBox

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import for_classes
from perceptron_gui.engine.run.records.all_points import AllPoints, all_points
from perceptron_gui.engine.run.run import Run
from perceptron_gui.files.atomic import FileStamp, Written
from perceptron_gui.files.file_work import PointsFileError, Report
from perceptron_gui.files.lessons import is_lesson, shipped
from perceptron_gui.files.output.written_runs import suffixes_by_filter
from perceptron_gui.files.sessions import SUFFIX
from perceptron_gui.files.spelling import with_partner
from perceptron_gui.frozen import Frozen, Mutable, replace
from perceptron_gui.gui.feature import Handlers
from perceptron_gui.gui.filing import background_work
from perceptron_gui.gui.filing.background_work import ask_for_target, opened_filter, session_filter
from perceptron_gui.gui.filing.open_files import Raising, RecentFiles, open_window
from perceptron_gui.gui.filing.unsaved_copy import CopyKeeper, Draft, Keeper, Kept, SessionParts
from perceptron_gui.gui.widgets.plain_text import ask, readable
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import Document
from perceptron_gui.session.folders import documents_folder, file_name
from perceptron_gui.session.output.run_table import Selection
from perceptron_gui.session.points.palette import LARGEST_PALETTE
from perceptron_gui.session.wording import counted, grouped, together
from perceptron_gui.session.worker import training_worker as moves
from perceptron_gui.session.worker.training_worker import TrainingWorker
from perceptron_gui.translation import ntr, tr

if TYPE_CHECKING:
    from perceptron_gui.files.lessons.lesson_file import LessonFile
    from perceptron_gui.files.points.import_choice import Doubtful, ImportChoice
    from perceptron_gui.files.points.points_file import PointsFile
    from perceptron_gui.files.sessions.session_file import SessionFile
    from perceptron_gui.gui.filing.import_dialog import ImportDialog
    from perceptron_gui.session.lessons.lesson import Answers


class Export(Mutable):
    """A table that is being written."""

    path: Path  # the file
    selection: Selection  # the rows of the run
    is_over: bool = False  # whether it is written, or failed


class ExportCommands:
    """Exports of one window."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._controller = window.controller
        self._export: Export | None = None

    def ask(self, folder: str, selection: Selection) -> None:
        """Ask for a file and write rows of the run to it.

        `folder`: the folder that is proposed. `selection`: the rows of the run.
        """
        suggestion = Path(folder) / (file_name(self._controller.document.title, "run") + "-run.csv")
        path = ask_for_target(self._window, tr("Export the run"), suggestion, suffixes_by_filter())
        if path is not None:
            self.write(path, selection)

    def write(self, path: Path, selection: Selection) -> None:
        """Write rows of the run to a file; the status line shows the progress. `selection`: the rows of the run."""
        export = self._export = Export(path, selection)
        self._controller.post(lambda worker: self._start(worker, export))

    def _start(self, worker: TrainingWorker, export: Export) -> None:
        export.is_over = worker.run is None  # it was given up
        points = all_points(worker.publication.document.dataset) if worker.publication.document is not None else None
        moves.start_job(worker, lambda run: self._work(run, export, points))

    @property
    def is_busy(self) -> bool:
        """Whether a table is being written."""
        return self._export is not None and not self._export.is_over

    def may_stop(self) -> bool:
        """Ask before an unfinished export is cancelled; False means stay."""
        if self._export is None or not self.is_busy:
            return True
        sentence = tr("The run is still being written to {name}. If you close the window now, it will not be there.")
        name = readable(self._export.path.name)
        answers = {Buttons.Cancel: tr("Go on writing"), Buttons.Close: tr("Close without it")}
        return ask(self._window, sentence.format(name=name), answers) == Buttons.Close

    def _work(self, run: Run, export: Export, points: AllPoints | None) -> Iterator[float]:
        """Run in the training thread; signals carry the words over to the window."""
        # A window that writes none starts without it (A9).
        from perceptron_gui.files.output.written_runs import write_table

        name = readable(export.path.name)
        try:
            for part in write_table(run, export.selection, str(export.path), points):
                words = tr("Writing {name}: {percent} %")
                self._controller.noticed.emit(words.format(name=name, percent=round(100 * part)))
                yield part
            until = export.selection.until
            whole, part_of_it = tr("Wrote {name}."), tr("Wrote {name} up to visit {visit}, where the question stands.")
            end = (whole if until is None else part_of_it).format(name=name, visit=grouped(until or 0))
        except PointsFileError as error:
            end = str(error)
        finally:
            # Before the words: whoever reads that it is written and closes the window is asked nothing.
            export.is_over = True
        self._controller.noticed.emit(end)


class OpenFile(Frozen):
    """The file that a session or points came from, or were saved to last."""

    path: Path
    stamp: FileStamp  # of the file as this window knows it
    label_name: str = "label"  # name of its label column, where it is a points file


def playable(read: PointsFile) -> Dataset:
    """Return the points of a file, with at least two classes to place points of."""
    return read.dataset if len(read.dataset.classes) > 1 else with_partner(read.dataset)


def drawable(dataset: Dataset, axes: tuple[int, ...]) -> Dataset:
    """Return points of two features in the order in which these are drawn; of more features the canvas takes two.

    `axes`: the features across and upwards, where they were chosen.
    """
    return dataset.with_features(axes) if dataset.n_features == 2 and axes == (1, 0) else dataset


def in_fitting_mode(document: Document) -> tuple[Document, list[str]]:
    """Return the points of a file in a mode that tells all their classes apart, and the sentence that says so.

    Three and more classes are opened in multiclass: in a binary mode one of them would be against all others, unasked.
    Kernel, order and rate stay, and what is in a mode with a row for each class already stays as it is.

    `document`: fresh from a points file, with the rules of before.
    """
    n_classes, before = len(document.dataset.present), document.settings
    settings = for_classes(before, n_classes)
    if settings is before:
        return document, []
    said = counted("{count} class: opened in multiclass.", "{count} classes: opened in multiclass.", n_classes)
    return document.with_settings(settings), [said]


PROGRESS_MS = 50
TakeImported = Callable[["PointsFile", tuple[int, ...]], None]
"""Gets the points, and the features that are drawn."""


class ImportPreview(background_work.WorkBeside):
    """Shows one table at a time, and reads all of it beside the window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._table: Doubtful | None = None
        self._take_imported: TakeImported | None = None
        self._progress = QTimer(self, interval=PROGRESS_MS)
        self._progress.timeout.connect(self._show_part)

    @cached_property
    def dialog(self) -> ImportDialog:
        """The preview; made when it is first needed (A9)."""
        from perceptron_gui.gui.filing.import_dialog import ImportDialog

        dialog = ImportDialog(self._window)
        dialog.chosen.connect(self._read)
        dialog.finished.connect(self._on_finished)
        return dialog

    def ask(self, table: Doubtful, take: TakeImported) -> None:
        """Show a table, and pass on its points once they are wanted. `take`: not called where the user gives up."""
        self.cancel()
        self._table, self._take_imported = table, take
        self.dialog.set_theme(self._window.theme)
        self.dialog.show_table(table)
        self.dialog.open()
        self._read(table.choice)

    def cancel(self) -> None:
        """Give up the table that is shown, if there is one."""
        self._take_imported = None
        super().cancel()
        if self._table is not None:
            self.dialog.reject()

    def _read(self, choice: ImportChoice) -> None:
        from perceptron_gui.files.points.points_file import read_points

        super().cancel()
        if self._table is None:  # an open list of the preview outlives it by an event
            return
        path = self._table.path
        work = partial(read_points, path, most_classes=LARGEST_PALETTE, options=choice.head.options)
        self._start(path, work, self.dialog.show_outcome, "")
        self._progress.start()

    def _show_part(self) -> None:
        if self._work is not None:
            self.dialog.show_part(self._work.part)

    def _pass_on(self, outcome: object) -> None:
        """Show a refusal, too, in the dialog."""
        take = self._take
        self._forget()
        if outcome is not None and take is not None:
            take(outcome)

    def _forget(self) -> None:
        super()._forget()
        self._progress.stop()

    @Slot(int)
    def _on_finished(self, result: int) -> None:
        take, read, choice = self._take_imported, self.dialog.read, self.dialog.choice
        super().cancel()
        self._table = self._take_imported = self.dialog.read = None
        if result and take is not None and read is not None:
            take(read, choice.axes)


class Opening:
    """Replaces the shown document by an opened one, once no unsaved work would be lost.

    `take_lesson`: plays a lesson that was opened. `lesson`: the file of the one that is played. `take_answers`: tells
    how a class has answered. `take_kept_lesson`: goes on with one that was being made, or says no.
    """

    lesson: Path | None = None

    take_lesson: Callable[[Path, LessonFile], None]
    take_answers: Callable[[Path, Answers], None]
    take_kept_lesson: Callable[[Kept, LessonFile], bool]

    def __init__(self, window: MainWindow) -> None:
        self._window, self._controller, self._count = window, window.controller, 0
        self.files, self._imported = dict[str, OpenFile](), dict[str, OpenFile]()
        self.opening = background_work.BackgroundReading(window)
        self.preview = ImportPreview(window)
        self.parts = SessionParts(window)
        self.keeper = Keeper(window.controller, self.parts)
        self.folder = window.preferences.folder or documents_folder()
        self.recent = RecentFiles(window, self.open_dropped)
        self.raising = Raising(window, lambda: self.shown_file)

    def may_leave(self) -> bool:
        """Whether what is shown may go."""
        raise NotImplementedError

    @property
    def path(self) -> Path | None:
        """The file of the session on the screen; after undo it may be the file of an earlier document."""
        return self._file.path if self._file is not None else None

    @property
    def shown_file(self) -> Path | None:
        """The file, lesson, session or points, from which what is shown was opened or to which it was saved last."""
        document = self._controller.document
        file = None if self.lesson is not None and document.is_page else self._file or self.imported(document)
        return file.path if file is not None else self.lesson

    @property
    def _file(self) -> OpenFile | None:
        return self.files.get(self._controller.document.origin)

    def go_on_with(self, other: Opening) -> None:
        """Know the files of a window that this one takes the place of."""
        self.files, self._imported, self._count = other.files, other._imported, other._count
        self.raising.follow_soon()

    def new(self) -> None:
        """Start with an empty plane."""
        if self.may_leave():
            self.show_new(self._document(Dataset.empty(), "", "new"))

    def show_new(self, document: Document, is_safe: bool = True) -> None:
        """Show points that are in no file yet.

        `document`: each call gives it another origin, so that it is never saved into the file of another. `is_safe`:
        whether the points can be made again: then nobody is asked before they are discarded.
        """
        self._count += 1
        self._show(replace(document, origin=f"{document.origin} {self._count}"), is_safe)

    def _show(self, document: Document, is_safe: bool = True) -> None:
        self.opening.cancel()
        self.recent.forget_shown()
        self._window.status.clear_notice()  # it was about the points before
        self._controller.open_document(document, is_safe)
        self._window.canvas.fit()

    def _document(self, dataset: Dataset, title: str, origin: str) -> Document:
        """Return a document of other points with the present rules, except those tied to the present points."""
        settings = replace(self._controller.document.settings, initial=None, positive=None)
        return Document(settings=settings, title=title, origin=origin).with_dataset(dataset)

    def imported(self, document: Document) -> OpenFile | None:
        """Return the points file that a document came from, if it did."""
        return self._imported.get(document.origin)

    def open(self) -> None:
        """Ask for a session or points and open them."""
        if not self.may_leave():
            return
        words = tr("Open a session or points")
        name, _ = QFileDialog.getOpenFileName(self._window, words, self.folder, opened_filter())
        if name:
            self.open_path(Path(name))

    def open_dropped(self, name: str) -> None:
        """Open a file that was dropped on the window. `name`: its path."""
        if self.may_leave():
            self.open_path(Path(name))

    def open_asked(self, name: str) -> None:
        """Open a file that the desktop asks for, or come to the front with it. `name`: its path."""
        if self.raising.shows(name):
            self.raising.come_to_front()
        else:
            self.open_dropped(name)

    def open_path(self, path: Path, read: background_work.ReadWork | None = None) -> None:
        """Read a session or a points file in the background and show it; if that fails, what is on screen stays.

        `read`: how it is read, see `BackgroundReading.begin`.
        """
        self.opening.begin(path, partial(self._take, path, self._controller.document), read)

    def open_played(self, path: Path) -> None:
        """Open a session and play it from where it was saved."""
        self.opening.begin(path, partial(self._take_played, path, self._controller.document))

    def open_kept(self, kept: Kept, then: Callable[[], None]) -> None:
        """Show what an earlier start kept unsaved; it still counts as unsaved.

        `then`: called when it is on the screen.
        """
        if is_lesson(kept.path) or self.may_leave():
            take = partial(self._take_kept, kept, then, self._controller.document)
            self.opening.begin(kept.path, take, background_work.read_kept)

    def _take(self, path: Path, left: Document, read: background_work.Read) -> None:
        from perceptron_gui.files.lessons.lesson_file import LessonFile
        from perceptron_gui.files.points.import_choice import Doubtful
        from perceptron_gui.files.sessions.session_file import SessionFile
        from perceptron_gui.session.lessons.lesson import Answers

        if isinstance(read, LessonFile):
            if self._may_leave_now(left):
                self.take_lesson(path, read)
                self._remember(path)
        elif isinstance(read, Answers):
            self.take_answers(path, read)
        elif isinstance(read, Doubtful):
            self.preview.ask(read, partial(self._take_points, path, left))
        elif not isinstance(read, SessionFile):
            self._take_points(path, left, read)
        elif self._may_leave_now(left):
            origin = str(path.resolve())
            self._show_session(read, origin, readable(path.stem))
            self.files[origin] = OpenFile(path, read.stamp)
            self._remember(path)

    def _take_played(self, path: Path, left: Document, read: background_work.Read) -> None:
        self._take(path, left, read)
        self._controller.toggle_play()

    def _take_points(self, path: Path, left: Document, read: PointsFile, axes: tuple[int, ...] = ()) -> None:
        """Show the points of a file, perhaps in a plane that was chosen."""
        if not self._may_leave_now(left):
            return
        origin = str(path.resolve())
        document = self._document(drawable(playable(read), axes), readable(path.stem), origin)
        document, said = in_fitting_mode(document)
        self._show(document)
        self._imported[origin] = OpenFile(path, read.stamp, read.label_name)
        self.parts.show_axes(axes)
        if read.left_out.count:
            words = ntr("{count} row was left out.", "{count} rows were left out.", read.left_out.count)
            said = [words.format(count=grouped(read.left_out.count)), *said]
        if said:
            self._window.status.notice(together(*said))
        self._remember(path)

    def _show_session(self, read: SessionFile, origin: str, name: str, is_safe: bool = True) -> None:
        self.opening.cancel()
        self.recent.forget_shown()
        document = read.session.document
        document = replace(document, origin=origin, title=document.title or name)
        self.parts.take(read.session, document, is_safe)

    def _take_kept(self, kept: Kept, then: Callable[[], None], left: Document, read: background_work.Read) -> None:
        from perceptron_gui.files.lessons.lesson_file import LessonFile
        from perceptron_gui.files.points.points_file import PointsFile
        from perceptron_gui.files.sessions.session_file import SessionFile

        if isinstance(read, LessonFile):
            if self.take_kept_lesson(kept, read):
                then()
            return
        if not self._may_leave_now(left):
            return
        self._count += 1
        if isinstance(read, SessionFile):
            self._show_session(read, f"kept {self._count}", kept.title, is_safe=False)
        elif isinstance(read, PointsFile):
            self.show_new(self._document(playable(read), kept.title, "kept"), is_safe=False)
        self.keeper.adopt(kept)
        then()

    def _may_leave_now(self, left: Document) -> bool:
        """Ask again where the points were changed while the file was read."""
        return self._controller.document is left or self.may_leave()

    def _remember(self, path: Path) -> None:
        # The program's own, or that of a whole class, is no place for what is written.
        if path.parent not in (shipped.FOLDER, Path(self._window.preferences.policy.value("lessons"))):
            self.folder = readable(str(path.parent))
        self.recent.remember(path)
        self.raising.follow_soon()


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
        """Open files that are dropped on the window."""
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
        sentence = tr("{name} was changed outside this window since it was opened or saved here.")
        answers = {Buttons.Save: tr("Save as…"), Buttons.Yes: tr("Replace it"), Buttons.Cancel: ""}
        return ask(self._window, sentence.format(name=readable(file.path.name)), answers)

    def _save_changed(self, file: OpenFile, document: Document) -> bool:
        answer = self.ask_changed(file)
        if answer == Buttons.Save:
            return self._save_as(document)
        return answer == Buttons.Yes and self._write(file.path, document)

    def _write(self, path: Path, document: Document) -> bool:
        draft = self.parts.draft(document)
        take = partial(self._take_written, path, document)
        work = partial(_write_draft, path, draft)
        self.saving.then(path, lambda: self.saving.begin(path, work, take))
        return True

    def _take_written(self, path: Path, document: Document, written: Written) -> None:
        self.files[document.origin] = OpenFile(path, written.stamp)
        self._remember(path)
        self._controller.history.mark_saved(document, is_whole=True)
        self.keeper.note()
        self._window.show_title()
        self._window.status.notice(together(tr("Saved {name}.").format(name=readable(path.name)), *written.remarks))

    # Leaving

    def may_leave(self) -> bool:
        """Wait for what is being saved, and ask what to do with unsaved work; False to stay."""
        if not self.is_forced:
            self.is_asking = True
            is_left = self.saving.wait() and self._may_lose()
            self.is_asking = False
        return self.is_forced or is_left

    def _may_lose(self) -> bool:
        history = self._controller.history
        if not self.keeper.has_work:
            return True
        answers = {Buttons.Save: "", Buttons.Discard: "", Buttons.Cancel: ""}
        answer = ask(self._window, tr("The session was changed and not saved."), answers)
        if answer == Buttons.Save:
            return self.save() and self.saving.wait() and not history.is_changed
        return answer == Buttons.Discard

    def may_close(self) -> bool:
        """Ask what would be lost with the window; False to stay."""
        if not self.may_leave():
            return False
        self.is_asking = True
        may_lose = all(each.may_close() for each in self.companions)
        self.is_asking = False
        return self.is_forced or (may_lose and self.exporting.may_stop())

    @property
    def keepers(self) -> list[CopyKeeper]:
        """What keeps copies of unsaved work."""
        return [self.keeper, *(each.keeper for each in self.companions)]

    def close(self) -> None:
        """Stop all work; unsaved points were saved or discarded by now, or are kept for the next start."""
        self.opening.cancel()
        self.preview.cancel()
        self.saving.cancel()
        self.recent.take_picture()
        for each in self.companions:
            each.close(self.is_forced)
        if self.is_forced:
            self.keeper.let_go()
        else:
            self.keeper.drop()


def _write_draft(path: Path, draft: Draft, report: Report) -> Written:
    """Write a session in the file thread, where waiting for the run's place blocks nothing."""
    from perceptron_gui.files.sessions.session_file import write_session

    return write_session(path, draft.complete(), report)
