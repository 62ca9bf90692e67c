"""A wrong answer is told why it is wrong, by the mistake that leads to it, and never what is right (L3)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.features.feature_map import POLY2
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Document, Place
from perceptron_gui.session.exercises import visit_questions
from perceptron_gui.session.lessons import questions, reasons, run_questions
from perceptron_gui.session.lessons.lesson import Ask, Lesson, Made, Page, Proof, Text, Value
from perceptron_gui.session.lessons.marking import Marking
from perceptron_gui.session.lessons.standing import Unanswerable
from perceptron_gui.session.saved.saved_session import SavedSession
from tests.session.lessons import referee

TEXTBOOK, XOR = (SavedSession(Document().with_dataset(BY_NAME[name].make())) for name in ("textbook", "xor"))
HALF = replace(TEXTBOOK, document=Document(TEXTBOOK.document.dataset, TrainingSettings(eta=0.5)))
Number, Weights = run_questions.Number, run_questions.Weights


def said(ask: Ask, value: Value, visit: int = 0, session: SavedSession = TEXTBOOK) -> str:
    """Return what is said to a wrong answer after the first try, without its "No."."""
    marking = Marking(Lesson(sessions={"": session}, pages=(Page(visit=visit, ask=ask),)))
    judged = marking.judge(1, value)
    assert judged.is_right is False and judged.brief.startswith("No.") and judged.why.startswith(judged.brief)
    return judged.brief.removeprefix("No.").strip()


# Every wrong answer, of every kind


@pytest.mark.seldom
def test_every_wrong_answer_has_a_reason_that_does_not_tell_what_is_right() -> None:
    asked, seed, wanted = set(), 5, {*questions.KINDS, *run_questions.NUMBERS} - {"number"}
    for count in range(900):
        if count >= 60 and asked >= wanted:
            break
        found = referee.question(seed, count)
        if found is None or found[2] is None:
            continue
        case, visit, (ask, _, wrong) = found
        session = SavedSession(Document(case.dataset, case.settings), Place(visit))
        marking = Marking(Lesson(sessions={"": session}, pages=(Page(visit=visit, ask=ask),)))
        at = marking.standing(1)
        for value in wrong:
            reason = ask.remark(at, value)
            assert len(reason) > 10, (seed, count, ask, value)
            assert not gives_away(ask, marking, reason, value), (seed, count, ask, value, reason)
        asked.add(ask.kind if not isinstance(ask, Number) else ask.of)
    assert asked >= wanted


def gives_away(ask: Ask, marking: Marking, reason: str, value: Value) -> bool:
    """Whether a number that is asked for stands in a reason, or the sentence that is told in the end."""
    at = marking.standing(1)
    if isinstance(ask, Number):
        return reasons.tells(reason, ask.truths(at), ask.digits)
    if isinstance(ask, Weights) and isinstance(value, tuple):
        typed, truths = [*value], [reasons.Truth(each) for each in ask.values_in(at.at(ask.of))]
        wrong = [truth for truth, text in zip(truths, typed, strict=False) if not truth.is_met(str(text), None)]
        return len(typed) == len(truths) and reasons.tells(reason, wrong, None)
    if isinstance(ask, visit_questions.RightOrMistake | visit_questions.Direction):
        return ask.told(at) in reason
    if isinstance(ask, questions.Choice):
        return f"{ask.right}" in reason
    return False


def test_a_reason_is_left_out_where_it_would_tell_a_number_that_is_right() -> None:
    """Of three entries two are right, and the third one is 2: "2 of 3" is not said."""
    after = ("2", "2", "0")
    assert said(Weights(), ("2", "2", "1"), 3).startswith("2 of 3 are right. Wrong: b.")
    assert said(Weights(), ("0", *after[1:]), 3) == "Wrong: w₁. It is too small."


def test_the_number_of_a_text_is_found_however_it_is_written() -> None:
    three = [reasons.Truth(Fraction(-3, 2))]
    for text in ("It is -1.5.", "of −3/2 and", "1,5 of them"):
        assert reasons.tells(text, three, None)
    assert not reasons.tells("f(x₃) of 2.5, 15 times", three, None)


# Numbers


@pytest.mark.parametrize(
    ("ask", "typed", "reason"),
    [
        (Number("f", 1), "-12", "The size is right, but the sign is wrong."),
        (Number("f", 1), "1.2", "The digits are right, but the decimal point is in the wrong place."),
        (Number("f", 3), "-4", "That is y·f, but the question asks for f alone."),
        (Number("f", 1), "14", "That is f(x₂)."),
        (Number("f", 1), "19", "That was true before the last visit."),
        (Number("f", 1), "?", "That is not a number: type a decimal or a fraction."),
        (Number("alpha", 3), "-1", "α is a count: leave y out."),
        (Number("loss"), "1", "That is how many points are wrong. L adds up how far wrong they are."),
        (Number("errors"), "2", "That is how many are right, but the question asks how many are wrong."),
        (Number("mistakes"), "18", "That counts all visits, even the right ones."),
        (Number("mistakes"), "117", "That is how many are allowed: how many does this run make?"),
        (Number("bound"), "118", "You rounded up, but the run can never make that many mistakes: round down."),
        (Number("bound"), "7", "That is how many this run makes: how many are allowed?"),
        (Number("margin", digits=4), "0.2222", "That is γ̂²: take the square root."),
        (Number("margin", digits=4), "5.0990", "That is R̂, the length of the longest point vector."),
        (Number("margin", digits=4), "0.4", "Your digits are right, but more decimals are needed."),
        (Number("margin", digits=3), "0.471", None),
        (Number("margin", digits=3), "4.71", "The digits are right, but the decimal point is in the wrong place."),
    ],
)
def test_the_mistake_that_leads_to_a_number_is_named(ask: Ask, typed: str, reason: str | None) -> None:
    """The numbers are those of `textbook` after three visits: w = (2, 2), b = 0."""
    if reason is None:
        marking = Marking(Lesson(sessions={"": TEXTBOOK}, pages=(Page(visit=3, ask=ask),)))
        assert marking.judge(1, typed).is_right
    else:
        assert said(ask, typed, 3) == reason


def test_b_that_was_forgotten_is_told() -> None:
    """After one visit w = (3, 3) and b = 1: f(x₂) = 22."""
    assert said(Number("f", 2), "21", 1) == "You left out b: add it."
    assert said(Number("f", 2), "20", 1) == "You subtracted b: add it instead."
    assert said(Number("f", 2), "22", 1, HALF) == "You left out η."


@pytest.mark.parametrize("kernel", [Kernel(), Kernel(KernelName.POLY, 1, 0.0)])
def test_start_weights_have_no_eta_in_them_that_could_be_left_out(kernel: Kernel) -> None:
    """From b = −2, with η = 1/2, x₁ adds (3, 3)/2 and 1/2: f(x₂) = −12 is −22 without η, and not −24."""
    initial = (-2.0,) if kernel.is_curved else (0.0, 0.0, -2.0)
    rules = TrainingSettings(Mode.DUAL, eta=0.5, initial=initial, kernel=kernel)
    points = Dataset.of([[3, 3], [-4, -3], [1, 1]], [1, 0, 0])
    session = SavedSession(Document(points, rules))
    marking = Marking(Lesson(sessions={"": session}, pages=(Page(visit=1, ask=Number("f", 2)),)))
    state = marking.standing(1).now
    f, first = Fraction(-12), -2
    assert state.mistakes == 1 and Number("f", 2).value_in(state) == f
    assert said(Number("f", 2), str(first + (f - first) * 2), 1, session) == "You left out η."
    assert said(Number("f", 2), str(2 * f), 1, session) != "You left out η."


def test_a_bound_from_zero_is_told_where_there_are_start_weights() -> None:
    session = SavedSession(Document(TEXTBOOK.document.dataset, TrainingSettings(initial=(1.0, 1.0, -2.0))))
    assert (
        said(Number("bound"), "117", session=session)
        == "That is the bound for a start from zero: the start weights change it."
    )
    batch = SavedSession(Document(TEXTBOOK.document.dataset, TrainingSettings(order=Order.BATCH)))
    assert said(Number("bound"), "117", session=batch) == "That is only R̂²/γ̂²: these rules add something to it."


def test_a_radius_that_was_not_squared_is_told() -> None:
    """R̂² = 26, γ̂² = 2/9."""
    assert said(Number("bound", digits=2), "10.82") == "That is R̂/γ̂: square it."
    assert said(Number("bound", digits=2), "22.95") == "You did not square R̂."
    assert said(Number("bound", digits=2), "55.15") == "You did not square γ̂."


def test_who_made_no_usual_mistake_is_told_the_rule_and_on_which_side_the_number_is() -> None:
    for typed, size in (("1000", "large"), ("-1000", "small")):
        assert said(Number("f", 1), typed, 3).startswith(f"It is too {size}. Add up each weight")


def test_a_rounded_number_is_told_where_all_of_it_is_asked_for() -> None:
    third = SavedSession(Document(Dataset.of([[3, 3], [4, 3], [1, 2]], [1, 1, 0])))
    marking = Marking(Lesson(sessions={"": third}, pages=(Page(ask=Number("bound")),)))
    bound = marking.standing(1).analysis.bound
    assert bound is not None and bound.exact is not None
    rounded = reasons.rounded(bound.exact, 3)
    words = "You rounded the number: give it exactly, as a fraction if necessary."
    assert said(Number("bound"), f"{float(rounded):.3f}", session=third) == words


# Weights


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        (("3", "3", "1"), "That was true before the last visit."),
        (("4", "4", "2"), "You changed the weights in the wrong direction: watch the sign of y."),
        (("-1", "-1", "-1"), "That is only the change: add it to the weights before the visit."),
        (("2", "2", "1"), "2 of 3 are right. Wrong: b. b changes too."),
        (("-2", "2", "0"), "Wrong: w₁. The size is right, but the sign is wrong."),
        (("2", "0", "2"), "Wrong: w₂, b. The numbers are right, but in the wrong places."),
        (("2", "2"), "The question asks for 3 numbers."),
        (("2", "x", "0"), "Wrong: w₂. That is not a number"),
    ],
)
def test_weights_are_told_which_mistake_leads_to_them(typed: tuple[str, ...], reason: str) -> None:
    assert reason in said(Weights(), typed, 3)


def test_eta_that_was_left_out_is_told() -> None:
    """With η = 1/2 the third visit takes (1/2, 1/2) from w, and 1/2 from b."""
    assert "You left out η." in said(Weights(), ("0.5", "0.5", "-0.5"), 3, HALF)


# The next visit


def test_a_wrong_word_about_the_next_visit_is_told_what_it_forgets() -> None:
    """Before visit 3: w = (3, 3), b = 1, x₃ = (1, 1), y = −1."""
    words = said(visit_questions.RightOrMistake(), "right", 2)
    assert words == "Work out f(x₃) and compare its sign with y = −1."
    assert "on the boundary" in said(visit_questions.RightOrMistake(), "right")
    near = replace(TEXTBOOK, document=Document(TEXTBOOK.document.dataset, TrainingSettings(beta=30.0)))
    assert said(visit_questions.RightOrMistake(), "right", 1, near) == "It is on the right side, but by no more than β."


@pytest.mark.parametrize(
    ("arrow", "reason"),
    [
        (
            ("1", "1"),
            "Your arrow is 180° off; up to 30° counts as right. It points the opposite way: watch the sign of y.",
        ),
        (("1", "-1"), "Your arrow is 90° off; up to 30° counts as right. The update adds ηyx: watch the sign of y."),
    ],
)
def test_an_arrow_is_told_how_far_it_is_off_and_where_it_points(arrow: Value, reason: str) -> None:
    assert said(visit_questions.Direction(), arrow, 2) == reason


def test_an_arrow_from_the_tip_to_the_point_is_told() -> None:
    """w = (1, 1) and x = (1, 0) of class B: the arrow to the point goes down, what is added goes to the right."""
    points, start = Dataset.of([[1, 0], [-1, 0]], [1, 0]), TrainingSettings(initial=(1.0, 1.0, -5.0))
    session = SavedSession(Document(points, start))
    assert "It leads to the point" in said(visit_questions.Direction(), ("0", "-1"), 0, session)
    assert "It points back to the origin" in said(visit_questions.Direction(), ("-1", "-1"), 0, session)


# Points, things that are made, choices


def test_points_that_prove_nothing_are_told_the_line_that_divides_them() -> None:
    words = said(questions.Separable(), Proof(False, (1, 2)), session=XOR)
    assert words.endswith("All points are in one class: there is nothing to separate.")
    words = said(questions.Separable(), Proof(False, (2, 4)), session=XOR)
    assert (
        words.startswith("x₂, x₄ alone are separable, so they prove nothing. The line")
        and "= 0 separates them." in words
    )
    words = "No weights get 4 of these points right at once. Which ones are they?"
    assert said(questions.Separable(), Proof(True), session=XOR) == words
    assert said(questions.Separable(), Proof(False), session=XOR) == "Right so far: now mark points that prove it."
    assert said(questions.Separable(), Proof(False)).startswith("No points prove that")


@pytest.mark.parametrize(
    ("ask", "reason"),
    [
        (questions.Make("mistakes_at_most", frozenset({"points"}), "3"), "7 mistakes"),
        (questions.Make("mistakes_at_least", frozenset({"points"}), "9"), "The run makes 7 mistakes."),
        (questions.Make("weights", frozenset({"points"}), ("1", "1", "-2")), "It ends with b = −3."),
        (questions.Make("not_separable", frozenset({"points"})), "still separable. The line x₁ + x₂ − 3 = 0 separates"),
        (questions.Make("margin_at_least", frozenset({"points"}), "1"), "γ̂ ≈ 0.471405"),
    ],
)
def test_what_was_made_is_told_what_it_lacks(ask: Ask, reason: str) -> None:
    assert reason in said(ask, Made(TEXTBOOK))


def test_an_option_that_is_not_right_is_named() -> None:
    ask = questions.choice_of([Text((("", each),)) for each in ("red", "green")], 2)
    assert said(ask, 1) == "Option 1 is wrong."


# In the end: what is right, and why, with these numbers


@pytest.mark.parametrize(
    ("ask", "visit", "why"),
    [
        (visit_questions.RightOrMistake(), 2, "y·f = −7 ≤ 0. f(x₃) = 3·1 + 3·1 + 1 = 7."),
        (visit_questions.Direction(), 2, "w ← w + η y x"),
        (Weights(), 3, "f(x₃) = 3·1 + 3·1 + 1 = 7. Mistake."),
        (Number("f", 1), 3, "f(x₁) = 12: "),
        (Number("loss"), 1, "L = 7: E = {x₃}."),
        (Number("margin"), 0, "Nearest: x₁, x₃."),
    ],
)
def test_it_is_worked_out_with_the_numbers_of_the_page(ask: Ask, visit: int, why: str) -> None:
    marking = Marking(Lesson(sessions={"": TEXTBOOK}, pages=(Page(visit=visit, ask=ask),)))
    assert why in ask.solution(marking.standing(1))


def test_a_loss_of_several_errors_is_told_as_their_sum() -> None:
    points = SavedSession(Document(Dataset.of([[1, 0], [2, 0], [3, 0]], [1, 0, 0])))
    marking = Marking(Lesson(sessions={"": points}, pages=(Page(visit=1, ask=Number("loss")),)))
    assert "L = 3 + 4" in Number("loss").solution(marking.standing(1))


def test_where_w_is_not_in_the_plane_nobody_asks_which_way_it_moves() -> None:
    settings = TrainingSettings(Mode.DUAL)
    curved = replace(settings, kernel=replace(settings.kernel, name="rbf"))
    assert "no w to move in the plane" in visit_questions.Direction().problem(SavedSession(Document(settings=curved)))
    squares = replace(TrainingSettings(), features=POLY2)
    assert "no w to move in the plane" in visit_questions.Direction().problem(SavedSession(Document(settings=squares)))


def test_no_reason_is_missing_where_a_number_nearby_is_not_known() -> None:
    """The run never ends, so that nobody knows how many mistakes it makes: the bound is asked for all the same."""
    assert said(Number("errors"), "77", 2, XOR).startswith("It is too large.")
    with pytest.raises(Unanswerable):
        said(Number("bound"), "1", session=XOR)
