"""The polynomial kernel (x·z + c)^p: of decimals it is a decimal, and multiplies finitely many features (D5, T7)."""

import math
import sys
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from operator import mul
from typing import ClassVar

from perceptron_gui.engine.data import MAX_ABS
from perceptron_gui.engine.data.kernels import function as kernels
from perceptron_gui.engine.data.kernels.function import Axes, Floats, Lines
from perceptron_gui.frozen import Meta
from perceptron_gui.translation import N_

MOST_PLACES = 6
KIND = 0
"""Its number in visits.c."""
DEGREE = kernels.Parameter(
    name="degree",
    symbol="p",
    limits=Meta(ge=1, le=10),
    is_whole=True,
    tip=N_("Degree p of the polynomial kernel: a whole number from 1 to 10"),
    refusal=N_("The degree of the kernel must be a whole number from 1 to {most}, not {value}."),
    option=N_("p of the polynomial kernel (x·z + c)^p (2)"),
)
CONSTANT = kernels.Parameter(
    name="coef0",
    symbol="c",
    limits=Meta(ge=0, le=MAX_ABS),  # below 0 it would be no kernel: no features have such products
    tip=N_("Constant c of the polynomial kernel: 0 or more"),
    refusal=N_("The constant of the polynomial kernel must be a number from 0 to 10¹², not {value}."),
    option=N_("c of the polynomial kernel, 0 or more (1)"),
    wanted=N_("0 or a number above 0, such as 1"),
    too_small=N_("c cannot be below 0."),
)


