"""A second opinion on answers: the truth of every kind of question once more, in fractions, without the engine.

`python -m tests.session.lessons.referee N [SEED]` asks as many random questions as you like, with right and wrong
answers to each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import Any

import numpy as np

from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Document, Place
from perceptron_gui.session.exercises import visit_questions
from perceptron_gui.session.lessons import questions, run_questions
from perceptron_gui.session.lessons.lesson import Ask, Lesson, Made, Page, Proof, Text, Value
from perceptron_gui.session.lessons.marking import Marking
from perceptron_gui.session.saved.saved_session import SavedSession
from tests.arguments import numbers
from tests.engine.cases import ORDERS, Case, random_case
from tests.engine.referee import Referee, dot

Truth = tuple[Ask, list[Value], list[Value]]
"""A question, answers that are right, and answers that are wrong."""
LONGEST = 3_000
"""Visits of a run that is made in fractions."""


# Text


def spelled(value: Fraction, rng: np.random.Generator) -> str:
    """Return a number as somebody may type it: a decimal where it is one, with a point or comma, or a quotient."""
    for places in range(20):
        if 10**places % value.denominator == 0 and rng.random() < 0.7:
            whole = abs(int(value * 10**places))
            text = f"{whole // 10**places}" + (f".{whole % 10**places:0{places}d}" if places else "")
            text = text.replace(".", ",") if rng.random() < 0.3 else text
            return ("−" if rng.random() < 0.5 else "-") * (value < 0) + text
    return f"{value.numerator}/{value.denominator}"


def half_away(value: Fraction, digits: int) -> Fraction:
    """Return a number to some decimals."""
    whole, rest = divmod(abs(value.numerator) * 10**digits, value.denominator)
    whole += 2 * rest >= value.denominator
    return Fraction(whole if value >= 0 else -whole, 10**digits)


# Geometry


def solved(rows: list[list[Fraction]]) -> list[Fraction] | None:
    """Return the solution of linear equations, the right sides last; None where there is not exactly one.

    In whole numbers, as Bareiss has it: each is divided by the pivot before, which leaves no rest.
    """
    whole, n, before = [in_whole_numbers(row) for row in rows], len(rows), 1
    for column in range(n):
        pivot = next((i for i in range(column, n) if whole[i][column]), None)
        if pivot is None:
            return None
        whole[column], whole[pivot] = whole[pivot], whole[column]
        top = whole[column]
        for i, row in enumerate(whole):
            if i != column:
                whole[i] = [(top[column] * a - row[column] * b) // before for a, b in zip(row, top, strict=True)]
        before = top[column]
    return [Fraction(row[-1], row[i]) for i, row in enumerate(whole)]


def in_whole_numbers(row: Sequence[Fraction]) -> list[int]:
    """Return an equation times the common denominator of its numbers."""
    common = lcm(*(value.denominator for value in row))
    return [value.numerator * (common // value.denominator) for value in row]


def nearest_square(vectors: Sequence[Sequence[Fraction]]) -> Fraction:
    """Return the squared distance of a hull from the origin: of all simplices of its corners, one holds the point."""
    products = [[dot(a, b) for b in vectors] for a in vectors]
    best = min(products[i][i] for i in range(len(vectors)))
    for size in range(2, len(vectors[0]) + 2):
        for chosen in combinations(range(len(vectors)), size):
            gram = [[*(products[i][j] for j in chosen), Fraction(1), Fraction(0)] for i in chosen]
            found = solved([*gram, [*[Fraction(1)] * size, Fraction(0), Fraction(1)]])
            if found is not None and min(found[:size]) >= 0:
                weights = found[:size]
                inner = [dot([products[i][j] for j in chosen], weights) for i in chosen]
                best = min(best, dot(weights, inner))
    return best


def signed_points(case: Case) -> list[list[Fraction]]:
    """Return y·x̂ of all points of a binary case."""
    rows = [[Fraction(repr(value)) for value in point] + [Fraction(1)] * case.rules.bias for point in case.points]
    return [[target * value for value in row] for row, target in zip(rows, case.targets, strict=True)]


# Questions


def off(value: Fraction, rng: np.random.Generator) -> Fraction:
    """Return another number nearby."""
    return value + Fraction(int(rng.choice([-1, 1])), int(rng.choice([1, 7, 1000, 10**7])))


def number(of: str, truth: Fraction, rng: np.random.Generator, *others: Fraction, **fields: Any) -> Truth:
    """Return a question for a number that is a fraction. `others`: numbers that are right, too."""
    digits = None if rng.random() < 0.5 else int(rng.integers(0, 6))
    ask = run_questions.Number(of, digits=digits, **fields)
    if digits is None:
        near = [off(truth, rng)]
        right: list[Value] = [spelled(each, rng) for each in (truth, *others)]
    else:
        rounded, step = half_away(truth, digits), Fraction(1, 10**digits)
        near = [rounded + step, rounded - step]
        right = [spelled(each, rng) for each in (rounded, truth, *others)]
    return ask, right, ["x", "", *(spelled(each, rng) for each in near if each not in others)]


def about_next_visit(case: Case, run: Referee, rng: np.random.Generator) -> Truth | None:
    """Return a question about what the next visit does."""
    if run.stop is not None:
        return None
    point = run.next_point()
    is_learned = run.rival(point) is not None
    if rng.random() < 0.5 or case.rules.order == "batch" or not is_learned:
        right, wrong = ("mistake", "right") if is_learned else ("right", "mistake")
        return visit_questions.RightOrMistake(), [right], [wrong]
    d, target = case.n_features, case.targets[point]
    x = [Fraction(repr(value)) for value in case.points[point]]
    if not any(x):
        return None
    sign = target if case.rules.mode != "multiclass" else 1
    if rng.random() < 0.5 and d > 1 and any(x[:2]):
        return visit_questions.Direction(), *arrows([sign * value for value in x[:2]], rng)
    right, wrong = ("towards", "away") if sign > 0 else ("away", "towards")
    return visit_questions.Direction(), [right], [wrong]


def arrows(way: Sequence[Fraction], rng: np.random.Generator) -> tuple[list[Value], list[Value]]:
    """Return arrows within 30° of a way, and others: cos ≥ √3/2 decides, in whole numbers."""
    right: list[Value] = []
    wrong: list[Value] = [tuple(spelled(-value, rng) for value in way)]
    for _ in range(6):
        arrow = [Fraction(int(value), 10) for value in rng.integers(-20, 21, size=2)]
        along = dot(arrow, way)
        if any(arrow):
            is_near = along > 0 and 4 * along * along >= 3 * dot(arrow, arrow) * dot(way, way)
            (right if is_near else wrong).append(tuple(spelled(value, rng) for value in arrow))
    return [*right, tuple(spelled(value, rng) for value in way)], wrong


def about_numbers(case: Case, run: Referee, rng: np.random.Generator, when: str) -> Truth | None:
    """Return a question about a number of a state."""
    of = str(rng.choice(["f", "alpha", "loss", "errors", "weights"]))
    point = int(rng.integers(0, len(case.points)))
    if of == "f":
        if case.rules.mode == "multiclass":
            k = int(rng.choice(sorted(set(case.labels))))
            fields = {"of_class": k + 1} if k != case.labels[point] or rng.random() < 0.5 else {}
            return number(of, run.class_scores(point)[k], rng, point=point + 1, at=when, **fields)
        return number(of, run.score(point), rng, point=point + 1, at=when)
    if of == "alpha":
        return number(of, Fraction(run.alpha[point]), rng, point=point + 1, at=when)
    if of == "loss":
        return number(of, run.loss(), rng, at=when)
    if of == "errors":
        return number(of, Fraction(sum(run.errors())), rng, at=when)
    return about_weights(case, run, rng, when)


def about_weights(case: Case, run: Referee, rng: np.random.Generator, when: str) -> Truth:
    """Return a question about all weights."""
    rows = run.parameters()
    form = "W" if case.rules.mode == "multiclass" else str(rng.choice(["w", "theta"]))
    if rng.random() < 0.3:
        form, rows = "alpha", [[Fraction(count) for count in run.alpha]]
    flat = [value for row in rows for value in row]
    place = int(rng.integers(0, len(flat)))
    other = [off(value, rng) if i == place else value for i, value in enumerate(flat)]
    ask = run_questions.Weights(form, "end" if when == "end" else "after_visit")
    right: Value = tuple(spelled(value, rng) for value in flat)
    if form == "W":
        right = tuple(tuple(spelled(value, rng) for value in row) for row in rows)
    wrong = tuple(spelled(value, rng) for value in other)
    return ask, [right], [wrong, wrong[:-1], (*wrong, "0")]


def about_points(case: Case, rng: np.random.Generator) -> Truth:
    """Return a question about the points alone: margin, bound, separable or not, with proofs of any points."""
    vectors = signed_points(case)
    square, radius = nearest_square(vectors), max(dot(v, v) for v in vectors)
    which = int(rng.integers(0, 3))
    if which == 0 and square and not case.rules.initial:
        growth = radius * (len(vectors) if case.rules.order == "batch" else 1)
        growth += 2 * Fraction(repr(case.rules.beta)) / Fraction(repr(case.rules.eta))
        bound = growth / square
        return number("bound", bound, rng, Fraction(bound.numerator // bound.denominator))
    if which == 1:
        return about_margin(square, rng)
    n, is_separable = len(vectors), square > 0
    if is_separable:
        return questions.Separable(), [Proof(True)], [Proof(False), Proof(False, tuple(range(1, n + 1)))]
    right: list[Value] = []
    wrong: list[Value] = [Proof(True), Proof(False), Proof(False, (n + 1,))]
    for _ in range(4):
        chosen = sorted(rng.choice(n, size=int(rng.integers(1, n + 1)), replace=False).tolist())
        proves = nearest_square([vectors[i] for i in chosen]) == 0
        (right if proves else wrong).append(Proof(False, tuple(i + 1 for i in chosen)))
    return questions.Separable(), [*right, Proof(False, tuple(range(1, n + 1)))], wrong


def about_margin(square: Fraction, rng: np.random.Generator) -> Truth:
    """Return a question about √square, which may be no fraction."""
    digits = int(rng.integers(0, 6))
    with localcontext(prec=80):
        root = (Decimal(square.numerator) / Decimal(square.denominator)).sqrt()
        rounded = half_away(Fraction(root), digits)
    step = Fraction(1, 10**digits)
    wrong: list[Value] = [spelled(rounded + step, rng), spelled(-rounded - step, rng)]
    return run_questions.Number("margin", digits=digits), [spelled(rounded, rng)], wrong


def changed(case: Case, rng: np.random.Generator) -> Case:
    """Return a case in which a point or two are elsewhere, or of the other class, but none is without points."""
    points, labels = [[*point] for point in case.points], [*case.labels]
    for i in rng.integers(0, len(points), size=2).tolist():
        points[i] = (rng.integers(-30, 31, size=case.n_features) / 10).tolist()
        if rng.random() < 0.3 and labels.count(labels[i]) > 1:
            labels[i] = 1 - labels[i]
    return replace(case, points=points, labels=labels)


def about_making(case: Case, rng: np.random.Generator) -> Truth | None:
    """Return something to be made, and states for which it holds or not, decided by runs and hulls in fractions."""
    if len(set(case.labels)) < 2:
        return None
    goal = str(rng.choice(questions.GOALS))
    others = [case, *(changed(case, rng) for _ in range(3))]
    holds, value = goal_of(goal, [case_of_end(each) for each in others], others, rng)
    if holds is None:
        return None
    right: list[Value] = []
    wrong: list[Value] = []
    for each, is_right in zip(others, holds, strict=True):
        (right if is_right else wrong).append(Made(SavedSession(Document(each.dataset, each.settings))))
    more = others[0].settings
    cheats = (replace(more, eta=more.eta * 2), replace(more, bias=not more.bias, initial=None))
    wrong += [Made(SavedSession(Document(others[0].dataset, cheat))) for cheat in cheats]
    return questions.Make(goal, frozenset({"points"}), value), right, wrong


def case_of_end(case: Case) -> Referee:
    """Return a run at its end."""
    return case.referee().run()


def goal_of(
    goal: str, ends: Sequence[Referee], cases: Sequence[Case], rng: np.random.Generator
) -> tuple[list[bool] | None, Value]:
    """Return for which states a goal holds, and the value of the goal."""
    if goal in ("not_separable", "margin_at_least"):
        squares = [nearest_square(signed_points(case)) for case in cases]
        if goal == "not_separable":
            return [square == 0 for square in squares], ""
        least = Fraction(int(rng.integers(1, 9)), 10)
        return [square >= least * least for square in squares], spelled(least, rng)
    if goal == "cycle":
        return [end.stop == "cycle" for end in ends], ""
    if goal == "mistakes_at_most":
        most = int(rng.integers(0, 12))
        return [end.stop in ("converged", "pass_done") and end.mistakes <= most for end in ends], str(most)
    if goal == "mistakes_at_least":
        if any(end.stop == "cycle" for end in ends):
            return None, ""  # round the cycle there are as many as one likes
        least_count = int(rng.integers(1, 12))
        return [end.mistakes >= least_count for end in ends], str(least_count)
    wanted = [value for row in ends[1].parameters() for value in row]
    flat = [[value for row in end.parameters() for value in row] for end in ends]
    holds = [row == wanted and end.stop != "cycle" for row, end in zip(flat, ends, strict=True)]
    return holds, tuple(spelled(value, rng) for value in wanted)


def question(seed: int, count: int) -> tuple[Case, int, Truth] | None:
    """Return a random case, the visits after which it is asked about, and the question; None where it asks nothing."""
    rng = np.random.default_rng([seed, count])
    kind = int(rng.choice([0, 0, 1, 1, 1, 2, 2, 3, 4]))
    mode = str(rng.choice(["primal", "dual"] if kind in (2, 3) else ["primal", "dual", "multiclass"]))
    case = random_case(rng, mode, str(rng.choice(ORDERS)), int(rng.integers(1, 3)) if kind in (2, 3) else None)
    if kind in (2, 3):
        case = replace(case, points=case.points[:6], labels=case.labels[:6])
    if rng.random() < 0.2:
        case = case.with_rules(beta=float(rng.choice([0.5, 1.0])))
    if kind == 2:
        return case, 0, about_points(case, rng)
    if kind == 3:
        made = about_making(case, rng)
        return None if made is None else (case, 0, made)
    run = case.referee().run(until=int(rng.integers(0, 9)))
    visit = run.visits
    if kind == 4:
        options, right = [Text((("", f"{i}"),)) for i in range(4)], int(rng.integers(1, 5))
        return (
            case,
            visit,
            (questions.choice_of(options, right), [right], [each for each in range(1, 5) if each != right]),
        )
    if kind == 0:
        found = about_next_visit(case, run, rng)
        return None if found is None else (case, visit, found)
    when = "end" if rng.random() < 0.4 else "page"
    if when == "end":
        run = case.referee().run()  # the page may stand behind the end of the first cycle
        if rng.random() < 0.3:
            return case, visit, number("mistakes", Fraction(run.mistakes), rng)
    found = about_numbers(case, run, rng, when)
    return None if found is None else (case, visit, found)


def check(seed: int, count: int) -> str:
    """Ask a question of a page, and claim that every answer is judged as it is; return its kind."""
    asked = question(seed, count)
    if asked is None:
        return "nothing"
    case, visit, (ask, right, wrong) = asked
    session = SavedSession(Document(case.dataset, case.settings), Place(visit))
    assert not ask.problem(session), ask
    marking = Marking(Lesson(sessions={"": session}, pages=(Page(visit=visit, ask=ask),)))
    at = marking.standing(1)
    assert ask.words(at)
    for answers, is_right in ((right, True), (wrong, False)):
        for value in answers:
            judged = marking.judge(1, value)
            assert judged.is_right is is_right, (seed, count, ask, visit, value, is_right, judged, case)
            assert judged.why and judged.brief
    return ask.kind if not isinstance(ask, run_questions.Number) else f"number of {ask.of}"


def run(n: int, seed: int = 0) -> Counter[str]:
    """Ask `n` questions that ask something; return how many of each kind."""
    counts: Counter[str] = Counter()
    count = 0
    while sum(counts.values()) - counts["nothing"] < n:
        counts[check(seed, count)] += 1
        count += 1
    return counts


if __name__ == "__main__":
    print(run(*numbers(count=1_000, seed=0)))
