"""How fast the engine visits points (no window), as multiples of a plain Python loop over the same points."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import product
from queue import SimpleQueue

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, Order, TrainingSettings
from perceptron_gui.engine.native import loader
from perceptron_gui.engine.run.run import Run
from perceptron_gui.frozen import replace
from perceptron_gui.session.document import Document
from perceptron_gui.session.worker.scheduler import Mailbox
from perceptron_gui.session.worker.training_worker import TrainingWorker
from tests.benchmarks import data
from tests.benchmarks.figures import median, million, power, times
from tests.benchmarks.plain_loop import plain_loop
from tests.benchmarks.table import Table

NOISE_POINTS = 1_000
NOISE_VISITS = 200_000
KERNEL_POINTS, KERNEL_VISITS = (100, 1_000, 5_000), 20_000
AIM_RATE, AIM_RANDOM, AIM_SHUFFLED = 0.8e6, 1.0e6, 0.3
HEADS = ("row", "seconds", "10⁶ visits/s", "uncompiled", "mistakes", "passes", "plain loop s", "faster by")
Measured = tuple[float, int, int, int]
"""Seconds, visits, mistakes, passes."""


def timed(train: Callable[[], Run]) -> Measured:
    """Return what a run took and what it did."""
    begin = time.perf_counter()
    run = train()
    return time.perf_counter() - begin, run.visit, run.state.mistakes, run.state.epoch


@contextmanager
def uncompiled() -> Iterator[None]:
    """Leave the visits to Python and numpy."""
    library, loader.library = loader.library, None
    try:
        yield
    finally:
        loader.library = library


def trained(dataset: Dataset, settings: TrainingSettings, visits: int = 2**62) -> Run:
    """Return a run from scratch: to its end, or so many visits far."""
    run = Run(dataset, settings)
    run.advance(visits)
    return run


def in_slices(dataset: Dataset, settings: TrainingSettings, seconds: float = 0.5) -> Run:
    """Return a run as the training thread makes it at unlimited speed, slice by slice, nobody taking its snapshots."""
    worker = TrainingWorker(Mailbox(), SimpleQueue())
    worker.load(Document(dataset, settings), 1)
    worker.play()
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        if not worker.is_playing:
            worker.play()
        worker.work_once()
    assert worker.run is not None
    return worker.run


def separable_sets(largest: int) -> list[tuple[str, Callable[[], Dataset]]]:
    """Return names and makers of large sets that a line separates."""
    sizes = [n for n in (10**3, 10**4, 10**5, 10**6) if n <= largest]
    sets: list[tuple[str, Callable[[], Dataset]]] = []
    for n in sizes:
        sets.append((f"margin {power(n)}", partial(data.with_margin, n)))
        sets.append((f"mostly easy {power(n)}", partial(data.mostly_easy, n)))
    return sets


def orders() -> list[Order]:
    """Return the orders there are that make a pass after another."""
    return [order for order in Order if order.value != "online"]


def middle(measure: Callable[[], Measured], repeats: int) -> Measured:
    """Return the measurement with the median of seconds per visit."""
    all_of_them = sorted((measure() for _ in range(repeats)), key=lambda measured: measured[0] / max(measured[1], 1))
    return all_of_them[len(all_of_them) // 2]


def plain_seconds(dataset: Dataset, visits: int, repeats: int) -> float:
    """Return the plain loop's seconds for `visits` visits: measured on a part of them, where they are many."""
    part = min(visits, 300_000)
    rates = []
    for _ in range(repeats):
        begin = time.perf_counter()
        done = plain_loop(dataset, part)[2]
        rates.append((time.perf_counter() - begin) / done)
    return median(rates) * visits


