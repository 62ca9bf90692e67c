"""The pages of the Multiclass panel that are texts: W and scores, and two classes beside the binary rule.

W, or A with a curved kernel, and the scores of a point (M1, M5); both runs of two classes at the cursor, and what is
the same (M3).
"""

import html

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.gui.panels.rich_text import Column, RichText
from perceptron_gui.gui.panels.step_html import bars_html, fits_in_columns, heading_html, matrix_html
from perceptron_gui.gui.style.theme import LIGHT, Theme
from perceptron_gui.gui.widgets.formula_html import formulas_html
from perceptron_gui.gui.widgets.scroll_area import in_column
from perceptron_gui.session.classes import claims
from perceptron_gui.session.classes.claims import ClaimsFinding, ClaimsQuestion, two_classes, why_not_two
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.session.wording import index_text
from perceptron_gui.translation import N_, tr


class TextPage(QWidget):
    """Shows rich text, laid out anew only where it is another one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = LIGHT
        self.text = RichText()
        self._column = Column(self.text)
        in_column(self, self._column)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours; the text is written anew with the next draw."""
        self.theme = theme

    def write(self, *parts: str) -> None:
        """Show other parts of rich text, one below the other."""
        self.text.setText("".join(parts))
        self._column.place()

    def muted(self, words: str) -> str:
        """Return plain text as a paragraph of less weight."""
        return f'<p style="color:{self.theme.muted}; margin:8px 0 0 0">{html.escape(words)}</p>'

    def heading(self, words: str) -> str:
        """Return plain text as a heading."""
        return heading_html(html.escape(words.upper()), self.theme, "14px 0 4px 0")


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


NO_COUNTS = N_("A counts mistakes: +1 for the class of the point, −1 for the rival. There were none yet.")


class WeightsPage(TextPage):
    """W at the cursor, and the scores of the selected point, else of the one that was shown last."""

    def draw(self, snapshot: Snapshot, state: ViewState) -> None:
        """Show the parameters of a snapshot. `state`: which point is selected."""
        if not snapshot.dataset.n_samples:
            self.write(self.muted(tr("Place a point first.")))
            return
        self.write(self._matrix(snapshot), self._scores(snapshot, state))

    def _matrix(self, snapshot: Snapshot) -> str:
        rows, columns = claims.weight_rows(snapshot), claims.shown_columns(snapshot)
        has_kernel = snapshot.expansion is not None
        title = self.heading(tr("A at the cursor") if has_kernel else tr("W at the cursor"))
        if has_kernel and not columns:
            return title + self.muted(tr(NO_COUNTS))
        if fits_in_columns(rows, self.theme):
            return title + matrix_html(rows, columns, self.theme)
        return title + formulas_html(claims.row_lines(snapshot, rows), self.theme)

    def _scores(self, snapshot: Snapshot, state: ViewState) -> str:
        point = state.shown_point(snapshot)
        if point is None:
            return ""
        if snapshot.is_veiled:
            return self.muted(tr("Hidden until you have answered."))
        name = tr("Scores of {point} now").format(point=index_text(point))
        return self.heading(name) + bars_html(claims.score_bars(snapshot, point), self.theme)
