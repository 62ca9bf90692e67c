"""The second thread: only the newest document is answered, and work in progress can be given up."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from queue import SimpleQueue

import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.exact.effort import Cancelled
from perceptron_gui.engine.theory import bounds
from perceptron_gui.engine.theory.bounds import analyze
from perceptron_gui.session.document import Document
from perceptron_gui.session.worker import background_thread as background_module
from perceptron_gui.session.worker.analysis_thread import AnalysisThread, Finding
from perceptron_gui.session.worker.gui_priority_gate import PriorityGate
from tests.session.bench import TEXTBOOK, XOR

PATIENCE = 60.0


@pytest.fixture
def analysis_thread() -> Iterator[AnalysisThread]:
    """A running thread that is stopped in the end."""
    analysis_thread = AnalysisThread(PriorityGate())
    analysis_thread.start()
    yield analysis_thread
    analysis_thread.stop()
    assert not analysis_thread._thread.is_alive()


def finding(analysis_thread: AnalysisThread) -> Finding:
    """Wait for the next finding."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = analysis_thread.findings.take()
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


def test_it_finds_out_whether_points_are_separable(analysis_thread: AnalysisThread) -> None:
    document = Document(TEXTBOOK)
    analysis_thread.ask(document)
    found = finding(analysis_thread)
    assert found.document is document
    assert found.analysis is not None and found.analysis.verdict is not None
    assert found.analysis.verdict.separable
    analysis_thread.ask(Document(XOR))
    found = finding(analysis_thread)
    assert found.analysis is not None and found.analysis.verdict is not None
    assert found.analysis.verdict.separable is False


def test_of_many_questions_the_newest_is_answered(analysis_thread: AnalysisThread) -> None:
    documents = [Document(XOR.moved([0], [[0, i / 10]])) for i in range(50)]
    for document in documents:
        analysis_thread.ask(document)
    found = finding(analysis_thread)
    while found.document is not documents[-1]:
        found = finding(analysis_thread)
    assert analysis_thread.findings.take() is None


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
    analysis_thread: AnalysisThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A point that is dragged asks with every place: what gave up for each new one would never answer."""
    patient = Patient()
    monkeypatch.setattr(bounds, "analyze", patient)
    monkeypatch.setattr(background_module, "PATIENCE_SECONDS", PATIENCE)
    documents = [Document(XOR.moved([0], [[0, i / 10]])) for i in range(3)]
    analysis_thread.ask(documents[0])
    patient.begun.get(timeout=PATIENCE)
    for document in documents[1:]:
        analysis_thread.ask(document)
    patient.may_end.release()
    assert finding(analysis_thread).document is documents[0]
    assert patient.begun.get(timeout=PATIENCE) is documents[2].dataset, "not the newest one came next"
    patient.may_end.release()
    assert finding(analysis_thread).document is documents[2]


def test_a_long_analysis_is_given_up_for_a_newer_document(
    analysis_thread: AnalysisThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow()
    monkeypatch.setattr(bounds, "analyze", slow)
    monkeypatch.setattr(background_module, "PATIENCE_SECONDS", 0.01)
    analysis_thread.ask(Document(XOR))
    assert slow.has_begun.wait(PATIENCE)
    newest = Document(TEXTBOOK)
    analysis_thread.ask(newest)
    assert finding(analysis_thread).document is newest
    assert slow.was_cancelled.is_set()


def test_stopping_gives_up_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow()
    monkeypatch.setattr(bounds, "analyze", slow)
    analysis_thread = AnalysisThread(PriorityGate())
    analysis_thread.start()
    analysis_thread.ask(Document(XOR))
    assert slow.has_begun.wait(PATIENCE)
    analysis_thread.stop()
    assert not analysis_thread._thread.is_alive()
    assert slow.was_cancelled.is_set()


def test_stopping_what_never_started_does_nothing() -> None:
    AnalysisThread(PriorityGate()).stop()


def test_a_failure_is_a_finding_without_an_analysis_and_the_next_question_is_answered(
    analysis_thread: AnalysisThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, earlier: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(bounds, "analyze", broken)
    analysis_thread.ask(Document(XOR))
    found = finding(analysis_thread)
    assert found.analysis is None
    assert "broken" in found.failure
    monkeypatch.undo()
    analysis_thread.ask(Document(TEXTBOOK))
    assert finding(analysis_thread).analysis is not None


@pytest.mark.parametrize("labels", [[], [0], [1, 1]])
def test_points_of_fewer_than_two_classes_are_no_failure(analysis_thread: AnalysisThread, labels: list[int]) -> None:
    analysis_thread.ask(Document().with_dataset(Dataset.of([[i, 1] for i in range(len(labels))], labels)))
    found = finding(analysis_thread)
    assert found.failure == ""


def test_it_is_busy_from_the_question_until_the_finding_is_there(analysis_thread: AnalysisThread) -> None:
    assert not analysis_thread.is_busy
    for _ in range(20):
        analysis_thread.ask(Document(TEXTBOOK))
        assert analysis_thread.is_busy
        end = time.monotonic() + PATIENCE
        while analysis_thread.is_busy and time.monotonic() < end:
            time.sleep(0.001)
        assert not analysis_thread.is_busy
        assert not analysis_thread.findings.is_empty, "it was no longer busy before the finding was there"
        analysis_thread.findings.take()


class Clock:
    """Time that passes only where it is told to, and events that never end."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now

    thread_time = perf_counter = monotonic

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

    monkeypatch.setattr(bounds, "analyze", analyze)
    monkeypatch.setattr(background_module, "time", clock)
    gate = PriorityGate()
    monkeypatch.setattr(gate, "wait", clock.wait)
    analysis_thread = AnalysisThread(gate)
    analysis_thread._put_answer(Document(TEXTBOOK))
    assert finding(analysis_thread).analysis == "done"
    assert clock.now - work == pytest.approx(waited, abs=0.001)


