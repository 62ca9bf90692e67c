"""On a grid a model says what it says place by place, but quicker."""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.data.features.feature_map import FeatureMap
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.model.grid_scores import PlaneGrid, grid_scores, scores_at_places
from perceptron_gui.engine.model.models import DualModel, KernelExpansion, LinearModel, Model, MulticlassModel
from tests.engine.cases import IRRATIONAL

GENERATOR = np.random.default_rng(1)
ACROSS, UPWARDS = np.linspace(-2, 3, 23), np.linspace(-1.5, 1, 11)
HELD = np.array([0.4, -0.7, 1.1])
CURVED = {
    "poly": Kernel(KernelName.POLY, degree=3, coef0=0.5),
    "poly of degree 1": Kernel(KernelName.POLY, degree=1, coef0=0.0),
    **{name.value: Kernel(name, gamma=0.8) for name in IRRATIONAL},
    **{f"narrow {name}": Kernel(name, gamma=900.0) for name in IRRATIONAL},
}


def expanded(kernel: Kernel, n_rows: int = 1) -> KernelExpansion:
    """Return a sum over twelve points of three features, some with weight 0."""
    points, counts = GENERATOR.uniform(-2, 2, (12, 3)), GENERATOR.integers(-3, 4, (n_rows, 12))
    return KernelExpansion(kernel, 0.5, np.arange(12), points, counts)


def by_place(model: Model, grid: PlaneGrid) -> Floats:
    """Return the scores place by place."""
    ny, nx = grid.shape
    X = grid.places(np.tile(grid.across, ny), np.repeat(grid.upwards, nx))
    return scores_at_places(model, X).reshape(-1, ny, nx)


@pytest.mark.parametrize("axes", [(2, 0), (1, None)])
@pytest.mark.parametrize("name", CURVED)
def test_sums_of_kernels_on_a_grid_are_those_of_its_places(name: str, axes: tuple[int, int | None]) -> None:
    grid = PlaneGrid(ACROSS, UPWARDS, axes, HELD)
    for model in (
        DualModel(np.array([[-0.25]]), True, (0, 1), positive=1, expansion=expanded(CURVED[name])),
        MulticlassModel(np.array([[1.0], [0.0], [-2.0]]), True, (0, 1, 2), expansion=expanded(CURVED[name], 3)),
        DualModel(np.empty((1, 0)), False, (0, 1), positive=1, expansion=expanded(CURVED[name])),
    ):
        expected = by_place(model, grid)
        assert grid_scores(model, grid) == pytest.approx(expected, rel=1e-9, abs=1e-9 * np.abs(expected).max())


def test_a_sum_without_points_is_the_bias() -> None:
    nothing = KernelExpansion(
        CURVED["rbf"], 1.0, np.empty(0, dtype=np.int64), np.empty((0, 3)), np.empty((1, 0), dtype=np.int64)
    )
    model = DualModel(np.array([[2.5]]), True, (0, 1), positive=1, expansion=nothing)
    assert (grid_scores(model, PlaneGrid(ACROSS, UPWARDS, (0, 1), HELD)) == 2.5).all()


@pytest.mark.parametrize("degree", [1, 2, 3])
def test_features_on_a_grid_are_those_of_its_places(degree: int) -> None:
    names = ("a", "b", "c")
    n_weights = len(FeatureMap(degree).names(names))
    theta = GENERATOR.normal(size=(1, n_weights + 1))
    model = LinearModel(theta, True, (0, 1), positive=1, features=FeatureMap(degree), columns=names)
    grid = PlaneGrid(ACROSS, UPWARDS, (2, 1), HELD)
    assert grid_scores(model, grid) == pytest.approx(by_place(model, grid), rel=1e-9, abs=1e-9)


def test_kernels_of_features_go_place_by_place() -> None:
    phi, names = FeatureMap(2), ("a", "b")
    points = GENERATOR.normal(size=(4, 5))
    expansion = KernelExpansion(CURVED["poly"], 1.0, np.arange(4), points, np.array([[1, -1, 2, -2]]))
    model = DualModel(np.array([[0.0]]), True, (0, 1), positive=1, features=phi, columns=names, expansion=expansion)
    grid = PlaneGrid(ACROSS, UPWARDS, (0, 1), np.zeros(2))
    assert grid_scores(model, grid) == pytest.approx(by_place(model, grid))
