"""matplotlib's FuncAnimation on growing numbers of points: run as a module, prints JSON."""

from __future__ import annotations

import itertools
import json
import sys
import time

SECONDS, LEAST_FRAMES = 4.0, 5
MOST_MARKS = 2_000
"""Errors outlined, as many as in our picture while it moves."""


def measure(n: int) -> dict[str, float]:
    """Redraw two classes, their errors and a turning line for a while, and time it from frame to frame."""
    import matplotlib

    matplotlib.use("QtAgg")
    import matplotlib.pyplot as plt
    import numpy as np
    from matplotlib.animation import FuncAnimation
    from PySide6.QtWidgets import QApplication

    from tests.benchmarks import data
    from tests.benchmarks.figures import percentile
    from tests.benchmarks.plain_qt import circles_seconds

    app = QApplication.instance() or QApplication([])
    baseline = circles_seconds(1200, 800)
    dataset = data.overlapping(n)
    figure, axes = plt.subplots(figsize=(12, 8), dpi=100)
    for k, colour in enumerate(("#0072b2", "#d55e00")):
        axes.scatter(*dataset.X[dataset.labels == k].T, s=12, color=colour)
    rings = axes.scatter([], [], s=90, facecolors="none", edgecolors="black", linewidths=1)
    signs = np.where(dataset.labels == 1, 1, -1)
    (line,) = axes.plot([], [], color="black")
    axes.set(xlim=(-5, 5), ylim=(-4, 4))
    drawn: list[float] = []

    def turn(frame: int) -> None:
        angle = 0.05 * frame
        wrong = signs * (dataset.X @ np.array([np.sin(angle), -np.cos(angle)])) <= 0
        rings.set_offsets(dataset.X[np.flatnonzero(wrong)[:MOST_MARKS]])
        line.set_data([-9 * np.cos(angle), 9 * np.cos(angle)], [-9 * np.sin(angle), 9 * np.sin(angle)])

    def on_drawn(event: object) -> None:
        drawn.append(time.perf_counter())
        if drawn[-1] - drawn[0] > SECONDS and len(drawn) > LEAST_FRAMES:
            app.quit()

    figure.canvas.mpl_connect("draw_event", on_drawn)
    animation = FuncAnimation(figure, turn, interval=1, blit=False, cache_frame_data=False)
    plt.show(block=False)
    app.exec()
    del animation
    taken = [b - a for a, b in itertools.pairwise(drawn[1:])]
    return {"baseline": baseline, "frame_p50": percentile(taken, 50), "frame_p99": percentile(taken, 99)}


if __name__ == "__main__":
    print(json.dumps(measure(int(sys.argv[1]))))
