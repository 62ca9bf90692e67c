"""Exports the run in the background: as a program, a worked solution, or a table of visits."""

from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from queue import Empty, SimpleQueue

from PySide6.QtCore import Signal
from PySide6.QtGui import QPicture
from PySide6.QtWidgets import QCheckBox, QDialog, QFormLayout, QWidget

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.files.atomic import Written
from perceptron_gui.files.file_work import Report
from perceptron_gui.files.output import written_runs
from perceptron_gui.gui.feature import Handlers
from perceptron_gui.gui.filing.background_work import WritingCommands, ask_for_target
from perceptron_gui.gui.pictures.paper import pdf_of, plot_pictures, points_plot, solution_parts
from perceptron_gui.gui.widgets import checked_field
from perceptron_gui.gui.widgets.plain_text import caption
from perceptron_gui.gui.widgets.stretch_fields import StretchFields
from perceptron_gui.session.document import Document, Place
from perceptron_gui.session.output.exports import PROGRAM_FORMATS, SOLUTION, TABLE, ProgramFormat
from perceptron_gui.session.wording import grouped, together
from perceptron_gui.session.worked.past import Stretch, told_stretch, told_visits
from perceptron_gui.session.worked.solution import Solution
from perceptron_gui.translation import N_, tr


class ProgramCommands(WritingCommands):
    """Programs of one window."""

    words = N_("Wrote the program {name}.")

    def handlers(self) -> Handlers:
        """Return what to call for each action, by the action's id."""
        return {form.action: partial(self.ask, form) for form in PROGRAM_FORMATS}

    def ask(self, form: ProgramFormat) -> None:
        """Ask for a file, and write the present run's program to it."""
        filters = {f"{tr(form.files)} (*{form.suffix})": form.suffix}
        # L10n: a name for a file
        title, suggestion = tr("Export the run as a program"), self._suggested(tr("run"), form.suffix)
        path = ask_for_target(self._window, title, suggestion, filters)
        if path is not None:
            self.write(path, form)

    def write(self, path: Path, form: ProgramFormat) -> None:
        """Write the present run's program to a known path, without asking. `path`: what is there is replaced."""
        self._begin(
            path, partial(written_runs.write_program, str(path), self._controller.document, form, self._telling())
        )

    def _telling(self) -> written_runs.Telling:
        """Return what the export may reveal: nothing after an open question or about a veiled test part."""
        snapshot, state = self._controller.snapshot, self._controller.view_state
        until = snapshot.visit if snapshot is not None and snapshot.is_veiled else None
        # Online every point is shown once, in the order of coming.
        is_online = self._controller.document.settings.order is Order.ONLINE
        has_late_points = snapshot is not None and not is_online and any(visit > 0 for visit in snapshot.arrivals)
        return written_runs.Telling(until, state.shows_test, has_late_points)


LONGEST_WAIT = 2.0
"""Seconds for the training thread to tell when points came."""
PDF, TEX = ".pdf", ".tex"


