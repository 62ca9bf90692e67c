"""Margins and bounds that can be looked up or found by pencil, with their source (T1–T6).

By pencil: γ̂ = 1/‖θ‖ for the shortest θ with y·θ·x̂ ≥ 1 at every point, which symmetry leaves one or two numbers of.
Sources: docs/spec.md; Rosenblatt's and Minsky and Papert's Boolean functions (Perceptrons, 1969): conjunction,
disjunction, majority, and parity, whose parts are separable and whose whole is only with a product as a feature; the
three points of Li Hang's lectures (Statistical Learning Methods, 2012, examples 2.1 and 7.1).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.theory.separability import Analysis, analyze
from perceptron_gui.files.points.points_file import read_points
from perceptron_gui.files.points.sample_files import IRIS
from tests.engine.certificates import assert_certified

Points = Sequence[Sequence[float]]

TEXTBOOK: Points = [(3, 3), (4, 3), (1, 1)]
SQUARE: Points = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
SIGNS = list(product((-1, 1), repeat=2))


def bits(n: int) -> list[tuple[int, ...]]:
    """Return the corners of the unit cube."""
    return list(product((0, 1), repeat=n))


def with_product(points: Sequence[Sequence[float]]) -> Points:
    """Return points of two features with their product as a third."""
    return [(a, b, a * b) for a, b in points]


def of(points: Points, is_positive: Callable[..., object]) -> tuple[Points, list[int]]:
    """Return points with the classes that a rule gives them."""
    return points, [int(bool(is_positive(*point))) for point in points]


WITH_BIAS = {
    # name: (points, classes), 1/γ̂² = ‖θ‖², R̂², and what the shortest θ = (w, b) is.
    "textbook: (1, 1, -4)/2": ((TEXTBOOK, [1, 1, 0]), Fraction(9, 2), 26),
    "two points 0.1 from the origin: (10, 0)": (([(0.1,), (-0.1,)], [1, 0]), 100, Fraction(101, 100)),
    "two points at ±1: (1, 0)": (([(1,), (-1,)], [1, 0]), 1, 2),
    "halved three times: (8, 0)": (([(0.125,), (-0.125,)], [1, 0]), 64, Fraction(65, 64)),
    "square: (1, 0, 0)": (of(SQUARE, lambda x, _: x > 0), 1, 3),
    "square at x = 10: (1, 0, -10)": (of([(x + 10, y) for x, y in SQUARE], lambda x, _: x > 10), 101, 123),
    "and: (2, 2, -3)": (of(bits(2), lambda *x: all(x)), 17, 3),
    "not and: (-2, -2, 3)": (of(bits(2), lambda *x: not all(x)), 17, 3),
    "or: (2, 2, -1)": (of(bits(2), lambda *x: any(x)), 9, 3),
    "and of signs: (1, 1, -1)": (of(SIGNS, lambda *x: min(x) > 0), 3, 3),
    "and of three: (2, 2, 2, -5)": (of(bits(3), lambda *x: all(x)), 37, 4),
    "or of three: (2, 2, 2, -1)": (of(bits(3), lambda *x: any(x)), 13, 4),
    "majority of three: (2, 2, 2, -3)": (of(bits(3), lambda *x: sum(x) > 1), 21, 4),
    "parity without (1, 1): (-2, -2, 1)": (of(bits(2)[:3], lambda *x: sum(x) == 0), 9, 2),
    "parity with a product: (-2, -2, 4, 1)": (of(with_product(bits(2)), lambda a, b, _: a == b), 25, 4),
    "parity of signs with a product: (0, 0, 1, 0)": (of(with_product(SIGNS), lambda a, b, _: a == b), 1, 4),
    "simplex of one class: (1, 1, 1, 3)/4": ((np.eye(3).tolist(), [1, 1, 1]), Fraction(3, 4), 2),
}  # fmt: skip
THROUGH_THE_ORIGIN = {
    "a single point: itself": (([(3, 4)], [1]), Fraction(1, 25), 25),
    "3 orthogonal points: (1, 1, 1)": ((np.eye(3).tolist(), [1, 1, 1]), 3, 1),
    "10 orthogonal points: all ±1": ((np.eye(10).tolist(), [0, 1] * 5), 10, 1),
    "square: (1, 0)": (of(SQUARE, lambda x, _: x > 0), 1, 2),
}


def analysis_of(points: Points, labels: list[int], **settings: object) -> Analysis:
    """Analyse points, check the certificate in fractions, and return what was found."""
    dataset = Dataset.of(points, labels, [str(k) for k in range(max(2, *labels) + 1)] if max(labels) > 1 else "-+")
    chosen = TrainingSettings(**({"positive": 1} | settings))  # type: ignore[arg-type]
    analysis = analyze(dataset, chosen)
    assert analysis.verdict is not None
    assert_certified(dataset, chosen, analysis.verdict)
    return analysis


@pytest.mark.parametrize("bias", [True, False])
def test_margins_radii_and_bounds_are_those_of_the_pencil(bias: bool) -> None:
    for name, (given, inverse, square) in (WITH_BIAS if bias else THROUGH_THE_ORIGIN).items():
        analysis = analysis_of(*given, bias=bias)
        assert analysis.verdict is not None
        assert analysis.bound is not None
        assert analysis.verdict.margin_squared == 1 / Fraction(inverse), name
        assert analysis.verdict.radius_squared == square, name
        assert analysis.bound.exact == square * Fraction(inverse), name


@pytest.mark.parametrize("n", [2, 3])
def test_parity_has_no_margin(n: int) -> None:
    """Minsky and Papert: its order is n; the even corners and the odd ones have the same centre."""
    analysis = analysis_of(*of(bits(n), lambda *x: sum(x) % 2))
    assert analysis.verdict is not None
    assert analysis.verdict.margin == 0
    assert analysis.bound is None


@pytest.mark.parametrize("n_classes", [2, 3, 4, 7])
def test_one_point_a_class_on_the_axes_has_the_bound_of_the_pencil(n_classes: int) -> None:
    """T6: (K − 1)/K for the own class, −1/K for the others: ‖W‖² = K − 1, and the bound is 2(K − 1)."""
    settings = {"mode": Mode.MULTICLASS, "bias": False, "positive": None}
    analysis = analysis_of(np.eye(n_classes).tolist(), list(range(n_classes)), **settings)
    assert analysis.verdict is not None
    assert analysis.bound is not None
    assert analysis.verdict.margin_squared == Fraction(1, n_classes - 1)
    assert analysis.bound.exact == 2 * (n_classes - 1)


def test_the_textbook_has_the_bounds_of_the_specification() -> None:
    """T3, T4, T5 and T6 by pencil: 117, 107, 351 and 117."""
    plain = analysis_of(TEXTBOOK, [1, 1, 0])
    assert plain.street is not None
    assert plain.street.bound == 117
    begun = analysis_of(TEXTBOOK, [1, 1, 0], initial=(1.0, 1.0, -2.0))
    batch = analysis_of(TEXTBOOK, [1, 1, 0], order=Order.BATCH)
    classes = analysis_of(TEXTBOOK, [1, 1, 0], mode=Mode.MULTICLASS, positive=None)
    bounds = [analysis.bound for analysis in (begun, batch, classes)]
    assert [bound and bound.at_most for bound in bounds] == [107, 351, 117]


# What scikit-learn 1.9.1 finds: SVC(kernel="linear", C=1e10, tol=1e-12); 1/‖w‖, w/‖w‖, b/‖w‖.
SVC = {
    "textbook": (1.414213562373095, [0.7071067811865475, 0.7071067811865475], -2.82842712474619),
    "and": (0.35355339059327373, [0.7071067811865475, 0.7071067811865475], -1.0606601717798212),
    "majority of three": (0.2886751345948633, [0.57735026919] * 3, -0.8660254037844386),
    "setosa": (
        0.8175565175632606,
        [-0.03763565830642998, 0.4265371617045806, -0.8201432345541445, -0.37949266359694955],
        1.1859148803195334,
    ),
    "petals of setosa": (0.6519203502354869, [-0.8436614877321076, -0.5368754921931593], 2.469627286031577),
}


def the_iris(first: int) -> tuple[Points, list[int]]:
    """Return the columns of the irises from `first` on; setosa is +."""
    dataset = read_points(IRIS).dataset
    setosa = dataset.classes.index("setosa")
    return dataset.X[:, first:].tolist(), [int(label == setosa) for label in dataset.labels.tolist()]


def test_the_widest_street_is_the_one_of_a_hard_margin_svc() -> None:
    sets = {
        "textbook": (TEXTBOOK, [1, 1, 0]),
        "and": of(bits(2), lambda *x: all(x)),
        "majority of three": of(bits(3), lambda *x: sum(x) > 1),
        "setosa": the_iris(0),
        "petals of setosa": the_iris(2),
    }
    for name, (rho, w, b) in SVC.items():
        street = analysis_of(*sets[name]).street
        assert street is not None
        assert street.rho == pytest.approx(rho, rel=1e-6), name
        assert street.w.tolist() == pytest.approx(w, rel=1e-5), name
        assert street.b == pytest.approx(b, rel=1e-6), name
