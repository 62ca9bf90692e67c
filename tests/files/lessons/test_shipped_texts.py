"""Every number in the lessons that ship is true, each page is short, and what a question asks is hidden (L1)."""

from __future__ import annotations

import re

import pytest

from perceptron_gui.files.lessons import lesson_file
from perceptron_gui.files.lessons.shipped import shipped
from perceptron_gui.session.exercises.visit_questions import Direction, RightOrMistake
from perceptron_gui.session.lessons.lesson import Lesson, Page
from perceptron_gui.session.lessons.marking import Marking
from perceptron_gui.session.lessons.questions import Choice, Separable
from perceptron_gui.session.lessons.run_questions import Number, Weights
from tests.files.lessons.arithmetic import verdict
from tests.files.lessons.claims import CLAIMS
from tests.files.lessons.true_page import TruePage

LESSONS = {name: lesson_file.read_lesson(path).lesson for name, path in shipped().items()}
PAGES = [(name, number) for name, lesson in LESSONS.items() for number in range(1, len(lesson.pages) + 1)]
FORMULA = re.compile(r"\$([^$]+)\$")
RULES = {
    *("y = +1", "y = −1", "y y = 1", "L = Σ max(0, −y f(x))", "f(x) > 0", "f(x) < 0"),
    *("x̂ = (x, 1)", "θ·x̂ = 0"),
    "(w + y x)·x + b + y = w·x + b + y (‖x‖² + 1)",
    "‖x‖² + 1",
    "‖x̂‖² = ‖x‖² + 1",
    "‖w + y x‖² = ‖w‖² + 2 y (w·x) + ‖x‖²",
}
"""Formulas with a number in them that say what is always so."""
MOST_WORDS = 60


def page_of(name: str, number: int) -> Page:
    """Return a page. `number`: from 1."""
    return LESSONS[name].pages[number - 1]


def texts_of(page: Page) -> dict[str, str]:
    """Return all that an author has written on a page."""
    found = {"text": page.text.in_language("en"), "notes": page.notes.in_language("en")}
    if isinstance(page.ask, Choice):
        found["why"] = page.ask.why.in_language("en")
        found["options"] = " / ".join(option.in_language("en") for option in page.ask.options)
    return found


def true_page(name: str, number: int) -> TruePage:
    """Return what is so on a page."""
    return TruePage(LESSONS[name].session_of(page_of(name, number)))


@pytest.mark.parametrize(("name", "number"), PAGES)
def test_every_number_of_a_text_is_true(name: str, number: int) -> None:
    true = true_page(name, number)
    texts = texts_of(page_of(name, number))
    for claim in CLAIMS.get((name, number), lambda page: [])(true):
        assert claim and any(claim in said for said in texts.values()), f"nowhere is said: {claim}"
        texts = {part: said.replace(claim, "", 1) if claim in said else said for part, said in texts.items()}
    for part, said in texts.items():
        for formula in FORMULA.findall(said):
            holds = verdict(formula, true.names)
            assert holds or (holds is None and (formula in RULES or not re.search(r"\d", formula))), (part, formula)
        left = FORMULA.sub("", said)
        assert not re.search("[$*_`]", left), f"a formula that does not end, or signs that nobody sets: {said}"
        assert not re.search(r"[\d½¼√²]", left), f"who has worked that out? {left}"


@pytest.mark.parametrize(("name", "number"), sorted(CLAIMS))
def test_every_claim_belongs_to_a_page(name: str, number: int) -> None:
    assert (name, number) in PAGES


@pytest.mark.parametrize(("name", "number"), PAGES)
def test_every_page_is_short(name: str, number: int) -> None:
    page = page_of(name, number)
    assert 0 < len(page.text.in_language("en").split()) <= MOST_WORDS
    assert len(page.notes.in_language("en").split()) <= MOST_WORDS


@pytest.mark.parametrize("name", LESSONS)
def test_an_author_has_nothing_to_look_at(name: str) -> None:
    assert Marking(LESSONS[name]).problems() == []


