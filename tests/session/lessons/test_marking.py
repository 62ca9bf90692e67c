"""Answers of a class are judged anew, and each name may have numbers of its own (L4, L6)."""

from __future__ import annotations

import time
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.run.run import Run
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Document, Place
from perceptron_gui.session.exercises import visit_questions
from perceptron_gui.session.lessons import questions, run_questions
from perceptron_gui.session.lessons.lesson import PARTS, Answer, Answers, Lesson, Made, Page, Proof, Text
from perceptron_gui.session.lessons.marking import Mark, Marking, n_words, several_of_one
from perceptron_gui.session.lessons.standing import TooLong, seed_of, varied
from perceptron_gui.session.saved.saved_session import CanvasView, SavedSession
from perceptron_gui.session.scripts import typed_fraction
from perceptron_gui.session.view.view_state import ViewState
from tests.effort import random_sets
from tests.files.sessions.random_sessions import sessions
from tests.pace import within

TEXTBOOK, XOR = (SavedSession(Document().with_dataset(BY_NAME[name].make())) for name in ("textbook", "xor"))


def lesson(*pages: Page) -> Lesson:
    return Lesson(sessions={"a": TEXTBOOK, "b": XOR}, pages=pages)


# Marks


def test_the_last_answer_counts_and_no_answer_is_0_of_1() -> None:
    asked = lesson(Page(), Page(ask=questions.Separable()), Page(visit=2, ask=run_questions.Number("f", 3)))
    given = (Answer(3, "7"), Answer(2, Proof(False)), Answer(2, Proof(True)))
    assert Marking(asked).mark(Answers("", "Ada", given)) == Mark("Ada", (1, 1))
    assert Marking(asked).mark(Answers("", "Ada", ())) == Mark("Ada", (0, 0))
    told = Marking(asked).mark(Answers("", "Ada", (Answer(1, "7"), Answer(9, "7"), Answer(2, "7"))))
    assert told.right == (0, 0) and [each.split(":")[0] for each in told.problems] == [
        "Ada, page 1",
        "Ada, page 2",
        "Ada, page 9",
    ]


def test_names_are_alike_however_they_are_written() -> None:
    assert several_of_one(["Ada", "Grace", " ADA ", "Jose\u0301", "jos\u00e9"]) == ["Ada", "Jose\u0301"]


