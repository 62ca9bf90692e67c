"""The pages of the dual form: α of every point, the Gram matrix, and one step by w and by α (D1–D5, P10)."""

from __future__ import annotations

import html
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.gui.panels.rich_text import Column, RichText, SteadyText, text_area
from perceptron_gui.gui.style.theme import Theme
from perceptron_gui.gui.widgets.choice import show_checked
from perceptron_gui.gui.widgets.plain_text import in_column
from perceptron_gui.session.view.switches import BY_NAME
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.translation import N_, tr

if TYPE_CHECKING:
    from perceptron_gui.gui.features.forms.gram_picture import Marks
    from perceptron_gui.session.gram import GramFinding, GramQuestion

POINT_KEYS = N_("Arrows move from point to point (⇧ ten at once) · Space selects it · Esc leaves")
"""What the status line says while the arrows belong to a picture."""
MARGINS = 12, 10, 12, 12
"""Pixels around a page."""
LARGEST_SHARE = 0.6
"""Largest share of the height that the sums may take; longer ones are scrolled."""
SPACING = 12
"""Pixels between sums, bars and table."""
LEAST_ROWS = 4
"""Rows of the table that stay in view beside long sums."""
LEAST_SHARE = 0.25
"""Share of the height that the sums have in any case."""


class AlphaPanel(Panel):
    """α as bars, the sums that give w and b, and α as a table.

    With little room the sums are told by what they come to, and their terms stand in the table.
    """

    wants = Wants(alpha=True, age=True)
    needs = "alpha"

    def build(self) -> None:
        """Make bars, sums and table. See `Panel.build`."""
        from perceptron_gui.gui.features.forms.alpha_pictures import AlphaBars, AlphaModel, AlphaTable

        self.sums = RichText()
        self.sums.linkActivated.connect(lambda _: self.switched.emit("full"))
        self.bars = bars = AlphaBars()
        self.model = AlphaModel()
        self.table, self.area = AlphaTable(self.model), text_area(self.sums)
        self.table.clicked.connect(lambda index: self.point_chosen.emit(index.row()))
        bars.pointed.connect(lambda cell: self.lit.emit(bars.point_of(cell), None))
        bars.chosen.connect(lambda cell: self.point_chosen.emit(bars.point_of(cell)))
        bars.keys_taken.connect(lambda are_taken: self.hint_changed.emit(tr(POINT_KEYS) if are_taken else ""))
        in_column(self, bars, self.area, self.table, margins=MARGINS, spacing=SPACING).setStretch(2, 1)

    def apply_theme(self, theme: Theme) -> None:
        """Give the parts the theme's colours, sizes and symbols. See `Panel.apply_theme`."""
        self.bars.setAccessibleName(tr("α of every point, as bars"))
        self.table.setAccessibleName(tr("α of every point, as a table"))
        self.bars.set_theme(theme)
        self.table.set_theme(theme)

    def set_view_state(self, state: ViewState) -> None:
        """Light the bar of the point up that is pointed at, without any other drawing. See `Panel.set_view_state`."""
        is_other = state.lit_point != self.view_state.lit_point
        super().set_view_state(state)
        if is_other and self.is_seen and self.is_built and self.snapshot is not None:
            self.bars.show_snapshot(self.snapshot, state.lit_point)

    def draw(self, snapshot: Snapshot) -> None:
        """Show α and the sums that follow from it. See `Panel.draw`."""
        from perceptron_gui.gui.features.forms.alpha_pictures import sums_html

        self.model.show_snapshot(snapshot)
        self.table.fit()
        self.bars.show_snapshot(snapshot, self.view_state.lit_point)
        self.sums.setText(sums_html(snapshot, self.theme, self.view_state.shows("full"), self.is_low))
        self._share_height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.is_built:
            self._share_height()

    def _share_height(self) -> None:
        """Give the sums the height they need, except what the table keeps."""
        inside = self.area.maximumViewportSize()  # what it is without the bar that it is to do without
        needed = self.sums.heightForWidth(inside.width()) + self.area.height() - inside.height()
        self.area.setFixedHeight(max(min(needed, self._most_for_sums()), 1))

    def _most_for_sums(self) -> int:
        """Return the largest height of the sums: what bars and a few rows of the table leave."""
        table, height = self.table, self.height() - MARGINS[1] - MARGINS[3]
        rows = LEAST_ROWS * table.verticalHeader().defaultSectionSize() + table.horizontalHeader().sizeHint().height()
        left = height - self.bars.sizeHint().height() - rows - 2 * SPACING
        return max(min(left, round(LARGEST_SHARE * height)), round(LEAST_SHARE * height))


