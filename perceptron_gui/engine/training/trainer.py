"""What all trainers share: passes and their orders, stops, the range rule, and a budget of work (P4, P7, P9, E3)."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from operator import mul
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.engine.data.dataset import Bools, Floats, Ints
from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.engine.data.settings import REPEATING_ORDERS, Order, TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.fixed_point import LARGEST, nearest_doubles
from perceptron_gui.engine.native import loader
from perceptron_gui.engine.native.loader import Go, Library, LoopCall, Question
from perceptron_gui.engine.training.state import NO_RIVAL, Cycle, CycleDetector, Mistakes, State, Stop
from perceptron_gui.engine.training.training_data import TrainingData
from perceptron_gui.frozen import Frozen

BLOCK = 64
"""Points that the compiled loop looks at together."""


class ErrorRivals(Frozen, eq=False):
    """Which class each error loses to."""

    of_points: NDArray[np.int32]  # shape (n_samples,): the rival of every error, −1 for a point that is right
    # shape (n_classes, n_classes): points of each class of the palette, by the class they go to: errors to their rival,
    # the others to their own
    counts: Ints


class Judged(Frozen, eq=False):
    """What the points of a trainer are."""

    errors: Bools  # shape (n_samples,): points with a margin of at most 0
    to_learn: Bools  # shape (n_samples,): points with a margin of at most β, from which a visit learns (V4)
    loss: float  # the sum of max(0, −margin) over all points, held
    rivals: ErrorRivals | None  # if asked for, and there are several classes


def judge(trainer: Trainer, has_rivals: bool = False) -> Judged:
    """Return margins and errors of a trainer's points under its parameters.

    `has_rivals`: whether to tell the rivals.
    """
    has_rivals = has_rivals and not trainer.data.settings.mode.is_binary
    if loader.library is None or trainer.data.settings.has_curved_kernel:
        return _judged_by_margins(trainer, has_rivals)
    return _judged_by_loop(trainer, loader.library, has_rivals)


def point_question(data: TrainingData, theta: list[float]) -> Question:
    """Return what the compiled loop must know to look at all points.

    `data`: not of a curved kernel. `theta`: in multiclass n_entries numbers a class, one class after the other.
    """
    question = Question(n_samples=data.n_samples, n_entries=data.n_entries, threshold=data.threshold)
    question.point("columns", data.arrays.column_places)
    question.point("theta", np.array(theta))
    if not data.settings.mode.is_binary:
        present = np.array(data.present, dtype=np.int64)
        question.n_present, question.n_classes = len(present), data.n_rows
        question.point("present", present)
        question.point("labels", np.ascontiguousarray(data.targets))
    return question


def _judged_by_loop(trainer: Trainer, library: Library, has_rivals: bool) -> Judged:
    data, rivals = trainer.data, None
    question, errors = point_question(data, trainer.state.theta), np.empty(data.n_samples, dtype=bool)
    to_learn = np.empty_like(errors) if data.threshold else errors
    question.point("errors", errors)
    if to_learn is not errors:
        question.point("to_learn", to_learn)
    if has_rivals:
        rivals = np.empty(data.n_samples, dtype=np.int32), np.zeros((data.n_rows, data.n_rows), dtype=np.int64)
        question.point("rivals", rivals[0])
        question.point("counts", rivals[1])
    loss = library.judge(question)
    told = ErrorRivals(frozen(rivals[0]), frozen(rivals[1])) if rivals is not None else None
    return Judged(frozen(errors), frozen(to_learn), loss, told)


def _judged_by_margins(trainer: Trainer, has_rivals: bool) -> Judged:
    margins, data = trainer.margins(), trainer.data
    errors = frozen(margins <= 0.0)
    to_learn = frozen(margins <= data.threshold) if data.threshold else errors
    rivals = _rivals_of(trainer, errors) if has_rivals else None
    return Judged(errors, to_learn, _loss_of(margins), rivals)


def _loss_of(margins: Floats) -> float:
    """Sum the losses in the order of the compiled loop: for whole numbers any would do, for others not (E4)."""
    losses = np.zeros((-(-len(margins) // BLOCK), 8, 8))
    losses.reshape(-1)[: len(margins)] = np.where(margins < 0.0, -margins, 0.0)
    sums = sum((losses[:, row] for row in range(8)), np.zeros((len(losses), 8)))
    pairs = sums[:, :4] + sums[:, 4:]
    return sum((pairs[:, 0] + pairs[:, 1] + pairs[:, 2] + pairs[:, 3]).tolist(), 0.0)


def _rivals_of(trainer: Trainer, errors: Bools) -> ErrorRivals:
    labels, n = trainer.data.targets, trainer.data.n_rows
    rivals = np.where(errors, trainer.all_rivals(), NO_RIVAL).astype(np.int32)
    cells = labels * n + np.where(errors, rivals, labels)
    return ErrorRivals(frozen(rivals), frozen(np.bincount(cells, minlength=n * n).reshape(n, n)))


def leads_of(scores: Floats, targets: Ints) -> tuple[Floats, Ints]:
    """Return s_y − s_r of some points, and their rivals.

    `scores`: shape (n_classes, n_points): −∞ for a class without points; the true class is set to −∞, too. `targets`:
    shape (n_points,): the true class of each point. `leads`: shape (n_points,): +∞ where there is no other class.
    `rivals`: shape (n_points,): the other class with the largest score, of equals the first; −1 where there is none.
    """
    every = np.arange(len(targets))
    true = scores[targets, every]
    scores[targets, every] = -np.inf
    rivals = scores.argmax(axis=0)
    best = scores[rivals, every]
    # A difference of two unequal doubles is never 0 (gradual underflow), so that its sign tells s_r ≥ s_y.
    return true - best, np.where(best > -np.inf, rivals, NO_RIVAL)


def pass_margins(trainer: Trainer) -> Floats:
    """Return the margin of each point at its visit in a batch pass; those shown before a class came are without it.

    Returns shape (n_samples,): held.
    """
    return _pass_leads(trainer)[0] if trainer.state.class_arrivals else trainer.margins()


def pass_rivals(trainer: Trainer, points: list[int]) -> list[int]:
    """Return the rival of some points at their visits in a pass, see `pass_margins`; −1 in the binary modes."""
    if not trainer.state.class_arrivals:
        return trainer.rivals(points)
    rivals: list[int] = _pass_leads(trainer)[1][points].tolist()
    return rivals


def _pass_leads(trainer: Trainer) -> tuple[Floats, Ints]:
    """Return s_y − s_r and r of every point at its visit in a batch pass in which a class came."""
    data = trainer.data
    scores = trainer.scores(0, data.n_samples)
    for position, n_samples in trainer.state.class_arrivals:
        absent = np.setdiff1d(data.present, data.dataset.first(n_samples).present)
        scores[absent, :position] = -np.inf
    return leads_of(scores, data.targets)


def loss(trainer: Trainer) -> float:
    """Return L = Σ max(0, −y·f(x)), in multiclass Σ max(0, s_r − s_y), under the current parameters.

    It is 0 not only where all points are right: an error on the boundary adds nothing to the loss.

    Returns data units; the double nearest to the exact value as long as the numbers are whole (E5).
    """
    margins = trainer.margins()
    return _nearest_sum(-margins[margins < 0.0], trainer.data.scale.score_unit)


def gradient(trainer: Trainer) -> Floats:
    """Return −Σ y·x̂ over the errors, ties included: a batch update takes η times this from the parameters (P3, P4).

    In multiclass an error at (x, y) takes x̂ from the row of y and adds it to that of its rival (M2). Where some f(x)
    is 0 the loss has a bend, and this is one of its subgradients. With a curved kernel it is that of the biases alone,
    as θ is.

    Returns shape (1, n_entries) or (n_classes, n_entries): data units, as `loss`; the bias entry last.
    """
    data = trainer.data
    errors, signs = error_signs(trainer)
    if data.settings.has_curved_kernel:
        return frozen(-signs.sum(axis=1, keepdims=True)[:, : data.n_entries] + 0.0)
    unit = Fraction(1, 10**data.scale.places)
    rows = data.inputs[errors]
    if bool((np.rint(rows) == rows).all()) and float(np.abs(rows).sum(axis=0).max(initial=0.0)) < LARGEST:
        # Whole all the way, in every row: any order of summing is right.
        return frozen(nearest_doubles(-np.einsum("re,ed->rd", signs, rows), unit))
    sums = [[_nearest_sum(-sign * column, unit) for column in rows.T] for sign in signs]
    return frozen(np.array(sums))


def error_signs(trainer: Trainer) -> tuple[Ints, Floats]:
    """Return the errors, and what an update would add of each of them to every row: y, in multiclass 1 or −1 (P2, M2).

    `errors`: shape (n_errors,): their indices, ascending. `signs`: shape (n_rows, n_errors): one row, in multiclass one
    for each class.
    """
    errors = np.flatnonzero(trainer.margins() <= 0.0)
    signs = np.zeros((trainer.data.n_rows, len(errors)))
    for rows, added in trainer.data.moves(errors, trainer.all_rivals()[errors]):
        signs[rows, np.arange(len(errors))] += added
    return errors, signs


def _nearest_sum(held: Floats, unit: Fraction) -> float:
    """Return the double nearest to Σ `held` · `unit` where all are whole, else a sum that is rounded once."""
    is_whole = bool((np.rint(held) == held).all())
    if is_whole and np.abs(held).sum() < LARGEST:  # whole all the way: any order of summing is right
        return float(nearest_doubles([held.sum()], unit)[0])
    total = math.fsum(held.tolist())
    if abs(total) >= LARGEST and is_whole:
        return float(Fraction(sum(map(int, held.tolist()))) * unit)
    return float(nearest_doubles([total], unit)[0])


WORDS_AT_ONCE = 4096
"""Raw words of the generator that are drawn together."""
Words = NDArray[np.uint64]


def pass_order(settings: TrainingSettings, epoch: int, began_with: int, n_samples: int) -> Ints | None:
    """Return the indices of the points in the order in which a pass visits them.

    `epoch`: the pass, from 1. `began_with`: points present when the pass began; only these are permuted. `n_samples`:
    points present now: those that came during the pass are visited at its end (P9). Returns shape (n_samples,), or
    None: none is the order of placement.
    """
    if settings.order is not Order.SHUFFLED:
        return None
    return np.concatenate([permutation(settings.seed, epoch, began_with), np.arange(began_with, n_samples)])


def permutation(seed: int, epoch: int, n_samples: int) -> Ints:
    """Return the shuffled order of a pass: the stable argsort of raw Philox words (P4).

    The generator is addressed by (seed, epoch), so that any pass can be visited again without a memory of the others.

    `seed`: random seed. `epoch`: the pass, from 1. `n_samples`: points present when it began. Returns shape
    (n_samples,).
    """
    if loader.library is not None:
        return loader.library.shuffle(seed, epoch, n_samples)
    words = np.random.Philox(key=seed, counter=[0, epoch, 0, 0]).random_raw(n_samples)
    return np.argsort(words, kind="stable").astype(np.int64)


def points_at(order: Ints | None, positions: list[int]) -> list[int]:
    """Return the indices of the points at some positions of a pass.

    `order`: shape (n_samples,), or None: indices in the order of the pass; None is the order of placement. `positions`:
    from 0.
    """
    return positions if order is None else [int(order[p]) for p in positions]


def random_words(seed: int, step: int) -> Words:
    """Return the words of Philox(key=seed, counter=[0, 0, 1, 0]) from one step to the end of its block (P4).

    `seed`: random seed. `step`: the first word: visits completed. Returns shape (n_words,): 1 to `WORDS_AT_ONCE` words,
    read-only.
    """
    return _block_of_words(seed, step // WORDS_AT_ONCE)[step % WORDS_AT_ONCE :]


@lru_cache(maxsize=8)
def _block_of_words(seed: int, block: int) -> Words:
    """Return words block · 4096 … of the generator; a counter stands for four of them."""
    words = np.random.Philox(key=seed, counter=[block * WORDS_AT_ONCE // 4, 0, 1, 0]).random_raw(WORDS_AT_ONCE)
    words.flags.writeable = False
    return words


class CompiledLoop:
    """The part of a trainer that the compiled loop asks; see `Trainer` for its data, state and order."""

    data: TrainingData
    state: State
    order: Ints | None

    def deciding(self) -> Sequence[float]:
        """Return the held numbers on which all visits to come depend, and nothing else of the past (T9)."""
        return self.state.theta

    loops: ClassVar[tuple[str, str]]
    """Names of the compiled loops: of passes, and of random order."""

    def native_loop(self, library: Library, is_random: bool = False) -> Go | None:
        """Return the compiled loop for the visits from here on; None leaves them to Python."""
        return library.loops[self.loops[is_random]]

    def load_columns(self, call: LoopCall) -> None:
        """Set what the loop of random order reads of the points, once; θ times columns in a row makes the scores."""
        call.job.point("columns", self.data.arrays.column_places)

    def load_inputs(self, call: LoopCall) -> None:
        """Set what the compiled loop reads."""
        call.job.point("order", self.order)
        call.theta[:] = self.state.theta

    def read_results(self, call: LoopCall) -> None:
        """Take over what the compiled loop computed."""
        self.state.move_to(call.theta.tolist())

    def deciding_of(self, held: Floats) -> Floats:
        """Return what `deciding` does, for the states at the ends of passes that the loop wrote down.

        `held`: shape (n_passes, n_deciding): one row for each pass.
        """
        return held

    @property
    def n_deciding(self) -> int:
        """How many numbers the loop changes: the entries of θ."""
        return len(self.state.theta)

    @property
    def visit_work(self) -> float:
        """Work of a visit in multiply-adds."""
        return float(len(self.state.theta))

    @property
    def update_work(self) -> float:
        """Work of a mistake besides its visit and its record."""
        return 0.0

    @property
    def search_work(self) -> float:
        """Work of looking for the errors among all points, with the update before, in random order."""
        return float(self.data.n_samples * len(self.state.theta))

    @property
    def certain_updates(self) -> float:
        """How many updates are certain not to leave the exact range, and at least one; the loop looks no further."""
        return float("inf")

    def fits(self, points: list[int]) -> bool:
        """Whether an update leaves every score within the limit of weights (P7).

        Without a curved kernel it does: from numbers within their limits (E7, F1) no run is long enough to get there.

        `points`: indices of the errors that it sums up.
        """
        return True


def summed_updates(data: TrainingData, state: State) -> list[Fraction] | None:
    """Return θ₀ + η Σ α_i y_i x̂_i without rounding (D3).

    Returns in data units, entry by entry. None for a start from zero, where the held θ is a sum of whole numbers below
    2^53 and as exact. None for a curved kernel, too, whose only weight b is so small, and in multiclass, where α does
    not say which rows a point was added to.
    """
    settings = data.settings
    if settings.has_curved_kernel or not settings.has_start_weights or settings.initial is None or data.n_rows > 1:
        return None
    points = np.flatnonzero(state.alpha)
    counts = [int(count) for count in state.alpha[points]]
    step = decimal_fraction(data.settings.eta) / 10**data.scale.places
    return [
        decimal_fraction(start) + step * sum(map(mul, counts, map(int, column)))
        for start, column in zip(settings.initial, data.signed[points].T, strict=True)
    ]


VISIT_WORK, CALL_WORK = 100.0, 4000.0
"""Work of a visited entry in the scalar loop, and of a numpy call, in vectorised multiply-adds (about 1 ns each)."""


class Schedule(ABC):
    """How a run goes from visit to visit (P4), here in passes; one of `schedules`, each for one trainer."""

    has_passes = True

    def take_up(self, trainer: Trainer) -> None:  # noqa: B027
        """Prepare to continue from a trainer's state; nothing to do for orders that can start anywhere in a pass."""

    @abstractmethod
    def visit(self, trainer: Trainer, until: int, work: float) -> float:
        """Make visits and return the work that is left.

        `until`: visits completed, counted from the start of the run. `work`: budget in multiply-adds.
        """

    def next_point(self, trainer: Trainer) -> int:
        """Return the index of the point that the next visit shows; see `take_up`."""
        state, n = trainer.state, trainer.data.n_samples
        if state.position < n:
            return points_at(trainer.order, [state.position])[0]
        return points_at(pass_order(trainer.data.settings, state.epoch + 1, n, n), [0])[0]

    def has_converged(self, trainer: Trainer) -> bool:
        """Whether nothing is left to learn (P7): a pass without an update is just over (V4); see `take_up`.

        Points that were visited before a class came have not been compared with it.
        """
        state, data = trainer.state, trainer.data
        if state.position < data.n_samples or state.pass_updates:
            return False
        is_whole = state.began_with == data.n_samples or data.settings.mode.is_binary
        return is_whole or data.dataset.first(state.began_with).present == data.present


