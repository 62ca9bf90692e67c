"""Curves over the visits: mistakes per epoch (online: mistakes so far) and errors, the loss, ‖w‖ and b."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtWidgets import QWidget

from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.gui.features.curves.curve_lines import parts_text, shows_share, visit_at
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.gui.style.theme import Theme
from perceptron_gui.gui.widgets.plain_text import caption, in_column
from perceptron_gui.session.wording import grouped, number_text
from perceptron_gui.translation import N_, ntr, spelled, tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.records.curves import Curves
    from perceptron_gui.gui.features.curves.curve_plots import CurvePlots

MISTAKES = {
    Order.ONLINE: N_("mistakes so far ÷ points so far"),
    Order.RANDOM: N_("errors (line)"),  # it has no epochs
}
EPOCH_MISTAKES = N_("mistakes per epoch (wide line) · errors (line)")
UPDATES = {
    Order.ONLINE: N_("updates so far ÷ points so far"),
    Order.RANDOM: N_("errors (line)"),
    Order.BATCH: N_("mistakes and near misses per epoch (wide line) · errors (line)"),
}
EPOCH_UPDATES = N_("updates per epoch (wide line) · errors (line)")
"""What is counted where near misses are learned from, too (V4)."""
HINT = N_("Point at any visit to read its values; click to go there.")
NO_VISIT = N_("No visits yet: press Space to play, or → for one visit.")

FIRST_POINT = N_("Place a point first.")


class CurvesPanel(Panel):
    """Plots on the timeline's axis; hovering shows the values of a place, a click goes to that place."""

    wants = Wants(curves=True)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._curves: Curves | None = None
        self._painted: Theme | None = None
        self._titled: tuple[TrainingSettings, str] | None = None
        self._hint = HINT
        self.plots: CurvePlots | None = None

    def build(self) -> None:
        """Make the line of values and the plots, whose library takes long to import. See `Panel.build`."""
        from perceptron_gui.gui.features.curves.curve_plots import CurvePlots, TestLook

        self.values, self.plots = caption(tr(HINT)), CurvePlots()
        self.plots.pointed.connect(self._read)
        self.plots.clicked.connect(self._seek)
        self.plots.told = self._told
        self.look = TestLook()
        self.look.asked.connect(lambda: self.triggered.emit("data.look"))
        in_column(self, self.values, self.plots, self.look, margins=(12, 10, 12, 10)).setStretch(1, 1)

    def draw(self, snapshot: Snapshot) -> None:
        """Move the cursor; draw other curves if there are. See `Panel.draw`."""
        plots = self.plots
        assert plots is not None, "they are made before the first draw"
        held_out = snapshot.held_out
        self.look.show_state(self.view_state, len(held_out.split.test) if held_out is not None else 0)
        if self._titled != (snapshot.settings, self.theme.symbols):
            self._titled = snapshot.settings, self.theme.symbols
            plots.set_titles(titles(snapshot.settings), snapshot.settings.order is Order.ONLINE)
        if self._painted != self.theme:
            self._painted = self.theme
            plots.paint(self.theme)
        self._choose_curves(snapshot)
        self._show_hint(snapshot)
        plots.move_cursor(snapshot.visit)

    def _show_hint(self, snapshot: Snapshot) -> None:
        """Say above the plots why they are empty, or how to read them; values that were read meanwhile stay."""
        hint = HINT if snapshot.frontier else NO_VISIT if snapshot.dataset.n_samples else FIRST_POINT
        if hint != self._hint:
            self._hint = hint
            self.values.setText(tr(hint))

    def take_answer(self, answer: object) -> None:
        """Draw curves that were computed. See `Panel.take_answer`."""
        from perceptron_gui.engine.run.records.curves import Curves

        if isinstance(answer, Curves):
            self.keep(answer)

    @property
    def told_through(self) -> int | None:
        """The last visit that the plots cover; None without curves."""
        return int(self._curves.through[-1]) if self._curves is not None and len(self._curves.through) else None

    def _choose_curves(self, snapshot: Snapshot) -> None:
        """Draw this run's curves, cut at the cursor while the run asks."""
        from perceptron_gui.engine.run.records.curves import Curves

        curves, drawn = self.known(Curves, while_moved=True), self._curves
        if curves is None:
            curves = drawn.until(-1) if drawn is not None and len(drawn.visits) else drawn
        elif snapshot.is_veiled:
            curves = curves.until(snapshot.visit, with_errors=False)
        if curves is not None and curves is not drawn and self.plots is not None:
            self._curves = curves
            self.plots.draw(curves)

    def _visit(self, name: str, at: float) -> int | None:
        """Return the visit under the pointer in a plot, or the nearest one that something is known of.

        The values shown belong to the visit to which a click leads.
        """
        return visit_at(self._curves, name, at) if self._curves is not None else None

    def _seek(self, name: str, at: float) -> None:
        visit = self._visit(name, at)
        if visit is not None:
            self.sought.emit(visit)

    def _read(self, name: str, at: float) -> None:
        """Write the values at a visit."""
        visit = self._visit(name, at)
        if visit is not None and self.plots is not None:
            self.plots.point_at(visit)
            self.values.setText(self._values(name, visit))

    def _values(self, name: str, visit: int) -> str:
        """Return the values of a plot at a visit that something is known of."""
        curves, snapshot = self._curves, self.snapshot
        if curves is None or snapshot is None:
            return ""
        if shows_share(curves, name):
            return so_far_text(curves, int(np.searchsorted(curves.seen, visit)))
        settings = snapshot.settings
        texts = [place_text(curves, visit, model_kind(settings).norm_symbol, snapshot.exact_visits)]
        if name == "mistakes":
            texts.append(epoch_text(curves, visit, bool(settings.beta)))
        return " · ".join(filter(None, texts))

    def _told(self, name: str) -> str:
        """Return the values of a plot where it begins, at the cursor, and where it ends."""
        here = self.snapshot.visit if self.snapshot is not None else 0
        visits = [self._visit(name, at) for at in (0, here, self.told_through or 0)]
        return "\n".join(dict.fromkeys(self._values(name, visit) for visit in visits if visit is not None))


