"""Generated points: what is guaranteed about them, and how they enter a document."""

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.generator import Recipe, generate, promise_of
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.document import Document
from perceptron_gui.session.points.palette import with_as_many_classes
from perceptron_gui.session.wording import counted, grouped, number_text, together
from perceptron_gui.translation import ntr, tr


def generated_text(recipe: Recipe) -> str:
    """Return a sentence on how many points there will be, and on what holds for every seed."""
    count = counted("{count} point.", "{count} points.", recipe.n_samples)
    return together(count, _promise_text(recipe))


def _promise_text(recipe: Recipe) -> str:
    promise = promise_of(recipe)
    if promise.separable is None:
        return tr("With so few points it is a matter of luck whether they are separable.")
    if promise.margin is None:
        return tr("No line separates them.") if recipe.n_classes == 2 else tr("Multiclass does not separate them.")
    rho = number_text(promise.margin)
    if recipe.n_classes > 2:
        words = tr(
            "Multiclass separates them: there are streets between all classes, and the narrowest has "
            "half-width ρ = {rho}."
        )
        return words.format(rho=rho)
    words = tr(
        "A line separates them: the street has half-width ρ = {rho}, and its centre line is {distance} from the origin."
    )
    return words.format(rho=rho, distance=number_text(recipe.distance))


class Made(Frozen, eq=False):
    """Points that were made to order."""

    recipe: Recipe
    dataset: Dataset


def make_points(recipe: Recipe, _: object) -> Made:
    """Return points made to order, see `Background`."""
    return Made(recipe, generate(recipe))


GENERATED_FEATURES = 2


def in_place_of(document: Document, made: Dataset) -> Document:
    """Return a document with only the generated points; rules tied to the former points are dropped.

    `document`: its classes keep their names.
    """
    classes = with_as_many_classes(document.dataset, len(made.classes)).classes
    plain = document.with_settings(replace(document.settings, initial=None, positive=None))
    return plain.with_dataset(made.with_classes(classes))


def after_those_of(document: Document, made: Dataset) -> Document:
    """Return a document with generated points after its own: the first class of both is one.

    `document`: one that has no `adding_problem`.
    """
    wider = with_as_many_classes(document.dataset, len(made.classes))
    return document.with_dataset(wider.with_points(made.X, made.labels))


def adding_problem(document: Document) -> str:
    """Return why generated points cannot be added to a document, in a sentence; empty where they can."""
    count = document.dataset.n_features
    words = ntr(
        "Your points have {count} feature, but generated points have 2.",
        "Your points have {count} features, but generated points have 2.",
        count,
    )
    return "" if count == GENERATED_FEATURES else words.format(count=grouped(count))
