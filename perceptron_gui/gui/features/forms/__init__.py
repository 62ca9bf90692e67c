"""Panels on what was learned: α and the Gram matrix, W and the scores of classes, a feature map.

The dual panel has points, α and what both forms cost (D1–D4); that of classes W and scores, one against the rest, the
confusion matrix and two classes beside binary (M1–M6); that of features what each adds to the score of a point (F1).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.gui.panels.panel import PagedPanel, Panel
from perceptron_gui.gui.panels.rich_text import Column, RichText
from perceptron_gui.gui.style.theme import Theme
from perceptron_gui.gui.widgets.plain_text import in_column
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.translation import N_, tr

if TYPE_CHECKING:
    from perceptron_gui.session.classes.claims import ClaimsFinding
    from perceptron_gui.session.explanation.scores import ScoreSum
    from perceptron_gui.session.gram import GramFinding


POINT_KEYS = N_("Arrows move from point to point (⇧ ten at once) · Space selects it · Esc leaves")
"""What the status line says while the arrows belong to a picture."""


def _page_names() -> tuple[str, ...]:
    return tr("α"), tr("Gram matrix"), tr("Primal = dual")


class DualPanel(PagedPanel):
    """Three pages, of which one is drawn."""

    wants = Wants(alpha=True, age=True)

    def build(self) -> None:
        """Make the pages, and the buttons above them. See `Panel.build`."""
        from perceptron_gui.gui.features.forms.alpha_page import AlphaPage, BothPage
        from perceptron_gui.gui.features.forms.gram_page import GramPage

        self.alpha, self.gram, self.both = AlphaPage(), GramPage(), BothPage()
        self.make_pages(_page_names(), self.alpha, self.gram, self.both)
        in_column(self, self.switch, self.pages, margins=(12, 10, 12, 12), spacing=10).setStretch(1, 1)
        self._connect()

    def apply_theme(self, theme: Theme) -> None:
        """Name the pages in the symbols of now, too. See `PagedPanel.apply_theme`."""
        self.switch.show_names(_page_names())
        super().apply_theme(theme)

    def _connect(self) -> None:
        from perceptron_gui.session.gram import find_gram

        alpha, gram = self.alpha, self.gram
        bars, view = alpha.bars, gram.view
        for page in (alpha, gram, self.both):
            page.switched.connect(self.switched)
        alpha.point_chosen.connect(self.point_chosen)
        bars.pointed.connect(lambda cell: self.lit.emit(bars.point_of(cell), None))
        bars.chosen.connect(lambda cell: self.point_chosen.emit(bars.point_of(cell)))
        gram.asked.connect(lambda question: self.asked.emit(partial(find_gram, question), self.take_finding))
        view.pointed.connect(lambda cell: self.lit.emit(*view.points_of(cell)))
        view.chosen.connect(lambda cell: self.point_chosen.emit(view.points_of(cell)[0]))
        for picture in (bars, view):
            picture.keys_taken.connect(lambda are_taken: self.hint_changed.emit(tr(POINT_KEYS) if are_taken else ""))

    def draw(self, snapshot: Snapshot) -> None:
        """Draw the page that is shown. See `Panel.draw`."""
        self.alpha.is_low = self.both.is_low = self.is_low
        self.page.draw(snapshot, self.view_state)

    def set_view_state(self, state: ViewState) -> None:
        """Show which points are pointed at. See `Panel.set_view_state`."""
        earlier = self.view_state
        super().set_view_state(state)
        is_other = (state.lit_point, state.lit_partner) != (earlier.lit_point, earlier.lit_partner)
        if is_other and self.is_seen and self.is_built and self.snapshot is not None:
            if self.page is self.alpha:
                self.alpha.light_up(self.snapshot, state)
            elif self.page is self.gram:
                self.gram.draw(self.snapshot, state)

    def take_finding(self, finding: GramFinding) -> None:
        """Show a computed picture of the Gram matrix."""
        self.gram.take_finding(finding)
        if self.page is self.gram:
            self._draw_if_seen()


ONLY_MULTICLASS = N_(
    "For Multiclass, which keeps a vector of weights for every class: choose it at the top. Then you find here W and "
    "the scores, the same points by one line for each class, which class is taken for which, and with two classes the "
    "binary rule beside it."
)
HIDDEN = N_("Hidden until you have answered.")
CELL_KEYS = N_("Arrows move from cell to cell · Space selects its points · Esc leaves")
"""What the status line says while the arrows belong to the matrix."""


class MulticlassPanel(PagedPanel):
    """Four pages, of which only the open one is drawn; in other modes a sentence instead."""

    wants = Wants(rivals=True)
    watched = "switches", "single_point"

    def build(self) -> None:
        """Make the pages, and the buttons above them. See `Panel.build`."""
        from perceptron_gui.gui.features.forms.class_pages import AgainstPage, ConfusionPage, TwoPage, WeightsPage
        from perceptron_gui.session.classes.claims import RestRuns

        runs = RestRuns()
        self.weights, self.against, self.confusion, self.two = WeightsPage(), AgainstPage(), ConfusionPage(), TwoPage()
        pages = self.weights, self.against, self.confusion, self.two
        self.make_pages(("W", tr("1 vs rest"), tr("Confusion"), "K = 2"), *pages)
        self.switch.buttons[0].setToolTip(tr("The weights of every class, and the scores of a point"))
        self.switch.buttons[1].setToolTip(tr("A line for each class against the rest, beside multiclass"))
        self.switch.buttons[3].setToolTip(tr("Two classes in multiclass, and the binary rule"))
        self.note = RichText()
        above = in_column(None, self.switch, self.note, margins=(12, 10, 12, 0))
        layout = in_column(self, above, self.pages, spacing=0)
        layout.setStretch(1, 1)
        layout.addStretch(0)
        for asking in (self.against, self.two):
            asking.asked.connect(lambda question: self.asked.emit(partial(runs.answer, question), self.take_finding))
        self.confusion.points_chosen.connect(self.points_chosen)
        self.confusion.view.keys_taken.connect(lambda taken: self.hint_changed.emit(tr(CELL_KEYS) if taken else ""))

    def draw(self, snapshot: Snapshot) -> None:
        """Draw the page that is shown, unless it would answer what is asked. See `Panel.draw`."""
        has_rows = "rows" in snapshot.model.parts
        why_not = "" if has_rows else tr(ONLY_MULTICLASS)
        if not why_not and snapshot.is_veiled and self.page is not self.weights:
            why_not = tr(HIDDEN)
        self.switch.setVisible(has_rows)
        self.note.setVisible(bool(why_not))
        self.pages.setVisible(not why_not)
        self.note.setText(f'<p style="color:{self.theme.muted}">{why_not}</p>')
        if not why_not:
            self.page.draw(snapshot, self.view_state)

    def take_finding(self, finding: ClaimsFinding) -> None:
        """Show computed one-against-the-rest runs."""
        if self.page in (self.against, self.two):
            self.page.take_finding(finding)
        self._draw_if_seen()


class FeaturesPanel(Panel):
    """Bars of the terms of f for the selected or last shown point, and a map of the chosen term."""

    watched = "switches", "single_point"

    def build(self) -> None:
        """Make the text, the bars and the picture. See `Panel.build`."""
        from perceptron_gui.gui.features.forms.contribution_pictures import ContributionBars, ContributionMap

        self.words, self.map = RichText(), ContributionMap()
        self.focus_part = self.bars = ContributionBars()  # ↑ and ↓ go through the features
        self.bars.chosen.connect(lambda _: self._draw_map())
        self._column = Column(self.words, self.bars, self.map)
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
            return tr("Select a point, or make a visit: its score is shown as the sum of feature times weight.")
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
