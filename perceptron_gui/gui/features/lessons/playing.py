"""A lesson that is being played: its page, the answers so far, and what the engine says to them, without a window."""

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from perceptron_gui.files.lessons import lesson_file, progress
from perceptron_gui.frozen import Frozen, Mutable, replace
from perceptron_gui.session.document import Document
from perceptron_gui.session.lessons import lesson, marking, standing
from perceptron_gui.session.lessons.page_rules import rules_of
from perceptron_gui.session.lessons.questions import Make
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.wording import together
from perceptron_gui.translation import tr

MOST_TRIES = 2
"""After so many it is said what is right."""


class Asked(Frozen):
    """A page with its question, worked out beside the window."""

    number: int  # of the page
    session: SavedSession  # what it shows: of a question that varies with the numbers of a name
    words: str = ""  # the question; why there is none, where the engine does not know
    choices: tuple[tuple[lesson.Value, str], ...] = ()
    entries: tuple[tuple[str, ...], ...] = ()
    # of a question about the next visit: the point that comes, and the row of the weights that it is about
    point: int | None = None
    row: int = 0
    is_asked: bool = False  # whether there is a question that can be answered
    judged: lesson.Judged | None = None  # what is said to the answer that there is
    solution: str = ""
    example: Document | None = None  # where something is to be made: what makes it, if that was found
    can_show: bool = False  # whether what is right can be shown


class Reply(Frozen):
    """What the engine says to an answer."""

    number: int  # of the page
    value: lesson.Value
    judged: lesson.Judged | None
    problem: str = ""  # why it could not be judged; such an answer is none


