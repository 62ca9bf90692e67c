"""Weight space for the points of a document: which half-spaces are drawn, and the region of solutions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.parts import present_in_training, trained_part
from perceptron_gui.engine.data.settings import Mode, SettingsError, TrainingSettings
from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.weight_space.constraints import PLANE, SPHERE, Constraints, Pair, constraints_of
from perceptron_gui.session.weight_space.directions import directions
from perceptron_gui.session.weight_space.holding import holding_constraints
from perceptron_gui.session.weight_space.region import Region, region_around
from perceptron_gui.translation import tr

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Dataset, Floats, Ints
    from perceptron_gui.engine.theory.verdict import Verdict

MOST_SHOWN = 40
"""Half-spaces that are drawn; more hide each other. Those that hold the region are drawn up to four times as many."""


class WeightSpace(Frozen, eq=False):
    """What is drawn of weight space, whatever the run does."""

    # shape (n_shown, n_entries): unit normals of the half-spaces that are drawn, those that hold the region first
    normals: Floats
    # shape (n_shown,): whose they are, and their classes
    points: Ints
    labels: Ints
    constraints: Constraints  # those of all points that take part
    radius: float  # R̂, the length of the longest y·x̂
    separable: bool | None  # whether there are solutions, decided in whole numbers (T1); None: too close to tell
    region: Region | None = None  # the solutions, where there are some; its `holding` counts among `normals`
    witness: tuple[int, ...] = ()  # points whose half-spaces have nothing in common, where there are no solutions (T1)

    @property
    def middle(self) -> Floats | None:
        """θ* of length 1, shape (n_entries,), where there are solutions."""
        return self.region.middle if self.region is not None else None

    @property
    def n_points(self) -> int:
        """Points that take part."""
        return len(self.constraints.points)

    @property
    def n_entries(self) -> int:
        """Numbers in θ."""
        return int(self.normals.shape[1])


def why_not_of_a_kernel() -> str:
    """Return why there is no weight space with a curved kernel."""
    return tr("With a curved kernel the weights are those of the kernel's features: no picture can show them all.")


def can_be_shown(n_features: int, settings: TrainingSettings) -> bool:
    """Return whether θ has two or three numbers: a plane of weights, or a sphere of their directions.

    `n_features`: of a point.
    """
    return n_features + settings.bias in (PLANE, SPHERE)


def pairs_of(dataset: Dataset, settings: TrainingSettings) -> tuple[Pair, ...]:
    """Return the pairs of classes with points, where every class has a row of weights; else none."""
    if not model_kind(settings).has_class_rows:
        return ()
    present = present_in_training(dataset)
    return tuple((k, j) for k in present for j in present if k < j)


def weight_space_of(
    dataset: Dataset,
    settings: TrainingSettings,
    pair: Pair | None = None,
    verdict: Verdict | None = None,
    should_stop: Callable[[], bool] = lambda: False,
) -> WeightSpace:
    """Work out weight space for some points.

    `dataset`: θ has two or three numbers. `pair`: where every class has a row of weights: the two classes that are
    compared. `verdict`: what is known of the points already; of a pair it is another question. `should_stop`: called
    now and then; true ends the work. Raises `Cancelled` when `should_stop` returned true. Raises `SettingsError`,
    `DatasetError` as `make_training_data`, and where a curved kernel has no such space.
    """
    if settings.has_curved_kernel:
        raise SettingsError(why_not_of_a_kernel())
    constraints = constraints_of(dataset, settings, pair)
    if verdict is None or pair is not None:
        from perceptron_gui.engine.theory.margin import geometry, verdict_on  # after the first paint (A9)

        verdict = verdict_on(geometry(*_as_binary(dataset, settings, constraints.points, pair)), should_stop)
    # A point at the origin, without bias, asks what no weights can give: it has no half-space to draw.
    places = np.flatnonzero(constraints.normals.any(axis=1))
    normals, points = directions(constraints.normals[places]), constraints.points[places]
    region = None
    if verdict is not None and verdict.separator is not None and verdict.nearest is not None:
        holding = holding_constraints(constraints.normals[places], verdict.nearest)
        region = region_around(verdict.separator, normals, holding)
    witness = _witness(verdict, constraints.points)
    if region is not None:
        shown = _thinned(region.holding, normals @ region.middle)
        region = replace(region, holding=np.arange(len(region.holding)))
    else:
        shown = _thinned(np.flatnonzero(np.isin(points, witness)), np.arange(len(normals)))
    return WeightSpace(
        normals[shown],
        points[shown],
        dataset.labels[points[shown]],
        constraints,
        float(np.sqrt((constraints.normals**2).sum(axis=1)).max(initial=0.0)),
        verdict.separable if verdict is not None else None,
        region,
        witness,
    )


def _as_binary(
    dataset: Dataset, settings: TrainingSettings, points: Ints, pair: Pair | None
) -> tuple[Dataset, TrainingSettings]:
    """Return the points of a pair with the rules under which the first class is + and the second −."""
    if pair is None:
        return trained_part(dataset), settings
    gone = np.setdiff1d(np.arange(dataset.n_samples), points)
    return dataset.without(gone.tolist()), replace(settings, mode=Mode.PRIMAL, positive=pair[0], initial=None)


def _witness(verdict: Verdict | None, points: Ints) -> tuple[int, ...]:
    """Return the points of a proof that there are no solutions, by their numbers in the dataset."""
    found = verdict.witness if verdict is not None else None
    return tuple(int(points[i]) for i in found.indices) if found is not None else ()


def _thinned(first: Ints, nearness: Floats | Ints) -> Ints:
    """Return which half-spaces are drawn: some in any case, then those nearest to the middle."""
    room = max(MOST_SHOWN - len(first), 0)
    others = np.setdiff1d(np.arange(len(nearness)), first)
    if len(others) > room:
        others = others[np.argpartition(nearness[others], room)[:room]] if room else others[:0]
    return np.concatenate([first[: 4 * MOST_SHOWN], np.sort(others)])
