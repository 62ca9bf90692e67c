"""Every kind of question is judged as it is by a second opinion in fractions, and says why (L2, L3)."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from fractions import Fraction

import pytest

from perceptron_gui.engine.data.dataset import Dataset, Part, with_part
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Document, Place
from perceptron_gui.session.exercises import visit_questions
from perceptron_gui.session.lessons import questions, reasons, run_questions
from perceptron_gui.session.lessons.lesson import Ask, Lesson, Made, Page, Proof, Text, Value
from perceptron_gui.session.lessons.marking import Marking
from perceptron_gui.session.lessons.page_rules import PageRules
from perceptron_gui.session.lessons.standing import Unanswerable
from perceptron_gui.session.messages.symbol_words import use
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.scripts import typed_fraction
from tests.session.lessons import referee

TEXTBOOK, XOR = (SavedSession(Document().with_dataset(BY_NAME[name].make())) for name in ("textbook", "xor"))


@pytest.fixture(autouse=True)
def own_symbols() -> Iterator[None]:
    """Let the other tests have the program's own symbols."""
    yield
    use("own")


def marking(ask: Ask, visit: int = 0, session: SavedSession = TEXTBOOK) -> Marking:
    """Return what judges a lesson of one page."""
    return Marking(Lesson(sessions={"": session}, pages=(Page(visit=visit, ask=ask),)))


@pytest.mark.seldom
def test_some_random_questions_are_judged_as_in_fractions() -> None:
    counts = referee.run(110)
    kinds = {*questions.KINDS} - {"number"} | {f"number of {each}" for each in run_questions.NUMBERS}
    assert kinds <= counts.keys(), kinds - counts.keys()


# Numbers


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *(("3", 3), ("-0.5", Fraction(-1, 2)), ("−1,25", Fraction(-5, 4)), (" 7/2 ", Fraction(7, 2))),
        *(("-3 / -4", Fraction(3, 4)), ("2·10⁻³", Fraction(1, 500)), ("1e3", 1000), ("1/0", None), ("", None)),
        *(("x", None), ("1/2/3", None), ("nan", None), ("1e99999", None), ("1e-999999999999999999999", None)),
        *(("٣", 3), ("1 000", None), ("9" * 101, None)),
    ],
)
def test_a_number_is_typed_as_a_decimal_or_a_quotient(text: str, value: Fraction | None) -> None:
    assert typed_fraction(text) == value


@pytest.mark.parametrize(
    ("value", "digits", "rounded"),
    [
        *(("-0.00005", 4, "-0.0001"), ("0.5", 0, "1"), ("1.5", 0, "2"), ("2.5", 0, "3"), ("-2.5", 0, "-3")),
        *(("1/3", 3, "0.333"), ("2/3", 3, "0.667"), ("0.0049", 2, "0"), ("-1.005", 2, "-1.01")),
    ],
)
def test_rounding_is_half_away_from_zero(value: str, digits: int, rounded: str) -> None:
    truth = reasons.Truth(Fraction(value))
    assert reasons.rounded(Fraction(value), digits) == Fraction(rounded)
    assert truth.is_met(rounded, digits) and truth.is_met(value, digits) and truth.is_met(value, None)
    assert not truth.is_met(str(Fraction(rounded) + Fraction(1, 10**digits)), digits)
    assert truth.is_met(rounded, None) is (Fraction(rounded) == Fraction(value))


def test_a_root_is_known_to_as_many_decimals_as_one_likes() -> None:
    two = reasons.Truth.root(Fraction(2))
    assert two.is_met("1.4142", None) and two.is_met("1.414213562373", 12) and not two.is_met("1.41421356237", 12)
    assert reasons.Truth.root(Fraction(9, 4)) == reasons.Truth(Fraction(3, 2))
    assert str(reasons.Truth(Fraction(-27, 92))) == "= −27/92 ≈ −0.293478"