SORTED = "by_class"
"""The switch that lets the points of a class stand together."""


class GramPanel(Panel):
    """The Gram matrix as a picture, the switch above it, and what is said below."""

    watched = "switches", "lit_point", "lit_partner"
    needs = "alpha"

    def build(self) -> None:
        """Make switch, picture and words. See `Panel.build`."""
        from perceptron_gui.gui.features.forms.gram_picture import GramView

        self._question: GramQuestion | None = None
        self._finding: GramFinding | None = None
        self._n_before: int | None = None
        self.view, self.note = GramView(), SteadyText()
        view = self.view
        view.pointed.connect(lambda cell: self.lit.emit(*view.points_of(cell)))
        view.chosen.connect(lambda cell: self.point_chosen.emit(view.points_of(cell)[0]))
        view.keys_taken.connect(lambda are_taken: self.hint_changed.emit(tr(POINT_KEYS) if are_taken else ""))
        self.sorted = QCheckBox(tr(BY_NAME[SORTED].text))
        self.sorted.setToolTip(tr(BY_NAME[SORTED].hint))
        self.sorted.toggled.connect(lambda _: self.switched.emit(SORTED))
        in_column(self, self.sorted, view, self.note, margins=MARGINS).setStretch(1, 1)

    def apply_theme(self, theme: Theme) -> None:
        """Give the picture other colours. See `Panel.apply_theme`."""
        self.view.set_theme(theme)
        self.note.forget_height()

    def draw(self, snapshot: Snapshot) -> None:
        """Show the matrix of the points, and which rows matter now. See `Panel.draw`."""
        from perceptron_gui.gui.features.forms.gram_picture import Marks
        from perceptron_gui.session.gram import GramQuestion, rows_in_use

        state = self.view_state
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
        """Request a picture if the question is new, and drop one of other points."""
        from perceptron_gui.session.gram import find_gram

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
        self.asked.emit(partial(find_gram, question), self._take_finding)

    def _take_finding(self, finding: GramFinding) -> None:
        """Show a computed picture, unless it is about other points."""
        if finding.question.is_variant_of(self._question):
            self._finding = finding
            self._draw_if_seen()

    def _said(self, snapshot: Snapshot, marks: Marks) -> list[str]:
        from perceptron_gui.session import gram

        finding, dataset = self._finding, snapshot.dataset
        if not dataset.n_samples:
            return [tr("Place a point first.")]
        if finding is None or finding.picture is None:
            return [finding.failure if finding is not None else tr("looking …")]
        lit, partner = marks.lit, marks.partner
        row = gram.about_row(snapshot, lit)
        is_pair = lit is not None and (partner is not None or self.view.cell is not None)
        if lit is not None and is_pair and max(lit, partner or 0) < dataset.n_samples:
            row = gram.about_pair(dataset, snapshot.settings, lit, lit if partner is None else partner)
        n_new = dataset.n_samples - self._n_before if self._n_before is not None else 0
        said = [row, gram.about_arrival(n_new, dataset.n_samples), gram.about_picture(finding.picture)]
        return [line for line in said if line]


class BothPanel(Panel):
    """The costs of both forms as lines, f by w and by α, the costs as numbers, and whether the dual pays."""

    wants = Wants(alpha=True)
    needs = "alpha"

    def build(self) -> None:
        """Make the lines and the text. See `Panel.build`."""
        from perceptron_gui.gui.features.forms.alpha_pictures import CostPlot

        self.plot, self.text, self.costs = CostPlot(), RichText(), RichText()
        self.text.linkActivated.connect(lambda _: self.switched.emit("full"))
        self._column = Column(self.plot, self.text, self.costs)
        in_column(self, self._column)

    def apply_theme(self, theme: Theme) -> None:
        """Give the lines other colours. See `Panel.apply_theme`."""
        self.plot.set_theme(theme)

    def draw(self, snapshot: Snapshot) -> None:
        """Show the last step, and the costs up to there. See `Panel.draw`."""
        from perceptron_gui.gui.features.forms.alpha_pictures import both_html
        from perceptron_gui.session.gram import why_no_primal

        why_not = why_no_primal(snapshot)
        self.plot.show_snapshot(None if why_not else snapshot)
        step, costs = both_html(snapshot, why_not, self.theme, self.view_state.shows("full"), self.is_low)
        self.text.setText(step)
        self.costs.setText(costs)
        self._column.place()
