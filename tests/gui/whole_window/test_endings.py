"""However a process ends, and in the middle of what: nothing is heard of it, and it does end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.effort import change, one_in
from tests.gui.endings import EARLY, ENDINGS, SITUATIONS
from tests.gui.monkey.watch import IGNORED

ROOT = Path(__file__).parents[3]
CODES = {"SIGTERM": (0, 128 + signal.SIGTERM), "SIGINT": (0, 128 + signal.SIGINT)}
"""By its answer to a signal a window that asks is left; one that does not is closed."""
DRAWN = [(situation, [*ENDINGS][(i + change()) % len(ENDINGS)]) for i, situation in enumerate(one_in(4, SITUATIONS))]
"""A fourth of the situations, each with an ending of its own."""


def said_at_the_end(situation: str, ending: str, folder: Path) -> list[str]:
    """End a process; return what was heard, line by line, and how it ended where that was another way."""
    folders = {name: str(folder) for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")}
    env = {**os.environ, **folders, "PERCEPTRON_LAB_CONFIG": str(folder / "config"), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-X", "faulthandler", "-m", "tests.gui.endings", situation, ending]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=120)
    said = [line for line in done.stderr.splitlines() if line.strip() and not line.startswith(IGNORED)]
    return said if done.returncode in CODES.get(ending, (0,)) else [*said, f"exit code {done.returncode}"]


IN_A_HALL = [
    ["action", "view.presentation"],
    ["press", 0.32, 0.972, "shift"],
    ["edit", "batch", 634],
    ["action", "file.program_numpy"],
]


@pytest.mark.seldom
def test_what_was_told_of_parts_that_are_there_to_the_end_is_deleted_once(tmp_path: Path) -> None:
    """PySide deleted it, and then Qt, which asked what was gone: signal 11."""
    script = tmp_path / "acts.json"
    script.write_text(json.dumps(IN_A_HALL), encoding="utf-8")
    env = os.environ | {"PERCEPTRON_LAB_CONFIG": str(tmp_path / "config"), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "tests.gui.monkey", "--play", str(script)]
    assert subprocess.run(command, cwd=ROOT, env=env, capture_output=True, timeout=120).returncode == 0


@pytest.mark.parametrize(("situation", "ending"), DRAWN)
def test_a_process_ends_in_silence(situation: str, ending: str, tmp_path: Path) -> None:
    assert said_at_the_end(situation, ending, tmp_path) == []


@pytest.mark.seldom
@pytest.mark.parametrize("situation", EARLY)
def test_a_window_closed_before_all_of_it_is_there_builds_nothing_more(situation: str, tmp_path: Path) -> None:
    """It went on to fit a canvas that was destroyed, and to take back a thread that it had not begun."""
    assert said_at_the_end(situation, "ask", tmp_path) == []


@pytest.mark.slow
@pytest.mark.parametrize("situation", SITUATIONS)
def test_every_situation_ends_in_every_way_in_silence(situation: str, tmp_path: Path) -> None:
    heard = {}
    for ending in ENDINGS:
        folder = tmp_path / ending
        folder.mkdir()
        if said := said_at_the_end(situation, ending, folder):
            heard[ending] = said
    assert heard == {}
