"""The real thread: it starts, obeys in order, survives failures, and is gone when stopped."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.session.document import Document
from perceptron_gui.session.worker.training_thread import Runner
from perceptron_gui.session.worker.training_worker import Engineer, Failure, Letter
from tests.benchmarks.data import overlapping
from tests.session.bench import TEXTBOOK, XOR, XOR_CYCLE_VISIT

PATIENCE = 10.0
"""Seconds after which something that has not happened never will."""


@pytest.fixture
def runner() -> Iterator[Runner]:
    """A running thread that is stopped in the end."""
    runner = Runner()
    runner.start()
    yield runner
    runner.stop()
    assert not runner._thread.is_alive()


def load(runner: Runner, document: Document, run_id: int = 1) -> None:
    """Give the thread a document."""
    runner.post(lambda engineer: engineer.load(document, run_id))


def letter_where(runner: Runner, claim: Callable[[Letter], bool]) -> Letter:
    """Take letters, as the window does, until a claim holds."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        letter = runner.mailbox.take()
        if letter is not None and claim(letter):
            return letter
        time.sleep(0.001)
    raise AssertionError("the letter never came")


def is_at(visit: int) -> Callable[[Letter], bool]:
    """Return the claim that a letter is a snapshot at `visit`."""
    return lambda letter: isinstance(letter, Snapshot) and letter.visit == visit


def test_it_works_in_a_thread_called_training(runner: Runner) -> None:
    load(runner, Document(TEXTBOOK))
    letter_where(runner, is_at(0))
    assert [t.name for t in threading.enumerate() if t is runner._thread] == ["training"]


def test_it_stops_before_it_started() -> None:
    runner = Runner()
    runner.stop()
    assert not runner._thread.is_alive()


def test_it_stops_while_playing_behind_a_closed_gate() -> None:
    runner = Runner()
    runner.start()
    load(runner, Document(XOR))
    runner.post(Engineer.play)
    letter_where(runner, is_at(XOR_CYCLE_VISIT))
    runner.post(Engineer.play)
    runner.gate.close()
    begin = time.monotonic()
    runner.stop()
    assert time.monotonic() - begin < 2
    assert not runner._thread.is_alive()


def test_it_can_be_stopped_twice() -> None:
    runner = Runner()
    runner.start()
    runner.stop()
    runner.stop()
    assert not runner._thread.is_alive()


def test_a_thousand_commands_are_done_in_order(runner: Runner) -> None:
    load(runner, Document(XOR))
    order: list[int] = []
    for i in range(1000):
        runner.post(Engineer.step)
        runner.post(lambda engineer, i=i: order.append(i))  # type: ignore[misc]
    letter_where(runner, is_at(1000))
    assert order == list(range(1000))


def test_a_standing_run_costs_no_time(runner: Runner) -> None:
    load(runner, Document(XOR))
    letter_where(runner, is_at(0))
    waits: list[float] = []
    runner.post(lambda engineer: waits.append(engineer._pause_until_due()))
    runner.post(Engineer.step)
    letter_where(runner, is_at(1))
    assert waits[0] > 3600


def test_a_failure_in_a_command_is_a_letter_and_the_next_document_works(runner: Runner) -> None:
    load(runner, Document(TEXTBOOK), 7)
    letter_where(runner, is_at(0))
    runner.post(lambda engineer: 1 / 0)  # type: ignore[arg-type, return-value]
    failure = letter_where(runner, lambda letter: isinstance(letter, Failure))
    assert isinstance(failure, Failure)
    assert failure.run_id == 7
    assert "ZeroDivisionError" in failure.details
    assert "Traceback" in failure.details
    load(runner, Document(XOR), 8)
    letter = letter_where(runner, is_at(0))
    assert letter.run_id == 8
    runner.post(Engineer.step)
    letter_where(runner, is_at(1))


def test_a_failure_while_playing_ends_play_and_not_the_thread(runner: Runner) -> None:
    load(runner, Document(XOR))

    def break_run(engineer: Engineer) -> None:
        engineer.play()
        assert engineer.run is not None
        engineer.run.advance = None  # type: ignore[method-assign, assignment]

    runner.post(break_run)
    letter_where(runner, lambda letter: isinstance(letter, Failure))
    runner.post(Engineer.play)
    letter_where(runner, is_at(XOR_CYCLE_VISIT))


def test_a_closed_gate_slows_training_and_does_not_stop_it(runner: Runner) -> None:
    load(runner, Document(XOR))
    runner.post(Engineer.go_to_end)
    letter_where(runner, is_at(XOR_CYCLE_VISIT))
    runner.gate.close()
    runner.post(Engineer.play)
    letter_where(runner, lambda letter: isinstance(letter, Snapshot) and letter.visit > XOR_CYCLE_VISIT + 100)


def test_whoever_waits_for_the_interpreter_gets_it_at_the_next_look(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = [0]
    wait = runner.gate.wait

    def counted_wait() -> None:
        looks[0] += 1
        wait()

    monkeypatch.setattr(runner.gate, "wait", counted_wait)
    load(runner, Document(overlapping(1000)))
    runner.post(Engineer.play)
    letter_where(runner, lambda letter: isinstance(letter, Snapshot) and letter.visit > 100_000)
    passed = []
    for _ in range(100):
        runner.mailbox.take()
        before = looks[0]
        time.sleep(0)  # lets the interpreter go, and asks for it again
        passed.append(looks[0] - before)
    assert sorted(passed)[90] <= 4


def rests(runner: Runner) -> bool:
    """Wait, in vain or not, until the thread says that nothing more will come."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not runner.is_resting:
        time.sleep(0.001)
    return runner.is_resting


def test_it_rests_when_all_is_done_and_says_so_only_after_it_was_published(runner: Runner) -> None:
    load(runner, Document(XOR))
    assert not runner.is_resting or not runner.mailbox.is_empty
    assert rests(runner)
    letter = runner.mailbox.take()
    assert isinstance(letter, Snapshot)
    for _ in range(200):
        runner.post(Engineer.step)
        assert rests(runner)
        assert not runner.mailbox.is_empty, "it said that it rests before the step was published"
        runner.mailbox.take()


def test_it_does_not_rest_while_it_plays_and_rests_after_a_failure(runner: Runner) -> None:
    load(runner, Document(XOR))
    runner.post(lambda engineer: engineer.set_speed(1.0))
    runner.post(Engineer.play)
    letter_where(runner, lambda letter: isinstance(letter, Snapshot) and letter.is_playing)
    assert not runner.is_resting
    runner.post(lambda engineer: 1 / 0)  # type: ignore[arg-type, return-value]
    letter_where(runner, lambda letter: isinstance(letter, Failure))
    assert rests(runner)