def test_a_number_that_was_rounded_on_the_way_is_asked_to_some_decimals() -> None:
    """f under a Gaussian kernel is no decimal."""
    kernel = BY_NAME["xor"].make()
    settings = replace(TrainingSettings(Mode.DUAL), kernel=replace(TrainingSettings().kernel, name="rbf", gamma=1.0))
    judge = marking(run_questions.Number("f", 1), 3, SavedSession(Document(kernel, settings))).judge
    truth = float(
        marking(run_questions.Number("f", 1), 3, SavedSession(Document(kernel, settings)))
        .standing(1)
        .now.model.decision_function(kernel.X[:1])[0, 0]
    )
    assert judge(1, f"{truth:.4f}").is_right and not judge(1, f"{truth + 0.0002:.4f}").is_right


# What is said


def test_feedback_says_first_what_is_right_and_then_why() -> None:
    judged = marking(run_questions.Weights(), 3).judge(1, ("2", "2", "1"))
    assert judged.is_right is False
    assert judged.brief == "No. 2 of 3 are right. Wrong: b. b changes too."
    assert "w₁ = 2, w₂ = 2, b = 0" in judged.why and "w ← w + η y x" in judged.why and "b = 0" not in judged.brief
    judged = marking(visit_questions.RightOrMistake(), 2).judge(1, "right")
    assert judged.brief == "No. Work out f(x₃) and compare its sign with y = −1."
    told = "The point was a mistake: y·f = −7 ≤ 0. f(x₃) = 3·1 + 3·1 + 1 = 7."
    assert judged.why == f"{judged.brief} {told}"


def test_a_wrong_number_is_not_given_away_by_the_brief_feedback() -> None:
    judged = marking(run_questions.Number("mistakes")).judge(1, "6")
    assert not judged.is_right and "7" not in judged.brief and "mistakes = 7" in judged.why


def test_points_that_prove_nothing_are_named() -> None:
    judged = marking(questions.Separable(), session=XOR).judge(1, Proof(False, (1, 2)))
    assert judged.brief.startswith("No. x₁, x₂ alone are separable, so they prove nothing.")
    judged = marking(questions.Separable(), session=XOR).judge(1, Proof(False, (1, 2, 3, 4)))
    assert judged.is_right and "cross at" in judged.why


def test_a_way_is_not_counted_where_the_vector_stays() -> None:
    judged = marking(visit_questions.Direction(), 1).judge(1, "towards")  # the second visit is right
    assert judged.is_right is None and judged.why == "Not counted: w stays where it is."


def test_a_bound_is_right_before_and_after_rounding_down() -> None:
    points = Dataset.of([[3, 3], [4, 3], [1, 2]], [1, 1, 0])
    judge = marking(run_questions.Number("bound"), session=SavedSession(Document(points))).judge
    exact = marking(run_questions.Number("bound"), session=SavedSession(Document(points))).standing(1).analysis.bound
    assert exact is not None and exact.exact is not None and exact.exact.denominator > 1
    assert judge(1, str(exact.exact)).is_right and judge(1, str(exact.at_most)).is_right
    assert not judge(1, str(exact.at_most + 1)).is_right


@pytest.mark.parametrize("kernel", ["rbf", "laplacian"])
def test_a_bound_that_only_floats_know_is_asked_to_four_decimals_and_shown_as_it_is_right(kernel: str) -> None:
    """T7 by pencil: under exp(−‖x − z‖₁), here the Gaussian, too, XOR has γ̂ = (1 − e⁻¹)/2 and R̂² = 2."""
    rules = TrainingSettings(Mode.DUAL, kernel=replace(TrainingSettings().kernel, name=kernel, gamma=1.0))
    session = SavedSession(Document(BY_NAME["xor"].make(), rules))
    truth = 8 / (1 - math.exp(-1)) ** 2
    for ask in (run_questions.Number("bound"), run_questions.Number("bound", digits=9)):
        judging = marking(ask, session=session)
        digits = ask.digits or 4
        assert f"{digits} decimals are enough." in ask.words(judging.standing(1))
        assert judging.judge(1, f"{truth:.{digits}f}").is_right and judging.judge(1, "20").is_right
        wrong = judging.judge(1, "21")
        (shown,) = re.findall(r"bound ≈ (\d+\.\d+)", wrong.why)
        assert not wrong.is_right and judging.judge(1, shown).is_right


