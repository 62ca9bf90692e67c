"""Arrays that Qt reads as its own: a list of objects of Python would take ten times as long, and wake its collector."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, cast

from shiboken6 import Shiboken

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Kind = TypeVar("Kind")


def as_first(array: NDArray[np.float64], kind: type[Kind]) -> Kind:
    """Return the first row of an array as an object of Qt, behind which Qt finds the others.

    `array`: shape (n, size of `kind` in doubles): not empty, its rows in one piece; it has to outlive the object.
    `kind`: a class of Qt that is made of doubles alone, such as `QLineF`.
    """
    assert array.flags.c_contiguous and len(array)
    return cast("Kind", Shiboken.wrapInstance(array.ctypes.data, kind))
