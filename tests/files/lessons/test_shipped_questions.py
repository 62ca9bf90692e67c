"""Every question of the lessons that ship: right answers, worked out in fractions, are judged right, others wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, pairwise

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Order
from perceptron_gui.files.lessons import lesson_file
from perceptron_gui.files.lessons.shipped import shipped
from perceptron_gui.frozen import replace
from perceptron_gui.session.exercises.visit_questions import Direction, RightOrMistake
from perceptron_gui.session.lessons.lesson import Made, Proof, Value
from perceptron_gui.session.lessons.marking import Marking
from perceptron_gui.session.lessons.questions import Choice, Make, Separable
from perceptron_gui.session.lessons.run_questions import Number, Weights
from perceptron_gui.session.saved.saved_session import SavedSession
from tests.engine.referee import dot
from tests.files.lessons.claims import by_hand, in_all_orders, like, ruled, square, text
from tests.files.lessons.true_page import TruePage, nearest

FILES = {name: lesson_file.read_lesson(path) for name, path in shipped().items()}
MARKINGS = {name: Marking(found.lesson, found.digest) for name, found in FILES.items()}
QUESTIONS = [(name, number) for name, found in FILES.items() for number in found.lesson.asked()]
NAMES = ("Ada", "Grace", "Wisława", "Sofja", "Emmy")
Answers = tuple[list[Value], list[Value]]
"""Right ones, and wrong ones."""


def about_number(ask: Number, page: TruePage) -> Answers:
    """Return answers to a number."""
    of_state: dict[str, Callable[[], Fraction | int]] = {
        "f": lambda: own_score(page, ask.point or 1),
        "loss": lambda: page.loss,
        "errors": page.errors,
        "mistakes": lambda: page.end.mistakes,
        "bound": lambda: page.bound,
        "margin": lambda: page.names("γ̂", None),
    }
    value = Fraction(of_state[ask.of]())
    assert text(value).count("/") <= 1 and value.denominator < 10, "no number for a pencil"
    return [text(value)], [text(value + 1), text(-value - 1), f"{text(value)}.5", "x", ""]


def own_score(page: TruePage, number: int) -> Fraction:
    """Return f, or the score of the point's class."""
    if page.is_binary:
        return page.f(number)
    return Fraction(page.run.class_scores(number - 1)[page.targets[number - 1]])


def about_weights(ask: Weights, page: TruePage) -> Answers:
    """Return answers to all weights."""
    run = page.end if ask.of == "end" else page.run
    rows = [list(map(Fraction, run.alpha))] if ask.form == "alpha" else run.parameters()
    written = [[text(value) for value in row] for row in rows]
    changed = [*written[:-1], [*written[-1][:-1], text(rows[-1][-1] + 1)]]
    right, wrong = (
        tuple(map(tuple, each)) if ask.form == "W" else tuple(value for row in each for value in row)
        for each in (written, changed)
    )
    return [right], [wrong, wrong[:-1], (*wrong, "0")]


def about_next(page: TruePage) -> Answers:
    """Return answers to what comes next."""
    is_mistake = page.run.rival(page.run.next_point()) is not None
    return (["mistake"], ["right"]) if is_mistake else (["right"], ["mistake"])


def about_way(page: TruePage) -> Answers:
    """Return answers to which way w moves: at a mistake, with y and −y times x, and across."""
    point = page.run.next_point()
    assert page.run.rival(point) is not None
    y, (across, upwards) = page.targets[point], page.points[point]
    right = [y * across, y * upwards]
    ways = (right, [-v for v in right], [-right[1], right[0]])
    arrows: list[Value] = [tuple(map(text, way)) for way in ways]
    names = ["towards", "away"] if y > 0 else ["away", "towards"]
    return [names[0], arrows[0]], [names[1], *arrows[1:]]


def about_separating(page: TruePage) -> Answers:
    """Return answers to whether a line will do, with every set of points that proves that none will, and all others."""
    every = range(1, page.n_trained + 1)
    if page.margin_square:
        return [Proof(True)], [Proof(False), Proof(False, tuple(every))]
    sets = [some for size in range(1, len(every) + 1) for some in combinations(every, size)]
    proofs = {some: not any(nearest(page.hull(some))) for some in sets}
    right: list[Value] = [Proof(False, some) for some, proves in proofs.items() if proves]
    wrong: list[Value] = [Proof(False, some) for some, proves in proofs.items() if not proves]
    assert right and wrong
    return right, [*wrong, Proof(True), Proof(False)]


