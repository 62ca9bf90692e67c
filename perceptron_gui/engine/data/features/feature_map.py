"""The feature map φ: identity, all monomials to degree 2 or 3, or a list of features of one's own (W3, F1)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, groupby
from math import comb
from typing import TYPE_CHECKING

from perceptron_gui.engine.data import SettingsError
from perceptron_gui.engine.data.features.feature_program import SUPERSCRIPTS, Program, monomial
from perceptron_gui.frozen import Frozen
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.features.feature_reader import Expression

MOST_FEATURES = 10_000
"""Of φ(x), as many as a points file may have columns (C1)."""


class Features(Frozen):
    """The entries of φ(x) for points with given coordinates."""

    names: tuple[str, ...]  # as they are shown: x1, x1², x1·x2
    programs: tuple[Program, ...]  # how each is computed

    def __len__(self) -> int:
        return len(self.names)


class FeatureMap(Frozen):
    """Which features a model sees instead of the coordinates."""

    degree: int = 1  # all monomials up to it, in the order x1, x2, x1², x1·x2, x2²; 1 is the identity
    own: tuple[Expression, ...] = ()  # features of one's own, instead of monomials

    @classmethod
    def read(cls, text: str) -> FeatureMap:
        """Return the map that a text names: identity, poly2, poly3, or a list of expressions.

        `text`: as typed. Raises `SettingsError` when it makes no sense; one sentence with the place.
        """
        name, known = text.strip(), {each.text: each for each in (IDENTITY, POLY2, POLY3)}
        if name in known:
            return known[name]
        if re.fullmatch("poly[0-9]{0,9}", name):
            words = tr('The features must be {known} or a list such as x1, x2, x1*x2, not "{name}".')
            raise SettingsError(words.format(known=", ".join(known), name=name))
        from perceptron_gui.engine.data.features.feature_reader import read_expressions

        return cls(own=read_expressions(text))

    @property
    def is_identity(self) -> bool:
        """Whether points stay as they are."""
        return self.degree == 1 and not self.own

    @property
    def text(self) -> str:
        """The map as the command line and files write it."""
        if self.own:
            return ", ".join(expression.text for expression in self.own)
        return "identity" if self.is_identity else f"poly{self.degree}"

    def names(self, columns: Sequence[str]) -> tuple[str, ...]:
        """Return the names of the entries of φ(x), with the identity those of the coordinates.

        `columns`: names of the coordinates. Raises `SettingsError` as `of`.
        """
        return tuple(columns) if self.is_identity else self.of(columns).names

    def of(self, columns: Sequence[str]) -> Features:
        """Return the features of points with these coordinates.

        `columns`: names of the coordinates. Raises `SettingsError` when there would be too many, or one of one's own
        reads a column that there is not.
        """
        return _own(tuple(columns), self.own) if self.own else _monomials(tuple(columns), self.degree)


IDENTITY, POLY2, POLY3 = FeatureMap(), FeatureMap(2), FeatureMap(3)


@lru_cache(maxsize=16)
def _monomials(columns: tuple[str, ...], degree: int) -> Features:
    count = comb(len(columns) + degree, degree) - 1
    if count > MOST_FEATURES:
        words = tr(
            "All products up to degree {degree} of {columns} columns make {count} features; there can be at "
            "most {most}."
        )
        raise SettingsError(words.format(degree=degree, columns=len(columns), count=count, most=MOST_FEATURES))
    places = range(len(columns))
    products = [each for k in range(1, degree + 1) for each in combinations_with_replacement(places, k)]
    names = (_monomial_name([columns[j] for j in product]) for product in products)
    return Features(tuple(names), tuple(map(monomial, products)))


@lru_cache(maxsize=16)
def _own(columns: tuple[str, ...], own: tuple[Expression, ...]) -> Features:
    programs = tuple(expression.program(columns) for expression in own)
    first = {program: j for j, program in reversed([*enumerate(programs)])}
    for j, program in enumerate(programs):
        if first[program] != j:
            words = tr("The features {first} and {second} are the same.")
            raise SettingsError(words.format(first=own[first[program]].name, second=own[j].name))
    return Features(tuple(expression.name for expression in own), programs)


def _monomial_name(factors: Sequence[str]) -> str:
    powers = ((name, len([*same])) for name, same in groupby(factors))
    return "·".join(name if count == 1 else name + SUPERSCRIPTS[count] for name, count in powers)
