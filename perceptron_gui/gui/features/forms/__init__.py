"""Panels on what was learned, each form in its module; here what each feature adds to the score of a point (F1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.gui.panels.rich_text import Column, RichText
from perceptron_gui.gui.style.theme import Theme
from perceptron_gui.gui.widgets.plain_text import in_column
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.session.explanation.scores import ScoreSum


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
