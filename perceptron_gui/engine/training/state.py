"""What a trainer carries: its state, sums of a kernel in the place of w, its log of mistakes, cycles (P7, P9, D2, T9).

A cycle: the state at the end of a pass was there before, so that the run repeats for ever. States are looked up in
a hash table that Python and the compiled loop share.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from fractions import Fraction
from hashlib import blake2b
from typing import TypeAlias

import numpy as np

from perceptron_gui.engine.data.dataset import Floats, Ints
from perceptron_gui.engine.native.loader import Digests, Library
from perceptron_gui.frozen import Frozen, Mutable, field, replace

ONE_BYTE = 255
"""With so many updates no α_i needs more than one byte."""


class Stop(StrEnum):
    """Why a run ended (P7)."""

    CONVERGED = "converged"
    PASS_DONE = "pass_done"
    CYCLE = "cycle"
    UPDATE_LIMIT = "update_limit"
    EPOCH_LIMIT = "epoch_limit"
    WEIGHT_LIMIT = "weight_limit"


class ExactParameters(Frozen):
    """The exact θ, once it no longer fits whole numbers in float64."""

    updates: int  # updates when it stood: the next one starts from the rounded θ
    values: tuple[Fraction, ...]  # in data units, as `State.theta`


class State(Mutable):
    """All that a trainer keeps from visit to visit, and a checkpoint holds.

    Its methods are the only place where training writes it.
    """

    # held θ = (w, b); in multiclass the held rows of W with B, one after the other. With a curved kernel b or B
    theta: list[float]
    alpha: Ints  # shape (n_samples,): how often each point caused an update
    # visits completed, passes begun, and visits completed within the pass
    visits: int = 0
    epoch: int = 0
    position: int = 0
    began_with: int = 0  # points present when the pass began
    # batch order: the visits of this pass whose errors the parameters have learned from, and the errors at visits after
    # those. In other orders `unlearned` is the one whose update would have passed the limit of weights (P7)
    learned: int = 0
    unlearned: int = 0
    unlearned_near: int = 0  # how many of `unlearned` are near misses
    # batch order: where in this pass a class got its first point while visits waited for the update: the position, and
    # the points before. A visit keeps the rivals that it had (M2)
    class_arrivals: tuple[tuple[int, int], ...] = ()
    pass_updates: int = 0  # mistakes and near misses in this pass
    # mistakes, visits with 0 < y·f ≤ β (V4), and times the parameters changed
    mistakes: int = 0
    near_misses: int = 0
    updates: int = 0
    exact_visits: int | None = None  # the visits up to where whole numbers held; None while they hold (E3)
    exact_parameters: ExactParameters | None = None  # what the visit that left the exact range made of exact numbers
    stop: Stop | None = None
    sums: KernelSums | None = None  # what stands in the place of w with a curved kernel; else None

    def packed(self) -> State:
        """Return a copy to keep, with α in the smallest whole numbers that hold it: mostly an eighth of the memory."""
        return replace(self, theta=self.theta.copy(), alpha=self._packed_alpha(), sums=self.sums and self.sums.packed())

    def _packed_alpha(self) -> Ints:
        if not self.updates:  # no need to read zeros, which take no time to make
            return np.zeros(len(self.alpha), dtype=np.uint8)
        largest = self.updates if self.updates <= ONE_BYTE else int(self.alpha.max(initial=0))
        return self.alpha.astype(np.min_scalar_type(largest))

    def unpacked(self) -> State:
        """Return a copy of a packed state to go on from."""
        sums = self.sums and self.sums.unpacked()
        return replace(self, theta=self.theta.copy(), alpha=self.alpha.astype(np.int64), sums=sums)

    def begin_pass(self, n_samples: int) -> None:
        """Begin the next pass. `n_samples`: points present."""
        self.epoch += 1
        self.position = self.pass_updates = self.learned = self.unlearned = self.unlearned_near = 0
        self.began_with, self.class_arrivals = n_samples, ()

    def note_classes(self, n_samples: int) -> None:
        """Note that a class gets its first point here, while visits wait for an update. `n_samples`: points before."""
        self.class_arrivals = (*self.class_arrivals, (self.position, n_samples))

    def move_to(self, theta: list[float]) -> None:
        """Take the parameters that an update made. `theta`: held θ."""
        self.theta = theta

    def record(self, visits: int, points: Sequence[int] | Ints, near_misses: int = 0) -> None:
        """Record visits, with an update at each of `points`; the position in the pass is set apart.

        `visits`: how many more. `points`: shape (n_updates,): indices; a point may be there more than once.
        `near_misses`: how many of the updates were no mistakes.
        """
        count = len(points)
        if count == 1:  # the dual's way: numpy's loop costs more than it saves
            self.alpha[points[0]] += 1
        elif count:
            np.add.at(self.alpha, points, 1)
        self.visits += visits
        self.mistakes += count - near_misses
        self.near_misses += near_misses
        self.updates += count

    def go_on_in_pass(self, visits: int, updates: int) -> None:
        """Move on within the pass. `visits`, `updates`: how many more."""
        self.position += visits
        self.pass_updates += updates

    def go_through(self, passes: int, n_samples: int, position: int, pass_updates: int) -> None:
        """Move into a later pass.

        `passes`: passes that ended and were followed by another. `n_samples`: points present. `position`,
        `pass_updates`: visits completed and updates made in the later pass.
        """
        self.position, self.pass_updates = position, pass_updates
        if passes:
            self.epoch += passes
            self.began_with = n_samples

    def record_waiting(self, mistakes: int, near_misses: int) -> None:
        """Count points that wait for the update of a batch pass. `mistakes`, `near_misses`: how many more of each."""
        self.unlearned += mistakes + near_misses
        self.unlearned_near += near_misses
        self.pass_updates += mistakes + near_misses
        self.mistakes += mistakes
        self.near_misses += near_misses

    def end_without_update(self, in_pass: int, mistakes: int, near_misses: int) -> None:
        """Record the visit whose update would make a score too large, and which makes none, and end the run (P7).

        `in_pass`: visits of the pass since the last ones that were recorded, this one included; 0 in random order.
        `mistakes`, `near_misses`: one of them is 1.
        """
        self.record_waiting(mistakes, near_misses)
        self.position += in_pass
        self.visits += max(in_pass, 1)
        self.stop = Stop.WEIGHT_LIMIT

    def record_shown(self, visits: int) -> None:
        """Record visits of a batch pass; the last one is counted after the update, by `record`.

        `visits`: how many more.
        """
        self.position += visits
        self.visits += visits - 1

    def record_batch(self, points: Sequence[int]) -> None:
        """Record the end of a batch pass: one update, if there were errors.

        `points`: the errors from which the parameters learned, each once.
        """
        self.learned, self.unlearned, self.unlearned_near, self.class_arrivals = self.position, 0, 0, ()
        if points:
            self.alpha[points] += 1
            self.updates += 1

    def end(self, stop: Stop | None) -> None:
        """Note why the run ended. `stop`: none lets it go on."""
        self.stop = stop

    def leave_range(self, exact_visits: int, values: Iterable[Fraction] | None, updates: int = 0) -> None:
        """Note from where on numbers may be rounded (E3).

        `exact_visits`: the visits up to which they are exact. `values`: θ without rounding, in data units, if it is
        known. `updates`: updates that made it and are still to be recorded.
        """
        self.exact_visits = exact_visits
        if values is not None:
            self.exact_parameters = ExactParameters(self.updates + updates, tuple(values))

    @property
    def learned_from(self) -> int:
        """How many visits the parameters have learned from: the sum of α, which the bounds count (T2, T5, T10)."""
        return self.mistakes + self.near_misses - self.unlearned

    def kept_parameters(self) -> tuple[Fraction, ...] | None:
        """Return θ without rounding while it is as the visit left it that left the exact range; else None."""
        exact = self.exact_parameters
        return exact.values if exact is not None and exact.updates == self.updates else None

    @property
    def nbytes(self) -> int:
        """Memory of a copy, in bytes, about."""
        return 400 + 32 * len(self.theta) + self.alpha.nbytes + (self.sums.nbytes if self.sums else 0)


class KernelSums(Mutable):
    """How often each point was added to a row, and the sums of kernels that follow from it.

    The scores are kept and not computed from the counts, since in plain float64 their bits tell of the way that led
    to them. The bias is apart from them, so that a K much smaller than 1 keeps its digits.
    """

    counts: Ints  # shape (n_rows, n_samples): one row of α_i·y_i, in multiclass A with a row for every class
    scores: Floats  # shape (n_rows, n_samples): held Σ of counts times K, times the step, at every point

    @classmethod
    def zeros(cls, n_rows: int, n_samples: int) -> KernelSums:
        """Return those before the first update.

        `n_rows`: 1, in multiclass the number of classes. `n_samples`: points present.
        """
        return cls(np.zeros((n_rows, n_samples), dtype=np.int64), np.zeros((n_rows, n_samples)))

    def add(self, row: int, point: int, sign: int, rise: Floats) -> None:
        """Add a point to a row.

        `row`, `point`: which row, and the index of the point. `sign`: +1, or −1 to take it away. `rise`: shape
        (n_samples,): what the scores gain times the sign.
        """
        self.counts[row, point] += sign
        if sign > 0:
            self.scores[row] += rise
        else:
            self.scores[row] -= rise

    def packed(self) -> KernelSums:
        """Return a copy to keep, with the counts in the smallest whole numbers that hold them."""
        largest = int(np.abs(self.counts).max(initial=0))
        return KernelSums(self.counts.astype(np.min_scalar_type(-largest - 1)), self.scores.copy())

    def unpacked(self) -> KernelSums:
        """Return a copy of packed ones to go on from."""
        return KernelSums(self.counts.astype(np.int64), self.scores.copy())

    @property
    def nbytes(self) -> int:
        """Memory in bytes."""
        return self.counts.nbytes + self.scores.nbytes


NO_RIVAL = -1
EVERY_ERROR = -1
"""Stands for the point in the log of a batch update, which is about all errors of a pass."""


Numbers: TypeAlias = "array[int]"


def no_numbers() -> Numbers:
    """Return an empty array of int64."""
    return array("q")


class Mistakes(Mutable):
    """Mistakes in the order they happened, column by column."""

    visits: Numbers = field(default_factory=no_numbers)  # visits completed before each
    # the point, and the rival class (−1 in the binary modes)
    points: Numbers = field(default_factory=no_numbers)
    rivals: Numbers = field(default_factory=no_numbers)

    def add(self, visits: Iterable[int], points: Iterable[int], rivals: Iterable[int]) -> None:
        """Append mistakes.

        `visits`, `points`, `rivals`: one number for each mistake, as in the columns of these names.
        """
        self.visits.extend(visits)
        self.points.extend(points)
        self.rivals.extend(rivals)

    def add_arrays(self, visits: Ints, points: Ints, rivals: Ints) -> None:
        """Append many mistakes, given as arrays of int64, shape (n_mistakes,); see `add`."""
        self.visits.frombytes(visits.tobytes())
        self.points.frombytes(points.tobytes())
        self.rivals.frombytes(rivals.tobytes())

    def clear(self) -> None:
        """Remove all."""
        del self.visits[:], self.points[:], self.rivals[:]


FIRST_TABLE, LARGEST_TABLE = 2**15, 2**23
"""Places of the first and the largest table, 8 bytes each."""
FULL = 0.7
"""Part of a table that is filled before the next one begins."""
LOW = 2**32 - 1


class Table:
    """Numbers of passes by the digest of their state: an open-addressed hash table of 8 bytes a place.

    `size`: places, a power of 2.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._mask = size - 1
        self._room = int(FULL * size)
        # numpy's zeros take no time before they are written; a memoryview gives plain numbers
        self.places = np.zeros(size, dtype=np.uint64)
        self._places = self.places.data

    @property
    def is_full(self) -> bool:
        """Whether more passes would make it slow."""
        return self._room <= 0

    def passes(self, digest: int) -> list[int]:
        """Return the passes with this digest, and one in 4 billion of the others. `digest`: 64 bits."""
        places, mask, tag = self._places, self._mask, digest >> 32
        found: list[int] = []
        place = digest & mask
        while entry := places[place]:
            if entry >> 32 == tag:
                found.append((entry & LOW) - 1)
            place = (place + 1) & mask
        return found

    def add(self, digest: int, number: int) -> None:
        """Add a pass. `digest`: 64 bits of its state. `number`: the pass."""
        place = digest & self._mask
        while self._places[place]:
            place = (place + 1) & self._mask
        self._places[place] = (digest >> 32) << 32 | (number + 1)
        self._room -= 1

    def add_all(self, library: Library, digests: Digests, number: int) -> int:
        """Add consecutive passes up to the first whose digest is known, or until the table is full; return how many.

        A full table adds none and only counts those before the first known digest.

        `digests`: shape (n_passes,): of their states. `number`: the first pass.
        """
        if self.is_full:
            return library.look_up(self.places, digests)
        count = library.look_up(self.places, digests[: self._room], number)
        self._room -= count
        return count


