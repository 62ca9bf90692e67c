"""What only a real screen with a window manager shows: focus, shortcuts, a minimised window, resizing, closing."""

from __future__ import annotations

import json
import os
import queue
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import dev

pytestmark = [
    pytest.mark.xserver,
    pytest.mark.waits,
    pytest.mark.skipif(
        not all(shutil.which(name) for name in dev.SCREEN_PROGRAMS), reason="Xvfb, openbox or xdotool is not installed"
    ),
]
PATIENCE = 20.0
State = dict[str, Any]


class Shown:
    """A window on a screen of its own, and a hand on its keyboard and mouse."""

    def __init__(self, env: dict[str, str]) -> None:
        self._env = {**os.environ, **env, "PYTHONPATH": str(dev.ROOT)}
        command = [sys.executable, "-m", "tests.gui.shown"]
        self.process = subprocess.Popen(command, env=self._env, cwd=dev.ROOT, stdout=subprocess.PIPE, text=True)
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()
        self.state: State = {}
        self.wait(lambda s: s.get("visit") == 0 and s["is_active"])

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)

    def wait(self, claim: Callable[[State], object]) -> State:
        """Wait until a claim about the window holds."""
        end = time.monotonic() + PATIENCE
        while not (self.state and claim(self.state)):
            try:
                self.state = json.loads(self._lines.get(timeout=max(end - time.monotonic(), 0.001)))
            except queue.Empty:
                raise AssertionError(f"it never came to that: {self.state}") from None
        return self.state

    def do(self, *words: object) -> None:
        """Use keyboard, mouse or window manager."""
        subprocess.run(["xdotool", *map(str, words)], env=self._env, check=True, timeout=PATIENCE)

    def key(self, name: str) -> None:
        """Press a key where the focus is."""
        self.do("key", name)

    def end(self) -> None:
        """End the program, however it stands."""
        self.process.kill()
        self.process.wait()
        self._reader.join()
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture(scope="module")
def screen() -> Iterator[dict[str, str]]:
    """Yield the environment of a screen with a window manager."""
    with dev.virtual_screen() as env:
        yield env


@pytest.fixture
def shown(screen: dict[str, str]) -> Iterator[Shown]:
    """Yield a window that is ready and active."""
    shown = Shown(screen)
    yield shown
    shown.end()


@pytest.mark.slow
def test_a_minimised_window_keeps_training(shown: Shown) -> None:
    shown.key("space")
    shown.wait(lambda s: s["is_playing"])
    shown.do("windowminimize", shown.state["id"])
    visit = shown.wait(lambda s: s["is_minimised"])["visit"]
    shown.wait(lambda s: s["visit"] >= visit + 5)
    shown.do("windowmap", shown.state["id"])
    shown.wait(lambda s: not s["is_minimised"])


@pytest.mark.slow
def test_resizing_while_it_plays_keeps_it_playing(shown: Shown) -> None:
    shown.key("space")
    visit = shown.wait(lambda s: s["is_playing"])["visit"]
    for width, height in ((1100, 700), (960, 600), (1400, 900), (1000, 650)):
        shown.do("windowsize", shown.state["id"], width, height)
        shown.wait(lambda s, size=(width, height): s["size"] == list(size))
    shown.wait(lambda s: s["is_playing"] and s["visit"] > visit)


@pytest.mark.seldom
def test_the_window_managers_close_ends_the_program_while_it_plays(shown: Shown) -> None:
    shown.key("plus")
    shown.key("space")
    shown.wait(lambda s: s["is_playing"])
    shown.key("alt+F4")
    assert shown.wait(lambda s: s.get("is_closed"))["threads"] == []
    assert shown.process.wait(PATIENCE) == 0
