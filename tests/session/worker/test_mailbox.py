"""The two things that window and thread share: a slot where the newest wins, and a gate that never holds long."""

from __future__ import annotations

import threading
import time

import pytest

from perceptron_gui.session.worker.scheduler import LONGEST_WAIT, Mailbox, PriorityGate


def test_the_newest_letter_wins_and_is_taken_once() -> None:
    mailbox: Mailbox[int] = Mailbox()
    assert mailbox.is_empty
    mailbox.put(1)
    mailbox.put(2)
    assert not mailbox.is_empty
    assert mailbox.take() == 2
    assert mailbox.take() is None
    assert mailbox.is_empty


def test_whoever_came_in_vain_twice_is_called_once_and_nobody_else_is() -> None:
    mailbox: Mailbox[int] = Mailbox()
    calls: list[int] = []
    mailbox.on_late = lambda: calls.append(1)
    mailbox.put(1)
    assert mailbox.take() == 1
    mailbox.put(2)
    assert (mailbox.take(), mailbox.take()) == (2, None)
    mailbox.put(3)
    assert (mailbox.take(), mailbox.take(), mailbox.take(), calls) == (3, None, None, [])
    mailbox.put(4)
    mailbox.put(5)
    assert calls == [1]
    assert mailbox.take() == 5


def test_letters_from_another_thread_come_in_order() -> None:
    mailbox: Mailbox[int] = Mailbox()
    writer = threading.Thread(target=lambda: [mailbox.put(i) for i in range(1, 20_001)])
    writer.start()
    seen = [0]
    while seen[-1] < 20_000:
        letter = mailbox.take()
        if letter is not None:
            seen.append(letter)
    writer.join()
    assert seen == sorted(set(seen))


def waited(gate: PriorityGate) -> float:
    """Return the seconds that the gate held us."""
    begin = time.perf_counter()
    gate.wait()
    return time.perf_counter() - begin


def test_an_open_gate_holds_nobody() -> None:
    gate = PriorityGate()
    assert min(waited(gate) for _ in range(5)) < LONGEST_WAIT / 10


def test_a_closed_gate_holds_at_most_20_ms() -> None:
    assert LONGEST_WAIT <= 0.02
    gate = PriorityGate()
    times = []
    for _ in range(5):
        gate.close()
        times.append(waited(gate))
    assert min(times) < 0.03
    assert max(times) >= 0.9 * LONGEST_WAIT


def test_a_frame_that_never_comes_holds_training_only_once() -> None:
    gate = PriorityGate()
    gate.close()
    waited(gate)
    assert min(waited(gate) for _ in range(5)) < LONGEST_WAIT / 10


def test_opening_lets_a_waiting_thread_go_at_once() -> None:
    times: list[float] = []
    for _ in range(20):  # a busy machine may let us open it too late
        gate = PriorityGate()
        gate.close()
        thread = threading.Thread(target=lambda gate=gate: times.append(waited(gate)))
        thread.start()
        gate.open()
        thread.join()
        if times[-1] < 0.9 * LONGEST_WAIT:
            return
    pytest.fail(f"it went on after {times} s")
