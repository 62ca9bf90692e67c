"""What is proved of the frozen program where it was built: it works, and starts as fast as from source."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import dev
from installers.product import PROGRAM, ROOT
from installers.shell import BuildError

TURNS = 5
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
        "the window (--smoke) takes no longer than from source": lambda: _compare(program, ["--smoke"], MOST_OF_WINDOW),
        "a command (--version) takes hardly longer than from source": lambda: _compare(
            program, ["--version"], MOST_OF_COMMAND
        ),
    }


def _compare(program: Sequence[str], options: Sequence[str], most_ratio: float) -> str:
    """Run both in turns, and compare the shortest times of the processor."""
    source = [sys.executable, "-P", "-m", "perceptron_gui"]
    times: dict[str, list[float]] = {"frozen": [], "source": []}
    for _ in range(TURNS):
        for name, command in (("frozen", program), ("source", source)):
            with tempfile.TemporaryDirectory() as folder:
                results = [os.path.join(folder, "smoke")] if "--smoke" in options else []
                times[name].append(_processor_time([*command, *options, *results]))
    frozen, from_source = min(times["frozen"]), min(times["source"])
    ratio = frozen / from_source
    remark = f"{frozen:.2f} s of the processor, from source {from_source:.2f} s: ratio {ratio:.2f}"
    if ratio > most_ratio:
        raise BuildError(remark)
    return remark


def _processor_time(command: Sequence[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # With compiled bytecode beside the sources, or where dev.py keeps it.
    env = {**dev.environment(), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    if done.returncode:
        raise BuildError(f"{done.stdout}{done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
