"""Weight space for the points of a document, the scene that a picture shows of it, and the thread that finds both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, Floats, Ints, is_same_parts, present_in_training, trained_part
from perceptron_gui.engine.data.settings import SettingsError, TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.fixed_point import true_value
from perceptron_gui.engine.model.models import model_kind
from perceptron_gui.engine.run.snapshot import Snapshot
from perceptron_gui.engine.theory.verdict import Verdict
from perceptron_gui.frozen import Frozen, replace
from perceptron_gui.session.explanation.terms import step_name, vector_text
from perceptron_gui.session.scripts import subscript
from perceptron_gui.session.weight_space import half_spaces
from perceptron_gui.session.weight_space.half_spaces import PLANE
from perceptron_gui.session.wording import counted, grouped, index_text, joined, number_text, said_of
from perceptron_gui.session.worker.background import Work, answer_or_failure
from perceptron_gui.translation import ntr, spelled, tr

if TYPE_CHECKING:
    from perceptron_gui.engine.run.records.curves import WeightPath


MOST_SHOWN = 40
"""Half-spaces that are drawn; more hide each other. Those that hold the region are drawn up to four times as many."""


class WeightSpace(Frozen, eq=False):
    """The part of weight space that does not depend on the run's state."""

    # shape (n_shown, n_entries): unit normals of the half-spaces that are drawn, those that hold the region first
    normals: Floats
    # shape (n_shown,): whose they are, and their classes
    points: Ints
    labels: Ints
    constraints: half_spaces.Constraints  # those of all points that take part
    radius: float  # R̂, the length of the longest y·x̂
    separable: bool | None  # whether there are solutions, decided in whole numbers (T1); None: too close to tell
    # the solutions, where there are some; its `holding` counts among `normals`
    region: half_spaces.Region | None = None
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
    return tr(
        "With a curved kernel there is one weight for each of the kernel's features: no picture can show them all."
    )


def can_be_shown(n_features: int, settings: TrainingSettings) -> bool:
    """Return whether θ has two or three numbers: a plane of weights, or a sphere of their directions.

    `n_features`: of a point.
    """
    return n_features + settings.bias in (half_spaces.PLANE, half_spaces.SPHERE)


def pairs_of(dataset: Dataset, settings: TrainingSettings) -> tuple[half_spaces.Pair | None, ...]:
    """Return whose weights can be shown: those of pairs of classes with points, or None for the only row."""
    owners = model_kind(settings).row_classes(len(dataset.classes))
    present = [k for k in present_in_training(dataset) if k in owners]
    return (None,) if None in owners else tuple(combinations(present, 2))


def weight_space_of(
    dataset: Dataset,
    settings: TrainingSettings,
    pair: half_spaces.Pair | None = None,
    verdict: Verdict | None = None,
    should_stop: Callable[[], bool] = lambda: False,
) -> WeightSpace:
    """Work out weight space for some points.

    `dataset`: θ has two or three numbers. `pair`: where every class has a row of weights: the two classes that are
    compared. `verdict`: what is known of the points already; of a pair it is another question. `should_stop`: called
    now and then; true ends the work. Raises `Cancelled` when `should_stop` returned true. Raises `SettingsError`,
    `DatasetError` as `make_training_data`, and where a curved kernel has no such space.
    """
    if not settings.weight_names(dataset.features):
        raise SettingsError(why_not_of_a_kernel())
    constraints = half_spaces.constraints_of(dataset, settings, pair)
    if verdict is None or pair is not None:
        from perceptron_gui.engine.theory.separability import geometry, verdict_on  # after the first paint (A9)

        verdict = verdict_on(geometry(*_as_binary(dataset, settings, constraints.points, pair)), should_stop)
    # A point at the origin, without bias, asks what no weights can give: it has no half-space to draw.
    places = np.flatnonzero(constraints.normals.any(axis=1))
    normals, points = half_spaces.directions(constraints.normals[places]), constraints.points[places]
    region = None
    if verdict is not None and verdict.separator is not None and verdict.nearest is not None:
        holding = half_spaces.holding_constraints(constraints.normals[places], verdict.nearest)
        region = half_spaces.region_around(verdict.separator, normals, holding)
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
    dataset: Dataset, settings: TrainingSettings, points: Ints, pair: half_spaces.Pair | None
) -> tuple[Dataset, TrainingSettings]:
    """Return the points of a pair with the rules under which the first class is + and the second −."""
    if pair is None:
        return trained_part(dataset), settings
    gone = np.setdiff1d(np.arange(dataset.n_samples), points)
    return dataset.without(gone.tolist()), settings.one_against_others(pair[0])


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


