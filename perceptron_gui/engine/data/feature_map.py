"""The feature map φ: identity, all monomials to degree 2 or 3, or a list of features of one's own (W3, F1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, groupby
from math import comb

from perceptron_gui.engine.data.feature_program import Program, monomial
from perceptron_gui.engine.data.settings_error import SettingsError
from perceptron_gui.translation import tr

HIGHEST_DEGREE = 3
MOST_FEATURES = 10_000
"""Of φ(x), as many as a points file may have columns (C1)."""
SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"


@dataclass(frozen=True)
class Features:
    """The entries of φ(x) for points with given coordinates.

    Attributes
    ----------
    names : tuple of str
        As they are shown: x1, x1², x1·x2.
    programs : tuple of Program
        How each is computed.
    """

    names: tuple[str, ...]
    programs: tuple[Program, ...]

    def __len__(self) -> int:
        return len(self.names)


@dataclass(frozen=True)
class FeatureMap:
    """Which features a model sees instead of the coordinates.

    Attributes
    ----------
    degree : int
        All monomials up to it, in the order x1, x2, x1², x1·x2, x2²; 1 is the identity.
    """

    degree: int = 1

    @property
    def is_identity(self) -> bool:
        """Whether points stay as they are."""
        return self.degree == 1

    @property
    def text(self) -> str:
        """As it is written on the command line and in files."""
        return "identity" if self.is_identity else f"poly{self.degree}"

    def of(self, columns: Sequence[str]) -> Features:
        """Return the features of points with these coordinates.

        Parameters
        ----------
        columns : sequence of str
            Names of the coordinates.

        Raises
        ------
        SettingsError
            When there would be too many.
        """
        return _monomials(tuple(columns), self.degree)


IDENTITY, POLY2, POLY3 = FeatureMap(), FeatureMap(2), FeatureMap(3)


@lru_cache(maxsize=16)
def _monomials(columns: tuple[str, ...], degree: int) -> Features:
    count = comb(len(columns) + degree, degree) - 1
    if count > MOST_FEATURES:
        words = tr("All products to degree {degree} of {columns} columns are {count} features; at most {most} can be.")
        raise SettingsError(words.format(degree=degree, columns=len(columns), count=count, most=MOST_FEATURES))
    places = range(len(columns))
    products = [each for k in range(1, degree + 1) for each in combinations_with_replacement(places, k)]
    names = (_monomial_name([columns[j] for j in product]) for product in products)
    return Features(tuple(names), tuple(map(monomial, products)))


def _monomial_name(factors: Sequence[str]) -> str:
    powers = ((name, len([*same])) for name, same in groupby(factors))
    return "·".join(name if count == 1 else name + SUPERSCRIPTS[count] for name, count in powers)
