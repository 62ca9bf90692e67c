"""Reading, saving and clipboard work in the background; long work shows a bar with Cancel.

The target is asked for first, so that the question about replacing a file names the file that is written.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from perceptron_gui.files.atomic import Written
from perceptron_gui.files.file_work import FileWork, PointsFileError, Report, tell_nobody
from perceptron_gui.files.lessons import ANSWERS_SUFFIX, are_answers, is_lesson
from perceptron_gui.files.lessons import SUFFIX as LESSON
from perceptron_gui.files.sessions import SUFFIX, is_session
from perceptron_gui.gui.bars.note_bar import NoteBar
from perceptron_gui.gui.feature import WindowCommands
from perceptron_gui.gui.paths import python_path
from perceptron_gui.gui.widgets.plain_text import ask, complain, message_box, readable
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.folders import file_name
from perceptron_gui.session.points.palette import LARGEST_PALETTE
from perceptron_gui.session.wording import together
from perceptron_gui.translation import N_, tr

if TYPE_CHECKING:
    from perceptron_gui.files.lessons.lesson_file import LessonFile
    from perceptron_gui.files.points.import_choice import Doubtful
    from perceptron_gui.files.points.points_file import PointsFile
    from perceptron_gui.files.sessions.session_file import SessionFile
    from perceptron_gui.session.lessons.lesson import Answers


PATIENCE_MS = 300
"""Work that is over sooner passes without a word."""
PROGRESS_MS = 50


class WorkLine(QObject):
    """Watches one piece of work at a time.

    `cancel`: what the button does. `bar`: there from the first work that took longer.
    """

    def __init__(self, window: MainWindow, cancel: Callable[[], None]) -> None:
        super().__init__(window)
        self._window = window
        self._cancel = cancel
        self._work: FileWork[Any] | None = None
        self._sentence = ""
        self.bar: NoteBar | None = None
        self._patience = QTimer(self, interval=PATIENCE_MS, singleShot=True)
        self._patience.timeout.connect(self._show_bar)
        self._progress = QTimer(self, interval=PROGRESS_MS)
        self._progress.timeout.connect(self._show_part)

    def begin(self, work: FileWork[Any], sentence: str) -> None:
        """Watch `work`. `sentence`: says what is done; may quote data."""
        self._work, self._sentence = work, sentence
        self._patience.start()

    def end(self) -> None:
        """Watch nothing any more."""
        self._work = None
        self._patience.stop()
        self._progress.stop()
        if self.bar is not None:
            self.bar.hide()

    def _show_bar(self) -> None:
        if self._work is None:
            return
        if self.bar is None:
            self.bar = NoteBar()
            self.bar.add_button(tr("Cancel"), self._cancel)
            self._window.central_area.float_note(self.bar)
        self.bar.say(self._sentence)
        self._show_part()
        self.bar.show()
        self._progress.start()

    def _show_part(self) -> None:
        if self._work is not None and self.bar is not None:
            self.bar.show_part(self._work.part)


class WorkBeside(QObject):
    """Does one piece of work at a time in a thread of its own. `over`: comes from that thread."""

    over = Signal(object)

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._work: FileWork[Any] | None = None
        self._take: Callable[[Any], None] | None = None
        self.line = WorkLine(window, self.cancel)
        self.over.connect(self.on_over, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        """Whether something is on its way."""
        return self._work is not None

    def cancel(self) -> None:
        """Give up what is on its way."""
        if self._work is not None:
            self._work.cancel()
            self._work.join()
        self._forget()

    @Slot(object)
    def on_over(self, work: FileWork[Any]) -> None:
        """Pass on the work's outcome, if it is still wanted. `work`: has ended."""
        if work is self._work:
            work.join()
            self._pass_on(work.outcome)

    def _start(self, path: Path, work: Callable[[Report], Any], take: Callable[[Any], None], sentence: str) -> None:
        """Begin the work. `sentence`: stands above the line that shows how far it is; without one there is none."""
        self._take = take
        self._work = FileWork(path, work, self._window.controller.scheduler.gate.wait, self.over.emit)
        if sentence:
            self.line.begin(self._work, sentence)
        self._work.start()

    def _pass_on(self, outcome: object) -> None:
        take = self._take
        self._forget()
        if isinstance(outcome, PointsFileError):
            self._complain(str(outcome))
        elif outcome is not None and take is not None:
            take(outcome)

    def _complain(self, sentence: str) -> None:
        complain(self._window, sentence)

    def _forget(self) -> None:
        self._work = self._take = None
        self.line.end()


