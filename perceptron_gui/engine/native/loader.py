"""The compiled loop over visits, where there is one: visits.c, built by dev.py beside this file (optional; A12).

What Python and visits.c hand to each other: its structures, field by field, memory, and one call of it.
"""

import ctypes
import hashlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.engine.data.dataset import Floats, Ints

SOURCE = Path(__file__).with_name("visits.c")
LIBRARY = SOURCE.with_name("visits.library")
"""On every system, since Python takes a neighbour called .so or .dll for a module of its own."""
SWITCH = "PERCEPTRON_LAB_KERNEL"
"""Environment variable; "off" leaves the compiled loop out."""

NO_DECIMAL, UNDECIDED = -1, -2
"""Results of `count_places` of visits.c: some value is no decimal, or only the digits of values can decide."""
Digests = NDArray[np.uint64]
Places = NDArray[np.uintp]


Number, Pointer, Double = ctypes.c_int64, ctypes.c_void_p, ctypes.c_double


def _fields(kind: type, names: str) -> list[tuple[str, type]]:
    """Return fields of one type, in their order, as a line of C declares them."""
    return [(name, kind) for name in names.split()]


class Pointing(ctypes.Structure):
    """A structure whose fields point to arrays, which it keeps alive."""

    def point(self, field: str, array: NDArray[Any] | None) -> None:
        """Let a field point to an array, of any shape but contiguous; None is a null pointer."""
        if self.__dict__.get(f"kept_{field}") is not array:
            self.__dict__[f"kept_{field}"] = array
            setattr(self, field, None if array is None else array.ctypes.data)


class Job(Pointing):
    """Inputs and results of the loops of visits.c: `Job` there, field by field."""

    _fields_ = (
        *_fields(Pointer, "rows order"),
        *_fields(Number, "n_samples n_entries"),
        *_fields(Double, "step bound"),
        *_fields(Number, "n_rows"),
        *_fields(Double, "entry threshold"),
        *_fields(Pointer, "labels present"),
        *_fields(Number, "n_present"),
        *_fields(Pointer, "gram"),
        *_fields(ctypes.c_uint64, "seed"),
        *_fields(Number, "epoch"),
        *_fields(Pointer, "drawn_order drawn columns words counts scores theta"),
        *_fields(Number, "n_weights visits position pass_updates until most_updates most_passes"),
        *_fields(Number, "n_updates n_passes lacks_row n_errors"),
        *_fields(Pointer, "update_visits update_points update_rivals update_is_near"),
        *_fields(Pointer, "pass_thetas pass_visits pass_counts"),
    )


class KernelNumbers(ctypes.Structure):
    """K of two held points as `LoopNumbers` has it; `Kernel` of visits.c."""

    _fields_ = (*_fields(Number, "kind degree"), *_fields(Double, "factor constant"))


class Question(Pointing):
    """What is asked of all points at once, and room for the answers; `Question` of visits.c, field by field."""

    _fields_ = (
        *_fields(Pointer, "columns"),
        *_fields(Number, "n_entries n_samples"),
        *_fields(Pointer, "theta labels present"),
        *_fields(Number, "n_present n_classes"),
        *_fields(Double, "threshold"),
        *_fields(Pointer, "errors to_learn rivals counts"),
    )


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
        self.theta = np.empty(n_weights)
        self.drawn_order: Ints | None = None
        n_samples, n_entries = rows.shape
        sizes = {"n_samples": n_samples, "n_entries": n_entries, "n_weights": n_weights}
        self.job = Job(step=step, threshold=threshold, **sizes)
        self.job.point("theta", self.theta)
        self.job.point("rows", np.ascontiguousarray(rows))
        for field, column in zip(("visits", "points", "rivals", "is_near"), self._updates, strict=True):
            self.job.point(f"update_{field}", column)
        for field, ends in (("visits", self._ends[0]), ("counts", self._ends[1]), ("thetas", self._thetas)):
            self.job.point(f"pass_{field}", ends)

    def make_room_for_order(self) -> None:
        """Let the job go on to the next pass of a shuffled order by itself."""
        n = self.job.n_samples
        self.drawn_order = np.empty(n, dtype=np.int64)
        self.job.point("drawn_order", self.drawn_order)
        self.job.point("drawn", room_to_draw(n))

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


Go = Callable[[Job], None]
JOB, QUESTION, KERNEL = (ctypes.POINTER(kind) for kind in (Job, Question, KernelNumbers))
LOOPS = ("primal", "multiclass", "kernel", "kernel_multiclass")
RANDOM_LOOPS = ("random", "random_multiclass", "random_kernel", "random_kernel_multiclass")
FUNCTIONS: dict[str, tuple[Any, ...]] = {
    **{f"go_{name}": (None, JOB) for name in (*LOOPS, *RANDOM_LOOPS)},
    "shuffle": (None, ctypes.c_uint64, Number, Number, Pointer, Pointer),
    "count_places": (Number, Pointer, Number),
    "hold": (Double, Pointer, Pointer, Number, Number, Number, Double, Pointer),
    "find_sums": (None, Pointer, Number, Pointer, Number, Number, Pointer),
    "find_leads": (None, QUESTION, Pointer, Pointer),
    "judge_points": (Double, QUESTION),
    "gram_row": (Number, KERNEL, Pointer, *[Number] * 5, Pointer),
    "look_up": (Number, Pointer, Number, Pointer, Number, Number),
}
"""What visits.c offers: of each function the type of its result and those of its arguments."""


