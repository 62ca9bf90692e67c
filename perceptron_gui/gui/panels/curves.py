"""Curves over the visits: mistakes per epoch (online: mistakes so far) and errors, the loss, ‖w‖ and b."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.gui.panels.panel import Panel
from perceptron_gui.session.wording import grouped, number_text
from perceptron_gui.translation import N_, ntr, tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints
    from perceptron_gui.engine.run.curves import Curves
    from perceptron_gui.engine.run.snapshot import Snapshot
    from perceptron_gui.gui.panels.curve_plots import CurvePlots
    from perceptron_gui.gui.style.theme import Theme

MISTAKES = {
    Order.ONLINE: N_("mistakes so far ÷ points so far"),
    Order.RANDOM: N_("errors (dots)"),  # it has no epochs
}
EPOCH_MISTAKES = N_("mistakes per epoch (line) · errors then (dots)")
UPDATES = {
    Order.ONLINE: N_("updates so far ÷ points so far"),
    Order.RANDOM: N_("errors (dots)"),
    Order.BATCH: N_("mistakes and near misses per epoch (line) · errors then (dots)"),
}
EPOCH_UPDATES = N_("updates per epoch (line) · errors then (dots)")
"""What is counted where near misses are learned from, too (V4)."""
HINT = N_("Point at a place to read its values; click to go there.")


class CurvesPanel(Panel):
    """Plots on the timeline's axis; hovering shows the values of a place, a click goes to that place.

    Parameters
    ----------
    parent : QWidget or None

    Signals
    -------
    look_asked
        The test part is to be shown (H1).
    """

    look_asked = Signal()
    wants = Wants(curves=True)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._curves: Curves | None = None
        self._all: Curves | None = None
        self._settings = TrainingSettings()
        self._exact_visits: int | None = None
        self._painted: Theme | None = None
        self._titled: TrainingSettings | None = None
        self.plots: CurvePlots | None = None

    def build(self) -> None:
        """Make the line of values and the plots, whose library takes long to import. See `Panel.build`."""
        from perceptron_gui.gui.panels.curve_plots import CurvePlots
        from perceptron_gui.gui.panels.test_look import TestLook

        self.values = QLabel(tr(HINT))
        self.values.setWordWrap(True)
        self.values.setObjectName("caption")
        self.plots = CurvePlots()
        self.plots.pointed.connect(self._read)
        self.plots.clicked.connect(self._seek)
        self.look = TestLook()
        self.look.asked.connect(self.look_asked)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.addWidget(self.values)
        column.addWidget(self.plots, 1)
        column.addWidget(self.look)
        if self._curves is not None:
            self.plots.draw(self._curves)

    def draw(self, snapshot: Snapshot) -> None:
        """Move the cursor; draw other curves if there are. See `Panel.draw`."""
        plots = self.plots
        assert plots is not None, "they are made before the first draw"
        self._settings, self._exact_visits = snapshot.settings, snapshot.exact_visits
        held_out = snapshot.held_out
        self.look.show_state(self.view_state, len(held_out.split.test) if held_out is not None else 0)
        if self._titled != snapshot.settings:
            self._titled = snapshot.settings
            plots.set_titles(titles(snapshot.settings), snapshot.settings.order is Order.ONLINE)
        if self._painted != self.theme:
            self._painted = self.theme
            plots.paint(self.theme)
        self._choose_curves(snapshot)
        plots.move_cursor(snapshot.visit)

    def take_answer(self, answer: object) -> None:
        """Draw curves that were computed. See `Panel.take_answer`."""
        from perceptron_gui.engine.run.curves import Curves

        if isinstance(answer, Curves):
            self.show_curves(answer)

    def show_curves(self, curves: Curves) -> None:
        """Show other curves.

        Parameters
        ----------
        curves : Curves
        """
        self._all = curves
        if self.snapshot is not None:
            self._choose_curves(self.snapshot)

    def _choose_curves(self, snapshot: Snapshot) -> None:
        """Draw the curves, up to the cursor where nobody is to see what comes next."""
        if self._all is None:
            return
        curves = self._all.until(snapshot.visit, with_errors=False) if snapshot.is_veiled else self._all
        if snapshot.is_veiled or curves is not self._curves:
            self._curves = curves
            if self.plots is not None:
                self.plots.draw(curves)

    def _place(self, name: str, at: float) -> int | None:
        """Return the index of the place that is meant by a visit `at` the pointer in plot `name`.

        What is read and where a click leads is the same place: one of those at which the run was looked at.
        """
        places = places_of(self._curves, name) if self._curves is not None else ()
        return nearest(np.asarray(places), at) if len(places) else None

    def _seek(self, name: str, at: float) -> None:
        place = self._place(name, at)
        if place is not None and self._curves is not None:
            self.sought.emit(int(places_of(self._curves, name)[place]))

    def _read(self, name: str, at: float) -> None:
        """Write the values at a place."""
        place, curves = self._place(name, at), self._curves
        if place is None or curves is None or self.plots is None:
            return
        self.plots.point_at(int(places_of(curves, name)[place]))
        if shows_share(curves, name):
            self.values.setText(so_far_text(curves, place))
        else:
            self.values.setText(place_text(curves, place, length_name(self._settings), self._exact_visits))


def titles(settings: TrainingSettings) -> dict[str, str]:
    """Return the titles of the plots, by the name of the plot.

    Parameters
    ----------
    settings : TrainingSettings
    """
    counts, usual = (UPDATES, EPOCH_UPDATES) if settings.beta else (MISTAKES, EPOCH_MISTAKES)
    norm, has_bias = length_name(settings), settings.bias and not model_kind(settings).has_class_rows
    return {
        "mistakes": tr(counts.get(settings.order, usual)),
        "loss": tr("loss L (line) · ‖∇L‖ (dashed)"),
        "norm": tr("{norm} (line) · b (dashed)").format(norm=norm) if has_bias else norm,
    }


def length_name(settings: TrainingSettings) -> str:
    """Return the symbol of the length of the weights; in multiclass it is that of all rows together.

    Parameters
    ----------
    settings : TrainingSettings
    """
    return model_kind(settings).norm_symbol


def shows_share(curves: Curves, name: str) -> bool:
    """Whether a plot shows the share of mistakes so far: the first does in online order.

    Parameters
    ----------
    curves : Curves
    name : str
        Name of the plot.
    """
    return name == "mistakes" and len(curves.seen) > 0


def places_of(curves: Curves, name: str) -> Ints:
    """Return the visits at which a plot has values.

    Parameters
    ----------
    curves : Curves
    name : str
        Name of the plot.

    Returns
    -------
    ndarray of int64, shape (n_places,)
        Ascending.
    """
    return curves.seen if shows_share(curves, name) else curves.visits


def place_text(curves: Curves, i: int, norm: str, exact_visits: int | None = None) -> str:
    """Return the values at a place where the run was looked at.

    Parameters
    ----------
    curves : Curves
    i : int
        Index of the place.
    norm : str
        The name of the length of the weights.
    exact_visits : int, optional
        The visits up to which numbers are exact; None where all are.
    """
    from perceptron_gui.gui.panels.part_lines import parts_text

    is_exact = exact_visits is None or int(curves.visits[i]) <= exact_visits
    texts = [
        tr("visit {visit}").format(visit=grouped(int(curves.visits[i]))),
        tr("errors {count}").format(count=grouped(int(curves.errors[i]))),
        f"L {number_text(float(curves.loss[i]), is_exact, 4)}",
        f"‖∇L‖ {length_text(float(curves.gradient[i]))}",
        f"{norm} {length_text(float(curves.norm[i]))}",
    ]
    if not np.isnan(curves.bias[i]):
        texts.append(f"b {number_text(float(curves.bias[i]), is_exact, 4)}")
    return " · ".join(texts + parts_text(curves, i))


def so_far_text(curves: Curves, i: int) -> str:
    """Return mistakes so far over points so far, and the ratio.

    Parameters
    ----------
    curves : Curves
    i : int
        Index into `curves.seen`.
    """
    seen, rate = int(curves.seen[i]), float(curves.rate[i])
    mistakes = round(rate * seen)
    share = number_text(Fraction(mistakes, seen), digits=4)
    points = ntr("{count} point", "{count} points", seen).format(count=grouped(seen))
    words = ntr("{count} mistake so far on {points}: {share}", "{count} mistakes so far on {points}: {share}", mistakes)
    return words.format(count=grouped(mistakes), points=points, share=share)


def nearest(places: Ints, place: float) -> int:
    """Return the index of the nearest place.

    Parameters
    ----------
    places : ndarray of int64, shape (n_places,)
        Ascending, not empty.
    place : float
        A visit, or a fraction between two visits.
    """
    distances: Floats = np.abs(places - place)
    return int(distances.argmin())


def length_text(length: float) -> str:
    """Return a length in digits; it is a square root, and so marked as rounded unless it is 0.

    Parameters
    ----------
    length : float
    """
    return number_text(length, length == 0.0, 4)