class Playing(Mutable, dict=True):
    """One lesson. What takes long is asked beside the window, one question after the other."""

    path: Path
    file: lesson_file.LessonFile
    language: str  # that is wanted
    kept: progress.Progress
    is_tried: bool = False  # whether by its author: then nothing is kept on disk

    def __post_init__(self) -> None:
        """Begin where it was left."""
        self._marking = marking.Marking(self.file.lesson, self.file.digest, self.language)
        self._lock = threading.Lock()
        self._opened: dict[int, float] = {}
        self.turn(self.kept.page)

    @property
    def pages(self) -> Sequence[lesson.Page]:
        """All pages."""
        return self.file.lesson.pages

    @property
    def number(self) -> int:
        """The number of the page that is shown."""
        return self.kept.page

    @property
    def page(self) -> lesson.Page:
        """The page that is shown."""
        return self.pages[self.number - 1]

    @property
    def name(self) -> str:
        """The student's; empty until it is typed."""
        return self.kept.answers.name

    @property
    def varies(self) -> bool:
        """Whether some question has other numbers for every name."""
        return any(page.ask is not None and page.ask.vary for page in self.pages)

    def turn(self, number: int) -> None:
        """Go to a page. `number`: from 1; beyond the ends the nearest."""
        number = min(max(number, 1), len(self.pages))
        self.kept = replace(self.kept, page=number)
        self._opened.setdefault(number, time.monotonic())

    def rename(self, name: str) -> None:
        """Take the student's name; what was made, answered or told of the numbers of another one goes."""
        kept, answers = self.kept, self.kept.answers
        if standing.name_key(name) != standing.name_key(self.name):
            others = {number for number, page in enumerate(self.pages, 1) if page.ask is not None and page.ask.vary}
            left = tuple(each for each in kept.left if each.page not in others)
            kept = replace(kept, left=left, told=tuple(number for number in kept.told if number not in others))
            answers = replace(answers, answers=tuple(each for each in answers.answers if each.page not in others))
        self.kept = replace(kept, answers=replace(answers, name=name))

    def left_on(self, number: int) -> Document | None:
        """Return what stood on a page where something is made when it was left, or was answered; None for nothing."""
        answer = next((each for each in self.kept.left if each.page == number), self.answer_to(number))
        return answer.value.session.document if answer is not None and isinstance(answer.value, lesson.Made) else None

    def leave(self, number: int, document: Document) -> None:
        """Note what stands on a page where something is made."""
        made = lesson.Answer(number, lesson.Made(SavedSession(document=document)))
        self.kept = replace(self.kept, left=(*(each for each in self.kept.left if each.page != number), made))

    def answer_to(self, number: int) -> lesson.Answer | None:
        """Return the last answer to a page."""
        return next((each for each in reversed(self.kept.answers.answers) if each.page == number), None)

    def is_open(self, number: int) -> bool:
        """Whether a page has a question to which an answer is taken."""
        return self.pages[number - 1].ask is not None and number not in self.kept.told

    def text_of(self, number: int) -> str:
        """Return the text of a page."""
        lesson = self.file.lesson
        return self.pages[number - 1].text.in_language(self.language, lesson.language)

    @property
    def title(self) -> str:
        """The lesson's title, or its file's name."""
        lesson = self.file.lesson
        return lesson.title.in_language(self.language, lesson.language) or self.path.stem

    def record(self, reply: Reply) -> None:
        """Take an answer that was judged; once it is right, or for the last time wrong, no other one is taken."""
        earlier = self.answer_to(reply.number)
        tries = 1 + (earlier.tries or 0 if earlier is not None else 0)
        seconds = round(time.monotonic() - self._opened.get(reply.number, time.monotonic()))
        answer = lesson.Answer(reply.number, reply.value, tries, seconds)
        self.kept = replace(self.kept, answers=self.kept.answers.with_answer(answer))
        if reply.judged is None or reply.judged.is_right is not False or tries >= MOST_TRIES:
            self.tell(reply.number)

    def tell(self, number: int) -> None:
        """Let it be said what is right on a page."""
        if number not in self.kept.told:
            self.kept = replace(self.kept, told=(*self.kept.told, number))

    # Beside the window

    def asked(self, number: int, name: str, look: Callable[[], object] = tuple) -> Asked:
        """Return a page with its question.

        `name`: of the student; "" is nobody's. `look`: is called on long ways, and may raise to give it up.
        """
        with self._lock:
            page, at = self.pages[number - 1], self._marking.standing(number, name)
            at.look, asked = look, Asked(number, at.session)
            try:
                return asked if page.ask is None else self._questioned(asked, at, page, name)
            finally:
                at.look = tuple  # an answer is judged to the end

    def _questioned(self, asked: Asked, at: standing.Standing, page: lesson.Page, name: str) -> Asked:
        ask = page.ask
        assert ask is not None
        try:
            asked = replace(asked, words=ask.words(at), choices=ask.choices(at), entries=ask.entries(at))
            if ask.is_before:
                after = at.following
                assert after.last is not None
                row = after.model.row_of(int(after.dataset.labels[after.last.point]))
                asked = replace(asked, point=after.last.point, row=row)
            answer = self.answer_to(asked.number)
            judged = self._marking.judge(asked.number, answer.value, name) if answer is not None else None
            asked = replace(asked, is_asked=True, judged=judged, solution=ask.solution(at), can_show=True)
            return self._with_example(asked, at, page) if isinstance(ask, Make) else asked
        except standing.Unanswerable as problem:
            return replace(asked, words=str(problem))

    def _with_example(self, asked: Asked, at: standing.Standing, page: lesson.Page) -> Asked:
        """Return a question that is answered by making something with one way to do it; or say that none is known."""
        assert isinstance(page.ask, Make)
        found = page.ask.example(at, rules_of(page, is_open=True).refusal)
        if found is not None:
            return replace(asked, example=found)
        words = tr("The program found no way to do it, so it cannot show you one.")
        return replace(asked, can_show=False, words=together(asked.words, words))

    def judge(self, number: int, value: lesson.Value, name: str) -> Reply:
        """Return what the engine says to an answer."""
        with self._lock:
            try:
                return Reply(number, value, self._marking.judge(number, value, name))
            except standing.Unanswerable as problem:
                return Reply(number, value, None, str(problem))
