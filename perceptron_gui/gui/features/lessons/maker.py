"""Making a lesson: its history, the page that the window shows meanwhile, the check, and its file."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFileDialog, QMessageBox

from perceptron_gui.files.atomic import FileStamp, Written
from perceptron_gui.files.lessons import SUFFIX, lesson_file, progress, shipped
from perceptron_gui.frozen import replace
from perceptron_gui.gui.feature import Handlers, LateFeature, WindowCommands
from perceptron_gui.gui.features.lessons import LessonCommands, language
from perceptron_gui.gui.features.lessons.maker_window import WIDTH, Flaws, MakerWindow
from perceptron_gui.gui.features.lessons.playing import Playing
from perceptron_gui.gui.filing.background_work import ask_for_target, read_draft
from perceptron_gui.gui.filing.file_commands import FileCommands, OpenFile
from perceptron_gui.gui.filing.unsaved_copy import CopyKeeper, Kept
from perceptron_gui.gui.widgets.plain_text import ask, readable
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.folders import file_name
from perceptron_gui.session.lessons.lesson import STATIONS, Answers, Lesson, Page
from perceptron_gui.session.lessons.making import PART_WORDS, Draft
from perceptron_gui.session.lessons.marking import Marking
from perceptron_gui.session.points.history import Steps
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.worker.background import Work
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.files.file_work import Report

LATER_MS = 200
"""How long after an edit the window shows it: not at every letter."""
Buttons = QMessageBox.StandardButton
NO_STAMP = FileStamp(0, 0, 0, 0)
UNNAMED = "lesson"


class LessonKeeper(CopyKeeper):
    """Keeps the lesson that is being made. `maker`: makes it."""

    def __init__(self, maker: LessonMaker) -> None:
        super().__init__(maker)
        self._maker = maker

    @property
    def is_changed(self) -> bool:
        return self._maker.is_changed

    @property
    def has_work(self) -> bool:
        lesson = self._maker.draft.lesson
        return self.is_changed and bool(lesson.pages or lesson.title.versions)

    def _content(self) -> tuple[object, ...]:
        return (self._maker.draft.lesson,)

    def _draft(self) -> Lesson:
        return self._maker.draft.lesson

    def _put(self, draft: Lesson, folder: Path) -> Path:
        path = folder / (file_name(draft.title.in_language(draft.language), UNNAMED) + SUFFIX)

        def wait(part: float) -> None:
            if threading.current_thread() is not threading.main_thread():
                self._maker.wait()

        lesson_file.write(path, draft, wait)
        return path


class LessonMaker(WindowCommands):
    """Makes one lesson at a time. `filing`: writes files. `lessons`: shows pages as students see them."""

    def __init__(self, window: MainWindow, filing: FileCommands, lessons: LateFeature) -> None:
        super().__init__(window)
        self._filing, self._late_lessons = filing, lessons
        self._steps, self._number = Steps(Draft()), 0
        self._saved: Lesson | None = self._steps.value.lesson
        self._file: OpenFile | None = None
        self._is_previewed = False
        self._previewed: Draft | None = None
        self._known: dict[tuple[Page, int], tuple[SavedSession, list[str]]] = {}
        self.keeper = LessonKeeper(self)
        self._later = QTimer(self, singleShot=True, interval=LATER_MS)
        self._later.timeout.connect(self._show_beside)
        self.wait = self._controller.scheduler.gate.wait
        filing.companions.append(self)

    def handlers(self) -> Handlers:
        """Return what to call for each action, by the action's id."""
        return {"lessons.new": self.new, "lessons.edit": self.edit}

    @cached_property
    def window(self) -> MakerWindow:
        """The window of its own; made with the first lesson."""
        made = MakerWindow(self._window, self._may_put_away)
        made.acted.connect(self.act)
        made.page_chosen.connect(self.select)
        made.wanted.connect(self._do)
        return made

    @cached_property
    def _lessons(self) -> LessonCommands:
        made: LessonCommands = self._late_lessons.made
        made.player.changed.connect(self._on_player_changed)
        return made

    # Coming and going

    @property
    def draft(self) -> Draft:
        """The lesson as it is, and the page that is worked on."""
        return self._steps.value.at(self._number)

    @property
    def is_changed(self) -> bool:
        """Whether it differs from what is saved."""
        return self.draft.lesson != self._saved

    def new(self) -> None:
        """Begin an empty lesson, once the one before is safe."""
        if self.may_close():
            self.make(Lesson(language=language() if language().islower() else "en"), None)  # "C" is none
            self.window.title.setFocus()

    def edit(self) -> None:
        """Make the lesson further that is open, or one from a file; a shipped one as a copy."""
        playing = self._lessons.player.playing
        if playing is not None and not playing.is_tried:
            if self.may_close():
                self._take_read(playing.path, playing.file, playing.number)
        elif "window" in vars(self) and self.window.isVisible():
            self._come_to_front()
        elif self.may_close():
            words, filters = tr("Edit a lesson"), tr("Lessons")
            name, _ = QFileDialog.getOpenFileName(self._window, words, self._filing.folder, f"{filters} (*{SUFFIX})")
            if name:
                self.open_path(Path(name))

    def open_path(self, path: Path) -> None:
        """Make the lesson of a file further."""
        take = partial(self._take_read, path)
        self._filing.opening.begin(path, take, read_draft)

    def _take_read(self, path: Path, read: lesson_file.LessonFile, number: int = 1) -> None:
        is_own = path.suffix.lower() == SUFFIX and path.parent != shipped.FOLDER
        self.make(read.lesson, OpenFile(path, read.stamp) if is_own else None, number)
        self._turn_preview(True)

    def take_kept(self, kept: Kept, read: lesson_file.LessonFile) -> bool:
        """Go on with what an earlier start kept; False where another lesson is worked on further."""
        if not self.may_close():
            return False
        self.make(read.lesson, None)
        self._saved = None
        self.keeper.adopt(kept)
        self._show()
        return True

    def make(self, lesson: Lesson, file: OpenFile | None, number: int = 1) -> None:
        """Make a lesson. `file`: where it is saved, if it is. `number`: of the page to begin with."""
        self._lessons.end()
        self._steps, self._saved, self._file = Steps(Draft(lesson).at(number)), lesson, file
        self._number = self.draft.at(number).number
        self._known.clear()
        self._show()
        self._come_to_front()

    def _come_to_front(self) -> None:
        made, main = self.window, self._window
        if not made.isVisible():
            room = main.screen().availableGeometry()
            width = min(round(WIDTH * main.theme.scale), room.width())
            right = min(main.frameGeometry().right() + 1, room.right() + 1)
            below_title = main.geometry().top()
            made.resize(width, min(main.height(), room.height()) - max(below_title - main.y(), 0))
            made.move(right - width, below_title)
        made.show()
        made.raise_()
        made.activateWindow()

    def may_close(self) -> bool:
        """Ask what to do with a lesson that is not saved; False to stay."""
        if not self.keeper.has_work or self._filing.is_forced:
            return True
        answers = {Buttons.Save: "", Buttons.Discard: "", Buttons.Cancel: ""}
        answer = ask(self._window, tr("The lesson was changed and not saved."), answers)
        if answer == Buttons.Save:
            return self.save() and self._filing.saving.wait() and not self.is_changed
        return answer == Buttons.Discard

    def _may_put_away(self) -> bool:
        """Ask before the lesson's own window is closed; then there is no lesson any more."""
        if not self.may_close():
            return False
        self._turn_preview(False)
        self._steps, self._number, self._file = Steps(Draft()), 0, None
        self._saved = self.draft.lesson
        self.keeper.drop()
        return True

    def close(self, is_forced: bool) -> None:
        """Stop with the window. `is_forced`: without a question: what is not saved is kept for the next start."""
        self._later.stop()
        if is_forced:
            self.keeper.let_go()
        else:
            self.keeper.drop()
        if "window" in vars(self):
            self.window.hide()

    # Acts

    def act(self, draft: Draft, what: str, series: object = None) -> None:
        """Take another draft as a step of undo; see `Steps.push`."""
        if self._steps.value.number != self._number:
            self._steps.stand(self.draft)  # undo comes back to the page that was worked on
        self._steps.push(draft, what, series)
        self._number = draft.number
        self._show()

    def select(self, number: int) -> None:
        """Work on another page. `number`: from 1."""
        if number != self._number:
            self._number = self.draft.at(number).number
            self._show()

    def _do(self, name: str) -> None:
        """Do what the window asks for, by its name."""
        acts = {
            "undo": lambda: self._travel(self._steps.undo()),
            "redo": lambda: self._travel(self._steps.redo()),
            "add_view": lambda: self._ask_view(self._add),
            "take_view": lambda: self._ask_view(self._retake),
            "preview": lambda: self._turn_preview(self.window.preview.isChecked()),
            "play": self.play,
            "save": self.save,
            "save_as": self.save_as,
            "show": self._show,
        }
        acts[name]()

    def _travel(self, draft: Draft) -> None:
        self._number = draft.number
        self._show()

    def _ask_view(self, take: Callable[[SavedSession], None]) -> None:
        """Have the session of now complete, with the place of its run."""
        now = self._filing.parts.draft(self._controller.document)
        self._controller.background.ask(lambda work: now.complete(), take)

    @property
    def _station(self) -> str | None:
        side = self._window.side
        return STATIONS[side.station] if side.is_open else None

    def _add(self, session: SavedSession) -> None:
        if not self.draft.is_full:
            self._take_view(self.draft.added(session, self._station), tr("add page"))

    def _retake(self, session: SavedSession) -> None:
        if self.draft.page is not None:
            self._take_view(self.draft.retaken(session, self._station), tr("view"))

    def _take_view(self, draft: Draft, what: str) -> None:
        self.act(draft, what)
        self._controller.history.mark_saved(self._controller.document, is_whole=True)  # the lesson keeps it

    # What is shown

    def _show(self) -> None:
        steps = self._steps
        self.window.show_draft(self.draft, steps.undo_text, steps.redo_text, self.is_changed)
        self.keeper.note()
        self._later.start()

    def _show_beside(self) -> None:
        """Show the page as students see it, if that is wanted, and look for what is amiss."""
        draft = self.draft
        self._controller.background.ask(partial(_look, draft.lesson, self._known), self.window.show_flaws)
        if self._is_previewed and draft.number and draft != self._previewed:
            self._previewed = draft
            fitting = replace(draft.lesson, pages=tuple(_playable(draft.lesson, page) for page in draft.lesson.pages))
            file = lesson_file.LessonFile(fitting, "", NO_STAMP)
            kept, tongue = progress.Progress(Answers("", ""), draft.number), self.window.tongue.language
            self._lessons.begin_with(Playing(Path(UNNAMED), file, tongue, kept, is_tried=True))

    def _turn_preview(self, is_on: bool) -> None:
        """Show the page as students see it, or give the window back as it is then."""
        if is_on and not self._is_previewed:
            is_on = bool(self.draft.number) and self._filing.may_leave()
            self._previewed = None
            self._lessons.end()
        was_on, self._is_previewed = self._is_previewed, is_on
        self.window.show_preview(is_on)
        if is_on:
            self._show_beside()
        elif was_on:
            self._lessons.end()

    def play(self) -> None:
        """Show the page as students see it, from its beginning, and give the window the keys."""
        self._previewed = None
        if self._is_previewed:
            self._show_beside()
        else:
            self._turn_preview(True)
        if self._is_previewed:
            self._window.activateWindow()
            self._window.canvas.setFocus()

    def _on_player_changed(self) -> None:
        """Work on the page that the window shows; where it shows none there is no preview any more."""
        playing, previewed = self._lessons.player.playing, self._previewed
        if self._is_previewed and playing is None:
            self._is_previewed = False
            self.window.show_preview(False)
        elif self._is_previewed and previewed is not None and playing.number != previewed.number:
            self._previewed = previewed.at(playing.number)
            self.select(playing.number)

    # File

    def save(self) -> bool:
        """Save to the lesson's file, or ask for one; False where there is none."""
        lesson = self.draft.lesson
        if not lesson.pages:
            return False
        if self._file is None:
            return self.save_as()
        stamp = FileStamp.at(self._file.path)
        if stamp is not None and stamp != self._file.stamp:
            answer = self._filing.ask_changed(self._file)
            if answer == Buttons.Save:
                return self.save_as()
            if answer != Buttons.Yes:
                return False
        return self._write(self._file.path, lesson)

    def save_as(self) -> bool:
        """Ask for a file and save to it."""
        lesson = self.draft.lesson
        name = file_name(lesson.title.in_language(lesson.language), tr("lesson")) + SUFFIX
        suggestion = self._file.path if self._file is not None else Path(self._filing.folder) / name
        path = ask_for_target(self._window, tr("Save the lesson"), suggestion, {f"{tr('Lessons')} (*{SUFFIX})": SUFFIX})
        return path is not None and bool(lesson.pages) and self._write(path, lesson)

    def _write(self, path: Path, lesson: Lesson) -> bool:
        saving, work = self._filing.saving, partial(_write_lesson, path, lesson)
        saving.then(path, lambda: saving.begin(path, work, partial(self._take_written, path, lesson)))
        return True

    def _take_written(self, path: Path, lesson: Lesson, written: Written) -> None:
        self._file, self._saved = OpenFile(path, written.stamp), lesson
        self._steps.stand()  # what was saved can be had again
        self._filing.folder = readable(str(path.parent))
        self._filing.recent.remember(path)
        self._show()
        self._window.status.notice(" ".join([tr("Saved {name}.").format(name=readable(path.name)), *written.remarks]))


def _playable(lesson: Lesson, page: Page) -> Page:
    """Return a page without a question that does not fit it."""
    is_fit = page.ask is None or not page.ask.problem(lesson.session_of(page))
    return page if is_fit else replace(page, ask=None)


def _look(lesson: Lesson, known: dict[tuple[Page, int], tuple[SavedSession, list[str]]], work: Work[Flaws]) -> Flaws:
    """Return what an author should look at; pages that did not change were looked at before."""
    marking, found = Marking(lesson), list[tuple[int, str]]()
    for number, page in enumerate(lesson.pages, 1):
        work.look()
        session = lesson.sessions[page.session or next(iter(lesson.sessions))]
        if (key := (page, id(session))) not in known:
            known[key] = session, marking.flaws(number, PART_WORDS)
        found += [(number, sentence) for sentence in known[key][1]]
    return found


def _write_lesson(path: Path, lesson: Lesson, report: Report) -> Written:
    return lesson_file.write(path, lesson, report)
