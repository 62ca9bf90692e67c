"""Where the points of each class may lie, in the frame of the shape: its first axis goes from class to class."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

from perceptron_gui.engine.data.generator.cells import Cells
from perceptron_gui.engine.data.generator.curved_regions import Moons, Rings, Spirals
from perceptron_gui.engine.data.generator.recipe import Recipe, Shape

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats

Place = tuple[Fraction, Fraction]


class Regions(Protocol):
    """The regions of all classes."""

    n_uniforms: int
    """Random numbers that a point needs."""

    def pins(self, k: int) -> Sequence[Place]:
        """Return places that points of a class have in any case; what is promised rests on them.

        `k`: index of the class.
        """

    def points(self, k: int, uniforms: Floats, slack: float) -> tuple[Floats, Floats]:
        """Return random places of a class.

        `k`: index of the class. `uniforms`: shape (n, n_uniforms): numbers from 0 to below 1. `slack`: how far a point
        may be moved by rounding.
        """


def regions_of(recipe: Recipe) -> Regions:
    """Return where the points of a recipe lie."""
    made: dict[Shape, type[Rings] | type[Moons] | type[Spirals]] = {
        Shape.RING: Rings,
        Shape.MOONS: Moons,
        Shape.SPIRALS: Spirals,
    }
    return made[recipe.shape](recipe) if recipe.shape in made else Cells(recipe)
