"""Curves along a run: mistakes per epoch, errors, loss, ‖w‖ and b, and the way of the weights (W4, P2–P4, M2)."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from perceptron_gui.engine.data.dataset import Bools, Dataset, Floats, Ints, Part
from perceptron_gui.engine.data.growable_array import frozen
from perceptron_gui.engine.data.settings import Order
from perceptron_gui.engine.run.records.all_points import held_out_errors
from perceptron_gui.engine.run.records.record import Look, Replay, no_look, parameters
from perceptron_gui.engine.run.records.segments import round_of
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import RunAnswer
from perceptron_gui.engine.training.trainer import Trainer, error_signs, gradient, loss
from perceptron_gui.frozen import Frozen, replace

MOST_POINTS = 1_000
"""With a curved kernel the gradient is a sum over all pairs of errors: of more points it would take too long."""


def weight_norm(trainer: Trainer) -> float:
    """Return ‖w‖, in multiclass ‖W‖; with a curved kernel ‖w‖² = η Σ α_i y_i · η Σ α_j y_j K(x_j, x_i)."""
    data, sums = trainer.data, trainer.state.sums
    if sums is None:
        return _length(parameters(trainer)[:, : data.n_weights])
    scores = sums.scores * float(data.scale.score_unit)
    return float(np.sqrt(max(data.settings.eta * float((sums.counts * scores).sum()), 0.0)))


def gradient_norm(trainer: Trainer) -> float:
    """Return ‖∇L‖; with a curved kernel NaN for more than 1 000 points."""
    data = trainer.data
    if trainer.state.sums is None:
        return _length(gradient(trainer))
    if data.n_samples > MOST_POINTS:
        return float("nan")
    errors, signs = error_signs(trainer)
    places, unit = errors.tolist(), 10.0**-data.scale.score_places
    block = np.array([data.gram.row(i)[errors] for i in places]).reshape(len(places), len(places)) * unit
    block += data.settings.bias
    return float(np.sqrt(max(float(np.einsum("ki,ij,kj->", signs, block, signs)), 0.0)))


def _length(values: Floats) -> float:
    return float(np.sqrt((values * values).sum()))


MOST_REPLAYED = 60_000
"""At most about this many visits are made again to come to the states; of longer runs, states near checkpoints."""
MOST_PASSED = 20_000_000
"""Where updates are few: at most so many multiply-adds to come from one to the next, some ten milliseconds."""
TOGETHER = 4
"""Of too many states, so many that follow each other are looked at in each place: the ends of epochs alone, or any
regular choice, can show one phase of a cycle as if it were all of it."""


def looked_at(run: Run, most: int) -> tuple[Ints, Ints, Ints]:
    """Return where to look at a run: at all of its states if they are few, else at some that follow each other.

    A state begins with an update or an arrival, and lasts through the visits that change nothing.

    `most`: how many states at most, 2 or more. `at`, `visits`, `through`: shape (n_places,): a visit at which to look,
    and the first and the last visits completed at which the state is the same.
    """
    n_changes = len(run.log) + len(run.stages.arrival_visits) + 1
    if n_changes <= most and not run.log.is_full:
        at = changes(run)
        if run.frontier <= MOST_REPLAYED or _passed(run, at) <= MOST_PASSED:
            return _held(run, at)
    together = TOGETHER if most >= TOGETHER * TOGETHER * TOGETHER else 1
    n_places = max(most // together - 1, 1)
    is_short = run.frontier <= MOST_REPLAYED
    some = np.linspace(0, run.frontier, n_places).round() if is_short else run.checkpoint_visits()
    at = thinned(np.unique(np.append(some, [0, run.frontier])).astype(np.int64), n_places)
    following = [at]
    for _ in range(together - 1):
        after = held_through(run, following[-1]) + 1
        is_near = after <= np.minimum(at + MOST_REPLAYED // n_places, run.frontier)
        following.append(np.where(is_near, after, following[-1]))
    return _held(run, np.unique(np.concatenate(following)))


def changes(run: Run) -> Ints:
    """Return the visits completed when a state began, the first and those after updates and arrivals.

    `run`: its log must not be full. Returns shape (n_states,): ascending; the first is 0.
    """
    return np.unique(np.concatenate([[0], run.log.visits + 1, run.stages.arrival_visits])).astype(np.int64)


def held_from(run: Run, visits: Ints) -> Ints:
    """Return the visits completed when the states began; where the log has no more to say, the visits themselves.

    `visits`: shape (n,): visits completed. Returns shape (n,).
    """
    log, came = run.log.visits, np.array([0, *run.stages.arrival_visits], dtype=np.int64)
    made = np.searchsorted(log, visits)
    updated = log[np.maximum(made - 1, 0)] + 1 if len(log) else np.zeros_like(visits)
    begun = np.maximum(np.where(made > 0, updated, 0), came[np.searchsorted(came, visits, "right") - 1])
    return np.where(_is_known(run, visits), begun, visits)


def held_through(run: Run, visits: Ints) -> Ints:
    """Return the last visits completed at which the states are the same; see `held_from`.

    `visits`: shape (n,): visits completed. Returns shape (n,).
    """
    log, came = np.append(run.log.visits, run.frontier), np.array([*run.stages.arrival_visits, run.frontier + 1])
    through = np.minimum(log[np.searchsorted(run.log.visits, visits)], came[np.searchsorted(came, visits, "right")] - 1)
    return np.where(_is_known(run, visits), np.minimum(through, run.frontier), visits)


def thinned(places: Ints, most: int) -> Ints:
    """Return some of many numbers, evenly, the first and the last among them.

    `places`: shape (n,): the numbers. `most`: how many to return at most, 2 or more. Returns shape (min(n, most),).
    """
    if len(places) <= most:
        return places
    return places[np.linspace(0, len(places) - 1, most).round().astype(np.int64)]


def extremes(values: Floats, most: int) -> Ints:
    """Return the indices of the lowest and the highest of every stretch of many values, in their order.

    `values`: shape (n,): heights of a line from left to right. `most`: how many at most, 4 or more; up to so many
    values are all returned. Returns shape (n_kept,): ascending, the first and the last among them.
    """
    n = len(values)
    if n <= most:
        return np.arange(n)
    edges = np.linspace(0, n, (most - 2) // 2 + 1).astype(np.int64)[:-1]
    lengths = np.diff(np.append(edges, n))
    kept = [np.array([0, n - 1])]
    for extreme in (np.minimum, np.maximum):
        is_it = values == np.repeat(extreme.reduceat(values, edges), lengths)
        kept.append(np.maximum.reduceat(np.where(is_it, np.arange(n), -1), edges))
    return np.unique(np.concatenate(kept))


def _is_known(run: Run, visits: Ints) -> Bools:
    """Return where the log tells of the next update, too."""
    is_known: Bools = visits < (run.log.visits[-1] if run.log.is_full else run.frontier + 1)
    return is_known


def _held(run: Run, at: Ints) -> tuple[Ints, Ints, Ints]:
    visits, first = np.unique(held_from(run, at), return_index=True)
    return at[first], visits, held_through(run, visits)


def _passed(run: Run, at: Ints) -> int:
    """Return the multiply-adds that lead from each visit to the next, or to it from the checkpoint before."""
    kept = run.checkpoint_visits()
    begun = np.maximum(kept[np.searchsorted(kept, at[1:], "right") - 1], at[:-1])
    return int((at[1:] - begun).sum()) * max(len(run.state.theta), 1)


MOST_SAMPLES = 480
"""The most states of which curves are computed: about as many as a wide panel has pixels."""
LEAST_SAMPLES, MOST_PRODUCTS = 12, 66_000_000
"""Fewer states for large sets, at least the first number: the work at all of them stays below the second."""
POINT_PRODUCTS = 30
"""To look at a point costs as much as so many products, besides those with the parameters."""
ALL_SHARES = 10_000
"""In online order: up to here the share of mistakes is looked at after every visit, after that at so many."""

NOTHING: Mapping[Part, Dataset] = MappingProxyType({})


class PartErrors(Frozen, eq=False):
    """Errors along a run among points that it does not train on (H1)."""

    part: Part  # what the points are for
    n_points: int  # how many they are
    errors: Ints  # shape (n_places,): points that were wrong under the parameters there; read-only


class Curves(RunAnswer, eq=False):
    """Numbers along a run: each holds from one visit through another, and of what lies between two is nothing known.

    All arrays are read-only.

    `settings`, `dataset`: see `RunAnswer`: the points present at the frontier.
    """

    # shape (n_ends,): visits completed at the end of an epoch, or of several where there are too many to show
    epoch_ends: Ints
    # shape (n_ends,): of the epochs since the end before, the fewest and the most mistakes in one: events in time;
    # where they are not known one by one, the mean is among them
    fewest: Floats
    most: Floats
    # shape (n_places,): the first and the last visits completed at which the following are as they were computed
    visits: Ints
    through: Ints
    errors: Ints  # shape (n_places,): points that were wrong under the parameters there: a count then
    loss: Floats  # shape (n_places,): perceptron loss there (P3; M2 in multiclass)
    gradient: Floats  # shape (n_places,): length of the loss's gradient there
    # shape (n_places,): ‖w‖ (multiclass: of all rows together) and b (multiclass: NaN)
    norm: Floats
    bias: Floats
    seen: Ints  # shape (n_seen,): in online order, points shown so far, each once (P4); empty in the other orders
    rate: Floats  # shape (n_seen,): mistakes so far over points so far
    n_points: Ints  # shape (n_places,): points present there, of those that are trained on
    # errors there among the points held out, part by part; of the test part only where it was asked for
    held_out: tuple[PartErrors, ...] = ()

    def until(self, visit: int, with_errors: bool = True) -> "Curves":
        """Return the curves as they were known when the run came to a visit for the first time.

        `visit`: visits completed. `with_errors`: whether to include the state at the visit itself, whose errors and
        loss tell of the visits to come.
        """
        ends, points = (int(np.searchsorted(each, visit, side="right")) for each in (self.epoch_ends, self.seen))
        known = np.searchsorted(self.visits, visit, "right") if with_errors else np.searchsorted(self.through, visit)
        places = int(known)
        counts = dict.fromkeys(OF_ENDS, ends) | dict.fromkeys(OF_PLACES, places) | dict.fromkeys(OF_POINTS, points)
        first = {name: getattr(self, name)[:count] for name, count in counts.items()}
        held_out = tuple(replace(each, errors=each.errors[:places]) for each in self.held_out)
        return replace(self, **first, through=np.minimum(self.through[:places], visit), held_out=held_out)


OF_ENDS, OF_POINTS = ("epoch_ends", "fewest", "most"), ("seen", "rate")
OF_PLACES = ("visits", "errors", "loss", "gradient", "norm", "bias", "n_points")
"""Curves by what they have an entry for."""


def curves_of(run: Run, look: Look = no_look, held_out: Mapping[Part, Dataset] = NOTHING) -> Curves:
    """Compute the curves of a run up to its frontier; the cursor stays where it is.

    `look`: called now and then; it may raise `Cancelled`. `held_out`: points that are not trained on, whose errors are
    to be counted, too.
    """
    n_samples = run.dataset.n_samples + sum(points.n_samples for points in held_out.values())
    products = n_samples * (len(run.state.theta) + POINT_PRODUCTS)
    most = max(LEAST_SAMPLES, min(MOST_SAMPLES, MOST_PRODUCTS // max(products, 1)))
    places, visits, through = looked_at(run, most)
    walk = Replay(run, look)
    looked = [_look(walk.to(int(visit)), held_out.values()) for visit in places]
    looks = np.array(looked, dtype=np.float64).reshape(-1, 7 + len(held_out))
    ends = epoch_ends(run)
    # The log of batch order holds updates, each of which learns from many mistakes.
    is_batch = run.settings.order is Order.BATCH
    told = _batch_extremes(run, ends, places, looks[:, 5]) if is_batch else _logged_extremes(run, ends)
    lengths = (frozen(looks[:, column].copy()) for column in (1, 2, 3, 4))
    errors, n_points, *others = (frozen(looks[:, j].astype(np.int64)) for j in (0, *range(6, looks.shape[1])))
    counted = zip(held_out.items(), others, strict=True)
    parts = [PartErrors(part, points.n_samples, found) for (part, points), found in counted]
    data = run.trainer_at(run.frontier).data
    in_places = errors, *lengths, *_so_far(run), n_points
    known: list[Any] = [*map(frozen, (ends, *told, visits, through)), *in_places, tuple(parts)]
    return Curves(data.settings, data.dataset, *known)


def _so_far(run: Run) -> tuple[Ints, Floats]:
    """Return the points shown so far and mistakes so far over them, in online order: a visit is a point (P4)."""
    if run.settings.order is not Order.ONLINE:
        return frozen(np.empty(0, dtype=np.int64)), frozen(np.empty(0))
    # The share moves least late: of what follows the first ones some are enough to see how far it goes.
    late = thinned(np.arange(ALL_SHARES, run.frontier + 1), ALL_SHARES)
    seen = np.append(np.arange(1, min(ALL_SHARES, run.frontier + 1)), late)
    rate = run.updates_before(seen.astype(np.float64)) / seen
    places = extremes(rate, MOST_SAMPLES)
    return frozen(seen[places]), frozen(rate[places])


def epoch_ends(run: Run) -> Ints:
    """Return the visits at which epochs ended, at most as many as can be shown; none in random order.

    Returns shape (n_ends,): visits completed, ascending.
    """
    ends: list[int] = []
    passes = run.stages.passes
    for i, part in enumerate(passes):
        last = passes[i + 1].visit if i + 1 < len(passes) else run.frontier
        if part.size:
            count = (last - part.visit) // part.size
            ends += range(part.visit + part.size, last + 1, part.size * max(count // 4000, 1))
            ends += [part.visit + count * part.size] * (count > 0)
    every = np.unique(np.array(ends, dtype=np.int64))
    is_looked_at = run.settings.order is Order.BATCH and len(every) > MOST_SAMPLES
    return thinned(every, MOST_SAMPLES // TOGETHER - 2 if is_looked_at else MOST_SAMPLES)


def epoch_counts(run: Run, visits: Ints) -> Ints:
    """Return how many epochs were over, shape (n,). `visits`: shape (n,): visits completed, ascending."""
    counts = np.zeros(len(visits), dtype=np.int64)
    places = np.searchsorted(visits, [part.visit for part in run.stages.passes[1:]]).tolist()
    for part, begin, end in zip(run.stages.passes, [0, *places], [*places, len(visits)], strict=True):
        if part.size:
            counts[begin:end] = part.epoch - 1 + (visits[begin:end] - part.visit) // part.size
    return counts


def _logged_extremes(run: Run, ends: Ints) -> tuple[Floats, Floats]:
    """Return the fewest and the most mistakes in an epoch between ends, by the log; after a full one twice the mean."""
    edges = np.concatenate([[0], ends])
    begun = epoch_counts(run, edges)
    n_epochs = np.diff(begun)
    mean = np.diff(run.updates_before(edges)) / np.maximum(n_epochs, 1)
    epoch_of = epoch_counts(run, run.log.visits)
    first = np.flatnonzero(np.diff(epoch_of, prepend=-1))
    counts, places = np.diff(first, append=len(epoch_of)), np.searchsorted(epoch_of[first], begun)
    # Of an empty stretch `reduceat` returns what follows it.
    is_told, padded = np.diff(places) > 0, np.append(counts, 0)
    least, most = (extreme.reduceat(padded, places)[:-1] for extreme in (np.minimum, np.maximum))
    least, most = np.where(np.diff(places) < n_epochs, 0, least), np.where(is_told, most, 0)
    is_known = ends <= (run.log.visits[-1] if run.log.is_full else run.frontier)
    return np.where(is_known, least, mean), np.where(is_known, most, mean)


def _batch_extremes(run: Run, ends: Ints, looked: Ints, learned: Floats) -> tuple[Floats, Floats]:
    """Return the same for batch order: of the mean, and of the epochs from whose begin to end two looks in a row lead.

    `looked`, `learned`: shape (n_places,): visits completed, and mistakes so far.
    """
    edges = np.concatenate([[0], ends])
    fewest = np.diff(np.interp(edges, looked, learned)) / np.maximum(np.diff(epoch_counts(run, edges)), 1)
    most, before = fewest.copy(), epoch_counts(run, looked - 1)
    is_begin = epoch_counts(run, looked) > before
    at = np.flatnonzero(is_begin[:-1] & is_begin[1:] & (np.diff(before) == 1))
    place, counts = np.searchsorted(ends, looked[at], "right"), np.diff(learned)[at]
    is_over = place < len(ends)
    np.minimum.at(fewest, place[is_over], counts[is_over])
    np.maximum.at(most, place[is_over], counts[is_over])
    return fewest, most


def _look(trainer: Trainer, held_out: Iterable[Dataset]) -> tuple[float, ...]:
    """Return errors, loss, ‖gradient‖, ‖w‖, b, mistakes so far and points of a trainer, and errors held out."""
    data, theta = trainer.data, parameters(trainer)
    bias = float(theta[0, -1]) if data.settings.bias and len(theta) == 1 else np.nan
    errors = float(np.count_nonzero(trainer.margins() <= 0.0))
    lengths = (gradient_norm(trainer), weight_norm(trainer))
    learned = float(trainer.state.mistakes + trainer.state.near_misses)
    others = [float(np.count_nonzero(held_out_errors(trainer, points))) for points in held_out]
    return errors, loss(trainer), *lengths, bias, learned, float(data.n_samples), *others


MOST_ENTRIES = 3
"""Longer θ are not seen as a way: nobody can draw it."""
AT_EITHER_END = 120
"""The first and the last updates are all there: the first ones turn θ most, and the last ones are what happens now."""
MOST_BETWEEN = 240


class WeightPath(RunAnswer, eq=False):
    """θ along a run, up to its frontier. All arrays are read-only.

    `settings`, `dataset`: see `RunAnswer`: the points present at the frontier.
    """

    visits: Ints  # shape (n_places,): visits completed, ascending; the first is 0
    updates: Ints  # shape (n_places,): updates made by then
    # shape (n_places, n_rows, n_entries): parameters in data units; in multiclass rows of classes that had no points
    # yet are 0
    thetas: Floats
    # the visits from which to which the run goes round its cycle once: θ is the same at both (T9)
    round: tuple[int, int] | None = None

    @property
    def n_updates(self) -> int:
        """Updates up to the frontier."""
        return int(self.updates[-1]) if len(self.updates) else 0

    @property
    def is_thinned(self) -> bool:
        """Whether some updates are left out."""
        return bool((np.diff(self.updates) > 1).any())

    def until(self, visit: int) -> "WeightPath":
        """Return the way up to a visit. `visit`: visits completed."""
        end = int(np.searchsorted(self.visits, visit, side="right"))
        known = self.round if self.round is not None and self.round[1] <= visit else None
        visits, updates, thetas = self.visits[:end], self.updates[:end], self.thetas[:end]
        return replace(self, visits=visits, updates=updates, thetas=thetas, round=known)


def weight_path_of(run: Run, look: Look = no_look) -> WeightPath:
    """Compute the way of the weights up to the frontier of a run; its cursor stays where it is.

    `look`: called now and then; it may raise `Cancelled`.
    """
    data = run.trainer_at(run.frontier).data
    if run.data.n_entries > MOST_ENTRIES:
        nothing = frozen(np.empty(0, dtype=np.int64))
        return WeightPath(data.settings, data.dataset, nothing, nothing, frozen(np.empty((0, 1, 1))))
    visits, walk = places_of(run), Replay(run, look)
    states = [(walk.to(int(visit)).state.updates, parameters(walk.to(int(visit)))) for visit in visits]
    n_rows = max(len(theta) for _, theta in states)
    thetas = np.zeros((len(states), n_rows, run.data.n_entries))
    for i, (_, theta) in enumerate(states):
        thetas[i, : len(theta)] = theta
    updates = np.array([count for count, _ in states], dtype=np.int64)
    closed = round_of(run.cycle, run.stages.passes)
    return WeightPath(data.settings, data.dataset, frozen(visits), frozen(updates), frozen(thetas), closed)


def places_of(run: Run) -> Ints:
    """Return the visits after which the weights are looked at, ascending.

    Returns shape (n_places,): visits completed: 0, those after updates, and the frontier.
    """
    known = run.log.visits + 1
    head, tail = known[:AT_EITHER_END], known[-AT_EITHER_END:] if not run.log.is_full else known[:0]
    between = known if run.frontier <= MOST_REPLAYED else run.checkpoint_visits()
    goes_round = round_of(run.cycle, run.stages.passes) or (0, 0)
    inside = known[slice(*np.searchsorted(known, goes_round))]
    some = [thinned(places, MOST_BETWEEN) for places in (between, inside)]
    parts: list[ArrayLike] = [[0], head, *some, tail, goes_round, [run.frontier]]
    return np.unique(np.concatenate(parts)).astype(np.int64)