class Step(Frozen, eq=False):
    """One update."""

    before: Floats  # shape (n_entries,): θ before it
    name: str  # what was added: ±η times the point


class Way(Frozen, eq=False):
    """The way of θ up to the cursor."""

    # shape (n_places, n_entries): the last is θ at the cursor; a row of NaN where it is not known yet how it came there
    thetas: Floats
    # shape (n_round, n_entries): the states of the cycle, once it is closed: the last is the first again; else none
    round: Floats
    n_updates: int  # updates up to the cursor
    values: tuple[Fraction, ...]  # θ at the cursor: exactly, as long as the run is exact
    step: Step | None = None  # the update that was just made

    @property
    def current(self) -> Floats:
        """θ at the cursor, shape (n_entries,)."""
        current: Floats = self.thetas[-1]
        return current

    @property
    def is_thinned(self) -> bool:
        """Whether places are left out, or not known yet."""
        return self.n_places < self.n_updates + 1

    @property
    def n_places(self) -> int:
        """How many places are known."""
        return int(np.count_nonzero(~np.isnan(self.thetas[:, 0])))


def way_of(snapshot: Snapshot, path: WeightPath | None, pair: half_spaces.Pair | None) -> Way:
    """Return the way to the cursor; nothing of what comes after it.

    `path`: what is known of the run; it may lag behind. `pair`: where every class has a row of weights: the two that
    are compared.
    """
    now = half_spaces.shown_weights(snapshot.theta, pair)
    known = path.until(snapshot.visit) if path is not None and fits(path, snapshot) else None
    thetas = closed = np.empty((0, len(now)))
    if known is not None and path is not None:
        every = half_spaces.shown_weights(known.thetas, pair)
        thetas = every[known.updates < snapshot.updates]
        if path.visits[-1] < snapshot.visit and known.updates[-1] < snapshot.updates - 1:
            thetas = np.vstack([thetas, np.full(len(now), np.nan)])
        if known.round is not None:
            start, end = known.round
            closed = every[(known.visits >= start) & (known.visits <= end)]
    return Way(np.vstack([thetas, now]), closed, snapshot.updates, _values(snapshot, pair), _last_step(snapshot, pair))


def _values(snapshot: Snapshot, pair: half_spaces.Pair | None) -> tuple[Fraction, ...]:
    """Return the weights that are shown, of which a difference of doubles would be rounded once more."""
    rows = [[Fraction(true_value(v, snapshot.weight_unit)) for v in row] for row in snapshot.theta.tolist()]
    if pair is None:
        return tuple(rows[0])
    return tuple(a - b for a, b in zip(rows[pair[0]], rows[pair[1]], strict=True))


def _last_step(snapshot: Snapshot, pair: half_spaces.Pair | None) -> Step | None:
    """Return the update that led to the cursor, where it has moved what is shown."""
    last = snapshot.last
    if last is None or not last.changed or last.before.shape != snapshot.theta.shape:
        return None
    before = half_spaces.shown_weights(last.before, pair)
    if np.array_equal(before, half_spaces.shown_weights(last.after, pair)):
        return None
    return Step(before, step_name(last, *(pair or (None,))))


def fits(path: WeightPath, snapshot: Snapshot) -> bool:
    """Whether a way may be that of a snapshot's run: its θ has as many numbers."""
    rows, entries = snapshot.theta.shape
    return len(path.visits) > 0 and path.thetas.shape[2] == entries and path.thetas.shape[1] >= rows


class WeightScene(Frozen, eq=False):
    """All that is drawn."""

    space: WeightSpace
    way: Way
    names: tuple[str, ...]  # of the numbers in θ
    lit: int | None = None  # the half-space that is pointed at, an index into those that are drawn
    tried: tuple[float, ...] | None = None  # weights that the user asks about
    can_start: bool = False  # whether θ is the start weights, and can be dragged
    is_veiled: bool = False  # whether nothing may be seen that answers the question on the screen


