"""Lessons in the window: opened, played, their answers handed in, and a window for who teaches (L1, L6)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QLocale
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QInputDialog, QMenu

from perceptron_gui.files.file_work import PointsFileError
from perceptron_gui.files.lessons import ANSWERS_SUFFIX, lesson_file, progress, shipped
from perceptron_gui.frozen import replace
from perceptron_gui.gui.feature import Handlers, WindowCommands
from perceptron_gui.gui.features.lessons.player import Player
from perceptron_gui.gui.features.lessons.playing import Playing
from perceptron_gui.gui.filing.background_work import ask_for_target
from perceptron_gui.gui.filing.file_commands import FileCommands
from perceptron_gui.gui.widgets import author_text, plain_text
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.folders import file_name
from perceptron_gui.session.lessons.lesson import LONGEST_NAME, Answers
from perceptron_gui.session.wording import grouped
from perceptron_gui.session.worker.background import Work
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.gui.features.lessons.class_answers import ClassDialog
    from perceptron_gui.gui.features.lessons.lecturer import LecturerWindow

IN_MENU = 48
"""Letters of a page's text in the contents."""
CARD_KEYS = {"view.next_card": ("PgDown", "Ctrl+PgDown"), "view.previous_card": ("PgUp", "Ctrl+PgUp")}
"""Keys of the hall's cards, without a lesson and in one."""

Left = tuple[progress.Progress, Path, lesson_file.LessonFile]
"""A lesson that was left in the middle."""