@pytest.mark.parametrize("digits", [None, 2, 6])
def test_what_is_shown_as_right_is_right_when_it_is_typed(digits: int | None) -> None:
    """Of a large number so few decimals were shown that it was not right as it stood there."""
    points = Dataset.of([[1000.5, 3000.25], [4000.5, 3000.75], [1, 1]], [1, 1, 0])
    for ask in (run_questions.Number("margin", digits=digits), run_questions.Number("f", 1, digits=digits)):
        for rules in (TrainingSettings(), TrainingSettings(eta=1 / 3)):
            judging = marking(ask, 1, SavedSession(Document(points, rules)))
            name = ask.name(judging.standing(1))
            (shown,) = re.findall(rf"{re.escape(name)} [=≈] ([−\d./]+)", judging.judge(1, "0.5").why)[:1]
            assert judging.judge(1, shown.rstrip(".")).is_right, (ask, shown)


def test_weights_that_were_rounded_are_asked_to_four_decimals() -> None:
    session = SavedSession(Document(TEXTBOOK.document.dataset, TrainingSettings(initial=(1 / 3, 0.0, 0.0))))
    for ask in (run_questions.Weights(), run_questions.Weights(of="end")):
        assert "4 decimals are enough." in ask.words(marking(ask, 1, session).standing(1))
    assert "decimals" not in run_questions.Weights().words(marking(run_questions.Weights(), 1).standing(1))


@pytest.mark.parametrize(("least", "is_right"), [("8", True), ("7.9", True), ("8.1", False)])
def test_a_margin_under_a_polynomial_kernel_is_certified_and_counts(least: str, is_right: bool) -> None:
    """T7: (x·z)³ without bias has the one feature x³: of ±2 the margin is 8."""
    kernel = Kernel(KernelName.POLY, 3, 0.0)
    points = Dataset.of([[2.0], [-2.0]], [1, 0])
    session = SavedSession(Document(points, TrainingSettings(Mode.DUAL, bias=False, kernel=kernel)))
    ask = questions.Make("margin_at_least", frozenset({"points"}), least)
    assert marking(ask, session=session).judge(1, Made(session)).is_right is is_right
    margin = run_questions.Number("margin")
    assert marking(margin, session=session).judge(1, "8").is_right


def test_in_the_first_notes_each_alpha_is_divided_by_eta() -> None:
    ask = run_questions.Weights("alpha")
    use("hyperplane")
    assert ask.entries(marking(ask, 3).standing(1)) == (("α₁/η", "α₂/η", "α₃/η"),)
    assert run_questions.Number("alpha", 2).name(marking(ask, 3).standing(1)) == "α₂/η"


# Answers to other questions, and questions that nobody can judge


@pytest.mark.parametrize(
    ("ask", "values"),
    [
        (visit_questions.RightOrMistake(), ["towards", 1, ("1",), Proof(True)]),
        (visit_questions.Direction(), ["right", "left", 1, ("1",), ("1", "x"), ("1", "2", "3")]),
        (run_questions.Number("loss"), [1, ("1",), Proof(True)]),
        (run_questions.Weights(), ["1", 1, Proof(True)]),
        (questions.Separable(), ["yes", 1, Made(TEXTBOOK)]),
        (questions.Make("cycle", frozenset({"points"})), ["cycle", Proof(False)]),
        (questions.choice_of([Text((("", each),)) for each in "ab"], 1), ["a", 3, 0, Proof(True)]),
    ],
    ids=lambda each: each.kind if isinstance(each, Ask) else "",
)
def test_an_answer_to_another_question_is_told(ask: Ask, values: list[Value]) -> None:
    for value in values:
        with pytest.raises(Unanswerable, match=r"This answer does not fit the question."):
            marking(ask, 2).judge(1, value)


def test_what_nobody_can_judge_is_told_in_a_sentence() -> None:
    nothing = SavedSession()
    with pytest.raises(Unanswerable, match=r"There are no points."):
        marking(questions.Separable(), session=nothing).judge(1, Proof(True))
    with pytest.raises(Unanswerable, match=r"The run ends after 18 visits, before it reaches this page."):
        marking(run_questions.Number("loss"), 19).judge(1, "0")
    with pytest.raises(Unanswerable, match="there is no next visit"):
        marking(visit_questions.RightOrMistake(), 18).judge(1, "right")
    with pytest.raises(Unanswerable, match=r"There is no bound"):
        marking(run_questions.Number("bound"), session=XOR).judge(1, "1")
    with pytest.raises(Unanswerable, match=r"Page 2 has no question."):
        marking(questions.Separable()).judge(2, Proof(True))
    endless = SavedSession(Document(XOR.document.dataset, TrainingSettings(order=Order.RANDOM)))
    with pytest.raises(Unanswerable, match="does not end within 100"):
        marking(run_questions.Number("mistakes"), session=endless).judge(1, "1")


