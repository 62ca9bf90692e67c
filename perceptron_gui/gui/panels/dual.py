"""The dual panel: α of every point, and w and b from them (D1–D4)."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout

from perceptron_gui.engine.run.snapshot import Snapshot, Wants
from perceptron_gui.engine.training.kernels import WHOLE_GRAM
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.gui.panels.rich_text import RichText
from perceptron_gui.gui.style.theme import Theme
from perceptron_gui.session.view_state import ViewState
from perceptron_gui.session.wording import grouped
from perceptron_gui.translation import tr

LARGEST_SHARE = 0.6
"""Largest share of the height that the sums may take; longer ones are scrolled."""


class DualPanel(Panel):
    """α as bars and as a table, and the sums that give w and b.

    Parameters
    ----------
    parent : QWidget or None

    Signals
    -------
    lit : (int or None, int or None)
        The point that is pointed at, and the other one of a pair.
    hint_changed : str
        What the status line says of the keys; empty when they mean what they always do.
    """

    wants = Wants(alpha=True, age=True)
    lit = Signal(object, object)
    hint_changed = Signal(str)

    def build(self) -> None:
        """Make the sums, and bars and table below. See `Panel.build`."""
        from perceptron_gui.gui.panels.alpha_bars import AlphaBars
        from perceptron_gui.gui.panels.alpha_table import AlphaModel, AlphaTable

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
        self.bars.pointed.connect(lambda cell: self.lit.emit(self.bars.point_of(cell), None))
        self.bars.chosen.connect(lambda cell: self.point_chosen.emit(self.bars.point_of(cell)))
        self.bars.keys_taken.connect(lambda are_taken: self.hint_changed.emit(_keys_hint() if are_taken else ""))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 14, 12, 14)
        layout.setSpacing(12)
        layout.addWidget(self.area)
        layout.addWidget(self.bars)
        layout.addWidget(self.table, 1)

    def draw(self, snapshot: Snapshot) -> None:
        """Show α and the sums that follow from it. See `Panel.draw`."""
        self.model.show_snapshot(snapshot)
        self.bars.show_snapshot(snapshot, self.view_state.lit_point)
        has_sums = not snapshot.model.has_class_rows
        self.sums.setText(self._sums_html(snapshot) if has_sums else tr("α counts the mistakes at each point."))
        self.table.fit()
        self._share_height()

    def apply_theme(self, theme: Theme) -> None:
        """Give bars and table other colours and sizes. See `Panel.apply_theme`."""
        self.bars.set_theme(theme)
        self.table.set_theme(theme)

    def set_view_state(self, state: ViewState) -> None:
        """Show which point is pointed at. See `Panel.set_view_state`."""
        is_other = state.lit_point != self.view_state.lit_point
        super().set_view_state(state)
        if is_other and self.is_seen and self.is_built and self.snapshot is not None:
            self.bars.show_snapshot(self.snapshot, state.lit_point)

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


def _keys_hint() -> str:
    """Return what the status line says while the arrows belong to the bars."""
    return tr("Arrows move from point to point (⇧ ten at once) · Space selects it · Esc leaves")


def _work_text(snapshot: Snapshot) -> str:
    """Say what either form has cost so far (D4); b takes no multiplication."""
    n, d = snapshot.dataset.n_samples, len(snapshot.model.weight_names)
    words = tr("Multiplications to look for mistakes: primal {primal} (n·d a pass), dual {dual} (n a mistake).")
    work = words.format(primal=grouped(snapshot.visit * d), dual=grouped(snapshot.mistakes * n))
    rows = "" if n <= WHOLE_GRAM else tr("Rows of the Gram matrix are computed when needed.")
    return f"{work} {rows}".strip()
