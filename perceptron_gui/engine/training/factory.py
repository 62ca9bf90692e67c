"""Which trainer a mode needs, the state it starts from, and the state after more points arrived (P5, P9).

The orders of visits are passes, batch passes with one update, or random errors (P4), also by the compiled loop.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from perceptron_gui.engine.data.dataset import Bools, Dataset, Floats, Ints
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.exact.decimals import decimal_fraction
from perceptron_gui.engine.exact.fixed_point import held_values
from perceptron_gui.engine.native import loader
from perceptron_gui.engine.native.loader import Go, Library, LoopCall
from perceptron_gui.engine.training import kernel_trainers
from perceptron_gui.engine.training.state import EVERY_ERROR, NO_RIVAL, CycleDetector, KernelSums, State, Stop, Waypoint
from perceptron_gui.engine.training.trainer import (
    CALL_WORK,
    VISIT_WORK,
    WORDS_AT_ONCE,
    Schedule,
    Trainer,
    pass_margins,
    random_words,
)
from perceptron_gui.engine.training.trainers import MulticlassTrainer, PrimalTrainer
from perceptron_gui.engine.training.training_data import TrainingData, make_training_data
from perceptron_gui.frozen import replace

UPDATE_WORK, PASS_WORK, LOOP_WORK = 30.0, 1000.0, 10_000.0
"""Work of an update and of a pass besides their visits, and of a call (in multiply-adds, about 1 ns each)."""
SHUFFLE_WORK, ROW_WORK = 20.0, 8.0
"""Work of a point in drawing the order of a pass, and in a row of the Gram matrix that is computed."""
MOST_SHUFFLED = 2**16
"""Up to this many points the loop draws the order of further passes by itself."""


def make_call(trainer: Trainer) -> LoopCall:
    """Return reusable memory for calls of the compiled loop. `trainer`: its data stay the same through all calls."""
    data, present = trainer.data, np.array(trainer.data.present, dtype=np.int64)
    call = LoopCall(data.signed, trainer.n_deciding, data.scale.step, data.threshold)
    call.job.point("labels", np.ascontiguousarray(data.targets))
    call.job.point("present", present)
    call.job.n_present = len(present)
    return call


def record_call(trainer: Trainer, call: LoopCall) -> None:
    """Record the visits and updates of a call in the trainer; the caller sets the position in the pass.

    `call`: as the loop left it.
    """
    visits, points, rivals, is_near = call.updates
    trainer.log.add_arrays(visits, points, rivals)
    trainer.state.record(call.job.visits - trainer.state.visits, points, int(is_near.sum()))


def row_work_of(trainer: Trainer, call: LoopCall) -> float:
    """Return the work of the row of the Gram matrix that a call ended for, if it did. `call`: as the loop left it."""
    return ROW_WORK * trainer.data.n_samples if call.job.lacks_row >= 0 else 0.0


class NativePasses:
    """Goes through passes by the compiled loop, many in one call."""

    def __init__(self, trainer: Trainer, library: Library) -> None:
        self._library = library
        self._call = make_call(trainer)
        settings, n = trainer.data.settings, trainer.data.n_samples
        if settings.order is Order.SHUFFLED and n <= MOST_SHUFFLED:
            self._call.job.seed = settings.seed
            self._call.make_room_for_order()

    def visit(self, trainer: Trainer, go: Go, until: int, work: float) -> float:
        """Make visits as far as the work goes.

        Stops after an update that reaches a limit or leaves the exact range, and at a pass that ends the run.

        `go`: the loop to call, see `Library`. `until`: visits completed, counted from the start of the run. `work`:
        budget in multiply-adds. Returns the work that is left, perhaps below 0.
        """
        state, visits = trainer.state, trainer.state.visits
        work = self._visit(trainer, go, until, work)
        while state.visits == visits or state.position == 0:
            # It stopped to ask for a row of the Gram matrix, but a pass that was begun has a visit.
            work = self._visit(trainer, go, until, work)
        return work

    def _visit(self, trainer: Trainer, go: Go, until: int, work: float) -> float:
        state, job = trainer.state, self._call.job
        visits, passes = state.visits, self._most_passes(trainer, work)
        trainer.load_inputs(self._call)
        job.bound, job.epoch = trainer.range_bound, state.epoch
        job.visits, job.position, job.pass_updates = state.visits, state.position, state.pass_updates
        per_visit, per_update = trainer.visit_work, trainer.update_work + UPDATE_WORK
        job.until = min(until, state.visits + int(min(max(work / per_visit, 1), 2**62)))
        most = min(trainer.updates_left, trainer.certain_updates, self._call.most_updates)
        job.most_updates = int(min(most, max(work / per_update, 1)))
        job.most_passes = passes
        go(job)
        self._take(trainer)
        trainer.read_results(self._call)
        made = (state.visits - visits) * per_visit + int(job.n_updates) * per_update + row_work_of(trainer, self._call)
        return work - made - int(job.n_passes) * self._pass_work - LOOP_WORK

    def _most_passes(self, trainer: Trainer, work: float) -> int:
        """Return how many passes may end within the call: those whose order Python draws need a new call."""
        settings = trainer.data.settings
        if settings.order is not Order.CYCLIC and not self._draws_orders:
            return 1
        room = self._call.most_passes
        left = settings.max_epochs - trainer.state.epoch + 1 if settings.max_epochs is not None else room
        return int(max(1, min(left, room, work / self._pass_work)))

    @property
    def _pass_work(self) -> float:
        return PASS_WORK + (SHUFFLE_WORK * int(self._call.job.n_samples) if self._draws_orders else 0.0)

    @property
    def _draws_orders(self) -> bool:
        return self._call.drawn_order is not None

    def _take(self, trainer: Trainer) -> None:
        """Record in the trainer what happened, up to the first pass that may close a cycle."""
        state, job = trainer.state, self._call.job
        gone_through = job.n_passes - (
            job.position == job.n_samples
        )  # at the end of a pass the trainer decides on a stop (P7)
        watch = trainer.cycle_detector
        if watch is not None and gone_through:
            held, visits, mistakes = self._call.pass_ends(gone_through)
            thetas = trainer.deciding_of(held)
            first = watch.look_through(self._library, thetas, state.epoch, visits, state.mistakes + mistakes)
            if first < gone_through:
                self._call.go_back_to(first, state.pass_updates)
                gone_through = first
        record_call(trainer, self._call)
        state.go_through(gone_through, job.n_samples, job.position, job.pass_updates)
        if gone_through and self._call.drawn_order is not None:
            trainer.order = self._call.drawn_order.copy()


BLOCK = 64
"""Points whose errors are counted together, as in visits.c."""


class NativeErrors:
    """Goes from error to error by a loop of visits.c.

    After every update it computes the scores of all points from θ, feature by feature: the same bits in primal and
    dual, within the exact range and outside it. Those of a curved kernel grow by rows of the Gram matrix.

    `go`: the loop, see `Library`.
    """

    def __init__(self, trainer: Trainer, go: Go) -> None:
        self._go = go
        self._call = make_call(trainer)
        self._call.job.point("counts", np.empty(trainer.data.n_samples // BLOCK + 1, dtype=np.int64))
        trainer.load_columns(self._call)

    @property
    def n_errors(self) -> int:
        """Points that cause an update under the parameters after the last call."""
        return int(self._call.job.n_errors)

    def visit(self, trainer: Trainer, until: int, work: float) -> float:
        """Make visits as far as the work goes, at least one.

        Stops after an update that reaches a limit or leaves the exact range, and where no error is left.

        `until`: visits completed, counted from the start of the run. `work`: budget in multiply-adds. Returns the work
        that is left, perhaps below 0.
        """
        state, visits = trainer.state, trainer.state.visits
        work = self._visit(trainer, until, work)
        while state.visits == visits:  # it stopped to ask for a row of the Gram matrix
            work = self._visit(trainer, until, work)
        return work

    def _visit(self, trainer: Trainer, until: int, work: float) -> float:
        state, job = trainer.state, self._call.job
        words = random_words(trainer.data.settings.seed, state.visits)
        visit_work = trainer.search_work + UPDATE_WORK
        trainer.load_inputs(self._call)
        self._call.job.point("words", words)
        job.bound, job.visits = trainer.range_bound, state.visits
        job.until = min(until, state.visits + min(len(words), max(int(min(work / visit_work, 2**31)), 1)))
        job.most_updates = int(min(trainer.updates_left, trainer.certain_updates, self._call.most_updates))
        self._go(job)
        record_call(trainer, self._call)
        trainer.read_results(self._call)
        return work - int(job.n_updates) * visit_work - row_work_of(trainer, self._call) - LOOP_WORK


class PassSchedule(Schedule):
    """Visits the points of a pass one by one, and updates at every mistake and near miss: cyclic, shuffled, online."""

    def __init__(self) -> None:
        self._native: NativePasses | None = None

    def visit(self, trainer: Trainer, until: int, work: float) -> float:
        """Make visits, at most to the end of the pass where there is no compiled loop; see `Schedule`."""
        state, n = trainer.state, trainer.data.n_samples
        if state.position == n:
            trainer.begin_pass()
        library = loader.library
        go = trainer.native_loop(library) if library is not None else None
        if library is None or go is None:
            return trainer.visit_towards(min(n, state.position + until - state.visits), work)
        if self._native is None:
            self._native = NativePasses(trainer, library)
        return self._native.visit(trainer, go, until, work)


class BatchSchedule(Schedule):
    """Shows all points of a pass under the same parameters, then updates once with the sum over the errors.

    Points that arrive after the update prolong the pass (P9): an update of their own follows them, under the
    parameters as they are then. A class that they bring changes nothing about the visits before.
    """

    def __init__(self) -> None:
        self._judged: tuple[Bools, Bools] | None = None

    def visit(self, trainer: Trainer, until: int, work: float) -> float:
        """Show points, at most to the end of the pass, where the update comes; see `Schedule`."""
        state, n = trainer.state, trainer.data.n_samples
        if state.position == n:
            trainer.begin_pass()
            self._judged = None
        if self._judged is None:
            # The parameters are fixed within a pass, so that its errors can be found again at any position.
            self._judged = self._judge(trainer)
            work -= n * len(state.theta)
        seen = min(n - state.position, until - state.visits)
        mistakes, near_misses = (_count(kind[state.position : state.position + seen]) for kind in self._judged)
        state.record_waiting(mistakes, near_misses)
        state.record_shown(seen)
        if state.position == n:
            joining = self._judged[0] | self._judged[1]
            errors = (state.learned + np.flatnonzero(joining[state.learned :])).tolist()
            if errors and not trainer.fits(errors):
                state.end(Stop.WEIGHT_LIMIT)  # they wait for ever
                state.record(1, [])
                return work - CALL_WORK
            if errors:
                trainer.batch = [*zip(errors, trainer.learn(errors), strict=True)]
                trainer.log.add([state.visits], [EVERY_ERROR], [NO_RIVAL])
            state.record_batch(errors)
        state.record(1, [])
        return work - CALL_WORK

    def _judge(self, trainer: Trainer) -> tuple[Bools, Bools]:
        """Return which points are mistakes, and which near misses, under the parameters of the pass (V4)."""
        margins = pass_margins(trainer)
        mistakes: Bools = margins <= 0.0
        near_misses: Bools = (margins <= trainer.data.threshold) & ~mistakes
        return mistakes, near_misses


class RandomSchedule(Schedule):
    """Shows one error after the other, chosen at random from (seed, step); there are no passes.

    With β > 0 it chooses among all points that cause an update, y·f ≤ β, and has converged when none is left (V4).
    """

    has_passes = False

    def __init__(self) -> None:
        self._errors: Ints | None = None
        self._is_near: Bools = np.empty(0, dtype=bool)
        self._n_errors = 0
        self._native: NativeErrors | None = None

    def take_up(self, trainer: Trainer) -> None:
        """Look for points to learn from; without any it has converged, whatever the limits (P7); see `Schedule`."""
        self._n_errors = len(self._errors_of(trainer))
        if self.has_converged(trainer):
            trainer.state.end(Stop.CONVERGED)

    def visit(self, trainer: Trainer, until: int, work: float) -> float:
        """Show errors and learn from them: many by the compiled loop, else one; see `Schedule`."""
        library = loader.library
        go = trainer.native_loop(library, is_random=True) if library is not None else None
        if go is None:
            return self._visit_few(trainer, until, work)
        if self._native is None:
            self._native = NativeErrors(trainer, go)
        work = self._native.visit(trainer, until, work)
        self._errors, self._n_errors = None, self._native.n_errors
        return work

    def _visit_few(self, trainer: Trainer, until: int, work: float) -> float:
        state, per_visit = trainer.state, VISIT_WORK * trainer.data.n_samples * len(trainer.state.theta)
        most = min(until - state.visits, trainer.updates_left, max(work // max(per_visit, 1.0), 1.0), WORDS_AT_ONCE)
        batch = trainer.visit_errors(random_words(trainer.data.settings.seed, state.visits)[: int(most)])
        if batch is None:
            return self._visit_one(trainer, work)
        visits = range(state.visits, state.visits + batch.seen)
        trainer.log.add(visits, batch.updates, batch.rivals)
        state.record(batch.seen, batch.updates, batch.near_misses)
        self._errors = None
        self._n_errors = len(self._errors_of(trainer))
        return work - batch.seen * per_visit - CALL_WORK

    def _visit_one(self, trainer: Trainer, work: float) -> float:
        state, point = trainer.state, self.next_point(trainer)
        is_near_miss = bool(self._is_near[point])
        if not trainer.fits([point]):
            state.end_without_update(0, int(not is_near_miss), int(is_near_miss))
            return work - 3 * CALL_WORK
        (rival,) = trainer.learn([point])
        trainer.log.add([state.visits], [point], [rival])
        state.record(1, [point], int(is_near_miss))
        self._errors = None
        self._n_errors = len(self._errors_of(trainer))
        return work - 3 * CALL_WORK - trainer.data.n_samples * len(state.theta)

    def next_point(self, trainer: Trainer) -> int:
        """Return the error whose place in index order is word t modulo their number; see `Schedule`."""
        word = int(random_words(trainer.data.settings.seed, trainer.state.visits)[0])
        errors = self._errors_of(trainer)
        return int(errors[word % len(errors)])

    def has_converged(self, trainer: Trainer) -> bool:
        """Whether no point is left that causes an update (P7, V4); see `Schedule`."""
        return not self._n_errors and trainer.data.n_samples > 0

    def _errors_of(self, trainer: Trainer) -> Ints:
        """Return the points that cause an update, ascending; computed once after every update."""
        if self._errors is None:
            margins = trainer.margins()
            self._errors, self._is_near = np.flatnonzero(margins <= trainer.data.threshold), margins > 0.0
        return self._errors


def _count(kind: Bools) -> int:
    return int(np.count_nonzero(kind))


SCHEDULES: dict[Order, type[Schedule]] = {
    Order.CYCLIC: PassSchedule,
    Order.SHUFFLED: PassSchedule,
    Order.RANDOM: RandomSchedule,
    Order.BATCH: BatchSchedule,
    Order.ONLINE: PassSchedule,
}


def joined_sums(sums: KernelSums, earlier: TrainingData, data: TrainingData) -> KernelSums:
    """Return the sums with columns for the points that came, and rows for the classes.

    `sums`: of the run so far; not changed. `earlier`, `data`: before and after the points arrived.
    """
    joined = KernelSums.zeros(data.n_rows, data.n_samples)
    rows, known = sums.counts.shape
    joined.counts[:rows, :known] = sums.counts
    # in another unit rounded where they outgrow 2^53 or were no whole numbers before; times 1.0 no bit changes
    joined.scores[:rows, :known] = sums.scores * float(earlier.scale.score_unit / data.scale.score_unit)
    joined.scores[:rows, known:] = _scores_of_new(sums, data)
    return joined


def scores_elsewhere(sums: KernelSums, earlier: TrainingData, data: TrainingData) -> Floats:
    """Return the scores of points of which some were moved, by what was learned from them where they were.

    `sums`: of the run, held as `data` are. `earlier`, `data`: before and after they were moved. Returns shape (n_rows,
    n_samples): those of points that stayed are what they were.
    """
    scores = sums.scores.copy()
    moved = np.flatnonzero((earlier.mapped.X != data.mapped.X).any(axis=1))
    support = np.flatnonzero(sums.counts.any(axis=0))
    if len(moved) and len(support):
        there = held_values(earlier.mapped.X[support], data.scale.places)
        values = data.kernel.values(there, data.inputs[moved])
        with np.errstate(over="ignore", invalid="ignore"):
            for row, counts in enumerate(sums.counts[:, support]):
                scores[row, moved] = np.cumsum((data.scale.step * counts)[:, None] * values, axis=0)[-1]
    return scores


def _scores_of_new(sums: KernelSums, data: TrainingData) -> Floats:
    """Return Σ counts·K of the new points, point by point in index order: the same bits however many came at once."""
    rows, known = sums.counts.shape
    scores = np.zeros((rows, data.n_samples - known))
    step = data.scale.step
    with np.errstate(over="ignore", invalid="ignore"):
        for point in np.flatnonzero(sums.counts.any(axis=0)).tolist():
            values = data.gram.entries(point, known, data.n_samples)
            for row in np.flatnonzero(sums.counts[:, point]).tolist():
                scores[row] += (step * float(sums.counts[row, point])) * values
    return scores


def start_state(data: TrainingData) -> State:
    """Return the state before the first visit (P5)."""
    settings = data.settings
    initial = settings.start_values(data.n_entries, data.n_rows)
    theta = data.scale.start(initial)
    n = data.n_samples
    sums = KernelSums.zeros(data.n_rows, n) if settings.has_curved_kernel else None
    state = State(theta=theta, alpha=np.zeros(n, dtype=np.int64), position=n, began_with=n, sums=sums)
    if not data.scale.is_exact:
        state.leave_range(0, None)
    elif not is_exact_state(data, state):  # be it for β alone
        state.leave_range(0, map(decimal_fraction, initial))
    return state


def joined_state(state: State, earlier: TrainingData, data: TrainingData) -> State:
    """Return the state after more points arrived: rescaled, with room for their α, the run open again (P9).

    Before the first visit no pass has begun, so that the points simply belong to the start; later they are visited at
    the end of the current pass, which is the one begun last, even where it was just completed.

    `state`: of the run so far; it is not changed. `earlier`, `data`: before and after they arrived.
    """
    if state.visits == 0:
        return start_state(data)
    ratio = earlier.scale.weight_unit / data.scale.weight_unit
    joined = replace(
        state,
        theta=_padded(_rescaled(state.theta, ratio), data),
        alpha=np.concatenate([state.alpha, np.zeros(data.n_samples - len(state.alpha), dtype=np.int64)]),
        exact_parameters=None,
        sums=state.sums and joined_sums(state.sums, earlier, data),
    )
    if state.exact_visits is None and not is_exact_state(data, joined):
        unit = earlier.scale.weight_unit
        joined.leave_range(state.visits, [Fraction(value) * unit for value in _padded(state.theta, data)])
    is_waiting = data.settings.order is Order.BATCH and state.learned < state.position
    if is_waiting and not data.settings.mode.is_binary and data.present != earlier.present:
        joined.note_classes(earlier.n_samples)
    limit = data.settings.max_updates
    joined.end(Stop.UPDATE_LIMIT if limit is not None and state.updates >= limit else None)
    if state.stop is Stop.WEIGHT_LIMIT or not kernel_trainers.are_within_limit(data, joined):
        joined.end(Stop.WEIGHT_LIMIT)
    return joined


def is_exact_state(data: TrainingData, state: State) -> bool:
    """Whether every number derived from a state is exact (E3)."""
    if data.settings.has_curved_kernel:
        return kernel_trainers.are_in_range(data, state)
    return data.is_exact and data.is_in_range(state.theta)


def _rescaled(theta: list[float], ratio: Fraction) -> list[float]:
    return theta.copy() if ratio == 1 else [float(Fraction(value) * ratio) for value in theta]


def _padded(theta: list[float], data: TrainingData) -> list[float]:
    """Add a zero row for every class that was added to the palette."""
    if data.settings.mode.is_binary:
        return theta
    return theta + [0.0] * (data.n_entries * len(data.dataset.classes) - len(theta))


KERNEL_TRAINERS: dict[Mode, type[Trainer]] = {
    Mode.DUAL: kernel_trainers.KernelDualTrainer,
    Mode.MULTICLASS: kernel_trainers.KernelMulticlassTrainer,
}
TRAINERS: dict[Mode, type[Trainer]] = {
    Mode.PRIMAL: PrimalTrainer,
    Mode.DUAL: PrimalTrainer,  # the same run, and α is counted in every one (D3, D4)
    Mode.MULTICLASS: MulticlassTrainer,
}


def make_trainer(data: TrainingData, state: State | None = None, watch: CycleDetector | None = None) -> Trainer:
    """Return a trainer for the mode and the order of `data`.

    `state`: where it goes on, changed in place; None begins before the first visit. `watch`: looks for cycles; None
    looks for none.
    """
    settings = data.settings
    trainers = KERNEL_TRAINERS if settings.has_curved_kernel else TRAINERS
    kind, schedule = trainers[settings.mode], SCHEDULES[settings.order]()
    return kind(data, state if state is not None else start_state(data), schedule, watch)


def detector_from(data: TrainingData, state: State | None = None) -> CycleDetector:
    """Return a detector of cycles for a run over `data` that goes on from `state`; the start is the end of pass 0 (T9).

    `state`: at the end of a pass; None is that before the first visit.
    """
    state = start_state(data) if state is None else state

    def recall(waypoint: Waypoint, visit: int) -> tuple[Sequence[float], int]:
        trainer = make_trainer(data, state_at(data, waypoint))
        trainer.advance(visit)
        return trainer.deciding(), trainer.state.mistakes

    watch = CycleDetector(recall)
    if state.visits == 0 and data.n_samples:  # without points a kernel has no scores to compare
        watch.look(make_trainer(data, state).deciding(), 0, 0, 0)
    return watch


def state_at(data: TrainingData, waypoint: Waypoint) -> State:
    """Return the state at a waypoint as far as visits depend on it: α and updates are counted from there."""
    start, held = start_state(data), waypoint.held.tolist()
    if start.sums is None:
        start.move_to(held)
    else:  # scores say all, wherever they come from: not from a bias then
        start.move_to([0.0] * len(start.theta))
        start.sums.scores[:] = np.reshape(held, start.sums.scores.shape)
    return replace(start, visits=waypoint.visit, epoch=waypoint.epoch, mistakes=waypoint.mistakes)


def train(dataset: Dataset, settings: TrainingSettings) -> Trainer:
    """Train until the run stops, also at a cycle, and return the trainer.

    Returns its state says why it stopped (None without points), its log holds every mistake. Raises `SettingsError`,
    `DatasetError` as `make_training_data`.
    """
    data = make_training_data(dataset, settings)
    trainer = make_trainer(data, watch=detector_from(data))
    while trainer.state.stop is None and data.n_samples:
        trainer.advance(2**62)
    return trainer
