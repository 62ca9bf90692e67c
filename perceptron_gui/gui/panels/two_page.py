"""The page of the Multiclass panel that lays two classes beside the binary rule (M3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from perceptron_gui.gui.panels.text_page import TextPage
from perceptron_gui.gui.widgets.formula_html import formulas_html
from perceptron_gui.session.classes.claims_picture import ClaimsQuestion
from perceptron_gui.session.classes.two_classes import two_classes, why_not_two
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.session.view_state import ViewState
    from perceptron_gui.session.worker.claims_thread import ClaimsFinding

NO_PLANE = (0.0, 0.0, 1.0, 1.0), (2.0, 2.0)
"""Only the runs are asked for: the picture that comes with them is as small as can be."""


class TwoPage(TextPage):
    """Both runs at the cursor, and what is the same. `asked`: runs to make; they arrive at `take_finding`."""

    asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._question: ClaimsQuestion | None = None
        self._finding: ClaimsFinding | None = None

    def take_finding(self, finding: ClaimsFinding) -> None:
        """Take runs that were made."""
        self._finding = finding

    def draw(self, snapshot: Snapshot, state: ViewState) -> None:
        """Show both runs, if the binary one is at the cursor of the other.

        `state`: unused: the page is about the run.
        """
        why_not = why_not_two(snapshot)
        if why_not:
            self.write(self.muted(why_not))
            return
        question = ClaimsQuestion.about(snapshot, *NO_PLANE)
        if not question.is_like(self._question):
            self._question = question
            self.asked.emit(question)
        claims = self._finding.claims if self._finding is not None else None
        is_current = self._finding is not None and question.is_same_run(self._finding.question)
        if claims is None or not is_current or claims.runs[-1].visit != snapshot.visit:
            self.write(self.muted(tr("looking …")))
            return
        found = two_classes(snapshot, claims.runs[-1])
        self.write(formulas_html(found.lines, self.theme), *map(self.muted, found.said))
