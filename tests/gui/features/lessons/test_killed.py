"""A process that is killed leaves every answer that was judged, and the page (L6)."""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from perceptron_gui.files.lessons import lesson_file, progress
from tests.gui.features.lessons import made


def test_what_was_answered_before_the_process_was_killed_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERCEPTRON_LAB_CONFIG", str(tmp_path / "own"))
    path = tmp_path / "made.lesson"
    lesson_file.write(path, made.lesson())
    number = 2 + [*made.QUESTIONS].index("choice")
    command = [sys.executable, "-m", "tests.gui.features.lessons.answering", str(path), str(number), "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "judged made.lesson\n"
        process.kill()
    kept = progress.kept(sha256(path.read_bytes()).hexdigest())
    assert kept.page == number
    assert [(each.page, each.value, each.tries) for each in kept.answers.answers] == [(number, 1, 1)]
