"""Points files: imported in the place of what is shown, and exported beside it."""

from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QFileDialog

from perceptron_gui.gui.feature import Handlers
from perceptron_gui.gui.filing.background_work import ReadWork, WritingCommands, ask_for_target, look_at, points_filter
from perceptron_gui.gui.filing.file_commands import FileCommands
from perceptron_gui.translation import N_, tr

SUFFIX = ".csv"


class PointsCommands(WritingCommands):
    """Imports and exports points."""

    _filing: FileCommands

    words = N_("Exported the points to {name}.")

    def handlers(self) -> Handlers:
        """Return what each action does."""
        return {
            "file.import": self.ask_and_import,
            "file.preview": partial(self.ask_and_import, look_at),
            "file.export": self.export,
        }

    def ask_and_import(self, read: ReadWork | None = None) -> None:
        """Ask for a points file and open it. `read`: how it is read, see `BackgroundReading.begin`."""
        if not self._filing.may_leave():
            return
        name, _ = QFileDialog.getOpenFileName(self._window, tr("Import points"), self._filing.folder, points_filter())
        if name:
            self._filing.open_path(Path(name), read)

    def export(self) -> None:
        """Ask for a file and write the points of now to it."""
        imported = self._filing.imported(self._controller.document)
        suggestion = imported.path if imported else self._suggested("points", SUFFIX)
        path = ask_for_target(self._window, tr("Export points"), suggestion)
        if path is not None:
            self.write(path)

    def write(self, path: Path) -> None:
        """Write the points of now, without a question. `path`: what is there is replaced."""
        from perceptron_gui.files.points.points_file import fitting_label_name, write_points

        document = self._controller.document
        imported = self._filing.imported(document)
        label_name = fitting_label_name(document.dataset.features, imported.label_name if imported else "label")
        self._begin(path, partial(write_points, path, document.dataset, label_name))
