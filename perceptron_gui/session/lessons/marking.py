"""Answers judged anew by the engine: one entry for window, command line and sheets (L5, L6)."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress

import numpy as np

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.document import Change, Document
from perceptron_gui.session.exercises.exercise import hide_future
from perceptron_gui.session.lessons.lesson import STATIONS, Answer, Answers, Ask, Judged, Lesson, Made, Page, Value
from perceptron_gui.session.lessons.page_rules import rules_of
from perceptron_gui.session.lessons.standing import Standing, TooLong, Unanswerable, name_key, seed_of, signs_of, varied
from perceptron_gui.session.wording import joined
from perceptron_gui.translation import tr

MOST_KEPT = 1_000
"""Pages with the numbers of one name that are remembered, and answers that were judged."""
MOST_ATTEMPTS = 8
"""Orders that are tried for a name: with some a run ends before the page."""
MOST_WORDS = 60
LETTERS_PER_WORD = 1.6
"""Of a text in Chinese or Japanese, which has no blanks between its words."""
APART = frozenset(":;!?«»–—")
"""Signs that some languages part from their words."""
IDEOGRAPHS = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
"""Of a page's text: more is not read in a hall."""


def n_words(text: str) -> int:
    """Return how many words a text has, in any script."""
    apart, n_letters = IDEOGRAPHS.subn(" ", text)
    return sum(word not in APART for word in apart.split()) + round(n_letters / LETTERS_PER_WORD)


class Mark(Frozen):
    """The marks of a student."""

    name: str
    right: tuple[int, ...]  # 1 or 0 for each page with a question, in their order
    problems: tuple[str, ...] = ()  # sentences about answers that could not be judged

    @property
    def n_right(self) -> int:
        """How many answers are right."""
        return sum(self.right)


