"""Shows the pages of a lesson in the window, and takes the answers to their questions (L1, L3)."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QMenu

from perceptron_gui.files.lessons import progress
from perceptron_gui.frozen import replace
from perceptron_gui.gui.features.lessons.lesson_card import LessonCard
from perceptron_gui.gui.features.lessons.page_parts import PageParts
from perceptron_gui.gui.features.lessons.playing import Asked, Playing, Reply
from perceptron_gui.gui.filing.autosave_warning import show_trouble
from perceptron_gui.gui.filing.unsaved_copy import RETRY_MS
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import Change, Document, Place
from perceptron_gui.session.lessons import lesson, page_rules
from perceptron_gui.session.lessons.questions import Make
from perceptron_gui.session.saved import saved_fields, saved_session
from perceptron_gui.session.view import switches, view_state
from perceptron_gui.session.wording import together
from perceptron_gui.session.worker import background
from perceptron_gui.session.worker import training_worker as moves
from perceptron_gui.translation import N_, tr

PERSONAL = frozenset(switch.name for switch in switches.SWITCHES if switch.menu == "view")
"""Switches of whoever looks, not of a lesson: reduced motion, the card of a hall."""
KEEP_MS = 1000
"""How long after a change what was made is kept."""
TakeSession = Callable[[saved_session.SavedSession, Document, bool], None]


class Player(QObject):
    """Plays one lesson at a time, page by page.

    `take_session`: shows a session with its document, and whether that counts as saved. `playing`: the lesson, if any.
    `asked`: the page that is shown with its question, once that is worked out. `changed`: one of these is another.
    """

    changed = Signal()

    def __init__(self, window: MainWindow, pages: QMenu, take: TakeSession, may_turn: Callable[[], bool]) -> None:
        """Make the card; `pages` is the menu that it opens. `may_turn`: whether another page may be shown."""
        super().__init__(window)
        self._window, self._controller, self._take_session, self._may_turn = window, window.controller, take, may_turn
        self.playing: Playing | None = None
        self._is_turned, self._later = True, QTimer(self, singleShot=True, interval=KEEP_MS)
        self._later.timeout.connect(self._keep_later)
        self._retry = QTimer(self, singleShot=True, interval=RETRY_MS)
        self._retry.timeout.connect(self._keep_later)
        self.asked: Asked | None = None
        self._kept: progress.Progress | None = None
        self._given: Callable[[], Reply] | None = None  # judges the answer that is not judged yet
        self._parts = PageParts(window)
        self.card = LessonCard(window, pages)
        self.card.hide()  # until there is a lesson: a menu may have asked for one
        self.card.ask.given.connect(self._on_given)
        self.card.ask.shown.connect(self._on_shown)
        self.card.placed.connect(self._parts.take_counter)
        window.take_digit = self._take_digit
        window.controller.view_changed.connect(self._on_view_changed)
        window.controller.document_changed.connect(self._note_made)
        window.closing.connect(lambda: self._keep_later(is_last=True))

    @property
    def now(self) -> Playing:
        """The lesson; there is one."""
        assert self.playing is not None
        return self.playing

    # Coming and going

    def begin(self, playing: Playing) -> None:
        """Play a lesson from the page where it was left."""
        self._keep_later(is_last=True)  # an answer that is not judged yet is to the one before
        self.playing = playing
        self.keep()
        self.card.show()
        self.card.fit()
        self.show()

    def end(self) -> None:
        """Put the lesson away; what was answered is kept."""
        self.keep()
        self._retry.stop()
        self._window.status.end_warning(self)
        self.playing = self.asked = None
        self._controller.background.ask(None, self._take)
        self.card.ask.clear()
        self.card.put_away()
        self._window.canvas.set_upcoming(None)
        self._window.canvas.animation.turns = False
        self._controller.keep_to(None)
        self._window.canvas.setFocus()
        self.changed.emit()

    def keep(self) -> None:
        """Keep how far the student has come, with an answer that is not judged yet."""
        if self._given is not None:
            self._controller.background.ask(None, self._take_reply)
            self._take_reply(self._given())
        if self.now.is_tried or self.now.kept is self._kept:  # another window may have come further
            return
        self._later.stop()
        trouble = progress.keep(self.now.kept)
        if trouble is None or trouble.folder is not None:
            self._kept = self.now.kept
        else:
            self._retry.start()
        show_trouble(self._window.status, self, trouble, tr("Hand in your answers before you leave."))

    def _keep_later(self, is_last: bool = False) -> None:
        if self.playing is not None and (is_last or self._given is None):  # else it is kept once that is judged
            self.keep()

    def _note_made(self, document: Document) -> None:
        """Keep what was changed where something is to be made, so that it is there when the page comes back."""
        playing = self.playing
        if playing is None or playing.is_tried or not isinstance(playing.page.ask, Make):
            return
        if playing.page.ask.vary and self.asked is None:
            return  # the page before is still on the plane
        number, page = playing.number, playing.file.lesson.session_of(playing.page).document
        if document.origin != self._origin:
            return
        if playing.left_on(number) is not None or document.change_since(page) is not Change.SAME:
            playing.leave(number, document)
            self._controller.history.mark_saved(document, is_whole=True)
            self._window.show_title()
            self._later.start()

    @property
    def _origin(self) -> str:
        """By which a document is known to be the one of the page."""
        return f"lesson {self.now.file.digest} {self.now.page.session}"

    # Pages

    def go_to(self, number: int) -> None:
        """Show a page. `number`: from 1; beyond the ends nothing happens."""
        playing = self.now
        if not 1 <= number <= len(playing.pages) or number == playing.number or not self._may_turn():
            return
        playing.turn(number)
        self.keep()
        self.show()

    def show_again(self) -> None:
        """Show the page as it was made; undo brings back what was there."""
        self.keep()
        self.show(is_turned=False)

    def show(self, is_turned: bool = True) -> None:
        """Show the page anew, as it was made, whatever was done since.

        `is_turned`: whether undo takes back only what is changed from now on, not what was done on this page before.
        """
        playing, self._is_turned = self.now, is_turned
        page, number = playing.page, playing.number
        self.asked = None
        self.card.show_page(playing.title, number, len(playing.pages), playing.text_of(number))
        self._window.canvas.set_upcoming(None)
        self._keep_to_page()
        self.changed.emit()
        if page.ask is None or not page.ask.vary or not playing.name:
            self._show_session(playing.file.lesson.session_of(page))
        self._controller.background.ask(partial(_ask, playing, number, playing.name), self._take)

    def _keep_to_page(self) -> None:
        playing = self.now
        self._controller.keep_to(page_rules.rules_of(playing.page, playing.is_open(playing.number)))

    def _show_session(self, session: saved_session.SavedSession) -> None:
        """Show what a page shows; theme, symbols, speed and motion stay those of who looks."""
        playing, mine, view = self.now, self._controller.view_state, session.view
        rules = page_rules.rules_of(playing.page, is_open=False)
        view = replace(
            view,
            switches=rules.left_on(view.switches - PERSONAL) | (mine.switches & PERSONAL),
            speed=mine.speed if view.speed is None else view.speed,
            symbols=mine.symbols if view.symbols == switches.OWN_SYMBOLS else view.symbols,
            has_side_panel=mine.has_side_panel,
        )
        left, origin = playing.left_on(playing.number) if self._is_turned else None, self._origin
        if left is not None and left.change_since(session.document) is not Change.SAME:
            session = replace(session, document=left, place=Place())
            view = replace(saved_session.usable_view(view, left), selection=())  # its numbers may mean other points
        document = replace(session.document, origin=origin, title=playing.title, note="")
        now = self._controller.document
        self._window.gestures.give_up()  # what is being dragged would land on this page
        self._window.canvas.animation.turns = True
        is_same = now.origin == origin and document.change_since(now) is Change.SAME
        is_named = (document.settings, document.dataset.classes) == (now.settings, now.dataset.classes)
        if is_same and is_named and not session.place.arrivals:
            self._controller.change_view(**{name: getattr(view, name) for name in saved_fields(view_state.ViewState)})
            self._controller.load(now, place=session.place)  # what a later page has run is not known here
        else:
            self._take_session(replace(session, view=view), document, True)
        if self._is_turned and not playing.is_tried:  # its author may want back what was in the window before
            self._controller.begin_history()
            self._is_turned = False
        if playing.page.station is not None:
            self._parts.bring(playing.page.station, session.front_panels)

    # Questions

    def _take(self, asked: Asked) -> None:
        """Take what was worked out beside the window, of the page that is shown."""
        if self.playing is not None and asked.number == self.playing.number:
            self.asked = asked
            self._put(asked)
            self.changed.emit()

    def _put(self, asked: Asked) -> None:
        playing, page = self.now, self.now.page
        if page.ask is None:
            return
        if page.ask.vary and playing.name:
            self._show_session(asked.session)
        is_open, given = playing.is_open(playing.number), playing.answer_to(playing.number)
        self.card.ask.ask(asked, page.ask.kind, given.value if given is not None else None, is_open)
        if is_open:
            self._window.canvas.set_upcoming(asked.point)
        if asked.judged is not None:
            self._say(asked.judged, is_open)
        elif asked.is_asked and not is_open:
            self.card.ask.say(asked.solution, None)
        self.card.fit()
        self.card.take_keys(is_open)
        choices = [f"{number}  {words}" for number, (_, words) in enumerate(asked.choices * is_open, 1)]
        self._window.told.emit("\n".join([asked.words, *choices, self.card.ask.reply.text()]))

    def _on_given(self, value: lesson.Value) -> None:
        self.keep()  # one after the other: once one is right no other is taken
        if self.now.is_open(self.now.number):
            given = self._given = partial(self.now.judge, self.now.number, value, self.now.name)
            self._controller.background.ask(lambda _: given(), self._take_reply)

    def _take_reply(self, reply: Reply) -> None:
        playing, self._given = self.now, None
        if reply.judged is not None:
            playing.record(reply)
        self.keep()
        if reply.number != playing.number:
            return
        if reply.judged is None:
            self.card.ask.say(reply.problem, None)
        else:
            is_open = playing.is_open(playing.number)
            self._say(reply.judged, is_open)
            if not is_open:
                self._close()
        self.card.show_reply()

    def _say(self, judged: lesson.Judged, is_open: bool) -> None:
        again = tr("Try again, or press Show me.")
        self.card.ask.say(together(judged.brief, again) if is_open else judged.why, judged.is_right)

    def _on_shown(self) -> None:
        self.keep()
        asked = self.asked
        if asked is None or not self.now.is_open(self.now.number):
            return
        self.now.tell(self.now.number)
        self.keep()
        self.card.ask.say(asked.solution, None)
        self._close()
        if asked.example is not None:
            now = self._controller.document
            shown = replace(asked.example, origin=now.origin, title=now.title, note=now.note)
            self._controller.edit(shown, N_("an example"))
            self.card.ask.say(together(asked.solution, tr("The plane shows one way to do it.")), None)
            self._controller.post(moves.go_to_end)
        self.card.show_reply()

    def _close(self) -> None:
        """Take no other answer, and let the run show what is right: the next visit comes, or the end."""
        page, asked = self.now.page, self.asked
        self.card.shut()
        self._window.canvas.set_upcoming(None)
        self._keep_to_page()
        if page.ask is None or asked is None or isinstance(page.ask, Make):
            return
        if self._controller.document.change_since(asked.session.document) is not Change.SAME:
            self._show_session(asked.session)  # whoever has wandered off was asked about the page
        if page.ask.is_before:
            self._controller.post(moves.step)
        elif page.ask.is_of_end and "timeline" not in page.lock:
            self._controller.post(moves.go_to_end)

    def _take_digit(self, digit: int) -> bool:
        is_taken = self.playing is not None and self.card.ask.take_digit(digit)
        return is_taken or self._window.answer_exercise(digit)

    def _on_view_changed(self, earlier: view_state.ViewState, state: view_state.ViewState) -> None:
        if self.playing is not None and state.is_presenting is not earlier.is_presenting:
            self.card.fit()
            self.card.take_keys(self.asked is not None and self.now.is_open(self.now.number))


def _ask(playing: Playing, number: int, name: str, work: background.Work[object]) -> Asked:
    return playing.asked(number, name, work.look)