class LessonCommands(WindowCommands):
    """Commands of the menu of lessons. `filing`: shows sessions, and knows the folder."""

    def __init__(self, window: MainWindow, filing: FileCommands) -> None:
        super().__init__(window)
        self._filing = filing
        self._entry: QAction | None = None
        self._left: Left | None = None
        window.left_by_keys.connect(self._leave)

    def handlers(self) -> Handlers:
        """Return what to call for each action, by the action's id."""
        return {
            "lessons.next": lambda: self.player.go_to(self.player.now.number + 1),
            "lessons.previous": lambda: self.player.go_to(self.player.now.number - 1),
            "lessons.back": self.player.show_again,
            "lessons.name": self.ask_name,
            "lessons.hand_in": self.hand_in,
            "lessons.lecturer": self.open_lecturer,
            "lessons.class": lambda: self.class_answers.open_for(self.player.now),
            "lessons.end": self.end,
        }

    @cached_property
    def player(self) -> Player:
        """Shows the pages; made with the first lesson."""
        pages = QMenu(self._window)
        pages.aboutToShow.connect(partial(self.fill_pages, pages))
        return Player(self._window, pages, self._filing.parts.take, self._may_turn)

    def _may_turn(self) -> bool:
        """Whether another page may be shown; the file to which this one was saved stays its own."""
        document = self._controller.document
        if document.is_page:
            self._filing.files.pop(document.origin, None)
        return document.is_page or self._filing.may_leave()

    @cached_property
    def lecturer(self) -> LecturerWindow:
        """The lecturer's window; made when it is first wanted."""
        from perceptron_gui.gui.features.lessons.lecturer import LecturerWindow

        return LecturerWindow(self._window, self.player)

    @cached_property
    def class_answers(self) -> ClassDialog:
        """The dialog with the answers of a class; made when it is first wanted."""
        from perceptron_gui.gui.features.lessons.class_answers import ClassDialog

        dialog = ClassDialog(self._window)
        dialog.page_chosen.connect(self._go_to)
        return dialog

    def _go_to(self, number: int) -> None:
        if self.player.playing is not None and self.player.playing is self.class_answers.playing:
            self.player.go_to(number)

    def open_lecturer(self) -> None:
        """Show what the lecturer sees on another screen."""
        self.lecturer.open()

    def open_answers(self, path: Path, answers: Answers) -> None:
        """Show how a class has answered, whose answers are beside these, or say what they are. `path`: of the file."""
        playing, digest = self.player.playing, answers.lesson
        if playing is None or playing.file.digest != digest:
            kept = progress.kept(digest)
            file = progress.lesson_of(kept)
            playing = Playing(*file, language(), kept) if file is not None else None
        if playing is not None:
            self.class_answers.open_for(playing)
            self.class_answers.read(path.parent)
            return
        words = tr(
            "{file} has the answers of {name} to a lesson. Open that lesson first; then find them under Lessons ▸ "
            "Answers of a class."
        )
        name = plain_text.readable(answers.name)
        plain_text.complain(self._window, words.format(file=plain_text.readable(path.name), name=name))

    # What was left in the middle

    def look_for_left(self, offer: Callable[[str, Callable[[], None]], None]) -> None:
        """Find the lesson that was left in the middle, beside the window. `offer`: takes the words and what to do."""
        self._controller.background.ask(lambda work: progress.unfinished(), partial(self._offer, offer))

    def _offer(self, offer: Callable[[str, Callable[[], None]], None], left: Left | None) -> None:
        if left is not None:
            offer(_words_of(left), partial(self._open_path, left[1]))

    # Menus

    def offer_in(self, menu: QMenu) -> None:
        """Let the lesson that was left in the middle be the first entry of a menu, while none is played."""
        is_played = "player" in vars(self) and self.player.playing is not None
        left = progress.unfinished() if not is_played else None
        if self._entry is None:
            self._entry = QAction(menu)
            self._entry.triggered.connect(self._go_on)
            menu.insertAction(menu.actions()[0], self._entry)
        self._left = left
        self._entry.setVisible(left is not None)
        if left is not None:
            self._entry.setText(plain_text.menu_text(_words_of(left)))

    def _go_on(self) -> None:
        if self._left is not None:
            self._open_path(self._left[1])

    def fill_lessons(self, menu: QMenu) -> None:
        """Offer the lessons that come with the program, by their titles; those of the class follow when they are read.

        The folder of a class may lie on a server that takes its time (C12).
        """
        menu.clear()
        for path in shipped.shipped().values():
            title = json.loads(path.read_text(encoding="utf-8")).get("title", path.stem)
            text = title if isinstance(title, str) else title.get(language(), next(iter(title.values()), path.stem))
            menu.addAction(plain_text.menu_text(f"{path.stem[:2].lstrip('0')}  {text}"), partial(self._open_path, path))

        self._menu, folder = menu, self._window.preferences.policy.value("lessons")
        ask = self._controller.background.ask
        ask(None, self._add_lessons)  # no answer to an earlier question comes twice
        if folder:
            ask(partial(_of_class, folder), self._add_lessons)

    def _add_lessons(self, found: Mapping[Path, lesson_file.LessonFile | str]) -> None:
        """Offer the lessons of a class, and say which cannot be read."""
        self._menu.setToolTipsVisible(True)
        self._menu.addSeparator()
        for path, read in found.items():
            name = plain_text.readable(path.name)
            if isinstance(read, str):
                action = self._menu.addAction(plain_text.menu_text(tr("{name} cannot be read").format(name=name)))
                action.setEnabled(False)
                action.setToolTip(plain_text.plain_tip(read))
                continue
            title = read.lesson.title.in_language(language(), read.lesson.language)
            words = author_text.first_words(title, IN_MENU) or name
            self._menu.addAction(plain_text.menu_text(words), partial(self._open_path, path))

    def fill_pages(self, menu: QMenu) -> None:
        """List the pages of the lesson; those that were answered are checked."""
        menu.clear()
        playing = self.player.playing
        if playing is None:
            menu.addAction(tr("open a lesson first")).setEnabled(False)
            return
        for number in range(1, len(playing.pages) + 1):
            words = author_text.first_words(playing.text_of(number), IN_MENU)
            action = menu.addAction(plain_text.menu_text(f"{number}  {words}"), partial(self.player.go_to, number))
            action.setCheckable(playing.pages[number - 1].ask is not None)
            action.setChecked(playing.answer_to(number) is not None)

    def _open_path(self, path: Path) -> None:
        self._filing.open_path(path)

    # Coming and going

    def open(self, path: Path, read: lesson_file.LessonFile) -> None:
        """Play a lesson from where it was left. `path`: of its file. `read`: what stands there."""
        self.end()
        kept = replace(progress.kept(read.digest), path=plain_text.readable(str(path.resolve())))
        playing = Playing(path, read, language(), kept)
        self._filing.lesson = path
        self.begin_with(playing)
        if playing.varies and not playing.name:
            self.ask_name()

    def begin_with(self, playing: Playing) -> None:
        """Show a lesson from the page where it is; of the one before nothing is kept."""
        for name, (_, keys) in CARD_KEYS.items():
            self._window.actions_by_id[name].setShortcuts([QKeySequence(keys)])
        self.player.begin(playing)

    def end(self) -> None:
        """Put the lesson away; it goes on there the next time."""
        if self.player.playing is None:
            return
        for name, (keys, _) in CARD_KEYS.items():
            self._window.actions_by_id[name].setShortcuts([QKeySequence(keys)])
        self._filing.lesson = None
        self.player.end()
        if "class_answers" in vars(self):
            self.class_answers.close()

    def _leave(self) -> None:
        if self.player.playing is not None:
            self.end()
            self._window.status.notice(tr("You left the lesson. Open it again to go on."))

    # Name and answers

    def ask_name(self, then: Callable[[], None] | None = None) -> None:
        """Let the student's name be typed, for the lesson of now. `then`: called once there is one."""
        dialog, asked = QInputDialog(self._window), self.player.now
        dialog.setWindowTitle(tr("Your name"))
        varied = tr("Your name goes into the file you hand in, and decides which numbers you get.")
        dialog.setLabelText(varied if asked.varies else tr("Your name goes into the file you hand in."))
        dialog.setTextValue(asked.name or progress.last_name())
        # By then a file that was being read may have come in the lesson's place.
        dialog.textValueSelected.connect(lambda text: self.take_name(text) if self.player.playing is asked else None)
        if then is not None:  # after the name: "accepted" comes before it
            dialog.textValueSelected.connect(lambda _: self.player.playing is asked and asked.name and then())
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def take_name(self, text: str) -> None:
        """Take the student's name; questions that vary are asked anew, with its numbers."""
        playing, name = self.player.now, plain_text.readable(" ".join(text.split()))
        if not name.isprintable() or name == playing.name:
            return
        if len(name) > LONGEST_NAME:
            words = tr("A name can have at most {most} characters; this one has {count}.")
            plain_text.complain(self._window, words.format(most=LONGEST_NAME, count=grouped(len(name))))
            return
        self.player.keep()
        playing.rename(name)
        self.player.keep()
        if playing.page.ask is not None and playing.page.ask.vary:
            self.player.show()

    def hand_in(self) -> None:
        """Write the answers to a file; without a name that is asked for first."""
        playing = self.player.now
        if not playing.name:
            self.ask_name(self.hand_in)
            return
        # L10n: a name for a file
        suggested = file_name(f"{playing.name}, {playing.path.stem}", tr("answers")) + ANSWERS_SUFFIX
        suggestion = Path(self._filing.folder) / suggested
        answers = tr("Answers")
        filters = {f"{answers} (*{ANSWERS_SUFFIX})": ANSWERS_SUFFIX}
        path = ask_for_target(self._window, tr("Hand in"), suggestion, filters)
        if path is not None:
            self._filing.folder = plain_text.readable(str(path.parent))
            self.write_answers(path)

    def write_answers(self, path: Path) -> None:
        """Write the answers to a file, and say how many there are. `path`: what is there is replaced."""
        playing = self.player.now
        self.player.keep()
        try:
            lesson_file.write(path, playing.kept.answers)
        except PointsFileError as error:
            plain_text.complain(self._window, str(error))
            return
        asked = playing.file.lesson.asked()
        answered = sum(playing.answer_to(number) is not None for number in asked)
        words = tr("Wrote {name}: {count} of {all} questions are answered.")
        self._window.status.notice(
            words.format(name=plain_text.readable(path.name), count=grouped(answered), all=grouped(len(asked)))
        )


def _of_class(folder: str, work: Work[Any]) -> Mapping[Path, lesson_file.LessonFile | str]:
    """Return the lessons of a folder, or the sentence why one, or the folder, cannot be read."""
    try:
        return lesson_file.lessons_in(folder, work.look)
    except PointsFileError as error:
        return {Path(folder): str(error)}


def _words_of(left: Left) -> str:
    """Return what is offered."""
    kept, path, read = left
    lesson = read.lesson
    title = lesson.title.in_language(language(), lesson.language) or path.stem
    words = tr("Go on with “{title}” (page {number} of {n})")
    return words.format(title=author_text.first_words(title, IN_MENU), number=kept.page, n=len(lesson.pages))


def language() -> str:
    """Return the language of texts that is wanted, as its two letters."""
    return QLocale().name()[:2]
