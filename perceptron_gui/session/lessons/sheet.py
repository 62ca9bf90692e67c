"""The questions of a lesson for paper, with room to write, and their solutions with the same numbers (L5)."""

from perceptron_gui.frozen import Frozen
from perceptron_gui.session.explanation.explain import step_summary
from perceptron_gui.session.formula.line import Formula
from perceptron_gui.session.lessons.lesson import Page
from perceptron_gui.session.lessons.marking import Marking
from perceptron_gui.session.lessons.standing import Standing, Unanswerable
from perceptron_gui.session.wording import counted
from perceptron_gui.session.worked.solution import MOST_POINTS, point_line, rules_text
from perceptron_gui.translation import tr

MODEL = frozenset({"model", "form"})
"""Parts that tell the weights: where both are hidden, or they are asked for, the paper does not tell them either."""
LINES, MOST_LINES = 4, 12
"""Lines to write on, and of a question with many numbers."""


class Item(Frozen):
    """A question on paper."""

    heading: str
    text: str  # the author's; formulas between $ $
    given: tuple[str, ...]  # rules, and where the run stands, each a line
    points: tuple[Formula, ...]
    parameters: tuple[Formula, ...]  # w and b there, where they are told
    question: str
    choices: tuple[str, ...]
    n_lines: int  # to write on
    solution: str  # empty on a sheet without solutions


class Sheet(Frozen):
    """What one student gets."""

    title: str
    name: str  # of the student; empty for a line to write it on
    items: tuple[Item, ...]


def sheet_of(marking: Marking, name: str = "", has_solutions: bool = False, language: str = "") -> Sheet:
    """Return the questions of a lesson for a student.

    `marking`: of the lesson. `name`: of the student, "" for nobody's. `has_solutions`: whether it also says what is
    right. `language`: the one that is wanted.
    """
    lesson = marking.lesson
    items: list[Item] = []
    for number in lesson.asked():
        page, at = lesson.pages[number - 1], marking.standing(number, name)
        text = page.text.in_language(language, lesson.language)
        items.append(_item(page, at, tr("Question {number}").format(number=len(items) + 1), text, has_solutions))
    return Sheet(lesson.title.in_language(language, lesson.language), name, tuple(items))


def _item(page: Page, at: Standing, heading: str, text: str, has_solutions: bool) -> Item:
    ask, dataset = page.ask, at.document.dataset
    assert ask is not None
    visit = at.session.place.visit
    given = [
        rules_text(at.document),
        tr("after {visits}").format(visits=counted("{count} visit", "{count} visits", visit)),
    ]
    if dataset.n_samples > MOST_POINTS:
        more = dataset.n_samples - MOST_POINTS
        given.append(counted("{count} point more is in the file.", "{count} points more are in the file.", more))
    try:
        question, solution = ask.words(at), ask.solution(at) if has_solutions else ""
        entries, choices = ask.entries(at), tuple(words for _, words in ask.choices(at))
    except Unanswerable as problem:
        question, solution, entries, choices = str(problem), "", (), ()
    return Item(
        heading=heading,
        text=text,
        given=tuple(given),
        points=tuple(point_line(dataset, i) for i in range(min(dataset.n_samples, MOST_POINTS))),
        parameters=() if ask.kind == "weights" or page.hide >= MODEL else _parameters(at),
        question=question,
        choices=choices,
        n_lines=0 if ask.kind == "choice" else min(LINES + sum(map(len, entries)), MOST_LINES),
        solution=solution,
    )


def _parameters(at: Standing) -> tuple[Formula, ...]:
    try:
        summary = step_summary(at.now)
    except Unanswerable:
        return ()
    return () if summary is None else summary.parameters
