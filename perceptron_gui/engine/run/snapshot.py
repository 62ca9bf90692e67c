"""What leaves the engine: frozen snapshots of a run with what views request, and answers about whole runs (A10)."""

from fractions import Fraction
from functools import cached_property

import numpy as np

from perceptron_gui.engine.data.dataset import Bools, Dataset, Floats, Ints, Split, positive_class
from perceptron_gui.engine.data.growable_array import frozen, is_prefix
from perceptron_gui.engine.data.settings import TrainingSettings
from perceptron_gui.engine.model import models
from perceptron_gui.engine.run.records.record import VisitRecord, expansion_of, parameters
from perceptron_gui.engine.run.records.segments import Passes, round_of
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.wants import Wants
from perceptron_gui.engine.training.factory import joined_state, make_trainer, scores_elsewhere
from perceptron_gui.engine.training.state import Cycle, Stop
from perceptron_gui.engine.training.trainer import ErrorRivals, Trainer, gradient, judge
from perceptron_gui.engine.training.training_data import make_training_data
from perceptron_gui.frozen import Frozen, replace

FOLLOWED_SPEED, CALM_SPEED = 20.0, 3.0
"""Visits a second up to which each can be followed by eye (G5), and up to which it can be compared with the one before
it."""


class Snapshot(Frozen, eq=False, dict=True):
    """A run at its cursor. All arrays are read-only copies."""

    run_id: int  # which run this is; views drop snapshots of other runs
    settings: TrainingSettings  # the rules of the run
    dataset: Dataset  # the points present at the cursor, those held out among them
    # counts at the cursor
    visit: int
    epoch: int
    mistakes: int
    updates: int
    frontier: int  # visits computed so far
    # shape (n_rows, n_entries): parameters in data units: the doubles nearest the exact values; one row, in multiclass
    # n_classes
    theta: Floats
    # shape (n_samples,): points with y·f(x) ≤ 0 under the current parameters, of those that are trained on
    errors: Bools
    # shape (n_samples,): points that a visit would learn from: those with y·f(x) ≤ β, the errors where β is 0 (V4)
    to_learn: Bools
    is_exact: bool  # whether the numbers were exact up to the cursor
    weight_unit: Fraction | None  # the exact θ are whole multiples of it; None where they are not exact
    exact_visits: int | None  # the visits up to which numbers were exact; None while they are
    stop: Stop | None  # why the run ended here; None while it can go on
    cycle: Cycle | None  # the cycle that the run has closed
    last: VisitRecord | None  # the visit that led here; None at the start and after a bulk advance
    # shape (n_samples,): how often each point caused an update, and how many updates ago it last did (−1 for never); if
    # wanted
    alpha: Ints | None
    age: Ints | None
    ticks: Ints | None  # shape (wants.ticks,): updates in each stretch of the timeline, if wanted
    passes: tuple[Passes, ...]  # stretches of passes of the same length, in order
    arrivals: tuple[int, ...] = ()  # visits at which points came, the last of them
    # visits at which the points of the cursor came, and how many there were then; the first is (0, n). Where they came
    # too often to be told, all points as if they had been there from the start
    stages: tuple[tuple[int, int], ...] = ()
    n_logged: int = 0  # updates that the log holds: mistakes, near misses, in batch order whole passes
    shown: Bools | None = None  # shape (n_samples,): points that a visit up to the cursor has shown; None: nobody knows
    upcoming: int | None = None  # the point that the next visit shows; None where the run cannot go on
    waiting: int = 0  # batch order: mistakes and near misses of the pass that wait for its update
    is_playing: bool = False  # whether play is on
    speed: float | None = None  # visits a second of play; None as fast as it goes, as on the way to a goal
    span: int = 0  # visits that `ticks` covers
    n_commands: int = 0  # commands of the window that were carried out before it was taken
    hides_labels: bool = False  # whether labels of points that no visit has shown yet are not to be told
    is_veiled: bool = False  # whether views must hide which points are errors, since the user is asked for it
    loss: Fraction | float | None = None  # L, a float where it was rounded; None while it is veiled
    losses: models.PointLosses | None = None  # if wanted, and not veiled
    expansion: models.KernelExpansion | None = None  # what stands in the place of w with a curved kernel
    near_misses: int = 0  # right by no more than β, and learned from (V4)
    # the rival of every error (M2), and how many go where; in multiclass, if wanted, and not veiled
    rivals: ErrorRivals | None = None
    held_out: "HeldOut | None" = None  # None where all points are trained on
    # the points that the run has learned from, where some of them are being moved and its dataset says where they are
    # now
    moved_from: Dataset | None = None

    @property
    def trained(self) -> Dataset:
        """The points present, but for those held out."""
        return self.dataset if self.held_out is None else self.held_out.trained

    @property
    def n_learned(self) -> int:
        """Mistakes and near misses: what the theorem counts (T2, T10)."""
        return self.mistakes + self.near_misses

    @property
    def n_errors(self) -> int:
        """Errors now: how many points are wrong under the current parameters."""
        return int(np.count_nonzero(self.errors))

    @property
    def is_followed(self) -> bool:
        """Whether its visit can be followed by eye: the run stands, or plays slowly enough."""
        return self._is_slower_than(FOLLOWED_SPEED)

    @property
    def is_calm(self) -> bool:
        """Whether its visit can be compared with the one before it: the run stands, or plays more slowly still."""
        return self._is_slower_than(CALM_SPEED)

    def _is_slower_than(self, most: float) -> bool:
        return not self.is_playing or (self.last is not None and self.speed is not None and self.speed <= most)

    def is_about(self, dataset: Dataset) -> bool:
        """Return whether the state is one of these points, of which the last may be yet to come in the run.

        An edit is on the screen before the training thread hears of it: until then a snapshot is about other points.

        `dataset`: the points that are shown.
        """
        return dataset.is_extension_of(self.dataset)

    def is_of(self, settings: TrainingSettings, dataset: Dataset) -> bool:
        """Return whether the snapshot shows the run of these rules; one that went on is the same, as is its dual (D3).

        `dataset`: the points to train on that were present at some time.
        """
        return self._is_by(settings) and _is_begun(self.trained, dataset)

    def comes_from(self, settings: TrainingSettings, dataset: Dataset) -> bool:
        """Return whether the parameters are of the run of these rules: `is_of`, also where points are being moved.

        `dataset`: the points to train on that were present at some time, before any was moved.
        """
        learned_on = self.trained if self.moved_from is None else self.moved_from
        return self._is_by(settings) and _is_begun(learned_on, dataset)

    def with_names(self, names: tuple[str, ...]) -> "Snapshot":
        """Return the run with the names that its classes have now.

        There are as many as the run knows: without classes that came to the palette since, with those that went.
        """
        known, has_rows = self.dataset.classes, models.model_kind(self.settings).has_class_rows
        now = (*names, *known[len(names) :])[: len(self.theta) if has_rows else len(known)]
        return self if now == known else replace(self, dataset=self.dataset.with_classes(now))

    @cached_property
    def rules(self) -> TrainingSettings:
        """The rules, with those settings neutralised that may change within one run."""
        return self.settings.within_a_run(self.positive)

    def _is_by(self, settings: TrainingSettings) -> bool:
        """Whether these are the rules of the run, but for primal or dual."""
        if models.model_kind(settings).has_class_rows != self.model.has_class_rows:
            return False  # not to be put into the other mode: start weights would be none of its rules (P5)
        if settings.kernel != self.settings.kernel:
            return False
        return replace(settings, mode=self.settings.mode) == self.settings

    @property
    def round(self) -> tuple[int, int] | None:
        """The visits between which the run goes round its cycle for the first time, see `round_of`."""
        return round_of(self.cycle, self.passes)

    @property
    def is_undecided(self) -> bool:
        """Whether all that was learned is 0: every point is on the boundary, which counts as an error (W5)."""
        return not self.theta.any() and (self.expansion is None or not self.expansion.counts.any())

    @property
    def theta_before(self) -> Floats | None:
        """θ before the visit that led here, shape (n_rows, n_entries).

        None where that visit changed nothing, or a class has come since.
        """
        last = self.last
        return last.before if last is not None and last.changed and last.before.shape == self.theta.shape else None

    @property
    def positive(self) -> int:
        """Index of the class that is + in the binary modes."""
        chosen = positive_class(self.trained, self.settings.positive)
        return chosen if chosen is not None else self.trained.present[-1]

    @cached_property
    def model(self) -> models.Model:
        """What was learned up to the cursor."""
        return models.make_model(self.settings, self.trained, self.theta, self.expansion)


