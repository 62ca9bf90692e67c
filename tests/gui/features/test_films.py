"""An animation is asked for in a dialog and painted by another process, which goes with what is cancelled."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImageReader

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.files.atomic import temporary_path
from perceptron_gui.files.file_work import Cancelled, PointsFileError
from perceptron_gui.files.sessions.session_file import write_session
from perceptron_gui.gui.features.pictures import _new_folder, painting_process
from perceptron_gui.gui.features.pictures.painting_process import paint_film
from perceptron_gui.session.document import Document
from perceptron_gui.session.output.picture_choice import CANVAS, FOLDER, GIF, RATES, Film, FilmChoice
from perceptron_gui.session.saved.saved_session import SavedSession
from tests.gui.desk import Desk
from tests.gui.filing.test_saving import typing
from tests.session.bench import XOR

LONG_MS = 120_000
"""Another process starts, which may take long on a busy machine."""
SESSION = SavedSession(Document(XOR))
LONG = SavedSession(Document(Dataset.of(np.random.default_rng(1).integers(-9, 9, (300, 2)), [0, 1] * 150)))
"""A session whose animation takes minutes to paint."""


@pytest.mark.seldom
def test_the_window_writes_what_was_chosen_and_never_beyond_a_question(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.show(XOR)
    desk.do("file.film")
    films, dialog = desk.commands.films, desk.commands.films.dialog
    assert dialog.isVisible() and dialog.last.value() is None
    dialog.last.setText("1")
    dialog.every.setCurrentIndex(dialog.every.findData("visit"))
    dialog.sized.what.setCurrentIndex(dialog.sized.what.findData(CANVAS))
    dialog.sized.scale.setCurrentIndex(dialog.sized.scale.findData(2))
    canvas = 2 * desk.window.canvas.size()
    assert f"{canvas.width()} × {canvas.height()} pixels." in dialog.told.text()
    dialog.most.setText("1")
    dialog._take()
    assert dialog.isVisible() and dialog.most.check() == "It must be at least 2."
    dialog.most.setText("50")
    typing(monkeypatch, tmp_path / "run.gif")
    dialog._take()
    assert films.saving.is_busy and not desk.commands.filing.saving.is_busy
    desk.wait(lambda: not films.saving.is_busy, LONG_MS)
    film = QImageReader(str(tmp_path / "run.gif"))
    assert film.imageCount() == 2 and film.size() == canvas
    assert desk.message == "Wrote run.gif." and films.choice.kept()["most"] == 50

    desk.do("file.film")
    dialog = films.dialog
    desk.do("run.predict")
    desk.do("run.step")
    desk.wait(lambda: desk.snapshot.is_veiled)
    desk.do("file.film")
    assert "would give the answer away" in desk.message
    typing(monkeypatch, tmp_path / "second.gif")
    dialog._take()
    assert not films.saving.is_busy


def stand_in(monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Let a script be the program that paints; its arguments are in `argv`."""
    monkeypatch.setattr(
        painting_process, "own_command", lambda: [sys.executable, "-Sc", f"from sys import *\n{script}"]
    )


def test_what_is_cancelled_ends_the_process_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch, "import os, time\nprint(f'{os.getpid()}\\n0.250', file=stderr, flush=True)\ntime.sleep(600)")
    monkeypatch.setattr(painting_process.tempfile, "tempdir", str(tmp_path))
    ended: list[int] = []

    def report(part: float) -> None:
        if part == 0.25:
            ended.append(int(next(tmp_path.glob("*/told.txt")).read_text().split()[0]))
            raise Cancelled

    with pytest.raises(Cancelled):
        paint_film(tmp_path / "run.gif", SESSION, Film(FilmChoice()), report)
    assert not list(tmp_path.iterdir())
    if sys.platform != "win32":
        with pytest.raises(ProcessLookupError):
            os.kill(ended[0], 0)


STOPPED = """
import sys
from perceptron_gui.__main__ import main
from perceptron_gui.cli import render_command

render_command.TRY_SECONDS = float(sys.argv.pop(1))
sys.exit(main(sys.argv[1:]))
"""
"""The program, which has so many seconds to stop each time that it is interrupted."""
LONG_S = 60
"""Seconds: an end by force comes after five times as many, however busy the machine is."""


KILLED = """
import subprocess, sys
from pathlib import Path
from perceptron_gui.files.sessions.session_file import read_session
from perceptron_gui.gui.features.pictures import painting_process
from perceptron_gui.session.output.picture_choice import Film, FilmChoice

class Told(subprocess.Popen):
    def __init__(self, *words, **details):
        super().__init__(*words, **details)
        print(self.pid, flush=True)

painting_process.subprocess.Popen = Told
painting_process.own_command = lambda: [sys.executable, *sys.argv[1:3]]
session = read_session(sys.argv[3]).session
report = lambda part: print(part, flush=True)
painting_process.paint_film(Path(sys.argv[4]), session, Film(FilmChoice(every="visit", most=10_000)), report)
"""


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="only Linux says here what has ended")
@pytest.mark.seldom
def test_a_painter_ends_with_its_window_though_that_is_killed(tmp_path: Path) -> None:
    """It went on painting a film of an hour that nobody would get."""
    write_session(tmp_path / "long.perceptron", LONG)
    (tmp_path / "stopped.py").write_text(STOPPED)
    words = [tmp_path / "stopped.py", LONG_S, tmp_path / "long.perceptron", tmp_path / "run.gif"]
    command = [sys.executable, "-c", KILLED, *map(str, words)]
    here = os.environ | {"TMPDIR": str(tmp_path), "PYTHONPATH": str(Path(__file__).parents[3])}
    window = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=here)
    assert window.stdout is not None
    painter = int(window.stdout.readline())
    while float(window.stdout.readline()) == 0.0:
        assert is_running(painter)
    window.kill()
    window.wait()
    window.stdout.close()
    ended_by = time.monotonic() + 4 * LONG_S
    try:
        while is_running(painter):
            assert time.monotonic() < ended_by
            time.sleep(0.05)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(painter, signal.SIGKILL)
    assert not (tmp_path / "run.gif").exists()
    # Its own folder goes with the next animation, and what it had begun went at once.
    assert {path.name for path in tmp_path.glob(".points*/*")} == {"run.perceptron", "told.txt"}


