"""Panels on what was learned: α and the Gram matrix, W and the scores of classes, what each feature adds to a score.

The dual form has α of every point, the Gram matrix, and one step by w and by α (D1–D5, P10); several classes have their
weights, one against the rest and the confusion matrix (M1–M6); features the terms of f for a point (F1).
"""

from __future__ import annotations

import html
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QResizeEvent

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.gui.panels.rich_text import Column, Fold, RichText, SteadyText, text_area
from perceptron_gui.gui.style.theme import Theme
from perceptron_gui.gui.widgets.plain_text import in_column
from perceptron_gui.session.messages.meanings import meaning
from perceptron_gui.session.view.switches import OWN_SCALES
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.session.wording import index_text, together
from perceptron_gui.translation import N_, tr

if TYPE_CHECKING:
    from perceptron_gui.gui.features.forms.gram_picture import Marks
    from perceptron_gui.gui.widgets.painted_widget import Cell
    from perceptron_gui.session.classes.claims import ClaimsFinding, ClaimsQuestion
    from perceptron_gui.session.explanation.scores import ScoreSum
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


SORTED, ONES = "by_class", "ones"
"""The switches that let the points of a class stand together, and that put the 1 of the bias into every cell."""


LOW_FOR_NOTES = 24
"""Heights of letters from which there is room for more than the first sentence below the Gram matrix."""


class GramPanel(Panel):
    """The Gram matrix as a picture, the switches above it, and what is said below."""

    watched = "switches", "lit_point", "lit_partner"
    needs = "alpha"

    def build(self) -> None:
        """Make switches, picture and words. See `Panel.build`."""
        from perceptron_gui.gui.features.forms.gram_picture import GramView
        from perceptron_gui.gui.panels.switch_boxes import SwitchBoxes

        self._question: GramQuestion | None = None
        self._finding: GramFinding | None = None
        self._n_before: int | None = None
        self.view, self.note = GramView(), SteadyText()
        view = self.view
        view.pointed.connect(lambda cell: self.lit.emit(*view.points_of(cell)))
        view.chosen.connect(lambda cell: self.point_chosen.emit(view.points_of(cell)[0]))
        view.keys_taken.connect(lambda are_taken: self.hint_changed.emit(tr(POINT_KEYS) if are_taken else ""))
        self.switches = SwitchBoxes((SORTED, ONES))
        self.switches.switched.connect(self.switched)
        in_column(self, self.switches, view, self.note, margins=MARGINS).setStretch(1, 1)

    def apply_theme(self, theme: Theme) -> None:
        """Give the picture other colours. See `Panel.apply_theme`."""
        self.view.set_theme(theme)
        self.note.forget_height()

    def has_come(self, snapshot: Snapshot) -> bool:
        """Whether there is a picture of it. See `Panel.has_come`."""
        return self._finding is not None

    def draw(self, snapshot: Snapshot) -> None:
        """Show the matrix of the points, and which rows matter now. See `Panel.draw`."""
        from perceptron_gui.gui.features.forms.gram_picture import Marks
        from perceptron_gui.session.gram import GramQuestion, rows_in_use

        state = self.view_state
        question = GramQuestion(snapshot.dataset, snapshot.settings, state.shows(SORTED), state.shows(ONES))
        self._ask(question)
        self.switches.set_view_state(state)
        self.switches.boxes[ONES].setVisible(snapshot.settings.bias)
        finding = self._finding
        picture = finding.picture if finding is not None else None
        marks = Marks(state.lit_point, state.lit_partner, rows_in_use(snapshot), self._n_before)
        self.view.show_picture(picture, finding.numbers if finding is not None else (), marks)
        said = self._said(snapshot, question, marks)
        shown = said[:1] if self.has_less_than(LOW_FOR_NOTES) else said
        self.note.setText("<br>".join(map(html.escape, shown)))
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

    def _said(self, snapshot: Snapshot, question: GramQuestion, marks: Marks) -> list[str]:
        from perceptron_gui.session import gram

        finding, dataset = self._finding, snapshot.dataset
        if not dataset.n_samples:
            return [tr("Place a point first.")]
        if finding is None or finding.picture is None:
            return [finding.failure if finding is not None else tr("computing …")]
        lit, partner = marks.lit, marks.partner
        row = gram.about_row(question, snapshot, lit)
        is_pair = lit is not None and (partner is not None or self.view.cell is not None)
        if lit is not None and is_pair and max(lit, partner or 0) < dataset.n_samples:
            row = gram.about_pair(question, lit, lit if partner is None else partner)
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
        from perceptron_gui.session.both_forms import why_no_primal

        why_not = why_no_primal(snapshot)
        self.plot.show_snapshot(None if why_not else snapshot)
        step, costs = both_html(snapshot, why_not, self.theme, self.view_state.shows("full"), self.is_low)
        self.text.setText(step)
        self.costs.setText(costs)
        self._column.place()


