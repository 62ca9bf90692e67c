"""Points of a recipe, on a grid of short decimals (E2)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, Floats, Ints
from perceptron_gui.engine.data.generator.cells import Cells
from perceptron_gui.engine.data.generator.randomness import direction, permutation, uniforms
from perceptron_gui.engine.data.generator.regions import Place, regions_of

if TYPE_CHECKING:
    from perceptron_gui.engine.data.generator.recipe import Recipe

PLACES = ((2_000, 2), (100_000, 3))
"""Decimals of the coordinates of at most so many points, so that few fall into one place; of more, `MOST_PLACES`."""
MOST_PLACES = 4
ROUNDED = 0.75
"""Steps of the grid that a point may be moved by: half a step on either axis, and what floats round before."""


def generate(recipe: Recipe) -> Dataset:
    """Return the points of a recipe, one of each class in turn; classes are named A, B, ….

    What the recipe says of margins is so for the points as they are, rounded to the grid.
    """
    maker = _Maker(recipe)
    groups = [maker.points_of(k) for k in range(recipe.n_classes)]
    steps = np.stack(groups, axis=1).reshape(-1, 2)
    labels = np.tile(np.arange(recipe.n_classes), recipe.per_class)
    return Dataset.of(steps / maker.scale, labels, [chr(ord("A") + k) for k in range(recipe.n_classes)])


class _Maker:
    """Makes the points class by class, in whole steps of the grid."""

    def __init__(self, recipe: Recipe) -> None:
        self._recipe, self._regions = recipe, regions_of(recipe)
        self._direction = direction(recipe.seed)
        self._pins = [self._pins_of(k) for k in range(recipe.n_classes)]
        usual = next((places for most, places in PLACES if recipe.n_samples <= most), MOST_PLACES)
        pinned = (value for pins in self._pins for place in pins for value in place)
        self.scale = 10 ** max(usual, _places(pinned))

    def points_of(self, k: int) -> Ints:
        """Return the points of a class in whole steps of the grid, shape (per_class, 2), in a random order."""
        recipe, n = self._recipe, self._recipe.per_class
        n_own = n - recipe.outliers_of(k)
        numbers = uniforms(recipe.seed, k, n, self._regions.n_uniforms)
        slack = ROUNDED / self.scale
        own, foreign = numbers[:n_own], numbers[n_own:]
        parts = [self._regions.points(k, own, slack)]
        if len(foreign):
            parts.append(self._regions.points((k + 1) % recipe.n_classes, foreign, slack))
        t, s = (np.concatenate([part[axis] for part in parts]) for axis in (0, 1))
        steps = self._on_grid(t, s)
        for i, place in enumerate(self._pins[k][:n_own]):
            steps[i] = [int(value * self.scale) for value in place]
        if k == 0 and len(foreign) and isinstance(self._regions, Cells):
            (middle, *_) = self._regions.middles(1)
            steps[n_own] = [int(value * self.scale) for value in self._turned(middle)]
        return steps[permutation(recipe.seed, k, n)]

    def _pins_of(self, k: int) -> list[Place]:
        return [self._turned(place) for place in self._regions.pins(k)]

    def _turned(self, place: Place) -> Place:
        """Return a place of the shape's own frame in that of the points, exactly."""
        (a, b), (t, s) = self._direction, place
        t += self._recipe.distance
        return (t * a - s * b) / 10, (t * b + s * a) / 10

    def _on_grid(self, t: Floats, s: Floats) -> Ints:
        """Return the same for random places, rounded to the grid."""
        a, b = self._direction
        t, factor = t + float(self._recipe.distance), self.scale / 10
        x, y = (t * a - s * b) * factor, (t * b + s * a) * factor
        return np.stack([np.rint(x), np.rint(y)], axis=1).astype(np.int64)


def _places(values: Iterable[Fraction]) -> int:
    """Return how many decimals it takes to write all values; each is a decimal."""
    return max((_places_of(value) for value in values), default=0)


def _places_of(value: Fraction) -> int:
    places = 0
    while (value * 10**places).denominator != 1:
        places += 1
    return places
