"""What the command line refuses, and the one sentence about what is specified but not built yet (C3, C7, C9)."""

from __future__ import annotations

import contextlib
import sys

from perceptron_gui.files.said import said, say
from perceptron_gui.translation import tr

PLANNED_COMMANDS: frozenset[str] = frozenset()
PLANNED_OPTIONS: frozenset[str] = frozenset()


BAD, INTERRUPTED = 2, 130
"""Exit codes (C7)."""


class UsageError(ValueError):
    """A command that cannot be carried out; the message is one plain sentence for the user."""


def not_built(what: str) -> str:
    """Return why a specified command, option or value is refused, without the full stop. `what`: as typed: "render"."""
    return tr("{what} comes in a later version, see --help for what works now").format(what=what)


def refuse(sentence: str, code: int = BAD) -> int:
    """Print one sentence on standard error and return the exit code.

    `sentence`: what is wrong, with a full stop. `code`: the exit code.
    """
    with contextlib.suppress(OSError):
        say(said(sentence), sys.stderr)
    return code
