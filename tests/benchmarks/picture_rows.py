"""Frame time and click to paint, for growing numbers of points, in a window that trains at unlimited speed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.benchmarks.children import ChildError, ask
from tests.benchmarks.figures import median, million, ms, percentile, power, times
from tests.benchmarks.table import Table, aim

HEADS = (
    "points",
    "frame p50",
    "p99",
    "× plain Qt, p50",
    "p99",
    "60 a second, p50",
    "p99",
    "work p50",
    "p99",
    "× plain Qt, p50",
    "p99",
    "interval p50",
    "p99",
    "click p50",
    "p99",
    "10⁶ visits/s",
    "MB",
    "aims",
)
NOTES = [
    "ms; 1200×800 window, panels open, unlimited speed, two overlapping classes, errors outlined.",
    "frame: from taking a snapshot to the end of the canvas's paintEvent; interval: between two such frames;",
    "click: from posting a mouse press to the end of the first paintEvent with the point; p99 of 20 is the largest.",
    "work: the window's thread alone, which a busy machine does not stretch as it does the frame;",
    "× plain Qt: p50 or p99 over the p50 of a plain widget painting 1000 circles on 1200×800 in the same process.",
    "60 a second: that widget as often as the window, before and after; where its p99 is high, the machine is busy.",
    "aims: frame p50 ≤ 10 (10⁶: 16), p99 ≤ 16.7; click p50 ≤ 35, p99 ≤ 60; ≥ 0.8 million visits/s at 10³.",
]

LINEAR = ("primal", "dual", "multiclass")
CURVED = ("curved", "laplacian", "polynomial", "three")
"""What the picture shows: rules without a kernel, and with one, see `picture_window`."""


def limits(n: int) -> tuple[float, float]:
    """Return the most that a frame may take, p50 and p99, in seconds."""
    return (0.010 if n <= 10**5 else 0.016), 0.0167


def picture_table(
    env: Mapping[str, str], sizes: Sequence[int], mode: str = "primal", seconds: float = 3.0, repeats: int = 1
) -> Table:
    """Measure a window for each number of points; of `repeats` windows each figure's median counts."""
    table = Table(f"picture --mode {mode} [--only 1000]", f"Picture while training ({mode})", HEADS, notes=list(NOTES))
    if mode not in LINEAR:
        table.notes.append("10³ under a kernel: frame p99 ≤ 2 × the p50 of plain Qt; ≥ 0.2 million visits/s.")
    for n in sizes:
        try:
            found = [ask("picture_window", n, seconds, 20, mode, env=env, patience=seconds) for _ in range(repeats)]
        except ChildError as error:
            table.notes.append(f"{power(n)}: {error}")
            continue
        figures = {key: median([one[key] for one in found]) for key in found[0] if key != "canvas"}
        table.add(*_cells(n, figures, mode not in LINEAR))
    return table


VIEW_HEADS = ("view", "frame p50", "p99", "work p50", "p99", "× plain Qt, p50", "p99", "frames", "aims")
VIEW_POINTS = 1_000


def views_table(env: Mapping[str, str], mode: str, seconds: float) -> Table:
    """Measure frames while training with each view open."""
    table = Table(f"picture --views --mode {mode}", f"Frames while training with a view open ({mode})", VIEW_HEADS)
    found = ask("views_window", VIEW_POINTS, seconds, mode, env=env, patience=40 * seconds)
    ((baseline_work,)) = found.pop("")[1]
    for name, (taken, worked) in found.items():
        p50, p99, work_p50, work_p99 = (percentile(times_, q) for times_ in (taken, worked) for q in (50, 99))
        ratios = times(work_p50 / baseline_work), times(work_p99 / baseline_work)
        aims = aim(("frame p50", p50, limits(VIEW_POINTS)[0]), ("frame p99", p99, limits(VIEW_POINTS)[1]))
        table.add(name, ms(p50), ms(p99), ms(work_p50), ms(work_p99), *ratios, str(len(taken)), aims)
    table.notes.append(f"ms; {VIEW_POINTS} points, {seconds:g} s a view; the rest as in the table of pictures.")
    return table


def _cells(n: int, p: Mapping[str, Any], is_curved: bool) -> list[str]:
    frame_p50, frame_p99 = limits(n)
    checks = [
        ("frame p50", p["frame_p50"], frame_p50),
        ("frame p99", p["frame_p99"], frame_p99),
        ("click p50", p["click_p50"], 0.035),
        ("click p99", p["click_p99"], 0.060),
    ]
    if n == 1000:
        checks.append(("visits/s", -p["visits_per_second"], -0.2e6 if is_curved else -0.8e6))
    if n == 1000 and is_curved:
        checks.append(("frame p99 of plain Qt", p["frame_p99"], 2 * p["baseline"]))
    return [
        power(n),
        *(ms(p[key]) for key in ("frame_p50", "frame_p99")),
        *(times(p[key] / p["baseline"]) for key in ("frame_p50", "frame_p99")),
        *(ms(p[key]) for key in ("plain_p50", "plain_p99")),
        *(ms(p[key]) for key in ("work_p50", "work_p99")),
        *(times(p[key] / p["baseline_work"]) for key in ("work_p50", "work_p99")),
        *(ms(p[key]) for key in ("interval_p50", "interval_p99", "click_p50", "click_p99")),
        million(p["visits_per_second"]),
        f"{p['memory_mb']:.0f}",
        aim(*checks),
    ]
