"""A lesson as values: pages that show a session at a visit, with a text and at most one question; answers (L1, L6)."""

from __future__ import annotations

from abc import abstractmethod
from typing import Annotated, ClassVar

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import AbstractFrozen, Frozen, Meta, field, replace
from perceptron_gui.session import saved, wording
from perceptron_gui.session.exercises import grading
from perceptron_gui.session.lessons.standing import LONGEST_STAY, Standing, Unanswerable
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.view.switches import NAMES
from perceptron_gui.translation import tr

STATIONS = ("step", "form", "why", "run", "points")
"""In the order of the row (G8)."""
PARTS = (*STATIONS, "tools", "rules", "verdict", "bound", "counter", "timeline", "model")
"""What a page can hide or lock."""
COUNT = Meta(ge=1, le=saved.LONGEST_RUN)
"""Of the number of a point, a page, a choice or a class: all count from 1."""
Names = Annotated[frozenset[Annotated[str, saved.OneOf(PARTS)]], saved.FEW]


class Text(Frozen):
    """What an author has written, once or in several languages; formulas between $ $."""

    versions: tuple[tuple[str, str], ...] = ()  # language and text; without a language where one serves all

    def in_language(self, language: str, other: str = "") -> str:
        """Return the text in a language, of whatever country, else in another, else in the first there is; "" for none.

        `language`, `other`: by their codes, as "de" or "pt-BR".
        """
        found = {_spoken(code): text for code, text in reversed(self.versions)} | dict(self.versions)
        wanted = (language, _spoken(language), other, "")
        return next((found[each] for each in wanted if each in found), next((text for _, text in self.versions), ""))


def _spoken(code: str) -> str:
    """Return the code of a language without its country and script."""
    return code.replace("_", "-").partition("-")[0].lower()


class Proof(Frozen):
    """An answer to `separable`."""

    separable: bool
    # numbers of the points that prove it, where it is said that they are not
    points: Annotated[tuple[Annotated[int, COUNT], ...], Meta(max_length=10_000)] = ()


class Made(Frozen):
    """An answer to `make`."""

    session: SavedSession


Value = str | int | tuple[str, ...] | tuple[tuple[str, ...], ...] | Proof | Made
"""What a student has answered: a name, a number of a choice, what was typed, in rows for W, …"""


class Judged(Frozen):
    """What the engine says to an answer."""

    is_right: bool | None  # None where it is not counted, as the way of a vector that stays
    brief: str  # whether it is right, and what is wrong with it, but not what is right: after a first try
    why: str  # what is right, and why, with these numbers


def is_no_answer() -> Unanswerable:
    """Return the error for an answer of a kind that the question does not have."""
    return Unanswerable(tr("This answer does not fit the question."))


def not_counted(why: str) -> str:
    """Return what is said to an answer that is neither right nor wrong. `why`: what is the case."""
    return tr("Not counted: {moved}").format(moved=why)


def typed_row(value: Value) -> list[str]:
    """Return what was typed, row after row."""
    if not isinstance(value, tuple):
        raise is_no_answer()
    return [text for row in value for text in ((row,) if isinstance(row, str) else row)]


class Ask(AbstractFrozen, kw_only=True):
    """A question. Its kinds are in the registry of `questions`; all they know of a page is its `Standing`."""

    kind: ClassVar[str]
    """What it is called in a file."""
    is_before: ClassVar[bool] = False
    """Whether it asks about the next visit, which is to come after the answer."""
    is_proved: ClassVar[bool] = False
    """Whether the plane can show why what is right is so: the street, or hulls that meet."""
    vary: bool = False  # whether every name gets its own numbers (L4)

    @property
    def is_of_end(self) -> bool:
        """Whether it asks about the end of the run."""
        return False

    @property
    def takes_plane(self) -> bool:
        """Whether it is answered by changing points or start weights, as the mouse does it on the plane."""
        return False

    @property
    def told_by(self) -> frozenset[str]:
        """Names of the parts of the window that tell the answer; what comes after the page's visit is veiled anyhow."""
        return frozenset()

    def shown_by(self, at: Standing, other: Snapshot) -> frozenset[str]:
        """Return the names of the parts that would tell the answer on another page of the same points and rules.

        `other`: the run as it stands there.
        """
        return frozenset()

    def problem(self, page: SavedSession) -> str:
        """Say what does not fit the page, as far as no run is needed for that; "" where nothing is known.

        `page`: what it shows.
        """
        return ""

    def idle(self, page: SavedSession) -> frozenset[str]:
        """Return the names of fields that say nothing on a page, as the question is now."""
        return frozenset()

    @abstractmethod
    def words(self, at: Standing) -> str:
        """Return the question in a sentence or two."""

    def choices(self, at: Standing) -> tuple[tuple[Value, str], ...]:
        """Return what can be picked, each with its words; nothing where the answer is typed, drawn or made."""
        return ()

    def entries(self, at: Standing) -> tuple[tuple[str, ...], ...]:
        """Return the names of the numbers that are typed, in rows; nothing where the answer is no such."""
        return ()

    def require(self, at: Standing) -> None:
        """Raise `Unanswerable` where no answer can be judged, or none is right."""

    @abstractmethod
    def is_right(self, at: Standing, value: Value) -> bool | None:
        """Whether an answer is right; None where it is not counted.

        Raises `Unanswerable` where it is none to this question, or the engine does not know.
        """

    @abstractmethod
    def remark(self, at: Standing, value: Value) -> str:
        """Return what an answer is, in a sentence or two: of a wrong one why, without a word of what is right."""

    def judge(self, at: Standing, value: Value) -> Judged:
        """Judge an answer in words. Raises `Unanswerable` as `is_right`."""
        is_right = self.is_right(at, value)
        if is_right is None:
            return Judged(None, "", not_counted(self.explained(at)))
        brief = wording.together(grading.praise(is_right), self.remark(at, value))
        return Judged(is_right, brief, wording.together(brief, self.solution(at)))

    def solution(self, at: Standing) -> str:
        """Return what is right and why, in sentences with these numbers. Raises `Unanswerable` as `require`."""
        if self not in at.solutions:
            self.require(at)
            at.solutions[self] = self.explained(at)
        return at.solutions[self]

    @abstractmethod
    def explained(self, at: Standing) -> str:
        """Return what `solution` remembers."""


