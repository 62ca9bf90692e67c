"""The row below all points, in which another one is typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perceptron_gui.frozen import Frozen
from perceptron_gui.session.wording import field_text

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset


class NewPoint(Frozen):
    """The coordinates of a point that is being typed."""

    values: tuple[float | None, ...]  # its coordinates, None where nothing was typed yet

    @classmethod
    def of(cls, dataset: Dataset) -> NewPoint:
        """Return an empty row for points of as many features."""
        return cls((None,) * dataset.n_features)

    def with_value(self, feature: int, value: float) -> NewPoint:
        """Return the row with a coordinate. `feature`: its index. `value`: in data units."""
        return NewPoint((*self.values[:feature], value, *self.values[feature + 1 :]))

    @property
    def missing(self) -> int | None:
        """The first coordinate that was not typed yet, as its feature's index; None where it is a point."""
        return next((j for j, value in enumerate(self.values) if value is None), None)

    @property
    def coordinates(self) -> list[float]:
        """The coordinates that were typed."""
        return [value for value in self.values if value is not None]

    @property
    def is_empty(self) -> bool:
        """Whether nothing was typed yet."""
        return all(value is None for value in self.values)

    def text(self, feature: int) -> str:
        """Return a coordinate as it is typed; empty where it was not. `feature`: its index."""
        value = self.values[feature]
        return "" if value is None else field_text(value)
