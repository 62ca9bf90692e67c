"""Vectors in other units, by powers of two: what the search for the nearest point looks at (T1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.frozen import Frozen

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints
    from perceptron_gui.engine.exact.effort import Effort
    from perceptron_gui.engine.theory.vector_sets import Key, VectorSet

LEAST_EXPONENT = -900
"""Smaller entries are not scaled up to 1: the power itself would be beyond a double."""


class Scaled(Frozen, eq=False):
    """Vectors whose entries are divided by powers of two, another at each place; keys are theirs.

    Whether the origin is in their hull, and with which weights, does not change. Distances do.
    """

    vectors: VectorSet
    exponents: Ints  # shape (n_entries,): of the powers

    @classmethod
    def together(cls, vectors: VectorSet) -> Scaled:
        """Scale all entries by one power, so that the largest is about 1. `vectors`: the vectors in their own units."""
        exponents = _exponents(vectors.sizes)
        return cls(vectors, np.full_like(exponents, exponents.max()))

    @classmethod
    def one_by_one(cls, vectors: VectorSet) -> Scaled:
        """Scale the entries at every place by a power of their own, so that the largest there is about 1.

        `vectors`: the vectors in their own units.
        """
        return cls(vectors, _exponents(vectors.sizes))

    @property
    def places(self) -> int:
        """See `VectorSet`."""
        return self.vectors.places

    @property
    def reach(self) -> float:
        """See `VectorSet`."""
        return float(np.sqrt(np.square(self.sizes).sum()))

    @property
    def sizes(self) -> Floats:
        """See `VectorSet`."""
        return self._divided(self.vectors.sizes)

    @property
    def scan_work(self) -> float:
        """See `VectorSet`."""
        return self.vectors.scan_work

    def first(self) -> Key:
        """See `VectorSet`."""
        return self.vectors.first()

    def lowest(self, direction: Floats, count: int) -> list[Key]:
        """See `VectorSet`."""
        return self.vectors.lowest(self._divided(direction), count)

    def exactly_lowest(self, direction: Sequence[int], effort: Effort) -> Key:
        """See `VectorSet`."""
        return self.vectors.exactly_lowest(self._multiplied(direction), effort)

    def vector(self, key: Key) -> Floats:
        """See `VectorSet`."""
        return self._divided(self.vectors.vector(key))

    def whole(self, key: Key) -> list[int]:
        """Return the vector in whole numbers of which only the ratios count, see `VectorSet`."""
        return self._multiplied(self.vectors.whole(key))

    def _divided(self, entries: Floats) -> Floats:
        divided: Floats = np.ldexp(entries, -self.exponents)
        return divided

    def _multiplied(self, entries: Sequence[int]) -> list[int]:
        shifts = (self.exponents.max() - self.exponents).tolist()
        return [entry << shift for entry, shift in zip(entries, shifts, strict=True)]


def _exponents(sizes: Floats) -> Ints:
    """Return the exponents of powers of two at or above `sizes`; those of 0 are the largest of the others."""
    exponents = np.frexp(sizes)[1].astype(np.int64)
    exponents[sizes == 0.0] = exponents[sizes > 0.0].max(initial=LEAST_EXPONENT)
    clipped: Ints = np.maximum(exponents, LEAST_EXPONENT)
    return clipped