def digests_of(held: Floats) -> Digests:
    """Return 64 bits of every state; −0.0 counts as 0.0.

    `held`: shape (n_passes, n_entries): one state a row. Returns shape (n_passes,).
    """
    size, data = 8 * held.shape[1], (held + 0.0).tobytes()
    return np.array([digest_of(data[i : i + size]) for i in range(0, len(data), size)], dtype=np.uint64)


def digest_of(data: bytes) -> int:
    """Return a digest of 64 bits. Python's own hash will not do: those of −1.0 and −2.0 are the same.

    `data`: the numbers of a state.
    """
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little")


MOST_PASSES = sum(int(FULL * 2**k) for k in range(15, 24))
MOST_WAYPOINTS, MOST_NUMBERS = 512, 2**20
"""States that are kept whole, and how many numbers they may have together (8 MB)."""
LEAST_WAYPOINTS = 8


Recall = Callable[["Waypoint", int], tuple[Sequence[float], int]]
"""Compute the state after so many visits again, from a waypoint: the numbers that decide, and the mistakes by then."""


class Cycle(Frozen):
    """A state that stood at the end of two passes."""

    entered_epoch: int  # passes completed when it first stood; the start is 0
    length_epochs: int  # passes until it stood again
    mistakes: int  # mistakes in one round
    visit: int  # visits completed when the repeat was found