@pytest.mark.seldom
@pytest.mark.skipif(os.name == "nt", reason="a shell of Windows has no background")
@pytest.mark.parametrize("ignored", ["", "trap '' INT;"])
def test_a_command_that_goes_with_its_input_stops_also_where_ctrl_c_is_ignored(tmp_path: Path, ignored: str) -> None:
    write_session(tmp_path / "long.perceptron", LONG)
    (tmp_path / "stopped.py").write_text(STOPPED)
    options = "--every visit --most-frames 10000 --while-input"
    seconds = 0.2 if ignored else LONG_S
    command = f"{ignored} exec {sys.executable} stopped.py {seconds} render long.perceptron -o run.gif {options}"
    here = os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])}
    done = subprocess.run(["sh", "-c", command], stdin=subprocess.DEVNULL, capture_output=True, cwd=tmp_path, env=here)
    assert done.returncode == 130 and done.stderr in (b"", b"Interrupted.\n")
    assert bool(done.stderr) is not bool(ignored)
    assert not (tmp_path / "run.gif").exists()


WHILE_PAINTING = """
import os, signal, sys
from perceptron_gui.__main__ import main
from perceptron_gui.gui.pictures import still

signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in what a shell started in the background
paint = still.paint_stage

def interrupted(*words, **details):
    os.kill(os.getpid(), signal.SIGINT)
    paint(*words, **details)

still.paint_stage = interrupted
sys.exit(main(["render", sys.argv[1], "-o", sys.argv[2]]))
"""


@pytest.mark.seldom
@pytest.mark.skipif(os.name == "nt", reason="has no SIGINT between processes")
@pytest.mark.parametrize("form", ["gif", "svg"])
def test_ctrl_c_in_the_middle_of_a_picture_waits_for_its_painter(tmp_path: Path, form: str) -> None:
    """Qt does not survive the end of a program with a painter at work: it ended with signal 11."""
    path = tmp_path / "long.perceptron"
    write_session(path, LONG)
    command = [sys.executable, "-c", WHILE_PAINTING, str(path), str(tmp_path / f"run.{form}")]
    done = subprocess.run(command, capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"Interrupted.\n")
    assert [*tmp_path.iterdir()] == [path]


def is_running(process: int) -> bool:
    """Whether a process runs: who has ended is still listed until somebody asks how."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot tell whether a process is gone")
def test_what_a_window_left_that_was_killed_goes_with_the_next_animation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(painting_process.tempfile, "tempdir", str(tmp_path))
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    left = Path(temporary_path(str(tmp_path)).replace(str(os.getpid()), str(ended.pid)))
    (left / "made").mkdir(parents=True)
    (left / "made" / "0001.png").write_text("one")
    stand_in(monkeypatch, "exit(1)")
    with pytest.raises(PointsFileError):
        paint_film(tmp_path / "run.gif", SESSION, Film(FilmChoice()), lambda part: None)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("print(f'0.5\\n{argv[4]}: ffmpeg is ill.', file=stderr)\nexit(2)", "Ffmpeg is ill."),
        ("exit(1)", "The animation could not be made."),
        ("", "The animation could not be made because there is no such file."),
    ],
)
def test_what_the_process_complains_of_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, sentence: str
) -> None:
    stand_in(monkeypatch, script)
    with pytest.raises(PointsFileError) as caught:
        paint_film(tmp_path / "run.gif", SESSION, Film(FilmChoice()), lambda part: None)
    assert str(caught.value) == sentence and not list(tmp_path.iterdir())


def test_pictures_come_into_a_new_folder_beside_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch, "import os\nos.mkdir(argv[4])\nopen(argv[4] + '0001.png', 'w').write('one')")
    (tmp_path / "run").mkdir()
    target = _new_folder(tmp_path, "run")
    paint_film(target, SESSION, Film(FilmChoice(FOLDER)), lambda part: None)
    assert target.name == "run 2" and (target / "0001.png").read_text() == "one"


def test_what_was_chosen_is_remembered_and_damage_takes_the_default() -> None:
    choice = FilmChoice(FOLDER, "epoch", RATES[-1], 9, CANVAS, 4)
    assert FilmChoice.of(choice.kept()) == choice
    damaged = {"form": "avi", "every": [], "fps": 3, "most": True, "what": "step", "scale": 9}
    assert FilmChoice.of(damaged) == FilmChoice(GIF)
