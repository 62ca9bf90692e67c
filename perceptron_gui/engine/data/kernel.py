"""Which product of two points the dual and kernel multiclass compute, and the list of all kernels (D5)."""

from enum import StrEnum
from typing import Annotated

from perceptron_gui.engine.data.kernels.exponential import FACTOR
from perceptron_gui.engine.data.kernels.function import KernelFunction, Parameter
from perceptron_gui.engine.data.kernels.gaussian import Gaussian
from perceptron_gui.engine.data.kernels.laplacian import Laplacian
from perceptron_gui.engine.data.kernels.linear import Linear
from perceptron_gui.engine.data.kernels.polynomial import CONSTANT, DEGREE, Polynomial
from perceptron_gui.frozen import Frozen


class KernelName(StrEnum):
    """The kernels, as options and sessions name them."""

    LINEAR = "linear"
    POLY = "poly"
    RBF = "rbf"
    LAPLACIAN = "laplacian"


FUNCTIONS: dict[KernelName, type[KernelFunction]] = {
    KernelName.LINEAR: Linear,
    KernelName.POLY: Polynomial,
    KernelName.RBF: Gaussian,
    KernelName.LAPLACIAN: Laplacian,
}
"""What each is: all else of the program asks it."""
OWNERS: dict[str, tuple[Parameter, ...]] = {
    name: tuple(each for kind in FUNCTIONS.values() for each in kind.parameters if each.name == name)
    for name in dict.fromkeys(each.name for kind in FUNCTIONS.values() for each in kind.parameters)
}
"""The numbers of kernels by the name of their field, as each kernel that has such a number says it."""


class Kernel(Frozen):
    """A kernel, with the numbers of all. Raises `SettingsError` when a value is out of its range."""

    name: KernelName = KernelName.LINEAR
    degree: Annotated[int, DEGREE.limits] = 2  # p of a polynomial
    coef0: Annotated[float, CONSTANT.limits] = 1.0  # c of a polynomial
    gamma: Annotated[float, FACTOR] = 1.0  # g beside a distance

    def __post_init__(self) -> None:
        """Raise `SettingsError` for invalid numbers, also for one that this kernel does not use."""
        own = {each.name: each for each in FUNCTIONS[self.name].parameters}
        for name, owners in OWNERS.items():
            own.get(name, owners[0]).check(getattr(self, name))

    @property
    def function(self) -> KernelFunction:
        """What it computes, and all else that depends on which kernel it is."""
        return FUNCTIONS[self.name](**self.numbers)

    @property
    def numbers(self) -> dict[str, float]:
        """The numbers that it depends on, by the names of their fields."""
        return {each.name: getattr(self, each.name) for each in FUNCTIONS[self.name].parameters}

    @property
    def label(self) -> str:
        """Its name among other rules; empty for the linear one, which goes without saying."""
        return self.name.value if self.is_curved else ""

    @property
    def is_curved(self) -> bool:
        """Whether the boundary may be curved, so that there is no w."""
        return FUNCTIONS[self.name].is_curved

    @property
    def essence(self) -> "Kernel":
        """The same kernel with unused numbers reset to their defaults."""
        return Kernel(self.name, **self.numbers)  # type: ignore[arg-type]  # p is whole


LINEAR = Kernel()
