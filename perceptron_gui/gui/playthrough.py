"""A script that a window carries out by itself, step by step: the demonstration, and the smoke test.

The smoke test is of an installed program: the real window does what everybody does with it, and reports.
"""

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import QBuffer, QIODevice, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMessageBox

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode
from perceptron_gui.engine.native import loader
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.files.atomic import write_bytes
from perceptron_gui.files.file_work import FileError, said, say
from perceptron_gui.gui.failure_watch import versions
from perceptron_gui.gui.features.pictures import FilmCommands, PictureCommands
from perceptron_gui.gui.features.point_sets import PointsCommands
from perceptron_gui.gui.features.run_exports import ProgramCommands
from perceptron_gui.gui.filing.background_work import BackgroundSaving
from perceptron_gui.gui.filing.file_commands import FileCommands
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.folders import state_folder
from perceptron_gui.session.output.exports import PROGRAM_FORMATS
from perceptron_gui.session.output.picture_choice import PDF, PNG, SVG, Film, FilmChoice, PictureChoice
from perceptron_gui.session.output.run_table import Selection
from perceptron_gui.translation import N_, tr

PATIENCE_MS = 60_000
"""How long a step may take."""
LOOK_MS = 50
MOST_LOOKS = PATIENCE_MS // LOOK_MS

Condition = Callable[[], bool]
Say = Callable[[str], None]


class Playthrough(QTimer):
    """Carries out a script, once it is started: what a step begins must have come true before the next.

    `filing`: tells when the document has been read. `script`: does a step, and yields what must come true. `end`: gets
    whether all came true in time, once.
    """

    def __init__(
        self, window: MainWindow, filing: FileCommands, script: Iterator[Condition], end: Callable[[bool], None]
    ) -> None:
        super().__init__(window, interval=LOOK_MS)
        self._script, self._end = script, end
        self._condition: Condition = lambda: not filing.opening.is_busy
        self._patience = MOST_LOOKS
        self.timeout.connect(self._look)

    def _look(self) -> None:
        self._patience -= 1
        if self._condition():
            condition = next(self._script, None)
            if condition is not None:
                self._condition, self._patience = condition, MOST_LOOKS
                return
        elif self._patience >= 0:
            return
        self.stop()
        self._end(self._patience >= 0)


def play_every_mode(window: MainWindow, say: Say) -> Iterator[Condition]:
    """Train to the end in each mode, and say how each run ended.

    `say`: gets a line for each mode. Returns whether the run of a mode has ended.
    """
    for mode in Mode:
        window.controller.change_settings(N_("mode"), mode=mode)
        window.actions_by_id["run.end"].trigger()
        yield partial(_has_ended_in, window, mode)
        snapshot = window.controller.snapshot
        assert snapshot is not None  # it has ended
        # Mode and end by the names that they have in files, too.
        words = tr("{mode}: {stop}, {mistakes} mistakes, {visits} visits, {errors} errors left")
        counts = {"mistakes": snapshot.mistakes, "visits": snapshot.visit, "errors": snapshot.n_errors}
        say(words.format(mode=mode, stop=snapshot.stop, **counts))


def _has_ended_in(window: MainWindow, mode: Mode) -> bool:
    snapshot = window.controller.snapshot
    return has_ended(snapshot) and snapshot is not None and snapshot.settings.mode is mode


def has_ended(snapshot: Snapshot | None) -> bool:
    """Whether there is a snapshot of a run that has stopped."""
    return snapshot is not None and snapshot.stop is not None


def write_picture(window: MainWindow, path: str) -> None:
    """Write a picture of the window as PNG.

    `path`: the file. Raises `FileError` when it cannot be written; nothing is left behind then.
    """
    data = QBuffer()
    data.open(QIODevice.OpenModeFlag.WriteOnly)
    window.grab().save(data, "PNG")
    write_bytes(path, bytes(data.data().data()))


class Demo(Playthrough):
    """Plays in each mode to the end, prints the result, and saves a picture.

    `filing`: tells when the document has been read.
    """

    def __init__(self, window: MainWindow, filing: FileCommands) -> None:
        super().__init__(window, filing, play_every_mode(window, say), self._finish)
        self._window = window

    def _finish(self, is_done: bool) -> None:
        code = 0 if is_done else 1
        path = picture_path()
        try:
            write_picture(self._window, str(path))
            say(tr("picture: {path}").format(path=path))
        except FileError as flaw:
            say(said(tr("The picture is missing: {why}").format(why=flaw.sentence)), sys.stderr)
            code = 1
        self._window.close()
        QApplication.exit(code)


def picture_path() -> Path:
    """Return where the picture goes: always the same file; for a user without a home one in the temporary folder."""
    folder = state_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.gettempdir()) / f"perceptron-lab-{os.urandom(8).hex()}.png"
    return folder / "demo.png"