def _is_begun(one: Dataset, other: Dataset) -> bool:
    """Whether the points of one set are the first ones of the other; names of classes may be others by now."""
    one, other = sorted((one, other), key=lambda each: each.n_samples)
    return is_prefix(one.X, other.X) and is_prefix(one.labels, other.labels)


MOST_ARRIVALS = 200
"""The most arrivals that are told."""
MOST_SUMMED = 20_000
"""Points whose gradient is told while the run plays; of more only where it rests."""


def stages_told(run: Run) -> tuple[tuple[int, int], ...]:
    """Return visits at which the points of the cursor came, and how many there were then.

    Where they came too often to be told, all count as if they had been there from the start.
    """
    is_told = len(run.stages.arrival_visits) <= MOST_ARRIVALS
    return run.stage_starts if is_told else ((0, run.data.n_samples),)


def ticks_told(run: Run, count: int, span: int) -> Ints:
    """Return the updates in each stretch of the timeline, shape (count,); read-only.

    `count`: number of equal stretches, above 0. `span`: visits that they cover.
    """
    return frozen(np.diff(run.updates_before(np.linspace(0, max(span, count), count + 1))))


def take_snapshot(
    run: Run, run_id: int, wants: Wants, is_playing: bool = False, elsewhere: Trainer | None = None
) -> Snapshot:
    """Copy what the views need of a run at its cursor.

    `run_id`: number of the run, by which views recognise an outdated snapshot. `wants`: what visible views need.
    `is_playing`: whether the run is on its way. `elsewhere`: the parameters of the run on points that are being moved:
    these are judged in the place of its own.
    """
    state, trainer = run.state, elsewhere or run.trainer
    judged = judge(trainer, wants.rivals)
    return Snapshot(
        run_id=run_id,
        settings=run.settings,
        dataset=trainer.data.dataset,
        visit=state.visits,
        epoch=state.epoch,
        mistakes=state.mistakes,
        updates=state.updates,
        frontier=run.frontier,
        theta=parameters(run.trainer),
        errors=judged.errors,
        to_learn=judged.to_learn,
        is_exact=run.is_exact,
        weight_unit=run.data.scale.weight_unit if run.is_exact else None,
        exact_visits=state.exact_visits,
        stop=run.stop,
        cycle=run.cycle,
        last=run.last if elsewhere is None else None,
        alpha=frozen(state.alpha.copy()) if wants.alpha or state.sums is not None else None,
        age=run.ages() if wants.age else None,
        ticks=ticks_told(run, wants.ticks, wants.span) if wants.ticks else None,
        passes=run.stages.passes,
        arrivals=run.stages.arrival_visits[-MOST_ARRIVALS:],
        stages=stages_told(run),
        n_logged=len(run.log),
        shown=run.shown_points(),
        upcoming=run.trainer.next_point() if run.state.stop in (None, Stop.CYCLE) and run.data.n_samples else None,
        waiting=state.unlearned,
        is_playing=is_playing,
        span=max(wants.span, wants.ticks),
        loss=models.total_loss(judged.loss, trainer.data.scale, run.is_exact and trainer.data.is_exact),
        losses=_losses(trainer, is_playing) if wants.losses else None,
        expansion=expansion_of(run.trainer),
        near_misses=state.near_misses,
        rivals=judged.rivals,
    )


