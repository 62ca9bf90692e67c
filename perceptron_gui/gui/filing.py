"""Opening and saving, and the question before unsaved points would be lost."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QProcess, Qt
from PySide6.QtWidgets import QFileDialog, QMenu, QMessageBox

from perceptron_gui.engine.run import Run
from perceptron_gui.files.classes import with_partner
from perceptron_gui.files.points import PointsFileError, read_points, write_points
from perceptron_gui.files.preferences import MOST_RECENT
from perceptron_gui.files.run_table import write_table
from perceptron_gui.gui.text import tr
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import LARGEST_PALETTE, Document
from perceptron_gui.session.table import Selection

FILTER = "Points files (*.csv *.tsv *.txt);;All files (*)"
SUFFIX = ".csv"


class Filing:
    """Files of one window."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._lab = window.lab
        self._path: Path | None = None
        self._origin = ""
        self._count = 0
        self._label_name = "label"
        self.folder = window.preferences.folder
        self.recent_paths = window.preferences.recent
        self.recent = QMenu(tr("Recent files"), window)
        self.recent.aboutToShow.connect(self._fill_recent)

    @property
    def path(self) -> Path | None:
        """Where the points on the screen were opened or saved last; undo may have brought back another file's."""
        return self._path if self._origin == self._lab.document.origin else None

    def new(self) -> None:
        """Start with an empty plane."""
        if self.may_leave():
            settings = replace(self._lab.document.settings, initial=None, positive=None)
            self._path = None
            self._count += 1
            self._lab.open_document(Document(settings=settings, origin=f"new {self._count}"))
            self._window.plane.fit()

    def open(self) -> None:
        """Ask for a file and open it."""
        if not self.may_leave():
            return
        name, _ = QFileDialog.getOpenFileName(self._window, tr("Open points"), self.folder, tr(FILTER))
        if name:
            self.open_path(Path(name))

    def open_path(self, path: Path) -> bool:
        """Open a points file; what is wrong with it is said in a sentence, and the points on screen stay."""
        try:
            read = read_points(path)
        except PointsFileError as error:
            self.complain(str(error))
            return False
        dataset = read.dataset
        if len(dataset.classes) > LARGEST_PALETTE:
            self.complain(
                tr("{name} has {count} classes; the window shows ten at most.").format(
                    name=path.name, count=len(dataset.classes)
                )
            )
            return False
        if len(dataset.classes) < 2:
            dataset = with_partner(dataset)
        settings = replace(self._lab.document.settings, initial=None, positive=None)
        document = Document(settings=settings, title=path.stem, origin=str(path.resolve()))
        self._lab.open_document(document.with_dataset(dataset))
        self._label_name = read.label_name
        self._remember(path)
        self._window.plane.fit()
        return True

    def open_dropped(self, name: str) -> None:
        """Open a file that was dropped on the window."""
        if self.may_leave():
            self.open_path(Path(name))

    def open_window(self) -> None:
        """Open a second window, in a process of its own."""
        # -P: nothing in the current folder is imported.
        QProcess.startDetached(sys.executable, ["-P", "-m", "perceptron_gui"])

    def _remember(self, path: Path) -> None:
        self._path, self._origin, self.folder = path, self._lab.document.origin, str(path.parent)
        name = str(path.resolve())
        self.recent_paths = (name, *(other for other in self.recent_paths if other != name))[:MOST_RECENT]

    def _fill_recent(self) -> None:
        self.recent.clear()
        for name in self.recent_paths:
            self.recent.addAction(name, partial(self.open_dropped, name))
        if not self.recent_paths:
            self.recent.addAction(tr("none yet")).setEnabled(False)

    def save(self) -> bool:
        """Save to the file that was opened or saved last, or ask for one."""
        return self._write(self.path) if self.path is not None else self.save_as()

    def save_as(self) -> bool:
        """Ask for a file and save to it."""
        suggestion = self.path or Path(self.folder) / ((self._lab.document.title or "points") + SUFFIX)
        name, _ = QFileDialog.getSaveFileName(self._window, tr("Save points"), str(suggestion), tr(FILTER))
        if not name:
            return False
        path = Path(name)
        return self._write(path if path.suffix else path.with_suffix(SUFFIX))

    def export_table(self, selection: Selection) -> None:
        """Ask for a file and write the run to it as a table, beside the training."""
        suggestion = Path(self.folder) / ((self._lab.document.title or "run") + "-run.csv")
        name, _ = QFileDialog.getSaveFileName(self._window, tr("Export the run"), str(suggestion), tr(FILTER))
        if name:
            path = Path(name)
            self.export_to(path if path.suffix else path.with_suffix(SUFFIX), selection)

    def export_to(self, path: Path, selection: Selection) -> None:
        """Write the rows of `selection` to `path`; the status line says how far it is."""
        self._lab.post(lambda engineer: engineer.start_job(lambda run: self._export(run, path, selection)))

    def _export(self, run: Run, path: Path, selection: Selection) -> Iterator[float]:
        """Run in the training thread; signals carry the words over to the window."""
        try:
            for part in write_table(run, selection, str(path)):
                done = tr("Writing {name}: {percent} %").format(name=path.name, percent=round(100 * part))
                self._lab.noticed.emit(done)
                yield part
            until = "" if selection.until is None else tr(" up to visit {visit}, where the question stands")
            wrote = tr("Wrote {name}{until}.").format(name=path.name, until=until.format(visit=selection.until))
            self._lab.noticed.emit(wrote)
        except PointsFileError as error:
            self._lab.noticed.emit(str(error))

    def may_leave(self) -> bool:
        """Ask what to do with unsaved points; False to stay."""
        if not self._lab.history.is_changed or not self._lab.document.dataset.n_samples:
            return True
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Question)
        box.setText(tr("The points were changed and not saved."))
        buttons = QMessageBox.StandardButton
        box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
        box.setDefaultButton(buttons.Save)
        answer = box.exec()
        box.deleteLater()
        return self.save() if answer == buttons.Save else answer == buttons.Discard

    def complain(self, sentence: str) -> None:
        """Say in a sentence what went wrong."""
        box = QMessageBox(QMessageBox.Icon.Warning, tr("Perceptron Lab"), sentence, parent=self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def _write(self, path: Path) -> bool:
        try:
            write_points(path, self._lab.document.dataset, self._label_name)
        except PointsFileError as error:
            self.complain(str(error))
            return False
        self._remember(path)
        self._lab.history.mark_saved()
        self._window.show_title()
        self._window.status.notice(tr("Saved {name}.").format(name=path.name))
        return True
