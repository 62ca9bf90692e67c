"""The linear kernel x·z: the scalar product itself, a polynomial of degree 1 without a constant (D3, D5)."""

from typing import ClassVar

from perceptron_gui.engine.data.kernels.function import Dot, Floats, KernelWords, Piece
from perceptron_gui.engine.data.kernels.polynomial import Polynomial
from perceptron_gui.translation import N_


class Linear(Polynomial):
    """x·z."""

    degree: int = 1
    coef0: float = 0.0

    words: ClassVar = KernelWords(
        name=N_("linear"),
        meaning=N_("K(x, z) = x·z: a straight boundary"),
        action=N_("Linear kernel"),
        hint=N_("x·z: a straight boundary"),
        key="K",
        formula="x·z",
        owner="",
        no_primal="",
    )
    parameters: ClassVar = ()
    is_curved: ClassVar = False

    def values(self, left: Floats, right: Floats) -> Floats:
        """See `KernelFunction`: the sum as it is, which may be −0."""
        from perceptron_gui.engine.data.kernels.sums import dots

        return dots(left, right)

    def constants(self) -> tuple[tuple[str, float], ...]:
        """See `KernelFunction`: it has none."""
        return ()

    def formula(self) -> tuple[Piece, ...]:
        """See `KernelFunction`."""
        return (Dot(),)
