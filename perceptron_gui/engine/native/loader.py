"""The compiled loop over visits, where there is one: visits.c, built by dev.py beside this file (optional)."""

from __future__ import annotations

import ctypes
import hashlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from perceptron_gui.engine.native.structures import Job, KernelNumbers, Number, Pointer, Question, room_to_draw

if TYPE_CHECKING:
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
        self._pack = library.pack_pixels
        self._pack.argtypes, self._pack.restype = [Pointer, Number, Pointer], Number
        self._look_up = library.look_up
        self._look_up.argtypes, self._look_up.restype = [Pointer, Number, Pointer, Number, Number], Number

    def pack(self, pixels: NDArray[np.uint8]) -> bytes:
        """Return pixels as codes of 9 to 12 bits, see `gif.pack`. `pixels`: shape (n,): in one piece."""
        codes = np.empty(2 * len(pixels) + 8, dtype=np.uint8)
        return codes[: self._pack(pixels.ctypes.data, len(pixels), codes.ctypes.data)].tobytes()

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
