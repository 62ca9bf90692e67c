"""Each claim about the window is played with a real mouse and keys, on a real screen with a window manager.

The scripts and their format are in tests/gui/scripts. PERCEPTRON_LAB_PICTURES=FOLDER keeps their pictures.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

import dev
from tests.gui.scripts.hands import PICTURES, Child, Performance
from tests.gui.scripts.script import FOLDER, Script, all_scripts

pytestmark = [
    pytest.mark.xserver,
    pytest.mark.waits,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="plays on an X server"),
]
SCRIPTS = all_scripts()
EVERYDAY = (1, 8, 29, 32, 35, 37)
"""Numbers of the scripts that every change is asked: those whose claims most need a real screen."""
Screen = dict[str, str]


def everyday_scripts() -> list[ParameterSet]:
    """Return all scripts, those that the quick part leaves out marked slow."""
    slow = [() if int(script.name.split("-")[0]) in EVERYDAY else (pytest.mark.slow,) for script in SCRIPTS]
    return [pytest.param(script, marks=marks) for script, marks in zip(SCRIPTS, slow, strict=True)]


@pytest.fixture(scope="module")
def screen() -> Iterator[Screen]:
    """Yield the environment of a screen with a window manager that leaves Alt with the mouse to the program."""
    with ExitStack() as stack:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("XDG_CONFIG_HOME", str(FOLDER))
            env = stack.enter_context(dev.virtual_screen())
        yield env


@pytest.fixture(scope="module")
def shared_child(screen: Screen) -> Iterator[Shared]:
    """Yield what starts the process that most scripts share, and starts it again after one that failed."""
    shared = Shared(screen)
    yield shared
    shared.end()


class Shared:
    """A process for many scripts."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._child: Child | None = None

    def __call__(self) -> Child:
        """Return the process."""
        if self._child is None:
            self._child = Child(self._screen)
        return self._child

    def end(self) -> None:
        """End it; the next script gets another one."""
        if self._child is not None:
            self._child.end()
        self._child = None


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Return the folder where pictures go."""
    kept = os.environ.get(PICTURES)
    folder = Path(kept) if kept else tmp_path / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.mark.parametrize("script", everyday_scripts(), ids=lambda script: script.name)
def test_script(script: Script, screen: Screen, shared_child: Shared, pictures: Path, tmp_path: Path) -> None:
    if script.own_process is not None:
        with Child({**screen, **script.own_process}) as child:
            taken = play(script, child, screen, tmp_path, pictures)
    else:
        try:
            taken = play(script, shared_child(), screen, tmp_path, pictures)
        except BaseException:
            shared_child.end()
            raise
    assert taken, "a script takes at least one picture"
    assert all(picture.stat().st_size > 10_000 for picture in taken)


def play(script: Script, child: Child, screen: Screen, folder: Path, pictures: Path) -> list[Path]:
    """Play a script and return the pictures it took."""
    performance = Performance(script, child, screen, folder, pictures)
    performance.play()
    performance.finish()
    return performance.taken


def test_the_scripts_are_numbered_without_gaps_and_say_what_they_claim() -> None:
    assert [int(script.name.split("-")[0]) for script in SCRIPTS] == list(range(1, len(SCRIPTS) + 1))
    assert all(len(script.claim) > 20 for script in SCRIPTS)
