"""The Gaussian kernel exp(−g‖x − z‖²) (D5, T7)."""

import math
from typing import ClassVar

from perceptron_gui.engine.data.kernels.exponential import FACTOR, Exponential
from perceptron_gui.engine.data.kernels.function import HALF_ULP, Distance, Floats, KernelWords, Parameter, Piece
from perceptron_gui.translation import N_


class Gaussian(Exponential):
    """exp(−g‖x − z‖²)."""

    words: ClassVar = KernelWords(
        name=N_("Gaussian"),
        meaning=N_("K(x, z) = exp(−g‖x − z‖²): any shape; a larger g gives finer detail"),
        action=N_("Gaussian kernel"),
        hint=N_("exp(−g‖x − z‖²): a ring, moons, spirals"),
        key="G",
        formula="exp(-{gamma}·‖x - z‖²)",
        owner=N_("of the Gaussian kernel"),
        no_primal=N_("Only in the dual: the Gaussian kernel uses infinitely many features, too many for any w."),
    )
    parameters: ClassVar = (
        Parameter(
            name="gamma",
            symbol="g",
            limits=FACTOR,
            tip=N_("Factor g of the Gaussian kernel: a number above 0; larger means narrower"),
            refusal=N_("The factor of the Gaussian kernel must be a number above 0 and at most 10¹², not {value}."),
            option=N_("g of the Gaussian kernel exp(-g‖x - z‖²), above 0 (1)"),
            wanted=N_("a number above 0, such as 0.5"),
            too_small=N_("g must be above 0."),
        ),
    )

    kind: ClassVar = 1
    power: ClassVar = 2
    row_meaning: ClassVar = N_(
        "The Gaussian kernel of every point with x, a row of the Gram matrix: exp(-gamma * distance squared)."
    )
    term: ClassVar = "(X[:, j] - x[j]) * (X[:, j] - x[j])"

    def to_terms(self, differences: Floats) -> None:
        """See `Exponential`."""
        differences *= differences

    def error_of_exponent(self, sizes: Floats) -> tuple[float, float]:
        """See `Exponential`: with M² the sum of all sizes² differences are off by at most 4·M half last places."""
        size = math.sqrt(float((sizes * sizes).sum()))
        return 8 * HALF_ULP * math.sqrt(self.gamma) * size, self.gamma * (4 * HALF_ULP * size) ** 2

    def formula(self) -> tuple[Piece, ...]:
        """See `KernelFunction`."""
        return "exp", "(", "−", *((self.gamma, "·") if self.gamma != 1 else ()), Distance(power="2"), ")"