@dataclass
class Trainer(CompiledLoop, ABC):
    """Visits points and updates parameters, as a function of its data and state only."""

    data: TrainingData
    state: State
    schedule: Schedule  # which point comes next, and when the parameters are updated
    watch: CycleDetector | None = None  # looks for cycles; None when the visits were made before and none is looked for
    log: Mistakes = field(default_factory=Mistakes)  # mistakes, and near misses, since the log was last emptied
    cycle: Cycle | None = None  # the cycle that stopped the run
    # the errors, each with its rival, that the last update of batch order summed up
    batch: list[tuple[int, int]] = field(default_factory=list)
    # `advance` returns, without a stop, when `state.updates` has this value: the way to the next mistake
    updates_goal: int | None = None
    # called with the trainer right after each update; the last entry of the log is the visit that made it
    follow: Callable[[Trainer], object] | None = None

    def __post_init__(self) -> None:
        """Find the order of the current pass."""
        self.order: Ints | None = None
        self._most_updates = float("inf")
        self._take_up_pass()
        self.schedule.take_up(self)

    # What a mode adds

    @abstractmethod
    def scores(self, start: int, stop: int) -> Floats:
        """Return the held scores of the points `start` … `stop` as placed.

        `start`, `stop`: the first point, and the one after the last. Returns binary: f, shape (stop − start,).
        Multiclass: s, shape (n_classes, stop − start).
        """

    @abstractmethod
    def margins(self) -> Floats:
        """Return y·f of every point (multiclass: s_y − s_r), held; an error has a margin ≤ 0. Shape (n_samples,)."""

    @abstractmethod
    def margins_of(self, points: Ints) -> Floats:
        """Return the margins of some points, held, without those of the others. `points`: shape (n,): indices."""

    def rivals(self, points: list[int]) -> list[int]:
        """Return the rival of some points under the current parameters (M2); −1 for each in the binary modes.

        `points`: indices.
        """
        return [NO_RIVAL] * len(points)

    def all_rivals(self) -> Ints:
        """Return the rival of every point, shape (n_samples,); −1 in the binary modes, or without another class."""
        return np.full(self.data.n_samples, NO_RIVAL)

    @abstractmethod
    def learn(self, points: list[int]) -> list[int]:
        """Update the parameters once, with the sum over the errors `points` (P4, P3).

        `points`: indices, in the order of summation. Returns the rival of each point, −1 in the binary modes.
        """

    @abstractmethod
    def visit_towards(self, stop: int, work: float) -> float:
        """Visit the pass from `state.position` towards `stop` and return the work that is left.

        Ends early when the work is spent, and after an update that reaches a limit or leaves the exact range.

        `stop`: position in the pass. `work`: budget in multiply-adds.
        """

    def visit_errors(self, words: Words) -> VisitBatch | None:
        """Visit one error after the other in random order, by Python alone where that is quicker than numpy.

        Ends early where no error is left, and after an update that leaves the exact range.

        `words`: shape (n_words,): for each visit the one that chooses its point, see `random_words`; no more than
        updates may be made before limits and goals are checked. Returns the visits, at least one, with points in the
        place of positions, or None: numpy is quicker.
        """
        return None

    # What all share

    def advance(self, until: int, work: float = float("inf")) -> float:
        """Visit points until `until` visits are completed, the run stops or the work is spent; return what is left.

        `until`: visits completed, counted from the start of the run. `work`: budget in vectorised multiply-adds; may be
        overdrawn by one numpy call, to below 0.
        """
        state, n = self.state, self.data.n_samples
        self._set_most_updates()
        while work > 0 and state.visits < until and state.stop is None and self.updates_left > 0 and n:
            updates = state.updates
            work = self.schedule.visit(self, until, work)
            if state.updates > updates:
                self._check_range()
            self._settle()
            if self.follow is not None and state.updates > updates:
                self.follow(self)
                self._set_most_updates()
        return work

    def next_point(self) -> int:
        """Return the index of the point that the next visit shows."""
        return self.schedule.next_point(self)

    def go_on(self) -> None:
        """Continue after a cycle: Play repeats it (T9)."""
        if self.state.stop is Stop.CYCLE:
            self.watch = None
            self.state.end(None)
            self._settle()

    def begin_pass(self) -> None:
        """Begin the next pass over the points."""
        self.state.begin_pass(self.data.n_samples)
        self._take_up_pass()

    def _take_up_pass(self) -> None:
        state = self.state
        self.order = pass_order(self.data.settings, state.epoch, state.began_with, self.data.n_samples)

    def _check_range(self) -> None:
        """Note it if the last visit, whose state before was exact, left a state outside the exact range (E3)."""
        state = self.state
        if state.exact_visits is None and self.has_left_range():
            state.leave_range(state.visits - 1, summed_updates(self.data, state))

    def has_left_range(self) -> bool:
        """Whether the last update left the exact range."""
        largest, theta = self.data.largest_updated, self.state.theta
        return max(theta) > largest or min(theta) < -largest

    @property
    def range_bound(self) -> float:
        """The largest |θ_j| up to which visits may go on without a check of the exact range."""
        return self.data.largest_updated if self.state.exact_visits is None else float("inf")

    def is_held_up(self) -> bool:
        """Whether an update reached a limit or left the exact range, so that `advance` must check it first."""
        return self.updates_left <= 0 or (self.state.exact_visits is None and self.has_left_range())

    @property
    def updates_left(self) -> float:
        """How many updates may be made before `advance` checks limits and goals."""
        return self._most_updates - self.state.updates

    def _set_most_updates(self) -> None:
        one_more = None if self.follow is None else self.state.updates + 1
        limits = (self.data.settings.max_updates, self.updates_goal, one_more)
        self._most_updates = min([limit for limit in limits if limit is not None], default=float("inf"))

    def count(self, batch: VisitBatch) -> None:
        """Record the visits after `state.position`."""
        state, before = self.state, self.state.visits - self.state.position
        points = points_at(self.order, batch.updates)
        if points:
            visits = [before + position for position in batch.updates]
            self.log.add(visits, points, batch.rivals or [NO_RIVAL] * len(points))
        state.record(batch.seen, points, batch.near_misses)
        state.go_on_in_pass(batch.seen, len(points))

    def _settle(self) -> None:
        """Set the reason to stop, if there is one; of several the first of P7 counts."""
        state, settings = self.state, self.data.settings
        if state.stop is Stop.WEIGHT_LIMIT:
            return
        is_pass_end = self.schedule.has_passes and state.position == self.data.n_samples
        if is_pass_end and settings.order is Order.ONLINE:
            state.end(Stop.PASS_DONE)
        elif self.schedule.has_converged(self):
            state.end(Stop.CONVERGED)
        elif is_pass_end and self._closes_cycle():
            state.end(Stop.CYCLE)
        elif settings.max_updates is not None and state.updates >= settings.max_updates:
            state.end(Stop.UPDATE_LIMIT)
        elif is_pass_end and settings.max_epochs is not None and state.epoch >= settings.max_epochs:
            state.end(Stop.EPOCH_LIMIT)

    def _closes_cycle(self) -> bool:
        state, watch = self.state, self.cycle_detector
        if watch is not None:
            self.cycle = watch.look(self.deciding(), state.epoch, state.mistakes, state.visits)
        return watch is not None and self.cycle is not None

    @property
    def cycle_detector(self) -> CycleDetector | None:
        """The detector of cycles, while a state that comes back brings all that followed: same order, exact range."""
        is_repeating = self.state.exact_visits is None and self.data.settings.order in REPEATING_ORDERS
        return self.watch if is_repeating else None


class VisitBatch(NamedTuple):
    """Consecutive visits, of a pass or in random order."""

    seen: int  # how many
    updates: list[int]  # positions in the pass, ascending, of the mistakes and near misses
    rivals: list[int]  # the rival class of each; empty in the binary modes
    near_misses: int = 0  # how many of them were no mistakes (V4)
