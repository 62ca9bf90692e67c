"""Reads scripts of mouse and keys.

A script is a text file. Its first lines, after #, are the claim. Then there is one step a line:

===============================  =====================================================================
how it begins
``own process [NAME=VALUE …]``   plays in a process of its own, with these variables of the environment
``example NAME``                 opens a built-in data set
``empty``                        opens an empty plane
``points A 0 0, B 1 1``          opens these points
``file NAME LINE|LINE|…``        writes a file into the script's folder
hands
``click PLACE``                  presses and lets go of the left button; also ``right PLACE``
``drag PLACE -> PLACE -> …``     presses, moves, lets go; ``pan`` is the same with the middle button
``press PLACE``                  ``carry PLACE``, ``release``: the parts of a drag
``move PLACE``                   moves the mouse
``wheel up 3 PLACE``             turns the wheel, or ``wheel down``
``key ctrl+z space …``           presses keys, as xdotool calls them
``type TEXT``                    types
``choose File > Quit``           clicks through a menu
``size 960x600``                 makes the window as large as that
``put X Y``                      moves the window to that place of the screen
``close``                        closes the window with Alt+F4
``tap PLACE``                    ``hold PLACE``, ``pinch PLACE 2``: fingers
``drop FILE``                    drops a file on the window
``restart``                      starts the program again, after its window was closed
``end second window``            waits for a second window and closes it, and it alone
eyes
``expect EXPRESSION``            waits until it holds; its names are those of ``sight.py``
``settle``                       waits until the training thread has done all it was asked for
``note NAME = EXPRESSION``       remembers a value
``shot NAME``                    takes a picture of the screen
again and again
``each A | B | C``               plays the lines up to ``done`` with {} set to A, then to B, then to C
===============================  =====================================================================

``with ctrl+shift`` before a step of the hands holds keys meanwhile. {folder} is the script's own folder,
{data} that of the built-in files.

A PLACE is ``data X Y`` (a point of the plane), ``canvas X Y`` (parts of its width and height), ``tip`` (of w),
``class N`` (a button of the palette, from 1), ``tool NAME``, ``button NAME``, ``mode NAME``, ``menu NAME`` (of the
menu bar), ``tab NAME``, ``item TEXT`` (of the open menu or list), ``widget NAME`` (of the window) or ``visit N`` (on
the timeline).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Step:
    """One line of a script: its number, what to do, and the rest."""

    number: int
    verb: str
    rest: str

    def filled(self, word: str, value: str) -> Step:
        """Return the step with {word} replaced."""
        return Step(self.number, self.verb, self.rest.replace(f"{{{word}}}", value))


@dataclass(frozen=True)
class Script:
    """A claim, and the steps that show it."""

    name: str
    claim: str
    steps: tuple[Step, ...]

    @property
    def own_process(self) -> dict[str, str] | None:
        """The environment of a process of its own; None where any process will do."""
        found = [step for step in self.steps if step.verb == "own"]
        words = found[0].rest.split()[1:] if found else []
        return dict(word.split("=", 1) for word in words) if found else None


def all_scripts() -> list[Script]:
    """Return the scripts in the order of their numbers."""
    return [read_script(path) for path in sorted(FOLDER.glob("[0-9]*.txt"))]


def read_script(path: Path) -> Script:
    """Read one script."""
    lines = path.read_text(encoding="utf-8").splitlines()
    claim = " ".join(line.lstrip("# ") for line in lines if line.startswith("#"))
    steps = [_step(number, line) for number, line in enumerate(lines, 1) if line.strip() and not line.startswith("#")]
    return Script(path.stem, claim, tuple(_unrolled(steps)))


def _step(number: int, line: str) -> Step:
    verb, _, rest = line.strip().partition(" ")
    return Step(number, verb, rest.strip())


def _unrolled(steps: list[Step]) -> Iterator[Step]:
    """Write out what is played again and again."""
    rest = iter(steps)
    for step in rest:
        if step.verb != "each":
            yield step
            continue
        body: list[Step] = []
        while (inner := next(rest)).verb != "done":
            body.append(inner)
        for value in step.rest.split("|"):
            yield from (inner.filled("", value.strip()) for inner in body)
