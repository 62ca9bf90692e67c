"""The page of the Multiclass panel with W, or A with a curved kernel, and the scores of a point (M1, M5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.gui.panels.class_html import bars_html, fits_in_columns, matrix_html
from perceptron_gui.gui.panels.text_page import TextPage
from perceptron_gui.gui.widgets.formula_html import formulas_html
from perceptron_gui.session.classes.class_scores import row_lines, score_bars, shown_columns, weight_rows
from perceptron_gui.session.wording import index_text
from perceptron_gui.translation import N_, tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.session.view_state import ViewState

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
        rows, columns = weight_rows(snapshot), shown_columns(snapshot)
        has_kernel = snapshot.expansion is not None
        title = self.heading(tr("A at the cursor") if has_kernel else tr("W at the cursor"))
        if has_kernel and not columns:
            return title + self.muted(tr(NO_COUNTS))
        if fits_in_columns(rows, self.theme):
            return title + matrix_html(rows, columns, self.theme)
        return title + formulas_html(row_lines(snapshot, rows), self.theme)

    def _scores(self, snapshot: Snapshot, state: ViewState) -> str:
        point = shown_point(snapshot, state)
        if point is None:
            return ""
        if snapshot.is_veiled:
            return self.muted(tr("Hidden until you have answered."))
        name = tr("Scores of {point} now").format(point=index_text(point))
        return self.heading(name) + bars_html(score_bars(snapshot, point), self.theme)


def shown_point(snapshot: Snapshot, state: ViewState) -> int | None:
    """Return the selected point, else the one that was shown last or comes next; None without points."""
    chosen = state.single_point
    if chosen is not None and chosen < snapshot.dataset.n_samples:
        return chosen
    return snapshot.last.point if snapshot.last is not None else snapshot.upcoming