def test_an_analysis_begins_after_the_events_that_asked_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it would take the interpreter away from the frame that is being drawn."""
    order: list[str] = []
    gate = PriorityGate()
    monkeypatch.setattr(gate, "wait", lambda longest: order.append("gate"))
    analysis_thread = AnalysisThread(gate)
    monkeypatch.setattr(analysis_thread, "answer", lambda document: order.append("answer"))
    analysis_thread._put_answer(Document(TEXTBOOK))
    assert order == ["gate", "answer"]


def test_what_was_short_last_time_is_answered_in_the_thread_that_asks(
    analysis_thread: AnalysisThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two threads that take the interpreter from each other cost a dragged point more than the answer itself."""
    assert not analysis_thread.answer_here(Document(TEXTBOOK)), "nobody knows yet how long it takes"
    assert analysis_thread.findings.is_empty
    analysis_thread.ask(Document(TEXTBOOK))
    finding(analysis_thread)
    wait_until_idle(analysis_thread)
    document = Document(TEXTBOOK.moved([0], [[0, 0.5]]))
    monkeypatch.setattr(background_module, "SHORT_SECONDS", PATIENCE)  # however busy the machine is
    assert analysis_thread.answer_here(document)
    found = analysis_thread.findings.take()
    assert found is not None and found.document is document
    assert found.analysis is not None and found.analysis.bound == analyze(document.dataset, document.settings).bound


def test_what_turns_out_long_is_given_up_where_it_is_asked_until_the_thread_has_found_it_short_again(
    analysis_thread: AnalysisThread, monkeypatch: pytest.MonkeyPatch
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

    monkeypatch.setattr(bounds, "analyze", work)
    monkeypatch.setattr(background_module, "time", clock)
    analysis_thread._took = 0.001
    began, document = clock.now, Document(TEXTBOOK)
    assert not analysis_thread.answer_here(document)
    assert clock.now - began <= 1.2 * background_module.SHORT_SECONDS
    for is_short in (False, True):
        assert not analysis_thread.answer_here(document)
        analysis_thread._put_answer(document)
        assert analysis_thread.findings.take() is not None
        assert (analysis_thread._took <= background_module.SHORT_SECONDS) is is_short


def test_nothing_is_answered_beside_the_thread_while_it_answers(
    analysis_thread: AnalysisThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    patient = Patient()
    monkeypatch.setattr(bounds, "analyze", patient)
    analysis_thread._took = 0.001
    analysis_thread.ask(Document(XOR))
    assert not analysis_thread.answer_here(Document(TEXTBOOK))
    patient.may_end.release()
    assert finding(analysis_thread).document.dataset is XOR


def wait_until_idle(analysis_thread: AnalysisThread) -> None:
    """Wait until the thread itself knows that its answer is there."""
    end = time.monotonic() + PATIENCE
    while analysis_thread.is_busy and time.monotonic() < end:
        time.sleep(0.001)
