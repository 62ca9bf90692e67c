"""Small numbers from many: percentiles, slopes, and how they are written."""

from __future__ import annotations

import math
import os
import resource
import sys
from collections.abc import Sequence
from pathlib import Path


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the smallest value that at least `percent` % of `values` do not exceed; NaN of none."""
    if not values:
        return math.nan
    return sorted(values)[max(math.ceil(len(values) * percent / 100) - 1, 0)]


def median(values: Sequence[float]) -> float:
    """Return the middle value; NaN of none."""
    return percentile(values, 50)


def slope(x: Sequence[float], y: Sequence[float]) -> float:
    """Return the slope of the line nearest to the points (x, y); 0 of fewer than two."""
    mean_x, mean_y = sum(x) / max(len(x), 1), sum(y) / max(len(y), 1)
    square = sum((a - mean_x) ** 2 for a in x)
    return sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True)) / square if square else 0.0


def pooled_slope(parts: Sequence[tuple[Sequence[float], Sequence[float]]]) -> tuple[float, float]:
    """Return the slope that parts have in common, each with a level of its own, and its standard error.

    By least squares; NaN are both where there are too few points.

    Parameters
    ----------
    parts : sequence of (x, y)
    """
    means = [(sum(x) / len(x), sum(y) / len(y)) for x, y in parts if x]
    beside = [
        (a - mean_x, b - mean_y)
        for (x, y), (mean_x, mean_y) in zip([part for part in parts if part[0]], means, strict=True)
        for a, b in zip(x, y, strict=True)
    ]
    square, free = sum(a * a for a, _ in beside), len(beside) - len(means) - 1
    if free < 1 or not square:
        return math.nan, math.nan
    rise = sum(a * b for a, b in beside) / square
    return rise, math.sqrt(sum((b - rise * a) ** 2 for a, b in beside) / free / square)


def is_flat(rise: float, error: float, most: float) -> bool:
    """Return whether a slope is none, within twice its standard error, or surely at most so much; NaN is not judged."""
    return math.isnan(rise) or rise - 2 * error <= 0 or rise + 2 * error <= most


def descriptors() -> int:
    """Return how many files, sockets and pipes this process has open; 0 where that is not told."""
    folder = Path("/proc/self/fd")
    return len(os.listdir(folder)) - 1 if folder.exists() else 0  # one is that of the list


def resident_mb() -> float:
    """Return the memory this process holds now, in MB of 10⁶ bytes; where that is not told, the most it held."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 1e6
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 1e6 if sys.platform == "darwin" else most * 1024 / 1e6


def ms(seconds: float) -> str:
    """Return seconds as milliseconds."""
    return f"{1000 * seconds:.1f}"


def million(number: float) -> str:
    """Return a rate in millions."""
    return f"{number / 1e6:.2f}"


def times(ratio: float) -> str:
    """Return a ratio."""
    return "—" if not math.isfinite(ratio) else f"{ratio:.1f}×" if ratio < 100 else f"{ratio:.0f}×"


def power(n: int) -> str:
    """Return a number of points, as a power of ten where it is one."""
    exponent = len(str(n)) - 1
    return "10" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(c)] for c in str(exponent)) if n == 10**exponent and n >= 100 else str(n)
