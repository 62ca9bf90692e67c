"""What is certain about the points of a recipe before anything is run."""

from __future__ import annotations

from fractions import Fraction

from perceptron_gui.engine.data.generator.recipe import Recipe, Shape
from perceptron_gui.frozen import Frozen

OWN_POINTS = {Shape.RING: (1, 2), Shape.MOONS: (3, 1), Shape.SPIRALS: (3, 3)}
"""Points that the first two classes need in their own places, so that their hulls meet whatever the others are."""


class Promise(Frozen):
    """What holds for the points, whatever the seed."""

    separable: bool | None  # whether straight lines part all classes (T1, M1); None where that depends on the seed
    # half the width of the widest street between two classes, where it is narrowest, exactly (T3); None where there is
    # no street
    margin: Fraction | None = None


def promise_of(recipe: Recipe) -> Promise:
    """Return what is certain about the points of a recipe."""
    first, second = (recipe.per_class - recipe.outliers_of(k) for k in (0, 1))
    if recipe.shape.has_streets:
        return _of_streets(recipe, min(first, second))
    needed = OWN_POINTS.get(recipe.shape, (recipe.n_classes, recipe.n_classes))
    return Promise(False if first >= needed[0] and second >= needed[1] else None)


def _of_streets(recipe: Recipe, n_own: int) -> Promise:
    if recipe.overlap:
        return Promise(False if n_own >= 2 else None)
    if recipe.outliers or not recipe.margin:
        return Promise(False)
    return Promise(True, recipe.margin)
