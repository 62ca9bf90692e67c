"""What primal and dual have cost so far, in multiplications, and which of them pays (D4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.settings import Order
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.wording import grouped
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.engine.run.snapshot import Snapshot


class Costs(Frozen):
    """Multiplications up to the cursor."""

    # n, and d: the numbers of a w
    n_samples: int
    n_features: int
    # completed up to the cursor, and learned from: near misses included (V4), in batch order at the end of a pass
    visits: int
    mistakes: int
    n_support: int  # points with α > 0: so many rows of the Gram matrix were needed

    @property
    def primal(self) -> int:
        """To look for mistakes by w·x: d at each visit, n·d a pass; b takes none."""
        return self.visits * self.n_features

    @property
    def dual(self) -> int:
        """To keep the scores of all points: α of one point changes, n at each mistake."""
        return self.mistakes * self.n_samples

    @property
    def rows(self) -> int:
        """To compute the rows of the Gram matrix, each once: n·d for each point with α > 0."""
        return self.n_support * self.n_samples * self.n_features


def costs_of(snapshot: Snapshot) -> Costs:
    """Return what either form has cost. `snapshot`: with α, of a run whose kernel is linear."""
    alpha = np.empty(0, dtype=np.int64) if snapshot.alpha is None else snapshot.alpha
    n, d = snapshot.trained.n_samples, len(snapshot.model.weight_names)
    return Costs(n, d, snapshot.visit, int(alpha.sum()), int(np.count_nonzero(alpha)))


def cost_curves(snapshot: Snapshot) -> tuple[Floats, Floats, Floats]:
    """Return how both costs add up over the run, up to the cursor.

    `snapshot`: without ticks, and in batch order, whose log counts passes, only where they are now is known. `visits`,
    `primal`, `dual`: shape (n_places,): multiplications before so many visits.
    """
    costs = costs_of(snapshot)
    visits, mistakes = [0.0], [0.0]
    if snapshot.ticks is not None and len(snapshot.ticks) and snapshot.settings.order is not Order.BATCH:
        edges = np.linspace(0, snapshot.span, len(snapshot.ticks) + 1)[1:]
        is_past = edges < snapshot.visit
        visits += edges[is_past].tolist()
        mistakes += np.cumsum(snapshot.ticks)[is_past].tolist()
    at = np.array([*visits, snapshot.visit], dtype=np.float64)
    counts = np.array([*mistakes, costs.mistakes], dtype=np.float64)
    return at, at * costs.n_features, counts * costs.n_samples


def verdict(costs: Costs) -> str:
    """Say in one sentence whether the dual pays, with the numbers of now."""
    numbers = {
        "primal": grouped(costs.primal),
        "dual": grouped(costs.dual),
        "both": grouped(costs.dual + costs.rows),
        "d": grouped(costs.n_features),
        "mistakes": grouped(costs.mistakes),
    }
    if not costs.visits:
        words = tr("The dual pays where a pass makes fewer mistakes than there are features: here d = {d}.")
    elif costs.dual + costs.rows < costs.primal:
        words = tr("The dual pays: {both} with its rows are fewer than {primal}, since {mistakes} mistakes are few.")
    elif costs.dual < costs.primal:
        words = tr(
            "The dual pays once its rows are there: {dual} are fewer than {primal}, but with the rows they are {both}."
        )
    else:
        words = tr(
            "The dual does not pay: {dual} are no fewer than {primal}. It would if a pass made fewer mistakes than "
            "there are features, here d = {d}, or with a kernel."
        )
    return words.format(**numbers)
