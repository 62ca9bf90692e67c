"""How far verdict and geometry are behind a point that is dragged, and what frames cost meanwhile."""

from __future__ import annotations

from collections.abc import Mapping

from tests.benchmarks.children import ChildError, ask
from tests.benchmarks.figures import ms, power, times
from tests.benchmarks.table import Table, aim

HEADS = (
    "points",
    "run",
    "verdict p50",
    "max",
    "geometry p50",
    "max",
    "frame p50",
    "p99",
    "plain Qt p50",
    "p99",
    "×",
    "×",
    "analyze",
    "aims",
)
NOTES = [
    "ms; 1200×800 window, street, radius and θ* shown; a point goes to the other class and back, 60 places a second.",
    "verdict, geometry: from a place of the mouse to the end of the first paint that is about it or a later one;",
    "frame: from taking a snapshot to the end of the canvas's paintEvent; analyze: the set alone, processor time.",
    "plain Qt: a widget that paints 1000 circles on 1200×800 in the same process, 60 times a second, before and after;",
    "×: frame p50 over its p50, frame p99 over its p99: where that is slow, too, the machine is.",
    "aims: at 500 points max ≤ 100, frame p99 ≤ 16.7; at 10⁵ analyze ≤ 300.",
]
ROWS = ((500, "paused"), (500, "playing"), (10**5, "paused"))


def drag_table(env: Mapping[str, str], seconds: float) -> Table:
    """Measure a window for each row."""
    table = Table("drag", "Dragging a point", HEADS, notes=list(NOTES))
    for n, run in ROWS:
        try:
            found = ask("drag_window", n, seconds, run, env=env, patience=seconds)
        except ChildError as error:
            table.notes.append(f"{power(n)}, {run}: {error}")
            continue
        keys = ("verdict_p50", "verdict_p100", "picture_p50", "picture_p100", "frame_p50", "frame_p99")
        cells = [ms(found[key]) for key in (*keys, "plain_p50", "plain_p99")]
        ratios = [times(found[f"frame_{p}"] / found[f"plain_{p}"]) for p in ("p50", "p99")]
        table.add(power(n), run, *cells, *ratios, ms(found["analyze"]), _aims(n, found))
    return table


def _aims(n: int, found: Mapping[str, float]) -> str:
    if n > 500:
        return aim(("analyze", found["analyze"], 0.3))
    return aim(
        ("verdict", found["verdict_p100"], 0.1),
        ("geometry", found["picture_p100"], 0.1),
        ("frame p99", found["frame_p99"], 0.0167),
    )
