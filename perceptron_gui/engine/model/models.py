"""What was learned, as values: how a prediction is made, and where the boundary lies (P1, P8, D2, M1, M4)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

import numpy as np

from perceptron_gui.engine.data.class_targets import positive_class
from perceptron_gui.engine.data.dataset import Dataset, Floats, Ints
from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.model.regions import Cell, HalfPlane, binary_cells, class_cells, slice_plane

Score = Fraction | float
UNDECIDED = -1
"""Predicted where f = 0: neither class."""


@dataclass(frozen=True, eq=False)
class Model(ABC):
    """Parameters that judge points; what views, explanations and files ask instead of asking for the mode.

    Attributes
    ----------
    theta : ndarray of float64, shape (n_rows, n_entries)
        Rows (w, b) in data units, without b where there is no bias.
    has_bias : bool
        Whether the last entry of a row is b.
    present : tuple of int
        The classes with points, ascending.
    """

    theta: Floats
    has_bias: bool
    present: tuple[int, ...]

    has_class_rows: ClassVar[bool] = False
    """Whether every class has a row of its own; else one row judges + against −."""
    shows_alpha: ClassVar[bool] = False
    """Whether α is what was learned, and θ follows from it."""
    margin_symbol: ClassVar[str] = "y·f"
    """What is ≤ 0 at an error."""
    loss_symbol: ClassVar[str] = "Σ max(0, −y·f)"
    norm_symbol: ClassVar[str] = "‖w‖"
    """The length of all weights together."""

    @property
    def is_curved(self) -> bool:
        """Whether f = 0 need not be a straight line: it is drawn from values of f, and no w stands at right angles."""
        return False

    @classmethod
    def row_classes(cls, n_classes: int) -> tuple[int | None, ...]:
        """Return which class each row of θ is about; None for the row that judges + against −.

        Parameters
        ----------
        n_classes : int
            Classes of the palette.
        """
        return tuple(range(n_classes)) if cls.has_class_rows else (None,)

    @property
    def weights(self) -> Floats:
        """The weights, shape (n_rows, n_features)."""
        return self.theta[:, :-1] if self.has_bias else self.theta

    @property
    def biases(self) -> Floats:
        """The biases, shape (n_rows,); zeros without bias."""
        return self.theta[:, -1] if self.has_bias else frozen(np.zeros(len(self.theta)))

    def with_theta(self, theta: Floats) -> Model:
        """Return the model with other parameters.

        Parameters
        ----------
        theta : ndarray of float64, shape (n_rows, n_entries)
            Rows (w, b) in data units; read-only.
        """
        return replace(self, theta=theta)

    def decision_function(self, X: Floats) -> Floats:
        """Return f, or the score of every class, summed feature by feature from the left (E4).

        Parameters
        ----------
        X : ndarray of float64, shape (n_samples, n_features)
            Points in data units.

        Returns
        -------
        ndarray of float64, shape (n_samples, n_rows)
        """
        scores = np.zeros((len(X), len(self.theta)))
        for j in range(X.shape[1]):
            scores += X[:, j : j + 1] * self.weights[:, j]
        return scores + self.biases if self.has_bias else scores

    def predict(self, X: Floats) -> Ints:
        """Return the class of each point: −1 where it is undecided; of several that tie the first.

        Parameters
        ----------
        X : ndarray of float64, shape (n_samples, n_features)
            Points in data units.

        Returns
        -------
        ndarray of int64, shape (n_samples,)
        """
        winners = [self.winners(scores) for scores in self.decision_function(X).tolist()]
        return np.array([classes[0] if classes else UNDECIDED for classes in winners], dtype=np.int64)

    @property
    @abstractmethod
    def rows(self) -> tuple[int, ...]:
        """The rows of θ that take part."""

    @abstractmethod
    def row_of(self, label: int) -> int:
        """Return the row of θ that an update at a point adds to, or in the binary modes takes from.

        Parameters
        ----------
        label : int
            Class of the point.
        """

    @abstractmethod
    def winners(self, scores: Sequence[Score]) -> tuple[int, ...]:
        """Return the classes that win a place with these scores; several tie, none where it is undecided.

        Parameters
        ----------
        scores : sequence of Fraction or float
            One for each row of θ.
        """

    # The boundary

    def planes(self, axes: tuple[int, int | None], held: Floats) -> list[HalfPlane]:
        """Return f, or the score of every class, on the plane of two features.

        Parameters
        ----------
        axes : (int, int or None)
            The features across and upwards.
        held : ndarray of float64, shape (n_features,)
            Where the others are held.
        """
        return [slice_plane(row, axes, held, self.has_bias) for row in self.theta]

    @abstractmethod
    def cells(self, planes: Sequence[HalfPlane], rectangle: tuple[float, float, float, float]) -> list[Cell]:
        """Return the regions of a rectangle.

        Parameters
        ----------
        planes : sequence of (a, b, c)
            From `planes`.
        rectangle : (left, bottom, right, top)
            Data units.
        """

    @abstractmethod
    def class_of_cell(self, cell: Cell) -> int:
        """Return the class that a region belongs to; for "the rest" the first class of it.

        Parameters
        ----------
        cell : Cell
        """


@dataclass(frozen=True, eq=False)
class LinearModel(Model):
    """f(x) = w·x + b, whose sign says + or − (P1).

    Attributes
    ----------
    positive : int
        The class that is +.
    """

    positive: int = 0

    @property
    def rows(self) -> tuple[int, ...]:
        """The only row of θ, see `Model`."""
        return (0,)

    def row_of(self, label: int) -> int:
        """Return the only row, see `Model`."""
        return 0

    def winners(self, scores: Sequence[Score]) -> tuple[int, ...]:
        """Return the class on the side of f's sign; on the boundary none, see `Model`."""
        (f,) = scores
        if f == 0:
            return ()
        return (self.positive,) if f > 0 else self.negatives[:1]

    @property
    def negatives(self) -> tuple[int, ...]:
        """The classes that are −; where only + has points, the one that would be."""
        others = tuple(k for k in self.present if k != self.positive)
        return others or (1 - min(self.positive, 1),)

    def cells(self, planes: Sequence[HalfPlane], rectangle: tuple[float, float, float, float]) -> list[Cell]:
        """Return S₋ and S₊, see `Model`."""
        return binary_cells(planes[0], rectangle)

    def class_of_cell(self, cell: Cell) -> int:
        """Return + for S₊, and for S₋ the first of the classes that are −, see `Model`."""
        return self.positive if cell.owner == 1 else self.negatives[0]


