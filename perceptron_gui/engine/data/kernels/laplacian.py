"""The Laplacian kernel exp(−g‖x − z‖₁), with ‖x − z‖₁ = Σ |x_j − z_j| (D5, T7)."""

from typing import ClassVar

from perceptron_gui.engine.data.kernels.exponential import FACTOR, Exponential
from perceptron_gui.engine.data.kernels.function import HALF_ULP, Distance, Floats, KernelWords, Parameter, Piece
from perceptron_gui.translation import N_


class Laplacian(Exponential):
    """exp(−g‖x − z‖₁)."""

    words: ClassVar = KernelWords(
        name=N_("Laplacian"),
        meaning=N_("K(x, z) = exp(−g‖x − z‖₁): any shape, with corners; a larger g gives finer detail"),
        action=N_("Laplacian kernel"),
        hint=N_("exp(−g‖x − z‖₁): any shape, with corners"),
        key="",
        formula="exp(-{gamma}·‖x - z‖₁)",
        owner=N_("of the Laplacian kernel"),
        no_primal=N_("Only in the dual: the Laplacian kernel uses infinitely many features, too many for any w."),
    )
    parameters: ClassVar = (
        Parameter(
            name="gamma",
            symbol="g",
            limits=FACTOR,
            tip=N_("Factor g of the Laplacian kernel: a number above 0; larger means narrower"),
            refusal=N_("The factor of the Laplacian kernel must be a number above 0 and at most 10¹², not {value}."),
            option=N_("g of the Laplacian kernel exp(-g‖x - z‖₁), above 0 (1)"),
            wanted=N_("a number above 0, such as 0.5"),
            too_small=N_("g must be above 0."),
        ),
    )

    kind: ClassVar = 2
    power: ClassVar = 1
    row_meaning: ClassVar = N_(
        "The Laplacian kernel of every point with x, a row of the Gram matrix: exp(-gamma * sum of all differences)."
    )
    term: ClassVar = "np.abs(X[:, j] - x[j])"

    def to_terms(self, differences: Floats) -> None:
        """See `Exponential`."""
        import numpy as np

        np.abs(differences, out=differences)

    def error_of_exponent(self, sizes: Floats) -> tuple[float, float]:
        """See `Exponential`: the difference of each coordinate is off by at most four half last places of its size."""
        return 0.0, self.gamma * 4 * HALF_ULP * float(sizes.sum())

    def formula(self) -> tuple[Piece, ...]:
        """See `KernelFunction`."""
        return "exp", "(", "−", *((self.gamma, "·") if self.gamma != 1 else ()), Distance(index="1"), ")"
