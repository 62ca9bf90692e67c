"""What a window costs that has nothing to do: processor time and wake-ups of all its threads, from outside."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.benchmarks.children import ROOT
from tests.benchmarks.table import Table, aim

HEADS = ("window", "% of a processor", "wake-ups/s", "aims")
SETTLES = 6.0
"""Seconds after which a start, its verdict and its last notice are over."""


def processor_seconds(pid: int) -> float:
    """Return the processor time that the threads of a process took: theirs is told in ns, that of all in 10 ms."""
    return sum(int(task.read_text().split()[0]) for task in Path(f"/proc/{pid}/task").glob("*/schedstat")) / 1e9


def wakeups(pid: int) -> dict[str, int]:
    """Return how often each thread of a process went to sleep and was woken."""
    found = {}
    for status in Path(f"/proc/{pid}/task").glob("*/status"):
        (line,) = [line for line in status.read_text().splitlines() if line.startswith("voluntary_ctxt_switches")]
        found[status.parent.name] = int(line.split()[1])
    return found


def idle_table(env: Mapping[str, str], seconds: float = 20.0) -> Table:
    """Start the program, leave it alone, and count; a second time minimised."""
    table = Table("idle", f"A paused window over {seconds:g} s", HEADS)
    if not Path("/proc/self/task").exists():
        table.notes.append("only where the system has /proc")
        return table
    command = [sys.executable, "-P", "-m", "perceptron_gui"]
    with subprocess.Popen(command, cwd=ROOT, env=dict(env)) as window:
        try:
            time.sleep(SETTLES)
            for name in ("shown", "minimised"):
                if name == "minimised":
                    find = ["xdotool", "search", "--onlyvisible", "--name", "Perceptron Lab", "windowminimize"]
                    subprocess.run(find, env=dict(env), check=True)
                    time.sleep(1.0)
                table.add(name, *_measured(window.pid, seconds))
        finally:
            window.terminate()
    return table


def _measured(pid: int, seconds: float) -> tuple[str, str, str]:
    percent, rate = measured(lambda: time.sleep(seconds), seconds, pid)
    return f"{percent:.2f}", f"{rate:.2f}", aim(("< 0.1 %", percent, 0.1), ("< 2 wake-ups/s", rate, 2.0))


def measured(wait: Callable[[], object], seconds: float, pid: int | None = None) -> tuple[float, float]:
    """Return what a process takes while `wait` waits for `seconds`, this one unless `pid` says another.

    Returns
    -------
    percent, rate : float
        Processor time in % of one processor, and wake-ups a second.
    """
    pid = os.getpid() if pid is None else pid
    used, woken = processor_seconds(pid), wakeups(pid)
    wait()
    percent = 100 * (processor_seconds(pid) - used) / seconds
    rate = sum(count - woken.get(thread, 0) for thread, count in wakeups(pid).items()) / seconds
    return percent, rate