HIDDEN = N_("Hidden until you have answered.")
CELL_KEYS = N_("Arrows move from cell to cell · Space selects its points · Esc leaves")
"""What the status line says while the arrows belong to the matrix."""
NO_PLANE = (0.0, 0.0, 1.0, 1.0), (2.0, 2.0)
"""Only the runs are asked for: the picture that comes with them is as small as can be."""


class RowsPanel(Panel):
    """W at the cursor, the scores of a point, and of two classes the binary run beside the multiclass one.

    The point is the selected one, else the one that was shown last.
    """

    watched = "switches", "single_point"
    needs = "rows"

    def build(self) -> None:
        """Make the texts. See `Panel.build`."""
        from perceptron_gui.session.classes.claims import RestRuns

        self._runs = RestRuns()
        self._question: ClaimsQuestion | None = None
        self._finding: ClaimsFinding | None = None
        self.text, self.binary = RichText(), RichText()
        self.fold = Fold(tr("Compare the binary rule"))
        self.fold.toggled.connect(lambda _: self._draw_if_seen())
        self._column = Column(self.text, self.fold, self.binary)
        in_column(self, self._column)

    def draw(self, snapshot: Snapshot) -> None:
        """Show the parameters, and the scores. See `Panel.draw`."""
        from perceptron_gui.gui.features.forms.class_pictures import rows_html

        self.text.setText(rows_html(snapshot, self.view_state.shown_point(snapshot), self.theme))
        has_two = len(snapshot.trained.present) == 2 and not snapshot.is_veiled
        self.fold.is_offered = has_two
        self.binary.setText(self._binary_html(snapshot) if has_two and self.fold.isChecked() else "")
        self._column.place()

    def _binary_html(self, snapshot: Snapshot) -> str:
        """Return both runs at the cursor and what they have in common, if the binary one has got there (M3)."""
        from perceptron_gui.gui.features.forms.class_pictures import two_html
        from perceptron_gui.session.classes.claims import ClaimsQuestion

        question = ClaimsQuestion.about(snapshot, *NO_PLANE)
        if not question.is_like(self._question):
            self._question = question
            self.asked.emit(partial(self._runs.answer, question), self._take_finding)
        finding = self._finding
        is_current = finding is not None and question.is_same_run(finding.question)
        known = finding.claims if finding is not None and is_current else None
        is_there = known is not None and known.runs[-1].visit == snapshot.visit
        return two_html(snapshot, known.runs[-1] if known is not None and is_there else None, self.theme)

    def _take_finding(self, finding: ClaimsFinding) -> None:
        self._finding = finding
        self._draw_if_seen()