Read: TypeAlias = "PointsFile | SessionFile | LessonFile | Answers | Doubtful"
ReadWork = Callable[[Path, Report], Read]
TakeRead = Callable[[Read], None]


class BackgroundReading(WorkBeside):
    """Reads one file at a time; opening another one cancels the first. `ended`: no file is being read any more."""

    ended = Signal()

    def begin(self, path: Path, take: TakeRead, read: ReadWork | None = None) -> None:
        """Read a points file or a session, and pass on what it holds; a faulty file is reported in a sentence.

        `take`: gets the `PointsFile`, the `SessionFile`, or the table that somebody has to look at first. `read`: how
        it is read: `read_file` if not given.
        """
        self.cancel()
        sentence = tr("Reading {name} …").format(name=readable(path.name))
        self._start(path, partial(read or read_file, path), take, sentence)

    def _forget(self) -> None:
        super()._forget()
        self.ended.emit()


def read_file(path: Path, report: Report) -> Read:
    """Read a session, a lesson or answers where the name says so, else points that fit the palette, or ask about them.

    `report`: see `read_points`.
    """
    if is_session(path):
        return _read_session(path, report)
    if is_lesson(path):
        from perceptron_gui.files.lessons.lesson_file import read_lesson

        return read_lesson(path)
    if are_answers(path):
        from perceptron_gui.files.lessons.lesson_file import read_answers

        return read_answers(path)
    from perceptron_gui.files.points.import_choice import doubt_about, doubtful
    from perceptron_gui.files.points.points_file import read_points

    try:
        read = read_points(path, report, LARGEST_PALETTE)
    except PointsFileError as refusal:
        if refusal.flaw is not None and refusal.flaw.reason:
            raise  # whatever is in it
        return doubtful(path, report, refusal)
    doubt = doubt_about(read)
    return doubtful(path, report, reason=doubt) if doubt else read


def read_kept(path: Path, report: Report) -> PointsFile | SessionFile | LessonFile:
    """Read a file that the program wrote itself, without any question. `report`: see `read_points`."""
    if is_lesson(path):
        return read_draft(path, report)
    from perceptron_gui.files.points.points_file import read_points

    return _read_session(path, report) if is_session(path) else read_points(path, report, LARGEST_PALETTE)


def read_draft(path: Path, report: Report) -> LessonFile:
    """Read a lesson that is to be made further, whatever is still amiss with it."""
    from perceptron_gui.files.lessons.lesson_file import read_lesson

    return read_lesson(path, is_draft=True)


def _read_session(path: Path, report: Report) -> SessionFile:
    from perceptron_gui.files.sessions.session_file import read_session

    return read_session(path, report)


def look_at(path: Path, report: Report) -> Doubtful:
    """Ask about a points file, whatever it is like. `report`: see `read_points`."""
    from perceptron_gui.files.points.import_choice import doubtful

    return doubtful(path, report)


Buttons = QMessageBox.StandardButton
SaveWork = Callable[[Report], Written]
TakeWritten = Callable[[Written], None]


