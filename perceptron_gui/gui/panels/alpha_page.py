"""The page of the Dual panel with α of every point, and w and b from them (D1–D4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from perceptron_gui.engine.training.kernels import WHOLE_GRAM
from perceptron_gui.gui.panels.alpha_bars import AlphaBars
from perceptron_gui.gui.panels.alpha_table import AlphaModel, AlphaTable
from perceptron_gui.gui.panels.rich_text import RichText
from perceptron_gui.gui.style.theme import LIGHT, Theme
from perceptron_gui.gui.widgets.formula_html import formulas_html
from perceptron_gui.session.explanation.dual import dual_parameters
from perceptron_gui.session.gram.costs import costs_of
from perceptron_gui.session.wording import grouped
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.session.view_state import ViewState

LARGEST_SHARE = 0.6
"""Largest share of the height that the sums may take; longer ones are scrolled."""
SPACING = 12
"""Pixels between sums, bars and table."""
LEAST_ROWS = 4
"""Rows of the table that stay in view beside long sums."""
LEAST_SHARE = 0.25
"""Share of the height that the sums have in any case."""


class AlphaPage(QWidget):
    """α as bars and as a table, and the sums that give w and b.

    `switched`: name of a view switch that is to be turned. `point_chosen`: the index of the point to select.
    """

    switched = Signal(str)
    point_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = LIGHT
        self.model = AlphaModel()
        self.sums = RichText()
        self.sums.setObjectName("inner")
        self.sums.linkActivated.connect(lambda _: self.switched.emit("full"))
        self.bars, self.table = AlphaBars(), AlphaTable(self.model)
        self.area = QScrollArea()
        self.area.setWidget(self.sums)
        self.area.setWidgetResizable(True)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.clicked.connect(lambda index: self.point_chosen.emit(index.row()))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACING)
        layout.addWidget(self.area)
        layout.addWidget(self.bars)
        layout.addWidget(self.table, 1)

    def set_theme(self, theme: Theme) -> None:
        """Take other colours and sizes."""
        self._theme = theme
        self.bars.set_theme(theme)
        self.table.set_theme(theme)

    def light_up(self, snapshot: Snapshot, state: ViewState) -> None:
        """Show which point is pointed at, and nothing else anew."""
        self.bars.show_snapshot(snapshot, state.lit_point)

    def draw(self, snapshot: Snapshot, state: ViewState) -> None:
        """Show α and the sums that follow from it.

        `state`: what is pointed at, and whether long sums are written out.
        """
        self.model.show_snapshot(snapshot)
        self.bars.show_snapshot(snapshot, state.lit_point)
        has_sums = not snapshot.model.has_class_rows
        html = self._sums_html(snapshot, state.shows("full")) if has_sums else ""
        self.sums.setText(html or tr("α counts the mistakes at each point."))
        self.table.fit()
        self._share_height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_height()

    def _share_height(self) -> None:
        """Let the sums have the height they need, but for a part that stays for the table."""
        inside = self.area.maximumViewportSize()  # what it is without the bar that it is to do without
        needed = self.sums.heightForWidth(inside.width()) + self.area.height() - inside.height()
        self.area.setFixedHeight(max(min(needed, self._most_for_sums()), 1))

    def _most_for_sums(self) -> int:
        """Return the pixels that bars and some rows leave to the sums."""
        table = self.table
        rows = LEAST_ROWS * table.verticalHeader().defaultSectionSize()
        rows += table.horizontalHeader().sizeHint().height() + table.horizontalScrollBar().sizeHint().height()
        left = self.height() - self.bars.sizeHint().height() - rows - 2 * SPACING
        return max(min(left, round(LARGEST_SHARE * self.height())), round(LEAST_SHARE * self.height()))

    def _sums_html(self, snapshot: Snapshot, is_full: bool) -> str:
        formulas = formulas_html(dual_parameters(snapshot, is_full), self._theme, is_full=is_full)
        return formulas + f'<p style="color:{self._theme.muted}; margin:8px 0 0 0">{_work_text(snapshot)}</p>'


def _work_text(snapshot: Snapshot) -> str:
    """Say what either form has cost so far (D4); b takes no multiplication."""
    n = snapshot.trained.n_samples
    words = tr("Multiplications to look for mistakes: primal {primal} (n·d a pass), dual {dual} (n a mistake).")
    if snapshot.settings.has_curved_kernel:  # it has no primal
        words = tr("Multiplications to look for mistakes: {dual} (n a mistake).")
    costs = costs_of(snapshot)
    work = words.format(primal=grouped(costs.primal), dual=grouped(costs.dual))
    rows = "" if n <= WHOLE_GRAM else tr("Rows of the Gram matrix are computed when needed.")
    return f"{work} {rows}".strip()
