"""How long a start takes, and what it holds in memory: the window's, and the command line's."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping

from perceptron_gui.translation import ENGLISH
from tests.benchmarks.children import ROOT, ask
from tests.benchmarks.figures import median
from tests.benchmarks.table import Table, aim

HEADS = ("what", "median", "least", "CPU", "ratio", "CPU ratio", "to", "aims")
TRAIN = ("-m", "perceptron_gui", "train", "perceptron_gui/resources/data/iris.csv")
PLAIN_QT, PLAIN_PYTHON = "a bare QWidget's first paint", "python -c pass"
FREE = float("inf")
"""The limit of what is not aimed at."""

Found = dict[str, list[float]]
"""What each turn has found, by name; CPU seconds under the same name with "_cpu"."""


def note_process(found: Found, name: str, arguments: list[str], env: Mapping[str, str]) -> None:
    """Note how long a whole Python process takes.

    Raises
    ------
    RuntimeError
        When it fails.
    """
    begin, used = time.perf_counter(), os.times()
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, env=dict(env), capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(arguments)}: {done.stderr.strip()}")
    taken, now = time.perf_counter() - begin, os.times()
    cpu = now.children_user + now.children_system - used.children_user - used.children_system
    found.setdefault(name, []).append(taken)
    found.setdefault(f"{name}_cpu", []).append(cpu)


def note_window(found: Found, kind: str, env: Mapping[str, str], language: str = ENGLISH) -> None:
    """Note what `start_window` tells of a window."""
    for name, value in ask("start_window", kind, time.time(), language, env=env).items():
        found.setdefault(f"{kind}_{name}", []).append(value)


def start_table(env: Mapping[str, str], repeats: int = 5, language: str = ENGLISH) -> Table:
    """Start everything `repeats` times, taking turns, after a first time that does not count."""
    found: Found = {}
    for _ in range(repeats + 1):
        note_window(found, "plain", env)
        note_window(found, "lab", env, language)
        note_process(found, "pass", ["-c", "pass"], env)
        note_process(found, "train", [*TRAIN, "--positive", "setosa"], env)
        note_process(found, "help", ["-m", "perceptron_gui", "--help"], env)
    found = {name: values[1:] for name, values in found.items()}
    for _ in range(3):
        note_process(found, "long", [*TRAIN, "--mode", "multiclass"], env)
    return _table(found, language)


TICK = 0.01
"""Seconds, the least that a process is said to have taken."""


def ratio(found: Mapping[str, list[float]], name: str, other: str) -> float:
    """Return how many times as long as another thing one takes: the median over the turns that both took together.

    What makes the machine slow for a while makes both slow in the same turn. CPU time comes in ticks, and less than one
    is taken for one.
    """
    pairs = zip(found[name], found[other], strict=False)
    return median([a / max(b, TICK) for a, b in pairs])


def _table(found: Mapping[str, list[float]], language: str) -> Table:
    table = Table("start", f"Start, warm, {language}", HEADS)
    rows = (
        ("first paint", "lab_first_paint", "plain_first_paint", PLAIN_QT, 2.0, FREE),
        ("usable (window.ready)", "lab_ready", "plain_first_paint", PLAIN_QT, 6.0, 0.8),
        ("train iris.csv --positive setosa", "train", "pass", PLAIN_PYTHON, FREE, 0.5),
        ("train iris.csv --mode multiclass *", "long", "pass", PLAIN_PYTHON, FREE, FREE),
        ("perceptron-gui --help", "help", "pass", PLAIN_PYTHON, FREE, FREE),
        (PLAIN_QT, "plain_first_paint", "pass", PLAIN_PYTHON, FREE, FREE),
    )
    for what, name, other, to, most_times, limit in rows:
        value, often = median(found[name]), ratio(found, name, other)
        checks = ((f"≤ {most_times:g} ×", often, most_times), (f"≤ {limit} s", value, limit))
        verdict = aim(*checks) if min(most_times, limit) < FREE else ""
        table.add(
            what, f"{value:.3f} s", f"{min(found[name]):.3f} s", f"{median(found[f'{name}_cpu']):.3f} s",
            f"{often:.2f}×", f"{ratio(found, f'{name}_cpu', f'{other}_cpu'):.2f}×", to, verdict,
        )  # fmt: skip
    memory, often = median(found["lab_memory_mb"]), ratio(found, "lab_memory_mb", "plain_memory_mb")
    table.add(
        "memory, usable for 0.5 s", f"{memory:.0f} MB", f"{min(found['lab_memory_mb']):.0f} MB", "",
        f"{often:.2f}×", "", "a bare QWidget's", aim(("≤ 200 MB", memory, 200)),
    )  # fmt: skip
    table.notes.append("from the start of the process; a first paint counts when the frame was flushed to the screen.")
    table.notes.append("a ratio is the median of those of each turn; CPU: of all threads, up to then.")
    table.notes.append("* not separable: 1.5 million visits in 10 000 passes.")
    return table