class Marking:
    """Judges answers to one lesson, and remembers the runs that it has made.

    `lesson`, `digest`: of the file. `language`: in which is told why. `look`: is called on long ways, and may raise.
    """

    def __init__(
        self, lesson: Lesson, digest: str = "", language: str = "", look: Callable[[], object] = tuple
    ) -> None:
        self.lesson, self.digest, self._language, self.look = lesson, digest, language, look
        self._standings: dict[tuple[object, ...], Standing] = {}
        self._marks: dict[tuple[int, str, Value], int] = {}

    def standing(self, number: int, name: str = "") -> Standing:
        """Return where a page stands for a student.

        `number`: of the page, from 1. `name`: "" is nobody's: the author's numbers.
        """
        page, whose = self.lesson.pages[number - 1], self._whose(number, name)
        if page.ask is None or not whose:
            return self._standing(page)
        for attempt in range(MOST_ATTEMPTS):
            found = self._standing(page, whose, attempt)
            try:
                page.ask.require(found)
            except TooLong:
                return found
            except Unanswerable:
                continue
            return found
        return self._standing(page, whose, None)

    def _standing(self, page: Page, name: str = "", attempt: int | None = 0) -> Standing:
        """Return where pages with the same place of the same run stand.

        `name`: whose numbers it has; "" is the author's. `attempt`: which of the orders of the name; None for that of
        the author.
        """
        key = page.session, page.visit, page.show, name, attempt
        if key not in self._standings:
            if len(self._standings) >= MOST_KEPT:
                self._standings.clear()
            languages, base = (self._language, self.lesson.language), self._base(page, name, attempt)
            self._standings[key] = Standing(Lesson.placed(base.session, page), languages, self.look, base)
        return self._standings[key]

    def _base(self, page: Page, name: str, attempt: int | None) -> Standing:
        """Return where the session of a page stands by itself; see `_standing`."""
        key = page.session, name, attempt
        if key not in self._standings:
            session, signs = self.lesson.sessions[page.session or next(iter(self.lesson.sessions))], None
            if name:
                seed = seed_of(name, self.digest, attempt or 0)
                signs = signs_of(session.document, seed)
                session = varied(session, seed, reorders=attempt is not None)
            self._standings[key] = Standing(session, look=self.look, signs=signs)
        return self._standings[key]

    def _whose(self, number: int, name: str) -> str:
        """Return the name whose numbers a page has: nobody's, where all have the same."""
        ask = self.lesson.pages[number - 1].ask
        return name if ask is not None and ask.vary else ""

    def judge(self, number: int, value: Value, name: str = "") -> Judged:
        """Judge an answer.

        `number`: of the page, from 1. `name`: of the student. Raises `Unanswerable` when the page asks nothing, the
        answer is to another question, or the engine does not know.
        """
        return self._asked_by(number).judge(self.standing(number, name), value)

    def _asked_by(self, number: int) -> Ask:
        page = self.lesson.pages[number - 1] if 1 <= number <= len(self.lesson.pages) else None
        if page is None or page.ask is None:
            raise Unanswerable(tr("Page {page} has no question.").format(page=number))
        return page.ask

    def problems(self) -> list[str]:
        """Return what an author should look at before the lesson is given, in sentences with the numbers of pages."""
        words = tr("Page {page}: {problem}")
        numbers = range(1, len(self.lesson.pages) + 1)
        return [words.format(page=number, problem=each) for number in numbers for each in self.flaws(number)]

    def flaws(self, number: int, parts: Mapping[str, str] | None = None) -> list[str]:
        """Return what an author should look at on a page, in sentences.

        `number`: of the page, from 1. `parts`: what parts are called, before translation; their names in a file where
        it is None.
        """
        page = self.lesson.pages[number - 1]
        problem = page.ask.problem(self.lesson.session_of(page)) if page.ask is not None else ""
        said = [problem or self._flaw(number)]
        for _, text in page.text.versions:
            if n_words(text) > MOST_WORDS:
                said.append(tr("the text has more than {most} words.").format(most=MOST_WORDS))
        seen = page.ask.told_by - page.hide if page.ask is not None else ()
        if seen:
            names = [tr(parts[name]) if parts is not None else name for name in sorted(seen)]
            said.append(tr("the answer is visible here. Hide: {parts}.").format(parts=joined(names)))
        for earlier, told in self._told_before(number):
            names = [tr(parts[name]) if parts is not None else name for name in sorted(told)]
            words = tr("page {page} already shows the answer, in {parts}.")
            said.append(words.format(page=earlier, parts=joined(names)))
        return [each for each in said if each]

    def _told_before(self, number: int) -> Iterator[tuple[int, frozenset[str]]]:
        """Yield the earlier pages that show what a page asks, by their numbers, each with the parts that tell it.

        What a student finds who runs on, or looks for it, counts for nothing.
        """
        ask, at = self.lesson.pages[number - 1].ask, self.standing(number)
        for earlier, other in enumerate(self.lesson.pages[: number - 1] if ask is not None else (), 1):
            if ask is not None and _is_run_of(self.lesson.session_of(other).document, at.document):
                away = rules_of(other, is_open=False).hide | {name for name in STATIONS if name != other.station}
                with suppress(Unanswerable):
                    told = (ask.shown_by(at, state) - away for state in _seen_on(other, self.standing(earlier)))
                    if found := frozenset().union(*told):
                        yield earlier, found

    def _flaw(self, number: int) -> str:
        """Say why a page cannot be shown, or its question not be judged; "" where it can."""
        ask = self.lesson.pages[number - 1].ask
        try:
            at = self.standing(number)
            if at.document.dataset.n_samples:
                at.at("page")
            if ask is not None:
                ask.solution(at)
        except Unanswerable as problem:
            return str(problem)
        return ""

    def mark(self, answers: Answers) -> Mark:
        """Judge all that somebody has handed in: of two answers to a page the last counts."""
        last = {answer.page: answer for answer in answers.answers}
        problems = []
        right = dict.fromkeys(self.lesson.asked(), 0)
        for number, answer in sorted(last.items()):
            try:
                right[number] = self._mark_of(answer, answers.name)
            except Unanswerable as problem:
                words = tr("{name}, page {page}: {problem}")
                problems.append(words.format(name=answers.name, page=number, problem=problem))
        return Mark(answers.name, tuple(right[number] for number in self.lesson.asked()), tuple(problems))

    def _mark_of(self, answer: Answer, name: str) -> int:
        """Return what an answer counts, of which a class gives many that are alike: 1 or 0.

        What is not counted is nobody's fault.
        """
        ask = self._asked_by(answer.page)
        key = answer.page, self._whose(answer.page, name), answer.value
        # Nobody makes what others have made; and who has own numbers answers once.
        if key[1] or isinstance(answer.value, Made):
            return int(ask.is_right(self.standing(answer.page, name), answer.value) is not False)
        if key not in self._marks:
            if len(self._marks) >= MOST_KEPT:
                self._marks.clear()
            self._marks[key] = int(ask.is_right(self.standing(answer.page), answer.value) is not False)
        return self._marks[key]


def _seen_on(page: Page, at: Standing) -> Iterator[Snapshot]:
    """Yield what a page shows of its run: where it stands, and what comes once its question is answered."""
    if page.ask is None or not page.ask.is_before:
        yield at.now
    else:
        yield from (hide_future(at.now), at.following)
    if page.ask is not None and page.ask.is_of_end and "timeline" not in page.lock:
        yield at.end


def _is_run_of(one: Document, other: Document) -> bool:
    """Whether two documents have the same points and rules, and so the same run."""
    a, b = one.dataset, other.dataset
    is_same = np.array_equal(a.X, b.X) and np.array_equal(a.labels, b.labels)
    return is_same and replace(one, dataset=b).change_since(other) is Change.SAME


def several_of_one(names: Iterable[str]) -> list[str]:
    """Return the names that stand there more than once, however they are written, each as it stands first."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(name_key(name), []).append(name)
    return [written[0] for written in found.values() if len(written) > 1]
