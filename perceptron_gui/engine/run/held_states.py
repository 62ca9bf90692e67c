"""From which visit through which the state of a run stays the same, and which states are looked at (P9, A8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from perceptron_gui.engine.data.dataset import Bools, Floats, Ints
    from perceptron_gui.engine.run.run import Run

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
    n_changes = len(run.log) + len(run.arrival_visits) + 1
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
    return np.unique(np.concatenate([[0], run.log.visits + 1, run.arrival_visits])).astype(np.int64)


def held_from(run: Run, visits: Ints) -> Ints:
    """Return the visits completed when the states began; where the log has no more to say, the visits themselves.

    `visits`: shape (n,): visits completed. Returns shape (n,).
    """
    log, came = run.log.visits, np.array([0, *run.arrival_visits], dtype=np.int64)
    made = np.searchsorted(log, visits)
    updated = log[np.maximum(made - 1, 0)] + 1 if len(log) else np.zeros_like(visits)
    begun = np.maximum(np.where(made > 0, updated, 0), came[np.searchsorted(came, visits, "right") - 1])
    return np.where(_is_known(run, visits), begun, visits)


def held_through(run: Run, visits: Ints) -> Ints:
    """Return the last visits completed at which the states are the same; see `held_from`.

    `visits`: shape (n,): visits completed. Returns shape (n,).
    """
    log, came = np.append(run.log.visits, run.frontier), np.array([*run.arrival_visits, run.frontier + 1])
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
