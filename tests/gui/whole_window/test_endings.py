"""However a process ends, and in the middle of what: nothing is heard of it, and it does end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.effort import one_in
from tests.gui.endings import ENDINGS, SITUATIONS
from tests.gui.monkey.watch import IGNORED

ROOT = Path(__file__).parents[3]
CODES = {"SIGTERM": (0, 128 + signal.SIGTERM), "SIGINT": (0, 128 + signal.SIGINT)}
"""By its answer to a signal a window that asks is left; one that does not is closed."""


def said_at_the_end(situation: str, endings: Sequence[str], folder: Path) -> dict[str, list[str]]:
    """End processes; return what was heard of each, line by line, and how it ended where that was another way."""
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-X", "faulthandler", "-m", "tests.gui.endings", situation, *endings]
    done = subprocess.run([*command, "--folder", str(folder)], cwd=ROOT, env=env, capture_output=True, text=True)
    heard = {}
    for ending, code, said in map(json.loads, done.stdout.splitlines()):
        lines = [line for line in said.splitlines() if line.strip() and not line.startswith(IGNORED)]
        heard[ending] = lines if code in CODES.get(ending, (0,)) else [*lines, f"exit code {code}"]
    assert [*heard] == [*endings], done.stderr
    return heard


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


TURNED = (0, 3, 6)
"""How far the endings of a situation are from its own number: each ending is met in every eighth situation thrice."""


@pytest.mark.parametrize("situation", one_in(4, SITUATIONS))
def test_a_process_ends_in_silence(situation: str, tmp_path: Path) -> None:
    """A window that was closed before all of it was there went on to fit a canvas that was destroyed."""
    ways, place = [*ENDINGS], [*SITUATIONS].index(situation)
    endings = one_in(len(TURNED), [ways[(place + turned) % len(ways)] for turned in TURNED])
    assert said_at_the_end(situation, endings, tmp_path) == {ending: [] for ending in endings}