class Polynomial(kernels.KernelFunction):
    """(x·z + c)^p; held points have (factor · x·z + c)^p."""

    degree: int
    coef0: float
    factor: float = 1.0

    words: ClassVar = kernels.KernelWords(
        name=N_("polynomial"),
        meaning=N_("K(x, z) = (x·z + c)ᵖ: curves of degree p"),
        action=N_("Polynomial kernel"),
        hint=N_("(x·z + c)ᵖ: XOR with p = 2"),
        key="Y",
        formula="(x·z + {coef0})^{degree}",
        owner=N_("of the polynomial kernel"),
        no_primal=N_(
            "Only in the dual: the kernel uses {count} features without writing them out; a w would need them all."
        ),
    )
    parameters: ClassVar[tuple[kernels.Parameter, ...]] = (DEGREE, CONSTANT)
    is_curved: ClassVar = True
    is_decimal: ClassVar = True
    tells_all_apart: ClassVar = False
    needs_math: ClassVar = False

    @property
    def constant(self) -> Fraction:
        """The decimal that c stands for."""
        return Fraction(repr(float(self.coef0)))

    def values(self, left: Floats, right: Floats) -> Floats:
        """See `KernelFunction`."""
        from perceptron_gui.engine.data.kernels.sums import dots, power_of

        total = dots(left, right)
        total *= self.factor
        total += self.coef0
        return power_of(total, self.degree)

    def squares(self, X: Floats) -> Floats:
        """See `KernelFunction`."""
        from perceptron_gui.engine.data.kernels.sums import power_of, squared_lengths

        return power_of(squared_lengths(X) * self.factor + self.coef0, self.degree)

    def largest_square(self, of_points: Callable[[], Fraction]) -> Fraction:
        """See `KernelFunction`: it is that of the point farthest from the origin, since c ≥ 0."""
        return Fraction((of_points() + self.constant) ** self.degree)

    def product(self, x: Sequence[kernels.Exact], z: Sequence[kernels.Exact]) -> kernels.Exact:
        """See `KernelFunction`."""
        base = sum(map(mul, x, z), Fraction(0)) + self.constant
        return math.prod([base] * self.degree, start=Fraction(1))

    def whole_places(self, places: int) -> int | None:
        """See `KernelFunction`: with r places x·z + c has, its power has p·r."""
        found = self._sum_places(places)
        return None if found is None else self.degree * found

    def held(self, places: int) -> "Polynomial":
        """See `KernelFunction`."""
        found = self._sum_places(places)
        assert found is not None
        return Polynomial(self.degree, float(self.constant * 10**found), 10.0 ** (found - 2 * places))

    def _sum_places(self, places: int) -> int | None:
        """Return the places of x·z + c; None where c is no decimal of at most 6."""
        own = kernels.places_of_decimal(self.constant)
        return None if own > MOST_PLACES else max(2 * places, own)

    def of_whole(self, places: int) -> None:
        """See `KernelFunction`: products of whole numbers are as long."""

    def roundings(self, n_features: int) -> int:
        """See `KernelFunction`: each of its p factors is off by those of a sum of n products."""
        return self.degree * n_features

    def rounding(self, X: Floats, is_whole: bool) -> float:
        """See `KernelFunction`."""
        largest = float(self.squares(X).max(initial=0.0))
        roundings = self.roundings(X.shape[1] + kernels.SERIES)
        return 2 * roundings * kernels.HALF_ULP * largest + sys.float_info.min if math.isfinite(largest) else math.inf

    def seen_places(self, X: Floats) -> Floats:
        """See `KernelFunction`: an even power without a constant has features of even degrees alone."""
        from perceptron_gui.engine.data.kernels.sums import without_signs

        return X + 0.0 if self.coef0 or self.degree % 2 or not X.size else without_signs(X)

    def n_monomials(self, n_features: int) -> int:
        """See `KernelFunction`: products of at most p coordinates; with c = 0 those of exactly p."""
        return math.comb(n_features + self.degree - (not self.coef0), self.degree)

    def monomials(self, n_features: int) -> kernels.Monomials:
        """See `KernelFunction`: those of all degrees whose factor is not 0."""
        places = math.ceil(kernels.places_of_decimal(self.constant) * self.degree / 2)
        found = []
        for size in range(self.degree + 1):
            for product in combinations_with_replacement(range(n_features), size):
                rest = self.degree - size
                ways = math.factorial(self.degree) // math.factorial(rest)
                for j in set(product):
                    ways //= math.factorial(product.count(j))
                square = ways * self.constant**rest * 100**places
                found += [kernels.Monomial(product, root) for root in _roots(int(square))]
        return kernels.Monomials(self.degree, places, tuple(found))

    def on_grid(self, points: Floats, weights: Floats, lines: Lines, axes: Axes, held: Floats) -> Floats:
        """See `KernelFunction`: for every x2 a polynomial of degree p in x1, around the middle of the grid."""
        import numpy as np

        middle, slopes = lines[0][len(lines[0]) // 2], points[:, axes[0]]
        hidden = [j for j in range(len(held)) if j not in axes]
        base = points[:, hidden] @ held[hidden] + self.coef0 + middle * slopes
        if axes[1] is not None:
            base = base + lines[1][:, np.newaxis] * points[:, axes[1]]
        base = np.broadcast_to(base, (len(lines[1]), len(points)))
        shifted, total = lines[0] - middle, np.zeros((len(lines[1]), len(lines[0])))
        for k in range(self.degree + 1):
            coefficients = base ** (self.degree - k) @ (math.comb(self.degree, k) * weights * slopes**k)
            total += coefficients[:, np.newaxis] * shifted**k
        return total

    def loop_numbers(self) -> kernels.LoopNumbers:
        """See `KernelFunction`."""
        return KIND, self.degree, self.factor, self.coef0

    def formula(self) -> tuple[kernels.Piece, ...]:
        """See `KernelFunction`."""
        return (
            kernels.Raised((kernels.Dot(), " + ", self.coef0) if self.coef0 else (kernels.Dot(),), str(self.degree)),
        )

    def constants(self) -> tuple[tuple[str, float], ...]:
        """See `KernelFunction`."""
        return ("c", self.coef0), ("p", self.degree)

    def code(self, number: Callable[[float], str], is_scaled: bool, is_sequential: bool) -> tuple[kernels.Code, ...]:
        """See `KernelFunction`."""
        factor = f"{number(self.factor)} * " if self.factor != 1 else ""
        lines = kernels.summed_code("X[:, j] * x[j]") if is_sequential else ("    total = X @ x",)
        lines += (f"    total = {factor}total + {number(self.coef0) if is_scaled else 'c'}",)
        if self.degree == 1:
            lines += ("    return total",)
        elif self.degree == 2:
            lines += ("    return total * total",)
        else:
            lines += ("    power = total", "    for _ in range(p - 1):", "        power = power * total")
            lines += ("    return power",)
        words = N_(
            "The polynomial kernel of every point with x, a row of the Gram matrix: (x·z + c) to the power of p."
        )
        return (kernels.Code("kernel(x)", words, lines),)


def _roots(number: int) -> Iterator[int]:
    """Yield whole numbers whose squares add up to a whole number, the largest first."""
    while number:
        root = math.isqrt(number)
        yield root
        number -= root * root