class Waypoint(Frozen):
    """The state at the end of a pass without α, from which the run can continue."""

    # passes and visits completed, and mistakes made
    epoch: int
    visit: int
    mistakes: int
    held: array[float]  # the held numbers that decide what follows, see `Trainer.deciding`


class Waypoints:
    """States at the ends of some passes, evenly spaced, so that any other can be computed again from a near one."""

    def __init__(self) -> None:
        self._kept: list[Waypoint] = []
        self._spacing = 1

    def offer(self, held: Floats, epoch: int, visits: Ints, mistakes: Ints) -> None:
        """Keep some of the states at the ends of several passes.

        `held`: shape (n_passes, n_entries): held θ at their ends. `epoch`: the first of the passes; each follows the
        one before it. `visits`, `mistakes`: shape (n_passes,): visits completed and mistakes made at their ends.
        """
        first = self._kept[0].epoch if self._kept else epoch
        i = (first - epoch) % self._spacing
        while i < len(held):
            numbers = array("d", held[i].tobytes())
            self._kept.append(Waypoint(epoch + i, int(visits[i]), int(mistakes[i]), numbers))
            if len(self._kept) > max(LEAST_WAYPOINTS, min(MOST_WAYPOINTS, MOST_NUMBERS // max(len(numbers), 1))):
                self._kept, self._spacing = self._kept[::2], 2 * self._spacing
            i += self._spacing - (epoch + i - first) % self._spacing

    def before(self, epoch: int) -> Waypoint:
        """Return the last waypoint that is not after the end of a pass. `epoch`: the pass."""
        return self._kept[bisect_right(self._kept, epoch, key=lambda waypoint: waypoint.epoch) - 1]


class CycleDetector:
    """Remembers the state at the end of every pass until one comes back.

    Every pass is kept, so that the *first* repeat is found: as 32 bits of its state's digest and its number, in a
    table where the other bits choose the place. A digest that fits is no proof: the state is then computed again,
    from a waypoint that is at most one in 256 of all passes before it.
    That makes 11 to 27 bytes a pass. After `MOST_PASSES`, about 11.7 million in 134 MB, no more are remembered: a cycle
    that was entered by then is still found at its first repeat, one entered later is not.

    `recall`: see `Recall`.
    """

    def __init__(self, recall: Recall) -> None:
        self._recall = recall
        self._waypoints = Waypoints()
        self._tables = [Table(FIRST_TABLE)]
        self._first: tuple[int, int] | None = None
        self._last = -1

    def look(self, held: Sequence[float], epoch: int, mistakes: int, visit: int) -> Cycle | None:
        """Remember the state at the end of a pass, or return the cycle that it closes; may be asked again.

        `held`: held θ, n_entries numbers. `epoch`: the pass. `mistakes`, `visit`: mistakes made and visits completed at
        its end. Returns None when the state is new, and for a pass that was asked about before.
        """
        if epoch <= self._last:
            return None
        self._first = self._first or (epoch, visit)
        state = np.array([held])
        digest = int(digests_of(state)[0])
        for table in self._tables:
            for earlier in table.passes(digest):
                cycle = self._cycle(held, self._first[0] + earlier, epoch, mistakes, visit)
                if cycle is not None:
                    return cycle
        self._last = epoch
        self._remember(digest, epoch - self._first[0])
        self._waypoints.offer(state, epoch, np.array([visit]), np.array([mistakes]))
        return None

    def look_through(self, library: Library, held: Floats, epoch: int, visits: Ints, mistakes: Ints) -> int:
        """Remember the states at the ends of several passes, up to the first that seems to be known.

        `held`: shape (n_passes, n_entries): held θ at their ends. `epoch`: the first of the passes; each follows the
        one before it. `visits`, `mistakes`: shape (n_passes,): visits completed and mistakes made at their ends.
        Returns how many were remembered. Give the next one to `look`.
        """
        if epoch <= self._last:
            return 0
        self._first = self._first or (epoch, int(visits[0]))
        digests = digests_of(held)
        newest = self._newest_table()
        for table in self._tables[:-1]:
            digests = digests[: library.look_up(table.places, digests)]
        count = newest.add_all(library, digests, epoch - self._first[0])
        self._last = max(self._last, epoch + count - 1)
        self._waypoints.offer(held[:count], epoch, visits, mistakes)
        return count

    def _cycle(self, held: Sequence[float], earlier: int, epoch: int, mistakes: int, visit: int) -> Cycle | None:
        first_epoch, first_visit = self._first or (0, 0)
        # all passes between two arrivals take the same number of visits
        size = (visit - first_visit) // (epoch - first_epoch)
        waypoint = self._waypoints.before(earlier)
        held_then, mistakes_then = self._recall(waypoint, first_visit + (earlier - first_epoch) * size)
        if list(held_then) != list(held):
            return None
        return Cycle(earlier, epoch - earlier, mistakes - mistakes_then, visit)

    def _remember(self, digest: int, number: int) -> None:
        newest = self._newest_table()
        if not newest.is_full:
            newest.add(digest, number)

    def _newest_table(self) -> Table:
        """Return the newest table, or a new one if that is full and not yet the largest."""
        newest = self._tables[-1]
        if newest.is_full and 2 * newest.size <= LARGEST_TABLE:
            newest = Table(2 * newest.size)
            self._tables.append(newest)
        return newest
