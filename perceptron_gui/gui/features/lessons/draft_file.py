"""The file of a lesson that is being made, and the copy of what is not saved: as of a session."""

import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6 import QtCore, QtWidgets

from perceptron_gui.files.atomic import FileStamp, Written
from perceptron_gui.files.file_work import Report
from perceptron_gui.files.lessons import SUFFIX, lesson_file
from perceptron_gui.gui.bars.status_bar import StatusBar
from perceptron_gui.gui.filing import background_work, copy_folders, file_commands, opening, unsaved_copy
from perceptron_gui.gui.paths import python_path
from perceptron_gui.gui.widgets.plain_text import ask, readable
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.folders import file_name
from perceptron_gui.session.lessons.lesson import Lesson
from perceptron_gui.session.lessons.making import changes_text
from perceptron_gui.session.wording import together
from perceptron_gui.translation import tr

Buttons = QtWidgets.QMessageBox.StandardButton
UNNAMED = "lesson"


class DraftFile(QtCore.QObject):
    """Saves one lesson at a time. `filing`: writes files. `now`: returns the lesson. `written`: it is in its file."""

    written = QtCore.Signal()

    def __init__(self, window: MainWindow, filing: file_commands.FileCommands, now: Callable[[], Lesson]) -> None:
        super().__init__(window)
        self._window, self._filing, self.now = window, filing, now
        self._saved: Lesson | None = now()
        self.file: opening.OpenFile | None = None
        self.keeper = LessonKeeper(self, window.status, window.controller.scheduler.gate.wait)
        filing.companions.append(self)

    @property
    def is_changed(self) -> bool:
        """Whether the lesson differs from what is saved."""
        return self.now() != self._saved

    def begin(self, file: opening.OpenFile | None, kept: copy_folders.Kept | None = None) -> None:
        """Take the lesson of now for the one of a file. `kept`: or for one that an earlier start kept unsaved."""
        self.file, self._saved = file, self.now() if kept is None else None
        if kept is not None:
            self.keeper.adopt(kept)

    # Leaving

    def may_close(self) -> bool:
        """Ask what to do with a lesson that is not saved; False to stay."""
        if not self.keeper.has_work or self._filing.is_forced:
            return True
        answers = {Buttons.Cancel: "", Buttons.Save: "", Buttons.Discard: ""}
        sentence = together(tr("The lesson is not saved."), changes_text(self._saved, self.now()))
        answer = ask(self._window, sentence, answers)
        if answer == Buttons.Save:
            return self.save() and self._filing.saving.wait() and not self.is_changed
        return answer == Buttons.Discard

    def close(self, is_forced: bool) -> None:
        """Stop with the window. `is_forced`: without a question: what is not saved is kept for the next start."""
        if is_forced:
            self.keeper.let_go()
        else:
            self.keeper.drop()

    # Saving

    def save(self) -> bool:
        """Save to the lesson's file, or ask for one; False where there is none."""
        if self.file is None:
            return self.save_as()
        stamp = FileStamp.at(self.file.path)
        if stamp is not None and stamp != self.file.stamp:
            answer = self._filing.ask_changed(self.file)
            if answer != Buttons.Yes:
                return answer == Buttons.Save and self.save_as()
        return self._write(self.file.path)

    def save_as(self) -> bool:
        """Ask for a file and save to it."""
        lesson, kind = self.now(), tr("Lessons")
        # L10n: a name for a file
        name = file_name(lesson.title.in_language(lesson.language), tr("lesson")) + SUFFIX
        suggestion = self.file.path if self.file is not None else Path(self._filing.folder) / name
        path = background_work.ask_for_target(
            self._window, tr("Save the lesson"), suggestion, {f"{kind} (*{SUFFIX})": SUFFIX}
        )
        return path is not None and self._write(path)

    def _write(self, path: Path) -> bool:
        saving, lesson = self._filing.saving, self.now()
        work, take = partial(_write, path, lesson), partial(self._take_written, path, lesson)
        saving.then(path, lambda: saving.begin(path, work, take))
        return True

    def _take_written(self, path: Path, lesson: Lesson, written: Written) -> None:
        self.file, self._saved = opening.OpenFile(path, written.stamp), lesson
        self._filing.folder = readable(str(path.parent))
        self._filing.recent.remember(path)
        self._window.status.notice(together(tr("Saved {name}.").format(name=readable(path.name)), *written.remarks))
        self.written.emit()


class LessonKeeper(unsaved_copy.CopyKeeper):
    """Keeps the lesson that is being made. `wait`: lets events go first, in another thread than the window's."""

    def __init__(self, owner: DraftFile, status: StatusBar, wait: Callable[[], object]) -> None:
        super().__init__(owner, status)
        self._owner, self._let_events_go = owner, wait

    @property
    def is_changed(self) -> bool:
        return self._owner.is_changed

    @property
    def has_work(self) -> bool:
        lesson = self._owner.now()
        return self.is_changed and bool(lesson.pages or lesson.title.versions)

    def _content(self) -> tuple[object, ...]:
        return (self._owner.now(),)

    def _draft(self) -> Lesson:
        return self._owner.now()

    def _put(self, draft: Lesson, folder: Path) -> Path:
        path = folder / python_path(file_name(draft.title.in_language(draft.language), UNNAMED) + SUFFIX)

        def wait(part: float) -> None:
            if threading.current_thread() is not threading.main_thread():
                self._let_events_go()

        lesson_file.write(path, draft, wait)
        return path


def _write(path: Path, lesson: Lesson, report: Report) -> Written:
    return lesson_file.write(path, lesson, report)
