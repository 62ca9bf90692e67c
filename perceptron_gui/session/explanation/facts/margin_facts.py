"""The drawable geometry of margin and radius: street, circle, lines of θ* (T1–T3, T6)."""

from fractions import Fraction

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, present_in_training
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.model.regions import Cell, HalfPlane, binary_cells, class_cells, slice_plane
from perceptron_gui.engine.theory.separability import Analysis
from perceptron_gui.engine.theory.verdict import Verdict
from perceptron_gui.frozen import Frozen
from perceptron_gui.session.explanation.scores import root
from perceptron_gui.session.formula import nodes
from perceptron_gui.session.formula.line import line
from perceptron_gui.session.wording import Written, written

DIGITS = 4
"""Of a rounded length that is written beside what it measures."""
MOST_FEATURES = 2
"""A street or a circle among points of more features looks narrower or wider on two of them than it is."""


class Street(Frozen):
    """A strip without points around a line that separates them."""

    plane: HalfPlane  # a, b, c of the middle a·x + b·y + c = 0, with (a, b) of length 1 towards the + side
    half: float  # half the width
    name: str  # "ρ" of the widest street (T3), or "γ̂" of the margin without bias (T1)
    size: Written  # half the width as a number
    holders: tuple[int, ...]  # the points on its edges, exactly


class Radius(Frozen):
    """The circle around the origin that no point lies beyond."""

    name: str  # "M" with bias, since R̂ is that of x̂ = (x, 1) (T3); else "R̂" (T2)
    length: float  # in data units
    size: Written  # the length as a number


def street_facts(dataset: Dataset, analysis: Analysis) -> Street | None:
    """Return the widest street (T3) or, without bias, what is free of points around the line of θ* (T1).

    `analysis`: of these points. Returns None where there is none, or where it would not look as wide as it is.
    """
    verdict, street = analysis.verdict, analysis.street
    if dataset.n_features > MOST_FEATURES or verdict is None:
        return None
    if street is not None:
        plane = _plane(street.w.tolist(), street.b)
        return Street(plane, street.rho, str(line(nodes.HALF_WIDTH)), _root_text(street.squares.rho), street.kerbs)
    theta, square = verdict.separator, verdict.margin_squared
    if theta is None or square is None or verdict.margin is None or theta.shape != (dataset.n_features,):
        return None
    return Street(
        _plane(theta.tolist(), 0.0), verdict.margin, str(line(nodes.MARGIN)), _root_text(square), verdict.holders
    )


def radius_facts(dataset: Dataset, settings: TrainingSettings, analysis: Analysis) -> Radius | None:
    """Return the largest length of the points as they are drawn; R̂² is 1 more with bias (T2, T3).

    `analysis`: of these points. Returns None where there is none, or where it would not look as long as it is.
    """
    verdict = analysis.verdict
    if dataset.n_features > MOST_FEATURES or verdict is None:
        return None
    square = verdict.radius_squared - settings.bias
    length = root(square)
    name = line(nodes.PLAIN_RADIUS if settings.bias else nodes.RADIUS)
    return Radius(str(name), float(length), written(length, DIGITS)) if square else None


def optimal_cells(
    dataset: Dataset, settings: TrainingSettings, verdict: Verdict, axes: tuple[int, int | None], rectangle: "Rectangle"
) -> list[Cell]:
    """Return the regions of θ*, the direction of the largest margin (T1), or of its rows, class by class (T6).

    `verdict`: of these points. `axes`: the features across and upwards; the others are held at their means.
    `rectangle`: data units.
    """
    theta = verdict.separator
    if theta is None:
        return []
    held = dataset.X.mean(axis=0) if dataset.n_features > MOST_FEATURES else np.zeros(dataset.n_features)
    planes = [slice_plane(row, axes, held, settings.bias) for row in np.atleast_2d(theta)]
    is_binary, present = theta.ndim == 1, present_in_training(dataset)
    return binary_cells(planes[0], rectangle) if is_binary else class_cells(planes, present, rectangle)


Rectangle = tuple[float, float, float, float]


def _plane(w: list[float], b: float) -> HalfPlane:
    return w[0], w[1] if len(w) > 1 else 0.0, b


def _root_text(square: Fraction) -> Written:
    return written(root(square), DIGITS)
