"""Prints the worked solution, the picture, or a table of the run or of the points (Ctrl+P)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cached_property, partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QWidget

from perceptron_gui.engine.data.dataset import Bools, DatasetError
from perceptron_gui.files.file_work import PointsFileError, Report
from perceptron_gui.files.output import written_runs
from perceptron_gui.frozen import Frozen
from perceptron_gui.gui.feature import Handlers
from perceptron_gui.gui.filing.background_work import ClipboardWork, Filing, WritingCommands, ask_for_target
from perceptron_gui.gui.pictures.paper import Pictures, plot_pictures, points_plot, solution_parts, table_html
from perceptron_gui.gui.pictures.still import WindowPictures
from perceptron_gui.gui.widgets import checked_field
from perceptron_gui.gui.widgets.choice import Choice
from perceptron_gui.gui.widgets.plain_text import caption, complain, readable
from perceptron_gui.gui.widgets.stretch_fields import StretchFields
from perceptron_gui.gui.window import MainWindow
from perceptron_gui.session.document import Document, Place
from perceptron_gui.session.exercises.exercise import hidden_points
from perceptron_gui.session.output.picture_choice import VIEWS
from perceptron_gui.session.worked import solution
from perceptron_gui.session.worked.past import NothingToShow, Stretch, told_stretch, told_visits
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter


class Printed(StrEnum):
    """What can be printed beside pictures."""

    SOLUTION = "solution"
    RUN = "run"
    POINTS = "points"

    @property
    def is_of_visits(self) -> bool:
        """Whether it is about some visits of the run."""
        return self is not Printed.POINTS


class Job(Frozen):
    """Something that is to be printed."""

    what: str  # one of `Printed`, or of VIEWS
    stretch: Stretch | None = None  # the visits that it is about, if it is about any


LONGEST_WAIT = 2.0
"""Seconds for the training thread to tell when points came."""
PDF = ".pdf"
NEED_A_PRINTER = ("win32", "darwin")
"""Systems whose own dialog opens only where there is a printer; that of Qt has "Print to File (PDF)" anywhere."""


class PrintCommands(WritingCommands):
    """Prints what one window shows. `ask`: lets the user choose printer and paper; returns False where they gave up."""

    def __init__(self, window: MainWindow, filing: Filing) -> None:
        super().__init__(window, filing)
        self.ask: Callable[[QPrinter], bool] = self.ask_in_dialog
        self.work = ClipboardWork(window)
        self._pictures = WindowPictures(window)
        window.closed.connect(self.work.cancel)

    @cached_property
    def dialog(self) -> PrintDialog:
        """The dialog for what is to be printed; made when first needed (A9)."""
        dialog = PrintDialog(self._window)
        dialog.chosen.connect(self.print)
        return dialog

    def handlers(self) -> Handlers:
        """Return what to call for each action, by the action's id."""
        return {"file.print": self.show_dialog}

    def show_dialog(self) -> None:
        """Ask what is to be printed."""
        snapshot, names = self._controller.snapshot, dict[str, str]()
        visits = told_visits(snapshot)
        if visits and not (snapshot is not None and snapshot.hides_labels):  # it lists all points, with their classes
            names[Printed.SOLUTION] = tr("Worked solution")
        if visits:
            names[Printed.RUN] = tr("Table of the run")
        names |= {what: name for what, name in self._pictures.names.items() if what in VIEWS}
        if self._controller.document.dataset.n_samples:
            names[Printed.POINTS] = tr("Table of the points")
        self.dialog.offer(names, visits, snapshot is not None and snapshot.is_veiled)
        self.dialog.show()
        self.dialog.raise_()

    def print(self, job: Job) -> None:
        """Ask for a printer, and print; the picture is that of the moment in which the printer is chosen."""
        if job.what not in [*Printed]:
            self._print_picture(job.what)
            return
        what, pictures = Printed(job.what), None
        if what is Printed.SOLUTION:
            pictures = plot_pictures(points_plot(self._controller.document))
        make, take = self._maker(what, job.stretch), partial(self._print_text, pictures)
        self.work.begin(make, take, tr("Laying out the pages …"), is_short=False)

    def _maker(self, what: Printed, stretch: Stretch | None) -> Callable[[Report], list[str]]:
        """Return what makes the text of a print beside the window."""
        document, snapshot = self._controller.document, self._controller.snapshot
        if stretch is None:
            return partial(_points, document, hidden_points(document, self._controller.view_state, snapshot))
        places: SimpleQueue[Place] = SimpleQueue()
        self._controller.post(lambda worker: worker.tell_place(places.put))
        return partial(_visits, what, document, places, told_stretch(stretch, snapshot))

    def _print_text(self, pictures: Pictures | None, parts: list[str]) -> None:
        from perceptron_gui.gui.pictures import printed_pages  # with QtPrintSupport, when first used (A9)

        printer = printed_pages.new_printer(self._title, is_lying=False)
        if self.ask(printer):
            self._tell(printer, printed_pages.print_text(printer, parts, pictures))

    def _print_picture(self, what: str) -> None:
        from perceptron_gui.gui.pictures import printed_pages

        size = self._pictures.size(what)
        printer = printed_pages.new_printer(self._title, is_lying=size.width() > size.height())
        if self.ask(printer):
            is_on_white = True  # whatever the theme
            self._tell(printer, self._pictures.make(what, is_on_white, partial(printed_pages.print_drawing, printer)))

    def ask_in_dialog(self, printer: QPrinter) -> bool:
        """Let the user choose printer, paper and pages; return False where they gave up."""
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrinterInfo

        if sys.platform in NEED_A_PRINTER and not QPrinterInfo.availablePrinterNames():
            kind, title = tr("PDF pages"), tr("No printer was found: print to a PDF file")
            filters = {f"{kind} (*{PDF})": PDF}
            path = ask_for_target(self._window, title, self._suggested(tr("run"), PDF), filters)
            if path is not None:
                printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
                printer.setOutputFileName(str(path))
            return path is not None
        dialog = QPrintDialog(printer, self._window)
        dialog.setWindowTitle(tr("Print"))
        is_wanted = bool(dialog.exec())
        dialog.deleteLater()
        return is_wanted

    @property
    def _title(self) -> str:
        return self._controller.document.title or tr("A perceptron run")

    def _tell(self, printer: QPrinter, is_printed: bool) -> None:
        """Say where the pages went, or that they went nowhere."""
        file = Path(printer.outputFileName()).name
        where = readable(file or printer.printerName())
        if not is_printed:
            complain(
                self._window, tr("{name} did not accept the pages. Choose another printer or file.").format(name=where)
            )
        elif file:
            self._window.status.notice(tr(self.words).format(name=where))
        else:
            self._window.status.notice(tr("Sent to {name}.").format(name=where))


