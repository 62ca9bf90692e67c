"""Work beside the window: only the newest question is answered, and what takes long can be given up."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from queue import SimpleQueue

import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.exact.effort import Cancelled
from perceptron_gui.engine.theory import separability
from perceptron_gui.engine.theory.separability import analyze
from perceptron_gui.session.document import Document
from perceptron_gui.session.worker import background as background_module
from perceptron_gui.session.worker.background import Background, Work
from perceptron_gui.session.worker.scheduler import Scheduler
from perceptron_gui.session.worker.training_worker import Analyst, Finding
from tests.session.bench import TEXTBOOK, XOR
from tests.simulation.scheduler import SimulatedScheduler

PATIENCE = 60.0


class Analysis:
    """Documents that are analyzed beside the test; `found`: what came of them, the newest last."""

    def __init__(self) -> None:
        self.scheduler = Scheduler()
        self.found: list[Finding] = []
        self.work = Work(self.scheduler, self.found.append, lambda: None)
        self._answer = Analyst().answer

    def question(self, document: Document) -> Callable[[Work[Finding]], Finding]:
        return partial(self._answer, document)

    def ask(self, document: Document) -> None:
        self.work.ask(self.question(document))

    def answer_here(self, document: Document) -> bool:
        return self.work.answer_here(self.question(document))

    def answer_now(self, question: Callable[[Work[Finding]], Finding]) -> None:
        """Do in this thread what the other one does."""
        self.work._asked += 1
        self.work._questions.put((self.work._asked, question))
        self.work._step()

    def take(self) -> Finding | None:
        self.work.deliver()
        return self.found.pop() if self.found else None

    @property
    def is_alive(self) -> bool:
        """Whether there is a thread."""
        return "list.append" in [thread.name for thread in threading.enumerate()]


@pytest.fixture
def analysis() -> Iterator[Analysis]:
    """What analyzes documents, and is stopped in the end."""
    analysis = Analysis()
    yield analysis
    analysis.work.stop()
    assert not analysis.is_alive


def finding(analysis: Analysis) -> Finding:
    """Wait for the next finding."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = analysis.take()
        if found is not None:
            return found
        time.sleep(0.001)
    raise AssertionError("nothing was found")


class Slow:
    """An analysis that goes on until it is told to stop, and tells when it began."""

    def __init__(self) -> None:
        self.has_begun = threading.Event()
        self.was_cancelled = threading.Event()

    def __call__(self, dataset: Dataset, settings: object, should_stop: Callable[[], bool], earlier: object) -> object:
        if dataset is TEXTBOOK:
            return "the textbook"
        self.has_begun.set()
        end = time.monotonic() + PATIENCE
        while not should_stop():
            assert time.monotonic() < end
        self.was_cancelled.set()
        raise Cancelled


def test_it_finds_out_whether_points_are_separable(analysis: Analysis) -> None:
    document = Document(TEXTBOOK)
    analysis.ask(document)
    found = finding(analysis)
    assert found.document is document
    assert found.analysis is not None and found.analysis.verdict is not None
    assert found.analysis.verdict.separable
    analysis.ask(Document(XOR))
    found = finding(analysis)
    assert found.analysis is not None and found.analysis.verdict is not None
    assert found.analysis.verdict.separable is False


def test_of_many_questions_the_newest_is_answered(analysis: Analysis) -> None:
    documents = [Document(XOR.moved([0], [[0, i / 10]])) for i in range(50)]
    for document in documents:
        analysis.ask(document)
    found = finding(analysis)
    while found.document is not documents[-1]:
        found = finding(analysis)
    assert analysis.take() is None


class Patient:
    """Finishes what it began; every analysis is told about while it is under way."""

    def __init__(self) -> None:
        self.begun: SimpleQueue[Dataset] = SimpleQueue()
        self.may_end = threading.Semaphore(0)

    def __call__(self, dataset: Dataset, settings: object, should_stop: Callable[[], bool], earlier: object) -> object:
        self.begun.put(dataset)
        assert self.may_end.acquire(timeout=PATIENCE)
        if should_stop():
            raise Cancelled
        return dataset