def tells_before(asking: Page, at: TruePage, other: TruePage) -> bool:
    """Whether another page, if it hides nothing, shows what is asked: all is worked out in fractions."""
    ask, is_same = asking.ask, other.run.parameters() == at.run.parameters()
    match ask:
        case RightOrMistake():
            return is_same or other.visit == at.visit + 1
        case Direction():
            return other.visit == at.visit + 1
        case Weights():
            return other.run.parameters() == (at.end if ask.of == "end" else at.run).parameters()
        case Number(of="mistakes"):
            return other.visit >= at.end.visits
        case Number(of="loss" | "errors"):
            return is_same
        case Number(of="margin" | "bound"):
            return True
        case Separable():
            return True
    return False


TELLING = {
    "right_or_mistake": {"model"},
    "direction": {"model"},
    "weights": {"model"},
    "loss": {"model"},
    "errors": {"model", "counter"},
    "mistakes": {"counter", "timeline"},
    "margin": {"verdict"},
    "bound": {"bound"},
    "separable": {"verdict"},
}
"""What is always in the window, and tells the answers: crosses and the model's line, verdict, bound, counter."""
NOT_YET = {("no-line-will-do", 5, 4)}
"""Pages that show the same weights long before, in another round of the cycle: that they come back is what is asked."""


@pytest.mark.parametrize(("name", "number"), [each for each in PAGES if page_of(*each).ask is not None])
def test_no_earlier_page_shows_what_is_asked(name: str, number: int) -> None:
    asking, at = page_of(name, number), true_page(name, number)
    assert asking.ask is not None
    hidden_there = TELLING.get(getattr(asking.ask, "of", ""), TELLING.get(asking.ask.kind, set()))
    for earlier in range(1, number):
        page = page_of(name, earlier)
        other = true_page(name, earlier)
        if (other.points, other.labels, other.settings) != (at.points, at.labels, at.settings):
            continue
        places = [other]
        if page.ask is not None and page.ask.is_before:
            places = [other.at(other.visit + 1)]  # before it is answered nothing is told
        elif page.ask is not None and page.ask.is_of_end:
            places += [other.at(other.end.visits)]
        for place in places:
            if tells_before(asking, at, place) and (name, number, earlier) not in NOT_YET:
                assert hidden_there <= page.hide, (earlier, place.visit)
            if isinstance(asking.ask, Separable):
                assert place.errors(), f"page {earlier} shows a line without an error"


BEFORE = {"right_or_mistake": {"timeline"}, "direction": {"timeline"}, "separable": {"bound", "why"}}
"""What is hidden beside the parts that tell an answer at once."""


@pytest.mark.parametrize(("name", "number"), PAGES)
def test_a_page_shows_nothing_that_it_hides_and_a_question_stays_what_it_is(name: str, number: int) -> None:
    page = page_of(name, number)
    assert page.station not in page.hide
    assert page.hide & page.lock <= {"points"}  # a table that is hidden, of points that stay as they are
    assert "verdict" not in page.hide or not page.show & {"street", "optimum", "witness"}
    assert "bound" not in page.hide or "radius" not in page.show
    if page.ask is not None:
        assert BEFORE.get(page.ask.kind, set()) <= page.hide
        assert getattr(page.ask, "of", "") not in ("loss", "errors") or "model" in page.hide
        assert page.ask.kind == "make" or {"points", "rules", "tools"} <= page.lock


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_has_the_size_of_one(name: str) -> None:
    lesson: Lesson = LESSONS[name]
    assert 6 <= len(lesson.pages) <= 12 and 3 <= len(lesson.asked()) <= 6
    kinds = {lesson.pages[number - 1].ask.kind for number in lesson.asked()}
    assert len(kinds) >= 3 and lesson.minutes is not None and 8 <= lesson.minutes <= 15
    assert sum(not page.notes.versions for page in lesson.pages) <= 1
    assert {page.session for page in lesson.pages} == {*lesson.sessions}, "a session that no page shows"


def test_eleven_lessons_ship_in_the_order_of_the_course() -> None:
    titles = [lesson.title.in_language("en") for lesson in LESSONS.values()]
    assert titles == [
        "A line and a sign",
        "Why adding y x helps",
        "The bias is a feature",
        "Order and start",
        "The same run in two forms: α and the Gram matrix",
        "Why it ends: both halves of the proof",
        "Far away and narrow: R and γ",
        "No line will do: XOR, cycles, the best line",
        "Features and kernels",
        "Several classes",
        "Learned by heart: training, validation, test",
    ]
