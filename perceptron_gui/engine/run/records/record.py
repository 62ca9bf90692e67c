"""The past of a run: its stages and mistakes, what happened at a visit, and a replay from states kept (P9, T9)."""

import mmap
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset, Floats, Ints
from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.engine.data.settings import Order, TrainingSettings
from perceptron_gui.engine.exact.fixed_point import Scale
from perceptron_gui.engine.model.models import KernelExpansion
from perceptron_gui.engine.run.records.segments import Segments
from perceptron_gui.engine.training.factory import detector_from, make_trainer
from perceptron_gui.engine.training.state import NO_RIVAL, Cycle, CycleDetector, Mistakes, State, Stop
from perceptron_gui.engine.training.trainer import Trainer, pass_margins, pass_rivals
from perceptron_gui.engine.training.training_data import TrainingData
from perceptron_gui.frozen import Frozen


def kernel_change(trainer: Trainer, points: Ints) -> Callable[[], bool]:
    """Return a function that tells, after an update, whether Σ α y φ(x) or b has changed.

    Points in one place may cancel out under every kernel, others only where the kernel multiplies finitely many
    features. There Σ y φ(x) is 0 where it adds 0 to the score of each of its own points: then its square is 0, too.

    `trainer`: with a curved kernel, before the update. `points`: shape (n_points,): those that are learned from, in
    batch order all of a pass.
    """
    sums = trainer.state.sums
    assert sums is not None
    counts, scores, theta = sums.counts[:, points], sums.scores[:, points], trainer.state.theta.copy()

    def is_changed() -> bool:
        now, data = trainer.state.sums, trainer.data
        assert now is not None
        risen = now.counts[:, points] - counts
        if not risen.any():
            return False
        places = np.unique(data.mapped.X[points] + 0.0, axis=0, return_inverse=True)[1].ravel()
        together = np.zeros((len(points), len(risen)), dtype=np.int64)
        np.add.at(together, places, risen.T)
        if not together.any() or data.settings.kernel.function.tells_all_apart:
            return bool(together.any())
        return trainer.state.theta != theta or not np.array_equal(now.scores[:, points], scores)

    return is_changed


MOST_RIVALS = 4
"""Errors of a batch pass whose rivals are told."""
NOBODY: Ints = frozen(np.empty(0, dtype=np.int64))


class VisitRecord(Frozen, eq=False):
    """One visit."""

    number: int  # visits completed when it was over
    epoch: int  # the pass, from 1; 0 in random order
    point: int  # index of the point shown
    target: int  # −1 or +1, in multiclass the class index
    is_mistake: bool  # whether the point was an error when it was visited
    is_near_miss: bool  # whether it was right, but by no more than β (V4)
    rival: int  # the rival class of a multiclass mistake or near miss, else −1
    # f(x) before and after, shape (1,); in multiclass s_k, shape (n_classes,), −∞ for classes without points
    scores: Floats
    scores_after: Floats
    # shape (n_rows, n_entries): θ before and after, rows as in W2
    before: Floats
    after: Floats
    is_exact: bool  # whether the numbers are exact
    # shape (n_errors,): the points whose sum was added at the end of a batch pass: errors and near misses, in index
    # order. Else empty
    learned: Ints
    rivals: tuple[int, ...]  # their rivals in multiclass, where they are few
    scale: Scale  # how the run holds its numbers: what the exact ones are multiples of
    # whether what was learned is another: a sum of errors, or a point that is 0, may add nothing. In batch order it
    # changes at the end of a pass, mistake or not
    changed: bool
    settings: TrainingSettings  # the rules of the run
    is_refused: bool = False  # whether its update would have passed the limit of weights, and was not made (P7)

    @property
    def weight_unit(self) -> Fraction | None:
        """What the exact θ are whole multiples of; None where they are not exact."""
        return self.scale.weight_unit if self.is_exact else None

    @property
    def score_unit(self) -> Fraction | None:
        """What the exact scores are whole multiples of; None where they are not exact."""
        return self.scale.score_unit if self.is_exact else None

    @property
    def classes(self) -> tuple[int, ...]:
        """Classes that had points at the visit (multiclass); one that got its first point later is not among them."""
        return tuple(np.flatnonzero(np.isfinite(self.scores)).tolist())

    @property
    def is_learned_from(self) -> bool:
        """Whether the point causes an update, in batch order with the others of its pass."""
        return (self.is_mistake or self.is_near_miss) and not self.is_refused

    @property
    def has_learned(self) -> bool:
        """Whether points were counted once more (D1): in batch order at the end of a pass, mistake or not."""
        return bool(len(self.learned)) or (self.is_learned_from and self.settings.order is not Order.BATCH)


