"""However a process ends, and in the middle of what: nothing is heard of it, and it does end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import pytest

from tests.effort import one_in
from tests.gui.endings import ENDINGS, SITUATIONS
from tests.gui.monkey.watch import IGNORED

ROOT = Path(__file__).parents[3]
CODES = {"SIGTERM": (0, 128 + signal.SIGTERM), "SIGINT": (0, 128 + signal.SIGINT)}
"""By its answer to a signal a window that asks is left; one that does not is closed."""


Pair = tuple[str, str]
"""A situation and an ending."""


def said_at_the_end(pairs: Sequence[Pair], folder: Path) -> dict[Pair, list[str]]:
    """End processes; return what was heard of each, line by line, and how it ended where that was another way."""
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-X", "faulthandler", "-m", "tests.gui.endings", *chain.from_iterable(pairs)]
    done = subprocess.run([*command, "--folder", str(folder)], cwd=ROOT, env=env, capture_output=True, text=True)
    heard = {}
    for situation, ending, code, said in map(json.loads, done.stdout.splitlines()):
        lines = [line for line in said.splitlines() if line.strip() and not line.startswith(IGNORED)]
        heard[situation, ending] = lines if code in CODES.get(ending, (0,)) else [*lines, f"exit code {code}"]
    assert [*heard] == [*pairs], done.stderr
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


OWN_ENDING = {"data.gallery": "SIGINT"}
"""Endings of situations that once went wrong; the other situations take turns with the endings."""


@pytest.mark.waits
def test_a_process_ends_in_silence(tmp_path: Path) -> None:
    """A window that was closed before all of it was there went on to fit a canvas that was destroyed.

    One test for all: what their processes share takes longer to import than many of them take to end. Which ending goes
    with which situation hangs on neither: each is met, and all pairs are in reach of ``python -m tests.gui.endings``.
    """
    ways = [*ENDINGS]
    pairs = [
        (situation, OWN_ENDING.get(situation, ways[place % len(ways)]))
        for place, situation in one_in(2, enumerate(SITUATIONS))
    ]
    assert {pair: said for pair, said in said_at_the_end(pairs, tmp_path).items() if said} == {}
