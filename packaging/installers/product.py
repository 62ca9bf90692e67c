"""What every artefact says of the program: its names, its version, its time; and where things are built."""

from __future__ import annotations

import platform
import subprocess
from functools import cache
from pathlib import Path

import perceptron_gui

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
DIST = ROOT / "dist"
"""What is given away."""
WORK = ROOT / "build/package"
"""What is needed on the way; git ignores both."""

NAME = "perceptron-lab"
"""Of packages and folders."""
PROGRAM = "perceptron-gui"
"""As typed."""
TITLE = "Perceptron Lab"
SUMMARY = "See how Rosenblatt's perceptron learns, one exact step at a time"
AUTHORS = "the Perceptron Lab authors"
VERSION = perceptron_gui.__version__
USUAL_TIME = 1767225600
"""Seconds of an archive's files where there is no commit to ask."""


@cache
def commit_time() -> int:
    """Return the last commit's time in seconds, so that building it twice gives the same dates."""
    ask = ["git", "log", "-1", "--format=%ct"]
    try:
        return int(subprocess.run(ask, cwd=ROOT, capture_output=True, text=True, check=True).stdout)
    except (OSError, ValueError, subprocess.CalledProcessError):
        return USUAL_TIME


def machine() -> str:
    """Return the processor, as the kernel calls it: x86_64, aarch64."""
    return platform.machine()
