"""The arrays that trainers read, each computed when it is first asked for and continued where points come."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.growable_array import GrowableArray
from perceptron_gui.engine.exact.fixed_point import LARGEST, held_values, largest_size
from perceptron_gui.engine.exact.scale import largest_weight, weight_within
from perceptron_gui.engine.native import loader
from perceptron_gui.frozen import Mutable

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Floats, Ints
    from perceptron_gui.engine.native.loader import Places

Growable = GrowableArray[np.float64]


class HeldArrays(Mutable, eq=False):
    """What is derived from a run's points; what was not asked for yet is None.

    `X`: shape (n_samples, n_features): coordinates in data units. `signs`: shape (n_samples,), or None: −1 or +1; None
    in multiclass. `places`: places after the point by which the numbers are held. `n_entries`: n_features, and one more
    with bias.
    """

    X: Floats
    signs: Ints | None
    places: int
    n_entries: int
    _inputs: Growable | None = None
    _signed: Growable | None = None
    _columns: list[Growable] | None = None
    _column_places: Places | None = None
    _rows: list[list[float]] | None = None
    _norm: float = LARGEST
    _largest_weight: float | None = None
    _largest_size: float | None = None
    _largest_norm: float | None = None

    @property
    def inputs(self) -> Floats:
        """Held x̂, shape (n_samples, n_entries)."""
        if self._inputs is None:
            self._inputs = self._filled(None)
        return self._inputs.array

    @property
    def signed(self) -> Floats:
        """y·x̂ where there are signs, else x̂, shape (n_samples, n_entries)."""
        if self.signs is None:
            return self.inputs
        if self._signed is None:
            self._signed = self._filled(self.signs)
        return self._signed.array

    @property
    def columns(self) -> list[Floats]:
        """The columns of `signed`, each contiguous, of shape (n_samples,)."""
        if self._columns is None:
            self._columns = [_copied(column) for column in self.signed.T]
        return [column.array for column in self._columns]

    @property
    def column_places(self) -> Places:
        """Where the columns lie in memory, shape (n_entries,)."""
        if self._column_places is None:
            self._column_places = np.array([column.ctypes.data for column in self.columns], dtype=np.uintp)
        return self._column_places

    @property
    def rows(self) -> list[list[float]]:
        """The rows of `signed` as lists."""
        if self._rows is None:
            self._rows = self.signed.tolist()
        return self._rows

    @property
    def largest_weight(self) -> float:
        """The largest |θ_j| that keeps every score exact, where all numbers are whole."""
        if self._largest_weight is None:
            signed, norm = self.signed, self._norm  # the compiled loop finds it along the way
            self._largest_weight = weight_within(norm) if norm < LARGEST else largest_weight(signed)
        return self._largest_weight

    @property
    def largest_norm(self) -> float:
        """The largest Σ|z_j| of a row of `signed`, where all numbers are whole."""
        if self._largest_norm is None:
            signed, norm = self.signed, self._norm  # see `largest_weight`
            self._largest_norm = norm if norm < LARGEST else float(np.abs(signed).sum(axis=1).max(initial=0.0))
        return self._largest_norm

    @property
    def largest_size(self) -> float:
        """The largest |x_ij|, in data units."""
        if self._largest_size is None:
            self._largest_size = largest_size(self.X)
        return self._largest_size

    @property
    def is_empty(self) -> bool:
        """Whether nothing was computed yet."""
        return all(known is None for known in (self._inputs, self._signed, self._columns, self._rows))

    def emptied(self, places: int) -> HeldArrays:
        """Return those of the same points with nothing computed.

        `places`: places after the point by which the numbers are held.
        """
        return HeldArrays(self.X, self.signs, places, self.n_entries)

    def extended(self, X: Floats, signs: Ints | None) -> HeldArrays:
        """Return the arrays of more points, held alike; those that are there are continued, at the cost of the new.

        `X`: shape (n_longer, n_features): the points of this one, then new ones. `signs`: shape (n_longer,), or None:
        −1 or +1; None in multiclass.
        """
        n = len(self.X)
        more = HeldArrays(X[n:], None if signs is None else signs[n:], self.places, self.n_entries)
        columns, rows, weight, size = self._columns, self._rows, self._largest_weight, self._largest_size
        norm = self._largest_norm
        return HeldArrays(
            X,
            signs,
            self.places,
            self.n_entries,
            _inputs=None if self._inputs is None else self._inputs.with_rows(more.inputs),
            _signed=None if self._signed is None else self._signed.with_rows(more.signed),
            _columns=None if columns is None else [a.with_rows(b) for a, b in zip(columns, more.columns, strict=True)],
            _rows=None if rows is None else rows + more.rows,
            _largest_weight=None if weight is None else min(weight, more.largest_weight),
            _largest_size=None if size is None else max(size, more.largest_size),
            _largest_norm=None if norm is None else max(norm, more.largest_norm),
        )

    def _filled(self, signs: Ints | None) -> Growable:
        return Growable.made((len(self.X), self.n_entries), np.float64, partial(self._fill, signs=signs))

    def _fill(self, inputs: Floats, signs: Ints | None) -> None:
        d, power = self.X.shape[1], 10.0**self.places
        if loader.library is not None and self.X.flags.c_contiguous:
            norm = loader.library.hold(self.X, signs, power, inputs)
            if norm >= 0.0:
                self._norm = norm
                return
        inputs[:, :d] = held_values(self.X, self.places)
        inputs[:, d:] = power
        if signs is not None:
            inputs *= signs[:, None]


def _copied(column: Floats) -> Growable:
    return Growable.made(column.shape, np.float64, partial(np.copyto, src=column))
