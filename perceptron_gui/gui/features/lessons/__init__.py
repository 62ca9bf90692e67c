"""Lessons in the window: pages that turn, questions that the engine judges, answers that are kept and handed in."""

from __future__ import annotations

import json
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QInputDialog, QLineEdit, QMenu

from perceptron_gui.files.file_work import PointsFileError
from perceptron_gui.files.lessons import ANSWERS_SUFFIX, lesson_file, progress, shipped
from perceptron_gui.frozen import replace
from perceptron_gui.gui.feature import Handlers, WindowCommands
from perceptron_gui.gui.features.lessons.lesson_card import LessonCard, first_words
from perceptron_gui.gui.features.lessons.page_parts import PageParts
from perceptron_gui.gui.features.lessons.playing import Asked, Playing, Reply
from perceptron_gui.gui.filing.background_work import ask_for_target
from perceptron_gui.gui.filing.file_commands import FileCommands
from perceptron_gui.gui.widgets.plain_text import complain, menu_text, readable
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import Change
from perceptron_gui.session.folders import file_name
from perceptron_gui.session.lessons.lesson import LONGEST_NAME, Judged, Value
from perceptron_gui.session.lessons.page_rules import rules_of
from perceptron_gui.session.saved import saved_fields
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.view.switches import OWN_SYMBOLS, SWITCHES
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.session.worker import training_worker as moves
from perceptron_gui.session.worker.background import Work
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.gui.features.lessons.class_answers import ClassDialog
    from perceptron_gui.gui.features.lessons.lecturer import LecturerWindow

IN_MENU = 48
"""Letters of a page's text in the contents."""
PERSONAL = frozenset(switch.name for switch in SWITCHES if switch.menu == "view")
"""Switches of whoever looks, not of a lesson: reduced motion, the card of a hall."""
CARD_KEYS = {"view.next_card": ("PgDown", "Ctrl+PgDown"), "view.previous_card": ("PgUp", "Ctrl+PgUp")}
"""Keys of the hall's cards, without a lesson and in one."""