def test_an_analysis_under_way_is_finished_though_there_is_a_newer_document(
    analysis: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A point that is dragged asks with every place: what gave up for each new one would never answer."""
    patient = Patient()
    monkeypatch.setattr(separability, "analyze", patient)
    monkeypatch.setattr(background_module, "PATIENCE_SECONDS", PATIENCE)
    documents = [Document(XOR.moved([0], [[0, i / 10]])) for i in range(3)]
    analysis.ask(documents[0])
    patient.begun.get(timeout=PATIENCE)
    for document in documents[1:]:
        analysis.ask(document)
    patient.may_end.release()
    assert finding(analysis).document is documents[0]
    assert patient.begun.get(timeout=PATIENCE) is documents[2].dataset, "not the newest one came next"
    patient.may_end.release()
    assert finding(analysis).document is documents[2]


def test_a_long_analysis_is_given_up_for_a_newer_document(analysis: Analysis, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow()
    monkeypatch.setattr(separability, "analyze", slow)
    monkeypatch.setattr(background_module, "PATIENCE_SECONDS", 0.01)
    analysis.ask(Document(XOR))
    assert slow.has_begun.wait(PATIENCE)
    newest = Document(TEXTBOOK)
    analysis.ask(newest)
    assert finding(analysis).document is newest
    assert slow.was_cancelled.is_set()


def test_stopping_gives_up_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow()
    monkeypatch.setattr(separability, "analyze", slow)
    analysis = Analysis()
    analysis.ask(Document(XOR))
    assert slow.has_begun.wait(PATIENCE)
    analysis.work.stop()
    assert not analysis.is_alive
    assert slow.was_cancelled.is_set()


def test_stopping_what_never_started_does_nothing() -> None:
    Analysis().work.stop()


def test_a_failure_is_a_finding_without_an_analysis_and_the_next_question_is_answered(
    analysis: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, earlier: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(separability, "analyze", broken)
    analysis.ask(Document(XOR))
    found = finding(analysis)
    assert found.analysis is None
    assert "broken" in found.failure
    monkeypatch.undo()
    analysis.ask(Document(TEXTBOOK))
    assert finding(analysis).analysis is not None


@pytest.mark.parametrize("labels", [[], [0], [1, 1]])
def test_points_of_fewer_than_two_classes_are_no_failure(analysis: Analysis, labels: list[int]) -> None:
    analysis.ask(Document().with_dataset(Dataset.of([[i, 1] for i in range(len(labels))], labels)))
    found = finding(analysis)
    assert found.failure == ""


def test_it_is_busy_from_the_question_until_the_finding_is_there(analysis: Analysis) -> None:
    assert not analysis.work.is_busy
    for _ in range(20):
        analysis.ask(Document(TEXTBOOK))
        assert analysis.work.is_busy
        end = time.monotonic() + PATIENCE
        while analysis.work.is_busy and time.monotonic() < end:
            time.sleep(0.001)
        assert not analysis.work.is_busy
        assert not analysis.work._answers.is_empty, "it was no longer busy before the finding was there"
        analysis.take()


class Clock:
    """Time that passes only where it is told to, and events that never end."""

    def __init__(self) -> None:
        self.now = 0.0

    def time(self) -> float:
        return self.now

    def wait(self, longest: float) -> None:
        self.now += max(longest, 0.0)


@pytest.mark.parametrize(("work", "waited"), [(0.0004, 0.003), (0.002, 0.003), (0.1, 0.1)])
def test_events_that_never_end_hold_an_analysis_up_for_3_ms_or_as_long_as_it_works(
    monkeypatch: pytest.MonkeyPatch, work: float, waited: float
) -> None:
    """While a point is dragged they hardly end, and verdict and geometry are to follow it within 0.1 s."""
    clock = Clock()

    def analyze(dataset: Dataset, settings: object, should_stop: Callable[[], bool], earlier: object) -> object:
        for _ in range(round(work / 0.0001)):
            clock.now += 0.0001
            assert not should_stop()
        return "done"

    monkeypatch.setattr(separability, "analyze", analyze)
    analysis = Analysis()
    analysis.scheduler.clock = analysis.scheduler.thread_clock = clock.time
    monkeypatch.setattr(analysis.scheduler.gate, "wait", clock.wait)
    analysis.answer_now(analysis.question(Document(TEXTBOOK)))
    assert finding(analysis).analysis == "done"
    assert clock.now - work == pytest.approx(waited, abs=0.001)


def test_an_analysis_begins_after_the_events_that_asked_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it would take the interpreter away from the frame that is being drawn."""
    order: list[str] = []
    analysis = Analysis()
    monkeypatch.setattr(analysis.scheduler.gate, "wait", lambda longest: order.append("gate"))
    analysis.answer_now(lambda work: order.append("answer"))  # type: ignore[arg-type, func-returns-value]
    assert order == ["gate", "answer"]


def test_what_was_short_last_time_is_answered_in_the_thread_that_asks(
    analysis: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two threads that take the interpreter from each other cost a dragged point more than the answer itself."""
    assert not analysis.answer_here(Document(TEXTBOOK)), "nobody knows yet how long it takes"
    assert analysis.work._answers.is_empty
    analysis.ask(Document(TEXTBOOK))
    finding(analysis)
    wait_until_idle(analysis)
    document = Document(TEXTBOOK.moved([0], [[0, 0.5]]))
    monkeypatch.setattr(background_module, "SHORT_SECONDS", PATIENCE)  # however busy the machine is
    assert analysis.answer_here(document)
    found = analysis.take()
    assert found is not None and found.document is document
    assert found.analysis is not None and found.analysis.bound == analyze(document.dataset, document.settings).bound


def test_what_turns_out_long_is_given_up_where_it_is_asked_until_the_thread_has_found_it_short_again(
    analysis: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    costs = iter([0.1, 0.1, 0.001])

    def work(dataset: Dataset, settings: object, should_stop: Callable[[], bool], earlier: object) -> object:
        cost = next(costs)
        for _ in range(100):
            clock.now += cost / 100
            if should_stop():
                raise Cancelled
        return "done"

    monkeypatch.setattr(separability, "analyze", work)
    analysis.scheduler.clock = analysis.scheduler.thread_clock = clock.time
    analysis.work._took = 0.001
    began, document = clock.now, Document(TEXTBOOK)
    assert not analysis.answer_here(document)
    assert clock.now - began <= 1.2 * background_module.SHORT_SECONDS
    for is_short in (False, True):
        assert not analysis.answer_here(document)
        analysis.answer_now(analysis.question(document))
        assert analysis.take() is not None
        assert (analysis.work._took <= background_module.SHORT_SECONDS) is is_short


def test_nothing_is_answered_beside_the_thread_while_it_answers(
    analysis: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    patient = Patient()
    monkeypatch.setattr(separability, "analyze", patient)
    analysis.work._took = 0.001
    analysis.ask(Document(XOR))
    assert not analysis.answer_here(Document(TEXTBOOK))
    patient.may_end.release()
    assert finding(analysis).document.dataset is XOR


def wait_until_idle(analysis: Analysis) -> None:
    """Wait until the thread itself knows that its answer is there."""
    end = time.monotonic() + PATIENCE
    while analysis.work.is_busy and time.monotonic() < end:
        time.sleep(0.001)


def test_what_was_given_up_is_not_passed_on_even_where_it_was_answered(analysis: Analysis) -> None:
    analysis.ask(Document(TEXTBOOK))
    while analysis.work._answers.is_empty:
        time.sleep(0.001)
    analysis.work.cancel()
    assert not analysis.work.is_busy
    assert analysis.take() is None
    analysis.ask(Document(XOR))
    assert finding(analysis).document.dataset is XOR


def test_what_is_given_up_ends_at_once(analysis: Analysis, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow()
    monkeypatch.setattr(separability, "analyze", slow)
    analysis.ask(Document(XOR))
    assert slow.has_begun.wait(PATIENCE)
    analysis.work.cancel()
    assert slow.was_cancelled.wait(PATIENCE)


def test_after_the_end_nothing_is_asked_any_more() -> None:
    analysis = Analysis()
    analysis.work.stop()
    analysis.ask(Document(TEXTBOOK))
    assert not analysis.work.is_busy
    assert not analysis.is_alive


def test_a_question_that_fails_is_told_and_the_next_one_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", told.append)
    scheduler, answers = SimulatedScheduler(), list[str]()
    for each in (scheduler, Scheduler()):
        background = Background(each, lambda: None)
        try:
            background.ask(lambda work: str(1 // 0), answers.append)
            if isinstance(each, SimulatedScheduler):
                with pytest.raises(ZeroDivisionError):
                    each.work_off()
            end = time.monotonic() + PATIENCE
            while background.is_busy and time.monotonic() < end:
                time.sleep(0.001)
            assert not background.is_busy
            background.ask(lambda work: "done", answers.append)
            scheduler.work_off()
            while background.is_busy and time.monotonic() < end:
                time.sleep(0.001)
            background.deliver()
            assert answers.pop() == "done"
        finally:
            background.stop()
    assert [args.exc_type for args in told] == [ZeroDivisionError]


def test_who_asks_hears_how_far_the_answer_is_and_others_are_answered_beside() -> None:
    scheduler, parts, others, woken = SimulatedScheduler(), list[int](), list[str](), list[bool]()
    background = Background(scheduler, lambda: woken.append(True))

    def count(work: Work[int]) -> int:
        work.tell(1)
        background.deliver()
        return 2

    background.ask(count, parts.append)
    background.ask(lambda work: "old", others.append)
    background.ask(lambda work: "new", others.append)
    assert len(woken) == 3
    scheduler.work_off()
    background.deliver()
    assert parts == [1, 2]
    assert others == ["new"]
    background.ask(count, parts.append)
    background.ask(None, parts.append)
    scheduler.work_off()
    background.deliver()
    assert not background.is_busy
    assert parts == [1, 2]


def test_work_that_never_looks_keeps_no_process() -> None:
    code = """
import threading
from perceptron_gui.session.worker.background import Background
from perceptron_gui.session.worker.scheduler import Scheduler

has_begun = threading.Event()

def wait(work):
    has_begun.set()
    threading.Event().wait()

background = Background(Scheduler(), lambda: None)
background.ask(wait, print)
has_begun.wait()
background.stop()
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=PATIENCE)
