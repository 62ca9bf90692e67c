"""Entries of the Gram matrix of held points (D5, E2)."""

from __future__ import annotations

import numpy as np

from perceptron_gui.engine.data.dataset import Floats
from perceptron_gui.engine.data.kernel import Kernel
from perceptron_gui.engine.exact.fixed_point import decimal_fraction
from perceptron_gui.engine.exact.kernel_scale import sum_places
from perceptron_gui.engine.exact.scale import Scale
from perceptron_gui.engine.model.kernel_values import kernel_values
from perceptron_gui.engine.training.held_arrays import HeldArrays


class HeldKernel:
    """K of pairs of held points: times a power of ten, whole, where the run is exact.

    Parameters
    ----------
    kernel : Kernel
    scale : Scale
        How the run holds its numbers.
    arrays : HeldArrays
        Its points.
    """

    def __init__(self, kernel: Kernel, scale: Scale, arrays: HeldArrays) -> None:
        self._kernel, self._columns = kernel, np.ascontiguousarray(arrays.inputs.T)
        self._factor, self._constant = 1.0, kernel.coef0
        if scale.is_exact:
            places = sum_places(kernel, scale.places)
            self._factor = 10.0 ** (places - 2 * scale.places)
            self._constant = float(decimal_fraction(kernel.coef0) * 10**places)

    def entries(self, index: int, start: int, stop: int) -> Floats:
        """Return K(x_i, x_j) of one i and some j.

        Parameters
        ----------
        index : int
            i.
        start, stop : int
            The first j, and the one after the last.

        Returns
        -------
        ndarray of float64, shape (stop − start,)
        """
        row: Floats = self.between([index], slice(start, stop))[0]
        return row

    def between(self, indices: list[int], others: slice) -> Floats:
        """Return K(x_i, x_j) of some i and some j, shape (n_indices, n_others).

        Parameters
        ----------
        indices : list of int
            The i.
        others : slice
            The j.
        """
        left, right = self._columns[:, indices].T, self._columns[:, others].T
        return kernel_values(self._kernel, left, right, self._factor, self._constant)
