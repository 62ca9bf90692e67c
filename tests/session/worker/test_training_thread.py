"""The real thread: it starts, obeys in order, survives failures, and is gone when stopped."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.session.document import Document
from perceptron_gui.session.worker import training_worker as moves
from perceptron_gui.session.worker.scheduler import SLICE_SECONDS, Failure, Scheduler, WorkerMessage
from perceptron_gui.session.worker.training_thread import TrainingThread
from perceptron_gui.session.worker.training_worker import TrainingWorker
from tests.benchmarks.data import overlapping
from tests.session.bench import TEXTBOOK, XOR, XOR_CYCLE_VISIT
from tests.simulation.scheduler import SimulatedScheduler

PATIENCE = 60.0
"""Seconds after which something that has not happened never will."""


@pytest.fixture
def training_thread() -> Iterator[TrainingThread]:
    """A running thread that is stopped in the end."""
    training_thread = TrainingThread(Scheduler())
    training_thread.start()
    yield training_thread
    training_thread.stop()
    assert not is_alive()


OTHERS: set[threading.Thread] = set()
"""Threads of windows that other tests of this process have left open."""


@pytest.fixture(autouse=True)
def leave_others_out() -> None:
    OTHERS.clear()
    OTHERS.update(threading.enumerate())


def is_alive() -> bool:
    """Whether there is a thread that trains, of this test."""
    return "training" in [thread.name for thread in threading.enumerate() if thread not in OTHERS]


def load(training_thread: TrainingThread, document: Document, run_id: int = 1) -> None:
    """Give the thread a document."""
    training_thread.post(lambda worker: worker.load(document, run_id))


def letter_where(training_thread: TrainingThread, claim: Callable[[WorkerMessage], bool]) -> WorkerMessage:
    """Take letters, as the window does, until a claim holds."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        letter = training_thread.mailbox.take()
        if letter is not None and claim(letter):
            return letter
        time.sleep(0.001)
    raise AssertionError("the letter never came")


def is_at(visit: int) -> Callable[[WorkerMessage], bool]:
    """Return the claim that a letter is a snapshot at `visit`."""
    return lambda letter: isinstance(letter, Snapshot) and letter.visit == visit


def test_it_works_in_a_thread_called_training(training_thread: TrainingThread) -> None:
    load(training_thread, Document(TEXTBOOK))
    letter_where(training_thread, is_at(0))
    assert is_alive()


