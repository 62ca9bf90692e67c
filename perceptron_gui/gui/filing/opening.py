"""Opens files and other points in the place of what is shown, and knows which file each document came from."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import for_classes
from perceptron_gui.files.atomic import FileStamp
from perceptron_gui.files.lessons import shipped
from perceptron_gui.files.spelling import with_partner
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.gui.controller import OPEN
from perceptron_gui.gui.filing import background_work
from perceptron_gui.gui.filing.background_work import opened_filter
from perceptron_gui.gui.filing.copy_folders import Kept
from perceptron_gui.gui.filing.import_preview import ImportPreview
from perceptron_gui.gui.filing.open_files import Raising, RecentFiles
from perceptron_gui.gui.filing.set_aside import SetAside
from perceptron_gui.gui.filing.unsaved_copy import Keeper, SessionParts
from perceptron_gui.gui.paths import python_path
from perceptron_gui.gui.widgets.plain_text import readable
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import Document
from perceptron_gui.session.folders import documents_folder
from perceptron_gui.session.wording import counted, grouped, together
from perceptron_gui.translation import ntr, tr

if TYPE_CHECKING:
    from perceptron_gui.files.lessons.lesson_file import LessonFile
    from perceptron_gui.files.points.points_file import PointsFile
    from perceptron_gui.files.sessions.session_file import SessionFile
    from perceptron_gui.session.lessons.lesson import Answers


class OpenFile(Frozen):
    """The file that a session or points came from, or were saved to last."""

    path: Path
    stamp: FileStamp  # of the file as this window knows it
    label_name: str = "label"  # name of its label column, where it is a points file


def playable(read: PointsFile) -> Dataset:
    """Return the points of a file, with at least two classes to place points of."""
    return with_partner(read.dataset)


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


TakeOpened = Callable[[Path, background_work.Read], None]


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
        # By origin: an example's or a generator's title, which the user has not chosen.
        self._offered_titles = {self._controller.document.origin: self._controller.document.title}
        self.opening = background_work.BackgroundReading(window)
        self.opening.ended.connect(lambda: self._controller.await_file(""))
        self.preview = ImportPreview(window)
        self.parts = SessionParts(window)
        self.aside = SetAside(window, self.parts)
        self.folder = window.preferences.folder or documents_folder()
        self.recent = RecentFiles(window, self.open_dropped)
        self.raising = Raising(window, lambda: self.shown_file)

    def may_leave(self) -> bool:
        """Whether all that is unsaved may go."""
        raise NotImplementedError

    @property
    def keeper(self) -> Keeper:
        """What keeps a copy of the document on the screen."""
        return self.aside.keeper

    @property
    def path(self) -> Path | None:
        """The file of the session on the screen; after undo it may be the file of an earlier document."""
        return self._file.path if self._file is not None else None

    @property
    def shown_file(self) -> Path | None:
        """The file, lesson, session or points, from which what is shown was opened or to which it was saved last."""
        document = self._controller.document
        file = None if self.is_in_lesson else self._file or self.imported(document)
        return file.path if file is not None else self.lesson

    @property
    def is_in_lesson(self) -> bool:
        """Whether a page of a lesson is shown."""
        return self.lesson is not None and self._controller.document.is_page

    @property
    def _file(self) -> OpenFile | None:
        return self.files.get(self._controller.document.origin)

    def go_on_with(self, other: Opening) -> None:
        """Know the files of a window that this one takes the place of."""
        self.files, self._imported, self._count = other.files, other._imported, other._count
        self._offered_titles = other._offered_titles
        self.aside.go_on_with(other.aside)
        self.raising.follow_soon()

    def new(self) -> None:
        """Start with an empty plane."""
        self.show_new(self._document(Dataset.empty(), "", "new"))

    def show_new(self, document: Document, is_safe: bool = True, what: str = OPEN) -> None:
        """Show points that are in no file yet; nothing is lost by it, since undo brings back what was there.

        `document`: each call gives it another origin, so that it is never saved into the file of another. `is_safe`:
        whether the points can be made again: then nobody is asked before they are discarded. `what`: name of the step
        of undo, before translation.
        """
        self._count += 1
        document = replace(document, origin=f"{document.origin} {self._count}")
        self._offered_titles[document.origin] = document.title
        self._show(document, is_safe, what)
        if self.aside.way_back:
            self._window.status.notice(self.aside.way_back)

    def _show(self, document: Document, is_safe: bool = True, what: str = OPEN) -> None:
        self.opening.cancel()
        self.recent.forget_shown()
        self._window.status.clear_notice()  # it was about the points before
        self._controller.open_document(document, is_safe, what=what)
        self._window.canvas.fit()

    def _document(self, dataset: Dataset, title: str, origin: str) -> Document:
        """Return a document of other points with the present rules, except those tied to the present points."""
        settings = replace(self._controller.document.settings, initial=None, positive=None)
        return Document(settings=settings, title=title, origin=origin).with_dataset(dataset)

    def imported(self, document: Document) -> OpenFile | None:
        """Return the points file that a document came from, if it did."""
        return self._imported.get(document.origin)

    def is_named_by_file(self, document: Document) -> bool:
        """Whether the user has given it no title: it is called as its file is, or will be."""
        file = self.files.get(document.origin) or self.imported(document)
        own = readable(file.path.stem) if file is not None else self._offered_titles.get(document.origin, "")
        return document.title in ("", own)

    def open(self) -> None:
        """Ask for a session or points and open them."""
        words = tr("Open a session or points")
        name, _ = QFileDialog.getOpenFileName(self._window, words, self.folder, opened_filter())
        if name:
            self.open_path(Path(python_path(name)))

    def open_dropped(self, name: str) -> None:
        """Open a file that was dropped on the window. `name`: its path."""
        self.open_path(Path(python_path(name)))

    def open_asked(self, name: str) -> None:
        """Open a file that the desktop asks for, or come to the front with it. `name`: its path."""
        if self.raising.shows(python_path(name)):
            self.raising.come_to_front()
        else:
            self.open_dropped(name)

    def open_path(self, path: Path, read: background_work.ReadWork | None = None) -> None:
        """Read a session or a points file in the background and show it; if that fails, what is on screen stays.

        `read`: how it is read, see `BackgroundReading.begin`.
        """
        self._read(path, self._take, read)

    def open_played(self, path: Path) -> None:
        """Open a session and play it from where it was saved."""
        self._read(path, self._take_played)

    def open_kept(self, kept: Kept, then: Callable[[], None]) -> None:
        """Show what an earlier start kept unsaved; it still counts as unsaved.

        `then`: called when it is on the screen.
        """
        self._read(kept.path, partial(self._take_kept, kept, then), background_work.read_kept)

    def _read(self, path: Path, take: TakeOpened, read: background_work.ReadWork | None = None) -> None:
        """Read a file that is to take the place of what is shown, which takes no edits meanwhile.

        `take`: gets the path and what was read, and asks about unsaved work: a file that cannot be read costs nothing.
        """
        self.opening.begin(path, partial(take, path), read)
        self._controller.await_file(readable(path.name))

    def _take(self, path: Path, read: background_work.Read) -> None:
        from perceptron_gui.files.lessons.lesson_file import LessonFile
        from perceptron_gui.files.points.import_choice import Doubtful
        from perceptron_gui.files.sessions.session_file import SessionFile
        from perceptron_gui.session.lessons.lesson import Answers

        if isinstance(read, LessonFile):
            is_its_page = self._controller.document.origin.startswith(f"lesson {read.digest} ")
            if is_its_page or self.may_leave():
                self.take_lesson(path, read)
                self._remember(path)
        elif isinstance(read, Answers):
            self.take_answers(path, read)
        elif isinstance(read, Doubtful):
            self.preview.ask(read, partial(self._take_points, path))
        elif not isinstance(read, SessionFile):
            self._take_points(path, read)
        elif self.may_leave():
            if FileStamp.at(path) not in (None, read.stamp):
                self.open_path(path)  # what was just saved, at the question, is in it now
                return
            origin = str(path.resolve())
            self._show_session(read, origin, readable(path.stem))
            self.files[origin] = OpenFile(path, read.stamp)
            self._remember(path)

    def _take_played(self, path: Path, read: background_work.Read) -> None:
        self._take(path, read)
        self._controller.toggle_play()

    def _take_points(self, path: Path, read: PointsFile, axes: tuple[int, ...] = ()) -> None:
        """Show the points of a file, perhaps in a plane that was chosen."""
        if not self.may_leave():
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

    def _take_kept(self, kept: Kept, then: Callable[[], None], path: Path, read: background_work.Read) -> None:
        from perceptron_gui.files.lessons.lesson_file import LessonFile
        from perceptron_gui.files.points.points_file import PointsFile
        from perceptron_gui.files.sessions.session_file import SessionFile

        if isinstance(read, LessonFile):
            if self.take_kept_lesson(kept, read):
                then()
            return
        if not self.may_leave():
            return
        self._count += 1
        if isinstance(read, SessionFile):
            self._show_session(read, f"kept {self._count}", kept.title, is_safe=False)
        elif isinstance(read, PointsFile):
            self.show_new(self._document(playable(read), kept.title, "kept"), is_safe=False)
        self.keeper.adopt(kept)
        then()

    def _remember(self, path: Path) -> None:
        # The program's own, or that of a whole class, is no place for what is written.
        if path.parent not in (shipped.FOLDER, Path(self._window.preferences.policy.value("lessons"))):
            self.folder = readable(str(path.parent))
        self.recent.remember(path)
        self.raising.follow_soon()
