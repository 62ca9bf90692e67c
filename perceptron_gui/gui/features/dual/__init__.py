"""The dual panel: α of every point, the Gram matrix, and both forms of a step beside each other (D1–D5)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.gui.panels.panel import PagedPanel
from perceptron_gui.gui.widgets.scroll_area import in_column
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.translation import N_, tr

if TYPE_CHECKING:
    from perceptron_gui.gui.style.theme import Theme
    from perceptron_gui.session.gram import GramFinding


KEYS = N_("Arrows move from point to point (⇧ ten at once) · Space selects it · Esc leaves")
"""What the status line says while the arrows belong to a picture."""


def _page_names() -> tuple[str, ...]:
    return tr("α"), tr("Gram matrix"), tr("Primal = dual")


class DualPanel(PagedPanel):
    """Three pages, of which one is drawn."""

    wants = Wants(alpha=True, age=True)

    def build(self) -> None:
        """Make the pages, and the buttons above them. See `Panel.build`."""
        from perceptron_gui.gui.features.dual.alpha_page import AlphaPage
        from perceptron_gui.gui.features.dual.both_page import BothPage
        from perceptron_gui.gui.features.dual.gram_page import GramPage

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
            picture.keys_taken.connect(lambda are_taken: self.hint_changed.emit(tr(KEYS) if are_taken else ""))

    def draw(self, snapshot: Snapshot) -> None:
        """Draw the page that is shown. See `Panel.draw`."""
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
        """Take a picture of the Gram matrix that was computed."""
        self.gram.take_finding(finding)
        if self.page is self.gram:
            self._draw_if_seen()
