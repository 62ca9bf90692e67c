"""The dual panel: α of every point, and w and b from them (D1–D4)."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout

from perceptron_gui.engine.run.snapshot import Snapshot, Wants
from perceptron_gui.engine.training.kernels import WHOLE_GRAM
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.gui.panels.rich_text import RichText
from perceptron_gui.gui.style.theme import Theme
from perceptron_gui.session.wording import grouped
from perceptron_gui.translation import tr

LARGEST_SHARE = 0.6
"""Largest share of the height that the sums may take; longer ones are scrolled."""


class DualPanel(Panel):
    """α as a table, and the sums that give w and b.

    Parameters
    ----------
    parent : QWidget or None
    """

    wants = Wants(alpha=True, age=True)

    def build(self) -> None:
        """Make the sums and the table below. See `Panel.build`."""
        from perceptron_gui.gui.panels.alpha_table import AlphaModel, AlphaTable

        self.model = AlphaModel()
        self.sums = RichText()
        self.sums.setObjectName("inner")
        self.sums.linkActivated.connect(lambda _: self.switched.emit("full"))
        self.table = AlphaTable(self.model)
        self.area = QScrollArea()
        self.area.setWidget(self.sums)
        self.area.setWidgetResizable(True)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.clicked.connect(lambda index: self.point_chosen.emit(index.row()))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 14, 12, 14)
        layout.setSpacing(12)
        layout.addWidget(self.area)
        layout.addWidget(self.table, 1)

    def draw(self, snapshot: Snapshot) -> None:
        """Show α and the sums that follow from it. See `Panel.draw`."""
        self.model.show_snapshot(snapshot)
        has_sums = not snapshot.model.has_class_rows
        self.sums.setText(self._sums_html(snapshot) if has_sums else tr("α counts the mistakes at each point."))
        self.table.fit()
        self._share_height()

    def apply_theme(self, theme: Theme) -> None:
        """Give the table other colours and row heights. See `Panel.apply_theme`."""
        self.table.set_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.is_built:
            self._share_height()

    def _share_height(self) -> None:
        """Let the sums have the height they need, but for a part that stays for the table."""
        inside = self.area.maximumViewportSize()  # what it is without the bar that it is to do without
        needed = self.sums.heightForWidth(inside.width()) + self.area.height() - inside.height()
        self.area.setFixedHeight(max(min(needed, round(LARGEST_SHARE * self.height())), 1))

    @property
    def is_full(self) -> bool:
        """Whether long sums are written out."""
        return self.view_state.shows("full")

    def _sums_html(self, snapshot: Snapshot) -> str:
        # After the first paint (A9).
        from perceptron_gui.gui.widgets.formula_html import formulas_html
        from perceptron_gui.session.explanation.dual import dual_parameters

        formulas = formulas_html(dual_parameters(snapshot, self.is_full), self.theme, is_full=self.is_full)
        return formulas + f'<p style="color:{self.theme.muted}; margin:8px 0 0 0">{_work_text(snapshot)}</p>'


def _work_text(snapshot: Snapshot) -> str:
    """Say what either form has cost so far (D4); b takes no multiplication."""
    n, d = snapshot.dataset.n_samples, len(snapshot.model.weight_names)
    words = tr("Multiplications to look for mistakes: primal {primal} (n·d a pass), dual {dual} (n a mistake).")
    work = words.format(primal=grouped(snapshot.visit * d), dual=grouped(snapshot.mistakes * n))
    rows = "" if n <= WHOLE_GRAM else tr("Rows of the Gram matrix are computed when needed.")
    return f"{work} {rows}".strip()
