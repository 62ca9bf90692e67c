"""The same work done by others: scikit-learn's Perceptron, and matplotlib's FuncAnimation (requirements: referee)."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from statistics import median
from typing import Any

import numpy as np

from perceptron_gui.engine.data.dataset import Dataset
from perceptron_gui.engine.data.kernel import Kernel, KernelName
from perceptron_gui.engine.data.settings import Mode, TrainingSettings
from perceptron_gui.engine.run.run import Run
from perceptron_gui.engine.run.snapshot import take_snapshot
from perceptron_gui.engine.run.wants import Wants
from tests.benchmarks import data
from tests.benchmarks.children import ChildError, ask
from tests.benchmarks.engine_rows import KERNEL_POINTS, KERNEL_VISITS, separable_sets, trained, uncompiled
from tests.benchmarks.figures import million, ms, power, times
from tests.benchmarks.table import Table

KERNEL_DUAL = TrainingSettings(mode=Mode.DUAL, kernel=Kernel(KernelName.RBF, gamma=5.0))
HEADS = ("points", "passes", "mistakes", "ours s", "scikit-learn s", "faster by", "uncompiled", "same w, b", "aims")
MISSING = "not installed: python3 dev.py setup test referee"


def scikit_table(only: str, largest: int, repeats: int) -> Table:
    """Train both for the same number of passes."""
    table = Table(
        "engine --peers [--only WORDS]", "Engine beside scikit-learn's Perceptron(shuffle=False, tol=None)", HEADS
    )
    if importlib.util.find_spec("sklearn") is None:
        table.notes.append(f"scikit-learn is {MISSING}")
        return table
    import sklearn.linear_model  # noqa: F401 — not while the first row is measured

    rows: list[tuple[str, Callable[[], list[Dataset]]]] = [("shifted 100", lambda: [data.shifted()])]
    rows += [(name, lambda make=make: [make()]) for name, make in separable_sets(largest)]
    rows += [("200 small sets", data.small_sets)]
    for name, make_all in rows:
        if all(word in name for word in only.split()):
            _add(table, name, make_all(), repeats)
    table.notes.append("ours: from the points to the end of the run, with its log, checkpoints and reasons.")
    table.notes.append("uncompiled: faster by, where Python and numpy make the visits.")
    table.notes.append("same w, b: to 9 digits in every set, so that the mistakes are the same ones.")
    return table


def svc_table(only: str, repeats: int) -> Table:
    """Let our kernel dual make mistakes, and SVC fit the same points."""
    heads = ("points", "mistakes", "ours s", "10⁶ mistakes/s", "epochs", "SVC s", "SVC ÷ ours", "uncompiled")
    table = Table("engine --peers [--only svc]", "Kernel dual beside scikit-learn's SVC, Gaussian", heads)
    if importlib.util.find_spec("sklearn") is None:
        table.notes.append(f"scikit-learn is {MISSING}")
        return table
    from sklearn.svm import SVC

    for n in KERNEL_POINTS:
        name = f"svc {n}"
        if not all(word in name for word in only.split()):
            continue
        dataset, ours, slow, theirs = data.noise(n), [], [], []
        for _ in range(repeats):
            run, seconds = _cpu_seconds(lambda d=dataset: trained(d, KERNEL_DUAL, KERNEL_VISITS))
            ours.append(seconds)
            with uncompiled():
                slow.append(_cpu_seconds(lambda d=dataset: trained(d, KERNEL_DUAL, KERNEL_VISITS))[1])
            fit = partial(SVC(kernel="rbf", gamma=KERNEL_DUAL.kernel.gamma, C=1.0).fit, dataset.X, dataset.labels)
            theirs.append(_cpu_seconds(fit)[1])
        mine, mistakes = median(ours), run.state.mistakes
        rates = (million(mistakes / mine), str(run.state.epoch), f"{median(theirs):.3f}")
        table.add(name, str(mistakes), f"{mine:.3f}", *rates, times(median(theirs) / mine), times(median(slow) / mine))
    table.notes.append(f"CPU seconds; ours: from the points, {KERNEL_VISITS} visits, or fewer where all are learned.")
    table.notes.append("SVC(C=1) solves another task, the widest street with slack: a measure of size, no race.")
    table.notes.append("uncompiled: times as long without the compiled loop.")
    return table


def _cpu_seconds(do: Callable[[], Any]) -> tuple[Any, float]:
    """Return what a call returns, and the processor time that it took."""
    begin = time.process_time()
    made = do()
    return made, time.process_time() - begin


def _add(table: Table, name: str, datasets: Sequence[Dataset], repeats: int) -> None:
    ours, slow, theirs, same, runs = [], [], [], [], []
    for _ in range(repeats):
        with uncompiled():
            begin = time.perf_counter()
            for dataset in datasets:
                trained(dataset, TrainingSettings())
            slow.append(time.perf_counter() - begin)
        begin = time.perf_counter()
        runs = [trained(dataset, TrainingSettings()) for dataset in datasets]
        ours.append(time.perf_counter() - begin)
        begin = time.perf_counter()
        fitted = [_fitted(dataset, run) for dataset, run in zip(datasets, runs, strict=True)]
        theirs.append(time.perf_counter() - begin)
        same = [_is_same(run, theta) for run, theta in zip(runs, fitted, strict=True)]
    ratio = median(theirs) / median(ours)
    largest = max(dataset.n_samples for dataset in datasets)
    wanted = 5.0 if largest >= 10**5 else 1.0
    counts = (str(sum(run.state.epoch for run in runs)), str(sum(run.state.mistakes for run in runs)))
    seconds = (f"{median(ours):.4f}", f"{median(theirs):.4f}", f"{ratio:.2f}×", f"{median(theirs) / median(slow):.2f}×")
    agreed = "all" if all(same) else f"{sum(same)} of {len(same)}"
    verdict = "held" if ratio >= wanted else f"missed: ≥ {wanted:g}×"
    table.add(name, *counts, *seconds, agreed, verdict)


def _fitted(dataset: Dataset, run: Run) -> np.ndarray:
    from sklearn.linear_model import Perceptron

    peer = Perceptron(shuffle=False, tol=None, max_iter=run.state.epoch, eta0=1.0, penalty=None)
    peer.fit(dataset.X, dataset.labels)
    return np.append(peer.coef_[0], peer.intercept_)


def _is_same(run: Run, theta: np.ndarray) -> bool:
    ours = take_snapshot(run, 1, Wants()).theta[0]
    return bool(np.allclose(ours, theta, rtol=1e-9, atol=1e-9))


def animation_table(env: Mapping[str, str], sizes: Sequence[int]) -> Table:
    """Let matplotlib redraw points and a moving line."""
    title = "Picture by matplotlib's FuncAnimation (QtAgg, blit off, 1200×800)"
    table = Table("picture --peers", title, ("points", "redraw p50, ms", "p99", "× plain Qt"))
    if importlib.util.find_spec("matplotlib") is None:
        table.notes.append(f"matplotlib is {MISSING}")
        return table
    for n in sizes:
        try:
            found = ask("peer_animation", n, env=env)
        except ChildError as error:
            table.notes.append(f"{power(n)}: {error}")
            continue
        cells = (ms(found["frame_p50"]), ms(found["frame_p99"]), times(found["frame_p50"] / found["baseline"]))
        table.add(power(n), *cells)
    return table