class ConfusionPanel(Panel):
    """The confusion matrix, and what the cell that is pointed at counts; a chosen cell selects its points."""

    wants = Wants(rivals=True)
    needs = "rows"

    def build(self) -> None:
        """Make the matrix and the words below it. See `Panel.build`."""
        from perceptron_gui.gui.features.forms.class_pictures import ConfusionView

        self.view, self.note = ConfusionView(), SteadyText()
        self.view.pointed.connect(lambda _: self._say())
        self.view.chosen.connect(self._choose)
        self.view.keys_taken.connect(lambda taken: self.hint_changed.emit(tr(CELL_KEYS) if taken else ""))
        self._why_not = ""
        self._column = Column(self.view, self.note)
        in_column(self, self._column)

    def apply_theme(self, theme: Theme) -> None:
        """Give the matrix other colours. See `Panel.apply_theme`."""
        self.view.set_theme(theme)
        self.note.forget_height()

    def has_come(self, snapshot: Snapshot) -> bool:
        """Whether rivals are known. See `Panel.has_come`."""
        return snapshot.rivals is not None or snapshot.is_veiled

    def draw(self, snapshot: Snapshot) -> None:
        """Show the matrix once something is decided, unless it would answer what is asked. See `Panel.draw`."""
        from perceptron_gui.session.classes import claims

        found = None if snapshot.is_undecided else claims.confusion(snapshot)  # its ties would stand as errors
        is_empty = not snapshot.dataset.n_samples
        why_not = tr("Place a point first.") if is_empty else tr(HIDDEN) if snapshot.is_veiled else meaning("all zero")
        self._why_not = why_not if found is None else ""
        self.view.show_confusion(found)
        self._say()

    def _say(self) -> None:
        found, cell = self.view.confusion, self.view.cell
        said = [self._why_not] if found is None else [found.summary]
        if found is not None:
            said.append(found.said_of(*cell) if cell is not None else tr("Click a cell to select its points."))
        self.note.setText("<br>".join(html.escape(each) for each in said))
        self.view.setAccessibleDescription(together(*said))
        self._column.place()

    def _choose(self, cell: Cell) -> None:
        if self.view.confusion is not None:
            self.points_chosen.emit(self.view.confusion.points_of(*cell))


class AgainstPanel(Panel):
    """The picture of one against the rest, what is pointed at, the counts, and every line with its numbers."""

    watched = "switches", "single_point"
    needs = "rows"

    def build(self) -> None:
        """Make the picture and the texts. See `Panel.build`."""
        from perceptron_gui.gui.features.forms.class_pictures import ClaimsMap
        from perceptron_gui.session.classes.claims import RestRuns

        self._runs = RestRuns()
        self._question: ClaimsQuestion | None = None
        self._finding: ClaimsFinding | None = None
        self._place: tuple[float, float] | None = None
        self.heading, self.note, self.table, self.why = RichText(), SteadyText(), RichText(), RichText()
        self.map = ClaimsMap()
        self.map.pointed.connect(self._point_at)
        self._column = Column(self.map, self.heading, self.note, self.table, self.why)
        in_column(self, self._column)

    def apply_theme(self, theme: Theme) -> None:
        """Give the picture other colours. See `Panel.apply_theme`."""
        self.map.set_theme(theme)
        self.note.forget_height()
        self._column.place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._draw_if_seen()

    def has_come(self, snapshot: Snapshot) -> bool:
        """Whether the binary runs are known, or there are none. See `Panel.has_come`."""
        return self._finding is not None or snapshot.is_veiled or not snapshot.dataset.n_samples

    def draw(self, snapshot: Snapshot) -> None:
        """Show the binary runs, as far as they are known. See `Panel.draw`."""
        from perceptron_gui.gui.features.forms import class_pictures as pictures
        from perceptron_gui.session.classes.small_plane import positions

        if not snapshot.is_veiled:
            self._ask(snapshot)
        finding = None if snapshot.is_veiled else self._finding
        point = self.view_state.single_point
        is_there = point is not None and 0 <= point < snapshot.dataset.n_samples
        x, y = positions(snapshot.dataset)[point].tolist() if is_there else (0.0, 0.0)
        self.map.show_finding(finding, (x, y) if is_there else None)
        self.heading.setText(pictures.claims_heading_html(snapshot, finding, self.theme))
        self.table.setText(pictures.claims_html(finding, self.theme))
        self.why.setText(pictures.claims_why_html(snapshot, finding, self.theme))
        self._show_note(snapshot)

    def _ask(self, snapshot: Snapshot) -> None:
        from perceptron_gui.session.classes.claims import ClaimsQuestion
        from perceptron_gui.session.classes.small_plane import rectangle_around

        self._column.place()
        room = self.map.room
        has_own_scales = self.view_state.shows(OWN_SCALES) and snapshot.dataset.n_features > 1
        rectangle = rectangle_around(snapshot.dataset, room, has_own_scales=has_own_scales)
        question = ClaimsQuestion.about(snapshot, rectangle, room)
        if question.is_like(self._question):
            return
        if not question.is_same_run(self._question):
            self._finding = None
        self._question = question
        if snapshot.dataset.n_samples:
            self.asked.emit(partial(self._runs.answer, question), self._take_finding)

    def _take_finding(self, finding: ClaimsFinding) -> None:
        """Show a computed answer, unless it is about other points or rules."""
        asked, question = self._question, finding.question
        if asked is not None and asked.is_same_run(question) and asked.size == question.size:
            self._finding = finding
            self._draw_if_seen()

    def _point_at(self, place: tuple[float, float] | None) -> None:
        self._place = place
        if self.snapshot is not None:
            self._show_note(self.snapshot)

    def _show_note(self, snapshot: Snapshot) -> None:
        """Say which classes claim the place under the mouse, else the selected point, else count all points."""
        from perceptron_gui.session.classes import claims

        known = self._finding.claims if self._finding is not None and not snapshot.is_veiled else None
        said, point, dataset = "", self.view_state.single_point, snapshot.dataset
        if known is not None and self._place is not None:
            x = dataset.X.mean(axis=0) if dataset.n_features > 2 else [0.0] * dataset.n_features
            x[: min(2, dataset.n_features)] = self._place[: dataset.n_features]
            # L10n: begins a sentence about the place that is pointed at
            said = claims.claim_text(known, list(map(float, x)), tr("Here"), is_decimal=False)
        elif known is not None and point is not None and point < dataset.n_samples:
            is_decimal = point not in dataset.rounded
            said = claims.claim_text(known, dataset.X[point].tolist(), index_text(point), is_decimal)
        elif known is not None:
            said = claims.counts_text(known)
        self.note.setText(html.escape(said))
        self._column.place()


