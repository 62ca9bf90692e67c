"""The demonstration ends with a picture and leaves nothing else, also where the disk is full."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from perceptron_gui.session.folders import state_folder


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
    for arguments in ([], [str(path)]):
        done = demo(tmp_path, *arguments)
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
