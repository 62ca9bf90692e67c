"""Every machine gives the same marks: they depend neither on the compiled loop nor on slices of work (L2)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, SettingsError, TrainingSettings
from perceptron_gui.engine.native import loader
from perceptron_gui.engine.run import run as runs
from perceptron_gui.engine.run.followers import against_rest
from perceptron_gui.engine.run.run import MOST_PRODUCTS, run_to_end, visits_within
from perceptron_gui.files.points.sample_files import BY_NAME
from perceptron_gui.session.document import Document, Place
from perceptron_gui.session.lessons import questions, run_questions, standing
from perceptron_gui.session.lessons.lesson import Ask, Lesson, Made, Page, Value
from perceptron_gui.session.lessons.marking import Marking
from perceptron_gui.session.lessons.standing import TooLong, Unanswerable
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.session.worker.run_pool import RunBatch
from perceptron_gui.session.worker.scheduler import Scheduler

XOR = BY_NAME["xor"].make()


def in_both(answer: Callable[[], object], patched: pytest.MonkeyPatch) -> list[object]:
    """Return an answer with the compiled loop, where there is one, and that of Python alone."""
    found = []
    for library in (loader.library, None):
        with patched.context() as once:
            once.setattr(loader, "library", library)
            found.append(answer())
    return found


def judged(ask: Ask, session: SavedSession, value: Value) -> tuple[object, str]:
    """Return how an answer is judged, with what is right, or the sentence that says why nobody can."""
    try:
        found = Marking(Lesson(sessions={"": session}, pages=(Page(ask=ask),))).judge(1, value)
    except Unanswerable as problem:
        return type(problem), str(problem)
    return found.is_right, found.why


def asked(session: SavedSession) -> list[tuple[Ask, Value]]:
    """Return questions about the end and the way of a page's run, each with an answer."""
    may = frozenset({"order"})
    found: list[tuple[Ask, Value]] = [
        (run_questions.Number("mistakes"), "1"),
        (run_questions.Number("errors"), "1"),
        (run_questions.Number("errors", at="end"), "1"),
        (questions.Make("cycle", may), Made(session)),
        (questions.Make("mistakes_at_least", may, "200"), Made(session)),
        (questions.Make("mistakes_at_most", may, "200"), Made(session)),
    ]
    return found


def test_xor_in_random_order_is_judged_1_with_and_without_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    session = SavedSession(Document(XOR, TrainingSettings(order=Order.RANDOM)))
    ask = questions.Make("mistakes_at_least", frozenset({"order"}), "50000")
    marks = in_both(lambda: judged(ask, session, Made(session))[0], monkeypatch)
    assert marks == [True, True]


def test_a_run_that_was_made_is_followed_once_for_the_mark_and_what_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    session, followed = SavedSession(Document(XOR, TrainingSettings(order=Order.RANDOM))), []
    way = standing.past.past_run
    monkeypatch.setattr(standing.past, "past_run", lambda *args, **more: followed.append(1) or way(*args, **more))
    monkeypatch.setattr(standing, "LONGEST_RUN", 700)
    at = Marking(Lesson(sessions={"": session}, pages=(Page(),))).standing(1)
    ask = questions.Make("mistakes_at_most", frozenset({"order"}), "3")
    assert ask.judge(at, Made(session)).is_right is False
    assert followed == [1]


def random_session(rng: np.random.Generator) -> SavedSession:
    """Return a page of random points, mostly without a line between them, under any rules, at any visit."""
    mode, order = rng.choice([*Mode]), rng.choice([*Order])
    n, d, n_classes = int(rng.integers(2, 30)), int(rng.integers(1, 5)), 2 if rng.random() < 0.5 else 4
    points = rng.integers(-4, 5, (n, d)) / float(rng.choice([1, 10]))
    classes = 2 if mode is not Mode.MULTICLASS else n_classes
    dataset = Dataset.of(points, rng.integers(0, classes, n), "ABCD"[:n_classes])
    kernel = Kernel()
    if mode is not Mode.PRIMAL and rng.random() < 0.5:
        curved = [each for each in KernelName if each is not KernelName.LINEAR]
        kernel = Kernel(curved[int(rng.integers(len(curved)))], degree=1)
    limits = {"max_epochs": 7} if rng.random() < 0.1 else {}
    beta, eta = float(rng.choice([0.0, 0.0, 1.0])), float(rng.choice([1.0, 0.1]))
    seed = int(rng.integers(0, 9))
    settings = TrainingSettings(Mode(mode), Order(order), eta, beta=beta, seed=seed, kernel=kernel, **limits)
    arrivals = (3, 5)[: int(rng.integers(0, min(n, 3)))] if rng.random() < 0.2 else ()
    return SavedSession(Document(dataset, settings), Place(int(rng.choice([0, 1, 30, 150, 450])), arrivals))


