"""Processes that are measured: started anew, on a screen of their own where there is none."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import dev

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 300
"""Seconds after which a child is given up, besides those it is asked to measure."""


class ChildError(RuntimeError):
    """A child that did not end well; the message is the end of what it wrote."""


@contextlib.contextmanager
def screen() -> Iterator[dict[str, str]]:
    """Yield the environment for children that show windows: the screen there is, or a virtual one.

    Their warnings are off, they keep no preferences, and numpy has one thread, as in the program.
    """
    with contextlib.ExitStack() as stack:
        env = {key: value for key, value in os.environ.items() if key != "QT_QPA_PLATFORM"}
        if sys.platform.startswith("linux") and not env.get("DISPLAY"):
            env |= stack.enter_context(dev.virtual_screen())
        elif env.get("DISPLAY"):
            env["QT_QPA_PLATFORM"] = "xcb"
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="perceptron-bench-"))
        env |= {
            "OPENBLAS_NUM_THREADS": "1",  # as the program tells itself, before numpy comes (A9)
            "PERCEPTRON_LAB_CONFIG": folder,
            "PYTHONWARNINGS": "ignore",
            "PYTHONPATH": str(ROOT),
            "QT_LOGGING_RULES": "*.warning=false;*.debug=false",
        }
        yield env


def ask(module: str, *arguments: object, env: Mapping[str, str], patience: float = 0.0) -> Any:
    """Run ``tests.benchmarks.<module>`` and return what its last line says, as JSON.

    Raises
    ------
    ChildError
        When it fails, or takes too long.
    """
    command = [sys.executable, "-m", f"tests.benchmarks.{module}", *map(str, arguments)]
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=dict(env), capture_output=True, text=True, timeout=PATIENCE + patience
        )
    except subprocess.TimeoutExpired as error:
        raise ChildError(f"{module} took more than {error.timeout:.0f} s") from error
    lines = done.stdout.strip().splitlines()
    if done.returncode or not lines:
        raise ChildError("\n".join([f"{module} ended with code {done.returncode}", *done.stderr.splitlines()[-6:]]))
    return json.loads(lines[-1])