def made(session: SavedSession, **rules: object) -> SavedSession:
    """Return a session with other rules."""
    document = session.document
    return replace(session, document=replace(document, settings=replace(document.settings, **rules)))


def put(session: SavedSession, rows: Sequence[Sequence[float]], labels: Sequence[int] | None = None) -> SavedSession:
    """Return a session with its points elsewhere, or of other classes."""
    document = session.document
    dataset = Dataset.of(rows, document.dataset.labels.tolist() if labels is None else labels)
    return replace(session, document=replace(document, dataset=dataset))


MADE: dict[str, Callable[[SavedSession], list[SavedSession]]] = {
    "line-and-sign": lambda s: [made(s, initial=(2.0, 0.0, -3.0))],
    "order-and-start": lambda s: (
        [made(s, order=Order.SHUFFLED, seed=seed) for seed in (5, 7, 8, 10)]
        + [replace(s, document=replace(s.document, dataset=s.document.dataset.only(np.array([2, 0, 1]))))]
    ),
    "far-and-narrow": lambda s: [put(s, [[2, 6], [-2, 4]])],
    "no-line-will-do": lambda s: [put(s, [[3, 3], [4, 3], [3.5, 3]])],
    "learned-by-heart": lambda s: [
        put(s, s.document.dataset.X.tolist(), [*s.document.dataset.labels.tolist()[:6], 0, 0]),
        put(s, [*s.document.dataset.X.tolist()[:6], [3, -1], *s.document.dataset.X.tolist()[7:]]),
    ],
}
"""What is right to make."""
GOALS: dict[str, Callable[[Make, TruePage], bool]] = {
    "mistakes_at_most": lambda ask, page: page.end.stop == "converged" and page.end.mistakes <= int(str(ask.value)),
    "margin_at_least": lambda ask, page: page.margin_square >= Fraction(str(ask.value)) ** 2,
    "not_separable": lambda ask, page: page.margin_square == 0,
}


def about_making(name: str, ask: Make, page: TruePage) -> Answers:
    """Return what can be made: what reaches the goal, what does not, and what changes more than it may."""
    solutions, start = MADE[name](page.session), page.session
    assert all(GOALS[ask.goal](ask, TruePage(solution, 0)) for solution in solutions)
    assert not GOALS[ask.goal](ask, TruePage(start, 0)), "it is reached before anything is made"
    cheats = [made(solution, eta=solution.document.settings.eta / 2) for solution in solutions]
    return [*map(Made, solutions)], [Made(start), *map(Made, cheats)]


def start_to_end(page: TruePage) -> list[TruePage]:
    """Return all places of a run."""
    return [page.at(visit) for visit in range(page.end.visits + 1)]


def is_spoilt(page: TruePage) -> bool:
    """Whether an update makes a point wrong that was right."""
    places = start_to_end(page)
    return any(
        not one.run.errors()[i] and other.run.errors()[i]
        for one, other in pairwise(places)
        for i in range(page.n_trained)
        if i != other.run.log[-1][1]
    )