class LessonCommands(WindowCommands):
    """Plays one lesson at a time. `filing`: shows sessions, and knows the folder. `playing`: the lesson, if any."""

    def __init__(self, window: MainWindow, filing: FileCommands) -> None:
        super().__init__(window)
        self._filing = filing
        self.playing: Playing | None = None
        self._asked: Asked | None = None
        self._parts = PageParts(window)
        window.left_by_keys.connect(self._leave)
        window.take_digit = self._take_digit
        self._controller.view_changed.connect(self._on_view_changed)

    def handlers(self) -> Handlers:
        """Return what to call for each action, by the action's id."""
        return {
            "lessons.next": partial(self.turn, +1),
            "lessons.previous": partial(self.turn, -1),
            "lessons.back": self._show,
            "lessons.name": self.ask_name,
            "lessons.hand_in": self.hand_in,
            "lessons.lecturer": self.open_lecturer,
            "lessons.class": self.open_class,
            "lessons.end": self.end,
        }

    @cached_property
    def pages(self) -> QMenu:
        """The contents, at the card; made with it."""
        menu = QMenu(self._window)
        menu.aboutToShow.connect(partial(self.fill_pages, menu))
        return menu

    @cached_property
    def card(self) -> LessonCard:
        """The card; made with the first lesson."""
        card = LessonCard(self._window, self.pages)
        card.ask.given.connect(self._on_given)
        card.ask.shown.connect(self._on_shown)
        card.placed.connect(self._parts.stand_above)
        return card

    @cached_property
    def lecturer(self) -> LecturerWindow:
        """The lecturer's window; made when it is first wanted."""
        from perceptron_gui.gui.features.lessons.lecturer import LecturerWindow

        return LecturerWindow(self._window)

    @cached_property
    def class_answers(self) -> ClassDialog:
        """The dialog with the answers of a class; made when it is first wanted."""
        from perceptron_gui.gui.features.lessons.class_answers import ClassDialog

        dialog = ClassDialog(self._window)
        dialog.page_chosen.connect(self.go_to)
        return dialog

    def open_lecturer(self) -> None:
        """Show what the lecturer sees on another screen."""
        self.lecturer.follow(self.playing, self._asked)
        self.lecturer.open()

    def open_class(self) -> None:
        """Show how a class has answered."""
        self.class_answers.open_for(self._now)

    def _follow(self) -> None:
        """Tell the lecturer's window of another page, if there is one."""
        if "lecturer" in vars(self):
            self.lecturer.follow(self.playing, self._asked)

    # Menus

    def fill_lessons(self, menu: QMenu) -> None:
        """Offer the lessons that come with the program, by their titles."""
        menu.clear()
        for path in shipped.shipped().values():
            title = json.loads(path.read_text(encoding="utf-8")).get("title", path.stem)
            text = title if isinstance(title, str) else title.get(language(), next(iter(title.values()), path.stem))
            menu.addAction(menu_text(f"{path.stem[:2].lstrip('0')}  {text}"), partial(self._open_path, path))

    def fill_pages(self, menu: QMenu) -> None:
        """List the pages of the lesson; those that were answered are checked."""
        menu.clear()
        playing = self.playing
        if playing is None:
            menu.addAction(tr("open a lesson first")).setEnabled(False)
            return
        for number in range(1, len(playing.pages) + 1):
            words = first_words(playing.text_of(number), IN_MENU)
            action = menu.addAction(menu_text(f"{number}  {words}"), partial(self.go_to, number))
            action.setCheckable(playing.pages[number - 1].ask is not None)
            action.setChecked(playing.answer_to(number) is not None)

    def _open_path(self, path: Path) -> None:
        if self._filing.may_leave():
            self._filing.open_path(path)

    # Coming and going

    def open(self, path: Path, read: lesson_file.LessonFile) -> None:
        """Play a lesson from where it was left. `path`: of its file. `read`: what stands there."""
        self.end()
        self.playing = Playing(path, read, language(), progress.kept(read.digest))
        for name, (_, keys) in CARD_KEYS.items():
            self._window.actions_by_id[name].setShortcuts([QKeySequence(keys)])
        self.card.show()
        self._show()
        if self.playing.varies and not self.playing.name:
            self.ask_name()

    def end(self) -> None:
        """Put the lesson away; what was answered is kept."""
        if self.playing is None:
            return
        self._keep()
        self.playing = self._asked = None
        self._controller.background.ask(None, self._take)
        self.card.ask.clear()
        self.card.hide()
        self._window.canvas.set_upcoming(None)
        for name, (keys, _) in CARD_KEYS.items():
            self._window.actions_by_id[name].setShortcuts([QKeySequence(keys)])
        self._controller.keep_to(None)
        self._window.canvas.setFocus()
        for name in ("lecturer", "class_answers"):
            if name in vars(self):
                getattr(self, name).close()

    def _leave(self) -> None:
        if self.playing is not None:
            self.end()
            self._window.status.notice(tr("The lesson is left; open it again to go on."))

    def _keep(self) -> None:
        try:
            progress.keep(self._now.kept)
        except PointsFileError as error:
            self._window.status.notice(str(error))

    @property
    def _now(self) -> Playing:
        assert self.playing is not None
        return self.playing

    # Pages

    def turn(self, by: int) -> None:
        """Go so many pages on."""
        self.go_to(self._now.number + by)

    def go_to(self, number: int) -> None:
        """Show a page. `number`: from 1; beyond the ends nothing happens."""
        playing = self._now
        if not 1 <= number <= len(playing.pages) or number == playing.number:
            return
        playing.turn(number)
        self._keep()
        self._show()

    def _show(self) -> None:
        """Show the page anew, as it was made, whatever was done since."""
        playing = self._now
        page, number = playing.page, playing.number
        self._asked = None
        self._parts.stand_above(not self.card.is_beside)
        self.card.show_page(playing.title, number, len(playing.pages), playing.text_of(number))
        self._window.canvas.set_upcoming(None)
        self._keep_to_page()
        self._follow()
        if page.ask is None or not page.ask.vary or not playing.name:
            self._take_session(playing.file.lesson.session_of(page))
        self._controller.background.ask(partial(_ask, playing, number, playing.name), self._take)

    def _keep_to_page(self) -> None:
        playing = self._now
        self._controller.keep_to(rules_of(playing.page, playing.is_open(playing.number)))

    def _take_session(self, session: SavedSession) -> None:
        """Show what a page shows; theme, symbols, speed and motion stay those of who looks."""
        playing, mine, view = self._now, self._controller.view_state, session.view
        view = replace(
            view,
            switches=(view.switches - PERSONAL) | (mine.switches & PERSONAL),
            speed=mine.speed if view.speed is None else view.speed,
            symbols=mine.symbols if view.symbols == OWN_SYMBOLS else view.symbols,
            has_side_panel=mine.has_side_panel,
        )
        session, document = replace(session, view=view), session.document
        origin = f"lesson {playing.file.digest} {playing.page.session}"
        document = replace(document, origin=origin, title=playing.title, note="")
        now, visit = self._controller.document, session.place.visit
        if now.origin == origin and document.change_since(now) is Change.SAME and not session.place.arrivals:
            self._controller.change_view(**{name: getattr(view, name) for name in saved_fields(ViewState)})
            self._controller.post(lambda worker: moves.seek(worker, visit))
        else:
            self._filing.parts.take(session, document, is_safe=True)
        if playing.page.station is not None:
            self._parts.bring(playing.page.station, session.front_panels)

    # Questions

    def _take(self, answer: Asked | Reply | None) -> None:
        """Take what was worked out beside the window, of the page that is shown."""
        playing = self.playing
        if playing is None or answer is None or answer.number != playing.number:
            return
        if isinstance(answer, Reply):
            self._take_reply(answer)
            return
        self._asked, page = answer, playing.page
        self._follow()
        if page.ask is None:
            self.card.fit()
            return
        if page.ask.vary and playing.name:
            self._take_session(answer.session)
        is_open, given = playing.is_open(playing.number), playing.answer_to(playing.number)
        self.card.ask.ask(answer, page.ask.kind, given.value if given is not None else None, is_open)
        if is_open:
            self._window.canvas.set_upcoming(answer.point)
        if answer.judged is not None:
            self._say(answer.judged, is_open)
        elif answer.is_asked and not is_open:
            self.card.ask.say(answer.solution, None)
        self.card.fit()

    def _on_given(self, value: Value) -> None:
        playing = self._now
        if playing.is_open(playing.number):
            question = partial(_judge, playing, playing.number, value, playing.name)
            self._controller.background.ask(question, self._take)

    def _take_reply(self, reply: Reply) -> None:
        playing = self._now
        if reply.judged is None:
            self.card.ask.say(reply.problem, None)
            return
        playing.record(reply)
        self._keep()
        is_open = playing.is_open(playing.number)
        self._say(reply.judged, is_open)
        if not is_open:
            self._close()
        self.card.show_reply()

    def _say(self, judged: Judged, is_open: bool) -> None:
        again = tr("Try again, or have it shown.")
        self.card.ask.say(f"{judged.brief} {again}" if is_open else judged.why, judged.is_right)

    def _on_shown(self) -> None:
        playing, asked = self._now, self._asked
        if asked is None:
            return
        playing.tell(playing.number)
        self._keep()
        self.card.ask.say(asked.solution, None)
        self._close()
        self.card.show_reply()

    def _close(self) -> None:
        """Take no other answer, and let the run show what is right: the next visit comes, or the end."""
        ask = self._now.page.ask
        self.card.ask.shut()
        self._window.canvas.set_upcoming(None)
        self._keep_to_page()
        if ask is not None and ask.is_before:
            self._controller.post(moves.step)
        elif ask is not None and ask.is_of_end and "timeline" not in self._now.page.lock:
            self._controller.post(moves.go_to_end)

    def _take_digit(self, digit: int) -> bool:
        if self.playing is not None and self.card.ask.take_digit(digit):
            return True
        return self._window.answer_exercise(digit)

    def _on_view_changed(self, earlier: ViewState, state: ViewState) -> None:
        if self.playing is not None and state.is_presenting is not earlier.is_presenting:
            self.card.fit()

    # Name and answers

    def ask_name(self) -> None:
        """Let the student's name be typed."""
        dialog = QInputDialog(self._window)
        dialog.setWindowTitle(tr("Your name"))
        dialog.setLabelText(tr("It stands in the file that you hand in."))
        dialog.setTextValue(self._now.name)
        for field in dialog.findChildren(QLineEdit):
            field.setMaxLength(LONGEST_NAME)
        dialog.textValueSelected.connect(self.take_name)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def take_name(self, text: str) -> None:
        """Take the student's name; questions that vary are asked anew, with its numbers."""
        playing, name = self._now, readable(" ".join(text.split()))
        if not name.isprintable() or name == playing.name:
            return
        playing.rename(name)
        self._keep()
        if playing.page.ask is not None and playing.page.ask.vary:
            self._show()

    def hand_in(self) -> None:
        """Write the answers to a file; without a name that is asked for first."""
        playing = self._now
        if not playing.name:
            self.ask_name()
            self._window.status.notice(tr("Type your name, then hand in."))
            return
        suggestion = Path(self._filing.folder) / (file_name(playing.name, tr("answers")) + ANSWERS_SUFFIX)
        filters = {f"{tr('Answers')} (*{ANSWERS_SUFFIX})": ANSWERS_SUFFIX}
        path = ask_for_target(self._window, tr("Hand in"), suggestion, filters)
        if path is not None:
            self.write_answers(path)

    def write_answers(self, path: Path) -> None:
        """Write the answers to a file, and say how many there are. `path`: what is there is replaced."""
        playing = self._now
        try:
            lesson_file.write(path, playing.kept.answers)
        except PointsFileError as error:
            complain(self._window, str(error))
            return
        answered = sum(playing.answer_to(number) is not None for number in playing.file.lesson.asked())
        words = tr("Wrote {name}: {count} of {all} questions are answered.")
        count = len(playing.file.lesson.asked())
        self._window.status.notice(words.format(name=readable(path.name), count=answered, all=count))


def language() -> str:
    """Return the language of texts that is wanted, as its two letters."""
    return QLocale().name()[:2]


def _ask(playing: Playing, number: int, name: str, work: Work[object]) -> Asked:
    return playing.asked(number, name)


def _judge(playing: Playing, number: int, value: Value, name: str, work: Work[object]) -> Reply:
    return playing.judge(number, value, name)
