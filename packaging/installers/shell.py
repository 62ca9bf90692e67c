"""Running other programs while something is built or tried."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Mapping
from pathlib import Path


class BuildError(Exception):
    """A step that failed; the message is for whoever builds."""


def run(
    *command: str | Path, cwd: Path | None = None, env: Mapping[str, str] | None = None, seconds: float | None = None
) -> str:
    """Run a command that must succeed and return what it printed.

    Parameters
    ----------
    *command : str or Path
        Program and arguments.
    cwd : Path or None
        The folder to run it in.
    env : mapping of str to str or None
        Changes of the environment.
    seconds : float or None
        How long it may take.

    Raises
    ------
    BuildError
        When it failed; with all that it said.
    """
    words = [str(word) for word in command]
    said = subprocess.run(
        words,
        cwd=cwd,
        env={**os.environ, **(env or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        timeout=seconds,
    )
    if said.returncode:
        raise BuildError(f"{said.stdout}\nfailed with {said.returncode}: {shlex.join(words)}")
    return said.stdout
