"""The smoke test of an installation: it does what it says, touches nothing else, and never hangs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from perceptron_gui.__main__ import main
from perceptron_gui.gui import smoke
from perceptron_gui.gui.commands.another_window import own_command
from tests.gui.desk import Desk

HANG = """
import sys, time, types
from perceptron_gui.cli import window_start
window_start.MOST_SECONDS = 0.2
app = types.ModuleType("app")
def run_window(*_):
    time.sleep(60)
app.run_window = run_window
sys.modules["perceptron_gui.gui.app"] = app
from perceptron_gui.__main__ import main
sys.exit(main(["--smoke", sys.argv[1]]))
"""


def test_it_trains_saves_opens_exports_and_leaves_everything_in_its_folder(tmp_path: Path) -> None:
    home, folder = tmp_path / "home", tmp_path / "smoke"
    home.mkdir()
    env = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "PERCEPTRON_LAB_"))}
    env |= {"HOME": str(home), "TMPDIR": str(home)}
    command = [sys.executable, "-m", "perceptron_gui", "--smoke", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, env=env, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (folder / smoke.REPORT).read_text(encoding="utf-8") == done.stdout
    for line in ("screen: offscreen", "compiled loop:", "primal: ", "dual: ", "multiclass: ", "all of it worked"):
        assert line in done.stdout
    assert (folder / smoke.PICTURE).read_bytes().startswith(b"\x89PNG")
    assert (folder / smoke.POINTS).read_text(encoding="utf-8").startswith("x1,x2,")
    assert "MISTAKES" in (folder / smoke.DRAWING).read_text(encoding="utf-8")
    assert (folder / smoke.TABLE).read_text(encoding="utf-8").count("\n") > 1
    assert not [*home.rglob("*")]


def test_a_hang_writes_the_stacks_and_ends_with_1(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HANG, str(tmp_path / "smoke")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1
    assert "Timeout" in done.stderr
    assert "in run_window" in done.stderr


def test_a_folder_that_holds_anything_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / smoke.POINTS).write_text("mine")
    assert main(["--smoke", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"{tmp_path} is not empty, name a new folder.\n"
    assert [path.read_text() for path in tmp_path.iterdir()] == ["mine"]


def test_no_folder_and_two_folders_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([], ["a", "b"], ["--demo"]):
        assert main(["--smoke", *arguments]) == 2
        assert "--smoke needs one folder" in capsys.readouterr().err


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["--smoke", str(tmp_path / "file")]) == 2
    assert "cannot be used because" in capsys.readouterr().err


@pytest.fixture
def codes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the codes with which the program was asked to end."""
    asked: list[int] = []
    monkeypatch.setattr(smoke.QApplication, "exit", asked.append)
    return asked


def test_a_fault_of_the_program_ends_it_with_1(desk: Desk, tmp_path: Path, codes: list[int]) -> None:
    test = smoke.Smoke(desk.window, desk.commands.filing, tmp_path)
    test.begin()
    desk.window.controller.failed.emit("ZeroDivisionError in the training thread")
    assert codes == [1]
    report = (tmp_path / smoke.REPORT).read_text(encoding="utf-8")
    assert "ZeroDivisionError" in report
    assert "NOT all of it worked" in report


def test_other_points_than_those_that_were_saved_are_noticed(desk: Desk) -> None:
    dataset = desk.window.controller.document.dataset
    assert smoke._are_same(dataset, dataset.with_classes(dataset.classes))
    assert not smoke._are_same(dataset, dataset.with_classes(("other", "names")))
    assert not smoke._are_same(dataset, dataset.without([0]))


def test_a_frozen_program_opens_another_window_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    assert own_command()[1][-1] == "perceptron_gui"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert own_command() == (sys.executable, [])