def _losses(trainer: Trainer, is_playing: bool) -> models.PointLosses:
    data, points = trainer.data, models.points_told(trainer.data.n_samples)
    told = models.PointLosses(frozen(points), frozen(data.scale.scores(trainer.margins_of(points))))
    if is_playing and data.n_samples > MOST_SUMMED:
        return told
    unit = Fraction(1, 10**data.scale.places) if data.is_exact else None
    return replace(told, gradient=gradient(trainer), unit=unit)


def preview_snapshot(run: Run, run_id: int, wants: Wants, dataset: Dataset) -> Snapshot:
    """Return a run's parameters on points that are being moved: their errors, without training.

    `run_id`: number of the run, by which views recognise an outdated snapshot. `wants`: what visible views need.
    `dataset`: the points of the run, some of them elsewhere.
    """
    present = dataset.first(run.data.n_samples)
    data = make_training_data(present, run.settings, run.data.scale)
    state = joined_state(run.state, run.data, data)
    if state.sums is not None:  # what was learned stays where it was learned, also of a point that is moved
        state.sums.scores[:] = scores_elsewhere(state.sums, run.data, data)
    shown = take_snapshot(run, run_id, wants, elsewhere=make_trainer(data, state))
    return replace(shown, moved_from=run.data.dataset)


class HeldOut(Frozen, eq=False):
    """The points held out, and which of them are errors now."""

    split: Split  # the parts of all points
    trained: Dataset  # the points present that are trained on
    # shape (n_samples,): which points held out are errors now; of the test part none are told before it is looked at
    errors: Bools
    has_test: bool  # whether those of the test part are told

    @property
    def validation(self) -> tuple[int, int]:
        """Errors in the validation part, and its points."""
        part = self.split.validation
        return int(np.count_nonzero(self.errors[part])), len(part)

    @property
    def test(self) -> tuple[int | None, int]:
        """Errors in the test part, None while they are not told, and its points."""
        part = self.split.test
        return int(np.count_nonzero(self.errors[part])) if self.has_test else None, len(part)


class RunAnswer(Frozen, eq=False):
    """An answer about a run, which is joined with no snapshot of another one."""

    settings: TrainingSettings  # the rules of the run
    dataset: Dataset  # the points that are trained on, as many as were present where it was computed

    def is_of(self, snapshot: Snapshot) -> bool:
        """Return whether it is about the run that a snapshot shows; one that went on is the same, as is its dual."""
        return snapshot.is_of(self.settings, self.dataset)

    def leads_to(self, snapshot: Snapshot) -> bool:
        """Return whether it is about the run of a snapshot's parameters, also while points are being moved."""
        return snapshot.comes_from(self.settings, self.dataset)
