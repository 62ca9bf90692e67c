"""The Gram matrix beside figures of scikit-learn 1.9.1 with numpy 2.4.6 (D5).

Made by `sklearn.metrics.pairwise`: ``polynomial_kernel(X, degree=p, gamma=1, coef0=c)`` and ``rbf_kernel(X, gamma=g)``
of `POINTS`; the lower half, row by row. To repeat: `python3 dev.py setup test referee`, and the same two calls.
"""

from __future__ import annotations

import numpy as np
import pytest

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.training.training_data import make_training_data

POINTS = [[0.3, -1.2], [2.0, 0.7], [-1.5, 2.5], [0.0, 0.0], [4.1, -3.3]]
FIGURES = {
    Kernel(KernelName.POLY, degree=2, coef0=1.0): (
        *(6.400899999999999, 0.5776, 30.140100000000004, 6.002499999999999, 0.0625, 90.25, 1.0, 1.0, 1.0, 1.0),
        *(38.31609999999999, 47.4721, 179.55999999999997, 1.0, 823.6899999999999),
    ),
    Kernel(KernelName.POLY, degree=3, coef0=0.5): (
        *(8.365426999999997, 0.017576000000000012, 124.25149900000001, -25.67237499999999, -0.421875, 729.0),
        *(0.125, 0.125, 0.125, 0.125, 184.22000899999995, 260.91711899999996, -2685.6189999999992, 0.125, 22425.768),
    ),
    Kernel(KernelName.POLY, degree=5, coef0=0.0): (
        *(8.384113599299994, -0.0007962623999999989, 1824.8690477249004, -488.7597965624998, -3.0517578125),
        *(44370.53125, 0.0, 0.0, 0.0, 0.0, 3765.6225778598982, 7088.861216194898, -619173.6422399997, 0.0),
        16307930.251569998,
    ),
    Kernel(KernelName.RBF, gamma=1.0): (
        *(1.0, 0.0015034391929775724, 1.0, 4.44011707328001e-08, 1.8740383558167906e-07, 1.0, 0.21653566731600707),
        *(0.011220643809589084, 0.00020346836901064417, 1.0, 6.509520756166848e-09, 1.3678851171007343e-09),
        *(5.900090541597061e-29, 9.33346388345773e-13, 1.0),
    ),
    Kernel(KernelName.RBF, gamma=0.05): (
        *(1.0, 0.7225273536420722, 1.0, 0.4289135051839156, 0.4609341904870371, 1.0, 0.926352914288822),
        *(0.7989155766999219, 0.6537697851298473, 1.0, 0.3896524854654858, 0.36041468776984786),
        *(0.03877420783172201, 0.25032379979169617, 1.0),
    ),
}
CLOSE = {"rtol": 1e-12, "atol": 1e-15}
"""scikit-learn finds distances by a product of matrices, and sums in another order."""


@pytest.mark.parametrize("kernel", FIGURES)
def test_the_gram_matrix_is_that_of_scikit_learn(kernel: Kernel) -> None:
    data = make_training_data(Dataset.of(POINTS, [0, 1, 0, 1, 0]), TrainingSettings(mode=Mode.DUAL, kernel=kernel))
    lower = np.tril_indices(len(POINTS))
    held = np.array([data.gram.row(i) for i in range(len(POINTS))])
    np.testing.assert_allclose(held[lower] * float(data.scale.score_unit), FIGURES[kernel], **CLOSE)
    assert (held == held.T).all()
    X = np.array(POINTS)
    np.testing.assert_allclose(kernel.function.values(X, X)[lower], FIGURES[kernel], **CLOSE)
