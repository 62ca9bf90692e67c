"""The multiclass panel: W and scores, one against the rest, the confusion matrix, two classes beside binary (M1–M6)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.gui.panels.panel import PagedPanel
from perceptron_gui.gui.panels.rich_text import RichText
from perceptron_gui.gui.widgets.plain_text import in_column
from perceptron_gui.translation import N_, tr

if TYPE_CHECKING:
    from perceptron_gui.session.classes.claims import ClaimsFinding

ONLY_MULTICLASS = N_(
    "For Multiclass, which keeps a vector of weights for every class: choose it at the top. Then you find here W and "
    "the scores, the same points by one line for each class, which class is taken for which, and with two classes the "
    "binary rule beside it."
)
HIDDEN = N_("Hidden until you have answered.")
KEYS = N_("Arrows move from cell to cell · Space selects its points · Esc leaves")
"""What the status line says while the arrows belong to the matrix."""


class MulticlassPanel(PagedPanel):
    """Four pages, of which one is drawn; a sentence instead where the mode is another."""

    wants = Wants(rivals=True)
    watched = "switches", "single_point"

    def build(self) -> None:
        """Make the pages, and the buttons above them. See `Panel.build`."""
        from perceptron_gui.gui.features.multiclass.class_pages import AgainstPage, ConfusionPage, TwoPage, WeightsPage
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
        self.confusion.view.keys_taken.connect(lambda taken: self.hint_changed.emit(tr(KEYS) if taken else ""))

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
        """Take binary runs that were made."""
        if self.page in (self.against, self.two):
            self.page.take_finding(finding)
        self._draw_if_seen()