class DualModel(LinearModel):
    """The same f, as a sum over the points with α > 0 (D2)."""

    shows_alpha = True


class MulticlassModel(Model):
    """A row of weights for every class; the largest score wins (M1)."""

    has_class_rows = True
    margin_symbol = "s − sᵣ"
    loss_symbol = "Σ max(0, sᵣ − s)"
    norm_symbol = "‖W‖"

    @property
    def rows(self) -> tuple[int, ...]:
        """The rows of the classes with points, see `Model`."""
        return self.present

    def row_of(self, label: int) -> int:
        """Return the row of the class, see `Model`."""
        return label

    def winners(self, scores: Sequence[Score]) -> tuple[int, ...]:
        """Return the classes with the largest score, see `Model`."""
        best = max((scores[k] for k in self.present), default=None)
        return tuple(k for k in self.present if scores[k] == best)

    def cells(self, planes: Sequence[HalfPlane], rectangle: tuple[float, float, float, float]) -> list[Cell]:
        """Return the arg-max cells of the classes with points, see `Model`."""
        return class_cells(planes, self.present, rectangle)

    def class_of_cell(self, cell: Cell) -> int:
        """Return the class that wins there, see `Model`."""
        return cell.owner


MODELS: dict[Mode, type[LinearModel] | type[MulticlassModel]] = {
    Mode.PRIMAL: LinearModel,
    Mode.DUAL: DualModel,
    Mode.MULTICLASS: MulticlassModel,
}


def model_kind(settings: TrainingSettings) -> type[Model]:
    """Return the kind of model that is learned under these rules: what can be asked before there are parameters.

    Parameters
    ----------
    settings : TrainingSettings
    """
    return MODELS[settings.mode]


def make_model(settings: TrainingSettings, dataset: Dataset, theta: Floats) -> Model:
    """Return what was learned, as a value.

    Parameters
    ----------
    settings : TrainingSettings
    dataset : Dataset
        The points it was learned from.
    theta : ndarray of float64, shape (n_rows, n_entries)
        Rows as in (W2), in data units; read-only.
    """
    kind = MODELS[settings.mode]
    if issubclass(kind, MulticlassModel):
        return kind(theta, settings.bias, dataset.present)
    chosen = positive_class(dataset, settings.positive)
    positive = chosen if chosen is not None else (dataset.present[-1] if dataset.present else 0)
    return kind(theta, settings.bias, dataset.present, positive)