SESSION, POINTS, TABLE, PICTURE, REPORT = "lesson.perceptron", "points.csv", "run.csv", "window.png", "report.txt"
PROGRAM = "run.py"
DRAWINGS = {form: f"page{form.suffix}" for form in (PNG, SVG, PDF)}
FILM = "run.gif"
"""The files that it leaves in its folder."""
SHORT = FilmChoice(most=2)
"""It is there to see that another process paints it."""


class Smoke(Playthrough):
    """Trains in each mode, writes and reads files, takes a picture, and ends the program with 0 if all of it worked.

    `filing`: saves and opens. `folder`: where its files go.
    """

    def __init__(self, window: MainWindow, filing: FileCommands, folder: Path) -> None:
        super().__init__(window, filing, self._play(), self._finish)
        self._window = window
        self._filing = filing
        self._points, self._pictures = PointsCommands(window, filing), PictureCommands(window, filing)
        self._films, self._programs = FilmCommands(window, filing), ProgramCommands(window, filing)
        self._folder = folder
        self._lines: list[str] = []
        # Nobody is there to close the dialog that this opens otherwise.
        window.failures.happened.connect(self._on_fault)
        window.controller.failed.connect(self._on_fault)

    def _play(self) -> Iterator[Condition]:
        self._say(versions())
        self._say(tr("screen: {name}").format(name=QGuiApplication.platformName()))
        self._say(tr("compiled loop: in use") if loader.library else tr("compiled loop: not in use, Python's is"))
        yield from play_every_mode(self._window, self._say)
        yield from self._save_and_open()
        yield from self._export()
        write_picture(self._window, str(self._folder / PICTURE))

    def _save_and_open(self) -> Iterator[Condition]:
        """Write a session and a points file, and read the same points from both."""
        dataset = self._window.controller.document.dataset
        self._points.write(self._folder / POINTS)
        yield lambda: not self._filing.saving.is_busy
        self._filing.save_to(self._folder / SESSION)
        yield lambda: not self._filing.saving.is_busy
        for name in (POINTS, SESSION):
            shown = self._window.controller.document.dataset
            self._filing.open_path(self._folder / name)
            yield partial(self._has_opened, shown)
            if not _are_same(self._window.controller.document.dataset, dataset):
                raise ValueError(f"{name} holds other points than those that were saved")
            self._say(tr("saved, and opened again: {name}").format(name=name))

    def _has_opened(self, shown: Dataset) -> bool:
        return not self._filing.opening.is_busy and self._window.controller.document.dataset is not shown

    def _export(self) -> Iterator[Condition]:
        """Write the run of the points that were opened, once it has ended: table, program, pictures, animation."""
        controller, before = self._window.controller, self._window.controller.snapshot
        self._window.actions_by_id["run.end"].trigger()
        yield lambda: controller.snapshot is not before and has_ended(controller.snapshot)
        self._filing.exporting.write(self._folder / TABLE, Selection())
        yield lambda: not self._filing.exporting.is_busy and (self._folder / TABLE).exists()
        self._say(tr("exported: {name}").format(name=TABLE))
        self._programs.write(self._folder / PROGRAM, PROGRAM_FORMATS[0])
        yield from self._written(self._filing.saving, PROGRAM)
        for form, name in DRAWINGS.items():
            self._pictures.choice = PictureChoice(form=form.name)
            self._pictures.write(self._folder / name)
            yield from self._written(self._filing.saving, name)
        yield from self._paint_film()

    def _paint_film(self) -> Iterator[Condition]:
        self._films.write(self._folder / FILM, Film(SHORT))
        yield from self._written(self._films.saving, FILM)

    def _written(self, saving: BackgroundSaving, name: str) -> Iterator[Condition]:
        yield partial(self._is_written, saving, name)
        self._say(tr("exported: {name}").format(name=name))

    def _is_written(self, saving: BackgroundSaving, name: str) -> bool:
        if saving.is_busy:
            return False
        if (self._folder / name).exists():
            return True
        box = QApplication.activeModalWidget()  # that complains
        self._on_fault(box.text() if isinstance(box, QMessageBox) else "")
        return False

    def _say(self, line: str) -> None:
        self._lines.append(line)
        say(line)

    def _on_fault(self, details: str) -> None:
        self.stop()
        self._say(details)
        self._finish(False)

    def _finish(self, is_done: bool) -> None:
        self._say(tr("everything worked") if is_done else tr("NOT everything worked"))
        try:
            write_bytes(str(self._folder / REPORT), "".join(f"{line}\n" for line in self._lines).encode())
        except FileError as flaw:
            say(said(flaw.sentence), sys.stderr)
            is_done = False
        self._window.close()
        QApplication.exit(0 if is_done else 1)


def _are_same(one: Dataset, other: Dataset) -> bool:
    """Whether the same points stand in the same classes, by name."""
    classes = [[dataset.classes[label] for label in dataset.labels] for dataset in (one, other)]
    return np.array_equal(one.X, other.X) and classes[0] == classes[1]
