"""The menu entry of a program that pip installed: made and removed, in the right place, naming the right program."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from perceptron_gui.__main__ import main
from perceptron_gui.files.program import own_program

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="menu entries are of Linux desktops")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the user's data."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "my data"))
    return tmp_path / "my data"


def test_it_is_made_where_desktops_look_and_removed_again(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--install-shortcut"]) == 0
    entry = data / "applications/org.perceptronlab.PerceptronLab.desktop"
    assert capsys.readouterr().out == f"The menu entry was written to {entry}.\n"
    assert f'Exec="{sys.executable}" "-P" "-m" "perceptron_gui" %f' in entry.read_text(encoding="utf-8").splitlines()
    assert (data / "icons/hicolor/scalable/apps/perceptron-lab.svg").read_text(encoding="utf-8").startswith("<svg")
    assert main(["--remove-shortcut"]) == 0
    assert main(["--remove-shortcut"]) == 0
    assert capsys.readouterr().out == "The menu entry has been removed.\nThere was no menu entry.\n"
    assert not [path for path in data.rglob("*") if path.is_file()]


def test_it_names_the_script_that_was_typed(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "my bin/perceptron-gui"
    script.parent.mkdir()
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    monkeypatch.setattr(sys, "argv", [str(script), "--install-shortcut"])
    assert main(["--install-shortcut"]) == 0
    assert f'Exec="{script}" %f\n' in own_program.entry_files()[0].read_text(encoding="utf-8")


def test_of_a_frozen_program_it_has_no_words_for_python(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "argv", ["perceptron-gui", "--install-shortcut"])
    monkeypatch.setattr(sys, "executable", "/usr/lib/perceptron-lab/perceptron-gui")
    assert main(["--install-shortcut"]) == 0
    assert f'Exec="{sys.executable}" %f\n' in own_program.entry_files()[0].read_text(encoding="utf-8")


def test_a_path_that_an_entry_cannot_name_is_one_sentence(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "executable", "/opt/50%$/python")
    assert main(["--install-shortcut"]) == 2
    said = capsys.readouterr()
    assert said.err == "/opt/50%$/python: a menu entry cannot start a program from this path; rename the folder.\n"
    assert not data.exists()


def test_a_folder_that_cannot_be_written_is_one_sentence(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data.write_text("a file")
    assert main(["--install-shortcut"]) == 2
    assert "The menu entry cannot be changed because" in capsys.readouterr().err


def test_other_systems_and_further_words_are_refused(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--install-shortcut", "here"]) == 2
    monkeypatch.setattr(sys, "platform", "win32")
    assert main(["--install-shortcut"]) == 2
    assert capsys.readouterr().err.endswith("--install-shortcut works only on Linux.\n")
    assert not data.exists()
