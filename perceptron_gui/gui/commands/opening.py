"""Opening sessions and points files, new planes, and what an earlier start kept."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.frozen import replace
from perceptron_gui.gui.commands.background_reading import BackgroundReading, Read, Work, read_kept
from perceptron_gui.gui.commands.import_preview import ImportPreview
from perceptron_gui.gui.commands.open_file import OpenFile, drawable, in_fitting_mode, playable
from perceptron_gui.gui.commands.raising import Raising
from perceptron_gui.gui.commands.recent_files import RecentFiles
from perceptron_gui.gui.commands.session_parts import SessionParts
from perceptron_gui.gui.commands.unsaved_copy import Keeper, Kept
from perceptron_gui.gui.dialogs.save_target import session_filter, with_all_files
from perceptron_gui.gui.widgets.plain_text import readable
from perceptron_gui.session.document import Document
from perceptron_gui.session.wording import grouped
from perceptron_gui.translation import ntr, tr

if TYPE_CHECKING:
    from perceptron_gui.files.points_file import PointsFile
    from perceptron_gui.files.sessions.session_file import SessionFile
    from perceptron_gui.gui.window import MainWindow


class Opening:
    """Puts what is opened in the place of what is shown, once nothing would be lost."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._controller = window.controller
        self._files: dict[str, OpenFile] = {}
        self._imported: dict[str, OpenFile] = {}
        self._count = 0
        self.opening = BackgroundReading(window)
        self.preview = ImportPreview(window)
        self.parts = SessionParts(window)
        self.keeper = Keeper(window.controller, self.parts)
        self.folder = window.preferences.folder
        self.recent = RecentFiles(window, self.open_dropped)
        self.raising = Raising(window, lambda: self.shown_file)

    def may_leave(self) -> bool:
        """Whether what is shown may go."""
        raise NotImplementedError

    @property
    def path(self) -> Path | None:
        """Where the session on the screen was opened or saved last; undo may have brought back another file's."""
        return self._file.path if self._file is not None else None

    @property
    def shown_file(self) -> Path | None:
        """The file that what is shown was opened from, or saved to last: a session, or imported points."""
        file = self._file or self.imported(self._controller.document)
        return file.path if file is not None else None

    @property
    def _file(self) -> OpenFile | None:
        return self._files.get(self._controller.document.origin)

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
        """Return points with the rules of now, as far as these are not about the points of now."""
        settings = replace(self._controller.document.settings, initial=None, positive=None)
        return Document(settings=settings, title=title, origin=origin).with_dataset(dataset)

    def imported(self, document: Document) -> OpenFile | None:
        """Return the points file that a document came from, if it did."""
        return self._imported.get(document.origin)

    def open(self) -> None:
        """Ask for a session and open it."""
        if not self.may_leave():
            return
        kinds = with_all_files(session_filter())
        name, _ = QFileDialog.getOpenFileName(self._window, tr("Open a session"), self.folder, kinds)
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

    def open_path(self, path: Path, read: Work | None = None) -> None:
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
        if self.may_leave():
            take = partial(self._take_kept, kept, then, self._controller.document)
            self.opening.begin(kept.path, take, read_kept)

    def _take(self, path: Path, left: Document, read: Read) -> None:
        from perceptron_gui.files.doubtful import Doubtful
        from perceptron_gui.files.sessions.session_file import SessionFile

        if isinstance(read, Doubtful):
            self.preview.ask(read, partial(self._take_points, path, left))
        elif not isinstance(read, SessionFile):
            self._take_points(path, left, read)
        elif self._may_leave_now(left):
            origin = str(path.resolve())
            self._show_session(read, origin, readable(path.stem))
            self._files[origin] = OpenFile(path, read.stamp)
            self._remember(path)

    def _take_played(self, path: Path, left: Document, read: Read) -> None:
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
            self._window.status.notice(" ".join(said))
        self._remember(path)

    def _show_session(self, read: SessionFile, origin: str, name: str, is_safe: bool = True) -> None:
        self.opening.cancel()
        self.recent.forget_shown()
        document = read.session.document
        document = replace(document, origin=origin, title=document.title or name)
        self.parts.take(read.session, document, is_safe)

    def _take_kept(self, kept: Kept, then: Callable[[], None], left: Document, read: Read) -> None:
        from perceptron_gui.files.points_file import PointsFile
        from perceptron_gui.files.sessions.session_file import SessionFile

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
        self.folder = readable(str(path.parent))
        self.recent.remember(path)
        self.raising.follow_soon()
