"""The program among the others of this machine: how it starts itself, and what it tells those of others."""

from __future__ import annotations

import os
import sys

LIBRARIES = "LD_LIBRARY_PATH"
"""Where a program of Linux looks for libraries first."""
LAUNCHED = "launched"
"""What the installed program of Windows tells Python by -X (packaging/windows/launcher.c)."""


def own_command() -> list[str]:
    """Return what starts this program once more; its arguments follow."""
    # What was frozen, or starts Python by itself, is no Python: it takes the arguments of perceptron-gui.
    if getattr(sys, "frozen", False) or LAUNCHED in sys._xoptions:
        return [sys.executable]
    return [sys.executable, "-P", "-m", "perceptron_gui"]  # -P: no import from the current folder


def environment_of_others() -> dict[str, str]:
    """Return the environment for programs of others: what a frozen one brings is for itself alone."""
    env = dict(os.environ)
    if getattr(sys, "frozen", False):
        before = env.pop(f"{LIBRARIES}_ORIG", None)
        env.pop(LIBRARIES, None)
        if before is not None:
            env[LIBRARIES] = before
    return env
