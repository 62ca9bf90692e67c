"""Wolfe's corral in floats: the nearest point of an affine hull that vectors join and leave (T1)."""

from __future__ import annotations

import numpy as np

from perceptron_gui.engine.dataset import Floats

INDEPENDENT = 1e-13
"""A vector this near the others' affine hull, as a part of its length, counts as in it."""


class Corral:
    """Affinely independent vectors v and the weights of the point of their affine hull nearest the origin.

    With the columns (c, v) as A, `_q` has orthonormal columns and A·`_b` = `_q`. The weights are then proportional to
    (AᵀA)⁻¹·1 = `_b`·(first row of `_q`), without squaring the condition of A. Adding is a step of Gram and Schmidt,
    dropping one of Householder (1958): O(m·d) where a new factorisation is O(m²·d).

    Parameters
    ----------
    reach : float
        c, about the length of the longest vector.
    """

    def __init__(self, reach: float) -> None:
        self._reach = reach
        self._rows: list[Floats] = []
        self._q = np.empty((0, 0))  # one row a column of q
        self._b = np.empty((0, 0))

    def add(self, row: Floats) -> bool:
        """Let a vector join and return true, or return false if it is no farther than rounding from their hull."""
        rest = np.concatenate([[self._reach], row])
        length, size = _length(rest), len(self._rows)
        shares = np.zeros(size)
        for _ in range(2 if size else 0):  # twice is enough (Kahan and Parlett)
            more = np.einsum("ij,j->i", self._q, rest)
            rest -= np.einsum("i,ij->j", more, self._q)
            shares += more
        rho = _length(rest)
        if rho <= INDEPENDENT * length:
            return False
        self._rows.append(row)
        self._q = np.vstack([self._q.reshape(size, len(rest)), rest / rho])
        grown = np.zeros((size + 1, size + 1))
        grown[:size, :size] = self._b
        grown[:size, size] = np.einsum("ij,j->i", self._b, shares) / -rho
        grown[size, size] = 1 / rho
        self._b = grown
        return True

    def drop(self, place: int) -> None:
        """Let the vector at `place` leave.

        What the others span is `_q` times all that is orthogonal to row `place` of `_b`; a reflection turns that row
        into the last axis.
        """
        mirror = self._b[place].copy()
        mirror[-1] += np.copysign(_length(mirror), mirror[-1])
        mirror *= np.sqrt(2.0) / _length(mirror)
        b = self._b - np.outer(np.einsum("ij,j->i", self._b, mirror), mirror)
        q = self._q - np.outer(mirror, np.einsum("i,ij->j", mirror, self._q))
        self._b = np.delete(b, place, axis=0)[:, :-1]
        self._q = q[:-1]
        del self._rows[place]

    def affine_weights(self) -> Floats:
        """Return the weights, summing to 1, of the point of the affine hull nearest the origin."""
        weights = np.einsum("ij,j->i", self._b, self._q[:, 0])
        normalised: Floats = weights / weights.sum()
        return normalised

    def point(self, weights: Floats) -> Floats:
        """Return the combination with `weights`."""
        combined: Floats = np.einsum("i,ij->j", weights, np.array(self._rows))
        return combined


def _length(vector: Floats) -> float:
    return float(np.sqrt(np.square(vector).sum()))
