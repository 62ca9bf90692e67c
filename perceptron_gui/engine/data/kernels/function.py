"""The interface of a kernel: its numbers and their fields, its wording, values and generated code (D5).

Numpy is imported where it is asked for: what a bar shows of a kernel is there before (A9).
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from perceptron_gui.engine.data import check_within
from perceptron_gui.frozen import AbstractFrozen, Frozen, Meta

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

HALF_ULP = 2.0**-53
"""The most that one rounding changes, as a part of the result."""
SERIES = 8
"""More half last places than e to the power of … loses by its sums and products, and by the end of its series."""
MOST_STEPPED = 1e6
"""Steps through 1, 2, 5 × 10ᵏ lead up to here, and down to its inverse; what is typed may be more."""


class Parameter(Frozen):
    """A number of a kernel, with its control: a field that is typed in, or gone through in steps."""

    name: str  # of the field of `Kernel`, and of the option
    symbol: str  # beside the control
    limits: Meta  # the range; where it must be above some number steps go through 1, 2, 5 × 10ᵏ, else by 1
    tip: str  # what it is and may be; up to the colon its name
    refusal: str  # the sentence for a value out of its range, with {value} and perhaps {most}
    option: str  # what the help of its option says
    is_whole: bool = False
    # of a number that is not whole: what would be right to type, and the sentence for one that is too small
    wanted: str = ""
    too_small: str = ""

    def check(self, value: float) -> None:
        """Raise `SettingsError` when a value is out of its range."""
        check_within(value, self.limits, self.refusal)

    def next(self, value: float, is_up: bool) -> float:
        """Return the value one step on. `value`: the one before, in its range."""
        if self.limits.gt is not None:
            return _next_round(value, is_up)
        least, most = self.limits.ge, self.limits.le
        assert least is not None and most is not None
        return type(value)(min(max(value + (1 if is_up else -1), least), most))


def _next_round(value: float, is_up: bool) -> float:
    power = math.floor(math.log10(value))
    near = [float(f"{digit}e{power + k}") for k in (-1, 0, 1) for digit in (1, 2, 5)]
    if is_up:
        found = min(each for each in near if each > value)
        return found if found <= MOST_STEPPED else value
    found = max(each for each in near if each < value)
    return found if found >= 1 / MOST_STEPPED else value


class KernelWords(Frozen):
    """How a kernel is called; marked for translation, but for symbols."""

    name: str  # in the list of the bar
    meaning: str  # the tip there: what it computes
    action: str  # in the menu
    hint: str
    key: str  # its letter; empty for none
    formula: str  # its formula with its numbers, their names in braces
    owner: str  # what its numbers are "of", beside them
    no_primal: str  # why there is only the dual; {count} features


class Dot(Frozen):
    """x·z in a formula."""


class Distance(Frozen):
    """‖x − z‖ in a formula."""

    index: str = ""  # which norm, as it stands below; empty for the Euclidean one
    power: str = ""


class Raised(Frozen):
    """A power in a formula."""

    base: tuple[Piece, ...]
    power: str


Piece: TypeAlias = "str | float | Dot | Distance | Raised"
"""A piece of a formula: signs, names of functions and numbers stand for themselves."""
Exact: TypeAlias = Fraction | float
"""A number; a float was rounded."""
Axes: TypeAlias = tuple[int, int | None]
Floats: TypeAlias = "NDArray[np.float64]"
Lines: TypeAlias = tuple[Floats, Floats]


class Monomial(Frozen):
    """One feature of a kernel, a product of coordinates with a factor."""

    places: tuple[int, ...]  # the coordinates, ascending, each as often as it is a factor of the product
    # the square roots in which K differs from monomials are replaced by several whole factors, since every whole number
    # is a sum of squares
    factor: int


class Monomials(Frozen):
    """All features of a kernel: the scalar product of two points' is K of them."""

    degree: int  # the largest
    factor_places: int  # factors are times 10 to the power of this
    entries: tuple[Monomial, ...]


class Code(Frozen):
    """A function of an exported program."""

    head: str  # name and arguments
    meaning: str  # what it returns, marked for translation
    lines: tuple[str, ...]


LoopNumbers: TypeAlias = tuple[int, int, float, float]
"""A kernel as the compiled loop is told it, as in `Kernel` of visits.c: which one, degree, factor and constant."""


