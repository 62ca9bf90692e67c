"""How long `render` takes for an animation, beside one picture of the same run."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from perceptron_gui.files.output.mp4 import has_ffmpeg
from perceptron_gui.files.points.points_file import write_points
from tests.benchmarks import data
from tests.benchmarks.table import Table, aim

FRAMES = 200
LONGEST = 20.0
HEADS = ("animation", "s", "ms a frame", "to one picture", "kB", "aims")


def film_table(env: Mapping[str, str], n: int = 1000) -> Table:
    """Paint 200 frames of 1280×800, a mistake each, in every form there is."""
    table = Table("film", f"{FRAMES} frames of 1280×800, {n} points", HEADS)
    with tempfile.TemporaryDirectory(prefix="perceptron-film-") as folder:
        points = Path(folder) / "points.csv"
        write_points(points, data.noise(n))
        still = seconds(env, points, f"{folder}/still.png")
        for name in ("film.gif", "film.mp4", "frames/"):
            if name == "film.mp4" and not has_ffmpeg():
                table.notes.append(".mp4: no ffmpeg here")
                continue
            taken = seconds(env, points, f"{folder}/{name}")
            made = Path(folder) / name
            size = sum(each.stat().st_size for each in (made.iterdir() if made.is_dir() else [made]))
            aims = aim((f"≤ {LONGEST:g} s", taken, LONGEST))
            each_ms, ratio = f"{1000 * taken / FRAMES:.0f}", f"{taken / still:.1f}"
            table.add(name, f"{taken:.1f}", each_ms, ratio, f"{size / 1024:.0f}", aims)
    return table


def seconds(env: Mapping[str, str], points: Path, output: str) -> float:
    """Return how long a process takes that paints a run of many mistakes."""
    command = [sys.executable, "-P", "-m", "perceptron_gui", "render", str(points), "-o", output, "--max-epochs", "2"]
    begin = time.perf_counter()
    subprocess.run(command, env=dict(env), check=True)
    return time.perf_counter() - begin