class WorkedCommands(WritingCommands):
    """Worked solutions and tables of one window."""

    _is_table = False

    @cached_property
    def dialog(self) -> "StretchDialog":
        """The dialog for the range of visits; made when first needed (A9)."""
        dialog = StretchDialog(self._window)
        dialog.chosen.connect(self._ask_for_file)
        return dialog

    def handlers(self) -> Handlers:
        """Return what to call for each action, by the action's id."""
        return {SOLUTION.action: partial(self.ask, False), TABLE.action: partial(self.ask, True)}

    def ask(self, is_table: bool) -> None:
        """Ask which visits are to be written out. `is_table`: whether as a table, and not as a solution."""
        snapshot, visits = self._controller.snapshot, told_visits(self._controller.snapshot)
        if snapshot is None or not visits:
            self._window.status.notice(tr("The run has made no visits yet: press → for the first."))
            return
        self._is_table = is_table
        title = tr("Export the run as a table") if is_table else tr("Export the worked solution")
        self.dialog.offer(title, visits, snapshot.is_veiled, not is_table, tr(written_runs.MOST_TOLD[is_table]))
        self.dialog.show()
        self.dialog.raise_()

    def _ask_for_file(self, stretch: Stretch, paper: str) -> None:
        stretch = told_stretch(stretch, self._controller.snapshot)  # it may be asked since the dialog was opened
        tables, pages, sources = tr("LaTeX tables"), tr("PDF pages"), tr("LaTeX documents")
        filters = {f"{pages} (*{PDF})": PDF, f"{sources} (*{TEX})": TEX}
        if self._is_table:
            filters = {f"{tables} (*{TEX})": TEX}
        suggestion = self._suggested(tr("run"), TEX if self._is_table else PDF)
        path = ask_for_target(self._window, self.dialog.windowTitle(), suggestion, filters)
        if path is not None:
            self.write(path, stretch, paper, self._is_table)

    def write(self, path: Path, stretch: Stretch, paper: str = "a4", is_table: bool = False) -> None:
        """Write some visits, without a question.

        `path`: what is there is replaced; of a solution, its suffix says whether it is a PDF. `stretch`: which visits.
        `paper`: "a4" or "letter". `is_table`: whether as a table, and not as a solution.
        """
        places: SimpleQueue[Place] = SimpleQueue()
        self._controller.post(lambda worker: worker.tell_place(places.put))
        document, make_pdf = self._controller.document, None
        if str(path).lower().endswith(PDF) and not is_table:
            make_pdf = partial(solution_pdf, plot=points_plot(document))
        self._begin(path, partial(_write, str(path), document, places, stretch, paper, is_table, make_pdf))


def _write(
    path: str,
    document: Document,
    places: SimpleQueue[Place],
    stretch: Stretch,
    paper: str,
    is_table: bool,
    make_pdf: Callable[[Solution, str], bytes] | None,
    report: Report,
) -> Written:
    """Write the file in the file thread, where waiting for the run's place blocks nothing."""
    try:
        place = places.get(timeout=LONGEST_WAIT)
    except Empty:
        place = Place()
    if is_table:
        return written_runs.write_latex_table(path, document, place, stretch, report)
    return written_runs.write_solution(path, document, place, stretch, paper, report, make_pdf)


class StretchDialog(QDialog):
    """Range of visits and two options; OK accepts them.

    `chosen`: the visits, and the paper: "a4" or "letter". `fields`: of the visits.
    """

    chosen = Signal(object, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fields = StretchFields()
        self.on_letter, self.told = QCheckBox(tr("US Letter paper instead of A4")), caption()
        self._form = QFormLayout(self)
        self.fields.add_to(self._form)
        buttons = checked_field.dialog_buttons(
            self, self._take, checked_field.Buttons.Ok | checked_field.Buttons.Cancel
        )
        for part in (self.on_letter, self.told, buttons):
            self._form.addRow(part)
        self.setMinimumWidth(420)

    def offer(self, title: str, last: int, is_veiled: bool, has_paper: bool, told: str) -> None:
        """Show the visits that there are.

        `title`: of the dialog, translated. `last`, `is_veiled`: see `StretchFields.offer`. `has_paper`: whether it is
        for paper. `told`: how many visits are written out at most, in a sentence.
        """
        self.setWindowTitle(title)
        self.fields.offer(last, is_veiled)
        self._form.setRowVisible(self.on_letter, has_paper)
        visits = tr("The run has made visits 1 to {last}.").format(last=grouped(last))
        self.told.setText(together(visits, told))
        self.fields.focus()

    def _take(self) -> None:
        """Accept the range of visits, or go to the first invalid field."""
        stretch = self.fields.stretch()
        if stretch is not None:
            self.accept()
            self.chosen.emit(stretch, "letter" if self.on_letter.isChecked() else "a4")


def solution_pdf(solution: Solution, paper: str, plot: QPicture) -> bytes:
    """Return a worked solution as a PDF, on as many pages as it takes.

    `paper`: "a4" or "letter". `plot`: of its points, see `points_plot`.
    """
    return pdf_of(solution.title, solution_parts(solution), paper, plot_pictures(plot))