@pytest.mark.parametrize(
    ("ask", "session", "words"),
    [
        (run_questions.Number("f"), TEXTBOOK, "must say which point"),
        (run_questions.Number("f", 4), TEXTBOOK, "it asks about point 4, but there are only 3"),
        (run_questions.Number("f", 1, 3), TEXTBOOK, "class 3"),
        (run_questions.Weights("W"), TEXTBOOK, '"W" has one row per class'),
        (questions.Make("cycle", frozenset()), TEXTBOOK, "nothing may be changed"),
        (questions.Make("mistakes_at_most", frozenset({"start"})), TEXTBOOK, 'needs a "value"'),
        (questions.Make("weights", frozenset({"start"}), "1"), TEXTBOOK, 'needs a "value"'),
        (questions.Make("cycle", frozenset({"points"})), SavedSession(), "there are no points"),
        (questions.Choice((Text(), Text()), "x", "y"), TEXTBOOK, "matches none of its options"),
    ],
)
def test_a_question_that_does_not_fit_its_page_says_why(ask: Ask, session: SavedSession, words: str) -> None:
    assert words in ask.problem(session)


# Making


def made(**changes: object) -> Made:
    """Return the textbook's document with other points or rules."""
    return Made(SavedSession(replace(TEXTBOOK.document, **changes)))


def test_only_what_may_be_changed_may_be_changed() -> None:
    ask = questions.Make("mistakes_at_most", frozenset({"order", "start"}), "11")
    judge, settings, points = marking(ask).judge, TEXTBOOK.document.settings, TEXTBOOK.document.dataset
    assert judge(1, made()).is_right
    assert judge(1, made(settings=replace(settings, initial=(1.0, 1.0, -3.0)))).is_right
    assert judge(1, made(settings=replace(settings, order=Order.SHUFFLED, seed=3))).is_right
    assert judge(1, made(title="x", note="y")).is_right
    for changes, words in (
        (
            {"settings": replace(settings, eta=0.5)},
            "other rules, but here you may only change the order of the visits, the start weights.",
        ),
        ({"dataset": points.moved([0], [[3, 4]])}, "the points, but here you may only change the order"),
        ({"dataset": points.without([0])}, "the points, but here you may only change the order"),
        ({"dataset": points.with_classes(["A", "C"])}, "the classes or the features, but here"),
    ):
        judged = judge(1, made(**changes))
        assert judged.is_right is False and words in judged.brief
    turned = points.only(referee.np.array([2, 1, 0]))
    assert judge(1, made(dataset=turned)).is_right is not None  # another order of the points is one, too
    assert "changed the points" not in judge(1, made(dataset=turned)).brief
    points_only = marking(questions.Make("not_separable", frozenset({"points"}))).judge
    assert points_only(1, made(dataset=points.moved([2], [[3.5, 3]]))).is_right
    assert "Every class must keep at least one point" in points_only(1, made(dataset=points.without([2]))).brief


TO_MAKE = {
    "not_separable": (questions.Make("not_separable", frozenset({"points"})), TEXTBOOK),
    "cycle": (questions.Make("cycle", frozenset({"points"})), TEXTBOOK),
    "many mistakes": (questions.Make("mistakes_at_least", frozenset({"points"}), "50"), TEXTBOOK),
    "many mistakes from a start": (questions.Make("mistakes_at_least", frozenset({"start"}), "12"), TEXTBOOK),
    "few mistakes from a start": (questions.Make("mistakes_at_most", frozenset({"start"}), "0"), TEXTBOOK),
    "few mistakes in an order": (questions.Make("mistakes_at_most", frozenset({"order"}), "4"), TEXTBOOK),
    "few mistakes of other points": (questions.Make("mistakes_at_most", frozenset({"points"}), "2"), TEXTBOOK),
    "a margin": (questions.Make("margin_at_least", frozenset({"points"}), "1"), TEXTBOOK),
    "weights": (questions.Make("weights", frozenset({"start"}), ("2", "2", "-9")), TEXTBOOK),
    "a line for XOR": (questions.Make("mistakes_at_most", frozenset({"points"}), "9"), XOR),
}


