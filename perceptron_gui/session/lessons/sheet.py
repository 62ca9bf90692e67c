"""The questions of a lesson for paper, with room to write, and their solutions with the same numbers (L5)."""

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.exercises.exercise import hidden_points
from perceptron_gui.session.formula.line import Formula
from perceptron_gui.session.lessons.lesson import Ask, Page
from perceptron_gui.session.lessons.marking import Marking
from perceptron_gui.session.lessons.page_rules import PageRules, rules_of
from perceptron_gui.session.lessons.standing import Standing, Unanswerable
from perceptron_gui.session.messages.model_line import model_line
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.wording import counted
from perceptron_gui.session.worked.solution import MOST_POINTS, point_line, rules_text
from perceptron_gui.translation import tr

MODEL, WEIGHTS = frozenset({"model", "form"}), frozenset({"model", "form", "step"})
"""Parts that tell the model: where both are hidden, the paper does not tell it either; and what tells w when asked."""
LINES, MOST_LINES = 4, 12
"""Lines to write on, and of a question with many numbers."""
FIGURES = frozenset({"street", "optimum", "witness", "radius"})
"""Switches of what is found out about all points."""


class Plane(Frozen, eq=False):
    """The picture beside a question: what the window shows of the plane, without what is asked for."""

    session: SavedSession  # at its visit, with the switches that may be on
    rules: PageRules  # what is hidden, "boundary" among it where it would tell the weights that are asked for
    n_named: int  # the first points, whose names stand beside them

    @property
    def needs_analysis(self) -> bool:
        """Whether it shows something that is found out about all points."""
        return bool(self.session.view.switches & FIGURES)


class Item(Frozen):
    """A question on paper."""

    heading: str
    text: str  # the author's; formulas between $ $
    plane: Plane | None  # None where there is none: without points, or where the run does not come
    given: tuple[str, ...]  # rules, and where the run stands, each a line
    points: tuple[Formula, ...]
    parameters: tuple[Formula, ...]  # the model there, where it is told
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
    ask, dataset, now = page.ask, at.document.dataset, None
    assert ask is not None
    visit, untold = at.session.place.visit, page.hide | ask.told_by
    given = [] if "rules" in page.hide else [rules_text(at.document)]
    given.append(tr("after {visits}").format(visits=counted("{count} visit", "{count} visits", visit)))
    if dataset.n_samples > MOST_POINTS:
        more = dataset.n_samples - MOST_POINTS
        given.append(
            counted("There is {count} more point in the file.", "There are {count} more points in the file.", more)
        )
    try:
        now = at.now  # where the run does not come to it, a page asks nothing (L2)
        question, solution = ask.words(at), ask.solution(at) if has_solutions else ""
        entries, choices = ask.entries(at), tuple(words for _, words in ask.choices(at))
    except Unanswerable as problem:
        question, solution, entries, choices = str(problem), "", (), ()
    return Item(
        heading=heading,
        text=text,
        plane=None if now is None else _plane(page, ask, at),
        given=tuple(given),
        points=_points(at, now),
        parameters=() if now is None or untold >= MODEL else _parameters(now, has_alpha="form" not in untold),
        question=question,
        choices=choices,
        n_lines=0 if ask.kind == "choice" else min(LINES + sum(map(len, entries)), MOST_LINES),
        solution=solution,
    )


def _plane(page: Page, ask: Ask, at: Standing) -> Plane:
    """Return the picture of a page, in which what is asked for is hidden as what the page hides."""
    view = at.session.view
    rules, switches = rules_of(replace(page, hide=page.hide | ask.told_by), is_open=True), view.switches
    if ask.told_by >= WEIGHTS and not ask.is_of_end:
        rules, switches = replace(rules, hide=rules.hide | {"boundary"}), switches & {"hide_labels"}
    view = replace(view, switches=rules.left_on(switches), selection=())
    return Plane(replace(at.session, view=view), rules, MOST_POINTS)


def _points(at: Standing, now: Snapshot | None) -> tuple[Formula, ...]:
    """Return the points with their classes, but those that are not told before the run has predicted them."""
    dataset, hidden = at.document.dataset, hidden_points(at.document, at.session.view, now)
    rows = range(min(dataset.n_samples, MOST_POINTS))
    return tuple(point_line(dataset, i, has_class=hidden is None or not hidden[i]) for i in rows)


def _parameters(now: Snapshot, has_alpha: bool) -> tuple[Formula, ...]:
    told = now if has_alpha else replace(now, alpha=None)
    return model_line(told, is_full=now.dataset.n_samples <= MOST_POINTS).parameters