class Library:
    """The compiled loops: one for each kind of trainer, and those of random order.

    `path`: the library's file. `loops`: by their names. Raises `OSError` when there is no library, or it is for
    another machine or of another visits.c.
    """

    def __init__(self, path: Path) -> None:
        # Looked for before it is loaded: a loader that has had a file of this name once gives it out again.
        if digest_of(SOURCE) not in path.read_bytes():
            raise OSError(f"{path} was made from another {SOURCE.name}")
        self._c = ctypes.CDLL(str(path))  # which lets other threads have the interpreter during a call
        for name, (result, *arguments) in FUNCTIONS.items():
            function = getattr(self._c, name)
            function.restype, function.argtypes = result, arguments
        self.loops: dict[str, Go] = {name: getattr(self._c, f"go_{name}") for name in (*LOOPS, *RANDOM_LOOPS)}

    def look_up(self, places: Digests, digests: Digests, number: int = -1) -> int:
        """Return how many digests come before the first that a hash table of states seems to hold.

        `places`: shape (n_places,): the table, see `cycles.Table`; changed in place if `number` is given.
        `digests`: shape (n_passes,): one for each of consecutive passes. `number`: from 0, the first of the passes:
        they are added to the table on the way. −1 adds none.
        """
        sizes = (len(places), digests.ctypes.data, len(digests))
        return int(self._c.look_up(places.ctypes.data, *sizes, number))

    def shuffle(self, seed: int, epoch: int, n_samples: int) -> Ints:
        """Return the shuffled order of a pass, see `permutations.permutation`.

        `seed`: random seed. `epoch`: the pass, from 1. `n_samples`: points present when it began.
        """
        order, drawn = np.empty(n_samples, dtype=np.int64), room_to_draw(n_samples)
        self._c.shuffle(seed, epoch, n_samples, drawn.ctypes.data, order.ctypes.data)
        return order

    def sums(self, columns: Places, theta: Sequence[float], start: int, stop: int) -> Floats:
        """Return θ·x̂ of some points, summed feature by feature from the left.

        `columns`: shape (n_entries,): where the columns of the points lie in memory. `theta`: n_entries numbers.
        `start`, `stop`: the first point, and the one after the last. Returns shape (stop − start,).
        """
        sums, weights = np.empty(stop - start), np.array(theta)
        places = (columns.ctypes.data, len(columns), weights.ctypes.data)
        self._c.find_sums(*places, start, stop, sums.ctypes.data)
        return sums

    def leads(self, question: Question) -> tuple[Floats, Ints]:
        """Return s_y − s_r of every point, and its rival r (M2).

        `question`: which points, and the weights of the classes. `leads`: shape (n_samples,): +∞ where there is no
        other class. `rivals`: shape (n_samples,): of equals the first; −1 where there is no other class.
        """
        leads, rivals = np.empty(question.n_samples), np.empty(question.n_samples, dtype=np.int64)
        self._c.find_leads(question, leads.ctypes.data, rivals.ctypes.data)
        return leads, rivals

    def judge(self, question: Question) -> float:
        """Answer what is asked of all points, and return the sum of their losses, held.

        `question`: with room for the answers.
        """
        return float(self._c.judge_points(question))

    def gram_row(self, kernel: KernelNumbers, columns: Floats, point: int, start: int, stop: int) -> Floats:
        """Return K of one point and some others, in the bits of `KernelFunction.values`.

        `columns`: shape (n_features, n_samples): held points, contiguous. `point`: the first of each pair. `start`,
        `stop`: the second of the first pair, and the one after that of the last. Returns shape (stop − start,).
        """
        n_features, n_samples = columns.shape
        row = np.empty(stop - start)
        places = (n_samples, n_features, point, start, stop)
        if not self._c.gram_row(kernel, columns.ctypes.data, *places, row.ctypes.data):
            raise ValueError(f"{SOURCE.name} has no kernel {kernel.kind}")
        return row

    def count_places(self, values: Floats) -> int | None:
        """Return the fewest decimal places that hold all values.

        `values`: contiguous, of any shape. Returns as `fixed_point.decimal_places`, or `UNDECIDED` where only digits
        can decide.
        """
        places = int(self._c.count_places(values.ctypes.data, values.size))
        return None if places == NO_DECIMAL else places

    def hold(self, values: Floats, signs: Ints | None, power: float, rows: Floats) -> float:
        """Fill rows with held points (`fixed_point.held_values`), their bias entries and signs; all are contiguous.

        `values`: shape (n_samples, n_features): coordinates in data units. `signs`: shape (n_samples,), or None: −1 or
        +1, by which each row is multiplied; None leaves them as they are. `power`: 10^k, by which values are
        multiplied; also the bias entry. `rows`: shape (n_samples, n_entries): where the result is written. Returns the
        largest Σ|z_j| of the rows; negative where only digits can decide how to hold a value.
        """
        signs_at = None if signs is None else signs.ctypes.data
        sizes = (*values.shape, rows.shape[1])
        return float(self._c.hold(values.ctypes.data, signs_at, *sizes, power, rows.ctypes.data))


def digest_of(source: Path) -> bytes:
    """Return the version of a source file, as dev.py writes it into the library: its SHA-256 in hexadecimal digits.

    `source`: the file.
    """
    return hashlib.sha256(source.read_bytes()).hexdigest().encode()


def load(path: Path = LIBRARY) -> Library | None:
    """Return the compiled loop, if available: None without a file that fits, or when the environment switches it off.

    `path`: the library's file.
    """
    if os.environ.get(SWITCH) == "off":
        return None
    try:
        return Library(path)
    except OSError:
        return None


library = load()
"""The library in use; None leaves the loops to Python and numpy, with the same bits."""
