"""Folders and files whose names are no UTF-8, and a POSIX locale, in which no letter beyond ASCII is."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from perceptron_gui.files.lessons import progress
from perceptron_gui.gui.filing.background_work import ask_for_target
from perceptron_gui.gui.filing.copy_folders import find_kept
from perceptron_gui.gui.paths import python_path, qt_path
from perceptron_gui.gui.widgets.plain_text import readable
from tests.gui.desk import Desk
from tests.gui.features.lessons import made
from tests.gui.filing.saved import points_in

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")

ROOT = Path(__file__).parents[3]
ODD = os.fsdecode(b"caf\xe9")
POSIX = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
"""As an installed program has it: it takes no wish for Python's UTF-8 mode."""
POINTS = "x1,x2,label\n0,0,-1\n1,1,1\n2,0,1\n"

SCRIPT = """
import sys
from PySide6.QtCore import QFile, QTimer
from PySide6.QtGui import QFontDatabase
from perceptron_gui.gui import app
from perceptron_gui.gui.filing import unsaved_copy
unsaved_copy.DELAY_MS = 1
make = app.make_window
def made(*args):
    window = make(*args)
    def begin():
        if window.controller.document.dataset.n_samples != 3:
            return
        looking.stop()
        print("fonts", "Inter" in QFontDatabase.families(), QFile("icons:tick_faint.png").exists(), flush=True)
        window.controller.place([[0.7, 2.2]], [0])
        look.start(50)
    looking = QTimer(window)
    looking.timeout.connect(begin)
    window.ready.connect(lambda: looking.start(50))
    def kept():
        keeper = app.commands_of(window).filing.keeper
        if keeper._kept and (keeper._thread is None or not keeper._thread.is_alive()):
            print("kept", ascii(window.windowTitle()), flush=True)
    look = QTimer(window)
    look.timeout.connect(kept)
    window.status.noticed.connect(lambda words: print("said", ascii(words), flush=True))
    return window
app.make_window = made
sys.exit(app.run_window(sys.argv[1], False))
"""


@pytest.mark.waits
@pytest.mark.parametrize(
    ("raw", "locale"),
    [(b"caf\xe9", {}), ("café".encode(), POSIX)],
    ids=["latin-own", "utf8-posix"],
)
def test_a_checkout_a_home_and_a_file_may_have_any_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, raw: bytes, locale: Mapping[str, str]
) -> None:
    """Qt was given the name of the program, and the start ended with "surrogates not allowed"."""
    name = os.fsdecode(raw)
    (tmp_path / name).symlink_to(ROOT)
    (tmp_path / f"home {name}").mkdir()
    (tmp_path / f"{name}.csv").write_text(POINTS)
    (tmp_path / f"{name}.py").write_text(SCRIPT)
    here = {"PERCEPTRON_LAB_CONFIG": str(tmp_path / f"home {name}"), "PYTHONPATH": str(tmp_path / name)}
    command = [sys.executable, "-P", str(tmp_path / f"{name}.py"), str(tmp_path / f"{name}.csv")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | here | dict(locale))
    assert process.stdout is not None
    lines: list[str] = []
    try:
        for line in process.stdout:
            lines.append(line.rstrip())
            if line.startswith(("kept", "said 'Autosave")):
                break
    finally:
        process.kill()
        process.communicate(timeout=120)
    assert lines[0] == "fonts True True" and lines[-1].startswith("kept"), lines
    assert not any("Autosave" in line for line in lines), lines
    title = "caf\ufffd" if raw == b"caf\xe9" else "café"
    assert ascii(title)[1:-1] in lines[-1]
    monkeypatch.setenv("PERCEPTRON_LAB_CONFIG", here["PERCEPTRON_LAB_CONFIG"])
    (kept,) = find_kept()
    assert points_in(kept.path).X.tolist()[-1] == [0.7, 2.2]


@pytest.mark.parametrize(
    ("words", "locale"),
    [
        ("train FILE --log NEW.csv", {}),
        ("train FILE --log NEW.csv", POSIX),
        ("analyze FILE", POSIX),
        ("render FILE -o NEW.svg", {}),
        ("render FILE -o NEW/", POSIX),
        ("samples iris -o NEW.csv", POSIX),
    ],
)
def test_commands_read_and_write_files_of_any_name(tmp_path: Path, words: str, locale: Mapping[str, str]) -> None:
    (tmp_path / f"{ODD}.csv").write_text(POINTS)
    given = [word.replace("FILE", f"{ODD}.csv").replace("NEW", f"new {ODD}") for word in words.split()]
    here = {"PYTHONPATH": str(ROOT)} | dict(locale)
    command = [sys.executable, "-P", "-m", "perceptron_gui", *given]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, env=os.environ | here)
    assert done.returncode == 0, done.stderr
    wanted = {f"{ODD}.csv", *(word.rstrip("/") for word in given if word.startswith("new"))}
    assert {path.name for path in tmp_path.iterdir()} == wanted


@pytest.mark.parametrize("locale", [{}, POSIX], ids=["own", "posix"])
def test_a_sentence_about_a_file_of_any_name_can_be_printed(tmp_path: Path, locale: Mapping[str, str]) -> None:
    here = {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"} | dict(locale)
    command = [sys.executable, "-P", "-m", "perceptron_gui", "train", f"{ODD}.csv"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, env=os.environ | here)
    assert done.returncode == 2
    assert done.stderr == rb"caf\udce9.csv: the file cannot be read because there is no such file." + b"\n"


def test_a_lesson_in_such_a_folder_is_played_and_its_answers_are_kept(desk: Desk, tmp_path: Path) -> None:
    """The path of the lesson could not be written as text, and with it no answer."""
    (tmp_path / ODD).mkdir()
    commands = made.played(desk, tmp_path / ODD)
    commands.player.go_to(3)
    assert "Autosave" not in desk.window.status.message.text()
    assert progress.kept(commands.player.now.file.digest).page == 3
    desk.do("lessons.end")
    assert progress.unfinished() is None  # its file is not found again by a text


def test_names_go_from_python_to_qt_and_back(tmp_path: Path) -> None:
    assert readable(ODD) == "caf\ufffd"
    assert readable("caf\udcc3\udca9") == "café"  # as Python reads it in a POSIX locale
    assert readable("half \ud800") == "half \ufffd"
    assert python_path("café.csv") == "café.csv"
    assert qt_path(tmp_path / "café") == str(tmp_path / "café")
    (tmp_path / ODD / "sub").mkdir(parents=True)
    (tmp_path / ODD / "sub" / "file").write_text("found")
    assert Path(qt_path(tmp_path / ODD / "sub" / "file")).read_text() == "found"


def test_a_name_that_is_no_text_is_proposed_as_one_that_is(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    proposed: list[str] = []

    def answer(parent: object, title: str, name: str, *more: object, **options: object) -> tuple[str, str]:
        proposed.append(name)
        return str(tmp_path / "new.csv"), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)
    assert ask_for_target(desk.window, "Save", tmp_path / f"{ODD}.csv") == tmp_path / "new.csv"
    assert proposed == [str(tmp_path / "caf\ufffd.csv")]