class BackgroundSaving(WorkBeside):
    """Writes one file after the other. `ended`: no file is being written any more."""

    ended = Signal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._waiting: dict[object, Callable[[], object]] = {}

    def then(self, key: object, task: Callable[[], object]) -> None:
        """Run a task when nothing is being written.

        `key`: of two waiting tasks with the same key only the later one is run, in its turn. `task`: takes no
        arguments.
        """
        if self.is_busy:
            self._waiting.pop(key, None)
            self._waiting[key] = task
        else:
            task()

    def begin(self, path: Path, work: SaveWork, take: TakeWritten) -> None:
        """Write a file; a failure is reported in a sentence.

        `work`: writes it, given a function to call with the part that is done. `take`: gets a `Written` that says what
        is on disk.
        """
        self._start(path, work, take, tr("Saving {name} …").format(name=readable(path.name)))

    def cancel(self) -> None:
        """Cancel the writing in progress and what waits; the files stay unchanged."""
        self._waiting.clear()
        super().cancel()
        self.ended.emit()

    def wait(self) -> bool:
        """Wait until all is written, or failed; False where the user would rather go on, or is made to leave."""
        while (writing := self._work) is not None:
            writing.join(PATIENCE_MS / 1000)
            if writing.is_over:
                self.on_over(writing)
            elif not self._wait_in_box(writing.path):
                return False
        return True

    def _wait_in_box(self, path: Path) -> bool:
        sentence = tr("{name} is still being saved.").format(name=readable(path.name))
        box = message_box(self._window, QMessageBox.Icon.Information, sentence)
        box.addButton(Buttons.Cancel).setText(tr("Go on working"))
        self.ended.connect(box.accept)
        box.exec()
        self.ended.disconnect(box.accept)
        box.deleteLater()
        return not self.is_busy

    def _pass_on(self, outcome: object) -> None:
        """Report the outcome, then start the next waiting work."""
        super()._pass_on(outcome)
        while self._waiting and not self.is_busy:
            self._waiting.pop(next(iter(self._waiting)))()
        if not self.is_busy:
            self.ended.emit()


Outcome = TypeVar("Outcome")


class ClipboardWork(WorkBeside):
    """Copies and pastes one text at a time; another one cancels the first."""

    def begin(
        self, work: Callable[[Report], Outcome], take: Callable[[Outcome], None], sentence: str, *, is_short: bool
    ) -> None:
        """Do work, and pass on what comes of it; what it raises is said in the status line.

        `work`: is given a function to call about every half millisecond with the part done; raises `PointsFileError`.
        `take`: gets what comes of it. `sentence`: says what is done. `is_short`: whether it is done within a frame or
        two.
        """
        self.cancel()
        if not is_short:
            self._start(Path("clipboard"), work, take, sentence)
            return
        self._take = take
        outcome: object
        try:
            outcome = work(tell_nobody)
        except PointsFileError as error:
            outcome = error
        self._pass_on(outcome)

    def _complain(self, sentence: str) -> None:
        self._window.controller.noticed.emit(sentence)


POINTS = "*.csv *.tsv *.txt"
"""What points are kept in, as Qt's dialogs want it."""


def points_filter() -> str:
    """Return the kinds of files that points are kept in, as Qt's dialogs want them."""
    points = tr("Points files")
    return with_all_files(f"{points} ({POINTS})")


def opened_filter() -> str:
    """Return the kinds of files that can be opened, all of them together first, as Qt's dialogs want them."""
    all_of_them, lessons = tr("Sessions, lessons and points files"), tr("Lessons")
    opened = f"{all_of_them} (*{SUFFIX} *{LESSON} *{ANSWERS_SUFFIX} {POINTS})"
    return f"{opened};;{session_filter()};;{lessons} (*{LESSON} *{ANSWERS_SUFFIX});;{points_filter()}"


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
        name, chosen = QFileDialog.getSaveFileName(parent, title, readable(str(proposed)), filters, options=options)
        if not name:
            return None
        proposed = with_suffix(Path(python_path(name)), (suffixes or {}).get(chosen, suggestion.suffix))
        # Not Path.exists: it raises where a name is too long, or a folder may not be entered; writing says so in words.
        sentence = tr("{name} already exists. Do you want to replace it?").format(name=readable(proposed.name))
        # L10n: a button: write over the file
        answers = {Buttons.Cancel: "", Buttons.Yes: tr("Replace")}  # Enter replaces nothing
        if not os.path.exists(proposed) or ask(parent, sentence, answers) == Buttons.Yes:
            return proposed


def with_suffix(path: Path, suffix: str) -> Path:
    """Return `path`, with a suffix if it has none; sessions and lessons have theirs, whatever else stands in the name.

    `suffix`: with its dot.
    """
    has_one = path.name.lower().endswith(suffix) if suffix in (SUFFIX, LESSON) else bool(path.suffix)
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
        self._window.status.notice(together(words, *written.remarks))
