"""Paints an animation in a separate process, so that the window stays responsive and cancelling ends it."""

import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from perceptron_gui.files.atomic import replacing, sweep, temporary_path, write_folder
from perceptron_gui.files.file_work import FileError, PointsFileError, Report, reason
from perceptron_gui.files.program import languages
from perceptron_gui.files.program.own_program import own_command
from perceptron_gui.files.sessions import SUFFIX
from perceptron_gui.files.sessions.session_file import write_session
from perceptron_gui.session.output.picture_choice import FOLDER, PNG, Film
from perceptron_gui.session.saved.saved_session import SavedSession
from perceptron_gui.translation import capitalised, tr

LOOK_SECONDS = 0.05
LONGEST_END = 2.0
"""Seconds that a process has to end by itself."""
BLOCK = 2**20


def paint_film(target: Path, session: SavedSession, film: Film, report: Report) -> None:
    """Write an animation, whole or not at all.

    `target`: the file, or the folder of pictures. `session`: the run, and how it is looked at. `report`: gets the part
    that is done; may raise to end the work. Raises `PointsFileError` when it cannot be painted or written.
    """
    try:
        with _own_folder() as folder:
            made = _painted(folder, session, film, report)
            _move(made, target, film.choice.form == FOLDER, report)
    except FileError as flaw:
        raise flaw.in_file(str(target)) from None
    except OSError as error:
        words = tr("The animation could not be made because {reason}.")
        raise PointsFileError(words.format(reason=reason(error))) from None


@contextlib.contextmanager
def _own_folder() -> Iterator[Path]:
    """Make a folder for temporary files, and remove it; and those of windows that were killed meanwhile."""
    above = tempfile.gettempdir()
    sweep(above)
    folder = Path(temporary_path(above))
    folder.mkdir(mode=0o700)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _painted(folder: Path, session: SavedSession, film: Film, report: Report) -> Path:
    """Return the path of the finished animation that the other process painted."""
    lesson, told, made = folder / f"run{SUFFIX}", folder / "told.txt", folder / "made"
    write_session(lesson, session)
    output = f"{made}/" if film.choice.form == FOLDER else f"{made}.{film.choice.form}"
    command = [*own_command(), "render", str(lesson), "-o", output, *film.options]
    command += ["--progress", "--while-input", *languages.option()]
    # What it and ffmpeg leave behind when they are ended goes with the folder.
    here = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(folder))
    no_console = getattr(subprocess, "CREATE_NO_WINDOW", 0)
    with told.open("wb") as file:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,  # nothing is written: its end is that of this process, whatever ends it
            stdout=subprocess.DEVNULL,
            stderr=file,
            env=os.environ | here,
            creationflags=no_console,
        )
    try:
        while process.poll() is None:
            report(_part(told))
            time.sleep(LOOK_SECONDS)
    finally:
        _end(process)
    if process.returncode != 0:
        raise PointsFileError(_complaint(told, (output, str(lesson))))
    return Path(output)


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(LONGEST_END)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    if process.stdin is not None:
        process.stdin.close()


def _lines(told: Path) -> list[str]:
    return told.read_text(encoding="utf-8", errors="replace").splitlines()


def _part(told: Path) -> float:
    """Return the progress from the output's last line, which may be incomplete."""
    try:
        return min(max(float(_lines(told)[-1]), 0.0), 1.0)
    except (IndexError, ValueError):
        return 0.0


def _complaint(told: Path, files: Sequence[str]) -> str:
    """Return the process's error message, without the names of temporary files."""
    lines = [line for line in _lines(told) if line.strip()]
    if not lines:
        return tr("The animation could not be made.")
    sentence = lines[-1]
    for name in files:
        sentence = sentence.removeprefix(f"{name}: ")
    return capitalised(sentence)


def _move(made: Path, target: Path, is_folder: bool, report: Report) -> None:
    """Move the result to its target, perhaps on another disk."""
    if is_folder:
        write_folder(str(target), (each.read_bytes() for each in sorted(made.iterdir())), PNG.suffix)
        return
    with made.open("rb") as source, replacing(str(target)) as new:
        while block := source.read(BLOCK):
            report(1.0)
            new.file.buffer.write(block)