class Page(Frozen):
    """A page: a session at a visit, what is said beside it, what is shown, hidden and locked, and what is asked."""

    session: str = ""  # name of a session of the lesson; "" is the first
    # visits completed where it stands; None is where the session stands
    visit: Annotated[int, Meta(ge=0, le=LONGEST_STAY)] | None = None
    text: Text = Text()
    notes: Text = Text()  # for the lecturer alone
    station: Annotated[str, saved.OneOf(STATIONS)] | None = None  # which is in front; None as the session has it
    # names of switches that are on beside those of the session
    show: Annotated[frozenset[Annotated[str, saved.OneOf(tuple(sorted(NAMES)))]], saved.FEW] = frozenset()
    hide: Names = frozenset()  # parts that are nowhere, nor what they would tell
    lock: Names = frozenset()  # parts that are seen and stay as they are
    ask: Ask | None = None


MOST_PAGES, MOST_SESSIONS = 200, 100


class Lesson(Frozen):
    """What stands in a lesson's file."""

    title: Text = Text()
    language: str = "en"  # in which its texts are, where they do not say it
    minutes: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    sessions: dict[str, SavedSession] = field(default_factory=dict)  # by their names in the pages; not to be changed
    pages: Annotated[tuple[Page, ...], Meta(max_length=MOST_PAGES)] = ()

    def session_of(self, page: Page) -> SavedSession:
        """Return what a page shows: its session at its visit, with its switches on."""
        return self.placed(self.sessions[page.session or next(iter(self.sessions))], page)

    @staticmethod
    def placed(session: SavedSession, page: Page) -> SavedSession:
        """Return a session at the visit of a page, with its switches on."""
        place = session.place
        if page.visit is not None and page.visit != place.visit:
            place = replace(place, visit=page.visit, digest="")
        view = replace(session.view, switches=session.view.switches | page.show)
        return replace(session, place=place, view=view)

    def asked(self) -> list[int]:
        """Return the numbers of the pages with a question, from 1."""
        return [number for number, page in enumerate(self.pages, 1) if page.ask is not None]


def lesson_of(session: SavedSession) -> Lesson:
    """Return a session as a lesson of one page."""
    title = Text((("", session.document.title),)) if session.document.title else Text()
    note = Text((("", session.document.note),)) if session.document.note else Text()
    return Lesson(title, sessions={"": session}, pages=(Page(text=note),))


LONGEST_NAME = 200
"""Characters of a student's name."""


class Answer(Frozen):
    """An answer to a page."""

    page: Annotated[int, COUNT]  # its number
    value: Value
    tries: Annotated[int, COUNT] | None = None  # how often it was answered; None where that was not counted
    seconds: Annotated[int, Meta(ge=0, le=10**9)] | None = None  # since the page was opened first


class Answers(Frozen):
    """What a student hands in; nothing in it says what is right."""

    lesson: str  # SHA-256 of the bytes of the lesson's file, in hexadecimal digits
    name: str
    answers: Annotated[tuple[Answer, ...], Meta(max_length=10_000)] = ()

    def with_answer(self, answer: Answer) -> Answers:
        """Return the answers with one more, in the place of an earlier one to the same page."""
        others = tuple(each for each in self.answers if each.page != answer.page)
        return replace(self, answers=(*others, answer))
