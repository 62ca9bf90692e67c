"""What is said below the picture of weight space."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.session.scripts import subscript
from perceptron_gui.session.weight_space.half_spaces import PLANE
from perceptron_gui.session.weight_space.weight_space import WeightScene, WeightSpace, why_not_of_a_kernel
from perceptron_gui.session.wording import grouped, index_text, number_text
from perceptron_gui.translation import ntr, spelled, tr

MOST_NAMES = 6
"""Points that are named in a sentence."""


def entry_names(n_features: int, bias: bool) -> tuple[str, ...]:
    """Return the names of the numbers in θ. `n_features`: of a point. `bias`: whether the last number is b."""
    if n_features == 1:
        return (spelled("w"), spelled("b")) if bias else (spelled("w"),)
    weights = tuple(f"{spelled('w')}{subscript(j + 1)}" for j in range(min(n_features, 3)))
    return (*weights, spelled("b")) if bias else weights


def why_not_shown(dataset: Dataset, settings: TrainingSettings) -> str:
    """Return why weight space cannot be drawn."""
    if not dataset.n_samples:
        return tr("Place a point: it divides all weights into those that are right about it and those that are wrong.")
    names = settings.weight_names(dataset.features)
    if not names:
        return why_not_of_a_kernel()
    count = len(names) + settings.bias
    if count < PLANE:
        return tr(
            "One feature without a bias: θ is a single number. Of weight space only the line from − to + is left."
        )
    words = tr(
        "θ has {count} numbers here, one for each feature and one for the bias: weight space has {count} dimensions, "
        "and no plane or sphere shows it truly. It is drawn for two features, or three without a bias: “Keep only "
        "these two”, below the canvas, trains on two."
    )
    if not settings.features.is_identity:
        words = tr(
            "θ has {count} numbers here, one for each feature and one for the bias: weight space has {count} "
            "dimensions, and no plane or sphere shows it truly. It is drawn for two features of your own, or three "
            "without a bias."
        )
    return words.format(count=grouped(count))


def what_is_drawn(scene: WeightScene) -> str:
    """Return what the picture shows."""
    if scene.space.n_entries == PLANE:
        return tr("Every point is a half-plane of weights: on the shaded side of its line it is an error.")
    return tr("Every point is a great circle of directions of θ: on its wrong side the point is an error.")


def solutions(space: WeightSpace) -> str:
    """Return what is known of the region of solutions."""
    if space.separable is None:
        return tr("Too close to tell whether there are weights without errors.")
    if not space.separable:
        names = _named(space.witness)
        return tr("There are no weights without errors: no θ is right about {points} at once.").format(points=names)
    assert space.region is not None
    holding = space.points[space.region.holding].tolist()
    words = ntr(
        "Green: the weights without errors (version space), held by {points} alone.",
        "Green: the weights without errors (version space), held by {count} points: {points}.",
        len(holding),
    )
    return words.format(count=grouped(len(holding)), points=_named(holding))


def what_is_left_out(space: WeightSpace) -> str:
    """Return how many borders are drawn, where they are not all; else nothing."""
    shown = len(space.points)
    if shown == space.n_points:
        return ""
    words = tr("Drawn are {shown} of {count} points: those that hold the region, and those nearest to θ*.")
    if not space.separable:
        words = tr("Drawn are {shown} of {count} points.")
    return words.format(shown=grouped(shown), count=grouped(space.n_points))


def said_below(scene: WeightScene) -> list[str]:
    """Return what is said below the picture, line by line."""
    lines = solutions(scene.space), the_way(scene), what_is_left_out(scene.space) or what_is_drawn(scene)
    return [line for line in lines if line]


def most_said_below(scene: WeightScene) -> list[str]:
    """Return lines that are as long as any that are said below the picture while the run moves on."""
    ways = _cycle(), _at_zero(), _thinned_way(1_000_000, 1_000)
    return [solutions(scene.space), max(ways, key=len), what_is_left_out(scene.space) or what_is_drawn(scene)]


def the_way(scene: WeightScene) -> str:
    """Return what is to be said of the way of θ."""
    way, is_sphere = scene.way, scene.space.n_entries > PLANE
    if len(way.round):
        return _cycle()
    if is_sphere and not way.current.any():
        return _at_zero()
    if not way.n_updates:
        return ""
    if way.is_thinned:
        return _thinned_way(way.n_updates, way.n_places)
    words = ntr(
        "Line with dots: θ after {count} update.", "Line with dots: θ after each of {count} updates.", way.n_updates
    )
    return words.format(count=grouped(way.n_updates))


def _cycle() -> str:
    return tr("The cycle is a closed way: θ comes back to where it was, and the run goes round for ever.")


def _at_zero() -> str:
    return tr("θ is 0 here: it has no direction, and is not on the sphere.")


def _thinned_way(n_updates: int, n_places: int) -> str:
    words = tr("Line with dots: θ on its way through {count} updates, of which {shown} places are drawn.")
    return words.format(count=grouped(n_updates), shown=grouped(n_places))


def about_point(scene: WeightScene, dataset: Dataset) -> str:
    """Return what is to be said of the border that is pointed at; while the run asks, nothing that answers."""
    if scene.lit is None:
        return ""
    point = int(scene.space.points[scene.lit])
    name = f"{index_text(point)} ({dataset.classes[int(dataset.labels[point])]})"
    if scene.is_veiled:
        return name
    constraints = scene.space.constraints
    side = int(constraints.sides_of(scene.way.values, np.flatnonzero(constraints.points == point))[0])
    wrong = tr("θ is on its border: an error") if side == 0 else tr("θ is on its wrong side: an error")
    verdict = tr("θ is on its right side") if side > 0 else wrong
    return f"{name}: {verdict}"


def about_tried(scene: WeightScene, settings: TrainingSettings) -> str:
    """Return which weights are tried, and how many errors they make; not while the run asks."""
    if scene.tried is None:
        return ""
    values: list[Fraction] = [decimal_fraction(value) for value in scene.tried]
    weights = values[: len(values) - settings.bias]
    from perceptron_gui.session.explanation.terms import vector_text  # after the first paint (A9)

    text = f"{spelled('w')} = {vector_text(weights) if len(weights) > 1 else number_text(weights[0])}"
    if settings.bias:
        text += f", {spelled('b')} = {number_text(values[-1])}"
    if scene.is_veiled:
        return text
    errors = scene.space.constraints.errors_under(values)
    return f"{text}: " + ntr("{count} error", "{count} errors", errors).format(count=grouped(errors))


def _named(points: Sequence[int]) -> str:
    names = [index_text(point) for point in points[:MOST_NAMES]]
    listed, left = ", ".join(names), len(points) - len(names)
    return tr("{names} and {count} more").format(names=listed, count=grouped(left)) if left else listed
