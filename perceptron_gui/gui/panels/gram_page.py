"""The page of the Dual panel with the Gram matrix: it asks for the picture, and says what is pointed at (D4, D5)."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from perceptron_gui.gui.panels.gram_view import GramView, Marks
from perceptron_gui.gui.panels.steady_text import SteadyText
from perceptron_gui.gui.widgets.checkable import show_checked
from perceptron_gui.session.gram import words
from perceptron_gui.session.gram.gram_picture import GramQuestion
from perceptron_gui.session.gram.rows_in_use import rows_in_use
from perceptron_gui.session.switches import BY_NAME
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.gui.style.theme import Theme
    from perceptron_gui.session.view_state import ViewState
    from perceptron_gui.session.worker.gram_thread import GramFinding

SORTED = "by_class"
"""The switch that lets the points of a class stand together."""


class GramPage(QWidget):
    """The picture, the switch above it, and what is said below.

    `asked`: a picture to compute; it arrives at `take_finding`. `switched`: name of a view switch that was turned.
    """

    asked = Signal(object)
    switched = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._question: GramQuestion | None = None
        self._finding: GramFinding | None = None
        self._n_before: int | None = None
        self.view, self.note = GramView(), SteadyText()
        self.sorted = QCheckBox(tr(BY_NAME[SORTED].text))
        self.sorted.setToolTip(tr(BY_NAME[SORTED].hint))
        self.sorted.toggled.connect(lambda _: self.switched.emit(SORTED))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.sorted)
        column.addWidget(self.view, 1)
        column.addWidget(self.note)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours."""
        self.view.set_theme(theme)
        self.note.forget_height()

    def take_finding(self, finding: GramFinding) -> None:
        """Take a picture that was computed; of other points it is ignored."""
        if finding.question.is_variant_of(self._question):
            self._finding = finding

    def draw(self, snapshot: Snapshot, state: ViewState) -> None:
        """Show the matrix of a snapshot's points, and which rows matter now.

        `state`: what is pointed at, and whether the points are sorted.
        """
        self._ask(GramQuestion(snapshot.dataset, snapshot.settings, state.shows(SORTED)))
        show_checked(self.sorted, state.shows(SORTED))
        finding = self._finding
        picture = finding.picture if finding is not None else None
        marks = Marks(state.lit_point, state.lit_partner, rows_in_use(snapshot), self._n_before)
        self.view.show_picture(picture, finding.numbers if finding is not None else (), marks)
        said = self._said(snapshot, marks)
        self.note.setText("<br>".join(map(html.escape, said)))
        self.view.setAccessibleDescription("\n".join(said))

    def _ask(self, question: GramQuestion) -> None:
        """Have a picture computed where it is another one; that of other points is no longer shown."""
        earlier = self._question
        if question.is_like(earlier):
            return
        if question.extends(earlier) and earlier is not None:
            self._n_before = earlier.dataset.n_samples
        elif earlier is not None and question.dataset.X is not earlier.dataset.X:
            self._n_before = None
        is_shown = self._finding is not None and (question.is_variant_of(earlier) or question.extends(earlier))
        if not is_shown:
            self._finding = None  # an earlier one, of some points less, says nothing wrong until the next is there
        self._question = question
        self.asked.emit(question)

    def _said(self, snapshot: Snapshot, marks: Marks) -> list[str]:
        finding, dataset = self._finding, snapshot.dataset
        if not dataset.n_samples:
            return [tr("Place a point first.")]
        if finding is None or finding.picture is None:
            return [finding.failure if finding is not None else tr("looking …")]
        lit, partner = marks.lit, marks.partner
        row = words.about_row(snapshot, lit)
        is_pair = lit is not None and (partner is not None or self.view.cell is not None)
        if lit is not None and is_pair and max(lit, partner or 0) < dataset.n_samples:
            row = words.about_pair(dataset, snapshot.settings, lit, lit if partner is None else partner)
        n_new = dataset.n_samples - self._n_before if self._n_before is not None else 0
        said = [row, words.about_arrival(n_new, dataset.n_samples), words.about_picture(finding.picture)]
        return [line for line in said if line]
