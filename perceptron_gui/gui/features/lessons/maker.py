"""Making a lesson: its history, its window, and what the window of the plane gives to it."""

from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path

from PySide6 import QtCore, QtWidgets

from perceptron_gui.files.lessons import SUFFIX, lesson_file, shipped
from perceptron_gui.gui.feature import Handlers, LateFeature, WindowCommands
from perceptron_gui.gui.features.lessons import draft_file, language, preview
from perceptron_gui.gui.features.lessons.maker_window import Flaws, MakerWindow
from perceptron_gui.gui.filing import background_work, copy_folders, file_commands, opening
from perceptron_gui.gui.paths import python_path
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.lessons import lesson as lessons
from perceptron_gui.session.lessons import making, marking
from perceptron_gui.session.points.history import Steps
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.worker.background import Work
from perceptron_gui.translation import N_, tr

LATER_MS = 200
"""How long after an edit it is shown and looked at: not at every letter."""
Known = dict[tuple[tuple[lessons.Page, int], ...], tuple[list[SavedSession], list[str]]]
"""What to look at on a page, by it and its session; of a question by all pages before, which may tell the answer."""


class LessonMaker(WindowCommands):
    """Makes one lesson at a time. `filing`: writes files. `lessons`: shows pages as students see them."""

    def __init__(self, window: MainWindow, filing: file_commands.FileCommands, lessons: LateFeature) -> None:
        super().__init__(window)
        self._filing = filing
        self._steps, self._number, self._known = Steps(making.Draft()), 0, Known()
        self.file = draft_file.DraftFile(window, filing, lambda: self.draft.lesson)
        self.file.written.connect(self._on_written)
        self.preview = preview.Preview(self, lessons)
        self.preview.turned.connect(self.select)
        self.preview.ended.connect(lambda: self.window.show_preview(False))
        self._later = QtCore.QTimer(self, singleShot=True, interval=LATER_MS)
        self._later.timeout.connect(self._look)
        window.closed.connect(self._later.stop)

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
        self._window.closed.connect(made.hide)
        return made

    # Coming and going

    @property
    def draft(self) -> making.Draft:
        """The lesson as it is, and the page that is worked on."""
        return self._steps.value.at(self._number)

    def new(self) -> None:
        """Begin an empty lesson, once the one before is safe."""
        if self.file.may_close():
            self.make(lessons.Lesson(language=language() if language().islower() else "en"), None)  # "C" is none
            self.window.title.setFocus()

    def edit(self) -> None:
        """Make the lesson further that is open, or one from a file; a shipped one as a copy."""
        played = self.preview.played
        if played is None and "window" in vars(self) and self.window.isVisible():
            self.window.come_to_front()
        elif self.file.may_close():
            if played is not None:
                self._take_read(played.path, played.file, played.number)
                return
            words, kind = tr("Edit a lesson"), tr("Lessons")
            name, _ = QtWidgets.QFileDialog.getOpenFileName(
                self._window, words, self._filing.folder, f"{kind} (*{SUFFIX})"
            )
            if name:
                self.open_path(Path(python_path(name)))

    def open_path(self, path: Path) -> None:
        """Make the lesson of a file further."""
        self._filing.opening.begin(path, partial(self._take_read, path), background_work.read_draft)

    def _take_read(self, path: Path, read: lesson_file.LessonFile, number: int = 1) -> None:
        is_own = path.suffix.lower() == SUFFIX and path.parent != shipped.FOLDER
        self.make(read.lesson, opening.OpenFile(path, read.stamp) if is_own else None, number)
        self.turn_preview(True)

    def take_kept(self, kept: copy_folders.Kept, read: lesson_file.LessonFile) -> bool:
        """Go on with what an earlier start kept; False where another lesson is worked on further."""
        may_begin = self.file.may_close()
        if may_begin:
            self.make(read.lesson, None, kept=kept)
        return may_begin

    def make(
        self,
        lesson: lessons.Lesson,
        file: opening.OpenFile | None,
        number: int = 1,
        kept: copy_folders.Kept | None = None,
    ) -> None:
        """Make a lesson. `file`: where it is saved, if it is. `number`: of the page to begin with. `kept`: a copy."""
        self.preview.turn(False)
        self._steps, self._known = Steps(making.Draft(lesson).at(number)), Known()
        self._number = self._steps.value.number
        self.file.begin(file, kept)
        self.window.show_preview(False)
        self._show()
        self.window.come_to_front()
        self.window.pages.setFocus()

    def _may_put_away(self) -> bool:
        """Ask before the lesson's own window is closed; then there is no lesson any more."""
        if not self.file.may_close():
            return False
        self.turn_preview(False)
        self._later.stop()
        self._steps, self._number = Steps(making.Draft()), 0
        self.file.begin(None)
        self.file.keeper.drop()
        return True

    # Acts

    def act(self, draft: making.Draft, what: str, series: object = None) -> None:
        """Take another draft as a step of undo; see `Steps.push`."""
        if self._steps.value.number != self._number:
            self._steps.stand(self.draft)  # undo comes back to the page that was worked on
        self._steps.push(draft, what, series)
        self._travel(draft)

    def select(self, number: int) -> None:
        """Work on another page. `number`: from 1."""
        if number != self._number:
            self._travel(self.draft.at(number))

    def _travel(self, draft: making.Draft) -> None:
        self._number = draft.number
        if not self._number:
            self.turn_preview(False)
        self._show()

    def _do(self, name: str) -> None:
        """Do what the window asks for, by its name."""
        acts: dict[str, Callable[[], object]] = {
            "undo": lambda: self._travel(self._steps.undo()),
            "redo": lambda: self._travel(self._steps.redo()),
            "add_view": lambda: self._ask_view(self._add),
            "take_view": lambda: self._ask_view(self._retake),
            "preview": lambda: self.turn_preview(self.window.preview.isChecked()),
            "play": self.play,
            "save": self.file.save,
            "save_as": self.file.save_as,
            "show": self._show,
        }
        if self.draft.number or not name.startswith("save"):  # nobody could open a lesson without a page
            acts[name]()

    def _ask_view(self, take: Callable[[SavedSession], None]) -> None:
        """Have the session of now complete, with the place of its run."""
        self._viewed, self._of = self._controller.document, self._number
        now = self._filing.parts.draft(self._viewed)
        self._controller.background.ask(lambda work: now.complete(), take)

    @property
    def _station(self) -> str | None:
        side = self._window.side
        return lessons.STATIONS[side.station] if side.is_open else None

    def _add(self, session: SavedSession) -> None:
        if not self.draft.is_full:
            # L10n: what is undone, as in “Undo add page”
            self._take_view(self.draft.added(session, self._station), N_("add page"))

    def _retake(self, session: SavedSession) -> None:
        if self.draft.page is not None:
            # L10n: what is undone, as in “Undo view”
            self._take_view(self.draft.at(self._of).retaken(session, self._station), N_("view"))

    def _take_view(self, draft: making.Draft, what: str) -> None:
        self.act(draft, what)
        self._controller.history.mark_saved(self._viewed, is_whole=True)  # the lesson keeps it

    # What is shown

    def _show(self) -> None:
        steps = self._steps
        self.window.show_draft(self.draft, steps.undo_text, steps.redo_text, self.file.is_changed)
        self.file.keeper.note()
        self._later.start()

    def _look(self) -> None:
        """Show the page as students see it, if that is wanted, and look for what is amiss."""
        self._controller.background.ask(partial(_flaws, self.draft.lesson, self._known), self.window.show_flaws)
        self.preview.show(self.draft, self.window.tongue.language)

    def _on_written(self) -> None:
        self._steps.stand()  # what was saved can be had again
        self._show()

    def turn_preview(self, is_on: bool) -> None:
        """Show the page as students see it, or give the window back as it is then."""
        if is_on is not self.preview.is_on:
            is_on = is_on and bool(self.draft.number) and self._filing.may_leave()
            self.preview.turn(is_on)
            self.preview.show(self.draft, self.window.tongue.language)
        self.window.show_preview(is_on)

    def play(self) -> None:
        """Show the page as students see it, from its beginning, and give the window the keys."""
        self.turn_preview(True)
        self.preview.show(self.draft, self.window.tongue.language, is_anew=True)
        if self.preview.is_on:
            self._window.activateWindow()
            self._window.canvas.setFocus()


def _flaws(lesson: lessons.Lesson, known: Known, work: Work[Flaws]) -> Flaws:
    """Return what an author should look at; pages that did not change were looked at before."""
    author, found = marking.Marking(lesson, look=work.look), list[tuple[int, str]]()
    used = [lesson.sessions[page.session or next(iter(lesson.sessions))] for page in lesson.pages]
    for number, page in enumerate(lesson.pages, 1):
        work.look()
        first = 0 if page.ask is not None else number - 1
        key = tuple((lesson.pages[i], id(used[i])) for i in range(first, number))
        if key not in known:
            known[key] = used[first:number], author.flaws(number, making.PART_WORDS)
        found += [(number, sentence) for sentence in known[key][1]]
    return found
