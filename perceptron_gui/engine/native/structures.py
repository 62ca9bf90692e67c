"""What Python and visits.c hand to each other: its structures, field by field, memory, and one call of it (A12)."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from perceptron_gui.engine.data.dataset import Floats, Ints


Number, Pointer = ctypes.c_int64, ctypes.c_void_p


class Job(ctypes.Structure):
    """Inputs and results of the loops of visits.c: `Job` there, field by field."""

    _fields_ = (
        ("rows", Pointer),
        ("order", Pointer),
        ("n_samples", Number),
        ("n_entries", Number),
        ("step", ctypes.c_double),
        ("bound", ctypes.c_double),
        ("n_rows", Number),
        ("entry", ctypes.c_double),
        ("threshold", ctypes.c_double),
        ("labels", Pointer),
        ("present", Pointer),
        ("n_present", Number),
        ("gram", Pointer),
        ("seed", ctypes.c_uint64),
        ("epoch", Number),
        ("drawn_order", Pointer),
        ("drawn", Pointer),
        ("columns", Pointer),
        ("words", Pointer),
        ("counts", Pointer),
        ("scores", Pointer),
        ("theta", Pointer),
        ("n_weights", Number),
        ("visits", Number),
        ("position", Number),
        ("pass_updates", Number),
        ("until", Number),
        ("most_updates", Number),
        ("most_passes", Number),
        ("n_updates", Number),
        ("n_passes", Number),
        ("is_stale", Number),
        ("lacks_row", Number),
        ("n_errors", Number),
        ("update_visits", Pointer),
        ("update_points", Pointer),
        ("update_rivals", Pointer),
        ("update_is_near", Pointer),
        ("pass_thetas", Pointer),
        ("pass_visits", Pointer),
        ("pass_counts", Pointer),
    )


class KernelNumbers(ctypes.Structure):
    """K of two held points as `LoopNumbers` has it; `Kernel` of visits.c."""

    _fields_ = (
        ("kind", Number),
        ("degree", Number),
        ("factor", ctypes.c_double),
        ("constant", ctypes.c_double),
    )


class Question(ctypes.Structure):
    """What is asked of all points at once, and room for the answers; `Question` of visits.c, field by field."""

    _fields_ = (
        ("columns", Pointer),
        ("n_entries", Number),
        ("n_samples", Number),
        ("theta", Pointer),
        ("labels", Pointer),
        ("present", Pointer),
        ("n_present", Number),
        ("n_classes", Number),
        ("threshold", ctypes.c_double),
        ("errors", Pointer),
        ("to_learn", Pointer),
        ("rivals", Pointer),
        ("counts", Pointer),
    )

    def point(self, field: str, array: NDArray[Any]) -> None:
        """Let a field point to an array, and keep the array, of any shape but contiguous, alive."""
        self.__dict__[f"kept_{field}"] = array
        setattr(self, field, array.ctypes.data)


def room_to_draw(n_samples: int) -> NDArray[np.uint64]:
    """Return the memory in which an order is drawn: a word and a point, twice for each point.

    `n_samples`: points present. Returns shape (4 · n_samples,): not initialised.
    """
    return np.empty(4 * n_samples, dtype=np.uint64)


MOST_UPDATES, MOST_PASSES, MOST_NUMBERS = 4096, 512, 1 << 16
"""What one call can write down: updates, passes, and numbers of θ at their ends. It returns when that is full."""


class LoopCall:
    """The memory that Python and the loops of visits.c share.

    `rows`: shape (n_samples, n_entries): the held inputs: y·x̂, in multiclass x̂. `n_weights`: entries of θ. `step`:
    what an update multiplies a row by. `threshold`: held β (V4). `job`: inputs and results of the loop. `theta`: shape
    (n_weights,): the held θ, read and written. `drawn_order`: shape (n_samples,), or None: shuffled order: that of the
    last pass which the loop began by itself.
    """

    def __init__(self, rows: Floats, n_weights: int, step: float, threshold: float) -> None:
        most_passes = min(MOST_PASSES, MOST_NUMBERS // n_weights + 1)
        self._updates = np.empty((4, MOST_UPDATES), dtype=np.int64)
        self._ends = np.empty((2, most_passes), dtype=np.int64)
        self._thetas = np.empty((most_passes, n_weights))
        self._kept: dict[str, np.ndarray | None] = {}
        self.theta = np.empty(n_weights)
        self.drawn_order: Ints | None = None
        n_samples, n_entries = rows.shape
        sizes = {"n_samples": n_samples, "n_entries": n_entries, "n_weights": n_weights}
        self.job = Job(step=step, threshold=threshold, **sizes)
        self.point("theta", self.theta)
        self.point("rows", np.ascontiguousarray(rows))
        self.point("update_visits", self._updates[0])
        self.point("update_points", self._updates[1])
        self.point("update_rivals", self._updates[2])
        self.point("update_is_near", self._updates[3])
        self.point("pass_visits", self._ends[0])
        self.point("pass_counts", self._ends[1])
        self.point("pass_thetas", self._thetas)

    def point(self, field: str, array: np.ndarray | None) -> None:
        """Let a field of the job point to an array, and keep the array alive.

        `field`: name of the field, see `Job`. `array`: contiguous; None is a null pointer.
        """
        if self._kept.get(field) is not array:
            self._kept[field] = array
            setattr(self.job, field, None if array is None else array.ctypes.data)

    def make_room_for_order(self) -> None:
        """Let the job go on to the next pass of a shuffled order by itself."""
        n = self.job.n_samples
        self.drawn_order = np.empty(n, dtype=np.int64)
        self.point("drawn_order", self.drawn_order)
        self.point("drawn", room_to_draw(n))

    @property
    def most_updates(self) -> int:
        """How many updates one call can write down."""
        return self._updates.shape[1]

    @property
    def most_passes(self) -> int:
        """How many ends of passes one call can write down."""
        return len(self._thetas)

    @property
    def updates(self) -> tuple[Ints, Ints, Ints, Ints]:
        """Visits completed before each update, points, rivals, and 1 for a near miss, each of shape (n_updates,)."""
        visits, points, rivals, is_near = self._updates[:, : self.job.n_updates]
        return visits, points, rivals, is_near

    def pass_ends(self, count: int) -> tuple[Floats, Ints, Ints]:
        """Return the state at the ends of passes within the call.

        `count`: how many passes, from the first. `thetas`: shape (count, n_weights): held θ. `visits`, `mistakes`:
        shape (count,): visits completed, and mistakes since the call began.
        """
        visits, updates = self._ends[:, :count]
        near_misses = np.append(0, np.cumsum(self._updates[3, : self.job.n_updates]))
        return self._thetas[:count], visits, updates - near_misses[updates]

    def go_back_to(self, end: int, pass_updates: int) -> None:
        """Let the job end with an earlier pass of the call.

        `end`: the pass, counted from 0 among those that ended within the call. `pass_updates`: updates that the first
        of these passes had before the call.
        """
        job, counts = self.job, self._ends[1]
        self.theta[:] = self._thetas[end]
        job.visits, job.position = int(self._ends[0, end]), job.n_samples
        job.n_passes, job.n_updates = end + 1, int(counts[end])
        job.pass_updates = int(counts[end] - counts[end - 1]) if end else pass_updates + int(counts[0])
        job.is_stale = 1
