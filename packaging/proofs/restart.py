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

LIBRARIES = (dev.PACKAGE, "msgspec")
"""What is tried, and what it needs beside Python."""
LEFT_OUT = shutil.ignore_patterns("resources", "__main__.pyc")
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
    for name in LIBRARIES:
        shutil.copytree(installed / "lib" / name, trial / "lib" / name, ignore=LEFT_OUT)
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
