"""Whether memory stays flat in a run without end."""

from __future__ import annotations

from collections.abc import Mapping

from perceptron_gui.engine.data.settings import Order
from tests.benchmarks.children import ask
from tests.benchmarks.figures import median, million, slope, times
from tests.benchmarks.table import Table

HEADS = ("order", "MB at start", "middle", "end", "end ÷ middle", "MB/min, 2nd half", "10⁶ visits/s")
WITHOUT_CYCLES = ("shuffled", "random")
EVERY = 10.0


def memory_table(env: Mapping[str, str], minutes: float) -> Table:
    """Train on XOR for `minutes` in every order that has no cycles."""
    title = f"Memory of the window, XOR, unlimited speed, {minutes:g} minutes each"
    table = Table(f"memory --minutes {minutes:g}", title, HEADS)
    for order in [order for order in WITHOUT_CYCLES if order in list(Order)]:
        found = ask("memory_window", order, 60 * minutes, EVERY, env=env, patience=60 * minutes)
        memory, seconds = found["memory_mb"], found["seconds"]
        half = len(memory) // 2
        rise = 60 * slope(seconds[half:], memory[half:])
        cells = (f"{memory[0]:.0f}", f"{memory[half]:.0f}", f"{memory[-1]:.0f}", times(memory[-1] / memory[half]))
        table.add(order, *cells, f"{rise:+.2f}", million(median(found["visits_per_second"])))
        table.notes.append(f"{order}, every 10 s: {' '.join(f'{value:.0f}' for value in memory)}")
    table.notes.append("Logs and checkpoints of a run grow to a fixed size first, so that the second half counts.")
    return table
