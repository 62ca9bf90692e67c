"""Lessons and answers of any kind, for properties: strategies that know the rules of the values, not the file."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from perceptron_gui.engine.data.settings import Mode
from perceptron_gui.session.exercises import visit_questions
from perceptron_gui.session.lessons import questions, run_questions
from perceptron_gui.session.lessons.lesson import PARTS, STATIONS, Answer, Answers, Ask, Lesson, Made, Page, Proof, Text
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.view.switches import NAMES
from tests.files.sessions.random_sessions import letters, sessions

words = st.text(letters, min_size=1, max_size=20)
written = st.builds(
    Text,
    st.just(()) | words.map(lambda said: (("", said),)) | st.just((("en", "Yes"), ("de", "Ja"))),
)
numbers = st.sampled_from(["0", "-1.5", "3/4", "−2", "1,5", "10⁻³"])


@st.composite
def asks(draw: Any, session: SavedSession) -> Ask | None:
    """Return a question that fits a session, or none."""
    document = session.document
    n, settings = document.dataset.n_samples, document.settings
    vary = draw(st.booleans())
    found: list[Ask | None] = [None, questions.Separable(vary=vary), visit_questions.RightOrMistake(vary=vary)]
    of = draw(st.sampled_from(["f", "alpha"] if n and draw(st.booleans()) else ["loss", "errors", "mistakes", "bound"]))
    point = draw(st.integers(1, n)) if of in ("f", "alpha") else None
    digits = draw(st.none() | st.integers(0, 12))
    found.append(run_questions.Number(of, point, None, digits, draw(st.sampled_from(["page", "end"])), vary=vary))
    form = "alpha" if settings.has_curved_kernel else "w" if settings.mode is not Mode.MULTICLASS else "W"
    found.append(run_questions.Weights(form, draw(st.sampled_from(["after_visit", "end"])), vary=vary))
    if not settings.is_curved:
        found.append(visit_questions.Direction(vary=vary))
    options = draw(st.lists(written, min_size=2, max_size=4))
    found.append(questions.choice_of(options, draw(st.integers(1, len(options)))))
    if n:
        goal = draw(st.sampled_from(questions.GOALS))
        size = questions.n_weights(document)
        weights = tuple("1" if i % 2 else "-2/3" for i in range(min(max(size, 1), 9)))
        vary = vary and (goal != "weights" or len(weights) == size)
        value = {"not_separable": "", "cycle": "", "weights": weights}.get(goal, draw(numbers))
        may = draw(st.frozensets(st.sampled_from(questions.MAY), min_size=1))
        found.append(questions.Make(goal, may, value, vary=vary))
    return draw(st.sampled_from(found))


@st.composite
def lessons(draw: Any) -> Lesson:
    """Return a lesson that somebody can make."""
    named = draw(st.dictionaries(words, sessions(), min_size=1, max_size=2))
    pages = []
    for _ in range(draw(st.integers(1, 4))):
        name = draw(st.sampled_from(["", *named]))
        page = Page(
            name,
            draw(st.none() | st.integers(0, 10**6)),
            draw(written),
            draw(written),
            draw(st.none() | st.sampled_from(STATIONS)),
            draw(st.frozensets(st.sampled_from(sorted(NAMES)), max_size=3)),
            draw(st.frozensets(st.sampled_from(PARTS), max_size=3)),
            draw(st.frozensets(st.sampled_from(PARTS), max_size=3)),
            draw(asks(named[name or next(iter(named))])),
        )
        pages.append(page)
    minutes = draw(st.none() | st.integers(1, 10_000))
    return Lesson(draw(written), draw(st.sampled_from(["en", "de"])), minutes, named, tuple(pages))


values = st.one_of(
    st.sampled_from(["right", "mistake", "towards", "-0.2935", ""]),
    st.integers(0, 20),
    st.lists(numbers, max_size=4).map(tuple),
    st.lists(st.lists(numbers, min_size=1, max_size=3).map(tuple), min_size=1, max_size=3).map(tuple),
    st.builds(Proof, st.booleans(), st.lists(st.integers(1, 99), max_size=4).map(tuple)),
    st.builds(Made, sessions()),
)
answers = st.builds(
    Answers,
    st.just("0f" * 32),
    st.sampled_from(["Ada", "Ä. Ł.", "日本"]),
    st.lists(
        st.builds(Answer, st.integers(1, 99), values, st.none() | st.integers(1, 9), st.none() | st.integers(0, 9999)),
        max_size=4,
    ).map(tuple),
)
