"""What is proved of the frozen program where it was built: it works, and starts as fast as from source."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import dev
from installers.product import PROGRAM, ROOT
from installers.shell import BuildError

TURNS = 7
STILL_S, LOOK_S, SLEEPING = 0.8, 0.02, "S"
"""A window that has slept for so long, and used no processor, is ready."""
Measure = Callable[[Sequence[str], str], float]
"""Runs a program that may write into a folder, and returns its time."""
MOST_OF_WINDOW, MOST_OF_COMMAND = 1.1, 1.5
"""Processor time of the frozen program over that from source, of a start with a window and of one without.

Above 1 for the window is noise only. A command takes 50 ms, of which the frozen program needs some to unpack itself.
"""


def steps(tree: Path) -> dict[str, Callable[[], str]]:
    """Return what proves each claim.

    Parameters
    ----------
    tree : Path
        The frozen program's folder.
    """
    program = [str(tree / PROGRAM)]
    return {
        "the window is there no later than from source": lambda: _compare(program, _time_to_window, MOST_OF_WINDOW),
        "all that --smoke does takes no longer than from source": lambda: _compare(
            program, _time_of_smoke, MOST_OF_WINDOW
        ),
        "a command (--version) takes hardly longer than from source": lambda: _compare(
            program, _time_of_version, MOST_OF_COMMAND
        ),
    }


def _compare(program: Sequence[str], measure: Measure, most_ratio: float) -> str:
    """Measure both in turns, and compare the shortest times of the processor."""
    source = [sys.executable, "-P", "-m", "perceptron_gui"]
    times: dict[str, list[float]] = {"frozen": [], "source": []}
    for _ in range(TURNS):
        for name, command in (("frozen", program), ("source", source)):
            with tempfile.TemporaryDirectory() as folder:
                times[name].append(measure(command, folder))
    frozen, from_source = min(times["frozen"]), min(times["source"])
    ratio = frozen / from_source
    remark = f"{frozen:.2f} s of the processor, from source {from_source:.2f} s: ratio {ratio:.2f}"
    if ratio > most_ratio:
        raise BuildError(remark)
    return remark


def _environment(folder: str) -> dict[str, str]:
    # With compiled bytecode beside the sources, or where dev.py keeps it.
    return {**dev.environment(), "QT_QPA_PLATFORM": "offscreen", "PERCEPTRON_LAB_CONFIG": folder}


def _time_of_version(program: Sequence[str], folder: str) -> float:
    return _time_of([*program, "--version"], folder)


def _time_of_smoke(program: Sequence[str], folder: str) -> float:
    return _time_of([*program, "--smoke", os.path.join(folder, "smoke")], folder)


def _time_of(command: Sequence[str], folder: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=ROOT, env=_environment(folder), capture_output=True, text=True)
    if done.returncode:
        raise BuildError(f"{done.stdout}{done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def _time_to_window(program: Sequence[str], folder: str) -> float:
    """Start it, wait until it does nothing any more, and return what that took of the processor."""
    process = subprocess.Popen(program, cwd=ROOT, env=_environment(folder))
    try:
        used, since = 0, time.monotonic()
        while time.monotonic() - since < STILL_S or not used:
            time.sleep(LOOK_S)
            if process.poll() is not None:
                raise BuildError(f"it ended with {process.returncode}")
            state, now = _state(process.pid)
            if now != used or state != SLEEPING:
                used, since = now, time.monotonic()
    finally:
        process.terminate()
        process.wait()
    return used / os.sysconf("SC_CLK_TCK")


def _state(process: int) -> tuple[str, int]:
    """Return what a process does, and what it has used of the processor, in parts of a second as the kernel counts."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    return fields[0], int(fields[11]) + int(fields[12])
