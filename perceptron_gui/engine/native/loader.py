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


Go = Callable[[Job], None]


class Library:
    """The compiled loops: one for each mode, and those of random order.

    `path`: the library's file. Raises `OSError` when there is no library, or it is for another machine or of another
    visits.c.
    """

    def __init__(self, path: Path) -> None:
        # Looked for before it is loaded: a loader that has had a file of this name once gives it out again.
        if digest_of(SOURCE) not in path.read_bytes():
            raise OSError(f"{path} was made from another {SOURCE.name}")
        library = ctypes.CDLL(str(path))  # which lets other threads have the interpreter during a call
        self.primal = _loop(library, "go_primal")
        self.multiclass = _loop(library, "go_multiclass")
        self.kernel = _loop(library, "go_kernel")
        self.kernel_multiclass = _loop(library, "go_kernel_multiclass")
        self.random = _loop(library, "go_random")
        self.random_multiclass = _loop(library, "go_random_multiclass")
        self.random_kernel = _loop(library, "go_random_kernel")
        self.random_kernel_multiclass = _loop(library, "go_random_kernel_multiclass")
        self._shuffle = library.shuffle
        self._shuffle.argtypes, self._shuffle.restype = [ctypes.c_uint64, Number, Number, Pointer, Pointer], None
        self._count_places, self._hold = library.count_places, library.hold
        self._count_places.argtypes, self._count_places.restype = [Pointer, Number], Number
        self._hold.argtypes = [Pointer, Pointer, Number, Number, Number, ctypes.c_double, Pointer]
        self._hold.restype = ctypes.c_double
        self._find_sums, self._find_leads = library.find_sums, library.find_leads
        self._find_sums.argtypes, self._find_sums.restype = [Pointer, Number, Pointer, Number, Number, Pointer], None
        self._find_leads.argtypes, self._find_leads.restype = [ctypes.POINTER(Question), *[Pointer] * 2], None
        self._judge = library.judge_points
        self._judge.argtypes, self._judge.restype = [ctypes.POINTER(Question)], ctypes.c_double
        self._gram_row = library.gram_row
        self._gram_row.argtypes = [ctypes.POINTER(KernelNumbers), Pointer, *[Number] * 5, Pointer]
        self._gram_row.restype = Number
        self._look_up = library.look_up
        self._look_up.argtypes, self._look_up.restype = [Pointer, Number, Pointer, Number, Number], Number

    def look_up(self, places: Digests, digests: Digests, number: int = -1) -> int:
        """Return how many digests come before the first that a hash table of states seems to hold.

        `places`: shape (n_places,): the table, see `cycles.Table`; changed in place if `number` is given.
        `digests`: shape (n_passes,): one for each of consecutive passes. `number`: from 0, the first of the passes:
        they are added to the table on the way. −1 adds none.
        """
        sizes = (len(places), digests.ctypes.data, len(digests))
        return int(self._look_up(places.ctypes.data, *sizes, number))

    def shuffle(self, seed: int, epoch: int, n_samples: int) -> Ints:
        """Return the shuffled order of a pass, see `permutations.permutation`.

        `seed`: random seed. `epoch`: the pass, from 1. `n_samples`: points present when it began.
        """
        order, drawn = np.empty(n_samples, dtype=np.int64), room_to_draw(n_samples)
        self._shuffle(seed, epoch, n_samples, drawn.ctypes.data, order.ctypes.data)
        return order

    def sums(self, columns: Places, theta: Sequence[float], start: int, stop: int) -> Floats:
        """Return θ·x̂ of some points, summed feature by feature from the left.

        `columns`: shape (n_entries,): where the columns of the points lie in memory. `theta`: n_entries numbers.
        `start`, `stop`: the first point, and the one after the last. Returns shape (stop − start,).
        """
        sums, weights = np.empty(stop - start), np.array(theta)
        places = (columns.ctypes.data, len(columns), weights.ctypes.data)
        self._find_sums(*places, start, stop, sums.ctypes.data)
        return sums

    def leads(self, question: Question) -> tuple[Floats, Ints]:
        """Return s_y − s_r of every point, and its rival r (M2).

        `question`: which points, and the weights of the classes. `leads`: shape (n_samples,): +∞ where there is no
        other class. `rivals`: shape (n_samples,): of equals the first; −1 where there is no other class.
        """
        leads, rivals = np.empty(question.n_samples), np.empty(question.n_samples, dtype=np.int64)
        self._find_leads(ctypes.byref(question), leads.ctypes.data, rivals.ctypes.data)
        return leads, rivals

    def judge(self, question: Question) -> float:
        """Answer what is asked of all points, and return the sum of their losses, held.

        `question`: with room for the answers.
        """
        return float(self._judge(ctypes.byref(question)))

    def gram_row(self, kernel: KernelNumbers, columns: Floats, point: int, start: int, stop: int) -> Floats:
        """Return K of one point and some others, in the bits of `KernelFunction.values`.

        `columns`: shape (n_features, n_samples): held points, contiguous. `point`: the first of each pair. `start`,
        `stop`: the second of the first pair, and the one after that of the last. Returns shape (stop − start,).
        """
        n_features, n_samples = columns.shape
        row = np.empty(stop - start)
        places = (n_samples, n_features, point, start, stop)
        if not self._gram_row(ctypes.byref(kernel), columns.ctypes.data, *places, row.ctypes.data):
            raise ValueError(f"{SOURCE.name} has no kernel {kernel.kind}")
        return row

    def count_places(self, values: Floats) -> int | None:
        """Return the fewest decimal places that hold all values.

        `values`: contiguous, of any shape. Returns as `fixed_point.decimal_places`, or `UNDECIDED` where only digits
        can decide.
        """
        places = int(self._count_places(values.ctypes.data, values.size))
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
        return float(self._hold(values.ctypes.data, signs_at, *sizes, power, rows.ctypes.data))


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


def _loop(library: ctypes.CDLL, name: str) -> Go:
    function = library[name]
    function.argtypes, function.restype = [ctypes.POINTER(Job)], None
    return lambda job: function(ctypes.byref(job))


library = load()
"""The library in use; None leaves the loops to Python and numpy, with the same bits."""