def test_all_pages_are_judged_alike_with_and_without_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standing, "LONGEST_RUN", 300)
    monkeypatch.setattr(standing, "LONGEST_STAY", 400)
    monkeypatch.setattr(questions, "LONGEST_RUN", 300)
    monkeypatch.setattr(runs, "MOST_PRODUCTS", 4_000)
    rng, seen = np.random.default_rng(0), set()
    for _ in range(16):
        try:
            session = random_session(rng)
        except SettingsError:
            continue
        for ask, value in asked(session):
            one, other = in_both(lambda ask=ask, session=session, value=value: judged(ask, session, value), monkeypatch)
            assert one == other, (ask, session)
            seen.add(one[0])
    assert {TooLong, Unanswerable, True, False} <= seen


@pytest.mark.parametrize("slice_of_work", [1.0, 1e3, 1e9])
def test_no_mark_depends_on_the_slices_that_the_work_is_done_in(
    slice_of_work: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standing, "SLICE", slice_of_work)
    monkeypatch.setattr(standing, "LONGEST_RUN", 700)
    session = SavedSession(Document(XOR, TrainingSettings(order=Order.RANDOM)))
    told = (Unanswerable, "The run does not end within 700 visits.")
    assert judged(run_questions.Number("mistakes"), session, "1") == told


@pytest.mark.parametrize(
    ("settings", "products"),
    [
        (TrainingSettings(), 3),
        (TrainingSettings(order=Order.BATCH, bias=False), 2),
        (TrainingSettings(order=Order.RANDOM), 4 * 3),
        (TrainingSettings(Mode.MULTICLASS), 2 * 3),
        (TrainingSettings(Mode.MULTICLASS, Order.RANDOM), 2 * 4 * 3),
        (TrainingSettings(Mode.DUAL, kernel=Kernel(KernelName.RBF)), 4),
        (TrainingSettings(Mode.MULTICLASS, Order.RANDOM, kernel=Kernel(KernelName.RBF)), 2 * 4),
    ],
)
def test_a_visit_counts_as_on_paper(settings: TrainingSettings, products: int) -> None:
    assert visits_within(10**9, XOR, settings) == MOST_PRODUCTS // products
    assert visits_within(1_000, XOR, settings) == 1_000


def test_a_place_is_too_far_by_its_visits_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "MOST_PRODUCTS", 12 * 500)
    document = Document(XOR, TrainingSettings(order=Order.RANDOM))
    near, far = (SavedSession(document, Place(visit)) for visit in (500, 501))
    question, too_far = run_questions.Number("errors"), "It takes too long to reach this visit of the run."
    assert judged(question, far, "1") == (TooLong, too_far)
    assert judged(question, near, "1")[0] in (True, False)
    late = SavedSession(document, Place(7, (501,)))
    assert judged(question, late, "1") == (TooLong, too_far)


def test_one_against_the_rest_ends_where_it_does_without_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(against_rest, "LONGEST_RUN", 2_000)
    dataset, settings = BY_NAME["in-a-row"].make(), TrainingSettings(Mode.MULTICLASS, Order.SHUFFLED)

    def ends() -> list[tuple[int, int]]:
        rest = against_rest.AgainstRest(dataset, settings, ((0, dataset.n_samples),))
        rest.go_to_end(lambda: False)
        return [(run.visit, run.mistakes) for run in rest.claims(is_at_end=True).runs]

    one, other = in_both(ends, monkeypatch)
    assert one == other
    assert isinstance(one, list) and max(one)[0] == 2_000


def test_a_run_without_end_makes_as_many_mistakes_in_every_fan(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = [TrainingSettings(order=Order.SHUFFLED, seed=seed) for seed in range(3)]

    def mistakes() -> list[int]:
        batch = RunBatch(XOR, rules, 10**6, Scheduler().gate)
        batch.find_bound()
        for index in range(len(rules)):
            batch.train(index)
        return [result.mistakes for result in batch.results if result is not None]

    one, other = in_both(mistakes, monkeypatch)
    assert one == other == [run_to_end(XOR, each, lambda: False, until=10_000).mistakes for each in rules]