def many_pages() -> Lesson:
    """Return a lesson of 40 questions of all kinds."""
    words = [Text((("", each),)) for each in "abc"]
    asks = (
        *(visit_questions.RightOrMistake(), visit_questions.Direction(), run_questions.Number("f", 1)),
        *(run_questions.Number("bound", digits=2), run_questions.Weights(), questions.Separable()),
        *(questions.Make("not_separable", frozenset({"points"})), questions.choice_of(words, 2)),
    )
    pages = tuple(Page("b" if i % 8 == 5 else "a", i // 8 % 3, ask=asks[i % 8]) for i in range(40))
    return lesson(*pages)


def answers_of(student: int) -> Answers:
    """Return answers that no two students have alike."""
    x = student % 7 + student / 1000
    values = ("mistake", (f"{x}", "1"), f"{x}", f"{x}", (f"{x}", "2", "3"), Proof(False, (1, 2, student % 4 + 1)))
    moved = TEXTBOOK.document.dataset.moved([2], [[x, 2.0]])
    given = (*values, Made(replace(TEXTBOOK, document=replace(TEXTBOOK.document, dataset=moved))), student % 3 + 1)
    return Answers("", f"s{student}", tuple(Answer(i + 1, given[i % 8]) for i in range(40)))


@pytest.mark.seldom
def test_answers_of_a_school_to_forty_questions_are_marked_in_time_and_alike_in_any_order() -> None:
    pages, students = many_pages(), [answers_of(student) for student in range(40)]
    with within(len(students) / 30):
        first, marking = {}, Marking(pages)
        for each in students:
            first[each.name] = marking.mark(each)
    assert {sum(mark.right) for mark in first.values()} != {0}
    again = Marking(pages)
    for each in reversed(students[::10]):
        assert again.mark(each) == first[each.name]


@pytest.mark.seldom
def test_numbers_of_ones_own_cost_a_few_times_as_much() -> None:
    pages, students = many_pages(), [answers_of(student) for student in range(10)]
    own = replace(
        pages, pages=tuple(replace(page, ask=replace(page.ask, vary=True)) for page in pages.pages if page.ask)
    )
    took = []
    for each in (pages, own):
        marking, began = Marking(each, "digest"), time.thread_time()
        assert sum(sum(marking.mark(student).right) for student in students)
        took.append(time.thread_time() - began)
    assert took[1] < 6 * took[0]


def test_a_vector_that_stays_counts_as_right() -> None:
    asked = lesson(Page(visit=1, ask=visit_questions.Direction()))  # the second visit is right
    assert Marking(asked).mark(Answers("", "Ada", (Answer(1, "towards"),))).right == (1,)


def test_pages_of_one_run_share_what_does_not_depend_on_the_place() -> None:
    asks = (questions.Separable(vary=True), run_questions.Number("bound", vary=True))
    marking = Marking(lesson(Page(visit=2, ask=asks[0]), Page(visit=5, ask=asks[1]), Page(visit=2, ask=asks[1])), "x")
    one, two, three = (marking.standing(number, "Ada") for number in (1, 2, 3))
    assert one.analysis is two.analysis and one is three and one is not two
    assert marking.standing(1, "Grace").analysis is not one.analysis


@pytest.mark.parametrize("order", ["batch", "random", "cyclic"])
def test_a_place_that_takes_too_long_is_told_at_once_for_every_name(order: str) -> None:
    """Eight orders of a name were tried, each for ten seconds."""
    document = Document(XOR.document.dataset, TrainingSettings(order=Order(order)))
    far = SavedSession(document, Place(2 * 10**14))
    marking = Marking(
        Lesson(sessions={"": far}, pages=(Page(ask=visit_questions.RightOrMistake(vary=True)),)), "digest"
    )
    for name in ("", "Ada"):
        with within(1), pytest.raises(TooLong, match=r"It takes too long to reach this visit of the run."):
            marking.judge(1, "right", name)


# Numbers of one's own


QUICK = settings(max_examples=random_sets(50), deadline=None, suppress_health_check=[*HealthCheck])
NAMES = st.sampled_from(["Ada", "Grace", "Ł", "日本"])


@QUICK
@given(sessions(), NAMES)
def test_a_name_has_the_same_points_in_another_order_with_signs_that_mirror_the_run(
    session: SavedSession, name: str
) -> None:
    other = varied(session, seed_of(name, "x", 0))
    one, two = session.document.dataset, other.document.dataset
    sizes = [sorted(map(tuple, np.abs(each.X).tolist())) for each in (one, two)]
    assert sizes[0] == sizes[1] and sorted(one.labels.tolist()) == sorted(two.labels.tolist())
    assert len(one.rounded) == len(two.rounded) and one.n_samples == two.n_samples
    assert not np.signbit(two.X[two.X == 0]).any()
    if not session.document.settings.features.is_identity:
        assert sorted(map(tuple, one.X.tolist())) == sorted(map(tuple, two.X.tolist()))
    n_arrived = len(session.place.arrivals)
    if n_arrived:
        assert (np.abs(one.X[-n_arrived:]) == np.abs(two.X[-n_arrived:])).all()
    again = varied(session, seed_of(name, "x", 0)).document.dataset
    assert (two.X == again.X).all() and (two.labels == again.labels).all()
    if one.n_samples:
        assert_is_the_same_run_mirrored(session, name)


def assert_is_the_same_run_mirrored(session: SavedSession, name: str) -> None:
    document = session.document
    other = varied(replace(session, place=Place()), seed_of(name, "y", 0), reorders=False).document
    trained = [each.dataset.only(np.arange(each.dataset.n_samples)) for each in (document, other)]
    runs = [Run(points, each.named_settings) for points, each in zip(trained, (document, other), strict=True)]
    for run in runs:
        run.advance(30)
    counts = [(run.visit, run.state.mistakes, run.state.near_misses, run.stop) for run in runs]
    assert counts[0] == counts[1]


def test_names_have_different_numbers_and_the_same_name_the_same() -> None:
    page = Page(visit=2, ask=run_questions.Number("f", 1, vary=True))
    marking = Marking(lesson(page), "digest")
    points = {name: marking.standing(1, name).document.dataset.X.tolist() for name in ("Ada", "Grace", "Alan", "Kay")}
    assert len({str(each) for each in points.values()}) > 2
    for name in ("ADA", " ada ", "Ada"):
        assert Marking(lesson(page), "digest").standing(1, name).document.dataset.X.tolist() == points["Ada"]
    assert marking.standing(1).document is TEXTBOOK.document
    assert any(
        Marking(lesson(page), "other").standing(1, name).document.dataset.X.tolist() != points[name] for name in points
    )


def test_a_page_can_be_asked_for_every_name() -> None:
    """In other orders the run of the textbook ends sooner or later: it is asked about a visit that there is."""
    page = Page(visit=17, ask=visit_questions.RightOrMistake(vary=True))
    marking = Marking(lesson(page), "digest")
    for name in map(str, range(25)):
        judged = [marking.judge(1, value, name).is_right for value in ("right", "mistake")]
        assert sorted(judged) == [False, True]


def test_start_weights_and_what_is_looked_at_go_along() -> None:
    rules = TrainingSettings(initial=(1.0, 2.0, 3.0))
    view, canvas = ViewState(selection=(2, 0), hand_line=(4.0, 5.0, 6.0)), CanvasView(-1.0, -2.0, 5.0, 7.0)
    session = SavedSession(Document(TEXTBOOK.document.dataset, rules), Place(1, (), "0f" * 32), view, canvas)
    seed = seed_of("Ada", "0" * 64, 0)
    other = varied(session, seed)
    X = other.document.dataset.X
    assert X.tolist() == [[-1, 1], [-3, 3], [-4, 3]]  # the example of the rule (L4)
    assert other.document.settings.initial == (-1, 2, 3) and other.view.hand_line == (-4, 5, 6)
    assert [np.abs(X[i]).tolist() for i in other.view.selection] == [[1, 1], [3, 3]]
    assert other.canvas.rectangle == (-5, -2, 1, 7) and other.place == Place(1)


def test_exact_decimals_stay_exact() -> None:
    points = Dataset.of([[0.1, -0.3], [0.2, 0.0]], [0, 1])
    for name in map(str, range(20)):
        X = varied(SavedSession(Document(points)), seed_of(name, "", 0)).document.dataset.X
        found = sorted(abs(decimal_fraction(value)) for value in X.ravel().tolist())
        assert found == [0, Fraction(1, 10), Fraction(1, 5), Fraction(3, 10)]


def test_choices_keep_the_order_of_the_author() -> None:
    options = [Text((("", each),)) for each in "abcd"]
    page = Page(ask=replace(questions.choice_of(options, 3), vary=True))
    marking = Marking(lesson(page), "digest")
    for name in ("Ada", "Grace"):
        assert page.ask is not None
        assert page.ask.choices(marking.standing(1, name)) == tuple(enumerate("abcd", 1))
        assert marking.judge(1, 3, name).is_right


def test_texts_are_in_the_language_that_is_wanted() -> None:
    options = [Text((("en", "yes"), ("de", "ja"))), Text((("en", "no"), ("de", "nein")))]
    page = Page(ask=questions.choice_of(options, 1))
    german = Marking(lesson(page), language="de")
    assert "ja" in german.judge(1, 2).why and "yes" in Marking(lesson(page)).judge(1, 2).why


@pytest.mark.parametrize(
    "page", [Page(ask=questions.Separable(vary=True)), Page("b", ask=questions.Separable(vary=True))]
)
def test_whether_points_are_separable_is_the_same_for_all(page: Page) -> None:
    marking = Marking(lesson(page), "digest")
    assert len({marking.standing(1, name).verdict.separable for name in map(str, range(9))}) == 1


def test_a_goal_of_weights_changes_its_signs_with_the_features_and_every_name_can_reach_it() -> None:
    goal = ("1", " -2.5", "1/3", "0", "4")
    three = Dataset.of([[3, 3, 0, 1], [4, 3, 1, 0], [1, 1, 2, 5]], [1, 1, 0])
    ask = questions.Make("weights", frozenset({"start"}), goal, vary=True)
    at_home = SavedSession(Document(three))
    marking = Marking(Lesson(sessions={"": at_home}, pages=(Page(ask=ask),)), "digest")
    starts = set()
    for name in ("", *map(str, range(40))):
        at = marking.standing(1, name)
        signs = [1, 1, 1, 1] if at.signs is None else at.signs.tolist()
        X = sorted(map(tuple, (at.document.dataset.X * signs).tolist()))
        assert sorted(map(tuple, three.X.tolist())) == X
        wanted = [s * Fraction(v.strip()) for s, v in zip([*signs, 1], goal, strict=True)]
        shown = ask.words(at).rpartition("weights ")[2].partition(". You")[0].split(", ")
        assert [typed_fraction(each) for each in shown] == wanted and shown[3] == "0"
        starts.add(tuple(signs))
    assert len(starts) > 8
    plane = questions.Make("weights", frozenset({"start"}), ("2", "2", "-9"), vary=True)
    marking = Marking(lesson(Page(ask=plane)), "digest")
    for name in ("", *map(str, range(12))):
        at = marking.standing(1, name)
        made = plane.example(at)
        signs = [1, 1] if at.signs is None else at.signs.tolist()
        assert made is not None and made.settings.initial == (2 * signs[0], 2 * signs[1], -9)
        assert marking.judge(1, Made(replace(at.session, document=made)), name).is_right
        mirrored = made.with_settings(replace(made.settings, initial=(-2.0, 2.0, -9.0)))
        if mirrored.settings != made.settings:
            assert not marking.judge(1, Made(replace(at.session, document=mirrored)), name).is_right


def test_a_goal_whose_numbers_could_not_change_their_signs_is_refused() -> None:
    for goal, vary, is_refused in ((("1", "1", "-3"), True, False), (("1",), True, True), (("1",), False, False)):
        problem = questions.Make("weights", frozenset({"start"}), goal, vary=vary).problem(TEXTBOOK)
        words = 'with "vary", the goal "weights" needs 3 numbers here, but there are 1.'
        assert problem == (words if is_refused else "")
    rules = TrainingSettings(mode=Mode.MULTICLASS)
    ask = questions.Make("weights", frozenset({"start"}), ("1", "1", "-3"), vary=True)
    assert "needs 6 numbers" in ask.problem(SavedSession(Document(TEXTBOOK.document.dataset, rules)))


# Before a lesson is given


def test_an_author_is_told_what_to_look_at() -> None:
    long = Text((("", "one " * 61),))
    pages = (
        Page(text=long),
        Page(visit=19),
        Page(visit=18, ask=visit_questions.RightOrMistake()),
        Page(visit=2, ask=run_questions.Weights(), hide=frozenset({"form"})),
        Page("b", ask=run_questions.Number("bound"), hide=frozenset({"bound", "why"})),
        Page("b", ask=questions.Separable(), hide=frozenset({"verdict", "why"})),
    )
    assert Marking(lesson(*pages)).problems() == [
        "Page 1: the text has more than 60 words.",
        "Page 2: The run ends after 18 visits, before it reaches this page.",
        "Page 3: The run is at its end: there is no next visit.",
        "Page 4: the answer is visible here. Hide: model, step.",
        "Page 5: There is no bound: these points are not known to be separable.",
        "Page 6: page 5 already shows the answer, in verdict.",
    ]


HIDDEN = frozenset({"verdict", "bound", "why", "step", "form", "run", "points", "model", "counter", "timeline"})
EARLY: list[tuple[str, Page, Page, str]] = [
    ("crosses at the same place", Page(visit=1), Page(visit=1, ask=visit_questions.RightOrMistake()), "model"),
    ("the visit itself", Page(visit=3), Page(visit=2, ask=visit_questions.RightOrMistake()), "counter"),
    ("the answered visit", Page(visit=1, ask=visit_questions.Direction()), Page(visit=2, ask=run_questions.Weights()),
     "model"),
    ("the visit that is asked about", Page(visit=3), Page(visit=2, ask=visit_questions.Direction()), "model"),
    ("the state", Page(visit=2), Page(visit=2, ask=run_questions.Weights()), "model"),
    ("its form", Page(visit=2, station="form"), Page(visit=2, ask=run_questions.Weights("alpha")), "form"),
    ("the errors", Page(visit=2), Page(visit=2, ask=run_questions.Number("errors")), "counter"),
    ("the end", Page(visit=18), Page(ask=run_questions.Number("mistakes")), "counter"),
    ("the end, once it was answered", Page(ask=run_questions.Number("mistakes"), hide=HIDDEN - {"model"}),
     Page(ask=run_questions.Weights(of="end")), "model"),
    ("the verdict at any place", Page(visit=5), Page(ask=run_questions.Number("margin")), "verdict"),
    ("the bound", Page(visit=5), Page(ask=run_questions.Number("bound")), "bound"),
    ("a line without an error", Page(visit=18, hide=frozenset({"verdict"})), Page(ask=questions.Separable()), "model"),
]  # fmt: skip


@pytest.mark.parametrize(("first", "asking", "part"), [each[1:] for each in EARLY], ids=[each[0] for each in EARLY])
def test_an_author_is_told_that_an_earlier_page_shows_the_answer(first: Page, asking: Page, part: str) -> None:
    asking = replace(asking, hide=HIDDEN)
    (told,) = Marking(lesson(first, asking)).flaws(2)
    assert told.startswith("page 1 already shows the answer, in ") and part in told
    assert Marking(lesson(replace(first, hide=HIDDEN, station=None), asking)).flaws(2) == []
    assert Marking(lesson(asking, first)).flaws(1) == [], "a later page may"
    assert Marking(lesson(replace(first, session="b", visit=0, ask=None), asking)).flaws(2) == [], "of other points"


def test_a_question_about_the_next_visit_veils_the_crosses_of_its_own_page_and_a_moment_earlier_tells_nothing() -> None:
    for visit, is_told in ((1, True), (2, False)):  # once it is answered: visit 2 is right and changes nothing, 3 does
        asking = Page(visit=visit, hide=HIDDEN - {"model"}, ask=visit_questions.RightOrMistake())
        told = Marking(lesson(asking, replace(asking, hide=HIDDEN))).flaws(2)
        assert told == (["page 1 already shows the answer, in model."] if is_told else [])
    assert Marking(lesson(Page(visit=0), replace(asking, hide=HIDDEN))).flaws(2) == []


def test_what_tells_an_answer_is_a_part_that_can_be_hidden() -> None:
    asks = [run_questions.Number(of) for of in run_questions.NUMBERS]
    for ask in (*asks, run_questions.Weights(), run_questions.Weights("alpha"), questions.Separable()):
        assert ask.told_by and ask.told_by <= {*PARTS}


def test_who_looks_for_flaws_can_give_up_on_a_long_way() -> None:
    class GivenUp(Exception):
        """Somebody waits no longer."""

    def look() -> None:
        raise GivenUp

    for page in (Page(visit=3), Page(ask=run_questions.Number("mistakes"))):
        with pytest.raises(GivenUp):
            Marking(lesson(page), look=look).flaws(1)


def test_words_are_counted_where_there_are_no_blanks_between_them() -> None:
    assert n_words("A perceptron judges by $w$.") == 5
    assert n_words("Voici la perte\u00a0: combien\u00a0?") == 4
    assert n_words("感知机用 $w$ 判断。") == 1 + 1 + round(6 / 1.6)
    assert 55 < n_words("权值" * 48) < 65