class FeaturesPanel(Panel):
    """Bars of the terms of f for the selected or last shown point, and a map of the chosen term."""

    watched = "switches", "single_point"

    def build(self) -> None:
        """Make the text, the bars and the picture. See `Panel.build`."""
        from perceptron_gui.gui.features.forms.contribution_pictures import ContributionBars, ContributionMap

        self.words, self.map = RichText(), ContributionMap()
        self.focus_part = self.bars = ContributionBars()  # ↑ and ↓ go through the features
        self.bars.chosen.connect(lambda _: self._draw_map())
        self._column = Column(self.bars, self.map, self.words)
        in_column(self, self._column)

    def apply_theme(self, theme: Theme) -> None:
        """Give the pictures other colours. See `Panel.apply_theme`."""
        self.bars.set_theme(theme)
        self.map.set_theme(theme)

    def draw(self, snapshot: Snapshot) -> None:
        """Add up the score of the point. See `Panel.draw`."""
        from perceptron_gui.session.explanation.scores import score_sums  # after the first paint (A9)

        point = self.view_state.shown_point(snapshot)
        why_not = self._why_not(snapshot, point)
        words = why_not or tr("A score is the sum of weight times feature. Select a point to see its sum.")
        text = f'<p style="color:{self.theme.muted}; margin:0">{words}</p>'
        self.words.setText(text)
        sums = score_sums(snapshot, point) if point is not None and not why_not else ()
        self.bars.show_sums(sums, tuple(self._colours(snapshot, each) for each in sums))
        self._draw_map()

    def _why_not(self, snapshot: Snapshot, point: int | None) -> str:
        """Return why there are no bars."""
        if snapshot.is_veiled:
            return tr("Hidden until you have answered.")
        if not snapshot.model.weight_names:
            return tr("With a curved kernel there is no weight for each feature: see the dual.")
        if point is None:
            return tr("Select a point or make a visit to see how weights and features add up to the score.")
        return ""

    def _draw_map(self) -> None:
        """Draw the chosen row's term over the plane."""
        snapshot, terms = self.snapshot, self.bars.terms
        point = self.view_state.shown_point(snapshot) if snapshot is not None else None
        if snapshot is None or point is None or not terms:
            self.map.clear()
        else:
            score, term = terms[self.bars.current]
            self.map.show_term(snapshot, score, term, point, self._colours(snapshot, score))
        self._column.place()

    def _colours(self, snapshot: Snapshot, score: ScoreSum) -> tuple[str, str]:
        """Return the colours of terms that lower and that raise a score."""
        from perceptron_gui.session.contours.field import region_classes  # after the first paint (A9)

        classes = self.theme.classes
        owner = snapshot.model.row_classes(len(snapshot.dataset.classes))[score.row]
        if owner is not None:
            return self.theme.muted, classes[owner % len(classes)]
        below, above = region_classes(snapshot.model)
        return classes[below % len(classes)], classes[above % len(classes)]
