"""What Python and visits.c hand to each other: its structures, field by field, and memory."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
    """K of two held points: (factor · x·z + constant)^degree, or exp(factor · ‖x − z‖²); `Kernel` of visits.c."""

    _fields_ = (
        ("is_gaussian", Number),
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
