"""Whether the programs for Windows start themselves again, as for another window and an animation, tried under Wine.

Neither Qt nor numpy run there: a stand-in of few lines takes the place of all but what says how the program is started.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import dev
from installers import mingw
from installers.product import PROGRAM
from installers.shell import BuildError
from proofs.wine import Wine

KEPT = ("__init__.pyc", "files/__init__.pyc", "files/program/__init__.pyc", "files/program/own_program.pyc")
"""What is tried, of the program's own modules."""
TOLD, WORD = "told.txt", "painted"
STAND_IN = f"""
import subprocess, sys
from pathlib import Path
from perceptron_gui.files.program.own_program import own_command

if sys.argv[1:]:
    print("{WORD}" if sys.argv[1:] == ["render"] else f"started with {{sys.argv[1:]}}", file=sys.stderr)
else:
    with Path(sys.executable).with_name("{TOLD}").open("wb") as told:
        nothing, hidden = subprocess.DEVNULL, subprocess.CREATE_NO_WINDOW
        command = [*own_command(), "render"]
        subprocess.run(command, stdin=nothing, stdout=nothing, stderr=told, creationflags=hidden, timeout=60)
"""


def try_restart(wine: Wine, installed: Path, trial: Path) -> str:
    """Let both programs start themselves, and return what they are called.

    Parameters
    ----------
    wine : Wine
    installed : Path
        The folder of the installation.
    trial : Path
        A folder that is made anew.

    Raises
    ------
    BuildError
        When one of them does not arrive where it should.
    """
    shutil.rmtree(trial, ignore_errors=True)
    shutil.copytree(installed / "python", trial / "python")
    package = trial / "lib" / dev.PACKAGE
    for name in KEPT:
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(installed / "lib" / dev.PACKAGE / name, package / name)
    (package / "__main__.py").write_text(STAND_IN, encoding="utf-8")
    programs = [f"{name}.exe" for name in (PROGRAM, mingw.WINDOW_PROGRAM)]
    for program in programs:
        shutil.copy(installed / program, trial / program)
        wine.run(trial / program)
        told = trial / TOLD
        if (said := told.read_text(encoding="utf-8").strip()) != WORD:
            raise BuildError(f"{program}, started by itself, says {said!r}")
        told.unlink()
    return ", ".join(programs)