def parameters(trainer: Trainer) -> Floats:
    """Return θ in data units: float64, shape (1, n_entries), in multiclass (n_classes, n_entries); read-only."""
    state, data = trainer.state, trainer.data
    kept = state.kept_parameters()
    values = data.scale.values(state.theta) if kept is None else np.array([float(value) for value in kept])
    return frozen(values.reshape(data.n_rows, data.n_entries))


def expansion_of(trainer: Trainer) -> KernelExpansion | None:
    """Return the kernel expansion that replaces w under a curved kernel, else None."""
    sums, settings = trainer.state.sums, trainer.data.settings
    if sums is None:
        return None
    support = np.flatnonzero(sums.counts.any(axis=0))
    points, counts = trainer.data.mapped.X[support], sums.counts[:, support]
    return KernelExpansion(settings.kernel, settings.eta, frozen(support), frozen(points), frozen(counts))


def exact_parameters(trainer: Trainer) -> Sequence[Fraction] | None:
    """Return θ in data units without rounding, entry by entry, or None where it was rounded on the way."""
    if trainer.state.exact_visits is None:
        unit = trainer.data.scale.weight_unit
        return [Fraction(value) * unit for value in trainer.state.theta]
    return trainer.state.kept_parameters()


def scores_of(trainer: Trainer, point: int) -> Floats:
    """Return the scores of a point in data units: float64, shape (1,), in multiclass (n_classes,); read-only.

    `point`: its index.
    """
    return frozen(trainer.data.scale.scores(trainer.scores(point, point + 1)).reshape(-1))


def visit_once(trainer: Trainer, advance: Callable[[], object]) -> VisitRecord:
    """Describe the next visit of a trainer. `trainer`: before the visit. `advance`: make the visit."""
    point = trainer.next_point()
    target = int(trainer.data.targets[point])
    scores, before, state = scores_of(trainer, point), parameters(trainer), trainer.state
    mistakes, near_misses = state.mistakes, state.near_misses
    (rival,), learned = trainer.rivals([point]), sum_of(trainer)
    rivals = tuple(pass_rivals(trainer, learned.tolist())) if len(learned) <= MOST_RIVALS else ()
    shown = learned if trainer.data.settings.order is Order.BATCH else np.array([point])
    is_other = None if state.sums is None else kernel_change(trainer, shown)
    advance()
    is_refused = trainer.state.stop is Stop.WEIGHT_LIMIT
    after = parameters(trainer)
    is_mistake, is_near_miss = trainer.state.mistakes > mistakes, trainer.state.near_misses > near_misses
    return VisitRecord(
        number=trainer.state.visits,
        epoch=trainer.state.epoch,
        point=point,
        target=target,
        is_mistake=is_mistake,
        is_near_miss=is_near_miss,
        rival=rival if is_mistake or is_near_miss else NO_RIVAL,
        scores=scores,
        scores_after=scores_of(trainer, point),
        before=before,
        after=after,
        is_exact=trainer.state.exact_visits is None,
        learned=NOBODY if is_refused else learned,
        rivals=() if is_refused else rivals,
        scale=trainer.data.scale,
        changed=not np.array_equal(before, after) if is_other is None else is_other(),
        settings=trainer.data.settings,
        is_refused=is_refused,
    )


def sum_of(trainer: Trainer) -> Ints:
    """Return the errors that the next visit's update sums up in batch order; empty where the pass goes on (P4).

    `trainer`: before the visit. Returns shape (n_errors,): indices, ascending; read-only.
    """
    state, n = trainer.state, trainer.data.n_samples
    is_new = state.position == n
    position, learned = (0, 0) if is_new else (state.position, state.learned)
    if trainer.data.settings.order is not Order.BATCH or position + 1 < n:
        return NOBODY
    return frozen(learned + np.flatnonzero(pass_margins(trainer)[learned:] <= trainer.data.threshold))


CHECKPOINT_BYTES = 32 * 2**20
FIRST_SPACING, FIRST_WORK = 4096, 2e6
"""Visits, or multiply-adds where these take more, between checkpoints, until their budget is full and both double."""
MOST_PROGRESS = 1_000
"""States that the coarse curve is made of, about."""


class Checkpoint(Frozen):
    """A state to start again from."""

    stage: int  # index of the stage
    state: State  # packed
    is_pinned: bool = False  # whether it always stays: the first of a stage