class SpaceQuestion(Frozen, eq=False):
    """Points and rules whose weight space is asked for."""

    dataset: Dataset
    settings: TrainingSettings
    pair: half_spaces.Pair | None  # where every class has a row of weights: the two that are compared

    def is_like(self, other: SpaceQuestion | None) -> bool:
        """Whether another question has the same answer."""
        if other is None or self.dataset.X is not other.dataset.X or self.dataset.labels is not other.dataset.labels:
            return False
        return self._rules == other._rules and is_same_parts(self.dataset.parts, other.dataset.parts)

    def is_variant_of(self, other: SpaceQuestion | None) -> bool:
        """Whether it is about as many points under the same rules: where some are being dragged they lie elsewhere."""
        is_same = other is not None and self._rules == other._rules
        return is_same and other is not None and self.dataset.X.shape == other.dataset.X.shape

    def is_in_space_of(self, other: SpaceQuestion) -> bool:
        """Whether θ has the same numbers, so that both are seen in the same way."""
        return self.pair == other.pair and self._n_entries == other._n_entries

    @property
    def _n_entries(self) -> int:
        return len(self.settings.features.names(self.dataset.features)) + self.settings.bias

    @property
    def _rules(self) -> tuple[object, ...]:
        """What matters of the rules."""
        settings = self.settings
        rows = model_kind(settings).row_classes(len(self.dataset.classes))
        return rows, settings.bias, settings.positive, settings.features, settings.kernel, self.pair


class SpaceFinding(Frozen, eq=False):
    """The answer."""

    question: SpaceQuestion
    space: WeightSpace | None  # None where it could not be worked out
    failure: str = ""  # why not, in a sentence; else empty


def find_space(question: SpaceQuestion, work: Work[SpaceFinding]) -> SpaceFinding:
    """Return the weight space of some points, see `Background`."""

    def find() -> SpaceFinding:
        space = weight_space_of(question.dataset, question.settings, question.pair, should_stop=work.should_stop)
        return SpaceFinding(question, space)

    return answer_or_failure(find, partial(SpaceFinding, question, None))


MOST_NAMES = 6
"""Points that are named in a sentence."""


def entry_names(n_features: int, bias: bool) -> tuple[str, ...]:
    """Return the names of the numbers in θ. `n_features`: of a point. `bias`: whether the last number is b."""
    if n_features == 1:
        return (spelled("w"), spelled("b")) if bias else (spelled("w"),)
    weights = tuple(f"{spelled('w')}{subscript(j + 1)}" for j in range(min(n_features, 3)))
    return (*weights, spelled("b")) if bias else weights


def why_not_shown(dataset: Dataset, settings: TrainingSettings) -> str:
    """Return why weight space cannot be drawn."""
    if not dataset.n_samples:
        return tr("Place a point: it divides all weights into those that get it right and those that get it wrong.")
    names = settings.weight_names(dataset.features)
    if not names:
        return why_not_of_a_kernel()
    if can_be_shown(len(names), settings) and not pairs_of(dataset, settings):
        return tr("Weight space compares the weights of two classes, but only one class has points.")
    count = len(names) + settings.bias
    if count < PLANE:
        return tr("With one feature and no bias, θ is a single number: weight space is only a line from − to +.")
    words = tr(
        "θ has {count} numbers here: one for each feature, and one for the bias if there is one. So weight "
        "space has {count} dimensions, too many for a plane or a sphere. It can be drawn for two features, "
        "or for three without a bias. To train on two, press “Keep only these two” below the canvas."
    )
    if not settings.features.is_identity:
        words = tr(
            "θ has {count} numbers here: one for each feature, and one for the bias if there is one. So "
            "weight space has {count} dimensions, too many for a plane or a sphere. It can be drawn if you "
            "write just two features yourself, or three without a bias."
        )
    return words.format(count=grouped(count))


def what_is_drawn(scene: WeightScene) -> str:
    """Return what the picture shows."""
    if scene.space.n_entries == PLANE:
        return tr("Each line is one point: weights on its shaded side get that point wrong.")
    return tr("Each great circle is one point: directions of θ on its wrong side get that point wrong.")


def solutions(space: WeightSpace) -> str:
    """Return what is known of the region of solutions."""
    if space.separable is None:
        return tr("Too close to tell whether there are weights without errors.")
    if not space.separable:
        names = _named(space.witness)
        return tr("There are no weights without errors: no θ gets {points} right at the same time.").format(
            points=names
        )
    assert space.region is not None
    holding = space.points[space.region.holding].tolist()
    words = ntr(
        "Green: the weights without errors (version space), bounded by {points} alone.",
        "Green: the weights without errors (version space), bounded by {count} points: {points}.",
        len(holding),
    )
    return words.format(count=grouped(len(holding)), points=_named(holding))


