"""Entries of the Gram matrix of held points (D5, E2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.kernel_scale import sum_places
from perceptron_gui.engine.model.kernel_values import kernel_values
from perceptron_gui.engine.native import loader
from perceptron_gui.engine.native.structures import KernelNumbers

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats
    from perceptron_gui.engine.exact.scale import Scale


class HeldKernel:
    """K of held points: times a power of ten, whole, where the run is exact. `scale`: how the run holds its numbers."""

    def __init__(self, kernel: Kernel, scale: Scale) -> None:
        self._kernel = kernel
        self._factor, self._constant = 1.0, kernel.coef0
        if scale.is_exact:
            places = sum_places(kernel, scale.places)
            self._factor = 10.0 ** (places - 2 * scale.places)
            self._constant = float(decimal_fraction(kernel.coef0) * 10**places)

    def products(self, left: Floats, right: Floats) -> Floats:
        """Return K of every pair of held points.

        `left`: shape (n_left, n_features): the first of each pair. `right`: shape (n_right, n_features): the second of
        each pair. Returns shape (n_left, n_right).
        """
        return kernel_values(self._kernel, left, right, self._factor, self._constant)

    def largest_square(self, points: Floats) -> float:
        """Return the largest K of a point with itself, up to rounding; 0 without points.

        `points`: shape (n_samples, n_features): held.
        """
        if self._kernel.name is KernelName.RBF:
            return 1.0
        squares = np.einsum("ij,ij->i", points, points)
        base = float(squares.max(initial=0.0)) * self._factor + self._constant
        with np.errstate(over="ignore"):
            return float(np.float64(base) ** self._kernel.degree)

    @property
    def numbers(self) -> KernelNumbers:
        """The same for the compiled loop."""
        kernel = self._kernel
        is_gaussian = kernel.name is KernelName.RBF
        return KernelNumbers(is_gaussian, kernel.degree, -kernel.gamma if is_gaussian else self._factor, self._constant)


class HeldRows:
    """Rows of the Gram matrix. `inputs`: shape (n_samples, n_features): held points."""

    def __init__(self, kernel: HeldKernel, inputs: Floats) -> None:
        self._kernel, self._columns = kernel, np.ascontiguousarray(inputs.T)

    def entries(self, index: int, start: int, stop: int) -> Floats:
        """Return K(x_i, x_j) of one i and some j.

        `index`: i. `start`, `stop`: the first j, and the one after the last. Returns shape (stop − start,).
        """
        if loader.library is not None:
            return loader.library.gram_row(self._kernel.numbers, self._columns, index, start, stop)
        left, right = self._columns[:, index : index + 1].T, self._columns[:, start:stop].T
        row: Floats = self._kernel.products(left, right)[0]
        return row