class Checkpoints:
    """States of a run in the order of their visits, thinned out when they outgrow their budget. `budget`: bytes."""

    def __init__(self, budget: int = CHECKPOINT_BYTES) -> None:
        self._budget = budget
        self._spacing, self._most_work = FIRST_SPACING, FIRST_WORK
        self._work = 0.0
        self._kept: list[Checkpoint] = []
        self._bytes = 0

    @property
    def nbytes(self) -> int:
        """Memory of the kept states, in bytes."""
        return self._bytes

    def pin(self, stage: int, state: State) -> None:
        """Keep the first state of a stage for good. `stage`: index of the stage."""
        self._append(Checkpoint(stage, state.packed(), is_pinned=True))

    def offer(self, stage: int, state: State, work: float = 0.0) -> None:
        """Keep a copy of a state if it is far enough from the last one kept, or took long enough.

        `stage`: index of the stage. `work`: multiply-adds since the state that was offered, or pinned, before.
        """
        self._work += work
        if state.visits - self._kept[-1].state.visits < self._spacing and self._work < self._most_work:
            return
        self._append(Checkpoint(stage, state.packed()))

    def before(self, stage: int, visit: int) -> State:
        """Return a copy of the last state of a stage at or before a visit.

        `stage`: index of the stage. `visit`: visits completed, not before the stage.
        """
        return self._kept[self._place(stage, visit)].state.unpacked()

    def visits_before(self, stage: int, visit: int) -> int:
        """Return the visits of the state that `before` returns; see `before`."""
        return self._kept[self._place(stage, visit)].state.visits

    def truncate(self, stage: int, visit: int) -> None:
        """Discard the states after a visit or in later stages.

        `stage`: index of the last stage to keep. `visit`: visits completed.
        """
        self._kept = [c for c in self._kept if c.stage <= stage and c.state.visits <= visit]
        self._bytes = sum(c.state.nbytes for c in self._kept)

    def progress(self) -> tuple[Ints, Ints]:
        """Return visits and updates at the kept states: the coarse curve where the log is full.

        `visits`, `updates`: shape (n_states,): visits completed and updates made.
        """
        every = max(len(self._kept) // MOST_PROGRESS, 1)
        pairs = [(c.state.visits, c.state.updates) for c in self._kept[::every]]
        both = np.array(pairs, dtype=np.int64).reshape(-1, 2)
        return both[:, 0], both[:, 1]

    def _place(self, stage: int, visit: int) -> int:
        return bisect_right(self._kept, (stage, visit), key=lambda c: (c.stage, c.state.visits)) - 1

    def _append(self, checkpoint: Checkpoint) -> None:
        self._work = 0.0
        self._kept.append(checkpoint)
        self._bytes += checkpoint.state.nbytes
        while self._bytes > self._budget and self._thin_out():
            pass

    def _thin_out(self) -> bool:
        """Drop every second unpinned state and double the spacing; False when nothing is left to drop."""
        loose = [c for c in self._kept if not c.is_pinned]
        if not loose:
            return False
        gone = {id(c) for c in loose[::2]}
        self._kept = [c for c in self._kept if id(c) not in gone]
        self._bytes = sum(c.state.nbytes for c in self._kept)
        self._spacing, self._most_work = 2 * self._spacing, 2 * self._most_work
        return True


LOG_CAPACITY = 2**20
"""Mistakes that are logged one by one, in 16 MiB; later ones are known as counts between checkpoints."""
LONGEST_AGE = 200_000
"""Mistakes that are looked back for the age of a point's influence."""


class MistakeLog:
    """Visit, point and rival of every mistake, 16 bytes each, up to a capacity. `capacity`: mistakes."""

    def __init__(self, capacity: int = LOG_CAPACITY) -> None:
        self._capacity = capacity
        self._size = 0
        # All at once, from the system itself: it gives memory where it is written, and takes it back with the log. That
        # of the C library, taken and given with every run, was left in pieces: 45 MB after some hundred runs.
        memory = mmap.mmap(-1, max(16 * capacity, 1))
        self._visits: Ints = np.frombuffer(memory, np.int64, capacity)
        self._points = np.frombuffer(memory, np.int32, capacity, 8 * capacity)
        self._rivals = np.frombuffer(memory, np.int32, capacity, 12 * capacity)

    def __len__(self) -> int:
        return self._size

    @property
    def is_full(self) -> bool:
        """Whether mistakes from here on are not logged."""
        return self._size >= self._capacity

    @property
    def visits(self) -> Ints:
        """Visits completed before each mistake, ascending, shape (n_mistakes,); a view."""
        return self._visits[: self._size]

    @property
    def points(self) -> np.ndarray:
        """The point of each mistake, shape (n_mistakes,); a view."""
        return self._points[: self._size]

    @property
    def rivals(self) -> np.ndarray:
        """The rival class of each mistake, −1 in the binary modes, shape (n_mistakes,); a view."""
        return self._rivals[: self._size]

    def extend(self, mistakes: Mistakes) -> None:
        """Append what a trainer logged, as far as there is room."""
        count = min(len(mistakes.visits), self._capacity - self._size)
        end = self._size + count
        self._visits[self._size : end] = mistakes.visits[:count]
        self._points[self._size : end] = mistakes.points[:count]
        self._rivals[self._size : end] = mistakes.rivals[:count]
        self._size = end

    def truncate(self, visit: int) -> None:
        """Discard the mistakes of the visits after a visit. `visit`: visits completed."""
        self._size = int(np.searchsorted(self.visits, visit))

    def counts_before(self, visits: Floats | Ints) -> Ints:
        """Return how many logged mistakes were made before each of `visits`.

        `visits`: shape (n,): visits completed. Returns shape (n,).
        """
        # In the log's own type: of another one, numpy would first convert the whole log.
        return np.searchsorted(self.visits, np.ceil(visits).astype(np.int64)).astype(np.int64)

    def next_after(self, visit: int) -> int | None:
        """Return the visits completed right after the first logged mistake after a visit; None where there is none.

        `visit`: visits completed.
        """
        place = int(np.searchsorted(self.visits, visit))
        return int(self._visits[place]) + 1 if place < self._size else None

    def last_before(self, visit: int) -> int | None:
        """Return the visits completed right after the last logged mistake that was complete before a visit, or None.

        `visit`: visits completed.
        """
        place = int(np.searchsorted(self.visits, visit - 1))
        return int(self._visits[place - 1]) + 1 if place > 0 else None

    def ages(self, count: int, n_samples: int) -> Ints:
        """Return how many mistakes ago each point was one, of the first of the log; −1 for never or very long ago.

        `count`: mistakes that are looked at. `n_samples`: points. Returns shape (n_samples,).
        """
        first = max(0, count - LONGEST_AGE)
        last = np.full(n_samples, -1, dtype=np.int64)
        last[self.points[first:count]] = np.arange(first, count)  # of several the last one stays
        return np.where(last >= 0, count - 1 - last, -1)


class RunRecord:
    """The record of a run up to its frontier: stages, mistakes, checkpoints.

    `data`: the points that are there from the start. `state`: the state before the first visit. `keeps_past`: whether
    to log mistakes, and to keep states apart from the first of each stage; without, going back trains again from the
    start of the stage, and takes no memory. `stages`: which points are there when, and where the passes begin.
    `frontier`: visits computed so far. `log`: every update before the frontier, up to its capacity: mistakes, and near
    misses (V4). `cycle`: the cycle, once the run has closed it (T9). `detector`: looks for the cycle at the frontier;
    None once it is found. `follow`: called with the trainer right after each update at the frontier, see `Trainer`.
    `collect`: called with the trainer after each stretch of visits at the frontier; its log holds the updates made
    there.
    """

    def __init__(self, data: TrainingData, state: State, keeps_past: bool = True) -> None:
        self.stages = Segments(data)
        self.log = MistakeLog(LOG_CAPACITY if keeps_past else 0)
        self.checkpoints = Checkpoints(CHECKPOINT_BYTES if keeps_past else 0)
        self.follow: Callable[[Trainer], object] | None = None
        self.collect: Callable[[Trainer], object] | None = None
        self._begin_at(0, state, data)

    # Writing it

    def begin_stage(self, current: int, state: State, data: TrainingData) -> int:
        """Begin a stage at `state`, discard everything after it, and return its index.

        `current`: index of the stage in which the points arrive. `state`: the first state of the new stage. `data`: the
        points that are present from there on.
        """
        stage = self.stages.begin(current, state, data)
        self.log.truncate(state.visits)
        self.checkpoints.truncate(stage - 1, state.visits)
        self._begin_at(stage, state, data)
        return stage

    def _begin_at(self, stage: int, state: State, data: TrainingData) -> None:
        self.frontier, self._frontier_updates = state.visits, state.updates
        self.cycle: Cycle | None = None
        self.detector: CycleDetector | None = detector_from(data, state)
        self.checkpoints.pin(stage, state)

    def extend(self, stage: int, trainer: Trainer, work: float) -> None:
        """Record the trainer's visits beyond the frontier.

        `stage`: index of the stage that it trains in. `trainer`: its log holds the mistakes made since. `work`: what
        that took, in multiply-adds.
        """
        self.frontier, self._frontier_updates = trainer.state.visits, trainer.state.updates
        self.log.extend(trainer.log)
        if self.collect is not None:
            self.collect(trainer)
        self.checkpoints.offer(stage, trainer.state, work)
        if trainer.cycle is not None:
            self.cycle, trainer.cycle, self.detector = trainer.cycle, None, None

    # Points

    @property
    def dataset(self) -> Dataset:
        """All points of the run, also those that arrive after the cursor."""
        return self.stages.dataset

    # Mistakes

    @property
    def _logged_visits(self) -> int:
        """Visits completed right after the last logged mistake; up to there a full log knows everything."""
        return int(self.log.visits[-1]) + 1 if len(self.log) else 0

    def updates_before(self, visits: Floats) -> Ints:
        """Return how many updates were made before each of `visits`; after a full log, about how many.

        `visits`: shape (n,): visits completed. Returns shape (n,).
        """
        counts = self.log.counts_before(visits)
        if not self.log.is_full:
            return counts
        seen, updates = self.checkpoints.progress()
        coarse = np.interp(visits, np.append(seen, self.frontier), np.append(updates, self._frontier_updates))
        best: Ints = np.where(visits <= self._logged_visits, counts, np.maximum(counts, coarse.astype(np.int64)))
        return best

    def last_update_before(self, visit: int) -> int | None:
        """Return the visits completed right after the last update that was complete before `visit`.

        After a full log it is found by training again, from checkpoint to checkpoint backwards.

        `visit`: between 0 and the frontier. Returns None when there was no update before.
        """
        end = visit - 1
        while self.log.is_full and end > self._logged_visits:
            trainer = self.trainer_at(end - 1)
            trainer.advance(end)
            if trainer.log.visits:
                return trainer.log.visits[-1] + 1
            end = self._restored_from(end - 1)
        return self.log.last_before(visit)

    # Training again

    def trainer_at(self, visit: int) -> Trainer:
        """Return a new trainer after `visit` visits; its log begins at the last checkpoint before.

        `visit`: visits completed. Raises `ValueError` when `visit` lies outside 0 … frontier.
        """
        if not 0 <= visit <= self.frontier:
            raise ValueError(f"visit {visit} is outside 0 … {self.frontier}")
        stage = self.stages.index_at(visit)
        trainer = make_trainer(self.stages.data_of(stage), self.checkpoints.before(stage, visit))
        trainer.go_on()
        trainer.advance(visit)
        return trainer

    def is_shorter_from(self, trainer: Trainer, visit: int) -> bool:
        """Whether going on with `trainer` leads to `visit`, and is shorter than training again from a checkpoint.

        `trainer`: of this run. `visit`: between 0 and the frontier.
        """
        is_in_stage = trainer.data is self.stages.data_of(self.stages.index_at(visit))
        return is_in_stage and self._restored_from(visit) <= trainer.state.visits <= visit

    def checkpoint_visits(self) -> Ints:
        """Return the visits at which states are kept, shape (n_checkpoints,)."""
        return self.checkpoints.progress()[0]

    def _restored_from(self, visit: int) -> int:
        """Return the visits of the checkpoint from which `visit` is reached."""
        return self.checkpoints.visits_before(self.stages.index_at(visit), visit)


SLICE_WORK = 5e6
"""Multiply-adds between two looks: some milliseconds."""
Look = Callable[[], object]
"""Called between two places of a long replay: it may wait, or raise `Cancelled` where the answer is of no use now."""


def no_look() -> None:
    """Go on at once."""


class Replay:
    """Goes to any visit of a run's past, without moving its cursor; quick as long as the visits ascend.

    `run`: must not be moved back, or get new points, in the meantime. `look`: called before every place.
    """

    def __init__(self, run: RunRecord, look: Look = no_look) -> None:
        self._run = run
        self._look = look
        self._trainer: Trainer | None = None

    def to(self, visit: int) -> Trainer:
        """Return a trainer in the state after some visits.

        `visit`: visits completed, between 0 and the frontier. Returns the same one again and again; not to be changed.
        """
        self._look()
        trainer = self._trainer
        if trainer is None or not self._run.is_shorter_from(trainer, visit):
            trainer = self._run.trainer_at(visit)
        while trainer.advance(visit, SLICE_WORK) <= 0:
            self._look()
        trainer.log.clear()
        self._trainer = trainer
        return trainer

    def visits(self, visits: Iterable[int]) -> Iterator[VisitRecord]:
        """Yield what happened at some visits. `visits`: visits completed before each, below the frontier."""
        for visit in visits:
            trainer = self.to(visit)
            yield visit_once(trainer, partial(trainer.advance, visit + 1))