def what_is_left_out(space: WeightSpace) -> str:
    """Return how many borders are drawn, where they are not all; else nothing."""
    shown = len(space.points)
    if shown == space.n_points:
        return ""
    words = tr("{shown} of {count} points are drawn: those that bound the region, and those nearest to θ*.")
    if not space.separable:
        words = tr("{shown} of {count} points are drawn.")
    return words.format(shown=grouped(shown), count=grouped(space.n_points))


def said_below(scene: WeightScene) -> list[str]:
    """Return what is said below the picture, line by line."""
    lines = solutions(scene.space), the_way(scene), what_is_left_out(scene.space) or what_is_drawn(scene)
    return [line for line in lines if line]


def most_said_below(scene: WeightScene) -> list[str]:
    """Return lines that are as long as any that are said below the picture while the run moves on."""
    ways = _cycle(), _at_zero(), _thinned_way(1_000_000, 1_000)
    return [solutions(scene.space), max(ways, key=len), what_is_left_out(scene.space) or what_is_drawn(scene)]


def the_way(scene: WeightScene) -> str:
    """Return what is to be said of the way of θ."""
    way, is_sphere = scene.way, scene.space.n_entries > PLANE
    if len(way.round):
        return _cycle()
    if is_sphere and not way.current.any():
        return _at_zero()
    if not way.n_updates:
        return ""
    if way.is_thinned:
        return _thinned_way(way.n_updates, way.n_places)
    words = ntr(
        "Line with dots: θ after {count} update.", "Line with dots: θ after each of {count} updates.", way.n_updates
    )
    return words.format(count=grouped(way.n_updates))


def _cycle() -> str:
    return tr("The cycle is a closed path: θ comes back to where it was, and the run goes round for ever.")


def _at_zero() -> str:
    return tr("θ is 0 here: it has no direction, so it is not on the sphere.")


def _thinned_way(n_updates: int, n_places: int) -> str:
    words = tr("Line with dots: the path of θ through {count} updates, drawn at {shown} places.")
    return words.format(count=grouped(n_updates), shown=grouped(n_places))


def about_point(scene: WeightScene, dataset: Dataset) -> str:
    """Return the caption of the border under the pointer: its point and, unless the run asks, on which side θ is."""
    if scene.lit is None:
        return ""
    point = int(scene.space.points[scene.lit])
    name = f"{index_text(point)} ({dataset.classes[int(dataset.labels[point])]})"
    if scene.is_veiled:
        return name
    constraints = scene.space.constraints
    side = int(constraints.sides_of(scene.way.values, np.flatnonzero(constraints.points == point))[0])
    wrong = tr("θ is on its border: an error") if side == 0 else tr("θ is on its wrong side: an error")
    return said_of(name, tr("θ is on its right side") if side > 0 else wrong)


def where_theta_is(scene: WeightScene) -> str:
    """Return on whose wrong sides θ is, for who does not see the picture; not while the run asks."""
    if scene.is_veiled:
        return ""
    constraints = scene.space.constraints
    wrong = constraints.points[constraints.sides_of(scene.way.values) <= 0].tolist()
    if not wrong:
        return tr("θ is on the right side of every point.")
    words = ntr(
        "θ is on the wrong side of {points}, or on its border.",
        "θ is on the wrong side of {count} points, or on their borders: {points}.",
        len(wrong),
    )
    return words.format(count=grouped(len(wrong)), points=_named(wrong))


def about_tried(scene: WeightScene, settings: TrainingSettings) -> str:
    """Return which weights are tried, and how many errors they make; not while the run asks."""
    if scene.tried is None:
        return ""
    values: list[Fraction] = [decimal_fraction(value) for value in scene.tried]
    weights = values[: len(values) - settings.bias]
    text = f"{spelled('w')} = {vector_text(weights) if len(weights) > 1 else number_text(weights[0])}"
    if settings.bias:
        text += f", {spelled('b')} = {number_text(values[-1])}"
    if scene.is_veiled:
        return text
    errors = scene.space.constraints.errors_under(values)
    return said_of(text, counted("{count} error", "{count} errors", errors))


def _named(points: Sequence[int]) -> str:
    names = [index_text(point) for point in points[:MOST_NAMES]]
    listed, left = joined(names), len(points) - len(names)
    return tr("{names} and {count} more").format(names=listed, count=grouped(left)) if left else listed
