"""A monkey uses the window: no act, whatever went before, may raise, warn or leave the window without an answer.

``python -m tests.gui.monkey 50000`` does it by hand for as long as you like.
"""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import accumulate, pairwise
from pathlib import Path

import pytest

from tests.effort import random_sets
from tests.gui.monkey import __main__ as monkey
from tests.gui.monkey.acts import Act, Chance
from tests.gui.monkey.memory import rise_of

ACTS = random_sets(100)
"""Acts that are drawn; of each kind that is not among them one comes after them."""
PLANTED = """
import os, subprocess, sys, threading, time
if sys.argv[3]:  # one processor for all: fewer others keep it as long as more would on several
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
from PySide6.QtCore import QCoreApplication
from tests.gui.monkey.watch import Watch

app, lock, is_held = QCoreApplication([]), threading.Lock(), threading.Event()

def compute(seconds):
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass

def hold(seconds):
    with lock:
        is_held.set()
        compute(seconds)

def wait_for_the_worker(seconds):
    threading.Thread(target=hold, args=(seconds,)).start()
    is_held.wait()
    with lock:
        pass

watch = Watch(float(sys.argv[4]))
others = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(int(sys.argv[2]))]
try:
    watch.beat()
    begin = time.monotonic()
    eval(sys.argv[1])
    watch.beat()
    print(time.monotonic() - begin, *watch.faults)
finally:
    for other in others:
        other.kill()
"""
LONGEST = 0.5
"""Seconds that the window of these tests may not answer."""
FREEZES = {"computes": "compute(0.7)", "waits for the worker": "wait_for_the_worker(0.7)", "sleeps": "time.sleep(0.7)"}


def test_acts_by_chance_do_no_harm() -> None:
    drawn = Chance(7).acts(50 * ACTS)
    first = {act.kind: act for act in reversed(drawn)}
    acts = [*drawn[:ACTS], *(act for kind, act in first.items() if kind not in {each.kind for each in drawn[:ACTS]})]
    assert len(first) > 30
    outcome = monkey.play_apart(acts)
    assert not outcome.fault, f"act {outcome.count}: {outcome.fault}"
    assert outcome.count == len(acts)
    assert outcome.placed > 0


def test_the_same_seed_makes_the_same_acts_and_another_one_others() -> None:
    assert Chance(5).acts(200) == Chance(5).acts(200)
    assert Chance(5).acts(200) != Chance(6).acts(200)


@pytest.mark.seldom
def test_clicks_place_points_where_hands_could_and_what_breaks_an_act_is_told_with_its_place() -> None:
    """One window for all of it: to start it takes longer.

    A click goes the way of the system's, through the window to what is in front at its place, and to nothing in a
    window that is minimised. A full screen of 800 × 800 cuts off what is at the right: Qt's test library refuses to
    click there.
    """
    row = [Act("place", (round(0.15 + 0.07 * i, 2), 0.3)) for i in range(10)]
    low = [Act("place", (round(0.2 + 0.05 * i, 2), 0.6)) for i in range(6)]
    edges = [Act("place", (x, y)) for x in (-0.05, 1.05) for y in (-0.05, 1.05)]
    parts = {
        "seen": [*row, Act("wait", (1,))],
        "minimised": [Act("put_away"), *low, Act("wait", (1,))],
        "back": [Act("bring_back"), *low, Act("wait", (1,))],
        "in a small screen": [
            Act("action", ("view.presentation",)),
            *edges,
            Act("place", (0.3, 0.6)),
            Act("wait", (1,)),
        ],
    }
    acts = [act for part in parts.values() for act in part]
    outcome = monkey.play_apart([*acts, Act("action", ("no.such",)), Act("wait", (1,))])
    assert outcome.count == len(acts) + 1, outcome.fault
    assert "KeyError" in outcome.fault
    ends = [0, *accumulate(map(len, parts.values()))]
    before = [outcome.history[end] for end in ends]
    placed = dict(zip(parts, (after - then for then, after in pairwise(before)), strict=True))
    assert placed["seen"] >= 8
    assert placed["minimised"] == 0
    assert placed["back"] > 0
    assert placed["in a small screen"] > 0