@pytest.mark.parametrize(("ask", "session"), TO_MAKE.values(), ids=TO_MAKE)
def test_what_is_shown_where_something_is_to_be_made_reaches_the_goal_by_what_may_be_changed(
    ask: questions.Make, session: SavedSession
) -> None:
    judging = marking(ask, session=session)
    found = ask.example(judging.standing(1))
    assert found is not None
    assert judging.judge(1, Made(replace(session, document=found))).is_right
    assert questions.changed_besides(session.document, found, ask.may) == ""


@pytest.mark.parametrize(
    "ask",
    [
        questions.Make("not_separable", frozenset({"order"})),
        questions.Make("mistakes_at_most", frozenset({"order"}), "1"),
        questions.Make("weights", frozenset({"start"}), ("1", "1", "100")),
    ],
)
def test_where_no_way_is_found_none_is_shown(ask: questions.Make) -> None:
    assert ask.example(marking(ask).standing(1)) is None


def test_an_example_is_one_that_the_page_takes() -> None:
    ask, rules = questions.Make("mistakes_at_most", frozenset({"order"}), "4"), PageRules(lock=frozenset({"points"}))
    found = ask.example(marking(ask).standing(1), rules.refusal)
    assert found is not None and found.dataset is TEXTBOOK.document.dataset and found.settings.order is Order.SHUFFLED


def test_who_looks_for_an_example_can_give_up() -> None:
    class GivenUp(Exception):
        """Somebody waits no longer."""

    def look() -> None:
        raise GivenUp

    ask = questions.Make("mistakes_at_most", frozenset({"order"}), "1")
    at = marking(ask).standing(1)
    at.look = look
    with pytest.raises(GivenUp):
        ask.example(at)


def test_a_made_run_begins_anew_wherever_it_stands() -> None:
    ask = questions.Make("mistakes_at_least", frozenset({"points"}), "7")
    session = replace(TEXTBOOK, place=Place(9))
    assert marking(ask).judge(1, Made(session)).is_right


# Points held out, and points that came during the run


def test_points_keep_their_numbers_where_some_are_held_out() -> None:
    """x₁ is held out: the run knows three points, and the page four."""
    points = Dataset.of([[9, 9], [0, 0], [1, 1], [0, 1], [1, 0]], [0, 1, 1, 0, 0])
    session = SavedSession(Document(with_part(points, [0], Part.VALIDATION)))
    judge = marking(run_questions.Weights("alpha"), 5, session).judge
    alpha = marking(run_questions.Weights("alpha"), 5, session).standing(1).now.alpha
    assert alpha is not None and alpha[0] == 0 and alpha.sum() > 0
    assert judge(1, tuple(map(str, alpha.tolist()))).is_right
    weights = marking(run_questions.Number("f", 1), 5, session).standing(1).now.theta[0]
    f = Fraction(weights[0] * 9 + weights[1] * 9 + weights[2])
    assert marking(run_questions.Number("f", 1), 5, session).judge(1, str(f)).is_right
    prove = marking(questions.Separable(), session=session).judge
    assert prove(1, Proof(False, (2, 3, 4, 5))).is_right and prove(1, Proof(False, (1, 2, 3, 4, 5))).is_right
    assert not prove(1, Proof(False, (1,))).is_right and not prove(1, Proof(False, (1, 3, 4, 5))).is_right
    assert "x₂, x₃" in prove(1, Proof(True)).why


def test_a_point_that_came_during_the_run_is_there_from_its_visit_on() -> None:
    session = replace(TEXTBOOK, place=Place(4, (2,)))
    early = marking(run_questions.Number("f", 3), 1, session)
    with pytest.raises(Unanswerable, match=r"The point x₃ has not arrived yet."):
        early.judge(1, "0")
    late = marking(run_questions.Number("alpha", 3), 4, session)
    assert late.standing(1).now.dataset.n_samples == 3 and late.judge(1, "1").is_right is not None
