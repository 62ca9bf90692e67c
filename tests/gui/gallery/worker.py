"""Takes a share of the gallery's pictures on the screen of its environment, and prints a line for each.

Started by ``python -m tests.gui.gallery``, as many times as the machine has cores.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from itertools import product
from pathlib import Path

from perceptron_gui import translation
from perceptron_gui.gui.app import make_application
from perceptron_gui.gui.language import speak
from tests.gui.gallery.photo import photo
from tests.gui.gallery.sheets import Picture
from tests.gui.gallery.stage import Stage
from tests.gui.gallery.state import OLD, SMALL, THEMES, USUAL, State
from tests.gui.gallery.states import STATES

STARTS = 3
"""The first start of all, and those with the preferences that the one before wrote."""
PATIENCE = 60
Task = Callable[[Path], Iterator[Picture]]


def pictures_of(state: State, folder: Path) -> Iterator[Picture]:
    """Take the pictures of one state, all of one window."""
    stage = Stage()
    try:
        stage.take_look(*state.looks[0])
        state.reach(stage)
        for theme, size in state.looks:
            state.take_look(stage, theme, size)
            path = folder / f"{state.id}-{theme}-{size}.png"
            if state.opens is None:
                photo().save(str(path), "PNG", 80)
            else:
                stage.with_overlay(state.opens, lambda: photo().save(str(path), "PNG", 80))  # noqa: B023
            yield Picture(state.sheet, f"{state.name} · {theme} · {size}", path)
    finally:
        stage.close()


def pictures_of_starts(theme: str, size: str, folder: Path) -> Iterator[Picture]:
    """Start the program for the first time, choose a theme and a size, quit, and start it again."""
    config = folder / f"start-{theme}-{size}"
    env = os.environ | {"PERCEPTRON_LAB_CONFIG": str(config)}
    for number in range(1, STARTS + 1):
        path = folder / f"start-{theme}-{size}-{number}.png"
        chosen = [theme, size] if number == 1 else []
        command = [sys.executable, "-m", "tests.gui.gallery.start", str(path), translation.language(), *chosen]
        subprocess.run(command, env=env, check=True, timeout=PATIENCE)
        yield Picture("starts", f"start {number} · {theme} · {size}", path)


def tasks(words: list[str]) -> list[tuple[str, Task]]:
    """Return what there is to do, with its name; only what has one of `words` in its name, if there are any."""
    found: list[tuple[str, Task]] = [
        (f"starts {theme} {size}", lambda folder, t=theme, s=size: pictures_of_starts(t, s, folder))
        for theme, size in product(THEMES, (USUAL, OLD, SMALL))
    ]
    found += [(f"{state.sheet} {state.name}", lambda folder, s=state: pictures_of(s, folder)) for state in STATES]
    return [task for task in found if not words or any(word in task[0] for word in words)]


def main() -> int:
    """Do every n-th task: FOLDER WHICH OF LANGUAGE WORDS…; tell the pictures and what failed."""
    name, share, shares, language, *words = sys.argv[1:]
    folder, which, of = Path(name), int(share), int(shares)
    app = make_application()
    app.setQuitOnLastWindowClosed(False)
    speak(language)
    for number, (title, task) in enumerate(tasks(words)):
        if number % of != which:
            continue
        start = time.monotonic()
        try:
            for picture in task(folder):
                print(json.dumps({"number": number, **asdict(picture), "path": str(picture.path)}), flush=True)
        except Exception as error:
            print(
                json.dumps({"number": number, "failed": title, "error": f"{type(error).__name__}: {error}"}), flush=True
            )
        print(f"{time.monotonic() - start:6.1f} s  {title}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