@pytest.mark.seldom
def test_what_breaks_the_end_is_told(tmp_path: Path) -> None:
    """Once a process ended with 1 and without a word: the watch had taken the exception, and nobody asked it."""
    script = tmp_path / "script.json"
    script.write_text('[["wait", 1]]', encoding="utf-8")
    planted = """
import os, sys
from pathlib import Path
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
from tests.gui.monkey import __main__ as monkey
from tests.gui.monkey.valet import Valet
del Valet.close_dialogs
monkey.play_file(Path(sys.argv[1]))
"""
    env = {**os.environ, "PERCEPTRON_LAB_CONFIG": str(tmp_path / "config")}
    command = [sys.executable, "-c", planted, str(script)]
    done = subprocess.run(command, cwd=monkey.ROOT, env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == monkey.FOUND
    assert "at the end:" in done.stderr and "AttributeError" in done.stderr
    assert "AttributeError" in script.with_suffix(".told").read_text(encoding="utf-8")


@pytest.mark.seldom
@pytest.mark.parametrize(("deed", "others"), [*zip(FREEZES, (0, 2, 0), strict=True)])
def test_a_window_that_does_not_answer_by_its_own_doing_is_found(deed: str, others: int) -> None:
    _, blamed = watched(FREEZES[deed], others)
    assert blamed.startswith("blocked for")


@pytest.mark.seldom
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux says who had the processor")
def test_a_window_that_others_keep_from_answering_is_not_blamed() -> None:
    took, blamed = watched("wait_for_the_worker(0.1)", 6, on_one_processor=True)
    assert took > LONGEST
    assert not blamed


def watched(deed: str, others: int, on_one_processor: bool = False) -> tuple[float, str]:
    """Return how long a deed in the window's thread takes beside other processes, and what the watch says of it."""
    command = [sys.executable, "-c", PLANTED, deed, str(others), "one" if on_one_processor else "", str(LONGEST)]
    done = subprocess.run(command, cwd=monkey.ROOT, capture_output=True, text=True, check=True, timeout=120)
    took, _, blamed = done.stdout.strip().partition(" ")
    return float(took), blamed


def test_a_fault_is_cut_down_to_the_acts_that_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    needed = {Act("key", ("Q", "")), Act("mode", (2,))}

    def play(acts: list[Act]) -> monkey.Outcome:
        return monkey.Outcome(len(acts), "IndexError: 7" if needed <= set(acts) else "")

    monkeypatch.setattr(monkey, "play_apart", play)
    acts = [*Chance(1).acts(60), Act("key", ("Q", "")), *Chance(2).acts(60), Act("mode", (2,))]
    short, is_sure = monkey.shrink(acts, "IndexError: ")
    assert is_sure
    assert set(short) == needed


def test_a_rise_of_memory_is_told_from_ups_and_downs() -> None:
    times = range(1600, 7800, 200)
    rise, error = rise_of([(t, 200 + 0.005 * t + (t // 200 % 2)) for t in times])
    assert abs(rise - 5) < 0.2
    assert 0 < error < 0.2
    rise, error = rise_of([(t, 200.0 + 8 * (t // 200 % 2)) for t in times])
    assert abs(rise) < 2 * error


@pytest.mark.slow
@pytest.mark.waits
def test_a_window_of_a_few_hundred_points_holds_no_more_than_is_promised() -> None:
    """Do each action once, then 100 random acts: a quarter of a megabyte kept by each act would fail this.

    A slower rise only shows after thousands of acts: ``python -m tests.gui.monkey.memory 7800``.
    """
    command = [sys.executable, "-m", "tests.gui.monkey.memory", "100", "5"]
    done = subprocess.run(command, cwd=monkey.ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-600:] + done.stderr[-600:]
