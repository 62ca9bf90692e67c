"""Writing the run as a program, beside the window."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.gui.dialogs.save_target import ask_for_target
from perceptron_gui.gui.widgets.plain_text import readable
from perceptron_gui.session.file_titles import file_name
from perceptron_gui.session.programs.program_formats import PROGRAM_FORMATS, ProgramFormat
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.files.atomic import Written
    from perceptron_gui.files.program_file import Telling
    from perceptron_gui.gui.commands.feature import Handlers
    from perceptron_gui.gui.commands.file_commands import FileCommands
    from perceptron_gui.gui.window import MainWindow


class ProgramCommands:
    """Programs of one window. `filing`: writes files beside the window, one after the other."""

    def __init__(self, window: MainWindow, filing: FileCommands) -> None:
        self._window = window
        self._controller = window.controller
        self._filing = filing

    def handlers(self) -> Handlers:
        """Return what each action does."""
        return {form.action: partial(self.ask, form) for form in PROGRAM_FORMATS}

    def begin(self) -> None:
        """Do nothing: all of it is asked for by actions."""

    def ask(self, form: ProgramFormat) -> None:
        """Ask for a file and write the program of now to it."""
        from perceptron_gui.files.program_file import SUFFIX

        suggestion = Path(self._filing.folder) / (file_name(self._controller.document.title, tr("run")) + SUFFIX)
        programs = tr("Python programs")
        path = ask_for_target(
            self._window, tr("Export the run as a program"), suggestion, {f"{programs} (*{SUFFIX})": SUFFIX}
        )
        if path is not None:
            self.write(path, form)

    def write(self, path: Path, form: ProgramFormat) -> None:
        """Write the program of now, without a question. `path`: what is there is replaced."""
        from perceptron_gui.files.program_file import write_program

        saving, document = self._filing.saving, self._controller.document
        work = partial(write_program, str(path), document, form, self._telling())
        saving.then(path, lambda: saving.begin(path, work, partial(self._take_written, path)))

    def _telling(self) -> Telling:
        """Return what may be told now: nothing that comes after a question, nor of points that are to test on."""
        from perceptron_gui.files.program_file import Telling

        snapshot, state = self._controller.snapshot, self._controller.view_state
        until = snapshot.visit if snapshot is not None and snapshot.is_veiled else None
        return Telling(until, state.shows_test, self._has_late_points())

    def _has_late_points(self) -> bool:
        """Whether points came in the middle of the run; online every point is shown once, in the order of coming."""
        snapshot, order = self._controller.snapshot, self._controller.document.settings.order
        return snapshot is not None and order is not Order.ONLINE and any(visit > 0 for visit in snapshot.arrivals)

    def _take_written(self, path: Path, written: Written) -> None:
        self._filing.folder = readable(str(path.parent))
        words = tr("Wrote the program {name}.").format(name=readable(path.name))
        self._window.status.notice(" ".join([words, *written.remarks]))