def _points(document: Document, hidden: Bools | None, report: Report) -> list[str]:
    report(0.0)
    return [table_html(solution.points_table(document, hidden))]


def _visits(
    what: Printed, document: Document, places: SimpleQueue[Place], stretch: Stretch, report: Report
) -> list[str]:
    """Return some visits as parts of rich text, made in a thread where waiting for the run's place blocks nothing."""
    try:
        place = places.get(timeout=LONGEST_WAIT)
    except Empty:
        place = Place()
    try:
        if what is Printed.RUN:
            return [table_html(solution.run_table(document, place, stretch, report))]
        return solution_parts(solution.solution_of(document, place, stretch, report))
    except (NothingToShow, DatasetError) as reason:
        raise PointsFileError(str(reason)) from None


class PrintDialog(QDialog):
    """What is to be printed, and of the run which visits; its button asks for the printer. `chosen`: a `Job`."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Print"))
        self.what, self.fields, self.told = Choice("{name}"), StretchFields(), caption()
        self._form = QFormLayout(self)
        # L10n: what is to be printed
        self._form.addRow(tr("Print:"), self.what)
        self.fields.add_to(self._form)
        self._form.addRow(self.told)
        buttons = checked_field.dialog_buttons(self, self._take, checked_field.Buttons.Cancel)
        self.go_on = checked_field.add_button(buttons, tr("Print…"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.go_on.setDefault(True)
        self._form.addRow(buttons)
        self.what.currentIndexChanged.connect(self._show_fields)
        self.setMinimumWidth(420)

    def offer(self, names: Mapping[str, str], visits: int, is_veiled: bool) -> None:
        """Offer what there is now.

        `names`: what can be printed, by its name. `visits`, `is_veiled`: see `StretchFields.offer`.
        """
        self.what.offer(names, self.what.currentData() or next(iter(names)))
        if visits:
            self.fields.offer(visits, is_veiled)
        self._show_fields()
        self.what.setFocus()

    @property
    def _printed(self) -> Printed | None:
        """What is chosen; None for a picture."""
        what = self.what.currentData()
        return Printed(what) if what in [*Printed] else None

    def _show_fields(self) -> None:
        """Ask for visits where they are printed, and say how many at most."""
        printed = self._printed
        is_of_visits = printed is not None and printed.is_of_visits
        self.fields.set_visible(is_of_visits)
        most = written_runs.MOST_TOLD.get(printed is Printed.RUN, "") if is_of_visits else ""
        self.told.setText(tr(most) if most else "")
        self._form.setRowVisible(self.told, bool(most))
        self.adjustSize()

    def _take(self) -> None:
        """Accept what is chosen, or go to the first invalid field."""
        printed = self._printed
        stretch = self.fields.stretch() if printed is not None and printed.is_of_visits else None
        if printed is not None and printed.is_of_visits and stretch is None:
            return
        self.accept()
        self.chosen.emit(Job(self.what.currentData(), stretch))
