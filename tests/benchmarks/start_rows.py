"""How long a start takes, and what it holds in memory: the window's, and the command line's."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Mapping

from tests.benchmarks.children import ROOT, ask
from tests.benchmarks.figures import median, times
from tests.benchmarks.table import Table, aim

HEADS = ("what", "median", "least", "ratio", "to", "aims")
TRAIN = ("-m", "perceptron_gui", "train", "perceptron_gui/resources/data/iris.csv")
PLAIN_QT, PLAIN_PYTHON = "a bare QWidget's first paint", "python -c pass"


def process_seconds(arguments: list[str], env: Mapping[str, str]) -> float:
    """Return how long a whole Python process takes.

    Raises
    ------
    RuntimeError
        When it fails.
    """
    begin = time.perf_counter()
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, env=dict(env), capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(arguments)}: {done.stderr.strip()}")
    return time.perf_counter() - begin


def start_table(env: Mapping[str, str], repeats: int = 5) -> Table:
    """Start everything `repeats` times, taking turns, after a first time that does not count."""
    names = ("plain", "pass", "first_paint", "ready", "memory_mb", "plain_mb", "train", "long", "help")
    found: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(repeats + 1):
        plain = ask("start_window", "plain", time.time(), env=env)
        controller = ask("start_window", "lab", time.time(), env=env)
        found["plain"].append(plain["first_paint"])
        found["plain_mb"].append(plain["memory_mb"])
        for name in ("first_paint", "ready", "memory_mb"):
            found[name].append(controller[name])
        found["pass"].append(process_seconds(["-c", "pass"], env))
        found["train"].append(process_seconds([*TRAIN, "--positive", "setosa"], env))
        found["help"].append(process_seconds(["-m", "perceptron_gui", "--help"], env))
    found["long"] = [process_seconds([*TRAIN, "--mode", "multiclass"], env) for _ in range(3)]
    return _table({name: values[1:] for name, values in found.items()})


def _table(found: Mapping[str, list[float]]) -> Table:
    table = Table("start", "Start, warm", HEADS)
    rows = (
        ("first paint", "first_paint", "plain", PLAIN_QT, 0.5),
        ("usable (window.ready)", "ready", "plain", PLAIN_QT, 1.2),
        ("train iris.csv --positive setosa", "train", "pass", PLAIN_PYTHON, 0.5),
        ("train iris.csv --mode multiclass *", "long", "pass", PLAIN_PYTHON, float("inf")),
        ("perceptron-gui --help", "help", "pass", PLAIN_PYTHON, float("inf")),
        (PLAIN_QT, "plain", "pass", PLAIN_PYTHON, float("inf")),
    )
    for what, name, other, to, limit in rows:
        value = median(found[name])
        verdict = aim((f"≤ {limit} s", value, limit)) if limit < float("inf") else ""
        table.add(what, f"{value:.3f} s", f"{min(found[name]):.3f} s", times(value / median(found[other])), to, verdict)
    memory, plain = median(found["memory_mb"]), median(found["plain_mb"])
    least = f"{min(found['memory_mb']):.0f} MB"
    table.add(
        "memory, usable for 0.5 s", f"{memory:.0f} MB", least, times(memory / plain), "a bare QWidget's",
        aim(("≤ 200 MB", memory, 200)),
    )  # fmt: skip
    table.notes.append("from the start of the process; a first paint counts when the frame was flushed to the screen.")
    table.notes.append("* not separable: 1.5 million visits in 10 000 passes.")
    return table
