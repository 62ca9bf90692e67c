"""The models that can be learned (P1, D2, M1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from perceptron_gui.engine.data.class_targets import positive_class
from perceptron_gui.engine.data.parts import present_in_training
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.model.model import Model, Score
from perceptron_gui.engine.model.regions import Cell, HalfPlane, binary_cells, class_cells

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from perceptron_gui.engine.data.dataset import Dataset, Floats, Ints
    from perceptron_gui.engine.model.kernel_expansion import KernelExpansion


class LinearModel(Model, eq=False):
    """f(x) = w·x + b, whose sign says + or − (P1)."""

    positive: int = 0  # the class that is +

    @property
    def rows(self) -> tuple[int, ...]:
        """The only row of θ, see `Model`."""
        return (0,)

    def row_of(self, label: int) -> int:
        """Return the only row, see `Model`."""
        return 0

    def margins(self, scores: NDArray[Any], labels: Ints) -> NDArray[Any]:
        """Return y·f(x), see `Model`."""
        signs: NDArray[Any] = np.where(labels == self.positive, 1, -1)
        margins: NDArray[Any] = signs * scores[:, 0]
        return margins

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
    has_kernels = True


class MulticlassModel(Model):
    """A row of weights for every class; the largest score wins (M1)."""

    has_class_rows = True
    has_kernels = True
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

    def margins(self, scores: NDArray[Any], labels: Ints) -> NDArray[Any]:
        """Return s_y − s_r for the largest s_r of another class, see `Model`; a class without points never wins."""
        present = np.array(self.present)
        rivals = np.where(labels[:, np.newaxis] == present, -np.inf, scores[:, present])
        own = np.where(np.isin(labels, present), scores[np.arange(len(scores)), labels], -np.inf)
        margins: NDArray[Any] = own - rivals.max(axis=1)
        return margins

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
    """Return the kind of model that is learned under these rules: what can be asked before there are parameters."""
    return MODELS[settings.mode]


def make_model(
    settings: TrainingSettings, dataset: Dataset, theta: Floats, expansion: KernelExpansion | None = None
) -> Model:
    """Return what was learned, as a value.

    `dataset`: the points it was learned from; those held out may be among them. `theta`: shape (n_rows, n_entries):
    rows as in (W2), in data units; read-only. `expansion`: what stands in the place of w with a curved kernel.
    """
    kind, present = MODELS[settings.mode], present_in_training(dataset)
    more: Any = {"features": settings.features, "columns": dataset.features, "expansion": expansion}
    if issubclass(kind, MulticlassModel):
        return kind(theta, settings.bias, present, **more)
    chosen = positive_class(dataset, settings.positive)
    positive = chosen if chosen is not None else (present[-1] if present else 0)
    return kind(theta, settings.bias, present, positive=positive, **more)
