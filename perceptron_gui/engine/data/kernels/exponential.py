"""Kernels exp(−g·D(x, z)) of a distance D that is a sum over the coordinates: rounded, of endlessly many features."""

import math
from abc import abstractmethod
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import ClassVar, Never

from perceptron_gui.engine.data import MAX_ABS
from perceptron_gui.engine.data.kernels import function as kernels
from perceptron_gui.engine.data.kernels.function import Axes, Floats, Lines
from perceptron_gui.frozen import Meta
from perceptron_gui.translation import N_

FACTOR = Meta(gt=0, le=MAX_ABS)
"""For `Annotated[…]`: of g."""
FARTHEST = 745.0
"""From there on e to the power of minus that is no double."""
MOST_IN_EXPONENT = 1e-3
"""Up to this error of its exponent, e to the power of it changes by no more than twice the part."""
EXPONENTIAL = kernels.Code(
    "exponential(t)",
    N_(
        "e to the power of t, from sums and products alone: another library's exp may differ in the last digit, "
        "and where f is exactly 0 that digit would decide."
    ),
    (
        "    t = np.maximum(t, -800.0)  # e^-800 is 0 in floating point",
        "    twos = np.rint(t * (1.0 / math.log(2.0)))",
        '    rest = (t - twos * float.fromhex("0x1.62e42feep-1")) - twos * float.fromhex("0x1.a39ef35793c76p-33")',
        "    total = np.full_like(rest, 1.0 / math.factorial(13))",
        "    for k in reversed(range(13)):",
        "        total = total * rest + 1.0 / math.factorial(k)",
        "    return np.ldexp(total, twos.astype(int))",
    ),
)


class Exponential(kernels.KernelFunction):
    """exp(−g·D(x, z)): 1 of a point with itself, and never a decimal otherwise.

    The Fourier transform is above 0 everywhere, so that different places are independent among its features (Wendland
    2005).
    """

    gamma: float

    kind: ClassVar[int]
    """Its number in visits.c."""
    power: ClassVar[int]
    """Of points s times as far from each other D is s to the power of this times as large."""
    row_meaning: ClassVar[str]
    """What its code returns, marked for translation."""
    term: ClassVar[str]
    """What column j adds to D, in its code."""

    is_curved: ClassVar = True
    is_decimal: ClassVar = False
    tells_all_apart: ClassVar = True
    needs_math: ClassVar = True

    @abstractmethod
    def to_terms(self, differences: Floats) -> None:
        """Turn differences of coordinates, of any shape, into what they add to D, in place."""

    @abstractmethod
    def error_of_exponent(self, sizes: Floats) -> tuple[float, float]:
        """Return how far decimals that are stored in doubles move g·D =: t, without the roundings of the sum: a·√t + c.

        `sizes`: shape (n_features,): the largest |x_j|, 0 where differences are exact. Returns a and c.
        """

    def values(self, left: Floats, right: Floats) -> Floats:
        """See `KernelFunction`."""
        from perceptron_gui.engine.data.kernels.sums import distances, exp_of

        total = distances(left, right, self.to_terms)
        total *= -self.gamma
        return exp_of(total)

    def squares(self, X: Floats) -> Floats:
        """See `KernelFunction`."""
        import numpy as np

        return np.ones(len(X))

    def largest_square(self, of_points: Callable[[], Fraction]) -> Fraction:
        """See `KernelFunction`."""
        return Fraction(1)

    def product(self, x: Sequence[kernels.Exact], z: Sequence[kernels.Exact]) -> float:
        """See `KernelFunction`."""
        import numpy as np

        pair = np.array([[*map(float, x)], [*map(float, z)]])
        value: float = self.values(pair[:1], pair[1:])[0, 0]
        return float(value)

    def whole_places(self, places: int) -> None:
        """See `KernelFunction`."""

    def held(self, places: int) -> Never:
        """See `KernelFunction`: there is none."""
        raise TypeError(f"{self} is no decimal")

    def of_whole(self, places: int) -> kernels.KernelFunction:
        """See `KernelFunction`."""
        return type(self)(self.gamma / 10.0 ** (self.power * places))

    def roundings(self, n_features: int) -> Never:
        """See `KernelFunction`: there is no exact K that it could be compared with."""
        raise TypeError(f"{self} is no decimal")

    def rounding(self, X: Floats, is_whole: bool) -> float:
        """See `KernelFunction`: g and the sums of n features change t by b·t, besides `error_of_exponent`.

        Times e^(−t), √t is at most 0.43 and t at most 0.37.
        """
        import numpy as np

        a, c = self.error_of_exponent(np.abs(X).max(axis=0, initial=0.0) * (not is_whole))
        b: float = (X.shape[1] + 8) * kernels.HALF_ULP
        if not a * math.sqrt(FARTHEST) + b * FARTHEST + c <= MOST_IN_EXPONENT:
            return math.inf
        return 2 * (0.43 * a + 0.37 * b + c) + kernels.SERIES * kernels.HALF_ULP

    def seen_places(self, X: Floats) -> Floats:
        """See `KernelFunction`."""
        return X + 0.0

    def n_monomials(self, n_features: int) -> None:
        """See `KernelFunction`."""

    def monomials(self, n_features: int) -> kernels.Monomials:
        """See `KernelFunction`: there is no end of them."""
        raise TypeError(f"{self} has endlessly many features")

    def on_grid(self, points: Floats, weights: Floats, lines: Lines, axes: Axes, held: Floats) -> Floats:
        """See `KernelFunction`: a factor for each coordinate, so that the whole grid is one product of matrices."""
        import numpy as np

        from perceptron_gui.engine.data.kernels.sums import drawn_exp

        def factors(differences: Floats) -> Floats:
            self.to_terms(differences)
            return drawn_exp(-self.gamma * differences)

        hidden = [j for j in range(len(held)) if j not in axes]
        if hidden:
            away = points[:, hidden] - held[hidden]
            self.to_terms(away)
            weights = weights * drawn_exp(-self.gamma * away.sum(axis=1))
        left = factors(lines[0][:, np.newaxis] - points[:, axes[0]])
        if axes[1] is None:
            return np.repeat((left @ weights)[np.newaxis], len(lines[1]), axis=0)
        right = factors(lines[1][:, np.newaxis] - points[:, axes[1]])
        on_grid: Floats = (right * weights) @ left.T
        return on_grid

    def loop_numbers(self) -> kernels.LoopNumbers:
        """See `KernelFunction`."""
        return self.kind, 0, -self.gamma, 0.0

    def constants(self) -> tuple[tuple[str, float], ...]:
        """See `KernelFunction`."""
        return (("gamma", self.gamma),)

    def code(self, number: Callable[[float], str], is_scaled: bool, is_sequential: bool) -> tuple[kernels.Code, ...]:
        """See `KernelFunction`."""
        lines = (*kernels.summed_code(self.term), "    return exponential(-gamma * total)")
        return EXPONENTIAL, kernels.Code("kernel(x)", self.row_meaning, lines)
