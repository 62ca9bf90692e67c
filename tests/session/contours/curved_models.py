"""Models whose boundary is known."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.model.models import LinearModel, MulticlassModel
from perceptron_gui.session.contours.field import FieldQuestion

Height = Callable[[Floats, Floats], Floats]
NOTHING = np.zeros((1, 3))


class Known(LinearModel, eq=False):
    """f of two features by a formula."""

    formula: Height = lambda x, y: x

    @property
    def is_curved(self) -> bool:
        return True

    def decision_function(self, X: Floats) -> Floats:
        return np.asarray(self.formula(X[:, 0], X[:, 1]), dtype=np.float64).reshape(-1, 1)


class KnownScores(MulticlassModel, eq=False):
    """The score of every class by a formula."""

    formulas: tuple[Height, ...] = ()

    @property
    def is_curved(self) -> bool:
        return True

    def decision_function(self, X: Floats) -> Floats:
        return np.column_stack([formula(X[:, 0], X[:, 1]) for formula in self.formulas])


def known(formula: Height) -> Known:
    """Return the model of two classes with this f."""
    return Known(NOTHING, True, (0, 1), positive=1, formula=formula)


def known_scores(*formulas: Height) -> KnownScores:
    """Return the model of several classes with these scores."""
    return KnownScores(np.zeros((len(formulas), 3)), True, tuple(range(len(formulas))), formulas=formulas)


def bumps(centres: Floats, weights: Floats, gamma: float, offset: float = 0.0) -> Known:
    """Return a sum of Gaussians."""

    def f(x: Floats, y: Floats) -> Floats:
        squared = (x[:, None] - centres[:, 0]) ** 2 + (y[:, None] - centres[:, 1]) ** 2
        return np.exp(-gamma * squared) @ weights + offset

    return known(f)


def asked(
    model: Known | KnownScores,
    points: Floats | None = None,
    size: tuple[float, float] = (300.0, 200.0),
    is_fine: bool = True,
    has_levels: bool = False,
) -> FieldQuestion:
    """Return the question about a model on a plane of 6 × 4 units: 50 pixels are one."""
    places = np.empty((0, 2)) if points is None else points
    return FieldQuestion(model, (0, 1), np.zeros(2), (-3.0, -2.0, 3.0, 2.0), size, places, is_fine, has_levels)
