"""How long points files take to be read, beside what takes them apart without a look at what is in them."""

from __future__ import annotations

import csv
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np

from perceptron_gui.files.opened_file import take_sample
from perceptron_gui.files.points.csv_table import BY_THE_RULES, ReadingOptions
from perceptron_gui.files.points.points_file import read_points
from tests.benchmarks import data
from tests.benchmarks.children import ask
from tests.benchmarks.figures import median, power, times
from tests.benchmarks.table import Table, aim

HEADS = ("file", "s", "CPU s", "to csv.reader", "to loadtxt", "aims")
CHOSEN = ReadingOptions("windows-1252", ";", ",", has_header=True, label=2, features=(0, 1), leaves_out_incomplete=True)
KINDS = {
    "by the rules": (",", "{:.3f}", "utf-8", BY_THE_RULES),
    "decimal commas": (";", "{:.3f}", "utf-8", BY_THE_RULES),
    "17 digits": (",", "{!r}", "utf-8", BY_THE_RULES),
    "as chosen": (";", "{:.3f}", "cp1252", CHOSEN),
}


def write(path: Path, n: int, delimiter: str, form: str, codec: str) -> None:
    """Write a file of `n` points of two features and two classes."""
    points = data.noise(n)
    X = points.X if form != "{!r}" else points.X / 7.0
    row = f"{form}{delimiter}{form}{delimiter}{{}}\n"
    rows = "".join(row.format(*x, "äb"[k]) for x, k in zip(X.tolist(), points.labels.tolist(), strict=True))
    rows = rows.replace(".", ",") if delimiter == ";" else rows
    path.write_text(delimiter.join(("x1", "x2", "label")) + "\n" + rows, encoding=codec)


def seconds_of(work: Callable[[], object], repeats: int) -> tuple[float, float]:
    """Return the median time, and processor time, that work takes."""
    walls, spent = [], []
    for _ in range(repeats):
        wall, cpu = time.perf_counter(), time.process_time()
        work()
        walls.append(time.perf_counter() - wall)
        spent.append(time.process_time() - cpu)
    return median(walls), median(spent)


def _taken_apart(path: Path, delimiter: str, codec: str) -> None:
    with path.open(newline="", encoding=codec) as file:
        for _ in csv.reader(file, delimiter=delimiter):
            pass


def _loaded(path: Path) -> object:
    return np.loadtxt(path, delimiter=",", skiprows=1, usecols=(0, 1), encoding="utf-8")


def import_table(env: Mapping[str, str], n: int, repeats: int = 3) -> Table:
    """Read files of `n` rows of several kinds, and open one in the window."""
    table = Table("import", f"Points files of {power(n)} rows", HEADS)
    with tempfile.TemporaryDirectory(prefix="perceptron-import-") as folder:
        path = Path(folder) / "points.csv"
        for name, (delimiter, form, codec, options) in KINDS.items():
            write(path, n, delimiter, form, codec)
            wall, cpu = seconds_of(lambda: read_points(path, options=options), repeats)  # noqa: B023
            _, apart = seconds_of(lambda: _taken_apart(path, delimiter, codec), repeats)  # noqa: B023
            _, loaded = seconds_of(lambda: _loaded(path), repeats) if delimiter == "," else (0.0, float("nan"))
            limits = aim((f"≤ {3e-6 * n:g} s of CPU", cpu, 3e-6 * n))
            table.add(name, f"{wall:.2f}", f"{cpu:.2f}", times(cpu / apart), times(cpu / loaded), limits)
        wall, cpu = seconds_of(lambda: take_sample(path, lambda part: None), repeats)
        table.add("looked at only", f"{wall:.2f}", f"{cpu:.2f}", "", "", "")
        write(path, n, ",", "{:.3f}", "utf-8")
        shown = ask("import_window", path, env=env)
        table.add("until it is on the screen", f"{shown['wall']:.2f}", f"{shown['cpu']:.2f}", "", "", "")
        table.notes.append(f"the window stood still for {1000 * shown['gap']:.0f} ms at most while it was read")
    return table