class EngineRows:
    """Measures rows whose name has all of the words in `only`."""

    def __init__(self, only: str = "", repeats: int = 3) -> None:
        self._words = only.split()
        self._repeats = repeats
        self.table = Table("engine [--only WORDS]", "Engine, without a window", HEADS)

    def measure(self, largest: int) -> Table:
        """Measure everything with at most `largest` points."""
        for name, dataset, train in (*self._noise_rows(), *self._kernel_rows()):
            self._row(name, dataset, train)
        shifted = data.shifted()
        self._row("shifted 100", shifted, lambda: trained(shifted, TrainingSettings()))
        for name, make in separable_sets(largest):
            if self._is_wanted(name):
                dataset = make()
                self._row(name, dataset, lambda d=dataset: trained(d, TrainingSettings()))
        if self._is_wanted("200 small sets"):
            self._small_sets()
        found = "compiled" if loader.library is not None else "there is no compiled loop here"
        self.table.notes.append(f"10⁶ visits/s: {found}; uncompiled: by Python and numpy.")
        self.table.notes.append("plain loop: the same points in the order of placement, as often.")
        self.table.notes.append(f"aim: ≥ {million(AIM_RATE)} million visits/s on noise of 1000 points (primal, cyclic)")
        shares = f"≥ {million(AIM_RANDOM)} million in random order (binary), shuffled ≥ {AIM_SHUFFLED:.0%} of cyclic"
        self.table.notes.append(f"aims: {shares}")
        return self.table

    def _noise_rows(self) -> Iterator[tuple[str, Dataset, Callable[[], Run]]]:
        binary, three = data.noise(NOISE_POINTS), data.noise(NOISE_POINTS, 3)
        for mode in Mode:
            dataset = binary if mode.is_binary else three
            for order in orders() if mode is Mode.PRIMAL else [Order.CYCLIC, Order.SHUFFLED, Order.RANDOM]:
                settings = TrainingSettings(mode=mode, order=order)
                yield f"noise {mode} {order}", dataset, lambda d=dataset, s=settings: trained(d, s, NOISE_VISITS)
            settings = TrainingSettings(mode=mode)
            yield f"noise {mode} slices", dataset, lambda d=dataset, s=settings: in_slices(d, s)
        far = replace(TrainingSettings(), eta=0.1)
        yield "noise primal η = 0.1", binary, lambda: trained(binary, far, NOISE_VISITS)

    def _kernel_rows(self) -> Iterator[tuple[str, Dataset, Callable[[], Run]]]:
        """Yield runs with curved kernels, which make many mistakes; the plain loop beside them is linear."""
        poly, rbf = Kernel(KernelName.POLY), Kernel(KernelName.RBF, gamma=5.0)
        rules = [(Mode.DUAL, poly), (Mode.DUAL, rbf), (Mode.MULTICLASS, rbf)]
        for n, (mode, kernel) in product(KERNEL_POINTS, rules):
            dataset, settings = data.noise(n, 2 if mode.is_binary else 3), TrainingSettings(mode=mode, kernel=kernel)
            name = f"kernel {mode} {kernel.name} {n} points"
            yield name, dataset, lambda d=dataset, s=settings: trained(d, s, KERNEL_VISITS)

    def _is_wanted(self, name: str) -> bool:
        return all(word in name for word in self._words)

    def _row(self, name: str, dataset: Dataset, train: Callable[[], Run]) -> None:
        if not self._is_wanted(name):
            return
        seconds, visits, mistakes, passes = middle(lambda: timed(train), self._repeats)
        with uncompiled():
            slow = middle(lambda: timed(train), self._repeats)
        plain = plain_seconds(dataset, visits, self._repeats)
        self._add(name, (seconds, visits, mistakes, passes), slow[1] / slow[0], plain)

    def _small_sets(self) -> None:
        sets = data.small_sets()
        with uncompiled():
            begin = time.perf_counter()
            for dataset in sets:
                trained(dataset, TrainingSettings())
            slow = time.perf_counter() - begin
        begin = time.perf_counter()
        runs = [trained(dataset, TrainingSettings()) for dataset in sets]
        seconds = time.perf_counter() - begin
        begin = time.perf_counter()
        for dataset in sets:
            plain_loop(dataset, 2**62)
        plain = time.perf_counter() - begin
        visits, mistakes = sum(run.visit for run in runs), sum(run.state.mistakes for run in runs)
        measured = seconds, visits, mistakes, sum(run.state.epoch for run in runs)
        self._add("200 small sets", measured, visits / slow, plain)

    def _add(self, name: str, measured: Measured, slow_rate: float, plain: float) -> None:
        seconds, visits, mistakes, passes = measured
        cells = (f"{seconds:.3f}", million(visits / seconds), million(slow_rate), str(mistakes), str(passes))
        self.table.add(name, *cells, f"{plain:.3f}", times(plain / seconds))
