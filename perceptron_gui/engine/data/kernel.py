"""Kernels: which product of two points the dual and kernel multiclass compute (D5)."""

from __future__ import annotations

import math
from enum import StrEnum
from typing import Annotated

from perceptron_gui.engine.data.settings_error import MAX_ABS, SettingsError, as_typed
from perceptron_gui.frozen import Frozen, Meta
from perceptron_gui.translation import tr

LARGEST_DEGREE = 10


class KernelName(StrEnum):
    """The kernels (D5)."""

    LINEAR = "linear"
    POLY = "poly"
    RBF = "rbf"


class Kernel(Frozen):
    """K(x, z): x·z, (x·z + c)^p or exp(−g‖x − z‖²) (D5). Raises `SettingsError` when a value is out of its range."""

    name: KernelName = KernelName.LINEAR
    degree: Annotated[int, Meta(ge=1, le=LARGEST_DEGREE)] = 2  # p, 1 to 10; of the polynomial kernel
    # c, 0 to 10¹²; of the polynomial kernel. Below 0 it would be no kernel: no features have such products
    coef0: Annotated[float, Meta(ge=0, le=MAX_ABS)] = 1.0
    gamma: Annotated[float, Meta(gt=0, le=MAX_ABS)] = 1.0  # g, above 0 and at most 10¹²; of the Gaussian kernel

    def __post_init__(self) -> None:
        """Reject what makes no sense."""
        if not 1 <= self.degree <= LARGEST_DEGREE:
            words = tr("The degree of the kernel must be a whole number from 1 to {most}, not {value}.")
            raise SettingsError(words.format(most=LARGEST_DEGREE, value=self.degree))
        if not (math.isfinite(self.coef0) and 0 <= self.coef0 <= MAX_ABS):
            words = tr("The constant of the polynomial kernel must be a number from 0 to 10¹², not {value}.")
            raise SettingsError(words.format(value=as_typed(self.coef0)))
        if not (math.isfinite(self.gamma) and 0 < self.gamma <= MAX_ABS):
            words = tr("The factor of the Gaussian kernel must be a number above 0 and at most 10¹², not {value}.")
            raise SettingsError(words.format(value=as_typed(self.gamma)))

    @property
    def is_curved(self) -> bool:
        """Whether the boundary may be curved, so that there is no w."""
        return self.name is not KernelName.LINEAR

    @property
    def essence(self) -> Kernel:
        """The same kernel, with what it does not depend on as it is by default."""
        if self.name is KernelName.POLY:
            return Kernel(self.name, degree=self.degree, coef0=self.coef0)
        return Kernel(self.name, gamma=self.gamma) if self.name is KernelName.RBF else LINEAR


LINEAR = Kernel()
