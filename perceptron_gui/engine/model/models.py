"""The models that can be learned: how they predict and err, and where the boundary lies (P1–P8, D2, M1–M4, F1)."""

from abc import abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.engine.data.dataset import Bools, Dataset, Floats, Ints, positive_class, present_in_training
from perceptron_gui.engine.data.features.feature_map import IDENTITY, FeatureMap
from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.engine.data.kernel import Kernel
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.feature_values import exact_features, feature_values, mapped_points
from perceptron_gui.engine.exact.fixed_point import LARGEST, Scale, true_value
from perceptron_gui.engine.model.regions import Cell, HalfPlane, binary_cells, class_cells, lifted, slice_plane
from perceptron_gui.frozen import AbstractFrozen, Frozen, replace
from perceptron_gui.translation import spelled

Score = Fraction | float
STRAIGHT = frozenset({"line", "one_line", "classes"})
"""What a curved boundary has not."""


BLOCK = 2**15
"""Values of the kernel that are computed together: they stay in the processor's cache."""


class KernelExpansion(Frozen, eq=False):
    """The scores without their biases: η Σ_i counts_ki K(x_i, x)."""

    kernel: Kernel
    eta: float  # η
    indices: Ints  # shape (n_support,): the points that were learned from, ascending
    points: Floats  # shape (n_support, n_features): where they lie, in data units
    counts: Ints  # shape (n_rows, n_support): α_i·y_i in one row; in multiclass A, a row for every class

    def scores(self, X: Floats) -> Floats:
        """Return the sums at some places, added up in the order of the points from the left (E4).

        `X`: shape (n_samples, n_features): places in data units. Returns shape (n_samples, n_rows).
        """
        scores = np.zeros((len(X), len(self.counts)))
        n_support, function = len(self.points), self.kernel.function
        size = max(BLOCK // max(n_support, 1), 1)
        for start in range(0, len(X) if n_support else 0, size):
            values = function.values(self.points, X[start : start + size])
            for row, weights in enumerate(self.eta * self.counts):
                used = np.flatnonzero(weights)
                if len(used):
                    terms = weights[used, None] * values[used]
                    scores[start : start + size, row] = np.cumsum(terms, axis=0)[-1]
        return scores

    def on_grid(self, across: Floats, upwards: Floats, axes: tuple[int, int | None], held: Floats) -> Floats:
        """Return the sums of every row where the lines of a grid cross, in plain float64.

        `across`, `upwards`: shape (nx,) and (ny,): the lines, in data units. `axes`: the features across and upwards.
        `held`: shape (n_features,): values of the other features. Returns shape (n_rows, ny, nx).
        """
        sums = []
        for weights in self.eta * self.counts:
            used = np.flatnonzero(weights)
            lines, function = (across, upwards), self.kernel.function
            sums.append(function.on_grid(self.points[used], weights[used], lines, axes, held))
        return np.stack(sums)


class Model(AbstractFrozen, eq=False):
    """Learned parameters that classify points; views, explanations and files ask it instead of the mode."""

    theta: Floats  # shape (n_rows, n_entries): rows (w, b) in data units, without b where there is no bias
    has_bias: bool  # whether the last entry of a row is b
    present: tuple[int, ...]  # the classes with points, ascending
    features: FeatureMap = IDENTITY  # φ: a row of θ has a weight for each of its entries
    columns: tuple[str, ...] = ()  # names of the coordinates, which φ is a function of
    expansion: KernelExpansion | None = None  # with a curved kernel what stands in the place of w, which θ then lacks

    has_class_rows: ClassVar[bool] = False
    """Whether every class has a row of its own; else one row judges + against −."""
    own_parts: ClassVar[frozenset[str]] = frozenset({"line"})
    """What views can show of it while it is straight, see `parts`."""
    has_kernels: ClassVar[bool] = False
    """Whether the points can enter by a kernel alone (D5)."""
    is_sum: ClassVar[bool] = True
    """Whether scores are sums of weights and features, or of kernels: what is quicker on a grid than place by place."""
    margin_symbol: ClassVar[str] = "y·f"
    """What is ≤ 0 at an error."""
    loss_symbol: ClassVar[str] = "Σ max(0, −y·f)"
    score_symbol: ClassVar[str] = "f"
    norm_symbol: ClassVar[str] = "‖w‖"
    """The length of all weights together."""
    bias_symbol: ClassVar[str] = "b"
    """What can be drawn beside that length; empty where every class has one."""
    rows_moved: ClassVar[int] = 1
    """Rows of θ that a mistake moves (T6)."""

    @classmethod
    def row_classes(cls, n_classes: int) -> tuple[int | None, ...]:
        """Return which class each row of θ is about; None for the row that judges + against −.

        `n_classes`: classes of the palette.
        """
        return tuple(range(n_classes)) if cls.has_class_rows else (None,)

    @classmethod
    def name_of_row(cls, symbol: str, row: int, classes: Sequence[str]) -> str:
        """Return the name of a quantity of one row of θ: "w", or "w(A)". `classes`: names of all of the palette."""
        owner = cls.row_classes(len(classes))[row]
        return spelled(symbol) if owner is None else f"{spelled(symbol)}({classes[owner]})"

    @property
    def parts(self) -> frozenset[str]:
        """The names of what views can show of this model, as the switches require them.

        "line": w, and a boundary of lines. "one_line": that this is a single one. "classes": lines of pairs of them.
        "rows": W. "alpha": α.
        """
        return self.own_parts - STRAIGHT if self.is_curved else self.own_parts

    @property
    def cost(self) -> int:
        """How many models of its kind it takes to judge a place."""
        return 1

    @property
    def is_curved(self) -> bool:
        """Whether f = 0 need not be a straight line: it is drawn from values of f, and no w stands at right angles."""
        return self.expansion is not None or not self.features.is_identity

    @property
    def space(self) -> tuple[FeatureMap, Kernel | None]:
        """What f is made of: φ, and the kernel of φ, if it is a curved one."""
        return self.features, self.expansion.kernel if self.expansion is not None else None

    @property
    def weight_names(self) -> tuple[str, ...]:
        """What each weight belongs to: the names of the features; none with a curved kernel."""
        return self.features.names(self.columns) if self.expansion is None else ()

    def inputs(self, X: Floats) -> Floats:
        """Return φ of points, shape (n_samples, n_features).

        `X`: shape (n_samples, n_columns): points in data units.
        """
        return X if self.features.is_identity else feature_values(self.features.of(self.columns).programs, X)[0]

    def exact_inputs(self, x: Sequence[float], is_decimal: bool = True) -> list[Score]:
        """Return φ of a place, to be shown: fractions where they are known.

        `x`: its coordinates, in data units. `is_decimal`: whether they are the decimals that they print as; else they
        were rounded.
        """
        if not self.features.is_identity:
            return exact_features(self.features.of(self.columns).programs, x, is_decimal)
        return [*map(decimal_fraction, x)] if is_decimal else [*x]

    @property
    def weights(self) -> Floats:
        """The weights, shape (n_rows, n_features)."""
        return self.theta[:, :-1] if self.has_bias else self.theta

    @property
    def biases(self) -> Floats:
        """The biases, shape (n_rows,); zeros without bias."""
        return self.theta[:, -1] if self.has_bias else frozen(np.zeros(len(self.theta)))

    def decision_function(self, X: Floats) -> Floats:
        """Return f, or the score of every class, summed feature by feature from the left (E4).

        `X`: shape (n_samples, n_columns): points in data units. Returns shape (n_samples, n_rows).
        """
        return self.scores(self.inputs(X))

    def scores(self, inputs: Floats) -> Floats:
        """Return f, or the score of every class, see `decision_function`.

        `inputs`: shape (n_samples, n_features): φ of points.
        """
        if self.expansion is not None:
            scores = self.expansion.scores(inputs)
        else:
            scores = np.zeros((len(inputs), len(self.theta)))
            for j in range(inputs.shape[1]):
                scores += inputs[:, j : j + 1] * self.weights[:, j]
        return scores + self.biases if self.has_bias else scores

    @property
    @abstractmethod
    def rows(self) -> tuple[int, ...]:
        """The rows of θ that take part."""

    @abstractmethod
    def row_of(self, label: int) -> int:
        """Return the row of θ that an update at a point adds to, or in the binary modes takes from.

        `label`: class of the point.
        """

    def target(self, label: int) -> int | None:
        """Return ±1 for a point of a class, see `targets_of`; None where the class itself is the target (W1)."""
        return None

    @abstractmethod
    def margins(self, scores: NDArray[Any], labels: Ints) -> NDArray[Any]:
        """Return what is ≤ 0 at an error: y·f(x), in multiclass s_y − s_r.

        `scores`: shape (n_samples, n_rows): as from `decision_function`. `labels`: shape (n_samples,): classes of the
        points. Returns shape (n_samples,).
        """

    @abstractmethod
    def winners(self, scores: Sequence[Score]) -> tuple[int, ...]:
        """Return the classes that win a place with these scores; several tie, none where it is undecided.

        `scores`: one for each row of θ.
        """

    @property
    @abstractmethod
    def predicted(self) -> tuple[int, ...]:
        """The classes that can win a place; of several that are − together none wins it alone."""

    # The boundary

    def planes(self, axes: tuple[int, int | None], held: Floats) -> list[HalfPlane]:
        """Return f, or the score of every class, on the plane of two features; none of a curved model.

        `axes`: the features across and upwards. `held`: shape (n_features,): where the others are held.
        """
        return [] if self.is_curved else [slice_plane(row, axes, held, self.has_bias) for row in self.theta]

    @abstractmethod
    def line(self, planes: Sequence[HalfPlane]) -> HalfPlane | None:
        """Return the one straight line that the boundary is; None where it is curved, or not one. See `cells`."""

    @abstractmethod
    def band(self, planes: Sequence[HalfPlane], beta: float) -> list[tuple[list[HalfPlane], int]]:
        """Return, for each edge of the band of near misses (V4), planes with that edge, and whose region it bounds.

        `planes`: from `planes`.
        """

    @property
    @abstractmethod
    def owners(self) -> dict[int, int]:
        """Whose regions there are, see `Cell.owner`, each with the sign of f, or of its lead, in it."""

    @abstractmethod
    def leads(self, scores: Floats) -> Floats:
        """Return how far every region is ahead: above 0 in it, below 0 elsewhere; 1 where it has no rival.

        `scores`: shape (n_rows, …): finite. Returns shape (n_regions, …): in the order of `owners`.
        """

    @abstractmethod
    def borders(self, scores: Sequence[Score], rows: Sequence[Sequence[Score]]) -> list[tuple[Score, list[Score]]]:
        """Return the height of a place over each line that may bound its region, with the weights of that line.

        `scores`: one for each row of θ. `rows`: the weights of each, without the bias.
        """

    @abstractmethod
    def cells(self, planes: Sequence[HalfPlane], rectangle: tuple[float, float, float, float]) -> list[Cell]:
        """Return the regions of a rectangle; none without planes. `planes`: from `planes`. `rectangle`: data units."""

    @abstractmethod
    def class_of_cell(self, cell: Cell) -> int:
        """Return the class that a region belongs to; for "the rest" the first class of it."""


class LinearModel(Model, eq=False):
    """f(x) = w·x + b, whose sign says + or − (P1)."""

    positive: int = 0  # the class that is +
    own_parts = frozenset({"line", "one_line"})

    @property
    def rows(self) -> tuple[int, ...]:
        """The only row of θ, see `Model`."""
        return (0,)

    def row_of(self, label: int) -> int:
        """Return the only row, see `Model`."""
        return 0

    def target(self, label: int) -> int:
        """Return +1 for the class that is +, see `Model`."""
        return 1 if label == self.positive else -1

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

    @property
    def predicted(self) -> tuple[int, ...]:
        """+ and −, whether they have points or not, see `Model`."""
        return (self.positive, *self.negatives)

    def cells(self, planes: Sequence[HalfPlane], rectangle: tuple[float, float, float, float]) -> list[Cell]:
        """Return S₋ and S₊, see `Model`."""
        return binary_cells(planes[0], rectangle) if planes else []

    def line(self, planes: Sequence[HalfPlane]) -> HalfPlane | None:
        """Return f, see `Model`."""
        return planes[0] if planes else None

    def band(self, planes: Sequence[HalfPlane], beta: float) -> list[tuple[list[HalfPlane], int]]:
        """Return f − β and f + β, see `Model`."""
        return [(lifted(planes, 0, by), 1) for by in (-beta, beta)]

    @property
    def owners(self) -> dict[int, int]:
        """S₋ and S₊, see `Model`."""
        return {0: -1, 1: 1}

    def leads(self, scores: Floats) -> Floats:
        """Return −f and f, see `Model`."""
        return np.stack([-scores[0], scores[0]])

    def borders(self, scores: Sequence[Score], rows: Sequence[Sequence[Score]]) -> list[tuple[Score, list[Score]]]:
        """Return f and w, see `Model`."""
        return [(scores[0], [*rows[0]])]

    def class_of_cell(self, cell: Cell) -> int:
        """Return + for S₊, and for S₋ the first of the classes that are −, see `Model`."""
        return self.positive if cell.owner == 1 else self.negatives[0]


class DualModel(LinearModel):
    """The same f, as a sum over the points with α > 0 (D2)."""

    own_parts = frozenset({"line", "one_line", "alpha"})
    has_kernels = True


class MulticlassModel(Model):
    """A row of weights for every class; the largest score wins (M1)."""

    has_class_rows = True
    own_parts = frozenset({"line", "classes", "rows"})
    has_kernels = True
    score_symbol = "s"
    margin_symbol = "s − sᵣ"
    loss_symbol = "Σ max(0, sᵣ − s)"
    norm_symbol = "‖W‖"
    bias_symbol = ""
    rows_moved = 2

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

    @property
    def predicted(self) -> tuple[int, ...]:
        """The classes with points, see `Model`."""
        return self.present

    def cells(self, planes: Sequence[HalfPlane], rectangle: tuple[float, float, float, float]) -> list[Cell]:
        """Return the arg-max cells of the classes with points, see `Model`."""
        return class_cells(planes, self.present, rectangle) if planes else []

    def line(self, planes: Sequence[HalfPlane]) -> HalfPlane | None:
        """Return None: no w is orthogonal to a line between classes, see `Model`."""
        return None

    def band(self, planes: Sequence[HalfPlane], beta: float) -> list[tuple[list[HalfPlane], int]]:
        """Return where each class is β ahead, see `Model`."""
        return [(lifted(planes, k, -beta), k) for k in self.present] if planes else []

    @property
    def owners(self) -> dict[int, int]:
        """The classes with points, see `Model`."""
        return dict.fromkeys(self.present, 1)

    def leads(self, scores: Floats) -> Floats:
        """Return the score of each class less the largest of the others, see `Model`."""
        own = scores[list(self.present)]
        if len(own) <= 1:  # without a point there is no class
            return np.ones_like(own)
        best, second = own[0], np.full_like(own[0], -np.inf)
        for score in own[1:]:
            second = np.maximum(second, np.minimum(best, score))
            best = np.maximum(best, score)
        lead: Floats = own - np.where(own == best, second, best)
        return lead

    def borders(self, scores: Sequence[Score], rows: Sequence[Sequence[Score]]) -> list[tuple[Score, list[Score]]]:
        """Return by how much the best class is ahead of each other, with the difference of their weights (M4)."""
        # Without a point there is no class: one that was just placed is on the screen before the run has it.
        ranked = sorted(self.present, key=lambda k: (scores[k], -k), reverse=True)
        return [
            (scores[best] - scores[k], [a - b for a, b in zip(rows[best], rows[k], strict=True)])
            for best in ranked[:1]
            for k in ranked[1:]
        ]

    def class_of_cell(self, cell: Cell) -> int:
        """Return the class that wins there, see `Model`."""
        return cell.owner


MODELS: dict[Mode, type[LinearModel] | type[MulticlassModel]] = {
    Mode.PRIMAL: LinearModel,
    Mode.DUAL: DualModel,
    Mode.MULTICLASS: MulticlassModel,
}


def model_kind(settings: TrainingSettings) -> type[Model]:
    """Return the class of model for these rules, which can be asked before there are parameters."""
    return MODELS[settings.mode]


def parts_of(settings: TrainingSettings) -> frozenset[str]:
    """Return what views can show of a model that is learned under these rules, see `Model.parts`."""
    parts = model_kind(settings).own_parts
    return parts - STRAIGHT if settings.is_curved else parts


def make_model(
    settings: TrainingSettings, dataset: Dataset, theta: Floats, expansion: KernelExpansion | None = None
) -> Model:
    """Return the model with the given parameters.

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


Rows = Sequence[Sequence[Fraction]]
EPSILON, TINY = float(np.finfo(np.float64).eps), float(np.finfo(np.float64).tiny)


def point_errors(model: Model, dataset: Dataset, exact_theta: Rows | None = None) -> Bools:
    """Return which points are errors: y·f(x) ≤ 0, in multiclass s_r ≥ s_y.

    `dataset`: points with the columns and classes of those that it was learned from. `exact_theta`: θ of the model
    without rounding, row by row; None where it was rounded on the way. A point with coordinates that are not known as
    decimals is judged in plain float64 in any case. Returns shape (n_samples,). Raises `DatasetError` when φ of a point
    is not finite.
    """
    inputs = mapped_points(dataset, model.features).X
    margins = model.margins(model.scores(inputs), dataset.labels)
    is_error: Bools = margins <= 0.0
    if exact_theta is None or not (model.theta.any() or model.expansion is not None):
        return is_error
    doubtful = np.flatnonzero(np.abs(margins) <= 2.0 * _uncertainty(model, inputs))
    rounded, exact = frozenset(dataset.rounded), _ExactScores(model, exact_theta)
    for i in doubtful.tolist():
        place = model.exact_inputs(dataset.X[i].tolist(), is_decimal=i not in rounded)
        known = [value for value in place if isinstance(value, Fraction)]
        if len(known) == len(place):
            scores = np.array([exact.at(known)], dtype=object)
            is_error[i] = bool(model.margins(scores, dataset.labels[i : i + 1])[0] <= 0)
    return is_error


def _uncertainty(model: Model, inputs: Floats) -> Floats:
    """Return how far rounding can have moved a score of each point: so many roundings of the sum of all sizes."""
    expansion, roundings = model.expansion, inputs.shape[1] + 8
    if expansion is not None:
        roundings = len(expansion.points) + expansion.kernel.function.roundings(roundings) + 8
        expansion = replace(expansion, points=np.abs(expansion.points), counts=np.abs(expansion.counts))
    sizes = replace(model, theta=np.abs(model.theta), expansion=expansion).scores(np.abs(inputs))
    uncertainty: Floats = sizes.max(axis=1) * (roundings * EPSILON) + TINY
    return uncertainty


class _ExactScores:
    """Scores in fractions. `theta`: its parameters, row by row."""

    def __init__(self, model: Model, theta: Rows) -> None:
        self._theta, self._expansion, self._has_bias = theta, model.expansion, model.has_bias
        points = [] if model.expansion is None else model.expansion.points.tolist()
        self._points = [[decimal_fraction(value) for value in point] for point in points]

    def at(self, x: Sequence[Fraction]) -> list[Fraction]:
        """Return f, or the score of every class. `x`: φ of a place."""
        if self._expansion is None:
            entries = [*x, *[Fraction(1)] * self._has_bias]
            return [_dot(row, entries) for row in self._theta]
        function = self._expansion.kernel.function
        if not function.is_decimal:
            raise TypeError(f"{function} is no decimal")
        values = [Fraction(function.product(point, x)) for point in self._points]
        sums = [_dot([Fraction(count) for count in row], values) for row in self._expansion.counts.tolist()]
        biases = [row[-1] if self._has_bias else Fraction(0) for row in self._theta]
        eta = decimal_fraction(self._expansion.eta)
        return [eta * total + bias for total, bias in zip(sums, biases, strict=True)]


def _dot(one: Sequence[Fraction], other: Sequence[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(one, other, strict=True)), Fraction(0))


MOST_POINTS = 2_000
"""The most points with margins."""


class PointLosses(Frozen, eq=False):
    """Margins under the parameters as they are now, of which a loss is max(0, −y·f)."""

    points: Ints  # shape (n,): all points, or of more than `MOST_POINTS` evenly many, ascending
    margins: Floats  # shape (n,): their y·f(x), in multiclass s_y − s_r; +∞ where a class has no rival
    # shaped as θ: what L rises by with each of its entries (P3); None where too many points are summed up to be told
    gradient: Floats | None = None
    unit: Fraction | None = (
        None  # the exact gradient is a whole multiple of it; None where points are no short decimals
    )


def points_told(n_samples: int) -> Ints:
    """Return the points whose margins are told, see `PointLosses`. `n_samples`: how many there are."""
    return np.linspace(0, n_samples - 1, min(n_samples, MOST_POINTS)).astype(np.int64)


def total_loss(held: float, scale: Scale, is_exact: bool) -> Fraction | float:
    """Return L, the sum of the losses of all points, in data units; a float where it was rounded.

    `held`: the sum as a trainer holds it. `scale`: how it holds it. `is_exact`: whether it holds exact numbers.
    """
    return true_value(float(scale.scores([held])[0]), scale.score_unit if is_exact and held < LARGEST else None)
