"""Points made to order: and what is certain about them before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.engine.data.generator import Recipe, generate, promise_of
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.wording import counted, number_text
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset


def generated_text(recipe: Recipe) -> str:
    """Return how many points there will be, and what is certain about them whatever the seed."""
    count = counted("{count} point.", "{count} points.", recipe.n_samples)
    return f"{count} {_promise_text(recipe)}"


def _promise_text(recipe: Recipe) -> str:
    promise = promise_of(recipe)
    if promise.separable is None:
        return tr("So few points may be separable or not, by chance.")
    if promise.margin is None:
        return tr("No line separates them.") if recipe.n_classes == 2 else tr("Multiclass does not separate them.")
    rho = number_text(promise.margin)
    if recipe.n_classes > 2:
        words = tr("Multiclass separates them: streets between all classes, half the narrowest is ρ = {rho} wide.")
        return words.format(rho=rho)
    words = tr("A line separates them: half the street is ρ = {rho} wide, its middle is {distance} from the origin.")
    return words.format(rho=rho, distance=number_text(recipe.distance))


class Made(Frozen, eq=False):
    """Points that were made to order."""

    recipe: Recipe
    dataset: Dataset


def make_points(recipe: Recipe, _: object) -> Made:
    """Return points made to order, see `Background`."""
    return Made(recipe, generate(recipe))
