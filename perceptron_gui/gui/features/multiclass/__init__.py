"""The multiclass panel: W and scores, one against the rest, the confusion matrix, two classes beside binary (M1–M6)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QStackedWidget, QVBoxLayout

from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.gui.panels.rich_text import RichText
from perceptron_gui.gui.style.theme import Theme
from perceptron_gui.session.view.view_state import ViewState
from perceptron_gui.translation import N_, tr

if TYPE_CHECKING:
    from perceptron_gui.gui.features.multiclass.against_page import AgainstPage
    from perceptron_gui.gui.features.multiclass.confusion_page import ConfusionPage
    from perceptron_gui.gui.features.multiclass.multiclass_texts import TwoPage, WeightsPage
    from perceptron_gui.session.classes.claims import ClaimsFinding

ONLY_MULTICLASS = N_(
    "For Multiclass, which keeps a vector of weights for every class: choose it at the top. Then you find here W and "
    "the scores, the same points by one line for each class, which class is taken for which, and with two classes the "
    "binary rule beside it."
)
HIDDEN = N_("Hidden until you have answered.")


class MulticlassPanel(Panel):
    """Four pages, of which one is drawn; a sentence instead where the mode is another."""

    wants = Wants(rivals=True)

    def build(self) -> None:
        """Make the pages, and the buttons above them. See `Panel.build`."""
        from perceptron_gui.gui.features.multiclass.against_page import AgainstPage
        from perceptron_gui.gui.features.multiclass.confusion_page import ConfusionPage
        from perceptron_gui.gui.features.multiclass.multiclass_texts import TwoPage, WeightsPage
        from perceptron_gui.gui.widgets.page_switch import PageSwitch
        from perceptron_gui.session.classes.claims import RestRuns

        runs = RestRuns()
        self.weights, self.against, self.confusion, self.two = WeightsPage(), AgainstPage(), ConfusionPage(), TwoPage()
        self.switch = PageSwitch(("W", tr("1 vs rest"), tr("Confusion"), "K = 2"))
        self.switch.buttons[0].setToolTip(tr("The weights of every class, and the scores of a point"))
        self.switch.buttons[1].setToolTip(tr("A line for each class against the rest, beside multiclass"))
        self.switch.buttons[3].setToolTip(tr("Two classes in multiclass, and the binary rule"))
        self.switch.chosen.connect(self.open_page)
        self.note = RichText()
        self.pages = QStackedWidget()
        for page in self._all_pages:
            self.pages.addWidget(page)
        above = QVBoxLayout()
        above.setContentsMargins(12, 10, 12, 0)
        above.addWidget(self.switch)
        above.addWidget(self.note)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(above)
        layout.addWidget(self.pages, 1)
        layout.addStretch(0)
        for asking in (self.against, self.two):
            asking.asked.connect(lambda question: self.asked.emit(partial(runs.answer, question), self.take_finding))
        self.confusion.points_chosen.connect(self.points_chosen)
        self.confusion.view.keys_taken.connect(lambda taken: self.hint_changed.emit(_keys_hint() if taken else ""))

    @property
    def _all_pages(self) -> tuple[WeightsPage, AgainstPage, ConfusionPage, TwoPage]:
        return self.weights, self.against, self.confusion, self.two

    def open_page(self, index: int) -> None:
        """Show another page.

        `index`: 0 for the scores, 1 for one against the rest, 2 for the confusion matrix, 3 for two classes.
        """
        self._build_once()
        self.switch.show_page(index)
        self.pages.setCurrentIndex(index)
        self._draw_if_seen()

    def draw(self, snapshot: Snapshot) -> None:
        """Draw the page that is shown, unless it would answer what is asked. See `Panel.draw`."""
        page = self._all_pages[self.pages.currentIndex()]
        has_rows = "rows" in snapshot.model.parts
        why_not = "" if has_rows else tr(ONLY_MULTICLASS)
        if not why_not and snapshot.is_veiled and page is not self.weights:
            why_not = tr(HIDDEN)
        self.switch.setVisible(has_rows)
        self.note.setVisible(bool(why_not))
        self.pages.setVisible(not why_not)
        self.note.setText(f'<p style="color:{self.theme.muted}">{why_not}</p>')
        if not why_not:
            page.draw(snapshot, self.view_state)

    def apply_theme(self, theme: Theme) -> None:
        """Give all pages other colours and sizes. See `Panel.apply_theme`."""
        for page in self._all_pages:
            page.set_theme(theme)

    def set_view_state(self, state: ViewState) -> None:
        """Show the numbers of another point where another is selected. See `Panel.set_view_state`."""
        is_other = state.single_point != self.view_state.single_point
        super().set_view_state(state)
        if is_other:
            self._draw_if_seen()

    def take_finding(self, finding: ClaimsFinding) -> None:
        """Take binary runs that were made."""
        page = self.pages.currentWidget()
        if page is self.against:
            self.against.take_finding(finding)
        elif page is self.two:
            self.two.take_finding(finding)
        self._draw_if_seen()


def _keys_hint() -> str:
    """Return what the status line says while the arrows belong to the matrix."""
    return tr("Arrows move from cell to cell · Space selects its points · Esc leaves")
