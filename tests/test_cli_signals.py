"""A signal that ends a command leaves nothing half-written behind, and the exit code says which it was (C7)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from perceptron_gui.files.lessons.shipped import shipped

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals between processes")

HEARING = """
import os, signal, sys
from perceptron_gui.__main__ import main

number = int(sys.argv.pop(1))
signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)

def then(act):
    def first_a_signal(*words, **details):
        os.kill(os.getpid(), number)
        return act(*words, **details)
    return first_a_signal
"""
WHILE_WRITING = (
    HEARING
    + """
os.fsync = then(os.fsync)
sys.exit(main(sys.argv[1:]))
"""
)
WHILE_PAINTING = (
    HEARING
    + """
from perceptron_gui.gui.pictures import still
still.paint_stage = then(still.paint_stage)
sys.exit(main(sys.argv[1:]))
"""
)
POINTS = "x1,x2,label\n0,0,-1\n1,1,1\n2,1,1\n"
NAME, LESSON = next((name, str(path)) for name, path in shipped().items())
TERM, HANGUP, INTERRUPT = (getattr(signal, name, 0) for name in ("SIGTERM", "SIGHUP", "SIGINT"))


def ended(script: str, number: int, folder: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    (folder / "points.csv").write_text(POINTS)
    here = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}
    command = [sys.executable, "-c", script, str(int(number)), *words]
    return subprocess.run(command, capture_output=True, cwd=folder, env=here)


# A signal does not know which file is written: each signal, and each file, once.
@pytest.mark.parametrize(
    ("number", "words"),
    [
        (TERM, ("train", "points.csv", "--log", "log.csv")),
        (HANGUP, ("samples", "iris", "-o", "out.csv")),
        (INTERRUPT, ("lessons", NAME, "-o", "out.lesson")),
    ],
)
def test_a_signal_while_a_file_is_written_leaves_nothing(tmp_path: Path, words: tuple[str, ...], number: int) -> None:
    done = ended(WHILE_WRITING, number, tmp_path, *words)
    assert (done.returncode, done.stdout) == (128 + number, b"")
    assert done.stderr.startswith(b"Interrupted") and done.stderr.count(b"\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["points.csv"]


@pytest.mark.parametrize(("number", "out"), [(TERM, "run.gif"), (HANGUP, "run/"), (INTERRUPT, "run.png")])
def test_a_signal_in_the_middle_of_a_picture_waits_for_its_painter_and_leaves_nothing(
    tmp_path: Path, out: str, number: int
) -> None:
    """SIGTERM ended the process at once, and the file that was begun stayed."""
    done = ended(WHILE_PAINTING, number, tmp_path, "render", "points.csv", "-o", out)
    assert (done.returncode, done.stdout, done.stderr) == (128 + number, b"", b"Interrupted.\n")
    assert [path.name for path in tmp_path.iterdir()] == ["points.csv"]


def test_a_signal_that_was_ignored_stays_ignored(tmp_path: Path) -> None:
    """So nohup means it."""
    script = WHILE_WRITING.replace("signal.SIG_DFL)", "signal.SIG_IGN)")
    done = ended(script, signal.SIGHUP, tmp_path, "train", "points.csv", "--log", "log.csv")
    assert done.returncode == 0
    assert (tmp_path / "log.csv").exists()


def test_signals_that_come_while_it_tidies_up_do_not_stop_that(tmp_path: Path) -> None:
    """A closed terminal sends SIGHUP, and a moment later SIGTERM."""
    script = WHILE_WRITING.replace("os.fsync = then", "os.unlink = then(os.unlink)\nos.fsync = then")
    done = ended(script, signal.SIGTERM, tmp_path, "train", "points.csv", "--log", "log.csv")
    assert done.returncode == 128 + signal.SIGTERM
    assert [path.name for path in tmp_path.iterdir()] == ["points.csv"]
