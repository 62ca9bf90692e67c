"""A process that is killed leaves the lesson that was written (L3); answers: tests/gui/killing.py (L6)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from perceptron_gui.files.lessons import lesson_file
from perceptron_gui.gui.filing.recovery import offer_kept
from tests.gui.desk import Desk
from tests.gui.features.lessons import made
from tests.gui.features.lessons.test_making import maker_of


@pytest.mark.seldom
@pytest.mark.new_window
def test_a_lesson_that_was_written_before_the_process_was_killed_is_offered_and_goes_on(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PERCEPTRON_LAB_CONFIG", str(tmp_path / "own"))
    path = tmp_path / "made.lesson"
    lesson_file.write(path, made.lesson())
    before = path.read_bytes()
    command = [sys.executable, "-m", "tests.gui.features.lessons.writing", str(path), "Kept by the way. "]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "kept made.lesson\n"
        process.kill()
    assert path.read_bytes() == before
    offer = offer_kept(desk.window, desk.commands.filing)
    assert offer is not None
    offer.open_button.click()
    desk.wait(lambda: maker_of(desk).draft.number)
    assert maker_of(desk).window.form.text.words().startswith("Kept by the way. The formula")
    assert maker_of(desk).window.isWindowModified()
    desk.commands.filing.is_forced = True