def test_threads_hand_the_interpreter_over_within_a_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numpy lets go of it many times in a snapshot, and waits for it as often (A4)."""
    said: list[float] = []
    monkeypatch.setattr(sys, "setswitchinterval", said.append)
    thread = TrainingThread(Scheduler())
    thread.start()
    thread.stop()
    assert said == [SLICE_SECONDS]


def test_it_stops_before_it_started() -> None:
    training_thread = TrainingThread(Scheduler())
    training_thread.stop()
    assert not is_alive()


def test_it_stops_while_playing_behind_a_closed_gate() -> None:
    training_thread = TrainingThread(Scheduler())
    training_thread.start()
    load(training_thread, Document(XOR))
    training_thread.post(TrainingWorker.play)
    letter_where(training_thread, is_at(XOR_CYCLE_VISIT))
    training_thread.post(TrainingWorker.play)
    training_thread._scheduler.gate.close()
    training_thread.stop()
    assert not is_alive()


def test_it_can_be_stopped_twice() -> None:
    training_thread = TrainingThread(Scheduler())
    training_thread.start()
    training_thread.stop()
    training_thread.stop()
    assert not is_alive()


def test_a_thousand_commands_are_done_in_order(training_thread: TrainingThread) -> None:
    load(training_thread, Document(XOR))
    order: list[int] = []
    for i in range(1000):
        training_thread.post(lambda worker, i=i: order.append(i))  # type: ignore[misc]
        training_thread.post(moves.step)
    letter_where(training_thread, is_at(1000))
    assert order == list(range(1000))


def test_a_standing_run_costs_no_time(training_thread: TrainingThread) -> None:
    load(training_thread, Document(XOR))
    letter_where(training_thread, is_at(0))
    waits: list[float] = []
    training_thread.post(lambda worker: waits.append(worker.seconds_until_due()))
    training_thread.post(moves.step)
    letter_where(training_thread, is_at(1))
    assert waits[0] > 3600


def test_a_failure_in_a_command_is_a_letter_and_the_next_document_works(training_thread: TrainingThread) -> None:
    load(training_thread, Document(TEXTBOOK), 7)
    letter_where(training_thread, is_at(0))
    training_thread.post(lambda worker: 1 / 0)  # type: ignore[arg-type, return-value]
    failure = letter_where(training_thread, lambda letter: isinstance(letter, Failure))
    assert isinstance(failure, Failure)
    assert failure.run_id == 7
    assert "ZeroDivisionError" in failure.details
    assert "Traceback" in failure.details
    load(training_thread, Document(XOR), 8)
    letter = letter_where(training_thread, is_at(0))
    assert letter.run_id == 8
    training_thread.post(moves.step)
    letter_where(training_thread, is_at(1))


def test_a_failure_while_playing_ends_play_and_not_the_thread(training_thread: TrainingThread) -> None:
    load(training_thread, Document(XOR))

    def break_run(worker: TrainingWorker) -> None:
        worker.play()
        assert worker.run is not None
        worker.run.advance = None  # type: ignore[method-assign, assignment]

    training_thread.post(break_run)
    letter_where(training_thread, lambda letter: isinstance(letter, Failure))
    training_thread.post(TrainingWorker.play)
    letter_where(training_thread, is_at(XOR_CYCLE_VISIT))


def test_a_command_is_done_after_the_events_that_posted_it() -> None:
    """Else it would take the interpreter away from the frame that is being drawn."""
    order: list[str] = []
    scheduler = SimulatedScheduler()
    scheduler.gate.wait = lambda longest=0.0: order.append("gate")  # type: ignore[method-assign]
    training_thread = TrainingThread(scheduler)
    training_thread.post(lambda worker: order.append("command"))
    training_thread.start()
    scheduler.work_off()
    assert order[:2] == ["gate", "command"]


def test_what_was_asked_before_the_end_is_done() -> None:
    order: list[int] = []
    for scheduler in (Scheduler(), SimulatedScheduler()):
        training_thread = TrainingThread(scheduler)
        training_thread.start()
        for number in range(50):
            training_thread.post(lambda worker, number=number: order.append(number))  # type: ignore[misc]
        training_thread.stop()
    assert order == [*range(50), *range(50)]


def test_a_closed_gate_slows_training_and_does_not_stop_it(training_thread: TrainingThread) -> None:
    load(training_thread, Document(XOR))
    training_thread.post(moves.go_to_end)
    letter_where(training_thread, is_at(XOR_CYCLE_VISIT))
    training_thread._scheduler.gate.close()
    training_thread.post(TrainingWorker.play)
    letter_where(training_thread, lambda letter: isinstance(letter, Snapshot) and letter.visit > XOR_CYCLE_VISIT + 100)


def test_whoever_waits_for_the_interpreter_gets_it_at_the_next_look(
    training_thread: TrainingThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = [0]
    wait = training_thread._scheduler.gate.wait

    def counted_wait() -> None:
        looks[0] += 1
        wait()

    monkeypatch.setattr(training_thread._scheduler.gate, "wait", counted_wait)
    load(training_thread, Document(overlapping(1000)))
    training_thread.post(TrainingWorker.play)
    letter_where(training_thread, lambda letter: isinstance(letter, Snapshot) and letter.visit > 100_000)
    passed = []
    for _ in range(100):
        training_thread.mailbox.take()
        before = looks[0]
        time.sleep(0)  # lets the interpreter go, and asks for it again
        passed.append(looks[0] - before)
    assert sorted(passed)[50] <= 4


def rests(training_thread: TrainingThread) -> bool:
    """Wait, in vain or not, until the thread says that nothing more will come."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not training_thread.is_resting:
        time.sleep(0.001)
    return training_thread.is_resting


def test_it_rests_when_all_is_done_and_says_so_only_after_it_was_published(training_thread: TrainingThread) -> None:
    load(training_thread, Document(XOR))
    assert not training_thread.is_resting or not training_thread.mailbox.is_empty
    assert rests(training_thread)
    letter = training_thread.mailbox.take()
    assert isinstance(letter, Snapshot)
    for _ in range(200):
        training_thread.post(moves.step)
        assert rests(training_thread)
        assert not training_thread.mailbox.is_empty, "it said that it rests before the step was published"
        training_thread.mailbox.take()


def test_it_does_not_rest_while_it_plays_and_rests_after_a_failure(training_thread: TrainingThread) -> None:
    load(training_thread, Document(XOR))
    training_thread.post(lambda worker: worker.set_speed(1.0))
    training_thread.post(TrainingWorker.play)
    letter_where(training_thread, lambda letter: isinstance(letter, Snapshot) and letter.is_playing)
    assert not training_thread.is_resting
    training_thread.post(lambda worker: 1 / 0)  # type: ignore[arg-type, return-value]
    letter_where(training_thread, lambda letter: isinstance(letter, Failure))
    assert rests(training_thread)
