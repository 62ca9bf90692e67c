"""The panel "Theorem": at most how many mistakes, and the proof mistake by mistake (T2–T8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.gui.panels.rich_text import Column, RichText
from perceptron_gui.gui.style.theme import Theme
from perceptron_gui.gui.widgets.plain_text import in_column
from perceptron_gui.session.worker.training_worker import Finding

if TYPE_CHECKING:
    from perceptron_gui.engine.run.records.all_points import MistakeStates
    from perceptron_gui.session.explanation.theorem.theorem_page import TheoremPage


class TheoremPanel(Panel):
    """The bound with its numbers, the wedge of the proof with the run in it, and two sentences about a mistake."""

    wants = Wants(proof=True)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._finding: Finding | None = None
        self._page: TheoremPage | None = None
        self._states: MistakeStates | None = None
        self._pointed_at: int | None = None

    def build(self) -> None:
        """Make the texts, the plots and the switches. See `Panel.build`."""
        from perceptron_gui.gui.features.theorem.proof_plot import ProofPlot
        from perceptron_gui.gui.features.theorem.theorem_controls import OnesPicture
        from perceptron_gui.gui.panels.switch_boxes import SwitchBoxes

        self.why = RichText()  # first of all: it says what the picture lacks, where it lacks something
        texts = self.statement, self.end, self.beside, self.step, self.more = [RichText() for _ in range(5)]
        for text in (self.why, *texts):
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            text.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.focus_part = self.plot = ProofPlot()  # ↑ and ↓ step through the mistakes
        self.plot.pointed.connect(self._on_pointed)
        self.plot.chosen.connect(self._seek)
        self.controls = SwitchBoxes(("linear", "ones"))
        self.controls.switched.connect(self.switched)
        self.ones = OnesPicture()
        self._column = Column(self.why, self.plot, *texts, self.ones, self.controls)
        in_column(self, self._column)

    def has_come(self, snapshot: Snapshot) -> bool:
        """Whether bound and mistakes are known. See `Panel.has_come`."""
        from perceptron_gui.engine.run.records.all_points import MistakeStates

        return self._finding is not None and self.known(MistakeStates) is not None

    def draw(self, snapshot: Snapshot) -> None:
        """State the theorem, and draw the run in the wedge. See `Panel.draw`."""
        from perceptron_gui.engine.run.records.all_points import MistakeStates
        from perceptron_gui.gui.features.theorem.theorem_html import (
            beside_html,
            end_html,
            proof_picture,
            statement_html,
            told_html,
            why_html,
        )
        from perceptron_gui.session.explanation.theorem.theorem_page import theorem_page  # after the first paint (A9)

        finding = self._finding
        if finding is not None and self._page is not None and not finding.may_stand_beside(snapshot):
            return  # what is shown is about one run: it stays until this one is analyzed too, or that takes its time
        states = self.known(MistakeStates)
        if states is not self._states:
            self._states, self._pointed_at = states, None
        self._page = page = theorem_page(finding, snapshot, states, self._pointed_at)
        self.why.setText(why_html(page, self.theme))
        self.statement.setText(statement_html(page, self.theme))
        self.controls.set_view_state(self.view_state)
        self.plot.show_picture(proof_picture(page, self.theme, self.view_state.shows("linear")))
        self.end.setText(end_html(page, self.theme))
        self.beside.setText(beside_html(page, self.theme))
        self.step.setText(told_html(page, self.theme))
        self.more.setText(self._more_html(snapshot))
        self.ones.show_snapshot(snapshot if self.view_state.shows("ones") else None)
        self._column.place()

    def _more_html(self, snapshot: Snapshot) -> str:
        """Return the optional sections that the panel's switches turn on."""
        from perceptron_gui.gui.features.theorem.theorem_html import ones_html

        return ones_html(snapshot, self.theme) if self.view_state.shows("ones") else ""

    def apply_theme(self, theme: Theme) -> None:
        """Give the pictures other colours. See `Panel.apply_theme`."""
        self.plot.set_theme(theme)
        self.ones.set_theme(theme)

    def set_finding(self, finding: Finding | None) -> None:
        """State the theorem for other points. See `Panel.set_finding`."""
        self._finding = finding
        # While points are dragged the next snapshot is on its way: twice a frame would be once too often.
        if finding is None or self.snapshot is None or finding.is_about(self.snapshot):
            self._draw_if_seen()

    def take_answer(self, answer: object) -> None:
        """Draw the states of the run that were computed. See `Panel.take_answer`."""
        from perceptron_gui.engine.run.records.all_points import MistakeStates

        if isinstance(answer, MistakeStates):
            self.keep(answer)

    def _on_pointed(self, index: int | None) -> None:
        self._pointed_at = index
        self._draw_if_seen()

    def _seek(self, index: int) -> None:
        """Go to a mistake: to right after its update."""
        states = self._page.states if self._page is not None else None
        if states is not None and index < len(states):
            self._pointed_at = None
            self.sought.emit(int(states.visits[index]))
