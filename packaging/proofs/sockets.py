"""Which sockets a program opens, and all that it starts, as the kernel sees it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from installers.shell import BuildError
from proofs.screens import wait_for

OF_THIS_MACHINE = {"AF_UNIX"}
FAMILY = re.compile(r"\bsocket\((\w+)")
ENDED = re.compile(r"\+\+\+ (exited|killed)")
PROCESS = re.compile(r"^(\d+) ", re.MULTILINE)


def traced(command: Sequence[str], record: Path) -> list[str]:
    """Return the command line that runs a program and writes its sockets down; its process is the program itself.

    Parameters
    ----------
    command : sequence of str
    record : Path
        The file.
    """
    record.unlink(missing_ok=True)
    return ["strace", "-D", "-f", "-q", "-e", "trace=socket", "-o", str(record), *command]


def check(record: Path) -> str:
    """Return which sockets were opened, when all processes have ended.

    Parameters
    ----------
    record : Path
        See `traced`.

    Raises
    ------
    BuildError
        When there is one of a network.
    """
    wait_for(lambda: _is_complete(record.read_text()), "strace did not end")
    families = Counter(FAMILY.findall(record.read_text()))
    if wrong := families.keys() - OF_THIS_MACHINE:
        raise BuildError(f"sockets of a network: {', '.join(sorted(wrong))}")
    return ", ".join(f"{count} {name}" for name, count in sorted(families.items())) or "none"


def _is_complete(text: str) -> bool:
    ends = sum(1 for line in text.splitlines() if ENDED.search(line))
    return bool(ends) and ends == len(set(PROCESS.findall(text)))