REASONS: dict[tuple[str, int], tuple[int, Callable[[TruePage], bool]]] = {
    # f of the doubled weights is 2f
    ("line-and-sign", 10): (1, lambda p: all(doubled(p, i) == 2 * p.f(i) for i in range(1, 5))),
    # the points of the lesson about order
    ("why-adding-helps", 10): (2, lambda p: is_spoilt(like(p, [[3, 3], [4, 3], [1, 1]], [1, 1, 0]))),
    ("bias-is-a-feature", 9): (1, lambda p: dot(p.run.parameters()[0], (0, 0, 0)) == 0 != p.run.parameters()[0][2]),
    ("order-and-start", 10): (
        2,
        lambda p: (
            ruled(p, initial=(1.0, 1.0, -2.0)).end.parameters() != p.end.parameters()
            and [2 * v for v in p.end.parameters()[0]] == ruled(p, eta=2.0).end.parameters()[0]
        ),
    ),
    ("two-forms", 9): (2, lambda p: all(from_products(p, i) == p.f(i) for i in range(1, 4))),
    ("why-it-ends", 5): (1, lambda p: all(p.targets[i] * p.at(v).f(i + 1) <= 0 for v, i, _ in p.end.log)),
    ("why-it-ends", 11): (2, lambda p: like(p, [[1, 3], [-1, 2]], [1, 0]).bound == p.bound),
    ("far-and-narrow", 10): (
        2,
        lambda p: (
            square(p, 0).bound < min(run.mistakes for run in in_all_orders(p))
            and ruled(p, eta=2.0).end.mistakes == p.end.mistakes
        ),
    ),
    ("no-line-will-do", 9): (1, lambda p: p.margin_square == 0),
    ("features-and-kernels", 10): (2, lambda p: p.end.mistakes < p.session.document.dataset.n_samples),
    ("several-classes", 8): (2, lambda p: all(are_opposite(each) for each in start_to_end(p))),
    ("learned-by-heart", 6): (3, lambda p: True),
    ("learned-by-heart", 9): (3, lambda p: True),
}
"""Of every choice: the option that is right, and what of it can be worked out."""


def doubled(page: TruePage, number: int) -> Fraction:
    """Return f at a point under the doubled weights."""
    return dot([2 * w for w in page.weights()], page.points[number - 1]) + 2 * page.bias()


def from_products(page: TruePage, number: int) -> Fraction:
    """Return f at a point from α and scalar products."""
    x = page.points[number - 1]
    terms = zip(page.run.alpha, page.targets, page.points, strict=True)
    return sum((alpha * y * (dot(z, x) + 1) for alpha, y, z in terms), Fraction(0))


def are_opposite(page: TruePage) -> bool:
    """Whether the rows of two classes add up to zero."""
    one, other = page.run.parameters()
    return [a + b for a, b in zip(one, other, strict=True)] == [0] * len(one)


def answers_to(name: str, number: int, page: TruePage) -> Answers:
    """Return right and wrong answers to a question."""
    ask = FILES[name].lesson.pages[number - 1].ask
    match ask:
        case Number():
            return about_number(ask, page)
        case Weights():
            return about_weights(ask, page)
        case RightOrMistake():
            return about_next(page)
        case Direction():
            return about_way(page)
        case Separable():
            return about_separating(page)
        case Make():
            return about_making(name, ask, page)
        case Choice():
            right, reason = REASONS[name, number]
            assert reason(page)
            return [right], [each for each in range(1, len(ask.options) + 1) if each != right]
    raise AssertionError(ask)


@pytest.mark.drawn
@pytest.mark.parametrize(("name", "number"), QUESTIONS)
def test_right_answers_are_right_and_all_others_wrong(name: str, number: int) -> None:
    marking, ask = MARKINGS[name], FILES[name].lesson.pages[number - 1].ask
    assert ask is not None
    for student in ("", *NAMES[:2]) if ask.vary else ("",):
        at = marking.standing(number, student)
        right, wrong = answers_to(name, number, TruePage(at.session))
        assert ask.words(at) and ask.solution(at)
        assert "; =" not in ask.solution(at), "a sum goes on without a pause"
        for answers, is_right in ((right, True), (wrong, False)):
            assert answers
            for value in answers:
                judged = marking.judge(number, value, student)
                assert judged.is_right is is_right, (student, value, judged)


@pytest.mark.parametrize("name", FILES)
def test_a_session_reaches_the_visit_of_every_page(name: str) -> None:
    for number, page in enumerate(FILES[name].lesson.pages, 1):
        assert MARKINGS[name].standing(number).now.visit == page.visit
        assert TruePage(FILES[name].lesson.session_of(page)).run.visits == page.visit


def test_who_varies_has_own_numbers() -> None:
    varied = [(name, number) for name, number in QUESTIONS if FILES[name].lesson.pages[number - 1].ask.vary]
    assert len(varied) >= 3
    for name, number in varied:
        sets = [MARKINGS[name].standing(number, student).document.dataset.X.tolist() for student in NAMES]
        assert len({str(rows) for rows in sets}) > 2


def test_by_hand_is_a_line_without_an_error() -> None:
    page = TruePage(FILES["line-and-sign"].lesson.sessions["line"], 0)
    assert all(y * f > 0 for f, y in zip(by_hand(page), page.targets, strict=True))
