"""What is certain about generated points, in sentences."""

from __future__ import annotations

from perceptron_gui.engine.data.generator.promise import promise_of
from perceptron_gui.engine.data.generator.recipe import Recipe
from perceptron_gui.session.wording import counted, number_text
from perceptron_gui.translation import tr


def generated_text(recipe: Recipe) -> str:
    """Return how many points there will be, and what is certain about them whatever the seed.

    Parameters
    ----------
    recipe : Recipe
    """
    count = counted("{count} point.", "{count} points.", recipe.n_samples)
    return f"{count} {_promise_text(recipe)}"


def _promise_text(recipe: Recipe) -> str:
    promise = promise_of(recipe)
    if promise.separable is None:
        return tr("So few points may be separable or not, by chance.")
    if promise.margin is None:
        return tr("Not separable.")
    rho = number_text(promise.margin)
    if recipe.n_classes > 2:
        words = tr("Separable: a street between any two classes; half the width of the narrowest is ρ = {rho}.")
        return words.format(rho=rho)
    words = tr("Separable: half the width of the street is ρ = {rho}, its middle line is {distance} from the origin.")
    return words.format(rho=rho, distance=number_text(recipe.distance))
