"""The proof of the bound as two curves per mistake: one from below, one from above (T4, T8; Novikoff 1962)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.exact.integer_solve import nearest_double
from perceptron_gui.engine.theory.bounds import dot_exactly, start_weights, update_growth
from perceptron_gui.frozen import Frozen

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.engine.data.settings import TrainingSettings
    from perceptron_gui.engine.theory.verdict import Verdict


class ProofCurves(Frozen):
    """The two sides of the proof: after t mistakes `along(t)` ≤ θ_t·θ* ≤ ‖θ_t‖ ≤ `length(t)` (T8).

    Where the sides meet is the bound.
    """

    # ηγ̂, what a mistake adds to θ·θ* at least; None where the points are not known to be separable: then there is no
    # θ*, and only the other side holds
    rise: float | None
    start_along: float  # θ₀·θ* (T4)
    # what a mistake adds to ‖θ‖² at most: η²R̂² (batch: nR̂² for R̂²; multiclass: 2R̂²), with β 2ηβ more
    growth: Fraction
    start_square: Fraction  # ‖θ₀‖²

    def along(self, mistakes: Floats) -> Floats | None:
        """Return t·ηγ̂ + θ₀·θ*, which θ_t·θ* never falls below; None without a margin.

        `mistakes`: shape (n,): the counts t. Returns shape (n,), or None.
        """
        return None if self.rise is None else mistakes * self.rise + self.start_along

    def length(self, mistakes: Floats) -> Floats:
        """Return √(‖θ₀‖² + t·η²R̂²), which ‖θ_t‖ never exceeds.

        `mistakes`: shape (n,): the counts t. Returns shape (n,).
        """
        lengths: Floats = np.sqrt(nearest_double(self.start_square) + mistakes * nearest_double(self.growth))
        return lengths


def proof_curves(verdict: Verdict, settings: TrainingSettings, n_samples: int) -> ProofCurves:
    """Return the two sides of the proof (T8; with start weights T4, batch T5, multiclass T6, β > 0 T10).

    `settings`: their mode, order, η, start weights and β. `n_samples`: points of a pass.
    """
    start, growth = start_weights(settings), update_growth(verdict, settings, n_samples)
    square = dot_exactly(start, start)
    if not verdict.margin:
        return ProofCurves(None, 0.0, growth, square)
    along = nearest_double(dot_exactly(start, verdict.nearest)) / verdict.margin if start and verdict.nearest else 0.0
    return ProofCurves(settings.eta * verdict.margin, along, growth, square)
