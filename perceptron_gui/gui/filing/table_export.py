"""Writes rows of the run to a file beside the window, and asks before that is given up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtWidgets import QMessageBox

from perceptron_gui.engine.run.records.all_points import AllPoints, all_points
from perceptron_gui.engine.run.run import Run
from perceptron_gui.files.file_work import PointsFileError
from perceptron_gui.files.output.written_runs import suffixes_by_filter
from perceptron_gui.frozen import Mutable
from perceptron_gui.gui.filing.background_work import ask_for_target
from perceptron_gui.gui.widgets.plain_text import ask, readable
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.folders import file_name
from perceptron_gui.session.output.run_table import Selection
from perceptron_gui.session.wording import grouped
from perceptron_gui.session.worker import training_worker as moves
from perceptron_gui.session.worker.training_worker import TrainingWorker
from perceptron_gui.translation import tr

Buttons = QMessageBox.StandardButton


class Export(Mutable):
    """A table that is being written."""

    path: Path  # the file
    selection: Selection  # the rows of the run
    is_over: bool = False  # whether it is written, or failed


class ExportCommands:
    """Exports of one window."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._controller = window.controller
        self._export: Export | None = None

    def ask(self, folder: str, selection: Selection) -> None:
        """Ask for a file and write rows of the run to it.

        `folder`: the folder that is proposed. `selection`: the rows of the run.
        """
        suggestion = Path(folder) / (file_name(self._controller.document.title, "run") + "-run.csv")
        path = ask_for_target(self._window, tr("Export the run"), suggestion, suffixes_by_filter())
        if path is not None:
            self.write(path, selection)

    def write(self, path: Path, selection: Selection) -> None:
        """Write rows of the run to a file; the status line shows the progress. `selection`: the rows of the run."""
        export = self._export = Export(path, selection)
        self._controller.post(lambda worker: self._start(worker, export))

    def _start(self, worker: TrainingWorker, export: Export) -> None:
        export.is_over = worker.run is None  # it was given up
        points = all_points(worker.publication.document.dataset) if worker.publication.document is not None else None
        moves.start_job(worker, lambda run: self._work(run, export, points))

    @property
    def is_busy(self) -> bool:
        """Whether a table is being written."""
        return self._export is not None and not self._export.is_over

    def may_stop(self) -> bool:
        """Ask before an unfinished export is cancelled; False means stay."""
        if self._export is None or not self.is_busy:
            return True
        sentence = tr("The run is still being written to {name}. If you close the window now, there will be no file.")
        name = readable(self._export.path.name)
        answers = {Buttons.Cancel: tr("Go on writing"), Buttons.Close: tr("Close without it")}
        return ask(self._window, sentence.format(name=name), answers) == Buttons.Close

    def _work(self, run: Run, export: Export, points: AllPoints | None) -> Iterator[float]:
        """Run in the training thread; signals carry the words over to the window."""
        # A window that writes none starts without it (A9).
        from perceptron_gui.files.output.written_runs import write_table

        name = readable(export.path.name)
        try:
            for part in write_table(run, export.selection, str(export.path), points):
                words = tr("Writing {name}: {percent} %")
                self._controller.noticed.emit(words.format(name=name, percent=round(100 * part)))
                yield part
            until = export.selection.until
            whole, part_of_it = tr("Wrote {name}."), tr("Wrote {name} up to visit {visit}, where the question is.")
            end = (whole if until is None else part_of_it).format(name=name, visit=grouped(until or 0))
        except PointsFileError as error:
            end = str(error)
        finally:
            # Before the words: whoever reads that it is written and closes the window is asked nothing.
            export.is_over = True
        self._controller.noticed.emit(end)
