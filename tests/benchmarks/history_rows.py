"""How soon any place of a long run is there again, what remembering it costs, and what a panel takes to draw."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from itertools import product

import numpy as np

from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.run.records.curves import curves_of
from perceptron_gui.engine.run.run import Run
from perceptron_gui.session.output.run_table import PAGE, PageRequest, Selection, count_of, page_of
from tests.benchmarks import data
from tests.benchmarks.children import ask
from tests.benchmarks.figures import ms, percentile, power, resident_mb
from tests.benchmarks.table import Table, aim

POINTS = 1_000
SLICE = 150_000.0
"""Work of a slice, about what the training thread does at a time."""
SEEKS, PAGES = 300, 30
MOST_BYTES, MOST_CHECKPOINTS, MOST_SEEK, MOST_PANEL = 20.0, 64.0, 0.050, 0.004
KERNEL_POINTS, KERNEL_UPDATES, MOST_KERNEL_SEEK = 5_000, 10_000, 0.020
RUN_HEADS = (
    "row",
    "10⁶ visits",
    "log B/update",
    "checkpoints MiB",
    "process +MB",
    "seek p50 ms",
    "p99",
    "page p50 ms",
    "p99",
    "curves ms",
    "aims",
)
SEEK_HEADS = ("row", "p50 ms", "p99", "aim")
WINDOW_SEEKS = 60
PANEL_HEADS = ("row", "draw p50 ms", "p99", "with paint p50", "p99", "aim")
KINDS = (
    (TrainingSettings(), True),
    (TrainingSettings(order=Order.SHUFFLED), True),
    (TrainingSettings(mode=Mode.DUAL), False),
    (TrainingSettings(mode=Mode.MULTICLASS), False),
)
"""What is measured, and whether also in the longest runs."""


def long_run(settings: TrainingSettings, updates: int, points: int = POINTS) -> Run:
    """Return a run of `updates` updates, or to its end, made slice by slice as in the window."""
    run = Run(data.noise(points, 2 if settings.mode.is_binary else 3), settings)
    while run.state.updates < updates and run.stop is None:
        run.advance(2**62, SLICE, updates)
    return run


def seconds_of(
    do: Callable[[int], object], arguments: Sequence[int], clock: Callable[[], float] = time.perf_counter
) -> list[float]:
    """Return what each call takes."""
    taken = []
    for argument in arguments:
        begin = clock()
        do(argument)
        taken.append(clock() - begin)
    return taken


def log_bytes(run: Run) -> int:
    """Return what the written part of the log holds; the rest of its room is given by the system when written."""
    return int(run.log.visits.nbytes + run.log.points.nbytes + run.log.rivals.nbytes)


def history_table(largest: int, only: str = "") -> Table:
    """Measure runs of 10⁵ updates and more."""
    title = f"Going anywhere in a long run of {POINTS} points"
    table = Table("history [--all] [--only WORDS]", title, RUN_HEADS)
    for updates in (10**5, 10**6, 10**7):
        for settings, is_for_long in KINDS:
            name = f"{power(updates)} updates {settings.mode} {settings.order}"
            is_wanted = updates <= largest and (is_for_long or updates < 10**7)
            if is_wanted and all(word in name for word in only.split()):
                before = resident_mb()
                run = long_run(settings, updates)
                _add(table, name, run, resident_mb() - before)
                del run
    table.notes.append("seek: to random places, the visit itself included; page: 64 rows of the table; curves: all.")
    table.notes.append(
        f"aims: log ≤ {MOST_BYTES:.0f} bytes an update, checkpoints ≤ {MOST_CHECKPOINTS:.0f} MiB, seek ≤ 50 ms (p99)"
    )
    return table


def kernel_seek_table(only: str = "") -> Table:
    """Measure going anywhere under a kernel whose Gram matrix does not fit the memory."""
    table = Table(
        "history [--only kernel]", f"Going anywhere in a run of {KERNEL_POINTS} points under a kernel", SEEK_HEADS
    )
    for mode, order in product((Mode.DUAL, Mode.MULTICLASS), (Order.CYCLIC, Order.RANDOM)):
        name = f"kernel {mode} {order}"
        if not all(word in name for word in only.split()):
            continue
        settings = TrainingSettings(mode=mode, order=order, kernel=Kernel(KernelName.RBF, gamma=5.0))
        run = long_run(settings, KERNEL_UPDATES, KERNEL_POINTS)
        places = np.random.default_rng(18).integers(0, run.visit, WINDOW_SEEKS).tolist()
        taken = seconds_of(run.seek, places, time.process_time)
        p99 = percentile(taken, 99)
        table.add(name, ms(percentile(taken, 50)), ms(p99), aim(("seek", p99, MOST_KERNEL_SEEK)))
    table.notes.append(f"CPU time of {WINDOW_SEEKS} random places, no window; aim: ≤ {1000 * MOST_KERNEL_SEEK:.0f} ms")
    return table


def _add(table: Table, name: str, run: Run, grown: float) -> None:
    rng = np.random.default_rng(18)
    bytes_each, checkpoints = log_bytes(run) / len(run.log), run.checkpoints.nbytes / 2**20
    end = run.visit
    seeks = seconds_of(run.seek, rng.integers(0, end, SEEKS).tolist())
    total = count_of(run, Selection())
    pages = seconds_of(
        lambda first: page_of(run, PageRequest(0, Selection(), first)), rng.integers(0, total - PAGE, PAGES).tolist()
    )
    curves = seconds_of(lambda _: curves_of(run), [0])
    p99 = percentile(seeks, 99)
    table.add(
        name,
        f"{end / 1e6:.2f}",
        f"{bytes_each:.1f}",
        f"{checkpoints:.1f}",
        f"{grown:.0f}",
        ms(percentile(seeks, 50)),
        ms(p99),
        ms(percentile(pages, 50)),
        ms(percentile(pages, 99)),
        ms(curves[0]),
        aim(("log", bytes_each, MOST_BYTES), ("checkpoints", checkpoints, MOST_CHECKPOINTS), ("seek", p99, MOST_SEEK)),
    )


def seek_table(env: Mapping[str, str], largest: int) -> Table:
    """Measure what going anywhere takes in the window, from asking to the painted canvas."""
    table = Table("history [--all]", f"Going anywhere, in the window with {POINTS} points", SEEK_HEADS)
    for mode, visits in ((Mode.PRIMAL, largest), (Mode.DUAL, largest // 10), (Mode.MULTICLASS, largest // 10)):
        taken = ask("seek_window", visits, WINDOW_SEEKS, mode.value, env=env, patience=60)
        p99 = percentile(taken, 99)
        table.add(f"{power(visits)} visits {mode}", ms(percentile(taken, 50)), ms(p99), aim(("seek", p99, MOST_SEEK)))
    table.notes.append(f"{WINDOW_SEEKS} random places, until the canvas is painted; a frame begins every 16 ms.")
    return table


def panel_table(env: Mapping[str, str]) -> Table:
    """Measure what each panel takes for a new snapshot."""
    table = Table("history", "A panel for a new snapshot", PANEL_HEADS)
    for mode in Mode:
        for name, taken in ask("panel_window", mode.value, env=env).items():
            draws, paints = taken["draw"], taken["paint"]
            cells = [ms(percentile(values, percent)) for values in (draws, paints) for percent in (50, 99)]
            table.add(f"{name} {mode}", *cells, aim(("draw", percentile(draws, 50), MOST_PANEL)))
    table.notes.append("aim: ≤ 4 ms to draw (median); with paint: until its pixels are there, without a screen.")
    return table