def titles(settings: TrainingSettings) -> dict[str, str]:
    """Return the titles of the plots, by the name of the plot."""
    counts, usual = (UPDATES, EPOCH_UPDATES) if settings.beta else (MISTAKES, EPOCH_MISTAKES)
    kind = model_kind(settings)
    norm, has_bias = kind.norm_symbol, settings.bias and bool(kind.bias_symbol)
    return {
        "mistakes": tr(counts.get(settings.order, usual)),
        "loss": tr("loss L (line) · ‖∇L‖ (dashed)"),
        "norm": tr("{norm} (line) · b (dashed)").format(norm=spelled(norm)) if has_bias else spelled(norm),
    }


def place_text(curves: Curves, visit: int, norm: str, exact_visits: int | None = None) -> str:
    """Return the values at a visit.

    `visit`: visits completed; one that something is known of. `norm`: the name of the length of the weights.
    `exact_visits`: the visits up to which numbers are exact; None where all are.
    """
    i = int(np.searchsorted(curves.visits, visit, "right")) - 1
    is_exact = exact_visits is None or visit <= exact_visits
    texts = [
        tr("visit {visit}").format(visit=grouped(visit)),
        tr("errors {count}").format(count=grouped(int(curves.errors[i]))),
        f"{spelled('L')} {number_text(float(curves.loss[i]), is_exact, 4)}",
        f"{spelled('‖∇L‖')} {length_text(float(curves.gradient[i]))}",
        f"{spelled(norm)} {length_text(float(curves.norm[i]))}",
    ]
    if not np.isnan(curves.bias[i]):
        texts.append(f"{spelled('b')} {number_text(float(curves.bias[i]), is_exact, 4)}")
    return " · ".join(texts + parts_text(curves, i))


def so_far_text(curves: Curves, i: int) -> str:
    """Return mistakes so far over points so far, and the ratio. `i`: index into `curves.seen`."""
    seen, rate = int(curves.seen[i]), float(curves.rate[i])
    mistakes = round(rate * seen)
    share = number_text(Fraction(mistakes, seen), digits=4)
    points = ntr("{count} point", "{count} points", seen).format(count=grouped(seen))
    words = ntr("{count} mistake so far on {points}: {share}", "{count} mistakes so far on {points}: {share}", mistakes)
    return words.format(count=grouped(mistakes), points=points, share=share)


def epoch_text(curves: Curves, visit: int, are_updates: bool) -> str:
    """Return the mistakes of the epoch that a visit belongs to, or the fewest and the most of those shown in its place.

    Empty where none is over.

    `visit`: visits completed. `are_updates`: whether near misses are learned from, too (V4).
    """
    i = int(np.searchsorted(curves.epoch_ends, visit))
    if visit == 0 or i == len(curves.epoch_ends):
        return ""
    words = tr("updates per epoch {counts}") if are_updates else tr("mistakes per epoch {counts}")
    counts = float(curves.fewest[i]), float(curves.most[i])
    fewest, most = (number_text(count, count.is_integer(), 4) for count in counts)
    return words.format(counts=fewest if fewest == most else f"{fewest}–{most}")


def length_text(length: float) -> str:
    """Return a length in digits; it is a square root, and so marked as rounded unless it is 0."""
    return number_text(length, length == 0.0, 4)