class KernelFunction(AbstractFrozen):
    """A kernel with its numbers."""

    words: ClassVar[KernelWords]
    parameters: ClassVar[tuple[Parameter, ...]]
    """The numbers that it depends on: its fields."""
    is_curved: ClassVar[bool]
    """Whether the boundary may be curved, so that there is no w."""
    is_decimal: ClassVar[bool]
    """Whether K of decimals is a decimal, with decimal numbers of the kernel; else it is rounded."""
    tells_all_apart: ClassVar[bool]
    """Whether the features of different places are independent, however many: any labels can be separated."""
    needs_math: ClassVar[bool]
    """Whether its code needs the module math."""

    @abstractmethod
    def values(self, left: Floats, right: Floats) -> Floats:
        """Return K of every pair, the same bits on every path and machine: sums go feature by feature from the left.

        `left`: shape (n_left, n_features): the x of each pair. `right`: shape (n_right, n_features): the z. Returns
        shape (n_left, n_right).
        """

    @abstractmethod
    def squares(self, X: Floats) -> Floats:
        """Return K(x, x) of every point: the square of its length among the features of the kernel, shape (n,)."""

    @abstractmethod
    def largest_square(self, of_points: Callable[[], Fraction]) -> Fraction:
        """Return the largest K(x, x), exactly. `of_points`: works out the largest ‖x‖², if it is asked."""

    @abstractmethod
    def product(self, x: Sequence[Exact], z: Sequence[Exact]) -> Exact:
        """Return K of two points; a fraction where they are and K of decimals is a decimal, else a float."""

    @abstractmethod
    def whole_places(self, places: int) -> int | None:
        """Return the decimal places of K of points with so many; None where they are not known, or too many."""

    @abstractmethod
    def held(self, places: int) -> KernelFunction:
        """Return the kernel of points times 10^places, whose values are whole: `whole_places` says what times."""

    @abstractmethod
    def of_whole(self, places: int) -> KernelFunction | None:
        """Return the kernel of points times 10^places with the values of this one; None where it would not be better.

        It is better where it is made of differences: those of whole numbers are not rounded.
        """

    @abstractmethod
    def roundings(self, n_features: int) -> int:
        """Return how many times K is rounded at most, where K of decimals is a decimal."""

    @abstractmethod
    def rounding(self, X: Floats, is_whole: bool) -> float:
        """Return the most by which K of two points in floats may be wrong; infinity where that cannot be told.

        `X`: shape (n_samples, n_features): each number stands for a decimal that is at most half a last place off.
        `is_whole`: whether they are whole numbers below 2^53, whose differences are exact.
        """

    @abstractmethod
    def seen_places(self, X: Floats) -> Floats:
        """Return points of which two are the same exactly where they are so among the features; none has a −0.

        `X`: shape (n_samples, n_features). Returns the same shape.
        """

    @abstractmethod
    def n_monomials(self, n_features: int) -> int | None:
        """Return how many features there are, without their factors; None where there is no end of them."""

    @abstractmethod
    def monomials(self, n_features: int) -> Monomials:
        """Return the features; only where there is an end of them."""

    @abstractmethod
    def on_grid(self, points: Floats, weights: Floats, lines: Lines, axes: Axes, held: Floats) -> Floats:
        """Return Σ weights·K(points, x) where the lines of a grid cross, in plain float64 and quicker than one by one.

        `lines`: across and upwards, shape (nx,) and (ny,). `axes`: the features across and upwards. `held`: shape
        (n_features,): values of the other features. Returns shape (ny, nx).
        """

    @abstractmethod
    def loop_numbers(self) -> LoopNumbers | None:
        """Return what the compiled loop makes rows of the Gram matrix by; None where it has no code for the kernel."""

    @abstractmethod
    def formula(self) -> tuple[Piece, ...]:
        """Return K(x, z) with its numbers, without those that change nothing."""

    @abstractmethod
    def constants(self) -> tuple[tuple[str, float], ...]:
        """Return what its code calls its numbers, with their values."""

    @abstractmethod
    def code(self, number: Callable[[float], str], is_scaled: bool, is_sequential: bool) -> tuple[Code, ...]:
        """Return the functions of a program for `kernel(x)`: K of every row of X with x, in the very bits of `values`.

        `number`: writes a number. `is_scaled`: whether X holds whole numbers, as this kernel does. `is_sequential`:
        whether sums must be added in one order, since they are rounded.
        """


def summed_code(term: str) -> tuple[str, ...]:
    """Return lines that sum a term of column j feature by feature. `term`: an expression."""
    return ("    total = np.zeros(len(X))", "    for j in range(X.shape[1]):", f"        total = total + {term}")


def places_of_decimal(value: Fraction) -> int:
    """Return the fewest places that a decimal needs: its denominator is a product of twos and fives."""
    twos = (value.denominator & -value.denominator).bit_length() - 1
    return max(twos, round(math.log(value.denominator >> twos, 5)))
