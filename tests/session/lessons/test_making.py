"""A lesson that is being made: acts on its pages, texts in languages, what a kind of question asks of its author."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.files.lessons.lesson_file import lesson_from, plain_of
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.frozen import Meta, replace
from perceptron_gui.session.document import Document, Place
from perceptron_gui.session.lessons import making, questions
from perceptron_gui.session.lessons.lesson import MOST_PAGES, Ask, Lesson, Page, Text, Value
from perceptron_gui.session.lessons.making import Draft
from perceptron_gui.session.lessons.questions import KINDS
from perceptron_gui.session.lessons.run_questions import Number, Weights
from perceptron_gui.session.lessons.standing import Standing
from perceptron_gui.session.points.history import Steps
from perceptron_gui.session.saved import OneOf, saved_fields
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.view.view_state import DARK, ViewState
from tests.files.lessons.random_lessons import lessons, written

TEXTBOOK, XOR, CLUSTERS = (
    SavedSession(Document().with_dataset(BY_NAME[n].make())) for n in ("textbook", "xor", "three-classes")
)
MODES = [
    TEXTBOOK,
    XOR,
    replace(XOR, document=replace(XOR.document, settings=TrainingSettings(Mode.DUAL))),
    replace(CLUSTERS, document=CLUSTERS.document.with_settings(TrainingSettings(Mode.MULTICLASS))),
]


def at(visit: int, session: SavedSession = TEXTBOOK) -> SavedSession:
    """Return a session at a visit."""
    return replace(session, place=Place(visit))


# Pages


def test_a_page_takes_session_visit_station_and_switches() -> None:
    session = replace(at(7), view=ViewState(switches=frozenset({"street"})))
    draft = Draft().added(session, "why")
    shown = draft.session
    assert draft.number == 1
    assert shown is not None
    assert (shown.place.visit, shown.view.switches) == (7, {"street"})
    assert shown.document.dataset is TEXTBOOK.document.dataset
    assert draft.page is not None
    assert draft.page.station == "why"


def test_pages_of_one_run_share_a_session_and_show_what_they_showed() -> None:
    views = [at(0), replace(at(7), view=ViewState(switches=ViewState().switches | {"street"})), at(3)]
    draft = Draft()
    for view in views:
        draft = draft.added(view, "step")
    assert len(draft.lesson.sessions) == 1
    for page, view in zip(draft.lesson.pages, views, strict=True):
        shown = draft.lesson.session_of(page)
        assert (shown.place.visit, shown.view.switches) == (view.place.visit, view.view.switches)


@pytest.mark.parametrize(
    "other",
    [
        XOR,
        replace(TEXTBOOK, document=replace(TEXTBOOK.document, settings=TrainingSettings(eta=0.5))),
        replace(TEXTBOOK, view=ViewState(switches=frozenset())),
        replace(TEXTBOOK, view=ViewState(selection=(1,))),
        replace(TEXTBOOK, front_panels=("curves",)),
        replace(
            TEXTBOOK,
            document=replace(TEXTBOOK.document, dataset=TEXTBOOK.document.dataset.with_classes(["yes", "no"])),
        ),
    ],
)
def test_what_is_another_view_gets_a_session_of_its_own(other: SavedSession) -> None:
    draft = Draft().added(TEXTBOOK, None).added(other, None)
    assert len(draft.lesson.sessions) == 2
    assert draft.session is not None
    assert draft.session.document.dataset.classes == other.document.dataset.classes
    assert draft.session.view == other.view


def test_what_no_file_keeps_is_not_in_a_page() -> None:
    session = replace(TEXTBOOK, view=ViewState(theme=DARK, is_playing=True))
    lesson = Draft().added(session, None).lesson
    again = lesson_from(plain_of(lesson))
    assert [each.view for each in lesson.sessions.values()] == [each.view for each in again.sessions.values()]


def test_a_page_that_goes_takes_its_session_along_unless_another_needs_it() -> None:
    draft = Draft().added(TEXTBOOK, None).added(XOR, None).added(at(3), None)
    assert len(draft.at(1).removed().lesson.sessions) == 2
    assert len(draft.at(2).removed().lesson.sessions) == 1
    assert draft.at(1).removed().removed().removed() == Draft()


def test_another_view_leaves_text_and_question() -> None:
    draft = Draft().added(TEXTBOOK, None).with_page(text=Text((("", "Look."),)), ask=questions.Separable())
    other = draft.retaken(at(2, XOR), "run")
    assert other.page is not None
    assert draft.page is not None
    assert (other.page.text, other.page.ask, other.page.visit) == (draft.page.text, draft.page.ask, 2)
    assert len(other.lesson.sessions) == 1


def test_a_full_lesson_says_so() -> None:
    assert not Draft(Lesson(pages=(Page(),) * (MOST_PAGES - 1))).is_full
    assert Draft(Lesson(pages=(Page(),) * MOST_PAGES)).is_full


def done(draft: Draft, act: int, number: int) -> Draft:
    """Return a draft after one of seven acts."""
    acts: tuple[Callable[[], Draft], ...] = (
        lambda: draft.added(at(number), "step"),
        lambda: draft.moved(+1),
        lambda: draft.moved(-1),
        draft.duplicated,
        draft.removed,
        lambda: draft.retaken(at(number, XOR), None),
        lambda: draft.with_page(text=Text((("", f"Say {number}."),))),
    )
    return acts[act]()


@pytest.mark.seldom
@settings(max_examples=6, deadline=None)
@given(lessons(), st.lists(st.tuples(st.sampled_from(range(7)), st.integers(1, 5)), max_size=8))
def test_undo_of_every_act_returns_the_value_before_and_each_value_is_read_as_it_is_written(
    lesson: Lesson, chosen: list[tuple[int, int]]
) -> None:
    steps = Steps(Draft(lesson).at(1))
    seen = [steps.value]
    for act, number in chosen:
        draft = steps.value.at(number)
        made = done(draft, act if draft.number else 0, number)
        steps.push(made, "act")
        seen.append(made)
        assert 0 <= made.number <= len(made.lesson.pages)
        plain = plain_of(made.lesson)
        assert plain_of(lesson_from(plain, is_draft=True)) == plain
    for value in reversed(seen[:-1]):
        assert steps.undo() is value
    for value in seen[1:]:
        assert steps.redo() is value


# Texts


@given(st.text(max_size=8), st.sampled_from(["en", "de", "fr"]), written)
def test_words_in_a_language_are_those_that_were_written_in_it_and_others_stay(
    words: str, language: str, title: Text
) -> None:
    for text in (title, Text(), Text((("", "one"),))):
        given_in = making.with_words(text, words, language, "en")
        assert making.words_in(given_in, language, "en") == words
        for other in {"en", "de", "fr"} - {language}:
            assert making.words_in(given_in, other, "en") == making.words_in(text, other, "en")


def test_one_language_alone_stays_a_plain_text() -> None:
    assert making.with_words(Text(), "Look.", "de", "de") == Text((("", "Look."),))
    assert making.with_words(Text((("", "Look."),)), "", "de", "de") == Text()


# Questions


@pytest.mark.parametrize("kind", KINDS)
def test_an_author_can_say_all_that_a_kind_has_but_the_secret_of_a_choice(kind: str) -> None:
    fields = {entry.name for entry in making.entries_of(KINDS[kind])}
    assert {*saved_fields(KINDS[kind])} - fields == ({"salt", "answer"} if kind == "choice" else set())


@pytest.mark.parametrize("kind", KINDS)
def test_all_that_the_program_asks_has_words(kind: str) -> None:
    entries = making.entries_of(KINDS[kind])
    assert {kind, *(entry.name for entry in entries), *(name for e in entries for name in e.names)} <= {*making.WORDS}


@pytest.mark.parametrize("session", MODES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_question_that_is_begun_fits_its_page_in_every_mode(kind: str, session: SavedSession) -> None:
    ask = making.begun(kind, session)
    assert ask.kind == kind
    assert ask.problem(session) == ""
    assert ask.words(Standing(session))


class Guess(Ask):
    """A kind that nobody has heard of."""

    kind: ClassVar[str] = "wild_guess"
    whom: Annotated[str, OneOf(("first_come", "last"))]
    how_often: Annotated[int, Meta(ge=2, le=9)]
    hint: Text = Text()
    also: Annotated[frozenset[Annotated[str, OneOf(("x", "y"))]], Meta(max_length=2)] = frozenset()

    def words(self, at: Standing) -> str:
        return "Guess."

    def is_right(self, at: Standing, value: Value) -> bool:
        return True

    def remark(self, at: Standing, value: Value) -> str:
        return ""

    def explained(self, at: Standing) -> str:
        return ""


def test_a_new_kind_appears_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "wild_guess", Guess)
    assert making.begun("wild_guess", XOR) == Guess("first_come", 2)
    found = [(entry.name, entry.form, entry.names, entry.least) for entry in making.entries_of(Guess)]
    assert found == [
        ("whom", "one", ("first_come", "last"), 0),
        ("how_often", "count", (), 2),
        ("hint", "text", (), 0),
        ("also", "some", ("x", "y"), 0),
        ("vary", "flag", (), 0),
    ]
    assert making.words_of("how_often") == "how often"


def test_another_choice_brings_what_it_needs_and_leaves_what_was_chosen() -> None:
    number = making.fitting(Number("f"), XOR, "of")
    assert number == Number("f", 1)
    for goal, value in (("mistakes_at_most", "1"), ("weights", ("0", "0", "0")), ("cycle", "")):
        made = making.fitting(questions.Make(goal, frozenset({"order"})), XOR, "goal")
        assert (made.goal, made.value, made.may) == (goal, value, {"order"})  # type: ignore[attr-defined]
    assert making.fitting(Weights("w"), MODES[3]) == Weights("W")


def test_what_nothing_can_mend_is_told() -> None:
    empty = SavedSession(Document(Dataset.empty()))
    ask = making.begun("make", empty)
    assert ask.problem(empty) == "there are no points."


def test_fields_that_say_nothing_are_not_shown() -> None:
    assert Number("loss").idle(XOR) == {"point", "of_class"}
    assert Number("f", 1).idle(XOR) == {"of_class"}
    assert Number("f", 1).idle(MODES[3]) == set()
    assert Number("bound").idle(XOR) == {"point", "of_class", "at"}
    assert questions.Make("cycle", frozenset({"order"})).idle(XOR) == {"value"}
