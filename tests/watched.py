"""The program in a process that says at its end whether it asked for a network, or unpickled anything."""

from __future__ import annotations

import sys
from collections.abc import Sequence

NOTHING = "asked: []"
"""The last line of one that did neither."""
WATCHED = """
import os, sys
asked = []
def watch(event, arguments):
    if event == "socket.__new__" and arguments[1] == 1:
        return  # a pair inside this process, by which a signal wakes the window
    if event.startswith(("socket.", "urllib.", "http.", "ftplib.", "smtplib.", "pickle.")):
        asked.append(f"{{event}} {{arguments}}")
sys.addaudithook(watch)
from perceptron_gui.__main__ import main
code = main({arguments!r})
print("asked:", asked)
sys.exit(code)
"""


def watched(arguments: Sequence[str]) -> list[str]:
    """Return the command line of the program with these arguments."""
    return [sys.executable, "-c", WATCHED.format(arguments=list(arguments))]
