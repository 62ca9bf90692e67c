"""The smoke test of an installation does what it says, touches nothing else, and never hangs; the demonstration ends
with a picture and leaves nothing else, also where the disk is full.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from perceptron_gui.__main__ import main
from perceptron_gui.gui import playthrough
from perceptron_gui.gui.features.pictures import painting_process
from perceptron_gui.gui.playthrough import MOST_LOOKS, Condition, Playthrough
from perceptron_gui.session.folders import state_folder
from tests.gui.desk import Desk
from tests.watched import NOTHING, watched

STARTS = {
    "lesson.perceptron": b"{",
    "page.png": b"\x89PNG",
    "page.svg": b"<?xml",
    "page.pdf": b"%PDF",
    "run.gif": b"GIF89a",
    "run.py": b'"""',
}
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
    done = subprocess.run(watched(["--smoke", str(folder)]), capture_output=True, text=True, env=env, timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr
    report, asked = done.stdout.rsplit("\n", 2)[:2]
    assert asked == NOTHING
    assert (folder / playthrough.REPORT).read_text(encoding="utf-8") == report + "\n"
    for line in ("screen: offscreen", "compiled loop:", "primal: ", "dual: ", "multiclass: ", "everything worked"):
        assert line in done.stdout
    assert (folder / playthrough.PICTURE).read_bytes().startswith(b"\x89PNG")
    assert (folder / playthrough.POINTS).read_text(encoding="utf-8").startswith("x1,x2,")
    for name, start in STARTS.items():
        assert (folder / name).read_bytes().startswith(start), name
    assert "MISTAKES" in (folder / "page.svg").read_text(encoding="utf-8")
    assert (folder / playthrough.TABLE).read_text(encoding="utf-8").count("\n") > 1
    assert not [*home.rglob("*")]


def test_a_hang_writes_the_stacks_and_ends_with_1(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HANG, str(tmp_path / "smoke")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1
    assert "Timeout" in done.stderr
    assert "in run_window" in done.stderr


def test_a_folder_that_holds_anything_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / playthrough.POINTS).write_text("mine")
    assert main(["--smoke", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"{tmp_path} is not empty; choose a new folder.\n"
    assert [path.read_text() for path in tmp_path.iterdir()] == ["mine"]


def test_no_folder_and_two_folders_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([], ["a", "b"], ["--demo"]):
        assert main(["--smoke", *arguments]) == 2
        assert "--smoke needs one folder" in capsys.readouterr().err


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["--smoke", str(tmp_path / "file")]) == 2
    assert "cannot be used because" in capsys.readouterr().err


def late_conditions() -> Iterator[Condition]:
    """Yield conditions that come true at the last moment."""
    for _ in range(3):
        looks = iter([False] * (MOST_LOOKS - 1) + [True])
        yield looks.__next__


def test_every_step_has_a_patience_of_its_own(qapp: QApplication) -> None:
    filing = SimpleNamespace(opening=SimpleNamespace(is_busy=False))
    ends: list[bool] = []
    window = QObject()
    play = Playthrough(window, filing, late_conditions(), ends.append)  # type: ignore[arg-type]
    for _ in range(3 * MOST_LOOKS + 1):
        play._look()
    assert ends == [True]


@pytest.fixture
def codes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the codes with which the program was asked to end."""
    asked: list[int] = []
    monkeypatch.setattr(playthrough.QApplication, "exit", asked.append)
    return asked


def test_a_fault_of_the_program_ends_it_with_1(desk: Desk, tmp_path: Path, codes: list[int]) -> None:
    test = playthrough.Smoke(desk.window, desk.commands.filing, tmp_path)
    test.start()
    desk.window.controller.failed.emit("ZeroDivisionError in the training thread")
    assert codes == [1]
    report = (tmp_path / playthrough.REPORT).read_text(encoding="utf-8")
    assert "ZeroDivisionError" in report
    assert "NOT everything worked" in report


def test_an_animation_that_cannot_be_painted_ends_it_with_1_and_says_why(
    desk: Desk, tmp_path: Path, codes: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        painting_process, "own_command", lambda: [sys.executable, "-Sc", "raise SystemExit('It is ill.')"]
    )
    monkeypatch.setattr(playthrough.Smoke, "_play", playthrough.Smoke._paint_film)
    test = playthrough.Smoke(desk.window, desk.commands.filing, tmp_path)
    test.start()
    desk.wait(lambda: bool(codes), 120_000)
    assert codes == [1]
    assert "It is ill." in (tmp_path / playthrough.REPORT).read_text(encoding="utf-8")


def test_other_points_than_those_that_were_saved_are_noticed(desk: Desk) -> None:
    dataset = desk.window.controller.document.dataset
    assert playthrough._are_same(dataset, dataset.with_classes(dataset.classes))
    assert not playthrough._are_same(dataset, dataset.with_classes(("other", "names")))
    assert not playthrough._are_same(dataset, dataset.without([0]))


def demo(tmp_path: Path, *arguments: str, full: bool = False) -> subprocess.CompletedProcess[str]:
    def fill() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    return subprocess.run(
        [sys.executable, "-m", "perceptron_gui", "--demo", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        preexec_fn=fill if full else None,
    )


@pytest.mark.slow
def test_the_demonstration_saves_one_picture_in_the_place_of_the_last(tmp_path: Path, config_folder: Path) -> None:
    path = tmp_path / "two.csv"
    path.write_text("x1,x2,label\n0,0,a\n4,4,b\n")
    state_folder().mkdir()
    (state_folder() / "demo.png").write_text("the last")
    done = demo(tmp_path, str(path))
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(f"picture: {state_folder() / 'demo.png'}\n")
    assert "0 errors left" in done.stdout
    assert [entry.name for entry in tmp_path.iterdir()] == ["two.csv"]
    assert (state_folder() / "demo.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
@pytest.mark.slow
def test_a_full_disk_is_a_sentence_and_nothing_is_left(tmp_path: Path, config_folder: Path) -> None:
    done = demo(tmp_path, full=True)
    assert done.returncode == 1
    assert "picture:" not in done.stdout
    assert "The picture is missing: the file cannot be written" in done.stderr
    assert not any(tmp_path.iterdir())
    assert not list(state_folder().glob("*.png")) + list(state_folder().glob(".points*"))
